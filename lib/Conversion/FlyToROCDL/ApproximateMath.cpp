//===- ApproximateMath.cpp - Approximate math functions to LLVM -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/FlyToROCDL/Passes.h"

#include "mlir/Conversion/ArithCommon/AttrToLLVMConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::fly_rocdl {
#define GEN_PASS_DEF_CONVERTAPPROXIMATEMATHTOLLVM
#include "Conversion/FlyToROCDL/Passes.h.inc"
} // namespace mlir::fly_rocdl

using namespace mlir;

namespace {

/// A function on f32 with `afn` as a call of the LLVM intrinsic, which keeps
/// the flag. Not as `llvm.intr.*`: convert-gpu-to-rocdl rejects these.
template <typename SourceOp>
struct ApproximateToIntrinsic : public OpRewritePattern<SourceOp> {
  ApproximateToIntrinsic(MLIRContext *context, StringRef intrinsic)
      : OpRewritePattern<SourceOp>(context), intrinsic(intrinsic) {}

  LogicalResult matchAndRewrite(SourceOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32() || !LLVM::isCompatibleType(type))
      return rewriter.notifyMatchFailure(op, "not f32 or a vector of f32");
    arith::FastMathFlags flags = op.getFastmath();
    if (!arith::bitEnumContainsAny(flags, arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "afn is not permitted");
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, type, rewriter.getStringAttr(intrinsic), op->getOperands(),
        LLVM::FastmathFlagsAttr::get(
            rewriter.getContext(),
            arith::convertArithFastMathFlagsToLLVM(flags)));
    return success();
  }

  StringRef intrinsic;
};

struct ConvertApproximateMathToLLVMPass
    : public fly_rocdl::impl::ConvertApproximateMathToLLVMBase<
          ConvertApproximateMathToLLVMPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    MLIRContext *context = &getContext();
    patterns.add<ApproximateToIntrinsic<math::Exp2Op>>(context, "llvm.exp2");
    patterns.add<ApproximateToIntrinsic<math::ExpOp>>(context, "llvm.exp");
    patterns.add<ApproximateToIntrinsic<math::Log2Op>>(context, "llvm.log2");
    patterns.add<ApproximateToIntrinsic<math::LogOp>>(context, "llvm.log");
    patterns.add<ApproximateToIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
