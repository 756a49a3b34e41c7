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
        Whether the atom can copy elements of this type; emits an error if not.
      }], "::llvm::LogicalResult", "verifyElementType",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::mlir::Type":$elementType), "",
      [{ return ::llvm::success(); }]>,
    InterfaceMethod<[{
        Whether the atom copies a tile of any shape at once; such an atom has no
        number of bits.
      }], "bool", "copiesWholeTile", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
        Which threads execute the copy together: their linear numbers.
      }], "::mlir::fly::Layout", "getThrLayout", (ins), "",
      [{ return ::mlir::fly::getSingleThreadLayout(); }]>,
    InterfaceMethod<[{
        From (thread, bit) to a bit of what the atom copies: of the source, of
        the destination, or of the reference that both are defined by.
      }], "::mlir::fly::Layout", "getThrBitLayout",
      (ins "::mlir::fly::CopySide":$side), "",
      [{ return ::mlir::fly::getSingleThreadBitLayout($_type.getBitSize()); }]>,
    InterfaceMethod<[{
        Whether the chip has the instruction; emits an error if not.
      }], "::llvm::LogicalResult", "verifyChip",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::llvm::StringRef":$chip), "",
      [{ return ::llvm::success(); }]>
  ];
}

def Fly_MmaOpTypeInterface : TypeInterface<"MmaOpTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    The kind of instruction with which an MMA atom computes D = A * B + C. A is
    M x K, B is N x K, C and D are M x N, all of them column-major: the first
    mode is the fast one.
  }];
  let methods = [
    InterfaceMethod<"M, N and K", "::std::array<int64_t, 3>", "getShapeMNK">,
    InterfaceMethod<"Type of the elements of an operand", "::mlir::Type",
      "getElementType", (ins "::mlir::fly::MmaOperand":$operand)>,
    InterfaceMethod<[{
        Which threads execute the instruction together: their linear numbers.
      }], "::mlir::fly::Layout", "getThrLayout">,
    InterfaceMethod<[{
        From (thread, value) to the element of the operand that the thread holds
        as its value of the number.
      }], "::mlir::fly::Layout", "getThrValLayout",
      (ins "::mlir::fly::MmaOperand":$operand)>,
    InterfaceMethod<[{
        Emits the instruction on what one thread holds: elements, or vectors of
        them, of types that LLVM knows (integers in place of floats narrower than
        16 bits). `state` is the struct of the atom's state. Emits an error if
        LLVM lacks the instruction.
      }], "::llvm::FailureOr<::mlir::Value>", "emit",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$state, "::mlir::Value":$a, "::mlir::Value":$b,
           "::mlir::Value":$c)>,
    InterfaceMethod<[{
        Whether the chip has the instruction; emits an error if not.
      }], "::llvm::LogicalResult", "verifyChip",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "::llvm::StringRef":$chip), "",
      [{ return ::llvm::success(); }]>
  ];
}

def Fly_StatefulOpTypeInterface : TypeInterface<"StatefulOpTypeInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    A kind of copy or MMA instruction with operands that don't change from call
    to call, like an offset that all threads add. They are the state of the
    atom's value, at run time a struct of the fields.
  }];
  let methods = [
    InterfaceMethod<"The fields, in the order of the struct",
      "::llvm::SmallVector<::mlir::fly::StateField>", "getStateFields">
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

def Fly_ThreadValueAttrInterface : AttrInterface<"ThreadValueAttrInterface"> {
  let cppNamespace = "::mlir::fly";
  let description = [{
    An attribute that says which thread holds which elements of a tile;
    `fly-print-layouts` draws it.
  }];
  let methods = [
    InterfaceMethod<"The static layout over (thread, value)",
                    "::mlir::fly::ThreadValueLayout", "getThreadValueLayout">
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
