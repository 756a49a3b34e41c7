//===- Shrinking.h - Small counterexamples ----------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_ALGEBRA_SHRINKING_H
#define UNITTESTS_ALGEBRA_SHRINKING_H

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"

#include <functional>
#include <optional>

namespace mlir::fly::test {

using Layouts = std::vector<Layout>;

/// What is wrong for these layouts, or nothing. Layouts that the property isn't
/// about are right.
using Property = std::function<std::optional<std::string>(const Layouts &)>;

/// Smaller layouts for which the property still fails, where no step that makes
/// one of them smaller keeps it failing: without a mode, without a level of
/// nesting, or with a size or stride nearer to 0.
Layouts shrink(Layouts layouts, const Property &property);

/// Fails the current test with the smallest layouts that can be found, unless
/// the property holds.
void expectProperty(const Layouts &layouts, const Property &property);

} // namespace mlir::fly::test

#endif // UNITTESTS_ALGEBRA_SHRINKING_H
