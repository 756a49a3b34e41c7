//===- FlyBase.td - The fly dialect -----------------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYBASE
#define DIALECT_FLY_IR_FLYBASE

include "mlir/IR/OpBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/AttrTypeBase.td"

def Fly_Dialect : Dialect {
  let name = "fly";
  let cppNamespace = "::mlir::fly";
  let summary = "Layouts as values: CuTe's algebra, and copies of tensors";
  let description = [{
    A *layout* `shape:stride` is the function from coordinates in `shape` to the
    inner product of the coordinate with `stride`; both are hierarchical tuples
    of the same structure. A tensor is a pointer with a layout
    (`!fly.memref`), or a base coordinate with a layout (`!fly.coord_tensor`).
    Dividing, composing and slicing layouts says which thread holds which
    element; the addresses, the bounds predicates and the vector accesses follow
    from the layouts.

    Integers known at compile time are part of the types; each `?` in a type
    stands for one SSA integer, given to `fly.make_int_tuple`. Result types are
    inferred. `fly-layout-lowering` turns the algebra into `arith` on those
    integers, and whatever is static disappears.

    ```mlir
    // Thread %t copies elements 4t .. 4t+3 of a row.
    %four = fly.static : !fly.layout<4:1>
    %rows = fly.logical_divide(%row, %four) : (!fly.memref<f32, global, 1024:1, align<16>>, !fly.layout<4:1>)
              -> !fly.memref<f32, global, (4,256):(1,4), align<16>>
    %crd = fly.make_coord(%t) : (i32) -> !fly.int_tuple<(*,?)>
    %mine = fly.slice(%rows, %crd) : (!fly.memref<f32, global, (4,256):(1,4), align<16>>, !fly.int_tuple<(*,?)>)
              -> !fly.memref<f32, global, 4:1, align<16>>
    ```
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerOps();
    void registerTypes();
  }];
}

#endif // DIALECT_FLY_IR_FLYBASE
