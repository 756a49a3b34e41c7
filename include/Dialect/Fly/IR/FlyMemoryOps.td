//===- FlyMemoryOps.td - Pointers, memory and copies ------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYMEMORYOPS
#define DIALECT_FLY_IR_FLYMEMORYOPS

include "Dialect/Fly/IR/FlyLayoutOps.td"

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

def Fly_MakePtrOp
    : Fly_Op<"make_ptr", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Makes a pointer: an allocation, or a target's kind of pointer";
  let description = [{
    - `register`: `allocSize` elements of the thread's own memory.
    - `shared`: `allocBytes` bytes of the workgroup's memory, aligned to
      `allocAlign` bytes.
    - `#fly_rocdl.buffer_desc`: a buffer resource from a base pointer, a stride
      (i16), the number of bytes (i64) and flags (i32).

    ```mlir
    %0 = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    %1 = fly.make_ptr() {dictAttrs = {allocBytes = 256 : i64, allocAlign = 16 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
    %2 = fly.make_ptr(%p, %stride, %bytes, %flags)
      : (!fly.ptr<f32, global, align<16>>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$args,
                       OptionalAttr<DictionaryAttr>:$dictAttrs);
  let results = (outs Fly_Ptr:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$elementType, "int64_t":$numElements,
                   CArg<"int64_t", "0">:$alignment)>,
  ];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Elements of a register allocation.
    int64_t getAllocSize() {
      return cast<IntegerAttr>(getDictAttrsAttr().get("allocSize")).getInt();
    }
    /// Bytes and alignment of a shared allocation.
    int64_t getAllocBytes() {
      return cast<IntegerAttr>(getDictAttrsAttr().get("allocBytes")).getInt();
    }
    int64_t getAllocAlign() {
      return cast<IntegerAttr>(getDictAttrsAttr().get("allocAlign")).getInt();
    }
    /// Makes a shared allocation of bytes.
    static MakePtrOp createShared(OpBuilder &builder, Location loc,
                                  int64_t numBytes, int64_t alignment);
  }];
}

def Fly_GetDynSharedOp : Fly_InferringOp<"get_dyn_shared", [Pure]> {
  let summary = "The workgroup's memory whose size the launch gives";
  let description = [{
    ```mlir
    %0 = fly.get_dyn_shared() : !fly.ptr<i8, shared, align<1024>>
    ```
  }];
  let results = (outs Fly_Ptr:$result);
  let assemblyFormat = "`` `(` `)` attr-dict `:` qualified(type($result))";
}

def Fly_IntToPtrOp : Fly_Op<"inttoptr", [Pure]> {
  let summary = "The pointer to an address";
  let description = [{
    ```mlir
    %0 = fly.inttoptr(%address) : (i64) -> !fly.ptr<f32, global>
    ```
  }];
  let arguments = (ins Fly_Scalar:$address);
  let results = (outs Fly_Ptr:$result);
}

def Fly_PtrToIntOp : Fly_InferringOp<"ptrtoint", [Pure]> {
  let summary = "The address of a pointer";
  let description = [{
    32 bits for shared, 64 bits for global memory.

    ```mlir
    %0 = fly.ptrtoint(%p) : (!fly.ptr<f32, global>) -> i64
    ```
  }];
  let arguments = (ins Fly_Ptr:$ptr);
  let results = (outs Fly_Scalar:$result);
}

def Fly_ToLLVMPtrOp : Fly_InferringOp<"to_llvm_ptr", [Pure]> {
  let summary = "The pointer as an LLVM pointer";
  let description = [{
    ```mlir
    %0 = fly.to_llvm_ptr(%p) {llvm_address_space = 1 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<1>
    ```
  }];
  let arguments = (ins Fly_Ptr:$ptr,
    ConfinedAttr<I32Attr, [IntNonNegative]>:$llvm_address_space);
  let results = (outs AnyType:$result);
}

def Fly_AddOffsetOp : Fly_LayoutOp<"add_offset"> {
  let summary = "Advances a pointer by elements, or a coordinate by a tuple";
  let description = [{
    The alignment of the result follows from what divides the offset.

    ```mlir
    %0 = fly.add_offset(%p, %o)
      : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<2>) -> !fly.ptr<f32, global, align<8>>
    ```
  }];
  let arguments = (ins Fly_Iterator:$iter, Fly_IntTuple:$offset);
  let results = (outs Fly_Iterator:$result);
}

def Fly_ApplySwizzleOp : Fly_InferringOp<"apply_swizzle", [Pure]> {
  let summary = "Makes the accesses through a pointer swizzled";
  let description = [{
    ```mlir
    %0 = fly.apply_swizzle(%p, %s)
      : (!fly.ptr<f16, shared, align<64>>, !fly.swizzle<S<3,3,3>>) -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
    ```
  }];
  let arguments = (ins Fly_Ptr:$ptr, Fly_Swizzle:$swizzle);
  let results = (outs Fly_Ptr:$result);
}

def Fly_RecastIterOp : Fly_Op<"recast_iter", [Pure]> {
  let summary = "The same address with another element type or alignment";
  let description = [{
    ```mlir
    %0 = fly.recast_iter(%p) : (!fly.ptr<i8, shared, align<16>>) -> !fly.ptr<f32, shared, align<16>>
    ```
  }];
  let arguments = (ins Fly_Ptr:$ptr);
  let results = (outs Fly_Ptr:$result);
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Fly_PtrLoadOp : Fly_Op<"ptr.load"> {
  let summary = "Loads an element, or a vector of consecutive elements";
  let description = [{
    ```mlir
    %0 = fly.ptr.load(%p) : (!fly.ptr<f16, global, align<8>>) -> vector<4xf16>
    ```
  }];
  let arguments = (ins Arg<Fly_Iterator, "", [MemRead]>:$ptr);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def Fly_PtrStoreOp : Fly_Op<"ptr.store"> {
  let summary = "Stores an element, or a vector of consecutive elements";
  let description = [{
    ```mlir
    fly.ptr.store(%v, %p) : (vector<4xf16>, !fly.ptr<f16, global, align<8>>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$value, Arg<Fly_Ptr, "", [MemWrite]>:$ptr);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tensors in memory
//===----------------------------------------------------------------------===//

def Fly_MemRefAllocaOp
    : Fly_Op<"memref.alloca",
             [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Allocates a fragment in the thread's registers";
  let description = [{
    ```mlir
    %0 = fly.memref.alloca(%l) : (!fly.layout<(4,2):(1,4)>) -> !fly.memref<f32, register, (4,2):(1,4)>
    ```
  }];
  let arguments = (ins Fly_Layout:$layout);
  let results = (outs Fly_MemRef:$result);
  let hasVerifier = 1;
}

def Fly_MakeFragmentLikeOp
    : Fly_Op<"make_fragment_like",
        [InferTypeOpInterface,
         DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Allocates registers for the elements of a tensor";
  let description = [{
    Mode 0 of the fragment is contiguous. The element type is the tensor's unless
    another is given; a layout or coord tensor has none of its own.

    ```mlir
    %0 = fly.make_fragment_like(%m)
      : (!fly.memref<f16, global, (8,4):(64,1)>) -> !fly.memref<f16, register, (8,4):(1,8)>
    %1 = fly.make_fragment_like(%m, f32)
      : (!fly.memref<f16, global, (8,4):(64,1)>) -> !fly.memref<f32, register, (8,4):(1,8)>
    ```
  }];
  let arguments = (ins Fly_LayoutLike:$source, OptionalAttr<TypeAttr>:$dtype);
  let results = (outs Fly_MemRef:$result);
  let assemblyFormat = [{
    `` `(` $source (`,` $dtype^)? `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = InferDecl;
}

def Fly_MemRefLoadOp : Fly_InferringOp<"memref.load"> {
  let summary = "Reads the element at a coordinate";
  let description = [{
    An element of a coord tensor is a coordinate.

    ```mlir
    %0 = fly.memref.load(%m, %c) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,?)>) -> f32
    ```
  }];
  let arguments = (ins Arg<Fly_TensorLike, "", [MemRead]>:$tensor,
                       Fly_IntTuple:$coord);
  let results = (outs AnyType:$result);
}

def Fly_MemRefStoreOp : Fly_Op<"memref.store"> {
  let summary = "Writes the element at a coordinate";
  let description = [{
    ```mlir
    fly.memref.store(%v, %m, %c) : (f32, !fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,?)>) -> ()
    ```
  }];
  let arguments = (ins AnyType:$value, Arg<Fly_MemRef, "", [MemWrite]>:$tensor,
                       Fly_IntTuple:$coord);
  let hasVerifier = 1;
}

def Fly_MemRefLoadVecOp : Fly_InferringOp<"memref.load_vec"> {
  let summary = "Reads all elements as a vector";
  let description = [{
    In the order of the linear coordinate. Elements of a coord tensor with
    integer strides are integers.

    ```mlir
    %0 = fly.memref.load_vec(%m) : (!fly.memref<f32, register, (4,2):(1,4)>) -> vector<8xf32>
    ```
  }];
  let arguments = (ins Arg<Fly_TensorLike, "", [MemRead]>:$tensor);
  let results = (outs AnyVectorOfAnyRank:$result);
}

def Fly_MemRefStoreVecOp : Fly_Op<"memref.store_vec"> {
  let summary = "Writes all elements from a vector";
  let description = [{
    ```mlir
    fly.memref.store_vec(%v, %m) : (vector<8xf32>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
    ```
  }];
  let arguments = (ins AnyVectorOfAnyRank:$value,
                       Arg<Fly_MemRef, "", [MemWrite]>:$tensor);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

def Fly_MakeCopyAtomOp : Fly_Op<"make_copy_atom", [Pure]> {
  let summary = "Makes a copy atom";
  let description = [{
    `valBits` are the bits of one element.

    ```mlir
    %0 = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
    ```
  }];
  let arguments = (ins I32Attr:$valBits);
  let results = (outs Fly_CopyAtom:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let builders = [
    OpBuilder<(ins "::mlir::fly::CopyAtomType":$type), [{
      build($_builder, $_state, type,
            static_cast<uint32_t>(type.getValBits()));
    }]>
  ];
  let hasVerifier = 1;
}

def Fly_CopyAtomCallOp : Fly_Op<"copy_atom_call"> {
  let summary = "Copies what one atom moves";
  let description = [{
    Source and destination have the elements that the atom moves, contiguously.
    With a predicate (a tensor of one i1), a false one leaves the destination as
    it is and doesn't touch the source.

    ```mlir
    fly.copy_atom_call(%atom, %src, %dst)
      : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
    ```
  }];
  let arguments = (ins Fly_CopyAtom:$atom, Arg<Fly_MemRef, "", [MemRead]>:$src,
                       Arg<Fly_MemRef, "", [MemWrite]>:$dst,
                       Arg<Optional<Fly_MemRef>, "", [MemRead]>:$pred);
  let hasVerifier = 1;
}

def Fly_CopyAtomCallSSAOp
    : Fly_Op<"copy_atom_call_ssa",
             [AttrSizedOperandSegments,
              DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Copies what one atom moves, with register operands as values";
  let description = [{
    A copy to registers has a result, and with a predicate the operand `dst`:
    what the result is where the predicate is false. A copy to memory has the
    memory as `dst`. Values are one element, or a vector of the atom's elements;
    the predicate is an i1.

    ```mlir
    %v = fly.copy_atom_call_ssa(%atom, %src) {operandSegmentSizes = array<i32: 1, 1, 0, 0>}
      : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>) -> vector<4xf32>
    fly.copy_atom_call_ssa(%atom, %v, %dst, %pred) {operandSegmentSizes = array<i32: 1, 1, 1, 1>}
      : (!fly.copy_atom<!fly.universal_copy<128>, 32>, vector<4xf32>, !fly.memref<f32, global, 4:1, align<16>>, i1) -> ()
    ```
  }];
  let arguments = (ins Fly_CopyAtom:$atom, AnyType:$src, Optional<AnyType>:$dst,
                       Optional<AnyType>:$pred);
  let results = (outs Optional<AnyType>:$result);
  let hasVerifier = 1;
}

#endif // DIALECT_FLY_IR_FLYMEMORYOPS
