//===- TargetInfo.h - What the passes know about a chip ---------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything in this project that depends on the chip asks one of these, so
// that supporting another chip is one more row in TargetInfo.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TARGET_TARGETINFO_H
#define TARGET_TARGETINFO_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace mlir::fly {

/// The instruction set families that code generation distinguishes.
enum class ISAFamily { CDNA2, CDNA3, CDNA4, RDNA3, RDNA4 };

/// The properties of one chip, with the wave size that this project compiles
/// for (64 on CDNA, 32 on RDNA).
struct TargetInfo {
  /// LLVM's processor name, for instance "gfx942".
  StringRef chip;
  ISAFamily family;
  /// Lanes of one wave.
  unsigned waveSize;
  /// Most threads that one workgroup can have.
  unsigned maxThreadsPerWorkgroup;
  /// LDS that one workgroup can allocate, in bytes.
  unsigned ldsBytes;
  /// LDS banks of 4 bytes each.
  unsigned ldsBanks;
  /// 32-bit vector registers that one lane can have. On CDNA the file is
  /// unified: half of them are accumulation registers.
  unsigned vgprsPerLane;
  /// 32-bit vector registers in the file of one SIMD, for each lane position:
  /// waves on a SIMD = vgprsPerSimd / (VGPRs used, rounded up to
  /// vgprGranule).
  unsigned vgprsPerSimd;
  /// Vector registers are allocated in multiples of this.
  unsigned vgprGranule;
  /// 32-bit scalar registers that one wave can address.
  unsigned sgprsPerWave;
  /// SIMD units of one compute unit.
  unsigned simdsPerCU;
  /// Most waves that are resident on one SIMD.
  unsigned maxWavesPerSimd;
  /// Compute units of the largest product with this chip.
  unsigned computeUnits;
  /// Word 3 of the descriptor of a raw buffer with bounds checking (format
  /// 32-bit, no swizzle, and on RDNA raw out-of-bounds checks), as MLIR's
  /// AMDGPUToROCDL writes it.
  uint32_t rawBufferFlags;
  /// DPP row_bcast:15/31 and wave shifts (gfx9 only).
  bool hasDPPRowBcast;
  /// One instruction for a maximum or minimum that propagates NaN.
  bool hasNaNPropagatingMinMax;
  /// A raw buffer access is checked as a whole: if any byte of it lies beyond
  /// num_records, all of it is out of bounds. Elsewhere each dword is checked.
  bool checksWholeBufferAccess;

  /// Width of the widest memory access of one lane, in bits.
  static constexpr unsigned maxAccessBits = 128;

  bool isCDNA() const {
    return family == ISAFamily::CDNA2 || family == ISAFamily::CDNA3 ||
           family == ISAFamily::CDNA4;
  }
  bool isRDNA() const { return !isCDNA(); }

  /// Most waves in one workgroup.
  unsigned maxWavesPerWorkgroup() const {
    return maxThreadsPerWorkgroup / waveSize;
  }

  /// Elements of `elementBits` bits that the widest access covers; 0 when one
  /// element is wider than that.
  unsigned maxVectorWidth(unsigned elementBits) const {
    return maxAccessBits / elementBits;
  }

  /// Vector registers that one lane can use when a workgroup of `threads`
  /// threads must fit on one compute unit.
  unsigned vgprBudget(unsigned threads) const;

  /// The subtarget feature that selects `waveSize`, for `#rocdl.target`.
  StringRef waveSizeFeature() const {
    return waveSize == 64 ? "+wavefrontsize64" : "+wavefrontsize32";
  }
};

/// All chips that this project knows, in order of their names.
ArrayRef<TargetInfo> getKnownTargets();

/// The chip of this name, or null.
const TargetInfo *lookupTarget(StringRef chip);

/// The chip of this name. When there is none, calls `emitError` and adds the
/// name and the list of known chips to the diagnostic.
FailureOr<const TargetInfo *>
lookupTarget(StringRef chip,
             llvm::function_ref<InFlightDiagnostic()> emitError);

/// What is said about a chip that isn't known, for callers without a
/// diagnostic engine.
std::string unknownChipMessage(StringRef chip);

} // namespace mlir::fly

#endif // TARGET_TARGETINFO_H
