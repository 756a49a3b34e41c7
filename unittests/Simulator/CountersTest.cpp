//===- CountersTest.cpp - Counters per line, banks and instructions -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "llvm/Support/JSON.h"

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

/// Every lane stores to and loads from LDS `width` bytes at an offset `%o` that
/// is computed from its number `%t`.
static Counters runLdsAt(const std::string &chipName, unsigned width,
                         const std::string &offset, unsigned banks = 32) {
  std::string type =
      width == 4 ? "float" : "<" + std::to_string(width / 4) + " x float>";
  std::string text = R"(
@lds = internal addrspace(3) global [65536 x i8] poison, align 16
define amdgpu_kernel void @k() {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  OFFSET
  %p = getelementptr i8, ptr addrspace(3) @lds, i32 %o
  store TYPE zeroinitializer, ptr addrspace(3) %p, align 4
  call void @llvm.amdgcn.s.barrier()
  %v = load volatile TYPE, ptr addrspace(3) %p, align 4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
)";
  auto replace = [&](const std::string &what, const std::string &with) {
    for (size_t at; (at = text.find(what)) != std::string::npos;)
      text.replace(at, what.size(), with);
  };
  replace("OFFSET", offset);
  replace("TYPE", type);
  ChipModel chip = makeChip(chipName);
  chip.ldsBanks = banks;
  Memory memory;
  Report report = run(mustLoad(makeModule(text), chip), memory,
                      makeLaunch(chip.waveSize, {}));
  // Lanes of a broadcast all store the same zeros.
  EXPECT_TRUE(report.ok()) << toString(report);
  return report.counters;
}

static Counters runLds(const std::string &chipName, unsigned width,
                       unsigned stride, unsigned banks = 32) {
  return runLdsAt(chipName, width, "%o = mul i32 %t, " + std::to_string(stride),
                  banks);
}

// Neighbouring words lie in different banks: half a wave of 64 lanes per pass.
TEST(CountersTest, BanksWithoutConflicts) {
  for (unsigned width : {4, 8, 16}) {
    Counters counters = runLds("gfx942", width, width);
    EXPECT_EQ(counters.ldsStore.bankPasses, 64 * width / 128) << width;
    EXPECT_EQ(counters.ldsStore.bankConflicts, 0U) << width;
    EXPECT_EQ(counters.ldsLoad.bankPasses, 64 * width / 128) << width;
    EXPECT_EQ(counters.ldsLoad.bankConflicts, 0U) << width;
    counters = runLds("gfx1100", width, width);
    EXPECT_EQ(counters.ldsLoad.bankPasses, 32 * width / 128) << width;
    EXPECT_EQ(counters.ldsLoad.bankConflicts, 0U) << width;
  }
}

// With 64 banks a pass serves twice as many lanes.
TEST(CountersTest, SixtyFourBanks) {
  for (unsigned width : {4, 8, 16}) {
    Counters counters = runLds("gfx950", width, width, /*banks=*/64);
    EXPECT_EQ(counters.ldsLoad.bankPasses, 64 * width / 256) << width;
    EXPECT_EQ(counters.ldsLoad.bankConflicts, 0U) << width;
  }
}

// A row of 128 bytes per lane puts all lanes into the same bank, one word more
// spreads them again.
TEST(CountersTest, BankConflictsOfColumns) {
  Counters counters = runLds("gfx942", 4, 128);
  EXPECT_EQ(counters.ldsLoad.bankPasses, 64U);
  EXPECT_EQ(counters.ldsLoad.bankConflicts, 62U);
  counters = runLds("gfx942", 4, 132);
  EXPECT_EQ(counters.ldsLoad.bankConflicts, 0U);
  // Every second bank: two lanes each.
  counters = runLds("gfx942", 4, 8);
  EXPECT_EQ(counters.ldsLoad.bankPasses, 4U);
  EXPECT_EQ(counters.ldsLoad.bankConflicts, 2U);
}

// One word for all lanes is a broadcast.
TEST(CountersTest, BroadcastIsNoConflict) {
  Counters counters = runLds("gfx942", 4, 0);
  EXPECT_EQ(counters.ldsLoad.bankPasses, 2U);
  EXPECT_EQ(counters.ldsLoad.bankConflicts, 0U);
}

// Reads of 16 bytes pair other quads of lanes than writes: here every quad has
// the banks of its neighbour, but not those of the quad that a read pairs it
// with.
TEST(CountersTest, PassesOfWideReads) {
  Counters counters = runLdsAt("gfx942", 16, R"(
  %column = and i32 %t, 3
  %row = lshr i32 %t, 2
  %half = and i32 %row, 4
  %slot = or i32 %column, %half
  %in = shl i32 %slot, 4
  %out = shl i32 %row, 7
  %o = add i32 %in, %out)");
  EXPECT_EQ(counters.ldsStore.bankPasses, 16U);
  EXPECT_EQ(counters.ldsStore.bankConflicts, 8U);
  EXPECT_EQ(counters.ldsLoad.bankPasses, 8U);
  EXPECT_EQ(counters.ldsLoad.bankConflicts, 0U);
}

// Atomics on one word can't be merged.
TEST(CountersTest, AtomicsOnOneWord) {
  std::string text = R"(
@lds = internal addrspace(3) global i32 poison, align 4
define amdgpu_kernel void @k() {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp eq i32 %t, 0
  br i1 %c, label %init, label %go
init:
  store i32 0, ptr addrspace(3) @lds
  br label %go
go:
  call void @llvm.amdgcn.s.barrier()
  %v = atomicrmw add ptr addrspace(3) @lds, i32 1 monotonic
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
)";
  Memory memory;
  Report report = run(mustLoad(makeModule(text), makeChip("gfx942")), memory,
                      makeLaunch(64, {}));
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(report.counters.ldsAtomic.waveAccesses, 1U);
  EXPECT_EQ(report.counters.ldsAtomic.bankPasses, 64U);
}

/// A kernel with debug locations, in the lines 10 to 20 of "k.py".
static const char *const lined = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) !dbg !4 {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !10
  %g = call i32 @llvm.amdgcn.workgroup.id.x(), !dbg !10
  %b = shl i32 %g, 6, !dbg !10
  %i = add i32 %b, %t, !dbg !10
  %p = getelementptr float, ptr addrspace(1) %x, i32 %i, !dbg !11
  %v = load float, ptr addrspace(1) %p, !dbg !11
  %c = icmp ult i32 %t, 8, !dbg !12
  br i1 %c, label %then, label %join, !dbg !12
then:
  %e = call float @llvm.amdgcn.exp2.f32(float %v), !dbg !13
  br label %join
join:
  %r = phi float [ %v, %entry ], [ %e, %then ]
  %s = fadd float %r, 1.0, !dbg !14
  br label %loop
loop:
  %n = phi i32 [ 0, %join ], [ %n1, %loop ]
  %a = phi float [ %s, %join ], [ %a1, %loop ]
  %a1 = fmul float %a, 2.0, !dbg !15
  %n1 = add i32 %n, 1, !dbg !15
  %m = icmp ult i32 %n1, 5, !dbg !15
  br i1 %m, label %loop, label %exit, !dbg !15
exit:
  %q = getelementptr float, ptr addrspace(1) %y, i32 %i, !dbg !16
  store float %a1, ptr addrspace(1) %q, !dbg !16
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare float @llvm.amdgcn.exp2.f32(float)
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "k.py", directory: ".")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", file: !2, line: 9, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 10, column: 3, scope: !4)
!11 = !DILocation(line: 11, column: 3, scope: !4)
!12 = !DILocation(line: 12, column: 3, scope: !4)
!13 = !DILocation(line: 13, column: 3, scope: !4)
!14 = !DILocation(line: 14, column: 3, scope: !4)
!15 = !DILocation(line: 15, column: 3, scope: !4)
!16 = !DILocation(line: 16, column: 3, scope: !4)
)";

static Counters runLined(uint64_t seed = 0, unsigned threads = 1) {
  Options options;
  options.seed = seed;
  options.threads = threads;
  Memory memory;
  uint64_t x = upload(memory, std::vector<float>(512), "x");
  uint64_t y = upload(memory, std::vector<float>(512), "y");
  Report report =
      run(mustLoad(makeModule(lined), makeChip("gfx942"), options), memory,
          makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)}, 8));
  EXPECT_TRUE(report.ok()) << toString(report);
  return report.counters;
}

static std::string toJSONText(const CodeCounters &counters) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << llvm::json::Value(toJSON(counters));
  return text;
}

// Eight workgroups of one wave.
TEST(CountersTest, CountersPerLine) {
  Counters counters = runLined();
  auto line = [&](unsigned number) { return counters.lines[{"k.py", number}]; };
  EXPECT_EQ(line(11).globalLoad.waveAccesses, 8U);
  EXPECT_EQ(line(11).globalLoad.segments64, 8U * 4);
  EXPECT_EQ(line(11).globalStore.waveAccesses, 0U);
  EXPECT_EQ(line(16).globalStore.bytes, 8U * 64 * 4);
  EXPECT_EQ(line(16)[InstructionClass::VectorMemory].waves, 8U);
  // What doesn't depend on the lane is scalar.
  EXPECT_EQ(line(10)[InstructionClass::Scalar].waves, 8U);
  EXPECT_EQ(line(10)[InstructionClass::Vector].waves, 8U);
  EXPECT_EQ(line(12)[InstructionClass::Branch].waves, 8U);
  // The sums are those of the lines.
  CodeCounters sum;
  for (const auto &[where, code] : counters.lines)
    sum.add(code);
  EXPECT_EQ(toJSONText(sum), toJSONText(counters));
}

// A branch that 8 of 64 lanes take is one wave instruction of 8 lanes; all
// lanes are back behind it, although some got there earlier.
TEST(CountersTest, Divergence) {
  Counters counters = runLined();
  auto line = [&](unsigned number) { return counters.lines[{"k.py", number}]; };
  EXPECT_EQ(line(13)[InstructionClass::Transcendental].waves, 8U);
  EXPECT_EQ(line(13)[InstructionClass::Transcendental].lanes, 8U * 8);
  EXPECT_EQ(line(14)[InstructionClass::Vector].waves, 8U);
  EXPECT_EQ(line(14)[InstructionClass::Vector].lanes, 8U * 64);
  EXPECT_EQ(line(15)[InstructionClass::Vector].waves, 8U * 5);
  EXPECT_EQ(line(15)[InstructionClass::Vector].lanes, 8U * 5 * 64);
  EXPECT_EQ(line(15)[InstructionClass::Scalar].waves, 8U * 5 * 2);
  InstructionCounters lanes = line(13).getLaneInstructions();
  EXPECT_EQ(lanes.lanes * 8, lanes.waves * 64);
}

// Not on the schedule, nor on the number of host threads.
TEST(CountersTest, RepeatableCounters) {
  std::string first = toJSONText(runLined());
  EXPECT_EQ(toJSONText(runLined(7, 1)), first);
  EXPECT_EQ(toJSONText(runLined(0, 4)), first);
}

// Lanes that leave a loop at different trips: as many trips as the last lane's.
TEST(CountersTest, DivergentLoop) {
  std::string text = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %x) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %f = phi float [ 1.0, %entry ], [ %f1, %loop ]
  %f1 = call float @llvm.amdgcn.exp2.f32(float %f)
  %n1 = add i32 %n, 1
  %c = icmp ule i32 %n1, %t
  br i1 %c, label %loop, label %exit
exit:
  %p = getelementptr float, ptr addrspace(1) %x, i32 %t
  store float %f1, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.amdgcn.exp2.f32(float)
)";
  Memory memory;
  uint64_t x = upload(memory, std::vector<float>(32), "x");
  Report report = run(mustLoad(makeModule(text), makeChip("gfx1100")), memory,
                      makeLaunch(32, {KernelArg::of(x)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  const InstructionCounters &executed =
      report.counters[InstructionClass::Transcendental];
  EXPECT_EQ(executed.waves, 32U);
  EXPECT_EQ(executed.lanes, 32U * 33 / 2);
}

// What lanes did together counts once, although some of them go on to a store
// and the others to the end.
TEST(CountersTest, LanesThatPart) {
  std::string text = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %x) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 48
  br i1 %c, label %inside, label %exit
inside:
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  store i32 %t, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
)";
  Memory memory;
  uint64_t x = upload(memory, std::vector<uint32_t>(48), "x");
  Report report = run(mustLoad(makeModule(text), makeChip("gfx942")), memory,
                      makeLaunch(64, {KernelArg::of(x)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  // The comparison with 64 lanes, the address with 48.
  const InstructionCounters &executed =
      report.counters[InstructionClass::Vector];
  EXPECT_EQ(executed.waves, 2U);
  EXPECT_EQ(executed.lanes, 64U + 48);
  EXPECT_EQ(report.counters[InstructionClass::VectorMemory].waves, 1U);
}

// As many trips as the last lane's, also if lanes meet in every trip.
TEST(CountersTest, DivergentLoopWithStores) {
  std::string text = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %x) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr float, ptr addrspace(1) %x, i32 %t
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %n1, %loop ]
  %f = phi float [ 1.0, %entry ], [ %f1, %loop ]
  %f1 = call float @llvm.amdgcn.exp2.f32(float %f)
  store float %f1, ptr addrspace(1) %p
  %n1 = add i32 %n, 1
  %c = icmp ule i32 %n1, %t
  br i1 %c, label %loop, label %exit
exit:
  %g = call float @llvm.amdgcn.rcp.f32(float %f1)
  store float %g, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare float @llvm.amdgcn.exp2.f32(float)
declare float @llvm.amdgcn.rcp.f32(float)
)";
  Memory memory;
  uint64_t x = upload(memory, std::vector<float>(32), "x");
  Report report = run(mustLoad(makeModule(text), makeChip("gfx1100")), memory,
                      makeLaunch(32, {KernelArg::of(x)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  // The exponential of each trip, and the reciprocal behind the loop.
  const InstructionCounters &executed =
      report.counters[InstructionClass::Transcendental];
  EXPECT_EQ(executed.waves, 32U + 1);
  EXPECT_EQ(executed.lanes, 32U * 33 / 2 + 32);
}

TEST(CountersTest, Classes) {
  std::string text = R"(
@lds = internal addrspace(3) global [64 x float] poison, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(4) %y, <4 x float> %c) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %s = load i32, ptr addrspace(4) %y
  %l = getelementptr float, ptr addrspace(3) @lds, i32 %t
  store float 1.0, ptr addrspace(3) %l
  call void @llvm.amdgcn.s.barrier()
  %d = call i32 @llvm.amdgcn.update.dpp.i32(i32 %t, i32 %t, i32 0, i32 15, i32 15, i1 false)
  %f = bitcast i32 %d to float
  %m = call <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float %f, float %f, <4 x float> %c, i32 0, i32 0, i32 0)
  %a = fadd <4 x float> %m, %c
  %p = getelementptr <4 x float>, ptr addrspace(1) %x, i32 %t
  store <4 x float> %a, ptr addrspace(1) %p
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32 immarg, i32 immarg, i32 immarg, i1 immarg)
declare void @llvm.amdgcn.s.barrier()
)";
  Memory memory;
  uint64_t x = upload(memory, std::vector<float>(256), "x");
  uint64_t y = upload(memory, std::vector<float>(1), "y");
  std::array<float, 4> c = {0, 0, 0, 0};
  Report report = run(
      mustLoad(makeModule(text), makeChip("gfx942")), memory,
      makeLaunch(64, {KernelArg::of(x), KernelArg::of(y), KernelArg::of(c)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  auto waves = [&](InstructionClass kind) {
    return report.counters[kind].waves;
  };
  EXPECT_EQ(waves(InstructionClass::ScalarMemory), 1U);
  EXPECT_EQ(waves(InstructionClass::VectorMemory), 1U);
  EXPECT_EQ(waves(InstructionClass::Lds), 1U);
  EXPECT_EQ(waves(InstructionClass::Barrier), 1U);
  EXPECT_EQ(waves(InstructionClass::CrossLane), 1U);
  EXPECT_EQ(waves(InstructionClass::Matrix), 1U);
  // Two addresses and four additions.
  EXPECT_EQ(waves(InstructionClass::Vector), 6U);
}
