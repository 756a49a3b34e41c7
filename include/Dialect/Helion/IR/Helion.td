//===- Helion.td - Everything of the helion dialect --------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELION_TD
#define HELIONFLY_DIALECT_HELION_IR_HELION_TD

include "Dialect/Helion/IR/HelionOps.td"

#endif // HELIONFLY_DIALECT_HELION_IR_HELION_TD
