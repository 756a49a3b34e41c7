//===- FlyTiledOps.td - Copies and MMAs of tiles -----------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYTILEDOPS
#define DIALECT_FLY_IR_FLYTILEDOPS

include "Dialect/Fly/IR/FlyAtomOps.td"
include "Dialect/Fly/IR/FlyTiledTypes.td"

def Fly_CopyAtomOrTiled : AnyTypeOf<[Fly_CopyAtom, Fly_TiledCopy],
                                    "copy_atom or tiled_copy">;
def Fly_MmaAtomOrTiled : AnyTypeOf<[Fly_MmaAtom, Fly_TiledMma],
                                   "mma_atom or tiled_mma">;

def Fly_GemmTraversalOrderEnum : I32EnumAttr<"GemmTraversalOrder",
    "the order in which a gemm visits its atoms", [
      I32EnumAttrCase<"KMN", 0, "kmn">,
      I32EnumAttrCase<"KNM", 1, "knm">,
      I32EnumAttrCase<"MKN", 2, "mkn">,
      I32EnumAttrCase<"MNK", 3, "mnk">,
      I32EnumAttrCase<"NKM", 4, "nkm">,
      I32EnumAttrCase<"NMK", 5, "nmk">,
      I32EnumAttrCase<"KMNSerpentine", 6, "kmn_serpentine">,
      I32EnumAttrCase<"KNMSerpentine", 7, "knm_serpentine">,
      I32EnumAttrCase<"MKNSerpentine", 8, "mkn_serpentine">,
      I32EnumAttrCase<"MNKSerpentine", 9, "mnk_serpentine">,
      I32EnumAttrCase<"NKMSerpentine", 10, "nkm_serpentine">,
      I32EnumAttrCase<"NMKSerpentine", 11, "nmk_serpentine">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::fly";
}

def Fly_GemmTraversalOrderAttr
    : Fly_EnumAttr<Fly_GemmTraversalOrderEnum, "gemm_traversal_order"> {
  let summary = "The order in which a gemm visits its atoms";
  let description = [{
    The letters run from the fastest dimension to the slowest. With
    `_serpentine`, the second dimension runs backwards every other time, and so
    does the fastest: neighbours in time are neighbours in space, and share
    operands.

    ```mlir
    #fly<gemm_traversal_order kmn>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

def Fly_MakeTiledCopyOp : Fly_InferringOp<"make_tiled_copy", [Pure]> {
  let summary = "Makes a copy of tiles by many threads";
  let description = [{
    ```mlir
    %0 = fly.make_tiled_copy(%atom, %tv, %tile)
      : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>)
      -> !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
    ```
  }];
  let arguments = (ins Fly_CopyAtom:$atom, Fly_Layout:$layout, Fly_Tile:$tile);
  let results = (outs Fly_TiledCopy:$result);
}

class Fly_TiledCopyPartitionOp<string mnemonic, string which>
    : Fly_LayoutOp<mnemonic> {
  let summary = "A thread's part of the " # which # " of a tiled copy";
  let description = [{
    Mode 0 of the result is what the thread holds of a tile (what one atom moves,
    and the rest of it); the other modes count tiles. `thread` is the number of
    the thread.

    ```mlir
    %0 = fly.}] # mnemonic # [{(%copy, %m, %t)
      : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>,
         !fly.memref<f32, global, (64,64):(1,64), align<16>>, !fly.int_tuple<?>)
      -> !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024), align<16>>
    ```
  }];
  let arguments = (ins Fly_TiledCopy:$tiled, Fly_TensorLike:$tensor,
                       Fly_IntTuple:$thread);
  let results = (outs Fly_TensorLike:$result);
}

def Fly_TiledCopyPartitionSrcOp
    : Fly_TiledCopyPartitionOp<"tiled_copy.partition_src", "source">;
def Fly_TiledCopyPartitionDstOp
    : Fly_TiledCopyPartitionOp<"tiled_copy.partition_dst", "destination">;

def Fly_TiledCopyRetileOp : Fly_LayoutOp<"tiled_copy.retile"> {
  let summary = "A fragment with its modes as a tiled copy wants them";
  let description = [{
    The fragment was partitioned for something else, an MMA for instance, and
    holds the same elements of each thread as the copy moves; only their order
    differs.

    ```mlir
    %0 = fly.tiled_copy.retile(%copy, %m)
      : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>,
         !fly.memref<f32, register, (4,4,4):(1,4,16)>)
      -> !fly.memref<f32, register, ((4,1),4,4):((1,0),4,16)>
    ```
  }];
  let arguments = (ins Fly_TiledCopy:$tiled, Fly_MemRef:$fragment);
  let results = (outs Fly_MemRef:$result);
}

def Fly_CopyOp : Fly_Op<"copy"> {
  let summary = "Copies a tensor, atom by atom";
  let description = [{
    Mode 0 of the tensors is what one atom moves, or has it as its own mode 0; the
    copy is repeated over the other modes, in the order of their linear
    coordinate. A predicate tensor has one element for each repetition, or one for
    each coordinate of the modes after mode 0.

    ```mlir
    fly.copy(%atom, %src, %dst)
      : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, (4,2):(1,1024), align<16>>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
    ```
  }];
  let arguments = (ins Fly_CopyAtomOrTiled:$atom,
                       Arg<Fly_MemRef, "", [MemRead]>:$src,
                       Arg<Fly_MemRef, "", [MemWrite]>:$dst,
                       Arg<Optional<Fly_MemRef>, "", [MemRead]>:$pred);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The atom, or that of the tiled copy.
    CopyAtomType getAtomType();
  }];
}

//===----------------------------------------------------------------------===//
// Matrix multiply-accumulate
//===----------------------------------------------------------------------===//

def Fly_MakeTiledMmaOp : Fly_InferringOp<"make_tiled_mma", [Pure]> {
  let summary = "Makes an MMA of tiles by many threads";
  let description = [{
    ```mlir
    %0 = fly.make_tiled_mma(%atom, %layout)
      : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>)
      -> !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>
    ```
  }];
  let arguments = (ins Fly_MmaAtom:$atom, Fly_Layout:$layout,
                       Optional<Fly_Tile>:$permutation);
  let results = (outs Fly_TiledMma:$result);
}

def Fly_TiledMmaPartitionOp : Fly_LayoutOp<"tiled_mma.partition"> {
  let summary = "A thread's part of an operand of a tiled MMA";
  let description = [{
    Mode 0 of the result is what the thread holds of one atom's operand; the
    other modes count atoms along the tensor's modes. A is M x K, B is N x K, C
    and D are M x N.

    ```mlir
    %0 = fly.tiled_mma.partition(a, %mma, %m, %t)
      : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>,
         !fly.memref<f32, shared, (16,4):(1,16)>, !fly.int_tuple<?>)
      -> !fly.memref<f32, shared, (1,2,4):(0,8,16)>
    ```
  }];
  let arguments = (ins Fly_MmaOperandAttr:$operand_id, Fly_TiledMma:$tiled,
                       Fly_TensorLike:$tensor, Fly_IntTuple:$thread);
  let results = (outs Fly_TensorLike:$result);
  let assemblyFormat = [{
    `` `(` custom<MmaOperandKeyword>($operand_id) `,` $tiled `,` $tensor `,`
    $thread `)` attr-dict `:` functional-type(operands, results)
  }];
}

def Fly_TiledMmaPartitionShapeOp : Fly_LayoutOp<"tiled_mma.partition_shape"> {
  let summary = "The shape of a thread's part of an operand";
  let description = [{
    ```mlir
    %0 = fly.tiled_mma.partition_shape(%mma, %s) {operand_id = #fly<mma_operand c>}
      : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>, !fly.int_tuple<(16,32)>)
      -> !fly.int_tuple<(1,2,4)>
    ```
  }];
  let arguments = (ins Fly_TiledMma:$tiled, Fly_IntTuple:$shape,
                       Fly_MmaOperandAttr:$operand_id);
  let results = (outs Fly_IntTuple:$result);
}

def Fly_MmaMakeFragmentOp
    : Fly_Op<"mma.make_fragment",
        [InferTypeOpInterface,
         DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Allocates registers for a thread's part of an operand";
  let description = [{
    `tensor` is the whole operand, as it is before partitioning. With `stages`,
    the fragment has a last mode of so many copies, for pipelined loops; modes of
    the tensor from the third on are then left out.

    ```mlir
    %0 = fly.mma.make_fragment(a, %mma, %m, stages = 2)
      : (!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>,
         !fly.memref<f32, shared, (16,4):(1,16)>)
      -> !fly.memref<f32, register, (1,2,4,2):(0,1,2,8)>
    ```
  }];
  let arguments = (ins Fly_MmaOperandAttr:$operand_id, Fly_TiledMma:$tiled,
                       Fly_MemRef:$tensor, OptionalAttr<I32Attr>:$stages);
  let results = (outs Fly_MemRef:$result);
  let assemblyFormat = [{
    `` `(` custom<MmaOperandKeyword>($operand_id) `,` $tiled `,` $tensor
    (`,` `stages` `=` $stages^)? `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = InferDecl;
}

def Fly_GemmOp : Fly_Op<"gemm"> {
  let summary = "D = A * B + C, atom by atom";
  let description = [{
    Mode 0 of the tensors is what one atom takes from a thread. With more modes, D
    and C are (value, M, N), A is (value, M, K) and B (value, N, K), or both
    without K. Every atom adds to what D holds, except the first one of each (m,
    n), which adds to C.

    `traversalOrder` says in which order the atoms are visited, `nmk` unless
    given. `traversalLayout` gives an order of its own: step `i` visits the atom
    at the linear coordinate `traversalLayout(i)` of (M, N, K).

    ```mlir
    fly.gemm(%mma, %d, %a, %b, %c) {traversalOrder = #fly<gemm_traversal_order kmn>}
      : (!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.memref<f32, register, (1,2,2):(0,1,2)>,
         !fly.memref<f32, register, (1,2,4):(0,1,2)>, !fly.memref<f32, register, (1,2,4):(0,1,2)>,
         !fly.memref<f32, register, (1,2,2):(0,1,2)>) -> ()
    ```
  }];
  let arguments = (ins Fly_MmaAtomOrTiled:$atom,
                       Arg<Fly_MemRef, "", [MemWrite]>:$d,
                       Arg<Fly_MemRef, "", [MemRead]>:$a,
                       Arg<Fly_MemRef, "", [MemRead]>:$b,
                       Arg<Fly_MemRef, "", [MemRead]>:$c,
                       Optional<Fly_Layout>:$traversalLayout,
                       OptionalAttr<Fly_GemmTraversalOrderAttr>:$traversalOrder);
  let assemblyFormat = [{
    `` `(` $atom `,` $d `,` $a `,` $b `,` $c `)`
    (`[` `traversalLayout` `=` $traversalLayout^ `]`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The atom, or that of the tiled MMA.
    MmaAtomType getAtomType();
  }];
}

#endif // DIALECT_FLY_IR_FLYTILEDOPS
