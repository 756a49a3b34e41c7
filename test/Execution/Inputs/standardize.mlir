//===- standardize.mlir ---------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layer norm without its weights: the variance sums squares of `x - mean`, which in
// padded lanes is `-mean` and not 0.
//
//===----------------------------------------------------------------------===//

!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>
!stat_buf = memref<?xf32, strided<[1], offset: ?>>

helion.kernel @standardize_f32(%x: !f32_buf {helion.align = 16 : i64}, %eps: f32,
    %y: !f32_buf {helion.align = 16 : i64}, %variance: !stat_buf) {
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
    %mean = arith.divf %total, %count : !row
    %meanb = helion.broadcast %mean : !row -> !tile
    %centred = arith.subf %v, %meanb : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %var = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %var, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %r = arith.mulf %centred, %invb : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
    helion.store %var, %variance[%m] : !row, !stat_buf[m]
  }
}

helion.kernel @standardize_f16(%x: !f16_buf {helion.align = 16 : i64}, %eps: f32,
    %y: !f16_buf {helion.align = 16 : i64}, %variance: !stat_buf) {
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
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %total, %count : !row
    %meanb = helion.broadcast %mean : !row -> !tile
    %centred = arith.subf %v, %meanb : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %var = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %var, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %r = arith.mulf %centred, %invb : !tile
    %o = arith.truncf %r : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
    helion.store %var, %variance[%m] : !row, !stat_buf[m]
  }
}

helion.kernel @standardize_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %eps: f32,
    %y: !bf16_buf {helion.align = 16 : i64}, %variance: !stat_buf) {
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
    %total = helion.reduce sum %v over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %total, %count : !row
    %meanb = helion.broadcast %mean : !row -> !tile
    %centred = arith.subf %v, %meanb : !tile
    %square = arith.mulf %centred, %centred : !tile
    %squares = helion.reduce sum %square over n : !tile -> !row
    %var = arith.divf %squares, %count : !row
    %epsr = helion.full %eps : !row
    %shifted = arith.addf %var, %epsr : !row
    %inv = math.rsqrt %shifted : !row
    %invb = helion.broadcast %inv : !row -> !tile
    %r = arith.mulf %centred, %invb : !tile
    %o = arith.truncf %r : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    helion.store %var, %variance[%m] : !row, !stat_buf[m]
  }
}
