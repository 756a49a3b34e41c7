//===- FlyROCDLCopy.td - AMD's copy instructions ----------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLYROCDL_IR_FLYROCDLCOPY
#define DIALECT_FLYROCDL_IR_FLYROCDLCOPY

include "Dialect/FlyROCDL/IR/FlyROCDLBase.td"

class FlyROCDL_CopyType<string name, string typeMnemonic,
                        list<string> copyMethods, list<Trait> traits = []>
    : TypeDef<FlyROCDL_Dialect, name, !listconcat([
        DeclareTypeInterfaceMethods<Fly_MayBeStaticTypeInterface>,
        DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface, copyMethods>],
        traits)> {
  let mnemonic = typeMnemonic;
  let genVerifyDecl = 1;
}

defvar Stateful = DeclareTypeInterfaceMethods<Fly_StatefulOpTypeInterface>;

def FlyROCDL_BufferCopyType
    : FlyROCDL_CopyType<"BufferCopy", "cdna3.buffer_copy", [], [Stateful]> {
  let summary = "Buffer load or store of 8 to 128 bits";
  let description = [{
    Copies between a buffer resource and registers, with the given cache policy
    bits. Its state is `soffset` (i32), an offset in elements that all threads
    add.

    ```mlir
    !fly_rocdl.cdna3.buffer_copy<128>
    !fly_rocdl.cdna3.buffer_copy<32, cache = 2>
    ```
  }];
  let parameters = (ins "int64_t":$bitSize,
                        DefaultValuedParameter<"int64_t", "0">:$cache);
  let assemblyFormat = "`<` $bitSize (`,` `cache` `=` $cache^)? `>`";
  let builders = [
    TypeBuilder<(ins "int64_t":$bitSize), [{
      return $_get($_ctxt, bitSize, /*cache=*/0);
    }]>
  ];
}

def FlyROCDL_BufferCopyLdsType
    : FlyROCDL_CopyType<"BufferCopyLds", "cdna3.buffer_copy_lds",
                        ["verifyChip"], [Stateful]> {
  let summary = "Buffer load to LDS, past the registers";
  let description = [{
    Each lane loads 32 or (gfx950) 128 bits of a buffer resource. They end up in
    LDS side by side, in the order of the lanes: the destination of the first
    active lane counts, and lane `l` writes `l * bits / 8` bytes after it. Its
    state are `soffset` (i32), an offset in elements into the buffer that all
    threads add, and `imm_offset` (i32), a constant number of bytes to add to
    both addresses.

    ```mlir
    !fly_rocdl.cdna3.buffer_copy_lds<32>
    ```
  }];
  let parameters = (ins "int64_t":$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
}

def FlyROCDL_BufferAtomicType
    : FlyROCDL_CopyType<"BufferAtomic", "cdna3.buffer_atomic",
                        ["verifyChip", "verifyElementType"], [Stateful]> {
  let summary = "Atomic read-modify-write of a buffer";
  let description = [{
    Combines each element of the source (a value) with what the buffer holds.
    `max` and `min` compare integers as signed. Which types a chip can combine
    how is checked where the chip is known. Its state is `soffset` (i32), an
    offset in elements that all threads add.

    ```mlir
    !fly_rocdl.cdna3.buffer_atomic<add, f32>
    !fly_rocdl.cdna3.buffer_atomic<add, vector<2xf16>>
    ```
  }];
  let parameters = (ins "::mlir::fly::AtomicOp":$op, "::mlir::Type":$valueType);
  let hasCustomAssemblyFormat = 1;
}

def FlyROCDL_LdsReadTransType
    : FlyROCDL_CopyType<"LdsReadTrans", "cdna4.lds_read_trans",
                        ["verifyChip", "getThrLayout", "getThrBitLayout"]> {
  let summary = "LDS load that transposes among 16 lanes";
  let description = [{
    Each of 16 lanes reads a row of LDS and gets a column of the matrix of the
    16 rows. The elements have 4, 6, 8 or 16 bits (`trans`), a lane's row 64 bits
    (96 for elements of 6).

    ```mlir
    !fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>
    ```
  }];
  let parameters = (ins "int64_t":$transGranularity, "int64_t":$bitSize);
  let hasCustomAssemblyFormat = 1;
}

def FlyROCDL_BufferLoadAsyncLdsType
    : FlyROCDL_CopyType<"BufferLoadAsyncLds", "cdna4.buffer_load_async_lds", [],
                        [Stateful]> {
  let summary = "Asynchronous buffer load to LDS";
  let description = [{
    As `cdna3.buffer_copy_lds`, but the program says where it waits. LLVM 22 has
    no such operation: the type can be written, but not lowered.

    ```mlir
    !fly_rocdl.cdna4.buffer_load_async_lds<128>
    ```
  }];
  let parameters = (ins "int64_t":$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
}

def FlyROCDL_GlobalLoadAsyncLdsType
    : FlyROCDL_CopyType<"GlobalLoadAsyncLds", "cdna4.global_load_async_lds",
                        []> {
  let summary = "Asynchronous load of global memory to LDS";
  let description = [{
    The program says where it waits. LLVM 22 has no such operation: the type can
    be written, but not lowered.

    ```mlir
    !fly_rocdl.cdna4.global_load_async_lds<96>
    ```
  }];
  let parameters = (ins "int64_t":$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
}

def FlyROCDL_TdmType
    : FlyROCDL_CopyType<"Tdm", "gfx1250.tdm",
                        ["verifyChip", "copiesWholeTile", "getThrBitLayout"],
                        [Stateful]> {
  let summary = "Copy of a whole tile by the tensor data mover";
  let description = [{
    `warps` waves copy a tile of `rank` dimensions between global memory and LDS,
    where `pad = I, A` leaves out A elements after every I (0, 0: none). Its
    state are `workgroup_mask` (i32), the tensor's `extent_0` to `extent_4` (i32)
    and `stride_0` to `stride_3` (i64), and `imm_offset` (i64), a number of
    bytes. It can be written, but not lowered yet.

    ```mlir
    !fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 0, 0, cache = 0, barrier = false, timeout = false>
    ```
  }];
  let parameters = (ins "int64_t":$rank, "int64_t":$numWarps,
                        "int64_t":$padInterval, "int64_t":$padAmount,
                        "int64_t":$cache, "bool":$barrier, "bool":$timeout);
  let assemblyFormat = [{
    `<` `rank` `=` $rank `,` `warps` `=` $numWarps `,`
    `pad` `=` $padInterval `,` $padAmount `,` `cache` `=` $cache `,`
    `barrier` `=` $barrier `,` `timeout` `=` $timeout `>`
  }];
}

#endif // DIALECT_FLYROCDL_IR_FLYROCDLCOPY
