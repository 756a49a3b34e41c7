//===- IntTupleTest.cpp - Integers and tuples -----------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

static IntTuple dynamic(int64_t divisibility = 1, unsigned width = 32) {
  return Leaf::getDynamic(width, divisibility);
}

// Attributes are uniqued by the encoding, so it must lose nothing.
TEST(IntTuple, EncodingRoundTrips) {
  std::vector<IntTuple> leaves = {int64_t(7),
                                  int64_t(-3),
                                  std::numeric_limits<int64_t>::min(),
                                  Leaf::getNone(),
                                  dynamic(),
                                  dynamic(16, 64),
                                  Leaf::getBasis(3, {1, 0}),
                                  int64_t(0)};
  RandomLayouts random(1);
  for (int i = 0; i < 200; ++i) {
    std::vector<IntTuple> children;
    for (int64_t k = 0, e = random.number(1, 4); k < e; ++k) {
      IntTuple leaf = leaves[random.number(0, leaves.size() - 1)];
      children.push_back(random.chance(30) ? IntTuple({leaf, leaf}) : leaf);
    }
    IntTuple tuple = random.chance(20) ? children.front() : IntTuple(children);
    SmallVector<int64_t> code;
    tuple.encode(code);
    EXPECT_EQ(IntTuple::decode(code), tuple) << tuple.str();
  }
}

// `(8)` and `8` are different, and both stay as written.
TEST(IntTuple, TupleOfOneIsNotItsLeaf) {
  IntTuple leaf = int64_t(8), tuple = std::vector<IntTuple>{int64_t(8)};
  EXPECT_NE(leaf, tuple);
  EXPECT_EQ(leaf.str(), "8");
  EXPECT_EQ(tuple.str(), "(8)");
  EXPECT_EQ(leaf.depth(), 0);
  EXPECT_EQ(tuple.depth(), 1);
}

TEST(Arithmetic, OverflowIsAnError) {
  int64_t large = std::numeric_limits<int64_t>::max();
  {
    Algebra algebra;
    algebra.add(Leaf::getStatic(large), Leaf::getStatic(1));
    EXPECT_EQ(algebra.getError(), "sum of 9223372036854775807 and 1 does not "
                                  "fit into 64 bits");
  }
  {
    Algebra algebra;
    algebra.size(
        {IntTuple({large, int64_t(2)}), IntTuple({int64_t(1), int64_t(1)})});
    EXPECT_FALSE(algebra.succeeded());
  }
  {
    Algebra algebra;
    algebra.cosize({large, large});
    EXPECT_FALSE(algebra.succeeded());
  }
}

TEST(Arithmetic, DivisionByZeroIsAnError) {
  for (auto fn : {static_cast<Leaf (Algebra::*)(const Leaf &, const Leaf &)>(
                      &Algebra::div),
                  static_cast<Leaf (Algebra::*)(const Leaf &, const Leaf &)>(
                      &Algebra::mod),
                  static_cast<Leaf (Algebra::*)(const Leaf &, const Leaf &)>(
                      &Algebra::ceilDiv)}) {
    Algebra algebra;
    (algebra.*fn)(Leaf::getStatic(4), Leaf::getStatic(0));
    EXPECT_FALSE(algebra.succeeded());
  }
}

// What divides a result must be no stronger than what is known.
TEST(Arithmetic, DivisorsOfRuntimeIntegers) {
  Algebra algebra;
  Leaf eight = Leaf::getDynamic(32, 8);
  EXPECT_EQ(algebra.add(eight, Leaf::getStatic(12)), Leaf::getDynamic(32, 4));
  EXPECT_EQ(algebra.mul(eight, Leaf::getStatic(6)), Leaf::getDynamic(32, 48));
  EXPECT_EQ(algebra.div(eight, Leaf::getStatic(4)), Leaf::getDynamic(32, 2));
  EXPECT_EQ(algebra.div(eight, Leaf::getStatic(3)), Leaf::getDynamic(32, 1));
  EXPECT_EQ(algebra.mod(eight, Leaf::getStatic(12)), Leaf::getDynamic(32, 4));
  EXPECT_EQ(algebra.ceilDiv(eight, Leaf::getStatic(8)),
            Leaf::getDynamic(32, 1));
  EXPECT_TRUE(algebra.succeeded());
}

// A product of divisors too large to write down must not wrap.
TEST(Arithmetic, DivisorsDoNotOverflow) {
  Algebra algebra;
  Leaf large = Leaf::getDynamic(64, int64_t(1) << 40);
  Leaf product = algebra.mul(large, large);
  EXPECT_EQ(product.value, int64_t(1) << 40);
  EXPECT_TRUE(algebra.succeeded());
}

// A coordinate sum of basis vectors has zeros where none leads.
TEST(Arithmetic, BasisVectorsAddUpToCoordinates) {
  Algebra algebra;
  EXPECT_EQ(algebra
                .add(IntTuple(Leaf::getBasis(1, {0})),
                     IntTuple(Leaf::getBasis(2, {2})))
                .str(),
            "(1,0,2)");
  EXPECT_EQ(algebra
                .add(IntTuple(Leaf::getBasis(1, {1, 0})),
                     IntTuple(Leaf::getBasis(3, {0})))
                .str(),
            "(3,(1))");
  EXPECT_TRUE(algebra.succeeded());
}

TEST(Arithmetic, IntegerPlusTupleIsAnError) {
  Algebra algebra;
  algebra.add(IntTuple(int64_t(3)), IntTuple({int64_t(1), int64_t(2)}));
  EXPECT_FALSE(algebra.succeeded());
}

TEST(Structure, OutOfRangeIsAnError) {
  IntTuple tuple({int64_t(2), IntTuple({int64_t(3), int64_t(5)})});
  {
    Algebra algebra;
    algebra.get(tuple, {1, 2});
    EXPECT_EQ(algebra.getError(), "mode 2 is out of range: (3,5) has 2 modes");
  }
  {
    Algebra algebra;
    algebra.get(tuple, {0, 0});
    EXPECT_FALSE(algebra.succeeded());
  }
  {
    Algebra algebra;
    algebra.take(tuple, 1, 3);
    EXPECT_FALSE(algebra.succeeded());
  }
  {
    Algebra algebra;
    algebra.select(tuple, {2});
    EXPECT_FALSE(algebra.succeeded());
  }
}
