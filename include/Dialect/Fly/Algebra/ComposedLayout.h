//===- ComposedLayout.h - Layouts followed by other maps --------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `A o x o B` maps a coordinate c to A(x + B(c)): the index that a layout gives
// is offset and then swizzled, or mapped by another layout. What layout ops
// change is always the layout that sees the coordinate; everything behind it is
// a list of stages.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_ALGEBRA_COMPOSEDLAYOUT_H
#define DIALECT_FLY_ALGEBRA_COMPOSEDLAYOUT_H

#include "Dialect/Fly/Algebra/IntTuple.h"

#include <memory>

namespace mlir::fly {

/// Exclusive-or of `mask` bits of one integer of a coordinate into another:
/// those that begin at `baseRow` of the one at `modeRow` into those that begin
/// at `baseCol` of the one at `modeCol`.
struct CoordSwizzle {
  int64_t mask = 0;
  int64_t baseRow = 0;
  SmallVector<int32_t, 2> modeRow;
  int64_t baseCol = 0;
  SmallVector<int32_t, 2> modeCol;

  bool isTrivial() const { return mask == 0; }
  bool operator==(const CoordSwizzle &other) const;
  void print(raw_ostream &os) const;
  std::string str() const;
};

struct ComposedLayout;

/// What is applied to the index (or coordinate) that a layout gives. A composed
/// layout may itself stand there.
using InnerMap = std::variant<Layout, Swizzle, CoordSwizzle,
                              std::shared_ptr<const ComposedLayout>>;

bool isSameMap(const InnerMap &a, const InnerMap &b);
bool isStaticMap(const InnerMap &map);
void printMap(raw_ostream &os, const InnerMap &map);

/// One step behind a layout: add `offset`, then apply `inner`.
struct Stage {
  InnerMap inner;
  IntTuple offset;

  bool operator==(const Stage &other) const {
    return offset == other.offset && isSameMap(inner, other.inner);
  }
};

/// A layout and the stages behind it, the last one applied first (as they are
/// written). Without stages it is just the layout.
struct ComposedLayout {
  std::vector<Stage> stages;
  Layout layout;

  bool isComposed() const { return !stages.empty(); }
  bool isStatic() const;
  bool operator==(const ComposedLayout &other) const {
    return layout == other.layout && stages == other.stages;
  }
  void print(raw_ostream &os) const;
  std::string str() const;
};

} // namespace mlir::fly

#endif // DIALECT_FLY_ALGEBRA_COMPOSEDLAYOUT_H
