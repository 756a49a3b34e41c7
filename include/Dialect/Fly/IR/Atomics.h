//===- Atomics.h - What the types of atomics share --------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_ATOMICS_H
#define DIALECT_FLY_IR_ATOMICS_H

#include "Dialect/Fly/IR/Fly.h"

namespace mlir::fly {

/// `OP, T`, what the types of atomics begin with.
ParseResult parseAtomicSignature(AsmParser &parser, AtomicOp &op,
                                 Type &valueType);
/// Whether there is such an atomic: of an i32, i64 or float, or the sum of two
/// 16-bit floats.
LogicalResult
verifyAtomicSignature(function_ref<InFlightDiagnostic()> emitError, AtomicOp op,
                      Type valueType);
int64_t getAtomicBits(Type valueType);
/// Whether elements of the type can be combined as `valueType`.
LogicalResult verifyAtomicElement(function_ref<InFlightDiagnostic()> emitError,
                                  Type valueType, Type elementType);

} // namespace mlir::fly

#endif // DIALECT_FLY_IR_ATOMICS_H
