//===- Device.cpp - The one simulated device of a process -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Target/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>

using namespace mlir::fly::sim;
using llvm::StringRef;

/// Ends the process without running what other libraries do at its end: this is
/// called from within the host's compiled code.
[[noreturn]] static void endProcess(int code) {
  std::fflush(nullptr);
  llvm::outs().flush();
  llvm::errs().flush();
  std::_Exit(code);
}

void Device::fail(const llvm::Twine &message) {
  std::fflush(stdout);
  llvm::errs() << "simulated " << deviceChip << ": error: " << message << "\n";
  endProcess(1);
}

static void check(llvm::Error error) {
  if (error)
    Device::fail(llvm::toString(std::move(error)));
}

template <typename T> static T check(llvm::Expected<T> value) {
  check(value.takeError());
  return std::move(*value);
}

Device &Device::get() {
  static Device device;
  return device;
}

Device::Device() {
  const TargetInfo *target = lookupTarget(deviceChip);
  if (!target)
    fail(unknownChipMessage(deviceChip));
  chip.chip = target->chip.str();
  chip.waveSize = target->waveSize;
  chip.ldsBytes = target->ldsBytes;
  chip.ldsBanks = target->ldsBanks;
  chip.maxThreads = target->maxThreadsPerWorkgroup;
  chip.ldsBanks = target->ldsBanks;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static constexpr StringRef formatHint =
    "; the simulated device runs LLVM bitcode: use "
    "--gpu-module-to-binary=format=llvm";

/// A module may say what it was compiled for: it must be this chip then, and
/// the wave size may be the less usual one.
static ChipModel getTarget(llvm::MemoryBufferRef bitcode, ChipModel chip) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      check(llvm::getLazyBitcodeModule(bitcode, context));
  for (const llvm::Function &function : *module) {
    StringRef cpu = function.getFnAttribute("target-cpu").getValueAsString();
    if (!cpu.empty() && cpu != chip.chip)
      Device::fail("'" + function.getName() + "' was compiled for " + cpu +
                   ": load libHelionFlySim-" + cpu + ".so instead");
    StringRef features =
        function.getFnAttribute("target-features").getValueAsString();
    for (unsigned size : {32, 64})
      if (features.contains("+wavefrontsize" + std::to_string(size)))
        chip.waveSize = size;
  }
  return chip;
}

DeviceModule *Device::loadModule(const void *data, uint64_t bytes) {
  StringRef contents(static_cast<const char *>(data), bytes);
  if (contents.starts_with("\x7f"
                           "ELF"))
    fail("the module is a code object" + formatHint);
  if (!contents.starts_with("BC"))
    fail("the module is no LLVM bitcode" + formatHint);
  llvm::MemoryBufferRef buffer(contents, "module");
  ChipModel target = getTarget(buffer, chip);
  std::lock_guard<std::mutex> lock(mutex);
  DeviceModule &module = modules.emplace_back();
  module.program = check(Program::load(buffer, target, Options()));
  for (const KernelInfo &info : module.program->getKernels())
    module.functions[info.name] = {&module, info};
  return &module;
}

void Device::unloadModule(DeviceModule *module) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = llvm::find_if(modules, [&](const DeviceModule &candidate) {
    return &candidate == module;
  });
  if (found == modules.end())
    fail("a module is unloaded that isn't loaded");
  modules.erase(found);
}

DeviceModule::Function *Device::getFunction(DeviceModule *module,
                                            StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = module->functions.find(name.str());
  if (found == module->functions.end())
    fail("the module has no kernel '" + name + "'");
  return &found->second;
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

static void setDims(std::array<int64_t, 3> from, std::array<uint32_t, 3> &to,
                    const llvm::Twine &what) {
  for (auto [source, target] : llvm::zip_equal(from, to)) {
    if (source < 0 || source > INT32_MAX)
      Device::fail(what + " of " + llvm::Twine(source) + " is no size");
    target = uint32_t(source);
  }
}

void Device::launch(const DeviceModule::Function &function,
                    std::array<int64_t, 3> grid, std::array<int64_t, 3> block,
                    int32_t dynamicLdsBytes, void **params,
                    uint64_t numParams) {
  Launch launch;
  launch.kernel = function.info.name;
  setDims(grid, launch.grid, "kernel '" + launch.kernel + "': a grid");
  setDims(block, launch.block, "kernel '" + launch.kernel + "': a workgroup");
  if (dynamicLdsBytes < 0)
    fail("kernel '" + launch.kernel + "': a negative size of dynamic LDS");
  launch.dynamicLdsBytes = dynamicLdsBytes;
  if (numParams != function.info.paramBytes.size())
    fail("kernel '" + launch.kernel + "': expected " +
         llvm::Twine(function.info.paramBytes.size()) + " arguments, got " +
         llvm::Twine(numParams));
  for (auto [index, bytes] : llvm::enumerate(function.info.paramBytes)) {
    const auto *data = static_cast<const char *>(params[index]);
    launch.args.emplace_back().bytes.assign(data, data + bytes);
  }
  Report report = check(function.module->program->launch(memory, launch));
  if (report.ok())
    return;
  std::fflush(stdout);
  llvm::errs() << "simulated " << chip.chip << ": kernel '" << launch.kernel
               << "': " << report.faultCount << " faults\n";
  report.printFaults(llvm::errs());
  endProcess(2);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t toAddress(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

void *Device::allocate(uint64_t bytes, bool isHostShared) {
  std::string name;
  {
    std::lock_guard<std::mutex> lock(mutex);
    name = "allocation " + std::to_string(numAllocations++);
  }
  uint64_t address = check(memory.allocate(bytes, name));
  // The host writes it in ways that the device doesn't see.
  if (isHostShared)
    check(memory.markInitialized(address, bytes));
  return reinterpret_cast<void *>(address);
}

void Device::free(void *pointer) {
  if (pointer)
    check(memory.free(toAddress(pointer)));
}

void Device::copy(void *to, const void *from, uint64_t bytes) {
  check(memory.copy(toAddress(to), toAddress(from), bytes));
}

void Device::registerHost(void *pointer, uint64_t bytes) {
  std::string name = "host memory 0x" + llvm::utohexstr(toAddress(pointer));
  check(memory.registerHost(toAddress(pointer), bytes, name));
}

void Device::unregisterHost(void *pointer) {
  check(memory.unregisterHost(toAddress(pointer)));
}
