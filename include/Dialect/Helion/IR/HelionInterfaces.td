//===- HelionInterfaces.td - Interfaces of helion ops ------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELIONINTERFACES_TD
#define HELIONFLY_DIALECT_HELION_IR_HELIONINTERFACES_TD

include "mlir/IR/OpBase.td"

def Helion_ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let cppNamespace = "::mlir::helion";
  let description = [{
    An op that combines the elements of tiles along one axis. Elements that do
    not exist must hold the identities before it is lowered.
  }];
  let methods = [
    InterfaceMethod<"The axis that is reduced.",
                    "::mlir::StringAttr", "getAxisAttr">,
    InterfaceMethod<"The tiles that are combined, element by element.",
                    "::llvm::MutableArrayRef<::mlir::OpOperand>", "getTiles">,
    InterfaceMethod<"The identity of the combiner, one value per tile.",
                    "::llvm::SmallVector<::mlir::TypedAttr>", "getIdentities">
  ];
}

#endif // HELIONFLY_DIALECT_HELION_IR_HELIONINTERFACES_TD
