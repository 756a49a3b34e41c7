// RUN: fly-opt %s -fly-canonicalize -fly-layout-lowering -fly-convert-atom-call-to-ssa-form -fly-promote-regmem-to-vectorssa -convert-fly-to-rocdl -canonicalize -cse | FileCheck %s
// RUN: fly-opt %s -fly-canonicalize -fly-layout-lowering -fly-convert-atom-call-to-ssa-form -fly-promote-regmem-to-vectorssa -convert-fly-to-rocdl -canonicalize -cse -o %t.mlir
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl{chipset=gfx942}),rocdl-attach-target{chip=gfx942 O=3},gpu-module-to-binary{format=isa})' | FileCheck %s --check-prefixes=ISA,GFX9
// RUN: mlir-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(convert-gpu-to-rocdl{chipset=gfx1100}),rocdl-attach-target{chip=gfx1100 O=3},gpu-module-to-binary{format=isa})' | FileCheck %s --check-prefixes=ISA,GFX11

// A kernel written in fly alone, down to instructions: the alignment in the
// pointer types makes every access a 128-bit one, and the fragments leave no
// scratch memory behind.

// CHECK-LABEL: gpu.func @vector_add(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr<1>, %[[B:.*]]: !llvm.ptr<1>, %[[C:.*]]: !llvm.ptr<1>) kernel
// CHECK: %[[OFFSET:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
// CHECK: llvm.getelementptr %[[A]][%[[OFFSET]]]
// CHECK-COUNT-2: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
// CHECK-NOT: llvm.alloca

// GFX9-COUNT-2: global_load_dwordx4
// GFX9: global_store_dwordx4
// GFX11-COUNT-2: global_load_b128
// GFX11: global_store_b128
// ISA: .private_segment_fixed_size: 0

!gptr = !fly.ptr<f32, global, align<16>>

gpu.module @kernels {
  gpu.func @vector_add(%a: !gptr, %b: !gptr, %c: !gptr) kernel {
    %tid = gpu.thread_id x
    %bid = gpu.block_id x
    %bdim = arith.constant 256 : index
    %0 = arith.muli %bid, %bdim : index
    %1 = arith.addi %0, %tid : index
    %i = arith.index_cast %1 : index to i32
    %layout = fly.static : !fly.layout<1048576:1>
    %four = fly.static : !fly.layout<4:1>
    %va = fly.make_view(%a, %layout) : (!gptr, !fly.layout<1048576:1>) -> !fly.memref<f32, global, 1048576:1, align<16>>
    %vb = fly.make_view(%b, %layout) : (!gptr, !fly.layout<1048576:1>) -> !fly.memref<f32, global, 1048576:1, align<16>>
    %vc = fly.make_view(%c, %layout) : (!gptr, !fly.layout<1048576:1>) -> !fly.memref<f32, global, 1048576:1, align<16>>
    %ta = fly.logical_divide(%va, %four) : (!fly.memref<f32, global, 1048576:1, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, (4,262144):(1,4), align<16>>
    %tb = fly.logical_divide(%vb, %four) : (!fly.memref<f32, global, 1048576:1, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, (4,262144):(1,4), align<16>>
    %tc = fly.logical_divide(%vc, %four) : (!fly.memref<f32, global, 1048576:1, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, (4,262144):(1,4), align<16>>
    %crd = fly.make_coord(%i) : (i32) -> !fly.int_tuple<(*,?)>
    %sa = fly.slice(%ta, %crd) : (!fly.memref<f32, global, (4,262144):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:1, align<16>>
    %sb = fly.slice(%tb, %crd) : (!fly.memref<f32, global, (4,262144):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:1, align<16>>
    %sc = fly.slice(%tc, %crd) : (!fly.memref<f32, global, (4,262144):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:1, align<16>>
    %fa = fly.make_fragment_like(%sa) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.memref<f32, register, 4:1>
    %fb = fly.make_fragment_like(%sb) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.memref<f32, register, 4:1>
    %fc = fly.make_fragment_like(%sc) : (!fly.memref<f32, global, 4:1, align<16>>) -> !fly.memref<f32, register, 4:1>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
    fly.copy_atom_call(%atom, %sa, %fa) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
    fly.copy_atom_call(%atom, %sb, %fb) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
    %xa = fly.memref.load_vec(%fa) : (!fly.memref<f32, register, 4:1>) -> vector<4xf32>
    %xb = fly.memref.load_vec(%fb) : (!fly.memref<f32, register, 4:1>) -> vector<4xf32>
    %xc = arith.addf %xa, %xb : vector<4xf32>
    fly.memref.store_vec(%xc, %fc) : (vector<4xf32>, !fly.memref<f32, register, 4:1>) -> ()
    fly.copy_atom_call(%atom, %fc, %sc) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, register, 4:1>, !fly.memref<f32, global, 4:1, align<16>>) -> ()
    gpu.return
  }
}
