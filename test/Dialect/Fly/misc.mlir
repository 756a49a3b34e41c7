// RUN: fly-opt %s -verify-roundtrip | FileCheck %s
// RUN: fly-opt %s -mlir-print-op-generic | fly-opt | FileCheck %s

// Printing, and ops at the border to other dialects.

// CHECK-LABEL: @print(
func.func @print(%t: !fly.int_tuple<(?,2)>, %l: !fly.layout<(4,8):(1,4)>, %v: vector<4xf32>, %x: f32) {
  // CHECK: fly.print(%{{.*}}, %{{.*}}) {format = "at {}: {}"} : (!fly.int_tuple<(?,2)>, f32) -> ()
  fly.print(%t, %x) {format = "at {}: {}"} : (!fly.int_tuple<(?,2)>, f32) -> ()
  // CHECK: fly.print(%{{.*}}, %{{.*}}) : (!fly.layout<(4,8):(1,4)>, vector<4xf32>) -> ()
  fly.print(%l, %v) : (!fly.layout<(4,8):(1,4)>, vector<4xf32>) -> ()
  // CHECK: fly.print() {format = "here"} : () -> ()
  fly.print() {format = "here"} : () -> ()
  return
}

// CHECK-LABEL: @assume(
func.func @assume(%t: !fly.int_tuple<(?,2)>, %p: !fly.ptr<f32, global>, %ok: i1) {
  // CHECK: fly.assume(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,2)>, i1) -> !fly.int_tuple<(?{div=8},2)>
  %0 = fly.assume(%t, %ok) : (!fly.int_tuple<(?,2)>, i1) -> !fly.int_tuple<(?{div=8},2)>
  // CHECK: fly.assume(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, global>, i1) -> !fly.ptr<f32, global, align<16>>
  %1 = fly.assume(%p, %ok) : (!fly.ptr<f32, global>, i1) -> !fly.ptr<f32, global, align<16>>
  return
}

// The type of the tensor is written without its mnemonic.
// CHECK-LABEL: @pointer(
func.func @pointer(%m: !fly.memref<f32, global, 4:1>) {
  // CHECK: fly.extract_aligned_pointer_as_index %{{.*}} : <f32, global, 4:1> -> index
  %0 = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> index
  // CHECK: fly.extract_aligned_pointer_as_index %{{.*}} : <f32, global, 4:1> -> !llvm.ptr<1>
  %1 = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> !llvm.ptr<1>
  return
}

// CHECK-LABEL: @dynamic_shared(
func.func @dynamic_shared() {
  // CHECK: fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
  %0 = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
  return
}
