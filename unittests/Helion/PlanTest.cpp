//===- PlanTest.cpp - Who holds which element -----------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lane-map oracle: enumerates every thread, vector and element of the
// layouts that plans make, and checks that each row and column has one owner.
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Plan.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::helion;

namespace {
class PlanTest : public ::testing::Test {
protected:
  PlanTest() {
    context.loadDialect<HelionDialect>();
    axes = {StringAttr::get(&context, "m"), StringAttr::get(&context, "n")};
    // Plans that don't fit are looked at, not printed.
    context.getDiagEngine().registerHandler([](Diagnostic &) {});
  }

  FailureOr<Plan> choose(const PlanRequest &request, StringRef chip) {
    return choosePlan(request, *fly::lookupTarget(chip),
                      [&] { return emitError(UnknownLoc::get(&context)); });
  }

  /// Counts for each element of the tile how often a thread holds it, and
  /// expects 1; expects nothing outside the tile.
  void expectBijection(const Plan &plan) {
    LayoutAttr layout = getLayout(&context, axes, 0, 1, plan);
    ASSERT_EQ(layout.getNumThreads(), plan.getThreads());
    ASSERT_EQ(layout.getVectorWidth(), plan.vectorWidth);
    ASSERT_EQ(layout.getNumVectors(), plan.vectors);
    ASSERT_EQ(layout.getTileShape(),
              (SmallVector<int64_t>{plan.rows, plan.getColumns()}));
    // One row's threads are neighbours, so that a reduction stays in as few
    // waves as possible.
    ASSERT_EQ(layout.getThreadsAlong(axes[1]), plan.threadsPerRow);
    int64_t columns = plan.getColumns();
    std::vector<uint8_t> owners(plan.rows * columns);
    for (int64_t thread = 0; thread < plan.getThreads(); ++thread) {
      for (int64_t vector = 0; vector < plan.vectors; ++vector) {
        for (int64_t element = 0; element < plan.vectorWidth; ++element) {
          SmallVector<int64_t> at =
              layout.getCoordinates(thread, vector, element);
          ASSERT_TRUE(at[0] >= 0 && at[0] < plan.rows && at[1] >= 0 &&
                      at[1] < columns);
          // The map of the design, written down independently.
          ASSERT_EQ(at[0], thread / plan.threadsPerRow);
          ASSERT_EQ(at[1], (vector * plan.threadsPerRow +
                            thread % plan.threadsPerRow) *
                                   plan.vectorWidth +
                               element);
          ++owners[at[0] * columns + at[1]];
        }
      }
    }
    for (uint8_t count : owners)
      ASSERT_EQ(count, 1);
  }

  MLIRContext context;
  SmallVector<StringAttr> axes;
};
} // namespace

// Every layout that can be written, whoever chooses it.
TEST_F(PlanTest, LayoutsAreBijections) {
  for (int64_t lanes = 1; lanes <= 1024; lanes *= 2)
    for (int64_t width : {1, 2, 4, 8})
      for (int64_t rows : {1, 2, 3, 16, 1024})
        for (int64_t vectors : {1, 3})
          if (rows * lanes <= 1024)
            expectBijection({rows, lanes, width, vectors});
}

// Row lengths around every power of two and multiple of a wave's share.
static std::vector<int64_t> getRowLengths() {
  std::vector<int64_t> lengths = {0,    1,    2,     3,     5,     7,    100,
                                  500,  700,  769,   1000,  1536,  2000, 5119,
                                  6244, 7680, 12671, 12672, 32767, 36864};
  for (int64_t power = 4; power <= 65536; power *= 2)
    for (int64_t delta : {-1, 0, 1})
      lengths.push_back(power + delta);
  return lengths;
}

// A persistent plan covers the row, wherever its window begins, within the
// limits of the chip. There is one whenever the row fits the registers, however
// many of them a column takes: 48 bits in a 16-bit rms_norm.
TEST_F(PlanTest, PersistentPlansCoverTheRow) {
  for (StringRef chip : {"gfx942", "gfx90a", "gfx950", "gfx1100", "gfx1201"}) {
    const fly::TargetInfo &target = *fly::lookupTarget(chip);
    for (Type type :
         {Type(BFloat16Type::get(&context)), Type(Float32Type::get(&context)),
          Type(Float64Type::get(&context))}) {
      unsigned bits = type.getIntOrFloatBitWidth();
      for (unsigned heldBits : {bits, 48u, 64u, 128u})
        for (int64_t length : getRowLengths()) {
          for (bool windowed : {false, true}) {
            PlanRequest request;
            request.kind = ColumnKind::Persistent;
            request.columns = length;
            request.narrowest = type;
            request.heldBits = std::max(heldBits, bits);
            request.windowed = windowed;
            int64_t width = 128 / bits;
            if (!fitsRegisters(request, width, target))
              continue;
            FailureOr<Plan> plan = choose(request, chip);
            ASSERT_TRUE(succeeded(plan)) << chip.str() << " " << length;
            EXPECT_EQ(plan->vectorWidth, width);
            EXPECT_GE(plan->getColumns(), length + (windowed ? width - 1 : 0));
            EXPECT_LE(plan->getThreads(), target.maxThreadsPerWorkgroup);
            EXPECT_LE(plan->vectors * width,
                      getColumnsPerThread(request.heldBits, plan->getThreads(),
                                          target));
            EXPECT_TRUE(llvm::isPowerOf2_64(plan->threadsPerRow));
            // No wave is left partly empty.
            EXPECT_EQ(plan->getThreads() % target.waveSize, 0);
          }
        }
    }
  }
}

// What vectorize chooses for the rows that the strategy has fixed is what the
// strategy had in mind.
TEST_F(PlanTest, TheRowsOfAPlanReproduceIt) {
  for (int64_t length : getRowLengths()) {
    for (std::optional<int64_t> totalRows :
         {std::optional<int64_t>(), std::optional<int64_t>(1),
          std::optional<int64_t>(3000), std::optional<int64_t>(1 << 20)}) {
      for (ColumnKind kind :
           {ColumnKind::Persistent, ColumnKind::Looped, ColumnKind::Grid}) {
        PlanRequest request;
        request.kind = kind;
        request.columns = length;
        request.totalRows = totalRows;
        request.narrowest = Float32Type::get(&context);
        request.windowed = true;
        FailureOr<Plan> first = choose(request, "gfx942");
        if (failed(first))
          continue;
        request.rows = first->rows;
        if (kind != ColumnKind::Persistent)
          request.block = first->getColumns();
        FailureOr<Plan> second = choose(request, "gfx942");
        ASSERT_TRUE(succeeded(second));
        EXPECT_EQ(first->getColumns(), second->getColumns()) << length;
        EXPECT_LE(second->getThreads(), 1024);
        if (kind == ColumnKind::Persistent) {
          EXPECT_EQ(first->threadsPerRow, second->threadsPerRow);
          EXPECT_EQ(first->vectors, second->vectors);
        }
      }
    }
  }
}

// With few rows, workgroups shrink to one wave and no further.
TEST_F(PlanTest, FewRowsGetSmallWorkgroups) {
  PlanRequest request;
  request.kind = ColumnKind::Persistent;
  request.columns = 64;
  request.narrowest = BFloat16Type::get(&context);
  FailureOr<Plan> many = choose(request, "gfx942");
  request.totalRows = 64;
  FailureOr<Plan> few = choose(request, "gfx942");
  ASSERT_TRUE(succeeded(many) && succeeded(few));
  EXPECT_EQ(many->getThreads(), 256);
  EXPECT_EQ(few->getThreads(), 64);
}

// Half of the 128 registers that each of 1024 threads has: 64 columns of 32
// bits, 32 of 64; of 16 bits somewhat less than the 128 that would fit packed.
TEST_F(PlanTest, RegisterBudget) {
  const fly::TargetInfo &target = *fly::lookupTarget("gfx942");
  EXPECT_EQ(getColumnsPerThread(16, 1024, target), 85);
  EXPECT_EQ(getColumnsPerThread(32, 1024, target), 64);
  EXPECT_EQ(getColumnsPerThread(64, 1024, target), 32);
  PlanRequest request;
  request.kind = ColumnKind::Persistent;
  request.columns = 65536;
  EXPECT_TRUE(fitsRegisters(request, 4, target));
  request.columns = 65537;
  EXPECT_FALSE(fitsRegisters(request, 4, target));
  request.columns = std::nullopt;
  EXPECT_FALSE(fitsRegisters(request, 4, target));
}
