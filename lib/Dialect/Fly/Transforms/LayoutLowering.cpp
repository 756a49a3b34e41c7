//===- LayoutLowering.cpp - Lower the layout algebra to arithmetic --------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Transforms/Passes.h"
#include "LayoutEvaluator.h"
#include "MiscLowering.h"
#include "TiledLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYLAYOUTLOWERINGPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

/// Lowers the ops of one function, in an order in which definitions come before
/// uses.
class LayoutLowering {
public:
  explicit LayoutLowering(MLIRContext *context) : evaluator(context) {}

  LogicalResult lower(Operation *op);

  int64_t numAtomCalls = 0;

private:
  /// Evaluates `fn` with an algebra that emits arithmetic.
  template <typename Fn>
  auto evaluate(Operation *op, Fn &&fn)
      -> FailureOr<decltype(fn(std::declval<Algebra &>()))>;
  LogicalResult readOperands(Operation *op, SmallVectorImpl<Datum> &data);
  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  LogicalResult lowerLayoutOp(LayoutOpInterface op);
  LogicalResult lowerGetScalar(GetScalarOp op);
  LogicalResult lowerGetLeaves(GetLeavesOp op);
  template <typename OpT>
  LogicalResult lowerCompare(OpT op,
                             Leaf (Algebra::*compare)(const IntTuple &,
                                                      const IntTuple &));
  LogicalResult lowerLoad(MemRefLoadOp op);
  LogicalResult lowerStore(MemRefStoreOp op);
  LogicalResult lowerFragment(Operation *op);
  LogicalResult lowerLoadVec(MemRefLoadVecOp op);
  LogicalResult lowerStoreVec(MemRefStoreVecOp op);
  LogicalResult lowerAtomCall(CopyAtomCallOp op);

  OpBuilder &builder() { return evaluator.getBuilder(); }

  LayoutEvaluator evaluator;
};

} // namespace

template <typename Fn>
auto LayoutLowering::evaluate(Operation *op, Fn &&fn)
    -> FailureOr<decltype(fn(std::declval<Algebra &>()))> {
  Algebra algebra(&evaluator);
  auto result = fn(algebra);
  if (!algebra.succeeded())
    return op->emitOpError(algebra.getError());
  return result;
}

LogicalResult LayoutLowering::readOperands(Operation *op,
                                           SmallVectorImpl<Datum> &data) {
  for (Value operand : op->getOperands()) {
    FailureOr<Datum> datum = evaluator.read(operand, op);
    if (failed(datum))
      return failure();
    data.push_back(std::move(*datum));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Algebra and scalars
//===----------------------------------------------------------------------===//

LogicalResult LayoutLowering::lowerLayoutOp(LayoutOpInterface op) {
  SmallVector<Datum, 2> data;
  if (failed(readOperands(op, data)))
    return failure();
  FailureOr<Datum> result = evaluate(
      op, [&](Algebra &algebra) { return op.evaluate(algebra, data); });
  if (failed(result))
    return failure();
  // These only put together what is there already.
  if (isa<MakeLayoutOp, MakeComposedLayoutOp, MakeViewOp>(op)) {
    evaluator.remember(op->getResult(0), std::move(*result));
    return success();
  }
  replace(op, evaluator.make(*result, op->getResult(0).getType()));
  return success();
}

LogicalResult LayoutLowering::lowerGetScalar(GetScalarOp op) {
  FailureOr<Datum> datum = evaluator.read(op.getTuple(), op);
  if (failed(datum))
    return failure();
  replace(op, evaluator.getScalar(datum->tuple.getLeaves().front()));
  return success();
}

LogicalResult LayoutLowering::lowerGetLeaves(GetLeavesOp op) {
  FailureOr<Datum> datum = evaluator.read(op.getTuple(), op);
  if (failed(datum))
    return failure();
  SmallVector<Value> scalars;
  for (const Leaf &leaf : datum->tuple.getLeaves())
    if (!op.getDynamicOnly() || leaf.isDynamic())
      scalars.push_back(evaluator.getScalar(leaf));
  op->replaceAllUsesWith(scalars);
  op->erase();
  return success();
}

template <typename OpT>
LogicalResult LayoutLowering::lowerCompare(
    OpT op, Leaf (Algebra::*compare)(const IntTuple &, const IntTuple &)) {
  SmallVector<Datum, 2> data;
  if (failed(readOperands(op, data)))
    return failure();
  FailureOr<Leaf> result = evaluate(op, [&](Algebra &algebra) {
    return (algebra.*compare)(data[0].tuple, data[1].tuple);
  });
  if (failed(result))
    return failure();
  if (result->isStatic()) {
    replace(op, arith::ConstantOp::create(
                    builder(), op.getLoc(),
                    builder().getBoolAttr(result->value != 0)));
    return success();
  }
  replace(op,
          arith::TruncIOp::create(builder(), op.getLoc(), builder().getI1Type(),
                                  evaluator.getScalar(*result)));
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult LayoutLowering::lowerLoad(MemRefLoadOp op) {
  SmallVector<Datum, 2> data;
  if (failed(readOperands(op, data)))
    return failure();
  FailureOr<IntTuple> index = evaluate(op, [&](Algebra &algebra) {
    return data[0].getOffset(algebra, data[1].tuple);
  });
  if (failed(index))
    return failure();
  Datum element = data[0];
  element.tuple = *index;
  if (element.kind == Datum::Kind::CoordTensor) {
    replace(op, evaluator.make(Datum::of(*index), op.getType()));
    return success();
  }
  replace(op, PtrLoadOp::create(builder(), op.getLoc(), op.getType(),
                                evaluator.makePointer(element)));
  return success();
}

LogicalResult LayoutLowering::lowerStore(MemRefStoreOp op) {
  FailureOr<Datum> tensor = evaluator.read(op.getTensor(), op);
  FailureOr<Datum> coord = evaluator.read(op.getCoord(), op);
  if (failed(tensor) || failed(coord))
    return failure();
  FailureOr<IntTuple> index = evaluate(op, [&](Algebra &algebra) {
    return tensor->getOffset(algebra, coord->tuple);
  });
  if (failed(index))
    return failure();
  Datum element = *tensor;
  element.tuple = *index;
  PtrStoreOp::create(builder(), op.getLoc(), op.getValue(),
                     evaluator.makePointer(element));
  op.erase();
  return success();
}

/// memref.alloca, make_fragment_like and mma.make_fragment.
LogicalResult LayoutLowering::lowerFragment(Operation *op) {
  auto type = cast<fly::MemRefType>(op->getResult(0).getType());
  Algebra algebra;
  Layout layout = type.getLayout().getValue();
  int64_t numElements = algebra.cosize(layout).value;
  Value pointer =
      MakePtrOp::create(builder(), op->getLoc(), type.getElementType(),
                        numElements, type.getAlignment());
  Datum fragment = *Datum::fromType(type);
  fragment.iter = pointer.getAsOpaquePointer();
  fragment.pointer = cast<PtrType>(pointer.getType());
  replace(op, evaluator.make(fragment, type));
  return success();
}

namespace {
/// A tensor as runs of elements that lie side by side. A run is one mode of the
/// tensor: those before it have `before` elements, those behind it `behind`.
struct Chunks {
  int64_t size = 1;
  int64_t before = 1;
  int64_t behind = 1;
  /// Where each run begins, in the order of the other modes.
  std::vector<Datum> starts;
};
} // namespace

static Chunks getChunks(Algebra &algebra, const Datum &tensor) {
  Layout flat = algebra.coalesce(tensor.layout);
  SmallVector<Leaf> sizes = flat.shape.getLeaves();
  SmallVector<Leaf> strides = flat.stride.getLeaves();
  Chunks chunks;
  bool isFound = false;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    if (isFound)
      chunks.behind *= size.value;
    else if ((isFound = stride.isStaticValue(1) && size.value > 1))
      chunks.size = size.value;
    else
      chunks.before *= size.value;
  }
  for (int64_t i = 0; i < chunks.behind; ++i)
    for (int64_t k = 0; k < chunks.before; ++k) {
      Datum start = tensor;
      start.tuple = algebra.add(
          tensor.tuple,
          algebra.crd2idx(k + chunks.before * chunks.size * i, flat));
      chunks.starts.push_back(std::move(start));
    }
  return chunks;
}

/// Exchanges the runs and the modes before them in a vector of all elements,
/// whose inner order is `inner`.
static Value transposeChunks(OpBuilder &builder, Location loc, Value vector,
                             int64_t behind, int64_t outer, int64_t inner) {
  auto type = cast<VectorType>(vector.getType());
  auto shaped = VectorType::get({behind, outer, inner}, type.getElementType());
  vector = vector::ShapeCastOp::create(builder, loc, shaped, vector);
  vector = vector::TransposeOp::create(builder, loc, vector,
                                       ArrayRef<int64_t>{0, 2, 1});
  return vector::ShapeCastOp::create(builder, loc, type, vector);
}

LogicalResult LayoutLowering::lowerLoadVec(MemRefLoadVecOp op) {
  FailureOr<Datum> tensor = evaluator.read(op.getTensor(), op);
  if (failed(tensor))
    return failure();
  FailureOr<Chunks> chunks = evaluate(
      op, [&](Algebra &algebra) { return getChunks(algebra, *tensor); });
  if (failed(chunks))
    return failure();

  Location loc = op.getLoc();
  auto type = cast<VectorType>(op.getType());
  Type elementType = type.getElementType();
  if (tensor->kind == Datum::Kind::CoordTensor) {
    SmallVector<Value> elements;
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
      FailureOr<IntTuple> element = evaluate(op, [&](Algebra &algebra) {
        return algebra.add(tensor->tuple, algebra.crd2idx(i, tensor->layout));
      });
      if (failed(element))
        return failure();
      Value scalar = evaluator.getScalar(element->getLeaf());
      if (scalar.getType() != elementType)
        scalar = arith::ExtSIOp::create(builder(), loc, elementType, scalar);
      elements.push_back(scalar);
    }
    replace(op, vector::FromElementsOp::create(builder(), loc, type, elements));
    return success();
  }

  Type chunkType = chunks->size == 1
                       ? elementType
                       : VectorType::get({chunks->size}, elementType);
  SmallVector<Value> loaded;
  for (const Datum &start : chunks->starts)
    loaded.push_back(PtrLoadOp::create(builder(), loc, chunkType,
                                       evaluator.makePointer(start)));
  if (chunks->size == 1) {
    replace(op, vector::FromElementsOp::create(builder(), loc, type, loaded));
    return success();
  }
  Value result = loaded.front();
  if (loaded.size() > 1) {
    result =
        arith::ConstantOp::create(builder(), loc, builder().getZeroAttr(type));
    for (auto [i, chunk] : llvm::enumerate(loaded))
      result = vector::InsertStridedSliceOp::create(
          builder(), loc, chunk, result,
          ArrayRef<int64_t>(static_cast<int64_t>(i) * chunks->size),
          ArrayRef<int64_t>(1));
  }
  if (chunks->before > 1)
    result = transposeChunks(builder(), loc, result, chunks->behind,
                             chunks->before, chunks->size);
  replace(op, result);
  return success();
}

LogicalResult LayoutLowering::lowerStoreVec(MemRefStoreVecOp op) {
  FailureOr<Datum> tensor = evaluator.read(op.getTensor(), op);
  if (failed(tensor))
    return failure();
  FailureOr<Chunks> chunks = evaluate(
      op, [&](Algebra &algebra) { return getChunks(algebra, *tensor); });
  if (failed(chunks))
    return failure();
  Location loc = op.getLoc();
  Value vector = op.getValue();
  if (chunks->size > 1 && chunks->before > 1)
    vector = transposeChunks(builder(), loc, vector, chunks->behind,
                             chunks->size, chunks->before);
  for (auto [i, start] : llvm::enumerate(chunks->starts)) {
    auto position = static_cast<int64_t>(i) * chunks->size;
    Value part = vector;
    if (chunks->size == 1)
      part = vector::ExtractOp::create(builder(), loc, part, position);
    else if (chunks->starts.size() > 1)
      part = vector::ExtractStridedSliceOp::create(
          builder(), loc, part, ArrayRef<int64_t>(position),
          ArrayRef<int64_t>(chunks->size), ArrayRef<int64_t>(1));
    PtrStoreOp::create(builder(), loc, part, evaluator.makePointer(start));
  }
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

/// Tensors of composed layouts become plain ones; others stay as they are.
LogicalResult LayoutLowering::lowerAtomCall(CopyAtomCallOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<fly::MemRefType>(operand.get().getType());
    if (!type || !type.isComposed())
      continue;
    FailureOr<Datum> tensor = evaluator.read(operand.get(), op);
    if (failed(tensor))
      return failure();
    FailureOr<Datum> plain = evaluate(op, [&](Algebra &algebra) {
      return tensor->decompose(algebra, /*mustProve=*/true);
    });
    if (failed(plain))
      return failure();
    operand.set(evaluator.makeMemRef(*plain));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

LogicalResult LayoutLowering::lower(Operation *op) {
  evaluator.setInsertionPoint(op);
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LayoutOpInterface layoutOp) { return lowerLayoutOp(layoutOp); })
      .Case([&](GetScalarOp scalar) { return lowerGetScalar(scalar); })
      .Case([&](GetLeavesOp leaves) { return lowerGetLeaves(leaves); })
      .Case([&](ElemLessOp less) {
        return lowerCompare(less, &Algebra::elementsLess);
      })
      .Case([&](EqualOp equal) { return lowerCompare(equal, &Algebra::equal); })
      .Case([&](MemRefLoadOp load) { return lowerLoad(load); })
      .Case([&](MemRefStoreOp store) { return lowerStore(store); })
      .Case<MemRefAllocaOp, MakeFragmentLikeOp, MmaMakeFragmentOp>(
          [&](Operation *fragment) { return lowerFragment(fragment); })
      .Case([&](MemRefLoadVecOp load) { return lowerLoadVec(load); })
      .Case([&](MemRefStoreVecOp store) { return lowerStoreVec(store); })
      .Case(
          [&](CopyOp copy) { return lowerCopy(copy, evaluator, numAtomCalls); })
      .Case(
          [&](GemmOp gemm) { return lowerGemm(gemm, evaluator, numAtomCalls); })
      .Case([&](PrintOp print) { return lowerPrint(print, evaluator); })
      .Case([&](AssumeOp assume) { return lowerAssume(assume, evaluator); })
      .Case([&](ExtractAlignedPointerAsIndexOp extract) {
        return lowerExtractAlignedPointer(extract, evaluator);
      })
      .Case([&](CopyAtomCallOp call) { return lowerAtomCall(call); })
      .Case([&](PtrLoadOp load) {
        // A coordinate is its own content.
        if (isa<fly::IntTupleType>(load.getPtr().getType()))
          replace(load, load.getPtr());
        return success();
      })
      .Default([](Operation *) { return success(); });
}

namespace {
struct FlyLayoutLoweringPass
    : public fly::impl::FlyLayoutLoweringPassBase<FlyLayoutLoweringPass> {
  void runOnOperation() override {
    LayoutLowering lowering(&getContext());
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
        [&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (failed(lowering.lower(op)))
        return signalPassFailure();
    numAtomCalls += lowering.numAtomCalls;
    eraseDeadOps();
  }

  /// What only described integers that are now used directly is dead.
  void eraseDeadOps() {
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
  }
};
} // namespace
