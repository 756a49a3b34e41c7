//===- extrema.mlir -------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extrema and product of each row. `@amax_*` and `@amin_*` propagate NaN, as PyTorch's
// amax and amin do; an empty row gives -inf or +inf. `@prod_*` multiplies in f32; an
// empty row gives 1.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/extrema.mlir --kernel=amax_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=empty:64xbf16 --save=1:y.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_row = tensor<?xf16, #helion.axes<m>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_row = tensor<?xbf16, #helion.axes<m>>

helion.kernel @amax_f32(%x: !f32_buf {helion.align = 16 : i64}, %y: !f32_vec) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %r = helion.reduce max %v over n : !tile -> !row
    helion.store %r, %y[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @amax_f16(%x: !f16_buf {helion.align = 16 : i64}, %y: !f16_vec) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %r = helion.reduce max %v over n : !tile -> !row
    %rh = arith.truncf %r : !row to !f16_row
    helion.store %rh, %y[%m] : !f16_row, !f16_vec[m]
  }
}

helion.kernel @amax_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %y: !bf16_vec) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %r = helion.reduce max %v over n : !tile -> !row
    %rh = arith.truncf %r : !row to !bf16_row
    helion.store %rh, %y[%m] : !bf16_row, !bf16_vec[m]
  }
}

helion.kernel @amin_f32(%x: !f32_buf {helion.align = 16 : i64}, %y: !f32_vec) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %r = helion.reduce min %v over n : !tile -> !row
    helion.store %r, %y[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @amin_f16(%x: !f16_buf {helion.align = 16 : i64}, %y: !f16_vec) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %r = helion.reduce min %v over n : !tile -> !row
    %rh = arith.truncf %r : !row to !f16_row
    helion.store %rh, %y[%m] : !f16_row, !f16_vec[m]
  }
}

helion.kernel @amin_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %y: !bf16_vec) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %r = helion.reduce min %v over n : !tile -> !row
    %rh = arith.truncf %r : !row to !bf16_row
    helion.store %rh, %y[%m] : !bf16_row, !bf16_vec[m]
  }
}

helion.kernel @prod_f32(%x: !f32_buf {helion.align = 16 : i64}, %y: !f32_vec) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %r = helion.reduce prod %v over n : !tile -> !row
    helion.store %r, %y[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @prod_f16(%x: !f16_buf {helion.align = 16 : i64}, %y: !f16_vec) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %r = helion.reduce prod %v over n : !tile -> !row
    %rh = arith.truncf %r : !row to !f16_row
    helion.store %rh, %y[%m] : !f16_row, !f16_vec[m]
  }
}

helion.kernel @prod_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %y: !bf16_vec) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %r = helion.reduce prod %v over n : !tile -> !row
    %rh = arith.truncf %r : !row to !bf16_row
    helion.store %rh, %y[%m] : !bf16_row, !bf16_vec[m]
  }
}
