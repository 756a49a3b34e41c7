//===- LayoutAlgebraTest.cpp - The algebra against its definitions --------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function is compared with what it is defined to be, over all
// coordinates of random nested layouts.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

static constexpr int kRounds = 1000;

/// Which element lies where, regardless of the order.
static std::multiset<int64_t> places(const Layout &layout) {
  std::multiset<int64_t> result;
  for (int64_t i = 0, e = size(layout); i < e; ++i)
    result.insert(evaluate(layout, i));
  return result;
}

/// Whether two layouts are the same function of the linear index.
static void expectSameFunction(const Layout &a, const Layout &b) {
  ASSERT_EQ(size(a), size(b)) << a.str() << " and " << b.str();
  for (int64_t i = 0, e = size(a); i < e; ++i)
    ASSERT_EQ(evaluate(a, i), evaluate(b, i))
        << a.str() << " and " << b.str() << " at " << i;
}

TEST(Layout, Crd2IdxIsTheInnerProduct) {
  RandomLayouts random(2);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.layout();
    Algebra algebra;
    // Past the end, the last mode goes on.
    for (int64_t i = 0, e = 2 * size(l); i < e; ++i) {
      IntTuple index = algebra.crd2idx(i, l);
      ASSERT_TRUE(index.isLeaf());
      if (l.depth() <= 1 || i < size(l)) {
        ASSERT_EQ(index.getLeaf().value, evaluate(l, i)) << l.str();
      }
    }
    ASSERT_TRUE(algebra.succeeded());
  }
}

TEST(Layout, SizeAndCosize) {
  RandomLayouts random(3);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.layout();
    Algebra algebra;
    EXPECT_EQ(algebra.size(l).value, size(l));
    EXPECT_EQ(algebra.cosize(l).value, *places(l).rbegin() + 1) << l.str();
  }
}

TEST(Layout, Idx2CrdInvertsCrd2IdxOfBijections) {
  RandomLayouts random(4);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.bijection();
    Algebra algebra;
    for (int64_t i = 0, e = size(l); i < e; ++i) {
      IntTuple crd = algebra.idx2crd(i, l);
      EXPECT_EQ(algebra.crd2idx(crd, l), IntTuple(i)) << l.str();
      EXPECT_EQ(evaluate(l, algebra.linearCoord(i, l).value), i) << l.str();
    }
    EXPECT_TRUE(algebra.succeeded()) << algebra.getError().str();
  }
}

TEST(Layout, CoalesceKeepsTheFunctionWithFewerModes) {
  RandomLayouts random(5);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.chance(50) ? random.layout() : random.bijection();
    Algebra algebra;
    Layout r = algebra.coalesce(l);
    expectSameFunction(l, r);
    EXPECT_LE(r.shape.getLeaves().size(), l.shape.getLeaves().size());
    // A second time changes nothing.
    EXPECT_EQ(algebra.coalesce(r), r) << l.str();
    for (const Leaf &leaf : r.shape.getLeaves())
      EXPECT_TRUE(leaf.value != 1 || size(r) == 1) << l.str();
  }
}

TEST(Layout, CoalesceByModeKeepsModes) {
  RandomLayouts random(6);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.layout();
    if (l.isLeaf())
      continue;
    Algebra algebra;
    std::vector<IntTuple> profile(l.rank(), IntTuple(int64_t(1)));
    Layout r = algebra.coalesce(l, IntTuple(profile));
    ASSERT_EQ(r.rank(), l.rank());
    for (int64_t i = 0; i < l.rank(); ++i)
      expectSameFunction(l[i], r[i]);
  }
}

// Steps along different modes are never one step, even if the numbers fit.
TEST(Layout, CoalesceKeepsBasisVectorsApart) {
  Algebra algebra;
  Layout l = {IntTuple({int64_t(4), int64_t(2)}),
              IntTuple({IntTuple(Leaf::getBasis(1, {0})),
                        IntTuple(Leaf::getBasis(4, {1}))})};
  EXPECT_EQ(algebra.coalesce(l), l);
}

TEST(Layout, CompositionIsComposition) {
  RandomLayouts random(7);
  int numComposed = 0;
  for (int round = 0; round < 3 * kRounds; ++round) {
    Layout a = random.chance(50) ? random.layout() : random.bijection();
    Layout b = random.chance(50) ? random.layout() : random.bijection();
    Algebra algebra;
    Layout r = algebra.composition(a, b);
    if (!algebra.succeeded())
      continue;
    ++numComposed;
    ASSERT_EQ(size(r), size(b)) << a.str() << " o " << b.str();
    for (int64_t i = 0, e = size(b); i < e; ++i)
      ASSERT_EQ(evaluate(r, i), evaluate(a, evaluate(b, i)))
          << a.str() << " o " << b.str() << " = " << r.str() << " at " << i;
  }
  // The property would be empty if most pairs were rejected.
  EXPECT_GT(numComposed, kRounds);
}

// No layout has these values; the reference gives a wrong one without a word.
TEST(Layout, CompositionRejectsWhatIsNoLayout) {
  {
    // 0, 4, 8 and 12 would be 0, 4, 12 and 16.
    Algebra algebra;
    algebra.composition(Layout{IntTuple({int64_t(6), int64_t(2)}),
                               IntTuple({int64_t(1), int64_t(10)})},
                        Layout{int64_t(4), int64_t(4)});
    EXPECT_EQ(algebra.getError(),
              "cannot compose (6,2):(1,10) with 4:4: mode 0 of size 6 is not "
              "divisible by the stride 4");
  }
  {
    // 1 + 2 carries into the second mode.
    Algebra algebra;
    algebra.composition(Layout{IntTuple({int64_t(3), int64_t(2)}),
                               IntTuple({int64_t(1), int64_t(6)})},
                        Layout{IntTuple({int64_t(2), int64_t(2)}),
                               IntTuple({int64_t(1), int64_t(2)})});
    EXPECT_EQ(algebra.getError(),
              "cannot compose (3,2):(1,6) with a layout that reaches 3 steps "
              "into mode 0 of size 3");
  }
}

TEST(Layout, CompositionWithBasisStridesGoesAlongModes) {
  Algebra algebra;
  Layout a = {IntTuple({int64_t(4), int64_t(8)}),
              IntTuple({int64_t(8), int64_t(1)})};
  Layout b = {IntTuple({int64_t(2), int64_t(4)}),
              IntTuple({IntTuple(Leaf::getBasis(2, {1})),
                        IntTuple(Leaf::getBasis(1, {0}))})};
  EXPECT_EQ(algebra.composition(a, b).str(), "(2,4):(2,8)");
  EXPECT_TRUE(algebra.succeeded());
}

TEST(Layout, ComplementFillsTheGaps) {
  RandomLayouts random(9);
  int numComplements = 0;
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.injection();
    int64_t codomain = random.number(1, 300);
    Algebra algebra;
    Layout c = algebra.complement(l, IntTuple(codomain));
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    ++numComplements;
    Layout both = makeLayout({l, c});
    EXPECT_TRUE(isInjective(both)) << l.str() << " and " << c.str();
    EXPECT_GE(*places(both).rbegin() + 1, codomain)
        << l.str() << " and " << c.str();
    // Strides ascend.
    int64_t last = 0;
    for (const Leaf &stride : c.stride.getLeaves()) {
      EXPECT_TRUE(stride.value > last || size(c) == 1) << c.str();
      last = stride.value;
    }
  }
  EXPECT_EQ(numComplements, kRounds);
}

TEST(Layout, RightInverse) {
  RandomLayouts random(10);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.chance(50) ? random.injection() : random.bijection();
    Algebra algebra;
    Layout r = algebra.rightInverse(l);
    for (int64_t i = 0, e = size(r); i < e; ++i)
      ASSERT_EQ(evaluate(algebra.coalesce(l), evaluate(r, i)), i)
          << l.str() << " and " << r.str();
    ASSERT_TRUE(algebra.succeeded());
  }
}

TEST(Layout, RightInverseOfBijectionsIsComplete) {
  RandomLayouts random(11);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.bijection();
    Algebra algebra;
    EXPECT_EQ(size(algebra.rightInverse(l)), size(l)) << l.str();
  }
}

TEST(Layout, LeftInverse) {
  RandomLayouts random(12);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.injection();
    Algebra algebra;
    Layout r = algebra.leftInverse(l);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    for (int64_t i = 0, e = size(l); i < e; ++i)
      ASSERT_EQ(evaluate(r, evaluate(l, i)), i)
          << l.str() << " and " << r.str();
  }
}

TEST(Layout, LogicalDivideTilesTheLayout) {
  RandomLayouts random(13);
  int numDivided = 0;
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.bijection();
    int64_t tile = random.number(1, 6);
    Algebra algebra;
    Layout r = algebra.logicalDivide(l, Layout{tile, int64_t(1)});
    if (!algebra.succeeded() || size(l) % tile != 0)
      continue;
    ++numDivided;
    ASSERT_EQ(r.rank(), 2);
    ASSERT_EQ(size(r), size(l)) << l.str() << " / " << tile;
    // Element i of tile j is element j * tile + i of the layout.
    for (int64_t i = 0, e = size(l); i < e; ++i)
      ASSERT_EQ(evaluate(r, i), evaluate(Algebra().coalesce(l), i))
          << l.str() << " / " << tile << " = " << r.str();
  }
  EXPECT_GT(numDivided, kRounds / 4);
}

TEST(Layout, DividesDifferOnlyInStructure) {
  RandomLayouts random(14);
  int numDivided = 0;
  for (int round = 0; round < kRounds; ++round) {
    Layout l = {IntTuple({int64_t(12), int64_t(8)}),
                IntTuple({int64_t(8), int64_t(1)})};
    if (random.chance(50))
      std::swap(l.stride.getMutableChildren()[0],
                l.stride.getMutableChildren()[1]);
    Tile tile;
    tile.bracketed = true;
    tile.entries = {Leaf::getStatic(random.number(1, 4)),
                    Leaf::getStatic(int64_t(1) << random.number(0, 3))};
    Algebra algebra;
    Layout logical = algebra.logicalDivide(l, tile);
    Layout zipped = algebra.zippedDivide(l, tile);
    Layout tiled = algebra.tiledDivide(l, tile);
    Layout flat = algebra.flatDivide(l, tile);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    ++numDivided;
    expectSameFunction(zipped, tiled);
    expectSameFunction(zipped, flat);
    EXPECT_EQ(places(zipped), places(logical));
    // Tiles that don't divide a mode round up.
    EXPECT_GE(size(zipped), size(l));
    ASSERT_EQ(zipped.rank(), 2);
    ASSERT_EQ(zipped[0].rank(), 2);
    EXPECT_EQ(tiled.rank(), 3);
    EXPECT_EQ(flat.rank(), 4);
    for (int mode : {0, 1})
      EXPECT_EQ(size(zipped[0][mode]),
                std::get<Leaf>(tile.entries[mode]).value);
  }
  EXPECT_EQ(numDivided, kRounds);
}

TEST(Layout, ZippedDivideRejectsWhatHasNoPairs) {
  Layout l = {IntTuple({int64_t(64), int64_t(32)}),
              IntTuple({int64_t(32), int64_t(1)})};
  Tile star;
  star.bracketed = true;
  star.entries = {Leaf::getStatic(16), Leaf::getNone()};
  {
    Algebra algebra;
    algebra.zippedDivide(l, star);
    EXPECT_EQ(algebra.getError(), "cannot zip a divide by [16|*]: entry 1 is "
                                  "'*', which leaves no pair (tile, rest)");
  }
  Tile list;
  list.bracketed = true;
  list.entries = {Leaf::getStatic(16)};
  Algebra algebra;
  algebra.zippedDivide(Layout{int64_t(64), int64_t(1)}, list);
  EXPECT_FALSE(algebra.succeeded());
}

TEST(Layout, LogicalProductRepeatsTheBlock) {
  RandomLayouts random(15);
  for (int round = 0; round < kRounds; ++round) {
    Layout block = random.injection(), tiler = random.injection();
    Algebra algebra;
    Layout r = algebra.logicalProduct(block, tiler);
    if (!algebra.succeeded())
      continue;
    ASSERT_EQ(r.rank(), 2);
    EXPECT_EQ(size(r), size(block) * size(tiler));
    expectSameFunction(r[0], block);
    EXPECT_TRUE(isInjective(r)) << block.str() << " x " << tiler.str();
    // Every copy is the block, moved.
    for (int64_t j = 0, e = size(tiler); j < e; ++j)
      for (int64_t i = 0, n = size(block); i < n; ++i)
        ASSERT_EQ(evaluate(r, j * n + i),
                  evaluate(r, j * n) + evaluate(block, i));
  }
}

TEST(Layout, BlockedAndRakedProductsReachTheSameElements) {
  RandomLayouts random(16);
  int numProducts = 0;
  for (int round = 0; round < kRounds; ++round) {
    Layout block = random.bijection(), tiler = random.bijection();
    Algebra algebra;
    Layout logical = algebra.logicalProduct(block, tiler);
    Layout blocked = algebra.blockedProduct(block, tiler);
    Layout raked = algebra.rakedProduct(block, tiler);
    Layout tiled = algebra.tiledProduct(block, tiler);
    Layout flat = algebra.flatProduct(block, tiler);
    if (!algebra.succeeded())
      continue;
    ++numProducts;
    EXPECT_EQ(places(blocked), places(logical));
    EXPECT_EQ(places(raked), places(logical));
    expectSameFunction(tiled, logical);
    expectSameFunction(flat, logical);
  }
  EXPECT_GT(numProducts, kRounds / 2);
}

TEST(Layout, OrderedLayoutIsABijectionInThatOrder) {
  RandomLayouts random(17);
  for (int round = 0; round < kRounds; ++round) {
    IntTuple shape = random.shape();
    if (shape.isLeaf())
      continue;
    std::vector<IntTuple> order;
    for (int64_t i = 0; i < shape.rank(); ++i)
      order.push_back(int64_t(i));
    for (int64_t i = 0; i < shape.rank(); ++i)
      std::swap(order[i], order[random.number(0, shape.rank() - 1)]);
    Algebra algebra;
    Layout l = algebra.orderedLayout(shape, IntTuple(order));
    ASSERT_TRUE(algebra.succeeded());
    EXPECT_EQ(l.shape, shape);
    EXPECT_TRUE(isInjective(l)) << l.str();
    EXPECT_EQ(algebra.cosize(l).value, size(l)) << l.str();
    for (int64_t i = 0; i < l.rank(); ++i)
      if (order[i] == IntTuple(int64_t(0))) {
        EXPECT_EQ(l.stride[i].getLeaves().front().value, 1) << l.str();
      }
  }
}

TEST(Layout, FragmentLayoutIsCompact) {
  RandomLayouts random(18);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.injection();
    Algebra algebra;
    Layout r = algebra.fragmentLayout(l);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    EXPECT_EQ(size(r), size(l));
    EXPECT_TRUE(isInjective(r)) << l.str() << " -> " << r.str();
    EXPECT_EQ(algebra.cosize(r).value, size(l)) << l.str() << " -> " << r.str();
  }
}

TEST(Layout, SliceIsTheFunctionWithModesFixed) {
  RandomLayouts random(19);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.layout();
    if (l.isLeaf())
      continue;
    // Fix one mode at a linear index.
    int64_t fixed = random.number(0, l.rank() - 1);
    int64_t at = random.number(0, size(l[fixed]) - 1);
    std::vector<IntTuple> coord(l.rank(), IntTuple(Leaf::getNone()));
    coord[fixed] = at;
    if (l.rank() == 1)
      continue;
    Algebra algebra;
    Layout r = algebra.slice(l, IntTuple(coord));
    Layout diced = algebra.dice(l, IntTuple(coord));
    IntTuple offset = algebra.crd2idx(IntTuple(coord), l);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    EXPECT_EQ(size(r) * size(diced), size(l));
    std::multiset<int64_t> expected;
    for (int64_t i = 0, e = size(l); i < e; ++i) {
      int64_t before = 1;
      for (int64_t k = 0; k < fixed; ++k)
        before *= size(l[k]);
      if (i / before % size(l[fixed]) == at)
        expected.insert(evaluate(l, i));
    }
    std::multiset<int64_t> actual;
    for (int64_t i = 0, e = size(r); i < e; ++i)
      actual.insert(offset.getLeaf().value + evaluate(r, i));
    EXPECT_EQ(actual, expected) << l.str();
  }
}

TEST(Layout, SliceErrors) {
  Layout l = {IntTuple({int64_t(4), int64_t(8)}),
              IntTuple({int64_t(1), int64_t(4)})};
  {
    Algebra algebra;
    algebra.slice(l, IntTuple({int64_t(1), int64_t(2)}));
    EXPECT_EQ(algebra.getError(), "coordinate (1,2) fixes every mode: expected "
                                  "at least one '*'");
  }
  Algebra algebra;
  algebra.slice(l, IntTuple({IntTuple(Leaf::getNone()), IntTuple(int64_t(0)),
                             IntTuple(int64_t(0))}));
  EXPECT_FALSE(algebra.succeeded());
}

// Elements of a half or twice the width in the same memory.
TEST(Layout, RecastUndoesItself) {
  RandomLayouts random(20);
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.bijection();
    int64_t factor = int64_t(1) << random.number(0, 3);
    Algebra algebra;
    Layout narrow = algebra.recast(l, 8 * factor, 8);
    EXPECT_EQ(size(narrow), size(l) * factor) << l.str();
    expectSameFunction(algebra.recast(narrow, 8, 8 * factor), l);
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    // Every wide element is its narrow ones.
    std::multiset<int64_t> expected;
    for (int64_t place : places(l))
      for (int64_t i = 0; i < factor; ++i)
        expected.insert(place * factor + i);
    EXPECT_EQ(places(narrow), expected) << l.str() << " -> " << narrow.str();
  }
}

TEST(Layout, TileToShapeCoversTheShape) {
  RandomLayouts random(21);
  for (int round = 0; round < kRounds; ++round) {
    int64_t a = random.number(1, 3), b = random.number(1, 3);
    Algebra algebra;
    IntTuple blockShape({a, b});
    Layout block = algebra.orderedLayout(
        blockShape, random.chance(50) ? IntTuple({int64_t(0), int64_t(1)})
                                      : IntTuple({int64_t(1), int64_t(0)}));
    IntTuple target({a * random.number(1, 4), b * random.number(1, 4)});
    Layout r =
        algebra.tileToShape(block, target, IntTuple({int64_t(0), int64_t(1)}));
    ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
    for (int64_t i : {0, 1})
      EXPECT_EQ(size(r[i]), target[i].getLeaf().value) << r.str();
    EXPECT_TRUE(isInjective(r)) << r.str();
    EXPECT_EQ(algebra.cosize(r).value, size(r)) << r.str();
  }
}

// The layout by which a tile's threads and values are spread over its rows and
// columns: 16 threads per row, two groups of eight columns each.
TEST(Layout, CoordinatesOfAThreadValueLayout) {
  auto e = [](int64_t coefficient, int32_t mode) {
    return IntTuple(Leaf::getBasis(coefficient, {mode}));
  };
  Layout tv = {
      IntTuple({IntTuple({int64_t(16), int64_t(16)}),
                IntTuple({int64_t(8), int64_t(2)})}),
      IntTuple({IntTuple({e(8, 1), e(1, 0)}), IntTuple({e(1, 1), e(128, 1)})})};
  std::map<std::pair<int64_t, int64_t>, int> seen;
  for (int64_t t = 0; t < 256; ++t)
    for (int64_t v = 0; v < 16; ++v) {
      FailureOr<SmallVector<int64_t>> crd = coordinateAt(tv, {t, v}, 2);
      ASSERT_TRUE(succeeded(crd));
      EXPECT_EQ((*crd)[0], t / 16);
      EXPECT_EQ((*crd)[1], (v / 8 * 16 + t % 16) * 8 + v % 8);
      ++seen[{(*crd)[0], (*crd)[1]}];
    }
  EXPECT_EQ(seen.size(), 16u * 256u);
}

TEST(Layout, CoordinateOfTheOriginHasAllItsModes) {
  Layout l = {IntTuple({int64_t(4), int64_t(2)}),
              IntTuple({IntTuple(Leaf::getBasis(1, {0})),
                        IntTuple(Leaf::getBasis(1, {1}))})};
  FailureOr<SmallVector<int64_t>> origin = coordinateAt(l, {0, 0}, 2);
  ASSERT_TRUE(succeeded(origin));
  EXPECT_EQ(*origin, SmallVector<int64_t>({0, 0}));
  // One basis vector alone.
  FailureOr<SmallVector<int64_t>> step = coordinateAt(l, {3, 0}, 2);
  ASSERT_TRUE(succeeded(step));
  EXPECT_EQ(*step, SmallVector<int64_t>({3, 0}));
  // More modes than asked for.
  EXPECT_TRUE(failed(coordinateAt(l, {0, 1}, 1)));
}
