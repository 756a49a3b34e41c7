//===- FlyAtomTypes.cpp - Types of atoms ----------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/Atomics.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// What all atoms have
//===----------------------------------------------------------------------===//

Layout fly::getSingleThreadLayout() { return {int64_t(1), int64_t(1)}; }

Layout fly::getSingleThreadBitLayout(int64_t bits) {
  using Tuple = std::vector<IntTuple>;
  return {Tuple{int64_t(1), bits}, Tuple{int64_t(1), int64_t(1)}};
}

SmallVector<StateField> fly::getStateFields(Type op) {
  if (auto stateful = dyn_cast<StatefulOpTypeInterface>(op))
    return stateful.getStateFields();
  return {};
}

Layout CopyAtomType::getThrValLayout(CopySide side) const {
  Algebra algebra;
  Layout layout = algebra.recast(getCopyOpInterface().getThrBitLayout(side),
                                 /*oldBits=*/1, getValBits());
  assert(algebra.succeeded() && "verified by CopyAtomType::verify");
  return layout;
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

ParseResult fly::parseAtomicSignature(AsmParser &parser, AtomicOp &op,
                                      Type &valueType) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<AtomicOp> parsed = symbolizeAtomicOp(keyword);
  if (!parsed)
    return parser.emitError(loc,
                            "expected add, max, min, and, or, inc or dec, got ")
           << keyword;
  op = *parsed;
  return failure(parser.parseComma() || parser.parseType(valueType));
}

LogicalResult
fly::verifyAtomicSignature(function_ref<InFlightDiagnostic()> emitError,
                           AtomicOp op, Type valueType) {
  if (auto vector = dyn_cast<VectorType>(valueType)) {
    if (op == AtomicOp::Add && !vector.isScalable() && vector.getRank() == 1 &&
        vector.getNumElements() == 2 &&
        isa<Float16Type, BFloat16Type>(vector.getElementType()))
      return success();
    return emitError() << "expected an atomic on a vector to add two f16 or "
                          "bf16, got "
                       << stringifyAtomicOp(op) << " of " << valueType;
  }
  if (valueType.isSignlessInteger(32) || valueType.isSignlessInteger(64))
    return success();
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(valueType))
    return emitError() << "expected an atomic on i32, i64, f16, bf16, f32, f64 "
                          "or a vector of two 16-bit floats, got "
                       << valueType;
  if (op == AtomicOp::Add || op == AtomicOp::Max || op == AtomicOp::Min)
    return success();
  return emitError() << "expected an atomic add, max or min of floats, got "
                     << stringifyAtomicOp(op) << " of " << valueType;
}

int64_t fly::getAtomicBits(Type valueType) {
  auto vector = dyn_cast<VectorType>(valueType);
  return (vector ? vector.getNumElements() : 1) *
         getElementTypeOrSelf(valueType).getIntOrFloatBitWidth();
}

LogicalResult
fly::verifyAtomicElement(function_ref<InFlightDiagnostic()> emitError,
                         Type valueType, Type elementType) {
  if (elementType == getElementTypeOrSelf(valueType))
    return success();
  return emitError() << "expected elements of "
                     << getElementTypeOrSelf(valueType)
                     << ", as the atomic combines, got " << elementType;
}

Type UniversalAtomicType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  AtomicOp op;
  Type valueType;
  std::string scope;
  if (parser.parseLess() || parseAtomicSignature(parser, op, valueType))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseString(&scope))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<UniversalAtomicType>(loc, parser.getContext(), op,
                                                valueType, StringRef(scope));
}

void UniversalAtomicType::print(AsmPrinter &printer) const {
  printer << '<' << stringifyAtomicOp(getOp()) << ", " << getValueType();
  if (!getScope().empty()) {
    printer << ", ";
    printer.printString(getScope());
  }
  printer << '>';
}

LogicalResult
UniversalAtomicType::verify(function_ref<InFlightDiagnostic()> emitError,
                            AtomicOp op, Type valueType, StringRef) {
  return verifyAtomicSignature(emitError, op, valueType);
}

bool UniversalAtomicType::isStatic() const { return true; }

int64_t UniversalAtomicType::getBitSize() const {
  return getAtomicBits(getValueType());
}

LogicalResult
UniversalAtomicType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                                  Attribute src, Attribute dst) const {
  for (auto [which, space] : {std::pair("source", src), {"destination", dst}})
    if (!isa<AddressSpaceAttr>(space))
      return emitError() << "universal_atomic can't access a " << which
                         << " in the address space " << space;
  if (isAddressSpace(dst, AddressSpace::Register))
    return emitError()
           << "expected the destination of an atomic in memory, got " << dst;
  return success();
}

LogicalResult UniversalAtomicType::verifyElementType(
    function_ref<InFlightDiagnostic()> emitError, Type elementType) const {
  return verifyAtomicElement(emitError, getValueType(), elementType);
}

//===----------------------------------------------------------------------===//
// MMA atoms
//===----------------------------------------------------------------------===//

LogicalResult MmaAtomType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type mmaOp) {
  if (!isa<MmaOpTypeInterface>(mmaOp))
    return emitError() << "expected an MMA op type, like "
                          "!fly.universal_fma<1x1x1, (f32, f32) -> f32>, got "
                       << mmaOp;
  return success();
}

bool MmaAtomType::isStatic() const {
  return getStateFields(getMmaOp()).empty();
}

int64_t MmaAtomType::getNumValues(MmaOperand operand) const {
  Algebra algebra;
  Leaf size = algebra.size(getMmaOpInterface().getThrValLayout(operand)[1]);
  assert(algebra.succeeded() && size.isStatic() && "atoms have static layouts");
  return size.value;
}

ParseResult fly::parseMmaSignature(AsmParser &parser, int64_t &m, int64_t &n,
                                   int64_t &k, Type &typeA, Type &typeB,
                                   Type &typeAcc) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false,
                                /*withTrailingX=*/false))
    return failure();
  if (shape.size() != 3)
    return parser.emitError(loc, "expected MxNxK, got ")
           << shape.size() << " dimensions";
  m = shape[0];
  n = shape[1];
  k = shape[2];
  return failure(parser.parseComma() || parser.parseLParen() ||
                 parser.parseType(typeA) || parser.parseComma() ||
                 parser.parseType(typeB) || parser.parseRParen() ||
                 parser.parseArrow() || parser.parseType(typeAcc));
}

void fly::printMmaSignature(AsmPrinter &printer, int64_t m, int64_t n,
                            int64_t k, Type typeA, Type typeB, Type typeAcc) {
  printer << m << 'x' << n << 'x' << k << ", (" << typeA << ", " << typeB
          << ") -> " << typeAcc;
}

//===----------------------------------------------------------------------===//
// Multiply-accumulate of single elements
//===----------------------------------------------------------------------===//

LogicalResult
UniversalFmaType::verify(function_ref<InFlightDiagnostic()> emitError,
                         int64_t m, int64_t n, int64_t k, Type typeA,
                         Type typeB, Type typeAcc) {
  if (m != 1 || n != 1 || k != 1)
    return emitError() << "expected 1x1x1 dimensions for universal FMA, got "
                       << m << 'x' << n << 'x' << k;
  if (typeA != typeB || typeA != typeAcc)
    return emitError() << "expected all element types to be the same for "
                          "universal FMA, got "
                       << typeA << ", " << typeB << " and " << typeAcc;
  if (!typeA.isSignlessInteger() &&
      !isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(typeA))
    return emitError() << "expected integers, f16, bf16, f32 or f64 for "
                          "universal FMA, got "
                       << typeA;
  return success();
}

bool UniversalFmaType::isStatic() const { return true; }
std::array<int64_t, 3> UniversalFmaType::getShapeMNK() const {
  return {1, 1, 1};
}
Type UniversalFmaType::getElementType(MmaOperand) const { return getTypeAcc(); }
Layout UniversalFmaType::getThrLayout() const {
  return getSingleThreadLayout();
}
Layout UniversalFmaType::getThrValLayout(MmaOperand) const {
  return getSingleThreadBitLayout(1);
}

FailureOr<Value> UniversalFmaType::emit(OpBuilder &builder, Location loc,
                                        Value state, Value a, Value b,
                                        Value c) const {
  if (isa<IntegerType>(getTypeAcc())) {
    Value product = LLVM::MulOp::create(builder, loc, a, b);
    return Value(LLVM::AddOp::create(builder, loc, product, c));
  }
  // As the name says, one rounding will do where that is one instruction.
  auto contract = LLVM::FastmathFlagsAttr::get(builder.getContext(),
                                               LLVM::FastmathFlags::contract);
  Value product = LLVM::FMulOp::create(builder, loc, a, b, contract);
  return Value(LLVM::FAddOp::create(builder, loc, product, c, contract));
}
