//===- long_sum.mlir ----------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sum of each of a few very long rows, in three forms. `@long_sum_*` takes the row as
// a whole: the compiler chooses how it is traversed. `@long_sum_looped_*` is the same
// with the chunk of the loop given. `@long_sum_manual_*` has the loop written out:
// it adds up blocks of the row, and sums the block once, after the loop.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/long_sum.mlir --kernel=long_sum_f32 --chip=gfx942 \
//     --arg=x.npy --arg=empty:4xf32 --save=1:y.npy
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

helion.kernel @long_sum_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    helion.store %s, %y[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @long_sum_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    %sh = arith.truncf %s : !row to !f16_row
    helion.store %sh, %y[%m] : !f16_row, !f16_vec[m]
  }
}

helion.kernel @long_sum_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    %sh = arith.truncf %s : !row to !bf16_row
    helion.store %sh, %y[%m] : !bf16_row, !bf16_vec[m]
  }
}

helion.kernel @long_sum_looped_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_vec)
    attributes {config = #helion.config<reduction_loops = [8192]>, fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    helion.store %s, %y[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @long_sum_looped_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_vec)
    attributes {config = #helion.config<reduction_loops = [8192]>, fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    %sh = arith.truncf %s : !row to !f16_row
    helion.store %sh, %y[%m] : !f16_row, !f16_vec[m]
  }
}

helion.kernel @long_sum_looped_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_vec)
    attributes {config = #helion.config<reduction_loops = [8192]>, fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    %sh = arith.truncf %s : !row to !bf16_row
    helion.store %sh, %y[%m] : !bf16_row, !bf16_vec[m]
  }
}

helion.kernel @long_sum_manual_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %next = arith.addf %partial, %v : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %y[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @long_sum_manual_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %next = arith.addf %partial, %v : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    %sh = arith.truncf %s : !row to !f16_row
    helion.store %sh, %y[%m] : !f16_row, !f16_vec[m]
  }
}

helion.kernel @long_sum_manual_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %next = arith.addf %partial, %v : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    %sh = arith.truncf %s : !row to !bf16_row
    helion.store %sh, %y[%m] : !bf16_row, !bf16_vec[m]
  }
}
