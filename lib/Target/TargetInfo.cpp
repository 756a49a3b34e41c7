//===- TargetInfo.cpp - What the passes know about a chip -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::fly;

// Word 3 of a buffer descriptor: DATA_FORMAT = 4 (32 bits) and NUM_FORMAT = 7
// (float) must be valid even for raw accesses, or the access returns zero.
static constexpr uint32_t cdnaRawBuffer = (7u << 12) | (4u << 15);
// gfx10 and later: bit 24 must be one (RESOURCE_LEVEL), and OOB_SELECT = 3
// checks the byte offset of raw accesses against num_records.
static constexpr uint32_t rdnaRawBuffer =
    cdnaRawBuffer | (1u << 24) | (3u << 28);

// Sources: the "Processors" and "Memory Spaces" tables of LLVM's AMDGPUUsage,
// AMDGPUBaseInfo.cpp (register files), and AMD's ISA documents.
static constexpr TargetInfo knownTargets[] = {
    {/*chip=*/"gfx1100", ISAFamily::RDNA3, /*waveSize=*/32,
     /*maxThreadsPerWorkgroup=*/1024, /*ldsBytes=*/64 * 1024, /*ldsBanks=*/32,
     /*vgprsPerLane=*/256, /*vgprsPerSimd=*/1536, /*vgprGranule=*/24,
     /*sgprsPerWave=*/106, /*simdsPerCU=*/2, /*maxWavesPerSimd=*/16,
     /*computeUnits=*/96, rdnaRawBuffer, /*hasDPPRowBcast=*/false,
     /*hasNaNPropagatingMinMax=*/false, /*checksWholeBufferAccess=*/true},
    {/*chip=*/"gfx1201", ISAFamily::RDNA4, /*waveSize=*/32,
     /*maxThreadsPerWorkgroup=*/1024, /*ldsBytes=*/64 * 1024, /*ldsBanks=*/32,
     /*vgprsPerLane=*/256, /*vgprsPerSimd=*/1536, /*vgprGranule=*/24,
     /*sgprsPerWave=*/106, /*simdsPerCU=*/2, /*maxWavesPerSimd=*/16,
     /*computeUnits=*/64, rdnaRawBuffer, /*hasDPPRowBcast=*/false,
     /*hasNaNPropagatingMinMax=*/true, /*checksWholeBufferAccess=*/true},
    {/*chip=*/"gfx90a", ISAFamily::CDNA2, /*waveSize=*/64,
     /*maxThreadsPerWorkgroup=*/1024, /*ldsBytes=*/64 * 1024, /*ldsBanks=*/32,
     /*vgprsPerLane=*/512, /*vgprsPerSimd=*/512, /*vgprGranule=*/8,
     /*sgprsPerWave=*/102, /*simdsPerCU=*/4, /*maxWavesPerSimd=*/8,
     /*computeUnits=*/110, cdnaRawBuffer, /*hasDPPRowBcast=*/true,
     /*hasNaNPropagatingMinMax=*/false, /*checksWholeBufferAccess=*/false},
    {/*chip=*/"gfx942", ISAFamily::CDNA3, /*waveSize=*/64,
     /*maxThreadsPerWorkgroup=*/1024, /*ldsBytes=*/64 * 1024, /*ldsBanks=*/32,
     /*vgprsPerLane=*/512, /*vgprsPerSimd=*/512, /*vgprGranule=*/8,
     /*sgprsPerWave=*/102, /*simdsPerCU=*/4, /*maxWavesPerSimd=*/8,
     /*computeUnits=*/304, cdnaRawBuffer, /*hasDPPRowBcast=*/true,
     /*hasNaNPropagatingMinMax=*/false, /*checksWholeBufferAccess=*/false},
    {/*chip=*/"gfx950", ISAFamily::CDNA4, /*waveSize=*/64,
     /*maxThreadsPerWorkgroup=*/1024, /*ldsBytes=*/160 * 1024, /*ldsBanks=*/64,
     /*vgprsPerLane=*/512, /*vgprsPerSimd=*/512, /*vgprGranule=*/8,
     /*sgprsPerWave=*/102, /*simdsPerCU=*/4, /*maxWavesPerSimd=*/8,
     /*computeUnits=*/256, cdnaRawBuffer, /*hasDPPRowBcast=*/true,
     /*hasNaNPropagatingMinMax=*/true, /*checksWholeBufferAccess=*/false},
};

unsigned TargetInfo::vgprBudget(unsigned threads) const {
  unsigned waves = std::max<unsigned>(llvm::divideCeil(threads, waveSize), 1);
  unsigned wavesPerSimd = llvm::divideCeil(waves, simdsPerCU);
  // RDNA runs a large workgroup on the four SIMDs of a pair of compute units.
  if (isRDNA())
    wavesPerSimd = llvm::divideCeil(waves, 2 * simdsPerCU);
  unsigned registers = vgprsPerSimd / wavesPerSimd;
  registers -= registers % vgprGranule;
  return std::min(registers, vgprsPerLane);
}

ArrayRef<TargetInfo> mlir::fly::getKnownTargets() { return knownTargets; }

const TargetInfo *mlir::fly::lookupTarget(StringRef chip) {
  const TargetInfo *it = llvm::find_if(
      knownTargets, [&](const TargetInfo &info) { return info.chip == chip; });
  return it == std::end(knownTargets) ? nullptr : it;
}

std::string mlir::fly::unknownChipMessage(StringRef chip) {
  std::string message = ("unknown chip '" + chip + "'; known chips are ").str();
  llvm::interleave(
      knownTargets, [&](const TargetInfo &info) { message += info.chip.str(); },
      [&] { message += ", "; });
  return message;
}

FailureOr<const TargetInfo *>
mlir::fly::lookupTarget(StringRef chip,
                        llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (const TargetInfo *info = lookupTarget(chip))
    return info;
  return emitError() << unknownChipMessage(chip);
}
