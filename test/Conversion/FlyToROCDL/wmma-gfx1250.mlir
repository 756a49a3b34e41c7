// RUN: fly-opt %s -convert-fly-to-rocdl | FileCheck %s
// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -o %t.mlir
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl),gpu-module-to-binary{format=isa})' | tr '\\' '\n' | FileCheck %s --check-prefix=ISA

// Every WMMA of gfx1250: the operation, and the instruction that LLVM selects.

gpu.module @gfx1250 [#rocdl.target<chip = "gfx1250">] {
  // CHECK-LABEL: @wmma_f32_f32(
  // CHECK: rocdl.wmma.f32.16x16x4.f32 
  // ISA-LABEL: 0Awmma_f32_f32:
  // ISA: v_wmma_f32_16x16x4_f32 
  gpu.func @wmma_f32_f32(%a: vector<2xf32>, %b: vector<2xf32>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x4, (f32, f32) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x4, (f32, f32) -> f32, signA = false, signB = false, clamp = false>>, vector<2xf32>, vector<2xf32>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_f16_f32(
  // CHECK: rocdl.wmma.f32.16x16x32.f16 
  // ISA-LABEL: 0Awmma_f16_f32:
  // ISA: v_wmma_f32_16x16x32_f16 
  gpu.func @wmma_f16_f32(%a: vector<16xf16>, %b: vector<16xf16>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>, vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_f16_f16(
  // CHECK: rocdl.wmma.f16.16x16x32.f16 
  // ISA-LABEL: 0Awmma_f16_f16:
  // ISA: v_wmma_f16_16x16x32_f16 
  gpu.func @wmma_f16_f16(%a: vector<16xf16>, %b: vector<16xf16>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f16, signA = false, signB = false, clamp = false>>, vector<16xf16>, vector<16xf16>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf16_f32(
  // CHECK: rocdl.wmma.f32.16x16x32.bf16 
  // ISA-LABEL: 0Awmma_bf16_f32:
  // ISA: v_wmma_f32_16x16x32_bf16 
  gpu.func @wmma_bf16_f32(%a: vector<16xbf16>, %b: vector<16xbf16>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>>, vector<16xbf16>, vector<16xbf16>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf16_bf16(
  // CHECK: rocdl.wmma.bf16.16x16x32.bf16 
  // ISA-LABEL: 0Awmma_bf16_bf16:
  // ISA: v_wmma_bf16_16x16x32_bf16 
  gpu.func @wmma_bf16_bf16(%a: vector<16xbf16>, %b: vector<16xbf16>, %c: vector<8xbf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (bf16, bf16) -> bf16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (bf16, bf16) -> bf16, signA = false, signB = false, clamp = false>>, vector<16xbf16>, vector<16xbf16>, vector<8xbf16>) -> vector<8xbf16>
    llvm.store %d, %p : vector<8xbf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_fp8_64_f32(
  // CHECK: rocdl.wmma.f32.16x16x64.fp8_fp8 
  // ISA-LABEL: 0Awmma_fp8_fp8_64_f32:
  // ISA: v_wmma_f32_16x16x64_fp8_fp8 
  gpu.func @wmma_fp8_fp8_64_f32(%a: vector<32xf8E4M3FN>, %b: vector<32xf8E4M3FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_bf8_64_f32(
  // CHECK: rocdl.wmma.f32.16x16x64.fp8_bf8 
  // ISA-LABEL: 0Awmma_fp8_bf8_64_f32:
  // ISA: v_wmma_f32_16x16x64_fp8_bf8 
  gpu.func @wmma_fp8_bf8_64_f32(%a: vector<32xf8E4M3FN>, %b: vector<32xf8E5M2>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>, vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_fp8_64_f32(
  // CHECK: rocdl.wmma.f32.16x16x64.bf8_fp8 
  // ISA-LABEL: 0Awmma_bf8_fp8_64_f32:
  // ISA: v_wmma_f32_16x16x64_bf8_fp8 
  gpu.func @wmma_bf8_fp8_64_f32(%a: vector<32xf8E5M2>, %b: vector<32xf8E4M3FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>, vector<32xf8E5M2>, vector<32xf8E4M3FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_bf8_64_f32(
  // CHECK: rocdl.wmma.f32.16x16x64.bf8_bf8 
  // ISA-LABEL: 0Awmma_bf8_bf8_64_f32:
  // ISA: v_wmma_f32_16x16x64_bf8_bf8 
  gpu.func @wmma_bf8_bf8_64_f32(%a: vector<32xf8E5M2>, %b: vector<32xf8E5M2>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>, vector<32xf8E5M2>, vector<32xf8E5M2>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_fp8_64_f16(
  // CHECK: rocdl.wmma.f16.16x16x64.fp8_fp8 
  // ISA-LABEL: 0Awmma_fp8_fp8_64_f16:
  // ISA: v_wmma_f16_16x16x64_fp8_fp8 
  gpu.func @wmma_fp8_fp8_64_f16(%a: vector<32xf8E4M3FN>, %b: vector<32xf8E4M3FN>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_bf8_64_f16(
  // CHECK: rocdl.wmma.f16.16x16x64.fp8_bf8 
  // ISA-LABEL: 0Awmma_fp8_bf8_64_f16:
  // ISA: v_wmma_f16_16x16x64_fp8_bf8 
  gpu.func @wmma_fp8_bf8_64_f16(%a: vector<32xf8E4M3FN>, %b: vector<32xf8E5M2>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E4M3FN, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>, vector<32xf8E4M3FN>, vector<32xf8E5M2>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_fp8_64_f16(
  // CHECK: rocdl.wmma.f16.16x16x64.bf8_fp8 
  // ISA-LABEL: 0Awmma_bf8_fp8_64_f16:
  // ISA: v_wmma_f16_16x16x64_bf8_fp8 
  gpu.func @wmma_bf8_fp8_64_f16(%a: vector<32xf8E5M2>, %b: vector<32xf8E4M3FN>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>, vector<32xf8E5M2>, vector<32xf8E4M3FN>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_bf8_64_f16(
  // CHECK: rocdl.wmma.f16.16x16x64.bf8_bf8 
  // ISA-LABEL: 0Awmma_bf8_bf8_64_f16:
  // ISA: v_wmma_f16_16x16x64_bf8_bf8 
  gpu.func @wmma_bf8_bf8_64_f16(%a: vector<32xf8E5M2>, %b: vector<32xf8E5M2>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (f8E5M2, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>, vector<32xf8E5M2>, vector<32xf8E5M2>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_fp8_128_f32(
  // CHECK: rocdl.wmma.f32.16x16x128.fp8_fp8 
  // ISA-LABEL: 0Awmma_fp8_fp8_128_f32:
  // ISA: v_wmma_f32_16x16x128_fp8_fp8 
  gpu.func @wmma_fp8_fp8_128_f32(%a: vector<64xf8E4M3FN>, %b: vector<64xf8E4M3FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>, vector<64xf8E4M3FN>, vector<64xf8E4M3FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_bf8_128_f32(
  // CHECK: rocdl.wmma.f32.16x16x128.fp8_bf8 
  // ISA-LABEL: 0Awmma_fp8_bf8_128_f32:
  // ISA: v_wmma_f32_16x16x128_fp8_bf8 
  gpu.func @wmma_fp8_bf8_128_f32(%a: vector<64xf8E4M3FN>, %b: vector<64xf8E5M2>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>, vector<64xf8E4M3FN>, vector<64xf8E5M2>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_fp8_128_f32(
  // CHECK: rocdl.wmma.f32.16x16x128.bf8_fp8 
  // ISA-LABEL: 0Awmma_bf8_fp8_128_f32:
  // ISA: v_wmma_f32_16x16x128_bf8_fp8 
  gpu.func @wmma_bf8_fp8_128_f32(%a: vector<64xf8E5M2>, %b: vector<64xf8E4M3FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>>, vector<64xf8E5M2>, vector<64xf8E4M3FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_bf8_128_f32(
  // CHECK: rocdl.wmma.f32.16x16x128.bf8_bf8 
  // ISA-LABEL: 0Awmma_bf8_bf8_128_f32:
  // ISA: v_wmma_f32_16x16x128_bf8_bf8 
  gpu.func @wmma_bf8_bf8_128_f32(%a: vector<64xf8E5M2>, %b: vector<64xf8E5M2>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E5M2) -> f32, signA = false, signB = false, clamp = false>>, vector<64xf8E5M2>, vector<64xf8E5M2>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_fp8_128_f16(
  // CHECK: rocdl.wmma.f16.16x16x128.fp8_fp8 
  // ISA-LABEL: 0Awmma_fp8_fp8_128_f16:
  // ISA: v_wmma_f16_16x16x128_fp8_fp8 
  gpu.func @wmma_fp8_fp8_128_f16(%a: vector<64xf8E4M3FN>, %b: vector<64xf8E4M3FN>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>, vector<64xf8E4M3FN>, vector<64xf8E4M3FN>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_fp8_bf8_128_f16(
  // CHECK: rocdl.wmma.f16.16x16x128.fp8_bf8 
  // ISA-LABEL: 0Awmma_fp8_bf8_128_f16:
  // ISA: v_wmma_f16_16x16x128_fp8_bf8 
  gpu.func @wmma_fp8_bf8_128_f16(%a: vector<64xf8E4M3FN>, %b: vector<64xf8E5M2>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E4M3FN, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>, vector<64xf8E4M3FN>, vector<64xf8E5M2>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_fp8_128_f16(
  // CHECK: rocdl.wmma.f16.16x16x128.bf8_fp8 
  // ISA-LABEL: 0Awmma_bf8_fp8_128_f16:
  // ISA: v_wmma_f16_16x16x128_bf8_fp8 
  gpu.func @wmma_bf8_fp8_128_f16(%a: vector<64xf8E5M2>, %b: vector<64xf8E4M3FN>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E4M3FN) -> f16, signA = false, signB = false, clamp = false>>, vector<64xf8E5M2>, vector<64xf8E4M3FN>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_bf8_bf8_128_f16(
  // CHECK: rocdl.wmma.f16.16x16x128.bf8_bf8 
  // ISA-LABEL: 0Awmma_bf8_bf8_128_f16:
  // ISA: v_wmma_f16_16x16x128_bf8_bf8 
  gpu.func @wmma_bf8_bf8_128_f16(%a: vector<64xf8E5M2>, %b: vector<64xf8E5M2>, %c: vector<8xf16>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x128, (f8E5M2, f8E5M2) -> f16, signA = false, signB = false, clamp = false>>, vector<64xf8E5M2>, vector<64xf8E5M2>, vector<8xf16>) -> vector<8xf16>
    llvm.store %d, %p : vector<8xf16>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @wmma_i8(
  // CHECK: rocdl.wmma.i32.16x16x64.iu8 {{.*}} {signA = true}
  // ISA-LABEL: 0Awmma_i8:
  // ISA: v_wmma_i32_16x16x64_iu8 {{.*}} neg_lo:[1,0,0]
  gpu.func @wmma_i8(%a: vector<32xi8>, %b: vector<32xi8>, %c: vector<8xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (i8, i8) -> i32, signA = true, signB = false, clamp = false>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x64, (i8, i8) -> i32, signA = true, signB = false, clamp = false>>, vector<32xi8>, vector<32xi8>, vector<8xi32>) -> vector<8xi32>
    llvm.store %d, %p : vector<8xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f8E4M3FN(
  // CHECK: rocdl.wmma.scale.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f8E4M3FN:
  // ISA: v_wmma_scale_f32_16x16x128_f8f6f4 
  gpu.func @scale_f8E4M3FN(%a: vector<64xf8E4M3FN>, %b: vector<64xf6E2M3FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>, %scale_a: i32, %scale_b: vector<4xi8>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f6E2M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
    %s0 = fly.atom.set_value(%atom, "scale_a", %scale_a) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f6E2M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>, i32) -> !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f6E2M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
    %s1 = fly.atom.set_value(%s0, "scale_b", %scale_b) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f6E2M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>, vector<4xi8>) -> !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f6E2M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
    %d = fly.mma_atom_call_ssa(%s1, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f6E2M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>, vector<64xf8E4M3FN>, vector<64xf6E2M3FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f8E5M2(
  // CHECK: rocdl.wmma.scale16.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f8E5M2:
  // ISA: v_wmma_scale16_f32_16x16x128_f8f6f4 
  gpu.func @scale_f8E5M2(%a: vector<64xf8E5M2>, %b: vector<64xf6E3M2FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>, %scale_a: i64, %scale_b: vector<8xi8>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E5M2, f6E3M2FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>
    %s0 = fly.atom.set_value(%atom, "scale_a", %scale_a) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E5M2, f6E3M2FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>, i64) -> !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E5M2, f6E3M2FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>
    %s1 = fly.atom.set_value(%s0, "scale_b", %scale_b) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E5M2, f6E3M2FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>, vector<8xi8>) -> !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E5M2, f6E3M2FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>
    %d = fly.mma_atom_call_ssa(%s1, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E5M2, f6E3M2FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>, vector<64xf8E5M2>, vector<64xf6E3M2FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f6E2M3FN(
  // CHECK: rocdl.wmma.scale.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f6E2M3FN:
  // ISA: v_wmma_scale_f32_16x16x128_f8f6f4 
  gpu.func @scale_f6E2M3FN(%a: vector<64xf6E2M3FN>, %b: vector<64xf4E2M1FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f6E2M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f6E2M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>, vector<64xf6E2M3FN>, vector<64xf4E2M1FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f6E3M2FN(
  // CHECK: rocdl.wmma.scale16.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f6E3M2FN:
  // ISA: v_wmma_scale16_f32_16x16x128_f8f6f4 
  gpu.func @scale_f6E3M2FN(%a: vector<64xf6E3M2FN>, %b: vector<64xf8E4M3FN>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f6E3M2FN, f8E4M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f6E3M2FN, f8E4M3FN) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>, vector<64xf6E3M2FN>, vector<64xf8E4M3FN>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_f4E2M1FN(
  // CHECK: rocdl.wmma.scale.f32.16x16x128.f8f6f4 
  // ISA-LABEL: 0Ascale_f4E2M1FN:
  // ISA: v_wmma_scale_f32_16x16x128_f8f6f4 
  gpu.func @scale_f4E2M1FN(%a: vector<64xf4E2M1FN>, %b: vector<64xf8E5M2>, %c: vector<8xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f4E2M1FN, f8E5M2) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f4E2M1FN, f8E5M2) -> f32, opselA = 0, opselB = 1, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>, vector<64xf4E2M1FN>, vector<64xf8E5M2>, vector<8xf32>) -> vector<8xf32>
    llvm.store %d, %p : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_32x16_32(
  // CHECK: rocdl.wmma.scale.f32.32x16x128.f4 
  // ISA-LABEL: 0Ascale_32x16_32:
  // ISA: v_wmma_scale_f32_32x16x128_f4 
  gpu.func @scale_32x16_32(%a: vector<128xf4E2M1FN>, %b: vector<64xf4E2M1FN>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>>, vector<128xf4E2M1FN>, vector<64xf4E2M1FN>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @scale_32x16_16(
  // CHECK: rocdl.wmma.scale16.f32.32x16x128.f4 
  // ISA-LABEL: 0Ascale_32x16_16:
  // ISA: v_wmma_scale16_f32_32x16x128_f4 
  gpu.func @scale_32x16_16(%a: vector<128xf4E2M1FN>, %b: vector<64xf4E2M1FN>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 16>>, vector<128xf4E2M1FN>, vector<64xf4E2M1FN>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
}
