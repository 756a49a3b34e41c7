// RUN: fly-opt %s -convert-fly-to-rocdl -split-input-file | FileCheck %s

// Each address space has its LLVM number.
// CHECK-LABEL: gpu.func @spaces(
// CHECK-SAME: !llvm.ptr, %{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<3>, %{{.*}}: !llvm.ptr<5>, %{{.*}}: !llvm.struct<(ptr<8>, i32)>
gpu.module @m {
  gpu.func @spaces(%a: !fly.ptr<f32, generic>, %b: !fly.ptr<f32, global>, %c: !fly.ptr<f32, shared>, %d: !fly.ptr<f32, register>, %e: !fly.ptr<f32, #fly_rocdl.buffer_desc>) {
    gpu.return
  }
}

// -----

// Offsets count elements; the alignment follows the pointer's type.
// CHECK-LABEL: @offsets(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[I:.*]]: i64)
// CHECK: %[[Q:.*]] = llvm.getelementptr %[[P]][%[[I]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f16
// CHECK: llvm.load %[[Q]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<4xf16>
func.func @offsets(%p: !fly.ptr<f16, global, align<16>>, %i: i64) -> vector<4xf16> {
  %o = fly.make_int_tuple(%i) : (i64) -> !fly.int_tuple<?{i64 div=4}>
  %q = fly.add_offset(%p, %o) : (!fly.ptr<f16, global, align<16>>, !fly.int_tuple<?{i64 div=4}>) -> !fly.ptr<f16, global, align<8>>
  %v = fly.ptr.load(%q) : (!fly.ptr<f16, global, align<8>>) -> vector<4xf16>
  return %v : vector<4xf16>
}

// -----

// An alignment need not be a power of two, an access's must.
// CHECK-LABEL: @alignment(
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 8 : i64} : f32
func.func @alignment(%p: !fly.ptr<f32, global, align<24>>, %x: f32) {
  fly.ptr.store(%x, %p) : (f32, !fly.ptr<f32, global, align<24>>) -> ()
  return
}

// -----

// A swizzle is applied to the address; no access may straddle its units.
// CHECK-LABEL: @swizzle(
// CHECK: %[[A:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i64
// CHECK: %[[M:.*]] = arith.andi %[[A]], %c448_i64
// CHECK: %[[S:.*]] = arith.shrui %[[M]], %c3_i64
// CHECK: %[[X:.*]] = arith.xori %[[A]], %[[S]]
// CHECK: %[[Q:.*]] = llvm.inttoptr %[[X]]
// CHECK: llvm.load %[[Q]] {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
func.func @swizzle(%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<4xf16> {
  %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<4xf16>
  return %v : vector<4xf16>
}

// -----

// Every shared allocation is a variable of its own.
// CHECK-LABEL: gpu.module @shared
// CHECK-DAG: llvm.mlir.global internal @__shared_alloc_0() {addr_space = 3 : i32, alignment = 16 : i64, dso_local} : !llvm.array<256 x i8>
// CHECK-DAG: llvm.mlir.global internal @__shared_alloc_1() {addr_space = 3 : i32, alignment = 4 : i64, dso_local} : !llvm.array<64 x i8>
// CHECK-DAG: llvm.mlir.global external @__dynamic_shared_0() {addr_space = 3 : i32, alignment = 1024 : i64, dso_local} : !llvm.array<0 x i8>
// CHECK: gpu.func @kernel
// CHECK-DAG: llvm.mlir.addressof @__shared_alloc_0 : !llvm.ptr<3>
// CHECK-DAG: llvm.mlir.addressof @__shared_alloc_1 : !llvm.ptr<3>
// CHECK-DAG: llvm.mlir.addressof @__dynamic_shared_0 : !llvm.ptr<3>
gpu.module @shared {
  gpu.func @kernel(%x: f32, %y: i8) kernel {
    %a = fly.make_ptr() {dictAttrs = {allocBytes = 256 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
    %f = fly.recast_iter(%a) : (!fly.ptr<i8, shared, align<16>>) -> !fly.ptr<f32, shared, align<16>>
    fly.ptr.store(%x, %f) : (f32, !fly.ptr<f32, shared, align<16>>) -> ()
    %b = fly.make_ptr() {dictAttrs = {allocBytes = 64 : i64, allocAlign = 4 : i64}} : () -> !fly.ptr<i8, shared, align<4>>
    fly.ptr.store(%y, %b) : (i8, !fly.ptr<i8, shared, align<4>>) -> ()
    %c = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
    fly.ptr.store(%y, %c) : (i8, !fly.ptr<i8, shared, align<1024>>) -> ()
    gpu.return
  }
}

// -----

// Registers that stay in memory are allocated once, not in each iteration.
// CHECK-LABEL: @registers(
// CHECK: llvm.alloca %{{.*}} x f32 {alignment = 4 : i64} : (i64) -> !llvm.ptr<5>
// CHECK: scf.for
// CHECK-NOT: alloca
func.func @registers(%n: index, %i: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %o = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
    %q = fly.add_offset(%p, %o) : (!fly.ptr<f32, register>, !fly.int_tuple<?>) -> !fly.ptr<f32, register>
    fly.ptr.store(%x, %q) : (f32, !fly.ptr<f32, register>) -> ()
  }
  return
}

// -----

// Loops carry converted pointers.
// CHECK-LABEL: @loop(
// CHECK: scf.for {{.*}} -> (!llvm.ptr<1>)
func.func @loop(%p: !fly.ptr<f32, global>, %n: index) -> !fly.ptr<f32, global> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = fly.make_int_tuple() : () -> !fly.int_tuple<1>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%q = %p) -> (!fly.ptr<f32, global>) {
    %next = fly.add_offset(%q, %one) : (!fly.ptr<f32, global>, !fly.int_tuple<1>) -> !fly.ptr<f32, global>
    scf.yield %next : !fly.ptr<f32, global>
  }
  return %r : !fly.ptr<f32, global>
}

// -----

// CHECK-LABEL: @integers(
// CHECK: %[[P:.*]] = llvm.inttoptr %{{.*}} : i64 to !llvm.ptr<1>
// CHECK: llvm.ptrtoint %[[P]] : !llvm.ptr<1> to i64
func.func @integers(%i: i64) -> (i64, !llvm.ptr<1>) {
  %p = fly.inttoptr(%i) : (i64) -> !fly.ptr<f32, global>
  %j = fly.ptrtoint(%p) : (!fly.ptr<f32, global>) -> i64
  %q = fly.to_llvm_ptr(%p) {llvm_address_space = 1 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<1>
  return %j, %q : i64, !llvm.ptr<1>
}
