// RUN: fly-opt %s -verify-roundtrip | FileCheck %s
// RUN: fly-opt %s -mlir-print-op-generic | fly-opt | FileCheck %s
// RUN: fly-opt %s -emit-bytecode | fly-opt | FileCheck %s

// Ops and types of tiled copies and MMAs in each of MLIR's formats.

!copy_atom = !fly.copy_atom<!fly.universal_copy<128>, 32>
!copy = !fly.tiled_copy<!copy_atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!mma = !fly.tiled_mma<!fma, !fly.layout<(8,8,1):(1,8,0)>>
!frag = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!line = !fly.memref<f32, register, (1,2):(0,1)>
!one = !fly.memref<f32, register, 1:1>

// The parameters' mnemonics may be left out, as may the default permutation.
// CHECK-LABEL: @short_types(
// CHECK-SAME: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
// CHECK-SAME: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>
// CHECK-SAME: !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>, !fly.tile<[16|*|(4,2):(1,4)]>>
func.func private @short_types(
  !fly.tiled_copy<<!fly.universal_copy<128>, 32>, <(64,4):(4,1)>, <[16|16]>>,
  !fly.tiled_mma<!fma, <(8,8,1):(1,8,0)>, <[*|*|*]>>,
  !fly.tiled_mma<!fma, <(8,8,1):(1,8,0)>, <[16|*|(4,2):(1,4)]>>)

// CHECK-LABEL: @make(
func.func @make(%copy_atom: !copy_atom, %tv: !fly.layout<(64,4):(4,1)>, %tile: !fly.tile<[16|16]>,
                %mma_atom: !fma, %mnk: !fly.layout<(8,8,1):(1,8,0)>, %perm: !fly.tile<[16|*|*]>) {
  // CHECK: fly.make_tiled_copy(%{{.*}}, %{{.*}}, %{{.*}}) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
  %0 = fly.make_tiled_copy(%copy_atom, %tv, %tile) : (!copy_atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>) -> !copy
  // CHECK: fly.make_tiled_mma(%{{.*}}, %{{.*}}) : ({{.*}}) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>
  %1 = fly.make_tiled_mma(%mma_atom, %mnk) : (!fma, !fly.layout<(8,8,1):(1,8,0)>) -> !mma
  // CHECK: fly.make_tiled_mma(%{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}, !fly.tile<[16|*|*]>) -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>, !fly.tile<[16|*|*]>>
  %2 = fly.make_tiled_mma(%mma_atom, %mnk, %perm) : (!fma, !fly.layout<(8,8,1):(1,8,0)>, !fly.tile<[16|*|*]>) -> !fly.tiled_mma<!fma, !fly.layout<(8,8,1):(1,8,0)>, !fly.tile<[16|*|*]>>
  // CHECK: fly.static : !fly.tiled_copy<
  %3 = fly.static : !copy
  return
}

// CHECK-LABEL: @partition(
func.func @partition(%copy: !copy, %mma: !mma, %m: !fly.memref<f32, global, (64,64):(1,64), align<16>>,
                     %t: !fly.int_tuple<?>, %five: !fly.int_tuple<5>, %v: !fly.memref<f32, register, (4,4,4):(1,4,16)>) {
  // CHECK: fly.tiled_copy.partition_src(%{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024), align<16>>
  %0 = fly.tiled_copy.partition_src(%copy, %m, %t) : (!copy, !fly.memref<f32, global, (64,64):(1,64), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024), align<16>>
  // CHECK: fly.tiled_copy.partition_dst(%{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}, !fly.int_tuple<5>) -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024), align<16>>
  %1 = fly.tiled_copy.partition_dst(%copy, %m, %five) : (!copy, !fly.memref<f32, global, (64,64):(1,64), align<16>>, !fly.int_tuple<5>) -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024), align<16>>
  // CHECK: fly.tiled_copy.retile(%{{.*}}, %{{.*}}) : ({{.*}}) -> !fly.memref<f32, register, ((4,1),4,4):((1,0),4,16)>
  %2 = fly.tiled_copy.retile(%copy, %v) : (!copy, !fly.memref<f32, register, (4,4,4):(1,4,16)>) -> !fly.memref<f32, register, ((4,1),4,4):((1,0),4,16)>
  // CHECK: fly.tiled_mma.partition(b, %{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}) -> !fly.memref<f32, global, (1,8,64):(0,8,64)>
  %3 = fly.tiled_mma.partition(b, %mma, %m, %t) : (!mma, !fly.memref<f32, global, (64,64):(1,64), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,8,64):(0,8,64)>
  // CHECK: fly.mma.make_fragment(d, %{{[a-z0-9]*}}, %{{[a-z0-9]*}}) : ({{.*}}) -> !fly.memref<f32, register, (1,8,8):(0,1,8)>
  %4 = fly.mma.make_fragment(d, %mma, %m) : (!mma, !fly.memref<f32, global, (64,64):(1,64), align<16>>) -> !fly.memref<f32, register, (1,8,8):(0,1,8)>
  // CHECK: fly.mma.make_fragment(a, %{{.*}}, %{{.*}}, stages = 3) : ({{.*}}) -> !fly.memref<f32, register, (1,8,64,3):(0,1,8,512)>
  %5 = fly.mma.make_fragment(a, %mma, %m, stages = 3) : (!mma, !fly.memref<f32, global, (64,64):(1,64), align<16>>) -> !fly.memref<f32, register, (1,8,64,3):(0,1,8,512)>
  return
}

// A tile of one entry cuts the whole tensor.
// CHECK-LABEL: @line(
func.func @line(%copy: !fly.tiled_copy<!copy_atom, !fly.layout<(256,4):(4,1)>, !fly.tile<[1024]>>,
                %m: !fly.memref<f32, global, 8192:1, align<16>>, %t: !fly.int_tuple<?>) {
  // CHECK: -> !fly.memref<f32, global, ((4,1),8):((1,0),1024), align<16>>
  %0 = fly.tiled_copy.partition_src(%copy, %m, %t) : (!fly.tiled_copy<!copy_atom, !fly.layout<(256,4):(4,1)>, !fly.tile<[1024]>>, !fly.memref<f32, global, 8192:1, align<16>>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),8):((1,0),1024), align<16>>
  return
}

// CHECK-LABEL: @copy(
func.func @copy(%copy: !copy, %src: !fly.memref<f32, global, ((4,1),4):((1,0),16), align<16>>, %dst: !fly.memref<f32, register, ((4,1),4):((1,0),4)>) {
  // CHECK: fly.copy(%{{.*}}, %{{.*}}, %{{.*}}) : (!fly.tiled_copy<
  fly.copy(%copy, %src, %dst) : (!copy, !fly.memref<f32, global, ((4,1),4):((1,0),16), align<16>>, !fly.memref<f32, register, ((4,1),4):((1,0),4)>) -> ()
  return
}

// CHECK-LABEL: @gemm(
func.func @gemm(%mma: !mma, %atom: !fma, %f: !frag, %l: !line, %one: !one, %order: !fly.layout<(2,2,2):(4,2,1)>) {
  // CHECK: fly.gemm(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {traversalOrder = #fly<gemm_traversal_order kmn>} : (!fly.tiled_mma<
  fly.gemm(%mma, %f, %f, %f, %f) {traversalOrder = #fly<gemm_traversal_order kmn>} : (!mma, !frag, !frag, !frag, !frag) -> ()
  // CHECK: fly.gemm(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) [traversalLayout = %{{.*}}] : (!fly.mma_atom<{{.*}}, !fly.layout<(2,2,2):(4,2,1)>) -> ()
  fly.gemm(%atom, %f, %f, %f, %f) [traversalLayout = %order] : (!fma, !frag, !frag, !frag, !frag, !fly.layout<(2,2,2):(4,2,1)>) -> ()
  // CHECK: fly.gemm(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {traversalOrder = #fly<gemm_traversal_order mnk_serpentine>} : (
  fly.gemm(%atom, %f, %l, %l, %f) {traversalOrder = #fly<gemm_traversal_order mnk_serpentine>} : (!fma, !frag, !line, !line, !frag) -> ()
  // CHECK: fly.gemm(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (
  fly.gemm(%atom, %one, %one, %one, %one) : (!fma, !one, !one, !one, !one) -> ()
  return
}
