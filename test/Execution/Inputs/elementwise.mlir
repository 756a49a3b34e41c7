//===- elementwise.mlir ---------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise kernels: both axes are tiled, nothing is reduced.
//
//===----------------------------------------------------------------------===//

!tile = tensor<?x?xf32, #helion.axes<m, n>>
!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @add_f32(%x: !f32_buf {helion.align = 16 : i64}, %w: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %b = helion.load %w[%m, %n] : !f32_buf[m, n] -> !tile
    %r = arith.addf %a, %b : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @add_f16(%x: !f16_buf {helion.align = 16 : i64}, %w: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a16 = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %a = arith.extf %a16 : !f16_tile to !tile
    %b16 = helion.load %w[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %b = arith.extf %b16 : !f16_tile to !tile
    %r = arith.addf %a, %b : !tile
    %o = arith.truncf %r : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @add_bf16(%x: !bf16_buf {helion.align = 16 : i64}, %w: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a16 = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %a = arith.extf %a16 : !bf16_tile to !tile
    %b16 = helion.load %w[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %b = arith.extf %b16 : !bf16_tile to !tile
    %r = arith.addf %a, %b : !tile
    %o = arith.truncf %r : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @exp_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %r = math.exp %a : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @exp_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a16 = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %a = arith.extf %a16 : !f16_tile to !tile
    %r = math.exp %a : !tile
    %o = arith.truncf %r : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @exp_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a16 = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %a = arith.extf %a16 : !bf16_tile to !tile
    %r = math.exp %a : !tile
    %o = arith.truncf %r : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @sigmoid_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  %c1 = arith.constant 1.0 : f32
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %neg = arith.negf %a : !tile
    %e = math.exp %neg : !tile
    %one = helion.full %c1 : !tile
    %d = arith.addf %e, %one : !tile
    %r = arith.divf %one, %d : !tile
    helion.store %r, %y[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @sigmoid_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  %c1 = arith.constant 1.0 : f32
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a16 = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %a = arith.extf %a16 : !f16_tile to !tile
    %neg = arith.negf %a : !tile
    %e = math.exp %neg : !tile
    %one = helion.full %c1 : !tile
    %d = arith.addf %e, %one : !tile
    %r = arith.divf %one, %d : !tile
    %o = arith.truncf %r : !tile to !f16_tile
    helion.store %o, %y[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @sigmoid_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  %c1 = arith.constant 1.0 : f32
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %a16 = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %a = arith.extf %a16 : !bf16_tile to !tile
    %neg = arith.negf %a : !tile
    %e = math.exp %neg : !tile
    %one = helion.full %c1 : !tile
    %d = arith.addf %e, %one : !tile
    %r = arith.divf %one, %d : !tile
    %o = arith.truncf %r : !tile to !bf16_tile
    helion.store %o, %y[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
