//===- TiledLowering.cpp - Lower copies and MMAs to their atoms -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TiledLowering.h"

#include "Dialect/Fly/Algebra/Tiled.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::fly;

static InFlightDiagnostic emitUnknownAtom(Operation *user, Type tiled) {
  return user->emitOpError("expected a tiled atom that is made in this "
                           "function, as its atom has state, got ")
         << tiled;
}

/// The atom of a tiled copy or MMA, or `value` if it is one.
template <typename TiledT, typename MakeTiledOpT, typename MakeAtomOpT>
static FailureOr<Value> getAtom(Value value, Operation *user,
                                LayoutEvaluator &evaluator) {
  auto tiled = dyn_cast<TiledT>(value.getType());
  if (!tiled)
    return value;
  if (auto made = value.getDefiningOp<MakeTiledOpT>())
    return Value(made.getAtom());
  if (!tiled.isStatic())
    return emitUnknownAtom(user, tiled);
  return Value(MakeAtomOpT::create(evaluator.getBuilder(), evaluator.getLoc(),
                                   tiled.getAtom()));
}

namespace {
/// A tensor that is visited part by part.
class Parts {
public:
  /// Each part is mode 0 of `layout`, which is the tensor's own with its modes
  /// grouped; the linear coordinate in the other modes says which part.
  Parts(Datum tensor, Layout layout, LayoutEvaluator &evaluator, Operation *op)
      : tensor(std::move(tensor)), layout(std::move(layout)),
        evaluator(evaluator), op(op) {}

  FailureOr<Value> get(int64_t i) const {
    Algebra algebra(&evaluator);
    Datum part = Datum::withLayout(tensor, layout[0]);
    Layout rest = algebra.take(layout, 1, layout.rank());
    part.advance(algebra, algebra.crd2idx(i, rest));
    // The atom takes the elements as the plain layout says.
    part = part.decompose(algebra, /*mustProve=*/true);
    if (!algebra.succeeded())
      return op->emitOpError(algebra.getError());
    return evaluator.makeMemRef(part);
  }

private:
  Datum tensor;
  Layout layout;
  LayoutEvaluator &evaluator;
  Operation *op;
};
} // namespace

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult mlir::fly::lowerCopy(CopyOp op, LayoutEvaluator &evaluator,
                                   int64_t &numAtomCalls) {
  FailureOr<Value> atom =
      getAtom<TiledCopyType, MakeTiledCopyOp, MakeCopyAtomOp>(op.getAtom(), op,
                                                              evaluator);
  FailureOr<Datum> src = evaluator.read(op.getSrc(), op);
  FailureOr<Datum> dst = evaluator.read(op.getDst(), op);
  if (failed(atom) || failed(src) || failed(dst))
    return failure();
  auto atomType = cast<CopyAtomType>(atom->getType());
  if (atomType.getCopyOpInterface().copiesWholeTile()) {
    CopyAtomCallOp::create(evaluator.getBuilder(), op.getLoc(), *atom,
                           evaluator.makeMemRef(*src),
                           evaluator.makeMemRef(*dst), op.getPred());
    ++numAtomCalls;
    op.erase();
    return success();
  }
  int64_t numValues = atomType.getNumValues();
  Algebra algebra;
  Layout srcModes = getAtomModes(algebra, src->layout, numValues);
  Layout dstModes = getAtomModes(algebra, dst->layout, numValues);
  int64_t numAtoms = algebra.size(srcModes[1]).value;
  Parts srcParts(*src, srcModes, evaluator, op);
  Parts dstParts(*dst, dstModes, evaluator, op);

  std::optional<Parts> predParts;
  int64_t numAtomsPerPred = 1;
  if (op.getPred()) {
    FailureOr<Datum> pred = evaluator.read(op.getPred(), op);
    if (failed(pred))
      return failure();
    numAtomsPerPred = numAtoms / algebra.size(pred->layout).value;
    predParts.emplace(
        *pred, makeLayout({Layout{int64_t(1), int64_t(1)}, pred->layout}),
        evaluator, op);
  }
  if (!algebra.succeeded())
    return op.emitOpError(algebra.getError());

  for (int64_t i = 0; i < numAtoms; ++i) {
    FailureOr<Value> srcPart = srcParts.get(i), dstPart = dstParts.get(i);
    FailureOr<Value> predPart = Value();
    if (predParts)
      predPart = predParts->get(i / numAtomsPerPred);
    if (failed(srcPart) || failed(dstPart) || failed(predPart))
      return failure();
    CopyAtomCallOp::create(evaluator.getBuilder(), op.getLoc(), *atom, *srcPart,
                           *dstPart, *predPart);
    ++numAtomCalls;
  }
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Matrix multiply-accumulate
//===----------------------------------------------------------------------===//

/// The layout with modes for two dimensions, which may have been left out.
static Layout getThreeModes(const Layout &layout) {
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = layout.rank(); i < e; ++i)
    modes.push_back(layout[i]);
  modes.resize(3, Layout{int64_t(1), int64_t(0)});
  return makeLayout(modes);
}

LogicalResult mlir::fly::lowerGemm(GemmOp op, LayoutEvaluator &evaluator,
                                   int64_t &numAtomCalls) {
  FailureOr<Value> atom = getAtom<TiledMmaType, MakeTiledMmaOp, MakeMmaAtomOp>(
      op.getAtom(), op, evaluator);
  if (failed(atom))
    return failure();
  Algebra algebra;
  SmallVector<Parts, 4> parts;
  SmallVector<Layout, 4> layouts;
  for (Value tensor : {op.getD(), op.getA(), op.getB(), op.getC()}) {
    FailureOr<Datum> datum = evaluator.read(tensor, op);
    if (failed(datum))
      return failure();
    layouts.push_back(getThreeModes(datum->layout));
    parts.emplace_back(*datum, layouts.back(), evaluator, op);
  }
  auto size = [&](size_t tensor, int64_t mode) {
    return algebra.size(layouts[tensor][mode]).value;
  };
  GemmPosition extents = {size(0, 1), size(0, 2), size(1, 2)};
  std::vector<GemmPosition> traversal =
      op.getTraversalLayout()
          ? getTraversal(algebra, op.getTraversalLayout().getType().getValue(),
                         extents)
          : getTraversal(
                stringifyGemmTraversalOrder(
                    op.getTraversalOrder().value_or(GemmTraversalOrder::NMK)),
                extents);
  if (!algebra.succeeded())
    return op.emitOpError(algebra.getError());

  llvm::BitVector isStarted(static_cast<unsigned>(extents[0] * extents[1]));
  for (auto [m, n, k] : traversal) {
    int64_t mn = m + n * extents[0];
    auto bit = static_cast<unsigned>(mn);
    FailureOr<Value> d = parts[0].get(mn);
    FailureOr<Value> a = parts[1].get(m + k * extents[0]);
    FailureOr<Value> b = parts[2].get(n + k * extents[1]);
    FailureOr<Value> c = isStarted.test(bit) ? d : parts[3].get(mn);
    if (failed(d) || failed(a) || failed(b) || failed(c))
      return failure();
    isStarted.set(bit);
    MmaAtomCallOp::create(evaluator.getBuilder(), op.getLoc(), *atom, *d, *a,
                          *b, *c);
    ++numAtomCalls;
  }
  op.erase();
  return success();
}
