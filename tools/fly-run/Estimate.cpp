//===- Estimate.cpp - What a run would cost on the chip -------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimate.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::helion_fly::run;
using fly::sim::InstructionClass;

Occupancy mlir::helion_fly::run::getOccupancy(const fly::TargetInfo &target,
                                              const IsaFigures &isa,
                                              unsigned threadsPerWorkgroup) {
  Occupancy occupancy{target.maxWavesPerSimd, "wave slots"};
  unsigned registers =
      llvm::alignTo(std::max<int64_t>(isa.vgprs, 1), target.vgprGranule);
  unsigned byRegisters = target.vgprsPerSimd / registers;
  if (byRegisters < occupancy.wavesPerSimd)
    occupancy = {byRegisters, "registers"};
  if (isa.ldsBytes == 0)
    return occupancy;
  unsigned waves = llvm::divideCeil(threadsPerWorkgroup, target.waveSize);
  unsigned workgroups = target.ldsBytes / isa.ldsBytes;
  unsigned byLds = std::max(1u, workgroups * waves / target.simdsPerCU);
  if (byLds < occupancy.wavesPerSimd)
    occupancy = {byLds, "LDS"};
  return occupancy;
}

llvm::StringRef Roofline::bound() const {
  if (memory >= vector && memory >= lds)
    return "memory";
  return vector >= lds ? "vector instructions" : "LDS";
}

// Bytes of the arrays that the kernel touched, if each crosses the bus once.
static uint64_t getLeastBytes(ArrayRef<Argument> arguments,
                              const fly::sim::Counters &counters) {
  uint64_t total = 0;
  for (const Argument &argument : arguments) {
    auto found = counters.buffers.find(argument.address);
    if (argument.isScalar() || argument.sameAs ||
        found == counters.buffers.end())
      continue;
    uint64_t size = argument.array.data.size();
    total += std::min(found->second.bytesLoaded, size) +
             std::min(found->second.bytesStored, size);
  }
  return total;
}

Roofline mlir::helion_fly::run::estimate(const fly::TargetInfo &target,
                                         const fly::ChipFigures &figures,
                                         ArrayRef<Argument> arguments,
                                         const fly::sim::Counters &counters) {
  Roofline roofline;
  roofline.leastBytes = getLeastBytes(arguments, counters);
  roofline.memory = roofline.leastBytes / figures.memoryBandwidth;

  // Transcendental units have a quarter of the width.
  double cycles = (counters[InstructionClass::Vector].waves +
                   4.0 * counters[InstructionClass::Transcendental].waves) *
                  target.waveSize / figures.lanesPerCycle;
  uint64_t simds = std::min<uint64_t>(
      counters.waves, uint64_t(target.computeUnits) * target.simdsPerCU);
  roofline.vector = cycles / (std::max<uint64_t>(simds, 1) * figures.clock);

  uint64_t passes = counters.ldsLoad.bankPasses + counters.ldsStore.bankPasses +
                    counters.ldsAtomic.bankPasses;
  uint64_t units = std::min<uint64_t>(counters.workgroups, target.computeUnits);
  roofline.lds = passes / (std::max<uint64_t>(units, 1) * figures.clock);
  return roofline;
}
