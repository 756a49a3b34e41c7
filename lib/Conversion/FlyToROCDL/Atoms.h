//===- Atoms.h - Atoms as LLVM and ROCDL ------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_FLYTOROCDL_ATOMS_H
#define LIB_CONVERSION_FLYTOROCDL_ATOMS_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::fly_rocdl {

/// Adds the conversions of calls of copy atoms.
void populateCopyPatterns(const TypeConverter &converter,
                          RewritePatternSet &patterns);

/// Adds the conversions of atoms, of their state and of MMA calls.
void populateAtomPatterns(const TypeConverter &converter,
                          RewritePatternSet &patterns);

/// Adds the conversion of fly.print.
void populatePrintPatterns(const TypeConverter &converter,
                           RewritePatternSet &patterns);

/// Fails if a call of an atom under `root` is for another chip than `chip`, or
/// if that is empty, the targets attached to its gpu.module (if any).
LogicalResult verifyAtomsOnChip(Operation *root, StringRef chip);

} // namespace mlir::fly_rocdl

#endif // LIB_CONVERSION_FLYTOROCDL_ATOMS_H
