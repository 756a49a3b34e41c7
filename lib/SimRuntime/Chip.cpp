//===- Chip.cpp - The chip that one of the libraries simulates ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

const char *const mlir::fly::sim::deviceChip = HELION_FLY_SIM_CHIP;
