//===- LayoutRendering.cpp - Drawings as text and as SVG ------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Utils/LayoutDrawing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::fly;

using Grid = LayoutDrawing::Grid;

/// What is left out of a grid, for the reader.
static std::string getHidden(const Grid &grid) {
  std::string text;
  if (grid.hiddenRows)
    text += std::to_string(grid.hiddenRows) + " more rows";
  if (grid.hiddenColumns)
    text += (text.empty() ? "" : ", ") + std::to_string(grid.hiddenColumns) +
            " more columns";
  return text;
}

static size_t getCellWidth(const Grid &grid) {
  size_t width = 1;
  for (StringRef label : grid.columnLabels)
    width = std::max(width, label.size());
  for (const auto &row : grid.rows)
    for (const LayoutDrawing::Cell &cell : row)
      width = std::max(width, cell.text.size());
  return width;
}

static size_t getRowLabelWidth(const Grid &grid) {
  size_t width = 1;
  for (StringRef label : grid.rowLabels)
    width = std::max(width, label.size());
  return width;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printGrid(const Grid &grid, bool byThread, raw_ostream &os) {
  static constexpr raw_ostream::Colors kColours[] = {
      raw_ostream::RED,  raw_ostream::GREEN,   raw_ostream::YELLOW,
      raw_ostream::BLUE, raw_ostream::MAGENTA, raw_ostream::CYAN};
  if (!grid.title.empty())
    os << grid.title << "\n";
  size_t width = getCellWidth(grid), labelWidth = getRowLabelWidth(grid);
  os << std::string(labelWidth, ' ') << " |";
  for (StringRef label : grid.columnLabels)
    os << " " << llvm::right_justify(label, width);
  os << "\n" << std::string(labelWidth + 1, '-') << "+";
  os << std::string(grid.columnLabels.size() * (width + 1), '-') << "\n";
  for (auto [label, row] : llvm::zip_equal(grid.rowLabels, grid.rows)) {
    os << llvm::right_justify(label, labelWidth) << " |";
    for (const LayoutDrawing::Cell &cell : row) {
      os << " ";
      bool coloured = byThread && cell.colour >= 0 && os.has_colors();
      if (coloured)
        os.changeColor(kColours[cell.colour % std::size(kColours)]);
      os << llvm::right_justify(cell.text, width);
      if (coloured)
        os.resetColor();
    }
    os << "\n";
  }
  if (std::string hidden = getHidden(grid); !hidden.empty())
    os << "... " << hidden << "\n";
}

void fly::printTable(const LayoutDrawing &drawing, raw_ostream &os) {
  os << drawing.title << "\n";
  for (const Grid &grid : drawing.grids)
    printGrid(grid, drawing.byThread, os);
  for (StringRef note : drawing.notes)
    os << note << "\n";
}

//===----------------------------------------------------------------------===//
// SVG
//===----------------------------------------------------------------------===//

namespace {
constexpr int64_t kMargin = 10;
constexpr int64_t kLine = 18;
constexpr int64_t kRowHeight = 26;
/// Width of a character of the 12 pixel monospace font, rounded up.
constexpr int64_t kCharacter = 8;

/// Lays elements out from top to bottom, and remembers the extent.
class SvgWriter {
public:
  explicit SvgWriter(raw_ostream &os) : os(os) {}

  void add(const LayoutDrawing &drawing) {
    line(drawing.title, "t");
    for (const Grid &grid : drawing.grids)
      add(grid, drawing.byThread);
    for (StringRef note : drawing.notes)
      line(note, "n");
    y += kLine;
  }
  int64_t getWidth() const { return right + kMargin; }
  int64_t getHeight() const { return y + kMargin; }

private:
  void text(int64_t x, int64_t top, StringRef style, StringRef content) {
    os << llvm::formatv("<text class=\"{0}\" x=\"{1}\" y=\"{2}\">", style, x,
                        top);
    llvm::printHTMLEscaped(content, os);
    os << "</text>\n";
  }
  void line(StringRef content, StringRef style) {
    y += kLine;
    text(kMargin, y, style, content);
    right = std::max(right, kMargin + static_cast<int64_t>(content.size()) *
                                          kCharacter);
  }
  void add(const Grid &grid, bool byThread) {
    if (!grid.title.empty())
      line(grid.title, "n");
    y += kLine / 2;
    int64_t width = getCellWidth(grid) * kCharacter + 8;
    int64_t left = kMargin + getRowLabelWidth(grid) * kCharacter + 8;
    int64_t top = y + kLine;
    for (auto [c, label] : llvm::enumerate(grid.columnLabels))
      text(left + c * width + width / 2, top - 5, "l", label);
    for (auto [r, row] : llvm::enumerate(grid.rows)) {
      int64_t cellTop = top + r * kRowHeight;
      text(kMargin + (left - kMargin) / 2, cellTop + kRowHeight - 8, "l",
           grid.rowLabels[r]);
      for (auto [c, cell] : llvm::enumerate(row)) {
        os << llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" "
                            "height=\"{3}\" fill=\"{4}\"/>\n",
                            left + c * width, cellTop, width, kRowHeight,
                            getFill(cell, byThread));
        text(left + c * width + width / 2, cellTop + kRowHeight - 8, "c",
             cell.text);
      }
    }
    right = std::max(
        right, left + static_cast<int64_t>(grid.columnLabels.size()) * width);
    y = top + static_cast<int64_t>(grid.rows.size()) * kRowHeight;
    if (std::string hidden = getHidden(grid); !hidden.empty())
      line("... " + hidden, "n");
  }
  /// Neighbouring threads get colours that differ well; indices a shade of
  /// grey, in steps of eight as in CuTe's pictures.
  static StringRef getFill(const LayoutDrawing::Cell &cell, bool byThread) {
    static constexpr StringRef kColours[] = {
        "#aec7e8", "#ffbb78", "#98df8a", "#ff9896", "#c5b0d5", "#dbdb8d",
        "#9edae5", "#f7b6d2", "#c49c94", "#fff2a8", "#b7e4c7", "#d0d0ff"};
    static constexpr StringRef kGreys[] = {"#ffffff", "#f3f3f3", "#e8e8e8",
                                           "#dddddd", "#d2d2d2", "#c7c7c7",
                                           "#bcbcbc", "#b1b1b1"};
    if (cell.colour < 0)
      return "white";
    if (byThread)
      return kColours[cell.colour % std::size(kColours)];
    return kGreys[cell.colour % std::size(kGreys)];
  }

  raw_ostream &os;
  int64_t y = kMargin;
  int64_t right = 0;
};
} // namespace

void fly::printSvg(ArrayRef<LayoutDrawing> drawings, raw_ostream &os) {
  std::string body;
  llvm::raw_string_ostream bodyStream(body);
  SvgWriter writer(bodyStream);
  for (const LayoutDrawing &drawing : drawings)
    writer.add(drawing);
  os << llvm::formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                      "width=\"{0}\" height=\"{1}\">\n",
                      writer.getWidth(), writer.getHeight());
  os << "<style>text{font:12px monospace}.t{font-weight:bold}"
        ".n,.l{fill:#555}.l,.c{text-anchor:middle}"
        "rect{stroke:#555;stroke-width:.5}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
     << body << "</svg>\n";
}
