//===- ArithmeticTest.cpp - Conversions and single instructions -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Runtime.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <limits>

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

/// Values around every rounding boundary, and random ones.
std::vector<uint32_t> makeFloats(size_t count) {
  std::vector<uint32_t> values;
  for (uint32_t high = 0; high < 0x10000; high += 37)
    for (uint32_t low : {0x0000U, 0x0001U, 0x0fffU, 0x1000U, 0x1001U, 0x7fffU,
                         0x8000U, 0x8001U, 0xffffU})
      values.push_back(high << 16 | low);
  uint32_t state = 1;
  while (values.size() < count) {
    state = state * 1664525 + 1013904223;
    values.push_back(state);
  }
  values.resize(count);
  return values;
}

uint16_t convertReference(uint32_t bits, const llvm::fltSemantics &to) {
  llvm::APFloat value(llvm::bit_cast<float>(bits));
  bool losesInfo;
  value.convert(to, llvm::RoundingMode::NearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

bool isNan16(uint16_t bits, uint16_t infinity) {
  return (bits & 0x7fff) > infinity;
}

/// What a kernel makes of `f32` values by `conversion`, which gives `%h`.
std::vector<uint16_t> convertInKernel(const std::string &conversion,
                                      const std::vector<uint32_t> &values) {
  std::string module = makeModule(
      "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) "
      "{\n"
      "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
      "  %g = call i32 @llvm.amdgcn.workgroup.id.x()\n"
      "  %b = mul i32 %g, 256\n  %i = add i32 %b, %t\n"
      "  %p = getelementptr float, ptr addrspace(1) %x, i32 %i\n"
      "  %q = getelementptr i16, ptr addrspace(1) %y, i32 %i\n"
      "  %v = load float, ptr addrspace(1) %p\n" +
      conversion +
      "  %r = bitcast half %h to i16\n"
      "  store i16 %r, ptr addrspace(1) %q\n  ret void\n}\n"
      "declare i32 @llvm.amdgcn.workitem.id.x()\n"
      "declare i32 @llvm.amdgcn.workgroup.id.x()\n");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  Memory memory;
  uint64_t x = upload(memory, values, "x");
  uint64_t y = upload(memory, std::vector<uint16_t>(values.size()), "y");
  Report report = run(program, memory,
                      makeLaunch(256, {KernelArg::of(x), KernelArg::of(y)},
                                 values.size() / 256));
  EXPECT_TRUE(report.ok()) << toString(report);
  return download<uint16_t>(memory, y, values.size());
}

void expectConversion(const std::vector<uint32_t> &values,
                      const std::vector<uint16_t> &actual,
                      const llvm::fltSemantics &semantics, uint16_t infinity) {
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t expected = convertReference(values[i], semantics);
    if (isNan16(expected, infinity))
      EXPECT_TRUE(isNan16(actual[i], infinity)) << values[i];
    else
      EXPECT_EQ(actual[i], expected) << values[i];
  }
}

// Both the conversion in integers and the host's own give nearest even.
TEST(Conversion, FloatToBFloat) {
  std::vector<uint32_t> values = makeFloats(20480);
  expectConversion(values,
                   convertInKernel("  %f = fptrunc float %v to bfloat\n"
                                   "  %h = bitcast bfloat %f to half\n",
                                   values),
                   llvm::APFloat::BFloat(), 0x7f80);
  std::vector<uint16_t> direct;
  for (uint32_t value : values)
    direct.push_back(convertFloatToBFloat(value));
  expectConversion(values, direct, llvm::APFloat::BFloat(), 0x7f80);
}

TEST(Conversion, FloatToHalf) {
  std::vector<uint32_t> values = makeFloats(20480);
  expectConversion(values,
                   convertInKernel("  %h = fptrunc float %v to half\n", values),
                   llvm::APFloat::IEEEhalf(), 0x7c00);
}

// A double rounds once, not through f32.
TEST(Conversion, DoubleRoundsOnce) {
  double halfway = 1.0 + std::ldexp(1.0, -9) + std::ldexp(1.0, -40);
  auto bits = llvm::bit_cast<uint64_t>(1.0 + std::ldexp(1.0, -8) +
                                       std::ldexp(1.0, -40));
  EXPECT_EQ(convertDoubleToBFloat(bits), 0x3f81);
  EXPECT_EQ(convertDoubleToHalf(llvm::bit_cast<uint64_t>(halfway)), 0x3c02);
  auto tie = llvm::bit_cast<uint64_t>(1.0 + std::ldexp(1.0, -11) +
                                      std::ldexp(1.0, -40));
  EXPECT_EQ(convertDoubleToHalf(tie), 0x3c01);
}

TEST(Conversion, TowardZero) {
  EXPECT_EQ(convertFloatToHalfTowardZero(llvm::bit_cast<uint32_t>(65535.0F)),
            0x7bff);
  EXPECT_EQ(convertFloatToHalfTowardZero(llvm::bit_cast<uint32_t>(-1.9999F)),
            0xbfff);
}

/// Applies an f32 intrinsic of one operand.
std::vector<float> apply(const std::string &name,
                         const std::vector<float> &values) {
  return runMap(makeMap("  %r = call float @llvm." + name + ".f32(float %v)\n",
                        "declare float @llvm." + name + ".f32(float)\n",
                        "float"),
                makeChip("gfx942"), values);
}

// The transcendental instructions flush denormals; generic math doesn't.
TEST(Instruction, FlushDenormals) {
  const float denormal = 1e-40F;
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(apply("amdgcn.exp2", {-3, -130}), std::vector<float>({0.125, 0}));
  EXPECT_EQ(apply("exp2", {-130})[0], std::exp2(-130.0F));
  EXPECT_EQ(apply("amdgcn.log", {8, denormal}),
            std::vector<float>({3, -infinity}));
  EXPECT_EQ(apply("amdgcn.rcp", {4, denormal, 3e38F}),
            std::vector<float>({0.25, infinity, 0}));
  EXPECT_EQ(apply("amdgcn.rsq", {16, denormal}),
            std::vector<float>({0.25, infinity}));
  EXPECT_EQ(apply("amdgcn.sqrt", {16, denormal}), std::vector<float>({4, 0}));
}

TEST(Instruction, Fract) {
  EXPECT_EQ(apply("amdgcn.fract", {2.75, -0.25, -1e-12F}),
            std::vector<float>({0.75, 0.75, std::nextafter(1.0F, 0.0F)}));
}

TEST(Instruction, SinAndCosTakeTurns) {
  EXPECT_NEAR(apply("amdgcn.sin", {0.25})[0], 1, 1e-6);
  EXPECT_NEAR(apply("amdgcn.cos", {0.5})[0], -1, 1e-6);
}

TEST(Instruction, Med3) {
  auto med3 = [](float a, float b, float c) {
    std::string text = "  %r = call float @llvm.amdgcn.fmed3.f32(float %v, "
                       "float %b, float %c)\n";
    for (auto [name, value] : {std::pair("%b", b), std::pair("%c", c)}) {
      uint64_t bits = llvm::bit_cast<uint64_t>(double(value));
      text.replace(text.find(name), 2, "0x" + llvm::utohexstr(bits, false, 16));
    }
    return runMap(
        makeMap(text,
                "declare float @llvm.amdgcn.fmed3.f32(float, float, float)\n",
                "float"),
        makeChip("gfx942"), std::vector<float>{a})[0];
  };
  EXPECT_EQ(med3(1, 2, 3), 2);
  EXPECT_EQ(med3(3, 1, 2), 2);
  EXPECT_EQ(med3(2, 3, 1), 2);
  EXPECT_EQ(med3(std::nanf(""), 3, 1), 1);
}

/// Applies an integer intrinsic whose other operands are constants.
int32_t applyInteger(const std::string &name, const std::string &before,
                     const std::string &after, unsigned operands,
                     int32_t value) {
  std::string types = "i32";
  for (unsigned i = 1; i < operands; ++i)
    types += ", i32";
  return runMap(
      makeMap("  %r = call i32 @llvm.amdgcn." + name + "(" + before + "i32 %v" +
                  after + ")\n",
              "declare i32 @llvm.amdgcn." + name + "(" + types + ")\n"),
      makeChip("gfx942"), std::vector<int32_t>{value})[0];
}

TEST(Instruction, Integers) {
  EXPECT_EQ(applyInteger("ubfe.i32", "", ", i32 4, i32 8", 3, 0x12345), 0x34);
  EXPECT_EQ(applyInteger("sbfe.i32", "", ", i32 4, i32 8", 3, 0x12f45), -12);
  EXPECT_EQ(applyInteger("perm", "", ", i32 287454020, i32 67110657", 3,
                         int(0xaabbccdd)),
            int(0xdd44aa33));
  EXPECT_EQ(applyInteger("alignbyte", "", ", i32 287454020, i32 1", 3,
                         int(0xaabbccdd)),
            int(0xdd112233));
  EXPECT_EQ(applyInteger("sffbh.i32", "", "", 1, 1), 31);
  EXPECT_EQ(applyInteger("sffbh.i32", "", "", 1, -1), -1);
  EXPECT_EQ(applyInteger("mul.i24.i32", "", ", i32 3", 2, 0x00ffffff), -3);
}

} // namespace
