//===- RollSpan.cpp - Spans into loops ----------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RollSpan.h"

using namespace mlir;
using namespace mlir::helion;

Value mlir::helion::createCombine(OpBuilder &builder, Location loc,
                                  ReduceKind kind, Value lhs, Value rhs) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(lhs.getType()));
  switch (kind) {
  case ReduceKind::Sum:
    return isFloat ? arith::AddFOp::create(builder, loc, lhs, rhs).getResult()
                   : arith::AddIOp::create(builder, loc, lhs, rhs).getResult();
  case ReduceKind::Prod:
    return isFloat ? arith::MulFOp::create(builder, loc, lhs, rhs).getResult()
                   : arith::MulIOp::create(builder, loc, lhs, rhs).getResult();
  case ReduceKind::Max:
  case ReduceKind::MaxNum:
    if (!isFloat)
      return arith::MaxSIOp::create(builder, loc, lhs, rhs);
    return kind == ReduceKind::Max
               ? arith::MaximumFOp::create(builder, loc, lhs, rhs).getResult()
               : arith::MaxNumFOp::create(builder, loc, lhs, rhs).getResult();
  case ReduceKind::Min:
  case ReduceKind::MinNum:
    if (!isFloat)
      return arith::MinSIOp::create(builder, loc, lhs, rhs);
    return kind == ReduceKind::Min
               ? arith::MinimumFOp::create(builder, loc, lhs, rhs).getResult()
               : arith::MinNumFOp::create(builder, loc, lhs, rhs).getResult();
  }
  llvm_unreachable("unknown reduction kind");
}

Value mlir::helion::createIdentity(OpBuilder &builder, Location loc,
                                   ReduceKind kind, RankedTensorType type) {
  Value identity = arith::ConstantOp::create(
      builder, loc, ReduceOp::getIdentity(kind, type.getElementType()));
  return FullOp::create(builder, loc, type, identity);
}

namespace {
class Roller {
public:
  Roller(KernelOp kernel, AxisOp axis)
      : kernel(kernel), axis(axis), name(axis.getSymNameAttr()),
        body(kernel.getGrid().getBody().front()) {}

  FailureOr<RollResult> run();

private:
  LogicalResult verifyStructure();
  LogicalResult verifyEffects();
  void computeStages();
  void createLoop(int64_t stage, bool withStores);
  bool dependsOnAxis(Type type) const;
  /// Whether `op` works on single elements along the axis: it goes into loops.
  bool isInside(Operation *op) const;
  bool isReduction(Operation *op) const {
    auto reduce = dyn_cast<ReductionOpInterface>(op);
    return reduce && reduce.getAxisAttr() == name;
  }

  KernelOp kernel;
  AxisOp axis;
  StringAttr name;
  Block &body;
  /// The ops of the body in their original order.
  SmallVector<Operation *> original;
  /// How many reductions along the axis, one after the other, must be complete
  /// before an op can run; for a reduction, before its operand is known.
  llvm::DenseMap<Operation *, int64_t> stages;
  llvm::DenseSet<Operation *> loaded;
  RollResult result;
};
} // namespace

bool Roller::dependsOnAxis(Type type) const {
  if (auto handle = dyn_cast<HandleType>(type))
    return handle.getAxis() == name;
  return isTile(type) && getAxisDim(cast<RankedTensorType>(type), name);
}

bool Roller::isInside(Operation *op) const {
  auto depends = [&](Type type) { return dependsOnAxis(type); };
  return !isReduction(op) && (llvm::any_of(op->getOperandTypes(), depends) ||
                              llvm::any_of(op->getResultTypes(), depends));
}

LogicalResult Roller::verifyStructure() {
  for (Operation *op : original) {
    if (op->getNumRegions() == 0 || isReduction(op))
      continue;
    WalkResult walk = op->walk([&](Operation *nested) {
      if (!isInside(nested) && !isReduction(nested))
        return WalkResult::advance();
      InFlightDiagnostic diag = nested->emitOpError("uses axis '");
      diag << name.getValue() << "' inside '" << op->getName()
           << "', expected it directly in the grid; the axis ";
      if (axis.getExtentBound())
        diag << "doesn't fit into registers";
      else
        diag << "has no upper bound (declare it with bound(...))";
      diag << " and can't be rolled into loops here";
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

/// Loops run one after the other, and stores in the last one. What is loaded
/// again there must be what was loaded first, and the last of several stores
/// must stay the last.
LogicalResult Roller::verifyEffects() {
  llvm::DenseMap<Value, StoreOp> stores;
  for (Operation *op : original) {
    if (auto store = dyn_cast<StoreOp>(op)) {
      auto [it, inserted] = stores.try_emplace(store.getBuffer(), store);
      if (!inserted) {
        InFlightDiagnostic diag = store.emitOpError(
            "is the second store to its buffer, expected one; axis '");
        diag << name.getValue()
             << "' doesn't fit into registers, and rolling it into loops would "
                "change the order of the stores";
        diag.attachNote(it->second.getLoc()) << "the first store";
        return diag;
      }
      continue;
    }
    if (isa<LoadOp>(op) || isMemoryEffectFree(op))
      continue;
    return op->emitOpError("has side effects, expected only helion.load and "
                           "helion.store; axis '")
           << name.getValue()
           << "' doesn't fit into registers and must be rolled into loops";
  }
  for (Operation *op : original) {
    auto load = dyn_cast<LoadOp>(op);
    if (!load)
      continue;
    StoreOp store = stores.lookup(load.getBuffer());
    if (!store || (llvm::equal(load.getSubscripts(), store.getSubscripts()) &&
                   load->isBeforeInBlock(store)))
      continue;
    InFlightDiagnostic diag = load.emitOpError(
        "reads a buffer that the kernel also writes, expected the same "
        "subscripts and the load in front of the store; axis '");
    diag << name.getValue()
         << "' doesn't fit into registers, and rolling it into loops would "
            "read elements that are already overwritten";
    diag.attachNote(store.getLoc()) << "the store";
    return diag;
  }
  return success();
}

void Roller::computeStages() {
  for (Operation *op : original) {
    int64_t stage = 0;
    // Row values used inside a region count for the op that holds it.
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands()) {
        Operation *definition = operand.getDefiningOp();
        if (!definition || definition->getBlock() != &body)
          continue;
        stage = std::max(stage, stages.lookup(definition) +
                                    (isReduction(definition) ? 1 : 0));
      }
    });
    stages[op] = stage;
  }
}

/// What a loop carries for a reduction: an accumulator per element of a chunk,
/// combined across threads once, after the loop. A combiner that is a region
/// gets each chunk's result instead: what it makes of a missing element and an
/// accumulator can't be checked.
static SmallVector<Type> getCarriedTypes(ReductionOpInterface reduce) {
  if (auto simple = dyn_cast<ReduceOp>(reduce.getOperation()))
    return {simple.getSource().getType()};
  return llvm::to_vector(reduce->getResultTypes());
}

void Roller::createLoop(int64_t stage, bool withStores) {
  auto isRoot = [&](Operation *op) {
    if (isReduction(op))
      return stages.lookup(op) == stage;
    return withStores && isa<StoreOp>(op) && isInside(op);
  };
  llvm::DenseSet<Operation *> needed;
  SmallVector<ReductionOpInterface> reductions;
  for (Operation *op : llvm::reverse(original)) {
    if (!isRoot(op) && !needed.contains(op))
      continue;
    needed.insert(op);
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp())
        if (definition->getBlock() == &body && isInside(definition))
          needed.insert(definition);
  }
  for (Operation *op : original)
    if (isReduction(op) && needed.contains(op))
      reductions.push_back(cast<ReductionOpInterface>(op));
  if (needed.empty())
    return;

  OpBuilder builder(body.getTerminator());
  Location loc =
      reductions.empty() ? kernel.getGrid().getLoc() : reductions[0].getLoc();
  SmallVector<Value> inits;
  SmallVector<Type> types;
  for (ReductionOpInterface reduce : reductions)
    for (auto [type, value] :
         llvm::zip(getCarriedTypes(reduce), reduce.getIdentities())) {
      Value identity =
          arith::ConstantOp::create(builder, reduce.getLoc(), value);
      inits.push_back(FullOp::create(builder, reduce.getLoc(), type, identity));
      types.push_back(type);
    }
  auto loop =
      ForOp::create(builder, loc, types, FlatSymbolRefAttr::get(name), inits);
  Block *loopBody = builder.createBlock(&loop.getBody());
  Value handle =
      loopBody->addArgument(HandleType::get(name.getContext(), name), loc);
  for (Type type : types)
    loopBody->addArgument(type, loc);

  IRMapping mapping;
  kernel.walk([&](SpanOp span) {
    if (span.getAxisAttr().getAttr() == name)
      mapping.map(span.getHandle(), handle);
  });
  SmallVector<Value> yielded;
  for (Operation *op : original) {
    if (!needed.contains(op))
      continue;
    if (!isReduction(op)) {
      builder.clone(*op, mapping);
      if (isa<LoadOp>(op) && !loaded.insert(op).second)
        ++result.reloads;
      continue;
    }
    auto reduce = cast<ReductionOpInterface>(op);
    SmallVector<Value> masked;
    for (auto [tile, identity] :
         llvm::zip(reduce.getTiles(), reduce.getIdentities())) {
      Value value = mapping.lookup(tile.get());
      masked.push_back(MaskToOp::create(builder, op->getLoc(), value.getType(),
                                        value, identity, handle));
    }
    ValueRange carried = ValueRange(loopBody->getArguments())
                             .slice(yielded.size() + 1, masked.size());
    if (auto simple = dyn_cast<ReduceOp>(op)) {
      yielded.push_back(createCombine(builder, op->getLoc(), simple.getKind(),
                                      carried.front(), masked.front()));
      continue;
    }
    IRMapping chunk = mapping;
    for (auto [tile, value] : llvm::zip(reduce.getTiles(), masked))
      chunk.map(tile.get(), value);
    auto part = cast<ReduceWithOp>(builder.clone(*op, chunk));
    llvm::append_range(yielded,
                       part.createCombination(builder, op->getLoc(), carried,
                                              part.getResults()));
  }
  YieldOp::create(builder, loc, yielded);
  ++result.loops;

  builder.setInsertionPoint(body.getTerminator());
  ValueRange results = loop.getResults();
  for (ReductionOpInterface reduce : reductions) {
    size_t count = reduce.getTiles().size();
    ValueRange accumulated = results.take_front(count);
    results = results.drop_front(count);
    auto simple = dyn_cast<ReduceOp>(reduce.getOperation());
    if (!simple) {
      reduce->replaceAllUsesWith(accumulated);
      continue;
    }
    auto combined =
        ReduceOp::create(builder, reduce.getLoc(), simple.getType(),
                         simple.getKind(), accumulated.front(), name);
    simple.getResult().replaceAllUsesWith(combined);
  }
}

FailureOr<RollResult> Roller::run() {
  for (Operation &op : body.without_terminator())
    if (!isa<SpanOp>(op))
      original.push_back(&op);
  if (failed(verifyStructure()) || failed(verifyEffects()))
    return failure();
  computeStages();
  int64_t last = -1;
  for (Operation *op : original)
    if (isReduction(op) || (isa<StoreOp>(op) && isInside(op)))
      last = std::max(last, stages.lookup(op));

  // A loop carries values, so the axis must have the kind that loops need
  // before they are made.
  axis.setKindAttr(AxisKindAttr::get(axis.getContext(), AxisKind::Tile));
  auto moveOutsideOps = [&](auto isReady) {
    for (Operation *op : original)
      if (!isInside(op) && !isReduction(op) && isReady(stages.lookup(op)))
        op->moveBefore(body.getTerminator());
  };
  for (int64_t stage = 0; stage <= last; ++stage) {
    moveOutsideOps([&](int64_t s) { return s == stage; });
    createLoop(stage, /*withStores=*/stage == last);
  }
  moveOutsideOps([&](int64_t s) { return s > last; });

  for (Operation *op : llvm::reverse(original))
    if (isInside(op) || isReduction(op))
      op->erase();
  SmallVector<SpanOp> spans;
  kernel.walk([&](SpanOp span) {
    if (span.getAxisAttr().getAttr() == name)
      spans.push_back(span);
  });
  for (SpanOp span : spans)
    span.erase();
  return result;
}

FailureOr<RollResult> mlir::helion::rollSpans(KernelOp kernel, AxisOp axis) {
  return Roller(kernel, axis).run();
}
