//===- FlyInterfaces.td - Interfaces of the fly dialect ---*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYINTERFACES
#define DIALECT_FLY_IR_FLYINTERFACES

include "mlir/IR/OpBase.td"

def Fly_MayBeStaticTypeInterface : TypeInterface<"MayBeStaticTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    A type whose values may be known entirely from the type. Such a value needs
    no operand: `fly.static` makes it.
  }];
  let methods = [
    InterfaceMethod<"Whether the type determines the value", "bool",
                    "isStatic">
  ];
}

def Fly_CopyOpTypeInterface : TypeInterface<"CopyOpTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    The kind of instruction with which a copy atom moves its elements.
  }];
  let methods = [
    InterfaceMethod<"Bits that one thread moves at a time", "int64_t",
                    "getBitSize">,
    InterfaceMethod<[{
        Whether the atom can copy between these address spaces (of memory, or
        register for values); emits an error if not.
      }], "::llvm::LogicalResult", "verifySpaces",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::Attribute":$src, "::mlir::Attribute":$dst)>,
    InterfaceMethod<[{
        Number of i32 fields that a value of the atom carries at run time, like
        an offset that all threads add. Stateless atoms have none.
      }], "int64_t", "getNumStateFields">
  ];
}

def Fly_TargetSpaceAttrInterface : AttrInterface<"TargetSpaceAttrInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    An address space that only some target has.
  }];
  let methods = [
    InterfaceMethod<[{
        Verifies the operands of the `fly.make_ptr` that makes a pointer into the
        space.
      }], "::llvm::LogicalResult", "verifyMakePtr",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::TypeRange":$operands, "::mlir::Type":$elementType)>
  ];
}

def Fly_LayoutOpInterface : OpInterface<"LayoutOpInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    An op whose result is computed by the layout algebra. Type inference
    evaluates it on what the operand types say; `fly-layout-lowering` evaluates
    the same function on SSA integers, so the two cannot disagree.
  }];
  let methods = [
    InterfaceMethod<"Evaluates the op on the given operands",
                    "::mlir::fly::Datum", "evaluate",
                    (ins "::mlir::fly::Algebra &":$algebra,
                         "::llvm::ArrayRef<::mlir::fly::Datum>":$data)>
  ];
}

#endif // DIALECT_FLY_IR_FLYINTERFACES
