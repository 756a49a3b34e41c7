//===- MiscLowering.h - Lower printing and the border ops -------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_FLY_TRANSFORMS_MISCLOWERING_H
#define LIB_DIALECT_FLY_TRANSFORMS_MISCLOWERING_H

#include "LayoutEvaluator.h"

namespace mlir::fly {

/// Puts what is known of tuples and layouts into the format, and their run-time
/// integers in their place.
LogicalResult lowerPrint(PrintOp op, LayoutEvaluator &evaluator);
/// Replaces the value by one that is remembered with its stronger divisors.
LogicalResult lowerAssume(AssumeOp op, LayoutEvaluator &evaluator);
LogicalResult lowerExtractAlignedPointer(ExtractAlignedPointerAsIndexOp op,
                                         LayoutEvaluator &evaluator);

} // namespace mlir::fly

#endif // LIB_DIALECT_FLY_TRANSFORMS_MISCLOWERING_H
