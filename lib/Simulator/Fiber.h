//===- Fiber.h - A stack of its own for every lane --------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_FIBER_H
#define HELION_FLY_LIB_SIMULATOR_FIBER_H

#include <cstddef>

namespace mlir {
namespace fly {
namespace sim {

/// Code that runs on its own stack until it gives control back. The stack is
/// not unwound when the fiber is dropped: compiled kernels have nothing to
/// destroy.
class Fiber {
public:
  using Entry = void (*)(void *);

  /// Makes the next `resume` call `entry(arg)` on the stack `[bottom, top)`.
  void start(char *bottom, char *top, Entry entry, void *arg);
  /// Runs the fiber until it suspends or finishes.
  void resume();
  /// On the fiber: returns to where it was resumed.
  void suspend();
  /// On the fiber: returns to where it was resumed, for the last time.
  [[noreturn]] void finish();

private:
  struct Trampoline;

  void *inside = nullptr;
  void *outside = nullptr;
  char *bottom = nullptr;
  size_t size = 0;
  Entry entry = nullptr;
  void *arg = nullptr;
  // What the address sanitizer must know about the two stacks.
  void *insideShadow = nullptr;
  const void *outsideBottom = nullptr;
  size_t outsideSize = 0;
};

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_FIBER_H
