//===- Reduction.h - Reductions of a row ------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_LIB_CONVERSION_HELIONTOFLY_REDUCTION_H
#define HELIONFLY_LIB_CONVERSION_HELIONTOFLY_REDUCTION_H

#include "KernelState.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::helion {

/// `lhs` combined with `rhs`, scalars or vectors.
Value combine(OpBuilder &builder, Location loc, ReduceKind kind, Value lhs,
              Value rhs, arith::FastMathFlags flags);

/// Reduces a thread's vectors to one value.
Value reduceThread(OpBuilder &builder, Location loc, ReduceKind kind,
                   ValueRange vectors, arith::FastMathFlags flags);

/// Reduces one value of each of `numThreads` adjacent threads; all of them get
/// the result. `iteration` is the number of the enclosing loop's iteration
/// (i32), null outside of loops. `needsEntryBarrier` says that a reduction at
/// the same place may have run before with the same parity of `iteration`.
/// Returns the number of barriers it takes through `numBarriers`.
Value reduceThreads(KernelState &state, Location loc, ReduceKind kind,
                    Value value, int64_t numThreads, Value iteration,
                    bool needsEntryBarrier, arith::FastMathFlags flags,
                    unsigned &numBarriers);

/// Combines two tuples of scalars.
using TupleCombiner = function_ref<SmallVector<Value>(ValueRange, ValueRange)>;

/// Reduces a thread's tuples to one. `components[c]` are the vectors of
/// component c.
SmallVector<Value> reduceThread(OpBuilder &builder, Location loc,
                                ArrayRef<ArrayRef<Value>> components,
                                TupleCombiner combineTwo);

/// As above for tuples: one exchange moves all of a tuple's components.
SmallVector<Value> reduceThreads(KernelState &state, Location loc,
                                 ValueRange tuple, TupleCombiner combineTwo,
                                 int64_t numThreads, Value iteration,
                                 bool needsEntryBarrier, unsigned &numBarriers);

} // namespace mlir::helion

#endif // HELIONFLY_LIB_CONVERSION_HELIONTOFLY_REDUCTION_H
