//===- Products.cpp - Divides, products and derived layouts ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// Divides
//===----------------------------------------------------------------------===//

Layout Algebra::logicalDivide(const Layout &l, const Layout &divisor) {
  Layout rest = complement(divisor, IntTuple(size(coalesce(l))));
  return composition(l, makeLayout({divisor, rest}));
}

Layout Algebra::divideEntry(const Layout &l, const Tile::Entry &entry) {
  if (const Leaf *leaf = std::get_if<Leaf>(&entry))
    return leaf->isNone() ? l : logicalDivide(l, Layout{*leaf, int64_t(1)});
  if (const Layout *layout = std::get_if<Layout>(&entry))
    return logicalDivide(l, *layout);
  return logicalDivide(l, std::get<Tile>(entry));
}

Layout Algebra::logicalDivide(const Layout &l, const Tile &tile) {
  if (!tile.bracketed)
    return divideEntry(l, tile.entries.front());
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = l.rank(); i < e; ++i) {
    if (i >= tile.rank()) {
      modes.push_back(l[i]);
      continue;
    }
    // On its own, so that an error can say in which mode it is.
    Algebra algebra(emitter);
    modes.push_back(algebra.divideEntry(l[i], tile.entries[i]));
    if (!algebra.succeeded())
      fail(Twine("cannot divide mode ") + Twine(i) + " of " + l.str() + " by " +
           tile.str() + ": " + algebra.getError());
  }
  return makeLayout(modes);
}

/// Collects the two halves of each of the first `rank` modes; later modes go to
/// the second half.
std::pair<IntTuple, IntTuple> Algebra::zipBy(const IntTuple &t, int64_t rank) {
  std::vector<IntTuple> firsts, seconds;
  for (int64_t i = 0, e = t.rank(); i < e; ++i) {
    if (i >= rank) {
      seconds.push_back(t[i]);
      continue;
    }
    if (t[i].isLeaf() || t[i].rank() != 2) {
      fail(Twine("cannot zip ") + t.str() + ": expected mode " + Twine(i) +
           " to be a pair (tile, rest), found " + t[i].str());
      return {t, t};
    }
    firsts.push_back(t[i][0]);
    seconds.push_back(t[i][1]);
  }
  return {IntTuple(std::move(firsts)), IntTuple(std::move(seconds))};
}

Layout Algebra::zippedDivide(const Layout &l, const Layout &divisor) {
  return logicalDivide(l, divisor);
}

Layout Algebra::zippedDivide(const Layout &l, const Tile &tile) {
  if (!tile.bracketed)
    return logicalDivide(l, tile);
  int64_t rank = std::min(tile.rank(), l.rank());
  for (auto [i, entry] :
       llvm::enumerate(ArrayRef(tile.entries).take_front(rank)))
    if (const Leaf *leaf = std::get_if<Leaf>(&entry); leaf && leaf->isNone()) {
      fail(Twine("cannot zip a divide by ") + tile.str() + ": entry " +
           Twine(i) + " is '*', which leaves no pair (tile, rest)");
      return l;
    }
  if (l.rank() == 1 && tile.rank() == 1) {
    fail(Twine("cannot zip a divide of ") + l.str() + " by " + tile.str() +
         ": a layout of one mode needs a tile without brackets");
    return l;
  }
  Layout divided = logicalDivide(l, tile);
  if (!succeeded())
    return l;
  auto [tileShape, restShape] = zipBy(divided.shape, rank);
  auto [tileStride, restStride] = zipBy(divided.stride, rank);
  if (!succeeded())
    return l;
  auto unwrap = [](IntTuple t) {
    return !t.isLeaf() && t.rank() == 1 ? IntTuple(t[0]) : t;
  };
  // A tile shorter than the layout gives (tile, rest), without a list of one.
  if (rank == 1) {
    tileShape = unwrap(std::move(tileShape));
    tileStride = unwrap(std::move(tileStride));
  }
  if (rank == 1 && l.rank() > 1)
    return {IntTuple({IntTuple({tileShape, restShape[0]}), restShape[1]}),
            IntTuple({IntTuple({tileStride, restStride[0]}), restStride[1]})};
  return {IntTuple({tileShape, restShape}), IntTuple({tileStride, restStride})};
}

static void spliceInto(const IntTuple &t, std::vector<IntTuple> &out) {
  for (int64_t i = 0, e = t.rank(); i < e; ++i)
    out.push_back(t[i]);
}

Layout Algebra::spliceSecond(const Layout &l) {
  if (!succeeded() || l.isLeaf() || l.rank() != 2)
    return l;
  auto splice = [](const IntTuple &t) {
    std::vector<IntTuple> result = {t[0]};
    spliceInto(t[1], result);
    return IntTuple(std::move(result));
  };
  return {splice(l.shape), splice(l.stride)};
}

Layout Algebra::spliceBoth(const Layout &l) {
  if (!succeeded() || l.isLeaf() || l.rank() != 2)
    return l;
  auto splice = [](const IntTuple &t) {
    std::vector<IntTuple> result;
    spliceInto(t[0], result);
    spliceInto(t[1], result);
    return IntTuple(std::move(result));
  };
  return {splice(l.shape), splice(l.stride)};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Layout Algebra::logicalProduct(const Layout &block, const Layout &tiler) {
  for (const Leaf &stride : tiler.stride.getLeaves())
    if (stride.isStatic() && stride.value < 0) {
      fail(Twine("cannot repeat ") + block.str() + " as " + tiler.str() +
           " says: its stride " + Twine(stride.value) +
           " would put copies before the first");
      return block;
    }
  Leaf extent = mul(size(block), cosize(tiler));
  Layout copies = composition(complement(block, IntTuple(extent)), tiler);
  return canonical(makeLayout({block, copies}));
}

/// Pairs the modes of the two halves of a product.
Layout Algebra::zipHalves(const Layout &product, bool swapped) {
  Layout first = product[swapped ? 1 : 0], second = product[swapped ? 0 : 1];
  if (first.isLeaf() && second.isLeaf())
    return makeLayout({first, second});
  if (first.rank() != second.rank()) {
    fail(Twine("cannot zip ") + first.str() + " with " + second.str() +
         ": they have different ranks");
    return product;
  }
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = first.rank(); i < e; ++i)
    modes.push_back(makeLayout({first[i], second[i]}));
  return makeLayout(modes);
}

Layout Algebra::blockedProduct(const Layout &block, const Layout &tiler) {
  int64_t rank = std::max(block.rank(), tiler.rank());
  Layout unit = {int64_t(1), int64_t(0)};
  Layout product =
      logicalProduct(append(block, unit, rank), append(tiler, unit, rank));
  return succeeded() ? zipHalves(product, /*swapped=*/false) : block;
}

Layout Algebra::rakedProduct(const Layout &block, const Layout &tiler) {
  int64_t rank = std::max(block.rank(), tiler.rank());
  Layout unit = {int64_t(1), int64_t(0)};
  Layout product =
      logicalProduct(append(block, unit, rank), append(tiler, unit, rank));
  return succeeded() ? zipHalves(product, /*swapped=*/true) : block;
}

//===----------------------------------------------------------------------===//
// Derived layouts
//===----------------------------------------------------------------------===//

/// Lists (order, size) for each leaf of `order`.
void Algebra::collectOrdered(const IntTuple &shape, const IntTuple &order,
                             SmallVectorImpl<std::pair<Leaf, Leaf>> &parts) {
  if (order.isLeaf()) {
    parts.emplace_back(order.getLeaf(), product(shape));
    return;
  }
  if (shape.isLeaf() || shape.rank() != order.rank()) {
    fail(Twine("the order ") + order.str() + " does not match the shape " +
         shape.str());
    return;
  }
  for (auto [childShape, childOrder] :
       llvm::zip_equal(shape.getChildren(), order.getChildren()))
    collectOrdered(childShape, childOrder, parts);
}

/// Whether part `a` comes strictly before part `b`: by value, known ones before
/// unknown ones, and these by position.
static bool comesBefore(ArrayRef<std::pair<Leaf, Leaf>> parts, size_t a,
                        size_t b) {
  const Leaf &orderA = parts[a].first, &orderB = parts[b].first;
  if (orderA.isStatic() && orderB.isStatic())
    return orderA.value < orderB.value;
  if (orderA.isStatic() != orderB.isStatic())
    return orderA.isStatic();
  return a < b;
}

IntTuple Algebra::orderedStride(const IntTuple &shape, const IntTuple &order,
                                ArrayRef<std::pair<Leaf, Leaf>> parts,
                                size_t &next) {
  if (order.isLeaf()) {
    Leaf current = Leaf::getStatic(1);
    for (size_t i = 0; i < parts.size(); ++i)
      if (comesBefore(parts, i, next))
        current = mul(current, parts[i].second);
    ++next;
    return compactColMajor(shape, current);
  }
  std::vector<IntTuple> result;
  for (auto [childShape, childOrder] :
       llvm::zip_equal(shape.getChildren(), order.getChildren()))
    result.push_back(orderedStride(childShape, childOrder, parts, next));
  return result;
}

Layout Algebra::orderedLayout(const IntTuple &shape, const IntTuple &order) {
  if (order.isLeaf() || order.getLeaves().size() == 1)
    return {shape, compactColMajor(shape)};
  SmallVector<std::pair<Leaf, Leaf>> parts;
  collectOrdered(shape, order, parts);
  if (!succeeded())
    return {shape, shape};
  size_t next = 0;
  return {shape, orderedStride(shape, order, parts, next)};
}

Layout Algebra::layoutLike(const Layout &l) {
  Layout ordered = orderedLayout(filterZero(l.stride, l.shape), l.stride);
  return {l.shape, ordered.stride};
}

static IntTuple identityStride(const IntTuple &shape,
                               SmallVectorImpl<int32_t> &path) {
  if (shape.isLeaf())
    return Leaf::getBasis(1, path);
  std::vector<IntTuple> result;
  for (int64_t i = 0, e = shape.rank(); i < e; ++i) {
    path.push_back(static_cast<int32_t>(i));
    result.push_back(identityStride(shape[i], path));
    path.pop_back();
  }
  return result;
}

Layout Algebra::identityLayout(const IntTuple &shape) {
  SmallVector<int32_t> path;
  return {shape, identityStride(shape, path)};
}

Layout Algebra::fragmentLayout(const Layout &l) {
  if (!l.shape.isStatic()) {
    fail(Twine("expected static shape layout, got ") + l.str());
    return l;
  }
  if (l.rank() == 1)
    return {l.shape, compactColMajor(l.shape)};
  Layout first = {l.shape[0],
                  compactColMajor(filterZero(l.stride[0], l.shape[0]))};
  SmallVector<Layout> restModes;
  for (int64_t i = 1, e = l.rank(); i < e; ++i)
    restModes.push_back(l[i]);
  Layout rest = makeLayout(restModes);
  return tiledProduct(first, orderedLayout(rest.shape, rest.stride));
}

Layout Algebra::tileToShape(const Layout &block, const IntTuple &target,
                            const IntTuple &order) {
  if (target.rank() < block.rank()) {
    fail(Twine("cannot tile ") + block.str() + " to the shape " + target.str() +
         ", which has fewer modes");
    return block;
  }
  Layout unit = {int64_t(1), int64_t(0)};
  Layout padded = append(block, unit, target.rank());
  IntTuple counts = ceilDiv(productEach(target), productEach(padded.shape));
  if (!succeeded())
    return block;
  return blockedProduct(padded, orderedLayout(counts, order));
}

//===----------------------------------------------------------------------===//
// Recast
//===----------------------------------------------------------------------===//

Layout Algebra::recastUp(const Layout &l, int64_t factor) {
  if (!l.isLeaf()) {
    SmallVector<Layout> modes;
    for (int64_t i = 0, e = l.rank(); i < e; ++i)
      modes.push_back(recastUp(l[i], factor));
    return makeLayout(modes);
  }
  const Leaf &size = l.shape.getLeaf(), &stride = l.stride.getLeaf();
  Leaf factorLeaf = Leaf::getStatic(factor);
  if (stride.isStaticValue(0))
    return l;
  if (!stride.isStatic())
    return {size, exactDiv(stride, factorLeaf)};
  int64_t distance = std::abs(stride.value);
  if (distance % factor != 0 && factor % distance != 0) {
    fail(Twine("cannot combine ") + Twine(factor) + " elements of " + l.str() +
         ": expected the stride to divide, or to be a multiple of, " +
         Twine(factor));
    return l;
  }
  int64_t elements = llvm::divideCeil(factor, distance);
  Leaf newStride = stride;
  newStride.value = llvm::divideCeil(distance, factor);
  if (stride.value < 0)
    newStride.value = -newStride.value;
  if (elements > 1 && size.isStatic() && size.value % elements != 0 &&
      size.value > elements) {
    fail(Twine("cannot combine ") + Twine(elements) + " elements of " +
         l.str() + ": its size is not a multiple of " + Twine(elements));
    return l;
  }
  return {ceilDiv(size, Leaf::getStatic(elements)), newStride};
}

/// Which leaf's elements are split: the contiguous one. A mode of size 1 is
/// contiguous only where no other mode is.
static std::optional<size_t> findContiguousLeaf(const Layout &l) {
  std::optional<size_t> found;
  SmallVector<Leaf> sizes = l.shape.getLeaves();
  for (auto [i, stride] : llvm::enumerate(l.stride.getLeaves())) {
    if (!stride.isStatic() || std::abs(stride.value) != 1)
      continue;
    if (!sizes[i].isStaticValue(1))
      return i;
    if (!found)
      found = i;
  }
  return found;
}

Layout Algebra::recastDown(const Layout &l, int64_t factor) {
  std::optional<size_t> contiguous = findContiguousLeaf(l);
  size_t next = 0;
  Leaf factorLeaf = Leaf::getStatic(factor);
  std::function<Layout(const Layout &)> recastTree =
      [&](const Layout &part) -> Layout {
    if (!part.isLeaf()) {
      SmallVector<Layout> modes;
      for (int64_t i = 0, e = part.rank(); i < e; ++i)
        modes.push_back(recastTree(part[i]));
      return makeLayout(modes);
    }
    const Leaf &size = part.shape.getLeaf(), &stride = part.stride.getLeaf();
    if (next++ == contiguous)
      return {mul(size, factorLeaf), stride};
    return {size, mul(stride, factorLeaf)};
  };
  return recastTree(l);
}

Layout Algebra::recast(const Layout &l, int64_t oldBits, int64_t newBits) {
  if (oldBits <= 0 || newBits <= 0) {
    fail(Twine("cannot recast from ") + Twine(oldBits) + " to " +
         Twine(newBits) + " bits: expected positive widths");
    return l;
  }
  int64_t gcd = std::gcd(oldBits, newBits);
  int64_t up = newBits / gcd, down = oldBits / gcd;
  Layout result = l;
  if (up > 1)
    result = recastUp(result, up);
  if (down > 1 && succeeded())
    result = recastDown(result, down);
  return result;
}
