//===- FlyAttrs.cpp - Attributes of the fly dialect -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cctype>

using namespace mlir;
using namespace mlir::fly;

#define GET_ATTRDEF_CLASSES
#include "Dialect/Fly/IR/FlyAttrs.cpp.inc"

void FlyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Dialect/Fly/IR/FlyAttrs.cpp.inc"
      >();
}

bool mlir::fly::isAddressSpace(Attribute space, AddressSpace keyword) {
  auto attr = dyn_cast_if_present<AddressSpaceAttr>(space);
  return attr && attr.getValue() == keyword;
}

//===----------------------------------------------------------------------===//
// Parsing of tuples, layouts, swizzles and tiles
//===----------------------------------------------------------------------===//

/// Limits that keep malformed or hostile input from exhausting stack or memory;
/// far above what any layout needs.
static constexpr int maxDepth = 64;
static constexpr int64_t maxBasisMode = 255;

static ParseResult parseDynamicProperties(AsmParser &parser, Leaf &leaf) {
  if (failed(parser.parseOptionalLBrace()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("i64")))
    leaf.dynamicWidth = 64;
  else
    (void)parser.parseOptionalKeyword("i32");
  if (succeeded(parser.parseOptionalKeyword("div"))) {
    SMLoc loc;
    int64_t divisor;
    if (parser.parseEqual() || parser.getCurrentLocation(&loc) ||
        parser.parseInteger(divisor))
      return failure();
    if (divisor == 0 || divisor == std::numeric_limits<int64_t>::min())
      return parser.emitError(loc, "expected a nonzero divisor, got ")
             << divisor;
    leaf.value = std::abs(divisor);
  }
  return parser.parseRBrace();
}

/// The modes of a basis vector. `1E0` arrives as the integer `1` and the
/// identifier `E0`; looking at the text keeps other identifiers (such as the
/// `o` of composed layouts) for whoever comes next.
static ParseResult parseBasis(AsmParser &parser, Leaf &leaf) {
  SMLoc loc = parser.getCurrentLocation();
  const char *text = loc.getPointer();
  if (!text || text[0] != 'E' || !isdigit(text[1]))
    return success();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  while (!keyword.empty()) {
    int64_t mode;
    if (!keyword.consume_front("E") || keyword.consumeInteger(10, mode))
      return parser.emitError(loc, "expected a basis vector like E0 or E1E0");
    if (mode > maxBasisMode)
      return parser.emitError(loc, "expected a mode of at most ")
             << maxBasisMode << ", got " << mode;
    leaf.basis.push_back(static_cast<int32_t>(mode));
  }
  return success();
}

static ParseResult parseLeaf(AsmParser &parser, Leaf &leaf) {
  if (succeeded(parser.parseOptionalStar())) {
    leaf = Leaf::getNone();
    return success();
  }
  if (succeeded(parser.parseOptionalQuestion())) {
    leaf = Leaf::getDynamic();
    if (parseDynamicProperties(parser, leaf))
      return failure();
    return parseBasis(parser, leaf);
  }
  SMLoc loc = parser.getCurrentLocation();
  int64_t value;
  OptionalParseResult parsed = parser.parseOptionalInteger(value);
  if (!parsed.has_value())
    return parser.emitError(loc, "expected an integer, '?', '*' or '('");
  if (failed(*parsed))
    return failure();
  leaf = Leaf::getStatic(value);
  return parseBasis(parser, leaf);
}

static ParseResult parseTuple(AsmParser &parser, IntTuple &tuple, int depth) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLParen())) {
    Leaf leaf;
    if (parseLeaf(parser, leaf))
      return failure();
    tuple = leaf;
    return success();
  }
  if (depth == maxDepth)
    return parser.emitError(loc, "tuple is nested deeper than ")
           << maxDepth << " levels";
  std::vector<IntTuple> children;
  do {
    IntTuple child;
    if (parseTuple(parser, child, depth + 1))
      return failure();
    children.push_back(std::move(child));
  } while (succeeded(parser.parseOptionalComma()));
  if (parser.parseRParen())
    return failure();
  tuple = IntTuple(std::move(children));
  return success();
}

FailureOr<IntTupleAttr> mlir::fly::parseIntTupleBody(AsmParser &parser) {
  IntTuple tuple;
  if (parseTuple(parser, tuple, 0))
    return failure();
  return IntTupleAttr::get(parser.getContext(), tuple);
}

FailureOr<LayoutAttr> mlir::fly::parseLayoutBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<IntTupleAttr> shape = parseIntTupleBody(parser);
  if (failed(shape) || parser.parseColon())
    return failure();
  FailureOr<IntTupleAttr> stride = parseIntTupleBody(parser);
  if (failed(stride))
    return failure();
  LayoutAttr layout =
      parser.getChecked<LayoutAttr>(loc, parser.getContext(), *shape, *stride);
  if (!layout)
    return failure();
  return layout;
}

FailureOr<SwizzleAttr> mlir::fly::parseSwizzleBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t mask, base, shift;
  if (parser.parseKeyword("S") || parser.parseLess() ||
      parser.parseInteger(mask) || parser.parseComma() ||
      parser.parseInteger(base) || parser.parseComma() ||
      parser.parseInteger(shift) || parser.parseGreater())
    return failure();
  SwizzleAttr swizzle = parser.getChecked<SwizzleAttr>(loc, parser.getContext(),
                                                       mask, base, shift);
  if (!swizzle)
    return failure();
  return swizzle;
}

static ParseResult parseModePath(AsmParser &parser,
                                 SmallVectorImpl<int32_t> &modes) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square, [&]() -> ParseResult {
            return parser.parseInteger(modes.emplace_back());
          }))
    return failure();
  if (modes.size() > maxDepth)
    return parser.emitError(loc, "mode is nested deeper than ")
           << maxDepth << " levels";
  return success();
}

FailureOr<CoordSwizzleAttr>
mlir::fly::parseCoordSwizzleBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t mask, baseRow, baseCol;
  SmallVector<int32_t> modeRow, modeCol;
  if (parser.parseKeyword("CS") || parser.parseLess() ||
      parser.parseInteger(mask) || parser.parseComma() ||
      parser.parseInteger(baseRow) || parser.parseComma() ||
      parseModePath(parser, modeRow) || parser.parseComma() ||
      parser.parseInteger(baseCol) || parser.parseComma() ||
      parseModePath(parser, modeCol) || parser.parseGreater())
    return failure();
  CoordSwizzleAttr swizzle = parser.getChecked<CoordSwizzleAttr>(
      loc, parser.getContext(), mask, baseRow, modeRow, baseCol, modeCol);
  if (!swizzle)
    return failure();
  return swizzle;
}

static FailureOr<Attribute> parseAnyLayout(AsmParser &parser, int &numStages);

static FailureOr<Attribute> parseInnerMap(AsmParser &parser) {
  // Both keywords end before `<`; other input is a layout's.
  SMLoc loc = parser.getCurrentLocation();
  const char *text = loc.getPointer();
  if (text && text[0] == 'S')
    return FailureOr<Attribute>(parseSwizzleBody(parser));
  if (text && text[0] == 'C')
    return FailureOr<Attribute>(parseCoordSwizzleBody(parser));
  return FailureOr<Attribute>(parseLayoutBody(parser));
}

static FailureOr<Attribute> parseOuterMap(AsmParser &parser, int &numStages) {
  if (failed(parser.parseOptionalLSquare()))
    return FailureOr<Attribute>(parseLayoutBody(parser));
  FailureOr<Attribute> outer = parseAnyLayout(parser, numStages);
  if (failed(outer) || parser.parseRSquare())
    return failure();
  return outer;
}

/// Parses an inner map, and then any number of `o offset o outer`, each of
/// which makes what comes before it an inner map.
static FailureOr<Attribute> parseAnyLayout(AsmParser &parser, int &numStages) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Attribute> map = parseInnerMap(parser);
  if (failed(map))
    return failure();
  while (succeeded(parser.parseOptionalKeyword("o"))) {
    if (++numStages > maxDepth)
      return parser.emitError(loc, "more than ")
             << maxDepth << " layouts are composed";
    FailureOr<IntTupleAttr> offset = parseIntTupleBody(parser);
    if (failed(offset) || parser.parseKeyword("o"))
      return failure();
    FailureOr<Attribute> outer = parseOuterMap(parser, numStages);
    if (failed(outer))
      return failure();
    auto composed = parser.getChecked<ComposedLayoutAttr>(
        loc, parser.getContext(), *map, *offset, *outer);
    if (!composed)
      return failure();
    map = composed;
  }
  return map;
}

FailureOr<Attribute> mlir::fly::parseAnyLayoutBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  int numStages = 0;
  FailureOr<Attribute> layout = parseAnyLayout(parser, numStages);
  if (failed(layout))
    return failure();
  if (!isa<LayoutAttr, ComposedLayoutAttr>(*layout))
    return parser.emitError(loc,
                            "expected a layout, or 'o' and a layout after ")
           << *layout;
  return layout;
}

FailureOr<ComposedLayoutAttr>
mlir::fly::parseComposedLayoutBody(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Attribute> layout = parseAnyLayoutBody(parser);
  if (failed(layout))
    return failure();
  auto composed = dyn_cast<ComposedLayoutAttr>(*layout);
  if (!composed)
    return parser.emitError(loc, "expected a composed layout, like "
                                 "S<3,3,3> o 0 o (8,64):(64,1), got a plain "
                                 "one");
  return composed;
}

static ParseResult parseTile(AsmParser &parser, Tile &tile, int depth);

static ParseResult parseTileEntry(AsmParser &parser, Tile::Entry &entry,
                                  int depth) {
  SMLoc loc = parser.getCurrentLocation();
  if (*loc.getPointer() == '[') {
    if (depth == maxDepth)
      return parser.emitError(loc, "tile is nested deeper than ")
             << maxDepth << " levels";
    Tile nested;
    if (parseTile(parser, nested, depth + 1))
      return failure();
    entry = std::move(nested);
    return success();
  }
  FailureOr<IntTupleAttr> first = parseIntTupleBody(parser);
  if (failed(first))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    FailureOr<IntTupleAttr> stride = parseIntTupleBody(parser);
    if (failed(stride))
      return failure();
    LayoutAttr layout = parser.getChecked<LayoutAttr>(loc, parser.getContext(),
                                                      *first, *stride);
    if (!layout)
      return failure();
    if (!layout.isStatic())
      return parser.emitError(loc, "expected a static layout in a tile");
    entry = layout.getValue();
    return success();
  }
  IntTuple value = first->getValue();
  if (!value.isLeaf())
    return parser.emitError(
               loc,
               "expected an integer, '*', a layout or '[' in a tile, got the "
               "tuple ")
           << value.str();
  if (value.getLeaf().isDynamic() || value.getLeaf().isBasis())
    return parser.emitError(loc, "expected a static integer in a tile, got ")
           << value.str();
  entry = value.getLeaf();
  return success();
}

static ParseResult parseTile(AsmParser &parser, Tile &tile, int depth) {
  tile.bracketed = succeeded(parser.parseOptionalLSquare());
  do {
    Tile::Entry entry;
    if (parseTileEntry(parser, entry, depth))
      return failure();
    tile.entries.push_back(std::move(entry));
  } while (tile.bracketed && succeeded(parser.parseOptionalVerticalBar()));
  return tile.bracketed ? parser.parseRSquare() : ParseResult::success();
}

FailureOr<TileAttr> mlir::fly::parseTileBody(AsmParser &parser) {
  Tile tile;
  if (parseTile(parser, tile, 0))
    return failure();
  return TileAttr::get(parser.getContext(), tile);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void mlir::fly::printIntTupleBody(AsmPrinter &printer, IntTupleAttr tuple) {
  tuple.getValue().print(printer.getStream());
}

void mlir::fly::printLayoutBody(AsmPrinter &printer, LayoutAttr layout) {
  layout.getValue().print(printer.getStream());
}

void mlir::fly::printSwizzleBody(AsmPrinter &printer, SwizzleAttr swizzle) {
  swizzle.getValue().print(printer.getStream());
}

void mlir::fly::printTileBody(AsmPrinter &printer, TileAttr tile) {
  tile.getValue().print(printer.getStream());
}

void mlir::fly::printCoordSwizzleBody(AsmPrinter &printer,
                                      CoordSwizzleAttr swizzle) {
  swizzle.getValue().print(printer.getStream());
}

void mlir::fly::printAnyLayoutBody(AsmPrinter &printer, Attribute layout) {
  getLayoutValue(layout).print(printer.getStream());
}

/// Attributes print as `#fly<mnemonic body>`, the form that FlyDSL reads; the
/// blank is only needed where the body would run into the mnemonic.
template <typename T>
static void printBody(AsmPrinter &printer, const T &value) {
  std::string body;
  llvm::raw_string_ostream os(body);
  value.print(os);
  if (body.front() != '(' && body.front() != '[')
    printer << ' ';
  printer << body;
}

/// Parses a body, with or without `<` and `>` around it.
template <typename AttrT>
static Attribute parseBody(AsmParser &parser,
                           FailureOr<AttrT> (*parse)(AsmParser &)) {
  bool delimited = succeeded(parser.parseOptionalLess());
  FailureOr<AttrT> attr = parse(parser);
  if (failed(attr) || (delimited && parser.parseGreater()))
    return {};
  return *attr;
}

Attribute IntTupleAttr::parse(AsmParser &parser, Type) {
  return parseBody(parser, parseIntTupleBody);
}
void IntTupleAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue());
}
Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  return parseBody(parser, parseLayoutBody);
}
void LayoutAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue());
}
Attribute SwizzleAttr::parse(AsmParser &parser, Type) {
  return parseBody(parser, parseSwizzleBody);
}
void SwizzleAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue());
}
Attribute TileAttr::parse(AsmParser &parser, Type) {
  return parseBody(parser, parseTileBody);
}
void TileAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue());
}

Attribute CoordSwizzleAttr::parse(AsmParser &parser, Type) {
  return parseBody(parser, parseCoordSwizzleBody);
}
void CoordSwizzleAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue());
}
Attribute ComposedLayoutAttr::parse(AsmParser &parser, Type) {
  return parseBody(parser, parseComposedLayoutBody);
}
void ComposedLayoutAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue());
}

/// Parses a tuple into an attribute that restricts which tuples it holds.
template <typename AttrT> static Attribute parseValue(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  bool delimited = succeeded(parser.parseOptionalLess());
  FailureOr<IntTupleAttr> value = parseIntTupleBody(parser);
  if (failed(value) || (delimited && parser.parseGreater()))
    return {};
  return parser.getChecked<AttrT>(loc, parser.getContext(), *value);
}

Attribute BasisAttr::parse(AsmParser &parser, Type) {
  return parseValue<BasisAttr>(parser);
}
void BasisAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue().getValue());
}
Attribute IntAttr::parse(AsmParser &parser, Type) {
  return parseValue<IntAttr>(parser);
}
void IntAttr::print(AsmPrinter &printer) const {
  printBody(printer, getValue().getValue());
}

Attribute AlignAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  bool delimited = succeeded(parser.parseOptionalLess());
  int64_t bytes;
  if (parser.parseKeyword("align") || parser.parseLess() ||
      parser.parseInteger(bytes) || parser.parseGreater() ||
      (delimited && parser.parseGreater()))
    return {};
  return parser.getChecked<AlignAttr>(loc, parser.getContext(), bytes);
}
void AlignAttr::print(AsmPrinter &printer) const {
  printer << " align<" << getBytes() << '>';
}

//===----------------------------------------------------------------------===//
// Construction and verification
//===----------------------------------------------------------------------===//

IntTupleAttr IntTupleAttr::get(MLIRContext *context, const IntTuple &value) {
  SmallVector<int64_t> code;
  value.encode(code);
  return Base::get(context, ArrayRef<int64_t>(code));
}

LayoutAttr LayoutAttr::get(MLIRContext *context, const Layout &value) {
  return Base::get(context, IntTupleAttr::get(context, value.shape),
                   IntTupleAttr::get(context, value.stride));
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 IntTupleAttr shape, IntTupleAttr stride) {
  IntTuple shapeValue = shape.getValue(), strideValue = stride.getValue();
  if (!shapeValue.isCongruent(strideValue))
    return emitError() << "expected the stride to have the structure of the "
                          "shape "
                       << shapeValue.str() << ", got " << strideValue.str();
  for (const Leaf &leaf : shapeValue.getLeaves()) {
    if (leaf.isNone() || leaf.isBasis())
      return emitError() << "expected integers in the shape, got "
                         << IntTuple(leaf).str() << " in " << shapeValue.str();
    if (leaf.isStatic() && leaf.value < 0)
      return emitError() << "expected sizes of at least 0 in the shape, got "
                         << leaf.value << " in " << shapeValue.str();
  }
  for (const Leaf &leaf : strideValue.getLeaves())
    if (leaf.isNone())
      return emitError() << "expected integers in the stride, got * in "
                         << strideValue.str();
  return success();
}

FailureOr<int64_t> LayoutAttr::getStaticSize() const {
  Algebra algebra;
  Leaf size = algebra.product(getShape().getValue());
  if (!algebra.succeeded() || !size.isStatic())
    return failure();
  return size.value;
}

LogicalResult SwizzleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t mask, int64_t base, int64_t shift) {
  if (mask < 0 || base < 0 || shift < 0)
    return emitError() << "expected a swizzle of numbers that are at least 0, "
                          "got S<"
                       << mask << ',' << base << ',' << shift << '>';
  if (mask > 62 || base > 62 || shift > 62 || mask + base + shift > 62)
    return emitError() << "expected a swizzle of the lower 62 bits, got S<"
                       << mask << ',' << base << ',' << shift << '>';
  if (mask > 0 && shift > 0 && shift < mask)
    return emitError() << "expected a shift of at least the " << mask
                       << " bits of the mask, so that a swizzle is its own "
                          "inverse, got "
                       << shift;
  return success();
}

TileAttr TileAttr::get(MLIRContext *context, const Tile &value) {
  SmallVector<Attribute> entries;
  for (const Tile::Entry &entry : value.entries) {
    if (const Leaf *leaf = std::get_if<Leaf>(&entry))
      entries.push_back(IntTupleAttr::get(context, *leaf));
    else if (const Layout *layout = std::get_if<Layout>(&entry))
      entries.push_back(LayoutAttr::get(context, *layout));
    else
      entries.push_back(TileAttr::get(context, std::get<Tile>(entry)));
  }
  return Base::get(context, value.bracketed, ArrayRef<Attribute>(entries));
}

Tile TileAttr::getValue() const {
  Tile tile;
  tile.bracketed = getBracketed();
  for (Attribute entry : getEntries()) {
    if (auto leaf = dyn_cast<IntTupleAttr>(entry))
      tile.entries.push_back(leaf.getValue().getLeaf());
    else if (auto layout = dyn_cast<LayoutAttr>(entry))
      tile.entries.push_back(layout.getValue());
    else
      tile.entries.push_back(cast<TileAttr>(entry).getValue());
  }
  return tile;
}

//===----------------------------------------------------------------------===//
// Composed layouts
//===----------------------------------------------------------------------===//

CoordSwizzleAttr CoordSwizzleAttr::get(MLIRContext *context,
                                       const CoordSwizzle &value) {
  return Base::get(context, value.mask, value.baseRow,
                   ArrayRef<int32_t>(value.modeRow), value.baseCol,
                   ArrayRef<int32_t>(value.modeCol));
}

CoordSwizzle CoordSwizzleAttr::getValue() const {
  return {getMask(), getBaseRow(), llvm::to_vector<2>(getModeRow()),
          getBaseCol(), llvm::to_vector<2>(getModeCol())};
}

LogicalResult CoordSwizzleAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, int64_t mask, int64_t baseRow,
    ArrayRef<int32_t> modeRow, int64_t baseCol, ArrayRef<int32_t> modeCol) {
  for (int64_t base : {baseRow, baseCol})
    if (mask < 0 || base < 0 || mask > 62 || base > 62 || mask + base > 62)
      return emitError() << "expected a coordinate swizzle of the lower 62 "
                            "bits, got a mask of "
                         << mask << " bits from bit " << base << " on";
  for (ArrayRef<int32_t> modes : {modeRow, modeCol}) {
    if (modes.empty())
      return emitError() << "expected the path of a mode in a coordinate "
                            "swizzle, got []";
    for (int32_t mode : modes)
      if (mode < 0 || mode > maxBasisMode)
        return emitError() << "expected modes from 0 to " << maxBasisMode
                           << " in a coordinate swizzle, got " << mode;
  }
  if (mask > 0 && modeRow == modeCol)
    return emitError() << "expected a coordinate swizzle of two different "
                          "modes, so that it is its own inverse";
  return success();
}

/// The attribute that stands for what a stage applies.
static Attribute getMapAttr(MLIRContext *context, const InnerMap &map) {
  if (const Layout *layout = std::get_if<Layout>(&map))
    return LayoutAttr::get(context, *layout);
  if (const Swizzle *s = std::get_if<Swizzle>(&map))
    return SwizzleAttr::get(context, s->mask, s->base, s->shift);
  if (const CoordSwizzle *s = std::get_if<CoordSwizzle>(&map))
    return CoordSwizzleAttr::get(context, *s);
  return getLayoutAttr(context,
                       *std::get<std::shared_ptr<const ComposedLayout>>(map));
}

InnerMap mlir::fly::getMapValue(Attribute map) {
  if (auto layout = dyn_cast<LayoutAttr>(map))
    return layout.getValue();
  if (auto swizzle = dyn_cast<SwizzleAttr>(map))
    return swizzle.getValue();
  if (auto swizzle = dyn_cast<CoordSwizzleAttr>(map))
    return swizzle.getValue();
  return std::make_shared<const ComposedLayout>(
      cast<ComposedLayoutAttr>(map).getValue());
}

Attribute
mlir::fly::getLayoutAttr(MLIRContext *context, const ComposedLayout &layout,
                         function_ref<InFlightDiagnostic()> emitError) {
  auto emit = [&]() -> InFlightDiagnostic {
    return emitError ? emitError() : mlir::emitError(UnknownLoc::get(context));
  };
  Attribute result = LayoutAttr::getChecked(
      emit, context, IntTupleAttr::get(context, layout.layout.shape),
      IntTupleAttr::get(context, layout.layout.stride));
  for (const Stage &stage : llvm::reverse(layout.stages)) {
    if (!result)
      break;
    result = ComposedLayoutAttr::getChecked(
        emit, context, getMapAttr(context, stage.inner),
        IntTupleAttr::get(context, stage.offset), result);
  }
  return result;
}

ComposedLayout mlir::fly::getLayoutValue(Attribute layout) {
  ComposedLayout result;
  while (auto composed = dyn_cast<ComposedLayoutAttr>(layout)) {
    result.stages.push_back(
        {getMapValue(composed.getInner()), composed.getOffset().getValue()});
    layout = composed.getOuter();
  }
  result.layout = cast<LayoutAttr>(layout).getValue();
  return result;
}

LayoutAttr mlir::fly::getPlainLayout(Attribute layout) {
  while (auto composed = dyn_cast<ComposedLayoutAttr>(layout))
    layout = composed.getOuter();
  return cast<LayoutAttr>(layout);
}

ComposedLayoutAttr ComposedLayoutAttr::get(MLIRContext *context,
                                           const ComposedLayout &value) {
  return cast<ComposedLayoutAttr>(getLayoutAttr(context, value));
}

ComposedLayout ComposedLayoutAttr::getValue() const {
  return getLayoutValue(*this);
}

LayoutAttr ComposedLayoutAttr::getPlainLayout() const {
  return fly::getPlainLayout(*this);
}

LogicalResult
ComposedLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute inner, IntTupleAttr offset,
                           Attribute outer) {
  if (!isa<LayoutAttr, SwizzleAttr, CoordSwizzleAttr, ComposedLayoutAttr>(
          inner))
    return emitError() << "expected a layout or a swizzle as the inner part of "
                          "a composed layout, got "
                       << inner;
  if (!isa<LayoutAttr, ComposedLayoutAttr>(outer))
    return emitError() << "expected a layout as the outer part of a composed "
                          "layout, got "
                       << outer;
  for (const Leaf &leaf : offset.getValue().getLeaves())
    if (leaf.isNone())
      return emitError() << "expected integers in the offset, got "
                         << offset.getValue().str();
  // What the outer part gives must have the structure that the inner part
  // takes; zeros along each mode show it.
  Algebra algebra;
  ComposedLayout outerValue = getLayoutValue(outer);
  IntTuple index = algebra.applyStages(outerValue.stages,
                                       algebra.coprofile(outerValue.layout));
  index =
      algebra.apply(getMapValue(inner), algebra.add(offset.getValue(), index));
  if (!algebra.succeeded())
    return emitError() << "cannot compose " << inner << " with the offset "
                       << offset.getValue().str() << " and " << outer << ": "
                       << algebra.getError();
  return success();
}

LogicalResult BasisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                IntTupleAttr value) {
  if (!value.isLeaf() || !value.getValue().getLeaf().isBasis())
    return emitError() << "expected a basis vector like 1E0, got "
                       << value.getValue().str();
  return success();
}

LogicalResult IntAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              IntTupleAttr value) {
  if (!value.isLeaf() || value.getValue().getLeaf().isBasis() ||
      value.getValue().getLeaf().isNone())
    return emitError() << "expected an integer or '?', got "
                       << value.getValue().str();
  return success();
}

LogicalResult AlignAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t bytes) {
  if (bytes <= 0)
    return emitError() << "expected a positive alignment, got " << bytes;
  return success();
}
