//===- Harness.h - Runs kernels written as LLVM IR --------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_UNITTESTS_SIMULATOR_HARNESS_H
#define HELION_FLY_UNITTESTS_SIMULATOR_HARNESS_H

#include "Simulator/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace mlir {
namespace fly {
namespace sim {
namespace test {

inline ChipModel makeChip(const std::string &name) {
  ChipModel chip;
  chip.chip = name;
  chip.waveSize = name[3] == '9' ? 64 : 32;
  return chip;
}

/// `body` is the text after the target triple.
inline std::string makeModule(const std::string &body) {
  return "target datalayout = \"e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:"
         "64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:"
         "256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-"
         "v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9\"\n"
         "target triple = \"amdgcn-amd-amdhsa\"\n" +
         body;
}

/// Loads the address of element `%t` of `%x` and `%y` (i32 arrays), applies
/// `compute` to `%v` (an i32) to give `%r`, and stores `%r`.
inline std::string makeMap(const std::string &compute,
                           const std::string &declarations,
                           const std::string &type = "i32") {
  return makeModule("define amdgpu_kernel void @k(ptr addrspace(1) %x, "
                    "ptr addrspace(1) %y) {\n"
                    "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
                    "  %p = getelementptr " +
                    type +
                    ", ptr addrspace(1) %x, i32 %t\n"
                    "  %q = getelementptr " +
                    type +
                    ", ptr addrspace(1) %y, i32 %t\n"
                    "  %v = load " +
                    type + ", ptr addrspace(1) %p\n" + compute + "  store " +
                    type +
                    " %r, ptr addrspace(1) %q\n"
                    "  ret void\n}\n"
                    "declare i32 @llvm.amdgcn.workitem.id.x()\n" +
                    declarations);
}

inline llvm::Expected<std::unique_ptr<Program>>
load(const std::string &text, const ChipModel &chip,
     const Options &options = Options()) {
  return Program::load(llvm::MemoryBufferRef(text, "kernel.ll"), chip, options);
}

/// Loads a module that must be acceptable.
inline std::unique_ptr<Program> mustLoad(const std::string &text,
                                         const ChipModel &chip,
                                         const Options &options = Options()) {
  auto program = load(text, chip, options);
  if (!program) {
    ADD_FAILURE() << llvm::toString(program.takeError());
    return nullptr;
  }
  return std::move(*program);
}

template <typename T>
uint64_t upload(Memory &memory, const std::vector<T> &data,
                const std::string &name) {
  uint64_t address =
      llvm::cantFail(memory.allocate(data.size() * sizeof(T), name));
  llvm::cantFail(memory.write(
      address, llvm::ArrayRef<char>(reinterpret_cast<const char *>(data.data()),
                                    data.size() * sizeof(T))));
  return address;
}

template <typename T>
std::vector<T> download(const Memory &memory, uint64_t address, size_t count) {
  std::vector<T> data(count);
  llvm::cantFail(memory.read(
      address, llvm::MutableArrayRef<char>(
                   reinterpret_cast<char *>(data.data()), count * sizeof(T))));
  return data;
}

inline Launch makeLaunch(unsigned threads, std::vector<KernelArg> args,
                         unsigned groups = 1) {
  Launch launch;
  launch.kernel = "k";
  launch.grid = {groups, 1, 1};
  launch.block = {threads, 1, 1};
  launch.args = std::move(args);
  return launch;
}

/// Launches and expects that it can be launched.
inline Report run(const std::unique_ptr<Program> &program, Memory &memory,
                  const Launch &launch) {
  if (!program)
    return Report();
  auto report = program->launch(memory, launch);
  if (!report) {
    ADD_FAILURE() << llvm::toString(report.takeError());
    return Report();
  }
  return std::move(*report);
}

inline std::string toString(const Report &report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  report.print(stream);
  return text;
}

/// Runs a kernel of `makeMap` on one workgroup and returns what it stored.
template <typename T>
std::vector<T> runMap(const std::string &module, const ChipModel &chip,
                      const std::vector<T> &input) {
  std::unique_ptr<Program> program = mustLoad(module, chip);
  Memory memory;
  uint64_t x = upload(memory, input, "x");
  uint64_t y = upload(memory, std::vector<T>(input.size()), "y");
  Report report =
      run(program, memory,
          makeLaunch(input.size(), {KernelArg::of(x), KernelArg::of(y)}));
  EXPECT_TRUE(report.ok()) << toString(report);
  return download<T>(memory, y, input.size());
}

/// The fault of a kind, or null.
inline const Fault *findFault(const Report &report, FaultKind kind) {
  for (const Fault &fault : report.faults)
    if (fault.kind == kind)
      return &fault;
  return nullptr;
}

} // namespace test
} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_UNITTESTS_SIMULATOR_HARNESS_H
