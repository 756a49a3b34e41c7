//===- AtomLayoutTest.cpp - Who holds which element in an instruction -----===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/FlyROCDL/IR/FlyROCDL.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::fly;

namespace {

class AtomLayoutTest : public ::testing::Test {
protected:
  AtomLayoutTest() { context.loadDialect<fly_rocdl::FlyROCDLDialect>(); }

  MmaOpTypeInterface parseMma(StringRef text) {
    auto type = dyn_cast_or_null<MmaOpTypeInterface>(parseType(text, &context));
    EXPECT_TRUE(type) << text.str();
    return type;
  }

  MLIRContext context;
};

int64_t sizeOf(const Layout &layout) {
  Algebra algebra;
  return algebra.size(layout).value;
}

/// Where value `v` of thread `t` lies in a (thread, value) layout.
int64_t at(const Layout &layout, int64_t t, int64_t v) {
  Algebra algebra;
  IntTuple index =
      algebra.crd2idx(std::vector<IntTuple>{IntTuple(t), IntTuple(v)}, layout);
  EXPECT_TRUE(algebra.succeeded());
  return index.getLeaf().value;
}

/// Each of `size` elements is held exactly `copies` times.
void expectCovers(const Layout &layout, int64_t threads, int64_t size,
                  int64_t copies, const std::string &what) {
  ASSERT_EQ(layout.rank(), 2) << what;
  ASSERT_EQ(sizeOf(layout[0]), threads) << what;
  std::vector<int64_t> count(size, 0);
  for (int64_t t = 0; t < threads; ++t)
    for (int64_t v = 0, e = sizeOf(layout[1]); v < e; ++v) {
      int64_t index = at(layout, t, v);
      ASSERT_GE(index, 0) << what;
      ASSERT_LT(index, size) << what;
      ++count[index];
    }
  for (int64_t i = 0; i < size; ++i)
    EXPECT_EQ(count[i], copies) << what << ", element " << i;
}

/// Every operand of the instruction is held once; A and B `copiesAB` times.
void expectTiles(MmaOpTypeInterface mma, int64_t threads, int64_t copiesAB,
                 const std::string &what) {
  ASSERT_EQ(sizeOf(mma.getThrLayout()), threads) << what;
  auto [m, n, k] = mma.getShapeMNK();
  expectCovers(mma.getThrValLayout(MmaOperand::A), threads, m * k, copiesAB,
               what + ", A");
  expectCovers(mma.getThrValLayout(MmaOperand::B), threads, n * k, copiesAB,
               what + ", B");
  for (MmaOperand operand : {MmaOperand::C, MmaOperand::D})
    expectCovers(mma.getThrValLayout(operand), threads, m * n, 1, what + ", C");
}

TEST_F(AtomLayoutTest, MfmaTilesItsOperands) {
  for (const char *signature :
       {"16x16x4, (f32, f32) -> f32", "32x32x2, (f32, f32) -> f32",
        "16x16x16, (f16, f16) -> f32", "32x32x8, (bf16, bf16) -> f32",
        "16x16x8, (bf16, bf16) -> f32", "32x32x4, (bf16, bf16) -> f32",
        "16x16x32, (f16, f16) -> f32", "32x32x16, (f16, f16) -> f32",
        "16x16x32, (i8, i8) -> i32", "32x32x16, (i8, i8) -> i32",
        "16x16x64, (i8, i8) -> i32", "32x32x32, (i8, i8) -> i32",
        "16x16x32, (f8E4M3FN, f8E5M2) -> f32"})
    expectTiles(
        parseMma("!fly_rocdl.cdna3.mfma<" + std::string(signature) + ">"), 64,
        1, signature);
}

TEST_F(AtomLayoutTest, ScaledMfmaTilesItsOperands) {
  for (const char *shape : {"16x16x128", "32x32x64"})
    expectTiles(parseMma("!fly_rocdl.cdna4.mfma_scale<" + std::string(shape) +
                         ", (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = "
                         "0>"),
                64, 1, shape);
}

// Both halves of the wave hold the same elements of A and B.
TEST_F(AtomLayoutTest, Gfx11WmmaReplicatesItsFactors) {
  for (const char *types :
       {"(f16, f16) -> f32", "(bf16, bf16) -> f32", "(i8, i8) -> i32"})
    expectTiles(parseMma("!fly_rocdl.gfx11.wmma<16x16x16, " +
                         std::string(types) +
                         ", signA = false, signB = false, clamp = false>"),
                32, 2, types);
}

TEST_F(AtomLayoutTest, Gfx12WmmaTilesItsOperands) {
  for (const char *signature :
       {"gfx120x.wmma<16x16x16, (f16, f16) -> f32",
        "gfx1250.wmma<16x16x4, (f32, f32) -> f32",
        "gfx1250.wmma<16x16x32, (f16, f16) -> f16",
        "gfx1250.wmma<16x16x32, (bf16, bf16) -> f32",
        "gfx1250.wmma<16x16x64, (f8E4M3FN, f8E5M2) -> f32",
        "gfx1250.wmma<16x16x128, (f8E4M3FN, f8E4M3FN) -> f16",
        "gfx1250.wmma<16x16x64, (i8, i8) -> i32"})
    expectTiles(parseMma("!fly_rocdl." + std::string(signature) +
                         ", signA = false, signB = false, clamp = false>"),
                32, 1, signature);
  for (const char *signature : {"16x16x128, (f8E4M3FN, f6E2M3FN) -> f32",
                                "32x16x128, (f4E2M1FN, f4E2M1FN) -> f32"})
    expectTiles(parseMma("!fly_rocdl.gfx1250.wmma_scale<" +
                         std::string(signature) +
                         ", opselA = 0, opselB = 0, modC = 0, reuseA = false, "
                         "reuseB = false, blockSize = 32>"),
                32, 1, signature);
}

// As AMD's matrix instruction calculator gives it for v_mfma_f32_32x32x8_f16.
TEST_F(AtomLayoutTest, MfmaHoldsWhatTheHardwareDoes) {
  MmaOpTypeInterface mma =
      parseMma("!fly_rocdl.cdna3.mfma<32x32x8, (f16, f16) -> f32>");
  Layout a = mma.getThrValLayout(MmaOperand::A);
  Layout d = mma.getThrValLayout(MmaOperand::D);
  for (int64_t lane = 0; lane < 64; ++lane) {
    for (int64_t v = 0; v < 4; ++v) {
      int64_t row = lane % 32, k = 4 * (lane / 32) + v;
      EXPECT_EQ(at(a, lane, v), row + 32 * k);
    }
    for (int64_t v = 0; v < 16; ++v) {
      int64_t row = 8 * (v / 4) + 4 * (lane / 32) + v % 4, column = lane % 32;
      EXPECT_EQ(at(d, lane, v), row + 32 * column);
    }
  }
}

// Lane l holds a column of every other row of the accumulator on gfx11, and of
// eight rows in sequence on gfx12.
TEST_F(AtomLayoutTest, WmmaHoldsWhatTheHardwareDoes) {
  const char *flags = ", signA = false, signB = false, clamp = false>";
  MmaOpTypeInterface gfx11 = parseMma(
      std::string("!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32") + flags);
  MmaOpTypeInterface gfx12 = parseMma(
      std::string("!fly_rocdl.gfx120x.wmma<16x16x16, (f16, f16) -> f32") +
      flags);
  for (int64_t lane = 0; lane < 32; ++lane)
    for (int64_t v = 0; v < 8; ++v) {
      int64_t column = lane % 16, half = lane / 16;
      EXPECT_EQ(at(gfx11.getThrValLayout(MmaOperand::D), lane, v),
                2 * v + half + 16 * column);
      EXPECT_EQ(at(gfx12.getThrValLayout(MmaOperand::D), lane, v),
                8 * half + v + 16 * column);
    }
}

// Lane l of 16 reads row l and gets column l of the 16 rows, as often as the
// row has groups of 16 lanes' elements.
TEST_F(AtomLayoutTest, LdsReadTransTransposes) {
  for (auto [granularity, bits] :
       {std::pair<int64_t, int64_t>(16, 64), {8, 64}, {6, 96}, {4, 64}}) {
    auto type = cast<CopyOpTypeInterface>(parseType(
        "!fly_rocdl.cdna4.lds_read_trans<trans = " +
            std::to_string(granularity) + "b, " + std::to_string(bits) + ">",
        &context));
    std::string what = std::to_string(granularity) + " bits";
    Layout src = type.getThrBitLayout(CopySide::Src);
    Layout dst = type.getThrBitLayout(CopySide::Dst);
    expectCovers(src, 16, 16 * bits, 1, what + ", source");
    expectCovers(dst, 16, 16 * bits, 1, what + ", destination");
    for (int64_t lane = 0; lane < 16; ++lane)
      for (int64_t bit = 0; bit < bits; ++bit)
        EXPECT_EQ(at(dst, lane, bit), lane * granularity + bit % granularity +
                                          bit / granularity * 16 * granularity)
            << what;
  }
}

TEST_F(AtomLayoutTest, ValuesOfACopyAtom) {
  auto atom = cast<CopyAtomType>(parseType(
      "!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>",
      &context));
  EXPECT_EQ(atom.getThrValLayout(CopySide::Src).str(), "(16,4):(4,1)");
  EXPECT_EQ(atom.getThrValLayout(CopySide::Dst).str(), "(16,(1,4)):(1,(1,16))");
}

} // namespace
