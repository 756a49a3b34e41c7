//===- PropertyTest.cpp - The algebra on hostile layouts ------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts with negative and zero strides, modes of size 1, tuples of one, and
// elements that meet. Each function is compared with its definition over all
// coordinates; a counterexample is made small before it is printed.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "Shrinking.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

static constexpr int kRounds = 3000;

using Result = std::optional<std::string>;

/// Where two functions first differ.
static Result differ(const Layout &found,
                     const std::function<int64_t(int64_t)> &expected,
                     int64_t numElements) {
  if (size(found) != numElements)
    return "expected " + std::to_string(numElements) + " elements, got " +
           found.str();
  for (int64_t i = 0; i < numElements; ++i)
    if (evaluate(found, i) != expected(i))
      return found.str() + " gives " + std::to_string(evaluate(found, i)) +
             " at " + std::to_string(i) + ", expected " +
             std::to_string(expected(i));
  return std::nullopt;
}

static Result differ(const Layout &found, const Layout &expected) {
  return differ(
      found, [&](int64_t i) { return evaluate(expected, i); }, size(expected));
}

static std::multiset<int64_t> places(const Layout &layout) {
  std::multiset<int64_t> result;
  for (int64_t i = 0, e = size(layout); i < e; ++i)
    result.insert(evaluate(layout, i));
  return result;
}

namespace {
class PropertyTest : public ::testing::Test {
protected:
  Layout any() {
    switch (random.number(0, 3)) {
    case 0:
      return random.bijection();
    case 1:
      return random.injection();
    case 2:
      return random.layout();
    default:
      return random.hostile();
    }
  }
  /// Checks thousands of layouts, or pairs of them. `property` counts the cases
  /// that it is about, of which there must be many.
  void checkAll(int numLayouts, const Property &property) {
    for (int round = 0; round < kRounds && !HasFailure(); ++round) {
      Layouts layouts;
      for (int i = 0; i < numLayouts; ++i)
        layouts.push_back(any());
      expectProperty(layouts, property);
    }
    EXPECT_GT(numChecked, kRounds / 5);
  }

  RandomLayouts random{1234};
  int numChecked = 0;
};
} // namespace

// The harness itself: a failure becomes as small as it can.
TEST(Shrinking, FindsTheSmallestCounterexample) {
  Property noLargeSizes = [](const Layouts &layouts) -> Result {
    for (const Leaf &leaf : layouts[0].shape.getLeaves())
      if (leaf.value >= 3)
        return "large";
    return std::nullopt;
  };
  RandomLayouts random(7);
  int numShrunk = 0;
  for (int round = 0; round < 100; ++round) {
    Layout l = random.layout();
    if (!noLargeSizes({l}))
      continue;
    ++numShrunk;
    EXPECT_EQ(shrink({l}, noLargeSizes)[0].str(), "3:0");
  }
  EXPECT_GT(numShrunk, 20);
}

TEST_F(PropertyTest, Coalesce) {
  checkAll(1, [&](const Layouts &in) -> Result {
    ++numChecked;
    Algebra algebra;
    Layout r = algebra.coalesce(in[0]);
    if (!algebra.succeeded())
      return algebra.getError().str();
    if (Result result = differ(r, in[0]))
      return result;
    // No two neighbours could still be one mode.
    SmallVector<Leaf> sizes = r.shape.getLeaves(),
                      strides = r.stride.getLeaves();
    for (size_t i = 0; i + 1 < sizes.size(); ++i)
      if (sizes[i].value * strides[i].value == strides[i + 1].value)
        return "modes " + std::to_string(i) + " and its next could merge in " +
               r.str();
    return std::nullopt;
  });
}

TEST_F(PropertyTest, Composition) {
  checkAll(2, [&](const Layouts &in) -> Result {
    // Negative indices are no elements of a layout.
    for (int64_t place : places(in[1]))
      if (place < 0)
        return std::nullopt;
    Algebra algebra;
    Layout r = algebra.composition(in[0], in[1]);
    if (!algebra.succeeded())
      return std::nullopt;
    ++numChecked;
    return differ(
        r, [&](int64_t i) { return evaluate(in[0], evaluate(in[1], i)); },
        size(in[1]));
  });
}

TEST_F(PropertyTest, Complement) {
  checkAll(1, [&](const Layouts &in) -> Result {
    int64_t codomain = 1 + size(in[0]) * 3;
    Algebra algebra;
    Layout r = algebra.complement(in[0], IntTuple(codomain));
    if (!algebra.succeeded())
      return std::nullopt;
    ++numChecked;
    // Disjoint: an element of the one and one of the other lead to an index
    // that no other pair of different elements leads to.
    std::set<int64_t> own, all;
    for (int64_t place : places(in[0]))
      own.insert(place);
    for (int64_t place : own)
      for (int64_t i = 0, e = size(r); i < e; ++i)
        if (!all.insert(place + evaluate(r, i)).second)
          return r.str() + " meets it";
    if (*all.rbegin() + 1 < codomain)
      return r.str() + " does not reach " + std::to_string(codomain);
    return std::nullopt;
  });
}

TEST_F(PropertyTest, RightInverse) {
  checkAll(1, [&](const Layouts &in) -> Result {
    Algebra algebra;
    Layout r = algebra.rightInverse(in[0]);
    if (!algebra.succeeded())
      return algebra.getError().str();
    ++numChecked;
    for (int64_t i = 0, e = size(r); i < e; ++i)
      if (evaluate(in[0], evaluate(r, i)) != i)
        return r.str() + " is not inverse at " + std::to_string(i);
    return std::nullopt;
  });
}

TEST_F(PropertyTest, LeftInverse) {
  checkAll(1, [&](const Layouts &in) -> Result {
    Algebra algebra;
    Layout r = algebra.leftInverse(in[0]);
    // Only a layout whose elements don't meet has one.
    if (!algebra.succeeded() || !isInjective(in[0]))
      return std::nullopt;
    ++numChecked;
    for (int64_t i = 0, e = size(in[0]); i < e; ++i)
      if (evaluate(r, evaluate(in[0], i)) != i)
        return r.str() + " is not inverse at " + std::to_string(i);
    return std::nullopt;
  });
}

TEST_F(PropertyTest, LogicalDivide) {
  checkAll(2, [&](const Layouts &in) -> Result {
    Algebra algebra;
    Layout r = algebra.logicalDivide(in[0], in[1]);
    if (!algebra.succeeded())
      return std::nullopt;
    ++numChecked;
    if (r.rank() != 2)
      return "expected (tile, rest), got " + r.str();
    // The first mode is what the divisor picks.
    return differ(
        r[0], [&](int64_t i) { return evaluate(in[0], evaluate(in[1], i)); },
        size(in[1]));
  });
}

TEST_F(PropertyTest, LogicalProduct) {
  checkAll(2, [&](const Layouts &in) -> Result {
    Algebra algebra;
    Layout r = algebra.logicalProduct(in[0], in[1]);
    if (!algebra.succeeded())
      return std::nullopt;
    ++numChecked;
    if (r.rank() != 2)
      return "expected (block, copies), got " + r.str();
    if (Result result = differ(r[0], in[0]))
      return result;
    // Two copies lie at the same place if and only if the tiler says so.
    std::map<int64_t, int64_t> copyOf;
    for (int64_t i = 0, e = size(in[1]); i < e; ++i) {
      int64_t place = evaluate(r[1], i), tile = evaluate(in[1], i);
      auto [it, isNew] = copyOf.try_emplace(place, tile);
      if (it->second != tile)
        return r.str() + " puts the copies " + std::to_string(it->second) +
               " and " + std::to_string(tile) + " at the same place";
    }
    return std::nullopt;
  });
}

TEST_F(PropertyTest, Cosize) {
  checkAll(1, [&](const Layouts &in) -> Result {
    for (const Leaf &stride : in[0].stride.getLeaves())
      if (stride.value < 0)
        return std::nullopt;
    ++numChecked;
    Algebra algebra;
    int64_t found = algebra.cosize(in[0]).value;
    int64_t expected = *places(in[0]).rbegin() + 1;
    if (found != expected)
      return "expected the cosize " + std::to_string(expected) + ", got " +
             std::to_string(found);
    return std::nullopt;
  });
}

// Modes are moved around, but not changed.
TEST_F(PropertyTest, Structure) {
  checkAll(2, [&](const Layouts &in) -> Result {
    const Layout &l = in[0];
    ++numChecked;
    Algebra algebra;
    Layout appended = algebra.append(l, in[1]);
    Layout prepended = algebra.prepend(l, in[1]);
    if (appended.rank() != l.rank() + 1 || prepended.rank() != l.rank() + 1)
      return "expected one mode more";
    if (appended[l.rank()] != in[1] || prepended[0] != in[1])
      return "expected the new mode to be the second layout";
    for (int64_t i = 0, e = l.rank(); i < e; ++i)
      if (appended[i] != l[i] || prepended[i + 1] != l[i])
        return "expected the other modes to stay";
    Layout taken = algebra.take(appended, 0, l.rank());
    if (taken != (l.rank() == 1 ? l[0] : l))
      return "expected to take what was there, got " + taken.str();
    Layout grouped = algebra.group(appended, 0, l.rank());
    if (grouped.rank() != 2 || grouped[1] != in[1])
      return "expected two groups, got " + grouped.str();
    if (Result result = differ(grouped, appended))
      return result;
    int32_t last = static_cast<int32_t>(l.rank());
    Layout selected = algebra.select(appended, {last, 0});
    if (selected[0] != in[1] || selected[1] != l[0])
      return "expected the selected modes, got " + selected.str();
    if (algebra.get(appended, {last}) != in[1])
      return "expected the mode to be the second layout";
    if (!algebra.succeeded())
      return algebra.getError().str();
    return std::nullopt;
  });
}

TEST_F(PropertyTest, LayoutLike) {
  checkAll(1, [&](const Layouts &in) -> Result {
    ++numChecked;
    Algebra algebra;
    Layout r = algebra.layoutLike(in[0]);
    if (!algebra.succeeded())
      return algebra.getError().str();
    if (r.shape != in[0].shape)
      return "expected the same shape, got " + r.str();
    return std::nullopt;
  });
}

TEST_F(PropertyTest, IdentityLayout) {
  checkAll(1, [&](const Layouts &in) -> Result {
    // A single basis vector stands for itself, not for a coordinate.
    const IntTuple &shape = in[0].shape;
    if (shape.getLeaves().size() == 1)
      return std::nullopt;
    ++numChecked;
    Algebra algebra;
    Layout identity = algebra.identityLayout(shape);
    // A coordinate along one mode is a coordinate of the whole; zeros at its
    // end are left out.
    Layout compact = {shape, algebra.compactColMajor(shape)};
    for (int64_t i = 0, e = size(in[0]); i < e; ++i) {
      IntTuple crd = algebra.idx2crd(i, compact);
      IntTuple found = algebra.add(algebra.crd2idx(crd, identity),
                                   algebra.coprofile(identity));
      if (algebra.crd2idx(found, compact) != IntTuple(i))
        return identity.str() + " maps " + crd.str() + " to " + found.str();
    }
    return algebra.succeeded() ? Result() : algebra.getError().str();
  });
}

// A composed layout is the swizzle of what the layout gives, wherever the
// offset comes from.
TEST_F(PropertyTest, ComposedLayoutsAndSlices) {
  checkAll(1, [&](const Layouts &in) -> Result {
    const Layout &l = in[0];
    for (int64_t place : places(l))
      if (place < 0)
        return std::nullopt;
    ++numChecked;
    Swizzle swizzle = {2, 1, 3};
    ComposedLayout composed = {{Stage{swizzle, int64_t(8)}}, l};
    auto expected = [&](int64_t i) {
      int64_t index = 8 + evaluate(l, i);
      return index ^ ((index >> 3) & 6);
    };
    Algebra algebra;
    for (int64_t i = 0, e = size(l); i < e; ++i)
      if (algebra.crd2idx(IntTuple(i), composed) != IntTuple(expected(i)))
        return "wrong at " + std::to_string(i);
    // With mode 0 fixed, the rest begins at the offset of that coordinate.
    if (l.isLeaf() || l.rank() == 1)
      return std::nullopt;
    std::vector<IntTuple> coord(l.rank(), IntTuple(Leaf::getNone()));
    int64_t at = size(l[0]) - 1;
    coord[0] = at;
    ComposedLayout slice = {composed.stages, algebra.slice(l, coord)};
    slice.stages[0].offset =
        algebra.add(slice.stages[0].offset, algebra.crd2idx(coord, l));
    for (int64_t i = 0, e = size(slice.layout); i < e; ++i)
      if (algebra.crd2idx(IntTuple(i), slice) !=
          IntTuple(expected(at + i * size(l[0]))))
        return "the slice is wrong at " + std::to_string(i);
    return algebra.succeeded() ? Result() : algebra.getError().str();
  });
}

// Where a composed layout is shown to be moved as a whole, it is.
TEST_F(PropertyTest, Decomposition) {
  int numProven = 0;
  checkAll(1, [&](const Layouts &in) -> Result {
    const Layout &l = in[0];
    for (int64_t place : places(l))
      if (place < 0 || size(l) > 32)
        return std::nullopt;
    ++numChecked;
    for (int64_t offset : {0, 4, 8, 24, 32, 56})
      for (int64_t base : {0, 2, 3}) {
        ComposedLayout composed = {{Stage{Swizzle{2, base, 3}, offset}}, l};
        Algebra algebra;
        int64_t start = algebra.decompose(composed, true).getLeaf().value;
        bool isWhole = true;
        for (int64_t i = 0, e = size(l); i < e; ++i)
          isWhole &= Algebra().crd2idx(IntTuple(i), composed) ==
                     IntTuple(start + evaluate(l, i));
        if (isWhole != algebra.succeeded())
          return "with S<2," + std::to_string(base) + ",3> o " +
                 std::to_string(offset) + ", " +
                 (isWhole ? "rejected" : "accepted");
        // Where only a divisor of the offset is known, fewer can be shown.
        Algebra described;
        ComposedLayout hidden = composed;
        hidden.stages[0].offset =
            IntTuple(Leaf::getDynamic(32, offset == 0 ? 64 : offset));
        described.decompose(hidden, true);
        if (described.succeeded() && !isWhole)
          return "with S<2," + std::to_string(base) +
                 ",3> o ?{div=" + std::to_string(offset) + "}, accepted";
        numProven += described.succeeded();
      }
    return std::nullopt;
  });
  EXPECT_GT(numProven, kRounds);
}

TEST_F(PropertyTest, CoordinateSwizzle) {
  for (int round = 0; round < kRounds; ++round) {
    int64_t row = random.number(0, 63), col = random.number(0, 63);
    CoordSwizzle s;
    s.mask = random.number(0, 3);
    s.baseRow = random.number(0, 3);
    s.baseCol = random.number(0, 3);
    s.modeRow = {0};
    s.modeCol = {1, 0};
    Algebra algebra;
    IntTuple coord({row, IntTuple({col, int64_t(5)})});
    IntTuple swizzled = algebra.swizzle(coord, s);
    int64_t bits = row >> s.baseRow & ((int64_t(1) << s.mask) - 1);
    EXPECT_EQ(swizzled,
              IntTuple({row, IntTuple({col ^ bits << s.baseCol, int64_t(5)})}));
    // It is its own inverse.
    EXPECT_EQ(algebra.swizzle(swizzled, s), coord);
    ASSERT_TRUE(algebra.succeeded());
  }
}

// A swizzled layout of narrower or wider elements is about the same bytes.
TEST_F(PropertyTest, RecastOfSwizzledLayouts) {
  int numRecast = 0;
  for (int round = 0; round < kRounds; ++round) {
    Layout l = random.bijection();
    int64_t factor = int64_t(1) << random.number(1, 2);
    ComposedLayout narrow = {
        {Stage{Swizzle{2, random.number(1, 3), 3}, random.number(0, 3) * 8}},
        l};
    Algebra algebra;
    ComposedLayout wide = algebra.recast(narrow, 8, 8 * factor);
    if (!algebra.succeeded())
      continue;
    ++numRecast;
    std::set<int64_t> bytes, expected;
    for (int64_t i = 0, e = size(l); i < e; ++i)
      expected.insert(algebra.crd2idx(IntTuple(i), narrow).getLeaf().value);
    for (int64_t i = 0, e = size(wide.layout); i < e; ++i)
      for (int64_t k = 0; k < factor; ++k)
        bytes.insert(
            algebra.crd2idx(IntTuple(i), wide).getLeaf().value * factor + k);
    // A size that is no multiple rounds up, to elements that lie partly behind.
    if (size(l) % factor == 0) {
      EXPECT_EQ(bytes, expected) << narrow.str() << " -> " << wide.str();
    }
  }
  EXPECT_GT(numRecast, kRounds / 10);
}
