// What is missing in the toolkit is named together with its Debian package, but
// only when the module needs it.

// RUN: mkdir -p %t/empty
// RUN: not fly-opt %s -fly-to-rocdl "-rocdl-to-binary=format=isa toolkit=%t/empty" 2>&1 | FileCheck %s --check-prefix=LIBS
// RUN: sed s/math.tanh/math.absf/ %s | not fly-opt -fly-to-rocdl "-rocdl-to-binary=format=bin toolkit=%t/empty" 2>&1 | FileCheck %s --check-prefix=LLD
// RUN: sed s/math.tanh/math.absf/ %s | fly-opt -fly-to-rocdl "-rocdl-to-binary=format=isa toolkit=%t/empty" | FileCheck %s --check-prefix=NEITHER

// LIBS: toolkit.mlir:[[@LINE+4]]:1: error: device libraries not found at {{.*}}/empty/amdgcn/bitcode/ocml.bc, needed for '__ocml_tanh_f32'; install the package rocm-device-libs
// LLD: error: linker not found at {{.*}}/empty/llvm/bin/ld.lld, needed to make a code object; install the package lld-22
// NEITHER: gpu.binary @m

gpu.module @m {
  gpu.func @k(%x: f32, %p: !llvm.ptr<1>) kernel {
    %y = math.tanh %x : f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
