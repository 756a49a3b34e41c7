//===- AtomicsTest.cpp - Atomics, buffer ranges and views -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

static const char *const declarations = R"(
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
)";

/// A kernel on `%x` and `%y` that knows its thread as `%t`.
static std::string makeKernel(const std::string &body,
                              const std::string &more = "") {
  return makeModule(more +
                    "\n@lds = internal addrspace(3) global [64 x i32] poison, "
                    "align 16\n"
                    "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr "
                    "addrspace(1) %y) {\n  %t = call i32 "
                    "@llvm.amdgcn.workitem.id.x()\n" +
                    body + "  ret void\n}\n" + declarations);
}

static Report runKernel(const std::string &text, std::vector<int32_t> &x,
                        unsigned threads = 128, unsigned groups = 1) {
  Memory memory;
  uint64_t address = upload(memory, x, "x");
  uint64_t y = upload(memory, std::vector<int32_t>(threads), "y");
  Report report = run(
      mustLoad(text, makeChip("gfx942")), memory,
      makeLaunch(threads, {KernelArg::of(address), KernelArg::of(y)}, groups));
  x = download<int32_t>(memory, address, x.size());
  return report;
}

// A plain store by one wave and an atomic by the other.
TEST(AtomicRace, StoreAndAtomic) {
  for (bool barrier : {false, true}) {
    std::vector<int32_t> x(1);
    Report report = runKernel(makeKernel(std::string(R"(
  %c = icmp eq i32 %t, 0
  br i1 %c, label %first, label %go
first:
  store i32 5, ptr addrspace(1) %x
  br label %go
go:
)") + (barrier ? "  call void @llvm.amdgcn.s.barrier()\n" : "") +
                                         R"(
  %old = atomicrmw add ptr addrspace(1) %x, i32 1 syncscope("agent") monotonic
)"),
                              x);
    EXPECT_EQ(findFault(report, FaultKind::Race) != nullptr, !barrier)
        << toString(report);
    if (barrier)
      EXPECT_EQ(x[0], 5 + 128);
  }
}

// Other workgroups' atomics are never ordered behind a store.
TEST(AtomicRace, StoreAndAtomicOfOtherWorkgroup) {
  for (unsigned groups : {1, 2}) {
    std::vector<int32_t> x(1);
    Report report = runKernel(makeKernel(R"(
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %any = or i32 %g, %t
  %c = icmp eq i32 %any, 0
  br i1 %c, label %first, label %go
first:
  store i32 5, ptr addrspace(1) %x
  br label %go
go:
  call void @llvm.amdgcn.s.barrier()
  %old = atomicrmw add ptr addrspace(1) %x, i32 1 syncscope("agent") monotonic
)"),
                              x, 64, groups);
    EXPECT_EQ(findFault(report, FaultKind::Race) != nullptr, groups == 2)
        << toString(report);
  }
}

// Reading a sum while other waves still add to it; the atomic load is allowed.
TEST(AtomicRace, LoadAndAtomic) {
  for (std::string how : {"plain", "barrier", "atomic"}) {
    std::vector<int32_t> x(1);
    std::string body = R"(
  %old = atomicrmw add ptr addrspace(1) %x, i32 1 syncscope("agent") monotonic
)";
    if (how == "barrier")
      body += "  call void @llvm.amdgcn.s.barrier()\n";
    body += how == "atomic" ? "  %v = load atomic i32, ptr addrspace(1) %x "
                              "syncscope(\"agent\") monotonic, align 4\n"
                            : "  %v = load i32, ptr addrspace(1) %x\n";
    body += R"(
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %v, ptr addrspace(1) %p
)";
    Report report = runKernel(makeKernel(body), x);
    EXPECT_EQ(findFault(report, FaultKind::Race) != nullptr, how == "plain")
        << how << "\n"
        << toString(report);
  }
}

// In LDS: initialised, added to, read, with a barrier after each or not.
TEST(AtomicRace, Lds) {
  for (unsigned barriers : {0, 1, 2, 3}) {
    auto barrier = [&](unsigned bit) {
      return barriers & bit ? "  call void @llvm.amdgcn.s.barrier()\n" : "";
    };
    std::vector<int32_t> x(1);
    Report report = runKernel(makeKernel(std::string(R"(
  %c = icmp eq i32 %t, 0
  br i1 %c, label %first, label %go
first:
  store i32 0, ptr addrspace(3) @lds
  br label %go
go:
)") + barrier(1) + R"(
  %old = atomicrmw add ptr addrspace(3) @lds, i32 1 syncscope("workgroup") monotonic
)" + barrier(2) + R"(
  %v = load i32, ptr addrspace(3) @lds
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %v, ptr addrspace(1) %p
)"),
                              x);
    EXPECT_EQ(report.ok(), barriers == 3) << toString(report);
    if (barriers != 3)
      EXPECT_NE(findFault(report, FaultKind::Race), nullptr);
  }
}

/// Applies a buffer atomic to `%x`, a buffer of four bytes, at byte `%o`.
static std::string makeBufferAtomic(const std::string &call,
                                    const std::string &declaration) {
  return makeKernel(
      R"(
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 4, i32 159744)
  %c = icmp ult i32 %t, 4
  %o = select i1 %c, i32 0, i32 OFFSET
)" + call +
          R"(
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %t
  store i32 %v, ptr addrspace(1) %p
)",
      declaration);
}

static std::string withOffset(std::string text, const std::string &offset) {
  size_t at = text.find("OFFSET");
  return text.replace(at, 6, offset);
}

// Four lanes take part, the others are masked off.
TEST(BufferAtomics, Integers) {
  struct Case {
    std::string name;
    int32_t before, operand, after;
  };
  for (const Case &test : std::initializer_list<Case>{{"add", 7, 3, 19},
                                                      {"sub", 7, 3, -5},
                                                      {"smin", 7, -3, -3},
                                                      {"umin", 7, -3, 7},
                                                      {"smax", -7, 3, 3},
                                                      {"umax", -7, 3, -7},
                                                      {"and", 7, 12, 4},
                                                      {"or", 3, 12, 15},
                                                      {"xor", 5, 1, 5},
                                                      {"swap", 5, 9, 9},
                                                      {"inc", 2, 5, 0},
                                                      {"dec", 2, 5, 4}}) {
    std::string text = makeBufferAtomic(
        "  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic." + test.name +
            ".i32(i32 " + std::to_string(test.operand) +
            ", ptr addrspace(8) %r, i32 %o, i32 0, i32 0)\n",
        "declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic." + test.name +
            ".i32(i32, ptr addrspace(8), i32, i32, i32 immarg)");
    std::vector<int32_t> x = {test.before};
    Report report = runKernel(withOffset(text, "-2147483648"), x);
    EXPECT_TRUE(report.ok()) << test.name << "\n" << toString(report);
    EXPECT_TRUE(report.warnings.empty()) << test.name;
    EXPECT_EQ(x[0], test.after) << test.name;
    EXPECT_EQ(report.counters.globalAtomic.laneAccesses, 4U) << test.name;
  }
}

// An offset behind the buffer that isn't marked as meant.
TEST(BufferAtomics, SwallowedAtomic) {
  std::string text = makeBufferAtomic(
      "  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.add.i32(i32 1, ptr "
      "addrspace(8) %r, i32 %o, i32 0, i32 0)\n",
      "declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.add.i32(i32, ptr "
      "addrspace(8), i32, i32, i32 immarg)");
  std::vector<int32_t> x = {0};
  Report report = runKernel(withOffset(text, "4"), x);
  EXPECT_TRUE(report.ok()) << toString(report);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(report.warnings[0].kind, FaultKind::Swallowed);
  EXPECT_EQ(report.warnings[0].count, 124U);
  EXPECT_NE(toString(report).find("warning: swallowed"), std::string::npos);
  EXPECT_EQ(x[0], 4);
}

TEST(BufferAtomics, FloatsAndPairsOfHalves) {
  std::string text = makeBufferAtomic(
      R"(
  %f = call float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float 1.5, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  %v = bitcast float %f to i32
)",
      "declare float @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.f32(float, ptr "
      "addrspace(8), i32, i32, i32 immarg)");
  std::vector<int32_t> x = {0};
  Report report = runKernel(withOffset(text, "-2147483648"), x);
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(x[0], 0x40c00000);

  text = makeBufferAtomic(
      R"(
  %f = call <2 x half> @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.v2f16(<2 x half> <half 1.0, half 2.0>, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  %v = bitcast <2 x half> %f to i32
)",
      "declare <2 x half> @llvm.amdgcn.raw.ptr.buffer.atomic.fadd.v2f16(<2 x "
      "half>, ptr addrspace(8), i32, i32, i32 immarg)");
  x = {0};
  report = runKernel(withOffset(text, "-2147483648"), x);
  EXPECT_TRUE(report.ok()) << toString(report);
  EXPECT_EQ(x[0], 0x48004400);
}

TEST(BufferAtomics, CompareAndSwap) {
  std::string text = makeBufferAtomic(
      "  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap.i32(i32 9, "
      "i32 7, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)\n",
      "declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap.i32(i32, i32, "
      "ptr addrspace(8), i32, i32, i32 immarg)");
  for (int32_t before : {6, 7}) {
    std::vector<int32_t> x = {before};
    Report report = runKernel(withOffset(text, "-2147483648"), x);
    EXPECT_TRUE(report.ok()) << toString(report);
    EXPECT_EQ(x[0], before == 7 ? 9 : 6);
  }
}

// Operations that don't exist on the host are named when the module is loaded.
TEST(BufferAtomics, Unsupported) {
  std::string text = makeBufferAtomic(
      "  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cond.sub.u32.i32(i32 "
      "1, ptr addrspace(8) %r, i32 0, i32 0, i32 0)\n",
      "declare i32 @llvm.amdgcn.raw.ptr.buffer.atomic.cond.sub.u32.i32(i32, "
      "ptr addrspace(8), i32, i32, i32 immarg)");
  auto program = load(withOffset(text, "0"), makeChip("gfx942"));
  ASSERT_FALSE(bool(program));
  std::string error = llvm::toString(program.takeError());
  EXPECT_NE(error.find("buffer.atomic.cond.sub"), std::string::npos) << error;
}

/// Lanes load and store 16 bytes each; the buffer has `records` bytes.
static Report runBufferCopy(unsigned records, const std::string &offset) {
  std::string text = makeKernel(
      R"(
  %r = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 )" +
          std::to_string(records) + R"(, i32 159744)
  %in = shl i32 %t, 4
  %c = icmp ult i32 %in, )" +
          std::to_string(records) + R"(
  %o = select i1 %c, i32 %in, i32 )" +
          offset + R"(
  %v = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v, ptr addrspace(8) %r, i32 %o, i32 0, i32 0)
)",
      R"(
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)
)");
  std::vector<int32_t> x(256);
  return runKernel(text, x, 64);
}

// Masked lanes, and vectors that end behind the buffer, are meant.
TEST(Swallowed, MaskedAndPartialAccesses) {
  EXPECT_TRUE(runBufferCopy(512, "-2147483648").warnings.empty());
  EXPECT_TRUE(runBufferCopy(504, "-2147483648").warnings.empty());
  EXPECT_TRUE(runBufferCopy(1024, "%in").warnings.empty());
}

TEST(Swallowed, AccessesBehindTheBuffer) {
  Report report = runBufferCopy(512, "%in");
  EXPECT_TRUE(report.ok()) << toString(report);
  ASSERT_EQ(report.warnings.size(), 2U);
  EXPECT_EQ(report.warnings[0].lane, 32U);
  EXPECT_EQ(report.warnings[0].count, 32U);
  EXPECT_NE(report.warnings[0].message.find(
                "at byte 512 of a buffer of 512 bytes gives zero"),
            std::string::npos)
      << report.warnings[0].message;
  EXPECT_NE(report.warnings[1].message.find("is dropped"), std::string::npos);
  // The greatest offset that isn't marked.
  EXPECT_EQ(runBufferCopy(512, "2147483647").warnings.size(), 2U);
}

/// A matrix of four rows of 64 numbers, of which kernels get the first six.
/// The lanes access `width` numbers at number `first` of every row.
static Report runView(unsigned first, unsigned width, bool store,
                      bool restrict = true) {
  std::string type = "<" + std::to_string(width) + " x i32>";
  std::string text =
      makeModule("define amdgpu_kernel void @k(ptr addrspace(1) %x) {\n"
                 "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
                 "  %row = shl i32 %t, 6\n  %i = add i32 %row, " +
                 std::to_string(first) +
                 "\n  %p = getelementptr i32, ptr addrspace(1) %x, i32 %i\n" +
                 (store ? "  store " + type +
                              " zeroinitializer, ptr addrspace(1) %p, "
                              "align 4\n"
                        : "  %v = load volatile " + type +
                              ", ptr addrspace(1) %p, align 4\n") +
                 "  ret void\n}\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n");
  Memory memory;
  uint64_t x = upload(memory, std::vector<int32_t>(256), "x");
  std::vector<std::pair<uint64_t, uint64_t>> rows;
  for (unsigned row = 0; row < 4; ++row)
    rows.emplace_back(row * 256, 24);
  if (restrict)
    llvm::cantFail(memory.restrict(x, rows));
  return run(mustLoad(text, makeChip("gfx942")), memory,
             makeLaunch(4, {KernelArg::of(x)}));
}

// Loads may cover what a vector covers of the gap, stores nothing of it.
TEST(Views, Gaps) {
  EXPECT_TRUE(runView(4, 2, /*store=*/false).ok());
  EXPECT_TRUE(runView(4, 2, /*store=*/true).ok());
  EXPECT_TRUE(runView(4, 4, /*store=*/false).ok());
  EXPECT_TRUE(runView(17, 2, /*store=*/false).ok());
  EXPECT_TRUE(runView(6, 2, /*store=*/true, /*restrict=*/false).ok());
  for (bool store : {false, true}) {
    Report report = runView(store ? 5 : 18, 2, store);
    const Fault *fault = findFault(report, FaultKind::OutsideView);
    ASSERT_NE(fault, nullptr) << toString(report);
    EXPECT_EQ(fault->count, 4U);
    EXPECT_EQ(fault->buffer, "x");
    EXPECT_EQ(fault->offset, store ? 20 : 72);
  }
}

TEST(Views, RangesOutsideTheAllocation) {
  Memory memory;
  uint64_t x = upload(memory, std::vector<int32_t>(4), "x");
  llvm::Error error = memory.restrict(x, {{8, 12}});
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
}
