//===- Passes.h - Passes of the helion dialect ------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_HELION_TRANSFORMS_PASSES_H
#define DIALECT_HELION_TRANSFORMS_PASSES_H

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::helion {

#define GEN_PASS_DECL
#include "Dialect/Helion/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Dialect/Helion/Transforms/Passes.h.inc"

/// What `helion-specialize` knows about one memref argument. Nothing is known
/// about sizes and strides that are `ShapedType::kDynamic`.
struct ArgSpec {
  /// One per dimension; empty leaves the whole argument alone.
  SmallVector<int64_t> sizes;
  /// One per dimension; empty leaves the declared strides.
  SmallVector<int64_t> strides;
  std::optional<int64_t> alignment;
};

/// Parses `SHAPE[@STRIDES][%ALIGN]` or `-`.
FailureOr<ArgSpec> parseArgSpec(StringRef text,
                                function_ref<InFlightDiagnostic()> emitError);

/// Specialises `kernel`: one spec per memref argument, in order. On failure an
/// error has been emitted at the kernel, which is unchanged.
LogicalResult specializeKernel(KernelOp kernel, ArrayRef<ArgSpec> specs);

/// Succeeds if no missing element can change the result of a reduction, as
/// `helion-mask` leaves it; otherwise emits an error at the reduction.
LogicalResult verifyMasked(KernelOp kernel);

} // namespace mlir::helion

#endif // DIALECT_HELION_TRANSFORMS_PASSES_H
