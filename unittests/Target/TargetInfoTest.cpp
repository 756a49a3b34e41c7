//===- TargetInfoTest.cpp - Tests of the chip table -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/TargetInfo.h"
#include "Target/ChipFigures.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fly;

namespace {

// The sizes that the strategies reckon with; a wrong one gives a kernel that
// doesn't launch.
TEST(TargetInfo, WaveSizesAndLimits) {
  struct Expected {
    StringRef chip;
    unsigned wave, lds, vgprs;
  };
  for (const Expected &expected :
       {Expected{"gfx90a", 64, 65536, 512}, Expected{"gfx942", 64, 65536, 512},
        Expected{"gfx950", 64, 163840, 512},
        Expected{"gfx1100", 32, 65536, 256},
        Expected{"gfx1201", 32, 65536, 256}}) {
    const TargetInfo *info = lookupTarget(expected.chip);
    ASSERT_NE(info, nullptr) << expected.chip.str();
    EXPECT_EQ(info->waveSize, expected.wave);
    EXPECT_EQ(info->ldsBytes, expected.lds);
    EXPECT_EQ(info->vgprsPerLane, expected.vgprs);
    EXPECT_EQ(info->maxThreadsPerWorkgroup, 1024u);
    EXPECT_EQ(info->maxWavesPerWorkgroup(), 1024u / expected.wave);
    EXPECT_EQ(info->isCDNA(), expected.wave == 64);
  }
}

// The words that MLIR's AMDGPUToROCDL writes for `amdgpu.fat_raw_buffer_cast`.
TEST(TargetInfo, BufferDescriptorWords) {
  EXPECT_EQ(lookupTarget("gfx90a")->rawBufferFlags, 0x00027000u);
  EXPECT_EQ(lookupTarget("gfx942")->rawBufferFlags, 0x00027000u);
  EXPECT_EQ(lookupTarget("gfx950")->rawBufferFlags, 0x00027000u);
  EXPECT_EQ(lookupTarget("gfx1100")->rawBufferFlags, 0x31027000u);
  EXPECT_EQ(lookupTarget("gfx1201")->rawBufferFlags, 0x31027000u);
}

// Reports ask for the figures of every chip. The products of clock, lanes and
// two operations a cycle are the vendor's peaks of f32 arithmetic without
// packed or dual instructions.
TEST(ChipFigures, EveryChipHasSome) {
  for (const TargetInfo &target : getKnownTargets()) {
    const ChipFigures *figures = lookupChipFigures(target.chip);
    ASSERT_NE(figures, nullptr) << target.chip.str();
    double simds = double(target.computeUnits) * target.simdsPerCU;
    double teraflops = 2e-12 * simds * figures->lanesPerCycle * figures->clock;
    EXPECT_GT(teraflops, 20) << target.chip.str();
    EXPECT_LT(teraflops, 100) << target.chip.str();
  }
  const ChipFigures *figures = lookupChipFigures("gfx942");
  // Half of the 163.4 that packed instructions reach.
  EXPECT_NEAR(2e-12 * 304 * 4 * 16 * figures->clock, 163.4 / 2, 0.1);
  EXPECT_EQ(lookupChipFigures("gfx1"), nullptr);
}

TEST(TargetInfo, VectorWidthIs128Bits) {
  const TargetInfo *info = lookupTarget("gfx942");
  EXPECT_EQ(info->maxVectorWidth(16), 8u);
  EXPECT_EQ(info->maxVectorWidth(32), 4u);
  EXPECT_EQ(info->maxVectorWidth(64), 2u);
  EXPECT_EQ(info->maxVectorWidth(256), 0u);
}

// A workgroup of 1024 threads puts four waves on each SIMD, so each lane has
// a quarter of the file; a small one is limited by what a lane can address.
TEST(TargetInfo, RegisterBudget) {
  EXPECT_EQ(lookupTarget("gfx942")->vgprBudget(1024), 128u);
  EXPECT_EQ(lookupTarget("gfx942")->vgprBudget(512), 256u);
  EXPECT_EQ(lookupTarget("gfx942")->vgprBudget(64), 512u);
  EXPECT_EQ(lookupTarget("gfx1100")->vgprBudget(1024), 192u);
  EXPECT_EQ(lookupTarget("gfx1100")->vgprBudget(32), 256u);
}

// The list is what a user is shown, so it stays complete and sorted.
TEST(TargetInfo, KnownTargetsAreSortedByName) {
  ArrayRef<TargetInfo> targets = getKnownTargets();
  ASSERT_EQ(targets.size(), 5u);
  for (unsigned i = 1; i < targets.size(); ++i)
    EXPECT_LT(targets[i - 1].chip, targets[i].chip);
}

TEST(TargetInfo, UnknownChipNamesTheKnownOnes) {
  EXPECT_EQ(lookupTarget("gfx9999"), nullptr);
  MLIRContext context;
  std::string text;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    text = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(lookupTarget(
      "gfx9999", [&] { return emitError(UnknownLoc::get(&context)); })));
  EXPECT_EQ(text, "unknown chip 'gfx9999'; known chips are gfx1100, gfx1201, "
                  "gfx90a, gfx942, gfx950");
}

} // namespace
