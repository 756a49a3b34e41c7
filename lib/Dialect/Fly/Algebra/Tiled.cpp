//===- Tiled.cpp - Thread-value partitions of tiles -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/Tiled.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fly;

/// `n` entries, each a size.
static Tile getTile(ArrayRef<int64_t> sizes) {
  Tile tile;
  tile.bracketed = true;
  for (int64_t size : sizes)
    tile.entries.push_back(Leaf::getStatic(size));
  return tile;
}

static int64_t staticSize(Algebra &algebra, const Layout &layout) {
  return algebra.size(layout).value;
}

/// Divides by the tile; a tile of one entry cuts the whole tensor.
static Layout divideTensor(Algebra &algebra, const Layout &tensor,
                           const Tile &tile) {
  if (tile.rank() > 1 && tensor.rank() < tile.rank()) {
    algebra.fail(Twine("expected a tensor with a mode for each entry of the "
                       "tile ") +
                 tile.str() + ", got " + tensor.str());
    return makeLayout({tensor, tensor});
  }
  if (tile.rank() > 1)
    return algebra.zippedDivide(tensor, tile);
  Tile whole;
  whole.entries = tile.entries;
  // A nested list stays one.
  if (const Tile *nested = std::get_if<Tile>(&tile.entries.front()))
    whole = *nested;
  return algebra.zippedDivide(tensor, whole);
}

/// Mode 0, mode 1, and each mode of mode 2.
static Layout spliceThird(const Layout &first, const Layout &second,
                          const Layout &rest) {
  SmallVector<Layout> modes = {first, second};
  for (int64_t i = 0, e = rest.rank(); i < e; ++i)
    modes.push_back(rest[i]);
  return makeLayout(modes);
}

Layout mlir::fly::getCopyView(Algebra &algebra, const CopyTiling &tiling,
                              const Layout &tensor) {
  Layout tiles = divideTensor(algebra, tensor, tiling.tile);
  Layout sideOfReference =
      algebra.composition(algebra.rightInverse(tiling.reference), tiling.side);
  Layout atoms = algebra.zippedDivide(
      tiling.threadValue, getTile({staticSize(algebra, tiling.reference[0]),
                                   staticSize(algebra, tiling.reference[1])}));
  if (!algebra.succeeded())
    return tensor;
  Layout atom = algebra.composition(atoms[0], sideOfReference);
  if (!algebra.succeeded())
    return tensor;
  Layout values = makeLayout(
      {makeLayout({atom[0], atoms[1][0]}), makeLayout({atom[1], atoms[1][1]})});
  values = algebra.coalesce(
      values, IntTuple({int64_t(1), IntTuple({int64_t(1), int64_t(1)})}));
  Layout view = algebra.composition(tiles[0], values);
  if (!algebra.succeeded())
    return tensor;
  return spliceThird(view[0], view[1], tiles[1]);
}

Layout mlir::fly::retile(Algebra &algebra, const CopyTiling &tiling,
                         const Layout &fragment) {
  Layout value = fragment.isLeaf() ? fragment : fragment[0];
  Leaf numValues = algebra.size(value);
  if (!numValues.isStatic()) {
    algebra.fail(Twine("expected a static number of values, got ") +
                 value.str());
    return fragment;
  }
  // Where in the tile the values of all threads lie: how many of them along
  // each of its modes, and in which order.
  std::vector<IntTuple> extents;
  for (const Tile::Entry &entry : tiling.tile.entries) {
    const Layout *layout = std::get_if<Layout>(&entry);
    if (layout)
      extents.push_back(IntTuple(algebra.size(*layout)));
    else if (const Leaf *leaf = std::get_if<Leaf>(&entry))
      extents.push_back(IntTuple(*leaf));
    else {
      algebra.fail(Twine("cannot retile for a tile with nested lists, got ") +
                   tiling.tile.str());
      return fragment;
    }
  }
  IntTuple shape(std::move(extents));
  Layout tile{shape, algebra.compactColMajor(shape)};
  int64_t threads = staticSize(algebra, tiling.threadValue[0]);
  Layout order =
      algebra.composition(algebra.rightInverse(tiling.threadValue), tile);
  if (!algebra.succeeded())
    return fragment;
  order = algebra.recast(
      order, 1, algebra.mul(Leaf::getStatic(threads), numValues).value);
  if (!algebra.succeeded())
    return fragment;

  Layout values = algebra.logicalProduct(Layout{numValues, int64_t(1)},
                                         algebra.rightInverse(order));
  values = algebra.zippedDivide(
      values, Layout{IntTuple(algebra.size(tiling.reference[1])), int64_t(1)});
  SmallVector<int64_t> sizes = {numValues.value};
  for (int64_t i = 0, e = order.rank(); i < e; ++i)
    sizes.push_back(staticSize(algebra, order[i]));
  if (static_cast<int64_t>(sizes.size()) > fragment.rank()) {
    algebra.fail(Twine("expected a fragment with a mode for the values and one "
                       "for each entry of the tile ") +
                 tiling.tile.str() + ", got " + fragment.str());
    return fragment;
  }
  Layout tiles = algebra.zippedDivide(fragment, getTile(sizes));
  if (!algebra.succeeded())
    return fragment;
  SmallVector<Layout> modes = {algebra.composition(tiles[0], values)};
  for (int64_t i = 1, e = tiles[1].rank(); i < e; ++i)
    modes.push_back(tiles[1][i]);
  return makeLayout(modes);
}

Layout mlir::fly::getAtomModes(Algebra &algebra, const Layout &tensor,
                               int64_t numValues) {
  Layout atom = tensor;
  SmallVector<Layout> rest;
  bool isWhole = true;
  while (!atom.isLeaf() &&
         (isWhole || staticSize(algebra, atom) != numValues)) {
    SmallVector<Layout> others;
    for (int64_t i = 1, e = atom.rank(); i < e; ++i)
      others.push_back(atom[i]);
    rest.insert(rest.begin(), others.begin(), others.end());
    atom = atom[0];
    isWhole = false;
  }
  if (algebra.succeeded() && staticSize(algebra, atom) != numValues) {
    Layout mode = tensor.isLeaf() ? tensor : tensor[0];
    algebra.fail(Twine("expected mode 0 to be the ") + Twine(numValues) +
                 " elements that the atom moves, got " + mode.str());
  }
  if (rest.empty())
    rest.push_back({int64_t(1), int64_t(0)});
  return makeLayout({atom, rest.size() == 1 ? rest[0] : makeLayout(rest)});
}

Layout mlir::fly::getMmaView(Algebra &algebra, const MmaTiling &tiling,
                             const Layout &tensor) {
  if (tensor.rank() < 2) {
    algebra.fail(Twine("expected a tensor of two or more modes, got ") +
                 tensor.str());
    return tensor;
  }
  Layout permuted = algebra.logicalDivide(tensor, tiling.permutation);
  Layout atoms = algebra.zippedDivide(permuted, getTile(tiling.atomShape));
  if (!algebra.succeeded())
    return tensor;
  Layout threadValue = algebra.composition(atoms[0], tiling.threadValue);
  Layout rest = algebra.zippedDivide(atoms[1], getTile(tiling.numAtoms));
  if (!algebra.succeeded())
    return tensor;
  return makeLayout({makeLayout({threadValue[0], rest[0]}),
                     makeLayout({threadValue[1], rest[1]})});
}

std::vector<GemmPosition> mlir::fly::getTraversal(StringRef order,
                                                  const GemmPosition &extents) {
  bool isSerpentine = order.consume_back("_serpentine");
  size_t dims[3];
  for (size_t i = 0; i < 3; ++i)
    dims[i] = StringRef("mnk").find(order[i]);
  int64_t fastest = extents[dims[0]], second = extents[dims[1]];
  std::vector<GemmPosition> positions;
  for (int64_t i = 0; i < extents[dims[2]]; ++i)
    for (int64_t j = 0; j < second; ++j)
      for (int64_t k = 0; k < fastest; ++k) {
        bool isBack = isSerpentine && i % 2 == 1;
        bool isFastestBack = isSerpentine && (i * second + j) % 2 == 1;
        GemmPosition position;
        position[dims[2]] = i;
        position[dims[1]] = isBack ? second - 1 - j : j;
        position[dims[0]] = isFastestBack ? fastest - 1 - k : k;
        positions.push_back(position);
      }
  return positions;
}

std::vector<GemmPosition> mlir::fly::getTraversal(Algebra &algebra,
                                                  const Layout &traversal,
                                                  const GemmPosition &extents) {
  std::vector<GemmPosition> positions;
  for (int64_t i = 0, e = staticSize(algebra, traversal); i < e; ++i) {
    int64_t linear = algebra.crd2idx(i, traversal).getLeaf().value;
    positions.push_back({linear % extents[0], linear / extents[0] % extents[1],
                         linear / extents[0] / extents[1]});
  }
  return positions;
}
