//===- HelionEnums.td - Enums of the helion dialect --------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELIONENUMS_TD
#define HELIONFLY_DIALECT_HELION_IR_HELIONENUMS_TD

include "mlir/IR/EnumAttr.td"

def Helion_AxisKind : I32EnumAttr<"AxisKind", "how an axis is traversed", [
    I32EnumAttrCase<"Tile", 0, "tile">,
    I32EnumAttrCase<"Full", 1, "full">]> {
  let cppNamespace = "::mlir::helion";
  let genSpecializedAttr = 0;
}

def Helion_ReduceKind : I32EnumAttr<"ReduceKind", "associative combiner", [
    I32EnumAttrCase<"Sum", 0, "sum">,
    I32EnumAttrCase<"Prod", 1, "prod">,
    I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Min", 3, "min">,
    I32EnumAttrCase<"MaxNum", 4, "maxnum">,
    I32EnumAttrCase<"MinNum", 5, "minnum">]> {
  let cppNamespace = "::mlir::helion";
  let genSpecializedAttr = 0;
}

#endif // HELIONFLY_DIALECT_HELION_IR_HELIONENUMS_TD
