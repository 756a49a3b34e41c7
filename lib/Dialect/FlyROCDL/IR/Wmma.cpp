//===- Wmma.cpp - Matrix instructions of the chips with 32 lanes ----------===//
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

static Layout getWaveThrLayout() { return {int64_t(32), int64_t(1)}; }

/// A and B where the halves of the wave share each row, from gfx12 on.
static Layout getSplitThrValLayout(int64_t k, Type elementType) {
  int64_t perLane = k / 2;
  if (elementType.getIntOrFloatBitWidth() == 32)
    return {Tuple{Tuple{16, 2}, perLane}, Tuple{Tuple{1, 16 * perLane}, 16}};
  if (perLane == 8)
    return {Tuple{Tuple{16, 2}, 8}, Tuple{Tuple{1, 128}, 16}};
  return {Tuple{Tuple{16, 2}, Tuple{8, perLane / 8}},
          Tuple{Tuple{1, 128}, Tuple{16, 256}}};
}

/// C and D where each half of the wave holds half of the rows, from gfx12 on.
static Layout getSplitAccLayout(Type typeAcc) {
  if (typeAcc.getIntOrFloatBitWidth() == 16)
    return {Tuple{Tuple{16, 2}, Tuple{4, 2}}, Tuple{Tuple{16, 8}, Tuple{2, 1}}};
  return {Tuple{Tuple{16, 2}, 8}, Tuple{Tuple{16, 8}, 1}};
}

//===----------------------------------------------------------------------===//
// gfx11.wmma
//===----------------------------------------------------------------------===//

LogicalResult
WmmaGfx11Type::verify(function_ref<InFlightDiagnostic()> emitError, int64_t m,
                      int64_t n, int64_t k, Type typeA, Type typeB,
                      Type typeAcc, bool signA, bool signB, bool clamp) {
  if (m != 16 || n != 16 || k != 16)
    return emitError() << "GFX11 WMMA requires M=N=K=16, got "
                       << printShape(m, n, k);
  if (typeA == typeB && isa<Float16Type, BFloat16Type>(typeA) &&
      typeAcc.isF32()) {
    if (signA || signB || clamp)
      return emitError()
             << "GFX11 WMMA fp16/bf16 path does not accept signA/signB/clamp";
    return success();
  }
  if (typeA == typeB &&
      (typeA.isSignlessInteger(8) || typeA.isSignlessInteger(4)) &&
      typeAcc.isSignlessInteger(32))
    return success();
  return emitError() << "unsupported GFX11 WMMA configuration: "
                     << printShape(m, n, k) << " with A=" << typeA
                     << ", B=" << typeB << ", Acc=" << typeAcc
                     << " (expected f16 or bf16 -> f32, or i8 or i4 -> i32)";
}

bool WmmaGfx11Type::isStatic() const { return true; }
std::array<int64_t, 3> WmmaGfx11Type::getShapeMNK() const {
  return {getM(), getN(), getK()};
}
Type WmmaGfx11Type::getElementType(MmaOperand operand) const {
  return getMmaElementType(*this, operand);
}
Layout WmmaGfx11Type::getThrLayout() const { return getWaveThrLayout(); }

Layout WmmaGfx11Type::getThrValLayout(MmaOperand operand) const {
  // The upper half of the wave holds the same as the lower.
  if (operand == MmaOperand::A || operand == MmaOperand::B)
    return {Tuple{Tuple{16, 2}, getK()}, Tuple{Tuple{1, 0}, 16}};
  return {Tuple{Tuple{16, 2}, 8}, Tuple{Tuple{16, 1}, 2}};
}

LogicalResult
WmmaGfx11Type::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                          StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX11, *this);
}

/// The instructions of gfx11, which gfx12 has too, on `perLane` elements.
static Value emitWmma16(OpBuilder &builder, Location loc, Type elementType,
                        int64_t perLane, bool signA, bool signB, bool clamp,
                        Value a, Value b, Value c) {
  Type type = c.getType();
  if (elementType.isF16())
    return ROCDL::wmma_f32_16x16x16_f16::create(builder, loc, type, a, b, c);
  if (elementType.isBF16()) {
    Type carrier = VectorType::get({perLane}, builder.getI16Type());
    return ROCDL::wmma_f32_16x16x16_bf16::create(
        builder, loc, type, castBits(builder, loc, carrier, a),
        castBits(builder, loc, carrier, b), c);
  }
  Type carrier = getWords(builder, elementType, perLane);
  a = castBits(builder, loc, carrier, a);
  b = castBits(builder, loc, carrier, b);
  if (elementType.isInteger(8))
    return ROCDL::wmma_i32_16x16x16_iu8::create(builder, loc, type, signA, a,
                                                signB, b, c, clamp);
  return ROCDL::wmma_i32_16x16x16_iu4::create(builder, loc, type, signA, a,
                                              signB, b, c, clamp);
}

FailureOr<Value> WmmaGfx11Type::emit(OpBuilder &builder, Location loc,
                                     Value state, Value a, Value b,
                                     Value c) const {
  return emitWmma16(builder, loc, getTypeA(), getK(), getSignA(), getSignB(),
                    getClamp(), a, b, c);
}

//===----------------------------------------------------------------------===//
// gfx120x.wmma
//===----------------------------------------------------------------------===//

LogicalResult
WmmaGfx120xType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t m,
                        int64_t n, int64_t k, Type typeA, Type typeB,
                        Type typeAcc, bool signA, bool signB, bool clamp) {
  if (m != 16 || n != 16 || k != 16)
    return emitError() << "GFX120X WMMA requires M=N=K=16, got "
                       << printShape(m, n, k);
  if (typeA != typeB || !isa<Float16Type, BFloat16Type>(typeA) ||
      !typeAcc.isF32())
    return emitError() << "unsupported GFX120X WMMA configuration: "
                       << printShape(m, n, k) << " with A=" << typeA
                       << ", B=" << typeB << ", Acc=" << typeAcc
                       << " (expected f16 or bf16 -> f32)";
  if (signA || signB || clamp)
    return emitError()
           << "GFX120X WMMA fp16/bf16 path does not accept signA/signB/clamp";
  return success();
}

bool WmmaGfx120xType::isStatic() const { return true; }
std::array<int64_t, 3> WmmaGfx120xType::getShapeMNK() const {
  return {getM(), getN(), getK()};
}
Type WmmaGfx120xType::getElementType(MmaOperand operand) const {
  return getMmaElementType(*this, operand);
}
Layout WmmaGfx120xType::getThrLayout() const { return getWaveThrLayout(); }

Layout WmmaGfx120xType::getThrValLayout(MmaOperand operand) const {
  if (operand == MmaOperand::A || operand == MmaOperand::B)
    return getSplitThrValLayout(getK(), getTypeA());
  return getSplitAccLayout(getTypeAcc());
}

LogicalResult
WmmaGfx120xType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                            StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX12, *this);
}

FailureOr<Value> WmmaGfx120xType::emit(OpBuilder &builder, Location loc,
                                       Value state, Value a, Value b,
                                       Value c) const {
  return emitWmma16(builder, loc, getTypeA(), getK() / 2, getSignA(),
                    getSignB(), getClamp(), a, b, c);
}

//===----------------------------------------------------------------------===//
// gfx1250.wmma
//===----------------------------------------------------------------------===//

static bool isFP8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Whether gfx1250 multiplies 16x16xK of these types.
static bool isGfx1250Wmma(int64_t k, Type typeA, Type typeB, Type typeAcc) {
  if (isFP8(typeA) && isFP8(typeB))
    return (k == 64 || k == 128) && (typeAcc.isF32() || typeAcc.isF16());
  if (typeA != typeB)
    return false;
  if (typeA.isF32())
    return k == 4 && typeAcc.isF32();
  if (typeA.isF16() || typeA.isBF16())
    return k == 32 && (typeAcc.isF32() || typeAcc == typeA);
  if (typeA.isSignlessInteger(8))
    return k == 64 && typeAcc.isSignlessInteger(32);
  if (typeA.isSignlessInteger(4))
    return k == 32 && typeAcc.isSignlessInteger(32);
  return false;
}

LogicalResult
WmmaGfx1250Type::verify(function_ref<InFlightDiagnostic()> emitError, int64_t m,
                        int64_t n, int64_t k, Type typeA, Type typeB,
                        Type typeAcc, bool signA, bool signB, bool clamp) {
  if (m != 16 || n != 16)
    return emitError() << "GFX1250 WMMA requires M=N=16, got "
                       << printShape(m, n, k);
  if (!isGfx1250Wmma(k, typeA, typeB, typeAcc))
    return emitError()
           << "unsupported GFX1250 WMMA configuration: " << printShape(m, n, k)
           << " with A=" << typeA << ", B=" << typeB << ", Acc=" << typeAcc
           << " (expected f32 K=4 -> f32, f16 K=32 -> f32 or f16, bf16 K=32 -> "
              "f32 or bf16, f8E4M3FN or f8E5M2 K=64 or 128 -> f32 or f16, i8 "
              "K=64 -> i32, or i4 K=32 -> i32)";
  if ((signA || signB || clamp) && !typeA.isSignlessInteger())
    return emitError() << "signA/signB/clamp are only valid for integer "
                          "(iu4/iu8) WMMA, got "
                       << typeA;
  return success();
}

bool WmmaGfx1250Type::isStatic() const { return true; }
std::array<int64_t, 3> WmmaGfx1250Type::getShapeMNK() const {
  return {getM(), getN(), getK()};
}
Type WmmaGfx1250Type::getElementType(MmaOperand operand) const {
  return getMmaElementType(*this, operand);
}
Layout WmmaGfx1250Type::getThrLayout() const { return getWaveThrLayout(); }

Layout WmmaGfx1250Type::getThrValLayout(MmaOperand operand) const {
  if (operand == MmaOperand::A || operand == MmaOperand::B)
    return getSplitThrValLayout(getK(), getTypeA());
  return getSplitAccLayout(getTypeAcc());
}

LogicalResult
WmmaGfx1250Type::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                            StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX1250, *this);
}

namespace {

/// Emits an instruction without modifiers of its operands.
struct Gfx1250Emitter {
  OpBuilder &builder;
  Location loc;
  Value a, b, c;

  template <typename OpT> Value emitFloat() const {
    return OpT::create(builder, loc, c.getType(), /*signA=*/false, a,
                       /*signB=*/false, b, /*modC=*/0, c, /*reuseA=*/false,
                       /*reuseB=*/false);
  }
  template <typename OpT> Value emitFP8() const {
    return OpT::create(builder, loc, c.getType(), a, b, /*modC=*/0, c,
                       /*reuseA=*/false, /*reuseB=*/false);
  }
  /// Of four instructions, that for the formats of A and B.
  template <typename FF, typename FB, typename BF, typename BB>
  Value emitFP8(Type typeA, Type typeB) const {
    bool isBF8A = isa<Float8E5M2Type>(typeA);
    bool isBF8B = isa<Float8E5M2Type>(typeB);
    if (isBF8A)
      return isBF8B ? emitFP8<BB>() : emitFP8<BF>();
    return isBF8B ? emitFP8<FB>() : emitFP8<FF>();
  }
};

} // namespace

FailureOr<Value> WmmaGfx1250Type::emit(OpBuilder &builder, Location loc,
                                       Value state, Value a, Value b,
                                       Value c) const {
  Type typeA = getTypeA(), typeB = getTypeB(), typeAcc = getTypeAcc();
  Gfx1250Emitter emitter{builder, loc, a, b, c};
  if (typeA.isF32())
    return emitter.emitFloat<ROCDL::wmma_f32_16x16x4_f32>();
  if (typeA.isF16())
    return typeAcc.isF32() ? emitter.emitFloat<ROCDL::wmma_f32_16x16x32_f16>()
                           : emitter.emitFloat<ROCDL::wmma_f16_16x16x32_f16>();
  if (typeA.isBF16())
    return typeAcc.isF32()
               ? emitter.emitFloat<ROCDL::wmma_f32_16x16x32_bf16>()
               : emitter.emitFloat<ROCDL::wmma_bf16_16x16x32_bf16>();
  if (typeA.isInteger(4))
    return emitError(loc) << "can't lower " << *this
                          << ": LLVM 22 has no such instruction for gfx1250";
  Type words = getWords(builder, typeA, getK() / 2);
  emitter.a = castBits(builder, loc, words, a);
  emitter.b = castBits(builder, loc, words, b);
  if (typeA.isInteger(8))
    return Value(ROCDL::wmma_i32_16x16x64_iu8::create(
        builder, loc, c.getType(), getSignA(), emitter.a, getSignB(), emitter.b,
        c, /*reuseA=*/false, /*reuseB=*/false, getClamp()));
  if (getK() == 64 && typeAcc.isF32())
    return emitter.emitFP8<
        ROCDL::wmma_f32_16x16x64_fp8_fp8, ROCDL::wmma_f32_16x16x64_fp8_bf8,
        ROCDL::wmma_f32_16x16x64_bf8_fp8, ROCDL::wmma_f32_16x16x64_bf8_bf8>(
        typeA, typeB);
  if (getK() == 64)
    return emitter.emitFP8<
        ROCDL::wmma_f16_16x16x64_fp8_fp8, ROCDL::wmma_f16_16x16x64_fp8_bf8,
        ROCDL::wmma_f16_16x16x64_bf8_fp8, ROCDL::wmma_f16_16x16x64_bf8_bf8>(
        typeA, typeB);
  if (typeAcc.isF32())
    return emitter.emitFP8<
        ROCDL::wmma_f32_16x16x128_fp8_fp8, ROCDL::wmma_f32_16x16x128_fp8_bf8,
        ROCDL::wmma_f32_16x16x128_bf8_fp8, ROCDL::wmma_f32_16x16x128_bf8_bf8>(
        typeA, typeB);
  return emitter.emitFP8<
      ROCDL::wmma_f16_16x16x128_fp8_fp8, ROCDL::wmma_f16_16x16x128_fp8_bf8,
      ROCDL::wmma_f16_16x16x128_bf8_fp8, ROCDL::wmma_f16_16x16x128_bf8_bf8>(
      typeA, typeB);
}

//===----------------------------------------------------------------------===//
// gfx1250.wmma_scale
//===----------------------------------------------------------------------===//

LogicalResult WmmaScaleType::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t m, int64_t n,
    int64_t k, Type typeA, Type typeB, Type typeAcc, int64_t opselA,
    int64_t opselB, int64_t modC, bool reuseA, bool reuseB, int64_t blockSize) {
  if ((m != 16 && m != 32) || n != 16 || k != 128)
    return emitError() << "unsupported MNK for GFX1250 WMMA_Scale: "
                       << printShape(m, n, k)
                       << " (expected 16x16x128 or 32x16x128)";
  for (Type type : {typeA, typeB}) {
    if (m == 32 && !isa<Float4E2M1FNType>(type))
      return emitError()
             << "GFX1250 WMMA_Scale 32x16x128 requires f4E2M1FN A and B, got "
             << typeA << " and " << typeB;
    if (!getSmallFloatCode(type))
      return emitError() << "GFX1250 WMMA_Scale multiplies f8E4M3FN, f8E5M2, "
                            "f6E2M3FN, f6E3M2FN or f4E2M1FN, got "
                         << type;
  }
  if (!typeAcc.isF32())
    return emitError() << "GFX1250 WMMA_Scale requires an f32 accumulator, got "
                       << typeAcc;
  for (int64_t opsel : {opselA, opselB})
    if (opsel < 0 || opsel > 1)
      return emitError() << "opselA and opselB must be 0 or 1, got " << opsel;
  if (modC < 0 || modC > 65535)
    return emitError() << "modC must be 0 to 65535, got " << modC;
  if (blockSize != 16 && blockSize != 32)
    return emitError() << "blockSize must be 16 or 32, got " << blockSize;
  return success();
}

bool WmmaScaleType::isStatic() const { return false; }

SmallVector<StateField> WmmaScaleType::getStateFields() const {
  // A byte of 127 is the scale 1.
  constexpr int64_t one32 = 0x7f7f7f7f, one64 = 0x7f7f7f7f7f7f7f7f;
  bool isWide = getBlockSize() == 16;
  Type type = IntegerType::get(getContext(), isWide ? 64 : 32);
  int64_t one = isWide ? one64 : one32;
  return {{"scale_a", type, one, /*takesAnyType=*/true},
          {"scale_b", type, one, /*takesAnyType=*/true}};
}

std::array<int64_t, 3> WmmaScaleType::getShapeMNK() const {
  return {getM(), getN(), getK()};
}
Type WmmaScaleType::getElementType(MmaOperand operand) const {
  return getMmaElementType(*this, operand);
}
Layout WmmaScaleType::getThrLayout() const { return getWaveThrLayout(); }

Layout WmmaScaleType::getThrValLayout(MmaOperand operand) const {
  if (getM() == 32) {
    if (operand == MmaOperand::A)
      return {Tuple{32, getK()}, Tuple{1, 32}};
    if (operand != MmaOperand::B)
      return {Tuple{Tuple{16, 2}, 16}, Tuple{Tuple{32, 16}, 1}};
  }
  if (operand == MmaOperand::A || operand == MmaOperand::B)
    return getSplitThrValLayout(getK(), getTypeA());
  return getSplitAccLayout(getTypeAcc());
}

LogicalResult
WmmaScaleType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                          StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX1250, *this);
}

FailureOr<Value> WmmaScaleType::emit(OpBuilder &builder, Location loc,
                                     Value state, Value a, Value b,
                                     Value c) const {
  Value scaleA = LLVM::ExtractValueOp::create(builder, loc, state, 0);
  Value scaleB = LLVM::ExtractValueOp::create(builder, loc, state, 1);
  a = castBits(builder, loc,
               getWords(builder, getTypeA(), getM() * getK() / 32), a);
  b = castBits(builder, loc,
               getWords(builder, getTypeB(), getN() * getK() / 32), b);
  // Scales are powers of two (E8M0).
  constexpr int32_t scaleFormat = 0;
  auto emitSmall = [&](auto op) -> Value {
    return decltype(op)::create(builder, loc, c.getType(),
                                *getSmallFloatCode(getTypeA()), a,
                                *getSmallFloatCode(getTypeB()), b, getModC(), c,
                                getOpselA(), scaleFormat, scaleA, getOpselB(),
                                scaleFormat, scaleB, getReuseA(), getReuseB());
  };
  auto emitF4 = [&](auto op) -> Value {
    return decltype(op)::create(builder, loc, c.getType(), a, b, getModC(), c,
                                getOpselA(), scaleFormat, scaleA, getOpselB(),
                                scaleFormat, scaleB, getReuseA(), getReuseB());
  };
  if (getM() == 32)
    return getBlockSize() == 32
               ? emitF4(ROCDL::wmma_scale_f32_32x16x128_f4())
               : emitF4(ROCDL::wmma_scale16_f32_32x16x128_f4());
  return getBlockSize() == 32
             ? emitSmall(ROCDL::wmma_scale_f32_16x16x128_f8f6f4())
             : emitSmall(ROCDL::wmma_scale16_f32_16x16x128_f8f6f4());
}
