// z = x + y, for any number of elements.
//
//   fly-run examples/fly/vector_add.mlir --arg=x.npy --arg=y.npy
//     --arg=empty:1000xf32 --save=2:z.npy
//
// A workgroup of 256 threads adds a tile of 1024 elements, four per thread.
// Elements beyond the end belong to a tile but not to the arrays: a tensor of
// coordinates, cut in the same way as the arrays, says which ones they are.

// The thread-value layout: value v of thread t is element t + 256 v of the tile,
// so that the lanes of a wave access neighbours.
!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!copy = !fly.tiled_copy<!atom, !fly.layout<(256,4):(1,256)>, !fly.tile<[1024]>>

!ptr = !fly.ptr<f32, global>
!array = !fly.memref<f32, global, ?:1>
!tiles = !fly.memref<f32, global, (1024,?):(1,1024)>
!tile = !fly.memref<f32, global, 1024:1>
!mine = !fly.memref<f32, global, ((1,4),1):((0,256),0)>
!fragment = !fly.memref<f32, register, ((1,4),1):((0,1),0)>
!predicate = !fly.memref<i1, register, 4:1>

gpu.module @vector_add {
  gpu.func @vector_add(%x: !ptr, %n: i64, %y: !ptr, %ny: i64, %z: !ptr, %nz: i64) kernel
      attributes {
        known_block_size = array<i32: 256, 1, 1>,
        helion.launch = #helion.launch<block 256, grid [<arg 0 dim 0, tile 1024>],
          args [memref<?xf32>, memref<?xf32>, memref<?xf32>]>} {
    %tid = gpu.thread_id x
    %bid = gpu.block_id x
    %t = arith.index_cast %tid : index to i32
    %b = arith.index_cast %bid : index to i32
    %size = arith.trunci %n : i64 to i32

    // The arrays, and the number of each of their elements.
    %shape = fly.make_shape(%size) : (i32) -> !fly.int_tuple<?>
    %one = fly.make_stride() : () -> !fly.int_tuple<1>
    %layout = fly.make_layout(%shape, %one) : (!fly.int_tuple<?>, !fly.int_tuple<1>) -> !fly.layout<?:1>
    %zero = fly.make_coord() : () -> !fly.int_tuple<0>
    %ax = fly.make_view(%x, %layout) : (!ptr, !fly.layout<?:1>) -> !array
    %ay = fly.make_view(%y, %layout) : (!ptr, !fly.layout<?:1>) -> !array
    %az = fly.make_view(%z, %layout) : (!ptr, !fly.layout<?:1>) -> !array
    %ai = fly.make_view(%zero, %layout) : (!fly.int_tuple<0>, !fly.layout<?:1>) -> !fly.coord_tensor<0, ?:1>

    // This workgroup's tile of each.
    %cut = fly.static : !fly.tile<1024>
    %block = fly.make_coord(%b) : (i32) -> !fly.int_tuple<(*,?)>
    %tx = fly.zipped_divide(%ax, %cut) : (!array, !fly.tile<1024>) -> !tiles
    %ty = fly.zipped_divide(%ay, %cut) : (!array, !fly.tile<1024>) -> !tiles
    %tz = fly.zipped_divide(%az, %cut) : (!array, !fly.tile<1024>) -> !tiles
    %ti = fly.zipped_divide(%ai, %cut) : (!fly.coord_tensor<0, ?:1>, !fly.tile<1024>) -> !fly.coord_tensor<0, (1024,?):(1,1024)>
    %bx = fly.slice(%tx, %block) : (!tiles, !fly.int_tuple<(*,?)>) -> !tile
    %by = fly.slice(%ty, %block) : (!tiles, !fly.int_tuple<(*,?)>) -> !tile
    %bz = fly.slice(%tz, %block) : (!tiles, !fly.int_tuple<(*,?)>) -> !tile
    %bi = fly.slice(%ti, %block) : (!fly.coord_tensor<0, (1024,?):(1,1024)>, !fly.int_tuple<(*,?)>) -> !fly.coord_tensor<?{div=1024}, 1024:1>

    // This thread's part of it.
    %copy = fly.static : !copy
    %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>
    %mx = fly.tiled_copy.partition_src(%copy, %bx, %thread) : (!copy, !tile, !fly.int_tuple<?>) -> !mine
    %my = fly.tiled_copy.partition_src(%copy, %by, %thread) : (!copy, !tile, !fly.int_tuple<?>) -> !mine
    %mz = fly.tiled_copy.partition_dst(%copy, %bz, %thread) : (!copy, !tile, !fly.int_tuple<?>) -> !mine
    %mi = fly.tiled_copy.partition_src(%copy, %bi, %thread) : (!copy, !fly.coord_tensor<?{div=1024}, 1024:1>, !fly.int_tuple<?>) -> !fly.coord_tensor<?, ((1,4),1):((0,256),0)>

    // Which of its elements exist.
    %numbers = fly.memref.load_vec(%mi) : (!fly.coord_tensor<?, ((1,4),1):((0,256),0)>) -> vector<4xi32>
    %end = vector.broadcast %size : i32 to vector<4xi32>
    %inside = arith.cmpi slt, %numbers, %end : vector<4xi32>
    %four = fly.static : !fly.layout<4:1>
    %predicate = fly.memref.alloca(%four) : (!fly.layout<4:1>) -> !predicate
    fly.memref.store_vec(%inside, %predicate) : (vector<4xi1>, !predicate) -> ()

    %rx = fly.make_fragment_like(%mx) : (!mine) -> !fragment
    %ry = fly.make_fragment_like(%my) : (!mine) -> !fragment
    %rz = fly.make_fragment_like(%mz) : (!mine) -> !fragment
    fly.copy(%copy, %mx, %rx, %predicate) : (!copy, !mine, !fragment, !predicate) -> ()
    fly.copy(%copy, %my, %ry, %predicate) : (!copy, !mine, !fragment, !predicate) -> ()
    %vx = fly.memref.load_vec(%rx) : (!fragment) -> vector<4xf32>
    %vy = fly.memref.load_vec(%ry) : (!fragment) -> vector<4xf32>
    %vz = arith.addf %vx, %vy : vector<4xf32>
    fly.memref.store_vec(%vz, %rz) : (vector<4xf32>, !fragment) -> ()
    fly.copy(%copy, %rz, %mz, %predicate) : (!copy, !fragment, !mine, !predicate) -> ()
    gpu.return
  }
}
