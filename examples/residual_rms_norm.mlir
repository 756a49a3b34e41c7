//===- residual_rms_norm.mlir -------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sum = x + residual; y = sum * rsqrt(mean(sum * sum) + eps) * weight along the
// last dimension, in one kernel: the sum is stored for the next layer and never read
// back. It is normalised as it was stored, rounded to the buffer's type.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/residual_rms_norm.mlir --kernel=residual_rms_norm_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=residual.npy --arg=weight.npy --arg=f32:1e-5 \
//     --arg=empty:64x1000xbf16 --arg=empty:64x1000xbf16 \
//     --save=4:y.npy --save=5:sum.npy
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

helion.kernel @residual_rms_norm_f32(%x: !f32_buf {helion.align = 16 : i64},
    %residual: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64},
    %sum: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %xv = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %rv = helion.load %residual[%m, %n] : !f32_buf[m, n] -> !tile
    %add = arith.addf %xv, %rv : !tile
    helion.store %add, %sum[%m, %n] : !tile, !f32_buf[m, n]
    %sq = arith.mulf %add, %add : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %add, %invb : !tile
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %wb = helion.broadcast %w : !col -> !tile
    %r = arith.mulf %normed, %wb : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @residual_rms_norm_f16(%x: !f16_buf {helion.align = 16 : i64},
    %residual: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64},
    %sum: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %xvh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %xv = arith.extf %xvh : !f16_tile to !tile
    %rvh = helion.load %residual[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %rv = arith.extf %rvh : !f16_tile to !tile
    %add = arith.addf %xv, %rv : !tile
    %rounded = arith.truncf %add : !tile to !f16_tile
    helion.store %rounded, %sum[%m, %n] : !f16_tile, !f16_buf[m, n]
    %v = arith.extf %rounded : !f16_tile to !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
    %w = arith.extf %wh : !f16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %r = arith.mulf %normed, %wb : !tile
    %rh = arith.truncf %r : !tile to !f16_tile
    helion.store %rh, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @residual_rms_norm_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %residual: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64},
    %sum: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %xvh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %xv = arith.extf %xvh : !bf16_tile to !tile
    %rvh = helion.load %residual[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %rv = arith.extf %rvh : !bf16_tile to !tile
    %add = arith.addf %xv, %rv : !tile
    %rounded = arith.truncf %add : !tile to !bf16_tile
    helion.store %rounded, %sum[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    %v = arith.extf %rounded : !bf16_tile to !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
    %w = arith.extf %wh : !bf16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %r = arith.mulf %normed, %wb : !tile
    %rh = arith.truncf %r : !tile to !bf16_tile
    helion.store %rh, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
