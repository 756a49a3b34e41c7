//===- rms_norm.mlir ------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = x * rsqrt(mean(x * x) + eps) * weight along the last dimension.
// `@rms_norm_*` also saves the reciprocal root mean square of each row, in f32,
// for the backward pass; `@rms_norm_inference_*` doesn't.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/rms_norm.mlir --kernel=rms_norm_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=weight.npy --arg=f32:1e-5 \
//     --arg=empty:64x1000xbf16 --arg=empty:64xf32 \
//     --save=3:y.npy --save=4:inv_rms.npy
//
//===----------------------------------------------------------------------===//

!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_tile = tensor<?x?xf32, #helion.axes<m, n>>
!f32_weight = memref<?xf32, strided<[1], offset: ?>>
!f32_weight_tile = tensor<?xf32, #helion.axes<n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_weight = memref<?xf16, strided<[1], offset: ?>>
!f16_weight_tile = tensor<?xf16, #helion.axes<n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_weight = memref<?xbf16, strided<[1], offset: ?>>
!bf16_weight_tile = tensor<?xbf16, #helion.axes<n>>
!weight_tile = tensor<?xf32, #helion.axes<n>>
!inv_buf = memref<?xf32, strided<[1], offset: ?>>

helion.kernel @rms_norm_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_weight {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64},
    %inv_rms: !inv_buf)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !f32_tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %w = helion.load %weight[%n] : !f32_weight[n] -> !weight_tile
    %wb = helion.broadcast %w : !weight_tile -> !tile
    %r = arith.mulf %normed, %wb : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
    helion.store %inv, %inv_rms[%m] : !row, !inv_buf[m]
  }
}

helion.kernel @rms_norm_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_weight {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64},
    %inv_rms: !inv_buf)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %h : !f16_tile to !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %wh = helion.load %weight[%n] : !f16_weight[n] -> !f16_weight_tile
    %w = arith.extf %wh : !f16_weight_tile to !weight_tile
    %wb = helion.broadcast %w : !weight_tile -> !tile
    %r = arith.mulf %normed, %wb : !tile
    %o = arith.truncf %r : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
    helion.store %inv, %inv_rms[%m] : !row, !inv_buf[m]
  }
}

helion.kernel @rms_norm_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_weight {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64},
    %inv_rms: !inv_buf)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %h : !bf16_tile to !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %wh = helion.load %weight[%n] : !bf16_weight[n] -> !bf16_weight_tile
    %w = arith.extf %wh : !bf16_weight_tile to !weight_tile
    %wb = helion.broadcast %w : !weight_tile -> !tile
    %r = arith.mulf %normed, %wb : !tile
    %o = arith.truncf %r : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    helion.store %inv, %inv_rms[%m] : !row, !inv_buf[m]
  }
}

helion.kernel @rms_norm_inference_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_weight {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !f32_tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %w = helion.load %weight[%n] : !f32_weight[n] -> !weight_tile
    %wb = helion.broadcast %w : !weight_tile -> !tile
    %r = arith.mulf %normed, %wb : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @rms_norm_inference_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_weight {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %h : !f16_tile to !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %wh = helion.load %weight[%n] : !f16_weight[n] -> !f16_weight_tile
    %w = arith.extf %wh : !f16_weight_tile to !weight_tile
    %wb = helion.broadcast %w : !weight_tile -> !tile
    %r = arith.mulf %normed, %wb : !tile
    %o = arith.truncf %r : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @rms_norm_inference_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_weight {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %h : !bf16_tile to !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %wh = helion.load %weight[%n] : !bf16_weight[n] -> !bf16_weight_tile
    %w = arith.extf %wh : !bf16_weight_tile to !weight_tile
    %wb = helion.broadcast %w : !weight_tile -> !tile
    %r = arith.mulf %normed, %wb : !tile
    %o = arith.truncf %r : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
