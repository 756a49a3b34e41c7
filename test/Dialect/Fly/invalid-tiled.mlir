// RUN: fly-opt %s -split-input-file -verify-diagnostics

// Tiled copies and MMAs that cannot be.

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{LayoutType is not static: expected a static thread-value layout, got (?,4):(4,1)}}
func.func private @dynamic_tv(!fly.tiled_copy<!atom, !fly.layout<(?,4):(4,1)>, !fly.tile<[16|16]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{expected a thread-value layout of two modes, threads and values, got (64,2,2):(4,1,2)}}
func.func private @tv_rank(!fly.tiled_copy<!atom, !fly.layout<(64,2,2):(4,1,2)>, !fly.tile<[16|16]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{expected a thread-value layout onto the linear coordinate in the tile, got (16,16):(1E0,1E1)}}
func.func private @tv_basis(!fly.tiled_copy<!atom, !fly.layout<(16,16):(1E0,1E1)>, !fly.tile<[16|16]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{expected a multiple of the 4 values of the atom as mode 1 of the thread-value layout (128,2):(2,1), got 2}}
func.func private @atom_values(!fly.tiled_copy<!atom, !fly.layout<(128,2):(2,1)>, !fly.tile<[16|16]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{the thread-value layout (64,4):(4,1) reaches element 255 of the tile [16|8], which has 128 elements}}
func.func private @tile_too_small(!fly.tiled_copy<!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|8]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{the thread-value layout (64,4):(4,1) has no thread and value for element 256 of the tile [16|32], which has 512 elements}}
func.func private @tile_too_large(!fly.tiled_copy<!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|32]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// expected-error @+1 {{expected each entry of the tile to have a known size, got [16|*]}}
func.func private @tile_star(!fly.tiled_copy<!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|*]>>)

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @infer(%atom: !atom, %tv: !fly.layout<(64,4):(4,1)>, %tile: !fly.tile<[16|8]>) {
  // expected-error @+2 {{'fly.make_tiled_copy' op the thread-value layout (64,4):(4,1) reaches element 255 of the tile [16|8], which has 128 elements}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "fly.make_tiled_copy"(%atom, %tv, %tile) : (!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|8]>) -> !fly.tiled_copy<!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

func.func @thread(%copy: !copy, %m: !fly.memref<f32, global, (64,64):(1,64)>, %t: !fly.int_tuple<64>) {
  // expected-error @+2 {{'fly.tiled_copy.partition_src' op expected the number of one of the 64 threads, got 64}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tiled_copy.partition_src(%copy, %m, %t) : (!copy, !fly.memref<f32, global, (64,64):(1,64)>, !fly.int_tuple<64>) -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024)>
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

func.func @thread_tuple(%copy: !copy, %m: !fly.memref<f32, global, (64,64):(1,64)>, %t: !fly.int_tuple<(?,?)>) {
  // expected-error @+2 {{expected the number of a thread, got (?,?)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tiled_copy.partition_dst(%copy, %m, %t) : (!copy, !fly.memref<f32, global, (64,64):(1,64)>, !fly.int_tuple<(?,?)>) -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024)>
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

func.func @tensor_rank(%copy: !copy, %m: !fly.memref<f32, global, 4096:1>, %t: !fly.int_tuple<?>) {
  // expected-error @+2 {{expected a tensor with a mode for each entry of the tile [16|16], got 4096:1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tiled_copy.partition_src(%copy, %m, %t) : (!copy, !fly.memref<f32, global, 4096:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),16):((1,0),256)>
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

func.func @retile_rank(%copy: !copy, %m: !fly.memref<f32, register, (4,4):(1,4)>) {
  // expected-error @+2 {{'fly.tiled_copy.retile' op expected a fragment with a mode for the values and one for each entry of the tile [16|16], got (4,4):(1,4)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tiled_copy.retile(%copy, %m) : (!copy, !fly.memref<f32, register, (4,4):(1,4)>) -> !fly.memref<f32, register, ((4,1),4):((1,0),4)>
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

// Moving 16 bytes from each of these addresses would not move the elements.
func.func @copy_strided(%copy: !copy, %src: !fly.memref<f32, global, ((4,1),4):((64,0),16), align<16>>, %dst: !fly.memref<f32, register, ((4,1),4):((1,0),4)>) {
  // expected-error @+1 {{'fly.copy' op expected the elements of the source side by side (stride 1), got (4,1):(64,0)}}
  fly.copy(%copy, %src, %dst) : (!copy, !fly.memref<f32, global, ((4,1),4):((64,0),16), align<16>>, !fly.memref<f32, register, ((4,1),4):((1,0),4)>) -> ()
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

func.func @copy_pred(%copy: !copy, %m: !fly.memref<f32, register, ((4,2),4):((1,4),8)>, %pred: !fly.memref<i1, register, 3:1>) {
  // expected-error @+1 {{expected a predicate of 8 elements, got 3:1}}
  fly.copy(%copy, %m, %m, %pred) : (!copy, !fly.memref<f32, register, ((4,2),4):((1,4),8)>, !fly.memref<f32, register, ((4,2),4):((1,4),8)>, !fly.memref<i1, register, 3:1>) -> ()
  return
}

// -----

!copy = !fly.copy_atom<!fly.universal_copy<32>, 32>

func.func @copy_unroll(%copy: !copy, %m: !fly.memref<f32, global, (1,65537):(0,1)>, %n: !fly.memref<f32, global, (1,65537):(0,1)>) {
  // expected-error @+1 {{expected at most 65536 calls of the atom to unroll, got 65537}}
  fly.copy(%copy, %m, %n) : (!copy, !fly.memref<f32, global, (1,65537):(0,1)>, !fly.memref<f32, global, (1,65537):(0,1)>) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// expected-error @+1 {{expected a static layout of three modes, the numbers of atoms along M, N and K, got (8,8):(1,8)}}
func.func private @mma_layout(!fly.tiled_mma<!fma, !fly.layout<(8,8):(1,8)>>)

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// expected-error @+1 {{expected a layout that numbers the atoms' groups of threads from 0 on, each number once, got (8,8,1):(1,-8,0)}}
func.func private @mma_stride(!fly.tiled_mma<!fma, !fly.layout<(8,8,1):(1,-8,0)>>)

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// Two atoms with one number would be computed by the same threads.
// expected-error @+1 {{expected a layout that numbers the atoms' groups of threads from 0 on, each number once, got (2,2,1):(1,1,0)}}
func.func private @mma_twice(!fly.tiled_mma<!fma, !fly.layout<(2,2,1):(1,1,0)>>)

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// expected-error @+1 {{expected a layout that numbers the atoms' groups of threads from 0 on, each number once, got (2,2,1):(1,3,0)}}
func.func private @mma_gap(!fly.tiled_mma<!fma, !fly.layout<(2,2,1):(1,3,0)>>)

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// expected-error @+1 {{expected a permutation with an entry for each of M, N and K, got [16|8]}}
func.func private @mma_permutation(!fly.tiled_mma<!fma, !fly.layout<(8,8,1):(1,8,0)>, !fly.tile<[16|8]>>)

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// expected-error @+1 {{expected the permutation of M to have a multiple of the 8 elements of the atoms along it, got [12|*|*]}}
func.func private @mma_permutation_size(!fly.tiled_mma<!fma, !fly.layout<(8,8,1):(1,8,0)>, !fly.tile<[12|*|*]>>)

// -----

!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>

func.func @mma_tensor(%mma: !mma, %m: !fly.memref<f32, global, 64:1>, %t: !fly.int_tuple<?>) {
  // expected-error @+2 {{'fly.tiled_mma.partition' op expected a tensor of two or more modes, got 64:1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tiled_mma.partition(a, %mma, %m, %t) : (!mma, !fly.memref<f32, global, 64:1>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,8):(0,8)>
  return
}

// -----

!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>

func.func @operand(%mma: !mma, %m: !fly.memref<f32, global, (8,8):(1,8)>, %t: !fly.int_tuple<?>) {
  // expected-error @+1 {{expected the operand a, b, c or d, got e}}
  %0 = fly.tiled_mma.partition(e, %mma, %m, %t) : (!mma, !fly.memref<f32, global, (8,8):(1,8)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,1,8):(0,0,8)>
  return
}

// -----

!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>

func.func @stages(%mma: !mma, %m: !fly.memref<f32, global, (8,8):(1,8)>) {
  // expected-error @+2 {{stages must be positive, got 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.mma.make_fragment(a, %mma, %m, stages = 0) : (!mma, !fly.memref<f32, global, (8,8):(1,8)>) -> !fly.memref<f32, register, (1,1,8):(0,0,1)>
  return
}

// -----

!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>

func.func @stages_rank(%mma: !mma, %m: !fly.memref<f32, global, 64:1>) {
  // expected-error @+2 {{stages need a tensor of two or more modes, got 64:1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.mma.make_fragment(a, %mma, %m, stages = 2) : (!mma, !fly.memref<f32, global, 64:1>) -> !fly.memref<f32, register, (1,1,8):(0,0,1)>
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!a = !fly.memref<f32, register, (1,2,3):(0,1,2)>
!b = !fly.memref<f32, register, (1,2,4):(0,1,2)>

func.func @gemm_k(%fma: !fma, %d: !d, %a: !a, %b: !b) {
  // expected-error @+1 {{expected as many atoms along M in d, c and a, along N in d, c and b, and along K in a and b, got d (1,2,2):(0,1,2), a (1,2,3):(0,1,2), b (1,2,4):(0,1,2), c (1,2,2):(0,1,2)}}
  fly.gemm(%fma, %d, %a, %b, %d) : (!fma, !d, !a, !b, !d) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!a = !fly.memref<f32, register, (1,2):(0,1)>

func.func @gemm_rank(%fma: !fma, %d: !d, %a: !a) {
  // expected-error @+1 {{expected d and c with modes (value, M, N), a with (value, M, K) and b with (value, N, K), or a and b without K, got d}}
  fly.gemm(%fma, %d, %a, %d, %d) : (!fma, !d, !a, !d, !d) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!a = !fly.memref<f32, register, (4,2,2):(1,4,8)>

func.func @gemm_values(%fma: !fma, %d: !d, %a: !a) {
  // expected-error @+1 {{expected mode 0 of operand a to be the 1 elements that the atom takes from a thread, got 4:1}}
  fly.gemm(%fma, %d, %a, %d, %d) : (!fma, !d, !a, !d, !d) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!a = !fly.memref<f16, register, (1,2,2):(0,1,2)>

func.func @gemm_type(%fma: !fma, %d: !d, %a: !a) {
  // expected-error @+1 {{expected operand b to have elements of type 'f32', got 'f16'}}
  fly.gemm(%fma, %d, %d, %a, %d) : (!fma, !d, !d, !a, !d) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>

func.func @gemm_traversal(%fma: !fma, %d: !d, %l: !fly.layout<(2,2):(1,2)>) {
  // expected-error @+1 {{expected the traversalLayout to visit each of the 8 atoms once, got (2,2):(1,2)}}
  fly.gemm(%fma, %d, %d, %d, %d) [traversalLayout = %l] : (!fma, !d, !d, !d, !d, !fly.layout<(2,2):(1,2)>) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>

func.func @gemm_both(%fma: !fma, %d: !d, %l: !fly.layout<8:1>) {
  // expected-error @+1 {{expected traversalOrder or traversalLayout, got both}}
  fly.gemm(%fma, %d, %d, %d, %d) [traversalLayout = %l] {traversalOrder = #fly<gemm_traversal_order kmn>} : (!fma, !d, !d, !d, !d, !fly.layout<8:1>) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, global, (1,?,2):(0,1,?)>

func.func @gemm_dynamic(%fma: !fma, %d: !d) {
  // expected-error @+1 {{expected operand d to have a static shape, got (1,?,2):(0,1,?)}}
  fly.gemm(%fma, %d, %d, %d, %d) : (!fma, !d, !d, !d, !d) -> ()
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>

func.func @retile_composed(%copy: !copy, %m: !fly.memref<f32, register, S<1,0,1> o 0 o (4,4,4):(1,4,16)>) {
  // expected-error @+2 {{expected a plain layout to retile, got S<1,0,1> o 0 o (4,4,4):(1,4,16)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tiled_copy.retile(%copy, %m) : (!copy, !fly.memref<f32, register, S<1,0,1> o 0 o (4,4,4):(1,4,16)>) -> !fly.memref<f32, register, S<1,0,1> o 0 o ((4,1),4,4):((1,0),4,16)>
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!d = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!a = !fly.memref<f32, register, (1,2,0):(0,1,2)>

func.func @gemm_without_k(%fma: !fma, %d: !d, %a: !a) {
  // expected-error @+1 {{expected at least one atom along K, got d (1,2,2):(0,1,2), a (1,2,0):(0,1,2)}}
  fly.gemm(%fma, %d, %a, %a, %d) : (!fma, !d, !a, !a, !d) -> ()
  return
}
