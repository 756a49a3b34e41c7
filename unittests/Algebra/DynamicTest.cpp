//===- DynamicTest.cpp - Run-time integers against static ones ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algebra is one implementation, but with run-time integers it takes other
// paths. Here an emitter computes with the actual numbers, so that each result
// can be compared with that of the same, static layouts.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include "gtest/gtest.h"

#include <deque>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

namespace {
class Interpreter : public Emitter {
public:
  const void *emit(ArithOp op, const Leaf &lhs, const Leaf &rhs,
                   unsigned width) override {
    return keep(compute(op, value(lhs), value(rhs)));
  }
  const void *extend(const Leaf &leaf, unsigned) override {
    return keep(value(leaf));
  }

  const void *keep(int64_t value) {
    values.push_back(value);
    return &values.back();
  }
  static int64_t value(const Leaf &leaf) {
    return leaf.isDynamic() ? *static_cast<const int64_t *>(leaf.handle)
                            : leaf.value;
  }

private:
  static int64_t compute(ArithOp op, int64_t a, int64_t b) {
    switch (op) {
    case ArithOp::Add:
      return a + b;
    case ArithOp::Sub:
      return a - b;
    case ArithOp::Mul:
      return a * b;
    case ArithOp::Div:
      return a / b;
    case ArithOp::Mod:
      return a % b;
    case ArithOp::Min:
      return std::min(a, b);
    case ArithOp::Max:
      return std::max(a, b);
    case ArithOp::CeilDiv:
      return (a + b - 1) / b;
    case ArithOp::And:
      return a & b;
    case ArithOp::ShrU:
      return static_cast<int64_t>(static_cast<uint64_t>(a) >> b);
    case ArithOp::Xor:
      return a ^ b;
    case ArithOp::Less:
      return a < b;
    case ArithOp::LessEqual:
      return a <= b;
    case ArithOp::Greater:
      return a > b;
    case ArithOp::GreaterEqual:
      return a >= b;
    case ArithOp::Equal:
      return a == b;
    case ArithOp::NotEqual:
      return a != b;
    }
    llvm_unreachable("all operations are covered");
  }

  // References to elements stay valid.
  std::deque<int64_t> values;
};

class DynamicTest : public ::testing::Test {
protected:
  /// Makes some of the leaves run-time integers, with some true divisor.
  IntTuple hide(const IntTuple &tuple, int percent = 50) {
    if (tuple.isLeaf()) {
      int64_t value = tuple.getLeaf().value;
      if (!random.chance(percent))
        return tuple;
      int64_t divisor = random.chance(50) && value != 0 ? value : 1;
      return Leaf::getDynamic(random.chance(30) ? 64 : 32, divisor,
                              interpreter.keep(value));
    }
    std::vector<IntTuple> children;
    for (const IntTuple &child : tuple.getChildren())
      children.push_back(hide(child, percent));
    return children;
  }

  /// The numbers behind the leaves; each must be divisible as it says.
  IntTuple reveal(const IntTuple &tuple) {
    if (tuple.isLeaf()) {
      const Leaf &leaf = tuple.getLeaf();
      int64_t value = Interpreter::value(leaf);
      if (leaf.isDynamic()) {
        EXPECT_NE(leaf.handle, nullptr);
        EXPECT_EQ(value % leaf.value, 0)
            << value << " is no multiple of " << leaf.value;
      }
      return value;
    }
    std::vector<IntTuple> children;
    for (const IntTuple &child : tuple.getChildren())
      children.push_back(reveal(child));
    return children;
  }
  Layout reveal(const Layout &layout) {
    return {reveal(layout.shape), reveal(layout.stride)};
  }

  /// The type that inference gives: the same without an emitter.
  template <typename Fn> void expectInferred(const IntTuple &lowered, Fn &&fn) {
    Algebra algebra;
    EXPECT_EQ(fn(algebra), lowered);
  }

  static constexpr int rounds = 2000;
  RandomLayouts random{42};
  Interpreter interpreter;
};
} // namespace

TEST_F(DynamicTest, Crd2Idx) {
  for (int round = 0; round < rounds; ++round) {
    Layout l = random.layout();
    Layout hidden = {hide(l.shape), hide(l.stride)};
    int64_t i = random.number(0, size(l) - 1);
    IntTuple coord = hide(IntTuple(i));
    Algebra algebra(&interpreter);
    IntTuple index = algebra.crd2idx(coord, hidden);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    EXPECT_EQ(reveal(index), IntTuple(evaluate(l, i))) << hidden.str();
    expectInferred(index, [&](Algebra &a) { return a.crd2idx(coord, hidden); });
  }
}

TEST_F(DynamicTest, Idx2Crd) {
  for (int round = 0; round < rounds; ++round) {
    Layout l = random.bijection();
    Layout hidden = {hide(l.shape), hide(l.stride)};
    int64_t i = random.number(0, size(l) - 1);
    Algebra algebra(&interpreter), plain;
    IntTuple coord = algebra.idx2crd(hide(IntTuple(i)), hidden);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    EXPECT_EQ(reveal(coord), plain.idx2crd(i, l)) << hidden.str();
  }
}

TEST_F(DynamicTest, SizeAndCosize) {
  for (int round = 0; round < rounds; ++round) {
    Layout l = random.layout();
    Layout hidden = {hide(l.shape), hide(l.stride)};
    Algebra algebra(&interpreter), plain;
    EXPECT_EQ(reveal(IntTuple(algebra.size(hidden))), IntTuple(size(l)));
    EXPECT_EQ(reveal(IntTuple(algebra.cosize(hidden))),
              IntTuple(plain.cosize(l)));
    ASSERT_TRUE(algebra.succeeded());
  }
}

// Layouts as kernels have them: static inside of a tile, a run-time number of
// tiles, and run-time row strides.
TEST_F(DynamicTest, LogicalDivide) {
  for (int round = 0; round < rounds; ++round) {
    int64_t tile = int64_t(1) << random.number(0, 4);
    int64_t columns = tile * random.number(1, 9), rows = random.number(1, 5);
    Layout l = {IntTuple({rows, columns}),
                IntTuple({columns + tile, int64_t(1)})};
    Layout hidden = {IntTuple({hide(l.shape[0]), hide(l.shape[1])}),
                     IntTuple({hide(l.stride[0]), l.stride[1]})};
    Tile tiler;
    tiler.bracketed = true;
    tiler.entries = {Leaf::getStatic(1), Leaf::getStatic(tile)};
    Algebra algebra(&interpreter), plain;
    Layout divided = algebra.zippedDivide(hidden, tiler);
    Layout expected = plain.zippedDivide(l, tiler);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    Layout revealed = reveal(divided);
    ASSERT_EQ(size(revealed), size(expected)) << hidden.str();
    for (int64_t i = 0, e = size(expected); i < e; ++i)
      ASSERT_EQ(evaluate(revealed, i), evaluate(expected, i)) << hidden.str();
    expectInferred(divided.shape, [&](Algebra &a) {
      return a.zippedDivide(hidden, tiler).shape;
    });
    expectInferred(divided.stride, [&](Algebra &a) {
      return a.zippedDivide(hidden, tiler).stride;
    });
  }
}

TEST_F(DynamicTest, Composition) {
  int numComposed = 0;
  for (int round = 0; round < rounds; ++round) {
    Layout a = random.bijection(), b = random.bijection();
    Layout hidden = {a.shape, hide(a.stride)};
    Algebra algebra(&interpreter);
    Layout composed = algebra.composition(hidden, b);
    // Unknown strides merge less, so that fewer pairs compose; where they do
    // the function is the same.
    if (!algebra.succeeded())
      continue;
    ++numComposed;
    Layout revealed = reveal(composed);
    ASSERT_EQ(size(revealed), size(b));
    for (int64_t i = 0, e = size(b); i < e; ++i)
      ASSERT_EQ(evaluate(revealed, i), evaluate(a, evaluate(b, i)))
          << hidden.str() << " o " << b.str();
  }
  EXPECT_GT(numComposed, rounds / 4);
}

TEST_F(DynamicTest, TupleArithmetic) {
  for (int round = 0; round < rounds; ++round) {
    IntTuple a = random.shape(), b = random.shape();
    if (a.isLeaf() != b.isLeaf() || !a.isCongruent(b))
      continue;
    IntTuple hiddenA = hide(a), hiddenB = hide(b);
    Algebra algebra(&interpreter), plain;
    EXPECT_EQ(reveal(algebra.add(hiddenA, hiddenB)), plain.add(a, b));
    EXPECT_EQ(reveal(algebra.sub(hiddenA, hiddenB)), plain.sub(a, b));
    EXPECT_EQ(reveal(algebra.mul(hiddenA, hiddenB)), plain.mul(a, b));
    EXPECT_EQ(reveal(algebra.div(hiddenA, hiddenB)), plain.div(a, b));
    EXPECT_EQ(reveal(algebra.mod(hiddenA, hiddenB)), plain.mod(a, b));
    EXPECT_EQ(reveal(IntTuple(algebra.elementsLess(hiddenA, hiddenB))),
              IntTuple(plain.elementsLess(a, b)));
    EXPECT_EQ(reveal(IntTuple(algebra.equal(hiddenA, hiddenB))),
              IntTuple(plain.equal(a, b)));
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
  }
}

TEST_F(DynamicTest, Swizzle) {
  for (int round = 0; round < rounds; ++round) {
    int64_t value = random.number(0, 4096);
    int64_t mask = random.number(0, 4);
    Swizzle swizzle = {mask, random.number(0, 4), mask + random.number(0, 2)};
    Algebra algebra(&interpreter), plain;
    Leaf expected = plain.swizzle(Leaf::getStatic(value), swizzle);
    IntTuple hidden = hide(IntTuple(value), /*percent=*/100);
    EXPECT_EQ(reveal(IntTuple(algebra.swizzle(hidden.getLeaf(), swizzle))),
              IntTuple(expected));
    // A swizzle is its own inverse.
    EXPECT_EQ(plain.swizzle(expected, swizzle), Leaf::getStatic(value));
  }
}
