// RUN: fly-opt %s -fly-convert-atom-call-to-ssa-form | FileCheck %s

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>
!gmem = !fly.memref<f32, global, 4:1, align<16>>
!rmem = !fly.memref<f32, register, 4:1>

// Without a predicate the old content isn't needed.
// CHECK-LABEL: @load(
// CHECK: %[[V:.*]] = fly.copy_atom_call_ssa(%{{.*}}, %{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : ({{.*}}) -> vector<4xf32>
// CHECK: fly.ptr.store(%[[V]], %{{.*}}) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
func.func @load(%atom: !atom, %src: !gmem, %dst: !rmem) {
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !gmem, !rmem) -> ()
  return
}

// CHECK-LABEL: @store(
// CHECK: %[[V:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, register>) -> vector<4xf32>
// CHECK: fly.copy_atom_call_ssa(%{{.*}}, %[[V]], %{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : ({{.*}}) -> ()
func.func @store(%atom: !atom, %src: !rmem, %dst: !gmem) {
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !rmem, !gmem) -> ()
  return
}

// A predicate may keep it.
// CHECK-LABEL: @predicated(
// CHECK: %[[P:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<i1, register>) -> i1
// CHECK: %[[OLD:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, register>) -> vector<4xf32>
// CHECK: fly.copy_atom_call_ssa(%{{.*}}, %{{.*}}, %[[OLD]], %[[P]])
func.func @predicated(%atom: !atom, %src: !gmem, %dst: !rmem, %pred: !fly.memref<i1, register, 1:1>) {
  fly.copy_atom_call(%atom, %src, %dst, %pred) : (!atom, !gmem, !rmem, !fly.memref<i1, register, 1:1>) -> ()
  return
}

// Memory on both sides stays memory.
// CHECK-LABEL: @memory(
// CHECK: fly.copy_atom_call(
func.func @memory(%atom: !atom, %src: !gmem, %dst: !gmem) {
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !gmem, !gmem) -> ()
  return
}

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!one = !fly.memref<f32, register, 1:1>

// A register destination becomes a result that is stored.
// CHECK-LABEL: @mma(
// CHECK-COUNT-3: fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, register>) -> f32
// CHECK: %[[V:.*]] = fly.mma_atom_call_ssa(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}, f32, f32, f32) -> f32
// CHECK: fly.ptr.store(%[[V]], %{{.*}}) : (f32, !fly.ptr<f32, register>) -> ()
func.func @mma(%atom: !fma, %d: !one, %a: !one, %b: !one, %c: !one) {
  fly.mma_atom_call(%atom, %d, %a, %b, %c) : (!fma, !one, !one, !one, !one) -> ()
  return
}

// Operands in other memory stay memory, also the destination.
// CHECK-LABEL: @mma_memory(
// CHECK: %[[B:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, register>) -> f32
// CHECK: fly.mma_atom_call_ssa(%{{.*}}, %arg1, %arg2, %[[B]], %arg4) : ({{.*}}) -> ()
func.func @mma_memory(%atom: !fma, %d: !fly.memref<f32, shared, 1:1>, %a: !fly.memref<f32, shared, 1:1>, %b: !one, %c: !fly.memref<f32, shared, 1:1>) {
  fly.mma_atom_call(%atom, %d, %a, %b, %c) : (!fma, !fly.memref<f32, shared, 1:1>, !fly.memref<f32, shared, 1:1>, !one, !fly.memref<f32, shared, 1:1>) -> ()
  return
}
