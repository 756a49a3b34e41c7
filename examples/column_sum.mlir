//===- column_sum.mlir ----------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sum of each column. Threads side by side have adjacent columns and go down the
// rows. With few columns and many rows, a first kernel adds up parts of the rows, as
// in rms_norm_backward.mlir, and this one the parts.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/column_sum.mlir --kernel=column_sum_f32 --chip=gfx942 \
//     --arg=x.npy --arg=empty:1000xf32 --save=1:y.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!col = tensor<?xf32, #helion.axes<n>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_col = tensor<?xf16, #helion.axes<n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_col = tensor<?xbf16, #helion.axes<n>>

helion.kernel @column_sum_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_vec {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%n in @n) {
    %none = helion.full %zero : !col
    %s = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %row = helion.reduce sum %v over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %s, %y[%n] : !col, !f32_vec[n]
  }
}

helion.kernel @column_sum_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_vec {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%n in @n) {
    %none = helion.full %zero : !col
    %s = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %row = helion.reduce sum %v over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    %sh = arith.truncf %s : !col to !f16_col
    helion.store %sh, %y[%n] : !f16_col, !f16_vec[n]
  }
}

helion.kernel @column_sum_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_vec {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%n in @n) {
    %none = helion.full %zero : !col
    %s = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %row = helion.reduce sum %v over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    %sh = arith.truncf %s : !col to !bf16_col
    helion.store %sh, %y[%n] : !bf16_col, !bf16_vec[n]
  }
}
