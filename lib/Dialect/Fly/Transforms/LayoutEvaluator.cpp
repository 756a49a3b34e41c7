//===- LayoutEvaluator.cpp - The layout algebra on SSA values -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value LayoutEvaluator::getScalar(const Leaf &leaf) {
  return widen(leaf, leaf.getWidth());
}

Value LayoutEvaluator::widen(const Leaf &leaf, unsigned width) {
  Type type = builder.getIntegerType(width);
  if (leaf.isStatic())
    return arith::ConstantOp::create(
        builder, getLoc(),
        builder.getIntegerAttr(type, leaf.isNone() ? 0 : leaf.value));
  Value value = Value::getFromOpaquePointer(leaf.handle);
  if (value.getType() == type)
    return value;
  return arith::ExtSIOp::create(builder, getLoc(), type, value);
}

const void *LayoutEvaluator::extend(const Leaf &leaf, unsigned width) {
  return widen(leaf, width).getAsOpaquePointer();
}

static std::optional<arith::CmpIPredicate> getPredicate(ArithOp op) {
  switch (op) {
  case ArithOp::Less:
    return arith::CmpIPredicate::slt;
  case ArithOp::LessEqual:
    return arith::CmpIPredicate::sle;
  case ArithOp::Greater:
    return arith::CmpIPredicate::sgt;
  case ArithOp::GreaterEqual:
    return arith::CmpIPredicate::sge;
  case ArithOp::Equal:
    return arith::CmpIPredicate::eq;
  case ArithOp::NotEqual:
    return arith::CmpIPredicate::ne;
  default:
    return std::nullopt;
  }
}

const void *LayoutEvaluator::emit(ArithOp op, const Leaf &lhs, const Leaf &rhs,
                                  unsigned width) {
  Value a = widen(lhs, width), b = widen(rhs, width);
  Value result;
  switch (op) {
  case ArithOp::Add:
    result = arith::AddIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Sub:
    result = arith::SubIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Mul:
    result = arith::MulIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Div:
    result = arith::DivSIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Mod:
    result = arith::RemSIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Min:
    result = arith::MinSIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Max:
    result = arith::MaxSIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::CeilDiv:
    result = arith::CeilDivSIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::And:
    result = arith::AndIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::ShrU:
    result = arith::ShRUIOp::create(builder, getLoc(), a, b);
    break;
  case ArithOp::Xor:
    result = arith::XOrIOp::create(builder, getLoc(), a, b);
    break;
  default:
    result = arith::CmpIOp::create(builder, getLoc(), *getPredicate(op), a, b);
    result =
        arith::ExtUIOp::create(builder, getLoc(), builder.getI32Type(), result);
    break;
  }
  return result.getAsOpaquePointer();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Gives each `?` leaf its integer, depth first.
static void setHandles(IntTuple &tuple, ValueRange &values) {
  if (tuple.isLeaf()) {
    if (!tuple.getLeaf().isDynamic())
      return;
    tuple.getLeaf().handle = values.front().getAsOpaquePointer();
    values = values.drop_front();
    return;
  }
  for (IntTuple &child : tuple.getMutableChildren())
    setHandles(child, values);
}

FailureOr<Datum> LayoutEvaluator::read(Value value, Operation *user) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  FailureOr<Datum> datum = Datum::fromType(value.getType());
  if (failed(datum))
    return user->emitOpError("has an operand of type ")
           << value.getType() << ", which the layout algebra doesn't know";

  Operation *def = value.getDefiningOp();
  bool isComplete = false;
  if (isa_and_present<MakeIntTupleOp, MakeShapeOp, MakeStrideOp, MakeCoordOp>(
          def)) {
    ValueRange values = def->getOperands();
    setHandles(datum->tuple, values);
    isComplete = true;
  } else if (datum->kind == Datum::Kind::Tiled) {
    isComplete = true;
  } else if (datum->kind == Datum::Kind::Ptr) {
    datum->iter = value.getAsOpaquePointer();
    isComplete = true;
  } else if (datum->kind == Datum::Kind::MemRef) {
    // A memref is its pointer at run time; only a static layout says the rest.
    isComplete = datum->getFullLayout().isStatic();
    if (isComplete) {
      // Next to the memref, so that all of its users can share it.
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointAfterValue(value);
      Value pointer = GetIterOp::create(builder, value.getLoc(), value);
      datum->iter = pointer.getAsOpaquePointer();
    }
  } else {
    isComplete = datum->tuple.isStatic() && datum->getFullLayout().isStatic();
  }
  if (!isComplete) {
    InFlightDiagnostic diagnostic =
        user->emitOpError("expected an operand that is made in this function, "
                          "got ")
        << (def ? "the result of '" + def->getName().getStringRef().str() + "'"
                : std::string("a block argument"))
        << " of type " << value.getType();
    diagnostic.attachNote(value.getLoc())
        << "run fly-rewrite-func-signature first";
    return diagnostic;
  }
  remember(value, *datum);
  return datum;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

Value LayoutEvaluator::makeTuple(const IntTuple &value,
                                 fly::IntTupleType type) {
  SmallVector<Value> integers;
  for (const Leaf &leaf : value.getLeaves())
    if (leaf.isDynamic())
      integers.push_back(Value::getFromOpaquePointer(leaf.handle));
  return MakeIntTupleOp::create(builder, getLoc(), type, integers);
}

Value LayoutEvaluator::makeLayout(const Layout &value, LayoutType type) {
  LayoutAttr attr = type.getAttr();
  Value shape = makeTuple(value.shape, fly::IntTupleType::get(attr.getShape()));
  Value stride =
      makeTuple(value.stride, fly::IntTupleType::get(attr.getStride()));
  return MakeLayoutOp::create(builder, getLoc(), type, shape, stride);
}

Value LayoutEvaluator::makeMap(const InnerMap &map, Attribute attr) {
  if (auto layout = dyn_cast<LayoutAttr>(attr))
    return makeLayout(std::get<Layout>(map), LayoutType::get(layout));
  if (isa<ComposedLayoutAttr>(attr))
    return makeAnyLayout(*std::get<std::shared_ptr<const ComposedLayout>>(map),
                         attr);
  if (auto swizzle = dyn_cast<SwizzleAttr>(attr))
    return StaticOp::create(builder, getLoc(), SwizzleType::get(swizzle));
  return StaticOp::create(builder, getLoc(),
                          CoordSwizzleType::get(cast<CoordSwizzleAttr>(attr)));
}

Value LayoutEvaluator::makeAnyLayout(const ComposedLayout &value,
                                     Attribute attr) {
  auto composed = dyn_cast<ComposedLayoutAttr>(attr);
  if (!composed)
    return makeLayout(value.layout, LayoutType::get(cast<LayoutAttr>(attr)));
  const Stage &stage = value.stages.front();
  Value inner = makeMap(stage.inner, composed.getInner());
  Value offset =
      makeTuple(stage.offset, fly::IntTupleType::get(composed.getOffset()));
  ComposedLayout outerValue = value;
  outerValue.stages.erase(outerValue.stages.begin());
  Value outer = makeAnyLayout(outerValue, composed.getOuter());
  return MakeComposedLayoutOp::create(builder, getLoc(),
                                      ComposedLayoutType::get(composed), inner,
                                      offset, outer);
}

std::optional<Leaf> LayoutEvaluator::addToPrevious(Value pointer,
                                                   const Leaf &offset) {
  auto previous = pointer.getDefiningOp<AddOffsetOp>();
  if (!previous || !offset.isDynamic())
    return std::nullopt;
  // A pointer from outside of a loop doesn't change in it.
  if (previous->getBlock() != builder.getInsertionBlock())
    return std::nullopt;
  auto tuple = previous.getOffset().getDefiningOp<MakeIntTupleOp>();
  if (!tuple || tuple->getNumOperands() != 1 ||
      !tuple.getType().getValue().isLeaf())
    return std::nullopt;
  Leaf before = tuple.getType().getValue().getLeaf();
  // The sum of two 32-bit offsets need not fit where each of them does, unless
  // the target adds them in 32 bits anyway.
  bool isTargets = !isa<AddressSpaceAttr>(
      cast<PtrType>(pointer.getType()).getAddressSpace());
  if (!isTargets && std::max(before.getWidth(), offset.getWidth()) < 64)
    return std::nullopt;
  before.handle = tuple->getOperand(0).getAsOpaquePointer();
  Algebra algebra(this);
  return algebra.add(before, offset);
}

Value LayoutEvaluator::advance(Value pointer, const Leaf &offset) {
  if (offset.isNone() || offset.isStaticValue(0))
    return pointer;
  Leaf dynamic = offset, last = Leaf::getStatic(0);
  if (auto previous = pointer.getDefiningOp<AddOffsetOp>()) {
    IntTuple before =
        cast<fly::IntTupleType>(previous.getOffset().getType()).getValue();
    if (before.isLeaf() && before.getLeaf().isStatic()) {
      Algebra algebra;
      last = before.getLeaf();
      if (offset.isStatic())
        dynamic = algebra.add(offset, last);
      if (algebra.succeeded()) {
        pointer = previous.getIter();
        if (offset.isStatic())
          last = Leaf::getStatic(0);
      } else {
        // The sum of two known offsets that doesn't fit stays two.
        dynamic = offset;
        last = Leaf::getStatic(0);
      }
    }
  }
  if (std::optional<Leaf> sum = addToPrevious(pointer, dynamic)) {
    dynamic = *sum;
    pointer = pointer.getDefiningOp<AddOffsetOp>().getIter();
  }
  for (const Leaf &step : {dynamic, last}) {
    if (step.isStaticValue(0))
      continue;
    Value tuple = makeTuple(
        step, fly::IntTupleType::get(builder.getContext(), IntTuple(step)));
    pointer = AddOffsetOp::create(builder, getLoc(), pointer, tuple);
  }
  return pointer;
}

Value LayoutEvaluator::makePointer(const Datum &datum) {
  return advance(Value::getFromOpaquePointer(datum.iter),
                 datum.tuple.getLeaf());
}

Value LayoutEvaluator::makeMemRef(const Datum &datum) {
  Value pointer = makePointer(datum);
  MLIRContext *context = builder.getContext();
  Datum made = datum;
  made.pointer = cast<PtrType>(pointer.getType());
  made.iter = pointer.getAsOpaquePointer();
  made.tuple = int64_t(0);
  Value view = MakeViewOp::create(
      builder, getLoc(), pointer,
      makeAnyLayout(datum.getFullLayout(),
                    getLayoutAttr(context, datum.getFullLayout())));
  remember(view, std::move(made));
  return view;
}

Value LayoutEvaluator::make(const Datum &datum, Type type) {
  Datum made = datum;
  Value result;
  switch (datum.kind) {
  case Datum::Kind::Tuple:
    result = makeTuple(datum.tuple, cast<fly::IntTupleType>(type));
    break;
  case Datum::Kind::Layout:
    if (auto composed = dyn_cast<ComposedLayoutType>(type))
      result = makeAnyLayout(datum.getFullLayout(), composed.getAttr());
    else
      result = makeLayout(datum.layout, cast<LayoutType>(type));
    break;
  case Datum::Kind::Tile:
  case Datum::Kind::Swizzle:
  case Datum::Kind::CoordSwizzle:
    result = StaticOp::create(builder, getLoc(), type);
    break;
  case Datum::Kind::Tiled:
    llvm_unreachable("no op of the algebra makes a tiled copy or MMA");
  case Datum::Kind::Ptr:
    result = makePointer(datum);
    made.pointer = cast<PtrType>(result.getType());
    made.iter = result.getAsOpaquePointer();
    made.tuple = int64_t(0);
    // Other dialects' ops may need the very type that was declared.
    if (result.getType() != type)
      result = RecastIterOp::create(builder, getLoc(), type, result);
    break;
  case Datum::Kind::MemRef: {
    auto memref = cast<fly::MemRefType>(type);
    Value pointer = makePointer(datum);
    made.pointer = cast<PtrType>(pointer.getType());
    made.iter = pointer.getAsOpaquePointer();
    made.tuple = int64_t(0);
    Value layout = makeAnyLayout(datum.getFullLayout(), memref.getFullLayout());
    result = MakeViewOp::create(builder, getLoc(), type, pointer, layout);
    break;
  }
  case Datum::Kind::CoordTensor: {
    auto tensor = cast<CoordTensorType>(type);
    Value base =
        makeTuple(datum.tuple, fly::IntTupleType::get(tensor.getBase()));
    Value layout = makeAnyLayout(datum.getFullLayout(), tensor.getFullLayout());
    result = MakeViewOp::create(builder, getLoc(), type, base, layout);
    break;
  }
  }
  remember(result, std::move(made));
  return result;
}
