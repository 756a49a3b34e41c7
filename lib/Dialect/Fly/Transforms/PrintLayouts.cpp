//===- PrintLayouts.cpp - Show the layouts of the IR ----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Transforms/Passes.h"
#include "Dialect/Fly/Utils/LayoutDrawing.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYPRINTLAYOUTSPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {
struct FlyPrintLayoutsPass
    : public fly::impl::FlyPrintLayoutsPassBase<FlyPrintLayoutsPass> {
  using FlyPrintLayoutsPassBase::FlyPrintLayoutsPassBase;

  void runOnOperation() override {
    if (maxRows < 1 || maxColumns < 1) {
      getOperation()->emitError(
          "fly-print-layouts: expected max-rows and max-columns of at least 1");
      return signalPassFailure();
    }
    LayoutDrawingOptions options;
    options.maxRows = maxRows;
    options.maxColumns = maxColumns;
    options.runTime.assign(runTime.begin(), runTime.end());
    std::vector<LayoutDrawing> drawings = drawLayouts(getOperation(), options);
    raw_ostream &os = llvm::outs();
    if (format == LayoutFormat::Svg)
      printSvg(drawings, os);
    else
      for (const LayoutDrawing &drawing : drawings) {
        printTable(drawing, os);
        os << "\n";
      }
    markAllAnalysesPreserved();
  }
};
} // namespace
