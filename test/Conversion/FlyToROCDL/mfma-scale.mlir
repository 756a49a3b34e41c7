// RUN: fly-opt %s -convert-fly-to-rocdl | FileCheck %s
// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -o %t.mlir
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl),gpu-module-to-binary{format=isa})' | tr '\\' '\n' | FileCheck %s --check-prefix=ISA

// Every format of small floats, as A and as B; the state's scales are operands.

gpu.module @gfx950 [#rocdl.target<chip = "gfx950">] {
  // CHECK-LABEL: @scale_f8E4M3FN_16x128(
  // CHECK: rocdl.mfma.scale.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f8E4M3FN_16x128:
  // ISA: v_mfma_scale_f32_16x16x128_f8f6f4 
  gpu.func @scale_f8E4M3FN_16x128(%a: vector<32xf8E4M3FN>, %b: vector<32xf8E5M2>, %c: vector<4xf32>, %p: !llvm.ptr<1>, %scale_a: i32, %scale_b: vector<4xi8>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E5M2) -> f32, opselA = 0, opselB = 0>>
    %s0 = fly.atom.set_value(%atom, "scale_a", %scale_a) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E5M2) -> f32, opselA = 0, opselB = 0>>, i32) -> !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E5M2) -> f32, opselA = 0, opselB = 0>>
    %s1 = fly.atom.set_value(%s0, "scale_b", %scale_b) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E5M2) -> f32, opselA = 0, opselB = 0>>, vector<4xi8>) -> !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E5M2) -> f32, opselA = 0, opselB = 0>>
    %d = fly.mma_atom_call_ssa(%s1, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E5M2) -> f32, opselA = 0, opselB = 0>>, vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f8E5M2_32x64(
  // CHECK: rocdl.mfma.scale.f32.32x32x64.f8f6f4 
  // ISA-LABEL: 0Ascale_f8E5M2_32x64:
  // ISA: v_mfma_scale_f32_32x32x64_f8f6f4 
  gpu.func @scale_f8E5M2_32x64(%a: vector<32xf8E5M2>, %b: vector<32xf6E2M3FN>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f8E5M2, f6E2M3FN) -> f32, opselA = 0, opselB = 1>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f8E5M2, f6E2M3FN) -> f32, opselA = 0, opselB = 1>>, vector<32xf8E5M2>, vector<32xf6E2M3FN>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f6E2M3FN_16x128(
  // CHECK: rocdl.mfma.scale.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f6E2M3FN_16x128:
  // ISA: v_mfma_scale_f32_16x16x128_f8f6f4 
  gpu.func @scale_f6E2M3FN_16x128(%a: vector<32xf6E2M3FN>, %b: vector<32xf6E3M2FN>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f6E2M3FN, f6E3M2FN) -> f32, opselA = 0, opselB = 2>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f6E2M3FN, f6E3M2FN) -> f32, opselA = 0, opselB = 2>>, vector<32xf6E2M3FN>, vector<32xf6E3M2FN>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f6E3M2FN_32x64(
  // CHECK: rocdl.mfma.scale.f32.32x32x64.f8f6f4 
  // ISA-LABEL: 0Ascale_f6E3M2FN_32x64:
  // ISA: v_mfma_scale_f32_32x32x64_f8f6f4 
  gpu.func @scale_f6E3M2FN_32x64(%a: vector<32xf6E3M2FN>, %b: vector<32xf4E2M1FN>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f6E3M2FN, f4E2M1FN) -> f32, opselA = 0, opselB = 3>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<32x32x64, (f6E3M2FN, f4E2M1FN) -> f32, opselA = 0, opselB = 3>>, vector<32xf6E3M2FN>, vector<32xf4E2M1FN>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f4E2M1FN_16x128(
  // CHECK: rocdl.mfma.scale.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f4E2M1FN_16x128:
  // ISA: v_mfma_scale_f32_16x16x128_f8f6f4 
  gpu.func @scale_f4E2M1FN_16x128(%a: vector<32xf4E2M1FN>, %b: vector<32xf8E4M3FN>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f4E2M1FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>, vector<32xf4E2M1FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
}
