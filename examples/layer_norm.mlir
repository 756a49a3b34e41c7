//===- layer_norm.mlir --------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = (x - mean) * rstd * weight + bias along the last dimension, where rstd is
// 1 / sqrt(variance + eps). The variance sums the squares of x - mean: mean first,
// so that rows far from 0 keep their precision. Mean and rstd of each row are saved
// in f32 for the backward pass. `@layer_norm_nobias_*` adds no bias.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/layer_norm.mlir --kernel=layer_norm_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=weight.npy --arg=bias.npy --arg=f32:1e-5 \
//     --arg=empty:64x1000xbf16 --arg=empty:64xf32 --arg=empty:64xf32 \
//     --save=4:y.npy --save=5:mean.npy --save=6:rstd.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!col = tensor<?xf32, #helion.axes<n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_col = tensor<?xf16, #helion.axes<n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_col = tensor<?xbf16, #helion.axes<n>>

helion.kernel @layer_norm_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64},
    %bias: !f32_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mu = arith.divf %total, %count : !row
    %mub = helion.broadcast %mu : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %variance = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    %rb = helion.broadcast %r : !row -> !tile
    %normed = arith.mulf %centred, %rb : !tile
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %wb = helion.broadcast %w : !col -> !tile
    %scaled = arith.mulf %normed, %wb : !tile
    %c = helion.load %bias[%n] : !f32_vec[n] -> !col
    %cb = helion.broadcast %c : !col -> !tile
    %o = arith.addf %scaled, %cb : !tile
    helion.store %o, %y[%m, %n] : !tile, !f32_buf[m, n]
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %r, %rstd[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @layer_norm_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64},
    %bias: !f16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mu = arith.divf %total, %count : !row
    %mub = helion.broadcast %mu : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %variance = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    %rb = helion.broadcast %r : !row -> !tile
    %normed = arith.mulf %centred, %rb : !tile
    %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
    %w = arith.extf %wh : !f16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %scaled = arith.mulf %normed, %wb : !tile
    %ch = helion.load %bias[%n] : !f16_vec[n] -> !f16_col
    %c = arith.extf %ch : !f16_col to !col
    %cb = helion.broadcast %c : !col -> !tile
    %o = arith.addf %scaled, %cb : !tile
    %oh = arith.truncf %o : !tile to !f16_tile
    helion.store %oh, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %r, %rstd[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @layer_norm_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64},
    %bias: !bf16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mu = arith.divf %total, %count : !row
    %mub = helion.broadcast %mu : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %variance = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    %rb = helion.broadcast %r : !row -> !tile
    %normed = arith.mulf %centred, %rb : !tile
    %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
    %w = arith.extf %wh : !bf16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %scaled = arith.mulf %normed, %wb : !tile
    %ch = helion.load %bias[%n] : !bf16_vec[n] -> !bf16_col
    %c = arith.extf %ch : !bf16_col to !col
    %cb = helion.broadcast %c : !col -> !tile
    %o = arith.addf %scaled, %cb : !tile
    %oh = arith.truncf %o : !tile to !bf16_tile
    helion.store %oh, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %r, %rstd[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @layer_norm_nobias_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mu = arith.divf %total, %count : !row
    %mub = helion.broadcast %mu : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %variance = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    %rb = helion.broadcast %r : !row -> !tile
    %normed = arith.mulf %centred, %rb : !tile
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %wb = helion.broadcast %w : !col -> !tile
    %scaled = arith.mulf %normed, %wb : !tile
    helion.store %scaled, %y[%m, %n] : !tile, !f32_buf[m, n]
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %r, %rstd[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @layer_norm_nobias_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mu = arith.divf %total, %count : !row
    %mub = helion.broadcast %mu : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %variance = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    %rb = helion.broadcast %r : !row -> !tile
    %normed = arith.mulf %centred, %rb : !tile
    %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
    %w = arith.extf %wh : !f16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %scaled = arith.mulf %normed, %wb : !tile
    %scaledh = arith.truncf %scaled : !tile to !f16_tile
    helion.store %scaledh, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %r, %rstd[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @layer_norm_nobias_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mu = arith.divf %total, %count : !row
    %mub = helion.broadcast %mu : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %variance = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %variance, %epsr : !row
    %r = math.rsqrt %shifted : !row
    %rb = helion.broadcast %r : !row -> !tile
    %normed = arith.mulf %centred, %rb : !tile
    %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
    %w = arith.extf %wh : !bf16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %scaled = arith.mulf %normed, %wb : !tile
    %scaledh = arith.truncf %scaled : !tile to !bf16_tile
    helion.store %scaledh, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    helion.store %mu, %mean[%m] : !row, !f32_vec[m]
    helion.store %r, %rstd[%m] : !row, !f32_vec[m]
  }
}
