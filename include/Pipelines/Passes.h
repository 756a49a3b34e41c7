//===- Passes.h - Checks between the stages of a pipeline -------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PIPELINES_PASSES_H
#define PIPELINES_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::helion_fly {

#define GEN_PASS_DECL
#include "Pipelines/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pipelines/Passes.h.inc"

} // namespace mlir::helion_fly

#endif // PIPELINES_PASSES_H
