//===- Mfma.cpp - Matrix instructions of the CDNA chips -------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chips.h"
#include "Mma.h"

#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly_rocdl;

//===----------------------------------------------------------------------===//
// Which instructions there are
//===----------------------------------------------------------------------===//

namespace {

enum class Element { F32, F16, BF16, I8, FP8FNUZ, BF8FNUZ, FP8, BF8 };

using Emit = Value (*)(OpBuilder &, Location, Type, Value, Value, Value);

template <typename OpT>
Value emitMfma(OpBuilder &builder, Location loc, Type type, Value a, Value b,
               Value c) {
  // No broadcast between blocks, no permutation of lanes, no negation.
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  return OpT::create(builder, loc, type, ValueRange{a, b, c, zero, zero, zero})
      .getRes();
}

struct Instruction {
  int64_t m, k;
  Element a, b;
  unsigned chips;
  Emit emit;
};

} // namespace

static constexpr unsigned allCDNA = GFX90A | GFX942 | GFX950;
static constexpr unsigned sinceGFX942 = GFX942 | GFX950;

static constexpr Instruction instructions[] = {
    {32, 2, Element::F32, Element::F32, allCDNA,
     emitMfma<ROCDL::mfma_f32_32x32x2f32>},
    {16, 4, Element::F32, Element::F32, allCDNA,
     emitMfma<ROCDL::mfma_f32_16x16x4f32>},
    {32, 8, Element::F16, Element::F16, allCDNA,
     emitMfma<ROCDL::mfma_f32_32x32x8f16>},
    {16, 16, Element::F16, Element::F16, allCDNA,
     emitMfma<ROCDL::mfma_f32_16x16x16f16>},
    {32, 16, Element::F16, Element::F16, GFX950,
     emitMfma<ROCDL::mfma_f32_32x32x16_f16>},
    {16, 32, Element::F16, Element::F16, GFX950,
     emitMfma<ROCDL::mfma_f32_16x16x32_f16>},
    {32, 4, Element::BF16, Element::BF16, GFX90A,
     emitMfma<ROCDL::mfma_f32_32x32x4bf16>},
    {16, 8, Element::BF16, Element::BF16, GFX90A,
     emitMfma<ROCDL::mfma_f32_16x16x8bf16>},
    {32, 8, Element::BF16, Element::BF16, allCDNA,
     emitMfma<ROCDL::mfma_f32_32x32x8bf16_1k>},
    {16, 16, Element::BF16, Element::BF16, allCDNA,
     emitMfma<ROCDL::mfma_f32_16x16x16bf16_1k>},
    {32, 16, Element::BF16, Element::BF16, GFX950,
     emitMfma<ROCDL::mfma_f32_32x32x16_bf16>},
    {16, 32, Element::BF16, Element::BF16, GFX950,
     emitMfma<ROCDL::mfma_f32_16x16x32_bf16>},
    {32, 8, Element::I8, Element::I8, GFX90A,
     emitMfma<ROCDL::mfma_i32_32x32x8i8>},
    {16, 16, Element::I8, Element::I8, GFX90A,
     emitMfma<ROCDL::mfma_i32_16x16x16i8>},
    {32, 16, Element::I8, Element::I8, sinceGFX942,
     emitMfma<ROCDL::mfma_i32_32x32x16_i8>},
    {16, 32, Element::I8, Element::I8, sinceGFX942,
     emitMfma<ROCDL::mfma_i32_16x16x32_i8>},
    {32, 32, Element::I8, Element::I8, GFX950,
     emitMfma<ROCDL::mfma_i32_32x32x32_i8>},
    {16, 64, Element::I8, Element::I8, GFX950,
     emitMfma<ROCDL::mfma_i32_16x16x64_i8>},
    // One instruction reads 8-bit floats as the chip has them: FNUZ on gfx942,
    // the OCP's on gfx950.
    {32, 16, Element::FP8FNUZ, Element::FP8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_32x32x16_fp8_fp8>},
    {32, 16, Element::FP8FNUZ, Element::BF8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_32x32x16_fp8_bf8>},
    {32, 16, Element::BF8FNUZ, Element::FP8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_32x32x16_bf8_fp8>},
    {32, 16, Element::BF8FNUZ, Element::BF8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_32x32x16_bf8_bf8>},
    {16, 32, Element::FP8FNUZ, Element::FP8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_16x16x32_fp8_fp8>},
    {16, 32, Element::FP8FNUZ, Element::BF8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_16x16x32_fp8_bf8>},
    {16, 32, Element::BF8FNUZ, Element::FP8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_16x16x32_bf8_fp8>},
    {16, 32, Element::BF8FNUZ, Element::BF8FNUZ, GFX942,
     emitMfma<ROCDL::mfma_f32_16x16x32_bf8_bf8>},
    {32, 16, Element::FP8, Element::FP8, GFX950,
     emitMfma<ROCDL::mfma_f32_32x32x16_fp8_fp8>},
    {32, 16, Element::FP8, Element::BF8, GFX950,
     emitMfma<ROCDL::mfma_f32_32x32x16_fp8_bf8>},
    {32, 16, Element::BF8, Element::FP8, GFX950,
     emitMfma<ROCDL::mfma_f32_32x32x16_bf8_fp8>},
    {32, 16, Element::BF8, Element::BF8, GFX950,
     emitMfma<ROCDL::mfma_f32_32x32x16_bf8_bf8>},
    {16, 32, Element::FP8, Element::FP8, GFX950,
     emitMfma<ROCDL::mfma_f32_16x16x32_fp8_fp8>},
    {16, 32, Element::FP8, Element::BF8, GFX950,
     emitMfma<ROCDL::mfma_f32_16x16x32_fp8_bf8>},
    {16, 32, Element::BF8, Element::FP8, GFX950,
     emitMfma<ROCDL::mfma_f32_16x16x32_bf8_fp8>},
    {16, 32, Element::BF8, Element::BF8, GFX950,
     emitMfma<ROCDL::mfma_f32_16x16x32_bf8_bf8>},
};

static std::optional<Element> getElement(Type type) {
  if (type.isF32())
    return Element::F32;
  if (type.isF16())
    return Element::F16;
  if (type.isBF16())
    return Element::BF16;
  if (type.isSignlessInteger(8))
    return Element::I8;
  if (isa<Float8E4M3FNUZType>(type))
    return Element::FP8FNUZ;
  if (isa<Float8E5M2FNUZType>(type))
    return Element::BF8FNUZ;
  if (isa<Float8E4M3FNType>(type))
    return Element::FP8;
  if (isa<Float8E5M2Type>(type))
    return Element::BF8;
  return std::nullopt;
}

static const Instruction *lookup(int64_t m, int64_t k, Type typeA, Type typeB) {
  std::optional<Element> a = getElement(typeA), b = getElement(typeB);
  const Instruction *it =
      llvm::find_if(instructions, [&](const Instruction &instruction) {
        return instruction.m == m && instruction.k == k && a == instruction.a &&
               b == instruction.b;
      });
  return it == std::end(instructions) ? nullptr : it;
}

//===----------------------------------------------------------------------===//
// cdna3.mfma
//===----------------------------------------------------------------------===//

LogicalResult MfmaType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t m, int64_t n, int64_t k, Type typeA,
                               Type typeB, Type typeAcc) {
  if (m != n)
    return emitError() << "expected M = N for MFMA, got "
                       << printShape(m, n, k);
  if (typeAcc.isSignlessInteger() || typeA.isSignlessInteger() ||
      typeB.isSignlessInteger()) {
    if (!typeA.isSignlessInteger(8) || !typeB.isSignlessInteger(8))
      return emitError() << "integer MFMA requires both A and B to be i8, got "
                         << typeA << " and " << typeB;
    if (!typeAcc.isSignlessInteger(32))
      return emitError() << "integer MFMA requires an i32 accumulator, got "
                         << typeAcc;
  } else if (!typeAcc.isF32()) {
    return emitError() << "expected an f32 accumulator for MFMA of floats, got "
                       << typeAcc;
  }
  if (lookup(m, k, typeA, typeB))
    return success();

  SmallVector<std::pair<int64_t, int64_t>> shapes;
  for (const Instruction &instruction : instructions)
    if (instruction.a == getElement(typeA) &&
        instruction.b == getElement(typeB))
      shapes.push_back({instruction.m, instruction.k});
  if (shapes.empty())
    return emitError() << "MFMA can't multiply " << typeA << " by " << typeB
                       << ": expected both f32, f16, bf16 or i8, or each "
                          "f8E4M3FNUZ or f8E5M2FNUZ, or each f8E4M3FN or "
                          "f8E5M2";
  llvm::sort(shapes);
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "expected an MFMA of one tile of " << typeA << " by " << typeB
             << ", ";
  llvm::interleave(
      shapes, diagnostic,
      [&](std::pair<int64_t, int64_t> shape) {
        diagnostic << printShape(shape.first, shape.first, shape.second);
      },
      " or ");
  return diagnostic << ", got " << printShape(m, n, k);
}

bool MfmaType::isStatic() const { return true; }

std::array<int64_t, 3> MfmaType::getShapeMNK() const {
  return {getM(), getN(), getK()};
}

Type MfmaType::getElementType(MmaOperand operand) const {
  return getMmaElementType(*this, operand);
}

static Layout getCDNAThrLayout() { return {int64_t(64), int64_t(1)}; }

/// Thread-value layout of the instructions with 64 lanes.
static Layout getCDNAThrValLayout(MmaOperand operand, int64_t m, int64_t k) {
  int64_t groups = 64 / m;
  if (operand == MmaOperand::A || operand == MmaOperand::B) {
    int64_t perLane = k / groups;
    return {Tuple{Tuple{m, groups}, perLane}, Tuple{Tuple{1, m * perLane}, m}};
  }
  return {Tuple{Tuple{m, groups}, Tuple{4, m / 4 / groups}},
          Tuple{Tuple{m, 4}, Tuple{1, 4 * groups}}};
}

Layout MfmaType::getThrLayout() const { return getCDNAThrLayout(); }

Layout MfmaType::getThrValLayout(MmaOperand operand) const {
  return getCDNAThrValLayout(operand, getM(), getK());
}

LogicalResult MfmaType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef chip) const {
  return fly_rocdl::verifyChip(
      emitError, chip, lookup(getM(), getK(), getTypeA(), getTypeB())->chips,
      *this);
}

/// What the instruction takes one lane's `count` elements of A or B as.
static Type getCarrier(OpBuilder &builder, Type elementType, int64_t count) {
  if (elementType.isF32())
    return elementType;
  if (elementType.isF16())
    return VectorType::get({count}, elementType);
  if (elementType.isBF16()) {
    // Only the newer instructions, of 8 elements, know the type.
    return VectorType::get({count}, count == 8 ? elementType
                                               : Type(builder.getI16Type()));
  }
  int64_t bits = count * elementType.getIntOrFloatBitWidth();
  if (bits <= 64)
    return builder.getIntegerType(bits);
  return VectorType::get({bits / 32}, builder.getI32Type());
}

FailureOr<Value> MfmaType::emit(OpBuilder &builder, Location loc, Value state,
                                Value a, Value b, Value c) const {
  int64_t perLane = getK() / (64 / getM());
  return lookup(getM(), getK(), getTypeA(), getTypeB())
      ->emit(
          builder, loc, c.getType(),
          castBits(builder, loc, getCarrier(builder, getTypeA(), perLane), a),
          castBits(builder, loc, getCarrier(builder, getTypeB(), perLane), b),
          c);
}

//===----------------------------------------------------------------------===//
// cdna4.mfma_scale
//===----------------------------------------------------------------------===//

std::optional<int32_t> mlir::fly_rocdl::getSmallFloatCode(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return 0;
  if (isa<Float8E5M2Type>(type))
    return 1;
  if (isa<Float6E2M3FNType>(type))
    return 2;
  if (isa<Float6E3M2FNType>(type))
    return 3;
  if (isa<Float4E2M1FNType>(type))
    return 4;
  return std::nullopt;
}

std::string mlir::fly_rocdl::printShape(int64_t m, int64_t n, int64_t k) {
  return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
}

LogicalResult
MfmaScaleType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t m,
                      int64_t n, int64_t k, Type typeA, Type typeB,
                      Type typeAcc, int64_t opselA, int64_t opselB) {
  if (m != n || !((m == 16 && k == 128) || (m == 32 && k == 64)))
    return emitError() << "unsupported MNK for MFMA_Scale: "
                       << printShape(m, n, k)
                       << " (expected 16x16x128 or 32x32x64)";
  for (Type type : {typeA, typeB})
    if (!getSmallFloatCode(type))
      return emitError() << "MFMA_Scale multiplies f8E4M3FN, f8E5M2, f6E2M3FN, "
                            "f6E3M2FN or f4E2M1FN, got "
                         << type;
  if (!typeAcc.isF32())
    return emitError() << "MFMA_Scale requires an f32 accumulator, got "
                       << typeAcc;
  for (int64_t opsel : {opselA, opselB})
    if (opsel < 0 || opsel > 3)
      return emitError() << "opselA and opselB must be 0 to 3, got " << opsel;
  return success();
}

bool MfmaScaleType::isStatic() const { return false; }

SmallVector<StateField> MfmaScaleType::getStateFields() const {
  Type i32 = IntegerType::get(getContext(), 32);
  // 127 in each byte is the scale 1.
  constexpr int64_t one = 0x7f7f7f7f;
  return {{"scale_a", i32, one, /*takesAnyType=*/true},
          {"scale_b", i32, one, /*takesAnyType=*/true}};
}

std::array<int64_t, 3> MfmaScaleType::getShapeMNK() const {
  return {getM(), getN(), getK()};
}
Type MfmaScaleType::getElementType(MmaOperand operand) const {
  return getMmaElementType(*this, operand);
}
Layout MfmaScaleType::getThrLayout() const { return getCDNAThrLayout(); }
Layout MfmaScaleType::getThrValLayout(MmaOperand operand) const {
  return getCDNAThrValLayout(operand, getM(), getK());
}

LogicalResult
MfmaScaleType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                          StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX950, *this);
}

FailureOr<Value> MfmaScaleType::emit(OpBuilder &builder, Location loc,
                                     Value state, Value a, Value b,
                                     Value c) const {
  constexpr int64_t perLane = 32;
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                    builder.getI32IntegerAttr(value));
  };
  Value scaleA = LLVM::ExtractValueOp::create(builder, loc, state, 0);
  Value scaleB = LLVM::ExtractValueOp::create(builder, loc, state, 1);
  Value operands[] = {
      castBits(builder, loc, getWords(builder, getTypeA(), perLane), a),
      castBits(builder, loc, getWords(builder, getTypeB(), perLane), b),
      c,
      constant(*getSmallFloatCode(getTypeA())),
      constant(*getSmallFloatCode(getTypeB())),
      constant(getOpselA()),
      scaleA,
      constant(getOpselB()),
      scaleB};
  if (getM() == 16)
    return ROCDL::mfma_scale_f32_16x16x128_f8f6f4::create(builder, loc,
                                                          c.getType(), operands)
        .getRes();
  return ROCDL::mfma_scale_f32_32x32x64_f8f6f4::create(builder, loc,
                                                       c.getType(), operands)
      .getRes();
}
