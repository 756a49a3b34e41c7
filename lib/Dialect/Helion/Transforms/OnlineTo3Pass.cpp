//===- OnlineTo3Pass.cpp - An online recurrence as two reductions -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Recognises, in a helion.for over axis n,
//
//   lm = reduce max x over n          mn = maximum(m, lm)
//   ls = reduce sum e over n          e  = exp(x - broadcast(mn))
//   dn = d * exp(m - mn) + ls         yield mn, dn
//
// The rewrite computes x in two loops. It is legal under these conditions,
// which `match` checks; the others that the rewrite needs (values
// of an iteration are dead after the loop, nothing redefines the state, both
// loops visit the same elements of the same rows) hold by SSA form and types.
//
//   L1  the loop carries the maximum and the sum and nothing else
//   L2  the maximum starts as -inf, the sum as 0
//   L3  in the loop the maximum is read by the recurrence only, and so is the
//       sum
//   L4  the body has no side effects, and so nothing is written between the
//       first and the second time that x is loaded
//   L5  both reductions are over the loop's own axis
//   L6  the same maximum (NaN propagated, or ignored) is used within a chunk
//       and across chunks
//   L7  the sum is rescaled by exp(m - mn), and its terms are exp(x - mn) with
//       the same exponential, of the very x that is maximised
//   L8  the state is f32 or f64
//
// The order in which the terms are added changes; a sum that is rescaled at run
// time leaves it open, and the new one has the smaller error bound.

#include "Dialect/Helion/Transforms/Passes.h"
#include "Dialect/Helion/Transforms/Plan.h"
#include "RollSpan.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace mlir::helion {
#define GEN_PASS_DEF_HELIONONLINETO3PASSPASS
#include "Dialect/Helion/Transforms/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

namespace {
/// The parts of a recurrence.
struct Recurrence {
  ForOp loop;
  /// Positions of the maximum and the sum among the carried values.
  unsigned maxIndex = 0, sumIndex = 0;
  ReduceOp maxReduce, sumReduce;
  Value newMax;
  /// The tile x, broadcast(mn), x - broadcast(mn) and its exponential.
  Value x;
  BroadcastOp broadcast;
  arith::SubFOp difference;
  Operation *exponential = nullptr;
};

struct HelionOnlineTo3PassPass
    : helion::impl::HelionOnlineTo3PassPassBase<HelionOnlineTo3PassPass> {
  using HelionOnlineTo3PassPassBase::HelionOnlineTo3PassPassBase;

  void runOnOperation() override;

private:
  void visit(ForOp loop);
};
} // namespace

static bool isMaximum(Operation *op) {
  return isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(op);
}

/// The operand of the binary `op` that isn't `value`, or null if none is.
static Value getOther(Operation *op, Value value) {
  if (op->getOperand(0) == value)
    return op->getOperand(1);
  return op->getOperand(1) == value ? op->getOperand(0) : Value();
}

/// Finds a running maximum: without one, the loop isn't a candidate at all.
static bool findRunningMax(Recurrence &match) {
  Operation *yield = match.loop.getBody().front().getTerminator();
  for (auto [index, carried] :
       llvm::enumerate(match.loop.getRegionIterArgs())) {
    Value next = yield->getOperand(index);
    Operation *combine = next.getDefiningOp();
    if (!isMaximum(combine))
      continue;
    Value local = getOther(combine, carried);
    auto reduce = local ? local.getDefiningOp<ReduceOp>() : ReduceOp();
    if (!reduce || (reduce.getKind() != ReduceKind::Max &&
                    reduce.getKind() != ReduceKind::MaxNum))
      continue;
    match.maxIndex = index;
    match.maxReduce = reduce;
    match.newMax = next;
    return true;
  }
  return false;
}

/// What a reduction reads, without the mask that it implies anyway.
static Value getReduced(ReduceOp reduce, ForOp loop) {
  auto mask = reduce.getSource().getDefiningOp<MaskToOp>();
  if (mask && mask.getFill() == reduce.getIdentity() &&
      llvm::equal(mask.getHandles(), ValueRange(loop.getHandle())))
    return mask.getValue();
  return reduce.getSource();
}

static bool isFullOf(Value tile, ReduceKind kind) {
  auto full = tile.getDefiningOp<FullOp>();
  Attribute value;
  if (!full)
    return matchPattern(tile, m_Constant(&value)) &&
           isa<SplatElementsAttr>(value) &&
           cast<SplatElementsAttr>(value).getSplatValue<Attribute>() ==
               ReduceOp::getIdentity(kind, getElementTypeOrSelf(tile));
  return matchPattern(full.getValue(), m_Constant(&value)) &&
         value == ReduceOp::getIdentity(kind, full.getValue().getType());
}

/// The ops of the loop's body that `value` is computed by, as a set.
static llvm::SmallPtrSet<Operation *, 16> getSlice(Value value, ForOp loop) {
  llvm::SmallPtrSet<Operation *, 16> slice;
  SmallVector<Value> pending = {value};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != &loop.getBody().front() ||
        !slice.insert(op).second)
      continue;
    llvm::append_range(pending, op->getOperands());
  }
  return slice;
}

/// Fills in the rest of `match`, or says which condition fails.
static std::optional<std::string> match(Recurrence &match) {
  ForOp loop = match.loop;
  if (loop.getInits().size() != 2)
    return "it carries " + std::to_string(loop.getInits().size()) +
           " values, expected a maximum and a sum (L1)";
  match.sumIndex = 1 - match.maxIndex;
  if (!isFullOf(loop.getInits()[match.maxIndex], ReduceKind::Max) ||
      !isFullOf(loop.getInits()[match.sumIndex], ReduceKind::Sum))
    return "it doesn't start with a maximum of -inf and a sum of 0 (L2)";

  // The update of the sum decides what reads the state.
  Value max = loop.getRegionIterArgs()[match.maxIndex];
  Value sum = loop.getRegionIterArgs()[match.sumIndex];
  Operation *yield = loop.getBody().front().getTerminator();
  auto add = yield->getOperand(match.sumIndex).getDefiningOp<arith::AddFOp>();
  arith::MulFOp rescaled;
  if (add) {
    for (Value operand : add->getOperands())
      if (auto product = operand.getDefiningOp<arith::MulFOp>();
          product && getOther(product, sum))
        rescaled = product;
    if (rescaled)
      match.sumReduce = getOther(add, rescaled).getDefiningOp<ReduceOp>();
  }
  if (!rescaled || !match.sumReduce ||
      match.sumReduce.getKind() != ReduceKind::Sum)
    return "its sum isn't updated as sum * scale + (sum of a chunk) (L7)";
  Operation *scale = getOther(rescaled, sum).getDefiningOp();
  auto step = isa_and_nonnull<math::ExpOp, math::Exp2Op>(scale)
                  ? scale->getOperand(0).getDefiningOp<arith::SubFOp>()
                  : arith::SubFOp();
  if (!step || step.getLhs() != max || step.getRhs() != match.newMax)
    return "its sum isn't rescaled by exp(old maximum - new maximum) (L7)";

  if (!llvm::all_of(max.getUsers(),
                    [&](Operation *user) {
                      return user == step ||
                             user == match.newMax.getDefiningOp();
                    }) ||
      !sum.hasOneUse())
    return "its maximum or sum is used by more than the recurrence (L3)";
  for (Operation &op : loop.getBody().front())
    if (!isa<LoadOp>(op) && !isMemoryEffectFree(&op))
      return "its body has side effects (L4)";
  StringAttr axis = loop.getAxisAttr().getAttr();
  if (match.maxReduce.getAxisAttr() != axis ||
      match.sumReduce.getAxisAttr() != axis)
    return "it reduces over another axis than its own (L5)";
  if (isa<arith::MaximumFOp>(match.newMax.getDefiningOp()) !=
      (match.maxReduce.getKind() == ReduceKind::Max))
    return "it treats NaN differently within a chunk and across chunks (L6)";

  match.x = getReduced(match.maxReduce, loop);
  match.exponential = getReduced(match.sumReduce, loop).getDefiningOp();
  if (!match.exponential || match.exponential->getName() != scale->getName())
    return "the terms of its sum aren't the exponential that rescales it (L7)";
  match.difference =
      match.exponential->getOperand(0).getDefiningOp<arith::SubFOp>();
  if (match.difference)
    match.broadcast = match.difference.getRhs().getDefiningOp<BroadcastOp>();
  if (!match.broadcast || match.difference.getLhs() != match.x ||
      match.broadcast.getSource() != match.newMax)
    return "the terms of its sum aren't exp(x - new maximum) of the x that is "
           "maximised (L7)";
  Type element = getElementTypeOrSelf(max.getType());
  if (!element.isF32() && !element.isF64())
    return "its state is neither f32 nor f64 (L8)";
  return std::nullopt;
}

/// A loop over the recurrence's axis that computes x, hands it to `getTerm`,
/// and accumulates the term; returns the reduction of the accumulator.
static Value createPass(OpBuilder &builder, const Recurrence &match,
                        ReduceOp original,
                        function_ref<Value(OpBuilder &, IRMapping &)> getTerm) {
  ForOp loop = match.loop;
  Location loc = original.getLoc();
  auto type = cast<RankedTensorType>(match.x.getType());
  Value init = createIdentity(builder, loc, original.getKind(), type);
  auto pass =
      ForOp::create(builder, loop.getLoc(), type, loop.getAxisAttr(), init);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&pass.getBody());
  Value handle = body->addArgument(loop.getHandle().getType(), loop.getLoc());
  Value accumulator = body->addArgument(type, loc);
  IRMapping mapping;
  mapping.map(loop.getHandle(), handle);
  auto slice = getSlice(match.x, loop);
  for (Operation &op : loop.getBody().front())
    if (slice.contains(&op))
      builder.clone(op, mapping);
  Value term = getTerm(builder, mapping);
  Value masked = MaskToOp::create(builder, loc, type, term,
                                  original.getIdentity(), handle);
  YieldOp::create(
      builder, loc,
      createCombine(builder, loc, original.getKind(), accumulator, masked));
  builder.setInsertionPointAfter(pass);
  return ReduceOp::create(builder, loc, original.getType(), original.getKind(),
                          pass.getResult(0), original.getAxisAttr());
}

static void rewrite(const Recurrence &match) {
  ForOp loop = match.loop;
  OpBuilder builder(loop);
  Value max = createPass(builder, match, match.maxReduce,
                         [&](OpBuilder &, IRMapping &mapping) {
                           return mapping.lookupOrDefault(match.x);
                         });
  builder.setInsertionPoint(loop);
  Value sum =
      createPass(builder, match, match.sumReduce,
                 [&](OpBuilder &body, IRMapping &mapping) {
                   mapping.map(match.newMax, max);
                   BroadcastOp broadcast = match.broadcast;
                   arith::SubFOp difference = match.difference;
                   body.clone(*broadcast, mapping);
                   body.clone(*difference, mapping);
                   return body.clone(*match.exponential, mapping)->getResult(0);
                 });
  loop.getResult(match.maxIndex).replaceAllUsesWith(max);
  loop.getResult(match.sumIndex).replaceAllUsesWith(sum);
  loop.erase();
}

void HelionOnlineTo3PassPass::visit(ForOp loop) {
  Recurrence recurrence;
  recurrence.loop = loop;
  if (!findRunningMax(recurrence))
    return;
  std::optional<std::string> refusal = match(recurrence);
  AxisOp axis = getOperation().lookupAxis(loop.getAxisAttr().getAttr());
  std::optional<int64_t> bound = axis.getExtentBound();
  if (!refusal && bound && *bound < minN)
    refusal = "axis '" + axis.getSymName().str() + "' has at most " +
              std::to_string(*bound) +
              " elements, below min-n = " + std::to_string(minN);
  if (refusal) {
    ++numRefused;
    if (remarks)
      mlir::emitRemark(loop.getLoc(), "running maximum left as it is: ")
          << *refusal;
    return;
  }
  if (remarks)
    mlir::emitRemark(loop.getLoc(),
                     "online recurrence split into a maximum and a sum");
  rewrite(recurrence);
  ++numRewritten;
}

void HelionOnlineTo3PassPass::runOnOperation() {
  if (disable)
    return;
  SmallVector<ForOp> loops;
  getOperation().walk([&](ForOp loop) { loops.push_back(loop); });
  for (ForOp loop : loops)
    visit(loop);
}
