//===- WaveOpsTest.cpp - Cross-lane operations ----------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <numeric>

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

const char *const dppDeclaration =
    "declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)\n";

/// Lane i holds 100 + i; lanes without a source keep 7.
std::vector<int> runDpp(const std::string &chip, unsigned control,
                        unsigned rowMask = 15, unsigned bankMask = 15,
                        bool boundControl = false) {
  ChipModel model = makeChip(chip);
  std::vector<int> input(model.waveSize);
  std::iota(input.begin(), input.end(), 100);
  return runMap(
      makeMap(
          "  %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %v, i32 " +
              std::to_string(control) + ", i32 " + std::to_string(rowMask) +
              ", i32 " + std::to_string(bankMask) + ", i1 " +
              (boundControl ? "true" : "false") + ")\n",
          dppDeclaration),
      model, input);
}

/// `source(i)` is the lane that lane i reads, or -1.
void expectSources(const std::vector<int> &actual,
                   llvm::function_ref<int(int)> source, int invalid = 7) {
  for (int i = 0; i < int(actual.size()); ++i)
    EXPECT_EQ(actual[i], source(i) < 0 ? invalid : 100 + source(i))
        << "lane " << i;
}

int rowOf(int lane) { return lane & ~15; }

// The controls that all chips have.
TEST(Dpp, CommonControls) {
  for (const char *chip : {"gfx942", "gfx1100"}) {
    expectSources(runDpp(chip, 0x1b), [](int i) { return i ^ 3; });
    expectSources(runDpp(chip, 0xb1), [](int i) { return i ^ 1; });
    expectSources(runDpp(chip, 0x103),
                  [](int i) { return i % 16 < 13 ? i + 3 : -1; });
    expectSources(runDpp(chip, 0x112),
                  [](int i) { return i % 16 >= 2 ? i - 2 : -1; });
    expectSources(runDpp(chip, 0x125),
                  [](int i) { return rowOf(i) + (i + 11) % 16; });
    expectSources(runDpp(chip, 0x140), [](int i) { return i ^ 15; });
    expectSources(runDpp(chip, 0x141), [](int i) { return i ^ 7; });
  }
}

// Whole-wave shifts and row broadcasts exist before gfx10 only.
TEST(Dpp, ControlsOfGfx9) {
  expectSources(runDpp("gfx942", 0x130),
                [](int i) { return i < 63 ? i + 1 : -1; });
  expectSources(runDpp("gfx942", 0x134), [](int i) { return (i + 1) % 64; });
  expectSources(runDpp("gfx942", 0x138), [](int i) { return i - 1; });
  expectSources(runDpp("gfx942", 0x13c), [](int i) { return (i + 63) % 64; });
  expectSources(runDpp("gfx942", 0x142),
                [](int i) { return i < 16 ? -1 : rowOf(i) - 1; });
  expectSources(runDpp("gfx942", 0x143),
                [](int i) { return i < 32 ? -1 : 31; });
  expectSources(runDpp("gfx942", 0x153), [](int i) { return rowOf(i) + 3; });
}

// Row share and xmask replace them.
TEST(Dpp, ControlsOfGfx10) {
  expectSources(runDpp("gfx1100", 0x15c), [](int i) { return rowOf(i) + 12; });
  expectSources(runDpp("gfx1201", 0x165), [](int i) { return i ^ 5; });
}

// A control of the other generation would be silently wrong on hardware.
TEST(Dpp, ForeignControlIsAnError) {
  auto loadControl = [](const char *chip, unsigned control) {
    auto program = load(
        makeMap("  %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %v, "
                "i32 " +
                    std::to_string(control) + ", i32 15, i32 15, i1 true)\n",
                dppDeclaration),
        makeChip(chip));
    return program ? std::string() : llvm::toString(program.takeError());
  };
  EXPECT_NE(loadControl("gfx1100", 0x142)
                .find("DPP control 0x142 does not exist on gfx1100"),
            std::string::npos);
  EXPECT_NE(loadControl("gfx942", 0x161).find("does not exist on gfx942"),
            std::string::npos);
}

// Lanes outside the masks keep the old value even under bound control.
TEST(Dpp, MasksAndBoundControl) {
  expectSources(runDpp("gfx942", 0x1b, /*rowMask=*/5),
                [](int i) { return i / 16 % 2 ? -1 : i ^ 3; });
  expectSources(runDpp("gfx942", 0x1b, 15, /*bankMask=*/8),
                [](int i) { return i / 4 % 4 == 3 ? i ^ 3 : -1; });
  std::vector<int> bound = runDpp("gfx942", 0x111, /*rowMask=*/14, 15, true);
  EXPECT_EQ(bound[0], 7);
  EXPECT_EQ(bound[16], 0);
  EXPECT_EQ(bound[17], 116);
}

// A lane that the branch turned off is no source: old value, or zero.
TEST(Dpp, InactiveSource) {
  for (bool bound : {false, true}) {
    std::string module = makeModule(
        R"(define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        entry:
          %t = call i32 @llvm.amdgcn.workitem.id.x()
          %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
          %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
          %v = load i32, ptr addrspace(1) %p
          %even = icmp ult i32 %t, 4
          br i1 %even, label %then, label %end
        then:
          %d = call i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %v, i32 257, i32 15, i32 15, i1 )" +
        std::string(bound ? "true" : "false") + R"()
          br label %end
        end:
          %r = phi i32 [ -1, %entry ], [ %d, %then ]
          store i32 %r, ptr addrspace(1) %q
          ret void
        }
        declare i32 @llvm.amdgcn.workitem.id.x()
        )" +
        dppDeclaration);
    std::vector<int> input(64);
    std::iota(input.begin(), input.end(), 100);
    std::vector<int> output = runMap(module, makeChip("gfx942"), input);
    EXPECT_EQ(output[2], 103);
    EXPECT_EQ(output[3], bound ? 0 : 7);
    EXPECT_EQ(output[4], -1);
  }
}

// Values narrower and wider than a register take the same way.
TEST(Dpp, OtherWidths) {
  std::string compute =
      "  %r = call i64 @llvm.amdgcn.update.dpp.i64(i64 0, i64 %v, i32 27, i32 "
      "15, i32 15, i1 true)\n";
  std::vector<int64_t> input(32);
  for (int i = 0; i < 32; ++i)
    input[i] = (int64_t(i) << 40) | i;
  std::vector<int64_t> output =
      runMap(makeMap(compute,
                     "declare i64 @llvm.amdgcn.update.dpp.i64(i64, i64, i32, "
                     "i32, i32, i1)\n",
                     "i64"),
             makeChip("gfx1100"), input);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(output[i], input[i ^ 3]);
}

std::string sumStep(unsigned step, const std::string &control,
                    const std::string &rowMask, bool bound) {
  std::string from = std::to_string(step), to = std::to_string(step + 1);
  return "  %d" + from +
         " = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %s" + from +
         ", i32 " + control + ", i32 " + rowMask + ", i32 15, i1 " +
         (bound ? "true" : "false") + ")\n  %s" + to + " = add i32 %s" + from +
         ", %d" + from + "\n";
}

// The classic sum over a wave64: shifts within rows, then broadcasts.
TEST(Reduction, SumOfWave64) {
  std::string compute = "  %s0 = add i32 %v, 0\n";
  compute += sumStep(0, "273", "15", false) + sumStep(1, "274", "15", false) +
             sumStep(2, "276", "15", false) + sumStep(3, "280", "15", false) +
             sumStep(4, "322", "10", false) + sumStep(5, "323", "12", false);
  compute += "  %r = call i32 @llvm.amdgcn.readlane.i32(i32 %s6, i32 63)\n";
  std::vector<int> input(128);
  std::iota(input.begin(), input.end(), 1);
  std::vector<int> output = runMap(
      makeMap(compute, std::string(dppDeclaration) +
                           "declare i32 @llvm.amdgcn.readlane.i32(i32, i32)\n"),
      makeChip("gfx942"), input);
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(output[i], i < 64 ? 64 * 65 / 2 : 64 * 65 / 2 + 64 * 64);
}

// On wave32 rows are crossed by permlanex16.
TEST(Reduction, SumOfWave32) {
  std::string compute = "  %s0 = add i32 %v, 0\n";
  compute += sumStep(0, "177", "15", true) + sumStep(1, "78", "15", true) +
             sumStep(2, "321", "15", true) + sumStep(3, "320", "15", true);
  compute += "  %o = call i32 @llvm.amdgcn.permlanex16.i32(i32 0, i32 %s4, i32 "
             "-1, i32 -1, i1 false, i1 false)\n  %r = add i32 %s4, %o\n";
  std::vector<int> input(64);
  std::iota(input.begin(), input.end(), 1);
  std::vector<int> output = runMap(
      makeMap(compute, std::string(dppDeclaration) +
                           "declare i32 @llvm.amdgcn.permlanex16.i32(i32, i32, "
                           "i32, i32, i1, i1)\n"),
      makeChip("gfx1100"), input);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(output[i], i < 32 ? 32 * 33 / 2 : 32 * 33 / 2 + 32 * 32);
}

// Pull: any lane; the address is in bytes and wraps at the wave size.
TEST(Permute, BPermute) {
  std::vector<int> input(64);
  std::iota(input.begin(), input.end(), 100);
  std::vector<int> output = runMap(
      makeMap("  %s = xor i32 %t, 37\n  %a0 = shl i32 %s, 2\n"
              "  %a = add i32 %a0, 256\n"
              "  %r = call i32 @llvm.amdgcn.ds.bpermute(i32 %a, i32 %v)\n",
              "declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)\n"),
      makeChip("gfx942"), input);
  expectSources(output, [](int i) { return i ^ 37; });
}

// Push: the highest lane wins, lanes that nobody writes get zero.
TEST(Permute, Permute) {
  std::vector<int> input(64);
  std::iota(input.begin(), input.end(), 100);
  std::vector<int> output = runMap(
      makeMap("  %h = lshr i32 %t, 1\n  %a = shl i32 %h, 2\n"
              "  %r = call i32 @llvm.amdgcn.ds.permute(i32 %a, i32 %v)\n",
              "declare i32 @llvm.amdgcn.ds.permute(i32, i32)\n"),
      makeChip("gfx942"), input);
  expectSources(output, [](int i) { return i < 32 ? 2 * i + 1 : -1; }, 0);
}

// Swizzle: bit masks, quad permutation and rotation within 32 lanes.
TEST(Permute, Swizzle) {
  auto swizzle = [](unsigned pattern) {
    std::vector<int> input(64);
    std::iota(input.begin(), input.end(), 100);
    return runMap(
        makeMap("  %r = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 " +
                    std::to_string(pattern) + ")\n",
                "declare i32 @llvm.amdgcn.ds.swizzle(i32, i32)\n"),
        makeChip("gfx942"), input);
  };
  expectSources(swizzle(0x3e0), [](int i) { return i | 31; });
  expectSources(swizzle(0x401f), [](int i) { return i ^ 16; });
  expectSources(swizzle(0x80b1), [](int i) { return i ^ 1; });
  expectSources(swizzle(0xc080),
                [](int i) { return (i & 32) | ((i + 4) & 31); });
}

TEST(Permute, Permlane16) {
  std::vector<int> input(32);
  std::iota(input.begin(), input.end(), 100);
  // The selectors reverse the lanes of a row.
  std::vector<int> output = runMap(
      makeMap("  %r = call i32 @llvm.amdgcn.permlane16.i32(i32 0, i32 %v, i32 "
              "-1985229329, i32 19088743, i1 false, i1 false)\n",
              "declare i32 @llvm.amdgcn.permlane16.i32(i32, i32, i32, i32, i1, "
              "i1)\n"),
      makeChip("gfx1100"), input);
  expectSources(output, [](int i) { return i ^ 15; });
}

// Odd blocks of the first operand change places with even ones of the second.
TEST(Permute, Swaps) {
  for (int block : {16, 32}) {
    for (int part : {0, 1}) {
      std::string name =
          "@llvm.amdgcn.permlane" + std::to_string(block) + ".swap";
      std::vector<int> input(64);
      std::iota(input.begin(), input.end(), 100);
      std::vector<int> output = runMap(
          makeMap("  %w = add i32 %v, 1000\n  %s = call { i32, i32 } " + name +
                      "(i32 %v, i32 %w, i1 false, i1 false)\n"
                      "  %r = extractvalue { i32, i32 } %s, " +
                      std::to_string(part) + "\n",
                  "declare { i32, i32 } " + name + "(i32, i32, i1, i1)\n"),
          makeChip("gfx950"), input);
      for (int i = 0; i < 64; ++i) {
        bool odd = i & block;
        int expected = part == 0 ? (odd ? 1100 + (i ^ block) : 100 + i)
                                 : (odd ? 1100 + i : 100 + (i ^ block));
        EXPECT_EQ(output[i], expected) << "lane " << i;
      }
    }
  }
}

// Ballot sees the active lanes; mbcnt numbers them.
TEST(Lanes, BallotAndMbcnt) {
  std::vector<int> input(64);
  for (int i = 0; i < 64; ++i)
    input[i] = i % 3 == 0;
  std::vector<int> output =
      runMap(makeMap("  %c = icmp ne i32 %v, 0\n"
                     "  %m = call i64 @llvm.amdgcn.ballot.i64(i1 %c)\n"
                     "  %lo = trunc i64 %m to i32\n  %s = lshr i64 %m, 32\n"
                     "  %hi = trunc i64 %s to i32\n"
                     "  %n = call i32 @llvm.amdgcn.mbcnt.lo(i32 %lo, i32 0)\n"
                     "  %r = call i32 @llvm.amdgcn.mbcnt.hi(i32 %hi, i32 %n)\n",
                     "declare i64 @llvm.amdgcn.ballot.i64(i1)\n"
                     "declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)\n"
                     "declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)\n"),
             makeChip("gfx942"), input);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(output[i], (i + 2) / 3);
}

TEST(Lanes, WriteLaneAndReadFirst) {
  std::vector<int> input(64);
  std::iota(input.begin(), input.end(), 100);
  std::vector<int> output = runMap(
      makeMap("  %w = call i32 @llvm.amdgcn.writelane.i32(i32 5, i32 0, i32 "
              "%v)\n"
              "  %f = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %w)\n"
              "  %r = add i32 %w, %f\n",
              "declare i32 @llvm.amdgcn.writelane.i32(i32, i32, i32)\n"
              "declare i32 @llvm.amdgcn.readfirstlane.i32(i32)\n"),
      makeChip("gfx942"), input);
  EXPECT_EQ(output[0], 10);
  EXPECT_EQ(output[9], 114);
}

TEST(Lanes, WaveReduce) {
  std::vector<int> input(64);
  for (int i = 0; i < 64; ++i)
    input[i] = 20 - i;
  auto reduce = [&](const std::string &op) {
    return runMap(makeMap("  %r = call i32 @llvm.amdgcn.wave.reduce." + op +
                              ".i32(i32 %v, i32 0)\n",
                          "declare i32 @llvm.amdgcn.wave.reduce." + op +
                              ".i32(i32, i32 immarg)\n"),
                  makeChip("gfx942"), input)[11];
  };
  EXPECT_EQ(reduce("min"), -43);
  EXPECT_EQ(reduce("max"), 20);
  EXPECT_EQ(reduce("umax"), -1);
  EXPECT_EQ(reduce("add"), 64 * 20 - 63 * 32);
}

// After a loop whose trip count differs by lane all lanes meet again, and
// inside it only those that are still there.
TEST(Divergence, LoopsReconverge) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
    entry:
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      %v = load i32, ptr addrspace(1) %p
      br label %head
    head:
      %i = phi i32 [ 0, %entry ], [ %i1, %body ]
      %s = phi i32 [ 0, %entry ], [ %s1, %body ]
      %more = icmp ult i32 %i, %v
      br i1 %more, label %body, label %done
    done:
      %all = call i64 @llvm.amdgcn.ballot.i64(i1 true)
      %all32 = trunc i64 %all to i32
      %a = call i32 @llvm.ctpop.i32(i32 %all32)
      %b = mul i32 %a, 1000
      %r = add i32 %b, %s
      store i32 %r, ptr addrspace(1) %q
      ret void
    body:
      %m = call i64 @llvm.amdgcn.ballot.i64(i1 true)
      %n64 = call i64 @llvm.ctpop.i64(i64 %m)
      %n = trunc i64 %n64 to i32
      %s1 = add i32 %s, %n
      %i1 = add i32 %i, 1
      br label %head
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare i64 @llvm.amdgcn.ballot.i64(i1)
    declare i32 @llvm.ctpop.i32(i32)
    declare i64 @llvm.ctpop.i64(i64)
  )");
  std::vector<int> input(64);
  for (int i = 0; i < 64; ++i)
    input[i] = i % 4;
  std::vector<int> output = runMap(module, makeChip("gfx942"), input);
  // 48 lanes run the first trip, 32 the second, 16 the third.
  const int sums[] = {0, 48, 80, 96};
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(output[i], 32000 + sums[i % 4]) << "lane " << i;
}

// A lane that has nothing to do in one trip must not meet the others in the
// next: half of the lanes are active in every trip.
TEST(Divergence, TripsDontMix) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
    entry:
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      br label %head
    head:
      %i = phi i32 [ 0, %entry ], [ %i1, %skip ], [ %i1, %work ]
      %s = phi i32 [ 0, %entry ], [ %s, %skip ], [ %s1, %work ]
      %i1 = add i32 %i, 1
      %more = icmp ult i32 %i, 4
      br i1 %more, label %body, label %done
    body:
      %p = add i32 %i, %t
      %b = and i32 %p, 1
      %c = icmp eq i32 %b, 0
      br i1 %c, label %skip, label %work
    skip:
      br label %head
    work:
      %m = call i64 @llvm.amdgcn.ballot.i64(i1 true)
      %n64 = call i64 @llvm.ctpop.i64(i64 %m)
      %n = trunc i64 %n64 to i32
      %s1 = add i32 %s, %n
      br label %head
    done:
      store i32 %s, ptr addrspace(1) %q
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare i64 @llvm.amdgcn.ballot.i64(i1)
    declare i64 @llvm.ctpop.i64(i64)
  )");
  std::vector<int> output =
      runMap(module, makeChip("gfx942"), std::vector<int>(64));
  EXPECT_EQ(output, std::vector<int>(64, 64));
}

} // namespace
