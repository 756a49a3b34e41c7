//===- Memory.h - Allocations and their shadow state ------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_MEMORY_H
#define HELION_FLY_LIB_SIMULATOR_MEMORY_H

#include "Simulator/Simulator.h"

#include <mutex>
#include <vector>

namespace mlir {
namespace fly {
namespace sim {

/// A range of anonymous pages, zero until touched.
class Pages {
public:
  Pages() = default;
  ~Pages();
  Pages(Pages &&other) noexcept { *this = std::move(other); }
  Pages &operator=(Pages &&other) noexcept;

  /// `accessible` false reserves addresses only. Null data() on failure.
  static Pages map(uint64_t bytes, bool accessible);
  static uint64_t pageSize();

  char *data() const { return start; }
  uint64_t size() const { return length; }
  bool makeAccessible(char *from, uint64_t bytes);
  bool makeInaccessible(char *from, uint64_t bytes);
  /// Gives the contents back to the host; they read as zero afterwards.
  void discard(char *from, uint64_t bytes);
  void discard() { discard(start, length); }

private:
  char *start = nullptr;
  uint64_t length = 0;
};

/// The bytes `[base, base + size)` and what is known about each of them.
struct Allocation {
  uint64_t base = 0;
  uint64_t size = 0;
  std::string name;
  bool freed = false;
  bool readOnly = false;
  /// False for what the runtime itself provides, such as dispatch packets.
  bool counted = true;
  /// Place among the launch's allocations.
  unsigned index = 0;
  Pages pages;
  /// One byte per byte: nonzero if written. No pages: all of it is.
  Pages written;
  /// One 64-bit word per byte: who accessed it in this launch, see Race.h.
  Pages owners;
  /// One byte per byte: 1 if kernels may access it, else 0. No pages: all.
  Pages visible;
  /// One byte per byte: nonzero if a load and a store of it raced.
  Pages contended;

  uint64_t end() const { return base + size; }
  bool contains(uint64_t address, uint64_t bytes) const {
    return address >= base && bytes <= size && address - base <= size - bytes;
  }
  char *writtenAt(uint64_t address) const {
    return written.data() ? written.data() + (address - base) : nullptr;
  }
  const char *visibleAt(uint64_t address) const {
    return visible.data() ? visible.data() + (address - base) : nullptr;
  }
  char *contendedAt(uint64_t address) const {
    return contended.data() ? contended.data() + (address - base) : nullptr;
  }
  uint64_t *ownersAt(uint64_t address) const {
    return owners.data()
               ? reinterpret_cast<uint64_t *>(owners.data()) + (address - base)
               : nullptr;
  }
};

class Memory::Impl {
public:
  /// Inaccessible bytes before and after every allocation, at least.
  static constexpr uint64_t redZone = uint64_t(1) << 20;

  /// Sorted by address; freed ones stay so that their uses can be named.
  std::vector<std::unique_ptr<Allocation>> allocations;
  /// Held by a launch for as long as it runs.
  mutable std::mutex mutex;

  /// The live allocation that contains the range, or an error.
  llvm::Expected<Allocation *> find(uint64_t address, uint64_t bytes) const;
  /// Whether the address is inside an allocation or one of its red zones, even
  /// if it has been freed. Everything else is the host's.
  bool isDevice(uint64_t address) const;
  void insert(std::unique_ptr<Allocation> allocation);
};

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_MEMORY_H
