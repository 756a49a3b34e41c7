//===- HelionDialect.td - The helion dialect ---------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELIONDIALECT_TD
#define HELIONFLY_DIALECT_HELION_IR_HELIONDIALECT_TD

include "mlir/IR/OpBase.td"

def Helion_Dialect : Dialect {
  let name = "helion";
  let summary = "Kernels written as tiles, with implicit masks";
  let description = [{
    The device-side model of the Helion DSL (https://github.com/pytorch/helion):
    a kernel is a grid of tiles; a tile value is a `tensor` whose encoding says
    which *axis* each dimension runs over; memory is addressed by axis
    *handles*; elements beyond the end of an axis do not exist. No op of the
    input dialect mentions a thread, a lane or a mask.

    Elementwise code is `arith` and `math` on tensors: their verifiers reject
    operands of different encodings, so an axis cannot be mixed with another.

    A tile has one of two encodings:

    * `#helion.axes<m, n>`: the logical form. Sizes are `?` until
      `helion-reduction-strategy` has chosen the block of each axis.
    * `#helion.layout<[m, n], LAYOUT>`: the scheduled form, written by
      `helion-vectorize`. LAYOUT is a `fly` layout from (thread, value) to the
      coordinate along each axis, and the only thing that says which lane holds
      which element: loads, stores, masks and reductions all read it.

    ```mlir
    !x = memref<?x?xf32, strided<[?, 1]>>
    !t = tensor<?x?xf32, #helion.axes<m, n>>
    helion.kernel @exp(%x: !x, %y: !x) {
      %M = helion.size %x, 0 : !x
      %N = helion.size %x, 1 : !x
      helion.axis @m extent(%M) tile
      helion.axis @n extent(%N) full
      helion.grid (%m in @m) {
        %n = helion.span @n
        %v = helion.load %x[%m, %n] : !x[m, n] -> !t
        %e = math.exp %v : !t
        helion.store %e, %y[%m, %n] : !t, !x[m, n]
      }
    }
    ```
  }];
  let cppNamespace = "::mlir::helion";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::fly::FlyDialect"
  ];
  let extraClassDeclaration = [{
    /// Name of the kernel argument attribute that gives the alignment of a
    /// buffer's first element, in bytes.
    static constexpr ::llvm::StringLiteral getAlignAttrName() {
      return "helion.align";
    }
    /// Name of the attribute of a lowered kernel that says how to launch it.
    static constexpr ::llvm::StringLiteral getLaunchAttrName() {
      return "helion.launch";
    }
    /// Name of the attribute of a lowered kernel that records its schedule.
    static constexpr ::llvm::StringLiteral getPlanAttrName() {
      return "helion.plan";
    }

    void registerAttributes();
  }];
}

#endif // HELIONFLY_DIALECT_HELION_IR_HELIONDIALECT_TD
