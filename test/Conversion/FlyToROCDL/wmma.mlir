// RUN: fly-opt %s -convert-fly-to-rocdl | FileCheck %s
// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -o %t.mlir
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl),gpu-module-to-binary{format=isa})' | tr '\\' '\n' | FileCheck %s --check-prefix=ISA

// Every WMMA of gfx11 and of gfx120x: the operation, and the instruction that
// LLVM selects.

gpu.module @gfx1100 [#rocdl.target<chip = "gfx1100", features = "+wavefrontsize32">] {
  // CHECK-LABEL: @wmma11_f16(
  // CHECK: rocdl.wmma.f32.16x16x16.f16 
  // ISA-LABEL: 0Awmma11_f16:
  // ISA: v_wmma_f32_16x16x16_f16 
  gpu.func @wmma11_f16(%a: vector<16xf16>, %b: vector<16xf16>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>, vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma11_bf16(
  // CHECK: rocdl.wmma.f32.16x16x16.bf16 
  // ISA-LABEL: 0Awmma11_bf16:
  // ISA: v_wmma_f32_16x16x16_bf16 
  gpu.func @wmma11_bf16(%a: vector<16xbf16>, %b: vector<16xbf16>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>, vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma11_i8(
  // CHECK: rocdl.wmma.i32.16x16x16.iu8 {{.*}} {clamp = true, signA = true}
  // ISA-LABEL: 0Awmma11_i8:
  // ISA: v_wmma_i32_16x16x16_iu8 {{.*}} neg_lo:[1,0,0] clamp
  gpu.func @wmma11_i8(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<8xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = true, signB = false, clamp = true>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = true, signB = false, clamp = true>>, vector<16xi8>, vector<16xi8>, vector<8xi32>) -> vector<8xi32>
    llvm.store %d, %p : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma11_i4(
  // CHECK: rocdl.wmma.i32.16x16x16.iu4 {{.*}} {signB = true}
  // ISA-LABEL: 0Awmma11_i4:
  // ISA: v_wmma_i32_16x16x16_iu4 {{.*}} neg_lo:[0,1,0]
  gpu.func @wmma11_i4(%a: vector<16xi4>, %b: vector<16xi4>, %c: vector<8xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i4, i4) -> i32, signA = false, signB = true, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i4, i4) -> i32, signA = false, signB = true, clamp = false>>, vector<16xi4>, vector<16xi4>, vector<8xi32>) -> vector<8xi32>
    llvm.store %d, %p : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }
}

gpu.module @gfx1201 [#rocdl.target<chip = "gfx1201", features = "+wavefrontsize32">] {
  // CHECK-LABEL: @wmma12_f16(
  // CHECK: rocdl.wmma.f32.16x16x16.f16 
  // ISA-LABEL: 0Awmma12_f16:
  // ISA: v_wmma_f32_16x16x16_f16 
  gpu.func @wmma12_f16(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx120x.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx120x.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>, vector<8xf16>, vector<8xf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma12_bf16(
  // CHECK: rocdl.wmma.f32.16x16x16.bf16 
  // ISA-LABEL: 0Awmma12_bf16:
  // ISA: v_wmma_f32_16x16x16_bf16 
  gpu.func @wmma12_bf16(%a: vector<8xbf16>, %b: vector<8xbf16>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>, vector<8xbf16>, vector<8xbf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
}
