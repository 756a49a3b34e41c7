//===- IsaFigures.h - Figures read from AMDGPU assembly ---------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_ISAFIGURES_H
#define TOOLS_FLYRUN_ISAFIGURES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>

namespace mlir::helion_fly::run {

/// What the assembly of a module with one kernel says about it. Instructions
/// are counted as they stand in the text, not as they are executed.
struct IsaFigures {
  int64_t vgprs = 0;
  /// Accumulation registers, part of the unified file of CDNA.
  int64_t agprs = 0;
  int64_t sgprs = 0;
  int64_t vgprSpills = 0;
  int64_t sgprSpills = 0;
  int64_t scratchBytes = 0;
  int64_t ldsBytes = 0;
  int64_t instructions = 0;
  int64_t barriers = 0;
  int64_t scratchAccesses = 0;
  int64_t ldsAccesses = 0;
  /// Global and buffer accesses of vector memory, by their width in bits. On
  /// gfx90a these include scratch, which is a buffer there.
  std::map<int64_t, int64_t> loads, stores;

  /// Bits of the widest access; 0 when there is none.
  int64_t getWidestLoad() const;
  int64_t getWidestStore() const;
};

IsaFigures parseIsa(llvm::StringRef assembly);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_ISAFIGURES_H
