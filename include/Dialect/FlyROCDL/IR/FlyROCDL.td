//===- FlyROCDL.td - The fly_rocdl dialect ----------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLYROCDL_IR_FLYROCDL
#define DIALECT_FLYROCDL_IR_FLYROCDL

include "Dialect/Fly/IR/FlyTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def FlyROCDL_Dialect : Dialect {
  let name = "fly_rocdl";
  let cppNamespace = "::mlir::fly_rocdl";
  let summary = "AMD GPU instructions for fly's copies";
  let description = [{
    What only AMD GPUs have: buffer resources as an address space, and the copy
    atoms that use them.

    ```mlir
    %buffer = fly.make_ptr(%p, %stride, %bytes, %flags)
      : (!fly.ptr<f32, global, align<16>>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
    ```
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::fly::FlyDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

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

def FlyROCDL_BufferCopyType : TypeDef<FlyROCDL_Dialect, "BufferCopy", [
    DeclareTypeInterfaceMethods<Fly_MayBeStaticTypeInterface>,
    DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface>]> {
  let mnemonic = "cdna3.buffer_copy";
  let summary = "Buffer load or store of 8 to 128 bits";
  let description = [{
    Copies between a buffer resource and registers, with the given cache policy
    bits. Its state is an offset in elements that all threads add (`soffset`).

    ```mlir
    !fly_rocdl.cdna3.buffer_copy<128>
    !fly_rocdl.cdna3.buffer_copy<32, cache = 2>
    ```
  }];
  let parameters = (ins "int64_t":$bitSize,
                        DefaultValuedParameter<"int64_t", "0">:$cache);
  let assemblyFormat = "`<` $bitSize (`,` `cache` `=` $cache^)? `>`";
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilder<(ins "int64_t":$bitSize), [{
      return $_get($_ctxt, bitSize, /*cache=*/0);
    }]>
  ];
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
