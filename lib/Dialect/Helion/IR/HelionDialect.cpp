//===- HelionDialect.cpp - The helion dialect -----------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::helion;

#include "Dialect/Helion/IR/HelionDialect.cpp.inc"

#include "Dialect/Helion/IR/HelionEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/Helion/IR/HelionTypes.cpp.inc"

namespace {
/// Prints the layout of a scheduled kernel once, as `#layout`, instead of in
/// every type.
struct HelionAsmInterface : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<LayoutAttr>(attr))
      return AliasResult::NoAlias;
    os << "layout";
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void HelionDialect::initialize() {
  addInterfaces<HelionAsmInterface>();
  registerAttributes();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Dialect/Helion/IR/HelionTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Dialect/Helion/IR/HelionOps.cpp.inc"
      >();
}

LogicalResult
HelionDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                        unsigned argIndex,
                                        NamedAttribute attribute) {
  if (attribute.getName() != getAlignAttrName())
    return op->emitOpError("has unknown argument attribute '")
           << attribute.getName().getValue() << "', expected '"
           << getAlignAttrName() << "'";
  auto value = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!value || !value.getType().isSignlessInteger(64) || value.getInt() <= 0 ||
      !llvm::isPowerOf2_64(value.getInt()))
    return op->emitOpError("expects '")
           << getAlignAttrName() << "' of argument #" << argIndex
           << " to be a power of two in bytes (i64), got "
           << attribute.getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (function && !isa<MemRefType>(function.getArgumentTypes()[argIndex]))
    return op->emitOpError("expects '")
           << getAlignAttrName() << "' on a memref argument, but argument #"
           << argIndex << " has type " << function.getArgumentTypes()[argIndex];
  return success();
}

LogicalResult HelionDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() == getLaunchAttrName() &&
      !isa<LaunchAttr>(attr.getValue()))
    return op->emitOpError("expects '")
           << getLaunchAttrName() << "' to be a #helion.launch attribute, got "
           << attr.getValue();
  if (attr.getName() == getPlanAttrName() &&
      !isa<DictionaryAttr>(attr.getValue()))
    return op->emitOpError("expects '")
           << getPlanAttrName() << "' to be a dictionary, got "
           << attr.getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type HandleType::parse(AsmParser &parser) {
  std::string axis;
  if (parser.parseLess() || parser.parseKeywordOrString(&axis) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), StringAttr::get(parser.getContext(), axis));
}

void HandleType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printKeywordOrString(getAxis().getValue());
  printer << '>';
}

bool mlir::helion::isTile(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa_and_nonnull<AxesAttr, LayoutAttr>(tensor.getEncoding());
}

ArrayRef<StringAttr> mlir::helion::getAxes(RankedTensorType tile) {
  if (auto layout = getLayout(tile))
    return layout.getAxes();
  return cast<AxesAttr>(tile.getEncoding()).getAxes();
}

LayoutAttr mlir::helion::getLayout(RankedTensorType tile) {
  return dyn_cast_or_null<LayoutAttr>(tile.getEncoding());
}

std::optional<unsigned> mlir::helion::getAxisDim(RankedTensorType tile,
                                                 StringAttr axis) {
  ArrayRef<StringAttr> axes = getAxes(tile);
  const StringAttr *found = llvm::find(axes, axis);
  if (found == axes.end())
    return std::nullopt;
  return found - axes.begin();
}
