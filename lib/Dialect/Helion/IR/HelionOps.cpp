//===- HelionOps.cpp - Operations of the helion dialect -------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlir::helion;

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

static ParseResult parseAxisKind(OpAsmParser &parser, AxisKindAttr &kind) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<AxisKind> value = symbolizeAxisKind(keyword);
  if (!value)
    return parser.emitError(loc, "expected 'tile' or 'full', got '")
           << keyword << "'";
  kind = AxisKindAttr::get(parser.getContext(), *value);
  return success();
}

static void printAxisKind(OpAsmPrinter &printer, Operation *,
                          AxisKindAttr kind) {
  printer << stringifyAxisKind(kind.getValue());
}

static ParseResult parseReduceKind(OpAsmParser &parser, ReduceKindAttr &kind) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ReduceKind> value = symbolizeReduceKind(keyword);
  if (!value)
    return parser.emitError(loc, "unknown reduction '")
           << keyword
           << "', expected one of sum, prod, max, min, maxnum, minnum";
  kind = ReduceKindAttr::get(parser.getContext(), *value);
  return success();
}

static void printReduceKind(OpAsmPrinter &printer, Operation *,
                            ReduceKindAttr kind) {
  printer << stringifyReduceKind(kind.getValue());
}

static ParseResult parseAxisName(OpAsmParser &parser, StringAttr &axis) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  axis = parser.getBuilder().getStringAttr(name);
  return success();
}

static void printAxisName(OpAsmPrinter &printer, Operation *, StringAttr axis) {
  printer.printKeywordOrString(axis.getValue());
}

static ParseResult parseAxisNames(OpAsmParser &parser, ArrayAttr &axes) {
  SmallVector<Attribute> names;
  if (parser.parseCommaSeparatedList([&]() -> ParseResult {
        StringAttr name;
        if (parseAxisName(parser, name))
          return failure();
        names.push_back(name);
        return success();
      }))
    return failure();
  axes = parser.getBuilder().getArrayAttr(names);
  return success();
}

static void printAxisNames(OpAsmPrinter &printer, Operation *op,
                           ArrayAttr axes) {
  llvm::interleaveComma(
      axes.getAsRange<StringAttr>(), printer,
      [&](StringAttr axis) { printAxisName(printer, op, axis); });
}

/// Subscript types print as the axis name for a handle and `index` for an
/// index, since the full handle types would only repeat it. An axis of that
/// name is quoted.
static ParseResult parseSubscriptTypes(OpAsmParser &parser,
                                       SmallVectorImpl<Type> &types) {
  auto parseOne = [&]() -> ParseResult {
    std::string name;
    bool isQuoted = succeeded(parser.parseOptionalString(&name));
    if (!isQuoted && parser.parseKeywordOrString(&name))
      return failure();
    if (!isQuoted && name == "index")
      types.push_back(parser.getBuilder().getIndexType());
    else
      types.push_back(HandleType::get(parser.getContext(),
                                      parser.getBuilder().getStringAttr(name)));
    return success();
  };
  return parser.parseCommaSeparatedList(parseOne);
}

static void printSubscriptTypes(OpAsmPrinter &printer, Operation *,
                                TypeRange types) {
  llvm::interleaveComma(types, printer, [&](Type type) {
    auto handle = dyn_cast<HandleType>(type);
    if (!handle)
      printer << "index";
    else if (handle.getAxis().getValue() == "index")
      printer.printString("index");
    else
      printer.printKeywordOrString(handle.getAxis().getValue());
  });
}

#include "Dialect/Helion/IR/HelionInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "Dialect/Helion/IR/HelionOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shared verification
//===----------------------------------------------------------------------===//

static KernelOp getKernel(Operation *op) {
  return op->getParentOfType<KernelOp>();
}

/// Finds the axis that `op` refers to and checks that it has kind `kind`.
static FailureOr<AxisOp> resolveAxis(Operation *op, StringAttr name,
                                     std::optional<AxisKind> kind,
                                     StringRef alternative) {
  KernelOp kernel = getKernel(op);
  if (!kernel)
    return op->emitOpError("must be inside a helion.kernel");
  AxisOp axis = kernel.lookupAxis(name);
  if (!axis)
    return op->emitOpError("refers to axis @")
           << name.getValue() << ", which the kernel does not declare";
  if (kind && axis.getKind() != *kind) {
    InFlightDiagnostic diag = op->emitOpError("expects a ")
                              << stringifyAxisKind(*kind) << " axis, but @"
                              << name.getValue() << " is declared "
                              << stringifyAxisKind(axis.getKind()) << "; use "
                              << alternative;
    diag.attachNote(axis.getLoc()) << "declared here";
    return diag;
  }
  return axis;
}

static LogicalResult verifyHandleArgument(Operation *op, BlockArgument arg,
                                          StringAttr axis) {
  auto handle = dyn_cast<HandleType>(arg.getType());
  if (!handle || handle.getAxis() != axis)
    return op->emitOpError("expects block argument #")
           << arg.getArgNumber() << " to be !helion.handle<" << axis.getValue()
           << ">, got " << arg.getType();
  return success();
}

/// A handle stands for the iteration that made it. One that went through
/// another op (a select, a carried value) could stand for either of two.
static LogicalResult verifyHandleSource(Operation *op, Value handle) {
  if (handle.getDefiningOp<SpanOp>())
    return success();
  if (auto arg = dyn_cast<BlockArgument>(handle)) {
    Operation *owner = arg.getOwner()->getParentOp();
    if (isa_and_nonnull<GridOp>(owner) ||
        (isa_and_nonnull<ForOp>(owner) && arg.getArgNumber() == 0))
      return success();
  }
  return op->emitOpError("expects handles made by helion.grid, helion.for or "
                         "helion.span, got a ")
         << handle.getType() << " from elsewhere";
}

/// The values that fill elements which do not exist are plain numbers.
static LogicalResult verifyNumber(Operation *op, StringRef what,
                                  TypedAttr value, Type element) {
  if (value.getType() != element)
    return op->emitOpError("expects a ")
           << what << " of the element type " << element << ", got "
           << value.getType();
  if (!isa<IntegerAttr, FloatAttr>(value))
    return op->emitOpError("expects a number as its ")
           << what << ", got " << value;
  return success();
}

/// Checks subscripts against the buffer they address and the tile that moves.
static LogicalResult verifyAccess(Operation *op, MemRefType buffer,
                                  ValueRange subscripts,
                                  RankedTensorType tile) {
  if (buffer.getRank() == 0)
    return op->emitOpError("expects a buffer of rank 1 or more, got ")
           << buffer << "; pass the value as a scalar kernel argument";
  if (static_cast<int64_t>(subscripts.size()) != buffer.getRank())
    return op->emitOpError("expects one subscript per buffer dimension: ")
           << buffer << " has " << buffer.getRank() << ", got "
           << subscripts.size();
  if (buffer.getElementType() != tile.getElementType())
    return op->emitOpError("expects tile and buffer of one element type, got ")
           << tile.getElementType() << " and " << buffer.getElementType()
           << "; convert explicitly (arith.extf, arith.truncf)";
  SmallVector<StringAttr> axes;
  for (Value subscript : subscripts) {
    auto handle = dyn_cast<HandleType>(subscript.getType());
    if (!handle)
      continue;
    if (failed(verifyHandleSource(op, subscript)))
      return failure();
    axes.push_back(handle.getAxis());
  }
  if (ArrayRef<StringAttr>(axes) != getAxes(tile)) {
    InFlightDiagnostic diag =
        op->emitOpError("expects the tile to run over the handles' axes [");
    llvm::interleaveComma(axes, diag,
                          [&](StringAttr a) { diag << a.getValue(); });
    diag << "], got " << tile;
    return diag;
  }
  return success();
}

/// A scheduled tile must hold the projection of the grid's layout: two layouts
/// of one axis would disagree about who owns which element.
static LogicalResult verifySchedule(Operation *op, Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile)
    return success();
  LayoutAttr layout = getLayout(tile);
  KernelOp kernel = getKernel(op);
  if (!layout || !kernel)
    return success();
  GridOp grid = kernel.getGrid();
  if (!grid || !grid.getLayoutAttr())
    return op->emitOpError("has a tile with a layout, but the grid has none: ")
           << tile;
  for (StringAttr axis : layout.getAxes())
    if (!llvm::is_contained(grid.getLayoutAttr().getAxes(), axis))
      return op->emitOpError("has a tile over axis '")
             << axis.getValue() << "', which the grid's layout "
             << grid.getLayoutAttr() << " lacks";
  LayoutAttr expected = grid.getLayoutAttr().project(layout.getAxes());
  if (expected != layout)
    return op->emitOpError("has a tile whose layout differs from the grid's: "
                           "expected ")
           << expected << ", got " << layout;
  return success();
}

/// Checks the result of a reduction against its source.
static LogicalResult verifyReduced(Operation *op, Value from, Value to,
                                   StringAttr axis) {
  auto source = cast<RankedTensorType>(from.getType());
  auto result = cast<RankedTensorType>(to.getType());
  std::optional<unsigned> dim = getAxisDim(source, axis);
  if (!dim)
    return op->emitOpError("reduces over axis '")
           << axis.getValue() << "', which its source " << source << " lacks";
  SmallVector<StringAttr> axes(getAxes(source));
  SmallVector<int64_t> shape(source.getShape());
  axes.erase(axes.begin() + *dim);
  shape.erase(shape.begin() + *dim);
  if (ArrayRef<StringAttr>(axes) != getAxes(result) ||
      ArrayRef<int64_t>(shape) != result.getShape())
    return op->emitOpError("expects the result to be its source without axis '")
           << axis.getValue() << "', got " << source << " and " << result;
  if (failed(verifySchedule(op, from)))
    return failure();
  return verifySchedule(op, to);
}

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

GridOp KernelOp::getGrid() {
  auto grids = getBody().getOps<GridOp>();
  return grids.empty() ? GridOp() : *grids.begin();
}

AxisOp KernelOp::lookupAxis(StringAttr name) {
  return dyn_cast_or_null<AxisOp>(
      mlir::SymbolTable::lookupSymbolIn(*this, name));
}

arith::FastMathFlags KernelOp::getFastMathFlags() {
  return getFastmath().value_or(arith::FastMathFlags::none);
}

int64_t KernelOp::getArgAlignment(unsigned index) {
  auto buffer = cast<MemRefType>(getArgumentTypes()[index]);
  int64_t natural = llvm::divideCeil(buffer.getElementTypeBitWidth(), 8);
  auto align =
      getArgAttrOfType<IntegerAttr>(index, HelionDialect::getAlignAttrName());
  return align ? std::max(align.getInt(), natural) : natural;
}

LogicalResult KernelOp::verify() {
  if (getNumResults() != 0)
    return emitOpError("expects no results, got ")
           << getNumResults() << "; write results to a buffer";
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    if (auto buffer = dyn_cast<MemRefType>(type)) {
      if (buffer.getRank() == 0)
        return emitOpError("argument #")
               << index << " is a buffer of rank 0 (" << buffer
               << "); pass the value as a scalar argument";
      if (!buffer.getElementType().isIntOrFloat())
        return emitOpError("argument #")
               << index << " expects elements of integer or float type, got "
               << buffer.getElementType();
      Type element = buffer.getElementType();
      bool isSupported =
          element.isF16() || element.isBF16() || element.isF32() ||
          element.isF64() || element.isSignlessInteger(8) ||
          element.isSignlessInteger(16) || element.isSignlessInteger(32) ||
          element.isSignlessInteger(64);
      if (!isSupported)
        return emitOpError("argument #")
               << index
               << " expects elements of f16, bf16, f32, f64, i8, i16, i32 or "
                  "i64, got "
               << element;
      if (!buffer.isStrided())
        return emitOpError("argument #")
               << index << " expects a strided layout, got " << buffer;
      if (buffer.getMemorySpace())
        return emitOpError("argument #")
               << index << " expects a buffer in the default memory space, got "
               << buffer;
      for (int64_t stride : buffer.getStridesAndOffset().first)
        if (!ShapedType::isDynamic(stride) && stride < 0)
          return emitOpError("argument #")
                 << index << " expects strides >= 0, got " << buffer;
      continue;
    }
    if (!type.isIntOrIndexOrFloat())
      return emitOpError("argument #")
             << index << " expects a memref, integer, float or index, got "
             << type;
  }
  arith::FastMathFlags flags = getFastMathFlags();
  if (arith::bitEnumContainsAny(flags, arith::FastMathFlags::nnan |
                                           arith::FastMathFlags::ninf))
    return emitOpError("fastmath must not contain nnan or ninf, got <")
           << arith::stringifyFastMathFlags(flags)
           << ">: masked elements and empty rows hold infinities; use "
              "<reassoc,nsz,arcp,contract,afn>";
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  unsigned grids = 0;
  for (Operation &op : getBody().front()) {
    if (isa<GridOp>(op) && ++grids > 1)
      return op.emitOpError(
          "is the kernel's second grid, expected exactly one");
    if (!isa<GridOp, AxisOp>(op) && grids != 0)
      return op.emitOpError("follows the grid, expected it before");
    if (!isa<GridOp, AxisOp>(op) && !isMemoryEffectFree(&op))
      return op.emitOpError("is in front of the grid and has side effects; "
                            "move it into the grid");
  }
  if (grids == 0)
    return emitOpError("expects exactly one helion.grid in its body, got none");
  return success();
}

//===----------------------------------------------------------------------===//
// AxisOp
//===----------------------------------------------------------------------===//

std::optional<int64_t> AxisOp::getStaticExtent() {
  IntegerAttr extent;
  if (matchPattern(getExtent(), m_Constant(&extent)))
    return extent.getInt();
  return std::nullopt;
}

std::optional<int64_t> AxisOp::getExtentBound() {
  std::optional<int64_t> extent = getStaticExtent();
  if (extent)
    return extent;
  if (auto size = getExtent().getDefiningOp<SizeOp>()) {
    int64_t dim = size.getBuffer().getType().getDimSize(size.getDim());
    if (!ShapedType::isDynamic(dim))
      return dim;
  }
  return getBound();
}

LogicalResult AxisOp::verify() {
  std::optional<int64_t> extent = getStaticExtent();
  if (extent && *extent < 0)
    return emitOpError("expects an extent >= 0, got ") << *extent;
  if (extent && getBound() && *extent > static_cast<int64_t>(*getBound()))
    return emitOpError("has extent ")
           << *extent << ", above its bound of " << *getBound();
  if (getWithin() && failed(verifyWithin()))
    return failure();
  if (!getWindow()) {
    if (getWindowAxes() || getWindowWidth())
      return emitOpError("expects no window axes and no width without a window "
                         "buffer");
    return success();
  }
  return verifyWindow();
}

LogicalResult AxisOp::verifyWithin() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  AxisOp outer = kernel.lookupAxis(getWithinAttr().getAttr());
  if (!outer)
    return emitOpError("lies within axis ")
           << getWithinAttr() << ", which the kernel does not declare";
  if (getKind() != AxisKind::Tile || outer.getKind() != AxisKind::Tile)
    return emitOpError("expects a tile axis within a tile axis, got ")
           << stringifyAxisKind(getKind()) << " within "
           << stringifyAxisKind(outer.getKind());
  if (outer == *this || outer.getWithin())
    return emitOpError("expects to lie within an axis of the grid, got ")
           << getWithinAttr();
  std::optional<int64_t> extent = getStaticExtent();
  if (outer.getExtent() != getExtent() &&
      !(extent && extent == outer.getStaticExtent()))
    return emitOpError("expects the extent of axis ")
           << getWithinAttr() << ", within which it lies";
  if (getBlock() && outer.getBlock() && *outer.getBlock() % *getBlock() != 0)
    return emitOpError("expects a block that divides the ")
           << *outer.getBlock() << " elements of axis " << getWithinAttr()
           << ", got " << *getBlock();
  return success();
}

LogicalResult AxisOp::verifyWindow() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  auto arg = dyn_cast<BlockArgument>(getWindow());
  if (!arg || arg.getOwner()->getParentOp() != kernel)
    return emitOpError("expects the window's buffer to be an argument of the "
                       "kernel, got a ")
           << getWindow().getType() << " from elsewhere";
  auto buffer = cast<MemRefType>(getWindow().getType());
  if (!getWindowAxes() || !getWindowWidth())
    return emitOpError("expects the axes and the width of its window");
  if (static_cast<int64_t>(getWindowAxes()->size()) != buffer.getRank())
    return emitOpError("expects one window axis per dimension of ")
           << buffer << ", got " << getWindowAxes()->size();
  for (auto axis : getWindowAxes()->getAsRange<StringAttr>())
    if (!kernel.lookupAxis(axis))
      return emitOpError("has a window over axis @")
             << axis.getValue() << ", which the kernel does not declare";
  if (cast<StringAttr>(getWindowAxes()->getValue().back()) != getSymNameAttr())
    return emitOpError("expects the window's last axis to be the axis itself, "
                       "got ")
           << getWindowAxes()->getValue().back();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(buffer.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1)
    return emitOpError("expects a window buffer whose last dimension is "
                       "contiguous, got ")
           << buffer;
  // 128 bits of the narrowest element.
  if (!llvm::isPowerOf2_64(*getWindowWidth()) || *getWindowWidth() > 16)
    return emitOpError("expects a window width that is a power of two and at "
                       "most 16, got ")
           << *getWindowWidth();
  return success();
}

//===----------------------------------------------------------------------===//
// GridOp
//===----------------------------------------------------------------------===//

ParseResult GridOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> handles;
  SmallVector<Attribute> axes;
  MLIRContext *context = parser.getContext();
  auto parseAxis = [&]() -> ParseResult {
    StringAttr axis;
    if (parser.parseArgument(handles.emplace_back()) ||
        parser.parseKeyword("in") || parser.parseSymbolName(axis))
      return failure();
    handles.back().type = HandleType::get(context, axis);
    axes.push_back(FlatSymbolRefAttr::get(axis));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseAxis))
    return failure();
  result.addAttribute(getAxesAttrName(result.name),
                      ArrayAttr::get(context, axes));
  if (succeeded(parser.parseOptionalKeyword("layout"))) {
    LayoutAttr layout;
    if (parser.parseAttribute(layout))
      return failure();
    result.addAttribute(getLayoutAttrName(result.name), layout);
  }
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body, handles))
    return failure();
  GridOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void GridOp::print(OpAsmPrinter &printer) {
  printer << " (";
  llvm::interleaveComma(llvm::zip(getBody().getArguments(),
                                  getAxes().getAsRange<FlatSymbolRefAttr>()),
                        printer, [&](auto pair) {
                          printer << std::get<0>(pair) << " in "
                                  << std::get<1>(pair);
                        });
  printer << ')';
  // In full, where one looks for it; the tiles' types print its alias.
  if (LayoutAttr layout = getLayoutAttr()) {
    printer << " layout #helion." << LayoutAttr::getMnemonic();
    layout.print(printer);
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getAxesAttrName(), getLayoutAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

void GridOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (BlockArgument arg : region.getArguments())
    if (auto handle = dyn_cast<HandleType>(arg.getType()))
      setName(arg, handle.getAxis().getValue());
}

LogicalResult GridOp::verify() {
  Block &body = getBody().front();
  if (getAxes().size() == 0 || getAxes().size() > 3)
    return emitOpError("expects 1 to 3 axes, got ") << getAxes().size();
  if (body.getNumArguments() != getAxes().size())
    return emitOpError("expects one handle per axis: ")
           << getAxes().size() << " axes, " << body.getNumArguments()
           << " block arguments";
  llvm::SmallPtrSet<Attribute, 3> seen;
  for (auto [ref, arg] : llvm::zip(getAxes().getAsRange<FlatSymbolRefAttr>(),
                                   body.getArguments())) {
    if (!seen.insert(ref).second)
      return emitOpError("names axis ") << ref << " twice";
    FailureOr<AxisOp> axis = resolveAxis(*this, ref.getAttr(), AxisKind::Tile,
                                         "helion.span in the body");
    if (failed(axis) || failed(verifyHandleArgument(*this, arg, ref.getAttr())))
      return failure();
    if (axis->getWithin())
      return emitOpError("runs over axis ")
             << ref << ", which lies within axis " << axis->getWithinAttr()
             << "; expected a helion.for in the body";
  }
  return getLayoutAttr() ? verifyLayout() : success();
}

LogicalResult GridOp::verifyRegions() {
  if (getBody().front().getTerminator()->getNumOperands() != 0)
    return emitOpError("expects its body to yield no values");
  return success();
}

LogicalResult GridOp::verifyLayout() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  for (auto [axis, size] :
       llvm::zip(getLayoutAttr().getAxes(), getLayoutAttr().getTileShape())) {
    AxisOp op = kernel.lookupAxis(axis);
    if (!op)
      return emitOpError("has a layout over axis @")
             << axis.getValue() << ", which the kernel does not declare";
    if (op.getBlock() && static_cast<int64_t>(*op.getBlock()) != size)
      return emitOpError("has a layout of ")
             << size << " elements along axis @" << axis.getValue()
             << ", whose block is " << *op.getBlock();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// SpanOp
//===----------------------------------------------------------------------===//

LogicalResult SpanOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location>, ValueRange,
                                       DictionaryAttr,
                                       OpaqueProperties properties, RegionRange,
                                       SmallVectorImpl<Type> &types) {
  auto axis = properties.as<Properties *>()->getAxis();
  if (!axis)
    return failure();
  types.push_back(HandleType::get(context, axis.getAttr()));
  return success();
}

void SpanOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getHandle(), getAxis());
}

LogicalResult SpanOp::verify() {
  return resolveAxis(*this, getAxisAttr().getAttr(), AxisKind::Full,
                     "helion.for or helion.grid");
}

//===----------------------------------------------------------------------===//
// ForOp
//===----------------------------------------------------------------------===//

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments(1);
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  StringAttr axis;
  MLIRContext *context = parser.getContext();
  if (parser.parseArgument(arguments.front()) || parser.parseKeyword("in") ||
      parser.parseSymbolName(axis))
    return failure();
  arguments.front().type = HandleType::get(context, axis);
  result.addAttribute(getAxisAttrName(result.name),
                      FlatSymbolRefAttr::get(axis));
  if (succeeded(parser.parseOptionalKeyword("iter_args"))) {
    SmallVector<OpAsmParser::Argument> carried;
    if (parser.parseAssignmentList(carried, inits) ||
        parser.parseArrowTypeList(result.types))
      return failure();
    if (carried.size() != result.types.size())
      return parser.emitError(parser.getNameLoc(),
                              "expected one type per carried value: ")
             << carried.size() << " values, " << result.types.size()
             << " types";
    for (auto [arg, type] : llvm::zip(carried, result.types))
      arg.type = type;
    llvm::append_range(arguments, carried);
  }
  if (parser.resolveOperands(inits, result.types, parser.getNameLoc(),
                             result.operands))
    return failure();
  Region *body = result.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*body, arguments))
    return failure();
  ForOp::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void ForOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getHandle() << " in " << getAxisAttr();
  if (!getInits().empty()) {
    printer << " iter_args(";
    llvm::interleaveComma(
        llvm::zip(getRegionIterArgs(), getInits()), printer, [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ')';
    printer.printArrowTypeList(getResultTypes());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getAxisAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!getInits().empty());
}

void ForOp::getAsmBlockArgumentNames(Region &, OpAsmSetValueNameFn setName) {
  setName(getHandle(), getAxis());
}

SmallVector<Region *> ForOp::getLoopRegions() { return {&getBody()}; }

Block::BlockArgListType ForOp::getRegionIterArgs() {
  // The interface's verifier asks before ours has seen that there is a handle.
  Block::BlockArgListType arguments = getBody().getArguments();
  return arguments.empty() ? arguments : arguments.drop_front();
}

std::optional<MutableArrayRef<OpOperand>> ForOp::getYieldedValuesMutable() {
  return cast<YieldOp>(getBody().front().getTerminator()).getOperandsMutable();
}

std::optional<ResultRange> ForOp::getLoopResults() { return getResults(); }

LogicalResult ForOp::verify() {
  KernelOp kernel = getKernel(*this);
  AxisOp axis = kernel ? kernel.lookupAxis(getAxisAttr().getAttr()) : AxisOp();
  auto enclosing = (*this)->getParentOfType<GridOp>();
  if (FlatSymbolRefAttr outer = axis ? axis.getWithinAttr() : nullptr;
      outer && enclosing &&
      !llvm::is_contained(enclosing.getAxes(), Attribute(outer)))
    return emitOpError("runs over axis ")
           << getAxisAttr() << " within axis " << outer
           << ", which is not an axis of the grid";
  // Two blocks of one axis at a time would give tiles of the same type that
  // hold different elements.
  for (Operation *parent = (*this)->getParentOp(); parent;
       parent = parent->getParentOp()) {
    auto grid = dyn_cast<GridOp>(parent);
    auto loop = dyn_cast<ForOp>(parent);
    if ((grid && llvm::is_contained(grid.getAxes(), getAxisAttr())) ||
        (loop && loop.getAxisAttr() == getAxisAttr())) {
      InFlightDiagnostic diag = emitOpError("runs over axis ")
                                << getAxisAttr()
                                << ", which an enclosing op already runs over; "
                                   "declare a second axis of the same extent";
      diag.attachNote(parent->getLoc()) << "runs over it here";
      return diag;
    }
  }
  return resolveAxis(*this, getAxisAttr().getAttr(), AxisKind::Tile,
                     "helion.span");
}

LogicalResult ForOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != getInits().size() + 1)
    return emitOpError("expects a handle and one block argument per carried "
                       "value: ")
           << getInits().size() << " values, " << body.getNumArguments()
           << " block arguments";
  if (failed(verifyHandleArgument(*this, getHandle(), getAxisAttr().getAttr())))
    return failure();
  auto yield = cast<YieldOp>(body.getTerminator());
  if (yield.getNumOperands() != getInits().size())
    return emitOpError("carries ") << getInits().size() << " values but yields "
                                   << yield.getNumOperands();
  for (auto [index, init] : llvm::enumerate(getInits())) {
    Type type = init.getType();
    Type yielded = yield.getOperand(index).getType();
    if (getResult(index).getType() != type ||
        getRegionIterArgs()[index].getType() != type || yielded != type)
      return emitOpError("expects one type for carried value #")
             << index << ": starts as " << type << ", yields " << yielded
             << ", results in " << getResult(index).getType();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// SizeOp
//===----------------------------------------------------------------------===//

LogicalResult SizeOp::verify() {
  MemRefType type = cast<MemRefType>(getBuffer().getType());
  if (static_cast<int64_t>(getDim()) < 0 ||
      static_cast<int64_t>(getDim()) >= type.getRank())
    return emitOpError("expects a dimension in [0, ")
           << type.getRank() << "), got " << static_cast<int64_t>(getDim());
  return success();
}

OpFoldResult SizeOp::fold(FoldAdaptor) {
  int64_t size = cast<MemRefType>(getBuffer().getType()).getDimSize(getDim());
  if (ShapedType::isDynamic(size))
    return {};
  return IntegerAttr::get(IndexType::get(getContext()), size);
}

Operation *HelionDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// LoadOp and StoreOp
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::verify() {
  if (failed(verifyAccess(*this, cast<MemRefType>(getBuffer().getType()),
                          getSubscripts(), getResult().getType())) ||
      failed(verifySchedule(*this, getResult())))
    return failure();
  if (!getPad())
    return success();
  return verifyNumber(*this, "pad", *getPad(),
                      getResult().getType().getElementType());
}

LogicalResult StoreOp::verify() {
  if (failed(verifyAccess(*this, cast<MemRefType>(getBuffer().getType()),
                          getSubscripts(), getValue().getType())))
    return failure();
  return verifySchedule(*this, getValue());
}

//===----------------------------------------------------------------------===//
// FullOp
//===----------------------------------------------------------------------===//

LogicalResult FullOp::verify() { return verifySchedule(*this, getResult()); }

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  RankedTensorType source = getSource().getType();
  RankedTensorType result = getResult().getType();
  if (source.getElementType() != result.getElementType())
    return emitOpError("expects one element type, got ")
           << source.getElementType() << " and " << result.getElementType();
  if (static_cast<bool>(helion::getLayout(source)) !=
      static_cast<bool>(helion::getLayout(result)))
    return emitOpError(
               "expects both tiles to be logical or both scheduled, got ")
           << source << " and " << result;
  // The source's axes must be a subsequence of the result's.
  ArrayRef<StringAttr> wanted = getAxes(source);
  unsigned dim = 0;
  for (auto [index, axis] : llvm::enumerate(getAxes(result))) {
    if (dim == wanted.size() || wanted[dim] != axis)
      continue;
    if (source.getDimSize(dim) != result.getDimSize(index))
      return emitOpError("expects one size along axis '")
             << axis.getValue() << "', got " << source << " and " << result;
    ++dim;
  }
  if (dim != wanted.size())
    return emitOpError("expects the source's axes, in order, among the "
                       "result's: axis '")
           << wanted[dim].getValue() << "' of " << source << " is not in "
           << result;
  return verifySchedule(*this, getResult());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return {};
}

//===----------------------------------------------------------------------===//
// IndexOp
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::verify() {
  if (failed(verifyHandleSource(*this, getHandle())))
    return failure();
  RankedTensorType result = getResult().getType();
  Type element = result.getElementType();
  if (!element.isIndex() && !element.isSignlessInteger(32) &&
      !element.isSignlessInteger(64))
    return emitOpError("expects i32, i64 or index elements, got ") << element;
  StringAttr axis = getHandle().getType().getAxis();
  if (getAxes(result) != ArrayRef(axis))
    return emitOpError("expects a tile over axis '")
           << axis.getValue() << "' alone, got " << result;
  return verifySchedule(*this, getResult());
}

//===----------------------------------------------------------------------===//
// BlockIdOp
//===----------------------------------------------------------------------===//

LogicalResult BlockIdOp::verify() {
  if (getHandle().getDefiningOp<SpanOp>())
    return emitOpError("expects the handle of a helion.grid or helion.for, got "
                       "that of a helion.span, which is one block");
  return verifyHandleSource(*this, getHandle());
}

//===----------------------------------------------------------------------===//
// MaskToOp
//===----------------------------------------------------------------------===//

LogicalResult MaskToOp::verify() {
  RankedTensorType type = getType();
  if (failed(verifyNumber(*this, "fill", getFill(), type.getElementType())))
    return failure();
  if (getHandles().empty())
    return emitOpError("expects the handle of at least one axis");
  for (Value handle : getHandles()) {
    if (failed(verifyHandleSource(*this, handle)))
      return failure();
    StringAttr axis = cast<HandleType>(handle.getType()).getAxis();
    if (!getAxisDim(type, axis))
      return emitOpError("masks axis '")
             << axis.getValue() << "', which the tile " << type << " lacks";
  }
  return verifySchedule(*this, getResult());
}

OpFoldResult MaskToOp::fold(FoldAdaptor) {
  // Masking is idempotent.
  auto producer = getValue().getDefiningOp<MaskToOp>();
  if (producer && producer.getFill() == getFill() &&
      llvm::all_of(getHandles(), [&](Value handle) {
        return llvm::is_contained(producer.getHandles(), handle);
      }))
    return getValue();
  return {};
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

TypedAttr ReduceOp::getIdentity(ReduceKind kind, Type type) {
  Builder builder(type.getContext());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case ReduceKind::Sum:
      // x + -0.0 is x for every x, but an empty sum is +0.0.
      return FloatAttr::get(type, 0.0);
    case ReduceKind::Prod:
      return FloatAttr::get(type, 1.0);
    case ReduceKind::Max:
    case ReduceKind::MaxNum:
      return FloatAttr::get(type,
                            APFloat::getInf(semantics, /*Negative=*/true));
    case ReduceKind::Min:
    case ReduceKind::MinNum:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    }
  }
  unsigned width = cast<IntegerType>(type).getWidth();
  switch (kind) {
  case ReduceKind::Sum:
    return builder.getIntegerAttr(type, 0);
  case ReduceKind::Prod:
    return builder.getIntegerAttr(type, 1);
  case ReduceKind::Max:
  case ReduceKind::MaxNum:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case ReduceKind::Min:
  case ReduceKind::MinNum:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  }
  llvm_unreachable("unknown reduction kind");
}

LogicalResult ReduceOp::verify() {
  RankedTensorType source = getSource().getType();
  RankedTensorType result = getResult().getType();
  Type element = source.getElementType();
  if (element != result.getElementType())
    return emitOpError("expects source and result of one element type, got ")
           << element << " and " << result.getElementType();
  auto floatType = dyn_cast<FloatType>(element);
  if (floatType && floatType.getWidth() < 32)
    return emitOpError("expects elements of at least 32 bits, got ")
           << element
           << "; widen with arith.extf first, reductions accumulate "
              "in f32";
  if (!floatType && !element.isSignlessInteger())
    return emitOpError("expects float or signless integer elements, got ")
           << element;
  return verifyReduced(*this, getSource(), getResult(), getAxisAttr());
}

MutableArrayRef<OpOperand> ReduceOp::getTiles() { return getSourceMutable(); }

SmallVector<TypedAttr> ReduceOp::getIdentities() { return {getIdentity()}; }

//===----------------------------------------------------------------------===//
// ReduceWithOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceWithOp::verify() {
  size_t count = getSources().size();
  if (count == 0)
    return emitOpError("expects at least one tile");
  if (getIdentity().size() != count || getResults().size() != count)
    return emitOpError("expects one result and one identity per tile: ")
           << count << " tiles, " << getResults().size() << " results, "
           << getIdentity().size() << " identities";
  for (auto [source, result, identity] :
       llvm::zip(getSources(), getResults(), getIdentity())) {
    auto tile = cast<RankedTensorType>(source.getType());
    auto first = cast<RankedTensorType>(getSources().front().getType());
    if (getAxes(tile) != getAxes(first) || tile.getShape() != first.getShape())
      return emitOpError("expects tiles of one shape, got ")
             << first << " and " << tile;
    Type element = tile.getElementType();
    auto number = dyn_cast<TypedAttr>(identity);
    if (!number)
      return emitOpError("expects a number as its identity, got ") << identity;
    if (failed(verifyNumber(*this, "combiner identity", number, element)))
      return failure();
    if (!element.isSignlessInteger(32) && !element.isSignlessInteger(64) &&
        !element.isF32() && !element.isF64())
      return emitOpError("expects i32, i64, f32 or f64 elements, got ")
             << element;
    if (element != cast<RankedTensorType>(result.getType()).getElementType())
      return emitOpError("expects source and result of one element type, got ")
             << source.getType() << " and " << result.getType();
    if (failed(verifyReduced(*this, source, result, getAxisAttr())))
      return failure();
  }
  return success();
}

LogicalResult ReduceWithOp::verifyRegions() {
  Block &body = getCombiner().front();
  size_t count = getSources().size();
  auto getElement = [&](size_t index) {
    return getElementTypeOrSelf(getSources()[index % count].getType());
  };
  if (body.getNumArguments() != 2 * count)
    return emitOpError("expects a combiner of two tuples, ")
           << 2 * count << " arguments, got " << body.getNumArguments();
  for (BlockArgument arg : body.getArguments())
    if (arg.getType() != getElement(arg.getArgNumber()))
      return emitOpError("expects argument #")
             << arg.getArgNumber() << " of its combiner to be "
             << getElement(arg.getArgNumber()) << ", got " << arg.getType();
  auto yield = cast<YieldOp>(body.getTerminator());
  if (yield.getNumOperands() != count)
    return emitOpError("expects its combiner to yield ")
           << count << " values, got " << yield.getNumOperands();
  for (auto [index, value] : llvm::enumerate(yield.getOperands()))
    if (value.getType() != getElement(index))
      return emitOpError("expects its combiner to yield ")
             << getElement(index) << " as value #" << index << ", got "
             << value.getType();
  for (Operation &op : body.without_terminator()) {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op.getDialect()) ||
        op.getNumResults() != 1 || op.getNumRegions() != 0)
      return op.emitOpError("is in a combiner; expected arith and math ops on "
                            "scalars");
    for (Value operand : op.getOperands())
      if (isa<ShapedType>(operand.getType()))
        return op.emitOpError("is in a combiner; expected scalars, got ")
               << operand.getType();
  }
  return success();
}

MutableArrayRef<OpOperand> ReduceWithOp::getTiles() {
  return getOperation()->getOpOperands();
}

SmallVector<TypedAttr> ReduceWithOp::getIdentities() {
  return llvm::to_vector(getIdentity().getAsRange<TypedAttr>());
}

SmallVector<Value> ReduceWithOp::createCombination(OpBuilder &builder,
                                                   Location loc, ValueRange lhs,
                                                   ValueRange rhs) {
  Block &body = getCombiner().front();
  auto shape = dyn_cast<RankedTensorType>(lhs.front().getType());
  auto convert = [&](Type type) -> Type {
    if (!shape)
      return type;
    return RankedTensorType::get(shape.getShape(), type, shape.getEncoding());
  };
  IRMapping mapping;
  mapping.map(body.getArguments().take_front(lhs.size()), lhs);
  mapping.map(body.getArguments().drop_front(lhs.size()), rhs);
  // Scalars from outside and constants are the same for every element.
  auto get = [&](Value value) -> Value {
    Value mapped = mapping.lookupOrNull(value);
    if (!mapped)
      mapped =
          shape ? FullOp::create(builder, loc, convert(value.getType()), value)
                : value;
    mapping.map(value, mapped);
    return mapped;
  };
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>()) {
      Value constant = builder.clone(op)->getResult(0);
      if (shape)
        constant =
            FullOp::create(builder, loc, convert(constant.getType()), constant);
      mapping.map(op.getResult(0), constant);
      continue;
    }
    SmallVector<Value> operands = llvm::map_to_vector(op.getOperands(), get);
    OperationState state(op.getLoc(), op.getName(), operands,
                         convert(op.getResult(0).getType()), op.getAttrs());
    mapping.map(op.getResult(0), builder.create(state)->getResult(0));
  }
  return llvm::map_to_vector(body.getTerminator()->getOperands(), get);
}
