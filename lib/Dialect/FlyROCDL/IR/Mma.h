//===- Mma.h - What the types of matrix instructions share ------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_FLYROCDL_IR_MMA_H
#define LIB_DIALECT_FLYROCDL_IR_MMA_H

#include "Dialect/FlyROCDL/IR/FlyROCDL.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace mlir::fly_rocdl {

/// For layouts that are written down.
using Tuple = std::vector<fly::IntTuple>;

template <typename TypeT>
Type getMmaElementType(TypeT type, fly::MmaOperand operand) {
  switch (operand) {
  case fly::MmaOperand::A:
    return type.getTypeA();
  case fly::MmaOperand::B:
    return type.getTypeB();
  case fly::MmaOperand::C:
  case fly::MmaOperand::D:
    return type.getTypeAcc();
  }
  llvm_unreachable("all operands are covered");
}

/// `value` as the type that the instruction takes its bits as.
inline Value castBits(OpBuilder &builder, Location loc, Type type,
                      Value value) {
  if (value.getType() == type)
    return value;
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

/// `count` elements as a vector of 32-bit words.
inline Type getWords(OpBuilder &builder, Type elementType, int64_t count) {
  int64_t words = count * elementType.getIntOrFloatBitWidth() / 32;
  return VectorType::get({words}, builder.getI32Type());
}

/// The number by which the scaled instructions know the format of small floats.
std::optional<int32_t> getSmallFloatCode(Type type);

/// `MxNxK` for messages.
std::string printShape(int64_t m, int64_t n, int64_t k);

} // namespace mlir::fly_rocdl

#endif // LIB_DIALECT_FLYROCDL_IR_MMA_H
