//===- Passes.h - Passes from fly to ROCDL ----------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CONVERSION_FLYTOROCDL_PASSES_H
#define CONVERSION_FLYTOROCDL_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::fly_rocdl {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Conversion/FlyToROCDL/Passes.h.inc"

} // namespace mlir::fly_rocdl

#endif // CONVERSION_FLYTOROCDL_PASSES_H
