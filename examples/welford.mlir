//===- welford.mlir -----------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layer norm by Welford's algorithm in two passes over each row. The first takes
// chunks: the mean and the centred squares of a chunk are merged into those of the
// chunks before it (Chan). Only a chunk's existing columns count; its last one may
// be partial. The second pass normalises.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/welford.mlir --kernel=welford_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=weight.npy --arg=bias.npy --arg=f32:1e-5 \
//     --arg=empty:64x1000xbf16 --save=4:y.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!row = tensor<?xf32, #helion.axes<m>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!col = tensor<?xf32, #helion.axes<n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_col = tensor<?xf16, #helion.axes<n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_col = tensor<?xbf16, #helion.axes<n>>

helion.kernel @welford_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64},
    %bias: !f32_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !row
    %count, %mean, %m2 = helion.for %n in @n
    iter_args(%ca = %none, %ma = %none, %sa = %none) -> (!row, !row, !row) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %ones = helion.full %one : !tile
      %c = helion.reduce sum %ones over n : !tile -> !row
      %s = helion.reduce sum %v over n : !tile -> !row
      %mu = arith.divf %s, %c : !row
      %mub = helion.broadcast %mu : !row -> !tile
      %d = arith.subf %v, %mub : !tile
      %dd = arith.mulf %d, %d : !tile
      %sq = helion.reduce sum %dd over n : !tile -> !row
      %cn = arith.addf %ca, %c : !row
      %delta = arith.subf %mu, %ma : !row
      %share = arith.divf %c, %cn : !row
      %step = arith.mulf %delta, %share : !row
      %mn = arith.addf %ma, %step : !row
      %delta2 = arith.mulf %delta, %step : !row
      %between = arith.mulf %delta2, %ca : !row
      %within = arith.addf %sa, %sq : !row
      %sn = arith.addf %within, %between : !row
      helion.yield %cn, %mn, %sn : !row, !row, !row
    }
    %variance = arith.divf %m2, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %w = helion.load %weight[%n] : !f32_vec[n] -> !col
      %k = helion.load %bias[%n] : !f32_vec[n] -> !col
      %meanb = helion.broadcast %mean : !row -> !tile
      %centred = arith.subf %v, %meanb : !tile
      %rb = helion.broadcast %r : !row -> !tile
      %normed = arith.mulf %centred, %rb : !tile
      %wb = helion.broadcast %w : !col -> !tile
      %scaled = arith.mulf %normed, %wb : !tile
      %kb = helion.broadcast %k : !col -> !tile
      %o = arith.addf %scaled, %kb : !tile
      helion.store %o, %y[%m, %n] : !tile, !f32_buf[m, n]
    }
  }
}

helion.kernel @welford_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64},
    %bias: !f16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !row
    %count, %mean, %m2 = helion.for %n in @n
    iter_args(%ca = %none, %ma = %none, %sa = %none) -> (!row, !row, !row) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %ones = helion.full %one : !tile
      %c = helion.reduce sum %ones over n : !tile -> !row
      %s = helion.reduce sum %v over n : !tile -> !row
      %mu = arith.divf %s, %c : !row
      %mub = helion.broadcast %mu : !row -> !tile
      %d = arith.subf %v, %mub : !tile
      %dd = arith.mulf %d, %d : !tile
      %sq = helion.reduce sum %dd over n : !tile -> !row
      %cn = arith.addf %ca, %c : !row
      %delta = arith.subf %mu, %ma : !row
      %share = arith.divf %c, %cn : !row
      %step = arith.mulf %delta, %share : !row
      %mn = arith.addf %ma, %step : !row
      %delta2 = arith.mulf %delta, %step : !row
      %between = arith.mulf %delta2, %ca : !row
      %within = arith.addf %sa, %sq : !row
      %sn = arith.addf %within, %between : !row
      helion.yield %cn, %mn, %sn : !row, !row, !row
    }
    %variance = arith.divf %m2, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    helion.for %n in @n {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
      %w = arith.extf %wh : !f16_col to !col
      %kh = helion.load %bias[%n] : !f16_vec[n] -> !f16_col
      %k = arith.extf %kh : !f16_col to !col
      %meanb = helion.broadcast %mean : !row -> !tile
      %centred = arith.subf %v, %meanb : !tile
      %rb = helion.broadcast %r : !row -> !tile
      %normed = arith.mulf %centred, %rb : !tile
      %wb = helion.broadcast %w : !col -> !tile
      %scaled = arith.mulf %normed, %wb : !tile
      %kb = helion.broadcast %k : !col -> !tile
      %o = arith.addf %scaled, %kb : !tile
      %oh = arith.truncf %o : !tile to !f16_tile
      helion.store %oh, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
    }
  }
}

helion.kernel @welford_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64},
    %bias: !bf16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !row
    %count, %mean, %m2 = helion.for %n in @n
    iter_args(%ca = %none, %ma = %none, %sa = %none) -> (!row, !row, !row) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %ones = helion.full %one : !tile
      %c = helion.reduce sum %ones over n : !tile -> !row
      %s = helion.reduce sum %v over n : !tile -> !row
      %mu = arith.divf %s, %c : !row
      %mub = helion.broadcast %mu : !row -> !tile
      %d = arith.subf %v, %mub : !tile
      %dd = arith.mulf %d, %d : !tile
      %sq = helion.reduce sum %dd over n : !tile -> !row
      %cn = arith.addf %ca, %c : !row
      %delta = arith.subf %mu, %ma : !row
      %share = arith.divf %c, %cn : !row
      %step = arith.mulf %delta, %share : !row
      %mn = arith.addf %ma, %step : !row
      %delta2 = arith.mulf %delta, %step : !row
      %between = arith.mulf %delta2, %ca : !row
      %within = arith.addf %sa, %sq : !row
      %sn = arith.addf %within, %between : !row
      helion.yield %cn, %mn, %sn : !row, !row, !row
    }
    %variance = arith.divf %m2, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    helion.for %n in @n {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
      %w = arith.extf %wh : !bf16_col to !col
      %kh = helion.load %bias[%n] : !bf16_vec[n] -> !bf16_col
      %k = arith.extf %kh : !bf16_col to !col
      %meanb = helion.broadcast %mean : !row -> !tile
      %centred = arith.subf %v, %meanb : !tile
      %rb = helion.broadcast %r : !row -> !tile
      %normed = arith.mulf %centred, %rb : !tile
      %wb = helion.broadcast %w : !col -> !tile
      %scaled = arith.mulf %normed, %wb : !tile
      %kb = helion.broadcast %k : !col -> !tile
      %o = arith.addf %scaled, %kb : !tile
      %oh = arith.truncf %o : !tile to !bf16_tile
      helion.store %oh, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    }
  }
}
