// RUN: fly-opt %s -convert-fly-to-rocdl | FileCheck %s
// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -o %t.mlir
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl),gpu-module-to-binary{format=isa})' | tr '\\' '\n' | FileCheck %s --check-prefix=ISA

// Every MFMA of every chip that has it: the operation, and the instruction that
// LLVM selects for the chip of the module's target.


gpu.module @gfx90a [#rocdl.target<chip = "gfx90a">] {
  // CHECK-LABEL: @f32_f32_32x2(
  // CHECK: rocdl.mfma.f32.32x32x2f32 
  // ISA-LABEL: 0Af32_f32_32x2:
  // ISA: v_mfma_{{f32_32x32x2_?f32}} 
  gpu.func @f32_f32_32x2(%a: f32, %b: f32, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>>, f32, f32, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f32_f32_16x4(
  // CHECK: rocdl.mfma.f32.16x16x4f32 
  // ISA-LABEL: 0Af32_f32_16x4:
  // ISA: v_mfma_{{f32_16x16x4_?f32}} 
  gpu.func @f32_f32_16x4(%a: f32, %b: f32, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, f32, f32, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_32x8(
  // CHECK: rocdl.mfma.f32.32x32x8f16 
  // ISA-LABEL: 0Af16_f16_32x8:
  // ISA: v_mfma_{{f32_32x32x8_?f16}} 
  gpu.func @f16_f16_32x8(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_16x16(
  // CHECK: rocdl.mfma.f32.16x16x16f16 
  // ISA-LABEL: 0Af16_f16_16x16:
  // ISA: v_mfma_{{f32_16x16x16_?f16}} 
  gpu.func @f16_f16_16x16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_32x4(
  // CHECK: rocdl.mfma.f32.32x32x4bf16 
  // ISA-LABEL: 0Abf16_bf16_32x4:
  // ISA: v_mfma_{{f32_32x32x4_?bf16}} 
  gpu.func @bf16_bf16_32x4(%a: vector<2xbf16>, %b: vector<2xbf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x4, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x4, (bf16, bf16) -> f32>>, vector<2xbf16>, vector<2xbf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_16x8(
  // CHECK: rocdl.mfma.f32.16x16x8bf16 
  // ISA-LABEL: 0Abf16_bf16_16x8:
  // ISA: v_mfma_{{f32_16x16x8_?bf16}} 
  gpu.func @bf16_bf16_16x8(%a: vector<2xbf16>, %b: vector<2xbf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x8, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x8, (bf16, bf16) -> f32>>, vector<2xbf16>, vector<2xbf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_32x8(
  // CHECK: rocdl.mfma.f32.32x32x8bf16.1k 
  // ISA-LABEL: 0Abf16_bf16_32x8:
  // ISA: v_mfma_{{f32_32x32x8_?bf16(_1k)?}} 
  gpu.func @bf16_bf16_32x8(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>>, vector<4xbf16>, vector<4xbf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_16x16(
  // CHECK: rocdl.mfma.f32.16x16x16bf16.1k 
  // ISA-LABEL: 0Abf16_bf16_16x16:
  // ISA: v_mfma_{{f32_16x16x16_?bf16(_1k)?}} 
  gpu.func @bf16_bf16_16x16(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>, vector<4xbf16>, vector<4xbf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_32x8(
  // CHECK: rocdl.mfma.i32.32x32x8i8 
  // ISA-LABEL: 0Ai8_i8_32x8:
  // ISA: v_mfma_{{i32_32x32x8_?i8}} 
  gpu.func @i8_i8_32x8(%a: vector<4xi8>, %b: vector<4xi8>, %c: vector<16xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (i8, i8) -> i32>>, vector<4xi8>, vector<4xi8>, vector<16xi32>) -> vector<16xi32>
    llvm.store %d, %p : vector<16xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_16x16(
  // CHECK: rocdl.mfma.i32.16x16x16i8 
  // ISA-LABEL: 0Ai8_i8_16x16:
  // ISA: v_mfma_{{i32_16x16x16_?i8}} 
  gpu.func @i8_i8_16x16(%a: vector<4xi8>, %b: vector<4xi8>, %c: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (i8, i8) -> i32>>, vector<4xi8>, vector<4xi8>, vector<4xi32>) -> vector<4xi32>
    llvm.store %d, %p : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }
}

gpu.module @gfx942 [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: @f32_f32_32x2(
  // CHECK: rocdl.mfma.f32.32x32x2f32 
  // ISA-LABEL: 0Af32_f32_32x2:
  // ISA: v_mfma_{{f32_32x32x2_?f32}} 
  gpu.func @f32_f32_32x2(%a: f32, %b: f32, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>>, f32, f32, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f32_f32_16x4(
  // CHECK: rocdl.mfma.f32.16x16x4f32 
  // ISA-LABEL: 0Af32_f32_16x4:
  // ISA: v_mfma_{{f32_16x16x4_?f32}} 
  gpu.func @f32_f32_16x4(%a: f32, %b: f32, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, f32, f32, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_32x8(
  // CHECK: rocdl.mfma.f32.32x32x8f16 
  // ISA-LABEL: 0Af16_f16_32x8:
  // ISA: v_mfma_{{f32_32x32x8_?f16}} 
  gpu.func @f16_f16_32x8(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_16x16(
  // CHECK: rocdl.mfma.f32.16x16x16f16 
  // ISA-LABEL: 0Af16_f16_16x16:
  // ISA: v_mfma_{{f32_16x16x16_?f16}} 
  gpu.func @f16_f16_16x16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_32x8(
  // CHECK: rocdl.mfma.f32.32x32x8bf16.1k 
  // ISA-LABEL: 0Abf16_bf16_32x8:
  // ISA: v_mfma_{{f32_32x32x8_?bf16(_1k)?}} 
  gpu.func @bf16_bf16_32x8(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>>, vector<4xbf16>, vector<4xbf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_16x16(
  // CHECK: rocdl.mfma.f32.16x16x16bf16.1k 
  // ISA-LABEL: 0Abf16_bf16_16x16:
  // ISA: v_mfma_{{f32_16x16x16_?bf16(_1k)?}} 
  gpu.func @bf16_bf16_16x16(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>, vector<4xbf16>, vector<4xbf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_32x16(
  // CHECK: rocdl.mfma.i32.32x32x16.i8 
  // ISA-LABEL: 0Ai8_i8_32x16:
  // ISA: v_mfma_i32_32x32x16_i8 
  gpu.func @i8_i8_32x16(%a: vector<8xi8>, %b: vector<8xi8>, %c: vector<16xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (i8, i8) -> i32>>, vector<8xi8>, vector<8xi8>, vector<16xi32>) -> vector<16xi32>
    llvm.store %d, %p : vector<16xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_16x32(
  // CHECK: rocdl.mfma.i32.16x16x32.i8 
  // ISA-LABEL: 0Ai8_i8_16x32:
  // ISA: v_mfma_i32_16x16x32_i8 
  gpu.func @i8_i8_16x32(%a: vector<8xi8>, %b: vector<8xi8>, %c: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>>, vector<8xi8>, vector<8xi8>, vector<4xi32>) -> vector<4xi32>
    llvm.store %d, %p : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FNUZ_f8E4M3FNUZ_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.fp8.fp8 
  // ISA-LABEL: 0Af8E4M3FNUZ_f8E4M3FNUZ_32x16:
  // ISA: v_mfma_f32_32x32x16_fp8_fp8 
  gpu.func @f8E4M3FNUZ_f8E4M3FNUZ_32x16(%a: vector<8xf8E4M3FNUZ>, %b: vector<8xf8E4M3FNUZ>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E4M3FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E4M3FNUZ) -> f32>>, vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FNUZ_f8E5M2FNUZ_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.fp8.bf8 
  // ISA-LABEL: 0Af8E4M3FNUZ_f8E5M2FNUZ_32x16:
  // ISA: v_mfma_f32_32x32x16_fp8_bf8 
  gpu.func @f8E4M3FNUZ_f8E5M2FNUZ_32x16(%a: vector<8xf8E4M3FNUZ>, %b: vector<8xf8E5M2FNUZ>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>>, vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2FNUZ_f8E4M3FNUZ_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.bf8.fp8 
  // ISA-LABEL: 0Af8E5M2FNUZ_f8E4M3FNUZ_32x16:
  // ISA: v_mfma_f32_32x32x16_bf8_fp8 
  gpu.func @f8E5M2FNUZ_f8E4M3FNUZ_32x16(%a: vector<8xf8E5M2FNUZ>, %b: vector<8xf8E4M3FNUZ>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2FNUZ, f8E4M3FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2FNUZ, f8E4M3FNUZ) -> f32>>, vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2FNUZ_f8E5M2FNUZ_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.bf8.bf8 
  // ISA-LABEL: 0Af8E5M2FNUZ_f8E5M2FNUZ_32x16:
  // ISA: v_mfma_f32_32x32x16_bf8_bf8 
  gpu.func @f8E5M2FNUZ_f8E5M2FNUZ_32x16(%a: vector<8xf8E5M2FNUZ>, %b: vector<8xf8E5M2FNUZ>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2FNUZ, f8E5M2FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2FNUZ, f8E5M2FNUZ) -> f32>>, vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FNUZ_f8E4M3FNUZ_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8 
  // ISA-LABEL: 0Af8E4M3FNUZ_f8E4M3FNUZ_16x32:
  // ISA: v_mfma_f32_16x16x32_fp8_fp8 
  gpu.func @f8E4M3FNUZ_f8E4M3FNUZ_16x32(%a: vector<8xf8E4M3FNUZ>, %b: vector<8xf8E4M3FNUZ>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E4M3FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E4M3FNUZ) -> f32>>, vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FNUZ_f8E5M2FNUZ_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.fp8.bf8 
  // ISA-LABEL: 0Af8E4M3FNUZ_f8E5M2FNUZ_16x32:
  // ISA: v_mfma_f32_16x16x32_fp8_bf8 
  gpu.func @f8E4M3FNUZ_f8E5M2FNUZ_16x32(%a: vector<8xf8E4M3FNUZ>, %b: vector<8xf8E5M2FNUZ>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>>, vector<8xf8E4M3FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2FNUZ_f8E4M3FNUZ_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.bf8.fp8 
  // ISA-LABEL: 0Af8E5M2FNUZ_f8E4M3FNUZ_16x32:
  // ISA: v_mfma_f32_16x16x32_bf8_fp8 
  gpu.func @f8E5M2FNUZ_f8E4M3FNUZ_16x32(%a: vector<8xf8E5M2FNUZ>, %b: vector<8xf8E4M3FNUZ>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2FNUZ, f8E4M3FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2FNUZ, f8E4M3FNUZ) -> f32>>, vector<8xf8E5M2FNUZ>, vector<8xf8E4M3FNUZ>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2FNUZ_f8E5M2FNUZ_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.bf8.bf8 
  // ISA-LABEL: 0Af8E5M2FNUZ_f8E5M2FNUZ_16x32:
  // ISA: v_mfma_f32_16x16x32_bf8_bf8 
  gpu.func @f8E5M2FNUZ_f8E5M2FNUZ_16x32(%a: vector<8xf8E5M2FNUZ>, %b: vector<8xf8E5M2FNUZ>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2FNUZ, f8E5M2FNUZ) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2FNUZ, f8E5M2FNUZ) -> f32>>, vector<8xf8E5M2FNUZ>, vector<8xf8E5M2FNUZ>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
}

gpu.module @gfx950 [#rocdl.target<chip = "gfx950">] {
  // CHECK-LABEL: @f32_f32_32x2(
  // CHECK: rocdl.mfma.f32.32x32x2f32 
  // ISA-LABEL: 0Af32_f32_32x2:
  // ISA: v_mfma_{{f32_32x32x2_?f32}} 
  gpu.func @f32_f32_32x2(%a: f32, %b: f32, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x2, (f32, f32) -> f32>>, f32, f32, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f32_f32_16x4(
  // CHECK: rocdl.mfma.f32.16x16x4f32 
  // ISA-LABEL: 0Af32_f32_16x4:
  // ISA: v_mfma_{{f32_16x16x4_?f32}} 
  gpu.func @f32_f32_16x4(%a: f32, %b: f32, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x4, (f32, f32) -> f32>>, f32, f32, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_32x8(
  // CHECK: rocdl.mfma.f32.32x32x8f16 
  // ISA-LABEL: 0Af16_f16_32x8:
  // ISA: v_mfma_{{f32_32x32x8_?f16}} 
  gpu.func @f16_f16_32x8(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_16x16(
  // CHECK: rocdl.mfma.f32.16x16x16f16 
  // ISA-LABEL: 0Af16_f16_16x16:
  // ISA: v_mfma_{{f32_16x16x16_?f16}} 
  gpu.func @f16_f16_16x16(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_32x8(
  // CHECK: rocdl.mfma.f32.32x32x8bf16.1k 
  // ISA-LABEL: 0Abf16_bf16_32x8:
  // ISA: v_mfma_{{f32_32x32x8_?bf16(_1k)?}} 
  gpu.func @bf16_bf16_32x8(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x8, (bf16, bf16) -> f32>>, vector<4xbf16>, vector<4xbf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_16x16(
  // CHECK: rocdl.mfma.f32.16x16x16bf16.1k 
  // ISA-LABEL: 0Abf16_bf16_16x16:
  // ISA: v_mfma_{{f32_16x16x16_?bf16(_1k)?}} 
  gpu.func @bf16_bf16_16x16(%a: vector<4xbf16>, %b: vector<4xbf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>, vector<4xbf16>, vector<4xbf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.f16 
  // ISA-LABEL: 0Af16_f16_32x16:
  // ISA: v_mfma_f32_32x32x16_f16 
  gpu.func @f16_f16_32x16(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f16, f16) -> f32>>, vector<8xf16>, vector<8xf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f16_f16_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.f16 
  // ISA-LABEL: 0Af16_f16_16x32:
  // ISA: v_mfma_f32_16x16x32_f16 
  gpu.func @f16_f16_16x32(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f16, f16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f16, f16) -> f32>>, vector<8xf16>, vector<8xf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.bf16 
  // ISA-LABEL: 0Abf16_bf16_32x16:
  // ISA: v_mfma_f32_32x32x16_bf16 
  gpu.func @bf16_bf16_32x16(%a: vector<8xbf16>, %b: vector<8xbf16>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (bf16, bf16) -> f32>>, vector<8xbf16>, vector<8xbf16>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @bf16_bf16_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.bf16 
  // ISA-LABEL: 0Abf16_bf16_16x32:
  // ISA: v_mfma_f32_16x16x32_bf16 
  gpu.func @bf16_bf16_16x32(%a: vector<8xbf16>, %b: vector<8xbf16>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (bf16, bf16) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (bf16, bf16) -> f32>>, vector<8xbf16>, vector<8xbf16>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_32x16(
  // CHECK: rocdl.mfma.i32.32x32x16.i8 
  // ISA-LABEL: 0Ai8_i8_32x16:
  // ISA: v_mfma_i32_32x32x16_i8 
  gpu.func @i8_i8_32x16(%a: vector<8xi8>, %b: vector<8xi8>, %c: vector<16xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (i8, i8) -> i32>>, vector<8xi8>, vector<8xi8>, vector<16xi32>) -> vector<16xi32>
    llvm.store %d, %p : vector<16xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_16x32(
  // CHECK: rocdl.mfma.i32.16x16x32.i8 
  // ISA-LABEL: 0Ai8_i8_16x32:
  // ISA: v_mfma_i32_16x16x32_i8 
  gpu.func @i8_i8_16x32(%a: vector<8xi8>, %b: vector<8xi8>, %c: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>>, vector<8xi8>, vector<8xi8>, vector<4xi32>) -> vector<4xi32>
    llvm.store %d, %p : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_32x32(
  // CHECK: rocdl.mfma.i32.32x32x32.i8 
  // ISA-LABEL: 0Ai8_i8_32x32:
  // ISA: v_mfma_i32_32x32x32_i8 
  gpu.func @i8_i8_32x32(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<16xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x32, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x32, (i8, i8) -> i32>>, vector<16xi8>, vector<16xi8>, vector<16xi32>) -> vector<16xi32>
    llvm.store %d, %p : vector<16xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @i8_i8_16x64(
  // CHECK: rocdl.mfma.i32.16x16x64.i8 
  // ISA-LABEL: 0Ai8_i8_16x64:
  // ISA: v_mfma_i32_16x16x64_i8 
  gpu.func @i8_i8_16x64(%a: vector<16xi8>, %b: vector<16xi8>, %c: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x64, (i8, i8) -> i32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x64, (i8, i8) -> i32>>, vector<16xi8>, vector<16xi8>, vector<4xi32>) -> vector<4xi32>
    llvm.store %d, %p : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FN_f8E4M3FN_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.fp8.fp8 
  // ISA-LABEL: 0Af8E4M3FN_f8E4M3FN_32x16:
  // ISA: v_mfma_f32_32x32x16_fp8_fp8 
  gpu.func @f8E4M3FN_f8E4M3FN_32x16(%a: vector<8xf8E4M3FN>, %b: vector<8xf8E4M3FN>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FN, f8E4M3FN) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FN, f8E4M3FN) -> f32>>, vector<8xf8E4M3FN>, vector<8xf8E4M3FN>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FN_f8E5M2_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.fp8.bf8 
  // ISA-LABEL: 0Af8E4M3FN_f8E5M2_32x16:
  // ISA: v_mfma_f32_32x32x16_fp8_bf8 
  gpu.func @f8E4M3FN_f8E5M2_32x16(%a: vector<8xf8E4M3FN>, %b: vector<8xf8E5M2>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FN, f8E5M2) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FN, f8E5M2) -> f32>>, vector<8xf8E4M3FN>, vector<8xf8E5M2>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2_f8E4M3FN_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.bf8.fp8 
  // ISA-LABEL: 0Af8E5M2_f8E4M3FN_32x16:
  // ISA: v_mfma_f32_32x32x16_bf8_fp8 
  gpu.func @f8E5M2_f8E4M3FN_32x16(%a: vector<8xf8E5M2>, %b: vector<8xf8E4M3FN>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2, f8E4M3FN) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2, f8E4M3FN) -> f32>>, vector<8xf8E5M2>, vector<8xf8E4M3FN>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2_f8E5M2_32x16(
  // CHECK: rocdl.mfma.f32.32x32x16.bf8.bf8 
  // ISA-LABEL: 0Af8E5M2_f8E5M2_32x16:
  // ISA: v_mfma_f32_32x32x16_bf8_bf8 
  gpu.func @f8E5M2_f8E5M2_32x16(%a: vector<8xf8E5M2>, %b: vector<8xf8E5M2>, %c: vector<16xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2, f8E5M2) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<32x32x16, (f8E5M2, f8E5M2) -> f32>>, vector<8xf8E5M2>, vector<8xf8E5M2>, vector<16xf32>) -> vector<16xf32>
    llvm.store %d, %p : vector<16xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FN_f8E4M3FN_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.fp8.fp8 
  // ISA-LABEL: 0Af8E4M3FN_f8E4M3FN_16x32:
  // ISA: v_mfma_f32_16x16x32_fp8_fp8 
  gpu.func @f8E4M3FN_f8E4M3FN_16x32(%a: vector<8xf8E4M3FN>, %b: vector<8xf8E4M3FN>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FN, f8E4M3FN) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FN, f8E4M3FN) -> f32>>, vector<8xf8E4M3FN>, vector<8xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E4M3FN_f8E5M2_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.fp8.bf8 
  // ISA-LABEL: 0Af8E4M3FN_f8E5M2_16x32:
  // ISA: v_mfma_f32_16x16x32_fp8_bf8 
  gpu.func @f8E4M3FN_f8E5M2_16x32(%a: vector<8xf8E4M3FN>, %b: vector<8xf8E5M2>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FN, f8E5M2) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E4M3FN, f8E5M2) -> f32>>, vector<8xf8E4M3FN>, vector<8xf8E5M2>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2_f8E4M3FN_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.bf8.fp8 
  // ISA-LABEL: 0Af8E5M2_f8E4M3FN_16x32:
  // ISA: v_mfma_f32_16x16x32_bf8_fp8 
  gpu.func @f8E5M2_f8E4M3FN_16x32(%a: vector<8xf8E5M2>, %b: vector<8xf8E4M3FN>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2, f8E4M3FN) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2, f8E4M3FN) -> f32>>, vector<8xf8E5M2>, vector<8xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  // CHECK-LABEL: @f8E5M2_f8E5M2_16x32(
  // CHECK: rocdl.mfma.f32.16x16x32.bf8.bf8 
  // ISA-LABEL: 0Af8E5M2_f8E5M2_16x32:
  // ISA: v_mfma_f32_16x16x32_bf8_bf8 
  gpu.func @f8E5M2_f8E5M2_16x32(%a: vector<8xf8E5M2>, %b: vector<8xf8E5M2>, %c: vector<4xf32>, %p: !llvm.ptr<1>) kernel {
    %atom = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2, f8E5M2) -> f32>>
    %d = fly.mma_atom_call_ssa(%atom, %a, %b, %c) : (!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f8E5M2, f8E5M2) -> f32>>, vector<8xf8E5M2>, vector<8xf8E5M2>, vector<4xf32>) -> vector<4xf32>
    llvm.store %d, %p : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
}
