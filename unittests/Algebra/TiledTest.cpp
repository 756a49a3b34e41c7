//===- TiledTest.cpp - Thread-value partitions against their definition ---===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/Tiled.h"
#include "RandomLayouts.h"

#include "gtest/gtest.h"

using namespace mlir::fly;
using namespace mlir::fly::test;

/// What a layout of two or more modes maps the linear indices of them to.
static int64_t at(const Layout &layout, std::vector<int64_t> indices) {
  int64_t result = 0;
  for (size_t i = 0; i < indices.size(); ++i)
    result += evaluate(layout[static_cast<int64_t>(i)], indices[i]);
  return result;
}

/// A random power of two up to `n`, which is one.
static int64_t divisor(RandomLayouts &random, int64_t n) {
  int64_t exponent = 0;
  while (int64_t(1) << exponent < n)
    ++exponent;
  return int64_t(1) << random.number(0, exponent);
}

/// A bijection of (thread, value) onto 0 ... size - 1 that permutes the bits of
/// the index. Compositions with other sizes needn't exist.
static Layout threadValue(RandomLayouts &random) {
  std::vector<int64_t> strides(static_cast<size_t>(random.number(2, 7)));
  for (size_t i = 0; i < strides.size(); ++i) {
    strides[i] = int64_t(1) << i;
    std::swap(strides[i], strides[static_cast<size_t>(
                              random.number(0, static_cast<int64_t>(i)))]);
  }
  auto middle = static_cast<size_t>(
      random.number(1, static_cast<int64_t>(strides.size()) - 1));
  llvm::SmallVector<Layout> modes[2];
  for (size_t i = 0; i < strides.size(); ++i)
    modes[i < middle ? 0 : 1].push_back({int64_t(2), strides[i]});
  return makeLayout({makeLayout(modes[0]), makeLayout(modes[1])});
}

static Tile sizes(std::vector<int64_t> list) {
  Tile tile;
  tile.bracketed = true;
  for (int64_t n : list)
    tile.entries.push_back(Leaf::getStatic(n));
  return tile;
}

// Every thread finds, as value v of tile (i, j), the element of the tensor that
// the thread-value layout says.
TEST(Tiled, CopyViewMatchesThreadValueLayout) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    RandomLayouts random(seed);
    Layout tv = threadValue(random);
    int64_t numThreads = size(tv[0]), numValues = size(tv[1]);
    int64_t numElements = numThreads * numValues;
    int64_t rows = divisor(random, numElements), columns = numElements / rows;
    int64_t down = random.number(1, 3), across = random.number(1, 3);
    int64_t rowStride = random.number(1, 7), columnStride = random.number(1, 7);
    Layout tensor{IntTuple({rows * down, columns * across}),
                  IntTuple({rowStride, columnStride})};
    int64_t atomValues = divisor(random, numValues);
    Layout atom{IntTuple({int64_t(1), atomValues}),
                IntTuple({int64_t(1), int64_t(1)})};

    Algebra algebra;
    Layout view =
        getCopyView(algebra, {tv, sizes({rows, columns}), atom, atom}, tensor);
    ASSERT_TRUE(algebra.succeeded())
        << tv.str() << ' ' << tensor.str() << algebra.getError().str();
    ASSERT_EQ(size(view[1][0]), atomValues);
    for (int64_t t = 0; t < numThreads; ++t)
      for (int64_t v = 0; v < numValues; ++v)
        for (int64_t i = 0; i < down; ++i)
          for (int64_t j = 0; j < across; ++j) {
            int64_t element = at(tv, {t, v});
            int64_t row = element % rows + i * rows;
            int64_t column = element / rows + j * columns;
            ASSERT_EQ(at(view, {t, v, i, j}),
                      row * rowStride + column * columnStride)
                << "seed " << seed << " tv " << tv.str() << " tensor "
                << tensor.str() << " view " << view.str();
          }
  }
}

// Where the threads of an atom exchange elements, the source's and the
// destination's partitions speak of the same positions in the tile.
TEST(Tiled, CopyViewOfExchangingAtom) {
  // Four threads, each of which gives a row of four and gets a column.
  Layout rows{IntTuple({int64_t(4), int64_t(4)}),
              IntTuple({int64_t(4), int64_t(1)})};
  Layout columns{IntTuple({int64_t(4), int64_t(4)}),
                 IntTuple({int64_t(1), int64_t(4)})};
  // Eight threads hold four elements each of 4 x 8.
  Layout tv{IntTuple({int64_t(8), int64_t(4)}),
            IntTuple({int64_t(4), int64_t(1)})};
  Layout tensor{IntTuple({int64_t(4), int64_t(8)}),
                IntTuple({int64_t(1), int64_t(4)})};
  Algebra algebra;
  Layout src = getCopyView(algebra, {tv, sizes({4, 8}), columns, rows}, tensor);
  Layout dst =
      getCopyView(algebra, {tv, sizes({4, 8}), columns, columns}, tensor);
  ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
  for (int64_t t = 0; t < 8; ++t)
    for (int64_t v = 0; v < 4; ++v) {
      EXPECT_EQ(at(dst, {t, v, 0, 0}), at(tv, {t, v}));
      // Element v of thread t's row is what thread v of the group gets as its
      // element t.
      EXPECT_EQ(at(src, {t, v, 0, 0}), at(tv, {t / 4 * 4 + v, t % 4}));
    }
}

// A fragment that was partitioned by the values of one copy holds, retiled for
// another one of the same threads, the same element at the same place.
TEST(Tiled, RetileKeepsElements) {
  // Both copies: 4 threads with 8 values of 8 x 4; the first moves four at a
  // time, the second two.
  Layout tv{IntTuple({int64_t(4), int64_t(8)}),
            IntTuple({int64_t(8), int64_t(1)})};
  auto atom = [](int64_t n) {
    return Layout{IntTuple({int64_t(1), n}),
                  IntTuple({int64_t(1), int64_t(1)})};
  };
  Layout fragment{IntTuple({int64_t(8), int64_t(1), int64_t(3)}),
                  IntTuple({int64_t(1), int64_t(0), int64_t(8)})};
  Algebra algebra;
  Layout retiled =
      retile(algebra, {tv, sizes({8, 4}), atom(2), atom(2)}, fragment);
  ASSERT_TRUE(algebra.succeeded()) << algebra.getError().str();
  EXPECT_EQ(retiled.str(), "((2,4),1,3):((1,2),0,8)");
}

// Together the threads of a tiled MMA hold every element of the operand, and
// each holds what the atom's layout says of the atoms that it executes.
TEST(Tiled, MmaViewMatchesAtomLayout) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomLayouts random(seed);
    Layout tv = threadValue(random);
    int64_t numThreads = size(tv[0]), numValues = size(tv[1]);
    int64_t numElements = numThreads * numValues;
    int64_t rows = divisor(random, numElements), columns = numElements / rows;
    int64_t atomsDown = random.number(1, 3), atomsAcross = random.number(1, 3);
    int64_t down = random.number(1, 3), across = random.number(1, 3);
    int64_t rowStride = random.number(1, 7), columnStride = random.number(1, 7);
    Layout tensor{
        IntTuple({rows * atomsDown * down, columns * atomsAcross * across}),
        IntTuple({rowStride, columnStride})};
    MmaTiling tiling;
    tiling.atomShape[0] = rows;
    tiling.atomShape[1] = columns;
    tiling.threadValue = tv;
    tiling.numAtoms[0] = atomsDown;
    tiling.numAtoms[1] = atomsAcross;
    tiling.permutation = sizes({rows * atomsDown, columns * atomsAcross});

    Algebra algebra;
    Layout view = getMmaView(algebra, tiling, tensor);
    ASSERT_TRUE(algebra.succeeded())
        << tv.str() << ' ' << tensor.str() << algebra.getError().str();
    const Layout threads = view[0], values = view[1];
    for (int64_t t = 0; t < numThreads; ++t)
      for (int64_t v = 0; v < numValues; ++v)
        for (int64_t ai = 0; ai < atomsDown; ++ai)
          for (int64_t aj = 0; aj < atomsAcross; ++aj)
            for (int64_t i = 0; i < down; ++i)
              for (int64_t j = 0; j < across; ++j) {
                int64_t element = at(tv, {t, v});
                int64_t row = element % rows + (i * atomsDown + ai) * rows;
                int64_t column =
                    element / rows + (j * atomsAcross + aj) * columns;
                int64_t found = evaluate(threads[0], t) +
                                at(threads[1], {ai, aj}) +
                                evaluate(values[0], v) + at(values[1], {i, j});
                ASSERT_EQ(found, row * rowStride + column * columnStride)
                    << "seed " << seed << " tv " << tv.str() << " tensor "
                    << tensor.str() << " view " << view.str();
              }
  }
}

// The modes of a copy: what the atom moves, and how often.
TEST(Tiled, AtomModes) {
  Algebra algebra;
  auto modes = [&](const Layout &tensor, int64_t n) {
    return getAtomModes(algebra, tensor, n).str();
  };
  Layout leaf{int64_t(4), int64_t(1)};
  EXPECT_EQ(modes(leaf, 4), "(4,1):(1,0)");
  Layout nested{IntTuple({IntTuple({int64_t(4), int64_t(2)}), int64_t(3)}),
                IntTuple({IntTuple({int64_t(1), int64_t(8)}), int64_t(16)})};
  EXPECT_EQ(modes(nested, 8), "((4,2),3):((1,8),16)");
  EXPECT_EQ(modes(nested, 4), "(4,(2,3)):(1,(8,16))");
  EXPECT_TRUE(algebra.succeeded());
  modes(nested, 2);
  EXPECT_EQ(algebra.getError().str(), "expected mode 0 to be the 2 elements "
                                      "that the atom moves, got "
                                      "(4,2):(1,8)");
}

static std::string text(const std::vector<GemmPosition> &positions) {
  std::string result;
  for (auto [m, n, k] : positions)
    result += (result.empty() ? "" : " ") + std::to_string(m) +
              std::to_string(n) + std::to_string(k);
  return result;
}

// The letters run from the fastest dimension to the slowest.
TEST(Tiled, TraversalOrders) {
  GemmPosition extents = {2, 3, 2};
  EXPECT_EQ(text(getTraversal("nmk", extents)),
            "000 010 020 100 110 120 001 011 021 101 111 121");
  EXPECT_EQ(text(getTraversal("kmn", extents)),
            "000 001 100 101 010 011 110 111 020 021 120 121");
  EXPECT_EQ(text(getTraversal("mnk", extents)),
            "000 100 010 110 020 120 001 101 011 111 021 121");
}

// Each position is next to the one before.
TEST(Tiled, TraversalSerpentine) {
  GemmPosition extents = {2, 3, 2};
  EXPECT_EQ(text(getTraversal("nmk_serpentine", extents)),
            "000 010 020 120 110 100 101 111 121 021 011 001");
  for (const char *order : {"kmn", "knm", "mkn", "mnk", "nkm", "nmk"}) {
    auto positions =
        getTraversal(std::string(order) + "_serpentine", {3, 4, 5});
    for (size_t i = 1; i < positions.size(); ++i) {
      int64_t distance = 0;
      for (size_t dim = 0; dim < 3; ++dim)
        distance += std::abs(positions[i][dim] - positions[i - 1][dim]);
      EXPECT_EQ(distance, 1) << order << " step " << i;
    }
  }
}

TEST(Tiled, TraversalLayout) {
  Algebra algebra;
  Layout reversed{IntTuple({int64_t(2), int64_t(2)}),
                  IntTuple({int64_t(2), int64_t(1)})};
  EXPECT_EQ(text(getTraversal(algebra, reversed, {2, 2, 1})),
            "000 010 100 110");
}
