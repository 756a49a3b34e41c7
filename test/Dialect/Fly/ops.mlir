// RUN: fly-opt %s -verify-roundtrip | FileCheck %s
// RUN: fly-opt %s -mlir-print-op-generic | fly-opt | FileCheck %s
// RUN: fly-opt %s -emit-bytecode | fly-opt | FileCheck %s

// The ops that golden.mlir has no values for, in each of MLIR's formats.

!gmem = !fly.memref<f32, global, 4:1, align<16>>
!rmem = !fly.memref<f32, register, 4:1>
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// CHECK-LABEL: @constructors(
func.func @constructors(%a: i32, %b: i64, %p: !fly.ptr<f32, global, align<16>>) {
  // CHECK: fly.static : !fly.layout<(4,8):(1,4)>
  %0 = fly.static : !fly.layout<(4,8):(1,4)>
  // CHECK: fly.make_int_tuple() : () -> !fly.int_tuple<4>
  %1 = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  // CHECK: fly.make_shape(%{{.*}}, %{{.*}}) : (i32, i64) -> !fly.int_tuple<(?,4,?{i64 div=8})>
  %2 = fly.make_shape(%a, %b) : (i32, i64) -> !fly.int_tuple<(?,4,?{i64 div=8})>
  // CHECK: fly.make_stride() : () -> !fly.int_tuple<(1,4,16)>
  %3 = fly.make_stride() : () -> !fly.int_tuple<(1,4,16)>
  // CHECK: fly.make_coord(%{{.*}}) : (i32) -> !fly.int_tuple<(?,*)>
  %4 = fly.make_coord(%a) : (i32) -> !fly.int_tuple<(?,*)>
  // CHECK: fly.make_layout(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,4,?{i64 div=8})>, !fly.int_tuple<(1,4,16)>) -> !fly.layout<(?,4,?{i64 div=8}):(1,4,16)>
  %5 = fly.make_layout(%2, %3) : (!fly.int_tuple<(?,4,?{i64 div=8})>, !fly.int_tuple<(1,4,16)>) -> !fly.layout<(?,4,?{i64 div=8}):(1,4,16)>
  // CHECK: fly.make_view(%{{.*}}, %{{.*}}) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,8):(1,4)>) -> !fly.memref<f32, global, (4,8):(1,4), align<16>>
  %6 = fly.make_view(%p, %0) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,8):(1,4)>) -> !fly.memref<f32, global, (4,8):(1,4), align<16>>
  return
}

// Attributes that an op doesn't know survive.
// CHECK-LABEL: @discardable(
func.func @discardable() {
  // CHECK: fly.make_int_tuple() {static_args = 1 : i32}
  %0 = fly.make_int_tuple() {static_args = 1 : i32} : () -> !fly.int_tuple<4>
  return
}

// CHECK-LABEL: @extractors(
func.func @extractors(%t: !fly.int_tuple<?{i64 div=4}>, %u: !fly.int_tuple<(?,4)>, %m: !gmem) {
  // CHECK: fly.get_scalar(%{{.*}}) : (!fly.int_tuple<?{i64 div=4}>) -> i64
  %0 = fly.get_scalar(%t) : (!fly.int_tuple<?{i64 div=4}>) -> i64
  // CHECK: fly.get_leaves(%{{.*}}) : (!fly.int_tuple<(?,4)>) -> (i32, i32)
  %1:2 = fly.get_leaves(%u) : (!fly.int_tuple<(?,4)>) -> (i32, i32)
  // CHECK: fly.get_leaves(%{{.*}}) {dynamicOnly = true} : (!fly.int_tuple<(?,4)>) -> i32
  %2 = fly.get_leaves(%u) {dynamicOnly = true} : (!fly.int_tuple<(?,4)>) -> i32
  // CHECK: fly.get_iter(%{{.*}}) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.ptr<f32, global, align<16>>
  %3 = fly.get_iter(%m) : (!gmem) -> !fly.ptr<f32, global, align<16>>
  // CHECK: fly.get_layout(%{{.*}}) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.layout<4:1>
  %4 = fly.get_layout(%m) : (!gmem) -> !fly.layout<4:1>
  // CHECK: fly.get_shape(%{{.*}}) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.int_tuple<4>
  %5 = fly.get_shape(%m) : (!gmem) -> !fly.int_tuple<4>
  // CHECK: fly.get_stride(%{{.*}}) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.int_tuple<1>
  %6 = fly.get_stride(%m) : (!gmem) -> !fly.int_tuple<1>
  return
}

// CHECK-LABEL: @compare(
func.func @compare(%a: !fly.int_tuple<(?,?)>, %b: !fly.int_tuple<(4,?)>) {
  // CHECK: fly.elem_less(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> i1
  %0 = fly.elem_less(%a, %b) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> i1
  // CHECK: fly.equal(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> i1
  %1 = fly.equal(%a, %b) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> i1
  // CHECK: fly.int_tuple_sub(%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> !fly.int_tuple<(?,?)>
  %2 = fly.int_tuple_sub(%a, %b) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> !fly.int_tuple<(?,?)>
  // CHECK: fly.prepend (%{{.*}}, %{{.*}}) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> !fly.int_tuple<((4,?),?,?)>
  %3 = fly.prepend(%a, %b) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> !fly.int_tuple<((4,?),?,?)>
  // CHECK: fly.int_tuple_product(%{{.*}}) : (!fly.int_tuple<(4,?)>) -> !fly.int_tuple<?{div=4}>
  %4 = fly.int_tuple_product(%b) : (!fly.int_tuple<(4,?)>) -> !fly.int_tuple<?{div=4}>
  // CHECK: fly.int_tuple_product_each(%{{.*}}) : (!fly.int_tuple<(4,?)>) -> !fly.int_tuple<(4,?)>
  %5 = fly.int_tuple_product_each(%b) : (!fly.int_tuple<(4,?)>) -> !fly.int_tuple<(4,?)>
  return
}

// CHECK-LABEL: @pointers(
func.func @pointers(%p: !fly.ptr<f32, global, align<16>>, %i: i64, %v: vector<4xf32>) {
  // CHECK: fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  %0 = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  // CHECK: fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 256 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
  %1 = fly.make_ptr() {dictAttrs = {allocBytes = 256 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
  // CHECK: fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
  %2 = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
  // CHECK: fly.inttoptr(%{{.*}}) : (i64) -> !fly.ptr<f32, global>
  %3 = fly.inttoptr(%i) : (i64) -> !fly.ptr<f32, global>
  // CHECK: fly.ptrtoint(%{{.*}}) : (!fly.ptr<f32, global, align<16>>) -> i64
  %4 = fly.ptrtoint(%p) : (!fly.ptr<f32, global, align<16>>) -> i64
  // CHECK: fly.ptrtoint(%{{.*}}) : (!fly.ptr<i8, shared, align<16>>) -> i32
  %5 = fly.ptrtoint(%1) : (!fly.ptr<i8, shared, align<16>>) -> i32
  // CHECK: fly.to_llvm_ptr(%{{.*}}) {llvm_address_space = 1 : i32} : (!fly.ptr<f32, global, align<16>>) -> !llvm.ptr<1>
  %6 = fly.to_llvm_ptr(%p) {llvm_address_space = 1 : i32} : (!fly.ptr<f32, global, align<16>>) -> !llvm.ptr<1>
  // CHECK: fly.recast_iter(%{{.*}}) : (!fly.ptr<i8, shared, align<16>>) -> !fly.ptr<f32, shared, align<16>>
  %7 = "fly.recast_iter"(%1) : (!fly.ptr<i8, shared, align<16>>) -> !fly.ptr<f32, shared, align<16>>
  // CHECK: fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, global, align<16>>) -> vector<4xf32>
  %8 = fly.ptr.load(%p) : (!fly.ptr<f32, global, align<16>>) -> vector<4xf32>
  // CHECK: fly.ptr.store(%{{.*}}, %{{.*}}) : (vector<4xf32>, !fly.ptr<f32, global, align<16>>) -> ()
  fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, global, align<16>>) -> ()
  return
}

// CHECK-LABEL: @memory(
func.func @memory(%m: !fly.memref<f16, global, (8,4):(64,1)>, %c: !fly.int_tuple<(1,?)>, %l: !fly.layout<(4,2):(1,4)>, %v: vector<32xf16>, %x: f16) {
  // CHECK: fly.memref.alloca(%{{.*}}) : (!fly.layout<(4,2):(1,4)>) -> !fly.memref<f32, register, (4,2):(1,4)>
  %0 = fly.memref.alloca(%l) : (!fly.layout<(4,2):(1,4)>) -> !fly.memref<f32, register, (4,2):(1,4)>
  // CHECK: fly.make_fragment_like(%{{[a-z0-9]+}}) : (!fly.memref<f16, global, (8,4):(64,1)>) -> !fly.memref<f16, register, (8,4):(1,8)>
  %1 = fly.make_fragment_like(%m) : (!fly.memref<f16, global, (8,4):(64,1)>) -> !fly.memref<f16, register, (8,4):(1,8)>
  // CHECK: fly.make_fragment_like(%{{[a-z0-9]+}}, f32) : (!fly.memref<f16, global, (8,4):(64,1)>) -> !fly.memref<f32, register, (8,4):(1,8)>
  %2 = fly.make_fragment_like(%m, f32) : (!fly.memref<f16, global, (8,4):(64,1)>) -> !fly.memref<f32, register, (8,4):(1,8)>
  // CHECK: fly.memref.load(%{{.*}}, %{{.*}}) : (!fly.memref<f16, global, (8,4):(64,1)>, !fly.int_tuple<(1,?)>) -> f16
  %3 = fly.memref.load(%m, %c) : (!fly.memref<f16, global, (8,4):(64,1)>, !fly.int_tuple<(1,?)>) -> f16
  // CHECK: fly.memref.store(%{{.*}}, %{{.*}}, %{{.*}}) : (f16, !fly.memref<f16, global, (8,4):(64,1)>, !fly.int_tuple<(1,?)>) -> ()
  fly.memref.store(%x, %m, %c) : (f16, !fly.memref<f16, global, (8,4):(64,1)>, !fly.int_tuple<(1,?)>) -> ()
  // CHECK: fly.memref.load_vec(%{{.*}}) : (!fly.memref<f16, global, (8,4):(64,1)>) -> vector<32xf16>
  %4 = fly.memref.load_vec(%m) : (!fly.memref<f16, global, (8,4):(64,1)>) -> vector<32xf16>
  // CHECK: fly.memref.store_vec(%{{.*}}, %{{.*}}) : (vector<32xf16>, !fly.memref<f16, global, (8,4):(64,1)>) -> ()
  fly.memref.store_vec(%v, %m) : (vector<32xf16>, !fly.memref<f16, global, (8,4):(64,1)>) -> ()
  return
}

// CHECK-LABEL: @copies(
func.func @copies(%src: !gmem, %dst: !rmem, %pred: !fly.memref<i1, register, 1:1>, %v: vector<4xf32>, %p: i1) {
  // CHECK: fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  // CHECK: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}) -> ()
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !gmem, !rmem) -> ()
  // CHECK: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}) -> ()
  fly.copy_atom_call(%atom, %src, %dst, %pred) : (!atom, !gmem, !rmem, !fly.memref<i1, register, 1:1>) -> ()
  // CHECK: fly.copy_atom_call_ssa(%{{.*}}, %{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : ({{.*}}) -> vector<4xf32>
  %0 = fly.copy_atom_call_ssa(%atom, %src) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!atom, !gmem) -> vector<4xf32>
  // CHECK: fly.copy_atom_call_ssa(%{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : ({{.*}}, vector<4xf32>, i1) -> vector<4xf32>
  %1 = fly.copy_atom_call_ssa(%atom, %src, %v, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, !gmem, vector<4xf32>, i1) -> vector<4xf32>
  // CHECK: fly.copy_atom_call_ssa(%{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : ({{.*}}, i1) -> ()
  fly.copy_atom_call_ssa(%atom, %v, %src, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, vector<4xf32>, !gmem, i1) -> ()
  // CHECK: fly.copy(%{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}) -> ()
  fly.copy(%atom, %src, %dst) : (!atom, !gmem, !rmem) -> ()
  return
}

// FlyDSL loses divisors in divisions; its types are accepted, and stay.
// CHECK-LABEL: @weaker_divisors(
func.func @weaker_divisors(%t: !fly.int_tuple<?{div=8}>, %four: !fly.int_tuple<4>, %p: !fly.ptr<f32, global, align<64>>) {
  // CHECK: fly.int_tuple_div({{.*}}) -> !fly.int_tuple<?{div=2}>
  %0 = fly.int_tuple_div(%t, %four) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=2}>
  // CHECK: fly.int_tuple_div({{.*}}) -> !fly.int_tuple<?>
  %1 = fly.int_tuple_div(%t, %four) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?>
  // CHECK: fly.add_offset({{.*}}) -> !fly.ptr<f32, global, align<16>>
  %2 = fly.add_offset(%p, %t) : (!fly.ptr<f32, global, align<64>>, !fly.int_tuple<?{div=8}>) -> !fly.ptr<f32, global, align<16>>
  return
}
