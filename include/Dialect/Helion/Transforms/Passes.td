//===- Passes.td - Passes of the helion dialect ------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_TRANSFORMS_PASSES_TD
#define HELIONFLY_DIALECT_HELION_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def RemarksOption
    : Option<"remarks", "remarks", "bool", /*default=*/"false",
             "Say what was decided, as remarks">;
def ChipOption
    : Option<"chip", "chip", "std::string", /*default=*/"\"gfx942\"",
             "The chip whose limits apply, as LLVM's processor name">;

def HelionSpecializePass : Pass<"helion-specialize", "::mlir::ModuleOp"> {
  let summary = "Fixes the sizes, strides and alignments of a kernel's buffers";
  let description = [{
    Gives the memref arguments of one kernel static types, which makes its
    extents constants. `args` has one entry per memref argument, in order:
    `SHAPE[@STRIDES][%ALIGN]`, sizes and strides in elements joined by `x`, the
    alignment in bytes of element (0, ..., 0), a power of two. `?` leaves a size
    or a stride as it is, `-` the whole argument; strides that aren't given stay
    as declared. A specialised argument has no offset: the address that it is
    called with is that of element (0, ..., 0).

    Before, with `kernel=exp args=64x1000@1000x1%16,64x1000`:

    ```mlir
    helion.kernel @exp(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>,
                       %y: memref<?x?xf32>) {
      %N = helion.size %x, 1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
    ```

    After:

    ```mlir
    helion.kernel @exp(%x: memref<64x1000xf32> {helion.align = 16 : i64},
                       %y: memref<64x1000xf32>) {
      %N = arith.constant 1000 : index
    ```

    It is an error to name a kernel that doesn't exist, to give another number
    of entries than the kernel has memref arguments or another rank than an
    argument has, and to contradict what the argument's type or an axis' bound
    says.
  }];
  let options = [
    Option<"kernel", "kernel", "std::string", /*default=*/"",
           "Name of the kernel">,
    ListOption<"args", "args", "std::string",
               "One entry per memref argument: SHAPE[@STRIDES][%ALIGN] or -">
  ];
  let statistics = [
    Statistic<"numArguments", "num-arguments", "Number of arguments changed">,
    Statistic<"numSizes", "num-sizes", "Number of sizes that became constants">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def HelionOnlineTo3PassPass
    : Pass<"helion-online-to-3pass", "::mlir::helion::KernelOp"> {
  let summary = "Splits an online softmax recurrence into two reductions";
  let description = [{
    A loop that keeps a running maximum and a sum that is rescaled whenever the
    maximum grows has two dependent reductions across lanes in every iteration.
    Two loops, one for the maximum and one for the sum, read the row once more
    but combine elementwise, with one reduction across lanes each.

    Before:

    ```mlir
    %max, %sum = helion.for %n in @n iter_args(%m = %minf, %d = %zero) -> (!r, !r) {
      %x = helion.load %src[%row, %n] : !buf[m, n] -> !t
      %lm = helion.reduce max %x over n : !t -> !r
      %mn = arith.maximumf %m, %lm : !r
      %diff = arith.subf %m, %mn : !r
      %scale = math.exp %diff : !r
      %ds = arith.mulf %d, %scale : !r
      %mb = helion.broadcast %mn : !r -> !t
      %xm = arith.subf %x, %mb : !t
      %e = math.exp %xm : !t
      %ls = helion.reduce sum %e over n : !t -> !r
      %dn = arith.addf %ds, %ls : !r
      helion.yield %mn, %dn : !r, !r
    }
    ```

    After (`%max` and `%sum` are the results of the two `helion.reduce`):

    ```mlir
    %a = helion.for %n in @n iter_args(%acc = %minf_tile) -> (!t) {
      %x = helion.load %src[%row, %n] : !buf[m, n] -> !t
      %k = helion.mask_to %x, 0xFF800000 : f32 on(%n) : !t[n]
      %next = arith.maximumf %acc, %k : !t
      helion.yield %next : !t
    }
    %max = helion.reduce max %a over n : !t -> !r
    %b = helion.for %n in @n iter_args(%acc = %zero_tile) -> (!t) {
      %x = helion.load %src[%row, %n] : !buf[m, n] -> !t
      %mb = helion.broadcast %max : !r -> !t
      %xm = arith.subf %x, %mb : !t
      %e = math.exp %xm : !t
      %k = helion.mask_to %e, 0.0 : f32 on(%n) : !t[n]
      %next = arith.addf %acc, %k : !t
      helion.yield %next : !t
    }
    %sum = helion.reduce sum %b over n : !t -> !r
    ```

    In exact arithmetic both give the same values; in floating point the second
    form rounds less, and a row that begins with a chunk of -inf gives its sum
    instead of NaN. The conditions are listed in `OnlineTo3Pass.cpp`; `exp` and
    `exp2` and any order of operands are recognised. A loop that keeps a running
    maximum but fails a condition is left alone, with a remark under `remarks`.
  }];
  let options = [
    Option<"minN", "min-n", "int64_t", /*default=*/"2048",
           "Leave rows alone that are known to have fewer elements; they fit "
           "few chunks, and a second loop costs more than it saves">,
    Option<"disable", "disable", "bool", /*default=*/"false",
           "Leave every loop as it is">,
    RemarksOption
  ];
  let statistics = [
    Statistic<"numRewritten", "num-rewritten", "Number of loops split">,
    Statistic<"numRefused", "num-refused",
              "Number of loops with a running maximum that were left alone">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def HelionReductionStrategyPass
    : Pass<"helion-reduction-strategy", "::mlir::helion::KernelOp"> {
  let summary = "Decides between persistent and looped rows; fixes tile sizes";
  let description = [{
    A row along a `full` axis stays in registers (*persistent*: the span is
    kept, memory is read once) where the extent has an upper bound that the
    registers of one workgroup can hold. Otherwise it becomes *looped*: each
    stage of dependent reductions is a `helion.for` that reloads what it needs,
    carries one accumulator tile per reduction, and is followed by one
    `helion.reduce`. Stores along the axis are done in the last loop, after
    every load of the earlier ones.

    Rows per workgroup and the block of every axis are chosen too, or taken from
    the kernel's config, and every tile gets a static shape.

    Before:

    ```mlir
    helion.axis @m extent(%M) tile
    helion.axis @n extent(%c1000) full
    helion.grid (%m in @m) {
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : !buf[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
      %s = helion.reduce sum %v over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<m>>
      helion.store %s, %y[%m] : tensor<?xf32, #helion.axes<m>>, !out[m]
    }
    ```

    After, persistent:

    ```mlir
    helion.axis @m extent(%M) tile block(4)
    helion.axis @n extent(%c1000) full block(1000)
    helion.grid (%m in @m) {
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : !buf[m, n] -> tensor<4x1000xf32, #helion.axes<m, n>>
      %s = helion.reduce sum %v over n : tensor<4x1000xf32, #helion.axes<m, n>> -> tensor<4xf32, #helion.axes<m>>
      helion.store %s, %y[%m] : tensor<4xf32, #helion.axes<m>>, !out[m]
    }
    ```

    After, looped (`config = #helion.config<reduction_loops = [512]>`):

    ```mlir
    helion.axis @n extent(%c1000) tile block(512)
    helion.grid (%m in @m) {
      %zero = arith.constant 0.0 : f32
      %init = helion.full %zero : tensor<2x512xf32, #helion.axes<m, n>>
      %sums = helion.for %n in @n iter_args(%acc = %init) -> (tensor<2x512xf32, #helion.axes<m, n>>) {
        %v = helion.load %x[%m, %n] : !buf[m, n] -> tensor<2x512xf32, #helion.axes<m, n>>
        %k = helion.mask_to %v, 0.0 : f32 on(%n) : tensor<2x512xf32, #helion.axes<m, n>>[n]
        %next = arith.addf %acc, %k : tensor<2x512xf32, #helion.axes<m, n>>
        helion.yield %next : tensor<2x512xf32, #helion.axes<m, n>>
      }
      %s = helion.reduce sum %sums over n : tensor<2x512xf32, #helion.axes<m, n>> -> tensor<2xf32, #helion.axes<m>>
      helion.store %s, %y[%m] : tensor<2xf32, #helion.axes<m>>, !out[m]
    }
    ```
  }];
  let options = [ChipOption, RemarksOption];
  let statistics = [
    Statistic<"numPersistent", "num-persistent", "Number of rows kept resident">,
    Statistic<"numLooped", "num-looped", "Number of spans rolled into loops">,
    Statistic<"numLoops", "num-loops", "Number of loops made">,
    Statistic<"numReloads", "num-reloads",
              "Number of loads repeated in a later loop">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def HelionVectorizePass
    : Pass<"helion-vectorize", "::mlir::helion::KernelOp"> {
  let summary = "Gives every tile its thread-value layout";
  let description = [{
    Chooses V (contiguous elements of a vector, 128 bits of the narrowest type
    that is moved), L (threads of a row) and K (vectors of a thread) for the R
    rows of a workgroup, and writes them as one layout on the grid:

        row = t / L, column = (k * L + t mod L) * V + v

    The encoding of every tile becomes the projection of that layout on the
    tile's axes; its shape is padded to R rows and L * V * K columns.

    Where rows don't provably begin on a vector's boundary, the column axis
    gets an alignment window: all its handles start at the aligned address at or
    below the row's first element, so that every access but a row's first and
    last is an aligned vector.

    Before:

    ```mlir
    helion.axis @m extent(%M) tile block(4)
    helion.axis @n extent(%c1000) full block(1000)
    helion.grid (%m in @m) {
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : memref<?x1000xbf16>[m, n] -> tensor<4x1000xbf16, #helion.axes<m, n>>
    ```

    After:

    ```mlir
    #l = #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>
    helion.axis @m extent(%M) tile block(4)
    helion.axis @n extent(%c1000) full block(1024)
    helion.grid (%m in @m) layout #l {
      %n = helion.span @n
      %v = helion.load %x[%m, %n] : memref<?x1000xbf16>[m, n] -> tensor<4x1024xbf16, #l>
    ```
  }];
  let options = [ChipOption, RemarksOption];
  let statistics = [
    Statistic<"numVectorized", "num-vectorized",
              "Number of loads and stores that move vectors">,
    Statistic<"numScalar", "num-scalar",
              "Number of loads and stores along the columns that move elements">,
    Statistic<"numWindows", "num-windows", "Number of alignment windows">
  ];
  let dependentDialects = ["::mlir::fly::FlyDialect"];
}

def HelionMaskPass : Pass<"helion-mask", "::mlir::helion::KernelOp"> {
  let summary = "Makes sure that missing elements don't take part in reductions";
  let description = [{
    Computes what the elements beyond the end of each axis hold, and inserts
    `helion.mask_to` in front of every reduction that they would change. The
    value that a load leaves in missing elements (`pad`) is chosen so that the
    fewest masks are needed, and masks that change nothing are removed.

    A tile accumulated by a `helion.for` and reduced after it is masked inside
    the loop, where it is known which elements are missing.

    A `max` whose result is seen only through values that are NaN anyway when an
    element is NaN becomes the cheaper `maxnum`; the conditions are listed in
    `MaxToMaxNum.cpp`.

    Before:

    ```mlir
    %x = helion.load %src[%m, %n] : !buf[m, n] -> !t
    %max = helion.reduce max %x over n : !t -> !r
    %maxb = helion.broadcast %max : !r -> !t
    %d = arith.subf %x, %maxb : !t
    %e = math.exp %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    ```

    After:

    ```mlir
    %x = helion.load %src[%m, %n] pad(0xFF800000 : f32) : !buf[m, n] -> !t
    %max = helion.reduce maxnum %x over n : !t -> !r
    %maxb = helion.broadcast %max : !r -> !t
    %d = arith.subf %x, %maxb : !t
    %e = math.exp %d : !t
    %k = helion.mask_to %e, 0.0 : f32 on(%n) : !t[n]
    %sum = helion.reduce sum %k over n : !t -> !r
    ```
  }];
  let options = [RemarksOption];
  let statistics = [
    Statistic<"numInserted", "num-inserted", "Number of masks inserted">,
    Statistic<"numElided", "num-elided",
              "Number of reductions that need no mask">,
    Statistic<"numRemoved", "num-removed", "Number of masks removed">,
    Statistic<"numMaxNum", "num-maxnum",
              "Number of maxima that need not propagate NaN">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def HelionFastMathPass
    : Pass<"helion-fast-math", "::mlir::helion::KernelOp"> {
  let summary = "Uses what the kernel's fast-math flags permit";
  let description = [{
    Under `afn`, `exp(x)` on f32 becomes `exp2(x * log2(e))`, whose argument AMD
    GPUs take in one instruction. Under `arcp`, a division by a broadcast tile
    becomes a multiplication by the broadcast reciprocal: one division per row.
    Without the flag nothing changes. The flags are those of the kernel; no other
    place sets any.

    Before, in a kernel with `fastmath = #arith.fastmath<arcp,afn>`:

    ```mlir
    %b = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %b : !tile
    ```

    After:

    ```mlir
    %r = arith.divf %one, %sum : !row
    %b = helion.broadcast %r : !row -> !tile
    %q = arith.mulf %e, %b : !tile
    ```
  }];
  let dependentDialects = ["::mlir::math::MathDialect"];
}

#endif // HELIONFLY_DIALECT_HELION_TRANSFORMS_PASSES_TD
