//===- MiscLowering.cpp - Lower printing and the border ops ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MiscLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

static void collectDynamic(const IntTuple &tuple, SmallVectorImpl<Leaf> &out) {
  for (const Leaf &leaf : tuple.getLeaves())
    if (leaf.isDynamic())
      out.push_back(leaf);
}

/// The run-time integers of a layout, in the order in which it is written.
static void collectDynamic(const ComposedLayout &layout,
                           SmallVectorImpl<Leaf> &out) {
  for (const Stage &stage : layout.stages) {
    if (const Layout *inner = std::get_if<Layout>(&stage.inner))
      collectDynamic({{}, *inner}, out);
    else if (const auto *nested =
                 std::get_if<std::shared_ptr<const ComposedLayout>>(
                     &stage.inner))
      collectDynamic(**nested, out);
    collectDynamic(stage.offset, out);
  }
  collectDynamic(layout.layout.shape, out);
  collectDynamic(layout.layout.stride, out);
}

static std::string getText(const Datum &datum) {
  switch (datum.kind) {
  case Datum::Kind::Tuple:
    return datum.tuple.str();
  case Datum::Kind::Tile:
    return datum.tile.str();
  case Datum::Kind::Swizzle:
    return datum.swizzle.str();
  case Datum::Kind::CoordSwizzle:
    return datum.coordSwizzle.str();
  default:
    return datum.getFullLayout().str();
  }
}

/// Writes `{}` where a run-time integer is described.
static std::string replaceDynamic(StringRef text) {
  std::string result;
  while (!text.empty()) {
    size_t mark = text.find('?');
    result += text.take_front(mark);
    if (mark == StringRef::npos)
      break;
    text = text.drop_front(mark + 1);
    if (text.starts_with("{"))
      text = text.drop_front(text.find('}') + 1);
    result += "{}";
  }
  return result;
}

LogicalResult mlir::fly::lowerPrint(PrintOp op, LayoutEvaluator &evaluator) {
  bool isPlain = llvm::none_of(op.getValues().getTypes(), [](Type type) {
    return isa<FlyDialect>(type.getDialect());
  });
  if (isPlain)
    return success();
  std::string format;
  SmallVector<Value> values;
  StringRef rest = op.getFormat();
  bool isFree = rest.empty();
  for (auto [i, value] : llvm::enumerate(op.getValues())) {
    if (isFree && i > 0)
      format += ' ';
    auto [before, after] = rest.split("{}");
    format += before;
    rest = after;
    if (!isa<FlyDialect>(value.getType().getDialect())) {
      format += "{}";
      values.push_back(value);
      continue;
    }
    if (auto basis = dyn_cast<BasisType>(value.getType())) {
      if (!basis.isStatic())
        return op.emitOpError("expected a basis vector that its type "
                              "determines, got ")
               << basis;
      format += basis.getAttr().getValue().getValue().str();
      continue;
    }
    FailureOr<Datum> datum = evaluator.read(value, op);
    if (failed(datum))
      return failure();
    format += replaceDynamic(getText(*datum));
    SmallVector<Leaf> dynamic;
    if (datum->kind == Datum::Kind::Tuple)
      collectDynamic(datum->tuple, dynamic);
    else if (datum->kind == Datum::Kind::Layout)
      collectDynamic(datum->getFullLayout(), dynamic);
    for (const Leaf &leaf : dynamic)
      values.push_back(evaluator.getScalar(leaf.getCoefficient()));
  }
  format += rest;
  PrintOp::create(evaluator.getBuilder(), op.getLoc(), values, format);
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// Takes over what `known` says of the same run-time integers.
static void strengthen(IntTuple &tuple, const IntTuple &known) {
  if (tuple.isLeaf()) {
    if (tuple.getLeaf().isDynamic())
      tuple.getLeaf().value = known.getLeaf().value;
    return;
  }
  for (auto [child, knownChild] :
       llvm::zip_equal(tuple.getMutableChildren(), known.getChildren()))
    strengthen(child, knownChild);
}

static void strengthen(Layout &layout, const Layout &known) {
  strengthen(layout.shape, known.shape);
  strengthen(layout.stride, known.stride);
}

LogicalResult mlir::fly::lowerAssume(AssumeOp op, LayoutEvaluator &evaluator) {
  Type type = op.getResult().getType();
  FailureOr<Datum> known = Datum::fromType(type);
  Value result;
  if (failed(known)) {
    // Only what has divisors can be known better.
    result = op.getValue();
  } else {
    FailureOr<Datum> datum = evaluator.read(op.getValue(), op);
    if (failed(datum))
      return failure();
    if (datum->hasPointer()) {
      Value pointer = evaluator.makePointer(*datum);
      if (pointer.getType() != known->pointer)
        pointer = RecastIterOp::create(evaluator.getBuilder(), op.getLoc(),
                                       known->pointer, pointer);
      datum->pointer = known->pointer;
      datum->iter = pointer.getAsOpaquePointer();
      datum->tuple = int64_t(0);
    } else if (datum->kind == Datum::Kind::Tuple ||
               datum->kind == Datum::Kind::CoordTensor) {
      strengthen(datum->tuple, known->tuple);
    }
    if (datum->hasLayout()) {
      strengthen(datum->layout, known->layout);
      for (auto [stage, knownStage] :
           llvm::zip_equal(datum->stages, known->stages)) {
        strengthen(stage.offset, knownStage.offset);
        if (Layout *inner = std::get_if<Layout>(&stage.inner))
          strengthen(*inner, std::get<Layout>(knownStage.inner));
      }
    }
    result = evaluator.make(*datum, type);
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// extract_aligned_pointer_as_index
//===----------------------------------------------------------------------===//

LogicalResult
mlir::fly::lowerExtractAlignedPointer(ExtractAlignedPointerAsIndexOp op,
                                      LayoutEvaluator &evaluator) {
  FailureOr<Datum> tensor = evaluator.read(op.getSource(), op);
  if (failed(tensor))
    return failure();
  OpBuilder &builder = evaluator.getBuilder();
  Value pointer = evaluator.makePointer(*tensor), result;
  if (auto type = dyn_cast<LLVM::LLVMPointerType>(op.getType())) {
    result = ToLLVMPtrOp::create(builder, op.getLoc(), type, pointer,
                                 type.getAddressSpace());
  } else {
    Type integer = builder.getIntegerType(
        tensor->pointer.isIn(AddressSpace::Shared) ? 32 : 64);
    Value address = PtrToIntOp::create(builder, op.getLoc(), integer, pointer);
    // Addresses have no sign.
    result = arith::IndexCastUIOp::create(builder, op.getLoc(), op.getType(),
                                          address);
  }
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  return success();
}
