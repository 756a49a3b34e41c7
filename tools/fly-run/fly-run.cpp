//===- fly-run.cpp - Runs a kernel on the simulated device ----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "InitAll.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;

static constexpr llvm::StringLiteral overview =
    R"(Compiles a kernel and runs it on the simulated device.

The kernel is a helion.kernel, or one that passes have lowered up to llvm and
rocdl operations (then it has a helion.launch attribute). It takes one --arg for
each of its arguments, in their order:
  x.npy                        the array in the file
  empty:64x1000xbf16           an array that nobody has written (reading it
                               before the kernel does is a fault); its bytes
                               are NaN
  view:x.npy:shape=4x8:strides=16x1:offset=3
                               a part of the array in the file, in elements
  same:0                       the memory of argument 0
  f32:1e-5                     a scalar

bf16 arrays are files of their bits, in NumPy's type '<u2'.

Example:
  fly-run softmax.mlir --kernel=softmax_f32 --chip=gfx942 \
    --arg=x.npy --arg=empty:64x1000xf32 --save=1:y.npy

With --compare=softmax_simple the arrays are compared with those that the kernel
softmax_simple of the same file computes from the same arguments, with the
config that the file has for it; with --compare=1:y.npy the array of argument 1
is compared with the file.

The exit code is 0 if the kernel ran without a fault, 1 if it couldn't be
compiled or started, 2 if it had faults, and 3 if the comparison found
differences.
)";

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerPassManagerCLOptions();
  helion_fly::run::RunOptions options(overview, argc, argv);

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  helion_fly::registerAllDialects(registry);
  return helion_fly::run::run(registry, options);
}
