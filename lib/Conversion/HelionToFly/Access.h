//===- Access.h - Tiles in memory -------------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One description of how a tile lies in a buffer, used for loads and stores
// alike: addresses and predicates of both come from the same coordinates.
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_LIB_CONVERSION_HELIONTOFLY_ACCESS_H
#define HELIONFLY_LIB_CONVERSION_HELIONTOFLY_ACCESS_H

#include "KernelState.h"

namespace mlir::helion {

/// A tile of a buffer, as one thread reads or writes it.
class Access {
public:
  /// `subscripts` are those of the op; `starts[i]` is the start of the block of
  /// subscript i if it is a handle (i32), or the index itself.
  static FailureOr<Access> create(KernelState &state, Operation *op,
                                  const Buffer &buffer, ValueRange subscripts,
                                  ValueRange starts, LayoutAttr tile);

  /// The thread's vectors of the tile; elements that don't exist hold `pad`.
  SmallVector<Value> load(TypedAttr pad);
  /// Writes the thread's vectors, as far as they exist and it owns them.
  void store(ValueRange vectors);

  /// Vector accesses that load and store have emitted.
  unsigned numWide = 0;
  /// Vectors that needed no bounds predicate.
  unsigned numUnmasked = 0;

private:
  /// One vector: where it lies and what of it exists.
  struct Vector {
    /// Elements from `pointer` to its first element.
    Value offset;
    /// The rest of the coordinates exists; null if it always does.
    Value outer;
    Bounds bounds;
  };

  Access(KernelState &state, Operation *op, const Buffer &buffer,
         LayoutAttr tile)
      : state(state), builder(state.builder), loc(op->getLoc()), buffer(buffer),
        tile(tile) {}

  Vector getVector(int64_t index);
  /// The element `element` of a vector at `offset`.
  Value getElementOffset(Value offset, int64_t element);
  Value getElementPredicate(const Vector &vector, int64_t element);
  /// i1: the whole vector lies inside the buffer; null if it always does.
  Value isInside(Value offset);

  Type getElementType() const { return buffer.type.getElementType(); }
  Type getVectorType(int64_t width) const;
  /// Copies `width` contiguous elements at `offset` from memory; `otherwise`
  /// where `predicate` is false.
  Value copyIn(Value offset, Value predicate, Value otherwise, int64_t width);
  void copyOut(Value vector, Value offset, Value predicate, int64_t width);
  Value copyElementsIn(const Vector &vector, Value initial);
  void copyElementsOut(const Vector &vector, Value value, Value predicate);
  /// The memory of `width` elements at `offset`, and the atom that copies them.
  std::pair<Value, Value> getMemory(Value offset, int64_t width);
  /// Calls `body` for each piece of at most 128 bits of a vector.
  void forEachPiece(int64_t width,
                    function_ref<void(int64_t begin, int64_t size)> body);

  KernelState &state;
  OpBuilder &builder;
  Location loc;
  const Buffer &buffer;
  LayoutAttr tile;
  /// Start of each tile axis' block, and the buffer's stride along it.
  SmallVector<Value> starts;
  SmallVector<Value> strides;
  std::optional<unsigned> vectorDim;
  /// Stride along the vector, if static.
  std::optional<int64_t> vectorStride;
  /// Offsets don't fit 32 bits: 64-bit addresses instead of a buffer resource.
  bool isWide = false;
  /// Every vector starts at a multiple of its own size.
  bool isAligned = false;
  Value pointer;
  /// What `pointer` lies in front of the block (the alignment window), i32.
  Value slack;
  /// The buffer's elements are [begin, end) from `pointer`; null where no
  /// vector that overlaps a row can reach beyond them.
  Value begin, end;
};

} // namespace mlir::helion

#endif // HELIONFLY_LIB_CONVERSION_HELIONTOFLY_ACCESS_H
