//===- FlyTypes.cpp - Types of the fly dialect ----------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fly;

#define GET_TYPEDEF_CLASSES
#include "Dialect/Fly/IR/FlyTypes.cpp.inc"

void FlyDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Dialect/Fly/IR/FlyTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Types that hold one attribute
//===----------------------------------------------------------------------===//

template <typename TypeT, typename AttrT>
static Type parseBracketed(AsmParser &parser,
                           FailureOr<AttrT> (*parse)(AsmParser &)) {
  if (parser.parseLess())
    return {};
  FailureOr<AttrT> attr = parse(parser);
  if (failed(attr) || parser.parseGreater())
    return {};
  return TypeT::get(*attr);
}

Type fly::IntTupleType::parse(AsmParser &parser) {
  return parseBracketed<IntTupleType>(parser, parseIntTupleBody);
}
void fly::IntTupleType::print(AsmPrinter &printer) const {
  printer << '<';
  printIntTupleBody(printer, getAttr());
  printer << '>';
}
bool fly::IntTupleType::isStatic() const { return getAttr().isStatic(); }

Type LayoutType::parse(AsmParser &parser) {
  return parseBracketed<LayoutType>(parser, parseLayoutBody);
}
void LayoutType::print(AsmPrinter &printer) const {
  printer << '<';
  printLayoutBody(printer, getAttr());
  printer << '>';
}
bool LayoutType::isStatic() const { return getAttr().isStatic(); }

Type SwizzleType::parse(AsmParser &parser) {
  return parseBracketed<SwizzleType>(parser, parseSwizzleBody);
}
void SwizzleType::print(AsmPrinter &printer) const {
  printer << '<';
  printSwizzleBody(printer, getAttr());
  printer << '>';
}
bool SwizzleType::isStatic() const { return true; }

Type CoordSwizzleType::parse(AsmParser &parser) {
  return parseBracketed<CoordSwizzleType>(parser, parseCoordSwizzleBody);
}
void CoordSwizzleType::print(AsmPrinter &printer) const {
  printer << '<';
  printCoordSwizzleBody(printer, getAttr());
  printer << '>';
}
bool CoordSwizzleType::isStatic() const { return true; }

Type BasisType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<IntTupleAttr> value = parseIntTupleBody(parser);
  if (failed(value) || parser.parseGreater())
    return {};
  auto attr = parser.getChecked<BasisAttr>(loc, parser.getContext(), *value);
  return attr ? get(attr) : BasisType();
}
void BasisType::print(AsmPrinter &printer) const {
  printer << '<';
  printIntTupleBody(printer, getAttr().getValue());
  printer << '>';
}
bool BasisType::isStatic() const { return getAttr().getValue().isStatic(); }

Type ComposedLayoutType::parse(AsmParser &parser) {
  return parseBracketed<ComposedLayoutType>(parser, parseComposedLayoutBody);
}
void ComposedLayoutType::print(AsmPrinter &printer) const {
  printer << '<';
  printAnyLayoutBody(printer, getAttr());
  printer << '>';
}
bool ComposedLayoutType::isStatic() const { return getAttr().isStatic(); }

Type TileType::parse(AsmParser &parser) {
  return parseBracketed<TileType>(parser, parseTileBody);
}
void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileBody(printer, getAttr());
  printer << '>';
}
bool TileType::isStatic() const { return true; }

//===----------------------------------------------------------------------===//
// Pointers and memrefs
//===----------------------------------------------------------------------===//

static int64_t getElementBytes(Type elementType) {
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

static ParseResult parseAddressSpace(AsmParser &parser, Attribute &space) {
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(
          &keyword, {"generic", "global", "shared", "register"}))) {
    space = AddressSpaceAttr::get(parser.getContext(),
                                  *symbolizeAddressSpace(keyword));
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult parsed = parser.parseOptionalAttribute(space);
  if (!parsed.has_value())
    return parser.emitError(loc, "expected ::mlir::fly::AddressSpace to be one "
                                 "of: generic, global, shared, register");
  return *parsed;
}

static void printAddressSpace(AsmPrinter &printer, Attribute space) {
  if (auto keyword = dyn_cast<AddressSpaceAttr>(space))
    printer << stringifyAddressSpace(keyword.getValue());
  else
    printer << space;
}

/// Parses `elem, space`.
static ParseResult parsePointee(AsmParser &parser, Type &elementType,
                                Attribute &space) {
  return failure(parser.parseType(elementType) || parser.parseComma() ||
                 parseAddressSpace(parser, space));
}

/// Parses `[, align<N>][, S<m,b,s>]`; the alignment is 0 where none is given.
static ParseResult parsePointerSuffix(AsmParser &parser, int64_t &alignment,
                                      SwizzleAttr &swizzle) {
  alignment = 0;
  swizzle = SwizzleAttr::getTrivial(parser.getContext());
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("align"))) {
    SMLoc loc;
    if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
        parser.parseInteger(alignment) || parser.parseGreater())
      return failure();
    if (alignment <= 0)
      return parser.emitError(loc, "expected a positive alignment, got ")
             << alignment;
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  FailureOr<SwizzleAttr> parsed = parseSwizzleBody(parser);
  if (failed(parsed))
    return failure();
  swizzle = *parsed;
  return success();
}

static void printPointerSuffix(AsmPrinter &printer, Type elementType,
                               int64_t alignment, SwizzleAttr swizzle) {
  if (alignment != getElementBytes(elementType))
    printer << ", align<" << alignment << '>';
  if (!swizzle.isTrivial()) {
    printer << ", ";
    printSwizzleBody(printer, swizzle);
  }
}

static LogicalResult verifyPointee(function_ref<InFlightDiagnostic()> emitError,
                                   Type elementType, int64_t alignment) {
  if (!elementType.isIntOrFloat())
    return emitError() << "expected an integer or float element type, got "
                       << elementType;
  int64_t bytes = getElementBytes(elementType);
  if (alignment <= 0 || alignment % bytes != 0)
    return emitError()
           << "alignment must be a positive multiple of element byte size ("
           << bytes << "), got " << alignment;
  // LLVM's largest, and small enough to count in bits.
  constexpr int64_t maxAlignment = int64_t(1) << 32;
  if (alignment > maxAlignment)
    return emitError() << "expected an alignment of at most " << maxAlignment
                       << " bytes, got " << alignment;
  return success();
}

/// The alignment to use where none (0) is given.
static int64_t resolveAlignment(Type elementType, int64_t alignment) {
  if (alignment != 0 || !elementType.isIntOrFloat())
    return alignment;
  return getElementBytes(elementType);
}

static SwizzleAttr resolveSwizzle(MLIRContext *context, SwizzleAttr swizzle) {
  return swizzle ? swizzle : SwizzleAttr::getTrivial(context);
}

Type PtrType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type elementType;
  Attribute space;
  int64_t alignment;
  SwizzleAttr swizzle;
  if (parser.parseLess() || parsePointee(parser, elementType, space) ||
      parsePointerSuffix(parser, alignment, swizzle) || parser.parseGreater())
    return {};
  return parser.getChecked<PtrType>(
      loc, parser.getContext(), elementType, space,
      resolveAlignment(elementType, alignment), swizzle);
}

void PtrType::print(AsmPrinter &printer) const {
  printer << '<' << getElementType() << ", ";
  printAddressSpace(printer, getAddressSpace());
  printPointerSuffix(printer, getElementType(), getAlignment(), getSwizzle());
  printer << '>';
}

LogicalResult PtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              Type elementType, Attribute, int64_t alignment,
                              SwizzleAttr) {
  return verifyPointee(emitError, elementType, alignment);
}

PtrType PtrType::get(Type elementType, Attribute addressSpace,
                     int64_t alignment, SwizzleAttr swizzle) {
  MLIRContext *context = elementType.getContext();
  return Base::get(context, elementType, addressSpace,
                   resolveAlignment(elementType, alignment),
                   resolveSwizzle(context, swizzle));
}

PtrType PtrType::get(Type elementType, AddressSpace addressSpace,
                     int64_t alignment) {
  return get(elementType,
             AddressSpaceAttr::get(elementType.getContext(), addressSpace),
             alignment);
}

PtrType PtrType::advancedBy(int64_t divisibility) const {
  // Sub-byte elements have no byte address of their own to speak of.
  int64_t common = std::gcd(getValueDivisibility(), divisibility);
  if (common == 0)
    return *this;
  int64_t alignment = llvm::divideCeil(getElementBits() * common, 8);
  return get(getElementType(), getAddressSpace(), alignment, getSwizzle());
}

Type fly::MemRefType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type elementType;
  Attribute space;
  int64_t alignment;
  SwizzleAttr swizzle;
  if (parser.parseLess() || parsePointee(parser, elementType, space) ||
      parser.parseComma())
    return {};
  FailureOr<Attribute> layout = parseAnyLayoutBody(parser);
  if (failed(layout) || parsePointerSuffix(parser, alignment, swizzle) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<MemRefType>(
      loc, parser.getContext(), elementType, space, *layout,
      resolveAlignment(elementType, alignment), swizzle);
}

void fly::MemRefType::print(AsmPrinter &printer) const {
  printer << '<' << getElementType() << ", ";
  printAddressSpace(printer, getAddressSpace());
  printer << ", ";
  printAnyLayoutBody(printer, getFullLayout());
  printPointerSuffix(printer, getElementType(), getAlignment(), getSwizzle());
  printer << '>';
}

static LogicalResult
verifyFullLayout(function_ref<InFlightDiagnostic()> emitError,
                 Attribute layout) {
  if (isa<LayoutAttr, ComposedLayoutAttr>(layout))
    return success();
  return emitError() << "expected a layout or a composed layout, got "
                     << layout;
}

/// Whether all that a layout maps to are integers, not coordinates.
static bool givesIntegers(const ComposedLayout &layout) {
  if (!layout.isComposed())
    return llvm::none_of(layout.layout.stride.getLeaves(),
                         [](const Leaf &stride) { return stride.isBasis(); });
  const InnerMap &last = layout.stages.front().inner;
  if (const Layout *inner = std::get_if<Layout>(&last))
    return givesIntegers({{}, *inner});
  if (std::holds_alternative<Swizzle>(last))
    return true;
  if (std::holds_alternative<CoordSwizzle>(last))
    return false;
  return givesIntegers(*std::get<std::shared_ptr<const ComposedLayout>>(last));
}

LogicalResult
fly::MemRefType::verify(function_ref<InFlightDiagnostic()> emitError,
                        Type elementType, Attribute, Attribute fullLayout,
                        int64_t alignment, SwizzleAttr) {
  if (failed(verifyFullLayout(emitError, fullLayout)))
    return failure();
  // Only what is applied last must give integers.
  ComposedLayout layout = getLayoutValue(fullLayout);
  if (!givesIntegers(layout))
    return emitError() << (layout.isComposed()
                               ? "expected a layout that gives integers in a "
                                 "memref, got "
                               : "expected integer strides in a memref, got ")
                       << layout.str();
  return verifyPointee(emitError, elementType, alignment);
}

fly::MemRefType fly::MemRefType::get(Type elementType, Attribute addressSpace,
                                     Attribute fullLayout, int64_t alignment,
                                     SwizzleAttr swizzle) {
  MLIRContext *context = elementType.getContext();
  return Base::get(context, elementType, addressSpace, fullLayout,
                   resolveAlignment(elementType, alignment),
                   resolveSwizzle(context, swizzle));
}

fly::MemRefType fly::MemRefType::get(Type elementType,
                                     AddressSpace addressSpace,
                                     Attribute fullLayout, int64_t alignment) {
  return get(elementType,
             AddressSpaceAttr::get(elementType.getContext(), addressSpace),
             fullLayout, alignment);
}

fly::MemRefType fly::MemRefType::get(PtrType pointer, Attribute fullLayout) {
  return get(pointer.getElementType(), pointer.getAddressSpace(), fullLayout,
             pointer.getAlignment(), pointer.getSwizzle());
}

//===----------------------------------------------------------------------===//
// Coordinate tensors
//===----------------------------------------------------------------------===//

Type CoordTensorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<IntTupleAttr> base = parseIntTupleBody(parser);
  if (failed(base) || parser.parseComma())
    return {};
  FailureOr<Attribute> layout = parseAnyLayoutBody(parser);
  if (failed(layout) || parser.parseGreater())
    return {};
  return parser.getChecked<CoordTensorType>(loc, parser.getContext(), *base,
                                            *layout);
}

LogicalResult
CoordTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                        IntTupleAttr base, Attribute fullLayout) {
  if (failed(verifyFullLayout(emitError, fullLayout)))
    return failure();
  for (const Leaf &leaf : base.getValue().getLeaves())
    if (leaf.isNone())
      return emitError() << "expected integers in the base, got "
                         << base.getValue().str();
  return success();
}

void CoordTensorType::print(AsmPrinter &printer) const {
  printer << '<';
  printIntTupleBody(printer, getBase());
  printer << ", ";
  printAnyLayoutBody(printer, getFullLayout());
  printer << '>';
}

bool CoordTensorType::isStatic() const {
  return getBase().isStatic() && getLayoutValue(getFullLayout()).isStatic();
}

//===----------------------------------------------------------------------===//
// Copy atoms
//===----------------------------------------------------------------------===//

Type CopyAtomType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type copyOp;
  int64_t valBits;
  if (parser.parseLess() || parser.parseType(copyOp) || parser.parseComma() ||
      parser.parseInteger(valBits) || parser.parseGreater())
    return {};
  return parser.getChecked<CopyAtomType>(loc, parser.getContext(), copyOp,
                                         valBits);
}

void CopyAtomType::print(AsmPrinter &printer) const {
  printer << '<' << getCopyOp() << ", " << getValBits() << '>';
}

LogicalResult CopyAtomType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Type copyOp, int64_t valBits) {
  auto interface = dyn_cast<CopyOpTypeInterface>(copyOp);
  if (!interface)
    return emitError() << "expected a copy op type, like "
                          "!fly.universal_copy<128>, got "
                       << copyOp;
  if (interface.copiesWholeTile()) {
    if (valBits <= 0)
      return emitError() << "expected a positive number of bits, got "
                         << valBits;
    return success();
  }
  if (valBits <= 0 || interface.getBitSize() % valBits != 0)
    return emitError() << "expected the bits of a value to divide the "
                       << interface.getBitSize() << " bits of " << copyOp
                       << ", got " << valBits;
  // Values must not reach across threads.
  Algebra algebra;
  Leaf threads = algebra.size(interface.getThrLayout());
  for (CopySide side : {CopySide::Src, CopySide::Dst, CopySide::Ref}) {
    Layout layout =
        algebra.recast(interface.getThrBitLayout(side), /*oldBits=*/1, valBits);
    if (!algebra.succeeded() || algebra.size(layout[0]) != threads)
      return emitError() << "values of " << valBits << " bits don't fit the "
                         << interface.getThrBitLayout(side).str()
                         << " (thread, bit) layout of " << copyOp;
  }
  return success();
}

bool CopyAtomType::isStatic() const {
  return getStateFields(getCopyOp()).empty();
}

LogicalResult
UniversalCopyType::verify(function_ref<InFlightDiagnostic()> emitError,
                          int64_t bitSize) {
  if (bitSize <= 0 || bitSize % 8 != 0)
    return emitError() << "expected a positive multiple of 8 bits, got "
                       << bitSize;
  return success();
}

bool UniversalCopyType::isStatic() const { return true; }

LogicalResult
UniversalCopyType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                                Attribute src, Attribute dst) const {
  for (Attribute space : {src, dst})
    if (!isa<AddressSpaceAttr>(space))
      return emitError() << "universal_copy can't access the address space "
                         << space;
  return success();
}
