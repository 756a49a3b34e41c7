//===- FlyLayoutOps.cpp - Ops of the layout algebra -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::fly;
using fly::detail::mapLayout;

LogicalResult fly::detail::inferLayoutOp(
    MLIRContext *context, std::optional<Location> location, StringRef opName,
    TypeRange operands,
    function_ref<Datum(Algebra &, ArrayRef<Datum>)> evaluate,
    SmallVectorImpl<Type> &inferredTypes) {
  auto emitError = [&]() -> InFlightDiagnostic {
    // Without a location, somebody only asks whether it would work.
    if (!location)
      return {};
    return mlir::emitError(*location) << "'" << opName << "' op ";
  };
  SmallVector<Datum, 2> data;
  for (Type type : operands) {
    FailureOr<Datum> datum = Datum::fromType(type);
    if (failed(datum))
      return emitOptionalError(location, "'", opName,
                               "' op has an operand of type ", type,
                               ", which the layout algebra doesn't know");
    data.push_back(std::move(*datum));
  }
  Algebra algebra;
  Datum result = evaluate(algebra, data);
  if (!algebra.succeeded())
    return emitOptionalError(location, "'", opName, "' op ",
                             algebra.getError());
  Type type = result.getType(context, emitError);
  if (!type)
    return failure();
  inferredTypes.push_back(type);
  return success();
}

LogicalResult fly::detail::verifyReturnTypes(std::optional<Location> location,
                                             StringRef opName,
                                             TypeRange inferred,
                                             TypeRange declared) {
  if (inferred.size() == declared.size() &&
      llvm::all_of_zip(inferred, declared, isCompatibleType))
    return success();
  if (!location)
    return failure();
  InFlightDiagnostic diagnostic =
      emitError(*location)
      << "'" << opName << "' op inferred type(s) " << inferred
      << " are incompatible with return type(s) of operation " << declared;
  if (inferred.size() == declared.size())
    for (auto [expected, found] : llvm::zip_equal(inferred, declared)) {
      std::string where = describeMismatch(expected, found);
      if (where.empty())
        continue;
      diagnostic << ": " << where;
      break;
    }
  return diagnostic;
}

/// Applies `fn` to a tuple, or to shape and stride of what has a layout.
template <typename Fn> static Datum mapModes(const Datum &datum, Fn &&fn) {
  if (!datum.hasLayout())
    return Datum::of(fn(datum.tuple));
  return Datum::withLayout(datum,
                           {fn(datum.layout.shape), fn(datum.layout.stride)});
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

LogicalResult StaticOp::verify() {
  auto type = dyn_cast<MayBeStaticTypeInterface>(getResult().getType());
  if (!type || !type.isStatic())
    return emitOpError("expected a type that determines its value, got ")
           << getResult().getType();
  return success();
}

OpFoldResult StaticOp::fold(FoldAdaptor) {
  // The value is the type's; MLIR wants some attribute to stand for it.
  return TypeAttr::get(getResult().getType());
}

static LogicalResult verifyMakeTuple(Operation *op, fly::IntTupleType type) {
  SmallVector<Leaf> dynamic;
  for (const Leaf &leaf : type.getValue().getLeaves())
    if (leaf.isDynamic())
      dynamic.push_back(leaf);
  if (dynamic.size() != op->getNumOperands())
    return op->emitOpError("expected one operand for each '?' of ")
           << type << ": " << dynamic.size() << ", got "
           << op->getNumOperands();
  for (auto [i, leaf] : llvm::enumerate(dynamic))
    if (!op->getOperand(i).getType().isInteger(leaf.dynamicWidth))
      return op->emitOpError("expected operand #")
             << i << " to be i" << leaf.dynamicWidth << ", as its '?' in "
             << type << " says, got " << op->getOperand(i).getType();
  return success();
}

LogicalResult MakeIntTupleOp::verify() {
  return verifyMakeTuple(*this, getType());
}
LogicalResult MakeShapeOp::verify() {
  return verifyMakeTuple(*this, getType());
}
LogicalResult MakeStrideOp::verify() {
  return verifyMakeTuple(*this, getType());
}
LogicalResult MakeCoordOp::verify() {
  return verifyMakeTuple(*this, getType());
}

Datum MakeLayoutOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                               Adaptor) {
  return Datum::of(Layout{data[0].tuple, data[1].tuple});
}

Datum MakeLayoutLikeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                   Adaptor) {
  return Datum::of(algebra.layoutLike(data[0].layout));
}

Datum MakeOrderedLayoutOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                      Adaptor) {
  return Datum::of(algebra.orderedLayout(data[0].tuple, data[1].tuple));
}

Datum MakeIdentityLayoutOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                       Adaptor) {
  // The identity of a line of integers needs no basis vector.
  if (data[0].tuple.isLeaf())
    return Datum::of(Layout{data[0].tuple, int64_t(1)});
  return Datum::of(algebra.identityLayout(data[0].tuple));
}

Datum MakeFragmentLayoutLikeOp::evaluateOn(Algebra &algebra,
                                           ArrayRef<Datum> data, Adaptor) {
  return Datum::of(algebra.fragmentLayout(data[0].layout));
}

Datum MakeViewOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  Datum result = data[0];
  result.kind = data[0].kind == Datum::Kind::Ptr ? Datum::Kind::MemRef
                                                 : Datum::Kind::CoordTensor;
  result.layout = data[1].layout;
  result.stages = data[1].stages;
  return result;
}

//===----------------------------------------------------------------------===//
// Extractors
//===----------------------------------------------------------------------===//

LogicalResult GetScalarOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  IntTuple tuple = cast<fly::IntTupleType>(operands[0].getType()).getValue();
  while (!tuple.isLeaf() && tuple.rank() == 1)
    tuple = IntTuple(tuple[0]);
  if (!tuple.isLeaf() || tuple.getLeaf().isNone() || tuple.getLeaf().isBasis())
    return emitOptionalError(
        location, "GetScalarOp: expected a scalar IntTuple, got ", tuple.str());
  inferredTypes.push_back(
      IntegerType::get(context, tuple.getLeaf().getWidth()));
  return success();
}

LogicalResult GetLeavesOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  Adaptor adaptor(operands, attributes, properties, regions);
  IntTuple tuple = cast<fly::IntTupleType>(operands[0].getType()).getValue();
  for (const Leaf &leaf : tuple.getLeaves()) {
    if (adaptor.getDynamicOnly() && !leaf.isDynamic())
      continue;
    if (leaf.isNone() || leaf.isBasis())
      return emitOptionalError(location,
                               "'fly.get_leaves' op expected "
                               "integers, got ",
                               tuple.str());
    inferredTypes.push_back(IntegerType::get(context, leaf.getWidth()));
  }
  return success();
}

Datum GetShapeOp::evaluateOn(Algebra &, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(data[0].layout.shape);
}

Datum GetStrideOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  if (data[0].isComposed())
    algebra.fail(Twine("GetStrideOp: unsupported ComposedLayoutType, got ") +
                 data[0].getFullLayout().str() +
                 ": what it gives has no stride");
  return Datum::of(data[0].layout.stride);
}

Datum GetLayoutOp::evaluateOn(Algebra &, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(data[0].getFullLayout());
}

Datum GetIterOp::evaluateOn(Algebra &, ArrayRef<Datum> data, Adaptor) {
  Datum result = data[0];
  result.kind = data[0].kind == Datum::Kind::MemRef ? Datum::Kind::Ptr
                                                    : Datum::Kind::Tuple;
  result.stages.clear();
  return result;
}

OpFoldResult GetShapeOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeLayoutOp>(*this, getSource(), 0);
}

OpFoldResult GetStrideOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeLayoutOp>(*this, getSource(), 1);
}

OpFoldResult GetIterOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeViewOp>(*this, getSource(), 0);
}

OpFoldResult GetLayoutOp::fold(FoldAdaptor) {
  return fly::detail::foldPart<MakeViewOp>(*this, getSource(), 1);
}

//===----------------------------------------------------------------------===//
// Arithmetic on tuples
//===----------------------------------------------------------------------===//

Datum IntTupleAddOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return Datum::of(algebra.add(data[0].tuple, data[1].tuple));
}
Datum IntTupleSubOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return Datum::of(algebra.sub(data[0].tuple, data[1].tuple));
}
Datum IntTupleMulOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return Datum::of(algebra.mul(data[0].tuple, data[1].tuple));
}
Datum IntTupleDivOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return Datum::of(algebra.div(data[0].tuple, data[1].tuple));
}
Datum IntTupleModOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return Datum::of(algebra.mod(data[0].tuple, data[1].tuple));
}
Datum ShapeDivOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(algebra.shapeDiv(data[0].tuple, data[1].tuple));
}
Datum CeilDivOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(algebra.ceilDiv(data[0].tuple, data[1].tuple));
}
Datum IntTupleProductLikeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                        Adaptor) {
  return Datum::of(algebra.productLike(data[0].tuple, data[1].tuple));
}
Datum IntTupleProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                    Adaptor) {
  return Datum::of(IntTuple(algebra.product(data[0].tuple)));
}
Datum IntTupleProductEachOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                        Adaptor) {
  return Datum::of(algebra.productEach(data[0].tuple));
}

/// Comparisons can fail on basis vectors; say so where the op is, not when it
/// is lowered.
template <typename OpT>
static LogicalResult verifyCompare(OpT op,
                                   Leaf (Algebra::*compare)(const IntTuple &,
                                                            const IntTuple &)) {
  Algebra algebra;
  (algebra.*compare)(op.getLhs().getType().getValue(),
                     op.getRhs().getType().getValue());
  if (!algebra.succeeded())
    return op.emitOpError(algebra.getError());
  return success();
}

LogicalResult ElemLessOp::verify() {
  return verifyCompare(*this, &Algebra::elementsLess);
}
LogicalResult EqualOp::verify() {
  return verifyCompare(*this, &Algebra::equal);
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

Datum GetOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                        Adaptor adaptor) {
  return mapModes(data[0], [&](const IntTuple &t) {
    return algebra.get(t, adaptor.getMode());
  });
}

Datum TakeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                         Adaptor adaptor) {
  auto begin = static_cast<int32_t>(adaptor.getBegin());
  auto end = static_cast<int32_t>(adaptor.getEnd());
  return mapModes(
      data[0], [&](const IntTuple &t) { return algebra.take(t, begin, end); });
}

Datum SelectOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                           Adaptor adaptor) {
  return mapModes(data[0], [&](const IntTuple &t) {
    return algebra.select(t, adaptor.getIndices());
  });
}

Datum GroupOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                          Adaptor adaptor) {
  auto begin = static_cast<int32_t>(adaptor.getBegin());
  auto end = static_cast<int32_t>(adaptor.getEnd());
  return mapModes(
      data[0], [&](const IntTuple &t) { return algebra.group(t, begin, end); });
}

/// The attribute's number as a rank; ranks beyond this could only exhaust
/// memory.
static std::optional<int64_t> getTargetRank(Algebra &algebra,
                                            std::optional<uint32_t> n) {
  constexpr int64_t maxRank = 1024;
  if (!n)
    return std::nullopt;
  auto rank = static_cast<int32_t>(*n);
  if (rank > maxRank)
    algebra.fail(Twine("expected at most ") + Twine(maxRank) + " modes, got " +
                 Twine(rank));
  return std::min<int64_t>(rank, maxRank);
}

/// Calls `fn` with the tuple or layout, what to add to it, and the rank to
/// reach.
template <typename Fn>
static Datum extend(Algebra &algebra, ArrayRef<Datum> data,
                    std::optional<uint32_t> n, Fn &&fn) {
  if (data[0].kind != data[1].kind) {
    algebra.fail("tuple and elem must be the same category: two int_tuples or "
                 "two layouts");
    return data[0];
  }
  std::optional<int64_t> rank = getTargetRank(algebra, n);
  if (data[0].kind == Datum::Kind::Tuple)
    return Datum::of(fn(data[0].tuple, data[1].tuple, rank));
  return mapLayout(
      data[0], [&](const Layout &l) { return fn(l, data[1].layout, rank); });
}

Datum AppendOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                           Adaptor adaptor) {
  return extend(algebra, data, adaptor.getN(), [&](const auto &...arguments) {
    return algebra.append(arguments...);
  });
}

Datum PrependOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                            Adaptor adaptor) {
  return extend(algebra, data, adaptor.getN(), [&](const auto &...arguments) {
    return algebra.prepend(arguments...);
  });
}

Datum SliceOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  const Datum &source = data[0];
  const IntTuple &coord = data[1].tuple;
  if (source.kind == Datum::Kind::Tuple)
    return Datum::of(algebra.slice(source.tuple, coord));
  Datum result = Datum::withLayout(source, algebra.slice(source.layout, coord));
  if (source.kind != Datum::Kind::Layout || source.isComposed())
    result.advance(algebra, algebra.crd2idx(coord, source.layout));
  return result;
}

Datum DiceOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return mapModes(data[0], [&](const IntTuple &t) {
    return algebra.dice(t, data[1].tuple);
  });
}

//===----------------------------------------------------------------------===//
// Queries and coordinates
//===----------------------------------------------------------------------===//

Datum SizeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  const Datum &source = data[0];
  return Datum::of(IntTuple(algebra.product(
      source.hasLayout() ? source.layout.shape : source.tuple)));
}

Datum CosizeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(IntTuple(algebra.cosize(data[0].layout)));
}

Datum CoshapeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(algebra.coshape(data[0].layout));
}

Datum CoprofileOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(algebra.coprofile(data[0].layout));
}

Datum Crd2IdxOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  const IntTuple &coord = data[0].tuple;
  return Datum::of(algebra.apply(data[1].getMap(), coord));
}

Datum Idx2CrdOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return Datum::of(algebra.idx2crd(data[0].tuple, data[1].layout));
}

Datum GetFlatCoordOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                 Adaptor) {
  return Datum::of(algebra.flatCoord(data[0].tuple, data[1].layout));
}

Datum Get1DCoordOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                               Adaptor) {
  return Datum::of(
      IntTuple(algebra.linearCoord(data[0].tuple, data[1].layout)));
}

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

Datum CoalesceOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return data.size() > 1 ? algebra.coalesce(l, data[1].tuple)
                           : algebra.coalesce(l);
  });
}

OpFoldResult CoalesceOp::fold(FoldAdaptor) {
  // Nothing could be merged.
  if (getSource().getType() == getResult().getType())
    return getSource();
  return {};
}

Datum CompositionOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return data[1].kind == Datum::Kind::Tile
               ? algebra.composition(l, data[1].tile)
               : algebra.composition(l, data[1].layout);
  });
}

Datum ComplementOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                               Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return data.size() > 1 ? algebra.complement(l, data[1].tuple)
                           : algebra.complement(l);
  });
}

Datum RightInverseOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                 Adaptor) {
  return mapLayout(data[0],
                   [&](const Layout &l) { return algebra.rightInverse(l); });
}

Datum LeftInverseOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return mapLayout(data[0],
                   [&](const Layout &l) { return algebra.leftInverse(l); });
}

/// Calls `fn` with the layout to divide, and the layout or tile to divide by.
template <typename Fn> static Datum divide(ArrayRef<Datum> data, Fn &&fn) {
  return mapLayout(data[0], [&](const Layout &l) {
    return data[1].kind == Datum::Kind::Tile ? fn(l, data[1].tile)
                                             : fn(l, data[1].layout);
  });
}

Datum LogicalDivideOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                  Adaptor) {
  return divide(data, [&](const Layout &l, const auto &divisor) {
    return algebra.logicalDivide(l, divisor);
  });
}

Datum ZippedDivideOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                 Adaptor) {
  return divide(data, [&](const Layout &l, const auto &divisor) {
    return algebra.zippedDivide(l, divisor);
  });
}

Datum TiledDivideOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return divide(data, [&](const Layout &l, const auto &divisor) {
    return algebra.tiledDivide(l, divisor);
  });
}

Datum FlatDivideOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                               Adaptor) {
  return divide(data, [&](const Layout &l, const auto &divisor) {
    return algebra.flatDivide(l, divisor);
  });
}

Datum LogicalProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                   Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.logicalProduct(l, data[1].layout);
  });
}
Datum ZippedProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                  Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.zippedProduct(l, data[1].layout);
  });
}
Datum TiledProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                 Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.tiledProduct(l, data[1].layout);
  });
}
Datum FlatProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.flatProduct(l, data[1].layout);
  });
}
Datum BlockedProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                   Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.blockedProduct(l, data[1].layout);
  });
}
Datum RakedProductOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                 Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.rakedProduct(l, data[1].layout);
  });
}

Datum RecastLayoutOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                 Adaptor adaptor) {
  return Datum::of(algebra.recast(
      data[0].getFullLayout(), static_cast<int32_t>(adaptor.getOldTypeBits()),
      static_cast<int32_t>(adaptor.getNewTypeBits())));
}

Datum TileToShapeOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                Adaptor) {
  return mapLayout(data[0], [&](const Layout &l) {
    return algebra.tileToShape(l, data[1].tuple, data[2].tuple);
  });
}
