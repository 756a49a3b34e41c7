//===- Segments.h - What one wave access touches ----------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_SEGMENTS_H
#define HELION_FLY_LIB_SIMULATOR_SEGMENTS_H

#include "Executor.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir {
namespace fly {
namespace sim {

/// The lanes of one wave access and the 32-byte segments that they touch. LDS
/// addresses are offsets.
struct Worker::Segments {
  struct LaneAccess {
    unsigned lane;
    uint64_t address;
  };
  llvm::SmallVector<LaneAccess, 64> lanes;
  llvm::SmallVector<uint64_t, 256> ids;
  bool sorted = true;
  uint64_t bytes = 0;
  unsigned width = 0;

  void add(unsigned lane, uint64_t address, uint64_t size) {
    lanes.push_back({lane, address});
    bytes += size;
    width = size;
    if (!size)
      return;
    for (uint64_t id = address >> 5; id <= (address + size - 1) >> 5; ++id) {
      if (!ids.empty()) {
        if (id == ids.back())
          continue;
        sorted &= id > ids.back();
      }
      ids.push_back(id);
    }
  }
};

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_SEGMENTS_H
