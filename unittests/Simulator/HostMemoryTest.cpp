//===- HostMemoryTest.cpp - Memory that the host and kernels share --------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

uint64_t toAddress(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

/// y[t] = 3 * x[t]
std::unique_ptr<Program> loadTriple() {
  return mustLoad(makeMap("  %r = mul i32 %v, 3\n", ""), makeChip("gfx942"));
}

Report runTriple(Memory &memory, uint64_t x, uint64_t y) {
  return run(loadTriple(), memory,
             makeLaunch(64, {KernelArg::of(x), KernelArg::of(y)}));
}

// Kernels read and write registered memory in place.
TEST(HostMemory, Registered) {
  Memory memory;
  std::vector<int> x(64, 5), y(64);
  llvm::cantFail(memory.registerHost(toAddress(x.data()), 256, "x"));
  llvm::cantFail(memory.registerHost(toAddress(y.data()), 256, "y"));
  EXPECT_TRUE(runTriple(memory, toAddress(x.data()), toAddress(y.data())).ok());
  EXPECT_EQ(y, std::vector<int>(64, 15));
}

// One element less than the kernel wants.
TEST(HostMemory, BoundsOfRegistered) {
  Memory memory;
  std::vector<int> x(64, 5), y(64);
  llvm::cantFail(memory.registerHost(toAddress(x.data()), 256, "x"));
  llvm::cantFail(memory.registerHost(toAddress(y.data()), 252, "y"));
  Report report = runTriple(memory, toAddress(x.data()), toAddress(y.data()));
  ASSERT_EQ(report.faultCount, 1u);
  EXPECT_EQ(report.faults[0].kind, FaultKind::OutOfBounds);
  EXPECT_EQ(report.faults[0].lane, 63u);
  EXPECT_EQ(y[63], 0);
}

TEST(HostMemory, Unregistered) {
  Memory memory;
  std::vector<int> x(64, 5), y(64);
  llvm::cantFail(memory.registerHost(toAddress(x.data()), 256, "x"));
  llvm::cantFail(memory.registerHost(toAddress(y.data()), 256, "y"));
  llvm::cantFail(memory.unregisterHost(toAddress(y.data())));
  Report report = runTriple(memory, toAddress(x.data()), toAddress(y.data()));
  EXPECT_EQ(report.faultCount, 64u);
  EXPECT_EQ(y, std::vector<int>(64));
}

TEST(HostMemory, RegisteredTwice) {
  Memory memory;
  std::vector<int> x(64);
  uint64_t address = toAddress(x.data());
  llvm::cantFail(memory.registerHost(address, 256, "x"));
  llvm::Error error = memory.registerHost(address + 128, 4, "part");
  EXPECT_NE(llvm::toString(std::move(error))
                .find("accessible to kernels already, as 'x'"),
            std::string::npos);
  EXPECT_EQ(llvm::toString(memory.free(address)),
            "'x' is the host's memory: it can't be freed here");
  llvm::cantFail(memory.registerHost(address + 256, 4, "behind"));
}

// A copy on the device is as unwritten as its source.
TEST(HostMemory, CopiesKeepWhatIsUnwritten) {
  Memory memory;
  uint64_t x = llvm::cantFail(memory.allocate(8, "x"));
  uint64_t y = llvm::cantFail(memory.allocate(8, "y"));
  int host[2] = {1, 2};
  llvm::cantFail(memory.copy(x, toAddress(host), 4));
  llvm::cantFail(memory.copy(y, x, 8));
  EXPECT_TRUE(llvm::cantFail(memory.isInitialized(y, 4)));
  EXPECT_FALSE(llvm::cantFail(memory.isInitialized(y + 4, 4)));
  llvm::cantFail(memory.markInitialized(y, 8));
  EXPECT_TRUE(llvm::cantFail(memory.isInitialized(y, 8)));
}

TEST(HostMemory, CopiesToAndFromTheDevice) {
  Memory memory;
  uint64_t x = llvm::cantFail(memory.allocate(8, "x"));
  int from[2] = {1, 2}, to[2] = {0, 0};
  llvm::cantFail(memory.copy(x, toAddress(from), 8));
  llvm::cantFail(memory.copy(toAddress(to), x, 8));
  EXPECT_EQ(to[0], 1);
  EXPECT_EQ(to[1], 2);
}

// The red zone belongs to the device: it is never taken for the host's memory.
TEST(HostMemory, CopiesBeyondAnAllocation) {
  Memory memory;
  uint64_t x = llvm::cantFail(memory.allocate(8, "x"));
  int host[4] = {1, 2, 3, 4};
  llvm::cantFail(memory.copy(x, toAddress(host), 4));
  for (uint64_t offset : {4, 8, 5000}) {
    llvm::Error error = memory.copy(x + offset, toAddress(host), 16);
    EXPECT_NE(llvm::toString(std::move(error)).find("no device memory"),
              std::string::npos);
  }
}

} // namespace
