//===- TiledLowering.h - Lower copies and MMAs to their atoms ---*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_FLY_TRANSFORMS_TILEDLOWERING_H
#define LIB_DIALECT_FLY_TRANSFORMS_TILEDLOWERING_H

#include "LayoutEvaluator.h"

namespace mlir::fly {

/// Unrolls a copy into calls of its atom, and counts them.
LogicalResult lowerCopy(CopyOp op, LayoutEvaluator &evaluator,
                        int64_t &numAtomCalls);

/// Unrolls a gemm into calls of its atom, and counts them.
LogicalResult lowerGemm(GemmOp op, LayoutEvaluator &evaluator,
                        int64_t &numAtomCalls);

} // namespace mlir::fly

#endif // LIB_DIALECT_FLY_TRANSFORMS_TILEDLOWERING_H
