//===- FastMath.cpp - Use of the kernel's fast-math permissions -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"
#include "Dialect/Helion/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::helion {
#define GEN_PASS_DEF_HELIONFASTMATHPASS
#include "Dialect/Helion/Transforms/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

/// `value` as a constant of `type`, a float or a tensor of floats.
static Value createConstant(PatternRewriter &rewriter, Location loc, Type type,
                            double value) {
  TypedAttr attr =
      rewriter.getFloatAttr(cast<FloatType>(getElementTypeOrSelf(type)), value);
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    Value scalar = arith::ConstantOp::create(rewriter, loc, attr);
    return FullOp::create(rewriter, loc, tensor, scalar);
  }
  return arith::ConstantOp::create(rewriter, loc, attr);
}

namespace {

/// exp(x) = exp2(x * log2(e)), under `afn`: exp2 is one instruction. For |x| up
/// to 88, where f32 overflows, the product's rounding costs at most 6e-6
/// relative. Only on f32, the type of that instruction.
struct ExpToExp2 : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32())
      return rewriter.notifyMatchFailure(op, "not on f32");
    if (isa<ShapedType>(type) && !isTile(type))
      return rewriter.notifyMatchFailure(op, "neither a scalar nor a tile");
    Value log2e =
        createConstant(rewriter, op.getLoc(), type, llvm::numbers::log2e);
    Value scaled =
        arith::MulFOp::create(rewriter, op.getLoc(), op.getOperand(), log2e);
    rewriter.replaceOpWithNewOp<math::Exp2Op>(op, scaled);
    return success();
  }
};

/// x / broadcast(d) = x * broadcast(1 / d), under `arcp`: one division for each
/// element of the smaller tile.
struct DivideByBroadcast : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastOp>();
    if (!broadcast)
      return rewriter.notifyMatchFailure(op, "divisor is no broadcast");
    Location loc = op.getLoc();
    Value divisor = broadcast.getSource();
    Value one = createConstant(rewriter, loc, divisor.getType(), 1.0);
    Value reciprocal = arith::DivFOp::create(rewriter, loc, one, divisor);
    Value repeated =
        BroadcastOp::create(rewriter, loc, op.getType(), reciprocal);
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, op.getLhs(), repeated);
    return success();
  }
};

struct HelionFastMathPass
    : helion::impl::HelionFastMathPassBase<HelionFastMathPass> {
  using HelionFastMathPassBase::HelionFastMathPassBase;

  void runOnOperation() override {
    KernelOp kernel = getOperation();
    arith::FastMathFlags flags = kernel.getFastMathFlags();
    RewritePatternSet patterns(&getContext());
    if (arith::bitEnumContainsAny(flags, arith::FastMathFlags::afn))
      patterns.add<ExpToExp2>(&getContext());
    if (arith::bitEnumContainsAny(flags, arith::FastMathFlags::arcp))
      patterns.add<DivideByBroadcast>(&getContext());
    if (failed(applyPatternsGreedily(kernel, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
