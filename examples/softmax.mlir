//===- softmax.mlir -------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax over the last dimension. `@softmax_*` is the one-slice form,
// `softmax(x)` over the whole row, with the fast-math flags that a library would
// give it. `@softmax_decomposed_*` is what a user writes by hand (max, exp, sum,
// divide) with strict floating-point semantics.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/softmax.mlir --kernel=softmax_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=empty:64x1000xbf16 --save=1:y.npy
//
// See the ISA:
//
//   fly-opt examples/softmax.mlir --helion-to-binary="chip=gfx942 format=isa"
//
//===----------------------------------------------------------------------===//

!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_tile = tensor<?x?xf32, #helion.axes<m, n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @softmax_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !f32_tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    helion.store %q, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @softmax_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %h : !f16_tile to !tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    %o = arith.truncf %q : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @softmax_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %h : !bf16_tile to !tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    %o = arith.truncf %q : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @softmax_decomposed_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !f32_tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    helion.store %q, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @softmax_decomposed_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %h : !f16_tile to !tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    %o = arith.truncf %q : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @softmax_decomposed_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %h : !bf16_tile to !tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    %o = arith.truncf %q : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

