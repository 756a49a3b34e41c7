//===- PadAnalysis.h - What missing elements hold ---------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_HELION_TRANSFORMS_PADANALYSIS_H
#define LIB_DIALECT_HELION_TRANSFORMS_PADANALYSIS_H

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/Analysis/DataFlowFramework.h"

namespace mlir::helion {

/// What is known about the elements of a value: entry 0 is the value of those
/// that exist, entry 1 + d of those that lie outside the extent of the axis of
/// dimension d and inside all other extents. A null entry is unknown; without
/// entries nothing has been computed yet.
struct PadState {
  SmallVector<Attribute, 4> entries;

  bool isUninitialized() const { return entries.empty(); }
  static PadState getUnknown(Type type);
  /// The same constant everywhere.
  static PadState getConstant(Type type, Attribute value);
  static PadState join(const PadState &lhs, const PadState &rhs);
  bool operator==(const PadState &other) const {
    return entries == other.entries;
  }
  void print(raw_ostream &os) const;
};

/// Constants held by the missing elements of every tile of a kernel, computed
/// with the folders of the ops themselves. Tiles must have static shapes; what
/// is computed from others is unknown.
class PadAnalysis {
public:
  explicit PadAnalysis(KernelOp kernel);

  /// The value of `tile` in the elements beyond the end of `axis`, or null.
  Attribute getPad(Value tile, StringAttr axis) const;
  /// The value of the elements of `tile` that exist, where it's a constant.
  Attribute getValue(Value tile) const;

private:
  const PadState *getState(Value value) const;

  DataFlowSolver solver;
};

/// What it takes to keep missing elements out of a reduction.
struct MaskRequirement {
  enum Kind {
    /// Every block of the axis is full.
    Full,
    /// Missing elements hold the identity.
    Satisfied,
    /// `value` must be masked in front of `user`.
    Missing,
    /// No mask can help; `reason` says why.
    Impossible
  };
  Kind kind = Full;
  ReductionOpInterface reduce;
  /// The identity of the combiner.
  TypedAttr identity;
  /// What must hold the identity in its missing elements, and who reads it: the
  /// reduction, or the op that adds to the accumulator of a loop.
  OpOperand *operand = nullptr;
  /// Missing: what `operand` holds instead, null where unknown.
  Attribute pad;
  std::string reason;
};

/// One requirement per tile that is reduced, in program order.
SmallVector<MaskRequirement> getMaskRequirements(KernelOp kernel,
                                                 const PadAnalysis &analysis);

/// Whether no handle of `axis` ever has a missing element.
bool isAlwaysFull(AxisOp axis);

/// Whether `mask` changes nothing.
bool isRedundant(MaskToOp mask, const PadAnalysis &analysis);

/// Turns maxima that need not propagate NaN into `maxnum`, and returns their
/// number.
int64_t convertMaxToMaxNum(KernelOp kernel);

} // namespace mlir::helion

#endif // LIB_DIALECT_HELION_TRANSFORMS_PADANALYSIS_H
