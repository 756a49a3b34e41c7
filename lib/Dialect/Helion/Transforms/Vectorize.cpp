//===- Vectorize.cpp - A thread-value layout for every tile -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Passes.h"
#include "Dialect/Helion/Transforms/Plan.h"

namespace mlir::helion {
#define GEN_PASS_DEF_HELIONVECTORIZEPASS
#include "Dialect/Helion/Transforms/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

namespace {
struct HelionVectorizePass
    : helion::impl::HelionVectorizePassBase<HelionVectorizePass> {
  using HelionVectorizePassBase::HelionVectorizePassBase;

  void runOnOperation() override;

private:
  LogicalResult vectorize(KernelOp kernel, const fly::TargetInfo &target);
  void countAccesses(const KernelInfo &info, int64_t width);
};
} // namespace

/// The tile sizes that helion-reduction-strategy leaves.
static LogicalResult verifyScheduled(KernelOp kernel) {
  for (auto axis : kernel.getBody().getOps<AxisOp>())
    if (!axis.getBlock())
      return axis.emitOpError("has no block yet, expected one; run "
                              "helion-reduction-strategy first");
  WalkResult result = kernel.walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isTile(type) && !cast<RankedTensorType>(type).hasStaticShape()) {
        op->emitOpError("has a tile of unknown size, expected a static shape; "
                        "run helion-reduction-strategy first: ")
            << type;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void HelionVectorizePass::countAccesses(const KernelInfo &info, int64_t width) {
  StringAttr column = AxisOp(info.column).getSymNameAttr();
  for (Operation *access : info.accesses) {
    auto load = dyn_cast<LoadOp>(access);
    Value buffer = load ? load.getBuffer() : cast<StoreOp>(access).getBuffer();
    Value last = load ? load.getSubscripts().back()
                      : cast<StoreOp>(access).getSubscripts().back();
    SmallVector<int64_t> strides;
    int64_t offset;
    auto handle = dyn_cast<HandleType>(last.getType());
    bool contiguous = handle && handle.getAxis() == column &&
                      succeeded(cast<MemRefType>(buffer.getType())
                                    .getStridesAndOffset(strides, offset)) &&
                      strides.back() == 1;
    ++(width > 1 && contiguous ? numVectorized : numScalar);
  }
}

LogicalResult HelionVectorizePass::vectorize(KernelOp kernel,
                                             const fly::TargetInfo &target) {
  if (failed(verifyScheduled(kernel)))
    return failure();
  FailureOr<KernelInfo> info = analyzeKernel(kernel);
  if (failed(info))
    return failure();
  AxisOp column = info->column;
  std::optional<int64_t> rows;
  if (info->row)
    rows = *AxisOp(info->row).getBlock();
  FailureOr<PlanRequest> request =
      getPlanRequest(*info, *column.getBlock(), rows);
  if (failed(request))
    return failure();
  FailureOr<Plan> plan =
      choosePlan(*request, target, [&] { return kernel.emitOpError(); });
  if (failed(plan))
    return failure();

  LayoutAttr layout = getLayout(*info, *plan);
  MLIRContext *context = kernel.getContext();
  if (std::optional<AlignmentWindow> window =
          findAlignmentWindow(*info, plan->vectorWidth)) {
    column.getWindowMutable().assign(window->buffer);
    column.setWindowAxesAttr(
        ArrayAttr::get(context, SmallVector<Attribute>(window->axes.begin(),
                                                       window->axes.end())));
    column.setWindowWidth(plan->vectorWidth);
    ++numWindows;
  }
  column.setBlock(plan->getColumns());
  kernel.getGrid().setLayoutAttr(layout);
  countAccesses(*info, plan->vectorWidth);
  if (remarks) {
    InFlightDiagnostic remark = mlir::emitRemark(kernel.getLoc(), "axis '");
    remark << column.getSymName() << "': " << plan->vectors << " vectors of "
           << plan->vectorWidth << " elements in each of "
           << plan->threadsPerRow << " threads, " << plan->rows
           << " rows per workgroup of " << plan->getThreads() << " threads";
    if (column.getWindow())
      remark << ", rows may begin up to " << plan->vectorWidth - 1
             << " elements after an aligned address";
  }

  return convertTileTypes(kernel, [&](RankedTensorType tile) {
    LayoutAttr projection = layout.project(getAxes(tile));
    return RankedTensorType::get(projection.getTileShape(),
                                 tile.getElementType(), projection);
  });
}

void HelionVectorizePass::runOnOperation() {
  KernelOp kernel = getOperation();
  FailureOr<const fly::TargetInfo *> target =
      fly::lookupTarget(chip, [&] { return kernel.emitOpError(); });
  if (failed(target))
    return signalPassFailure();
  // The layout is what this pass writes; a kernel that has one is done.
  if (!kernel.getGrid().getLayoutAttr() && failed(vectorize(kernel, **target)))
    signalPassFailure();
}
