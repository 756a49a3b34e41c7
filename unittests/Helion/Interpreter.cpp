//===- Interpreter.cpp - Runs helion kernels on the host ------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::helion;
using namespace mlir::helion::test;

static constexpr float quietNaN = std::numeric_limits<float>::quiet_NaN();

/// Rows of a block before the strategy has chosen them; it must not matter.
static constexpr int64_t logicalRows = 2;
/// Columns of a block of a loop that the user wrote, likewise.
static constexpr int64_t logicalColumns = 37;

Buffer Buffer::create(std::vector<int64_t> sizes, int64_t offset,
                      int64_t rowStride) {
  Buffer buffer;
  buffer.offset = offset;
  buffer.sizes = sizes;
  buffer.strides = sizes.size() == 2 ? std::vector<int64_t>{rowStride, 1}
                                     : std::vector<int64_t>{1};
  int64_t length = sizes.size() == 2 ? sizes[0] * rowStride : sizes[0];
  buffer.data.assign(offset + length + 1, quietNaN);
  return buffer;
}

int64_t Buffer::getPosition(llvm::ArrayRef<int64_t> coordinates) const {
  int64_t position = offset;
  for (auto [coordinate, stride] : llvm::zip(coordinates, strides))
    position += coordinate * stride;
  return position;
}

Interpreter::Interpreter(KernelOp kernel, std::vector<Argument> values)
    : kernel(kernel) {
  for (auto [argument, value] :
       llvm::zip(kernel.getBody().front().getArguments(), values)) {
    arguments[argument.getAsOpaquePointer()] = value;
    if (auto *number = std::get_if<float>(&value))
      scalars[argument] = *number;
  }
}

Buffer &Interpreter::getBuffer(Value value) {
  return *std::get<Buffer *>(arguments.at(value.getAsOpaquePointer()));
}

int64_t Interpreter::getExtent(AxisOp axis) {
  if (auto extent = axis.getStaticExtent())
    return *extent;
  return static_cast<int64_t>(scalar(axis.getExtent()));
}

int64_t Interpreter::getCoordinate(Value handle, size_t i) {
  if (cast<HandleType>(handle.getType()).getAxis() == rowName)
    return rowStart + i / columns;
  return columnStart + i % columns - shifts[i / columns];
}

bool Interpreter::exists(ValueRange handles, size_t i) {
  return llvm::all_of(handles, [&](Value handle) {
    int64_t at = getCoordinate(handle, i);
    bool isRow = cast<HandleType>(handle.getType()).getAxis() == rowName;
    return at >= 0 && at < (isRow ? rowExtent : columnExtent);
  });
}

/// How far the window moves each row of the current block.
void Interpreter::computeShifts() {
  shifts.assign(rows, 0);
  if (!columnAxis.getWindow())
    return;
  Buffer &buffer = getBuffer(columnAxis.getWindow());
  for (size_t row = 0; row < rows; ++row) {
    SmallVector<int64_t> first;
    for (auto name : columnAxis.getWindowAxes()->getAsRange<StringAttr>())
      first.push_back(name == rowName ? rowStart + row : 0);
    shifts[row] = buffer.getPosition(first) %
                  static_cast<int64_t>(*columnAxis.getWindowWidth());
  }
}

std::string Interpreter::run() {
  GridOp grid = kernel.getGrid();
  masksAreExplicit = static_cast<bool>(grid.getLayoutAttr());
  rowAxis =
      kernel.lookupAxis(cast<FlatSymbolRefAttr>(grid.getAxes()[0]).getAttr());
  for (auto axis : kernel.getBody().getOps<AxisOp>())
    if (axis != rowAxis)
      columnAxis = axis;
  for (Operation &op : kernel.getBody().front())
    runOp(op);
  rowName = rowAxis.getSymNameAttr();
  rowExtent = getExtent(rowAxis);
  columnExtent = getExtent(columnAxis);
  rows = rowAxis.getBlock().value_or(logicalRows);
  if (columnAxis.getBlock())
    columns = *columnAxis.getBlock();
  else if (columnAxis.getKind() == AxisKind::Full)
    columns = std::max<int64_t>(1, columnExtent);
  else
    columns = logicalColumns;
  for (rowStart = 0; rowStart < rowExtent; rowStart += rows) {
    computeShifts();
    columnStart = 0;
    runBlock(grid.getBody().front());
  }
  return error;
}

void Interpreter::runBlock(Block &block) {
  for (Operation &op : block)
    runOp(op);
}

void Interpreter::runLoop(ForOp loop) {
  for (auto [carried, init] :
       llvm::zip(loop.getRegionIterArgs(), loop.getInits()))
    tile(carried) = Tile(tile(init));
  int64_t slack = columnAxis.getWindow() ? *columnAxis.getWindowWidth() - 1 : 0;
  for (columnStart = 0; columnExtent > 0 && columnStart < columnExtent + slack;
       columnStart += columns) {
    runBlock(loop.getBody().front());
    std::vector<Tile> next;
    for (Value value : loop.getBody().front().getTerminator()->getOperands())
      next.push_back(tile(value));
    for (auto [carried, value] : llvm::zip(loop.getRegionIterArgs(), next))
      tile(carried) = value;
  }
  for (auto [result, carried] :
       llvm::zip(loop.getResults(), loop.getRegionIterArgs()))
    tile(result) = Tile(tile(carried));
  columnStart = 0;
}

void Interpreter::load(LoadOp op) {
  Buffer &buffer = getBuffer(op.getBuffer());
  auto pad = dyn_cast_or_null<FloatAttr>(op.getPadAttr());
  Tile result(size(), pad ? pad.getValue().convertToFloat() : 0.0f);
  for (size_t i = 0; i < size(); ++i) {
    if (!exists(op.getSubscripts(), i))
      continue;
    SmallVector<int64_t> at;
    for (Value subscript : op.getSubscripts())
      at.push_back(getCoordinate(subscript, i));
    result[i] = buffer.data.at(buffer.getPosition(at));
  }
  tile(op.getResult()) = result;
}

void Interpreter::store(StoreOp op) {
  Buffer &buffer = getBuffer(op.getBuffer());
  Tile value = tile(op.getValue());
  for (size_t i = 0; i < size(); ++i) {
    if (!exists(op.getSubscripts(), i))
      continue;
    SmallVector<int64_t> at;
    for (Value subscript : op.getSubscripts())
      at.push_back(getCoordinate(subscript, i));
    buffer.data.at(buffer.getPosition(at)) = value[i];
  }
}

static float combine(ReduceKind kind, float lhs, float rhs) {
  switch (kind) {
  case ReduceKind::Sum:
    return lhs + rhs;
  case ReduceKind::Prod:
    return lhs * rhs;
  case ReduceKind::Max:
    return std::isnan(lhs) || std::isnan(rhs) ? quietNaN : std::max(lhs, rhs);
  case ReduceKind::Min:
    return std::isnan(lhs) || std::isnan(rhs) ? quietNaN : std::min(lhs, rhs);
  case ReduceKind::MaxNum:
    return std::fmax(lhs, rhs);
  case ReduceKind::MinNum:
    return std::fmin(lhs, rhs);
  }
  llvm_unreachable("unknown reduction kind");
}

void Interpreter::reduce(ReduceOp op) {
  if (op.getAxisAttr() != columnAxis.getSymNameAttr())
    return fail("reduction over another axis than the columns");
  Tile source = tile(op.getSource());
  float identity =
      cast<FloatAttr>(op.getIdentity()).getValue().convertToFloat();
  Tile result(size());
  for (size_t row = 0; row < rows; ++row) {
    float value = identity;
    for (size_t column = 0; column < columns; ++column) {
      size_t i = row * columns + column;
      int64_t at = columnStart + column - shifts[row];
      if (masksAreExplicit || (at >= 0 && at < columnExtent))
        value = combine(op.getKind(), value, source[i]);
    }
    std::fill_n(result.begin() + row * columns, columns, value);
  }
  tile(op.getResult()) = result;
}

void Interpreter::elementwise(Operation &op) {
  bool isTiled = isTile(op.getResult(0).getType());
  Tile result(isTiled ? size() : 1);
  for (size_t i = 0; i < result.size(); ++i) {
    SmallVector<float> in;
    for (Value operand : op.getOperands())
      in.push_back(isTile(operand.getType()) ? tile(operand)[i]
                                             : scalar(operand));
    std::optional<float> value =
        llvm::TypeSwitch<Operation *, std::optional<float>>(&op)
            .Case<arith::AddFOp>([&](auto) { return in[0] + in[1]; })
            .Case<arith::SubFOp>([&](auto) { return in[0] - in[1]; })
            .Case<arith::MulFOp>([&](auto) { return in[0] * in[1]; })
            .Case<arith::DivFOp>([&](auto) { return in[0] / in[1]; })
            .Case<arith::NegFOp>([&](auto) { return -in[0]; })
            .Case<arith::MaximumFOp>(
                [&](auto) { return combine(ReduceKind::Max, in[0], in[1]); })
            .Case<arith::MinimumFOp>(
                [&](auto) { return combine(ReduceKind::Min, in[0], in[1]); })
            .Case<math::ExpOp>([&](auto) { return std::exp(in[0]); })
            .Case<math::RsqrtOp>([&](auto) { return 1 / std::sqrt(in[0]); })
            .Case<arith::IndexCastOp, arith::UIToFPOp, FullOp, BroadcastOp>(
                [&](auto) { return in[0]; })
            .Default([](auto) { return std::nullopt; });
    if (!value)
      return fail("unknown op " + op.getName().getStringRef());
    result[i] = *value;
  }
  if (isTiled)
    tile(op.getResult(0)) = result;
  else
    scalars[op.getResult(0)] = result[0];
}

void Interpreter::runOp(Operation &op) {
  if (isa<AxisOp, GridOp, SpanOp, YieldOp>(op))
    return;
  if (auto size = dyn_cast<SizeOp>(op)) {
    scalars[size.getSize()] = getBuffer(size.getBuffer()).sizes[size.getDim()];
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    Attribute value = constant.getValue();
    if (auto number = dyn_cast<FloatAttr>(value))
      scalars[constant] = number.getValue().convertToFloat();
    else if (auto integer = dyn_cast<IntegerAttr>(value))
      scalars[constant] = integer.getInt();
    else
      fail("unknown constant");
  } else if (auto loop = dyn_cast<ForOp>(op)) {
    runLoop(loop);
  } else if (auto load = dyn_cast<LoadOp>(op)) {
    this->load(load);
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    this->store(store);
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    this->reduce(reduce);
  } else if (auto mask = dyn_cast<MaskToOp>(op)) {
    Tile result = tile(mask.getValue());
    for (size_t i = 0; i < result.size(); ++i)
      if (!exists(mask.getHandles(), i))
        result[i] = cast<FloatAttr>(mask.getFill()).getValue().convertToFloat();
    tile(mask.getResult()) = result;
  } else {
    elementwise(op);
  }
}
