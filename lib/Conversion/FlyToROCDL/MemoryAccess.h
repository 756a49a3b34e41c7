//===- MemoryAccess.h - Loads and stores through converted pointers -*- C++
//-*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_FLYTOROCDL_MEMORYACCESS_H
#define LIB_CONVERSION_FLYTOROCDL_MEMORYACCESS_H

#include "Dialect/Fly/IR/FlyOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::fly_rocdl {

/// A pointer into a buffer resource: the resource, and an offset in elements.
struct BufferPointer {
  Value resource;
  Value offset;

  static Type getType(MLIRContext *context);
  static BufferPointer unpack(OpBuilder &builder, Location loc, Value value);
  Value pack(OpBuilder &builder, Location loc) const;
};

/// The alignment that accesses through the pointer have: a power of two.
int64_t getAccessAlignment(fly::PtrType type);

/// One load or store through a converted pointer.
class MemoryAccess {
public:
  MemoryAccess(OpBuilder &builder, Operation *op, fly::PtrType type,
               Value pointer)
      : builder(builder), op(op), loc(op->getLoc()), type(type),
        pointer(pointer) {}

  FailureOr<Value> load(Type valueType);
  LogicalResult store(Value value);

  /// For buffers: where false, the access goes out of bounds.
  Value condition;
  /// For buffers: an offset in elements that all lanes add (may be absent).
  Value scalarOffset;
  int32_t cachePolicy = 0;

  /// The last operands of buffer instructions; offsets are in bytes.
  struct BufferOperands {
    Value resource, offset, scalarOffset, aux;
  };
  BufferOperands getBufferOperands();
  /// Where a value of the type lies, with the pointer's swizzle applied.
  FailureOr<Value> getAddress(Type valueType);

private:
  bool isBuffer() const;
  /// The type that carries a value through a buffer instruction.
  FailureOr<Type> getCarrier(Type valueType);
  /// A number of elements in bytes.
  Value getBytes(Value elements);
  Value swizzle(Value integer);

  OpBuilder &builder;
  Operation *op;
  Location loc;
  fly::PtrType type;
  Value pointer;
};

} // namespace mlir::fly_rocdl

#endif // LIB_CONVERSION_FLYTOROCDL_MEMORYACCESS_H
