//===- row_statistics.mlir ------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mean and variance of each row in one pass: the tuple (count, mean, sum of centred
// squares) of every element is merged pairwise (Chan), so that rows far from 0 keep
// their precision. A combiner that is a region, on three values at once.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/row_statistics.mlir --kernel=row_statistics_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=empty:64xf32 --arg=empty:64xf32 \
//     --save=1:mean.npy --save=2:variance.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @row_statistics_f32(%x: !f32_buf {helion.align = 16 : i64},
    %mean: !f32_vec, %variance: !f32_vec) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %ones = helion.full %one : !tile
    %zeros = helion.full %zero : !tile
    %count, %mu, %m2 = helion.reduce_with %ones, %v, %zeros over n
        identity [0.0 : f32, 0.0 : f32, 0.0 : f32]
        : !tile, !tile, !tile -> !row, !row, !row {
    ^bb0(%ca: f32, %ma: f32, %sa: f32, %cb: f32, %mb: f32, %sb: f32):
      %c = arith.addf %ca, %cb : f32
      %delta = arith.subf %mb, %ma : f32
      %empty = arith.cmpf oeq, %c, %zero : f32
      %divisor = arith.select %empty, %one, %c : f32
      %share = arith.divf %cb, %divisor : f32
      %step = arith.mulf %delta, %share : f32
      %mn = arith.addf %ma, %step : f32
      %weighted = arith.mulf %ca, %step : f32
      %between = arith.mulf %delta, %weighted : f32
      %within = arith.addf %sa, %sb : f32
      %sn = arith.addf %within, %between : f32
      helion.yield %c, %mn, %sn : f32, f32, f32
    }
    %var = arith.divf %m2, %count : !row
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %var, %variance[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @row_statistics_f16(%x: !f16_buf {helion.align = 16 : i64},
    %mean: !f32_vec, %variance: !f32_vec) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %ones = helion.full %one : !tile
    %zeros = helion.full %zero : !tile
    %count, %mu, %m2 = helion.reduce_with %ones, %v, %zeros over n
        identity [0.0 : f32, 0.0 : f32, 0.0 : f32]
        : !tile, !tile, !tile -> !row, !row, !row {
    ^bb0(%ca: f32, %ma: f32, %sa: f32, %cb: f32, %mb: f32, %sb: f32):
      %c = arith.addf %ca, %cb : f32
      %delta = arith.subf %mb, %ma : f32
      %empty = arith.cmpf oeq, %c, %zero : f32
      %divisor = arith.select %empty, %one, %c : f32
      %share = arith.divf %cb, %divisor : f32
      %step = arith.mulf %delta, %share : f32
      %mn = arith.addf %ma, %step : f32
      %weighted = arith.mulf %ca, %step : f32
      %between = arith.mulf %delta, %weighted : f32
      %within = arith.addf %sa, %sb : f32
      %sn = arith.addf %within, %between : f32
      helion.yield %c, %mn, %sn : f32, f32, f32
    }
    %var = arith.divf %m2, %count : !row
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %var, %variance[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @row_statistics_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %mean: !f32_vec, %variance: !f32_vec) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %ones = helion.full %one : !tile
    %zeros = helion.full %zero : !tile
    %count, %mu, %m2 = helion.reduce_with %ones, %v, %zeros over n
        identity [0.0 : f32, 0.0 : f32, 0.0 : f32]
        : !tile, !tile, !tile -> !row, !row, !row {
    ^bb0(%ca: f32, %ma: f32, %sa: f32, %cb: f32, %mb: f32, %sb: f32):
      %c = arith.addf %ca, %cb : f32
      %delta = arith.subf %mb, %ma : f32
      %empty = arith.cmpf oeq, %c, %zero : f32
      %divisor = arith.select %empty, %one, %c : f32
      %share = arith.divf %cb, %divisor : f32
      %step = arith.mulf %delta, %share : f32
      %mn = arith.addf %ma, %step : f32
      %weighted = arith.mulf %ca, %step : f32
      %between = arith.mulf %delta, %weighted : f32
      %within = arith.addf %sa, %sb : f32
      %sn = arith.addf %within, %between : f32
      helion.yield %c, %mn, %sn : f32, f32, f32
    }
    %var = arith.divf %m2, %count : !row
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %var, %variance[%m] : !row, !f32_vec[m]
  }
}
