//===- arg_extrema.mlir ---------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest or smallest element of each row and its position, as torch.max and
// torch.min with a dimension: the first one of several, and the first NaN if there is
// one. The combiner is a region on (value, position) pairs.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/arg_extrema.mlir --kernel=argmax_bf16 --chip=gfx942 \
//     --arg=x.npy --arg=empty:64xbf16 --arg=empty:64xi32 \
//     --save=1:values.npy --save=2:positions.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!i32_vec = memref<?xi32, strided<[1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!i32_col = tensor<?xi32, #helion.axes<n>>
!i32_tile = tensor<?x?xi32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!i32_row = tensor<?xi32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!f16_row = tensor<?xf16, #helion.axes<m>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!bf16_row = tensor<?xbf16, #helion.axes<m>>

helion.kernel @argmax_f32(%x: !f32_buf {helion.align = 16 : i64},
    %values: !f32_vec, %positions: !i32_vec) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %i = helion.index %n : !helion.handle<n> -> !i32_col
    %ib = helion.broadcast %i : !i32_col -> !i32_tile
    %best, %at = helion.reduce_with %v, %ib over n
        identity [0xFF800000 : f32, 2147483647 : i32]
        : !tile, !i32_tile -> !row, !i32_row {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %wins = arith.cmpf ogt, %a, %b : f32
      %tie = arith.cmpf oeq, %a, %b : f32
      %anan = arith.cmpf uno, %a, %a : f32
      %bnan = arith.cmpf uno, %b, %b : f32
      %bothnan = arith.andi %anan, %bnan : i1
      %true = arith.constant true
      %bnumber = arith.xori %bnan, %true : i1
      %onlyanan = arith.andi %anan, %bnumber : i1
      %equal = arith.ori %tie, %bothnan : i1
      %first = arith.cmpi slt, %ai, %bi : i32
      %before = arith.andi %equal, %first : i1
      %better = arith.ori %wins, %onlyanan : i1
      %left = arith.ori %better, %before : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    helion.store %best, %values[%m] : !row, !f32_vec[m]
    helion.store %at, %positions[%m] : !i32_row, !i32_vec[m]
  }
}

helion.kernel @argmax_f16(%x: !f16_buf {helion.align = 16 : i64},
    %values: !f16_vec, %positions: !i32_vec) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %i = helion.index %n : !helion.handle<n> -> !i32_col
    %ib = helion.broadcast %i : !i32_col -> !i32_tile
    %best, %at = helion.reduce_with %v, %ib over n
        identity [0xFF800000 : f32, 2147483647 : i32]
        : !tile, !i32_tile -> !row, !i32_row {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %wins = arith.cmpf ogt, %a, %b : f32
      %tie = arith.cmpf oeq, %a, %b : f32
      %anan = arith.cmpf uno, %a, %a : f32
      %bnan = arith.cmpf uno, %b, %b : f32
      %bothnan = arith.andi %anan, %bnan : i1
      %true = arith.constant true
      %bnumber = arith.xori %bnan, %true : i1
      %onlyanan = arith.andi %anan, %bnumber : i1
      %equal = arith.ori %tie, %bothnan : i1
      %first = arith.cmpi slt, %ai, %bi : i32
      %before = arith.andi %equal, %first : i1
      %better = arith.ori %wins, %onlyanan : i1
      %left = arith.ori %better, %before : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    %besth = arith.truncf %best : !row to !f16_row
    helion.store %besth, %values[%m] : !f16_row, !f16_vec[m]
    helion.store %at, %positions[%m] : !i32_row, !i32_vec[m]
  }
}

helion.kernel @argmax_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %values: !bf16_vec, %positions: !i32_vec) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %i = helion.index %n : !helion.handle<n> -> !i32_col
    %ib = helion.broadcast %i : !i32_col -> !i32_tile
    %best, %at = helion.reduce_with %v, %ib over n
        identity [0xFF800000 : f32, 2147483647 : i32]
        : !tile, !i32_tile -> !row, !i32_row {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %wins = arith.cmpf ogt, %a, %b : f32
      %tie = arith.cmpf oeq, %a, %b : f32
      %anan = arith.cmpf uno, %a, %a : f32
      %bnan = arith.cmpf uno, %b, %b : f32
      %bothnan = arith.andi %anan, %bnan : i1
      %true = arith.constant true
      %bnumber = arith.xori %bnan, %true : i1
      %onlyanan = arith.andi %anan, %bnumber : i1
      %equal = arith.ori %tie, %bothnan : i1
      %first = arith.cmpi slt, %ai, %bi : i32
      %before = arith.andi %equal, %first : i1
      %better = arith.ori %wins, %onlyanan : i1
      %left = arith.ori %better, %before : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    %besth = arith.truncf %best : !row to !bf16_row
    helion.store %besth, %values[%m] : !bf16_row, !bf16_vec[m]
    helion.store %at, %positions[%m] : !i32_row, !i32_vec[m]
  }
}

helion.kernel @argmin_f32(%x: !f32_buf {helion.align = 16 : i64},
    %values: !f32_vec, %positions: !i32_vec) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %i = helion.index %n : !helion.handle<n> -> !i32_col
    %ib = helion.broadcast %i : !i32_col -> !i32_tile
    %best, %at = helion.reduce_with %v, %ib over n
        identity [0x7F800000 : f32, 2147483647 : i32]
        : !tile, !i32_tile -> !row, !i32_row {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %wins = arith.cmpf olt, %a, %b : f32
      %tie = arith.cmpf oeq, %a, %b : f32
      %anan = arith.cmpf uno, %a, %a : f32
      %bnan = arith.cmpf uno, %b, %b : f32
      %bothnan = arith.andi %anan, %bnan : i1
      %true = arith.constant true
      %bnumber = arith.xori %bnan, %true : i1
      %onlyanan = arith.andi %anan, %bnumber : i1
      %equal = arith.ori %tie, %bothnan : i1
      %first = arith.cmpi slt, %ai, %bi : i32
      %before = arith.andi %equal, %first : i1
      %better = arith.ori %wins, %onlyanan : i1
      %left = arith.ori %better, %before : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    helion.store %best, %values[%m] : !row, !f32_vec[m]
    helion.store %at, %positions[%m] : !i32_row, !i32_vec[m]
  }
}

helion.kernel @argmin_f16(%x: !f16_buf {helion.align = 16 : i64},
    %values: !f16_vec, %positions: !i32_vec) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %i = helion.index %n : !helion.handle<n> -> !i32_col
    %ib = helion.broadcast %i : !i32_col -> !i32_tile
    %best, %at = helion.reduce_with %v, %ib over n
        identity [0x7F800000 : f32, 2147483647 : i32]
        : !tile, !i32_tile -> !row, !i32_row {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %wins = arith.cmpf olt, %a, %b : f32
      %tie = arith.cmpf oeq, %a, %b : f32
      %anan = arith.cmpf uno, %a, %a : f32
      %bnan = arith.cmpf uno, %b, %b : f32
      %bothnan = arith.andi %anan, %bnan : i1
      %true = arith.constant true
      %bnumber = arith.xori %bnan, %true : i1
      %onlyanan = arith.andi %anan, %bnumber : i1
      %equal = arith.ori %tie, %bothnan : i1
      %first = arith.cmpi slt, %ai, %bi : i32
      %before = arith.andi %equal, %first : i1
      %better = arith.ori %wins, %onlyanan : i1
      %left = arith.ori %better, %before : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    %besth = arith.truncf %best : !row to !f16_row
    helion.store %besth, %values[%m] : !f16_row, !f16_vec[m]
    helion.store %at, %positions[%m] : !i32_row, !i32_vec[m]
  }
}

helion.kernel @argmin_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %values: !bf16_vec, %positions: !i32_vec) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %i = helion.index %n : !helion.handle<n> -> !i32_col
    %ib = helion.broadcast %i : !i32_col -> !i32_tile
    %best, %at = helion.reduce_with %v, %ib over n
        identity [0x7F800000 : f32, 2147483647 : i32]
        : !tile, !i32_tile -> !row, !i32_row {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %wins = arith.cmpf olt, %a, %b : f32
      %tie = arith.cmpf oeq, %a, %b : f32
      %anan = arith.cmpf uno, %a, %a : f32
      %bnan = arith.cmpf uno, %b, %b : f32
      %bothnan = arith.andi %anan, %bnan : i1
      %true = arith.constant true
      %bnumber = arith.xori %bnan, %true : i1
      %onlyanan = arith.andi %anan, %bnumber : i1
      %equal = arith.ori %tie, %bothnan : i1
      %first = arith.cmpi slt, %ai, %bi : i32
      %before = arith.andi %equal, %first : i1
      %better = arith.ori %wins, %onlyanan : i1
      %left = arith.ori %better, %before : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    %besth = arith.truncf %best : !row to !bf16_row
    helion.store %besth, %values[%m] : !bf16_row, !bf16_vec[m]
    helion.store %at, %positions[%m] : !i32_row, !i32_vec[m]
  }
}
