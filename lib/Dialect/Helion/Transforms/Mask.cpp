//===- Mask.cpp - Missing elements kept out of reductions ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Passes.h"
#include "PadAnalysis.h"

#include "mlir/IR/Builders.h"

namespace mlir::helion {
#define GEN_PASS_DEF_HELIONMASKPASS
#include "Dialect/Helion/Transforms/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

namespace {
struct HelionMaskPass : helion::impl::HelionMaskPassBase<HelionMaskPass> {
  using HelionMaskPassBase::HelionMaskPassBase;

  void runOnOperation() override;

private:
  void choosePads(KernelOp kernel);
  void insertMasks(KernelOp kernel);
  void removeMasks(KernelOp kernel);
};
} // namespace

/// The number of masks that the kernel needs as it stands.
static int64_t countMasks(KernelOp kernel) {
  PadAnalysis analysis(kernel);
  int64_t count =
      llvm::count_if(getMaskRequirements(kernel, analysis),
                     [](const MaskRequirement &requirement) {
                       return requirement.kind == MaskRequirement::Missing;
                     });
  kernel.walk([&](MaskToOp mask) { count += !isRedundant(mask, analysis); });
  return count;
}

/// The identities of the kernel's reductions as elements of `type`, without the
/// zero that is the default.
static llvm::SmallSetVector<TypedAttr, 4> getPadCandidates(KernelOp kernel,
                                                           Type type) {
  llvm::SmallSetVector<TypedAttr, 4> candidates;
  auto floatType = dyn_cast<FloatType>(type);
  kernel.walk([&](ReduceWithOp reduce) {
    for (TypedAttr identity : reduce.getIdentities()) {
      // 16-bit rows are widened for it: infinities have the same value there.
      auto number = dyn_cast<FloatAttr>(identity);
      if (identity.getType() == type)
        candidates.insert(identity);
      else if (number && floatType && number.getValue().isInfinity() &&
               APFloat::semanticsHasInf(floatType.getFloatSemantics()))
        candidates.insert(FloatAttr::get(
            type, APFloat::getInf(floatType.getFloatSemantics(),
                                  number.getValue().isNegative())));
    }
  });
  kernel.walk([&](ReduceOp reduce) {
    ReduceKind kind = reduce.getKind();
    bool isInfinite = kind != ReduceKind::Sum && kind != ReduceKind::Prod;
    if (kind == ReduceKind::Sum ||
        (isInfinite && floatType &&
         !APFloat::semanticsHasInf(floatType.getFloatSemantics())))
      return;
    candidates.insert(ReduceOp::getIdentity(kind, type));
  });
  return candidates;
}

/// Gives each load the pad that saves most masks. A load whose pad is chosen
/// already keeps it.
void HelionMaskPass::choosePads(KernelOp kernel) {
  int64_t fewest = countMasks(kernel);
  kernel.walk([&](LoadOp load) {
    if (fewest == 0 || load.getPadAttr())
      return;
    Type element = getElementTypeOrSelf(load.getResult().getType());
    TypedAttr best;
    for (TypedAttr candidate : getPadCandidates(kernel, element)) {
      load.setPadAttr(candidate);
      int64_t count = countMasks(kernel);
      if (count < fewest) {
        fewest = count;
        best = candidate;
      }
    }
    if (best)
      load.setPadAttr(best);
    else
      load.removePadAttr();
  });
}

/// The handle of axis `name` that is in scope at `user`.
static Value getHandle(Operation *user, StringAttr name) {
  for (Operation *op = user; !isa<KernelOp>(op); op = op->getParentOp()) {
    if (auto loop = dyn_cast<ForOp>(op);
        loop && op != user && loop.getAxisAttr().getAttr() == name)
      return loop.getHandle();
    if (auto grid = dyn_cast<GridOp>(op))
      for (BlockArgument handle : grid.getBody().getArguments())
        if (cast<HandleType>(handle.getType()).getAxis() == name)
          return handle;
    for (Operation &other : *op->getBlock()) {
      if (&other == op)
        break;
      auto span = dyn_cast<SpanOp>(other);
      if (span && span.getAxisAttr().getAttr() == name)
        return span.getHandle();
    }
  }
  OpBuilder builder(user);
  return SpanOp::create(builder, user->getLoc(), FlatSymbolRefAttr::get(name));
}

void HelionMaskPass::insertMasks(KernelOp kernel) {
  PadAnalysis analysis(kernel);
  for (MaskRequirement &requirement : getMaskRequirements(kernel, analysis)) {
    if (requirement.kind == MaskRequirement::Full ||
        requirement.kind == MaskRequirement::Satisfied)
      ++numElided;
    if (requirement.kind != MaskRequirement::Missing)
      continue;
    Operation *user = requirement.operand->getOwner();
    ReductionOpInterface reduce = requirement.reduce;
    Value handle = getHandle(user, reduce.getAxisAttr());
    OpBuilder builder(user);
    Value value = requirement.operand->get();
    requirement.operand->set(MaskToOp::create(builder, reduce.getLoc(),
                                              value.getType(), value,
                                              requirement.identity, handle));
    ++numInserted;
    if (remarks)
      mlir::emitRemark(reduce.getLoc(), "masked: missing elements of axis '")
          << reduce.getAxisAttr().getValue() << "' become "
          << requirement.identity;
  }
}

void HelionMaskPass::removeMasks(KernelOp kernel) {
  PadAnalysis analysis(kernel);
  SmallVector<MaskToOp> redundant;
  kernel.walk([&](MaskToOp mask) {
    if (isRedundant(mask, analysis))
      redundant.push_back(mask);
  });
  for (MaskToOp mask : redundant) {
    if (remarks)
      mlir::emitRemark(mask.getLoc(), "removed: the missing elements hold ")
          << mask.getFill() << " already, or there are none";
    mask.getResult().replaceAllUsesWith(mask.getValue());
    mask.erase();
    ++numRemoved;
  }
}

void HelionMaskPass::runOnOperation() {
  KernelOp kernel = getOperation();
  if (!kernel.getGrid().getLayoutAttr()) {
    // Layouts pad tiles, so that a mask that seems needless now may not be.
    kernel.getGrid().emitOpError(
        "has no layout yet, expected one; run helion-vectorize first");
    return signalPassFailure();
  }
  choosePads(kernel);
  insertMasks(kernel);
  removeMasks(kernel);
  if (failed(verifyMasked(kernel)))
    return signalPassFailure();
  numMaxNum += convertMaxToMaxNum(kernel);
}
