//===- Layout.cpp - Functions of one layout, and composition --------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <functional>

using namespace mlir;
using namespace mlir::fly;

Layout mlir::fly::makeLayout(ArrayRef<Layout> modes) {
  std::vector<IntTuple> shapes, strides;
  for (const Layout &mode : modes) {
    shapes.push_back(mode.shape);
    strides.push_back(mode.stride);
  }
  return {IntTuple(std::move(shapes)), IntTuple(std::move(strides))};
}

/// A list of one mode is that mode; an empty one is the layout of one element.
static Layout fromModes(ArrayRef<Layout> modes) {
  if (modes.empty())
    return {int64_t(1), int64_t(0)};
  if (modes.size() == 1)
    return modes.front();
  return makeLayout(modes);
}

SmallVector<Layout> Algebra::flatten(const Layout &l) {
  SmallVector<Layout> modes;
  for (auto [shape, stride] :
       llvm::zip_equal(l.shape.getLeaves(), l.stride.getLeaves()))
    modes.push_back({shape, stride});
  return modes;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

IntTuple Algebra::coprofile(const Layout &l) {
  IntTuple sum = int64_t(0);
  for (const Leaf &stride : l.stride.getLeaves()) {
    // Zero is the identity of sums, so mark the modes with ones and clear them
    // below.
    if (stride.isBasis())
      sum = add(sum, IntTuple(Leaf::getBasis(1, stride.basis)));
  }
  std::function<IntTuple(const IntTuple &)> clear =
      [&](const IntTuple &t) -> IntTuple {
    if (t.isLeaf())
      return int64_t(0);
    std::vector<IntTuple> children;
    for (const IntTuple &child : t.getChildren())
      children.push_back(clear(child));
    return children;
  };
  return clear(sum);
}

IntTuple Algebra::coshape(const Layout &l) {
  IntTuple last = int64_t(0);
  for (const Layout &mode : flatten(l)) {
    Leaf steps = sub(mode.shape.getLeaf(), Leaf::getStatic(1));
    last = add(last, IntTuple(mul(steps, mode.stride.getLeaf())));
  }
  std::function<IntTuple(const IntTuple &)> increment =
      [&](const IntTuple &t) -> IntTuple {
    if (t.isLeaf())
      return add(t.getLeaf(), Leaf::getStatic(1));
    std::vector<IntTuple> children;
    for (const IntTuple &child : t.getChildren())
      children.push_back(increment(child));
    return children;
  };
  return increment(last);
}

Leaf Algebra::cosize(const Layout &l) { return product(coshape(l)); }

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

IntTuple Algebra::crd2idx(const IntTuple &coord, const Layout &l) {
  if (coord.isLeaf()) {
    const Leaf &index = coord.getLeaf();
    if (l.isLeaf())
      return mul(index, l.stride.getLeaf());
    if (index.isBasis()) {
      fail(Twine("expected an integer coordinate, got ") + coord.str());
      return coord;
    }
    // A linear index counts through the modes from the first on; the last is
    // not reduced, so that an index past the end goes on with its stride.
    IntTuple sum = int64_t(0);
    Leaf rest = index;
    for (int64_t i = 0, e = l.rank(); i < e; ++i) {
      bool isLast = i + 1 == e;
      Leaf extent = isLast ? Leaf::getStatic(1) : product(l.shape[i]);
      Leaf here = isLast ? rest : mod(rest, extent);
      sum = add(sum, crd2idx(here, l[i]));
      if (!isLast)
        rest = div(rest, extent);
    }
    return sum;
  }
  if (l.isLeaf() || l.rank() != coord.rank()) {
    fail(Twine("coordinate ") + coord.str() + " does not match the shape " +
         l.shape.str() + ": expected " + Twine(l.rank()) + " modes, found " +
         Twine(coord.rank()));
    return coord;
  }
  IntTuple sum = int64_t(0);
  for (int64_t i = 0, e = l.rank(); i < e; ++i)
    sum = add(sum, crd2idx(coord[i], l[i]));
  return sum;
}

IntTuple Algebra::idx2crd(const IntTuple &index, const Layout &l) {
  if (!index.isLeaf()) {
    if (l.isLeaf() || l.rank() != index.rank()) {
      fail(Twine("index ") + index.str() + " does not match the shape " +
           l.shape.str() + ": expected " + Twine(l.rank()) + " modes, found " +
           Twine(index.rank()));
      return index;
    }
    std::vector<IntTuple> result;
    for (int64_t i = 0, e = l.rank(); i < e; ++i)
      result.push_back(idx2crd(index[i], l[i]));
    return result;
  }
  if (!l.isLeaf()) {
    std::vector<IntTuple> result;
    for (int64_t i = 0, e = l.rank(); i < e; ++i)
      result.push_back(idx2crd(index, l[i]));
    return result;
  }
  const Leaf &size = l.shape.getLeaf(), &stride = l.stride.getLeaf();
  if (size.isStaticValue(1))
    return int64_t(0);
  if (stride.isStaticValue(0)) {
    fail(Twine("the layout ") + l.str() +
         " has stride 0, so that an index doesn't determine the coordinate");
    return index;
  }
  return mod(div(index.getLeaf(), stride), size);
}

Leaf Algebra::linearize(const IntTuple &coord, const IntTuple &shape) {
  IntTuple index = crd2idx(coord, {shape, compactColMajor(shape)});
  return index.isLeaf() ? index.getLeaf() : Leaf::getStatic(0);
}

IntTuple Algebra::flatCoord(const IntTuple &index, const Layout &l) {
  IntTuple coord = idx2crd(index, l);
  if (!succeeded() || l.isLeaf())
    return coord;
  std::vector<IntTuple> result;
  for (int64_t i = 0, e = l.rank(); i < e; ++i)
    result.push_back(linearize(coord[i], l.shape[i]));
  return result;
}

Leaf Algebra::linearCoord(const IntTuple &index, const Layout &l) {
  IntTuple coord = idx2crd(index, l);
  if (!succeeded())
    return Leaf::getStatic(0);
  return linearize(coord, l.shape);
}

//===----------------------------------------------------------------------===//
// Normal forms
//===----------------------------------------------------------------------===//

Layout Algebra::canonical(const Layout &l) {
  if (l.isLeaf())
    return l.shape.getLeaf().isStaticValue(1) ? Layout{l.shape, int64_t(0)} : l;
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = l.rank(); i < e; ++i)
    modes.push_back(canonical(l[i]));
  return fromModes(modes);
}

/// Whether `left` and then `right` count like one mode.
static bool canMerge(Algebra &algebra, const Layout &left,
                     const Layout &right) {
  const Leaf &size = left.shape.getLeaf(), &stride = left.stride.getLeaf();
  const Leaf &next = right.stride.getLeaf();
  if (!size.isStatic() || !stride.isStatic() || !next.isStatic() ||
      !right.shape.getLeaf().isStatic())
    return false;
  return algebra.mul(size, stride) == next;
}

Layout Algebra::coalesceModes(const Layout &l, bool keepBoundary) {
  SmallVector<Layout> modes = flatten(l);
  // Composition must still count past a last mode of size 1 with its stride.
  if (keepBoundary && modes.back().shape.getLeaf().isStaticValue(1))
    modes.back().shape = IntTuple(int64_t(2));
  if (modes.size() == 1) {
    if (modes.front().shape.getLeaf().isStaticValue(1))
      return {int64_t(1), int64_t(0)};
    return keepBoundary ? modes.front() : l;
  }
  SmallVector<Layout> merged;
  Layout current = modes.back();
  for (const Layout &left : llvm::reverse(ArrayRef(modes).drop_back())) {
    if (left.shape.getLeaf().isStaticValue(1))
      continue;
    if (current.shape.getLeaf().isStaticValue(1)) {
      current = left;
    } else if (canMerge(*this, left, current)) {
      current = {mul(left.shape.getLeaf(), current.shape.getLeaf()),
                 left.stride};
    } else {
      merged.push_back(current);
      current = left;
    }
  }
  if (merged.empty() && current.shape.getLeaf().isStaticValue(1))
    return {int64_t(1), int64_t(0)};
  merged.push_back(current);
  std::reverse(merged.begin(), merged.end());
  return fromModes(merged);
}

Layout Algebra::coalesce(const Layout &l) {
  return coalesceModes(l, /*keepBoundary=*/false);
}

Layout Algebra::coalesce(const Layout &l, const IntTuple &profile) {
  if (profile.isLeaf())
    return coalesce(l);
  if (l.isLeaf())
    return coalesce(l, profile[0]);
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = l.rank(); i < e; ++i)
    modes.push_back(i < profile.rank() ? coalesce(l[i], profile[i]) : l[i]);
  return makeLayout(modes);
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// Composes a flat, coalesced layout with one mode of the right-hand side.
Layout Algebra::composeLeaf(FlatOuter &outer, const Leaf &size,
                            const Leaf &stride) {
  const Layout &a = outer.layout;
  if (stride.isStaticValue(0))
    return {size, int64_t(0)};
  if (a.isLeaf())
    return canonical({size, mul(stride, a.stride.getLeaf())});

  SmallVector<Layout> modes;
  Leaf rest = size, step = stride;
  for (int64_t i = 0, e = a.rank() - 1; i < e && succeeded(); ++i) {
    const Leaf &extent = a.shape[i].getLeaf();
    if (rest.isStaticValue(1))
      break;
    // Stepping through a mode must end exactly at its end, unless all of the
    // right-hand side's steps stay inside of it.
    bool isKnown = extent.isStatic() && step.isStatic() && rest.isStatic();
    bool staysInside = isKnown && step.value > 0 && step.value < extent.value &&
                       rest.value <= (extent.value - 1) / step.value + 1;
    if (isKnown && !staysInside &&
        (step.value <= 0 ||
         (extent.value % step.value != 0 && step.value % extent.value != 0))) {
      fail(Twine("cannot compose ") + a.str() + " with " +
           Layout{size, stride}.str() + ": mode " + Twine(i) + " of size " +
           Twine(extent.value) + " is not divisible by the stride " +
           Twine(step.value));
      break;
    }
    Leaf count = ceilDiv(extent, step);
    Leaf nextStep = ceilDiv(step, extent);
    if (count.isStaticValue(1)) {
      step = nextStep;
      continue;
    }
    Leaf taken = min(count, rest);
    if (taken.isStatic() && step.isStatic() && extent.isStatic()) {
      // The sum of all steps into a mode must stay in it: a carry into the next
      // mode would not be the sum of what the modes of `b` give.
      Leaf last = add(Leaf::getStatic(outer.reached[i]),
                      mul(step, sub(taken, Leaf::getStatic(1))));
      outer.reached[i] = last.value;
      if (!succeeded())
        break;
      if (outer.reached[i] >= extent.value) {
        fail(Twine("cannot compose ") + a.str() +
             " with a layout that reaches " + Twine(outer.reached[i]) +
             " steps into mode " + Twine(i) + " of size " +
             Twine(extent.value));
        break;
      }
    }
    modes.push_back({taken, mul(step, a.stride[i].getLeaf())});
    if (taken.isStatic() && rest.isStatic() && taken.value != 0 &&
        rest.value % taken.value != 0) {
      fail(Twine("cannot compose ") + a.str() + " with " +
           Layout{size, stride}.str() + ": " + Twine(rest.value) +
           " elements don't divide evenly over mode " + Twine(i) + ", where " +
           Twine(taken.value) + " of them lie");
      break;
    }
    if (taken.isStaticValue(0))
      return {int64_t(0), int64_t(0)};
    rest = div(rest, taken);
    step = nextStep;
  }
  const Leaf &lastStride = a.stride[a.rank() - 1].getLeaf();
  if (modes.empty())
    return canonical({rest, mul(step, lastStride)});
  if (!rest.isStaticValue(1))
    modes.push_back({rest, mul(step, lastStride)});
  return canonical(fromModes(modes));
}

Layout Algebra::composeTree(const Layout &a, std::vector<FlatOuter> &outers,
                            const IntTuple &shape, const IntTuple &stride) {
  if (!shape.isLeaf()) {
    SmallVector<Layout> modes;
    for (auto [childShape, childStride] :
         llvm::zip_equal(shape.getChildren(), stride.getChildren()))
      modes.push_back(composeTree(a, outers, childShape, childStride));
    return makeLayout(modes);
  }
  // A basis vector names the mode of `a` that its steps go along; other steps
  // go along all of it.
  const Leaf &step = stride.getLeaf();
  auto outer = llvm::find_if(outers, [&](const FlatOuter &candidate) {
    return candidate.path == step.basis;
  });
  if (outer == outers.end()) {
    Layout mode = get(a, step.basis);
    if (!succeeded())
      return a;
    Layout flat = coalesceModes(mode, /*keepBoundary=*/true);
    SmallVector<int64_t> reached(flat.rank(), 0);
    outers.push_back({step.basis, flat, std::move(reached)});
    outer = std::prev(outers.end());
  }
  return composeLeaf(*outer, shape.getLeaf(), step.getCoefficient());
}

Layout Algebra::composition(const Layout &a, const Layout &b) {
  std::vector<FlatOuter> outers;
  return canonical(composeTree(a, outers, b.shape, b.stride));
}

Layout Algebra::composeEntry(const Layout &a, const Tile::Entry &entry) {
  if (const Leaf *leaf = std::get_if<Leaf>(&entry))
    return leaf->isNone() ? a : composition(a, Layout{*leaf, int64_t(1)});
  if (const Layout *layout = std::get_if<Layout>(&entry))
    return composition(a, *layout);
  return composition(a, std::get<Tile>(entry));
}

Layout Algebra::composition(const Layout &a, const Tile &tile) {
  if (!tile.bracketed)
    return canonical(composeEntry(a, tile.entries.front()));
  SmallVector<Layout> modes;
  for (int64_t i = 0, e = a.rank(); i < e; ++i) {
    if (i >= tile.rank()) {
      modes.push_back(a[i]);
      continue;
    }
    // On its own, so that an error can say in which mode it is.
    Algebra algebra(emitter);
    modes.push_back(algebra.composeEntry(a[i], tile.entries[i]));
    if (!algebra.succeeded())
      fail(Twine("cannot compose mode ") + Twine(i) + " of " + a.str() +
           " with " + tile.str() + ": " + algebra.getError());
  }
  return canonical(makeLayout(modes));
}

//===----------------------------------------------------------------------===//
// Complement and inverses
//===----------------------------------------------------------------------===//

/// The positions of `strides`, which are static, in ascending order; equal ones
/// keep theirs.
static SmallVector<size_t> ascending(ArrayRef<Leaf> strides) {
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(strides.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(strides[a].value, a) < std::pair(strides[b].value, b);
  });
  return order;
}

/// Sorts modes by their strides, which must all be known and not negative.
static bool sortByStride(Algebra &algebra, StringRef what, const Layout &l,
                         SmallVectorImpl<Layout> &modes) {
  for (const Layout &mode : modes) {
    const Leaf &stride = mode.stride.getLeaf();
    if (stride.isBasis() || !stride.isStatic()) {
      algebra.fail(Twine("cannot compute the ") + what + " of " + l.str() +
                   ": expected static integer strides");
      return false;
    }
    if (stride.value < 0) {
      algebra.fail(Twine("cannot compute the ") + what + " of " + l.str() +
                   ": the stride " + Twine(stride.value) + " is negative");
      return false;
    }
  }
  SmallVector<Leaf> strides = llvm::map_to_vector(
      modes, [](const Layout &mode) { return mode.stride.getLeaf(); });
  SmallVector<Layout> sorted;
  for (size_t i : ascending(strides))
    sorted.push_back(modes[i]);
  modes.assign(sorted.begin(), sorted.end());
  return true;
}

Layout Algebra::complement(const Layout &l) {
  return complement(l, IntTuple(cosize(coalesce(l))));
}

Layout Algebra::complement(const Layout &l, const IntTuple &codomain) {
  if (!codomain.isLeaf() || codomain.getLeaf().isBasis()) {
    fail(Twine("cannot compute the complement of ") + l.str() + " in " +
         codomain.str() + ": expected an integer codomain");
    return l;
  }
  Layout filtered = coalesce({filterZero(l.stride, l.shape), l.stride});
  SmallVector<Layout> modes = flatten(filtered);
  if (modes.size() == 1 && modes.front().stride.getLeaf().isStaticValue(0))
    return {codomain, int64_t(1)};
  if (modes.size() == 1 && modes.front().stride.getLeaf().isBasis()) {
    fail(Twine("cannot compute the complement of ") + l.str() +
         ": expected integer strides");
    return l;
  }
  if (modes.size() > 1 && !sortByStride(*this, "complement", l, modes))
    return l;

  SmallVector<Layout> gaps;
  Leaf current = Leaf::getStatic(1);
  for (const Layout &mode : modes) {
    const Leaf &size = mode.shape.getLeaf(), &stride = mode.stride.getLeaf();
    if (stride.isStatic() && current.isStatic() &&
        (current.value == 0 || stride.value % current.value != 0)) {
      fail(Twine("cannot compute the complement of ") + l.str() +
           ": its modes up to stride " + Twine(stride.value) + " cover " +
           Twine(current.value) + " elements, which doesn't divide it");
      return l;
    }
    gaps.push_back({div(stride, current), current});
    current = mul(size, stride);
  }
  if (current.isStaticValue(0)) {
    fail(Twine("cannot compute the complement of ") + l.str() +
         ", which has no elements");
    return l;
  }
  gaps.push_back({ceilDiv(codomain.getLeaf(), current), current});
  return coalesce(makeLayout(gaps));
}

Layout Algebra::rightInverse(const Layout &l) {
  SmallVector<Layout> modes = flatten(coalesce(l));
  SmallVector<std::pair<Layout, Leaf>> candidates;
  Leaf before = Leaf::getStatic(1);
  for (const Layout &mode : modes) {
    const Leaf &stride = mode.stride.getLeaf();
    if (stride.isStatic() && !stride.isBasis())
      candidates.emplace_back(mode, before);
    before = mul(before, mode.shape.getLeaf());
  }
  SmallVector<Leaf> strides =
      llvm::map_to_vector(candidates, [](const auto &candidate) {
        return candidate.first.stride.getLeaf();
      });
  SmallVector<Layout> inverse = {{int64_t(1), int64_t(0)}};
  Leaf current = Leaf::getStatic(1);
  for (size_t i : ascending(strides)) {
    const auto &[mode, position] = candidates[i];
    if (!mode.shape.getLeaf().isStatic() || mode.stride.getLeaf() != current)
      continue;
    inverse.push_back({mode.shape, position});
    current = mul(mode.shape.getLeaf(), mode.stride.getLeaf());
  }
  return coalesce(fromModes(inverse));
}

Layout Algebra::leftInverse(const Layout &l) {
  SmallVector<std::pair<Layout, Leaf>> modes;
  Leaf before = Leaf::getStatic(1);
  for (const Layout &mode : flatten(coalesce(l))) {
    const Leaf &stride = mode.stride.getLeaf();
    if (stride.isStatic() && !stride.isBasis() && stride.value > 0)
      modes.emplace_back(mode, before);
    else if (!stride.isStaticValue(0)) {
      fail(Twine("cannot compute the left inverse of ") + l.str() +
           ": expected static, positive integer strides");
      return l;
    }
    before = mul(before, mode.shape.getLeaf());
  }
  SmallVector<Leaf> strides = llvm::map_to_vector(
      modes, [](const auto &mode) { return mode.first.stride.getLeaf(); });
  SmallVector<Layout> inverse;
  Leaf position = Leaf::getStatic(0), size = Leaf::getStatic(1);
  Leaf reached = Leaf::getStatic(1);
  for (size_t i : ascending(strides)) {
    const auto &[mode, modePosition] = modes[i];
    const Leaf &stride = mode.stride.getLeaf();
    if (stride.value % reached.value != 0) {
      fail(Twine("cannot compute the left inverse of ") + l.str() +
           ": the stride " + Twine(stride.value) +
           " is not a multiple of the smaller stride " + Twine(reached.value));
      return l;
    }
    inverse.push_back({div(stride, reached), position});
    reached = stride;
    position = modePosition;
    size = mode.shape.getLeaf();
  }
  inverse.push_back({size, position});
  return coalesce(fromModes(inverse));
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>>
mlir::fly::coordinateAt(const Layout &l, ArrayRef<int64_t> modeIndices,
                        int64_t rank) {
  if (!l.isStatic() || l.rank() != static_cast<int64_t>(modeIndices.size()))
    return failure();
  Algebra algebra;
  IntTuple sum = int64_t(0);
  for (auto [i, index] : llvm::enumerate(modeIndices))
    sum = algebra.add(sum, algebra.crd2idx(index, l[i]));
  if (!algebra.succeeded())
    return failure();
  SmallVector<int64_t> coord(rank, 0);
  if (sum.isLeaf() && sum.getLeaf().isStaticValue(0))
    return coord;
  // One basis vector alone is not expanded by the sum.
  if (sum.isLeaf())
    sum = algebra.add(sum, IntTuple(std::vector<IntTuple>{int64_t(0)}));
  if (!algebra.succeeded() || sum.isLeaf() || sum.rank() > rank)
    return failure();
  for (auto [i, child] : llvm::enumerate(sum.getChildren())) {
    if (!child.isLeaf() || child.getLeaf().isBasis())
      return failure();
    coord[i] = child.getLeaf().value;
  }
  return coord;
}
