//===- Datum.h - What the layout algebra computes with ----------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands and results of the layout ops, as values of the algebra. Made
// from a type it describes every run-time integer; made from an SSA value (by
// fly-layout-lowering) it also holds the integers themselves.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_DATUM_H
#define DIALECT_FLY_IR_DATUM_H

#include "Dialect/Fly/IR/Fly.h"

namespace mlir::fly {

struct Datum {
  enum class Kind : uint8_t {
    /// An int_tuple: `tuple`.
    Tuple,
    /// A layout, plain or composed: `layout` and `stages`.
    Layout,
    /// `tile`.
    Tile,
    /// `swizzle`.
    Swizzle,
    /// `coordSwizzle`.
    CoordSwizzle,
    /// A pointer of type `pointer`: `iter`, advanced by `tuple` elements.
    Ptr,
    /// A pointer as above, with `layout` and `stages`.
    MemRef,
    /// The base `tuple`, with `layout` and `stages`.
    CoordTensor,
    /// A tiled copy or MMA, of which only the type matters here: `tiled`.
    Tiled,
  };

  Kind kind = Kind::Tuple;
  IntTuple tuple;
  fly::Layout layout;
  /// What is applied to the index that `layout` gives, if it is composed.
  std::vector<Stage> stages;
  fly::Tile tile;
  fly::Swizzle swizzle;
  fly::CoordSwizzle coordSwizzle;
  PtrType pointer;
  Type tiled;
  /// The SSA value of the pointer, while lowering.
  const void *iter = nullptr;

  static Datum of(IntTuple tuple);
  static Datum of(fly::Layout layout);
  static Datum of(ComposedLayout layout);
  /// What a stage of a composed layout applies.
  static Datum of(const InnerMap &map);
  /// The same kind of thing as `wrapper` (a layout, memref or coord tensor)
  /// with another layout, behind which the same stages follow.
  static Datum withLayout(const Datum &wrapper, fly::Layout layout);

  bool hasLayout() const {
    return kind == Kind::Layout || kind == Kind::MemRef ||
           kind == Kind::CoordTensor;
  }
  bool isComposed() const { return !stages.empty(); }
  ComposedLayout getFullLayout() const { return {stages, layout}; }
  /// This layout or swizzle as what a stage applies.
  InnerMap getMap() const;
  /// Moves a tensor by what its layout (in front of any stages) gives as a
  /// distance; a plain layout has no place to move from.
  void advance(Algebra &algebra, const IntTuple &distance);
  /// The tensor's element at a coordinate: how far from the pointer or base.
  IntTuple getOffset(Algebra &algebra, const IntTuple &coord) const;
  /// The tensor with its plain layout, moved to where it begins; see
  /// Algebra::decompose.
  Datum decompose(Algebra &algebra, bool mustProve) const;
  bool hasPointer() const { return kind == Kind::Ptr || kind == Kind::MemRef; }

  /// What `type` says; failure if it is no type of the layout algebra.
  static FailureOr<Datum> fromType(Type type);
  /// The type of this value; emits an error if it would be invalid.
  Type getType(MLIRContext *context,
               function_ref<InFlightDiagnostic()> emitError) const;
  /// The type of the pointer after advancing it.
  PtrType getAdvancedPointer() const;
};

/// Whether a value of the type `inferred` may be declared as `declared`: the
/// same up to weaker (that is, smaller) known divisors of run-time integers and
/// alignments. FlyDSL loses divisors in divisions where we keep them.
bool isCompatibleType(Type inferred, Type declared);

/// Where two types first differ, like "mode 1 stride: expected 8, got 4"; empty
/// if there is nothing shorter to say than both types.
std::string describeMismatch(Type inferred, Type declared);

} // namespace mlir::fly

#endif // DIALECT_FLY_IR_DATUM_H
