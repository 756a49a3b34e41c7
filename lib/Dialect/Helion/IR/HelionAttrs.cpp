//===- HelionAttrs.cpp - Attributes of the helion dialect -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::helion;

#define GET_ATTRDEF_CLASSES
#include "Dialect/Helion/IR/HelionAttrs.cpp.inc"

void HelionDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Dialect/Helion/IR/HelionAttrs.cpp.inc"
      >();
}

static ParseResult parseAxisList(AsmParser &parser,
                                 AsmParser::Delimiter delimiter,
                                 SmallVectorImpl<StringAttr> &axes) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name))
      return failure();
    axes.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  });
}

static void printAxisList(AsmPrinter &printer, ArrayRef<StringAttr> axes) {
  llvm::interleaveComma(axes, printer, [&](StringAttr axis) {
    printer.printKeywordOrString(axis.getValue());
  });
}

static LogicalResult
verifyAxisNames(function_ref<InFlightDiagnostic()> emitError,
                ArrayRef<StringAttr> axes) {
  llvm::SmallPtrSet<StringAttr, 4> seen;
  for (StringAttr axis : axes)
    if (!seen.insert(axis).second)
      return emitError() << "axis '" << axis.getValue()
                         << "' is named twice, expected distinct axes";
  return success();
}

static LogicalResult verifyRank(ArrayRef<int64_t> shape,
                                ArrayRef<StringAttr> axes,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (shape.size() != axes.size())
    return emitError() << "expected one axis per dimension: the tensor has "
                       << shape.size() << " dimensions, the encoding names "
                       << axes.size() << " axes";
  return success();
}

//===----------------------------------------------------------------------===//
// AxesAttr
//===----------------------------------------------------------------------===//

Attribute AxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> axes;
  SMLoc loc = parser.getCurrentLocation();
  if (parseAxisList(parser, AsmParser::Delimiter::LessGreater, axes))
    return {};
  return parser.getChecked<AxesAttr>(loc, parser.getContext(), axes);
}

void AxesAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printAxisList(printer, getAxes());
  printer << '>';
}

LogicalResult AxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> axes) {
  return verifyAxisNames(emitError, axes);
}

LogicalResult
AxesAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                         function_ref<InFlightDiagnostic()> emitError) const {
  return verifyRank(shape, getAxes(), emitError);
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> axes;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parseAxisList(parser, AsmParser::Delimiter::Square, axes) ||
      parser.parseComma())
    return {};
  FailureOr<fly::LayoutAttr> tv = fly::parseLayoutBody(parser);
  if (failed(tv) || parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), axes, *tv);
}

//===----------------------------------------------------------------------===//
// ConfigAttr
//===----------------------------------------------------------------------===//

namespace {
/// The fields of a config in the order in which they print.
struct ConfigFields {
  SmallVector<int64_t> blockSizes, reductionLoops;
  std::optional<int64_t> rowsPerWorkgroup, threadsPerRow, waves, vectorWidth;

  SmallVectorImpl<int64_t> *list(StringRef key) {
    return llvm::StringSwitch<SmallVectorImpl<int64_t> *>(key)
        .Case("block_sizes", &blockSizes)
        .Case("reduction_loops", &reductionLoops)
        .Default(nullptr);
  }
  std::optional<int64_t> *scalar(StringRef key) {
    return llvm::StringSwitch<std::optional<int64_t> *>(key)
        .Case("rows_per_workgroup", &rowsPerWorkgroup)
        .Case("threads_per_row", &threadsPerRow)
        .Case("waves", &waves)
        .Case("vector_width", &vectorWidth)
        .Default(nullptr);
  }
};
} // namespace

Attribute ConfigAttr::parse(AsmParser &parser, Type) {
  ConfigFields fields;
  SmallVector<StringRef> seen;
  SMLoc loc = parser.getCurrentLocation();
  auto parseEntry = [&]() -> ParseResult {
    StringRef key;
    SMLoc keyLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key))
      return failure();
    if (llvm::is_contained(seen, key))
      return parser.emitError(keyLoc, "config key '")
             << key << "' is given twice";
    seen.push_back(key);
    if (parser.parseEqual())
      return failure();
    if (SmallVectorImpl<int64_t> *list = fields.list(key))
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(list->emplace_back());
      });
    if (std::optional<int64_t> *scalar = fields.scalar(key))
      return parser.parseInteger(scalar->emplace());
    return parser.emitError(keyLoc, "unknown config key '")
           << key
           << "', expected one of block_sizes, reduction_loops, "
              "rows_per_workgroup, threads_per_row, waves, vector_width";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  return parser.getChecked<ConfigAttr>(
      loc, parser.getContext(), fields.blockSizes, fields.reductionLoops,
      fields.rowsPerWorkgroup, fields.threadsPerRow, fields.waves,
      fields.vectorWidth);
}

void ConfigAttr::print(AsmPrinter &printer) const {
  StringRef separator = "";
  auto key = [&](StringRef name) -> AsmPrinter & {
    printer << separator << name << " = ";
    separator = ", ";
    return printer;
  };
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    if (values.empty())
      return;
    key(name) << '[';
    llvm::interleaveComma(values, printer);
    printer << ']';
  };
  auto scalar = [&](StringRef name, std::optional<int64_t> value) {
    if (value)
      key(name) << *value;
  };
  printer << '<';
  list("block_sizes", getBlockSizes());
  list("reduction_loops", getReductionLoops());
  scalar("rows_per_workgroup", getRowsPerWorkgroup());
  scalar("threads_per_row", getThreadsPerRow());
  scalar("waves", getWaves());
  scalar("vector_width", getVectorWidth());
  printer << '>';
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> blockSizes,
                                 ArrayRef<int64_t> reductionLoops,
                                 std::optional<int64_t> rowsPerWorkgroup,
                                 std::optional<int64_t> threadsPerRow,
                                 std::optional<int64_t> waves,
                                 std::optional<int64_t> vectorWidth) {
  // Above any chip's limits, and far below where products overflow.
  constexpr int64_t maxSize = int64_t(1) << 30, maxCount = 1 << 16;
  auto notNegative = [&](StringRef key, ArrayRef<int64_t> values) {
    for (int64_t value : values)
      if (value < 0 || value > maxSize)
        return LogicalResult(emitError() << key << " expects sizes from 0 to "
                                         << maxSize << ", got " << value);
    return success();
  };
  auto positive = [&](StringRef key, std::optional<int64_t> value) {
    if (value && (*value <= 0 || *value > maxCount))
      return LogicalResult(emitError() << key << " expects a number from 1 to "
                                       << maxCount << ", got " << *value);
    return success();
  };
  auto powerOfTwo = [&](StringRef key, std::optional<int64_t> value) {
    if (value && !(*value > 0 && llvm::isPowerOf2_64(*value)))
      return LogicalResult(emitError()
                           << key << " expects a power of two, got " << *value);
    return positive(key, value);
  };
  if (failed(notNegative("block_sizes", blockSizes)) ||
      failed(notNegative("reduction_loops", reductionLoops)) ||
      failed(positive("rows_per_workgroup", rowsPerWorkgroup)) ||
      failed(powerOfTwo("threads_per_row", threadsPerRow)) ||
      failed(powerOfTwo("waves", waves)) ||
      failed(powerOfTwo("vector_width", vectorWidth)))
    return failure();
  if (waves && threadsPerRow)
    return emitError() << "waves and threads_per_row both set the threads of a "
                          "row, expected one of them";
  return success();
}

//===----------------------------------------------------------------------===//
// GridDimAttr
//===----------------------------------------------------------------------===//

Attribute GridDimAttr::parse(AsmParser &parser, Type) {
  int64_t extent = 0, arg = -1, dim = 0, tile = 0, slack = 0;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("arg"))) {
    if (parser.parseInteger(arg) || parser.parseKeyword("dim") ||
        parser.parseInteger(dim))
      return {};
    // -1 is how a static extent is stored.
    if (arg < 0) {
      parser.emitError(loc, "expected an argument index >= 0, got ") << arg;
      return {};
    }
  } else if (parser.parseKeyword("extent") || parser.parseInteger(extent)) {
    return {};
  }
  if (parser.parseComma() || parser.parseKeyword("tile") ||
      parser.parseInteger(tile))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("slack") || parser.parseInteger(slack)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<GridDimAttr>(loc, parser.getContext(), extent, arg,
                                        dim, tile, slack);
}

LogicalResult GridDimAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t extent, int64_t arg, int64_t dim,
                                  int64_t tile, int64_t slack) {
  // The number of workgroups is computed as (extent + slack + tile - 1) / tile.
  constexpr int64_t limit = std::numeric_limits<int32_t>::max();
  if (extent < 0)
    return emitError() << "expected an extent >= 0, got " << extent;
  if (dim < 0)
    return emitError() << "expected a dimension >= 0, got " << dim;
  if (tile <= 0 || tile > limit)
    return emitError() << "expected a tile size in [1, " << limit << "], got "
                       << tile;
  if (slack < 0 || slack > limit)
    return emitError() << "expected a slack in [0, " << limit << "], got "
                       << slack;
  if (extent > std::numeric_limits<int64_t>::max() - tile - slack)
    return emitError() << "expected an extent that leaves room for rounding up "
                          "to the tile, got "
                       << extent;
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchAttr
//===----------------------------------------------------------------------===//

LogicalResult LaunchAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t block, ArrayRef<GridDimAttr> grid,
                                 ArrayRef<Type> args) {
  if (block <= 0)
    return emitError() << "expected a positive number of threads, got "
                       << block;
  if (grid.empty() || grid.size() > 3)
    return emitError() << "expected 1 to 3 grid dimensions, got "
                       << grid.size();
  for (GridDimAttr dim : grid) {
    if (dim.hasStaticExtent())
      continue;
    if (dim.getArg() >= static_cast<int64_t>(args.size()))
      return emitError() << "grid dimension " << dim << " refers to argument #"
                         << dim.getArg() << ", but there are " << args.size();
    auto buffer = dyn_cast<MemRefType>(args[dim.getArg()]);
    if (!buffer || dim.getDim() >= buffer.getRank())
      return emitError() << "grid dimension " << dim
                         << " refers to a dimension that argument #"
                         << dim.getArg() << " of type " << args[dim.getArg()]
                         << " lacks";
  }
  return success();
}

void GridDimAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (hasStaticExtent())
    printer << "extent " << getExtent();
  else
    printer << "arg " << getArg() << " dim " << getDim();
  printer << ", tile " << getTile();
  if (getSlack() != 0)
    printer << ", slack " << getSlack();
  printer << '>';
}
