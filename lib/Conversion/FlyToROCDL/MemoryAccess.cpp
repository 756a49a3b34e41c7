//===- MemoryAccess.cpp - Loads and stores through converted pointers -----===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"

#include "Dialect/FlyROCDL/IR/FlyROCDL.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fly_rocdl;

/// A byte offset at which every resource of at most 2 GiB has ended.
static constexpr int64_t outOfBounds = int64_t(1) << 31;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

Type BufferPointer::getType(MLIRContext *context) {
  return LLVM::LLVMStructType::getLiteral(
      context,
      {LLVM::LLVMPointerType::get(context, 8), IntegerType::get(context, 32)});
}

BufferPointer BufferPointer::unpack(OpBuilder &builder, Location loc,
                                    Value value) {
  return {LLVM::ExtractValueOp::create(builder, loc, value, 0),
          LLVM::ExtractValueOp::create(builder, loc, value, 1)};
}

Value BufferPointer::pack(OpBuilder &builder, Location loc) const {
  Value value =
      LLVM::UndefOp::create(builder, loc, getType(builder.getContext()));
  value = LLVM::InsertValueOp::create(builder, loc, value, resource,
                                      ArrayRef<int64_t>(0));
  return LLVM::InsertValueOp::create(builder, loc, value, offset,
                                     ArrayRef<int64_t>(1));
}

int64_t mlir::fly_rocdl::getAccessAlignment(fly::PtrType type) {
  int64_t alignment = type.getAlignment();
  if (!type.getSwizzle().isTrivial())
    alignment = std::gcd(alignment, int64_t(1) << type.getSwizzle().getBase());
  return int64_t(1) << llvm::countr_zero(static_cast<uint64_t>(alignment));
}

bool MemoryAccess::isBuffer() const {
  return isa<BufferDescAttr>(type.getAddressSpace());
}

static int64_t getBits(Type valueType) {
  if (auto vector = dyn_cast<VectorType>(valueType))
    return vector.getNumElements() *
           vector.getElementType().getIntOrFloatBitWidth();
  return valueType.getIntOrFloatBitWidth();
}

/// x ^ ((x & mask) >> shift), as the pointer's type says.
Value MemoryAccess::swizzle(Value integer) {
  fly::SwizzleAttr swizzle = type.getSwizzle();
  int64_t mask = ((int64_t(1) << swizzle.getMask()) - 1)
                 << (swizzle.getBase() + swizzle.getShift());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(integer.getType(), value));
  };
  Value bits = arith::AndIOp::create(builder, loc, integer, constant(mask));
  bits =
      arith::ShRUIOp::create(builder, loc, bits, constant(swizzle.getShift()));
  return arith::XOrIOp::create(builder, loc, integer, bits);
}

FailureOr<Value> MemoryAccess::getAddress(Type valueType) {
  fly::SwizzleAttr swizzleAttr = type.getSwizzle();
  if (swizzleAttr.isTrivial())
    return pointer;
  int64_t bytes = llvm::divideCeil(getBits(valueType), 8);
  if ((int64_t(1) << swizzleAttr.getBase()) % bytes != 0)
    return op->emitOpError("accesses ")
           << bytes << " bytes at once, which the swizzle of " << type
           << " tears apart";
  Type integer = builder.getI64Type();
  Value address = LLVM::PtrToIntOp::create(builder, loc, integer, pointer);
  return Value(LLVM::IntToPtrOp::create(builder, loc, pointer.getType(),
                                        swizzle(address)));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

FailureOr<Type> MemoryAccess::getCarrier(Type valueType) {
  int64_t bits = getBits(valueType);
  switch (bits) {
  case 8:
  case 16:
  case 32:
    return Type(builder.getIntegerType(bits));
  case 64:
  case 96:
  case 128:
    return Type(VectorType::get({bits / 32}, builder.getI32Type()));
  default:
    return op->emitOpError("accesses ")
           << bits
           << " bits of a buffer at once: expected 8, 16, 32, 64, 96 or "
              "128";
  }
}

Value MemoryAccess::getBytes(Value elements) {
  int64_t bits = type.getElementBits();
  int64_t factor = bits % 8 == 0 ? bits / 8 : bits;
  Value result = elements;
  if (factor != 1)
    result = arith::MulIOp::create(
        builder, loc, result,
        arith::ConstantOp::create(builder, loc,
                                  builder.getI32IntegerAttr(factor)));
  if (bits % 8 != 0)
    result = arith::DivUIOp::create(
        builder, loc, result,
        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(8)));
  return result;
}

MemoryAccess::BufferOperands MemoryAccess::getBufferOperands() {
  auto buffer = BufferPointer::unpack(builder, loc, pointer);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  };
  BufferOperands operands;
  operands.resource = buffer.resource;
  operands.offset = getBytes(buffer.offset);
  if (!type.getSwizzle().isTrivial())
    operands.offset = swizzle(operands.offset);
  if (condition)
    operands.offset = arith::SelectOp::create(
        builder, loc, condition, operands.offset, constant(outOfBounds));
  operands.scalarOffset = scalarOffset ? getBytes(scalarOffset) : constant(0);
  operands.aux = constant(cachePolicy);
  return operands;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

FailureOr<Value> MemoryAccess::load(Type valueType) {
  if (!isBuffer()) {
    FailureOr<Value> address = getAddress(valueType);
    if (failed(address))
      return failure();
    return Value(
        LLVM::LoadOp::create(builder, loc, valueType, *address,
                             static_cast<unsigned>(getAccessAlignment(type))));
  }
  FailureOr<Type> carrier = getCarrier(valueType);
  if (failed(carrier))
    return failure();
  BufferOperands operands = getBufferOperands();
  Value value = ROCDL::RawPtrBufferLoadOp::create(
      builder, loc, *carrier, operands.resource, operands.offset,
      operands.scalarOffset, operands.aux, /*alias_scopes=*/ArrayAttr(),
      /*noalias_scopes=*/ArrayAttr(), /*tbaa=*/ArrayAttr());
  if (*carrier != valueType)
    value = LLVM::BitcastOp::create(builder, loc, valueType, value);
  return value;
}

LogicalResult MemoryAccess::store(Value value) {
  if (!isBuffer()) {
    FailureOr<Value> address = getAddress(value.getType());
    if (failed(address))
      return failure();
    LLVM::StoreOp::create(builder, loc, value, *address,
                          static_cast<unsigned>(getAccessAlignment(type)));
    return success();
  }
  FailureOr<Type> carrier = getCarrier(value.getType());
  if (failed(carrier))
    return failure();
  if (*carrier != value.getType())
    value = LLVM::BitcastOp::create(builder, loc, *carrier, value);
  BufferOperands operands = getBufferOperands();
  ROCDL::RawPtrBufferStoreOp::create(
      builder, loc, value, operands.resource, operands.offset,
      operands.scalarOffset, operands.aux, /*alias_scopes=*/ArrayAttr(),
      /*noalias_scopes=*/ArrayAttr(), /*tbaa=*/ArrayAttr());
  return success();
}
