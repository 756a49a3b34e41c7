//===- MutationTest.cpp - Wrong kernels are noticed -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum over two waves, twice through the same LDS: the kernel is right under
// every seed, and each change of one detail is a fault or a wrong number.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

static constexpr unsigned numElements = 100;
static constexpr unsigned numThreads = 128;

/// One step of the butterfly: adds what lane `lane ^ distance` has.
static std::string makeStep(const std::string &in, const std::string &out,
                            unsigned distance) {
  std::string name = out.substr(1);
  return "  %" + name + ".lane = xor i32 %lane, " + std::to_string(distance) +
         "\n  %" + name + ".byte = shl i32 %" + name + ".lane, 2\n  %" + name +
         ".got = call i32 @llvm.amdgcn.ds.bpermute(i32 %" + name +
         ".byte, i32 " + in + ")\n  " + out + " = add i32 " + in + ", %" +
         name + ".got\n";
}

/// Sums `in` over the workgroup into `%name.sum`. Block labels begin with
/// `name` too.
static std::string makeSum(const std::string &in, const std::string &name) {
  std::string body, last = in;
  for (unsigned distance : {32, 16, 8, 4, 2, 1}) {
    std::string next = "%" + name + std::to_string(distance);
    body += makeStep(last, next, distance);
    last = next;
  }
  return body + "  br i1 %first, label %" + name + ".store, label %" + name +
         ".wait\n" + name + ".store:\n  store i32 " + last +
         ", ptr addrspace(3) %slot\n  br label %" + name + ".wait\n" + name +
         ".wait:\n  call void @llvm.amdgcn.s.barrier()\n  %" + name +
         ".low = load i32, ptr addrspace(3) @lds\n  %" + name +
         ".high = load i32, ptr addrspace(3) @lds.high\n  %" + name +
         ".sum = add i32 %" + name + ".low, %" + name + ".high\n";
}

static std::string makeKernel() {
  return makeModule(R"(
@lds = internal addrspace(3) global i32 poison, align 4
@lds.high = internal addrspace(3) global i32 poison, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %y) {
entry:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %t, 63
  %wave = lshr i32 %t, 6
  %first = icmp eq i32 %lane, 0
  %isLow = icmp eq i32 %wave, 0
  %slot = select i1 %isLow, ptr addrspace(3) @lds, ptr addrspace(3) @lds.high
  %in = icmp ult i32 %t, 100
  br i1 %in, label %load, label %go
load:
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %loaded = load i32, ptr addrspace(1) %p
  br label %go
go:
  %v = phi i32 [ 0, %entry ], [ %loaded, %load ]
)" + makeSum("%v", "a") +
                    R"(  call void @llvm.amdgcn.s.barrier()
  %square = mul i32 %v, %a.sum
)" + makeSum("%square", "b") +
                    R"(
  %stored = icmp ult i32 %t, 100
  br i1 %stored, label %store, label %end
store:
  %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
  %r = add i32 %b.sum, %v
  store i32 %r, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare void @llvm.amdgcn.s.barrier()
)");
}

/// Whether the kernel runs without a fault and gives the right numbers.
static bool isRight(const std::string &text, uint64_t seed = 0) {
  std::vector<int32_t> x(numElements);
  int32_t sum = 0;
  for (unsigned i = 0; i < numElements; ++i)
    sum += x[i] = int32_t(i * i % 97);
  Options options;
  options.seed = seed;
  Memory memory;
  uint64_t in = upload(memory, x, "x");
  uint64_t out = upload(memory, std::vector<int32_t>(numElements), "y");
  Report report =
      run(mustLoad(text, makeChip("gfx942"), options), memory,
          makeLaunch(numThreads, {KernelArg::of(in), KernelArg::of(out)}));
  bool right = report.ok();
  std::vector<int32_t> y = download<int32_t>(memory, out, numElements);
  for (unsigned i = 0; i < numElements; ++i)
    right &= y[i] == sum * sum + x[i];
  return right;
}

/// The text with occurrence `number` of `from` replaced, "" if there is none.
static std::string mutate(const std::string &text, const std::string &from,
                          const std::string &to, unsigned number) {
  size_t at = text.find(from);
  while (number-- && at != std::string::npos)
    at = text.find(from, at + 1);
  if (at == std::string::npos)
    return "";
  return text.substr(0, at) + to + text.substr(at + from.size());
}

/// Every mutant must be noticed, and there must be `count` of them.
static void expectNoticed(const std::string &from, const std::string &to,
                          unsigned count) {
  std::string text = makeKernel();
  for (unsigned number = 0; number < count; ++number) {
    std::string mutant = mutate(text, from, to, number);
    ASSERT_NE(mutant, "") << from;
    EXPECT_FALSE(isRight(mutant))
        << "'" << from << "' to '" << to << "', occurrence " << number;
  }
  EXPECT_EQ(mutate(text, from, to, count), "");
}

TEST(Mutation, UnchangedUnderTwentySeeds) {
  std::string text = makeKernel();
  for (uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_TRUE(isRight(text, seed)) << seed;
}

// The schedule without a seed is enough to notice each of them.
TEST(Mutation, DroppedBarriers) {
  expectNoticed("  call void @llvm.amdgcn.s.barrier()\n", "", 3);
}

TEST(Mutation, MasksShiftedByALane) {
  expectNoticed("icmp ult i32 %t, 100", "icmp ult i32 %t, 99", 2);
  expectNoticed("icmp ult i32 %t, 100", "icmp ult i32 %t, 101", 2);
}

TEST(Mutation, SwappedLaneMaps) {
  expectNoticed("xor i32 %lane, 16", "xor i32 %lane, 8", 2);
  expectNoticed("xor i32 %lane, 32", "xor i32 %lane, 1", 2);
  expectNoticed("xor i32 %lane, 1\n", "xor i32 %lane, 0\n", 2);
}
