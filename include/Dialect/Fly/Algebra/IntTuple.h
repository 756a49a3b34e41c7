//===- IntTuple.h - Hierarchical integer tuples and layouts -----*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data that CuTe's layout algebra works on: integer leaves, tuples of them,
// layouts (a shape and a stride of the same structure), tiles and swizzles.
// Plain values without any MLIR object, so that type inference, folding and
// lowering can share one implementation of the algebra.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_ALGEBRA_INTTUPLE_H
#define DIALECT_FLY_ALGEBRA_INTTUPLE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mlir::fly {

/// One entry of a tuple: a known integer, an integer known only at run time, or
/// `*`, the "keep this mode" marker of coordinates and tiles. Integers may be
/// scaled basis vectors: `3E1` is three steps along mode 1.
struct Leaf {
  enum class Kind : uint8_t { Static, Dynamic, None };

  Kind kind = Kind::Static;
  /// Bits of a run-time integer, 32 or 64.
  unsigned dynamicWidth = 32;
  /// The integer if static; a number that divides the integer if dynamic.
  int64_t value = 0;
  /// The modes of a basis vector, outermost first; empty for plain integers.
  SmallVector<int32_t, 2> basis;
  /// What stands for the run-time integer (an SSA value) while lowering.
  const void *handle = nullptr;

  static Leaf getStatic(int64_t value) {
    Leaf leaf;
    leaf.value = value;
    return leaf;
  }
  static Leaf getDynamic(unsigned width = 32, int64_t divisibility = 1,
                         const void *handle = nullptr) {
    Leaf leaf;
    leaf.kind = Kind::Dynamic;
    leaf.dynamicWidth = width;
    leaf.value = divisibility;
    leaf.handle = handle;
    return leaf;
  }
  static Leaf getNone() {
    Leaf leaf;
    leaf.kind = Kind::None;
    return leaf;
  }
  static Leaf getBasis(int64_t coefficient, ArrayRef<int32_t> modes) {
    Leaf leaf = getStatic(coefficient);
    leaf.basis.assign(modes.begin(), modes.end());
    return leaf;
  }

  bool isNone() const { return kind == Kind::None; }
  bool isDynamic() const { return kind == Kind::Dynamic; }
  bool isStatic() const { return kind != Kind::Dynamic; }
  bool isBasis() const { return !basis.empty(); }
  /// True for the plain static integer `v`; `*` counts as 0 in arithmetic.
  bool isStaticValue(int64_t v) const {
    return isStatic() && !isBasis() && value == v;
  }
  /// Bits needed to hold the integer, 32 or 64.
  unsigned getWidth() const {
    if (isDynamic())
      return dynamicWidth;
    return value == static_cast<int32_t>(value) ? 32 : 64;
  }
  /// The same integer without its basis vector.
  Leaf getCoefficient() const {
    Leaf leaf = *this;
    leaf.basis.clear();
    return leaf;
  }

  /// Structural equality; which SSA value a run-time integer is doesn't matter.
  bool operator==(const Leaf &other) const;
  bool operator!=(const Leaf &other) const { return !(*this == other); }
};

/// A leaf, or a non-empty list of tuples.
class IntTuple {
public:
  IntTuple() = default;
  /*implicit*/ IntTuple(Leaf leaf) : leaf(std::move(leaf)) {}
  /*implicit*/ IntTuple(int64_t value) : leaf(Leaf::getStatic(value)) {}
  /*implicit*/ IntTuple(std::vector<IntTuple> children)
      : children(std::move(children)) {
    assert(!this->children.empty() && "a tuple has at least one mode");
  }

  bool isLeaf() const { return children.empty(); }
  const Leaf &getLeaf() const {
    assert(isLeaf());
    return leaf;
  }
  Leaf &getLeaf() {
    assert(isLeaf());
    return leaf;
  }
  ArrayRef<IntTuple> getChildren() const { return children; }
  std::vector<IntTuple> &getMutableChildren() { return children; }

  /// Number of modes; a leaf is its own single mode.
  int64_t rank() const {
    return isLeaf() ? 1 : static_cast<int64_t>(children.size());
  }
  int64_t depth() const;
  /// Mode `i`.
  const IntTuple &operator[](int64_t i) const {
    if (isLeaf()) {
      assert(i == 0);
      return *this;
    }
    return children[i];
  }

  bool isStatic() const;
  /// The leaves, depth first.
  void getLeaves(SmallVectorImpl<Leaf> &leaves) const;
  SmallVector<Leaf> getLeaves() const {
    SmallVector<Leaf> leaves;
    getLeaves(leaves);
    return leaves;
  }
  int64_t getNumDynamicLeaves() const;
  /// Whether both have the same nesting.
  bool isCongruent(const IntTuple &other) const;

  bool operator==(const IntTuple &other) const;
  bool operator!=(const IntTuple &other) const { return !(*this == other); }

  void print(raw_ostream &os) const;
  std::string str() const;

  /// The tuple as a flat list of numbers, for hashing and uniquing; handles are
  /// not part of it.
  void encode(SmallVectorImpl<int64_t> &out) const;
  static IntTuple decode(ArrayRef<int64_t> data);

private:
  static IntTuple decodeOne(ArrayRef<int64_t> &data);

  Leaf leaf;
  std::vector<IntTuple> children;
};

/// The function from coordinates in `shape` to the inner product with `stride`.
struct Layout {
  IntTuple shape;
  IntTuple stride;

  int64_t rank() const { return shape.rank(); }
  int64_t depth() const { return shape.depth(); }
  bool isLeaf() const { return shape.isLeaf(); }
  bool isStatic() const { return shape.isStatic() && stride.isStatic(); }
  /// Mode `i` as a layout.
  Layout operator[](int64_t i) const { return {shape[i], stride[i]}; }

  bool operator==(const Layout &other) const {
    return shape == other.shape && stride == other.stride;
  }
  bool operator!=(const Layout &other) const { return !(*this == other); }

  void print(raw_ostream &os) const;
  std::string str() const;
};

/// How to cut a layout: one entry for the whole of it, or a bracketed list with
/// one entry per mode. An entry is `n` (short for `n:1`), `*` (leave the mode
/// as it is), a layout, or a tile of its own.
struct Tile {
  using Entry = std::variant<Leaf, Layout, Tile>;

  bool bracketed = false;
  std::vector<Entry> entries;

  int64_t rank() const { return static_cast<int64_t>(entries.size()); }
  bool operator==(const Tile &other) const;
  void print(raw_ostream &os) const;
  std::string str() const;
};

/// Exclusive-or of the `mask` bits that begin at `base + shift` into those that
/// begin at `base`.
struct Swizzle {
  int64_t mask = 0;
  int64_t base = 0;
  int64_t shift = 0;

  bool isTrivial() const { return mask == 0; }
  bool operator==(const Swizzle &other) const {
    return mask == other.mask && base == other.base && shift == other.shift;
  }
  bool operator!=(const Swizzle &other) const { return !(*this == other); }
  void print(raw_ostream &os) const;
  std::string str() const;
};

} // namespace mlir::fly

#endif // DIALECT_FLY_ALGEBRA_INTTUPLE_H
