//===- LayoutTest.cpp - Thread-value layouts against brute force ----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random layouts are built from a list of modes, so that what each thread holds
// is known without asking the code under test.
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace mlir;
using namespace mlir::helion;

namespace {

/// `size` steps along `axis`, -1 for threads that hold copies. The step is
/// what the axis' modes before it, in the order of `Sample::order`, cover.
struct Mode {
  int64_t size = 1;
  int axis = -1;
  int64_t step = 0;
};

struct Sample {
  SmallVector<StringAttr> axes;
  SmallVector<Mode> threads;
  Mode element, vector;
  LayoutAttr layout;

  int64_t numThreads() const {
    int64_t threadCount = 1;
    for (const Mode &mode : threads)
      threadCount *= mode.size;
    return threadCount;
  }

  SmallVector<int64_t> locate(int64_t thread, int64_t v, int64_t k) const {
    SmallVector<int64_t> position(axes.size(), 0);
    auto add = [&](const Mode &mode, int64_t index) {
      if (mode.axis >= 0)
        position[mode.axis] += index * mode.step;
    };
    for (const Mode &mode : threads) {
      add(mode, thread % mode.size);
      thread /= mode.size;
    }
    add(element, v);
    add(vector, k);
    return position;
  }
};

class LayoutTest : public ::testing::Test {
protected:
  LayoutTest() { context.loadDialect<HelionDialect>(); }

  int64_t pick(std::initializer_list<int64_t> choices) {
    return choices.begin()[random() % choices.size()];
  }

  static fly::IntTuple stride(const Mode &mode) {
    return mode.axis < 0 ? fly::IntTuple(0)
                         : fly::IntTuple(fly::Leaf::getBasis(
                               mode.step, {static_cast<int32_t>(mode.axis)}));
  }

  Sample makeSample() {
    Sample sample;
    int numAxes = static_cast<int>(random() % 4);
    for (int i = 0; i < numAxes; ++i)
      sample.axes.push_back(StringAttr::get(
          &context, std::string(1, static_cast<char>('a' + i))));
    auto anyAxis = [&](int64_t copies) {
      return static_cast<int>(random() % (numAxes + copies)) -
             static_cast<int>(copies);
    };
    int numThreadModes = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < numThreadModes; ++i)
      sample.threads.push_back({pick({1, 2, 3, 4, 8}), anyAxis(1), 0});
    if (numAxes > 0) {
      sample.element = {pick({1, 2, 4, 8}), anyAxis(0), 0};
      sample.vector = {pick({1, 2, 3, 5}), anyAxis(0), 0};
    }
    // The elements of a vector are contiguous; the rest comes in any order.
    SmallVector<Mode *> order = {&sample.vector};
    for (Mode &mode : sample.threads)
      order.push_back(&mode);
    std::shuffle(order.begin(), order.end(), random);
    order.insert(order.begin(), &sample.element);
    SmallVector<int64_t> covered(numAxes, 1);
    for (Mode *mode : order) {
      if (mode->axis < 0)
        continue;
      mode->step = covered[mode->axis];
      covered[mode->axis] *= mode->size;
    }

    std::vector<fly::IntTuple> shape, strides;
    for (const Mode &mode : sample.threads) {
      shape.emplace_back(mode.size);
      strides.push_back(stride(mode));
    }
    fly::Layout tv;
    tv.shape = std::vector<fly::IntTuple>{
        fly::IntTuple(shape),
        std::vector<fly::IntTuple>{sample.element.size, sample.vector.size}};
    tv.stride = std::vector<fly::IntTuple>{
        fly::IntTuple(strides),
        std::vector<fly::IntTuple>{stride(sample.element),
                                   stride(sample.vector)}};
    sample.layout = LayoutAttr::get(&context, sample.axes,
                                    fly::LayoutAttr::get(&context, tv));
    return sample;
  }

  /// Calls `body(thread, vector, element)` for every value of every thread.
  static void forEachValue(const Sample &sample,
                           function_ref<void(int64_t, int64_t, int64_t)> body) {
    for (int64_t thread = 0; thread < sample.numThreads(); ++thread)
      for (int64_t k = 0; k < sample.vector.size; ++k)
        for (int64_t v = 0; v < sample.element.size; ++v)
          body(thread, k, v);
  }

  MLIRContext context;
  std::mt19937 random{20};
  static constexpr int numSamples = 100;
};

TEST_F(LayoutTest, Coordinates) {
  for (int i = 0; i < numSamples; ++i) {
    Sample sample = makeSample();
    EXPECT_EQ(sample.layout.getNumThreads(), sample.numThreads());
    EXPECT_EQ(sample.layout.getVectorWidth(), sample.element.size);
    EXPECT_EQ(sample.layout.getNumVectors(), sample.vector.size);
    forEachValue(sample, [&](int64_t thread, int64_t k, int64_t v) {
      EXPECT_EQ(sample.layout.getCoordinates(thread, k, v),
                sample.locate(thread, v, k))
          << sample.layout.getTv().getValue().str();
    });
  }
}

// What the verifier promises: the tile is a box, and every element of it is
// held, by as many threads as differ in no coordinate.
TEST_F(LayoutTest, EveryElementIsHeld) {
  for (int i = 0; i < numSamples; ++i) {
    Sample sample = makeSample();
    std::map<std::vector<int64_t>, int64_t> holders;
    forEachValue(sample, [&](int64_t thread, int64_t k, int64_t v) {
      SmallVector<int64_t> position =
          sample.layout.getCoordinates(thread, k, v);
      ++holders[std::vector<int64_t>(position.begin(), position.end())];
    });
    int64_t copies = 1, elements = 1;
    for (const Mode &mode : sample.threads)
      if (mode.axis < 0)
        copies *= mode.size;
    SmallVector<int64_t> shape = sample.layout.getTileShape();
    for (int64_t size : shape)
      elements *= size;
    EXPECT_EQ(static_cast<int64_t>(holders.size()), elements);
    for (const auto &[position, count] : holders) {
      EXPECT_EQ(count, copies);
      for (auto [coordinate, size] : llvm::zip_equal(position, shape))
        EXPECT_LT(coordinate, size);
    }
  }
}

// The projection of a layout puts each thread where the layout puts it, as far
// as the remaining axes go, and holds nothing twice in one thread.
TEST_F(LayoutTest, Projection) {
  for (int i = 0; i < numSamples; ++i) {
    Sample sample = makeSample();
    SmallVector<unsigned> kept;
    SmallVector<StringAttr> axes;
    for (unsigned dim = 0; dim < sample.axes.size(); ++dim)
      if (random() % 2)
        kept.push_back(dim);
    std::shuffle(kept.begin(), kept.end(), random);
    for (unsigned dim : kept)
      axes.push_back(sample.axes[dim]);
    LayoutAttr projection = sample.layout.project(axes);
    EXPECT_EQ(projection.getNumThreads(), sample.numThreads());
    forEachValue(sample, [&](int64_t thread, int64_t k, int64_t v) {
      SmallVector<int64_t> full = sample.locate(thread, v, k), expected;
      for (unsigned dim : kept)
        expected.push_back(full[dim]);
      EXPECT_EQ(projection.getCoordinates(
                    thread, std::min(k, projection.getNumVectors() - 1),
                    std::min(v, projection.getVectorWidth() - 1)),
                expected);
    });
    SmallVector<int64_t> shape = sample.layout.getTileShape(), expectedShape;
    for (unsigned dim : kept)
      expectedShape.push_back(shape[dim]);
    EXPECT_EQ(projection.getTileShape(), expectedShape);
    // Projecting twice, and onto all axes, changes nothing more.
    EXPECT_EQ(projection.project(axes), projection);
    EXPECT_EQ(sample.layout.project(sample.axes), sample.layout);
  }
}

// Reductions across lanes combine this many neighbours.
TEST_F(LayoutTest, ThreadsAlong) {
  for (int i = 0; i < numSamples; ++i) {
    Sample sample = makeSample();
    for (unsigned dim = 0; dim < sample.axes.size(); ++dim) {
      // Aligned groups of neighbours that differ, pairwise, along `dim` alone.
      auto isGroup = [&](int64_t size) {
        for (int64_t first = 0; first < sample.numThreads(); first += size) {
          SmallVector<int64_t> seen;
          for (int64_t thread = first; thread < first + size; ++thread) {
            SmallVector<int64_t> position = sample.locate(thread, 0, 0);
            if (llvm::is_contained(seen, position[dim]))
              return false;
            seen.push_back(position[dim]);
            SmallVector<int64_t> reference = sample.locate(first, 0, 0);
            position[dim] = reference[dim] = 0;
            if (position != reference)
              return false;
          }
        }
        return true;
      };
      int64_t expected = 1;
      for (int64_t size = 2; size <= sample.numThreads(); ++size)
        if (sample.numThreads() % size == 0 && isGroup(size))
          expected = size;
      EXPECT_EQ(sample.layout.getThreadsAlong(sample.axes[dim]), expected)
          << sample.layout.getTv().getValue().str();
    }
  }
}

} // namespace
