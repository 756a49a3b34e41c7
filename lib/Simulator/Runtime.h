//===- Runtime.h - What compiled kernels call -------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_RUNTIME_H
#define HELION_FLY_LIB_SIMULATOR_RUNTIME_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir {
namespace fly {
namespace sim {

struct RuntimeSymbol {
  const char *name;
  void *address;
};

/// Every function that retargeted code may call by name.
llvm::ArrayRef<RuntimeSymbol> getRuntimeSymbols();

/// Conversions that round to nearest even, on bit patterns.
uint16_t convertFloatToHalf(uint32_t bits);
uint16_t convertDoubleToHalf(uint64_t bits);
uint32_t convertHalfToFloat(uint16_t bits);
uint16_t convertFloatToBFloat(uint32_t bits);
uint16_t convertDoubleToBFloat(uint64_t bits);
/// Rounds towards zero, as v_cvt_pkrtz_f16_f32 does.
uint16_t convertFloatToHalfTowardZero(uint32_t bits);

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_RUNTIME_H
