//===- Chips.cpp - Which chips have an instruction ------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chips.h"

#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

/// 0 for chips without any of the instructions.
static unsigned getChipSet(StringRef chip) {
  FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chip);
  if (failed(chipset))
    return 0;
  if (*chipset == amdgpu::Chipset(9, 0, 0xa))
    return GFX90A;
  if (chipset->majorVersion == 9 && chipset->minorVersion == 4)
    return GFX942;
  if (chipset->majorVersion == 9 && chipset->minorVersion == 5)
    return GFX950;
  if (chipset->majorVersion == 11)
    return GFX11;
  if (chipset->majorVersion == 12)
    return chipset->minorVersion == 5 ? GFX1250 : GFX12;
  return 0;
}

LogicalResult
mlir::fly_rocdl::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                            StringRef chip, unsigned chips, Type instruction) {
  if (getChipSet(chip) & chips)
    return success();
  static constexpr std::pair<unsigned, StringLiteral> names[] = {
      {GFX90A, "gfx90a"}, {GFX942, "gfx942"}, {GFX950, "gfx950"},
      {GFX11, "gfx11xx"}, {GFX12, "gfx120x"}, {GFX1250, "gfx1250"}};
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << chip << " doesn't have " << instruction << ": expected ";
  llvm::interleave(
      llvm::make_filter_range(
          names, [&](const auto &name) { return (name.first & chips) != 0; }),
      diagnostic, [&](const auto &name) { diagnostic << name.second; }, " or ");
  return diagnostic;
}
