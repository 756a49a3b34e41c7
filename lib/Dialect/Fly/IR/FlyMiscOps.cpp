//===- FlyMiscOps.cpp - Printing, and ops at the border -------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

static bool isPrintable(Type type) {
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.getRank() > 1 || vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  return type.isIntOrIndexOrFloat() ||
         isa<fly::IntTupleType, LayoutType, ComposedLayoutType, TileType,
             SwizzleType, CoordSwizzleType, BasisType>(type);
}

LogicalResult PrintOp::verify() {
  for (auto [i, type] : llvm::enumerate(getValues().getTypes()))
    if (!isPrintable(type))
      return emitOpError("expected a number, a vector of numbers, or a tuple, "
                         "layout, tile or swizzle as value #")
             << i << ", got " << type;
  StringRef format = getFormat();
  size_t numPlaces = format.count("{}");
  if (!format.empty() && numPlaces != getValues().size())
    return emitOpError("expected one value for each {} of the format \"")
           << format << "\": " << numPlaces << ", got " << getValues().size();
  return success();
}

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

LogicalResult AssumeOp::verify() {
  Type given = getValue().getType(), assumed = getResult().getType();
  if (isCompatibleType(assumed, given))
    return success();
  return emitOpError("expected the result type ")
         << assumed << " to differ from " << given
         << " by stronger divisors and alignments only";
}

OpFoldResult AssumeOp::fold(FoldAdaptor) {
  if (getValue().getType() == getResult().getType())
    return getValue();
  return {};
}

//===----------------------------------------------------------------------===//
// extract_aligned_pointer_as_index
//===----------------------------------------------------------------------===//

LogicalResult ExtractAlignedPointerAsIndexOp::verify() {
  Type type = getResult().getType();
  if (isa<LLVM::LLVMPointerType>(type))
    return success();
  if (!type.isIndex())
    return emitOpError("expected an index or an LLVM pointer as the result, "
                       "got ")
           << type;
  fly::MemRefType source = getSource().getType();
  if (!source.isIn(AddressSpace::Global) && !source.isIn(AddressSpace::Shared))
    return emitOpError("expected a tensor in global or shared memory, whose "
                       "addresses are integers, got ")
           << source;
  return success();
}
