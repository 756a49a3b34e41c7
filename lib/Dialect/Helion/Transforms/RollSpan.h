//===- RollSpan.h - Spans into loops ----------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_HELION_TRANSFORMS_ROLLSPAN_H
#define LIB_DIALECT_HELION_TRANSFORMS_ROLLSPAN_H

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::helion {

/// What rolling an axis made.
struct RollResult {
  int64_t loops = 0;
  /// Loads beyond the first of each original load.
  int64_t reloads = 0;
};

/// Replaces all that the kernel computes along the full axis `axis` by
/// `helion.for` loops, one per stage of dependent reductions, and makes `axis`
/// a tile axis. Emits an error, located at the op, where that would change what
/// the kernel computes.
FailureOr<RollResult> rollSpans(KernelOp kernel, AxisOp axis);

/// The elementwise op that combines two tiles as a reduction of kind `kind`
/// combines two elements.
Value createCombine(OpBuilder &builder, Location loc, ReduceKind kind,
                    Value lhs, Value rhs);

/// A tile of `type` that holds the identity of `kind`.
Value createIdentity(OpBuilder &builder, Location loc, ReduceKind kind,
                     RankedTensorType type);

} // namespace mlir::helion

#endif // LIB_DIALECT_HELION_TRANSFORMS_ROLLSPAN_H
