//===- Estimate.h - What a run would cost on the chip -----------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_ESTIMATE_H
#define TOOLS_FLYRUN_ESTIMATE_H

#include "Arguments.h"
#include "IsaFigures.h"

#include "Simulator/Simulator.h"
#include "Target/ChipFigures.h"
#include "Target/TargetInfo.h"

namespace mlir::helion_fly::run {

/// How many waves of the kernel one SIMD can hold.
struct Occupancy {
  unsigned wavesPerSimd;
  /// What there would have to be more of: "registers", "LDS", or "wave slots".
  llvm::StringRef limit;
};

Occupancy getOccupancy(const fly::TargetInfo &target, const IsaFigures &isa,
                       unsigned threadsPerWorkgroup);

/// Times below which the kernel can't come on the chip, each for one resource
/// alone, in seconds. They follow from the counters and the chip's published
/// peaks; latencies, caches and launch overhead are not in them.
struct Roofline {
  /// Every byte of the arrays that was accessed, moved once.
  double memory;
  /// Vector and transcendental instructions, spread over the SIMDs.
  double vector;
  /// LDS passes, spread over the compute units.
  double lds;
  uint64_t leastBytes;

  double total() const { return std::max({memory, vector, lds}); }
  /// The resource that takes longest.
  llvm::StringRef bound() const;
};

Roofline estimate(const fly::TargetInfo &target,
                  const fly::ChipFigures &figures,
                  llvm::ArrayRef<Argument> arguments,
                  const fly::sim::Counters &counters);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_ESTIMATE_H
