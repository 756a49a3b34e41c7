//===- Chips.h - Which chips have an instruction ----------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_FLYROCDL_IR_CHIPS_H
#define LIB_DIALECT_FLYROCDL_IR_CHIPS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Types.h"

namespace mlir::fly_rocdl {

/// Chips with the same instructions; a set of them is an or.
enum ChipSet : unsigned {
  GFX90A = 1,
  GFX942 = 2,
  GFX950 = 4,
  GFX11 = 8,
  GFX12 = 16,
  GFX1250 = 32,
};

/// Fails, with an error that names the chips that have the instruction, if
/// `chip` is not one of `chips`.
LogicalResult verifyChip(function_ref<InFlightDiagnostic()> emitError,
                         StringRef chip, unsigned chips, Type instruction);

} // namespace mlir::fly_rocdl

#endif // LIB_DIALECT_FLYROCDL_IR_CHIPS_H
