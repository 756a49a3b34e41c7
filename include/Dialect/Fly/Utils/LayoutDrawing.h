//===- LayoutDrawing.h - Layouts as tables and pictures ---------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout becomes grids of cells (a drawing), and a drawing becomes text for
// the terminal or an SVG picture. Shared by `fly-print-layouts` and the tool
// `fly-layout`.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_UTILS_LAYOUTDRAWING_H
#define DIALECT_FLY_UTILS_LAYOUTDRAWING_H

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"
#include "mlir/IR/Operation.h"

namespace mlir::fly {

struct LayoutDrawing {
  struct Cell {
    std::string text;
    /// Cells of one colour belong together: the thread of a thread-value
    /// layout, the index itself otherwise; negative where nothing lies.
    int64_t colour = -1;
  };
  /// A table with the labels of its columns and rows.
  struct Grid {
    std::string title;
    SmallVector<std::string> columnLabels;
    SmallVector<std::string> rowLabels;
    std::vector<std::vector<Cell>> rows;
    /// How many rows and columns were left out.
    int64_t hiddenRows = 0;
    int64_t hiddenColumns = 0;
  };

  std::string title;
  /// Whether cells are coloured by thread.
  bool byThread = false;
  /// What the reader should know: sizes left out, why there is no table.
  SmallVector<std::string> notes;
  std::vector<Grid> grids;
};

struct LayoutDrawingOptions {
  /// Larger tables are cut, with a note that says so.
  int64_t maxRows = 32;
  int64_t maxColumns = 32;
  /// Values of the run-time integers (`?`), in the order of the text.
  SmallVector<int64_t> runTime;
};

/// The indices that `layout` gives for the coordinates of its shape: mode 0
/// runs down, mode 1 to the right, each combination of further modes is a grid
/// of its own.
LayoutDrawing drawLayout(StringRef title, ComposedLayout layout,
                         const LayoutDrawingOptions &options);

/// The tile with the thread and value that hold each of its elements. Adjacent
/// values of one thread share a cell where this is so all over the tile.
LayoutDrawing drawThreadValueLayout(const ThreadValueLayout &layout,
                                    const LayoutDrawingOptions &options);

/// Every layout in the types and attributes of `root` and the ops inside, each
/// once and where it is first seen.
std::vector<LayoutDrawing> drawLayouts(Operation *root,
                                       const LayoutDrawingOptions &options);

/// Writes the drawing as text, in colours if `os` has them.
void printTable(const LayoutDrawing &drawing, raw_ostream &os);
/// Writes the drawings, one below the other, as one SVG document.
void printSvg(ArrayRef<LayoutDrawing> drawings, raw_ostream &os);

} // namespace mlir::fly

#endif // DIALECT_FLY_UTILS_LAYOUTDRAWING_H
