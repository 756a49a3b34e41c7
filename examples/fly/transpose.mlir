// y = transpose of x, through the workgroup's memory.
//
//   fly-run examples/fly/transpose.mlir --arg=x.npy --arg=empty:192x256xf32
//     --save=1:y.npy
//
// A workgroup of 256 threads transposes a tile of 64 x 64. Rows of x are read,
// and rows of y (columns of x) written, 128 bits at a time; in between, the tile
// lies in the workgroup's memory (LDS), where a row has 64 elements and thus uses
// each of the 32 banks twice. Eight lanes that read every fourth element of a
// column would all use the same bank. The swizzle S<3,2,6> combines bits 8 to 10
// of an element's index (three bits of its row: which four rows) by exclusive or
// into bits 2 to 4 (which four columns): each group of four rows is shifted
// against the others, and groups of four columns stay together.

!atom32 = !fly.copy_atom<!fly.universal_copy<32>, 32>
!atom128 = !fly.copy_atom<!fly.universal_copy<128>, 32>
// (thread, value) onto 16 rows of 64 columns, and onto 32 rows of 32 columns.
!by_rows = !fly.tiled_copy<!atom128, !fly.layout<((16,16),4):((64,1),16)>, !fly.tile<[16|64]>>
!by_columns = !fly.tiled_copy<!atom128, !fly.layout<(256,4):(4,1)>, !fly.tile<[32|32]>>
!by_elements = !fly.tiled_copy<!atom32, !fly.layout<(256,4):(4,1)>, !fly.tile<[32|32]>>

!matrix = !fly.memref<f32, global, (256,192):(192,1), align<16>>
!matrix_tiles = !fly.memref<f32, global, ((64,64),(4,3)):((192,1),(12288,64)), align<16>>
!matrix_tile = !fly.memref<f32, global, (64,64):(192,1), align<16>>
// The transposed matrix, with the coordinates of x.
!result = !fly.memref<f32, global, (256,192):(1,256), align<16>>
!result_tiles = !fly.memref<f32, global, ((64,64),(4,3)):((1,256),(64,16384)), align<16>>
!result_tile = !fly.memref<f32, global, (64,64):(1,256), align<16>>
!lds = !fly.composed_layout<S<3,2,6> o 0 o (64,64):(64,1)>
!lds_tile = !fly.memref<f32, shared, S<3,2,6> o 0 o (64,64):(64,1), align<16>>

!my_rows = !fly.memref<f32, global, ((4,1),4,1):((1,0),3072,0), align<16>>
!my_lds_rows = !fly.memref<f32, shared, S<3,2,6> o ?{div=4} o ((4,1),4,1):((1,0),1024,0), align<16>>
!my_lds_columns = !fly.memref<f32, shared, S<3,2,6> o ? o ((1,4),2,2):((0,64),2048,32), align<16>>
!my_columns = !fly.memref<f32, global, ((4,1),2,2):((1,0),32,8192), align<16>>
!fragment = !fly.memref<f32, register, ((1,4),2,2):((0,1),8,4)>
!fragment128 = !fly.memref<f32, register, ((4,1),2,2):((1,0),8,4)>

gpu.module @transpose {
  gpu.func @transpose(%x: !matrix, %y: !fly.ptr<f32, global, align<16>>) kernel
      attributes {
        known_block_size = array<i32: 256, 1, 1>,
        helion.launch = #helion.launch<block 256, grid [<extent 256, tile 64>, <extent 192, tile 64>],
          args [memref<256x192xf32>, memref<192x256xf32>]>} {
    %tid = gpu.thread_id x
    %bid_x = gpu.block_id x
    %bid_y = gpu.block_id y
    %t = arith.index_cast %tid : index to i32
    %bx = arith.index_cast %bid_x : index to i32
    %by = arith.index_cast %bid_y : index to i32
    %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>

    // This workgroup's tile of x and of the transposed y.
    %transposed = fly.static : !fly.layout<(256,192):(1,256)>
    %yt = fly.make_view(%y, %transposed) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(256,192):(1,256)>) -> !result
    %cut = fly.static : !fly.tile<[64|64]>
    %block = fly.make_coord(%bx, %by) : (i32, i32) -> !fly.int_tuple<(*,(?,?))>
    %x_tiles = fly.zipped_divide(%x, %cut) : (!matrix, !fly.tile<[64|64]>) -> !matrix_tiles
    %y_tiles = fly.zipped_divide(%yt, %cut) : (!result, !fly.tile<[64|64]>) -> !result_tiles
    %x_tile = fly.slice(%x_tiles, %block) : (!matrix_tiles, !fly.int_tuple<(*,(?,?))>) -> !matrix_tile
    %y_tile = fly.slice(%y_tiles, %block) : (!result_tiles, !fly.int_tuple<(*,(?,?))>) -> !result_tile

    %bytes = fly.make_ptr() {dictAttrs = {allocBytes = 16384 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
    %floats = fly.recast_iter(%bytes) : (!fly.ptr<i8, shared, align<16>>) -> !fly.ptr<f32, shared, align<16>>
    %swizzled = fly.static : !lds
    %lds = fly.make_view(%floats, %swizzled) : (!fly.ptr<f32, shared, align<16>>, !lds) -> !lds_tile

    // Rows of x into LDS.
    %by_rows = fly.static : !by_rows
    %rows = fly.tiled_copy.partition_src(%by_rows, %x_tile, %thread) : (!by_rows, !matrix_tile, !fly.int_tuple<?>) -> !my_rows
    %lds_rows = fly.tiled_copy.partition_dst(%by_rows, %lds, %thread) : (!by_rows, !lds_tile, !fly.int_tuple<?>) -> !my_lds_rows
    fly.copy(%by_rows, %rows, %lds_rows) : (!by_rows, !my_rows, !my_lds_rows) -> ()
    gpu.barrier

    // Columns from LDS, element by element, into rows of y.
    %by_elements = fly.static : !by_elements
    %lds_columns = fly.tiled_copy.partition_src(%by_elements, %lds, %thread) : (!by_elements, !lds_tile, !fly.int_tuple<?>) -> !my_lds_columns
    %fragment = fly.make_fragment_like(%lds_columns) : (!my_lds_columns) -> !fragment
    fly.copy(%by_elements, %lds_columns, %fragment) : (!by_elements, !my_lds_columns, !fragment) -> ()
    %by_columns = fly.static : !by_columns
    %columns = fly.tiled_copy.partition_dst(%by_columns, %y_tile, %thread) : (!by_columns, !result_tile, !fly.int_tuple<?>) -> !my_columns
    %fragment128 = fly.tiled_copy.retile(%by_columns, %fragment) : (!by_columns, !fragment) -> !fragment128
    fly.copy(%by_columns, %fragment128, %columns) : (!by_columns, !fragment128, !my_columns) -> ()
    gpu.return
  }
}
