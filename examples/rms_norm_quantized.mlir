//===- rms_norm_quantized.mlir --------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = x * rsqrt(mean(x * x) + eps) * weight, quantized to 8 bits with a scale per row:
// q = round(y / scale), to nearest even, with scale = max |y| / 127. Two reductions, one
// after the other, on a row that is read once. Rows must be finite: an integer can't
// say NaN. Vectors are those of the 16-bit inputs, not the 16 bytes that would fit the
// output.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/rms_norm_quantized.mlir --kernel=rms_norm_quantized_bf16 \
//     --chip=gfx942 --arg=x.npy --arg=weight.npy --arg=f32:1e-5 \
//     --arg=empty:64x1000xi8 --arg=empty:64xf32 --save=3:q.npy --save=4:scale.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!i8_buf = memref<?x?xi8, strided<[?, 1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!col = tensor<?xf32, #helion.axes<n>>
!i8_tile = tensor<?x?xi8, #helion.axes<m, n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_col = tensor<?xf16, #helion.axes<n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_col = tensor<?xbf16, #helion.axes<n>>

helion.kernel @rms_norm_quantized_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64}, %eps: f32,
    %q: !i8_buf {helion.align = 16 : i64}, %scale: !f32_vec)
    attributes {config = #helion.config<vector_width = 8>, fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  %levelsf = arith.constant 127.0 : f32
  %leastf = arith.constant 1.0e-30 : f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %sq = arith.mulf %v, %v : !tile
    %ss = helion.reduce sum %sq over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %ss, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %mean, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %normed = arith.mulf %v, %invb : !tile
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %wb = helion.broadcast %w : !col -> !tile
    %y = arith.mulf %normed, %wb : !tile
    %size = math.absf %y : !tile
    %largest = helion.reduce max %size over n : !tile -> !row
    %levels = helion.full %levelsf : !row
    %least = helion.full %leastf : !row
    %ratio = arith.divf %largest, %levels : !row
    %s = arith.maximumf %ratio, %least : !row
    %sb = helion.broadcast %s : !row -> !tile
    %scaled = arith.divf %y, %sb : !tile
    %rounded = math.roundeven %scaled : !tile
    %i = arith.fptosi %rounded : !tile to !i8_tile
    helion.store %i, %q[%m, %n] : !i8_tile, !i8_buf[m, n]
    helion.store %s, %scale[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @rms_norm_quantized_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64}, %eps: f32,
    %q: !i8_buf {helion.align = 16 : i64}, %scale: !f32_vec)
    attributes {config = #helion.config<vector_width = 8>, fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  %levelsf = arith.constant 127.0 : f32
  %leastf = arith.constant 1.0e-30 : f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
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
    %y = arith.mulf %normed, %wb : !tile
    %size = math.absf %y : !tile
    %largest = helion.reduce max %size over n : !tile -> !row
    %levels = helion.full %levelsf : !row
    %least = helion.full %leastf : !row
    %ratio = arith.divf %largest, %levels : !row
    %s = arith.maximumf %ratio, %least : !row
    %sb = helion.broadcast %s : !row -> !tile
    %scaled = arith.divf %y, %sb : !tile
    %rounded = math.roundeven %scaled : !tile
    %i = arith.fptosi %rounded : !tile to !i8_tile
    helion.store %i, %q[%m, %n] : !i8_tile, !i8_buf[m, n]
    helion.store %s, %scale[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @rms_norm_quantized_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64}, %eps: f32,
    %q: !i8_buf {helion.align = 16 : i64}, %scale: !f32_vec)
    attributes {config = #helion.config<vector_width = 8>, fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  %levelsf = arith.constant 127.0 : f32
  %leastf = arith.constant 1.0e-30 : f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
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
    %y = arith.mulf %normed, %wb : !tile
    %size = math.absf %y : !tile
    %largest = helion.reduce max %size over n : !tile -> !row
    %levels = helion.full %levelsf : !row
    %least = helion.full %leastf : !row
    %ratio = arith.divf %largest, %levels : !row
    %s = arith.maximumf %ratio, %least : !row
    %sb = helion.broadcast %s : !row -> !tile
    %scaled = arith.divf %y, %sb : !tile
    %rounded = math.roundeven %scaled : !tile
    %i = arith.fptosi %rounded : !tile to !i8_tile
    helion.store %i, %q[%m, %n] : !i8_tile, !i8_buf[m, n]
    helion.store %s, %scale[%m] : !row, !f32_vec[m]
  }
}
