//===- Fly.h - The fly dialect ----------------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLY_H
#define DIALECT_FLY_IR_FLY_H

#include "Dialect/Fly/Algebra/IntTuple.h"
#include "Dialect/Fly/Algebra/LayoutAlgebra.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <array>

#include "Dialect/Fly/IR/FlyDialect.h.inc"
#include "Dialect/Fly/IR/FlyEnums.h.inc"

namespace mlir::fly {

/// Whether `space` is the keyword `keyword`.
bool isAddressSpace(Attribute space, AddressSpace keyword);

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

/// What a copy atom's (thread, bit) layout speaks of.
enum class CopySide { Src, Dst, Ref };

/// One field of the state of an atom: an integer.
struct StateField {
  StringRef name;
  Type type;
  int64_t initialValue = 0;
  /// Whether the field takes any value of its width, like four scales of 8
  /// bits.
  bool takesAnyType = false;
};

/// The layouts of an atom that one thread executes on its own.
Layout getSingleThreadLayout();
Layout getSingleThreadBitLayout(int64_t bits);

/// Fields of the state of an atom of this kind of instruction; may be none.
SmallVector<StateField> getStateFields(Type op);

/// How a tensor is partitioned; see Dialect/Fly/Algebra/Tiled.h.
struct CopyTiling;
struct MmaTiling;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//
// The bare grammar, without `<` `>` and without a mnemonic, for attributes and
// types (of this and of other dialects) that contain tuples and layouts.

/// `MxNxK, (A, B) -> Acc`, what the types of MMA instructions begin with.
ParseResult parseMmaSignature(AsmParser &parser, int64_t &m, int64_t &n,
                              int64_t &k, Type &typeA, Type &typeB,
                              Type &typeAcc);
void printMmaSignature(AsmPrinter &printer, int64_t m, int64_t n, int64_t k,
                       Type typeA, Type typeB, Type typeAcc);

class LayoutAttr;
class IntTupleAttr;
class SwizzleAttr;
class TileAttr;
class CoordSwizzleAttr;
class ComposedLayoutAttr;

FailureOr<IntTupleAttr> parseIntTupleBody(AsmParser &parser);
void printIntTupleBody(AsmPrinter &printer, IntTupleAttr tuple);
FailureOr<LayoutAttr> parseLayoutBody(AsmParser &parser);
void printLayoutBody(AsmPrinter &printer, LayoutAttr layout);
FailureOr<SwizzleAttr> parseSwizzleBody(AsmParser &parser);
void printSwizzleBody(AsmPrinter &printer, SwizzleAttr swizzle);
FailureOr<TileAttr> parseTileBody(AsmParser &parser);
void printTileBody(AsmPrinter &printer, TileAttr tile);
FailureOr<CoordSwizzleAttr> parseCoordSwizzleBody(AsmParser &parser);
void printCoordSwizzleBody(AsmPrinter &printer, CoordSwizzleAttr swizzle);
FailureOr<ComposedLayoutAttr> parseComposedLayoutBody(AsmParser &parser);
/// A layout or composed_layout attribute.
FailureOr<Attribute> parseAnyLayoutBody(AsmParser &parser);
void printAnyLayoutBody(AsmPrinter &printer, Attribute layout);

//===----------------------------------------------------------------------===//
// Layouts that may be composed
//===----------------------------------------------------------------------===//

/// The attribute of a layout, with or without stages; emits an error and
/// returns nothing if it would be invalid.
Attribute getLayoutAttr(MLIRContext *context, const ComposedLayout &layout,
                        function_ref<InFlightDiagnostic()> emitError = nullptr);
/// What a layout or composed_layout attribute says.
ComposedLayout getLayoutValue(Attribute layout);
/// The layout that sees the coordinate.
LayoutAttr getPlainLayout(Attribute layout);
/// What a layout or swizzle attribute of any kind says.
InnerMap getMapValue(Attribute map);

} // namespace mlir::fly

#include "Dialect/Fly/IR/FlyAttrInterfaces.h.inc"
#include "Dialect/Fly/IR/FlyTypeInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/Fly/IR/FlyAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/Fly/IR/FlyTypes.h.inc"

#endif // DIALECT_FLY_IR_FLY_H
