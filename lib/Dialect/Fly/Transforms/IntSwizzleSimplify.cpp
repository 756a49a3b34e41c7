//===- IntSwizzleSimplify.cpp - Terms that a swizzle doesn't see ----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Fly/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

namespace mlir::fly {
#define GEN_PASS_DEF_FLYINTSWIZZLESIMPLIFYPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

/// A power of two is all that matters here; this one stands for zero.
static constexpr unsigned maxShift = 62;

/// The exponent of a power of two that divides `value`.
static unsigned getKnownShift(Value value, int depth = 0) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::min(constant.countr_zero(), maxShift);

  unsigned known = 0;
  // What the front end promises of an integer is written in its tuples' types.
  for (OpOperand &use : value.getUses()) {
    auto tuple = dyn_cast<MakeIntTupleOp>(use.getOwner());
    if (!tuple)
      continue;
    unsigned index = 0;
    for (const Leaf &leaf : tuple.getType().getValue().getLeaves())
      if (leaf.isDynamic() && index++ == use.getOperandNumber())
        known = std::max(known, static_cast<unsigned>(llvm::countr_zero(
                                    static_cast<uint64_t>(leaf.value))));
  }

  constexpr int maxDepth = 8;
  Operation *def = value.getDefiningOp();
  if (!def || depth == maxDepth)
    return known;
  auto of = [&](unsigned i) {
    return getKnownShift(def->getOperand(i), depth + 1);
  };
  unsigned derived = 0;
  if (isa<arith::AddIOp, arith::SubIOp>(def))
    derived = std::min(of(0), of(1));
  else if (isa<arith::MulIOp>(def))
    derived = std::min(of(0) + of(1), maxShift);
  else if (isa<arith::SelectOp>(def))
    derived = std::min(of(1), of(2));
  else if (isa<arith::ExtSIOp, arith::ExtUIOp>(def))
    derived = of(0);
  else if (isa<arith::ShLIOp>(def) &&
           matchPattern(def->getOperand(1), m_ConstantInt(&constant)) &&
           constant.ult(maxShift))
    derived = std::min<unsigned>(of(0) + constant.getZExtValue(), maxShift);
  return std::max(known, derived);
}

namespace {
/// x ^ ((x & mask) >> shift)
struct SwizzleMatch {
  Value input;
  arith::AndIOp masked;
  arith::ShRUIOp shifted;
  /// The first bit above the mask.
  unsigned end;
};
} // namespace

static std::optional<SwizzleMatch> matchSwizzle(arith::XOrIOp op) {
  SwizzleMatch match;
  match.input = op.getLhs();
  match.shifted = op.getRhs().getDefiningOp<arith::ShRUIOp>();
  if (!match.shifted)
    return std::nullopt;
  match.masked = match.shifted.getLhs().getDefiningOp<arith::AndIOp>();
  APInt mask, shift;
  if (!match.masked || match.masked.getLhs() != match.input ||
      !matchPattern(match.masked.getRhs(), m_ConstantInt(&mask)) ||
      !matchPattern(match.shifted.getRhs(), m_ConstantInt(&shift)) ||
      !mask.isShiftedMask() || shift.ugt(mask.countr_zero()))
    return std::nullopt;
  match.end = mask.getActiveBits();
  // Nothing lies above a mask that reaches the top.
  if (match.end >= std::min(mask.getBitWidth(), maxShift))
    return std::nullopt;
  return match;
}

/// Splits a sum into terms that are multiples of 2^end and the rest.
static void splitTerms(Value value, unsigned end, SmallVectorImpl<Value> &above,
                       SmallVectorImpl<Value> &rest) {
  if (getKnownShift(value) >= end) {
    above.push_back(value);
    return;
  }
  if (auto add = value.getDefiningOp<arith::AddIOp>()) {
    splitTerms(add.getLhs(), end, above, rest);
    splitTerms(add.getRhs(), end, above, rest);
    return;
  }
  rest.push_back(value);
}

static Value makeSum(OpBuilder &builder, Location loc, Value start,
                     ArrayRef<Value> terms) {
  for (Value term : terms)
    start =
        start ? Value(arith::AddIOp::create(builder, loc, start, term)) : term;
  return start;
}

namespace {
struct FlyIntSwizzleSimplifyPass
    : public fly::impl::FlyIntSwizzleSimplifyPassBase<
          FlyIntSwizzleSimplifyPass> {
  void runOnOperation() override {
    SmallVector<arith::XOrIOp> ops;
    getOperation()->walk([&](arith::XOrIOp op) { ops.push_back(op); });
    for (arith::XOrIOp op : ops)
      if (std::optional<SwizzleMatch> match = matchSwizzle(op))
        simplify(op, *match);
  }

  static void simplify(arith::XOrIOp op, SwizzleMatch match) {
    SmallVector<Value> above, rest;
    splitTerms(match.input, match.end, above, rest);
    if (above.empty())
      return;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value result;
    if (!rest.empty()) {
      Value base = makeSum(builder, loc, Value(), rest);
      Value masked =
          arith::AndIOp::create(builder, loc, base, match.masked.getRhs());
      Value shifted =
          arith::ShRUIOp::create(builder, loc, masked, match.shifted.getRhs());
      result = arith::XOrIOp::create(builder, loc, base, shifted);
    }
    op.getResult().replaceAllUsesWith(makeSum(builder, loc, result, above));
    op.erase();
    // The old swizzle is dead unless others share its parts.
    if (match.shifted->use_empty())
      match.shifted->erase();
    if (match.masked->use_empty())
      match.masked->erase();
  }
};
} // namespace
