//===- extrema.mlir -------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Largest and smallest element of each row. Unlike in softmax the result itself
// is stored, so that identities and NaN rules show.
//
//===----------------------------------------------------------------------===//

!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_out = memref<?xf32, strided<[1], offset: ?>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_out = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_row = tensor<?xf16, #helion.axes<m>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_out = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_row = tensor<?xbf16, #helion.axes<m>>

helion.kernel @amax_f32(%x: !f32_buf {helion.align = 16 : i64}, %y: !f32_out) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %r = helion.reduce max %v over n : !tile -> !row
    helion.store %r, %y[%m] : !row, !f32_out[m]
  }
}

helion.kernel @amax_f16(%x: !f16_buf {helion.align = 16 : i64}, %y: !f16_out) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %h : !f16_tile to !tile
    %r = helion.reduce max %v over n : !tile -> !row
    %o = arith.truncf %r : !row to !f16_row
    helion.store %o, %y[%m] : !f16_row, !f16_out[m]
  }
}

helion.kernel @amax_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %y: !bf16_out) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %h : !bf16_tile to !tile
    %r = helion.reduce max %v over n : !tile -> !row
    %o = arith.truncf %r : !row to !bf16_row
    helion.store %o, %y[%m] : !bf16_row, !bf16_out[m]
  }
}

helion.kernel @amin_f32(%x: !f32_buf {helion.align = 16 : i64}, %y: !f32_out) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %r = helion.reduce min %v over n : !tile -> !row
    helion.store %r, %y[%m] : !row, !f32_out[m]
  }
}

helion.kernel @amin_f16(%x: !f16_buf {helion.align = 16 : i64}, %y: !f16_out) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %h : !f16_tile to !tile
    %r = helion.reduce min %v over n : !tile -> !row
    %o = arith.truncf %r : !row to !f16_row
    helion.store %o, %y[%m] : !f16_row, !f16_out[m]
  }
}

helion.kernel @amin_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %y: !bf16_out) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %h : !bf16_tile to !tile
    %r = helion.reduce min %v over n : !tile -> !row
    %o = arith.truncf %r : !row to !bf16_row
    helion.store %o, %y[%m] : !bf16_row, !bf16_out[m]
  }
}
