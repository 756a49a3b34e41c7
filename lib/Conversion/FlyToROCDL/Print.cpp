//===- Print.cpp - fly.print as printf, or as the host prints -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Atoms.h"
#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fly;

namespace {

/// One `{}` of a format, with the text before it.
struct Piece {
  StringRef text;
  Value value;
};

struct ConvertPrint : public OpConversionPattern<PrintOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PrintOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (Type type : op.getValues().getTypes()) {
      Type element = getElementTypeOrSelf(type);
      if (isa<FlyDialect>(type.getDialect()))
        return op.emitOpError("of ") << type
                                     << " is still there: run "
                                        "fly-layout-lowering first";
      if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 16)
        return op.emitOpError("can't print ")
               << type << ": expected floats of 16 bits or more";
    }
    SmallVector<Piece> pieces;
    StringRef rest = op.getFormat();
    for (auto [i, value] : llvm::enumerate(adaptor.getValues())) {
      if (op.getFormat().empty()) {
        pieces.push_back({i == 0 ? "" : " ", value});
        continue;
      }
      auto [before, after] = rest.split("{}");
      pieces.push_back({before, value});
      rest = after;
    }
    if (op->getParentOfType<gpu::GPUModuleOp>())
      printOnDevice(op, pieces, rest, rewriter);
    else
      printOnHost(op, pieces, rest, rewriter);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// One call, so that the lines of threads don't mix.
  static void printOnDevice(PrintOp op, ArrayRef<Piece> pieces, StringRef rest,
                            ConversionPatternRewriter &rewriter) {
    std::string format;
    SmallVector<Value> arguments;
    auto addText = [&](StringRef text) {
      for (char c : text)
        format += c == '%' ? "%%" : std::string(1, c);
    };
    auto addNumber = [&](Value number) {
      Type type = number.getType();
      if (isa<FloatType>(type))
        format += "%.2f";
      else if (type.isIndex() || type.getIntOrFloatBitWidth() > 32)
        format += "%ld";
      else
        format += "%d";
      arguments.push_back(widen(rewriter, op.getLoc(), number));
    };
    for (const Piece &piece : pieces) {
      addText(piece.text);
      auto vector = dyn_cast<VectorType>(piece.value.getType());
      if (!vector) {
        addNumber(piece.value);
        continue;
      }
      format += '[';
      for (int64_t i = 0, e = vector.getNumElements(); i < e; ++i) {
        if (i > 0)
          format += ", ";
        SmallVector<int64_t> position(vector.getRank(), i);
        addNumber(vector::ExtractOp::create(rewriter, op.getLoc(), piece.value,
                                            position));
      }
      format += ']';
    }
    addText(rest);
    format += '\n';
    gpu::PrintfOp::create(rewriter, op.getLoc(), rewriter.getStringAttr(format),
                          arguments);
  }

  /// printf takes whole words: with their signs, and truth as 1.
  static Value widen(OpBuilder &builder, Location loc, Value number) {
    auto type = dyn_cast<IntegerType>(number.getType());
    if (!type || type.getWidth() >= 32)
      return number;
    if (type.getWidth() == 1)
      return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), number);
    return arith::ExtSIOp::create(builder, loc, builder.getI32Type(), number);
  }

  static void printOnHost(PrintOp op, ArrayRef<Piece> pieces, StringRef rest,
                          ConversionPatternRewriter &rewriter) {
    Location loc = op.getLoc();
    auto printText = [&](StringRef text) {
      if (!text.empty())
        vector::PrintOp::create(rewriter, loc, text);
    };
    for (const Piece &piece : pieces) {
      printText(piece.text);
      vector::PrintOp::create(rewriter, loc, piece.value,
                              vector::PrintPunctuation::NoPunctuation);
    }
    printText(rest);
    vector::PrintOp::create(rewriter, loc, vector::PrintPunctuation::NewLine);
  }
};

} // namespace

void mlir::fly_rocdl::populatePrintPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ConvertPrint>(converter, patterns.getContext());
}
