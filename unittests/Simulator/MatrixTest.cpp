//===- MatrixTest.cpp - Matrix instructions -------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference places every element of a matrix by AMD's formulas "element to
// lane and register"; the simulator goes the other way. The data are small
// integers, so every type gives the exact product.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Runtime.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <random>

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

/// One instruction and the types of its operands.
struct Instruction {
  std::string chip;
  /// Behind "llvm.amdgcn.".
  std::string name;
  std::string inputType, accType;
  unsigned m, n, k, blocks;
  /// How an element of A, B and of C, D is encoded: "f16", "i8", ...
  std::string a, b, acc;
  /// Immediate operands behind C.
  std::string immediates = "i32 0, i32 0, i32 0";
};

/// Where an element is: lane and number of the element in the lane.
struct Slot {
  unsigned lane, element;
};

unsigned getElementBits(const std::string &type) {
  if (type == "bf16")
    return 16;
  if (type == "fp8" || type == "bf8")
    return 8;
  return std::stoi(type.substr(1));
}

const llvm::fltSemantics &getFloat8(const std::string &chip,
                                    const std::string &type) {
  if (chip == "gfx942")
    return type == "fp8" ? llvm::APFloat::Float8E4M3FNUZ()
                         : llvm::APFloat::Float8E5M2FNUZ();
  return type == "fp8" ? llvm::APFloat::Float8E4M3FN()
                       : llvm::APFloat::Float8E5M2();
}

void encode(std::vector<char> &bytes, uint64_t index, const std::string &chip,
            const std::string &type, int value) {
  auto put = [&](auto bits) {
    std::memcpy(&bytes[index * sizeof(bits)], &bits, sizeof(bits));
  };
  if (type == "f64")
    return put(double(value));
  if (type == "f32")
    return put(float(value));
  if (type == "i32")
    return put(int32_t(value));
  if (type == "f16")
    return put(convertFloatToHalf(llvm::bit_cast<uint32_t>(float(value))));
  if (type == "bf16")
    return put(convertFloatToBFloat(llvm::bit_cast<uint32_t>(float(value))));
  if (type == "i8" || type == "u8")
    return put(int8_t(value));
  if (type == "i4" || type == "u4") {
    auto nibble = char((value & 15) << (4 * (index % 2)));
    bytes[index / 2] = char(bytes[index / 2] | nibble);
    return;
  }
  llvm::APFloat number{double(value)};
  bool lossy;
  number.convert(getFloat8(chip, type), llvm::APFloat::rmNearestTiesToEven,
                 &lossy);
  EXPECT_FALSE(lossy);
  put(uint8_t(number.bitcastToAPInt().getZExtValue()));
}

double decode(const std::vector<char> &bytes, uint64_t index,
              const std::string &type) {
  auto get = [&](auto bits) {
    std::memcpy(&bits, &bytes[index * sizeof(bits)], sizeof(bits));
    return bits;
  };
  if (type == "f64")
    return get(double());
  if (type == "f32")
    return get(float());
  if (type == "f16")
    return llvm::bit_cast<float>(convertHalfToFloat(get(uint16_t())));
  if (type == "bf16")
    return llvm::bit_cast<float>(uint32_t(get(uint16_t())) << 16);
  return get(int32_t());
}

/// Lane and register of element (row, k) of A, or (column, k) of B.
Slot getInputSlot(const Instruction &inst, unsigned block, unsigned row,
                  unsigned k, unsigned rows, unsigned perLane) {
  return {row + rows * (block + inst.blocks * (k / perLane)), k % perLane};
}

Slot getAccSlot(const Instruction &inst, unsigned block, unsigned row,
                unsigned column) {
  if (llvm::StringRef(inst.chip).starts_with("gfx11"))
    return {column + 16 * (row % 2), row / 2};
  if (llvm::StringRef(inst.chip).starts_with("gfx12"))
    return {column + 16 * (row / 8), row % 8};
  if (inst.acc == "f64")
    return inst.m == 16 ? Slot{column + 16 * (row % 4), row / 4}
                        : Slot{column + 4 * block + 16 * row, 0};
  switch (inst.m) {
  case 32:
    return {column + 32 * (row / 4 % 2), 16 * block + 4 * (row / 8) + row % 4};
  case 16:
    return {column + 16 * (row / 4), 4 * block + row % 4};
  default:
    return {column + 4 * block, row};
  }
}

/// Every lane loads its parts of A, B and C and stores its part of D.
std::string makeKernel(const Instruction &inst) {
  bool isInteger = llvm::StringRef(inst.name).contains(".iu");
  std::string a = inst.inputType + " %a, ", b = inst.inputType + " %b, ";
  if (isInteger) {
    a = std::string("i1 ") + (inst.a[0] == 'i' ? "1, " : "0, ") + a;
    b = std::string("i1 ") + (inst.b[0] == 'i' ? "1, " : "0, ") + b;
  }
  std::string immediates =
      inst.immediates.empty() ? "" : ", " + inst.immediates;
  std::string body = "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr "
                     "addrspace(1) %y, ptr addrspace(1) %z, ptr addrspace(1) "
                     "%w) {\n  %t = call i32 @llvm.amdgcn.workitem.id.x()\n";
  for (auto [pointer, value, type] :
       {std::make_tuple("x", "a", inst.inputType),
        std::make_tuple("y", "b", inst.inputType),
        std::make_tuple("z", "c", inst.accType)}) {
    std::string address = std::string("%p") + value;
    body += "  " + address + " = getelementptr " + type +
            ", ptr addrspace(1) %" + pointer + ", i32 %t\n  %" + value +
            " = load " + type + ", ptr addrspace(1) " + address + ", align 4\n";
  }
  body += "  %d = call " + inst.accType + " @llvm.amdgcn." + inst.name + "(" +
          a + b + inst.accType + " %c" + immediates + ")\n" +
          "  %pd = getelementptr " + inst.accType +
          ", ptr addrspace(1) %w, i32 %t\n  store " + inst.accType +
          " %d, ptr addrspace(1) %pd, align 4\n  ret void\n}\n" +
          "declare i32 @llvm.amdgcn.workitem.id.x()\n";
  return makeModule(body);
}

/// What the lanes of a wave hold, lane by lane.
struct Registers {
  std::vector<char> a, b, c;
};

std::vector<char> runKernel(const Instruction &inst, const Registers &input,
                            Report *out = nullptr) {
  ChipModel chip = makeChip(inst.chip);
  std::unique_ptr<Program> program = mustLoad(makeKernel(inst), chip);
  Memory memory;
  uint64_t x = upload(memory, input.a, "a"), y = upload(memory, input.b, "b"),
           z = upload(memory, input.c, "c"),
           w = upload(memory, std::vector<char>(input.c.size()), "d");
  Report report =
      run(program, memory,
          makeLaunch(chip.waveSize, {KernelArg::of(x), KernelArg::of(y),
                                     KernelArg::of(z), KernelArg::of(w)}));
  if (out)
    *out = report;
  else
    EXPECT_TRUE(report.ok()) << inst.name << "\n" << toString(report);
  return download<char>(memory, w, input.c.size());
}

/// Random small matrices through the instruction and through three loops.
/// `pickA` and `pickB` say from which block a block's A and B come.
void check(const Instruction &inst,
           llvm::function_ref<unsigned(unsigned)> pickA = nullptr) {
  SCOPED_TRACE(inst.chip + " " + inst.name);
  std::mt19937 random(1);
  unsigned waveSize = makeChip(inst.chip).waveSize;
  bool is11 = llvm::StringRef(inst.chip).starts_with("gfx11");
  unsigned perLane = is11 ? 16 : inst.m * inst.k * inst.blocks / waveSize;
  // Registers of gfx11 hold one 16-bit result each.
  unsigned stride = is11 && getElementBits(inst.acc) == 16 ? 2 : 1;
  unsigned accPerLane = stride * inst.m * inst.n * inst.blocks / waveSize;
  std::vector<int> a(inst.blocks * inst.m * inst.k);
  std::vector<int> b(inst.blocks * inst.n * inst.k);
  std::vector<int> c(inst.blocks * inst.m * inst.n);
  auto draw = [&](std::vector<int> &values, const std::string &type) {
    for (int &value : values)
      value = type[0] == 'u' ? int(random() % 16) : int(random() % 9) - 4;
  };
  draw(a, inst.a);
  draw(b, inst.b);
  draw(c, inst.acc);
  Registers registers;
  registers.a.resize(waveSize * perLane * getElementBits(inst.a) / 8);
  registers.b.resize(registers.a.size());
  registers.c.resize(waveSize * accPerLane * getElementBits(inst.acc) / 8);
  auto fill = [&](std::vector<char> &bytes, const std::vector<int> &values,
                  const std::string &type, unsigned rows) {
    for (unsigned block = 0; block < inst.blocks; ++block)
      for (unsigned row = 0; row < rows; ++row)
        for (unsigned k = 0; k < inst.k; ++k) {
          int value = values[(block * rows + row) * inst.k + k];
          if (is11) {
            for (unsigned lane : {row, row + 16})
              encode(bytes, lane * perLane + k, inst.chip, type, value);
            continue;
          }
          Slot slot = getInputSlot(inst, block, row, k, rows, perLane);
          encode(bytes, slot.lane * perLane + slot.element, inst.chip, type,
                 value);
        }
  };
  fill(registers.a, a, inst.a, inst.m);
  fill(registers.b, b, inst.b, inst.n);
  auto forEachAcc = [&](auto visit) {
    for (unsigned block = 0; block < inst.blocks; ++block)
      for (unsigned row = 0; row < inst.m; ++row)
        for (unsigned column = 0; column < inst.n; ++column) {
          Slot slot = getAccSlot(inst, block, row, column);
          visit(block, row, column,
                slot.lane * accPerLane + slot.element * stride);
        }
  };
  forEachAcc([&](unsigned block, unsigned row, unsigned column, unsigned at) {
    encode(registers.c, at, inst.chip, inst.acc,
           c[(block * inst.m + row) * inst.n + column]);
  });
  std::vector<char> result = runKernel(inst, registers);
  unsigned wrong = 0;
  forEachAcc([&](unsigned block, unsigned row, unsigned column, unsigned at) {
    unsigned blockA = pickA ? pickA(block) : block;
    int expected = c[(block * inst.m + row) * inst.n + column];
    for (unsigned k = 0; k < inst.k; ++k)
      expected += a[(blockA * inst.m + row) * inst.k + k] *
                  b[(block * inst.n + column) * inst.k + k];
    wrong += decode(result, at, inst.acc) != expected;
  });
  EXPECT_EQ(wrong, 0U);
}

/// The types of the registers follow from the shape.
Instruction makeMfma(const std::string &chip, const std::string &name,
                     const std::string &inputType, unsigned m, unsigned k,
                     unsigned blocks, const std::string &a,
                     const std::string &acc, const std::string &b = "") {
  unsigned count = m * m * blocks / 64;
  std::string element = acc == "f64" ? "double" : acc == "f32" ? "float" : acc;
  std::string accType =
      count == 1 ? element
                 : "<" + std::to_string(count) + " x " + element + ">";
  return {chip, "mfma." + name, inputType, accType,           m,  m,
          k,    blocks,         a,         b.empty() ? a : b, acc};
}

} // namespace

TEST(MatrixTest, MfmaF32) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"}) {
    check(makeMfma(chip, "f32.32x32x1f32", "float", 32, 1, 2, "f32", "f32"));
    check(makeMfma(chip, "f32.16x16x1f32", "float", 16, 1, 4, "f32", "f32"));
    check(makeMfma(chip, "f32.4x4x1f32", "float", 4, 1, 16, "f32", "f32"));
    check(makeMfma(chip, "f32.32x32x2f32", "float", 32, 2, 1, "f32", "f32"));
    check(makeMfma(chip, "f32.16x16x4f32", "float", 16, 4, 1, "f32", "f32"));
  }
}

TEST(MatrixTest, MfmaF64) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"}) {
    check(makeMfma(chip, "f64.16x16x4f64", "double", 16, 4, 1, "f64", "f64"));
    check(makeMfma(chip, "f64.4x4x4f64", "double", 4, 4, 4, "f64", "f64"));
  }
}

TEST(MatrixTest, MfmaF16) {
  std::string type = "<4 x half>";
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"}) {
    check(makeMfma(chip, "f32.32x32x4f16", type, 32, 4, 2, "f16", "f32"));
    check(makeMfma(chip, "f32.16x16x4f16", type, 16, 4, 4, "f16", "f32"));
    check(makeMfma(chip, "f32.4x4x4f16", type, 4, 4, 16, "f16", "f32"));
    check(makeMfma(chip, "f32.32x32x8f16", type, 32, 8, 1, "f16", "f32"));
    check(makeMfma(chip, "f32.16x16x16f16", type, 16, 16, 1, "f16", "f32"));
  }
  type = "<8 x half>";
  check(makeMfma("gfx950", "f32.16x16x32.f16", type, 16, 32, 1, "f16", "f32"));
  check(makeMfma("gfx950", "f32.32x32x16.f16", type, 32, 16, 1, "f16", "f32"));
}

TEST(MatrixTest, MfmaBF16) {
  std::string type = "<2 x i16>";
  check(makeMfma("gfx90a", "f32.32x32x2bf16", type, 32, 2, 2, "bf16", "f32"));
  check(makeMfma("gfx90a", "f32.16x16x2bf16", type, 16, 2, 4, "bf16", "f32"));
  check(makeMfma("gfx90a", "f32.4x4x2bf16", type, 4, 2, 16, "bf16", "f32"));
  check(makeMfma("gfx90a", "f32.32x32x4bf16", type, 32, 4, 1, "bf16", "f32"));
  check(makeMfma("gfx90a", "f32.16x16x8bf16", type, 16, 8, 1, "bf16", "f32"));
  type = "<4 x i16>";
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"}) {
    check(makeMfma(chip, "f32.32x32x4bf16.1k", type, 32, 4, 2, "bf16", "f32"));
    check(makeMfma(chip, "f32.16x16x4bf16.1k", type, 16, 4, 4, "bf16", "f32"));
    check(makeMfma(chip, "f32.4x4x4bf16.1k", type, 4, 4, 16, "bf16", "f32"));
    check(makeMfma(chip, "f32.32x32x8bf16.1k", type, 32, 8, 1, "bf16", "f32"));
    check(
        makeMfma(chip, "f32.16x16x16bf16.1k", type, 16, 16, 1, "bf16", "f32"));
  }
  type = "<8 x bfloat>";
  check(
      makeMfma("gfx950", "f32.16x16x32.bf16", type, 16, 32, 1, "bf16", "f32"));
  check(
      makeMfma("gfx950", "f32.32x32x16.bf16", type, 32, 16, 1, "bf16", "f32"));
}

TEST(MatrixTest, MfmaI8) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"}) {
    check(makeMfma(chip, "i32.32x32x4i8", "i32", 32, 4, 2, "i8", "i32"));
    check(makeMfma(chip, "i32.16x16x4i8", "i32", 16, 4, 4, "i8", "i32"));
    check(makeMfma(chip, "i32.4x4x4i8", "i32", 4, 4, 16, "i8", "i32"));
  }
  check(makeMfma("gfx90a", "i32.32x32x8i8", "i32", 32, 8, 1, "i8", "i32"));
  check(makeMfma("gfx90a", "i32.16x16x16i8", "i32", 16, 16, 1, "i8", "i32"));
  for (const char *chip : {"gfx942", "gfx950"}) {
    check(makeMfma(chip, "i32.16x16x32.i8", "i64", 16, 32, 1, "i8", "i32"));
    check(makeMfma(chip, "i32.32x32x16.i8", "i64", 32, 16, 1, "i8", "i32"));
  }
  std::string type = "<4 x i32>";
  check(makeMfma("gfx950", "i32.16x16x64.i8", type, 16, 64, 1, "i8", "i32"));
  check(makeMfma("gfx950", "i32.32x32x32.i8", type, 32, 32, 1, "i8", "i32"));
}

// gfx942 has the FNUZ formats, gfx950 those of the OCP.
TEST(MatrixTest, MfmaFloat8) {
  for (const char *chip : {"gfx942", "gfx950"})
    for (std::string a : {"fp8", "bf8"})
      for (std::string b : {"fp8", "bf8"}) {
        check(makeMfma(chip, "f32.16x16x32." + a + "." + b, "i64", 16, 32, 1, a,
                       "f32", b));
        check(makeMfma(chip, "f32.32x32x16." + a + "." + b, "i64", 32, 16, 1, a,
                       "f32", b));
      }
}

// CBSZ and ABID let neighbouring blocks share one block of A.
TEST(MatrixTest, MfmaBroadcastOfA) {
  Instruction inst =
      makeMfma("gfx942", "f32.4x4x1f32", "float", 4, 1, 16, "f32", "f32");
  inst.immediates = "i32 2, i32 3, i32 0";
  check(inst, [](unsigned block) { return block / 4 * 4 + 3; });
}

// BLGP gives all lanes the B of one group of lanes.
TEST(MatrixTest, MfmaBroadcastOfB) {
  for (unsigned pattern : {1, 2, 4, 5, 6, 7}) {
    Instruction inst =
        makeMfma("gfx90a", "f32.4x4x1f32", "float", 4, 1, 16, "f32", "f32");
    inst.immediates = "i32 0, i32 0, i32 " + std::to_string(pattern);
    std::vector<float> ones(64, 1), b(64), zeros(64 * 4);
    for (unsigned lane = 0; lane < 64; ++lane)
      b[lane] = float(lane);
    auto bytes = [](const std::vector<float> &values) {
      auto *data = reinterpret_cast<const char *>(values.data());
      return std::vector<char>(data, data + values.size() * sizeof(float));
    };
    std::vector<char> d =
        runKernel(inst, {bytes(ones), bytes(b), bytes(zeros)});
    for (unsigned lane = 0; lane < 64; ++lane) {
      unsigned source = pattern <= 2 ? 32 * (pattern - 1) + lane % 32
                                     : 16 * (pattern - 4) + lane % 16;
      EXPECT_EQ(decode(d, lane * 4, "f32"), source) << "pattern " << pattern;
    }
  }
}

static Instruction makeWmma(const std::string &chip, const std::string &name,
                            const std::string &inputType,
                            const std::string &accType, unsigned k,
                            const std::string &a, const std::string &b,
                            const std::string &acc,
                            const std::string &immediates = "") {
  return {chip, "wmma." + name, inputType, accType, 16, 16, k, 1, a, b,
          acc,  immediates};
}

TEST(MatrixTest, WmmaFloatGfx11) {
  check(makeWmma("gfx1100", "f32.16x16x16.f16", "<16 x half>", "<8 x float>",
                 16, "f16", "f16", "f32"));
  check(makeWmma("gfx1100", "f32.16x16x16.bf16", "<16 x i16>", "<8 x float>",
                 16, "bf16", "bf16", "f32"));
  for (std::string tied : {"", ".tied"}) {
    check(makeWmma("gfx1100", "f16.16x16x16.f16" + tied, "<16 x half>",
                   "<16 x half>", 16, "f16", "f16", "f16", "i1 0"));
    check(makeWmma("gfx1100", "bf16.16x16x16.bf16" + tied, "<16 x i16>",
                   "<16 x i16>", 16, "bf16", "bf16", "bf16", "i1 0"));
  }
}

TEST(MatrixTest, WmmaFloatGfx12) {
  check(makeWmma("gfx1201", "f32.16x16x16.f16", "<8 x half>", "<8 x float>", 16,
                 "f16", "f16", "f32"));
  check(makeWmma("gfx1201", "f32.16x16x16.bf16", "<8 x i16>", "<8 x float>", 16,
                 "bf16", "bf16", "f32"));
  check(makeWmma("gfx1201", "f16.16x16x16.f16", "<8 x half>", "<8 x half>", 16,
                 "f16", "f16", "f16", "i1 0"));
  check(makeWmma("gfx1201", "bf16.16x16x16.bf16", "<8 x i16>", "<8 x i16>", 16,
                 "bf16", "bf16", "bf16", "i1 0"));
  for (std::string a : {"fp8", "bf8"})
    for (std::string b : {"fp8", "bf8"})
      check(makeWmma("gfx1201", "f32.16x16x16." + a + "." + b, "<2 x i32>",
                     "<8 x float>", 16, a, b, "f32"));
}

TEST(MatrixTest, WmmaIntegers) {
  for (std::string signs : {"ii", "iu", "ui", "uu"}) {
    std::string a(1, signs[0]), b(1, signs[1]);
    std::string acc = "<8 x i32>", type8 = "<4 x i32>", type4 = "<2 x i32>";
    check(makeWmma("gfx1100", "i32.16x16x16.iu8", type8, acc, 16, a + "8",
                   b + "8", "i32", "i1 0"));
    check(makeWmma("gfx1100", "i32.16x16x16.iu4", type4, acc, 16, a + "4",
                   b + "4", "i32", "i1 0"));
    check(makeWmma("gfx1201", "i32.16x16x16.iu8", "<2 x i32>", acc, 16, a + "8",
                   b + "8", "i32", "i1 0"));
    check(makeWmma("gfx1201", "i32.16x16x16.iu4", "i32", acc, 16, a + "4",
                   b + "4", "i32", "i1 0"));
    check(makeWmma("gfx1201", "i32.16x16x32.iu4", "<2 x i32>", acc, 32, a + "4",
                   b + "4", "i32", "i1 0"));
  }
}

// The high half of gfx11's registers gets the results; a tied instruction keeps
// the low half, an untied one leaves it unknown.
TEST(MatrixTest, WmmaHalvesOfRegisters) {
  for (bool tied : {false, true}) {
    Instruction inst = makeWmma(
        "gfx1100", std::string("f16.16x16x16.f16") + (tied ? ".tied" : ""),
        "<16 x half>", "<16 x half>", 16, "f16", "f16", "f16", "i1 1");
    Registers registers;
    registers.a.resize(size_t(32 * 16 * 2));
    registers.b.resize(size_t(32 * 16 * 2));
    registers.c.resize(size_t(32 * 16 * 2));
    for (unsigned i = 0; i < 32 * 16; ++i) {
      encode(registers.a, i, inst.chip, "f16", 1);
      encode(registers.b, i, inst.chip, "f16", 2);
      encode(registers.c, i, inst.chip, "f16", i % 2 ? 3 : 5);
    }
    std::vector<char> d = runKernel(inst, registers);
    for (unsigned i = 0; i < 32 * 16; i += 2) {
      EXPECT_EQ(decode(d, i + 1, "f16"), 35);
      if (tied)
        EXPECT_EQ(decode(d, i, "f16"), 5);
      else
        EXPECT_TRUE(std::isnan(decode(d, i, "f16")));
    }
  }
}

// Only the clamped instruction stops at the largest number.
TEST(MatrixTest, WmmaClamp) {
  for (bool clamp : {false, true}) {
    Instruction inst =
        makeWmma("gfx1201", "i32.16x16x16.iu8", "<2 x i32>", "<8 x i32>", 16,
                 "u8", "u8", "i32", clamp ? "i1 1" : "i1 0");
    Registers registers;
    registers.a.assign(size_t(32 * 8), 1);
    registers.b.assign(size_t(32 * 8), 1);
    std::vector<int32_t> c(size_t(32 * 8), INT32_MAX - 15);
    auto *data = reinterpret_cast<const char *>(c.data());
    registers.c.assign(data, data + c.size() * sizeof(int32_t));
    std::vector<char> d = runKernel(inst, registers);
    EXPECT_EQ(decode(d, 0, "i32"), clamp ? INT32_MAX : INT32_MIN);
  }
}

// The sum of halves is rounded once: 1 + 2^-24 * 2 isn't lost as it would be
// when adding 2^-24 to 1 twice.
TEST(MatrixTest, SumIsRoundedOnce) {
  Instruction inst = makeMfma("gfx942", "f32.16x16x16f16", "<4 x half>", 16, 16,
                              1, "f16", "f32");
  Registers registers;
  registers.a.resize(size_t(64 * 4 * 2));
  registers.b.resize(size_t(64 * 4 * 2));
  std::vector<float> c(size_t(64 * 4), 1);
  auto *data = reinterpret_cast<const char *>(c.data());
  registers.c.assign(data, data + c.size() * sizeof(float));
  // 2^-12 at k = 0 and k = 1 of every row and column.
  for (unsigned lane = 0; lane < 16; ++lane)
    for (unsigned k = 0; k < 2; ++k)
      for (std::vector<char> *bytes : {&registers.a, &registers.b}) {
        uint16_t half = 0x0c00;
        std::memcpy(&(*bytes)[(lane * 4 + k) * 2], &half, 2);
      }
  std::vector<char> d = runKernel(inst, registers);
  EXPECT_EQ(decode(d, 0, "f32"), 1 + 0x1p-23);
}

// gfx90a takes denormal halves as zero, gfx942 doesn't.
TEST(MatrixTest, DenormalInputs) {
  for (bool flushed : {false, true}) {
    Instruction inst =
        makeMfma(flushed ? "gfx90a" : "gfx942", "f32.16x16x16f16", "<4 x half>",
                 16, 16, 1, "f16", "f32");
    Registers registers;
    registers.b.resize(size_t(64 * 4 * 2));
    registers.c.resize(size_t(64 * 4 * 4));
    for (unsigned i = 0; i < 64 * 4; ++i) {
      encode(registers.b, i, inst.chip, "f16", 1);
      registers.a.insert(registers.a.end(), {1, 0});
    }
    std::vector<char> d = runKernel(inst, registers);
    EXPECT_EQ(decode(d, 0, "f32"), flushed ? 0 : 0x1p-20);
  }
}

// A NaN and an infinity reach the rows that they belong to and no others.
TEST(MatrixTest, SpecialValues) {
  Instruction inst = makeMfma("gfx942", "f32.16x16x16f16", "<4 x half>", 16, 16,
                              1, "f16", "f32");
  Registers registers;
  registers.a.resize(size_t(64 * 4 * 2));
  registers.b.resize(size_t(64 * 4 * 2));
  registers.c.resize(size_t(64 * 4 * 4));
  for (unsigned i = 0; i < 64 * 4; ++i) {
    encode(registers.a, i, inst.chip, "f16", 1);
    encode(registers.b, i, inst.chip, "f16", 1);
  }
  uint16_t nan = 0x7e00, infinity = 0x7c00;
  std::memcpy(&registers.a[size_t(3 * 4 * 2)], &nan, 2);
  std::memcpy(&registers.a[size_t(5 * 4 * 2)], &infinity, 2);
  std::vector<char> d = runKernel(inst, registers);
  for (unsigned lane = 0; lane < 64; ++lane)
    for (unsigned element = 0; element < 4; ++element) {
      double value = decode(d, lane * 4 + element, "f32");
      unsigned row = lane / 16 * 4 + element;
      if (row == 3)
        EXPECT_TRUE(std::isnan(value));
      else
        EXPECT_EQ(value, row == 5 ? INFINITY : 16);
    }
}

// All lanes hold parts of the matrices, so a branch must not turn any off.
TEST(MatrixTest, InactiveLanes) {
  std::string body = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %x) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, LIMIT
  br i1 %c, label %then, label %end
then:
  %d = call <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float 1.0, float 1.0, <4 x float> zeroinitializer, i32 0, i32 0, i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %x, i32 %t
  store <4 x float> %d, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
)";
  for (unsigned limit : {63, 64}) {
    std::string text = body;
    text.replace(text.find("LIMIT"), 5, std::to_string(limit));
    Memory memory;
    uint64_t x = upload(memory, std::vector<float>(256), "x");
    Report report = run(mustLoad(makeModule(text), makeChip("gfx942")), memory,
                        makeLaunch(64, {KernelArg::of(x)}));
    const Fault *fault = findFault(report, FaultKind::InactiveLane);
    EXPECT_EQ(fault != nullptr, limit == 63) << toString(report);
    if (fault)
      EXPECT_NE(fault->message.find("only 63 of the 64 lanes"),
                std::string::npos);
  }
}

// Both halves of a wave of gfx11 must hold the same rows.
TEST(MatrixTest, UnequalCopies) {
  Instruction inst = makeWmma("gfx1100", "f32.16x16x16.f16", "<16 x half>",
                              "<8 x float>", 16, "f16", "f16", "f32");
  Registers registers;
  registers.a.resize(size_t(32 * 16 * 2));
  registers.b.resize(size_t(32 * 16 * 2));
  registers.c.resize(size_t(32 * 8 * 4));
  registers.b[size_t(20 * 16 * 2)] = 1;
  Report report;
  runKernel(inst, registers, &report);
  const Fault *fault = findFault(report, FaultKind::MatrixOperand);
  ASSERT_NE(fault, nullptr) << toString(report);
  EXPECT_EQ(fault->lane, 20U);
  EXPECT_NE(fault->message.find("lane 20 gives"), std::string::npos);
  // The copy made equal.
  registers.b[size_t(4 * 16 * 2)] = 1;
  runKernel(inst, registers, &report);
  EXPECT_TRUE(report.ok()) << toString(report);
}

// What a chip hasn't got is an error when the module is loaded.
TEST(MatrixTest, MissingInstructions) {
  auto expectError = [](Instruction inst, const std::string &text) {
    auto program = load(makeKernel(inst), makeChip(inst.chip));
    ASSERT_FALSE(bool(program)) << inst.chip << " " << inst.name;
    std::string error = llvm::toString(program.takeError());
    EXPECT_NE(error.find("llvm.amdgcn." + inst.name), std::string::npos)
        << error;
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  expectError(makeMfma("gfx1100", "f32.16x16x16f16", "<4 x half>", 16, 16, 1,
                       "f16", "f32"),
              "does not exist on gfx1100");
  expectError(makeMfma("gfx942", "f32.16x16x32.f16", "<8 x half>", 16, 32, 1,
                       "f16", "f32"),
              "does not exist on gfx942");
  expectError(makeMfma("gfx90a", "f32.16x16x32.fp8.fp8", "i64", 16, 32, 1,
                       "fp8", "f32"),
              "does not exist on gfx90a");
  expectError(makeMfma("gfx942", "f32.16x16x8bf16", "<2 x i16>", 16, 8, 1,
                       "bf16", "f32"),
              "does not exist on gfx942");
  expectError(
      makeMfma("gfx942", "i32.16x16x16i8", "i32", 16, 16, 1, "i8", "i32"),
      "does not exist on gfx942");
  expectError(makeMfma("gfx942", "f32.16x16x8.xf32", "<2 x float>", 16, 8, 1,
                       "f32", "f32"),
              "rounding is not documented");
  expectError(makeWmma("gfx942", "f32.16x16x16.f16", "<16 x half>",
                       "<8 x float>", 16, "f16", "f16", "f32"),
              "does not exist on gfx942");
  expectError(makeWmma("gfx1201", "f32.16x16x16.f16", "<16 x half>",
                       "<8 x float>", 16, "f16", "f16", "f32"),
              "operands of these types don't exist on gfx1201");
  Instruction blocks =
      makeMfma("gfx942", "f32.32x32x1f32", "float", 32, 1, 2, "f32", "f32");
  blocks.immediates = "i32 2, i32 0, i32 0";
  expectError(blocks, "2 blocks, which CBSZ and ABID don't fit");
}
