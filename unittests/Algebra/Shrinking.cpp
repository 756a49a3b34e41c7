//===- Shrinking.cpp - Small counterexamples ------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shrinking.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

/// Numbers nearer to `smallest`, the nearest first.
static SmallVector<int64_t> smallerNumbers(int64_t value, int64_t smallest) {
  SmallVector<int64_t> result;
  for (int64_t candidate :
       {smallest, value / 2, value > 0 ? value - 1 : value + 1})
    if (std::abs(candidate) < std::abs(value) && candidate >= smallest &&
        !llvm::is_contained(result, candidate))
      result.push_back(candidate);
  if (value < 0) {
    result.clear();
    for (int64_t candidate : {int64_t(0), value / 2, value + 1})
      result.push_back(candidate);
  }
  return result;
}

/// All layouts that are one step smaller.
static std::vector<Layout> smallerLayouts(const Layout &layout) {
  std::vector<Layout> result;
  if (layout.isLeaf()) {
    int64_t size = layout.shape.getLeaf().value;
    int64_t stride = layout.stride.getLeaf().value;
    for (int64_t smaller : smallerNumbers(size, 1))
      result.push_back({smaller, stride});
    for (int64_t smaller : smallerNumbers(stride, 0))
      result.push_back({size, smaller});
    return result;
  }
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = layout.rank(); i < e; ++i)
    modes.push_back(layout[i]);
  for (const Layout &mode : modes)
    result.push_back(mode);
  for (size_t i = 0; i < modes.size(); ++i) {
    SmallVector<Layout> rest = modes;
    if (modes.size() > 1) {
      rest.erase(rest.begin() + i);
      result.push_back(makeLayout(rest));
    }
    for (const Layout &smaller : smallerLayouts(modes[i])) {
      rest = modes;
      rest[i] = smaller;
      result.push_back(makeLayout(rest));
    }
  }
  return result;
}

/// Makes one step, if any keeps the property failing.
static bool makeSmaller(Layouts &layouts, const Property &property) {
  for (Layout &layout : layouts) {
    Layout original = layout;
    for (const Layout &smaller : smallerLayouts(original)) {
      layout = smaller;
      if (property(layouts))
        return true;
    }
    layout = original;
  }
  return false;
}

Layouts mlir::fly::test::shrink(Layouts layouts, const Property &property) {
  while (makeSmaller(layouts, property))
    ;
  return layouts;
}

void mlir::fly::test::expectProperty(const Layouts &layouts,
                                     const Property &property) {
  if (!property(layouts))
    return;
  Layouts small = shrink(layouts, property);
  std::string text;
  for (const Layout &layout : small)
    text += (text.empty() ? "" : ", ") + layout.str();
  ADD_FAILURE() << "for " << text << ": " << *property(small);
}
