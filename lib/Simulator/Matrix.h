//===- Matrix.h - Matrix instructions of a wave -----------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = A * B + C for the matrices that the lanes of a wave hold together. Who
// holds which element is as AMD's instruction set documents say:
//
//   A of MFMA and gfx12   lane = row + M * (block + blocks * (k / E)), element
//                         k % E, with E elements per lane; B likewise
//   A of gfx11            every lane holds the 16 elements of row lane % 16, so
//                         the halves of the wave hold the same
//   D of MFMA             column lane % N; rows in groups of four elements, the
//                         groups go to the lanes / N first
//   D of f64 MFMA         column lane % N; row (lane / 16) + 4 * element
//   D of gfx11            column lane % 16; row 2 * element + lane / 16
//   D of gfx12            column lane % 16; row element + 8 * (lane / 16)
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_MATRIX_H
#define HELION_FLY_LIB_SIMULATOR_MATRIX_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class IntrinsicInst;
} // namespace llvm

namespace mlir {
namespace fly {
namespace sim {

enum class MatrixElement : uint8_t {
  F64,
  F32,
  F16,
  BF16,
  E4M3,
  E5M2,
  E4M3FNUZ,
  E5M2FNUZ,
  I8,
  U8,
  I4,
  U4,
  I32,
};

enum class MatrixLayout : uint8_t { Mfma, MfmaF64, Wmma11, Wmma12 };

/// One matrix instruction with its immediate operands.
struct MatrixOp {
  MatrixLayout layout = MatrixLayout::Mfma;
  unsigned m = 0, n = 0, k = 0, blocks = 1;
  MatrixElement a = MatrixElement::F32, b = MatrixElement::F32;
  /// Of C and D.
  MatrixElement acc = MatrixElement::F32;
  /// Elements per lane of A and of B, and of C and D.
  unsigned inputElements = 0, accElements = 0;
  /// Denormal inputs and results are zero.
  bool flush = false;
  /// `1 << broadcast` neighbouring blocks take A from the one of them that
  /// `broadcastBlock` selects.
  unsigned broadcast = 0, broadcastBlock = 0;
  /// Which lanes of B are read, as the BLGP field says.
  unsigned permuteB = 0;
  /// Bits 0 to 2: A, B, C are negated.
  unsigned negate = 0;
  /// Integers stop at the ends of the range instead of wrapping around.
  bool clamp = false;
  /// 16-bit results of gfx11 fill one half of the registers: the high one?
  bool high = false;
  /// The other half is C's.
  bool tied = false;

  /// What one lane holds of A or B, and of C or D.
  unsigned getInputBytes() const;
  unsigned getAccBytes() const;
};

/// The instruction that a call of an intrinsic `llvm.amdgcn.mfma.*` or
/// `llvm.amdgcn.wmma.*` asks for, and where its matrix operands are. None, with
/// a reason, if the chip hasn't got it or it isn't simulated.
struct MatrixCall {
  MatrixOp op;
  unsigned a, b, c;
};
std::optional<MatrixCall> parseMatrixCall(const llvm::IntrinsicInst &call,
                                          const std::string &chip,
                                          unsigned waveSize,
                                          std::string &reason);

/// What one lane contributes and where its part of D goes.
struct MatrixLane {
  const char *a, *b, *c;
  char *d;
};

/// Computes D. The lanes are all lanes of the wave, in order. Products and sums
/// of f32 and f64 are a chain of fused multiply-adds with ascending k; narrower
/// elements are multiplied and summed in f64, and the sum is rounded once.
void runMatrix(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes);

/// A lane of gfx11 whose copy of A or B differs from the one of its partner in
/// the first 16 lanes, or -1: all copies must be equal.
int findUnequalCopy(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes);

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_MATRIX_H
