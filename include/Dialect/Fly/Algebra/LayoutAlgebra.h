//===- LayoutAlgebra.h - CuTe's layout algebra ------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One implementation for type inference (run-time integers are only described)
// and for lowering (an Emitter makes the arithmetic on them), so that both
// agree on every result by construction.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_ALGEBRA_LAYOUTALGEBRA_H
#define DIALECT_FLY_ALGEBRA_LAYOUTALGEBRA_H

#include "Dialect/Fly/Algebra/ComposedLayout.h"
#include "Dialect/Fly/Algebra/IntTuple.h"
#include "llvm/ADT/Twine.h"

#include <optional>

namespace mlir::fly {

enum class ArithOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Min,
  Max,
  CeilDiv,
  And,
  ShrU,
  Xor,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
};

/// Makes the arithmetic on run-time integers.
class Emitter {
public:
  virtual ~Emitter() = default;
  /// Returns the handle of `lhs op rhs`, computed in `width` bits. At least one
  /// side is dynamic. Comparisons give 0 or 1.
  virtual const void *emit(ArithOp op, const Leaf &lhs, const Leaf &rhs,
                           unsigned width) = 0;
  /// Returns the handle of a dynamic `leaf`, sign-extended to `width` bits.
  virtual const void *extend(const Leaf &leaf, unsigned width) = 0;
};

/// The algebra's functions. The first error is kept (with what was expected and
/// what was found) and later results are meaningless; every user asks
/// `succeeded()` once at the end.
class Algebra {
public:
  explicit Algebra(Emitter *emitter = nullptr) : emitter(emitter) {}

  bool succeeded() const { return error.empty(); }
  StringRef getError() const { return error; }
  /// Records an error; only the first counts.
  void fail(const Twine &message);

  //===--------------------------------------------------------------------===//
  // Integers
  //===--------------------------------------------------------------------===//

  Leaf add(const Leaf &a, const Leaf &b);
  Leaf sub(const Leaf &a, const Leaf &b);
  Leaf mul(const Leaf &a, const Leaf &b);
  /// Truncating division.
  Leaf div(const Leaf &a, const Leaf &b);
  Leaf mod(const Leaf &a, const Leaf &b);
  Leaf min(const Leaf &a, const Leaf &b);
  Leaf max(const Leaf &a, const Leaf &b);
  Leaf ceilDiv(const Leaf &a, const Leaf &b);
  /// Ceiling division of numbers of which one divides the other.
  Leaf shapeDiv(const Leaf &a, const Leaf &b);
  /// Division that must be exact.
  Leaf exactDiv(const Leaf &a, const Leaf &b);
  Leaf compare(ArithOp op, const Leaf &a, const Leaf &b);
  Leaf logicalAnd(const Leaf &a, const Leaf &b);
  Leaf swizzle(const Leaf &a, const Swizzle &s);
  /// And, ShrU or Xor.
  Leaf bitwise(ArithOp op, const Leaf &a, const Leaf &b);

  //===--------------------------------------------------------------------===//
  // Tuples
  //===--------------------------------------------------------------------===//

  IntTuple add(const IntTuple &a, const IntTuple &b);
  IntTuple sub(const IntTuple &a, const IntTuple &b);
  IntTuple mul(const IntTuple &a, const IntTuple &b);
  IntTuple div(const IntTuple &a, const IntTuple &b);
  IntTuple mod(const IntTuple &a, const IntTuple &b);
  IntTuple ceilDiv(const IntTuple &a, const IntTuple &b);
  IntTuple shapeDiv(const IntTuple &a, const IntTuple &b);
  Leaf product(const IntTuple &t);
  IntTuple productEach(const IntTuple &t);
  /// The product of what stands under each leaf of `guide`.
  IntTuple productLike(const IntTuple &t, const IntTuple &guide);
  Leaf elementsLess(const IntTuple &a, const IntTuple &b);
  Leaf equal(const IntTuple &a, const IntTuple &b);
  IntTuple compactColMajor(const IntTuple &shape);

  IntTuple get(const IntTuple &t, ArrayRef<int32_t> path);
  IntTuple take(const IntTuple &t, int64_t begin, int64_t end);
  IntTuple select(const IntTuple &t, ArrayRef<int32_t> indices);
  IntTuple group(const IntTuple &t, int64_t begin, int64_t end);
  IntTuple append(const IntTuple &t, const IntTuple &element,
                  std::optional<int64_t> rank = std::nullopt);
  IntTuple prepend(const IntTuple &t, const IntTuple &element,
                   std::optional<int64_t> rank = std::nullopt);
  /// The parts of `t` under the `*` leaves of `coord`.
  IntTuple slice(const IntTuple &t, const IntTuple &coord);
  /// The parts of `t` under the other leaves of `coord`.
  IntTuple dice(const IntTuple &t, const IntTuple &coord);

  //===--------------------------------------------------------------------===//
  // Layouts
  //===--------------------------------------------------------------------===//

  Leaf size(const Layout &l) { return product(l.shape); }
  IntTuple coprofile(const Layout &l);
  IntTuple coshape(const Layout &l);
  Leaf cosize(const Layout &l);
  /// Where `coord` lies: an integer, or a coordinate if the strides are basis
  /// vectors.
  IntTuple crd2idx(const IntTuple &coord, const Layout &l);
  IntTuple idx2crd(const IntTuple &index, const Layout &l);
  /// What a stage of a composed layout makes of an index or coordinate.
  IntTuple apply(const InnerMap &map, const IntTuple &index);
  IntTuple applyStages(ArrayRef<Stage> stages, const IntTuple &index);
  IntTuple crd2idx(const IntTuple &coord, const ComposedLayout &l);
  IntTuple swizzle(const IntTuple &coord, const CoordSwizzle &s);
  /// Where the first element of a composed layout lies. From there on, the
  /// others must lie as the plain layout says: an error if they are known not
  /// to, and with `mustProve` also if that isn't known.
  IntTuple decompose(const ComposedLayout &l, bool mustProve);
  IntTuple flatCoord(const IntTuple &index, const Layout &l);
  Leaf linearCoord(const IntTuple &index, const Layout &l);

  Layout canonical(const Layout &l);
  Layout coalesce(const Layout &l);
  Layout coalesce(const Layout &l, const IntTuple &profile);
  Layout composition(const Layout &a, const Layout &b);
  Layout composition(const Layout &a, const Tile &tile);
  Layout complement(const Layout &l);
  Layout complement(const Layout &l, const IntTuple &codomain);
  Layout rightInverse(const Layout &l);
  Layout leftInverse(const Layout &l);

  Layout logicalDivide(const Layout &l, const Layout &divisor);
  Layout logicalDivide(const Layout &l, const Tile &tile);
  Layout zippedDivide(const Layout &l, const Layout &divisor);
  Layout zippedDivide(const Layout &l, const Tile &tile);
  template <typename Divisor>
  Layout tiledDivide(const Layout &l, const Divisor &divisor) {
    return spliceSecond(zippedDivide(l, divisor));
  }
  template <typename Divisor>
  Layout flatDivide(const Layout &l, const Divisor &divisor) {
    return spliceBoth(zippedDivide(l, divisor));
  }

  Layout logicalProduct(const Layout &block, const Layout &tiler);
  Layout zippedProduct(const Layout &block, const Layout &tiler) {
    return logicalProduct(block, tiler);
  }
  Layout tiledProduct(const Layout &block, const Layout &tiler) {
    return spliceSecond(logicalProduct(block, tiler));
  }
  Layout flatProduct(const Layout &block, const Layout &tiler) {
    return spliceBoth(logicalProduct(block, tiler));
  }
  Layout blockedProduct(const Layout &block, const Layout &tiler);
  Layout rakedProduct(const Layout &block, const Layout &tiler);

  Layout orderedLayout(const IntTuple &shape, const IntTuple &order);
  Layout layoutLike(const Layout &l);
  Layout identityLayout(const IntTuple &shape);
  Layout fragmentLayout(const Layout &l);
  Layout tileToShape(const Layout &block, const IntTuple &target,
                     const IntTuple &order);
  /// The layout for elements of `newBits` where `l` is for `oldBits`.
  Layout recast(const Layout &l, int64_t oldBits, int64_t newBits);
  ComposedLayout recast(const ComposedLayout &l, int64_t oldBits,
                        int64_t newBits);

  Layout slice(const Layout &l, const IntTuple &coord) {
    return {slice(l.shape, coord), slice(l.stride, coord)};
  }
  Layout dice(const Layout &l, const IntTuple &coord) {
    return {dice(l.shape, coord), dice(l.stride, coord)};
  }
  Layout get(const Layout &l, ArrayRef<int32_t> path) {
    return {get(l.shape, path), get(l.stride, path)};
  }
  Layout take(const Layout &l, int64_t begin, int64_t end) {
    return {take(l.shape, begin, end), take(l.stride, begin, end)};
  }
  Layout select(const Layout &l, ArrayRef<int32_t> indices) {
    return {select(l.shape, indices), select(l.stride, indices)};
  }
  Layout group(const Layout &l, int64_t begin, int64_t end) {
    return {group(l.shape, begin, end), group(l.stride, begin, end)};
  }
  Layout append(const Layout &l, const Layout &element,
                std::optional<int64_t> rank = std::nullopt) {
    return {append(l.shape, element.shape, rank),
            append(l.stride, element.stride, rank)};
  }
  Layout prepend(const Layout &l, const Layout &element,
                 std::optional<int64_t> rank = std::nullopt) {
    return {prepend(l.shape, element.shape, rank),
            prepend(l.stride, element.stride, rank)};
  }

private:
  using LeafFn = Leaf (Algebra::*)(const Leaf &, const Leaf &);

  Leaf makeDynamic(ArithOp op, const Leaf &a, const Leaf &b, int64_t div);
  /// `a` with the type of a sum or difference with the static `b`.
  Leaf overflow(StringRef what, const Leaf &a, const Leaf &b);
  /// True if both are plain integers; otherwise an error.
  bool checkPlain(StringRef what, const Leaf &a, const Leaf &b);
  IntTuple elementwise(StringRef what, LeafFn fn, const IntTuple &a,
                       const IntTuple &b);
  IntTuple divide(StringRef what, LeafFn fn, const IntTuple &a,
                  const IntTuple &b);
  IntTuple compactColMajor(const IntTuple &shape, Leaf &current);
  IntTuple filterZero(const IntTuple &guide, const IntTuple &shape);
  Leaf linearize(const IntTuple &coord, const IntTuple &shape);
  /// `t` with `value` at a path that it has.
  IntTuple replaceAt(const IntTuple &t, ArrayRef<int32_t> path,
                     const IntTuple &value);
  InnerMap recastMap(const InnerMap &map, int64_t up, int64_t down);
  void collect(const IntTuple &t, const IntTuple &coord, bool keepStars,
               std::vector<IntTuple> &out);

  SmallVector<Layout> flatten(const Layout &l);
  Layout coalesceModes(const Layout &l, bool keepBoundary);
  /// The left-hand side of a composition, or a mode of it, flat; and how many
  /// steps into each of its modes the right-hand side's modes go together.
  struct FlatOuter {
    SmallVector<int32_t, 2> path;
    Layout layout;
    SmallVector<int64_t> reached;
  };
  Layout composeLeaf(FlatOuter &outer, const Leaf &size, const Leaf &stride);
  Layout composeTree(const Layout &a, std::vector<FlatOuter> &outers,
                     const IntTuple &shape, const IntTuple &stride);
  Layout composeEntry(const Layout &a, const Tile::Entry &entry);
  Layout divideEntry(const Layout &l, const Tile::Entry &entry);
  std::pair<IntTuple, IntTuple> zipBy(const IntTuple &t, int64_t rank);
  Layout zipHalves(const Layout &product, bool swapped);
  IntTuple orderedStride(const IntTuple &shape, const IntTuple &order,
                         ArrayRef<std::pair<Leaf, Leaf>> parts, size_t &next);
  void collectOrdered(const IntTuple &shape, const IntTuple &order,
                      SmallVectorImpl<std::pair<Leaf, Leaf>> &parts);
  Layout recastUp(const Layout &l, int64_t factor);
  Layout recastDown(const Layout &l, int64_t factor);
  Layout spliceSecond(const Layout &l);
  Layout spliceBoth(const Layout &l);

  Emitter *emitter;
  std::string error;
};

/// Builds a layout from the modes of its shape and its stride.
Layout makeLayout(ArrayRef<Layout> modes);

/// A layout over (thread, value) that says which element of a tile each thread
/// holds as which of its values: as coordinates if it has basis strides, else
/// as the tile's column-major index.
struct ThreadValueLayout {
  Layout layout;
  /// Extents of the tile.
  SmallVector<int64_t> tile;
};

/// The coordinate that a static layout with basis strides, over the domain
/// (mode 0, mode 1, ...), gives for the linear index of each mode; `rank`
/// entries, zero where no stride leads. This is how a thread-value layout is
/// read: `coordinateAt(layout, {thread, value}, 2)` is that element's (row,
/// column).
FailureOr<SmallVector<int64_t>>
coordinateAt(const Layout &l, ArrayRef<int64_t> modeIndices, int64_t rank);

} // namespace mlir::fly

#endif // DIALECT_FLY_ALGEBRA_LAYOUTALGEBRA_H
