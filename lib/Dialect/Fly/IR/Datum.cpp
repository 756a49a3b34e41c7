//===- Datum.cpp - What the layout algebra computes with ------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/Datum.h"

#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly;

Datum Datum::of(IntTuple tuple) {
  Datum datum;
  datum.tuple = std::move(tuple);
  return datum;
}

Datum Datum::of(fly::Layout layout) {
  Datum datum;
  datum.kind = Kind::Layout;
  datum.layout = std::move(layout);
  return datum;
}

Datum Datum::withLayout(const Datum &wrapper, fly::Layout layout) {
  assert(wrapper.hasLayout());
  Datum datum = wrapper;
  datum.layout = std::move(layout);
  return datum;
}

FailureOr<Datum> Datum::fromType(Type type) {
  Datum datum;
  return TypeSwitch<Type, FailureOr<Datum>>(type)
      .Case([&](fly::IntTupleType t) {
        datum.tuple = t.getValue();
        return datum;
      })
      .Case([&](LayoutType t) {
        datum.kind = Kind::Layout;
        datum.layout = t.getValue();
        return datum;
      })
      .Case([&](TileType t) {
        datum.kind = Kind::Tile;
        datum.tile = t.getAttr().getValue();
        return datum;
      })
      .Case([&](SwizzleType t) {
        datum.kind = Kind::Swizzle;
        datum.swizzle = t.getAttr().getValue();
        return datum;
      })
      .Case([&](PtrType t) {
        datum.kind = Kind::Ptr;
        datum.pointer = t;
        return datum;
      })
      .Case([&](fly::MemRefType t) {
        datum.kind = Kind::MemRef;
        datum.pointer = t.getPtrType();
        datum.layout = t.getLayout().getValue();
        return datum;
      })
      .Case([&](CoordTensorType t) {
        datum.kind = Kind::CoordTensor;
        datum.tuple = t.getBase().getValue();
        datum.layout = t.getLayout().getValue();
        return datum;
      })
      .Case<TiledCopyType, TiledMmaType>([&](Type t) {
        datum.kind = Kind::Tiled;
        datum.tiled = t;
        return datum;
      })
      .Default([](Type) { return failure(); });
}

PtrType Datum::getAdvancedPointer() const {
  const Leaf &offset = tuple.getLeaf();
  return pointer.advancedBy(offset.isNone() ? 0 : std::abs(offset.value));
}

/// The layout as an attribute, if it is valid.
static LayoutAttr getLayoutAttr(MLIRContext *context, const Layout &layout,
                                function_ref<InFlightDiagnostic()> emitError) {
  return LayoutAttr::getChecked(emitError, context,
                                IntTupleAttr::get(context, layout.shape),
                                IntTupleAttr::get(context, layout.stride));
}

Type Datum::getType(MLIRContext *context,
                    function_ref<InFlightDiagnostic()> emitError) const {
  LayoutAttr layoutAttr;
  if (hasLayout()) {
    layoutAttr = getLayoutAttr(context, layout, emitError);
    if (!layoutAttr)
      return {};
  }
  if (hasPointer() && (!tuple.isLeaf() || tuple.getLeaf().isBasis())) {
    emitError() << "expected an integer offset for a pointer, got "
                << tuple.str();
    return {};
  }
  switch (kind) {
  case Kind::Tuple:
    return fly::IntTupleType::get(context, tuple);
  case Kind::Layout:
    return LayoutType::get(layoutAttr);
  case Kind::Tile:
    return TileType::get(context, tile);
  case Kind::Swizzle:
    return SwizzleType::get(
        SwizzleAttr::get(context, swizzle.mask, swizzle.base, swizzle.shift));
  case Kind::Ptr:
    return getAdvancedPointer();
  case Kind::MemRef: {
    PtrType advanced = getAdvancedPointer();
    return fly::MemRefType::getChecked(
        emitError, context, advanced.getElementType(),
        advanced.getAddressSpace(), layoutAttr, advanced.getAlignment(),
        advanced.getSwizzle());
  }
  case Kind::CoordTensor:
    return CoordTensorType::get(IntTupleAttr::get(context, tuple), layoutAttr);
  case Kind::Tiled:
    return tiled;
  }
  llvm_unreachable("all kinds are covered");
}

//===----------------------------------------------------------------------===//
// Compatibility
//===----------------------------------------------------------------------===//

static bool isCompatible(const IntTuple &inferred, const IntTuple &declared) {
  if (!inferred.isCongruent(declared))
    return false;
  return llvm::all_of_zip(
      inferred.getLeaves(), declared.getLeaves(),
      [](const Leaf &inferredLeaf, const Leaf &declaredLeaf) {
        if (!inferredLeaf.isDynamic() || !declaredLeaf.isDynamic())
          return inferredLeaf == declaredLeaf;
        return inferredLeaf.dynamicWidth == declaredLeaf.dynamicWidth &&
               inferredLeaf.basis == declaredLeaf.basis &&
               inferredLeaf.value % declaredLeaf.value == 0;
      });
}

static bool isCompatible(LayoutAttr inferred, LayoutAttr declared) {
  Layout a = inferred.getValue(), b = declared.getValue();
  return isCompatible(a.shape, b.shape) && isCompatible(a.stride, b.stride);
}

static bool isCompatible(PtrType inferred, PtrType declared) {
  return inferred.getElementType() == declared.getElementType() &&
         inferred.getAddressSpace() == declared.getAddressSpace() &&
         inferred.getSwizzle() == declared.getSwizzle() &&
         inferred.getAlignment() % declared.getAlignment() == 0;
}

bool mlir::fly::isCompatibleType(Type inferred, Type declared) {
  if (inferred == declared)
    return true;
  if (inferred.getTypeID() != declared.getTypeID())
    return false;
  return TypeSwitch<Type, bool>(inferred)
      .Case([&](fly::IntTupleType t) {
        return isCompatible(t.getValue(),
                            cast<fly::IntTupleType>(declared).getValue());
      })
      .Case([&](LayoutType t) {
        return isCompatible(t.getAttr(), cast<LayoutType>(declared).getAttr());
      })
      .Case([&](PtrType t) { return isCompatible(t, cast<PtrType>(declared)); })
      .Case([&](fly::MemRefType t) {
        auto other = cast<fly::MemRefType>(declared);
        return isCompatible(t.getPtrType(), other.getPtrType()) &&
               isCompatible(t.getLayout(), other.getLayout());
      })
      .Case([&](CoordTensorType t) {
        auto other = cast<CoordTensorType>(declared);
        return isCompatible(t.getBase().getValue(),
                            other.getBase().getValue()) &&
               isCompatible(t.getLayout(), other.getLayout());
      })
      .Default([](Type) { return false; });
}
