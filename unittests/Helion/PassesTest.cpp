//===- PassesTest.cpp - Passes keep what kernels compute ------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs kernels before and after the passes and compares the numbers. Before,
// missing elements don't exist; after, nothing but pads and masks keeps them
// out. Rows are all negative, so that a missing 0 wins every maximum, and their
// guards are NaN, so that an access beside a row shows.
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Passes.h"
#include "Interpreter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::helion;
using namespace mlir::helion::test;

static constexpr StringLiteral prologue = R"(
  !t = tensor<?x?xf32, #helion.axes<m, n>>
  !r = tensor<?xf32, #helion.axes<m>>
  !w = tensor<?xf32, #helion.axes<n>>
  !x = memref<?x?xf32, strided<[?, 1], offset: ?>>
  helion.kernel @k(%x: !x, %g: memref<?xf32>, %eps: f32, %y: !x,
                   %z: memref<?xf32>) attributes {CONFIG} {
    %M = helion.size %x, 0 : !x
    %N = helion.size %x, 1 : !x
    helion.axis @m extent(%M) tile
    helion.axis @n extent(%N) KIND
    %c0 = arith.constant 0.0 : f32
    %cinf = arith.constant 0xFF800000 : f32
    %Ni = arith.index_cast %N : index to i64
    %Nf = arith.uitofp %Ni : i64 to f32
    helion.grid (%m in @m) {
)";

static constexpr StringLiteral softmax = R"(
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %max = helion.reduce max %v over n : !t -> !r
      %maxb = helion.broadcast %max : !r -> !t
      %d = arith.subf %v, %maxb : !t
      %e = math.exp %d : !t
      %sum = helion.reduce sum %e over n : !t -> !r
      %sumb = helion.broadcast %sum : !r -> !t
      %q = arith.divf %e, %sumb : !t
      helion.store %q, %y[%m, %n] : !t, !x[m, n]
      helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
)";

static constexpr StringLiteral rmsNorm = R"(
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %sq = arith.mulf %v, %v : !t
      %ss = helion.reduce sum %sq over n : !t -> !r
      %count = helion.full %Nf : !r
      %mean = arith.divf %ss, %count : !r
      %epsr = helion.full %eps : !r
      %shifted = arith.addf %mean, %epsr : !r
      %inv = math.rsqrt %shifted : !r
      %invb = helion.broadcast %inv : !r -> !t
      %normed = arith.mulf %v, %invb : !t
      %gw = helion.load %g[%n] : memref<?xf32>[n] -> !w
      %gb = helion.broadcast %gw : !w -> !t
      %o = arith.mulf %normed, %gb : !t
      helion.store %o, %y[%m, %n] : !t, !x[m, n]
      helion.store %inv, %z[%m] : !r, memref<?xf32>[m]
)";

// Centred squares, a minimum and a maximum, and a result that overwrites x.
static constexpr StringLiteral layerNorm = R"(
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %neg = arith.negf %v : !t
      helion.store %neg, %x[%m, %n] : !t, !x[m, n]
      %s = helion.reduce sum %v over n : !t -> !r
      %count = helion.full %Nf : !r
      %mean = arith.divf %s, %count : !r
      %meanb = helion.broadcast %mean : !r -> !t
      %d = arith.subf %v, %meanb : !t
      %sq = arith.mulf %d, %d : !t
      %ss = helion.reduce sum %sq over n : !t -> !r
      %min = helion.reduce min %v over n : !t -> !r
      %max = helion.reduce max %v over n : !t -> !r
      %range = arith.subf %max, %min : !r
      %both = arith.addf %ss, %range : !r
      %inv = math.rsqrt %both : !r
      %invb = helion.broadcast %inv : !r -> !t
      %o = arith.mulf %d, %invb : !t
      helion.store %o, %y[%m, %n] : !t, !x[m, n]
      helion.store %range, %z[%m] : !r, memref<?xf32>[m]
)";

static constexpr StringLiteral twoPass = R"(
      %minf = helion.full %cinf : !r
      %zero = helion.full %c0 : !r
      %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
        %v = helion.load %x[%m, %n] : !x[m, n] -> !t
        %lm = helion.reduce max %v over n : !t -> !r
        %mn = arith.maximumf %mi, %lm : !r
        %dm = arith.subf %mi, %mn : !r
        %sc = math.exp %dm : !r
        %ds = arith.mulf %di, %sc : !r
        %mb = helion.broadcast %mn : !r -> !t
        %dd = arith.subf %v, %mb : !t
        %e = math.exp %dd : !t
        %ls = helion.reduce sum %e over n : !t -> !r
        %dn = arith.addf %ds, %ls : !r
        helion.yield %mn, %dn : !r, !r
      }
      helion.for %n in @n {
        %v = helion.load %x[%m, %n] : !x[m, n] -> !t
        %maxb = helion.broadcast %max : !r -> !t
        %d = arith.subf %v, %maxb : !t
        %e = math.exp %d : !t
        %sumb = helion.broadcast %sum : !r -> !t
        %q = arith.divf %e, %sumb : !t
        helion.store %q, %y[%m, %n] : !t, !x[m, n]
      }
      helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
)";

namespace {
/// Where the rows of the buffers begin, and how long they are.
struct Shape {
  int64_t rows, columns, offset, rowStride;
};

/// The buffers of one run.
struct Buffers {
  Buffer x, g, y, z;

  explicit Buffers(const Shape &shape)
      : x(Buffer::create({shape.rows, shape.columns}, shape.offset,
                         shape.rowStride)),
        g(Buffer::create({shape.columns}, shape.offset, 0)),
        y(Buffer::create({shape.rows, shape.columns}, shape.offset,
                         shape.rowStride)),
        z(Buffer::create({shape.rows}, 0, 0)) {
    for (int64_t row = 0; row < shape.rows; ++row)
      for (int64_t column = 0; column < shape.columns; ++column)
        x.data[x.getPosition({row, column})] =
            -20.0f + std::sin(static_cast<float>(row * 31 + column * 7));
    for (int64_t column = 0; column < shape.columns; ++column)
      g.data[g.getPosition({column})] = 1.0f + column % 5;
  }

  std::vector<Argument> getArguments() { return {&x, &g, 1e-5f, &y, &z}; }
};

class PassesTest : public ::testing::Test {
protected:
  PassesTest() {
    static bool registered = [] {
      registerHelionPasses();
      return true;
    }();
    (void)registered;
    context.loadDialect<HelionDialect, math::MathDialect>();
  }

  OwningOpRef<ModuleOp> parse(StringRef body, StringRef kind,
                              StringRef config) {
    std::string text = prologue.str();
    auto replace = [&](StringRef key, StringRef value) {
      text.replace(text.find(key), key.size(), value.str());
    };
    replace("CONFIG", config.empty()
                          ? ""
                          : ("config = #helion.config<" + config + ">").str());
    replace("KIND", kind);
    return parseSourceString<ModuleOp>(text + body.str() + "}}", &context);
  }

  /// Compares the kernel before and after the passes on `shape`.
  void compare(StringRef body, StringRef kind, StringRef config,
               const Shape &shape, StringRef chip = "gfx942") {
    OwningOpRef<ModuleOp> module = parse(body, kind, config);
    ASSERT_TRUE(module);
    Buffers expected(shape), actual(shape);
    KernelOp kernel = *module->getOps<KernelOp>().begin();
    ASSERT_EQ(Interpreter(kernel, expected.getArguments()).run(), "");

    std::string args = llvm::formatv(
        "{0}x{1}@{2}x1%{3},{1}%4,{0}x{1}@{2}x1%{3},{0}%4", shape.rows,
        shape.columns, shape.rowStride, shape.offset % 4 == 0 ? 16 : 4);
    std::string pipeline = llvm::formatv(
        "builtin.module(helion-specialize{{kernel=k args={0}},"
        "helion.kernel(helion-online-to-3pass{{min-n=0},"
        "helion-reduction-strategy{{chip={1}},helion-vectorize{{chip={1}},"
        "helion-mask))",
        args, chip);
    FailureOr<OpPassManager> passes = parsePassPipeline(pipeline);
    ASSERT_TRUE(succeeded(passes)) << pipeline;
    PassManager manager(&context);
    static_cast<OpPassManager &>(manager) = *passes;
    ASSERT_TRUE(succeeded(manager.run(*module)));
    kernel = *module->getOps<KernelOp>().begin();
    ASSERT_TRUE(kernel.getGrid().getLayoutAttr());
    ASSERT_EQ(Interpreter(kernel, actual.getArguments()).run(), "");

    expectSame(expected.x, actual.x);
    expectSame(expected.y, actual.y);
    expectSame(expected.z, actual.z);
  }

  void expectSame(const Buffer &expected, const Buffer &actual) {
    ASSERT_EQ(expected.data.size(), actual.data.size());
    for (auto [want, got] : llvm::zip(expected.data, actual.data)) {
      if (std::isnan(want)) {
        ASSERT_TRUE(std::isnan(got)) << "got " << got << " instead of NaN";
        continue;
      }
      if (want == got)
        continue;
      ASSERT_LE(std::abs(want - got), 2e-5f * std::abs(want) + 1e-6f)
          << "got " << got << " instead of " << want;
    }
  }

  void compareShapes(StringRef body, StringRef kind, StringRef config,
                     StringRef chip = "gfx942") {
    for (int64_t columns :
         {0, 1, 2, 3, 31, 64, 65, 129, 256, 257, 1000, 1023, 1025, 2049})
      for (int64_t rows : {0, 1, 3, 7})
        for (auto [offset, padding] :
             {std::make_pair(0, 0), std::make_pair(1, 0),
              std::make_pair(2, 3)}) {
          SCOPED_TRACE(llvm::formatv("{0} x {1}, offset {2}, padding {3}", rows,
                                     columns, offset, padding)
                           .str());
          compare(body, kind, config,
                  {rows, columns, offset, columns + padding}, chip);
          if (HasFailure())
            return;
        }
  }

  MLIRContext context;
};
} // namespace

TEST_F(PassesTest, PersistentSoftmax) { compareShapes(softmax, "full", ""); }

TEST_F(PassesTest, PersistentSoftmaxOnWave32) {
  compareShapes(softmax, "full", "rows_per_workgroup = 5", "gfx1100");
}

TEST_F(PassesTest, LoopedSoftmax) {
  compareShapes(softmax, "full", "reduction_loops = [64]");
}

TEST_F(PassesTest, PersistentRmsNorm) {
  compareShapes(rmsNorm, "full", "rows_per_workgroup = 2, waves = 2");
}

TEST_F(PassesTest, LoopedRmsNorm) {
  compareShapes(rmsNorm, "full", "reduction_loops = [256], vector_width = 2");
}

TEST_F(PassesTest, PersistentLayerNorm) {
  compareShapes(layerNorm, "full", "");
}

// Rolled into loops, x is read in each and overwritten in the last.
TEST_F(PassesTest, LoopedLayerNormInPlace) {
  compareShapes(layerNorm, "full", "reduction_loops = [128]");
}

TEST_F(PassesTest, OnlineSoftmax) {
  compareShapes(twoPass, "tile", "block_sizes = [2, 128]");
}
