//===- FlyAtomOps.cpp - Matrix atoms and the state of atoms ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

static Type getInstruction(Type atom) {
  if (auto copy = dyn_cast<CopyAtomType>(atom))
    return copy.getCopyOp();
  return cast<MmaAtomType>(atom).getMmaOp();
}

int64_t AtomSetValueOp::getFieldIndex() {
  SmallVector<StateField> fields =
      getStateFields(getInstruction(getAtom().getType()));
  return llvm::find_if(fields,
                       [&](const StateField &field) {
                         return field.name == getField();
                       }) -
         fields.begin();
}

static bool fitsField(Type value, const StateField &field) {
  if (value == field.type)
    return true;
  if (!field.takesAnyType)
    return false;
  Type element = getElementTypeOrSelf(value);
  if (!element.isIntOrFloat())
    return false;
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(value)) {
    if (vector.isScalable())
      return false;
    count = vector.getNumElements();
  }
  return count * element.getIntOrFloatBitWidth() ==
         field.type.getIntOrFloatBitWidth();
}

LogicalResult AtomSetValueOp::verify() {
  SmallVector<StateField> fields =
      getStateFields(getInstruction(getAtom().getType()));
  if (fields.empty())
    return emitOpError("expected an atom with state, got ")
           << getAtom().getType();
  int64_t index = getFieldIndex();
  if (index == static_cast<int64_t>(fields.size())) {
    InFlightDiagnostic diagnostic = emitOpError("expected one of the fields ");
    llvm::interleaveComma(fields, diagnostic, [&](const StateField &field) {
      diagnostic << '"' << field.name << '"';
    });
    return diagnostic << " of " << getAtom().getType() << ", got \""
                      << getField() << '"';
  }
  Type type = getValue().getType();
  if (!fitsField(type, fields[index]))
    return emitOpError("expected a value of ")
           << fields[index].type << " for the field \"" << getField()
           << "\", got " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Matrix multiply-accumulate
//===----------------------------------------------------------------------===//

static constexpr StringLiteral operandNames[] = {"a", "b", "c", "d"};

/// A tensor operand has the elements that one thread holds, side by side.
static LogicalResult verifyMemRef(Operation *op, MmaAtomType atom,
                                  MmaOperand operand, fly::MemRefType type) {
  StringRef name = operandNames[static_cast<int>(operand)];
  Type elementType = atom.getMmaOpInterface().getElementType(operand);
  if (type.getElementType() != elementType)
    return op->emitOpError("expected elements of ")
           << elementType << ", as the atom multiplies, in " << name << ", got "
           << type.getElementType();
  if (type.isComposed())
    return op->emitOpError("expected a plain layout (fly.decomposition gives "
                           "one) in ")
           << name << ", got " << type;
  Algebra algebra;
  Layout flat = algebra.coalesce(type.getLayout().getValue());
  Leaf size = algebra.size(flat);
  if (!algebra.succeeded())
    return op->emitOpError(algebra.getError());
  int64_t expected = atom.getNumValues(operand);
  if (!size.isStaticValue(expected))
    return op->emitOpError("expected the ")
           << expected << " elements of " << name
           << " that one thread holds, got "
           << type.getLayout().getValue().str();
  bool isContiguous =
      expected == 1 ||
      (flat.rank() == 1 && flat.stride.getLeaves().size() == 1 &&
       flat.stride.getLeaves()[0].isStaticValue(1));
  if (!isContiguous)
    return op->emitOpError("expected the elements of ")
           << name << " side by side (stride 1), got "
           << type.getLayout().getValue().str();
  return success();
}

static LogicalResult verifyValue(Operation *op, MmaAtomType atom,
                                 MmaOperand operand, Type type) {
  Type elementType = atom.getMmaOpInterface().getElementType(operand);
  int64_t expected = atom.getNumValues(operand);
  int64_t count = 1;
  Type element = type;
  if (auto vector = dyn_cast<VectorType>(type);
      vector && vector.getRank() == 1 && !vector.isScalable()) {
    count = vector.getNumElements();
    element = vector.getElementType();
  }
  bool isCarrier =
      elementType.getIntOrFloatBitWidth() < 16 &&
      element.isSignlessInteger(elementType.getIntOrFloatBitWidth());
  if (count == expected && (element == elementType || isCarrier))
    return success();
  return op->emitOpError("expected ")
         << expected << " elements of " << elementType
         << ", as one thread holds, as "
         << operandNames[static_cast<int>(operand)] << ", got " << type;
}

static LogicalResult verifyOperand(Operation *op, MmaAtomType atom,
                                   MmaOperand operand, Type type) {
  if (auto memref = dyn_cast<fly::MemRefType>(type))
    return verifyMemRef(op, atom, operand, memref);
  return verifyValue(op, atom, operand, type);
}

LogicalResult MmaAtomCallOp::verify() {
  MmaAtomType atom = getAtom().getType();
  const std::pair<MmaOperand, fly::MemRefType> operands[] = {
      {MmaOperand::D, getD().getType()},
      {MmaOperand::A, getA().getType()},
      {MmaOperand::B, getB().getType()},
      {MmaOperand::C, getC().getType()}};
  for (auto [operand, type] : operands)
    if (failed(verifyMemRef(*this, atom, operand, type)))
      return failure();
  return success();
}

LogicalResult MmaAtomCallSSAOp::verify() {
  MmaAtomType atom = getAtom().getType();
  if ((getD() != nullptr) == (getResult() != nullptr))
    return emitOpError("expected either the memory d or a result, got ")
           << (getD() ? "both" : "neither");
  const std::pair<MmaOperand, Value> operands[] = {{MmaOperand::D, getD()},
                                                   {MmaOperand::A, getA()},
                                                   {MmaOperand::B, getB()},
                                                   {MmaOperand::C, getC()}};
  for (auto [operand, value] : operands)
    if (value && failed(verifyOperand(*this, atom, operand, value.getType())))
      return failure();
  if (getResult())
    return verifyValue(*this, atom, MmaOperand::D, getResult().getType());
  return success();
}

void MmaAtomCallSSAOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands())
    if (isa<fly::MemRefType>(operand.get().getType())) {
      if (getD() && operand.getOperandNumber() == 1)
        effects.emplace_back(MemoryEffects::Write::get(), &operand);
      else
        effects.emplace_back(MemoryEffects::Read::get(), &operand);
    }
}
