//===- VerifyTarget.cpp - The chip is known and kernels fit it -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Passes.h"
#include "Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::helion_fly {
#define GEN_PASS_DEF_VERIFYTARGET
#include "Pipelines/Passes.h.inc"
} // namespace mlir::helion_fly

using namespace mlir;
using namespace mlir::helion_fly;

// An unknown chip is reported once, at the first thing that would be compiled
// for it.
static Operation *findFirstKernel(ModuleOp module) {
  Operation *found = module;
  module.walk([&](Operation *op) {
    if (op == module || !isa<gpu::GPUModuleOp, FunctionOpInterface>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static LogicalResult checkBlockSize(gpu::GPUFuncOp kernel,
                                    const fly::TargetInfo &target) {
  std::optional<ArrayRef<int32_t>> size = kernel.getKnownBlockSize();
  if (!size || size->size() != 3)
    return success();
  int64_t threads = int64_t((*size)[0]) * (*size)[1] * (*size)[2];
  if (threads <= target.maxThreadsPerWorkgroup)
    return success();
  return kernel.emitOpError()
         << "has a workgroup of " << (*size)[0] << " x " << (*size)[1] << " x "
         << (*size)[2] << " = " << threads << " threads, above the limit of "
         << target.chip << ", " << target.maxThreadsPerWorkgroup << " threads";
}

static LogicalResult checkAttachedTargets(gpu::GPUModuleOp module,
                                          const fly::TargetInfo &target) {
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets)
    return success();
  for (Attribute attribute : targets) {
    auto attached = dyn_cast<ROCDL::ROCDLTargetAttr>(attribute);
    if (!attached)
      return module.emitOpError()
             << "has the target " << attribute
             << ", expected none or a #rocdl.target for " << target.chip;
    if (attached.getChip() != target.chip)
      return module.emitOpError()
             << "has a target for " << attached.getChip()
             << ", but is to be compiled for " << target.chip;
  }
  return success();
}

namespace {

struct VerifyTarget : public helion_fly::impl::VerifyTargetBase<VerifyTarget> {
  using Base::Base;

  void runOnOperation() override {
    Operation *first = findFirstKernel(getOperation());
    FailureOr<const fly::TargetInfo *> target =
        fly::lookupTarget(chip, [&] { return first->emitError(); });
    if (failed(target))
      return signalPassFailure();
    if (waveSize != 0 && waveSize != (*target)->waveSize) {
      first->emitError("waves of ")
          << (*target)->chip << " have " << (*target)->waveSize
          << " lanes here, but " << waveSize.getValue() << " were asked for";
      return signalPassFailure();
    }
    bool isValid = true;
    getOperation().walk([&](gpu::GPUModuleOp module) {
      isValid &= succeeded(checkAttachedTargets(module, **target));
      for (auto kernel : module.getOps<gpu::GPUFuncOp>())
        isValid &= succeeded(checkBlockSize(kernel, **target));
    });
    if (!isValid)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
