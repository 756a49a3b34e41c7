//===- HelionTypes.td - Types of the helion dialect --------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELIONTYPES_TD
#define HELIONFLY_DIALECT_HELION_IR_HELIONTYPES_TD

include "Dialect/Helion/IR/HelionDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypes.td"

class Helion_Type<string name, string typeMnemonic>
    : TypeDef<Helion_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Helion_HandleType : Helion_Type<"Handle", "handle"> {
  let summary = "The elements of one axis that the current iteration works on";
  let description = [{
    Produced by `helion.grid`, `helion.for` (one block of the axis per
    iteration) and `helion.span` (the whole axis). It is the only way to address
    memory: what is loaded, stored and masked through the same handle is the
    same set of elements.

    Example: `!helion.handle<m>`.
  }];
  let parameters = (ins "::mlir::StringAttr":$axis);
  let hasCustomAssemblyFormat = 1;
}

def Helion_Tile : Type<
    CPred<"::mlir::helion::isTile($_self)">,
    "tensor with a #helion.axes or #helion.layout encoding",
    "::mlir::RankedTensorType">;

def Helion_TileOrScalar : AnyTypeOf<
    [Helion_Tile, AnyInteger, Index, AnyFloat], "tile, integer, index or float">;

#endif // HELIONFLY_DIALECT_HELION_IR_HELIONTYPES_TD
