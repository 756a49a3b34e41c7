//===- FlyTiledOps.cpp - Copies and MMAs of tiles -------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/Tiled.h"
#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::fly;

/// The diagnostics of an op whose types are being inferred; nothing without a
/// location, when somebody only asks whether it would work.
static auto getEmitter(std::optional<Location> location, StringRef opName) {
  return [location, opName]() -> InFlightDiagnostic {
    if (!location)
      return {};
    return mlir::emitError(*location) << "'" << opName << "' op ";
  };
}

ParseResult fly::parseMmaOperandKeyword(OpAsmParser &parser,
                                        MmaOperandAttr &operand) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<MmaOperand> value = symbolizeMmaOperand(keyword);
  if (!value)
    return parser.emitError(loc, "expected the operand a, b, c or d, got ")
           << keyword;
  operand = MmaOperandAttr::get(parser.getContext(), *value);
  return success();
}

void fly::printMmaOperandKeyword(OpAsmPrinter &printer, Operation *,
                                 MmaOperandAttr operand) {
  printer << stringifyMmaOperand(operand.getValue());
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult MakeTiledCopyOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  auto type = TiledCopyType::getChecked(
      getEmitter(location, getOperationName()), context,
      cast<CopyAtomType>(operands[0].getType()),
      cast<LayoutType>(operands[1].getType()),
      cast<TileType>(operands[2].getType()));
  if (!type)
    return failure();
  inferredTypes.push_back(type);
  return success();
}

/// The number of a thread, which must be one of `numThreads` if it is known.
static bool checkThread(Algebra &algebra, const IntTuple &thread,
                        int64_t numThreads) {
  if (!thread.isLeaf() || thread.getLeaf().isNone() ||
      thread.getLeaf().isBasis()) {
    algebra.fail(Twine("expected the number of a thread, got ") + thread.str());
    return false;
  }
  const Leaf &leaf = thread.getLeaf();
  if (leaf.isStatic() && (leaf.value < 0 || leaf.value >= numThreads)) {
    algebra.fail(Twine("expected the number of one of the ") +
                 Twine(numThreads) + " threads, got " + thread.str());
    return false;
  }
  return true;
}

/// The values of a view (thread, value, rest...) at a coordinate of its mode 0.
static Datum sliceThread(Algebra &algebra, const Datum &tensor,
                         const Layout &view, const IntTuple &thread) {
  Datum result = Datum::withLayout(tensor, algebra.take(view, 1, view.rank()));
  result.advance(algebra, algebra.crd2idx(thread, view[0]));
  return result;
}

static Datum partition(Algebra &algebra, ArrayRef<Datum> data, CopySide side) {
  auto type = cast<TiledCopyType>(data[0].tiled);
  const Datum &tensor = data[1];
  const IntTuple &thread = data[2].tuple;
  if (!checkThread(algebra, thread, type.getNumThreads()))
    return tensor;
  Layout view = getCopyView(algebra, type.getTiling(side), tensor.layout);
  if (!algebra.succeeded())
    return tensor;
  return sliceThread(algebra, tensor, view, thread);
}

Datum TiledCopyPartitionSrcOp::evaluateOn(Algebra &algebra,
                                          ArrayRef<Datum> data, Adaptor) {
  return partition(algebra, data, CopySide::Src);
}

Datum TiledCopyPartitionDstOp::evaluateOn(Algebra &algebra,
                                          ArrayRef<Datum> data, Adaptor) {
  return partition(algebra, data, CopySide::Dst);
}

Datum TiledCopyRetileOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                    Adaptor) {
  auto type = cast<TiledCopyType>(data[0].tiled);
  if (data[1].isComposed()) {
    algebra.fail(Twine("expected a plain layout to retile, got ") +
                 data[1].getFullLayout().str());
    return data[1];
  }
  return Datum::withLayout(
      data[1], retile(algebra, type.getTiling(CopySide::Ref), data[1].layout));
}

//===----------------------------------------------------------------------===//
// Matrix multiply-accumulate
//===----------------------------------------------------------------------===//

LogicalResult MakeTiledMmaOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  auto type = TiledMmaType::getChecked(
      getEmitter(location, getOperationName()), context,
      cast<MmaAtomType>(operands[0].getType()),
      cast<LayoutType>(operands[1].getType()),
      operands.size() > 2 ? cast<TileType>(operands[2].getType())
                          : TiledMmaType::getDefaultPermutation(context));
  if (!type)
    return failure();
  inferredTypes.push_back(type);
  return success();
}

/// (value, rest...) of a view ((thread...), (value, (rest...))).
static Layout getValues(const Layout &view) {
  SmallVector<Layout> modes = {view[1][0]};
  Layout rest = view[1][1];
  for (int64_t i = 0, e = rest.rank(); i < e; ++i)
    modes.push_back(rest[i]);
  return makeLayout(modes);
}

Datum TiledMmaPartitionOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data,
                                      Adaptor adaptor) {
  auto type = cast<TiledMmaType>(data[0].tiled);
  const Datum &tensor = data[1];
  const IntTuple &thread = data[2].tuple;
  MmaOperand operand = adaptor.getOperandId();
  if (!checkThread(algebra, thread, type.getNumThreads()))
    return tensor;
  Layout view = getMmaView(algebra, type.getTiling(operand), tensor.layout);
  // The thread within its atom, and which atom along M, N and K.
  IntTuple crd = algebra.idx2crd(thread, type.getThreadLayout(algebra));
  if (!algebra.succeeded())
    return tensor;
  IntTuple first = crd[operand == MmaOperand::B ? 2 : 1];
  IntTuple second =
      crd[operand == MmaOperand::A || operand == MmaOperand::B ? 3 : 2];
  IntTuple coord({crd[0], IntTuple({first, second})});
  Datum result = Datum::withLayout(tensor, getValues(view));
  result.advance(algebra, algebra.crd2idx(coord, view[0]));
  return result;
}

Datum TiledMmaPartitionShapeOp::evaluateOn(Algebra &algebra,
                                           ArrayRef<Datum> data,
                                           Adaptor adaptor) {
  const IntTuple &shape = data[1].tuple;
  Layout tensor{shape, algebra.compactColMajor(shape)};
  auto type = cast<TiledMmaType>(data[0].tiled);
  Layout view =
      getMmaView(algebra, type.getTiling(adaptor.getOperandId()), tensor);
  if (!algebra.succeeded())
    return data[1];
  return Datum::of(getValues(view).shape);
}

LogicalResult MmaMakeFragmentOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto emitError = getEmitter(location, getOperationName());
  FailureOr<Datum> source = Datum::fromType(operands[1].getType());
  if (failed(source))
    return failure();
  auto type = cast<TiledMmaType>(operands[0].getType());
  Layout tensor = source->layout;
  if (std::optional<uint32_t> stages = adaptor.getStages()) {
    auto count = static_cast<int32_t>(*stages);
    if (count <= 0)
      return emitError() << "stages must be positive, got " << count;
    if (tensor.rank() < 2)
      return emitError() << "stages need a tensor of two or more modes, got "
                         << tensor.str();
    // A stride that is only known at run time makes this the slowest mode of
    // the fragment.
    tensor = makeLayout(
        {tensor[0], tensor[1], Layout{int64_t(count), Leaf::getDynamic()}});
  }
  Algebra algebra;
  MmaOperand operand = adaptor.getOperandId();
  Layout view = getMmaView(algebra, type.getTiling(operand), tensor);
  if (!algebra.succeeded())
    return emitError() << algebra.getError();
  Layout fragment = algebra.fragmentLayout(getValues(view));
  Leaf size = algebra.size(fragment);
  if (!algebra.succeeded())
    return emitError() << algebra.getError();
  if (size.value <= 0 || !llvm::isInt<32>(size.value))
    return emitError() << "expected at least one element for a fragment, got "
                       << size.value;
  inferredTypes.push_back(fly::MemRefType::get(
      type.getAtom().getMmaOpInterface().getElementType(operand),
      AddressSpace::Register, LayoutAttr::get(context, fragment)));
  return success();
}

void MmaMakeFragmentOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

MmaAtomType GemmOp::getAtomType() {
  if (auto tiled = dyn_cast<TiledMmaType>(getAtom().getType()))
    return tiled.getAtom();
  return cast<MmaAtomType>(getAtom().getType());
}

/// A traversal visits each of `total` atoms once.
static LogicalResult verifyTraversal(GemmOp op, int64_t total) {
  Layout traversal = op.getTraversalLayout().getType().getValue();
  if (op.getTraversalOrder())
    return op.emitOpError(
        "expected traversalOrder or traversalLayout, got both");
  if (!traversal.isStatic())
    return op.emitOpError("expected a static traversalLayout, got ")
           << traversal.str();
  Algebra algebra;
  Leaf size = algebra.size(traversal);
  Leaf covered = algebra.size(algebra.rightInverse(traversal));
  if (!algebra.succeeded())
    return op.emitOpError(algebra.getError());
  if (size.value != total || covered.value != total)
    return op.emitOpError("expected the traversalLayout to visit each of the ")
           << total << " atoms once, got " << traversal.str();
  return success();
}

LogicalResult GemmOp::verify() {
  MmaAtomType atom = getAtomType();
  MmaOpTypeInterface mma = atom.getMmaOpInterface();
  std::pair<MmaOperand, Value> operands[] = {{MmaOperand::D, getD()},
                                             {MmaOperand::A, getA()},
                                             {MmaOperand::B, getB()},
                                             {MmaOperand::C, getC()}};
  Layout layouts[4];
  for (auto [i, entry] : llvm::enumerate(operands)) {
    auto [operand, value] = entry;
    StringRef name = stringifyMmaOperand(operand);
    auto type = cast<fly::MemRefType>(value.getType());
    Type elementType = mma.getElementType(operand);
    if (type.getElementType() != elementType)
      return emitOpError("expected operand ")
             << name << " to have elements of type " << elementType << ", got "
             << type.getElementType();
    const Layout &layout = layouts[i] = type.getLayout().getValue();
    Algebra algebra;
    Leaf total = algebra.size(layout);
    Leaf size = algebra.size(layout.isLeaf() ? layout : layout[0]);
    if (!algebra.succeeded())
      return emitOpError(algebra.getError());
    if (!total.isStatic())
      return emitOpError("expected operand ")
             << name << " to have a static shape, got " << layout.str();
    int64_t numValues = atom.getNumValues(operand);
    if (size.value != numValues)
      return emitOpError("expected mode 0 of operand ")
             << name << " to be the " << numValues
             << " elements that the atom takes from a thread, got "
             << (layout.isLeaf() ? layout : layout[0]).str();
  }
  const Layout &d = layouts[0], &a = layouts[1], &b = layouts[2],
               &c = layouts[3];
  auto emitModes = [&](StringRef what) {
    return emitOpError(what) << ", got d " << d.str() << ", a " << a.str()
                             << ", b " << b.str() << ", c " << c.str();
  };
  bool isOneAtom = llvm::all_of(
      layouts, [](const Layout &layout) { return layout.rank() == 1; });
  if (!isOneAtom && (d.rank() != 3 || c.rank() != 3 || a.rank() != b.rank() ||
                     a.rank() < 2 || a.rank() > 3))
    return emitModes(
        "expected d and c with modes (value, M, N), a with (value, "
        "M, K) and b with (value, N, K), or a and b without K");
  Algebra algebra;
  int64_t total = 1;
  if (!isOneAtom) {
    auto size = [&](const Layout &layout, int64_t mode) {
      return layout.rank() > mode ? algebra.size(layout[mode]).value : 1;
    };
    int64_t m = size(d, 1), n = size(d, 2), k = size(a, 2);
    if (size(c, 1) != m || size(a, 1) != m || size(c, 2) != n ||
        size(b, 1) != n || size(b, 2) != k)
      return emitModes(
          "expected as many atoms along M in d, c and a, along N in "
          "d, c and b, and along K in a and b");
    // Without a product, c would not get into d.
    if (k < 1)
      return emitModes("expected at least one atom along K");
    Leaf product =
        algebra.mul(algebra.mul(Leaf::getStatic(m), Leaf::getStatic(n)),
                    Leaf::getStatic(k));
    constexpr int64_t maxAtoms = 1 << 16;
    if (!algebra.succeeded() || product.value > maxAtoms)
      return emitModes("expected at most 65536 calls of the atom to unroll");
    total = product.value;
  }
  return getTraversalLayout() ? verifyTraversal(*this, total) : success();
}
