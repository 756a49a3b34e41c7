//===- Helion.h - The helion dialect ----------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELION_H
#define HELIONFLY_DIALECT_HELION_IR_HELION_H

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

#include "Dialect/Helion/IR/HelionEnums.h.inc"

#include "Dialect/Helion/IR/HelionDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/Helion/IR/HelionAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/Helion/IR/HelionTypes.h.inc"

#include "Dialect/Helion/IR/HelionInterfaces.h.inc"

#define GET_OP_CLASSES
#include "Dialect/Helion/IR/HelionOps.h.inc"

namespace mlir::helion {

/// True for a ranked tensor with an encoding of this dialect.
bool isTile(Type type);

/// The axis of each dimension of a tile, from either encoding.
ArrayRef<StringAttr> getAxes(RankedTensorType tile);

/// The schedule of a tile, or null while it is in its logical form.
LayoutAttr getLayout(RankedTensorType tile);

/// Dimension of `tile` that runs over `axis`, if any does.
std::optional<unsigned> getAxisDim(RankedTensorType tile, StringAttr axis);

} // namespace mlir::helion

#endif // HELIONFLY_DIALECT_HELION_IR_HELION_H
