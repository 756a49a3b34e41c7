//===- FlyComposedOps.td - Ops on composed layouts ---------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYCOMPOSEDOPS
#define DIALECT_FLY_IR_FLYCOMPOSEDOPS

include "Dialect/Fly/IR/FlyLayoutOps.td"

def Fly_MakeComposedLayoutOp : Fly_LayoutOp<"make_composed_layout"> {
  let summary = "Makes the layout `inner(offset + outer(c))`";
  let description = [{
    ```mlir
    %0 = fly.make_composed_layout(%s, %o, %l)
      : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<0>, !fly.layout<(8,64):(64,1)>)
        -> !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
    ```
  }];
  let arguments = (ins Fly_InnerMap:$inner, Fly_IntTuple:$offset,
                       Fly_AnyLayout:$outer);
  let results = (outs Fly_ComposedLayout:$result);
}

def Fly_ComposedGetInnerOp : Fly_LayoutOp<"composed_get_inner"> {
  let summary = "What a composed layout applies last";
  let description = [{
    ```mlir
    %0 = fly.composed_get_inner(%c)
      : (!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> !fly.swizzle<S<3,3,3>>
    ```
  }];
  let arguments = (ins Fly_ComposedLayout:$layout);
  let results = (outs Fly_InnerMap:$result);
  let hasFolder = 1;
}

def Fly_ComposedGetOffsetOp : Fly_LayoutOp<"composed_get_offset"> {
  let summary = "What a composed layout adds before it applies its inner part";
  let description = [{
    ```mlir
    %0 = fly.composed_get_offset(%c)
      : (!fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1)>) -> !fly.int_tuple<16>
    ```
  }];
  let arguments = (ins Fly_ComposedLayout:$layout);
  let results = (outs Fly_IntTuple:$result);
  let hasFolder = 1;
}

def Fly_ComposedGetOuterOp : Fly_LayoutOp<"composed_get_outer"> {
  let summary = "The part of a composed layout that sees the coordinate";
  let description = [{
    ```mlir
    %0 = fly.composed_get_outer(%c)
      : (!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> !fly.layout<(8,64):(64,1)>
    ```
  }];
  let arguments = (ins Fly_ComposedLayout:$layout);
  let results = (outs Fly_AnyLayout:$result);
  let hasFolder = 1;
}

def Fly_DecompositionOp : Fly_LayoutOp<"decomposition"> {
  let summary = "A tensor of a composed layout as one of its plain layout";
  let description = [{
    The tensor is moved to where its first element lies. The elements must lie
    from there on as the plain layout says, which holds for a part that a swizzle
    moves as a whole. It is an error if they are known not to; where offsets are
    only known at run time, it is up to whoever makes them.

    ```mlir
    %0 = fly.decomposition(%m)
      : (!fly.memref<f16, shared, S<3,3,3> o 64 o 8:1, align<16>>) -> !fly.memref<f16, shared, 8:1, align<16>>
    ```
  }];
  let arguments = (ins Fly_TensorLike:$source);
  let results = (outs Fly_TensorLike:$result);
  let hasFolder = 1;
}

#endif // DIALECT_FLY_IR_FLYCOMPOSEDOPS
