//===- RandomLayouts.cpp - Layouts to test properties on ------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include <algorithm>
#include <set>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

IntTuple RandomLayouts::shape(int depth, int64_t largest) {
  if (depth == 0 || chance(50))
    return chance(15) ? 1 : number(2, largest);
  std::vector<IntTuple> children;
  for (int64_t i = 0, e = number(1, 3); i < e; ++i)
    children.push_back(shape(depth - 1, largest));
  return children;
}

IntTuple RandomLayouts::shape(int64_t largest) {
  for (;;) {
    IntTuple result = shape(/*depth=*/2, largest);
    if (result.getLeaves().size() <= 4)
      return result;
  }
}

/// A tuple with the structure of `shape` and these leaves.
static IntTuple withLeaves(const IntTuple &shape, ArrayRef<int64_t> &leaves) {
  if (shape.isLeaf()) {
    int64_t value = leaves.front();
    leaves = leaves.drop_front();
    return value;
  }
  std::vector<IntTuple> children;
  for (const IntTuple &child : shape.getChildren())
    children.push_back(withLeaves(child, leaves));
  return children;
}

Layout RandomLayouts::layout() {
  IntTuple sizes = shape();
  SmallVector<int64_t> strides;
  for (size_t i = 0, e = sizes.getLeaves().size(); i < e; ++i)
    strides.push_back(number(0, 12));
  ArrayRef<int64_t> rest = strides;
  return {sizes, withLeaves(sizes, rest)};
}

Layout RandomLayouts::hostile() {
  for (;;) {
    IntTuple sizes = shape(/*depth=*/3, /*largest=*/4);
    SmallVector<int64_t> strides;
    size_t numLeaves = sizes.getLeaves().size();
    if (numLeaves > 5)
      continue;
    for (size_t i = 0; i < numLeaves; ++i)
      strides.push_back(chance(30) ? 0 : number(-12, 12));
    ArrayRef<int64_t> rest = strides;
    return {sizes, withLeaves(sizes, rest)};
  }
}

Layout RandomLayouts::ordered(int64_t largestGap) {
  IntTuple sizes = shape();
  SmallVector<Leaf> leaves = sizes.getLeaves();
  SmallVector<size_t> order(leaves.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), engine);
  SmallVector<int64_t> strides(leaves.size());
  int64_t current = 1;
  for (size_t i : order) {
    current *= number(1, largestGap);
    strides[i] = current;
    current *= leaves[i].value;
  }
  ArrayRef<int64_t> rest = strides;
  return {sizes, withLeaves(sizes, rest)};
}

Layout RandomLayouts::bijection() { return ordered(/*largestGap=*/1); }
Layout RandomLayouts::injection() { return ordered(/*largestGap=*/3); }

int64_t mlir::fly::test::evaluate(const Layout &layout, int64_t index) {
  SmallVector<Leaf> sizes = layout.shape.getLeaves();
  SmallVector<Leaf> strides = layout.stride.getLeaves();
  int64_t result = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    bool isLast = i + 1 == sizes.size();
    result += (isLast ? index : index % sizes[i].value) * strides[i].value;
    index /= sizes[i].value;
  }
  return result;
}

int64_t mlir::fly::test::size(const Layout &layout) {
  int64_t product = 1;
  for (const Leaf &leaf : layout.shape.getLeaves())
    product *= leaf.value;
  return product;
}

bool mlir::fly::test::isInjective(const Layout &layout) {
  std::set<int64_t> places;
  for (int64_t i = 0, e = size(layout); i < e; ++i)
    if (!places.insert(evaluate(layout, i)).second)
      return false;
  return true;
}
