//===- Composed.cpp - Composed layouts and swizzled coordinates -----------===//
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
// Data
//===----------------------------------------------------------------------===//

bool CoordSwizzle::operator==(const CoordSwizzle &other) const {
  return mask == other.mask && baseRow == other.baseRow &&
         modeRow == other.modeRow && baseCol == other.baseCol &&
         modeCol == other.modeCol;
}

static void printModes(raw_ostream &os, ArrayRef<int32_t> modes) {
  os << '[';
  llvm::interleaveComma(modes, os);
  os << ']';
}

void CoordSwizzle::print(raw_ostream &os) const {
  os << "CS<" << mask << ',' << baseRow << ',';
  printModes(os, modeRow);
  os << ',' << baseCol << ',';
  printModes(os, modeCol);
  os << '>';
}

std::string CoordSwizzle::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

using Nested = std::shared_ptr<const ComposedLayout>;

bool mlir::fly::isSameMap(const InnerMap &a, const InnerMap &b) {
  const Nested *nestedA = std::get_if<Nested>(&a);
  const Nested *nestedB = std::get_if<Nested>(&b);
  if (nestedA && nestedB)
    return **nestedA == **nestedB;
  return a == b;
}

bool mlir::fly::isStaticMap(const InnerMap &map) {
  if (const Layout *layout = std::get_if<Layout>(&map))
    return layout->isStatic();
  if (const Nested *nested = std::get_if<Nested>(&map))
    return (*nested)->isStatic();
  return true;
}

void mlir::fly::printMap(raw_ostream &os, const InnerMap &map) {
  std::visit(
      [&](const auto &alternative) {
        if constexpr (std::is_same_v<std::decay_t<decltype(alternative)>,
                                     Nested>)
          alternative->print(os);
        else
          alternative.print(os);
      },
      map);
}

bool ComposedLayout::isStatic() const {
  return layout.isStatic() && llvm::all_of(stages, [](const Stage &stage) {
           return stage.offset.isStatic() && isStaticMap(stage.inner);
         });
}

void ComposedLayout::print(raw_ostream &os) const {
  for (auto [i, stage] : llvm::enumerate(stages)) {
    if (i > 0)
      os << '[';
    printMap(os, stage.inner);
    os << " o ";
    stage.offset.print(os);
    os << " o ";
  }
  layout.print(os);
  for (size_t i = 1; i < stages.size(); ++i)
    os << ']';
}

std::string ComposedLayout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

IntTuple Algebra::swizzle(const IntTuple &coord, const CoordSwizzle &s) {
  if (s.isTrivial())
    return coord;
  IntTuple row = get(coord, s.modeRow), col = get(coord, s.modeCol);
  if (!succeeded())
    return coord;
  if (!row.isLeaf() || !col.isLeaf() || row.getLeaf().isBasis() ||
      col.getLeaf().isBasis()) {
    fail(Twine("cannot swizzle ") + coord.str() + " by " + s.str() +
         ": expected integers at both modes, found " + row.str() + " and " +
         col.str());
    return coord;
  }
  Leaf bits =
      bitwise(ArithOp::And, row.getLeaf(),
              Leaf::getStatic(((int64_t(1) << s.mask) - 1) << s.baseRow));
  bits = bitwise(ArithOp::ShrU, bits, Leaf::getStatic(s.baseRow));
  bits = mul(bits, Leaf::getStatic(int64_t(1) << s.baseCol));
  Leaf swizzled = bitwise(ArithOp::Xor, col.getLeaf(), bits);
  return replaceAt(coord, s.modeCol, swizzled);
}

Leaf Algebra::bitwise(ArithOp op, const Leaf &lhs, const Leaf &rhs) {
  Leaf a = lhs.isNone() ? Leaf::getStatic(0) : lhs;
  Leaf b = rhs.isNone() ? Leaf::getStatic(0) : rhs;
  if (a.isStatic() && b.isStatic()) {
    auto unsignedA = static_cast<uint64_t>(a.value);
    auto unsignedB = static_cast<uint64_t>(b.value);
    uint64_t result = op == ArithOp::And    ? unsignedA & unsignedB
                      : op == ArithOp::ShrU ? unsignedA >> unsignedB
                                            : unsignedA ^ unsignedB;
    return Leaf::getStatic(static_cast<int64_t>(result));
  }
  if (op != ArithOp::And && b.isStaticValue(0))
    return a;
  if (op == ArithOp::Xor && a.isStaticValue(0))
    return b;
  // Only an exclusive or keeps the low bits that both sides have clear.
  int64_t div = 1;
  if (op == ArithOp::Xor) {
    div = int64_t(1) << 62;
    for (const Leaf *leaf : {&a, &b})
      if (leaf->value != 0)
        div = std::min(div, int64_t(1) << std::min(
                                62, llvm::countr_zero(
                                        static_cast<uint64_t>(leaf->value))));
  }
  Leaf result = makeDynamic(op, a, b, div);
  return result;
}

IntTuple Algebra::replaceAt(const IntTuple &t, ArrayRef<int32_t> path,
                            const IntTuple &value) {
  if (path.empty())
    return value;
  std::vector<IntTuple> children(t.getChildren().begin(),
                                 t.getChildren().end());
  children[path.front()] =
      replaceAt(children[path.front()], path.drop_front(), value);
  return children;
}

IntTuple Algebra::apply(const InnerMap &map, const IntTuple &index) {
  if (const Layout *layout = std::get_if<Layout>(&map))
    return crd2idx(index, *layout);
  if (const CoordSwizzle *s = std::get_if<CoordSwizzle>(&map))
    return swizzle(index, *s);
  if (const Nested *nested = std::get_if<Nested>(&map))
    return crd2idx(index, **nested);
  if (!index.isLeaf()) {
    fail(Twine("expected an integer to swizzle, got ") + index.str());
    return index;
  }
  return swizzle(index.getLeaf(), std::get<Swizzle>(map));
}

IntTuple Algebra::applyStages(ArrayRef<Stage> stages, const IntTuple &index) {
  IntTuple result = index;
  for (const Stage &stage : llvm::reverse(stages))
    result = apply(stage.inner, add(stage.offset, result));
  return result;
}

IntTuple Algebra::crd2idx(const IntTuple &coord, const ComposedLayout &l) {
  // A zero, or a basis vector alone, gets the structure of a coordinate.
  return applyStages(l.stages,
                     add(crd2idx(coord, l.layout), coprofile(l.layout)));
}

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// Whether `extent` integers from `start` on differ in their lower `numBits`
/// bits only.
static bool differInLowBits(const Leaf &start, const Leaf &extent,
                            int64_t numBits) {
  if (!extent.isStatic() || extent.value <= 0 ||
      extent.value > (int64_t(1) << numBits))
    return false;
  auto aligned = static_cast<int64_t>(
      llvm::PowerOf2Ceil(static_cast<uint64_t>(extent.value)));
  return start.value % aligned == 0;
}

/// The integer at a path, or a default where the tuple has none of its own.
static Leaf leafAt(const IntTuple &t, ArrayRef<int32_t> path, int64_t absent) {
  const IntTuple *current = &t;
  for (int32_t mode : path) {
    if (current->isLeaf() || mode >= current->rank())
      return Leaf::getStatic(absent);
    current = &(*current)[mode];
  }
  return current->isLeaf() ? current->getLeaf() : Leaf::getStatic(absent);
}

/// Whether all elements that lie within `extent` from `start` on keep their
/// distances when `map` is applied.
static bool keepsDistances(const InnerMap &map, const IntTuple &start,
                           const IntTuple &extent) {
  if (const Swizzle *s = std::get_if<Swizzle>(&map))
    return s->isTrivial() || differInLowBits(leafAt(start, {}, 0),
                                             leafAt(extent, {}, 1), s->base);
  if (const CoordSwizzle *s = std::get_if<CoordSwizzle>(&map))
    return s->isTrivial() ||
           (differInLowBits(leafAt(start, s->modeRow, 0),
                            leafAt(extent, s->modeRow, 1), s->baseRow) &&
            differInLowBits(leafAt(start, s->modeCol, 0),
                            leafAt(extent, s->modeCol, 1), s->baseCol));
  return false;
}

/// Whether the elements of `l` are known to lie as its plain layout says, from
/// the first on.
static bool isMovedAsAWhole(const ComposedLayout &l) {
  if (!l.layout.isStatic() ||
      llvm::any_of(l.layout.stride.getLeaves(),
                   [](const Leaf &stride) { return stride.value < 0; }))
    return false;
  Algebra algebra;
  IntTuple extent = algebra.coshape(l.layout);
  IntTuple start = algebra.coprofile(l.layout);
  for (const Stage &stage : llvm::reverse(l.stages)) {
    start = algebra.add(stage.offset, start);
    if (!algebra.succeeded() || !keepsDistances(stage.inner, start, extent))
      return false;
    start = algebra.apply(stage.inner, start);
  }
  return algebra.succeeded();
}

IntTuple Algebra::decompose(const ComposedLayout &l, bool mustProve) {
  IntTuple start = applyStages(l.stages, coprofile(l.layout));
  Leaf numElements = size(l.layout);
  if (!succeeded() || !l.isComposed() || numElements.isStaticValue(1))
    return start;
  // Beyond this, trying all elements takes too long.
  constexpr int64_t maxTried = 4096;
  if (l.isStatic() && numElements.value <= maxTried) {
    for (int64_t i = 0; i < numElements.value && succeeded(); ++i) {
      IntTuple found = crd2idx(IntTuple(i), l);
      IntTuple expected = add(start, crd2idx(IntTuple(i), l.layout));
      if (succeeded() && found != expected)
        fail(Twine("cannot decompose ") + l.str() + ": expected element " +
             Twine(i) + " at " + expected.str() +
             ", as the plain layout says"
             ", but it lies at " +
             found.str());
    }
    return start;
  }
  if (mustProve && !isMovedAsAWhole(l))
    fail(Twine("cannot decompose ") + l.str() +
         ": the elements may lie apart, because the offset isn't known to be "
         "a multiple of what they span, or they span more than what the inner "
         "part moves as a whole");
  return start;
}

//===----------------------------------------------------------------------===//
// Recast
//===----------------------------------------------------------------------===//

InnerMap Algebra::recastMap(const InnerMap &map, int64_t up, int64_t down) {
  int64_t moved = llvm::Log2_64(down) - static_cast<int64_t>(llvm::Log2_64(up));
  auto move = [&](int64_t base, const std::string &text) {
    if (base + moved >= 0)
      return base + moved;
    fail(Twine("cannot combine ") + Twine(up) + " elements: " + text +
         " permutes them");
    return base;
  };
  if (const Swizzle *s = std::get_if<Swizzle>(&map)) {
    Swizzle result = *s;
    if (!s->isTrivial())
      result.base = move(s->base, s->str());
    return result;
  }
  if (const CoordSwizzle *s = std::get_if<CoordSwizzle>(&map)) {
    CoordSwizzle result = *s;
    if (!s->isTrivial()) {
      result.baseRow = move(s->baseRow, s->str());
      result.baseCol = move(s->baseCol, s->str());
    }
    return result;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  printMap(os, map);
  fail(Twine("cannot recast what is composed with the inner layout ") + text +
       ": expected a swizzle");
  return map;
}

ComposedLayout Algebra::recast(const ComposedLayout &l, int64_t oldBits,
                               int64_t newBits) {
  ComposedLayout result = {{}, recast(l.layout, oldBits, newBits)};
  if (!succeeded() || !l.isComposed())
    return result;
  int64_t gcd = std::gcd(oldBits, newBits);
  int64_t up = newBits / gcd, down = oldBits / gcd;
  if (!llvm::isPowerOf2_64(up) || !llvm::isPowerOf2_64(down)) {
    fail(Twine("cannot recast ") + l.str() + " from " + Twine(oldBits) +
         " to " + Twine(newBits) +
         " bits: expected a power of two between the widths of a swizzled "
         "layout");
    return l;
  }
  for (const Stage &stage : l.stages) {
    std::function<IntTuple(const IntTuple &)> scale =
        [&](const IntTuple &t) -> IntTuple {
      if (t.isLeaf())
        return mul(exactDiv(t.getLeaf(), Leaf::getStatic(up)),
                   Leaf::getStatic(down));
      std::vector<IntTuple> children;
      for (const IntTuple &child : t.getChildren())
        children.push_back(scale(child));
      return children;
    };
    result.stages.push_back(
        {recastMap(stage.inner, up, down), scale(stage.offset)});
  }
  return result;
}
