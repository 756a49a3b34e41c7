//===- KernelState.h - What the lowering of a kernel shares -----*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The arguments, axes and coordinates of a kernel while it is lowered to the
// code of one thread. Coordinates are computed here and nowhere else: loads,
// stores, masks and indices ask for them, none sees a thread id.
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_LIB_CONVERSION_HELIONTOFLY_KERNELSTATE_H
#define HELIONFLY_LIB_CONVERSION_HELIONTOFLY_KERNELSTATE_H

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Helion/IR/Helion.h"
#include "Target/TargetInfo.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

#include <optional>

namespace mlir::helion {

/// A memref argument as the device function receives it. Sizes and strides are
/// i64 constants where the type is static.
struct Buffer {
  MemRefType type;
  /// `!fly.ptr<T, global, align<A>>` to element (0, ..., 0).
  Value pointer;
  SmallVector<Value> sizes, strides;
  /// Alignment of `pointer` in bytes.
  int64_t alignment;

  int64_t getElementBits() const { return type.getElementTypeBitWidth(); }
  int64_t getElementBytes() const { return getElementBits() / 8; }
  /// The stride of `dim` in elements if it is static.
  std::optional<int64_t> getStaticStride(unsigned dim) const;
  /// Elements from the first to the last one, if that is static.
  std::optional<int64_t> getStaticSpan() const;
};

/// An axis as this workgroup sees it. Positions along it are i32, counted from
/// `origin`.
struct Axis {
  AxisOp op;
  /// First element of the workgroup's block (i64); null for 0. The block of an
  /// axis within another one is that one's.
  Value origin;
  /// Positions in [lower, limit) exist. A null `lower` is 0.
  Value lower, limit;
  /// How far this thread's positions are moved down by the alignment window;
  /// null for none. `firstShift` is that of the workgroup's first row, the same
  /// for all threads.
  Value shift, firstShift;
  /// The extent if it is static.
  std::optional<int64_t> extent;
  int64_t block = 0;
  /// Elements from `origin` that the workgroup may address; 0 where unknown.
  int64_t reach = 0;
  int64_t windowWidth = 1;

  /// Whether each workgroup has a part of the axis only.
  bool isGrid() const { return static_cast<bool>(origin); }
};

/// The code of one thread for one kernel: where it is emitted, and the values
/// that all of it may use.
class KernelState {
public:
  KernelState(OpBuilder &builder, KernelOp kernel, LayoutAttr layout,
              const fly::TargetInfo &target)
      : builder(builder), kernel(kernel), layout(layout), target(target) {}

  OpBuilder &builder;
  KernelOp kernel;
  LayoutAttr layout;
  const fly::TargetInfo &target;
  /// The thread's index in its workgroup, i32.
  Value threadId;
  llvm::MapVector<Value, Buffer> buffers;
  llvm::MapVector<StringAttr, Axis> axes;

  /// Threads of the workgroup.
  int64_t getNumThreads() const { return layout.getNumThreads(); }

  Value constant(Location loc, Type type, int64_t value);
  Value i32(Location loc, int64_t value) {
    return constant(loc, builder.getI32Type(), value);
  }
  Value i64(Location loc, int64_t value) {
    return constant(loc, builder.getI64Type(), value);
  }
  /// `lhs op rhs`, folded where possible. A null operand stands for the neutral
  /// 0 of an addition and for "no condition" of a conjunction.
  Value add(Location loc, Value lhs, Value rhs);
  Value sub(Location loc, Value lhs, Value rhs);
  Value mul(Location loc, Value lhs, Value rhs);
  Value conjunction(Location loc, Value lhs, Value rhs);
  /// Converts an i32 or i64 (sign-extending or truncating), or index.
  Value castInt(Location loc, Value value, Type type);

  /// An int_tuple of the given leaves: i32 and i64 values, or static integers.
  Value makeTuple(Location loc, ArrayRef<OpFoldResult> leaves);

  /// Position along each axis of `tile` of the first element of this thread's
  /// vector `vector`, given the start of each axis' block (i32, in the order of
  /// the tile's axes). This is the only place where a thread's coordinates are
  /// computed.
  SmallVector<Value> getCoordinates(Location loc, LayoutAttr tile,
                                    ValueRange starts, int64_t vector);

  /// True in the one thread of those which hold copies of a tile that is to
  /// write it; null if no two threads hold the same element.
  Value getOwnerPredicate(Location loc, LayoutAttr tile);

  /// Whether several threads hold the same element of `tile`.
  static bool hasCopies(LayoutAttr tile);

  /// Dimension of `tile` along which a thread's vectors extend, if any.
  static std::optional<unsigned> getVectorDim(LayoutAttr tile);
};

/// Which elements of one vector exist.
struct Bounds {
  /// Every element of every thread's vector exists, as far as this axis goes.
  bool all = false;
  /// A thread's vector exists as a whole or not at all.
  bool whole = false;
  /// i1: the vector contains an element that exists; null when `all`.
  Value overlaps;
  /// i1: all elements of the vector exist; null when `all`; the same as
  /// `overlaps` when `whole`.
  Value full;
  /// i32: position of the first element, from the first that exists.
  Value first;
  /// i32: how many elements exist.
  Value count;
};

/// The bounds of the vector `vector` along `axis`, which starts at `position`.
/// `startIsZero` says that the axis' block starts at its origin.
Bounds getBounds(KernelState &state, Location loc, const Axis &axis,
                 LayoutAttr tile, unsigned dim, int64_t vector, Value position,
                 bool startIsZero);

/// i1, or vector<V x i1>: which of the vector's `width` elements exist.
Value getElementMask(KernelState &state, Location loc, const Bounds &bounds,
                     int64_t width);

/// i1 that is true if positions along all axes of `tile` but dimension `except`
/// exist; null if they always do.
Value getOuterPredicate(KernelState &state, Location loc, LayoutAttr tile,
                        ArrayRef<Value> coordinates,
                        std::optional<unsigned> except);

} // namespace mlir::helion

#endif // HELIONFLY_LIB_CONVERSION_HELIONTOFLY_KERNELSTATE_H
