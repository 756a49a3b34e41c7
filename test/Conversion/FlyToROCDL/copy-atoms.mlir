// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -cse | FileCheck %s
// RUN: fly-opt %s -convert-fly-to-rocdl -canonicalize -o %t.mlir
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-scf-to-cf,convert-gpu-to-rocdl),gpu-module-to-binary{format=isa})' | tr '\\' '\n' | FileCheck %s --check-prefix=ISA

// Copy atoms other than plain loads and stores: the operation, and the
// instruction that LLVM selects.

!buffer_f32 = !fly.ptr<f32, #fly_rocdl.buffer_desc>
!buffer_f16 = !fly.ptr<f16, #fly_rocdl.buffer_desc>
!buffer_i32 = !fly.ptr<i32, #fly_rocdl.buffer_desc>

gpu.module @gfx942 [#rocdl.target<chip = "gfx942">] {
  // CHECK-LABEL: @atomic_add(
  // CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<1>, f32
  // ISA-LABEL: 0Aatomic_add:
  // ISA: global_atomic_add_f32
  gpu.func @atomic_add(%p: !fly.ptr<f32, global>, %v: f32) kernel {
    %one = fly.static : !fly.layout<1:1>
    %m = fly.make_view(%p, %one) : (!fly.ptr<f32, global>, !fly.layout<1:1>) -> !fly.memref<f32, global, 1:1>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_atomic<add, f32, "agent">, 32>
    fly.copy_atom_call_ssa(%atom, %v, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!fly.copy_atom<!fly.universal_atomic<add, f32, "agent">, 32>, f32, !fly.memref<f32, global, 1:1>) -> ()
    gpu.return
  }

  // Two halves at once, where they lie side by side.
  // CHECK-LABEL: @atomic_pair(
  // CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr<3>, vector<2xf16>
  // ISA-LABEL: 0Aatomic_pair:
  // ISA: ds_pk_add_f16
  gpu.func @atomic_pair(%p: !fly.ptr<f16, shared, align<4>>, %v: vector<2xf16>) kernel {
    %two = fly.static : !fly.layout<2:1>
    %m = fly.make_view(%p, %two) : (!fly.ptr<f16, shared, align<4>>, !fly.layout<2:1>) -> !fly.memref<f16, shared, 2:1, align<4>>
    %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_atomic<add, vector<2xf16>, "agent">, 16>
    fly.copy_atom_call_ssa(%atom, %v, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!fly.copy_atom<!fly.universal_atomic<add, vector<2xf16>, "agent">, 16>, vector<2xf16>, !fly.memref<f16, shared, 2:1, align<4>>) -> ()
    gpu.return
  }

  // The minimum of integers is a signed one. A predicate guards it.
  // CHECK-LABEL: @atomic_min(
  // CHECK: scf.if %{{.*}} {
  // CHECK: llvm.atomicrmw min
  // ISA-LABEL: 0Aatomic_min:
  // ISA: ds_min_i32
  gpu.func @atomic_min(%m: !fly.ptr<i32, shared>, %v: i32, %p: i1) kernel {
    %one = fly.static : !fly.layout<1:1>
    %0 = fly.make_view(%m, %one) : (!fly.ptr<i32, shared>, !fly.layout<1:1>) -> !fly.memref<i32, shared, 1:1>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_atomic<min, i32>, 32>
    fly.copy_atom_call_ssa(%atom, %v, %0, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!fly.copy_atom<!fly.universal_atomic<min, i32>, 32>, i32, !fly.memref<i32, shared, 1:1>, i1) -> ()
    gpu.return
  }

  // CHECK-LABEL: @buffer_add(
  // CHECK: %[[S:.*]] = arith.muli %{{.*}}, %c4_i32 : i32
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.atomic.fadd"(%{{.*}}, %{{.*}}, %{{.*}}, %[[S]], %{{.*}}) : (f32, !llvm.ptr<8>, i32, i32, i32) -> f32
  // ISA-LABEL: 0Abuffer_add:
  // ISA: buffer_atomic_add_f32
  gpu.func @buffer_add(%p: !fly.ptr<f32, global>, %bytes: i64, %v: f32, %s: i32) kernel {
    %stride = arith.constant 0 : i16
    %flags = arith.constant 159744 : i32
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !buffer_f32
    %one = fly.static : !fly.layout<1:1>
    %m = fly.make_view(%b, %one) : (!buffer_f32, !fly.layout<1:1>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
    %0 = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>
    %atom = fly.atom.set_value(%0, "soffset", %s) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>
    fly.copy_atom_call_ssa(%atom, %v, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>, f32, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>) -> ()
    gpu.return
  }

  // Without a branch: where the predicate is false, the atomic goes out of
  // bounds. The minimum of integers is a signed one.
  // CHECK-LABEL: @buffer_min(
  // CHECK: %[[O:.*]] = arith.select %{{.*}}, %{{.*}}, %c-2147483648_i32 : i32
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.atomic.smin"(%{{.*}}, %{{.*}}, %[[O]],
  // ISA-LABEL: 0Abuffer_min:
  // ISA: buffer_atomic_smin
  gpu.func @buffer_min(%p: !fly.ptr<i32, global>, %bytes: i64, %v: i32, %pred: i1) kernel {
    %stride = arith.constant 0 : i16
    %flags = arith.constant 159744 : i32
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<i32, global>, i16, i64, i32) -> !buffer_i32
    %one = fly.static : !fly.layout<1:1>
    %m = fly.make_view(%b, %one) : (!buffer_i32, !fly.layout<1:1>) -> !fly.memref<i32, #fly_rocdl.buffer_desc, 1:1>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<min, i32>, 32>
    fly.copy_atom_call_ssa(%atom, %v, %m, %pred) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<min, i32>, 32>, i32, !fly.memref<i32, #fly_rocdl.buffer_desc, 1:1>, i1) -> ()
    gpu.return
  }

  // CHECK-LABEL: @buffer_pair(
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.atomic.fadd"({{.*}}) : (vector<2xf16>,
  // ISA-LABEL: 0Abuffer_pair:
  // ISA: buffer_atomic_pk_add_f16
  gpu.func @buffer_pair(%p: !fly.ptr<f16, global>, %bytes: i64, %v: vector<2xf16>) kernel {
    %stride = arith.constant 0 : i16
    %flags = arith.constant 159744 : i32
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f16, global>, i16, i64, i32) -> !buffer_f16
    %two = fly.static : !fly.layout<2:1>
    %m = fly.make_view(%b, %two) : (!buffer_f16, !fly.layout<2:1>) -> !fly.memref<f16, #fly_rocdl.buffer_desc, 2:1>
    %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, vector<2xf16>>, 16>
    fly.copy_atom_call_ssa(%atom, %v, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, vector<2xf16>>, 16>, vector<2xf16>, !fly.memref<f16, #fly_rocdl.buffer_desc, 2:1>) -> ()
    gpu.return
  }

  // CHECK-LABEL: @buffer_to_lds(
  // CHECK-DAG: %[[BYTES:.*]] = llvm.mlir.constant(4 : i32)
  // CHECK-DAG: %[[IMM:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: rocdl.raw.ptr.buffer.load.lds %{{.*}}, %{{.*}}, %[[BYTES]], %{{.*}}, %{{.*}}, %[[IMM]], %{{.*}}
  // ISA-LABEL: 0Abuffer_to_lds:
  // ISA: buffer_load_dword {{.*}} offset:64 lds
  gpu.func @buffer_to_lds(%p: !fly.ptr<f32, global>, %bytes: i64, %lds: !fly.ptr<f32, shared>) kernel {
    %stride = arith.constant 0 : i16
    %flags = arith.constant 159744 : i32
    %imm = arith.constant 64 : i32
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !buffer_f32
    %one = fly.static : !fly.layout<1:1>
    %src = fly.make_view(%b, %one) : (!buffer_f32, !fly.layout<1:1>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
    %dst = fly.make_view(%lds, %one) : (!fly.ptr<f32, shared>, !fly.layout<1:1>) -> !fly.memref<f32, shared, 1:1>
    %0 = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
    %atom = fly.atom.set_value(%0, "imm_offset", %imm) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
    fly.copy_atom_call(%atom, %src, %dst) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>, !fly.memref<f32, shared, 1:1>) -> ()
    gpu.return
  }

  // A false predicate must leave LDS alone, which an access out of bounds
  // wouldn't: it writes zeros there.
  // CHECK-LABEL: @buffer_to_lds_predicated(
  // CHECK-NOT: arith.select
  // CHECK: scf.if
  // CHECK: rocdl.raw.ptr.buffer.load.lds
  // ISA-LABEL: 0Abuffer_to_lds_predicated:
  // ISA: buffer_load_dword {{.*}} lds
  gpu.func @buffer_to_lds_predicated(%p: !fly.ptr<f32, global>, %bytes: i64, %lds: !fly.ptr<f32, shared>, %pred: i1) kernel {
    %stride = arith.constant 0 : i16
    %flags = arith.constant 159744 : i32
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !buffer_f32
    %one = fly.static : !fly.layout<1:1>
    %src = fly.make_view(%b, %one) : (!buffer_f32, !fly.layout<1:1>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
    %dst = fly.make_view(%lds, %one) : (!fly.ptr<f32, shared>, !fly.layout<1:1>) -> !fly.memref<f32, shared, 1:1>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
    fly.copy_atom_call_ssa(%atom, %src, %dst, %pred) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>, !fly.memref<f32, shared, 1:1>, i1) -> ()
    gpu.return
  }
}

gpu.module @gfx950 [#rocdl.target<chip = "gfx950">] {
  // CHECK-LABEL: @buffer_to_lds_wide(
  // CHECK: rocdl.raw.ptr.buffer.load.lds
  // ISA-LABEL: 0Abuffer_to_lds_wide:
  // ISA: buffer_load_dwordx4 {{.*}} lds
  gpu.func @buffer_to_lds_wide(%p: !fly.ptr<f32, global>, %bytes: i64, %lds: !fly.ptr<f32, shared, align<16>>) kernel {
    %stride = arith.constant 0 : i16
    %flags = arith.constant 159744 : i32
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !buffer_f32
    %four = fly.static : !fly.layout<4:1>
    %src = fly.make_view(%b, %four) : (!buffer_f32, !fly.layout<4:1>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>
    %dst = fly.make_view(%lds, %four) : (!fly.ptr<f32, shared, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, shared, 4:1, align<16>>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<128>, 32>
    fly.copy_atom_call(%atom, %src, %dst) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<128>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>, !fly.memref<f32, shared, 4:1, align<16>>) -> ()
    gpu.return
  }

  // CHECK-LABEL: @transpose_16(
  // CHECK: %[[V:.*]] = rocdl.ds.read.tr16.b64 %{{.*}} : <3> -> vector<4xi16>
  // CHECK: llvm.bitcast %[[V]] : vector<4xi16> to vector<4xf16>
  // ISA-LABEL: 0Atranspose_16:
  // ISA: ds_read_b64_tr_b16
  gpu.func @transpose_16(%p: !fly.ptr<f16, shared, align<8>>, %out: !llvm.ptr<1>) kernel {
    %four = fly.static : !fly.layout<4:1>
    %m = fly.make_view(%p, %four) : (!fly.ptr<f16, shared, align<8>>, !fly.layout<4:1>) -> !fly.memref<f16, shared, 4:1, align<8>>
    %atom = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>
    %v = fly.copy_atom_call_ssa(%atom, %m) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>, !fly.memref<f16, shared, 4:1, align<8>>) -> vector<4xf16>
    llvm.store %v, %out : vector<4xf16>, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: @transpose_8(
  // CHECK: %[[V:.*]] = rocdl.ds.read.tr8.b64 %{{.*}} : <3> -> vector<2xi32>
  // CHECK: llvm.bitcast %[[V]] : vector<2xi32> to vector<8xi8>
  // ISA-LABEL: 0Atranspose_8:
  // ISA: ds_read_b64_tr_b8
  gpu.func @transpose_8(%p: !fly.ptr<i8, shared, align<8>>, %out: !llvm.ptr<1>) kernel {
    %n = fly.static : !fly.layout<8:1>
    %m = fly.make_view(%p, %n) : (!fly.ptr<i8, shared, align<8>>, !fly.layout<8:1>) -> !fly.memref<i8, shared, 8:1, align<8>>
    %atom = fly.make_copy_atom {valBits = 8 : i32} : !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 8b, 64>, 8>
    %v = fly.copy_atom_call_ssa(%atom, %m) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 8b, 64>, 8>, !fly.memref<i8, shared, 8:1, align<8>>) -> vector<8xi8>
    llvm.store %v, %out : vector<8xi8>, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: @transpose_6(
  // CHECK: rocdl.ds.read.tr6.b96 %{{.*}} : <3> -> vector<3xi32>
  // ISA-LABEL: 0Atranspose_6:
  // ISA: ds_read_b96_tr_b6
  gpu.func @transpose_6(%p: !fly.ptr<i6, shared, align<4>>, %out: !llvm.ptr<1>) kernel {
    %n = fly.static : !fly.layout<16:1>
    %m = fly.make_view(%p, %n) : (!fly.ptr<i6, shared, align<4>>, !fly.layout<16:1>) -> !fly.memref<i6, shared, 16:1, align<4>>
    %atom = fly.make_copy_atom {valBits = 6 : i32} : !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 6b, 96>, 6>
    %v = fly.copy_atom_call_ssa(%atom, %m) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 6b, 96>, 6>, !fly.memref<i6, shared, 16:1, align<4>>) -> vector<16xi6>
    llvm.store %v, %out : vector<16xi6>, !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: @transpose_4(
  // CHECK: rocdl.ds.read.tr4.b64 %{{.*}} : <3> -> vector<2xi32>
  // ISA-LABEL: 0Atranspose_4:
  // ISA: ds_read_b64_tr_b4
  gpu.func @transpose_4(%p: !fly.ptr<f4E2M1FN, shared, align<8>>, %out: !llvm.ptr<1>) kernel {
    %n = fly.static : !fly.layout<16:1>
    %m = fly.make_view(%p, %n) : (!fly.ptr<f4E2M1FN, shared, align<8>>, !fly.layout<16:1>) -> !fly.memref<f4E2M1FN, shared, 16:1, align<8>>
    %f = fly.make_ptr() {dictAttrs = {allocSize = 16 : i64}} : () -> !fly.ptr<f4E2M1FN, register>
    %r = fly.make_view(%f, %n) : (!fly.ptr<f4E2M1FN, register>, !fly.layout<16:1>) -> !fly.memref<f4E2M1FN, register, 16:1>
    %atom = fly.make_copy_atom {valBits = 4 : i32} : !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 4b, 64>, 4>
    fly.copy_atom_call(%atom, %m, %r) : (!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 4b, 64>, 4>, !fly.memref<f4E2M1FN, shared, 16:1, align<8>>, !fly.memref<f4E2M1FN, register, 16:1>) -> ()
    %p1 = fly.to_llvm_ptr(%f) {llvm_address_space = 5 : i32} : (!fly.ptr<f4E2M1FN, register>) -> !llvm.ptr<5>
    %v = llvm.load %p1 : !llvm.ptr<5> -> i64
    llvm.store %v, %out : i64, !llvm.ptr<1>
    gpu.return
  }
}
