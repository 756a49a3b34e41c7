//===- HelionToFly.h - Lowering of helion to fly ----------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_CONVERSION_HELIONTOFLY_HELIONTOFLY_H
#define HELIONFLY_CONVERSION_HELIONTOFLY_HELIONTOFLY_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::helion {

#define GEN_PASS_DECL
#include "Conversion/HelionToFly/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Conversion/HelionToFly/Passes.h.inc"

} // namespace mlir::helion

#endif // HELIONFLY_CONVERSION_HELIONTOFLY_HELIONTOFLY_H
