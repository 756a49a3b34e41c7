//===- Reduction.cpp - Reductions of a row --------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::helion;

Value mlir::helion::combine(OpBuilder &builder, Location loc, ReduceKind kind,
                            Value lhs, Value rhs, arith::FastMathFlags flags) {
  if (isa<FloatType>(getElementTypeOrSelf(lhs))) {
    switch (kind) {
    case ReduceKind::Sum:
      return arith::AddFOp::create(builder, loc, lhs, rhs, flags);
    case ReduceKind::Prod:
      return arith::MulFOp::create(builder, loc, lhs, rhs, flags);
    case ReduceKind::Max:
      return arith::MaximumFOp::create(builder, loc, lhs, rhs, flags);
    case ReduceKind::Min:
      return arith::MinimumFOp::create(builder, loc, lhs, rhs, flags);
    case ReduceKind::MaxNum:
      return arith::MaxNumFOp::create(builder, loc, lhs, rhs, flags);
    case ReduceKind::MinNum:
      return arith::MinNumFOp::create(builder, loc, lhs, rhs, flags);
    }
  }
  switch (kind) {
  case ReduceKind::Sum:
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Prod:
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Max:
  case ReduceKind::MaxNum:
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  case ReduceKind::Min:
  case ReduceKind::MinNum:
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  }
  llvm_unreachable("unknown reduction kind");
}

static gpu::AllReduceOperation getOperation(ReduceKind kind, Type type) {
  bool isFloat = isa<FloatType>(type);
  switch (kind) {
  case ReduceKind::Sum:
    return gpu::AllReduceOperation::ADD;
  case ReduceKind::Prod:
    return gpu::AllReduceOperation::MUL;
  case ReduceKind::Max:
    return isFloat ? gpu::AllReduceOperation::MAXIMUMF
                   : gpu::AllReduceOperation::MAXSI;
  case ReduceKind::Min:
    return isFloat ? gpu::AllReduceOperation::MINIMUMF
                   : gpu::AllReduceOperation::MINSI;
  case ReduceKind::MaxNum:
    return isFloat ? gpu::AllReduceOperation::MAXNUMF
                   : gpu::AllReduceOperation::MAXSI;
  case ReduceKind::MinNum:
    return isFloat ? gpu::AllReduceOperation::MINNUMF
                   : gpu::AllReduceOperation::MINSI;
  }
  llvm_unreachable("unknown reduction kind");
}

/// Pairwise, so that rounding errors grow with the logarithm of the count.
static Value reduceTree(SmallVector<Value> values,
                        function_ref<Value(Value, Value)> combineTwo) {
  while (values.size() > 1) {
    SmallVector<Value> next;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      next.push_back(combineTwo(values[i], values[i + 1]));
    if (values.size() % 2 != 0)
      next.push_back(values.back());
    values = std::move(next);
  }
  return values.front();
}

static SmallVector<Value> getElements(OpBuilder &builder, Location loc,
                                      Value vector) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return {vector};
  SmallVector<Value> elements;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    elements.push_back(vector::ExtractOp::create(builder, loc, vector, i));
  return elements;
}

Value mlir::helion::reduceThread(OpBuilder &builder, Location loc,
                                 ReduceKind kind, ValueRange vectors,
                                 arith::FastMathFlags flags) {
  auto combineTwo = [&](Value lhs, Value rhs) {
    return combine(builder, loc, kind, lhs, rhs, flags);
  };
  Value vector = reduceTree(llvm::to_vector(vectors), combineTwo);
  return reduceTree(getElements(builder, loc, vector), combineTwo);
}

/// Hands every thread the tuples of all waves that share its row, one per wave.
/// Each wave leaves its tuple in LDS; behind one barrier every thread reads
/// those of its row. A second barrier would only protect the slots from the
/// next use: each reduction has slots of its own, and in a loop two sets that
/// alternate.
static SmallVector<SmallVector<Value>>
exchange(KernelState &state, Location loc, ValueRange tuple, int64_t numThreads,
         Value iteration, bool needsEntryBarrier, unsigned &numBarriers) {
  OpBuilder &builder = state.builder;
  int64_t waveSize = state.target.waveSize;
  int64_t waves = numThreads / waveSize;
  int64_t allWaves = state.getNumThreads() / waveSize;
  auto at = [&](Value slots, Value index) -> Value {
    return fly::AddOffsetOp::create(builder, loc, slots,
                                    state.makeTuple(loc, OpFoldResult(index)));
  };
  SmallVector<Value> slots;
  for (Value value : tuple) {
    Type type = value.getType();
    int64_t bytes = type.getIntOrFloatBitWidth() / 8;
    int64_t sets = iteration ? 2 : 1;
    Value memory =
        fly::MakePtrOp::createShared(builder, loc, sets * allWaves * bytes, 16);
    slots.push_back(fly::RecastIterOp::create(
        builder, loc, fly::PtrType::get(type, fly::AddressSpace::Shared, 16),
        memory));
    if (!iteration)
      continue;
    Value parity =
        arith::AndIOp::create(builder, loc, iteration, state.i32(loc, 1));
    slots.back() =
        at(slots.back(), state.mul(loc, parity, state.i32(loc, allWaves)));
  }
  auto barrier = [&]() {
    amdgpu::LDSBarrierOp::create(builder, loc);
    ++numBarriers;
  };
  if (needsEntryBarrier)
    barrier();
  auto unsignedDiv = [&](Value lhs, int64_t rhs) {
    return arith::DivUIOp::create(builder, loc, lhs, state.i32(loc, rhs))
        .getResult();
  };
  Value lane = arith::RemUIOp::create(builder, loc, state.threadId,
                                      state.i32(loc, waveSize));
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        lane, state.i32(loc, 0));
  auto write = scf::IfOp::create(builder, loc, isFirst, false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(write.thenBlock());
    Value wave = unsignedDiv(state.threadId, waveSize);
    for (auto [value, slot] : llvm::zip(tuple, slots))
      fly::PtrStoreOp::create(builder, loc, value, at(slot, wave));
  }
  barrier();
  Value row = unsignedDiv(state.threadId, numThreads);
  SmallVector<SmallVector<Value>> tuples(waves);
  for (auto [value, slot] : llvm::zip(tuple, slots)) {
    Type type = value.getType();
    int64_t bytes = type.getIntOrFloatBitWidth() / 8;
    Value first = at(slot, state.mul(loc, row, state.i32(loc, waves)));
    first = fly::RecastIterOp::create(
        builder, loc,
        fly::PtrType::get(type, fly::AddressSpace::Shared,
                          std::min<int64_t>(16, waves * bytes)),
        first);
    Value partials = fly::PtrLoadOp::create(
        builder, loc, VectorType::get({waves}, type), first);
    for (auto [wave, element] :
         llvm::enumerate(getElements(builder, loc, partials)))
      tuples[wave].push_back(element);
  }
  return tuples;
}

Value mlir::helion::reduceThreads(KernelState &state, Location loc,
                                  ReduceKind kind, Value value,
                                  int64_t numThreads, Value iteration,
                                  bool needsEntryBarrier,
                                  arith::FastMathFlags flags,
                                  unsigned &numBarriers) {
  OpBuilder &builder = state.builder;
  int64_t waveSize = state.target.waveSize;
  int64_t cluster = std::min(numThreads, waveSize);
  if (cluster > 1)
    value = gpu::SubgroupReduceOp::create(
        builder, loc, value, getOperation(kind, value.getType()),
        /*uniform=*/true,
        cluster == waveSize ? std::nullopt : std::optional<uint32_t>(cluster));
  if (numThreads <= waveSize)
    return value;
  SmallVector<Value> partials;
  for (ArrayRef<Value> partial :
       exchange(state, loc, value, numThreads, iteration, needsEntryBarrier,
                numBarriers))
    partials.push_back(partial.front());
  return reduceTree(partials, [&](Value lhs, Value rhs) {
    return combine(builder, loc, kind, lhs, rhs, flags);
  });
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

static SmallVector<Value> reduceTree(SmallVector<SmallVector<Value>> tuples,
                                     TupleCombiner combineTwo) {
  while (tuples.size() > 1) {
    SmallVector<SmallVector<Value>> next;
    for (size_t i = 0; i + 1 < tuples.size(); i += 2)
      next.push_back(combineTwo(tuples[i], tuples[i + 1]));
    if (tuples.size() % 2 != 0)
      next.push_back(tuples.back());
    tuples = std::move(next);
  }
  return tuples.front();
}

SmallVector<Value>
mlir::helion::reduceThread(OpBuilder &builder, Location loc,
                           ArrayRef<ArrayRef<Value>> components,
                           TupleCombiner combineTwo) {
  SmallVector<SmallVector<Value>> tuples;
  for (ArrayRef<Value> vectors : components) {
    size_t next = 0;
    for (Value vector : vectors)
      for (Value element : getElements(builder, loc, vector)) {
        if (next == tuples.size())
          tuples.emplace_back();
        tuples[next++].push_back(element);
      }
  }
  return reduceTree(std::move(tuples), combineTwo);
}

SmallVector<Value>
mlir::helion::reduceThreads(KernelState &state, Location loc, ValueRange tuple,
                            TupleCombiner combineTwo, int64_t numThreads,
                            Value iteration, bool needsEntryBarrier,
                            unsigned &numBarriers) {
  OpBuilder &builder = state.builder;
  int64_t waveSize = state.target.waveSize;
  SmallVector<Value> own = llvm::to_vector(tuple);
  for (int64_t offset = 1; offset < std::min(numThreads, waveSize);
       offset *= 2) {
    SmallVector<Value> other = llvm::map_to_vector(own, [&](Value value) {
      return gpu::ShuffleOp::create(builder, loc, value, offset, waveSize,
                                    gpu::ShuffleMode::XOR)
          .getShuffleResult();
    });
    own = combineTwo(own, other);
  }
  if (numThreads <= waveSize)
    return own;
  return reduceTree(exchange(state, loc, own, numThreads, iteration,
                             needsEntryBarrier, numBarriers),
                    combineTwo);
}
