//===- Passes.td - Passes on the fly dialect --------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_TRANSFORMS_PASSES
#define DIALECT_FLY_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def FlyRewriteFuncSignaturePass : Pass<"fly-rewrite-func-signature"> {
  let summary = "Pass tuples, layouts and tensors as pointers and integers";
  let description = [{
    Functions, calls and structured control flow carry values of fly types as
    what they consist of at run time: static values as nothing, tuples and
    layouts as packed structs of their `?` integers, memrefs as a pointer and
    the struct of their layout. Inside, they are made of these parts again.

    Before:
    ```mlir
    func.func @f(%m: !fly.memref<f32, global, (?,8):(8,1)>)
    ```
    After:
    ```mlir
    func.func @f(%p: !fly.ptr<f32, global>, %l: !llvm.struct<packed (struct<packed (i32)>)>)
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def FlyCanonicalizePass : Pass<"fly-canonicalize"> {
  let summary = "Bring tuples and layouts into normal form";
  let description = [{
    `make_shape`, `make_stride` and `make_coord` become `make_int_tuple`, and
    every value whose type determines it is made anew from its type, so that
    computations on static layouts vanish.

    Before:
    ```mlir
    %n = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
    ```
    After:
    ```mlir
    %n = fly.make_int_tuple() : () -> !fly.int_tuple<32>
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect"];
  let statistics = [
    Statistic<"numRebuilt", "rebuilt", "Number of static values made anew">
  ];
}

def FlyLayoutLoweringPass : Pass<"fly-layout-lowering"> {
  let summary = "Lower the layout algebra to integer arithmetic";
  let description = [{
    Evaluates every op of the layout algebra on the SSA integers of its operands.
    What remains are pointers advanced by offsets, loads and stores through
    them, and calls of copy atoms. Copies are unrolled over their atoms, vector
    loads and stores over the contiguous parts of a layout.

    Tuples, layouts and tensors must be made in the function where they are used
    (see `fly-rewrite-func-signature`).

    Before:
    ```mlir
    %mine = fly.slice(%rows, %crd)
      : (!fly.memref<f32, global, (4,256):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:1, align<16>>
    ```
    After:
    ```mlir
    %0 = arith.muli %t, %c4 : i32
    %1 = fly.make_int_tuple(%0) : (i32) -> !fly.int_tuple<?{div=4}>
    %2 = fly.add_offset(%p, %1) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<?{div=4}>) -> !fly.ptr<f32, global, align<16>>
    %mine = fly.make_view(%2, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, global, 4:1, align<16>>
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numAtomCalls", "atom-calls", "Number of calls of copy and MMA atoms made">
  ];
}

def FlyIntSwizzleSimplifyPass : Pass<"fly-int-swizzle-simplify"> {
  let summary = "Move terms that a swizzle doesn't see out of it";
  let description = [{
    In `x ^ ((x & mask) >> s)`, the parts of a sum `x` that are multiples of the
    first bit above the mask only pass through: they are added afterwards, so
    that accesses which differ only in them share one swizzle.

    Before:
    ```mlir
    %x = arith.addi %base, %c1024 : i32
    %m = arith.andi %x, %c448 : i32
    %s = arith.shrui %m, %c3 : i32
    %r = arith.xori %x, %s : i32
    ```
    After:
    ```mlir
    %m = arith.andi %base, %c448 : i32
    %s = arith.shrui %m, %c3 : i32
    %b = arith.xori %base, %s : i32
    %r = arith.addi %b, %c1024 : i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FlyConvertAtomCallToSSAFormPass
    : Pass<"fly-convert-atom-call-to-ssa-form"> {
  let summary = "Give copy atoms their register operands as values";
  let description = [{
    Register memrefs of `copy_atom_call` become a `ptr.load` before or a
    `ptr.store` after a `copy_atom_call_ssa`. The old content of a destination is
    only loaded where a predicate may keep it.

    Before:
    ```mlir
    fly.copy_atom_call(%atom, %src, %frag) : (..., !fly.memref<f32, register, 4:1>) -> ()
    ```
    After:
    ```mlir
    %v = fly.copy_atom_call_ssa(%atom, %src) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (...) -> vector<4xf32>
    fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::fly::FlyDialect"];
}

def FlyPromoteRegMemToVectorSSAPass
    : Pass<"fly-promote-regmem-to-vectorssa"> {
  let summary = "Hold register allocations in vector values";
  let description = [{
    A register allocation that is only loaded from and stored to at known offsets
    becomes a vector value, carried through `scf.for`, `scf.if` and `scf.while`.
    Other allocations stay in memory.

    Before:
    ```mlir
    %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
    fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
    %x = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    ```
    After:
    ```mlir
    %x = vector.extract %v[0] : f32 from vector<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::vector::VectorDialect",
                           "::mlir::ub::UBDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numPromoted", "promoted", "Number of allocations promoted">
  ];
}

def FlyPrintLayoutsPass : Pass<"fly-print-layouts", "::mlir::ModuleOp"> {
  let summary = "Show the layouts of the IR as tables or as a picture";
  let description = [{
    Writes to standard output every layout that a type or an attribute of the IR
    contains, once each, with the op and the line where it is first seen: the
    index of each coordinate, or, for a thread-value layout, the thread and the
    value that hold each element of the tile. The IR stays as it is; `-o
    /dev/null` keeps it out of the output. Layouts with run-time integers are
    drawn for the values in `run-time`.

    ```mlir
    func.func private @f(!fly.layout<(2,4):(4,1)>)
    ```
    prints
    ```
    (2,4):(4,1)  (func.func, line 1)
      | 0 1 2 3
    --+--------
    0 | 0 1 2 3
    1 | 4 5 6 7
    ```
    `format=svg` writes one SVG document instead.
  }];
  let options = [
    Option<"format", "format", "::mlir::fly::LayoutFormat",
           "::mlir::fly::LayoutFormat::Table", "How to show layouts",
           [{::llvm::cl::values(
             clEnumValN(::mlir::fly::LayoutFormat::Table, "table",
                        "text for the terminal"),
             clEnumValN(::mlir::fly::LayoutFormat::Svg, "svg",
                        "an SVG document"))}]>,
    Option<"maxRows", "max-rows", "int64_t", "32",
           "Rows of a table that are shown (at least 1)">,
    Option<"maxColumns", "max-columns", "int64_t", "32",
           "Columns of a table that are shown (at least 1)">,
    ListOption<"runTime", "run-time", "int64_t",
               "Values for the run-time integers (`?`) of each layout, in the "
               "order of its text">
  ];
}

#endif // DIALECT_FLY_TRANSFORMS_PASSES
