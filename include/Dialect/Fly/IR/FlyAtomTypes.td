//===- FlyAtomTypes.td - Types of atoms --------------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYATOMTYPES
#define DIALECT_FLY_IR_FLYATOMTYPES

include "Dialect/Fly/IR/FlyAtomAttrs.td"
include "Dialect/Fly/IR/FlyTypes.td"

def Fly_MmaAtom : Fly_Type<"MmaAtom", "mma_atom", [MayBeStatic]> {
  let summary = "One matrix multiply-accumulate instruction";
  let description = [{
    The kind of instruction is a type that implements `MmaOpTypeInterface`.

    ```mlir
    !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$mmaOp);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$mmaOp), [{
      return $_get(mmaOp.getContext(), mmaOp);
    }]>
  ];
  let assemblyFormat = "`<` $mmaOp `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    MmaOpTypeInterface getMmaOpInterface() const {
      return ::llvm::cast<MmaOpTypeInterface>(getMmaOp());
    }
    /// Elements of the operand that one thread holds.
    int64_t getNumValues(MmaOperand operand) const;
  }];
}

def Fly_UniversalFma : Fly_Type<"UniversalFma", "universal_fma",
    [MayBeStatic, DeclareTypeInterfaceMethods<Fly_MmaOpTypeInterface>]> {
  let summary = "Multiplication and addition of one element per thread";
  let description = [{
    ```mlir
    !fly.universal_fma<1x1x1, (f32, f32) -> f32>
    ```
  }];
  let parameters = (ins "int64_t":$m, "int64_t":$n, "int64_t":$k,
                        "::mlir::Type":$typeA, "::mlir::Type":$typeB,
                        "::mlir::Type":$typeAcc);
  let assemblyFormat =
    "`<` custom<MmaSignature>($m, $n, $k, $typeA, $typeB, $typeAcc) `>`";
  let genVerifyDecl = 1;
}

def Fly_UniversalAtomic : Fly_Type<"UniversalAtomic", "universal_atomic",
    [MayBeStatic, DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface,
                                              ["verifyElementType"]>]> {
  let summary = "Atomic read-modify-write of memory";
  let description = [{
    Combines each element of the source (a value) with what the destination (in
    memory) holds, atomically and without an order to other accesses. The type is
    an integer, a float, or a vector of two 16-bit floats to add. `max` and `min`
    compare integers as signed. The scope is one of LLVM's synchronization
    scopes for the target; without one, all threads of the system see it happen
    at once.

    ```mlir
    !fly.universal_atomic<add, f32>
    !fly.universal_atomic<add, vector<2xf16>, "agent">
    ```
  }];
  let parameters = (ins "::mlir::fly::AtomicOp":$op, "::mlir::Type":$valueType,
                        StringRefParameter<"scope", [{""}]>:$scope);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // DIALECT_FLY_IR_FLYATOMTYPES
