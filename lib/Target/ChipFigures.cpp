//===- ChipFigures.cpp - Published figures of a chip ----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/ChipFigures.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::fly;

static constexpr double gigabytes = 1e9;
static constexpr double megahertz = 1e6;

// The bandwidth and clock of gfx90a are those of one of the product's two dies,
// which are separate devices.
static constexpr ChipFigures knownFigures[] = {
    {"gfx1100", "Radeon RX 7900 XTX", "AMD's product page",
     /*memoryBandwidth=*/960 * gigabytes, /*clock=*/2500 * megahertz,
     /*lanesPerCycle=*/32},
    {"gfx1201", "Radeon RX 9070 XT", "AMD's product page",
     /*memoryBandwidth=*/640 * gigabytes, /*clock=*/2970 * megahertz,
     /*lanesPerCycle=*/32},
    {"gfx90a", "Instinct MI250X, one die", "AMD's data sheet",
     /*memoryBandwidth=*/1638.4 * gigabytes, /*clock=*/1700 * megahertz,
     /*lanesPerCycle=*/16},
    {"gfx942", "Instinct MI300X", "AMD's data sheet",
     /*memoryBandwidth=*/5300 * gigabytes, /*clock=*/2100 * megahertz,
     /*lanesPerCycle=*/16},
    {"gfx950", "Instinct MI355X", "AMD's data sheet",
     /*memoryBandwidth=*/8000 * gigabytes, /*clock=*/2400 * megahertz,
     /*lanesPerCycle=*/16},
};

const ChipFigures *mlir::fly::lookupChipFigures(llvm::StringRef chip) {
  const ChipFigures *it =
      llvm::find_if(knownFigures, [&](const ChipFigures &figures) {
        return figures.chip == chip;
      });
  return it == std::end(knownFigures) ? nullptr : it;
}
