//===- FlyMiscOps.td - Printing, and ops at the border -----*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYMISCOPS
#define DIALECT_FLY_IR_FLYMISCOPS

include "Dialect/Fly/IR/FlyLayoutOps.td"

def Fly_PrintOp : Fly_Op<"print"> {
  let summary = "Prints values where the program runs";
  let description = [{
    Each `{}` of the format stands for one value: a number, a vector, or a tuple,
    layout, tile or swizzle, which prints as its type is written, with numbers
    for what is known at run time. Without a format, the values are separated by
    blanks. A line ends after each print.

    ```mlir
    fly.print(%crd, %v) {format = "at {}: {}"} : (!fly.int_tuple<(?,2)>, f32) -> ()
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values,
                       DefaultValuedStrAttr<StrAttr, "">:$format);
  let hasVerifier = 1;
}

def Fly_AssumeOp : Fly_Op<"assume", [Pure]> {
  let summary = "The same value, of which the result type says more";
  let description = [{
    The result type differs from the first operand's by stronger divisors and
    alignments only. That they hold is up to whoever says so; the second operand
    may be what it follows from, and isn't evaluated.

    ```mlir
    %0 = fly.assume(%n, %ok) : (!fly.int_tuple<?>, i1) -> !fly.int_tuple<?{div=4}>
    ```
  }];
  let arguments = (ins AnyType:$value, AnyType:$fact);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Fly_ExtractAlignedPointerAsIndexOp
    : Fly_Op<"extract_aligned_pointer_as_index", [Pure]> {
  let summary = "The address at which a tensor in memory begins";
  let description = [{
    As an index, or as an LLVM pointer. `fly.get_iter` with `fly.ptrtoint` or
    `fly.to_llvm_ptr` says the same.

    ```mlir
    %0 = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> index
    ```
  }];
  let arguments = (ins Fly_MemRef:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

#endif // DIALECT_FLY_IR_FLYMISCOPS
