// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -cse -split-input-file | FileCheck %s

!buffer = !fly.ptr<f16, #fly_rocdl.buffer_desc>
!bmem = !fly.memref<f16, #fly_rocdl.buffer_desc, 8:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 16>

// A buffer's offset is in bytes, the 128 bits travel as four dwords.
// CHECK-LABEL: @buffer_load(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[BYTES:.*]]: i64, %[[I:.*]]: i32)
// CHECK: %[[R:.*]] = rocdl.make.buffer.rsrc %[[P]], %{{.*}}, %[[BYTES]], %{{.*}} : <1> to <8>
// CHECK: %[[O:.*]] = arith.muli %[[I]], %c2_i32 : i32
// CHECK: %[[V:.*]] = rocdl.raw.ptr.buffer.load %[[R]], %[[O]], %c0_i32, %c0_i32 : vector<4xi32>
// CHECK: llvm.bitcast %[[V]] : vector<4xi32> to vector<8xf16>
func.func @buffer_load(%p: !fly.ptr<f16, global>, %bytes: i64, %i: i32) -> vector<8xf16> {
  %stride = arith.constant 0 : i16
  %flags = arith.constant 159744 : i32
  %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f16, global>, i16, i64, i32) -> !buffer
  %o = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %q = fly.add_offset(%b, %o) : (!buffer, !fly.int_tuple<?>) -> !buffer
  %l = fly.static : !fly.layout<8:1>
  %m = fly.make_view(%q, %l) : (!buffer, !fly.layout<8:1>) -> !bmem
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !atom
  %v = fly.copy_atom_call_ssa(%atom, %m) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!atom, !bmem) -> vector<8xf16>
  return %v : vector<8xf16>
}

// -----

!bmem = !fly.memref<f16, #fly_rocdl.buffer_desc, 8:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 16>

// A false predicate sends the access out of bounds, without a branch: a load
// gives zeros there, which is all that a zero `dst` asks for.
// CHECK-LABEL: @masked_load_zero(
// CHECK: %[[O:.*]] = arith.select %{{.*}}, %{{.*}}, %c-2147483648_i32 : i32
// CHECK: rocdl.raw.ptr.buffer.load %{{.*}}, %[[O]],
// CHECK-NOT: arith.select
// CHECK-NOT: scf.if
func.func @masked_load_zero(%m: !bmem, %p: i1) -> vector<8xf16> {
  %zero = arith.constant dense<0.0> : vector<8xf16>
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !atom
  %v = fly.copy_atom_call_ssa(%atom, %m, %zero, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, !bmem, vector<8xf16>, i1) -> vector<8xf16>
  return %v : vector<8xf16>
}

// -----

!bmem = !fly.memref<f16, #fly_rocdl.buffer_desc, 8:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 16>

// Negative zero has bits of its own.
// CHECK-LABEL: @masked_load_negative_zero(
// CHECK: %[[V:.*]] = llvm.bitcast
// CHECK: arith.select %{{.*}}, %[[V]], %{{.*}} : vector<8xf16>
func.func @masked_load_negative_zero(%m: !bmem, %p: i1) -> vector<8xf16> {
  %zero = arith.constant dense<-0.0> : vector<8xf16>
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !atom
  %v = fly.copy_atom_call_ssa(%atom, %m, %zero, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, !bmem, vector<8xf16>, i1) -> vector<8xf16>
  return %v : vector<8xf16>
}

// -----

!bmem = !fly.memref<f16, #fly_rocdl.buffer_desc, 8:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 16>

// Another `dst` is selected afterwards.
// CHECK-LABEL: @masked_load_old(
// CHECK-SAME: %[[OLD:[a-z0-9]+]]: vector<8xf16>, %[[P:[a-z0-9]+]]: i1)
// CHECK: %[[V:.*]] = llvm.bitcast
// CHECK: %[[R:.*]] = arith.select %[[P]], %[[V]], %[[OLD]] : vector<8xf16>
// CHECK: return %[[R]]
func.func @masked_load_old(%m: !bmem, %old: vector<8xf16>, %p: i1) -> vector<8xf16> {
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !atom
  %v = fly.copy_atom_call_ssa(%atom, %m, %old, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, !bmem, vector<8xf16>, i1) -> vector<8xf16>
  return %v : vector<8xf16>
}

// -----

!bmem = !fly.memref<f16, #fly_rocdl.buffer_desc, 1:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<16, cache = 2>, 16>

// CHECK-LABEL: @masked_store(
// CHECK: %[[V:.*]] = llvm.bitcast %{{.*}} : f16 to i16
// CHECK: %[[O:.*]] = arith.select %{{.*}}, %{{.*}}, %c-2147483648_i32 : i32
// CHECK: rocdl.raw.ptr.buffer.store %[[V]], %{{.*}}, %[[O]], %c0_i32, %c2_i32 : i16
func.func @masked_store(%x: f16, %m: !bmem, %p: i1) {
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !atom
  fly.copy_atom_call_ssa(%atom, %x, %m, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, f16, !bmem, i1) -> ()
  return
}

// -----

!gmem = !fly.memref<f32, global, 4:1, align<16>>
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// Other memory is not touched where the predicate is false.
// CHECK-LABEL: @guarded_load(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr<1>, %[[OLD:.*]]: vector<4xf32>, %[[P:.*]]: i1)
// CHECK: %[[R:.*]] = scf.if %[[P]] -> (vector<4xf32>)
// CHECK: %[[V:.*]] = llvm.load %[[M]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: scf.yield %[[V]]
// CHECK: scf.yield %[[OLD]]
func.func @guarded_load(%m: !gmem, %old: vector<4xf32>, %p: i1) -> vector<4xf32> {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  %v = fly.copy_atom_call_ssa(%atom, %m, %old, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, !gmem, vector<4xf32>, i1) -> vector<4xf32>
  return %v : vector<4xf32>
}

// -----

!gmem = !fly.memref<f32, global, 4:1, align<16>>
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

// CHECK-LABEL: @guarded_store(
// CHECK: scf.if %{{.*}} {
// CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
func.func @guarded_store(%v: vector<4xf32>, %m: !gmem, %p: i1) {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  fly.copy_atom_call_ssa(%atom, %v, %m, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, vector<4xf32>, !gmem, i1) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<64>, 32>
!gmem = !fly.memref<f32, global, 2:1, align<8>>
!smem = !fly.memref<f32, shared, 2:1, align<8>>

// Memory to memory, with a predicate that lies in memory as bytes.
// CHECK-LABEL: @memory(
// CHECK: %[[B:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<5> -> i8
// CHECK: %[[C:.*]] = arith.cmpi ne, %[[B]], %c0_i8 : i8
// CHECK: scf.if %[[C]] {
// CHECK: %[[V:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
// CHECK: llvm.store %[[V]], %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<3>
func.func @memory(%a: !gmem, %b: !smem, %p: !fly.memref<i8, register, 1:1>) {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  fly.copy_atom_call(%atom, %a, %b, %p) : (!atom, !gmem, !smem, !fly.memref<i8, register, 1:1>) -> ()
  return
}

// -----

!bmem = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>
!rmem = !fly.memref<f32, register, 4:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>

// Registers that stayed in memory keep their content where the predicate is
// false.
// CHECK-LABEL: @buffer_to_memory(
// CHECK: %[[V:.*]] = llvm.bitcast
// CHECK: %[[OLD:.*]] = llvm.load %{{.*}} : !llvm.ptr<5> -> vector<4xf32>
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[V]], %[[OLD]]
// CHECK: llvm.store %[[R]]
func.func @buffer_to_memory(%a: !bmem, %b: !rmem, %p: !fly.memref<i1, register, 1:1>) {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  fly.copy_atom_call(%atom, %a, %b, %p) : (!atom, !bmem, !rmem, !fly.memref<i1, register, 1:1>) -> ()
  return
}

// -----

// A tiled copy is its atom.
// CHECK-LABEL: func @tiled(
// CHECK-SAME: %[[STATE:.*]]: !llvm.struct<(i32)>) -> !llvm.struct<(i32)>
// CHECK-NEXT: return %[[STATE]]
func.func @tiled(%atom: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>) -> !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>> {
  %tv = fly.static : !fly.layout<(64,4):(4,1)>
  %tile = fly.static : !fly.tile<[16|16]>
  %copy = fly.make_tiled_copy(%atom, %tv, %tile) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>) -> !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
  return %copy : !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
}
