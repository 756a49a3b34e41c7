//===- Access.cpp - Tiles in memory ---------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "Dialect/FlyROCDL/IR/FlyROCDL.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::helion;

/// Buffer offsets are unsigned 32-bit numbers of bytes; one half of their range
/// is left for offsets that are out of range on purpose.
static constexpr int64_t kMaxBufferBytes = std::numeric_limits<int32_t>::max();

/// Whether every offset into `buffer` from the block's first element fits a
/// buffer resource.
static bool fitsBufferResource(const KernelState &state, const Buffer &buffer,
                               ValueRange subscripts) {
  // Slack for the window and for a vector that ends beyond the last element.
  int64_t bytes = 256;
  for (auto [dim, subscript] : llvm::enumerate(subscripts)) {
    auto handle = dyn_cast<HandleType>(subscript.getType());
    if (!handle)
      continue;
    const Axis &axis = state.axes.find(handle.getAxis())->second;
    if (axis.reach <= 1)
      continue;
    std::optional<int64_t> stride = buffer.getStaticStride(dim);
    int64_t step = stride.value_or(0) * buffer.getElementBytes();
    int64_t distance;
    if (!stride || llvm::MulOverflow(axis.reach, step, distance) ||
        llvm::AddOverflow(bytes, distance, bytes) || bytes > kMaxBufferBytes)
      return false;
  }
  return true;
}

FailureOr<Access> Access::create(KernelState &state, Operation *op,
                                 const Buffer &buffer, ValueRange subscripts,
                                 ValueRange starts, LayoutAttr tile) {
  Access access(state, op, buffer, tile);
  OpBuilder &builder = state.builder;
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  access.isWide = !fitsBufferResource(state, buffer, subscripts);
  access.vectorDim = KernelState::getVectorDim(tile);

  // The workgroup's part of the address is uniform and 64 bits wide, the
  // thread's part as narrow as it can be.
  Value uniform;
  const Axis *windowed = nullptr;
  for (auto [dim, subscript] : llvm::enumerate(subscripts)) {
    Value stride = buffer.strides[dim];
    auto handle = dyn_cast<HandleType>(subscript.getType());
    if (!handle) {
      Value index = state.castInt(loc, starts[dim], i64);
      uniform = state.add(loc, uniform, state.mul(loc, index, stride));
      continue;
    }
    const Axis &axis = state.axes.find(handle.getAxis())->second;
    if (axis.shift)
      windowed = &axis;
    if (axis.origin)
      uniform = state.add(loc, uniform, state.mul(loc, axis.origin, stride));
    access.starts.push_back(starts[dim]);
    access.strides.push_back(stride);
    if (access.vectorDim && *access.vectorDim == access.strides.size() - 1)
      access.vectorStride = buffer.getStaticStride(dim);
  }
  if (!uniform)
    uniform = state.i64(loc, 0);
  if (windowed) {
    access.slack = windowed->firstShift;
    uniform = state.sub(loc, uniform, state.castInt(loc, access.slack, i64));
  }

  // Whether the rows of this buffer lie to the window as those of its own
  // buffer do, and that starts where a vector may.
  bool anchored = false;
  int64_t width = tile.getVectorWidth();
  int64_t vectorBytes = width * buffer.getElementBytes();
  if (windowed) {
    AxisOp op = windowed->op;
    const Buffer &anchor = state.buffers.find(op.getWindow())->second;
    auto windowAxes = op.getWindowAxes()->getAsRange<StringAttr>();
    bool sameRows = llvm::equal(
        subscripts, windowAxes, [](Value subscript, StringAttr name) {
          auto handle = dyn_cast<HandleType>(subscript.getType());
          return handle && handle.getAxis() == name;
        });
    for (int64_t dim = 0;
         sameRows && &buffer != &anchor && dim < buffer.type.getRank(); ++dim)
      sameRows = buffer.getStaticStride(dim) &&
                 buffer.getStaticStride(dim) == anchor.getStaticStride(dim);
    anchored =
        sameRows && anchor.alignment % (width * anchor.getElementBytes()) == 0;
    // The window is aligned for its own buffer wherever that lies.
    access.isAligned =
        sameRows && (&buffer == &anchor ||
                     (anchored && buffer.alignment % vectorBytes == 0));
  } else if (access.vectorStride == int64_t(1)) {
    access.isAligned = buffer.alignment % vectorBytes == 0;
    for (int64_t dim = 0; dim < buffer.type.getRank() - 1; ++dim)
      access.isAligned &= buffer.getStaticStride(dim) &&
                          *buffer.getStaticStride(dim) % width == 0;
  }
  // The descriptor's offsets are not known to need no alignment below a dword,
  // as global addresses are.
  if (width > 1 && !access.isAligned && buffer.getElementBytes() < 4)
    access.isWide = true;

  // Where the buffer begins and ends, seen from there.
  Value span = state.i64(loc, 1);
  for (auto [size, stride] : llvm::zip(buffer.sizes, buffer.strides))
    span = state.add(
        loc, span,
        state.mul(loc, state.sub(loc, size, state.i64(loc, 1)), stride));
  Value end = state.sub(loc, span, uniform);
  Value begin = state.sub(loc, state.i64(loc, 0), uniform);
  int64_t most = kMaxBufferBytes / buffer.getElementBytes();
  auto clamp = [&](Value value) {
    value = builder.createOrFold<arith::MaxSIOp>(loc, value, state.i64(loc, 0));
    return builder.createOrFold<arith::MinSIOp>(loc, value,
                                                state.i64(loc, most));
  };
  // A workgroup starts at an element that exists, so that the buffer ends
  // behind it; unless an index subscript leads elsewhere, or a window adds a
  // block to the grid.
  std::optional<int64_t> staticSpan = buffer.getStaticSpan();
  bool endIsInRange = staticSpan && *staticSpan > 0 &&
                      *staticSpan <= most - 256 &&
                      !(windowed && windowed->isGrid()) &&
                      llvm::all_of(subscripts, [](Value subscript) {
                        return isa<HandleType>(subscript.getType());
                      });
  access.pointer =
      fly::AddOffsetOp::create(builder, loc, buffer.pointer,
                               state.makeTuple(loc, OpFoldResult(uniform)));
  if (!access.isWide) {
    if (!endIsInRange)
      end = clamp(end);
    begin = state.castInt(loc, clamp(begin), i32);
    Value bytes = state.mul(loc, end, state.i64(loc, buffer.getElementBytes()));
    end = state.castInt(loc, end, i32);
    Value noStride = state.constant(loc, builder.getI16Type(), 0);
    Value flags =
        state.i32(loc, static_cast<int32_t>(state.target.rawBufferFlags));
    auto type =
        fly::PtrType::get(getElementTypeOrSelf(buffer.type),
                          fly_rocdl::BufferDescAttr::get(builder.getContext()));
    access.pointer = fly::MakePtrOp::create(
        builder, loc, type, ValueRange{access.pointer, noStride, bytes, flags},
        DictionaryAttr());
  }

  // A vector that overlaps a row reaches beyond the buffer only at the buffer's
  // ends, and not there either if these are multiples of the vector apart.
  if (windowed && !anchored)
    access.begin = begin;
  if (!(anchored && staticSpan && *staticSpan % width == 0))
    access.end = end;
  return access;
}

//===----------------------------------------------------------------------===//
// Where a vector lies
//===----------------------------------------------------------------------===//

Access::Vector Access::getVector(int64_t index) {
  Vector vector;
  SmallVector<Value> coordinates =
      state.getCoordinates(loc, tile, starts, index);
  // The offset is the inner product with the strides, a layout of its own.
  Type type = isWide ? builder.getI64Type() : builder.getI32Type();
  SmallVector<OpFoldResult> leaves, shape, steps;
  for (auto [coordinate, stride, size] :
       llvm::zip(coordinates, strides, tile.getTileShape())) {
    leaves.push_back(coordinate);
    shape.push_back(builder.getIndexAttr(size));
    steps.push_back(state.castInt(loc, stride, type));
  }
  if (leaves.empty()) {
    vector.offset = state.constant(loc, type, 0);
  } else {
    Value layout = fly::MakeLayoutOp::create(
        builder, loc, state.makeTuple(loc, shape), state.makeTuple(loc, steps));
    Value offset = fly::Crd2IdxOp::create(builder, loc,
                                          state.makeTuple(loc, leaves), layout);
    vector.offset = state.castInt(
        loc, fly::GetScalarOp::create(builder, loc, offset), type);
  }
  if (slack)
    vector.offset =
        state.add(loc, vector.offset, state.castInt(loc, slack, type));

  vector.outer = getOuterPredicate(state, loc, tile, coordinates, vectorDim);
  if (!vectorDim) {
    vector.bounds.all = true;
    return vector;
  }
  const Axis &axis = state.axes.find(tile.getAxes()[*vectorDim])->second;
  vector.bounds = getBounds(
      state, loc, axis, tile, *vectorDim, index, coordinates[*vectorDim],
      getConstantIntValue(starts[*vectorDim]) == int64_t(0));
  if (vector.bounds.all)
    ++numUnmasked;
  return vector;
}

Value Access::getElementOffset(Value offset, int64_t element) {
  if (element == 0)
    return offset;
  Value distance = state.constant(loc, offset.getType(), element);
  if (vectorDim && vectorStride != int64_t(1))
    distance =
        state.mul(loc, distance,
                  state.castInt(loc, strides[*vectorDim], offset.getType()));
  return state.add(loc, offset, distance);
}

Value Access::getElementPredicate(const Vector &vector, int64_t element) {
  const Bounds &bounds = vector.bounds;
  if (bounds.all)
    return vector.outer;
  Value exists = bounds.full;
  if (!bounds.whole)
    exists = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult,
        state.add(loc, bounds.first, state.i32(loc, element)), bounds.count);
  return state.conjunction(loc, vector.outer, exists);
}

Value Access::isInside(Value offset) {
  Value inside;
  if (begin)
    inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                   offset, begin);
  if (end) {
    Value last = state.sub(
        loc, end, state.constant(loc, end.getType(), tile.getVectorWidth()));
    inside = state.conjunction(loc, inside,
                               arith::CmpIOp::create(builder, loc,
                                                     arith::CmpIPredicate::sle,
                                                     offset, last));
  }
  return inside;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Type Access::getVectorType(int64_t width) const {
  if (width == 1)
    return getElementType();
  return VectorType::get({width}, getElementType());
}

void Access::forEachPiece(
    int64_t width, function_ref<void(int64_t begin, int64_t size)> body) {
  int64_t most = fly::TargetInfo::maxAccessBits / buffer.getElementBits();
  int64_t size = std::min(width, most);
  for (int64_t first = 0; first < width; first += size)
    body(first, size);
}

std::pair<Value, Value> Access::getMemory(Value offset, int64_t width) {
  MLIRContext *context = builder.getContext();
  Value address = fly::AddOffsetOp::create(
      builder, loc, pointer, state.makeTuple(loc, OpFoldResult(offset)));
  int64_t bits = width * buffer.getElementBits();
  if (isWide && isAligned && width > 1)
    address = fly::RecastIterOp::create(
        builder, loc,
        fly::PtrType::get(getElementType(), fly::AddressSpace::Global,
                          bits / 8),
        address);
  Value layout = fly::StaticOp::create(
      builder, loc,
      fly::LayoutType::get(context, fly::Layout{fly::IntTuple(width),
                                                fly::IntTuple(int64_t(1))}));
  Value memory = fly::MakeViewOp::create(builder, loc, address, layout);
  Type copy = isWide ? Type(fly::UniversalCopyType::get(context, bits))
                     : Type(fly_rocdl::BufferCopyType::get(context, bits));
  Value atom = fly::MakeCopyAtomOp::create(
      builder, loc, fly::CopyAtomType::get(copy, buffer.getElementBits()));
  return {atom, memory};
}

Value Access::copyIn(Value offset, Value predicate, Value otherwise,
                     int64_t width) {
  Value result;
  forEachPiece(width, [&](int64_t first, int64_t size) {
    auto [atom, memory] = getMemory(
        state.add(loc, offset, state.constant(loc, offset.getType(), first)),
        size);
    Value old = predicate ? otherwise : Value();
    if (old && size != width)
      old = vector::ExtractStridedSliceOp::create(builder, loc, otherwise,
                                                  first, size, 1);
    Value piece =
        fly::CopyAtomCallSSAOp::create(builder, loc, getVectorType(size), atom,
                                       memory, old, predicate)
            .getResult();
    if (size == width) {
      result = piece;
      return;
    }
    if (!result)
      result = otherwise;
    result = vector::InsertStridedSliceOp::create(builder, loc, piece, result,
                                                  first, 1);
  });
  if (width > 1)
    ++numWide;
  return result;
}

void Access::copyOut(Value vector, Value offset, Value predicate,
                     int64_t width) {
  forEachPiece(width, [&](int64_t first, int64_t size) {
    auto [atom, memory] = getMemory(
        state.add(loc, offset, state.constant(loc, offset.getType(), first)),
        size);
    Value piece = vector;
    if (size != width)
      piece = vector::ExtractStridedSliceOp::create(builder, loc, vector, first,
                                                    size, 1);
    fly::CopyAtomCallSSAOp::create(builder, loc, TypeRange(), atom, piece,
                                   memory, predicate);
  });
  if (width > 1)
    ++numWide;
}

Value Access::copyElementsIn(const Vector &vector, Value initial) {
  int64_t width = tile.getVectorWidth();
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(getElementType()));
  Value result = initial;
  for (int64_t element = 0; element < width; ++element) {
    Value value = copyIn(getElementOffset(vector.offset, element),
                         getElementPredicate(vector, element), zero, 1);
    result = vector::InsertOp::create(builder, loc, value, result, element);
  }
  return result;
}

void Access::copyElementsOut(const Vector &vector, Value value,
                             Value predicate) {
  for (int64_t element = 0; element < tile.getVectorWidth(); ++element) {
    Value scalar = vector::ExtractOp::create(builder, loc, value, element);
    copyOut(
        scalar, getElementOffset(vector.offset, element),
        state.conjunction(loc, predicate, getElementPredicate(vector, element)),
        1);
  }
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

SmallVector<Value> Access::load(TypedAttr pad) {
  int64_t width = tile.getVectorWidth();
  bool contiguous = width == 1 || vectorStride == int64_t(1);
  auto splat = [&](Attribute value) -> Value {
    if (width == 1)
      return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value));
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(cast<VectorType>(getVectorType(width)), value));
  };
  Value padding = splat(pad);
  // What a predicated copy gives for free; good enough where a select with the
  // padding follows, and in rows that don't exist, which nothing reads.
  Value zero = splat(builder.getZeroAttr(getElementType()));
  SmallVector<Value> vectors;
  for (int64_t k = 0; k < tile.getNumVectors(); ++k) {
    Vector vector = getVector(k);
    const Bounds &bounds = vector.bounds;
    Value inRow = state.conjunction(loc, vector.outer, bounds.overlaps);
    if (contiguous && (bounds.all || bounds.whole)) {
      vectors.push_back(
          copyIn(vector.offset, inRow, bounds.all ? zero : padding, width));
      continue;
    }
    Value value;
    if (!contiguous) {
      value = copyElementsIn(vector, zero);
    } else {
      Value inside = isInside(vector.offset);
      value = copyIn(vector.offset, state.conjunction(loc, inRow, inside), zero,
                     width);
      if (inside) {
        // At most the first and the last vector of the buffer come here.
        Value outside = arith::XOrIOp::create(
            builder, loc, inside, state.constant(loc, builder.getI1Type(), 1));
        auto branch = scf::IfOp::create(builder, loc, value.getType(),
                                        state.conjunction(loc, inRow, outside),
                                        /*withElseRegion=*/true);
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToStart(branch.thenBlock());
        scf::YieldOp::create(builder, loc, copyElementsIn(vector, zero));
        builder.setInsertionPointToStart(branch.elseBlock());
        scf::YieldOp::create(builder, loc, value);
        value = branch.getResult(0);
      }
    }
    if (!bounds.all)
      value = arith::SelectOp::create(builder, loc,
                                      getElementMask(state, loc, bounds, width),
                                      value, padding);
    vectors.push_back(value);
  }
  return vectors;
}

void Access::store(ValueRange vectors) {
  int64_t width = tile.getVectorWidth();
  bool contiguous = width == 1 || vectorStride == int64_t(1);
  Value owner = state.getOwnerPredicate(loc, tile);
  for (auto [k, value] : llvm::enumerate(vectors)) {
    Vector vector = getVector(k);
    vector.outer = state.conjunction(loc, vector.outer, owner);
    const Bounds &bounds = vector.bounds;
    if (!contiguous) {
      copyElementsOut(vector, value, Value());
      continue;
    }
    copyOut(value, vector.offset,
            state.conjunction(loc, vector.outer, bounds.full), width);
    if (bounds.all || bounds.whole)
      continue;
    // The vector that straddles the row's end, element by element.
    Value partial = arith::XOrIOp::create(
        builder, loc, bounds.full, state.constant(loc, builder.getI1Type(), 1));
    partial = state.conjunction(
        loc, state.conjunction(loc, vector.outer, bounds.overlaps), partial);
    auto branch =
        scf::IfOp::create(builder, loc, partial, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    copyElementsOut(vector, value, Value());
  }
}
