//===- FlyOps.h - Ops of the fly dialect ------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYOPS_H
#define DIALECT_FLY_IR_FLYOPS_H

#include "Dialect/Fly/IR/Datum.h"
#include "Dialect/Fly/IR/Fly.h"

namespace mlir::fly::detail {

/// Infers the result type of a layout op by evaluating it on its operand types.
LogicalResult
inferLayoutOp(MLIRContext *context, std::optional<Location> location,
              StringRef opName, TypeRange operands,
              function_ref<Datum(Algebra &, ArrayRef<Datum>)> evaluate,
              SmallVectorImpl<Type> &inferredTypes);

/// Verifies the result types of an op against what is inferred from its
/// operands; the error says where they first differ.
LogicalResult verifyReturnTypes(std::optional<Location> location,
                                StringRef opName, TypeRange inferred,
                                TypeRange declared);

/// Operand number `index` of the `OpT` that makes `value`, if it has the type
/// of the part that `op` extracts.
template <typename OpT>
OpFoldResult foldPart(Operation *op, Value value, unsigned index) {
  auto made = value.getDefiningOp<OpT>();
  if (!made)
    return {};
  // A part may be declared with weaker divisors than it has.
  Value part = made->getOperand(index);
  if (part.getType() != op->getResult(0).getType())
    return {};
  return part;
}

/// Applies `fn` to the layout inside of a layout, memref or coord tensor that
/// sees the coordinate.
template <typename Fn> Datum mapLayout(const Datum &datum, Fn &&fn) {
  return Datum::withLayout(datum, fn(datum.layout));
}

} // namespace mlir::fly::detail

namespace mlir::fly {

/// `a`, `b`, `c` or `d`.
ParseResult parseMmaOperandKeyword(OpAsmParser &parser,
                                   MmaOperandAttr &operand);
void printMmaOperandKeyword(OpAsmPrinter &printer, Operation *op,
                            MmaOperandAttr operand);

} // namespace mlir::fly

#include "Dialect/Fly/IR/FlyOpInterfaces.h.inc"

#define GET_OP_CLASSES
#include "Dialect/Fly/IR/FlyOps.h.inc"

#endif // DIALECT_FLY_IR_FLYOPS_H
