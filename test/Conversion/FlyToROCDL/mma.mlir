// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -cse -split-input-file | FileCheck %s

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

// CHECK-LABEL: @fma(
// CHECK: %[[P:.*]] = llvm.fmul %arg0, %arg1 {fastmathFlags = #llvm.fastmath<contract>} : f32
// CHECK: llvm.fadd %[[P]], %arg2 {fastmathFlags = #llvm.fastmath<contract>} : f32
func.func @fma(%a: f32, %b: f32, %c: f32) -> f32 {
  %atom = fly.make_mma_atom : !atom
  %0 = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!atom, f32, f32, f32) -> f32
  return %0 : f32
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (i32, i32) -> i32>>

// CHECK-LABEL: @fma_int(
// CHECK: %[[P:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
// CHECK: llvm.add %[[P]], %{{.*}} : i32
func.func @fma_int(%a: vector<1xi32>, %b: i32, %c: i32) -> i32 {
  %atom = fly.make_mma_atom : !atom
  %0 = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!atom, vector<1xi32>, i32, i32) -> i32
  return %0 : i32
}

// -----

!atom = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
!in = !fly.memref<f16, register, (4,1):(1,0), align<8>>
!acc = !fly.memref<f32, register, (4,1):(1,0), align<16>>

// Operands in memory are loaded, the result is stored.
// CHECK-LABEL: @memory(
// CHECK-SAME: %[[PD:.*]]: !llvm.ptr<5>, %[[PA:.*]]: !llvm.ptr<5>, %[[PB:.*]]: !llvm.ptr<5>, %[[PC:.*]]: !llvm.ptr<5>)
// CHECK-DAG: %[[A:.*]] = llvm.load %[[PA]] {alignment = 8 : i64} : !llvm.ptr<5> -> vector<4xf16>
// CHECK-DAG: %[[B:.*]] = llvm.load %[[PB]] {alignment = 8 : i64} : !llvm.ptr<5> -> vector<4xf16>
// CHECK-DAG: %[[C:.*]] = llvm.load %[[PC]] {alignment = 16 : i64} : !llvm.ptr<5> -> vector<4xf32>
// CHECK: %[[D:.*]] = rocdl.mfma.f32.16x16x16f16 %[[A]], %[[B]], %[[C]], %[[Z:.*]], %[[Z]], %[[Z]] :
// CHECK: llvm.store %[[D]], %[[PD]] {alignment = 16 : i64}
func.func @memory(%d: !acc, %a: !in, %b: !in, %c: !acc) {
  %atom = fly.make_mma_atom : !atom
  fly.mma_atom_call(%atom, %d, %a, %b, %c) : (!atom, !acc, !in, !in, !acc) -> ()
  return
}

// -----

!atom = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>>

// Eight 8-bit floats travel as 64 bits, also where they already are integers.
// CHECK-LABEL: @fp8(
// CHECK-SAME: %[[A:.*]]: vector<8xi8>, %[[B:.*]]: vector<8xi8>
// CHECK-DAG: %[[WA:.*]] = llvm.bitcast %[[A]] : vector<8xi8> to i64
// CHECK-DAG: %[[WB:.*]] = llvm.bitcast %[[B]] : vector<8xi8> to i64
// CHECK: rocdl.mfma.f32.16x16x32.fp8.bf8 %[[WA]], %[[WB]],
func.func @fp8(%a: vector<8xf8E4M3FNUZ>, %b: vector<8xi8>, %c: vector<4xf32>) -> vector<4xf32> {
  %atom = fly.make_mma_atom : !atom
  %0 = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!atom, vector<8xf8E4M3FNUZ>, vector<8xi8>, vector<4xf32>) -> vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>
!buffer = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>

// The state's offset is in elements.
// CHECK-LABEL: @soffset(
// CHECK: %[[S:.*]] = arith.muli %arg1, %c4_i32 : i32
// CHECK: rocdl.raw.ptr.buffer.load %{{.*}}, %{{.*}}, %[[S]], %{{.*}} : i32
func.func @soffset(%m: !buffer, %s: i32) -> f32 {
  %0 = fly.make_copy_atom {valBits = 32 : i32} : !atom
  %1 = fly.atom.set_value(%0, "soffset", %s) : (!atom, i32) -> !atom
  %2 = fly.copy_atom_call_ssa(%1, %m) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!atom, !buffer) -> f32
  return %2 : f32
}
