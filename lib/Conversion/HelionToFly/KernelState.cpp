//===- KernelState.cpp - Coordinates and bounds of a thread ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelState.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::helion;

std::optional<int64_t> Buffer::getStaticStride(unsigned dim) const {
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  if (ShapedType::isDynamic(strides[dim]))
    return std::nullopt;
  return strides[dim];
}

std::optional<int64_t> Buffer::getStaticSpan() const {
  int64_t span = 1;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    std::optional<int64_t> stride = getStaticStride(dim);
    if (!stride || type.isDynamicDim(dim))
      return std::nullopt;
    span += (type.getDimSize(dim) - 1) * *stride;
  }
  return span;
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value KernelState::constant(Location loc, Type type, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value KernelState::add(Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value KernelState::sub(Location loc, Value lhs, Value rhs) {
  if (!rhs)
    return lhs;
  if (!lhs)
    lhs = constant(loc, rhs.getType(), 0);
  return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value KernelState::mul(Location loc, Value lhs, Value rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

Value KernelState::conjunction(Location loc, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return builder.createOrFold<arith::AndIOp>(loc, lhs, rhs);
}

Value KernelState::castInt(Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().isIndex() || type.isIndex())
    return builder.createOrFold<arith::IndexCastOp>(loc, type, value);
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return builder.createOrFold<arith::ExtSIOp>(loc, type, value);
  return builder.createOrFold<arith::TruncIOp>(loc, type, value);
}

Value KernelState::makeTuple(Location loc, ArrayRef<OpFoldResult> leaves) {
  std::vector<fly::IntTuple> entries;
  SmallVector<Value> dynamic;
  for (OpFoldResult leaf : leaves) {
    std::optional<int64_t> known = getConstantIntValue(leaf);
    if (known) {
      entries.emplace_back(*known);
      continue;
    }
    auto value = cast<Value>(leaf);
    entries.emplace_back(
        fly::Leaf::getDynamic(value.getType().getIntOrFloatBitWidth()));
    dynamic.push_back(value);
  }
  fly::IntTuple tuple =
      entries.size() == 1 ? entries.front() : fly::IntTuple(std::move(entries));
  return fly::MakeIntTupleOp::create(
      builder, loc, fly::IntTupleType::get(builder.getContext(), tuple),
      dynamic);
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

SmallVector<Value> KernelState::getCoordinates(Location loc, LayoutAttr tile,
                                               ValueRange starts,
                                               int64_t vector) {
  MLIRContext *context = builder.getContext();
  // The block's base: its start, moved down by the axis' window.
  std::vector<fly::IntTuple> base;
  SmallVector<Value> dynamic;
  for (auto [axisName, start] : llvm::zip(tile.getAxes(), starts)) {
    Value position = sub(loc, start, axes.find(axisName)->second.shift);
    if (std::optional<int64_t> known = getConstantIntValue(position)) {
      base.emplace_back(*known);
      continue;
    }
    base.emplace_back(fly::Leaf::getDynamic());
    dynamic.push_back(position);
  }
  Value origin = fly::MakeIntTupleOp::create(
      builder, loc,
      fly::IntTupleType::get(context, fly::IntTuple(std::move(base))), dynamic);
  Value layoutValue =
      fly::StaticOp::create(builder, loc, fly::LayoutType::get(tile.getTv()));
  Value elements = fly::MakeViewOp::create(builder, loc, origin, layoutValue);

  // This thread's elements, then its vector.
  auto slice = [&](Value tensor, fly::IntTuple coordinate, ValueRange leaves) {
    Value tuple = fly::MakeIntTupleOp::create(
        builder, loc, fly::IntTupleType::get(context, coordinate), leaves);
    return fly::SliceOp::create(builder, loc, tensor, tuple).getResult();
  };
  fly::Leaf keep = fly::Leaf::getNone();
  Value mine =
      slice(elements, std::vector<fly::IntTuple>{fly::Leaf::getDynamic(), keep},
            threadId);
  Value group =
      slice(mine, std::vector<fly::IntTuple>{keep, fly::IntTuple(vector)}, {});
  Value first = fly::GetIterOp::create(builder, loc, group);

  SmallVector<Value> coordinates;
  SmallVector<int64_t> shape = tile.getTileShape();
  for (auto [dim, start] : llvm::enumerate(starts)) {
    // One element along the axis: no thread is anywhere else.
    if (shape[dim] == 1) {
      coordinates.push_back(start);
      continue;
    }
    Value leaf = fly::GetOp::create(
        builder, loc, first,
        builder.getDenseI32ArrayAttr({static_cast<int32_t>(dim)}));
    coordinates.push_back(fly::GetScalarOp::create(builder, loc, leaf));
  }
  return coordinates;
}

std::optional<unsigned> KernelState::getVectorDim(LayoutAttr tile) {
  const fly::Layout tv = tile.getTv().getValue();
  for (const fly::Leaf &step : tv.stride[1].getLeaves())
    if (step.isBasis())
      return step.basis.front();
  return std::nullopt;
}

bool KernelState::hasCopies(LayoutAttr tile) {
  const fly::Layout tv = tile.getTv().getValue();
  return llvm::any_of(
      llvm::zip_equal(tv.shape[0].getLeaves(), tv.stride[0].getLeaves()),
      [](auto mode) {
        const auto &[size, step] = mode;
        return size.value > 1 && !step.isBasis();
      });
}

Value KernelState::getOwnerPredicate(Location loc, LayoutAttr tile) {
  // Count the threads along the modes that leave the coordinates alone: the
  // owner is the first of them.
  const fly::Layout tv = tile.getTv().getValue();
  int64_t copies = 1;
  auto replicas = [&](auto &&self, const fly::IntTuple &shape,
                      fly::IntTuple &stride) -> void {
    if (!shape.isLeaf()) {
      for (int64_t i = 0; i < shape.rank(); ++i)
        self(self, shape[i], stride.getMutableChildren()[i]);
      return;
    }
    bool isCopy = !stride.getLeaf().isBasis() && shape.getLeaf().value > 1;
    stride = fly::IntTuple(isCopy ? copies : 0);
    if (isCopy)
      copies *= shape.getLeaf().value;
  };
  fly::Layout owners{tv.shape[0], tv.stride[0]};
  replicas(replicas, owners.shape, owners.stride);
  if (copies == 1)
    return {};
  Value layoutValue = fly::StaticOp::create(
      builder, loc, fly::LayoutType::get(builder.getContext(), owners));
  Value index = fly::Crd2IdxOp::create(
      builder, loc, makeTuple(loc, OpFoldResult(threadId)), layoutValue);
  Value copy = fly::GetScalarOp::create(builder, loc, index);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, copy,
                               constant(loc, copy.getType(), 0));
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Bounds mlir::helion::getBounds(KernelState &state, Location loc,
                               const Axis &axis, LayoutAttr tile, unsigned dim,
                               int64_t vector, Value position,
                               bool startIsZero) {
  OpBuilder &builder = state.builder;
  int64_t width = tile.getVectorWidth();
  Bounds bounds;

  // The lowest and highest position that any thread's vector has, relative to
  // the block's start and before the window moves it down by less than
  // `windowWidth`.
  SmallVector<int64_t> lowest = tile.getCoordinates(0, vector, 0);
  SmallVector<int64_t> highest =
      tile.getCoordinates(tile.getNumThreads() - 1, vector, width - 1);
  bool neverBefore = !axis.shift || lowest[dim] >= axis.windowWidth - 1;
  bool neverBeyond = false;
  if (axis.extent && (axis.isGrid() || !startIsZero))
    neverBeyond = *axis.extent % axis.block == 0 && !axis.shift;
  else if (axis.extent)
    neverBeyond = highest[dim] < *axis.extent;
  bounds.all = neverBefore && neverBeyond;
  if (bounds.all)
    return bounds;

  bounds.first = state.sub(loc, position, axis.lower);
  bounds.count = state.sub(loc, axis.limit, axis.lower);
  // Vectors start at multiples of their width unless a window moves them.
  bounds.whole =
      width == 1 || (!axis.shift && axis.extent && *axis.extent % width == 0);
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  };
  if (width == 1) {
    // Unsigned, so that positions before the first element are out of range.
    bounds.overlaps =
        compare(arith::CmpIPredicate::ult, bounds.first, bounds.count);
    bounds.full = bounds.overlaps;
    return bounds;
  }
  Value zero = state.i32(loc, 0);
  bounds.overlaps =
      compare(arith::CmpIPredicate::slt, bounds.first, bounds.count);
  if (!neverBefore)
    bounds.overlaps = state.conjunction(
        loc, bounds.overlaps,
        compare(arith::CmpIPredicate::sgt,
                state.add(loc, bounds.first, state.i32(loc, width)), zero));
  if (bounds.whole) {
    bounds.full = bounds.overlaps;
    return bounds;
  }
  bounds.full = compare(arith::CmpIPredicate::sle, bounds.first,
                        state.sub(loc, bounds.count, state.i32(loc, width)));
  if (!neverBefore)
    bounds.full = state.conjunction(
        loc, bounds.full,
        compare(arith::CmpIPredicate::sge, bounds.first, zero));
  return bounds;
}

Value mlir::helion::getElementMask(KernelState &state, Location loc,
                                   const Bounds &bounds, int64_t width) {
  OpBuilder &builder = state.builder;
  if (bounds.whole && width == 1)
    return bounds.full;
  auto type = VectorType::get({width}, builder.getI32Type());
  if (bounds.whole)
    return vector::BroadcastOp::create(
        builder, loc, VectorType::get({width}, builder.getI1Type()),
        bounds.full);
  auto steps = llvm::to_vector(llvm::seq<int32_t>(0, width));
  Value step = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, ArrayRef<int32_t>(steps)));
  Value first = vector::BroadcastOp::create(builder, loc, type, bounds.first);
  Value count = vector::BroadcastOp::create(builder, loc, type, bounds.count);
  Value positions = arith::AddIOp::create(builder, loc, first, step);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               positions, count);
}

Value mlir::helion::getOuterPredicate(KernelState &state, Location loc,
                                      LayoutAttr tile,
                                      ArrayRef<Value> coordinates,
                                      std::optional<unsigned> except) {
  Value predicate;
  SmallVector<int64_t> shape = tile.getTileShape();
  for (auto [dim, name] : llvm::enumerate(tile.getAxes())) {
    if (except && *except == dim)
      continue;
    const Axis &axis = state.axes.find(name)->second;
    if (axis.extent && *axis.extent % axis.block == 0)
      continue;
    // A grid block always has a first element.
    if (shape[dim] == 1 && axis.isGrid())
      continue;
    predicate = state.conjunction(
        loc, predicate,
        arith::CmpIOp::create(state.builder, loc, arith::CmpIPredicate::slt,
                              coordinates[dim], axis.limit));
  }
  return predicate;
}
