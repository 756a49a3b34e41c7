//===- ChecksTest.cpp - A kernel that faults and one that barely doesn't --===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <thread>

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

/// Every thread writes its value to LDS and reads another's. `sync` goes in
/// between.
std::string makeExchange(const std::string &partner, const std::string &sync) {
  return makeModule(R"(
    @lds = internal addrspace(3) global [256 x i32] poison, align 16
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      %v = load i32, ptr addrspace(1) %p
      %a = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %t
      store i32 %v, ptr addrspace(3) %a
      )" + sync + R"(
      %o = xor i32 %t, )" +
                    partner + R"(
      %b = getelementptr [256 x i32], ptr addrspace(3) @lds, i32 0, i32 %o
      %r = load i32, ptr addrspace(3) %b
      store i32 %r, ptr addrspace(1) %q
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare void @llvm.amdgcn.s.barrier()
    declare void @llvm.amdgcn.wave.barrier()
    declare void @llvm.amdgcn.s.barrier.signal(i32)
    declare void @llvm.amdgcn.s.barrier.wait(i16)
  )");
}

const char *const barrier = "call void @llvm.amdgcn.s.barrier()";
const char *const waveBarrier = "call void @llvm.amdgcn.wave.barrier()";

/// Runs a kernel on arrays of 256 i32; returns the report and what it stored.
Report run256(const std::string &module, std::vector<int> *output = nullptr,
              const char *chip = "gfx942", Options options = Options()) {
  std::unique_ptr<Program> program = mustLoad(module, makeChip(chip), options);
  Memory memory;
  std::vector<int> input(256);
  for (int i = 0; i < 256; ++i)
    input[i] = 3 * i + 1;
  uint64_t x = upload(memory, input, "x");
  uint64_t y = upload(memory, std::vector<int>(256), "y");
  Report report = run(program, memory,
                      makeLaunch(256, {KernelArg::of(x), KernelArg::of(y)}));
  if (output)
    *output = download<int>(memory, y, 256);
  return report;
}

void expectOnly(const Report &report, FaultKind kind) {
  EXPECT_FALSE(report.faults.empty());
  for (const Fault &fault : report.faults)
    EXPECT_EQ(fault.kind, kind) << toString(report);
}

TEST(Race, ExchangeAcrossWavesNeedsBarrier) {
  std::vector<int> output;
  Report report = run256(makeExchange("64", barrier), &output);
  EXPECT_TRUE(report.ok()) << toString(report);
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(output[i], 3 * (i ^ 64) + 1);
  EXPECT_EQ(report.counters.barriers, 1u);
}

TEST(Race, MissingBarrierIsFound) {
  // Which of the two accesses comes second, and whether it sees the other's
  // value, depends on the schedule; the fault must not.
  for (uint64_t seed : {0, 1, 2, 3, 4, 5, 6, 7}) {
    Options options;
    options.seed = seed;
    Report report = run256(makeExchange("64", ""), nullptr, "gfx942", options);
    const Fault *fault = findFault(report, FaultKind::Race);
    ASSERT_NE(fault, nullptr) << toString(report);
    EXPECT_EQ(fault->buffer, "LDS");
    EXPECT_NE(fault->message.find("another wave"), std::string::npos);
  }
}

// Within a wave the cheaper barrier is enough; none at all is not.
TEST(Race, WaveBarrierOrdersOneWave) {
  EXPECT_TRUE(run256(makeExchange("1", waveBarrier)).ok());
  expectOnly(run256(makeExchange("1", "")), FaultKind::Race);
  EXPECT_NE(findFault(run256(makeExchange("64", waveBarrier)), FaultKind::Race),
            nullptr);
}

TEST(Race, SplitBarrier) {
  const char *both = "call void @llvm.amdgcn.s.barrier.signal(i32 -1)\n"
                     "call void @llvm.amdgcn.s.barrier.wait(i16 -1)";
  std::vector<int> output;
  Report report = run256(makeExchange("64", both), &output, "gfx1201");
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(output[3], 3 * 67 + 1);
  EXPECT_EQ(report.counters.barriers, 1u);
}

/// All threads store to one place.
std::string makeSharedStore(const std::string &value) {
  return makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %g = call i32 @llvm.amdgcn.workgroup.id.x()
      store i32 )" + value +
                    R"(, ptr addrspace(1) %y
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare i32 @llvm.amdgcn.workgroup.id.x()
  )");
}

// Storing the same value from everywhere is harmless, different ones are not.
TEST(Race, StoresToOnePlace) {
  EXPECT_TRUE(run256(makeSharedStore("5")).ok());
  expectOnly(run256(makeSharedStore("%t")), FaultKind::Race);
}

TEST(Race, BetweenWorkgroups) {
  for (unsigned threads : {1, 4}) {
    Options options;
    options.threads = threads;
    std::unique_ptr<Program> program =
        mustLoad(makeSharedStore("%g"), makeChip("gfx942"), options);
    Memory memory;
    uint64_t x = upload(memory, std::vector<int>(1), "x");
    uint64_t y = upload(memory, std::vector<int>(1), "y");
    std::vector<KernelArg> args = {KernelArg::of(x), KernelArg::of(y)};
    EXPECT_TRUE(run(program, memory, makeLaunch(64, args, 1)).ok());
    Report report = run(program, memory, makeLaunch(64, args, 8));
    const Fault *fault = findFault(report, FaultKind::Race);
    ASSERT_NE(fault, nullptr);
    EXPECT_NE(fault->message.find("another workgroup"), std::string::npos);
    // Launches are ordered: what one wrote, the next may write again.
    EXPECT_TRUE(run(program, memory, makeLaunch(64, args, 1)).ok());
  }
}

/// Every thread loads elements t and t + 1, waits for the others of its
/// workgroup if `sync` says so, and stores `%r` in place of element t.
Report runOverlapping(const std::string &result, const std::string &sync = "",
                      std::vector<int> *output = nullptr) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %g = call i32 @llvm.amdgcn.workgroup.id.x()
      %b = mul i32 %g, 64
      %i = add i32 %b, %t
      %p = getelementptr i32, ptr addrspace(1) %x, i32 %i
      %v = load <2 x i32>, ptr addrspace(1) %p, align 4
      %a = extractelement <2 x i32> %v, i32 0
      %o = extractelement <2 x i32> %v, i32 1
      )" + sync + R"(
      %r = add i32 %a, )" + result +
                                  R"(
      store i32 %r, ptr addrspace(1) %p
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare i32 @llvm.amdgcn.workgroup.id.x()
    declare void @llvm.amdgcn.s.barrier()
  )");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  Memory memory;
  std::vector<int> input(129);
  for (int i = 0; i < 129; ++i)
    input[i] = 10 * i;
  uint64_t x = upload(memory, input, "x");
  Report report = run(program, memory, makeLaunch(64, {KernelArg::of(x)}, 2));
  if (output)
    *output = download<int>(memory, x, 129);
  return report;
}

// A load may cover what another lane or workgroup stores as long as the value
// has no influence. Checking that leaves the results of the launch alone.
TEST(Race, LoadsCountIfTheirValuesMatter) {
  std::vector<int> output;
  Report report = runOverlapping("1", "", &output);
  EXPECT_TRUE(report.ok()) << toString(report);
  for (int i = 0; i < 129; ++i)
    EXPECT_EQ(output[i], 10 * i + (i < 128));
  EXPECT_EQ(report.counters.globalStore.laneAccesses, 128u);
  expectOnly(runOverlapping("%o"), FaultKind::Race);
}

// A barrier orders a workgroup, but not its neighbour.
TEST(Race, BarriersDontOrderWorkgroups) {
  Report report = runOverlapping("%o", barrier);
  expectOnly(report, FaultKind::Race);
  for (const Fault &fault : report.faults)
    EXPECT_NE(fault.message.find("another workgroup"), std::string::npos)
        << toString(report);
}

// Neighbouring bytes of one word belong to different lanes.
TEST(Race, IsExactToTheByte) {
  std::string module = makeMap("  %r = add i8 %v, 1\n", "", "i8");
  std::vector<int8_t> output =
      runMap(module, makeChip("gfx942"), std::vector<int8_t>(128, 4));
  EXPECT_EQ(output[77], 5);
}

// Atomics don't race with each other.
TEST(Race, AtomicsAdd) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %old = atomicrmw add ptr addrspace(1) %y, i32 %t syncscope("agent") monotonic
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
  )");
  std::vector<int> output;
  Report report = run256(module, &output);
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(output[0], 256 * 255 / 2);
  EXPECT_EQ(report.counters.globalAtomic.waveAccesses, 4u);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Loads element `%i` of x, which holds `elements`, in one thread.
Report loadElement(int64_t index, unsigned elements, unsigned align = 4) {
  std::string module = makeModule(
      R"(define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y, i64 %i) !dbg !4 {
      %p = getelementptr i8, ptr addrspace(1) %x, i64 %i
      %v = load i32, ptr addrspace(1) %p, align )" +
      std::to_string(align) +
      R"(, !dbg !7
      store i32 %v, ptr addrspace(1) %y
      ret void
    }
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!2}
    !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
    !1 = !DIFile(filename: "softmax.mlir", directory: "/")
    !2 = !{i32 2, !"Debug Info Version", i32 3}
    !4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
    !5 = !DISubroutineType(types: !6)
    !6 = !{}
    !7 = !DILocation(line: 12, column: 5, scope: !4)
  )");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  Memory memory;
  uint64_t x = upload(memory, std::vector<int>(elements, 1), "x");
  uint64_t y = upload(memory, std::vector<int>(1), "y");
  return run(program, memory,
             makeLaunch(1, {KernelArg::of(x), KernelArg::of(y),
                            KernelArg::of(index)}));
}

TEST(Bounds, LastElementIsFine) { EXPECT_TRUE(loadElement(396, 100).ok()); }

TEST(Bounds, OnePastTheEnd) {
  Report report = loadElement(400, 100);
  expectOnly(report, FaultKind::OutOfBounds);
  const Fault &fault = report.faults.front();
  EXPECT_EQ(fault.buffer, "x");
  EXPECT_EQ(fault.offset, 400);
  EXPECT_EQ(fault.location, "softmax.mlir:12:5");
  EXPECT_EQ(fault.message,
            "4-byte load ends 4 bytes past the end of 'x' (400 bytes)");
}

TEST(Bounds, OneBefore) {
  Report report = loadElement(-4, 100);
  expectOnly(report, FaultKind::OutOfBounds);
  EXPECT_EQ(report.faults.front().message,
            "4-byte load begins 4 bytes before 'x' (400 bytes)");
}

// A partly outside access is outside.
TEST(Bounds, Straddling) {
  expectOnly(loadElement(398, 100, 1), FaultKind::OutOfBounds);
}

TEST(Bounds, FarAway) {
  Report report = loadElement(int64_t(1) << 46, 100);
  expectOnly(report, FaultKind::OutOfBounds);
  EXPECT_EQ(report.faults.front().buffer, "");
}

TEST(Bounds, AfterFree) {
  std::unique_ptr<Program> program =
      mustLoad(makeMap("  %r = add i32 %v, 1\n", ""), makeChip("gfx942"));
  Memory memory;
  uint64_t x = upload(memory, std::vector<int>(64), "x");
  uint64_t y = upload(memory, std::vector<int>(64), "y");
  llvm::cantFail(memory.free(x));
  Report report = run(program, memory,
                      makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)}));
  expectOnly(report, FaultKind::UseAfterFree);
  EXPECT_EQ(report.faults.front().count, 64u);
  EXPECT_EQ(report.faults.front().buffer, "x");
}

TEST(Bounds, Lds) {
  auto store = [](int index) {
    return run256(makeModule(R"(
      @lds = internal addrspace(3) global [4 x i32] poison
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %a = getelementptr i32, ptr addrspace(3) @lds, i32 )" +
                             std::to_string(index) + R"(
        store i32 7, ptr addrspace(3) %a
        ret void
      })"));
  };
  EXPECT_TRUE(store(3).ok());
  Report report = store(4);
  expectOnly(report, FaultKind::OutOfBounds);
  EXPECT_EQ(report.faults.front().message,
            "4-byte store ends 4 bytes past the end of LDS (16 bytes)");
}

// A private array is the lane's stack: its ends are checked, too.
TEST(Bounds, Private) {
  auto access =
      [](int index) {
        std::vector<int> output;
        return run256(makeModule(R"(
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %a = alloca [8 x i32], addrspace(5)
        %v = load i32, ptr addrspace(1) %x
        %i0 = sub i32 %v, 1
        %i = add i32 %i0, )" + std::to_string(index) +
                                 R"(
        %p = getelementptr i32, ptr addrspace(5) %a, i32 %i
        store i32 9, ptr addrspace(5) %p
        %r = load i32, ptr addrspace(5) %p
        store i32 %r, ptr addrspace(1) %y
        ret void
      })"));
      };
  EXPECT_TRUE(access(7).ok());
  expectOnly(access(10000000), FaultKind::OutOfBounds);
}

TEST(Alignment, AsDeclared) {
  EXPECT_TRUE(loadElement(2, 100, 2).ok());
  Report report = loadElement(2, 100, 4);
  expectOnly(report, FaultKind::Misaligned);
  EXPECT_NE(report.faults.front().message.find("promises an alignment of 4"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Values never written
//===----------------------------------------------------------------------===//

TEST(Uninitialized, GlobalMemory) {
  std::unique_ptr<Program> program =
      mustLoad(makeMap("  %r = add i32 %v, 1\n", ""), makeChip("gfx942"));
  Memory memory;
  uint64_t x = llvm::cantFail(memory.allocate(256, "x"));
  uint64_t y = llvm::cantFail(memory.allocate(256, "y"));
  llvm::cantFail(memory.write(x, std::vector<char>(252, 1)));
  Launch launch = makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)});
  Report report = run(program, memory, launch);
  expectOnly(report, FaultKind::Uninitialized);
  EXPECT_EQ(report.faults.front().lane, 63u);
  EXPECT_EQ(report.faultCount, 1u);

  // What a kernel wrote counts; the rest of y doesn't.
  EXPECT_TRUE(llvm::cantFail(memory.isInitialized(y, 256)));
  llvm::cantFail(memory.write(x + 252, std::vector<char>(4, 1)));
  EXPECT_TRUE(run(program, memory, launch).ok());
  llvm::cantFail(memory.poison(x + 8, 1, 0xff));
  expectOnly(run(program, memory, launch), FaultKind::Uninitialized);
}

TEST(Uninitialized, Lds) {
  Report report = run256(makeModule(R"(
      @lds = internal addrspace(3) global [256 x i32] poison
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %r = load i32, ptr addrspace(3) @lds
        store i32 %r, ptr addrspace(1) %y
        ret void
      })"));
  expectOnly(report, FaultKind::Uninitialized);
  EXPECT_EQ(report.faults.front().buffer, "LDS");
}

// Every workgroup starts with LDS that nobody has written.
TEST(Uninitialized, LdsOfTheNextWorkgroup) {
  std::string module = makeModule(R"(
      @lds = internal addrspace(3) global i32 poison
      define amdgpu_kernel void @k(ptr addrspace(1) %y) {
        %g = call i32 @llvm.amdgcn.workgroup.id.x()
        %first = icmp eq i32 %g, 0
        br i1 %first, label %write, label %read
      write:
        store i32 7, ptr addrspace(3) @lds
        br label %read
      read:
        %r = load i32, ptr addrspace(3) @lds
        %p = getelementptr i32, ptr addrspace(1) %y, i32 %g
        store i32 %r, ptr addrspace(1) %p
        ret void
      }
      declare i32 @llvm.amdgcn.workgroup.id.x()
  )");
  Options options;
  options.threads = 1;
  std::unique_ptr<Program> program =
      mustLoad(module, makeChip("gfx942"), options);
  Memory memory;
  uint64_t y = upload(memory, std::vector<int>(2), "y");
  Report report = run(program, memory, makeLaunch(1, {KernelArg::of(y)}, 2));
  expectOnly(report, FaultKind::Uninitialized);
  EXPECT_EQ(report.faults.front().workgroup[0], 1u);
}

//===----------------------------------------------------------------------===//
// Barriers, loops, traps
//===----------------------------------------------------------------------===//

/// Executes a barrier where `%t` compares to `bound`.
std::string makeConditionalBarrier(unsigned bound) {
  return makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %c = icmp ult i32 %t, )" +
                    std::to_string(bound) + R"(
      br i1 %c, label %then, label %end
    then:
      call void @llvm.amdgcn.s.barrier()
      br label %end
    end:
      store i32 0, ptr addrspace(1) %y
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare void @llvm.amdgcn.s.barrier()
  )");
}

TEST(Barrier, DivergedWave) {
  EXPECT_TRUE(run256(makeConditionalBarrier(256)).ok());
  Report report = run256(makeConditionalBarrier(100));
  expectOnly(report, FaultKind::DivergentBarrier);
  EXPECT_EQ(report.faults.front().wave, 1u);
  EXPECT_NE(report.faults.front().message.find("36 of the 64"),
            std::string::npos);
}

// Lanes and waves that have ended don't take part in later barriers.
TEST(Barrier, FinishedLanesDontCount) {
  for (unsigned bound : {128, 100}) {
    Report report = run256(makeModule(R"(
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %t = call i32 @llvm.amdgcn.workitem.id.x()
        %c = icmp ult i32 %t, )" + std::to_string(bound) +
                                      R"(
        br i1 %c, label %then, label %end
      then:
        call void @llvm.amdgcn.s.barrier()
        br label %end
      end:
        ret void
      }
      declare i32 @llvm.amdgcn.workitem.id.x()
      declare void @llvm.amdgcn.s.barrier()
    )"));
    EXPECT_TRUE(report.ok()) << toString(report);
    EXPECT_EQ(report.counters.barriers, 1u);
  }
}

TEST(Barrier, DifferentBarriers) {
  Report report = run256(makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %c = icmp ult i32 %t, 64
      br i1 %c, label %then, label %else
    then:
      call void @llvm.amdgcn.s.barrier()
      store i32 0, ptr addrspace(1) %x
      br label %end
    else:
      call void @llvm.amdgcn.s.barrier()
      store i32 0, ptr addrspace(1) %y
      br label %end
    end:
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare void @llvm.amdgcn.s.barrier()
  )"));
  expectOnly(report, FaultKind::DivergentBarrier);
  EXPECT_NE(report.faults.front().message.find("waits at another one"),
            std::string::npos);
}

TEST(Limits, EndlessLoop) {
  auto loop = [](const std::string &limit) {
    Options options;
    options.stepLimit = 1000;
    return run256(makeModule(R"(
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      entry:
        br label %loop
      loop:
        %i = phi i32 [ 0, %entry ], [ %j, %loop ]
        %j = add i32 %i, 1
        %v = load volatile i32, ptr addrspace(1) %x
        %c = icmp ult i32 %j, )" +
                             limit + R"(
        br i1 %c, label %loop, label %end
      end:
        ret void
      })"),
                  nullptr, "gfx942", options);
  };
  EXPECT_TRUE(loop("1000").ok());
  expectOnly(loop("2000"), FaultKind::StepLimit);
}

TEST(Limits, Trap) {
  expectOnly(run256(makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      call void @llvm.trap()
      unreachable
    }
    declare void @llvm.trap())")),
             FaultKind::Trap);
}

TEST(Lanes, ReadOfInactiveLane) {
  auto readLane = [](unsigned from) {
    return run256(makeModule(R"(
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %t = call i32 @llvm.amdgcn.workitem.id.x()
        %c = icmp ult i32 %t, 8
        br i1 %c, label %then, label %end
      then:
        %r = call i32 @llvm.amdgcn.readlane.i32(i32 %t, i32 )" +
                             std::to_string(from) + R"()
        store i32 %r, ptr addrspace(1) %y
        br label %end
      end:
        store i32 1, ptr addrspace(1) %x
        ret void
      }
      declare i32 @llvm.amdgcn.workitem.id.x()
      declare i32 @llvm.amdgcn.readlane.i32(i32, i32)
    )"));
  };
  EXPECT_TRUE(readLane(7).ok());
  expectOnly(readLane(8), FaultKind::InactiveLane);
}

// "Fetch inactive" would give whatever the other lane's register holds.
TEST(Lanes, FetchOfInactiveLane) {
  auto permlane = [](const char *fetchInactive) {
    return run256(makeModule(R"(
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %t = call i32 @llvm.amdgcn.workitem.id.x()
        %c = icmp ult i32 %t, 16
        br i1 %c, label %then, label %end
      then:
        %r = call i32 @llvm.amdgcn.permlanex16.i32(i32 0, i32 %t, i32 -1, i32 -1, i1 )" +
                             std::string(fetchInactive) + R"(, i1 false)
        %p = getelementptr i32, ptr addrspace(1) %y, i32 %t
        store i32 %r, ptr addrspace(1) %p
        br label %end
      end:
        store i32 1, ptr addrspace(1) %x
        ret void
      }
      declare i32 @llvm.amdgcn.workitem.id.x()
      declare i32 @llvm.amdgcn.permlanex16.i32(i32, i32, i32, i32, i1, i1)
    )"),
                  nullptr, "gfx1100");
  };
  EXPECT_TRUE(permlane("false").ok());
  expectOnly(permlane("true"), FaultKind::InactiveLane);
}

// A report keeps so many faults, but counts all.
TEST(Report, KeepsTheFirstFaults) {
  Options options;
  options.maxFaults = 1;
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %p = getelementptr i8, ptr addrspace(1) %x, i32 1024
      %q = getelementptr i8, ptr addrspace(1) %y, i32 1024
      store i32 0, ptr addrspace(1) %p
      store i32 0, ptr addrspace(1) %q
      ret void
    })");
  Report report = run256(module, nullptr, "gfx942", options);
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].buffer, "x");
  EXPECT_EQ(report.faultCount, 512u);
  EXPECT_NE(toString(report).find("256 more faults"), std::string::npos);
}

// Constants of the module can be read, not written.
TEST(Bounds, ConstantsAreReadOnly) {
  auto kernel = [](const std::string &code) {
    return run256(makeModule(
        "@table = internal addrspace(4) constant [2 x i32] [i32 5, i32 6]\n"
        "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) "
        "%y) {\n  %i = load i32, ptr addrspace(1) %x\n"
        "  %p = getelementptr i32, ptr addrspace(4) @table, i32 %i\n" +
        code + "  ret void\n}\n"));
  };
  EXPECT_TRUE(kernel("  %v = load i32, ptr addrspace(4) %p\n"
                     "  store i32 %v, ptr addrspace(1) %y\n")
                  .ok());
  expectOnly(kernel("  %g = addrspacecast ptr addrspace(4) %p to ptr\n"
                    "  store i32 1, ptr %g\n"),
             FaultKind::ReadOnly);
}

// Programs and memories of different threads don't disturb each other.
TEST(Threads, AreIndependent) {
  std::vector<std::thread> threads;
  std::vector<Report> reports(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      reports[i] = run256(makeExchange("64", i % 2 ? "" : barrier));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(reports[i].ok(), i % 2 == 0);
}

} // namespace
