//===- VerifyMaskedTest.cpp - The check in front of the lowering ----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// helion-mask leaves nothing for verifyMasked to find, so that it is tested on
// IR that no pass has touched.
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::helion;

namespace {
class VerifyMaskedTest : public ::testing::Test {
protected:
  VerifyMaskedTest() {
    context.loadDialect<HelionDialect, math::MathDialect>();
  }

  /// What verifyMasked says about a kernel with `body` on rows of 1000 in
  /// blocks of 1024; empty if it accepts it.
  std::string check(StringRef body) {
    std::string text = R"(
      #l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
      !t = tensor<4x1024xf32, #l>
      !r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
      !x = memref<8x1000xf32>
      helion.kernel @k(%x: !x) {
        %M = helion.size %x, 0 : !x
        %N = helion.size %x, 1 : !x
        helion.axis @m extent(%M) tile block(4)
        helion.axis @n extent(%N) full block(1024)
        helion.grid (%m in @m) layout #l {
          %n = helion.span @n
          %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    )";
    text += body.str() + "}}";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return "doesn't parse";
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message += diagnostic.str();
      return success();
    });
    LogicalResult result = verifyMasked(*module->getOps<KernelOp>().begin());
    EXPECT_EQ(failed(result), !message.empty());
    return message;
  }

  MLIRContext context;
};
} // namespace

TEST_F(VerifyMaskedTest, AcceptsAPadThatIsTheIdentity) {
  EXPECT_EQ(check("%s = helion.reduce sum %v over n : !t -> !r"), "");
}

TEST_F(VerifyMaskedTest, AcceptsAMask) {
  EXPECT_EQ(check(R"(%k = helion.mask_to %v, 0xFF800000 : f32 on(%n) : !t[n]
                     %s = helion.reduce max %k over n : !t -> !r)"),
            "");
}

TEST_F(VerifyMaskedTest, RejectsAPadThatIsNot) {
  EXPECT_EQ(check("%s = helion.reduce max %v over n : !t -> !r"),
            "'helion.reduce' op reduces over axis 'n' a tile whose missing "
            "elements may hold 0.000000e+00 : f32 instead of the identity "
            "0xFF800000 : f32; run helion-mask");
}

TEST_F(VerifyMaskedTest, RejectsAnUnknownPad) {
  EXPECT_EQ(check(R"(%s = helion.reduce sum %v over n : !t -> !r
                     %b = helion.broadcast %s : !r -> !t
                     %z = helion.reduce sum %b over n : !t -> !r)"),
            "'helion.reduce' op reduces over axis 'n' a tile whose missing "
            "elements may hold any value instead of the identity 0.000000e+00 "
            ": f32; run helion-mask");
}

// The mask of another axis doesn't help.
TEST_F(VerifyMaskedTest, RejectsAMaskOfAnotherAxis) {
  EXPECT_NE(check(R"(%k = helion.mask_to %v, 0xFF800000 : f32 on(%m) : !t[m]
                     %s = helion.reduce max %k over n : !t -> !r)"),
            "");
}
