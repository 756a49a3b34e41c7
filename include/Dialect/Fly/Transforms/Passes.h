//===- Passes.h - Passes on the fly dialect ---------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_TRANSFORMS_PASSES_H
#define DIALECT_FLY_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::fly {

/// How `fly-print-layouts` shows layouts.
enum class LayoutFormat { Table, Svg };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Dialect/Fly/Transforms/Passes.h.inc"

} // namespace mlir::fly

#endif // DIALECT_FLY_TRANSFORMS_PASSES_H
