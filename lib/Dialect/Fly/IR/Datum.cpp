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

Datum Datum::of(ComposedLayout layout) {
  Datum datum = of(std::move(layout.layout));
  datum.stages = std::move(layout.stages);
  return datum;
}

Datum Datum::of(const InnerMap &map) {
  Datum datum;
  if (const fly::Layout *layout = std::get_if<fly::Layout>(&map))
    return of(*layout);
  if (const fly::Swizzle *s = std::get_if<fly::Swizzle>(&map)) {
    datum.kind = Kind::Swizzle;
    datum.swizzle = *s;
    return datum;
  }
  if (const fly::CoordSwizzle *s = std::get_if<fly::CoordSwizzle>(&map)) {
    datum.kind = Kind::CoordSwizzle;
    datum.coordSwizzle = *s;
    return datum;
  }
  return of(*std::get<std::shared_ptr<const ComposedLayout>>(map));
}

InnerMap Datum::getMap() const {
  if (kind == Kind::Swizzle)
    return swizzle;
  if (kind == Kind::CoordSwizzle)
    return coordSwizzle;
  assert(hasLayout());
  if (!isComposed())
    return layout;
  return std::make_shared<const ComposedLayout>(getFullLayout());
}

void Datum::advance(Algebra &algebra, const IntTuple &distance) {
  if (isComposed())
    stages.back().offset = algebra.add(stages.back().offset, distance);
  else if (kind != Kind::Layout)
    tuple = algebra.add(tuple, distance);
}

IntTuple Datum::getOffset(Algebra &algebra, const IntTuple &coord) const {
  return algebra.add(tuple, isComposed()
                                ? algebra.crd2idx(coord, getFullLayout())
                                : algebra.crd2idx(coord, layout));
}

Datum Datum::decompose(Algebra &algebra, bool mustProve) const {
  if (!isComposed())
    return *this;
  Datum result = *this;
  result.stages.clear();
  result.tuple =
      algebra.add(tuple, algebra.decompose(getFullLayout(), mustProve));
  return result;
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
      .Case([&](ComposedLayoutType t) {
        return Datum::of(t.getAttr().getValue());
      })
      .Case([&](CoordSwizzleType t) {
        datum.kind = Kind::CoordSwizzle;
        datum.coordSwizzle = t.getAttr().getValue();
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
        datum = Datum::of(getLayoutValue(t.getFullLayout()));
        datum.kind = Kind::MemRef;
        datum.pointer = t.getPtrType();
        return datum;
      })
      .Case([&](CoordTensorType t) {
        datum = Datum::of(getLayoutValue(t.getFullLayout()));
        datum.kind = Kind::CoordTensor;
        datum.tuple = t.getBase().getValue();
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

Type Datum::getType(MLIRContext *context,
                    function_ref<InFlightDiagnostic()> emitError) const {
  Attribute layoutAttr;
  if (hasLayout()) {
    layoutAttr = getLayoutAttr(context, getFullLayout(), emitError);
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
    if (auto composed = dyn_cast<ComposedLayoutAttr>(layoutAttr))
      return ComposedLayoutType::get(composed);
    return LayoutType::get(cast<LayoutAttr>(layoutAttr));
  case Kind::Tile:
    return TileType::get(context, tile);
  case Kind::Swizzle:
    return SwizzleType::get(
        SwizzleAttr::get(context, swizzle.mask, swizzle.base, swizzle.shift));
  case Kind::CoordSwizzle:
    return CoordSwizzleType::get(CoordSwizzleAttr::get(context, coordSwizzle));
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
    return CoordTensorType::getChecked(
        emitError, context, IntTupleAttr::get(context, tuple), layoutAttr);
  case Kind::Tiled:
    return tiled;
  }
  llvm_unreachable("all kinds are covered");
}

//===----------------------------------------------------------------------===//
// Compatibility
//===----------------------------------------------------------------------===//

static bool isCompatible(const Leaf &inferred, const Leaf &declared) {
  if (!inferred.isDynamic() || !declared.isDynamic())
    return inferred == declared;
  return inferred.dynamicWidth == declared.dynamicWidth &&
         inferred.basis == declared.basis &&
         inferred.value % declared.value == 0;
}

namespace {
/// Finds the first place where a declared type says something else than the
/// inferred one, other than a weaker divisor.
class Comparison {
public:
  bool failed() const { return different; }
  std::string takeMessage() { return std::move(message); }

  void compare(StringRef what, const IntTuple &inferred,
               const IntTuple &declared);
  void compare(const Layout &inferred, const Layout &declared);
  void compare(const ComposedLayout &inferred, const ComposedLayout &declared);
  void compare(PtrType inferred, PtrType declared);
  void compare(Type inferred, Type declared);

private:
  template <typename T>
  void report(const Twine &what, const T &expected, const T &found);
  void compareTree(StringRef what, const IntTuple &inferred,
                   const IntTuple &declared, SmallVectorImpl<size_t> &path);
  /// For things that are equal or not.
  template <typename T>
  void compareWhole(StringRef what, const T &inferred, const T &declared) {
    if (inferred != declared)
      report(what, inferred, declared);
  }

  bool different = false;
  std::string message;
};
} // namespace

template <typename T>
void Comparison::report(const Twine &what, const T &expected, const T &found) {
  if (different)
    return;
  different = true;
  llvm::raw_string_ostream os(message);
  auto print = [&](const T &value) {
    if constexpr (std::is_same_v<T, IntTuple>)
      value.print(os);
    else
      os << value;
  };
  os << what << ": expected ";
  print(expected);
  os << ", got ";
  print(found);
}

void Comparison::compareTree(StringRef what, const IntTuple &inferred,
                             const IntTuple &declared,
                             SmallVectorImpl<size_t> &path) {
  auto where = [&]() {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (!path.empty())
      os << "mode ";
    llvm::interleave(path, os, ".");
    os << (path.empty() ? "" : " ") << what;
    return text;
  };
  if (inferred.isLeaf() && declared.isLeaf()) {
    if (!isCompatible(inferred.getLeaf(), declared.getLeaf()))
      report(where(), inferred, declared);
    return;
  }
  if (inferred.isLeaf() != declared.isLeaf() ||
      inferred.rank() != declared.rank()) {
    report(where(), inferred, declared);
    return;
  }
  for (size_t i = 0, e = inferred.rank(); i < e; ++i) {
    path.push_back(i);
    compareTree(what, inferred[i], declared[i], path);
    path.pop_back();
  }
}

void Comparison::compare(StringRef what, const IntTuple &inferred,
                         const IntTuple &declared) {
  SmallVector<size_t> path;
  compareTree(what, inferred, declared, path);
}

void Comparison::compare(const Layout &inferred, const Layout &declared) {
  compare("shape", inferred.shape, declared.shape);
  compare("stride", inferred.stride, declared.stride);
}

/// What a stage applies, for messages.
static std::string mapText(const InnerMap &map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printMap(os, map);
  return text;
}

void Comparison::compare(const ComposedLayout &inferred,
                         const ComposedLayout &declared) {
  compareWhole("number of layouts composed", inferred.stages.size(),
               declared.stages.size());
  if (failed())
    return;
  for (auto [a, b] : llvm::zip_equal(inferred.stages, declared.stages)) {
    const Layout *layoutA = std::get_if<Layout>(&a.inner);
    const Layout *layoutB = std::get_if<Layout>(&b.inner);
    if (layoutA && layoutB)
      compare(*layoutA, *layoutB);
    else
      compareWhole("inner part", mapText(a.inner), mapText(b.inner));
    compare("offset", a.offset, b.offset);
  }
  compare(inferred.layout, declared.layout);
}

void Comparison::compare(PtrType inferred, PtrType declared) {
  compareWhole("element type", inferred.getElementType(),
               declared.getElementType());
  compareWhole("address space", inferred.getAddressSpace(),
               declared.getAddressSpace());
  compareWhole("swizzle", inferred.getSwizzle().getValue().str(),
               declared.getSwizzle().getValue().str());
  if (!failed() && inferred.getAlignment() % declared.getAlignment() != 0)
    report("alignment", inferred.getAlignment(), declared.getAlignment());
}

void Comparison::compare(Type inferred, Type declared) {
  if (inferred == declared)
    return;
  if (inferred.getTypeID() != declared.getTypeID()) {
    report("type", inferred, declared);
    return;
  }
  TypeSwitch<Type>(inferred)
      .Case([&](fly::IntTupleType t) {
        compare("value", t.getValue(),
                cast<fly::IntTupleType>(declared).getValue());
      })
      .Case([&](LayoutType t) {
        compare(t.getValue(), cast<LayoutType>(declared).getValue());
      })
      .Case([&](ComposedLayoutType t) {
        compare(t.getAttr().getValue(),
                cast<ComposedLayoutType>(declared).getAttr().getValue());
      })
      .Case([&](PtrType t) { compare(t, cast<PtrType>(declared)); })
      .Case([&](fly::MemRefType t) {
        auto other = cast<fly::MemRefType>(declared);
        compare(getLayoutValue(t.getFullLayout()),
                getLayoutValue(other.getFullLayout()));
        compare(t.getPtrType(), other.getPtrType());
      })
      .Case([&](CoordTensorType t) {
        auto other = cast<CoordTensorType>(declared);
        compare("base", t.getBase().getValue(), other.getBase().getValue());
        compare(getLayoutValue(t.getFullLayout()),
                getLayoutValue(other.getFullLayout()));
      })
      .Default([&](Type) { report("type", inferred, declared); });
}

bool mlir::fly::isCompatibleType(Type inferred, Type declared) {
  Comparison comparison;
  comparison.compare(inferred, declared);
  return !comparison.failed();
}

std::string mlir::fly::describeMismatch(Type inferred, Type declared) {
  // Types of different kinds, or without parts, say it themselves.
  if (inferred.getTypeID() != declared.getTypeID() ||
      !isa<fly::IntTupleType, LayoutType, ComposedLayoutType, PtrType,
           fly::MemRefType, CoordTensorType>(inferred))
    return {};
  Comparison comparison;
  comparison.compare(inferred, declared);
  return comparison.takeMessage();
}
