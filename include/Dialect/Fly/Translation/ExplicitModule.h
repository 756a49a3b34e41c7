//===- ExplicitModule.h - GPU code that the host loads itself ---*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_TRANSLATION_EXPLICITMODULE_H
#define DIALECT_FLY_TRANSLATION_EXPLICITMODULE_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::fly {

/// Registers how a `gpu.binary` with the handler `#fly.explicit_module`, and
/// the launches of its kernels, are translated to LLVM IR.
void registerExplicitModuleTranslation(DialectRegistry &registry);

} // namespace mlir::fly

#endif // DIALECT_FLY_TRANSLATION_EXPLICITMODULE_H
