//===- Canonicalize.cpp - Bring tuples and layouts into normal form -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Fly/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCANONICALIZEPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

static Value makeTuple(OpBuilder &builder, Location loc, IntTupleAttr attr) {
  return MakeIntTupleOp::create(builder, loc, fly::IntTupleType::get(attr),
                                ValueRange());
}

static Value makeLayout(OpBuilder &builder, Location loc, LayoutAttr attr) {
  return MakeLayoutOp::create(builder, loc, LayoutType::get(attr),
                              makeTuple(builder, loc, attr.getShape()),
                              makeTuple(builder, loc, attr.getStride()));
}

static Value makeMap(OpBuilder &builder, Location loc, Attribute map);

static Value makeAnyLayout(OpBuilder &builder, Location loc, Attribute layout) {
  auto composed = dyn_cast<ComposedLayoutAttr>(layout);
  if (!composed)
    return makeLayout(builder, loc, cast<LayoutAttr>(layout));
  return MakeComposedLayoutOp::create(
      builder, loc, ComposedLayoutType::get(composed),
      makeMap(builder, loc, composed.getInner()),
      makeTuple(builder, loc, composed.getOffset()),
      makeAnyLayout(builder, loc, composed.getOuter()));
}

/// The inner part of a composed layout.
static Value makeMap(OpBuilder &builder, Location loc, Attribute map) {
  if (auto swizzle = dyn_cast<SwizzleAttr>(map))
    return StaticOp::create(builder, loc, SwizzleType::get(swizzle));
  if (auto swizzle = dyn_cast<CoordSwizzleAttr>(map))
    return StaticOp::create(builder, loc, CoordSwizzleType::get(swizzle));
  return makeAnyLayout(builder, loc, map);
}

/// Whether `op` makes its static value of parts that are made of nothing.
static bool isNormal(Operation *op) {
  if (isa<MakeIntTupleOp, MakeCopyAtomOp, MakeMmaAtomOp>(op))
    return true;
  // Tiles have no parts.
  if (isa<TileType>(op->getResult(0).getType()))
    return isa<StaticOp>(op);
  if (isa<MakeLayoutOp, MakeComposedLayoutOp, MakeViewOp, MakeTiledCopyOp,
          MakeTiledMmaOp>(op))
    return llvm::all_of(op->getOperands(), [](Value operand) {
      // These have no parts.
      if (isa<SwizzleType, CoordSwizzleType>(operand.getType()))
        return true;
      Operation *def = operand.getDefiningOp();
      return def && isNormal(def);
    });
  return false;
}

/// Makes the value of a static type, or nothing if `type` is no static type
/// that has a normal form of its own.
static Value makeNormal(OpBuilder &builder, Location loc, Type type) {
  auto mayBeStatic = dyn_cast<MayBeStaticTypeInterface>(type);
  if (!mayBeStatic || !mayBeStatic.isStatic())
    return {};
  if (auto tuple = dyn_cast<fly::IntTupleType>(type))
    return makeTuple(builder, loc, tuple.getAttr());
  if (auto layout = dyn_cast<LayoutType>(type))
    return makeLayout(builder, loc, layout.getAttr());
  if (auto layout = dyn_cast<ComposedLayoutType>(type))
    return makeAnyLayout(builder, loc, layout.getAttr());
  if (auto tensor = dyn_cast<CoordTensorType>(type))
    return MakeViewOp::create(
        builder, loc, type, makeTuple(builder, loc, tensor.getBase()),
        makeAnyLayout(builder, loc, tensor.getFullLayout()));
  if (auto atom = dyn_cast<CopyAtomType>(type))
    return MakeCopyAtomOp::create(builder, loc, atom);
  if (auto atom = dyn_cast<MmaAtomType>(type))
    return MakeMmaAtomOp::create(builder, loc, atom);
  if (auto tiled = dyn_cast<TiledCopyType>(type))
    return MakeTiledCopyOp::create(
        builder, loc, makeNormal(builder, loc, tiled.getAtom()),
        makeNormal(builder, loc, tiled.getLayout()),
        StaticOp::create(builder, loc, tiled.getTile()));
  if (auto tiled = dyn_cast<TiledMmaType>(type))
    return MakeTiledMmaOp::create(
        builder, loc, makeNormal(builder, loc, tiled.getAtom()),
        makeNormal(builder, loc, tiled.getLayout()),
        StaticOp::create(builder, loc, tiled.getPermutation()));
  return {};
}

namespace {
struct FlyCanonicalizePass
    : public fly::impl::FlyCanonicalizePassBase<FlyCanonicalizePass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      canonicalize(op);
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
  }

  void canonicalize(Operation *op) {
    OpBuilder builder(op);
    if (isa<MakeShapeOp, MakeStrideOp, MakeCoordOp>(op)) {
      auto tuple =
          MakeIntTupleOp::create(builder, op->getLoc(), op->getResultTypes(),
                                 op->getOperands(), op->getAttrs());
      op->replaceAllUsesWith(tuple);
      op->erase();
      return;
    }
    if (!isa_and_present<FlyDialect>(op->getDialect()) ||
        op->getNumResults() != 1 || isNormal(op))
      return;
    Value normal =
        makeNormal(builder, op->getLoc(), op->getResult(0).getType());
    if (!normal)
      return;
    op->getResult(0).replaceAllUsesWith(normal);
    op->erase();
    ++numRebuilt;
  }
};
} // namespace
