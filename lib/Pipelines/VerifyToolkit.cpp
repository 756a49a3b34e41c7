//===- VerifyToolkit.cpp - The device libraries and lld are there --------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Passes.h"
#include "Target/DeviceToolkit.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace mlir::helion_fly {
#define GEN_PASS_DEF_VERIFYTOOLKIT
#include "Pipelines/Passes.h.inc"
} // namespace mlir::helion_fly

using namespace mlir;
using namespace mlir::helion_fly;

// A function that AMD's device libraries (ocml, ockl) define.
static LLVM::LLVMFuncOp findDeviceLibraryCall(gpu::GPUModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function.isExternal() && (function.getName().starts_with("__ocml_") ||
                                  function.getName().starts_with("__ockl_")))
      return function;
  return {};
}

static SmallString<256> inToolkit(StringRef toolkit, StringRef first,
                                  StringRef second, StringRef third) {
  SmallString<256> file(toolkit);
  llvm::sys::path::append(file, first, second, third);
  return file;
}

namespace {

struct VerifyToolkit
    : public helion_fly::impl::VerifyToolkitBase<VerifyToolkit> {
  using Base::Base;

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    std::string folder = toolkit.empty() ? fly::getDeviceToolkit() : toolkit;
    SmallString<256> library =
        inToolkit(folder, "amdgcn", "bitcode", "ocml.bc");
    if (LLVM::LLVMFuncOp function = findDeviceLibraryCall(module);
        function && !llvm::sys::fs::exists(library)) {
      module.emitError() << "device libraries not found at " << library
                         << ", needed for '" << function.getName()
                         << "'; install the package rocm-device-libs";
      return signalPassFailure();
    }
    SmallString<256> linker = inToolkit(folder, "llvm", "bin", "ld.lld");
    if (needsLinker && !llvm::sys::fs::exists(linker)) {
      module.emitError() << "linker not found at " << linker
                         << ", needed to make a code object; install the "
                            "package lld-22";
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace
