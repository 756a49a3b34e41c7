//===- Device.h - The one simulated device of a process ---------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMRUNTIME_DEVICE_H
#define HELION_FLY_LIB_SIMRUNTIME_DEVICE_H

#include "Simulator/Simulator.h"

#include "llvm/ADT/Twine.h"

#include <list>
#include <map>
#include <mutex>

namespace mlir {
namespace fly {
namespace sim {

/// What the library was built for, in Chip.cpp.
extern const char *const deviceChip;

/// A loaded module.
struct DeviceModule {
  std::unique_ptr<Program> program;
  /// By name; their addresses are the handles that the host has.
  struct Function {
    DeviceModule *module;
    KernelInfo info;
  };
  std::map<std::string, Function> functions;
};

/// The device behind the C entry points. As these can't return errors, what
/// goes wrong is printed and ends the process: with exit code 2 for a fault of
/// a kernel and 1 for everything else.
class Device {
public:
  /// The process's device. The entry points have no handle for it.
  static Device &get();

  DeviceModule *loadModule(const void *data, uint64_t bytes);
  void unloadModule(DeviceModule *module);
  DeviceModule::Function *getFunction(DeviceModule *module,
                                      llvm::StringRef name);
  /// Runs a kernel to its end. `params` has the address of each argument.
  void launch(const DeviceModule::Function &function,
              std::array<int64_t, 3> grid, std::array<int64_t, 3> block,
              int32_t dynamicLdsBytes, void **params, uint64_t numParams);

  void *allocate(uint64_t bytes, bool isHostShared);
  void free(void *pointer);
  void copy(void *to, const void *from, uint64_t bytes);
  void registerHost(void *pointer, uint64_t bytes);
  void unregisterHost(void *pointer);

  /// Prints the message and ends the process.
  [[noreturn]] static void fail(const llvm::Twine &message);

private:
  Device();

  ChipModel chip;
  Memory memory;
  std::mutex mutex;
  std::list<DeviceModule> modules;
  unsigned numAllocations = 0;
};

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMRUNTIME_DEVICE_H
