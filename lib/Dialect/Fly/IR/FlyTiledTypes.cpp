//===- FlyTiledTypes.cpp - Types of copies and MMAs of tiles --------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/Tiled.h"
#include "Dialect/Fly/IR/Fly.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// Static sizes
//===----------------------------------------------------------------------===//

/// The size of a static layout whose size is known not to overflow.
static int64_t getSize(const Layout &layout) {
  Algebra algebra;
  return algebra.size(layout).value;
}

/// The sizes of the tile's entries, or an error.
static FailureOr<SmallVector<int64_t>>
getTileSizes(function_ref<InFlightDiagnostic()> emitError, const Tile &tile) {
  SmallVector<int64_t> sizes;
  Algebra algebra;
  for (const Tile::Entry &entry : tile.entries) {
    if (const Leaf *leaf = std::get_if<Leaf>(&entry)) {
      if (leaf->isNone() || leaf->isDynamic() || leaf->value <= 0)
        return emitError() << "expected each entry of the tile to have a known "
                              "size, got "
                           << tile.str();
      sizes.push_back(leaf->value);
    } else if (const Layout *layout = std::get_if<Layout>(&entry)) {
      if (!layout->isStatic())
        return emitError() << "expected each entry of the tile to have a known "
                              "size, got "
                           << tile.str();
      sizes.push_back(algebra.size(*layout).value);
    } else {
      FailureOr<SmallVector<int64_t>> nested =
          getTileSizes(emitError, std::get<Tile>(entry));
      if (failed(nested))
        return failure();
      Leaf size = Leaf::getStatic(1);
      for (int64_t n : *nested)
        size = algebra.mul(size, Leaf::getStatic(n));
      sizes.push_back(size.value);
    }
  }
  if (!algebra.succeeded())
    return emitError() << algebra.getError();
  return sizes;
}

//===----------------------------------------------------------------------===//
// Tiled copies
//===----------------------------------------------------------------------===//

/// `<`atom `,` layout [`,` tile]`>`, each with or without its `!fly.mnemonic`.
template <typename AtomT>
static ParseResult parseTiled(AsmParser &parser, AtomT &atom,
                              LayoutType &layout, TileType &tile,
                              bool isTileOptional) {
  if (parser.parseLess() || parser.parseCustomTypeWithFallback(atom) ||
      parser.parseComma() || parser.parseCustomTypeWithFallback(layout))
    return failure();
  if (!isTileOptional || succeeded(parser.parseOptionalComma())) {
    if ((!isTileOptional && parser.parseComma()) ||
        parser.parseCustomTypeWithFallback(tile))
      return failure();
  }
  return parser.parseGreater();
}

Type TiledCopyType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  CopyAtomType atom;
  LayoutType layout;
  TileType tile;
  if (parseTiled(parser, atom, layout, tile, /*isTileOptional=*/false))
    return {};
  return parser.getChecked<TiledCopyType>(loc, parser.getContext(), atom,
                                          layout, tile);
}

void TiledCopyType::print(AsmPrinter &printer) const {
  printer << '<' << Type(getAtom()) << ", " << Type(getLayout()) << ", "
          << Type(getTile()) << '>';
}

/// A (thread, value) layout that is cut into atoms of `atom`'s shape.
static LogicalResult
verifyThreadValue(function_ref<InFlightDiagnostic()> emitError,
                  const Layout &threadValue, const Layout &atom) {
  if (!threadValue.isStatic())
    return emitError() << "LayoutType is not static: expected a static "
                          "thread-value layout, got "
                       << threadValue.str();
  if (threadValue.isLeaf() || threadValue.rank() != 2)
    return emitError() << "expected a thread-value layout of two modes, "
                          "threads and values, got "
                       << threadValue.str();
  for (const Leaf &leaf : threadValue.stride.getLeaves())
    if (leaf.isBasis())
      return emitError() << "expected a thread-value layout onto the linear "
                            "coordinate in the tile, got "
                         << threadValue.str();
  StringRef names[2] = {"threads", "values"};
  for (int i : {0, 1}) {
    Algebra algebra;
    Leaf size = algebra.size(threadValue[i]);
    if (!algebra.succeeded())
      return emitError() << algebra.getError();
    int64_t atomSize = getSize(atom[i]);
    if (size.value <= 0 || size.value % atomSize != 0)
      return emitError() << "expected a multiple of the " << atomSize << " "
                         << names[i] << " of the atom as mode " << i
                         << " of the thread-value layout " << threadValue.str()
                         << ", got " << size.value;
  }
  return success();
}

LogicalResult
TiledCopyType::verify(function_ref<InFlightDiagnostic()> emitError,
                      CopyAtomType atom, LayoutType layout, TileType tile) {
  Layout threadValue = layout.getValue();
  if (failed(verifyThreadValue(emitError, threadValue,
                               atom.getThrValLayout(CopySide::Ref))))
    return failure();
  FailureOr<SmallVector<int64_t>> sizes =
      getTileSizes(emitError, tile.getAttr().getValue());
  if (failed(sizes))
    return failure();
  Algebra algebra;
  Leaf tileSize = Leaf::getStatic(1);
  for (int64_t size : *sizes)
    tileSize = algebra.mul(tileSize, Leaf::getStatic(size));
  Leaf reached = algebra.cosize(threadValue);
  Leaf covered = algebra.size(algebra.rightInverse(threadValue));
  if (!algebra.succeeded())
    return emitError() << algebra.getError();
  if (reached.value > tileSize.value)
    return emitError() << "the thread-value layout " << threadValue.str()
                       << " reaches element " << reached.value - 1
                       << " of the tile " << tile.getAttr().getValue().str()
                       << ", which has " << tileSize.value << " elements";
  if (covered.value != tileSize.value)
    return emitError() << "the thread-value layout " << threadValue.str()
                       << " has no thread and value for element "
                       << covered.value << " of the tile "
                       << tile.getAttr().getValue().str() << ", which has "
                       << tileSize.value << " elements";
  return success();
}

bool TiledCopyType::isStatic() const { return getAtom().isStatic(); }

CopyTiling TiledCopyType::getTiling(CopySide side) const {
  return {getLayout().getValue(), getTile().getAttr().getValue(),
          getAtom().getThrValLayout(CopySide::Ref),
          getAtom().getThrValLayout(side)};
}

int64_t TiledCopyType::getNumThreads() const {
  return getSize(getLayout().getValue()[0]);
}

//===----------------------------------------------------------------------===//
// Tiled MMAs
//===----------------------------------------------------------------------===//

TileType TiledMmaType::getDefaultPermutation(MLIRContext *context) {
  Tile tile;
  tile.bracketed = true;
  tile.entries.assign(3, Leaf::getNone());
  return TileType::get(context, tile);
}

Type TiledMmaType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  MmaAtomType atom;
  LayoutType layout;
  TileType permutation = getDefaultPermutation(parser.getContext());
  if (parseTiled(parser, atom, layout, permutation, /*isTileOptional=*/true))
    return {};
  return parser.getChecked<TiledMmaType>(loc, parser.getContext(), atom, layout,
                                         permutation);
}

void TiledMmaType::print(AsmPrinter &printer) const {
  printer << '<' << Type(getAtom()) << ", " << Type(getLayout());
  if (getPermutation() != getDefaultPermutation(getContext()))
    printer << ", " << Type(getPermutation());
  printer << '>';
}

/// Whether the indices of `layout` are 0, 1, ... without gaps, each once.
static bool isOntoNumbers(const Layout &layout) {
  SmallVector<std::pair<int64_t, int64_t>> modes;
  for (auto [size, stride] :
       llvm::zip_equal(layout.shape.getLeaves(), layout.stride.getLeaves())) {
    if (stride.isBasis() || size.value < 1)
      return false;
    if (size.value > 1)
      modes.emplace_back(stride.value, size.value);
  }
  llvm::sort(modes);
  int64_t covered = 1;
  for (auto [stride, size] : modes)
    if (stride != covered || llvm::MulOverflow(covered, size, covered))
      return false;
  return true;
}

static const char dimensionNames[] = {'M', 'N', 'K'};

LogicalResult TiledMmaType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   MmaAtomType atom, LayoutType layout,
                                   TileType permutation) {
  Layout atoms = layout.getValue();
  if (!layout.isStatic() || atoms.isLeaf() || atoms.rank() != 3)
    return emitError() << "expected a static layout of three modes, the "
                          "numbers of atoms along M, N and K, got "
                       << atoms.str();
  if (!isOntoNumbers(atoms))
    return emitError() << "expected a layout that numbers the atoms' groups of "
                          "threads from 0 on, each number once, got "
                       << atoms.str();
  Tile tile = permutation.getAttr().getValue();
  if (!tile.bracketed || tile.rank() != 3)
    return emitError() << "expected a permutation with an entry for each of M, "
                          "N and K, got "
                       << tile.str();
  std::array<int64_t, 3> shape = atom.getMmaOpInterface().getShapeMNK();
  Algebra algebra;
  algebra.cosize(atoms);
  for (int i : {0, 1, 2}) {
    Leaf count = algebra.size(atoms[i]);
    Leaf extent = algebra.mul(count, Leaf::getStatic(shape[i]));
    if (!algebra.succeeded())
      return emitError() << algebra.getError();
    if (count.value <= 0)
      return emitError() << "expected at least one atom along "
                         << dimensionNames[i] << ", got " << atoms.str();
    if (const Leaf *leaf = std::get_if<Leaf>(&tile.entries[i]);
        leaf && leaf->isNone())
      continue;
    Tile entry;
    entry.entries = {tile.entries[i]};
    FailureOr<SmallVector<int64_t>> sizes = getTileSizes(emitError, entry);
    if (failed(sizes))
      return failure();
    if (sizes->front() % extent.value != 0)
      return emitError() << "expected the permutation of " << dimensionNames[i]
                         << " to have a multiple of the " << extent.value
                         << " elements of the atoms along it, got "
                         << tile.str();
  }
  return success();
}

bool TiledMmaType::isStatic() const { return getAtom().isStatic(); }

MmaTiling TiledMmaType::getTiling(MmaOperand operand) const {
  // Which of M, N and K the operand's modes are.
  int dims[2] = {operand == MmaOperand::B ? 1 : 0,
                 operand == MmaOperand::A || operand == MmaOperand::B ? 2 : 1};
  MmaOpTypeInterface op = getAtom().getMmaOpInterface();
  std::array<int64_t, 3> shape = op.getShapeMNK();
  Layout atoms = getLayout().getValue();
  Tile permutation = getPermutation().getAttr().getValue();
  MmaTiling tiling;
  tiling.threadValue = op.getThrValLayout(operand);
  tiling.permutation.bracketed = true;
  for (int i : {0, 1}) {
    tiling.atomShape[i] = shape[dims[i]];
    tiling.numAtoms[i] = getSize(atoms[dims[i]]);
    Tile::Entry entry = permutation.entries[dims[i]];
    if (const Leaf *leaf = std::get_if<Leaf>(&entry); leaf && leaf->isNone())
      entry = Leaf::getStatic(tiling.atomShape[i] * tiling.numAtoms[i]);
    tiling.permutation.entries.push_back(std::move(entry));
  }
  return tiling;
}

Layout TiledMmaType::getThreadLayout(Algebra &algebra) const {
  return algebra.tiledProduct(getAtom().getMmaOpInterface().getThrLayout(),
                              getLayout().getValue());
}

int64_t TiledMmaType::getNumThreads() const {
  Algebra algebra;
  return algebra.cosize(getThreadLayout(algebra)).value;
}
