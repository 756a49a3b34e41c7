//===- Passes.td - Checks between the stages of a pipeline -*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPELINES_PASSES_TD
#define PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyTarget : Pass<"helion-fly-verify-target", "ModuleOp"> {
  let summary = "Checks that kernels can be compiled for a chip";
  let description = [{
    The first pass of every pipeline: says what is wrong with the choice of the
    chip once, at the kernel, before the passes that ask for its properties.
    It fails when

    - no chip of this name is known (the message lists those that are),
    - a `gpu.module` has a `#rocdl.target` for another chip,
    - the chip's waves are asked to have another size than they have,
    - a kernel's `known_block_size` is above the chip's limit.

    Example:

    ```mlir
    // fly-opt -helion-fly-verify-target=chip=gfx942
    gpu.module @m {
      // error: has a workgroup of 2048 x 1 x 1 = 2048 threads, above the limit
      // of gfx942, 1024 threads
      gpu.func @k() kernel
          attributes {known_block_size = array<i32: 2048, 1, 1>} {
        gpu.return
      }
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"gfx942\"",
           "Processor that the kernels are compiled for">,
    Option<"waveSize", "wave-size", "int64_t", /*default=*/"0",
           "Lanes of a wave that the kernels rely on; 0 for any">
  ];
}

def VerifyLowered : Pass<"helion-fly-verify-lowered", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Checks that a gpu.module is ready for translation to LLVM IR";
  let description = [{
    Runs after the conversions to LLVM, which leave what they have no pattern
    for. Reports each operation in the `gpu.module` that isn't of the `llvm` or
    `rocdl` dialect, with its name and location, and a kernel whose LDS is
    above what the chip has.

    Example:

    ```mlir
    // fly-opt -helion-fly-verify-lowered=chip=gfx942
    gpu.module @m {
      llvm.func @k(%x: f32) -> i1 {
        // error: no lowering for 'math.isinf' on gfx942: expected only
        // operations of the llvm and rocdl dialects at this point
        %y = math.isinf %x : f32
        llvm.return %y : i1
      }
    }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"gfx942\"",
           "Processor that the kernels are compiled for">
  ];
}

def VerifyToolkit : Pass<"helion-fly-verify-toolkit", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Checks that the device libraries and lld are there";
  let description = [{
    `gpu-module-to-binary` links math functions from AMD's device libraries and
    code objects with lld, and finds both in one folder: `DIR/amdgcn/bitcode`
    and `DIR/llvm/bin/ld.lld`. Before it runs, this pass checks that what this
    module needs is there: the libraries if a function of theirs is called, lld
    if `needs-linker` is set. The error names the Debian package to install.

    Example:

    ```mlir
    // fly-opt -pass-pipeline='builtin.module(gpu.module(
    //   helion-fly-verify-toolkit{toolkit=/nowhere}))'
    // error: device libraries not found at /nowhere/amdgcn/bitcode/ocml.bc,
    // needed for '__ocml_tanh_f32'; install the package rocm-device-libs
    gpu.module @m {
      llvm.func @__ocml_tanh_f32(f32) -> f32
    }
    ```
  }];
  let options = [
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "Folder with amdgcn/bitcode and llvm/bin/ld.lld; empty for the one "
           "that was found when this project was built">,
    Option<"needsLinker", "needs-linker", "bool", /*default=*/"false",
           "A code object will be linked, so that lld is needed">
  ];
}

#endif // PIPELINES_PASSES_TD
