//===- batch_softmax.mlir -----------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax over the last dimension of a 3-D tensor. The grid runs over the two
// others; they need not be contiguous with each other.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/batch_softmax.mlir --kernel=batch_softmax_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=empty:16x512x1024xbf16 --save=1:y.npy
//
//===----------------------------------------------------------------------===//

!f32_cube = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
!tile3 = tensor<?x?x?xf32, #helion.axes<b, m, n>>
!row2 = tensor<?x?xf32, #helion.axes<b, m>>
!f16_cube = memref<?x?x?xf16, strided<[?, ?, 1], offset: ?>>
!f16_tile3 = tensor<?x?x?xf16, #helion.axes<b, m, n>>
!bf16_cube = memref<?x?x?xbf16, strided<[?, ?, 1], offset: ?>>
!bf16_tile3 = tensor<?x?x?xbf16, #helion.axes<b, m, n>>

helion.kernel @batch_softmax_f32(%x: !f32_cube {helion.align = 16 : i64},
    %y: !f32_cube {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %B = helion.size %x, 0 : !f32_cube
  %M = helion.size %x, 1 : !f32_cube
  %N = helion.size %x, 2 : !f32_cube
  helion.axis @b extent(%B) tile
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%b in @b, %m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%b, %m, %n] : !f32_cube[b, m, n] -> !tile3
    %max = helion.reduce max %v over n : !tile3 -> !row2
    %maxb = helion.broadcast %max : !row2 -> !tile3
    %d = arith.subf %v, %maxb : !tile3
    %e = math.exp %d : !tile3
    %sum = helion.reduce sum %e over n : !tile3 -> !row2
    %sumb = helion.broadcast %sum : !row2 -> !tile3
    %q = arith.divf %e, %sumb : !tile3
    helion.store %q, %y[%b, %m, %n] : !tile3, !f32_cube[b, m, n]
  }
}

helion.kernel @batch_softmax_f16(%x: !f16_cube {helion.align = 16 : i64},
    %y: !f16_cube {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %B = helion.size %x, 0 : !f16_cube
  %M = helion.size %x, 1 : !f16_cube
  %N = helion.size %x, 2 : !f16_cube
  helion.axis @b extent(%B) tile
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%b in @b, %m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%b, %m, %n] : !f16_cube[b, m, n] -> !f16_tile3
    %v = arith.extf %vh : !f16_tile3 to !tile3
    %max = helion.reduce max %v over n : !tile3 -> !row2
    %maxb = helion.broadcast %max : !row2 -> !tile3
    %d = arith.subf %v, %maxb : !tile3
    %e = math.exp %d : !tile3
    %sum = helion.reduce sum %e over n : !tile3 -> !row2
    %sumb = helion.broadcast %sum : !row2 -> !tile3
    %q = arith.divf %e, %sumb : !tile3
    %qh = arith.truncf %q : !tile3 to !f16_tile3
    helion.store %qh, %y[%b, %m, %n] : !f16_tile3, !f16_cube[b, m, n]
  }
}

helion.kernel @batch_softmax_bf16(%x: !bf16_cube {helion.align = 16 : i64},
    %y: !bf16_cube {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %B = helion.size %x, 0 : !bf16_cube
  %M = helion.size %x, 1 : !bf16_cube
  %N = helion.size %x, 2 : !bf16_cube
  helion.axis @b extent(%B) tile
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%b in @b, %m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%b, %m, %n] : !bf16_cube[b, m, n] -> !bf16_tile3
    %v = arith.extf %vh : !bf16_tile3 to !tile3
    %max = helion.reduce max %v over n : !tile3 -> !row2
    %maxb = helion.broadcast %max : !row2 -> !tile3
    %d = arith.subf %v, %maxb : !tile3
    %e = math.exp %d : !tile3
    %sum = helion.reduce sum %e over n : !tile3 -> !row2
    %sumb = helion.broadcast %sum : !row2 -> !tile3
    %q = arith.divf %e, %sumb : !tile3
    %qh = arith.truncf %q : !tile3 to !bf16_tile3
    helion.store %qh, %y[%b, %m, %n] : !bf16_tile3, !bf16_cube[b, m, n]
  }
}
