// What isn't bitcode for this device is an error that says what to do.
//
// RUN: split-file %s %t
// RUN: mlir-opt %t/empty.mlir --pass-pipeline="builtin.module(gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=bin toolkit=%{toolkit}})" \
// RUN:   | not %{run}gfx942.so 2>&1 | FileCheck %s --check-prefix=OBJECT
// RUN: mlir-opt %t/empty.mlir --pass-pipeline="builtin.module(gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=isa toolkit=%{toolkit}})" \
// RUN:   | not %{run}gfx942.so 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
// RUN: mlir-opt %t/empty.mlir --pass-pipeline="builtin.module(gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | not %{run}gfx942.so 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: mlir-opt %t/target.mlir --pass-pipeline="builtin.module( \
// RUN:   rocdl-attach-target{chip=gfx90a},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | not %{run}gfx942.so 2>&1 | FileCheck %s --check-prefix=TARGET

// OBJECT: simulated gfx942: error: the module is a code object; the simulated device runs LLVM bitcode: use --gpu-module-to-binary=format=llvm
// ASSEMBLY: simulated gfx942: error: the module is assembly; the simulated device runs LLVM bitcode: use --gpu-module-to-binary=format=llvm
// DEVICE: simulated gfx942: error: there is no device 1: the only one is 0
// TARGET: simulated gfx942: error: 'kernel' was compiled for gfx90a: load libHelionFlySim-gfx90a.so instead

//--- empty.mlir
func.func @main() {
  %c1 = arith.constant 1 : index
  %i1 = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  gpu.set_default_device %i1
  return
}

//--- target.mlir
module attributes {gpu.container_module} {
  gpu.module @device {
    llvm.func @kernel() attributes {gpu.kernel, rocdl.kernel, target_cpu = "gfx90a"} {
      llvm.return
    }
  }
  func.func @main() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
