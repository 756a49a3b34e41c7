//===- softmax_two_pass.mlir --------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax over the last dimension in two passes over each row: the first keeps a
// running maximum and rescales a running sum to it, the second one normalises.
// `helion-online-to-3pass` may split the first pass into one for the maximum and
// one for the sum.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/softmax_two_pass.mlir --kernel=softmax_two_pass_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=empty:64x1000xbf16 --save=1:y.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!row = tensor<?xf32, #helion.axes<m>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @softmax_two_pass_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %max0 = helion.full %low : !row
    %sum0 = helion.full %zero : !row
    %max, %sum = helion.for %n in @n iter_args(%mi = %max0, %di = %sum0) -> (!row, !row) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %local = helion.reduce max %v over n : !tile -> !row
      %next = arith.maximumf %mi, %local : !row
      %change = arith.subf %mi, %next : !row
      %scale = math.exp %change : !row
      %scaled = arith.mulf %di, %scale : !row
      %nextb = helion.broadcast %next : !row -> !tile
      %d = arith.subf %v, %nextb : !tile
      %e = math.exp %d : !tile
      %part = helion.reduce sum %e over n : !tile -> !row
      %total = arith.addf %scaled, %part : !row
      helion.yield %next, %total : !row, !row
    }
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %maxb = helion.broadcast %max : !row -> !tile
      %d = arith.subf %v, %maxb : !tile
      %e = math.exp %d : !tile
      %sumb = helion.broadcast %sum : !row -> !tile
      %q = arith.divf %e, %sumb : !tile
      helion.store %q, %y[%m, %n] : !tile, !f32_buf[m, n]
    }
  }
}

helion.kernel @softmax_two_pass_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %max0 = helion.full %low : !row
    %sum0 = helion.full %zero : !row
    %max, %sum = helion.for %n in @n iter_args(%mi = %max0, %di = %sum0) -> (!row, !row) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %local = helion.reduce max %v over n : !tile -> !row
      %next = arith.maximumf %mi, %local : !row
      %change = arith.subf %mi, %next : !row
      %scale = math.exp %change : !row
      %scaled = arith.mulf %di, %scale : !row
      %nextb = helion.broadcast %next : !row -> !tile
      %d = arith.subf %v, %nextb : !tile
      %e = math.exp %d : !tile
      %part = helion.reduce sum %e over n : !tile -> !row
      %total = arith.addf %scaled, %part : !row
      helion.yield %next, %total : !row, !row
    }
    helion.for %n in @n {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %maxb = helion.broadcast %max : !row -> !tile
      %d = arith.subf %v, %maxb : !tile
      %e = math.exp %d : !tile
      %sumb = helion.broadcast %sum : !row -> !tile
      %q = arith.divf %e, %sumb : !tile
      %qh = arith.truncf %q : !tile to !f16_tile
      helion.store %qh, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
    }
  }
}

helion.kernel @softmax_two_pass_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %max0 = helion.full %low : !row
    %sum0 = helion.full %zero : !row
    %max, %sum = helion.for %n in @n iter_args(%mi = %max0, %di = %sum0) -> (!row, !row) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %local = helion.reduce max %v over n : !tile -> !row
      %next = arith.maximumf %mi, %local : !row
      %change = arith.subf %mi, %next : !row
      %scale = math.exp %change : !row
      %scaled = arith.mulf %di, %scale : !row
      %nextb = helion.broadcast %next : !row -> !tile
      %d = arith.subf %v, %nextb : !tile
      %e = math.exp %d : !tile
      %part = helion.reduce sum %e over n : !tile -> !row
      %total = arith.addf %scaled, %part : !row
      helion.yield %next, %total : !row, !row
    }
    helion.for %n in @n {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %maxb = helion.broadcast %max : !row -> !tile
      %d = arith.subf %v, %maxb : !tile
      %e = math.exp %d : !tile
      %sumb = helion.broadcast %sum : !row -> !tile
      %q = arith.divf %e, %sumb : !tile
      %qh = arith.truncf %q : !tile to !bf16_tile
      helion.store %qh, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    }
  }
}
