//===- LayoutEvaluator.h - The layout algebra on SSA values -----*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_FLY_TRANSFORMS_LAYOUTEVALUATOR_H
#define LIB_DIALECT_FLY_TRANSFORMS_LAYOUTEVALUATOR_H

#include "Dialect/Fly/IR/FlyOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fly {

/// Reads SSA values as data of the layout algebra, makes the arithmetic that
/// the algebra asks for, and makes SSA values of its results.
class LayoutEvaluator : public Emitter {
public:
  explicit LayoutEvaluator(MLIRContext *context) : builder(context) {}

  /// New ops go before `op`, with its location.
  void setInsertionPoint(Operation *op) {
    builder.setInsertionPoint(op);
    loc = op->getLoc();
  }
  OpBuilder &getBuilder() { return builder; }
  Location getLoc() { return *loc; }

  const void *emit(ArithOp op, const Leaf &lhs, const Leaf &rhs,
                   unsigned width) override;
  const void *extend(const Leaf &leaf, unsigned width) override;

  /// What `value` is; emits an error on `user` if that can't be known.
  FailureOr<Datum> read(Value value, Operation *user);
  /// Remembers what `value` is.
  void remember(Value value, Datum datum) { known[value] = std::move(datum); }

  /// A leaf as an integer of its own width.
  Value getScalar(const Leaf &leaf);
  /// Makes a value of `type`, which is the type of `datum` up to weaker
  /// divisors.
  Value make(const Datum &datum, Type type);
  /// Advances a pointer. A chain of advances keeps its known offset last, where
  /// it can become part of an instruction.
  Value advance(Value pointer, const Leaf &offset);
  /// The pointer of a memref or ptr, advanced to where it lies.
  Value makePointer(const Datum &datum);
  /// The memref that `datum` is.
  Value makeMemRef(const Datum &datum);

private:
  Value widen(const Leaf &leaf, unsigned width);
  /// The sum with the unknown offset that made `pointer`, if one addition of
  /// integers is as good as two of the pointer.
  std::optional<Leaf> addToPrevious(Value pointer, const Leaf &offset);
  Value makeTuple(const IntTuple &value, fly::IntTupleType type);
  Value makeLayout(const Layout &value, LayoutType type);
  /// A plain or composed layout, for the type that the attribute says.
  Value makeAnyLayout(const ComposedLayout &value, Attribute attr);
  Value makeMap(const InnerMap &map, Attribute attr);

  OpBuilder builder;
  std::optional<Location> loc;
  DenseMap<Value, Datum> known;
};

} // namespace mlir::fly

#endif // LIB_DIALECT_FLY_TRANSFORMS_LAYOUTEVALUATOR_H
