//===- MemoryTest.cpp - Buffers, counters, arguments and memory -----------===//
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

//===----------------------------------------------------------------------===//
// Buffer resources
//===----------------------------------------------------------------------===//

/// Lane t accesses 16 bytes at byte offset `4 * t` of a buffer whose range is
/// `records` bytes.
std::string makeBufferModule(bool isStore) {
  std::string access =
      isStore
          ? "  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> "
            "<i32 "
            "1, i32 2, i32 3, i32 4>, ptr addrspace(8) %b, i32 %o, i32 0, i32 "
            "0)\n"
          : "  %v = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr "
            "addrspace(8) %b, i32 %o, i32 0, i32 0)\n"
            "  %q = getelementptr <4 x i32>, ptr addrspace(1) %y, i32 %t\n"
            "  store <4 x i32> %v, ptr addrspace(1) %q\n";
  return makeModule(
      "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y, "
      "i64 %n) {\n"
      "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
      "  %b = call ptr addrspace(8) "
      "@llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 %n, "
      "i32 159744)\n  %o = shl i32 %t, 2\n" +
      access +
      "  ret void\n}\n"
      "declare i32 @llvm.amdgcn.workitem.id.x()\n"
      "declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr "
      "addrspace(1), i16, i64, i32)\n"
      "declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr "
      "addrspace(8), i32, i32, i32)\n"
      "declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr "
      "addrspace(8), i32, i32, i32)\n");
}

/// What one lane at byte 4 loads from a range of `records` bytes.
std::vector<int> loadBuffer(const char *chip, int64_t records) {
  std::unique_ptr<Program> program =
      mustLoad(makeBufferModule(/*isStore=*/false), makeChip(chip));
  Memory memory;
  std::vector<int> input(16);
  std::iota(input.begin(), input.end(), 10);
  uint64_t x = upload(memory, input, "x");
  uint64_t y = upload(memory, std::vector<int>(8), "y");
  Report report = run(program, memory,
                      makeLaunch(2, {KernelArg::of(x), KernelArg::of(y),
                                     KernelArg::of(records)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  std::vector<int> all = download<int>(memory, y, 8);
  return std::vector<int>(all.begin() + 4, all.end());
}

// The access ends at byte 20. Before gfx11 every dword is checked by itself.
TEST(Buffer, RangeOfLoads) {
  using Values = std::vector<int>;
  EXPECT_EQ(loadBuffer("gfx942", 20), Values({11, 12, 13, 14}));
  EXPECT_EQ(loadBuffer("gfx942", 19), Values({11, 12, 13, 0}));
  EXPECT_EQ(loadBuffer("gfx942", 8), Values({11, 0, 0, 0}));
  EXPECT_EQ(loadBuffer("gfx942", 4), Values({0, 0, 0, 0}));
  EXPECT_EQ(loadBuffer("gfx1100", 20), Values({11, 12, 13, 14}));
  EXPECT_EQ(loadBuffer("gfx1100", 19), Values({0, 0, 0, 0}));
}

TEST(Buffer, RangeOfStores) {
  for (const char *chip : {"gfx942", "gfx1100"}) {
    std::unique_ptr<Program> program =
        mustLoad(makeBufferModule(/*isStore=*/true), makeChip(chip));
    Memory memory;
    uint64_t x = upload(memory, std::vector<int>(8), "x");
    uint64_t y = upload(memory, std::vector<int>(1), "y");
    Report report = run(program, memory,
                        makeLaunch(1, {KernelArg::of(x), KernelArg::of(y),
                                       KernelArg::of(int64_t(12))}));
    EXPECT_TRUE(report.ok()) << toString(report);
    std::vector<int> stored = download<int>(memory, x, 4);
    bool whole = chip[3] == '1';
    EXPECT_EQ(stored, whole ? std::vector<int>({0, 0, 0, 0})
                            : std::vector<int>({1, 2, 3, 0}));
  }
}

// A range that promises more than the allocation has is caught.
TEST(Buffer, RangeBeyondTheAllocation) {
  std::unique_ptr<Program> program =
      mustLoad(makeBufferModule(/*isStore=*/false), makeChip("gfx942"));
  Memory memory;
  uint64_t x = upload(memory, std::vector<int>(4), "x");
  uint64_t y = upload(memory, std::vector<int>(8), "y");
  auto launch = [&](unsigned threads) {
    return run(program, memory,
               makeLaunch(threads, {KernelArg::of(x), KernelArg::of(y),
                                    KernelArg::of(int64_t(1) << 31)}));
  };
  EXPECT_TRUE(launch(1).ok());
  Report report = launch(2);
  ASSERT_EQ(report.faults.size(), 1u);
  EXPECT_EQ(report.faults[0].kind, FaultKind::OutOfBounds);
  EXPECT_NE(report.faults[0].message.find("buffer.load"), std::string::npos);
}

const char *const ids = "declare i32 @llvm.amdgcn.workitem.id.x()\n";

/// Runs a kernel `(ptr x, ptr y)` on one wave; x holds 100, 101, ...
std::vector<int> runOnWave(const std::string &module, const char *chip) {
  std::unique_ptr<Program> program =
      mustLoad(makeModule(module), makeChip(chip));
  Memory memory;
  std::vector<int> input(64);
  std::iota(input.begin(), input.end(), 100);
  uint64_t x = upload(memory, input, "x");
  uint64_t y = upload(memory, std::vector<int>(64), "y");
  Report report = run(program, memory,
                      makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  return download<int>(memory, y, 64);
}

// Structured: the index counts records of `stride` bytes, 4 of them here.
TEST(Buffer, Structured) {
  std::vector<int> output = runOnWave(std::string(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %b = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 8, i64 4, i32 0)
      %v = call i32 @llvm.amdgcn.struct.ptr.buffer.load.i32(ptr addrspace(8) %b, i32 %t, i32 4, i32 0, i32 0)
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      store i32 %v, ptr addrspace(1) %q
      ret void
    }
    declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
    declare i32 @llvm.amdgcn.struct.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32, i32)
  )") + ids,
                                      "gfx942");
  EXPECT_EQ(std::vector<int>(output.begin(), output.begin() + 6),
            std::vector<int>({101, 103, 105, 107, 0, 0}));
}

// The older form takes the four dwords of the descriptor.
TEST(Buffer, DescriptorWords) {
  std::vector<int> output = runOnWave(std::string(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %a = ptrtoint ptr addrspace(1) %x to i64
      %lo = trunc i64 %a to i32
      %s = lshr i64 %a, 32
      %hi = trunc i64 %s to i32
      %b0 = insertelement <4 x i32> <i32 0, i32 0, i32 12, i32 159744>, i32 %lo, i32 0
      %b = insertelement <4 x i32> %b0, i32 %hi, i32 1
      %o = shl i32 %t, 2
      %v = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %b, i32 %o, i32 0, i32 0)
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      store i32 %v, ptr addrspace(1) %q
      ret void
    }
    declare i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32>, i32, i32, i32)
  )") + ids,
                                      "gfx942");
  EXPECT_EQ(std::vector<int>(output.begin(), output.begin() + 4),
            std::vector<int>({100, 101, 102, 0}));
}

// Lanes' values follow each other from the wave's LDS address.
TEST(Lds, LoadsPastRegisters) {
  for (const char *load :
       {"call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %p, ptr "
        "addrspace(3) @lds, i32 4, i32 0, i32 0)",
        "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %b, "
        "ptr addrspace(3) @lds, i32 4, i32 %ob, i32 0, i32 0, i32 0)"}) {
    std::vector<int> output = runOnWave(std::string(R"(
      @lds = internal addrspace(3) global [64 x i32] poison, align 16
      define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
        %t = call i32 @llvm.amdgcn.workitem.id.x()
        %o = xor i32 %t, 5
        %ob = shl i32 %o, 2
        %p = getelementptr i32, ptr addrspace(1) %x, i32 %o
        %b = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 256, i32 159744)
        )") + load + R"(
        call void @llvm.amdgcn.s.barrier()
        %m = xor i32 %t, 63
        %a = getelementptr i32, ptr addrspace(3) @lds, i32 %m
        %v = load i32, ptr addrspace(3) %a
        %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
        store i32 %v, ptr addrspace(1) %q
        ret void
      }
      declare void @llvm.amdgcn.s.barrier()
      declare void @llvm.amdgcn.global.load.lds(ptr addrspace(1), ptr addrspace(3), i32, i32, i32)
      declare void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8), ptr addrspace(3), i32, i32, i32, i32, i32)
      declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
    )" + ids,
                                        "gfx942");
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(output[i], 100 + (i ^ 63 ^ 5));
  }
}

TEST(Lds, Atomics) {
  std::vector<int> output = runOnWave(std::string(R"(
    @lds = internal addrspace(3) global i32 poison
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      store i32 7, ptr addrspace(3) @lds
      call void @llvm.amdgcn.s.barrier()
      %old = atomicrmw add ptr addrspace(3) @lds, i32 %t syncscope("workgroup") acq_rel
      call void @llvm.amdgcn.s.barrier()
      %v = load i32, ptr addrspace(3) @lds
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      store i32 %v, ptr addrspace(1) %q
      ret void
    }
    declare void @llvm.amdgcn.s.barrier()
  )") + ids,
                                      "gfx1100");
  EXPECT_EQ(output[9], 7 + 63 * 32);
}

// Copies and fills are checked and counted like loads and stores.
TEST(Bulk, CopyAndFill) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y, i64 %n) {
      call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %y, ptr addrspace(1) %x, i64 %n, i1 false)
      %q = getelementptr i8, ptr addrspace(1) %y, i64 %n
      call void @llvm.memset.p1.i64(ptr addrspace(1) %q, i8 3, i64 4, i1 false)
      ret void
    }
    declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
    declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
  )");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  Memory memory;
  uint64_t x = upload(memory, std::vector<int>({1, 2, 3}), "x");
  uint64_t y = upload(memory, std::vector<int>(3), "y");
  auto launch = [&](int64_t bytes) {
    return run(program, memory,
               makeLaunch(1, {KernelArg::of(x), KernelArg::of(y),
                              KernelArg::of(bytes)}));
  };
  Report report = launch(8);
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(download<int>(memory, y, 3), std::vector<int>({1, 2, 0x03030303}));
  EXPECT_EQ(report.counters.globalLoad.bytes, 8u);
  EXPECT_EQ(report.counters.globalStore.bytes, 12u);
  EXPECT_NE(findFault(launch(12), FaultKind::OutOfBounds), nullptr);
}

// A flat pointer goes where it points: memory, LDS, or the lane's stack.
TEST(Flat, AllKindsOfMemory) {
  std::vector<int> output = runOnWave(std::string(R"(
    @lds = internal addrspace(3) global [64 x i32] poison
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %s = alloca [2 x i32], addrspace(5)
      %p1 = getelementptr i32, ptr addrspace(1) %x, i32 %t
      %p3 = getelementptr i32, ptr addrspace(3) @lds, i32 %t
      %o = and i32 %t, 1
      %p5 = getelementptr i32, ptr addrspace(5) %s, i32 %o
      %f1 = addrspacecast ptr addrspace(1) %p1 to ptr
      %f3 = addrspacecast ptr addrspace(3) %p3 to ptr
      %f5 = addrspacecast ptr addrspace(5) %p5 to ptr
      %v = load i32, ptr %f1
      store i32 %v, ptr %f3
      store i32 %t, ptr %f5
      %c = icmp ult i32 %t, 32
      %f = select i1 %c, ptr %f3, ptr %f5
      %r = load i32, ptr %f
      %shared = call i1 @llvm.amdgcn.is.shared(ptr %f)
      %private = call i1 @llvm.amdgcn.is.private(ptr %f)
      %a = select i1 %shared, i32 1000, i32 0
      %b = select i1 %private, i32 2000, i32 0
      %r1 = add i32 %r, %a
      %r2 = add i32 %r1, %b
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
      store i32 %r2, ptr addrspace(1) %q
      ret void
    }
    declare i1 @llvm.amdgcn.is.shared(ptr)
    declare i1 @llvm.amdgcn.is.private(ptr)
  )") + ids,
                                      "gfx942");
  EXPECT_EQ(output[31], 131 + 1000);
  EXPECT_EQ(output[32], 32 + 2000);
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// Thread t copies the 8 bytes at `stride * t`.
Report countCopy(const char *chip, unsigned stride, uint64_t seed = 0,
                 unsigned threads = 0) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %s) {
      %t = call i32 @llvm.amdgcn.workitem.id.x()
      %g = call i32 @llvm.amdgcn.workgroup.id.x()
      %b = mul i32 %g, 128
      %i = add i32 %b, %t
      %o = mul i32 %i, %s
      %p = getelementptr i8, ptr addrspace(1) %x, i32 %o
      %q = getelementptr i64, ptr addrspace(1) %y, i32 %i
      %v = load i64, ptr addrspace(1) %p
      store i64 %v, ptr addrspace(1) %q
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare i32 @llvm.amdgcn.workgroup.id.x()
  )");
  Options options;
  options.seed = seed;
  options.threads = threads;
  std::unique_ptr<Program> program = mustLoad(module, makeChip(chip), options);
  Memory memory;
  uint64_t x = upload(memory, std::vector<char>(5 * 128 * stride), "x");
  uint64_t y = upload(memory, std::vector<int64_t>(5 * 128), "y");
  Report report = run(
      program, memory,
      makeLaunch(
          128, {KernelArg::of(x), KernelArg::of(y), KernelArg::of(stride)}, 5));
  EXPECT_TRUE(report.ok()) << toString(report);
  return report;
}

TEST(Counters, Coalesced) {
  const Counters counters = countCopy("gfx942", 8).counters;
  EXPECT_EQ(counters.workgroups, 5u);
  EXPECT_EQ(counters.waves, 10u);
  const AccessCounters &loads = counters.globalLoad;
  EXPECT_EQ(loads.waveAccesses, 10u);
  EXPECT_EQ(loads.laneAccesses, 640u);
  EXPECT_EQ(loads.bytes, 5120u);
  EXPECT_EQ(loads.segments32, 160u);
  EXPECT_EQ(loads.segments64, 80u);
  EXPECT_EQ(loads.segments128, 40u);
  EXPECT_EQ(loads.widths, (std::map<unsigned, uint64_t>{{8, 10}}));
  EXPECT_EQ(counters.globalStore.bytes, 5120u);
  ASSERT_EQ(counters.buffers.size(), 2u);
  for (const auto &[address, buffer] : counters.buffers) {
    EXPECT_EQ(buffer.bytesLoaded, buffer.name == "x" ? 5120u : 0u);
    EXPECT_EQ(buffer.bytesStored, buffer.name == "y" ? 5120u : 0u);
  }
}

TEST(Counters, Strided) {
  const AccessCounters loads = countCopy("gfx1100", 64).counters.globalLoad;
  EXPECT_EQ(loads.waveAccesses, 20u);
  EXPECT_EQ(loads.segments32, 640u);
  EXPECT_EQ(loads.segments64, 640u);
  EXPECT_EQ(loads.segments128, 320u);
}

// Neither the schedule nor the number of host threads shows in a report.
TEST(Counters, DontDependOnTheSchedule) {
  std::string reference = toString(countCopy("gfx942", 24));
  for (uint64_t seed : {1, 2, 3, 4})
    for (unsigned threads : {1, 3})
      EXPECT_EQ(toString(countCopy("gfx942", 24, seed, threads)), reference);
}

// Lanes that take different sides of a branch don't share an access.
TEST(Counters, DivergedLanes) {
  std::string module =
      makeMap("  %c = icmp ult i32 %t, 16\n  br i1 %c, label %a, label %b\n"
              "a:\n  %l = load i32, ptr addrspace(1) %p\n  br label %end\n"
              "b:\n  %m = load i32, ptr addrspace(1) %p\n  br label %end\n"
              "end:\n  %r = phi i32 [ %l, %a ], [ %m, %b ]\n",
              "");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  Memory memory;
  uint64_t x = upload(memory, std::vector<int>(64), "x");
  uint64_t y = upload(memory, std::vector<int>(64), "y");
  Report report = run(program, memory,
                      makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)}));
  EXPECT_EQ(report.counters.globalLoad.waveAccesses, 3u);
  EXPECT_EQ(report.counters.globalLoad.laneAccesses, 128u);
}

// Without checks and counters kernels give the same results.
TEST(Counters, Unchecked) {
  std::unique_ptr<Program> program =
      mustLoad(makeMap("  %r = mul i32 %v, 3\n", ""), makeChip("gfx942"),
               Options::unchecked());
  Memory memory;
  uint64_t x = upload(memory, std::vector<int>(64, 5), "x");
  uint64_t y = upload(memory, std::vector<int>(64), "y");
  Report report = run(program, memory,
                      makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)}));
  EXPECT_EQ(report.counters.globalLoad.waveAccesses, 0u);
  EXPECT_EQ(download<int>(memory, y, 64), std::vector<int>(64, 15));
}

//===----------------------------------------------------------------------===//
// Arguments and launch geometry
//===----------------------------------------------------------------------===//

TEST(Launch, ArgumentsAndIds) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(i8 %a, i16 %b, ptr addrspace(1) %y, float %c, double %d, <2 x i32> %e) {
      %tx = call i32 @llvm.amdgcn.workitem.id.x()
      %ty = call i32 @llvm.amdgcn.workitem.id.y()
      %tz = call i32 @llvm.amdgcn.workitem.id.z()
      %gx = call i32 @llvm.amdgcn.workgroup.id.x()
      %gy = call i32 @llvm.amdgcn.workgroup.id.y()
      %gz = call i32 @llvm.amdgcn.workgroup.id.z()
      %i1 = mul i32 %gz, 3
      %i2 = add i32 %i1, %gy
      %i3 = mul i32 %i2, 2
      %i4 = add i32 %i3, %gx
      %i5 = mul i32 %i4, 24
      %j1 = mul i32 %tz, 3
      %j2 = add i32 %j1, %ty
      %j3 = mul i32 %j2, 4
      %j4 = add i32 %j3, %tx
      %i = add i32 %i5, %j4
      %a32 = sext i8 %a to i32
      %b32 = sext i16 %b to i32
      %c32 = fptosi float %c to i32
      %d32 = fptosi double %d to i32
      %e0 = extractelement <2 x i32> %e, i32 1
      %s1 = add i32 %a32, %b32
      %s2 = add i32 %s1, %c32
      %s3 = add i32 %s2, %d32
      %s4 = add i32 %s3, %e0
      %r = add i32 %s4, %i
      %q = getelementptr i32, ptr addrspace(1) %y, i32 %i
      store i32 %r, ptr addrspace(1) %q
      ret void
    }
    declare i32 @llvm.amdgcn.workitem.id.x()
    declare i32 @llvm.amdgcn.workitem.id.y()
    declare i32 @llvm.amdgcn.workitem.id.z()
    declare i32 @llvm.amdgcn.workgroup.id.x()
    declare i32 @llvm.amdgcn.workgroup.id.y()
    declare i32 @llvm.amdgcn.workgroup.id.z()
  )");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  ASSERT_TRUE(program);
  EXPECT_EQ(program->getKernels()[0].paramBytes,
            (std::vector<unsigned>{1, 2, 8, 4, 8, 8}));
  Memory memory;
  uint64_t y = llvm::cantFail(memory.allocate(24 * 24 * 4, "y"));
  Launch launch;
  launch.kernel = "k";
  launch.grid = {2, 3, 4};
  launch.block = {4, 3, 2};
  launch.args = {
      KernelArg::of(int8_t(-3)), KernelArg::of(int16_t(1000)),
      KernelArg::of(y),          KernelArg::of(20.0F),
      KernelArg::of(-7.0),       KernelArg::of(std::array<int32_t, 2>{1, 5})};
  EXPECT_TRUE(run(program, memory, launch).ok());
  std::vector<int> output = download<int>(memory, y, 24 * 24);
  for (int i = 0; i < 24 * 24; ++i)
    EXPECT_EQ(output[i], 1015 + i);
}

// By reference: the kernel sees the argument where it is in the segment.
TEST(Launch, ArgumentsByReference) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(i8 %a, ptr addrspace(4) byref({ i32, i64 }) %s, ptr addrspace(1) %y) {
      %p = getelementptr i8, ptr addrspace(4) %s, i32 8
      %v = load i64, ptr addrspace(4) %p
      store i64 %v, ptr addrspace(1) %y
      ret void
    })");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  Memory memory;
  uint64_t y = upload(memory, std::vector<int64_t>(1), "y");
  Report report =
      run(program, memory,
          makeLaunch(1, {KernelArg::of(int8_t(1)),
                         KernelArg::of(std::array<int64_t, 2>{5, 77}),
                         KernelArg::of(y)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(download<int64_t>(memory, y, 1)[0], 77);
}

TEST(Launch, ImplicitArgumentsAndPacket) {
  std::string module = makeModule(R"(
    define amdgpu_kernel void @k(ptr addrspace(1) %y) {
      %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
      %blocks = load i32, ptr addrspace(4) %i
      %sizep = getelementptr i8, ptr addrspace(4) %i, i32 12
      %size = load i16, ptr addrspace(4) %sizep
      %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
      %gridp = getelementptr i8, ptr addrspace(4) %d, i32 12
      %grid = load i32, ptr addrspace(4) %gridp
      %size32 = zext i16 %size to i32
      %product = mul i32 %blocks, %size32
      store i32 %product, ptr addrspace(1) %y
      %q = getelementptr i32, ptr addrspace(1) %y, i32 1
      store i32 %grid, ptr addrspace(1) %q
      ret void
    }
    declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
    declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  )");
  Options options;
  options.checkRaces = false;
  std::unique_ptr<Program> program =
      mustLoad(module, makeChip("gfx1100"), options);
  Memory memory;
  uint64_t y = upload(memory, std::vector<int>(2), "y");
  Report report = run(program, memory, makeLaunch(96, {KernelArg::of(y)}, 7));
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(download<int>(memory, y, 2), std::vector<int>({672, 672}));
}

TEST(Launch, DynamicLds) {
  std::string module = makeModule(R"(
    @fixed = internal addrspace(3) global [3 x i8] poison
    @dynamic = external addrspace(3) global [0 x i32], align 16
    define amdgpu_kernel void @k(ptr addrspace(1) %y, i32 %i) {
      store i8 1, ptr addrspace(3) @fixed
      %p = getelementptr i32, ptr addrspace(3) @dynamic, i32 %i
      %n = ptrtoint ptr addrspace(3) %p to i32
      store i32 %n, ptr addrspace(3) %p
      %back = inttoptr i32 %n to ptr addrspace(3)
      %v = load i32, ptr addrspace(3) %back
      store i32 %v, ptr addrspace(1) %y
      ret void
    })");
  std::unique_ptr<Program> program = mustLoad(module, makeChip("gfx942"));
  ASSERT_TRUE(program);
  EXPECT_EQ(program->getKernels()[0].staticLdsBytes, 3u);
  Memory memory;
  uint64_t y = upload(memory, std::vector<int>(1), "y");
  for (int index : {9, 10}) {
    Launch launch = makeLaunch(1, {KernelArg::of(y), KernelArg::of(index)});
    launch.dynamicLdsBytes = 40;
    Report report = run(program, memory, launch);
    EXPECT_EQ(report.ok(), index == 9) << toString(report);
    if (index == 9) {
      // Addresses of LDS are offsets into the workgroup's block.
      EXPECT_EQ(download<int>(memory, y, 1)[0], 16 + 36);
    }
  }
}

std::string launchError(const Launch &launch) {
  std::unique_ptr<Program> program =
      mustLoad(makeMap("  %r = add i32 %v, 1\n", ""), makeChip("gfx942"));
  Memory memory;
  auto report = program->launch(memory, launch);
  return report ? "" : llvm::toString(report.takeError());
}

TEST(Launch, Errors) {
  std::vector<KernelArg> args(2, KernelArg::of(uint64_t(0)));
  Launch launch = makeLaunch(64, args);
  launch.kernel = "other";
  EXPECT_EQ(launchError(launch), "the module has no kernel 'other', only: 'k'");
  EXPECT_EQ(launchError(makeLaunch(1025, args)),
            "kernel 'k': a workgroup of 1025x1x1 threads is above the limit of "
            "gfx942, 1024");
  EXPECT_EQ(launchError(makeLaunch(0, args)),
            "kernel 'k': a workgroup of 0x1x1 threads is empty");
  EXPECT_EQ(launchError(makeLaunch(64, {args[0]})),
            "kernel 'k': expected 2 arguments, got 1");
  EXPECT_EQ(launchError(makeLaunch(64, {args[0], KernelArg::of(1)})),
            "kernel 'k': argument 1 has 4 bytes, expected 8");
  launch = makeLaunch(64, args);
  launch.dynamicLdsBytes = 65537;
  EXPECT_EQ(launchError(launch),
            "kernel 'k': it needs 65537 bytes of LDS, gfx942 has 65536");
}

// A kernel can be compiled for one block or for up to so many threads.
TEST(Launch, CompiledForABlock) {
  std::unique_ptr<Program> program = mustLoad(
      makeModule("define amdgpu_kernel void @exact() !reqd_work_group_size !0 "
                 "{\n  ret void\n}\n"
                 "define amdgpu_kernel void @most() #0 {\n  ret void\n}\n"
                 "attributes #0 = { "
                 "\"amdgpu-flat-work-group-size\"=\"1,128\" }\n"
                 "!0 = !{i32 8, i32 4, i32 1}\n"),
      makeChip("gfx942"));
  ASSERT_TRUE(program);
  Memory memory;
  auto launch = [&](const char *kernel, unsigned x, unsigned y) {
    Launch launch;
    launch.kernel = kernel;
    launch.block = {x, y, 1};
    auto report = program->launch(memory, launch);
    return report ? "" : llvm::toString(report.takeError());
  };
  EXPECT_EQ(launch("exact", 8, 4), "");
  EXPECT_EQ(launch("exact", 32, 1),
            "kernel 'exact': a workgroup of 32x1x1 threads was asked for, but "
            "the kernel was compiled for 8x4x1");
  EXPECT_EQ(launch("most", 128, 1), "");
  EXPECT_EQ(launch("most", 129, 1),
            "kernel 'most': a workgroup of 129x1x1 threads is above what the "
            "kernel was compiled for, 128");
}

TEST(Launch, EmptyGridRunsNothing) {
  Launch launch =
      makeLaunch(64, {KernelArg::of(uint64_t(0)), KernelArg::of(uint64_t(0))});
  launch.grid = {4, 0, 1};
  EXPECT_EQ(launchError(launch), "");
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

std::string loadError(const std::string &text, const char *chip = "gfx942") {
  auto program = load(text, makeChip(chip));
  return program ? "" : llvm::toString(program.takeError());
}

TEST(Load, UnsupportedIntrinsicIsNamed) {
  EXPECT_EQ(loadError(makeModule(R"(
    define amdgpu_kernel void @k() !dbg !4 {
      %t = call i64 @llvm.amdgcn.s.memtime(), !dbg !7
      ret void
    }
    declare i64 @llvm.amdgcn.s.memtime()
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!2}
    !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
    !1 = !DIFile(filename: "time.mlir", directory: "/")
    !2 = !{i32 2, !"Debug Info Version", i32 3}
    !4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
    !5 = !DISubroutineType(types: !6)
    !6 = !{}
    !7 = !DILocation(line: 3, column: 8, scope: !4)
  )")),
            "time.mlir:3:8: in kernel 'k': the simulator does not support "
            "'llvm.amdgcn.s.memtime'");
}

TEST(Load, WhatCannotRunIsNamed) {
  EXPECT_EQ(loadError(makeModule("define amdgpu_kernel void @k() {\n  call "
                                 "void @printf()\n  ret void\n}\n"
                                 "declare void @printf()\n")),
            "in kernel 'k': the simulator does not support calls of the "
            "undefined function 'printf'");
  EXPECT_EQ(
      loadError(makeModule("define amdgpu_kernel void @k() {\n  call "
                           "void asm \"s_nop 0\", \"\"()\n  ret void\n}\n")),
      "in kernel 'k': the simulator does not support inline assembly");
  EXPECT_EQ(
      loadError(makeModule(
          "define amdgpu_kernel void @k() {\n  call void @f()\n  ret "
          "void\n}\ndefine void @f() {\n  call void @f()\n  ret void\n}\n")),
      "in kernel 'k': the simulator does not support the recursive "
      "function 'f'");
  EXPECT_EQ(
      loadError(makeModule("@g = external addrspace(1) global i32\n"
                           "define amdgpu_kernel void @k() {\n  store i32 "
                           "0, ptr addrspace(1) @g\n  ret void\n}\n")),
      "the module uses the undefined variable 'g'");
  EXPECT_NE(loadError("target triple = \"x86_64-linux-gnu\"\n")
                .find("the simulator runs amdgcn modules"),
            std::string::npos);
  EXPECT_NE(loadError("define").find("kernel.ll:1:"), std::string::npos);
}

// Device functions are part of the kernel, whatever their attributes.
TEST(Load, FunctionsAreInlined) {
  std::vector<int> output =
      runMap(makeMap("  %r = call i32 @double(i32 %v)\n",
                     "define i32 @double(i32 %a) noinline optnone {\n"
                     "  %b = mul i32 %a, 2\n  ret i32 %b\n}\n"),
             makeChip("gfx942"), std::vector<int>(64, 21));
  EXPECT_EQ(output[5], 42);
}

TEST(HostMemory, Errors) {
  Memory memory;
  uint64_t x = llvm::cantFail(memory.allocate(8, "x"));
  EXPECT_EQ(x % Memory::allocationAlignment, 0u);
  EXPECT_NE(llvm::toString(memory.write(x, std::vector<char>(9)))
                .find("no device memory at address"),
            std::string::npos);
  EXPECT_NE(llvm::toString(memory.free(x + 1)).find("is inside 'x'"),
            std::string::npos);
  llvm::cantFail(memory.free(x));
  EXPECT_EQ(llvm::toString(memory.write(x, std::vector<char>(1))),
            "device memory 'x' has been freed");
  EXPECT_NE(llvm::toString(memory.allocate(~uint64_t(0), "huge").takeError())
                .find("can't allocate"),
            std::string::npos);
}

} // namespace
