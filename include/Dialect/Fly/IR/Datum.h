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
    /// A layout: `layout`.
    Layout,
    /// `tile`.
    Tile,
    /// `swizzle`.
    Swizzle,
    /// A pointer of type `pointer`: `iter`, advanced by `tuple` elements.
    Ptr,
    /// A pointer as above, with `layout`.
    MemRef,
    /// The base `tuple`, with `layout`.
    CoordTensor,
    /// A tiled copy or MMA, of which only the type matters here: `tiled`.
    Tiled,
  };

  Kind kind = Kind::Tuple;
  IntTuple tuple;
  fly::Layout layout;
  fly::Tile tile;
  fly::Swizzle swizzle;
  PtrType pointer;
  Type tiled;
  /// The SSA value of the pointer, while lowering.
  const void *iter = nullptr;

  static Datum of(IntTuple tuple);
  static Datum of(fly::Layout layout);
  /// The same kind of thing as `wrapper` (a layout, memref or coord tensor)
  /// with another layout.
  static Datum withLayout(const Datum &wrapper, fly::Layout layout);

  bool hasLayout() const {
    return kind == Kind::Layout || kind == Kind::MemRef ||
           kind == Kind::CoordTensor;
  }
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

} // namespace mlir::fly

#endif // DIALECT_FLY_IR_DATUM_H
