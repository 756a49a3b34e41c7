//===- LowerSubgroupReduce.cpp - gpu.subgroup_reduce across lanes ---------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/FlyToROCDL/Passes.h"
#include "Target/TargetInfo.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::fly_rocdl {
#define GEN_PASS_DEF_FLYLOWERSUBGROUPREDUCEPASS
#include "Conversion/FlyToROCDL/Passes.h.inc"
} // namespace mlir::fly_rocdl

using namespace mlir;

namespace {
struct FlyLowerSubgroupReducePass
    : public fly_rocdl::impl::FlyLowerSubgroupReducePassBase<
          FlyLowerSubgroupReducePass> {
  using FlyLowerSubgroupReducePassBase::FlyLowerSubgroupReducePassBase;

  void runOnOperation() override {
    Operation *root = getOperation();
    FailureOr<const fly::TargetInfo *> target =
        fly::lookupTarget(chip, [&]() { return root->emitError(); });
    if (failed(target))
      return signalPassFailure();
    unsigned waveSize = (*target)->waveSize;
    if (failed(checkReduces(root, waveSize)))
      return signalPassFailure();

    FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chip);
    if (failed(chipset)) {
      root->emitError("MLIR can't parse the chip name ") << chip;
      return signalPassFailure();
    }
    // DPP moves 16, 32 and 64 bits and knows all of the arithmetic; shuffles
    // are for what it leaves.
    RewritePatternSet patterns(&getContext());
    populateGpuBreakDownSubgroupReducePatterns(
        patterns, /*maxShuffleBitwidth=*/32, PatternBenefit(4));
    populateGpuLowerSubgroupReduceToDPPPatterns(patterns, waveSize, *chipset,
                                                PatternBenefit(2));
    populateGpuLowerClusteredSubgroupReduceToDPPPatterns(
        patterns, waveSize, *chipset, PatternBenefit(2));
    populateGpuLowerSubgroupReduceToShufflePatterns(
        patterns, waveSize, /*shuffleBitwidth=*/32, PatternBenefit(1));
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(
        patterns, waveSize, /*shuffleBitwidth=*/32, PatternBenefit(1));
    if (failed(applyPatternsGreedily(root, std::move(patterns))))
      return signalPassFailure();

    WalkResult left = root->walk([](gpu::SubgroupReduceOp op) {
      op.emitOpError("can't be lowered for a value of type ")
          << op.getValue().getType();
      return WalkResult::interrupt();
    });
    if (left.wasInterrupted())
      signalPassFailure();
  }

  /// Rejects what the patterns would skip, and drops reductions of one lane.
  LogicalResult checkReduces(Operation *root, unsigned waveSize) {
    SmallVector<gpu::SubgroupReduceOp> reduces;
    root->walk([&](gpu::SubgroupReduceOp op) { reduces.push_back(op); });
    for (gpu::SubgroupReduceOp op : reduces) {
      unsigned size = op.getClusterSize().value_or(waveSize);
      unsigned stride = op.getClusterStride();
      if (size > waveSize || size * stride > waveSize)
        return op.emitOpError("reduces over ")
               << size << " lanes at a stride of " << stride
               << ", but a wave of " << chip << " has " << waveSize;
      ++numReduces;
      if (size == 1) {
        op.replaceAllUsesWith(op.getValue());
        op.erase();
      }
    }
    return success();
  }
};
} // namespace
