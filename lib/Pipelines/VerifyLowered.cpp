//===- VerifyLowered.cpp - Nothing is left but LLVM and ROCDL ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Passes.h"
#include "Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::helion_fly {
#define GEN_PASS_DEF_VERIFYLOWERED
#include "Pipelines/Passes.h.inc"
} // namespace mlir::helion_fly

using namespace mlir;
using namespace mlir::helion_fly;

static constexpr unsigned ldsAddressSpace = 3;

static LogicalResult checkOperations(gpu::GPUModuleOp module, StringRef chip) {
  bool isLowered = true;
  module.walk([&](Operation *op) {
    if (op == module || isa_and_nonnull<LLVM::LLVMDialect, ROCDL::ROCDLDialect>(
                            op->getDialect()))
      return;
    isLowered = false;
    op->emitError() << "no lowering for '" << op->getName() << "' on " << chip
                    << ": expected only operations of the llvm and rocdl "
                       "dialects at this point";
  });
  return success(isLowered);
}

// Counts all of the module, as a kernel uses what its module declares.
static LogicalResult checkLDS(gpu::GPUModuleOp module,
                              const fly::TargetInfo &target) {
  DataLayout layout = DataLayout::closest(module);
  uint64_t bytes = 0;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() != ldsAddressSpace)
      continue;
    bytes = llvm::alignTo(bytes, global.getAlignment().value_or(4)) +
            layout.getTypeSize(global.getGlobalType());
    if (bytes > target.ldsBytes)
      return global.emitOpError()
             << "brings the LDS of the kernel to " << bytes
             << " bytes, above the limit of " << target.chip << ", "
             << target.ldsBytes << " bytes";
  }
  return success();
}

namespace {

struct VerifyLowered
    : public helion_fly::impl::VerifyLoweredBase<VerifyLowered> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<const fly::TargetInfo *> target =
        fly::lookupTarget(chip, [&] { return getOperation().emitError(); });
    if (failed(target) || failed(checkOperations(getOperation(), chip)) ||
        failed(checkLDS(getOperation(), **target)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
