// c = a * transpose of b, for 64 x 64 matrices: f16 in, f32 out, with the matrix
// instructions of CDNA (gfx90a, gfx942, gfx950).
//
//   fly-run examples/fly/gemm_mfma.mlir --chip=gfx942 --arg=a.npy --arg=b.npy
//     --arg=empty:64x64xf32 --save=2:c.npy
//
// Four waves, two along M and two along N, each execute atoms of 16 x 16 x 16.
// a and b go through the workgroup's memory (LDS): each wave needs half of a and
// half of b. Reading operands from there, 16 lanes read the same columns of 16
// rows. A row has 128 bytes, all banks once, so rows must be shifted against each
// other: S<3,3,3> combines bits 6 to 8 of an element's index (its row) by
// exclusive or into bits 3 to 5 (which group of eight elements). Groups of eight
// stay together, as they are written at once.

!load_atom = !fly.copy_atom<!fly.universal_copy<128>, 16>
!operand_atom = !fly.copy_atom<!fly.universal_copy<64>, 16>
!store_atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
// 32 rows of 64 elements, eight elements of a row per thread.
!load = !fly.tiled_copy<!load_atom, !fly.layout<((8,32),8):((256,1),32)>, !fly.tile<[32|64]>>
!mma_atom = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
!mma = !fly.tiled_mma<!mma_atom, !fly.layout<(2,2,1):(1,2,0)>>
// What the threads of !mma hold of 32 x 32 of the result, element by element.
!store = !fly.tiled_copy<!store_atom, !fly.layout<((16,4,2,2),4):((32,4,16,512),1)>, !fly.tile<[32|32]>>

!matrix = !fly.memref<f16, global, (64,64):(64,1), align<16>>
!result = !fly.memref<f32, global, (64,64):(64,1), align<16>>
!lds_layout = !fly.composed_layout<S<3,3,3> o 0 o (64,64):(64,1)>
!lds = !fly.memref<f16, shared, S<3,3,3> o 0 o (64,64):(64,1), align<16>>
!lds_bytes = !fly.ptr<i8, shared, align<16>>
!lds_ptr = !fly.ptr<f16, shared, align<16>>

!my_matrix = !fly.memref<f16, global, ((8,1),2,1):((1,0),2048,0), align<16>>
!my_lds = !fly.memref<f16, shared, S<3,3,3> o ?{div=8} o ((8,1),2,1):((1,0),2048,0), align<16>>
!my_operand = !fly.memref<f16, shared, S<3,3,3> o ?{div=4} o (4,2,4):(1,2048,16), align<16>>
!operand = !fly.memref<f16, register, (4,2,4):(1,16,4)>
!accumulator = !fly.memref<f32, register, ((4,1),2,2):((1,0),8,4)>
!my_result = !fly.memref<f32, global, ((1,4),2,2):((0,64),2048,32)>
!my_values = !fly.memref<f32, register, ((1,4),2,2):((0,1),8,4)>

gpu.module @gemm_mfma {
  gpu.func @gemm_mfma(%a: !matrix, %b: !matrix, %c: !result) kernel
      attributes {
        known_block_size = array<i32: 256, 1, 1>,
        helion.launch = #helion.launch<block 256, grid [<extent 64, tile 64>],
          args [memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf32>]>} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>

    %layout = fly.static : !lds_layout
    %a_bytes = fly.make_ptr() {dictAttrs = {allocBytes = 8192 : i64, allocAlign = 16 : i64}} : () -> !lds_bytes
    %a_ptr = fly.recast_iter(%a_bytes) : (!lds_bytes) -> !lds_ptr
    %a_lds = fly.make_view(%a_ptr, %layout) : (!lds_ptr, !lds_layout) -> !lds
    %b_bytes = fly.make_ptr() {dictAttrs = {allocBytes = 8192 : i64, allocAlign = 16 : i64}} : () -> !lds_bytes
    %b_ptr = fly.recast_iter(%b_bytes) : (!lds_bytes) -> !lds_ptr
    %b_lds = fly.make_view(%b_ptr, %layout) : (!lds_ptr, !lds_layout) -> !lds

    // The operands into LDS.
    %load = fly.static : !load
    %a_src = fly.tiled_copy.partition_src(%load, %a, %thread) : (!load, !matrix, !fly.int_tuple<?>) -> !my_matrix
    %b_src = fly.tiled_copy.partition_src(%load, %b, %thread) : (!load, !matrix, !fly.int_tuple<?>) -> !my_matrix
    %a_dst = fly.tiled_copy.partition_dst(%load, %a_lds, %thread) : (!load, !lds, !fly.int_tuple<?>) -> !my_lds
    %b_dst = fly.tiled_copy.partition_dst(%load, %b_lds, %thread) : (!load, !lds, !fly.int_tuple<?>) -> !my_lds
    fly.copy(%load, %a_src, %a_dst) : (!load, !my_matrix, !my_lds) -> ()
    fly.copy(%load, %b_src, %b_dst) : (!load, !my_matrix, !my_lds) -> ()
    gpu.barrier

    // What this thread holds of them, into registers.
    %mma = fly.static : !mma
    %a_part = fly.tiled_mma.partition(a, %mma, %a_lds, %thread) : (!mma, !lds, !fly.int_tuple<?>) -> !my_operand
    %b_part = fly.tiled_mma.partition(b, %mma, %b_lds, %thread) : (!mma, !lds, !fly.int_tuple<?>) -> !my_operand
    %a_reg = fly.mma.make_fragment(a, %mma, %a_lds) : (!mma, !lds) -> !operand
    %b_reg = fly.mma.make_fragment(b, %mma, %b_lds) : (!mma, !lds) -> !operand
    %operand_atom = fly.make_copy_atom {valBits = 16 : i32} : !operand_atom
    fly.copy(%operand_atom, %a_part, %a_reg) : (!operand_atom, !my_operand, !operand) -> ()
    fly.copy(%operand_atom, %b_part, %b_reg) : (!operand_atom, !my_operand, !operand) -> ()

    %acc = fly.mma.make_fragment(c, %mma, %c) : (!mma, !result) -> !accumulator
    %zero = arith.constant dense<0.0> : vector<16xf32>
    fly.memref.store_vec(%zero, %acc) : (vector<16xf32>, !accumulator) -> ()
    fly.gemm(%mma, %acc, %a_reg, %b_reg, %acc) : (!mma, !accumulator, !operand, !operand, !accumulator) -> ()

    %store = fly.static : !store
    %values = fly.tiled_copy.retile(%store, %acc) : (!store, !accumulator) -> !my_values
    %c_dst = fly.tiled_copy.partition_dst(%store, %c, %thread) : (!store, !result, !fly.int_tuple<?>) -> !my_result
    fly.copy(%store, %values, %c_dst) : (!store, !my_values, !my_result) -> ()
    gpu.return
  }
}
