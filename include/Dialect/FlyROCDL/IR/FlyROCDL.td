//===- FlyROCDL.td - The fly_rocdl dialect ----------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLYROCDL_IR_FLYROCDL
#define DIALECT_FLYROCDL_IR_FLYROCDL

include "Dialect/FlyROCDL/IR/FlyROCDLBase.td"
include "Dialect/FlyROCDL/IR/FlyROCDLCopy.td"
include "Dialect/FlyROCDL/IR/FlyROCDLMma.td"

def FlyROCDL_BufferDescAttr : AttrDef<FlyROCDL_Dialect, "BufferDesc", [
    DeclareAttrInterfaceMethods<Fly_TargetSpaceAttrInterface>]> {
  let mnemonic = "buffer_desc";
  let summary = "Address space of buffer resources";
  let description = [{
    A pointer of this space is a buffer resource and an offset in elements, 32
    bits wide. Accesses beyond the resource's number of bytes read 0 and write
    nothing; predicated copies rely on it, with an offset of 2 GiB, so the number
    of bytes of a resource that they access must not be larger than that.

    ```mlir
    !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
    ```
  }];
}

def FlyROCDL_GetBufferRsrcOp : Op<FlyROCDL_Dialect, "get_buffer_rsrc", [
    Pure, InferTypeOpAdaptor]> {
  let summary = "The buffer resource of a pointer";
  let description = [{
    ```mlir
    %0 = fly_rocdl.get_buffer_rsrc(%p) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8>
    ```
  }];
  let arguments = (ins Fly_Ptr:$ptr);
  let results = (outs AnyType:$result);
  let assemblyFormat =
    "`` `(` operands `)` attr-dict `:` functional-type(operands, results)";
}

#endif // DIALECT_FLYROCDL_IR_FLYROCDL
