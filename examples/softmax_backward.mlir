//===- softmax_backward.mlir ----------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradient of softmax by its input, from the forward's output y and the gradient of
// the loss by y: dx = y * (dy - sum(y * dy)).
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/softmax_backward.mlir --kernel=softmax_backward_bf16 --chip=gfx942 \
//     --arg=y.npy --arg=dy.npy --arg=empty:64x1000xbf16 --save=2:dx.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @softmax_backward_f32(%y: !f32_buf {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64},
    %dx: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %y, 0 : !f32_buf
  %N = helion.size %y, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %y[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
    %p = arith.mulf %v, %g : !tile
    %s = helion.reduce sum %p over n : !tile -> !row
    %sb = helion.broadcast %s : !row -> !tile
    %d = arith.subf %g, %sb : !tile
    %r = arith.mulf %v, %d : !tile
    helion.store %r, %dx[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @softmax_backward_f16(%y: !f16_buf {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64},
    %dx: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %y, 0 : !f16_buf
  %N = helion.size %y, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %y[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %p = arith.mulf %v, %g : !tile
    %s = helion.reduce sum %p over n : !tile -> !row
    %sb = helion.broadcast %s : !row -> !tile
    %d = arith.subf %g, %sb : !tile
    %r = arith.mulf %v, %d : !tile
    %rh = arith.truncf %r : !tile to !f16_tile
    helion.store %rh, %dx[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @softmax_backward_bf16(%y: !bf16_buf {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64},
    %dx: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %y, 0 : !bf16_buf
  %N = helion.size %y, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %y[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %p = arith.mulf %v, %g : !tile
    %s = helion.reduce sum %p over n : !tile -> !row
    %sb = helion.broadcast %s : !row -> !tile
    %d = arith.subf %g, %sb : !tile
    %r = arith.mulf %v, %d : !tile
    %rh = arith.truncf %r : !tile to !bf16_tile
    helion.store %rh, %dx[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
