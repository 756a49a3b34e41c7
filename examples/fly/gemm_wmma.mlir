// c = a * transpose of b, for 64 x 64 matrices: f16 in, f32 out, with the matrix
// instructions of RDNA 3 (gfx1100).
//
//   fly-run examples/fly/gemm_wmma.mlir --chip=gfx1100 --arg=a.npy --arg=b.npy
//     --arg=empty:64x64xf32 --save=2:c.npy
//
// Four waves, two along M and two along N, each execute atoms of 16 x 16 x 16.
// The simplest of all ways to do it: each wave loads its operands from global
// memory. gemm_mfma.mlir shares them between the waves.

!operand_atom = !fly.copy_atom<!fly.universal_copy<256>, 16>
!store_atom = !fly.copy_atom<!fly.universal_copy<32>, 32>
!mma_atom = !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>
!mma = !fly.tiled_mma<!mma_atom, !fly.layout<(2,2,1):(1,2,0)>>
// What the threads of !mma hold of 32 x 32 of the result, element by element.
!store = !fly.tiled_copy<!store_atom, !fly.layout<((16,2,2,2),8):((32,1,16,512),2)>, !fly.tile<[32|32]>>

!matrix = !fly.memref<f16, global, (64,64):(64,1), align<16>>
!result = !fly.memref<f32, global, (64,64):(64,1), align<16>>
!my_operand = !fly.memref<f16, global, (16,2,4):(1,2048,16), align<16>>
!operand = !fly.memref<f16, register, (16,2,4):(1,64,16)>
!accumulator = !fly.memref<f32, register, (8,2,2):(1,16,8)>
!my_result = !fly.memref<f32, global, ((1,8),2,2):((0,128),2048,32)>
!my_values = !fly.memref<f32, register, ((1,8),2,2):((0,1),16,8)>

gpu.module @gemm_wmma {
  gpu.func @gemm_wmma(%a: !matrix, %b: !matrix, %c: !result) kernel
      attributes {
        known_block_size = array<i32: 128, 1, 1>,
        helion.launch = #helion.launch<block 128, grid [<extent 64, tile 64>],
          args [memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf32>]>} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>

    // What this thread holds of the operands.
    %mma = fly.static : !mma
    %a_part = fly.tiled_mma.partition(a, %mma, %a, %thread) : (!mma, !matrix, !fly.int_tuple<?>) -> !my_operand
    %b_part = fly.tiled_mma.partition(b, %mma, %b, %thread) : (!mma, !matrix, !fly.int_tuple<?>) -> !my_operand
    %a_reg = fly.mma.make_fragment(a, %mma, %a) : (!mma, !matrix) -> !operand
    %b_reg = fly.mma.make_fragment(b, %mma, %b) : (!mma, !matrix) -> !operand
    %operand_atom = fly.make_copy_atom {valBits = 16 : i32} : !operand_atom
    fly.copy(%operand_atom, %a_part, %a_reg) : (!operand_atom, !my_operand, !operand) -> ()
    fly.copy(%operand_atom, %b_part, %b_reg) : (!operand_atom, !my_operand, !operand) -> ()

    %acc = fly.mma.make_fragment(c, %mma, %c) : (!mma, !result) -> !accumulator
    %zero = arith.constant dense<0.0> : vector<32xf32>
    fly.memref.store_vec(%zero, %acc) : (vector<32xf32>, !accumulator) -> ()
    fly.gemm(%mma, %acc, %a_reg, %b_reg, %acc) : (!mma, !accumulator, !operand, !operand, !accumulator) -> ()

    %store = fly.static : !store
    %values = fly.tiled_copy.retile(%store, %acc) : (!store, !accumulator) -> !my_values
    %c_dst = fly.tiled_copy.partition_dst(%store, %c, %thread) : (!store, !result, !fly.int_tuple<?>) -> !my_result
    fly.copy(%store, %values, %c_dst) : (!store, !my_values, !my_result) -> ()
    gpu.return
  }
}
