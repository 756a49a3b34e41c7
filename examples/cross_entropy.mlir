//===- cross_entropy.mlir -----------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cross entropy of each row of logits with the row's label:
// log(sum(exp(logits))) - logits[label], with the maximum subtracted first. The
// logit of the label is the one whose position is the label: the row is in registers
// anyway, so that it need not be read again.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/cross_entropy.mlir --kernel=cross_entropy_bf16 --chip=gfx942 \
//     --arg=logits.npy --arg=labels.npy --arg=empty:64xf32 --save=2:loss.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!i64_vec = memref<?xi64, strided<[1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!i64_row = tensor<?xi64, #helion.axes<m>>
!i64_tile = tensor<?x?xi64, #helion.axes<m, n>>
!i64_col = tensor<?xi64, #helion.axes<n>>
!i1_tile = tensor<?x?xi1, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @cross_entropy_f32(%logits: !f32_buf {helion.align = 16 : i64},
    %labels: !i64_vec, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %logits, 0 : !f32_buf
  %N = helion.size %logits, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %logits[%m, %n] : !f32_buf[m, n] -> !tile
    %label = helion.load %labels[%m] : !i64_vec[m] -> !i64_row
    %labelb = helion.broadcast %label : !i64_row -> !i64_tile
    %i = helion.index %n : !helion.handle<n> -> !i64_col
    %ib = helion.broadcast %i : !i64_col -> !i64_tile
    %is = arith.cmpi eq, %ib, %labelb : !i64_tile
    %zerof = arith.constant 0.0 : f32
    %zero = helion.full %zerof : !tile
    %only = arith.select %is, %v, %zero : !i1_tile, !tile
    %own = helion.reduce sum %only over n : !tile -> !row
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %log = math.log %sum : !row
    %lse = arith.addf %max, %log : !row
    %l = arith.subf %lse, %own : !row
    helion.store %l, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @cross_entropy_f16(%logits: !f16_buf {helion.align = 16 : i64},
    %labels: !i64_vec, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %logits, 0 : !f16_buf
  %N = helion.size %logits, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %logits[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %label = helion.load %labels[%m] : !i64_vec[m] -> !i64_row
    %labelb = helion.broadcast %label : !i64_row -> !i64_tile
    %i = helion.index %n : !helion.handle<n> -> !i64_col
    %ib = helion.broadcast %i : !i64_col -> !i64_tile
    %is = arith.cmpi eq, %ib, %labelb : !i64_tile
    %zerof = arith.constant 0.0 : f32
    %zero = helion.full %zerof : !tile
    %only = arith.select %is, %v, %zero : !i1_tile, !tile
    %own = helion.reduce sum %only over n : !tile -> !row
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %log = math.log %sum : !row
    %lse = arith.addf %max, %log : !row
    %l = arith.subf %lse, %own : !row
    helion.store %l, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @cross_entropy_bf16(%logits: !bf16_buf {helion.align = 16 : i64},
    %labels: !i64_vec, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %logits, 0 : !bf16_buf
  %N = helion.size %logits, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %logits[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %label = helion.load %labels[%m] : !i64_vec[m] -> !i64_row
    %labelb = helion.broadcast %label : !i64_row -> !i64_tile
    %i = helion.index %n : !helion.handle<n> -> !i64_col
    %ib = helion.broadcast %i : !i64_col -> !i64_tile
    %is = arith.cmpi eq, %ib, %labelb : !i64_tile
    %zerof = arith.constant 0.0 : f32
    %zero = helion.full %zerof : !tile
    %only = arith.select %is, %v, %zero : !i1_tile, !tile
    %own = helion.reduce sum %only over n : !tile -> !row
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %log = math.log %sum : !row
    %lse = arith.addf %max, %log : !row
    %l = arith.subf %lse, %own : !row
    helion.store %l, %loss[%m] : !row, !f32_vec[m]
  }
}
