//===- InitAll.h - Registration of everything this project adds -*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_INITALL_H
#define HELIONFLY_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::helion_fly {

/// Adds the helion, fly and fly_rocdl dialects to `registry`, and the
/// interfaces that their lowering to a code object needs.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline of this project with MLIR's pass
/// registry.
void registerAllPasses();

} // namespace mlir::helion_fly

#endif // HELIONFLY_INITALL_H
