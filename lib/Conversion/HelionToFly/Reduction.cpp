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

Value mlir::helion::reduceThreads(KernelState &state, Location loc,
                                  ReduceKind kind, Value value,
                                  int64_t numThreads, Value iteration,
                                  bool needsEntryBarrier,
                                  arith::FastMathFlags flags,
                                  unsigned &numBarriers) {
  OpBuilder &builder = state.builder;
  Type type = value.getType();
  int64_t waveSize = state.target.waveSize;
  int64_t cluster = std::min(numThreads, waveSize);
  if (cluster > 1)
    value = gpu::SubgroupReduceOp::create(
        builder, loc, value, getOperation(kind, type), /*uniform=*/true,
        cluster == waveSize ? std::nullopt : std::optional<uint32_t>(cluster));
  int64_t waves = numThreads / waveSize;
  if (waves <= 1)
    return value;

  // Each wave leaves its partial result in LDS; behind one barrier every thread
  // reads those of its row. A second barrier would only protect the slots from
  // the next use: each reduction has slots of its own, and in a loop two sets
  // that alternate.
  int64_t allWaves = state.getNumThreads() / waveSize;
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
  int64_t sets = iteration ? 2 : 1;
  int64_t alignment = std::min<int64_t>(16, waves * bytes);
  Value memory =
      fly::MakePtrOp::createShared(builder, loc, sets * allWaves * bytes, 16);
  Value slots = fly::RecastIterOp::create(
      builder, loc, fly::PtrType::get(type, fly::AddressSpace::Shared, 16),
      memory);
  if (iteration) {
    Value parity =
        arith::AndIOp::create(builder, loc, iteration, state.i32(loc, 1));
    slots = fly::AddOffsetOp::create(
        builder, loc, slots,
        state.makeTuple(loc, OpFoldResult(state.mul(
                                 loc, parity, state.i32(loc, allWaves)))));
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
    Value slot = fly::AddOffsetOp::create(
        builder, loc, slots, state.makeTuple(loc, OpFoldResult(wave)));
    fly::PtrStoreOp::create(builder, loc, value, slot);
  }
  barrier();
  Value row = unsignedDiv(state.threadId, numThreads);
  Value first = fly::AddOffsetOp::create(
      builder, loc, slots,
      state.makeTuple(
          loc, OpFoldResult(state.mul(loc, row, state.i32(loc, waves)))));
  first = fly::RecastIterOp::create(
      builder, loc,
      fly::PtrType::get(type, fly::AddressSpace::Shared, alignment), first);
  Value partials = fly::PtrLoadOp::create(
      builder, loc, VectorType::get({waves}, type), first);
  return reduceTree(getElements(builder, loc, partials),
                    [&](Value lhs, Value rhs) {
                      return combine(builder, loc, kind, lhs, rhs, flags);
                    });
}
