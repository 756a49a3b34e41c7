//===- ChipFigures.h - Published figures of a chip --------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For estimates in reports only: no pass decides by them.
//
//===----------------------------------------------------------------------===//

#ifndef TARGET_CHIPFIGURES_H
#define TARGET_CHIPFIGURES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::fly {

/// What the vendor says about the largest product with a chip.
struct ChipFigures {
  llvm::StringRef chip;
  /// The product, and the document with the figures.
  llvm::StringRef product, source;
  /// Peak bandwidth of the device's memory, in bytes per second.
  double memoryBandwidth;
  /// Peak clock of the compute units, in cycles per second.
  double clock;
  /// Lanes that one SIMD works on in a cycle.
  unsigned lanesPerCycle;
};

/// The figures of the chip of this name, or null.
const ChipFigures *lookupChipFigures(llvm::StringRef chip);

} // namespace mlir::fly

#endif // TARGET_CHIPFIGURES_H
