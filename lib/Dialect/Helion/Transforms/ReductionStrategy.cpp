//===- ReductionStrategy.cpp - Persistent or looped rows, tile sizes ----===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Passes.h"
#include "Dialect/Helion/Transforms/Plan.h"
#include "RollSpan.h"

namespace mlir::helion {
#define GEN_PASS_DEF_HELIONREDUCTIONSTRATEGYPASS
#include "Dialect/Helion/Transforms/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

/// Whether every axis has a block and every tile a static shape, as this pass
/// leaves them.
static bool isScheduled(KernelOp kernel) {
  for (auto axis : kernel.getBody().getOps<AxisOp>())
    if (!axis.getBlock())
      return false;
  WalkResult result = kernel.walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isTile(type) && !cast<RankedTensorType>(type).hasStaticShape())
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

namespace {
/// What the config and the axes themselves ask for, by axis.
struct Wishes {
  llvm::SmallDenseMap<Operation *, int64_t> blocks;
  /// Chunk of a full axis, 0 for persistent.
  llvm::SmallDenseMap<Operation *, int64_t> chunks;

  std::optional<int64_t> getBlock(AxisOp axis) const {
    auto it = blocks.find(axis);
    return it == blocks.end() ? std::nullopt : std::make_optional(it->second);
  }
};

struct HelionReductionStrategyPass
    : helion::impl::HelionReductionStrategyPassBase<
          HelionReductionStrategyPass> {
  using HelionReductionStrategyPassBase::HelionReductionStrategyPassBase;

  void runOnOperation() override;

private:
  LogicalResult schedule(KernelOp kernel, const fly::TargetInfo &target);
  FailureOr<bool> decidePersistent(const KernelInfo &info,
                                   const PlanRequest &request,
                                   const Wishes &wishes,
                                   const fly::TargetInfo &target);
};
} // namespace

static LogicalResult setBlock(Wishes &wishes, AxisOp axis, int64_t block,
                              StringRef source) {
  auto [it, inserted] = wishes.blocks.try_emplace(axis, block);
  if (inserted || it->second == block)
    return success();
  return axis.emitOpError("has a block of ")
         << it->second << ", but " << source << " asks for " << block;
}

static FailureOr<Wishes> collectWishes(const KernelInfo &info) {
  KernelOp kernel = info.kernel;
  Wishes wishes;
  SmallVector<AxisOp> tileAxes, fullAxes;
  for (auto axis : kernel.getBody().getOps<AxisOp>()) {
    (axis.getKind() == AxisKind::Tile ? tileAxes : fullAxes).push_back(axis);
    if (!axis.getBlock())
      continue;
    if (axis.getKind() == AxisKind::Full)
      return axis.emitOpError("has a block, expected none on a full axis: the "
                              "kernel's config says with reduction_loops how "
                              "it is split");
    wishes.blocks[axis] = *axis.getBlock();
  }
  ConfigAttr config = kernel.getConfigAttr();
  if (!config)
    return wishes;
  auto checkCount = [&](StringRef key, size_t given, size_t axes,
                        StringRef kind) -> LogicalResult {
    if (given == 0 || given == axes)
      return success();
    return kernel.emitOpError("expects one entry of ")
           << key << " per " << kind << " axis: " << axes << " axes, " << given
           << " entries";
  };
  if (failed(checkCount("block_sizes", config.getBlockSizes().size(),
                        tileAxes.size(), "tile")) ||
      failed(checkCount("reduction_loops", config.getReductionLoops().size(),
                        fullAxes.size(), "full")))
    return failure();
  for (auto [axis, block] : llvm::zip(tileAxes, config.getBlockSizes()))
    if (block != 0 && failed(setBlock(wishes, axis, block, "block_sizes")))
      return failure();
  for (auto [axis, chunk] : llvm::zip(fullAxes, config.getReductionLoops()))
    wishes.chunks[axis] = chunk;
  if (std::optional<int64_t> rows = config.getRowsPerWorkgroup()) {
    if (info.row) {
      if (failed(setBlock(wishes, info.row, *rows, "rows_per_workgroup")))
        return failure();
    } else if (*rows != 1) {
      return kernel.emitOpError("has no row axis beside '")
             << AxisOp(info.column).getSymName()
             << "', expected rows_per_workgroup = 1, got " << *rows;
    }
  }
  return wishes;
}

/// Whether the span of `info` stays one, or why what the config asks for can't
/// be.
FailureOr<bool> HelionReductionStrategyPass::decidePersistent(
    const KernelInfo &info, const PlanRequest &request, const Wishes &wishes,
    const fly::TargetInfo &target) {
  FailureOr<int64_t> width =
      chooseVectorWidth(request, [&] { return getOperation().emitOpError(); });
  if (failed(width))
    return failure();
  auto chunk = wishes.chunks.find(info.column);
  if (chunk == wishes.chunks.end())
    return fitsRegisters(request, *width, target);
  if (chunk->second == 0 && !request.columns)
    return AxisOp(info.column)
        .emitOpError("has no upper bound, so that "
                     "reduction_loops = [0] can't keep "
                     "its row in registers; declare it "
                     "with bound(...)");
  return chunk->second == 0 ||
         (request.columns && chunk->second >= *request.columns);
}

/// A workgroup has several elements along the row and the column axis only, and
/// takes the part of the serial axis that it's given.
static LogicalResult verifyUnitBlocks(const KernelInfo &info,
                                      const Wishes &wishes) {
  SmallVector<AxisOp> axes = info.gridAxes;
  AxisOp serial = info.serial;
  if (serial)
    axes.push_back(serial);
  for (AxisOp axis : axes) {
    std::optional<int64_t> block = wishes.getBlock(axis);
    if (info.isPartition(axis)) {
      if (!block)
        return axis.emitOpError("expects a block, the rows that one workgroup "
                                "takes one after the other: declare it with "
                                "block(...) or set block_sizes");
      continue;
    }
    if (axis == info.row || axis == info.column || block.value_or(1) == 1)
      continue;
    InFlightDiagnostic diag = axis.emitOpError("expects a block of 1, since ");
    if (serial)
      diag << "a workgroup takes the elements of axis '" << serial.getSymName()
           << "' one after the other";
    else
      diag << "only the last row axis ('" << AxisOp(info.row).getSymName()
           << "') has several rows per workgroup";
    return diag << ", got " << *block;
  }
  return success();
}

LogicalResult
HelionReductionStrategyPass::schedule(KernelOp kernel,
                                      const fly::TargetInfo &target) {
  FailureOr<KernelInfo> info = analyzeKernel(kernel);
  if (failed(info))
    return failure();
  FailureOr<Wishes> wishes = collectWishes(*info);
  if (failed(wishes))
    return failure();

  if (failed(verifyUnitBlocks(*info, *wishes)))
    return failure();

  AxisOp column = info->column;
  std::optional<int64_t> rows, block;
  if (info->row)
    rows = wishes->getBlock(info->row);
  if (info->kind != ColumnKind::Persistent)
    block = wishes->getBlock(column);
  FailureOr<PlanRequest> request = getPlanRequest(*info, block, rows);
  if (failed(request))
    return failure();
  bool roll = false;
  if (info->kind == ColumnKind::Persistent) {
    FailureOr<bool> persistent =
        decidePersistent(*info, *request, *wishes, target);
    if (failed(persistent))
      return failure();
    roll = !*persistent;
    if (roll)
      request->kind = ColumnKind::Looped;
    if (int64_t chunk = wishes->chunks.lookup(column))
      (roll ? request->block : request->coveringChunk) = chunk;
  }
  FailureOr<Plan> plan =
      choosePlan(*request, target, [&] { return kernel.emitOpError(); });
  if (failed(plan))
    return failure();

  StringRef name = column.getSymName();
  if (roll) {
    FailureOr<RollResult> rolled = rollSpans(kernel, column);
    if (failed(rolled))
      return failure();
    ++numLooped;
    numLoops += rolled->loops;
    numReloads += rolled->reloads;
    if (remarks)
      mlir::emitRemark(kernel.getLoc(), "axis '")
          << name << "' is looped in chunks of " << plan->getColumns()
          << ", in " << rolled->loops << " loops";
  } else if (info->kind == ColumnKind::Persistent) {
    ++numPersistent;
    if (remarks)
      mlir::emitRemark(kernel.getLoc(), "axis '")
          << name << "' is persistent, at most " << *request->columns
          << " elements";
  }
  if (remarks)
    mlir::emitRemark(kernel.getLoc(), "a workgroup has ")
        << plan->rows << " rows of " << plan->threadsPerRow << " threads";

  for (auto axis : kernel.getBody().getOps<AxisOp>()) {
    int64_t size = 1;
    if (axis == info->row)
      size = plan->rows;
    else if (axis == column)
      // A row is a whole one even if it's empty.
      size = request->kind == ColumnKind::Persistent
                 ? std::max<int64_t>(1, *request->columns)
                 : block.value_or(plan->getColumns());
    else if (info->isPartition(axis))
      size = *wishes->getBlock(axis);
    axis.setBlock(size);
  }
  auto resize = [&](RankedTensorType tile) {
    SmallVector<int64_t> shape;
    for (StringAttr axis : getAxes(tile))
      shape.push_back(*kernel.lookupAxis(axis).getBlock());
    return RankedTensorType::get(shape, tile.getElementType(),
                                 tile.getEncoding());
  };
  return convertTileTypes(kernel, resize);
}

void HelionReductionStrategyPass::runOnOperation() {
  KernelOp kernel = getOperation();
  FailureOr<const fly::TargetInfo *> target =
      fly::lookupTarget(chip, [&] { return kernel.emitOpError(); });
  if (failed(target))
    return signalPassFailure();
  if (!isScheduled(kernel) && failed(schedule(kernel, **target)))
    signalPassFailure();
}
