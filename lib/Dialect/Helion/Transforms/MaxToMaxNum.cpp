//===- MaxToMaxNum.cpp - Maxima that need not propagate NaN -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where a wave has no instruction for a maximum that propagates NaN, each step
// of one costs three instructions; a maximum that ignores NaN costs one. Both
// give the same kernel where NaN reaches every result in another way.
//
// Let m be the maximum of the elements x of a row. The two forms differ only
// (a) if the row has a NaN: then one m is NaN, the other isn't; and (b) in the
// sign of m if m is zero and x holds both zeros. The rewrite is legal if no
// store can see either:
//
//   1. The source of the reduction (before masks, and before conversions, which
//      neither make nor lose a NaN) has a NaN where the row has one.
//   2. An op that propagates NaN passes on "some element of the row is NaN" and
//      "every element of the row is NaN" from any operand.
//   3. A reduction (other than maxnum and minnum) over the same axis of a tile
//      where some element of the row is NaN is NaN; broadcasting it gives a
//      tile where every element of the row is NaN: there both forms agree.
//   4. Any other value that depends on m differs in case (a), and in case (b)
//      unless it went through exp or exp2, which map both zeros to 1.
//   5. No store writes a value that differs in case (a), nor in case (b) unless
//      the kernel allows nsz. Nothing that depends on m goes into a loop.
//
// So softmax qualifies (m is seen through exp(x - m), whose sum divides every
// element), and a kernel that stores m or exp(x - m) doesn't.

#include "PadAnalysis.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::helion;

namespace {
/// What rules 1 to 4 say about a value.
struct Facts {
  bool someNaN = false;
  bool everyNaN = false;
  bool differs = false;
  bool zeroDiffers = false;
};
} // namespace

/// Whether a NaN element of any operand makes the same element of the result
/// NaN.
static bool propagatesNaN(Operation *op) {
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
           arith::NegFOp, arith::MaximumFOp, arith::MinimumFOp, arith::ExtFOp,
           arith::TruncFOp, math::ExpOp, math::Exp2Op, math::ExpM1Op,
           math::LogOp, math::Log2Op, math::Log10Op, math::Log1pOp,
           math::SqrtOp, math::RsqrtOp, math::AbsFOp, math::TanhOp, math::ErfOp,
           math::FmaOp>(op))
    return false;
  auto type =
      dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  return type && APFloat::semanticsHasNaN(type.getFloatSemantics());
}

/// Rule 1: marks what holds a NaN exactly where `source` does.
static void markSources(Value source, llvm::DenseMap<Value, Facts> &facts) {
  while (source) {
    facts[source].someNaN = true;
    Operation *op = source.getDefiningOp();
    if (!op || !isa<MaskToOp, arith::ExtFOp, arith::TruncFOp, arith::NegFOp,
                    math::AbsFOp>(op))
      return;
    source = op->getOperand(0);
  }
}

static bool isLegal(ReduceOp maximum, bool allowsZeroSign) {
  llvm::DenseMap<Value, Facts> facts;
  markSources(maximum.getSource(), facts);
  Block *body = maximum->getBlock();
  for (Operation &op : *body) {
    if (op.getNumRegions() != 0) {
      WalkResult walk = op.walk([&](Operation *nested) {
        for (Value operand : nested->getOperands()) {
          Facts known = facts.lookup(operand);
          if (known.differs || known.zeroDiffers)
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      });
      if (walk.wasInterrupted())
        return false;
      continue;
    }
    Facts joined;
    for (Value operand : op.getOperands()) {
      Facts known = facts.lookup(operand);
      joined.someNaN |= known.someNaN;
      joined.everyNaN |= known.everyNaN;
      joined.differs |= known.differs;
      joined.zeroDiffers |= known.zeroDiffers;
    }
    if (&op == maximum) {
      joined = {};
      joined.differs = joined.zeroDiffers = true;
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      bool propagates = reduce.getKind() != ReduceKind::MaxNum &&
                        reduce.getKind() != ReduceKind::MinNum &&
                        reduce.getAxisAttr() == maximum.getAxisAttr();
      joined.everyNaN = joined.someNaN =
          propagates && (joined.someNaN || joined.everyNaN);
    } else if (!isa<MaskToOp, BroadcastOp>(op) && !propagatesNaN(&op)) {
      joined.someNaN = joined.everyNaN = false;
    }
    if (joined.everyNaN)
      joined.differs = false;
    if (isa<math::ExpOp, math::Exp2Op>(op))
      joined.zeroDiffers = false;
    if (op.getNumResults() == 0 &&
        (joined.differs || (joined.zeroDiffers && !allowsZeroSign)))
      return false;
    for (Value value : op.getResults()) {
      Facts &known = facts[value];
      joined.someNaN |= known.someNaN;
      known = joined;
    }
  }
  return true;
}

int64_t mlir::helion::convertMaxToMaxNum(KernelOp kernel) {
  int64_t converted = 0;
  bool allowsZeroSign = arith::bitEnumContainsAll(kernel.getFastMathFlags(),
                                                  arith::FastMathFlags::nsz);
  for (auto reduce : kernel.getGrid().getOps<ReduceOp>()) {
    if (reduce.getKind() != ReduceKind::Max ||
        !isa<FloatType>(getElementTypeOrSelf(reduce.getSource().getType())) ||
        reduce.getSource().getDefiningOp<ForOp>() ||
        !isLegal(reduce, allowsZeroSign))
      continue;
    reduce.setKind(ReduceKind::MaxNum);
    ++converted;
  }
  return converted;
}
