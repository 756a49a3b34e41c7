//===- FlyROCDL.cpp - The fly_rocdl dialect -------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/FlyROCDL/IR/FlyROCDL.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fly_rocdl;

#include "Dialect/FlyROCDL/IR/FlyROCDLDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/FlyROCDL/IR/FlyROCDLAttrs.cpp.inc"

namespace mlir::fly_rocdl {
using fly::parseMmaSignature;
using fly::printMmaSignature;
} // namespace mlir::fly_rocdl

#define GET_TYPEDEF_CLASSES
#include "Dialect/FlyROCDL/IR/FlyROCDLTypes.cpp.inc"

#define GET_OP_CLASSES
#include "Dialect/FlyROCDL/IR/FlyROCDLOps.cpp.inc"

void FlyROCDLDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Dialect/FlyROCDL/IR/FlyROCDLAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Dialect/FlyROCDL/IR/FlyROCDLTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Dialect/FlyROCDL/IR/FlyROCDLOps.cpp.inc"
      >();
}

LogicalResult
BufferDescAttr::verifyMakePtr(function_ref<InFlightDiagnostic()> emitError,
                              TypeRange operands, Type elementType) const {
  MLIRContext *context = getContext();
  auto isInteger = [&](size_t i, unsigned width) {
    return operands[i] == IntegerType::get(context, width);
  };
  auto base =
      operands.empty() ? fly::PtrType() : dyn_cast<fly::PtrType>(operands[0]);
  if (operands.size() != 4 || !base || !base.isIn(fly::AddressSpace::Global) ||
      !isInteger(1, 16) || !isInteger(2, 64) || !isInteger(3, 32))
    return emitError() << "expected a pointer to global memory, the stride "
                          "(i16), the number of bytes (i64) and flags (i32) to "
                          "make a buffer resource of, got ("
                       << operands << ")";
  if (base.getElementType() != elementType)
    return emitError() << "expected a buffer pointer to "
                       << base.getElementType() << ", as its base is, got "
                       << elementType;
  return success();
}

LogicalResult GetBufferRsrcOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &inferredTypes) {
  auto type = cast<fly::PtrType>(adaptor.getPtr().getType());
  if (!isa<BufferDescAttr>(type.getAddressSpace()))
    return emitOptionalError(location,
                             "GetBufferRsrcOp: expected a buffer_desc "
                             "address space pointer, got ",
                             type);
  inferredTypes.push_back(LLVM::LLVMPointerType::get(context, 8));
  return success();
}
