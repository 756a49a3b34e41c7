//===- Arithmetic.cpp - Arithmetic on integers and tuples of them ---------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly;

void Algebra::fail(const Twine &message) {
  if (error.empty())
    error = message.str();
}

/// A number that divides the integer: itself, if it is known. Zero is divided
/// by everything.
static int64_t divisibility(const Leaf &leaf) {
  // The magnitude of INT64_MIN has no int64; half of it divides it too.
  if (leaf.value == std::numeric_limits<int64_t>::min())
    return int64_t(1) << 62;
  return std::abs(leaf.value);
}

/// A common divisor for sums; at least 1, because 0 would claim a known zero.
static int64_t commonDivisor(const Leaf &a, const Leaf &b) {
  int64_t gcd = std::gcd(divisibility(a), divisibility(b));
  return gcd == 0 ? 1 : gcd;
}

static std::string text(const Leaf &leaf) { return IntTuple(leaf).str(); }

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

bool Algebra::checkPlain(StringRef what, const Leaf &a, const Leaf &b) {
  if (!a.isBasis() && !b.isBasis())
    return true;
  fail(Twine("cannot ") + what + " " + text(a) + " and " + text(b) +
       ": expected integers, not basis vectors");
  return false;
}

Leaf Algebra::overflow(StringRef what, const Leaf &a, const Leaf &b) {
  fail(Twine(what) + " of " + text(a) + " and " + text(b) +
       " does not fit into 64 bits");
  return Leaf::getStatic(0);
}

Leaf Algebra::makeDynamic(ArithOp op, const Leaf &a, const Leaf &b,
                          int64_t div) {
  unsigned width = std::max(a.getWidth(), b.getWidth());
  bool isComparison = op >= ArithOp::Less;
  const void *handle = nullptr;
  if (emitter && succeeded())
    handle = emitter->emit(op, a, b, width);
  return Leaf::getDynamic(isComparison ? 32 : width, isComparison ? 1 : div,
                          handle);
}

/// `*` takes part in arithmetic as 0.
static Leaf asInteger(const Leaf &leaf) {
  return leaf.isNone() ? Leaf::getStatic(0) : leaf;
}

Leaf Algebra::add(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (a.isStaticValue(0))
    return b;
  if (b.isStaticValue(0))
    return a;
  if (!checkPlain("add", a, b))
    return Leaf::getStatic(0);
  if (a.isStatic() && b.isStatic()) {
    int64_t sum;
    if (llvm::AddOverflow(a.value, b.value, sum))
      return overflow("sum", a, b);
    return Leaf::getStatic(sum);
  }
  return makeDynamic(ArithOp::Add, a, b, commonDivisor(a, b));
}

Leaf Algebra::sub(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (!checkPlain("subtract", a, b))
    return Leaf::getStatic(0);
  if (b.isStaticValue(0))
    return a;
  if (a.isStatic() && b.isStatic()) {
    int64_t difference;
    if (llvm::SubOverflow(a.value, b.value, difference))
      return overflow("difference", a, b);
    return Leaf::getStatic(difference);
  }
  return makeDynamic(ArithOp::Sub, a, b, commonDivisor(a, b));
}

Leaf Algebra::mul(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (a.isBasis() && b.isBasis()) {
    checkPlain("multiply", a, b);
    return Leaf::getStatic(0);
  }
  if (a.isBasis() || b.isBasis()) {
    Leaf product = mul(a.getCoefficient(), b.getCoefficient());
    // Zero steps along a mode are zero steps along any.
    if (!product.isStaticValue(0))
      product.basis = a.isBasis() ? a.basis : b.basis;
    return product;
  }
  if (a.isStaticValue(0) || b.isStaticValue(0))
    return Leaf::getStatic(0);
  if (a.isStatic() && b.isStatic()) {
    int64_t product;
    if (llvm::MulOverflow(a.value, b.value, product))
      return overflow("product", a, b);
    return Leaf::getStatic(product);
  }
  // Each factor's divisor divides the product, so either is right when their
  // product is too large to write down.
  int64_t div;
  if (llvm::MulOverflow(divisibility(a), divisibility(b), div))
    div = std::max(divisibility(a), divisibility(b));
  unsigned width = std::max(a.getWidth(), b.getWidth());
  for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (one->isStaticValue(1))
      return Leaf::getDynamic(
          width, div,
          emitter && succeeded() ? emitter->extend(*other, width) : nullptr);
  return makeDynamic(ArithOp::Mul, a, b, div);
}

/// What divides a/b: known only when b divides everything that divides a.
static int64_t quotientDivisibility(const Leaf &a, const Leaf &b) {
  if (a.isDynamic() && b.isStatic() && b.value != 0 && a.value % b.value == 0)
    return std::max<int64_t>(std::abs(a.value / b.value), 1);
  return 1;
}

Leaf Algebra::div(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (!checkPlain("divide", a, b))
    return Leaf::getStatic(0);
  if (b.isStaticValue(0)) {
    fail(Twine("cannot divide ") + text(a) + " by 0");
    return Leaf::getStatic(0);
  }
  if (a.isStaticValue(0) || b.isStaticValue(1))
    return a;
  if (a.isStatic() && b.isStatic()) {
    if (a.value == std::numeric_limits<int64_t>::min() && b.value == -1)
      return overflow("quotient", a, b);
    return Leaf::getStatic(a.value / b.value);
  }
  return makeDynamic(ArithOp::Div, a, b, quotientDivisibility(a, b));
}

Leaf Algebra::mod(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (!checkPlain("divide", a, b))
    return Leaf::getStatic(0);
  if (b.isStaticValue(0)) {
    fail(Twine("cannot divide ") + text(a) + " by 0");
    return Leaf::getStatic(0);
  }
  if (b.isStaticValue(1) || b.isStaticValue(-1) || a.isStaticValue(0))
    return Leaf::getStatic(0);
  if (a.isStatic() && b.isStatic())
    return Leaf::getStatic(a.value % b.value);
  return makeDynamic(ArithOp::Mod, a, b, commonDivisor(a, b));
}

Leaf Algebra::min(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (!checkPlain("compare", a, b))
    return Leaf::getStatic(0);
  if (a.isStatic() && b.isStatic())
    return a.value <= b.value ? a : b;
  return makeDynamic(ArithOp::Min, a, b, commonDivisor(a, b));
}

Leaf Algebra::max(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (!checkPlain("compare", a, b))
    return Leaf::getStatic(0);
  if (a.isStatic() && b.isStatic())
    return a.value >= b.value ? a : b;
  return makeDynamic(ArithOp::Max, a, b, commonDivisor(a, b));
}

Leaf Algebra::ceilDiv(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (a.isBasis() && !b.isBasis()) {
    Leaf quotient = ceilDiv(a.getCoefficient(), b);
    quotient.basis = a.basis;
    return quotient;
  }
  if (!checkPlain("divide", a, b))
    return Leaf::getStatic(0);
  if (b.isStatic() && b.value <= 0) {
    fail(Twine("cannot divide ") + text(a) + " by " + text(b) +
         " rounding up: expected a positive divisor");
    return Leaf::getStatic(0);
  }
  if (a.isStaticValue(0) || a.isStaticValue(1) || b.isStaticValue(1))
    return a;
  if (a.isStatic() && b.isStatic())
    return Leaf::getStatic(llvm::divideCeilSigned(a.value, b.value));
  int64_t div = quotientDivisibility(a, b);
  return makeDynamic(ArithOp::CeilDiv, a, b, div);
}

Leaf Algebra::shapeDiv(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (!checkPlain("divide", a, b))
    return Leaf::getStatic(0);
  if (a.isStatic() && b.isStatic() && a.value > 0 && b.value > 0 &&
      a.value % b.value != 0 && b.value % a.value != 0) {
    fail(Twine("cannot divide the shape ") + text(a) + " by " + text(b) +
         ": expected one to be a multiple of the other");
    return Leaf::getStatic(0);
  }
  return ceilDiv(a, b);
}

Leaf Algebra::exactDiv(const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  if (a.isBasis() && !b.isBasis()) {
    Leaf quotient = exactDiv(a.getCoefficient(), b);
    quotient.basis = a.basis;
    return quotient;
  }
  if (b.isStatic() && b.value != 0 && a.value % b.value != 0) {
    fail(Twine("cannot divide ") + text(a) + " by " + text(b) +
         " without a remainder");
    return Leaf::getStatic(0);
  }
  return div(a, b);
}

Leaf Algebra::compare(ArithOp op, const Leaf &lhs, const Leaf &rhs) {
  Leaf a = asInteger(lhs), b = asInteger(rhs);
  bool isEquality = op == ArithOp::Equal || op == ArithOp::NotEqual;
  if (isEquality && a.basis != b.basis)
    return Leaf::getStatic(op == ArithOp::NotEqual);
  if (isEquality) {
    a = a.getCoefficient();
    b = b.getCoefficient();
  } else if (!checkPlain("compare", a, b)) {
    return Leaf::getStatic(0);
  }
  if (!a.isStatic() || !b.isStatic())
    return makeDynamic(op, a, b, 1);
  switch (op) {
  case ArithOp::Less:
    return Leaf::getStatic(a.value < b.value);
  case ArithOp::LessEqual:
    return Leaf::getStatic(a.value <= b.value);
  case ArithOp::Greater:
    return Leaf::getStatic(a.value > b.value);
  case ArithOp::GreaterEqual:
    return Leaf::getStatic(a.value >= b.value);
  case ArithOp::Equal:
    return Leaf::getStatic(a.value == b.value);
  case ArithOp::NotEqual:
    return Leaf::getStatic(a.value != b.value);
  default:
    llvm_unreachable("not a comparison");
  }
}

Leaf Algebra::logicalAnd(const Leaf &a, const Leaf &b) {
  if (a.isStaticValue(0) || b.isStaticValue(0))
    return Leaf::getStatic(0);
  // Both operands are comparison results, so a static one is 1: the identity.
  if (a.isStatic())
    return b;
  if (b.isStatic())
    return a;
  return makeDynamic(ArithOp::And, a, b, 1);
}

Leaf Algebra::swizzle(const Leaf &leaf, const Swizzle &s) {
  Leaf a = asInteger(leaf);
  if (s.isTrivial())
    return a;
  if (a.isBasis()) {
    fail(Twine("cannot swizzle the basis vector ") + text(a));
    return a;
  }
  int64_t mask = ((int64_t(1) << s.mask) - 1) << (s.base + s.shift);
  if (a.isStatic())
    return Leaf::getStatic(
        a.value ^
        static_cast<int64_t>(static_cast<uint64_t>(a.value & mask) >> s.shift));
  int64_t div = std::gcd(divisibility(a), int64_t(1) << s.base);
  Leaf masked = makeDynamic(ArithOp::And, a, Leaf::getStatic(mask), 1);
  Leaf shifted =
      makeDynamic(ArithOp::ShrU, masked, Leaf::getStatic(s.shift), 1);
  Leaf result = makeDynamic(ArithOp::Xor, a, shifted, div);
  // A mask beyond 32 bits doesn't make the index wider than it is.
  result.dynamicWidth = std::max(a.getWidth(), result.dynamicWidth);
  return result;
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

IntTuple Algebra::elementwise(StringRef what, LeafFn fn, const IntTuple &a,
                              const IntTuple &b) {
  if (a.isLeaf() && b.isLeaf())
    return (this->*fn)(a.getLeaf(), b.getLeaf());
  if (a.isLeaf() != b.isLeaf()) {
    fail(Twine("cannot ") + what + " " + a.str() + " and " + b.str() +
         ": one is an integer, the other a tuple");
    return a;
  }
  std::vector<IntTuple> result;
  int64_t common = std::min(a.rank(), b.rank());
  for (int64_t i = 0; i < common; ++i)
    result.push_back(elementwise(what, fn, a[i], b[i]));
  const IntTuple &longer = a.rank() > b.rank() ? a : b;
  for (int64_t i = common; i < longer.rank(); ++i)
    result.push_back(longer[i]);
  return result;
}

/// A basis vector as a tuple: zeros before each mode it goes into.
static IntTuple expandBasis(const Leaf &leaf) {
  IntTuple result = leaf.getCoefficient();
  for (int32_t mode : llvm::reverse(leaf.basis)) {
    std::vector<IntTuple> children(mode, IntTuple(int64_t(0)));
    children.push_back(std::move(result));
    result = IntTuple(std::move(children));
  }
  return result;
}

IntTuple Algebra::add(const IntTuple &a, const IntTuple &b) {
  // Zero is the identity for coordinates too, whatever their nesting.
  if (a.isLeaf() && asInteger(a.getLeaf()).isStaticValue(0))
    return b;
  if (b.isLeaf() && asInteger(b.getLeaf()).isStaticValue(0))
    return a;
  if (a.isLeaf() && a.getLeaf().isBasis())
    return add(expandBasis(a.getLeaf()), b);
  if (b.isLeaf() && b.getLeaf().isBasis())
    return add(a, expandBasis(b.getLeaf()));
  if (a.isLeaf() || b.isLeaf())
    return elementwise(
        "add",
        static_cast<Leaf (Algebra::*)(const Leaf &, const Leaf &)>(
            &Algebra::add),
        a, b);
  std::vector<IntTuple> result;
  int64_t common = std::min(a.rank(), b.rank());
  for (int64_t i = 0; i < common; ++i)
    result.push_back(add(a[i], b[i]));
  const IntTuple &longer = a.rank() > b.rank() ? a : b;
  for (int64_t i = common; i < longer.rank(); ++i)
    result.push_back(longer[i]);
  return result;
}

IntTuple Algebra::sub(const IntTuple &a, const IntTuple &b) {
  return elementwise("subtract", static_cast<LeafFn>(&Algebra::sub), a, b);
}

IntTuple Algebra::mul(const IntTuple &a, const IntTuple &b) {
  return elementwise("multiply", static_cast<LeafFn>(&Algebra::mul), a, b);
}

IntTuple Algebra::div(const IntTuple &a, const IntTuple &b) {
  return elementwise("divide", static_cast<LeafFn>(&Algebra::div), a, b);
}

IntTuple Algebra::mod(const IntTuple &a, const IntTuple &b) {
  return elementwise("divide", static_cast<LeafFn>(&Algebra::mod), a, b);
}

IntTuple Algebra::divide(StringRef what, LeafFn fn, const IntTuple &a,
                         const IntTuple &b) {
  if (a.isLeaf())
    return (this->*fn)(a.getLeaf(), product(b));
  std::vector<IntTuple> result;
  if (b.isLeaf()) {
    // The divisor is used up from the first mode on; what a mode doesn't cover
    // goes on to the next.
    Leaf rest = b.getLeaf();
    for (const IntTuple &mode : a.getChildren()) {
      result.push_back(divide(what, fn, mode, rest));
      rest = (this->*fn)(rest, product(mode));
    }
    return result;
  }
  if (b.rank() > a.rank()) {
    fail(Twine("cannot divide the shape ") + a.str() + " by " + b.str() +
         ": the divisor has " + Twine(b.rank()) + " modes, the shape only " +
         Twine(a.rank()));
    return a;
  }
  for (auto [i, mode] : llvm::enumerate(a.getChildren()))
    result.push_back(static_cast<int64_t>(i) < b.rank()
                         ? divide(what, fn, mode, b[i])
                         : mode);
  return result;
}

IntTuple Algebra::ceilDiv(const IntTuple &a, const IntTuple &b) {
  return divide("ceil_div", static_cast<LeafFn>(&Algebra::ceilDiv), a, b);
}

IntTuple Algebra::shapeDiv(const IntTuple &a, const IntTuple &b) {
  return divide("shape_div", static_cast<LeafFn>(&Algebra::shapeDiv), a, b);
}

Leaf Algebra::product(const IntTuple &t) {
  if (t.isLeaf())
    return asInteger(t.getLeaf());
  Leaf result = product(t[0]);
  for (const IntTuple &child : t.getChildren().drop_front())
    result = mul(result, product(child));
  return result;
}

IntTuple Algebra::productEach(const IntTuple &t) {
  if (t.isLeaf())
    return t;
  std::vector<IntTuple> result;
  for (const IntTuple &child : t.getChildren())
    result.push_back(product(child));
  return result;
}

IntTuple Algebra::productLike(const IntTuple &t, const IntTuple &guide) {
  if (guide.isLeaf())
    return product(t);
  if (t.isLeaf() || t.rank() != guide.rank()) {
    fail(Twine("expected ") + t.str() + " to have the modes of its guide " +
         guide.str());
    return t;
  }
  std::vector<IntTuple> result;
  for (auto [child, childGuide] :
       llvm::zip_equal(t.getChildren(), guide.getChildren()))
    result.push_back(productLike(child, childGuide));
  return result;
}

Leaf Algebra::elementsLess(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() && b.isLeaf())
    return compare(ArithOp::Less, a.getLeaf(), b.getLeaf());
  if (a.isLeaf() != b.isLeaf() || a.rank() > b.rank())
    return Leaf::getStatic(0);
  Leaf result = Leaf::getStatic(1);
  for (auto [i, child] : llvm::enumerate(a.getChildren()))
    result = logicalAnd(result, elementsLess(child, b[i]));
  return result;
}

Leaf Algebra::equal(const IntTuple &a, const IntTuple &b) {
  if (a.isLeaf() && b.isLeaf())
    return compare(ArithOp::Equal, a.getLeaf(), b.getLeaf());
  if (!a.isLeaf() && !b.isLeaf() && a.rank() == b.rank()) {
    Leaf result = Leaf::getStatic(1);
    for (auto [i, child] : llvm::enumerate(a.getChildren()))
      result = logicalAnd(result, equal(child, b[i]));
    return result;
  }
  return Leaf::getStatic(0);
}

IntTuple Algebra::compactColMajor(const IntTuple &shape, Leaf &current) {
  if (shape.isLeaf()) {
    Leaf stride = current;
    current = mul(current, shape.getLeaf());
    return stride;
  }
  std::vector<IntTuple> result;
  for (const IntTuple &child : shape.getChildren())
    result.push_back(compactColMajor(child, current));
  return result;
}

IntTuple Algebra::compactColMajor(const IntTuple &shape) {
  Leaf current = Leaf::getStatic(1);
  return compactColMajor(shape, current);
}

IntTuple Algebra::filterZero(const IntTuple &guide, const IntTuple &shape) {
  if (guide.isLeaf())
    return guide.getLeaf().isStaticValue(0) ? IntTuple(int64_t(1)) : shape;
  std::vector<IntTuple> result;
  for (auto [childGuide, child] :
       llvm::zip_equal(guide.getChildren(), shape.getChildren()))
    result.push_back(filterZero(childGuide, child));
  return result;
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

/// A list of one mode is that mode.
static IntTuple unwrap(std::vector<IntTuple> modes) {
  if (modes.size() == 1)
    return std::move(modes.front());
  return modes;
}

IntTuple Algebra::get(const IntTuple &t, ArrayRef<int32_t> path) {
  const IntTuple *current = &t;
  for (int32_t mode : path) {
    if (current->isLeaf()) {
      fail(Twine("the path of ") + Twine(path.size()) +
           " modes goes deeper than " + t.str() + ", whose depth is " +
           Twine(t.depth()));
      return t;
    }
    if (mode < 0 || mode >= current->rank()) {
      fail(Twine("mode ") + Twine(mode) + " is out of range: " +
           current->str() + " has " + Twine(current->rank()) + " modes");
      return t;
    }
    current = &(*current)[mode];
  }
  return *current;
}

IntTuple Algebra::take(const IntTuple &t, int64_t begin, int64_t end) {
  if (end == -1)
    end = t.rank();
  if (t.isLeaf()) {
    fail(Twine("expected a tuple to take modes from, got the integer ") +
         t.str());
    return t;
  }
  if (begin < 0 || begin >= end || end > t.rank()) {
    fail(Twine("cannot take the modes [") + Twine(begin) + ", " + Twine(end) +
         ") of " + t.str() + ", which has " + Twine(t.rank()));
    return t;
  }
  ArrayRef<IntTuple> modes = t.getChildren().slice(begin, end - begin);
  return unwrap(std::vector<IntTuple>(modes.begin(), modes.end()));
}

IntTuple Algebra::select(const IntTuple &t, ArrayRef<int32_t> indices) {
  if (indices.empty()) {
    fail("expected at least one mode to select");
    return t;
  }
  std::vector<IntTuple> result;
  for (int32_t index : indices) {
    if (index < 0 || index >= t.rank()) {
      fail(Twine("mode ") + Twine(index) + " is out of range: " + t.str() +
           " has " + Twine(t.rank()) + " modes");
      return t;
    }
    result.push_back(t[index]);
  }
  return unwrap(std::move(result));
}

IntTuple Algebra::group(const IntTuple &t, int64_t begin, int64_t end) {
  if (end == -1)
    end = t.rank();
  if (begin < 0 || begin > end || end > t.rank()) {
    fail(Twine("cannot group the modes [") + Twine(begin) + ", " + Twine(end) +
         ") of " + t.str() + ", which has " + Twine(t.rank()));
    return t;
  }
  if (t.isLeaf() || begin == end)
    return t;
  ArrayRef<IntTuple> modes = t.getChildren();
  std::vector<IntTuple> result(modes.begin(), modes.begin() + begin);
  result.push_back(
      std::vector<IntTuple>(modes.begin() + begin, modes.begin() + end));
  result.insert(result.end(), modes.begin() + end, modes.end());
  return result;
}

/// How many modes to add to `t` to reach `rank`: one, unless a rank is given.
static int64_t getNumMissing(Algebra &algebra, const IntTuple &t,
                             std::optional<int64_t> rank) {
  int64_t missing = rank.value_or(t.rank() + 1) - t.rank();
  if (missing < 0)
    algebra.fail(Twine("cannot extend ") + t.str() + " to " + Twine(*rank) +
                 " modes: it has " + Twine(t.rank()));
  return std::max<int64_t>(missing, 0);
}

/// `before` copies of `element`, the modes of `t`, and `behind` copies.
static IntTuple extend(const IntTuple &t, const IntTuple &element,
                       int64_t before, int64_t behind) {
  if (before + behind == 0)
    return t;
  std::vector<IntTuple> result(before, element);
  for (int64_t i = 0, e = t.rank(); i < e; ++i)
    result.push_back(t[i]);
  result.resize(result.size() + behind, element);
  return result;
}

IntTuple Algebra::append(const IntTuple &t, const IntTuple &element,
                         std::optional<int64_t> rank) {
  return extend(t, element, 0, getNumMissing(*this, t, rank));
}

IntTuple Algebra::prepend(const IntTuple &t, const IntTuple &element,
                          std::optional<int64_t> rank) {
  return extend(t, element, getNumMissing(*this, t, rank), 0);
}

void Algebra::collect(const IntTuple &t, const IntTuple &coord, bool keepStars,
                      std::vector<IntTuple> &out) {
  if (coord.isLeaf()) {
    if (coord.getLeaf().isNone() == keepStars)
      out.push_back(t);
    return;
  }
  if (t.isLeaf() || t.rank() != coord.rank()) {
    fail(Twine("coordinate ") + coord.str() + " does not match " + t.str() +
         ": expected " + Twine(coord.rank()) + " modes, found " +
         Twine(t.rank()));
    return;
  }
  for (auto [child, childCoord] :
       llvm::zip_equal(t.getChildren(), coord.getChildren()))
    collect(child, childCoord, keepStars, out);
}

IntTuple Algebra::slice(const IntTuple &t, const IntTuple &coord) {
  std::vector<IntTuple> result;
  collect(t, coord, /*keepStars=*/true, result);
  if (result.empty()) {
    fail(Twine("coordinate ") + coord.str() +
         " fixes every mode: expected at least one '*'");
    return t;
  }
  return unwrap(std::move(result));
}

IntTuple Algebra::dice(const IntTuple &t, const IntTuple &coord) {
  std::vector<IntTuple> result;
  collect(t, coord, /*keepStars=*/false, result);
  if (result.empty()) {
    fail(Twine("coordinate ") + coord.str() +
         " keeps every mode: expected at least one mode without '*'");
    return t;
  }
  return unwrap(std::move(result));
}
