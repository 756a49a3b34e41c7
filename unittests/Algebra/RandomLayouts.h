//===- RandomLayouts.h - Layouts to test properties on ----------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_ALGEBRA_RANDOMLAYOUTS_H
#define UNITTESTS_ALGEBRA_RANDOMLAYOUTS_H

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"

#include <random>

namespace mlir::fly::test {

/// Makes layouts from a seed. Sizes are small, so that a failing case can be
/// read and all coordinates can be tried.
class RandomLayouts {
public:
  explicit RandomLayouts(unsigned seed) : engine(seed) {}

  int64_t number(int64_t first, int64_t last) {
    return std::uniform_int_distribution<int64_t>(first, last)(engine);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }

  /// A nested shape of one to four leaves.
  IntTuple shape(int64_t largest = 5);
  /// Any strides, also zero.
  Layout layout();
  /// Any strides, also negative, and all that is allowed but rarely meant:
  /// modes of size 1 with a stride, tuples of one.
  Layout hostile();
  /// A permutation of a compact layout: a bijection onto 0 ... size - 1.
  Layout bijection();
  /// Strides with gaps, so that no two elements meet.
  Layout injection();

private:
  IntTuple shape(int depth, int64_t largest);
  /// Strides for the leaves in a random order, each the product of what came
  /// before and a gap.
  Layout ordered(int64_t largestGap);

  std::mt19937 engine;
};

/// A second, simple definition of what a static layout with integer strides
/// maps a linear index to.
int64_t evaluate(const Layout &layout, int64_t index);
int64_t size(const Layout &layout);

/// Whether all elements lie at different places.
bool isInjective(const Layout &layout);

} // namespace mlir::fly::test

#endif // UNITTESTS_ALGEBRA_RANDOMLAYOUTS_H
