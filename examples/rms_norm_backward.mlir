//===- rms_norm_backward.mlir ---------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients of y = x * inv_rms * weight by x and by the weight, from the gradient dy
// of the loss by y and the saved inv_rms of each row:
//
//   dx = inv_rms * (weight * dy - x * inv_rms^2 * mean(weight * dy * x))
//   dweight = sum over the rows of dy * x * inv_rms
//
// `@rms_norm_backward_*` computes both in one pass. A workgroup takes 32 rows, one
// after the other, and adds up what they contribute to dweight in registers; its sum
// is row `helion.block_id` of `%partial`, which `@column_sum_*` of column_sum.mlir adds up.
// No atomics: the result is the same on every run.
//
// Rows too long for registers take two kernels instead, `@rms_norm_backward_dx_*`
// and `@rms_norm_backward_dweight_*`, whose workgroups have some of the columns.
//
// Run it on the simulated device (any row length; 64 rows are 2 blocks):
//
//   fly-run examples/rms_norm_backward.mlir --kernel=rms_norm_backward_bf16 \
//     --chip=gfx942 --arg=x.npy --arg=weight.npy --arg=dy.npy --arg=inv_rms.npy \
//     --arg=empty:64x1000xbf16 --arg=empty:2x1000xf32 \
//     --save=4:dx.npy --save=5:partial.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!col = tensor<?xf32, #helion.axes<n>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_vec = memref<?xf16, strided<[1], offset: ?>>
!f16_col = tensor<?xf16, #helion.axes<n>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_vec = memref<?xbf16, strided<[1], offset: ?>>
!bf16_col = tensor<?xbf16, #helion.axes<n>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @rms_norm_backward_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %dx: !f32_buf {helion.align = 16 : i64},
    %partial: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p) {
    %n = helion.span @n
    %i = helion.block_id %p : !helion.handle<p>
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %none = helion.full %zero : !col
    %dw = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
      %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
      %wb = helion.broadcast %w : !col -> !tile
      %wdy = arith.mulf %wb, %g : !tile
      %wdyx = arith.mulf %wdy, %v : !tile
      %s = helion.reduce sum %wdyx over n : !tile -> !row
      %count = helion.full %Nf : !row
      %mean = arith.divf %s, %count : !row
      %square = arith.mulf %inv, %inv : !row
      %factor = arith.mulf %square, %mean : !row
      %factorb = helion.broadcast %factor : !row -> !tile
      %shift = arith.mulf %v, %factorb : !tile
      %d = arith.subf %wdy, %shift : !tile
      %invb = helion.broadcast %inv : !row -> !tile
      %r = arith.mulf %d, %invb : !tile
      helion.store %r, %dx[%m, %n] : !tile, !f32_buf[m, n]
      %normed = arith.mulf %v, %invb : !tile
      %part = arith.mulf %g, %normed : !tile
      %row = helion.reduce sum %part over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %dw, %partial[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @rms_norm_backward_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %dx: !f16_buf {helion.align = 16 : i64},
    %partial: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p) {
    %n = helion.span @n
    %i = helion.block_id %p : !helion.handle<p>
    %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
    %w = arith.extf %wh : !f16_col to !col
    %none = helion.full %zero : !col
    %dw = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %g = arith.extf %gh : !f16_tile to !tile
      %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
      %wb = helion.broadcast %w : !col -> !tile
      %wdy = arith.mulf %wb, %g : !tile
      %wdyx = arith.mulf %wdy, %v : !tile
      %s = helion.reduce sum %wdyx over n : !tile -> !row
      %count = helion.full %Nf : !row
      %mean = arith.divf %s, %count : !row
      %square = arith.mulf %inv, %inv : !row
      %factor = arith.mulf %square, %mean : !row
      %factorb = helion.broadcast %factor : !row -> !tile
      %shift = arith.mulf %v, %factorb : !tile
      %d = arith.subf %wdy, %shift : !tile
      %invb = helion.broadcast %inv : !row -> !tile
      %r = arith.mulf %d, %invb : !tile
      %rh = arith.truncf %r : !tile to !f16_tile
      helion.store %rh, %dx[%m, %n] : !f16_tile, !f16_buf[m, n]
      %normed = arith.mulf %v, %invb : !tile
      %part = arith.mulf %g, %normed : !tile
      %row = helion.reduce sum %part over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %dw, %partial[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @rms_norm_backward_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %dx: !bf16_buf {helion.align = 16 : i64},
    %partial: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p) {
    %n = helion.span @n
    %i = helion.block_id %p : !helion.handle<p>
    %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
    %w = arith.extf %wh : !bf16_col to !col
    %none = helion.full %zero : !col
    %dw = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %g = arith.extf %gh : !bf16_tile to !tile
      %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
      %wb = helion.broadcast %w : !col -> !tile
      %wdy = arith.mulf %wb, %g : !tile
      %wdyx = arith.mulf %wdy, %v : !tile
      %s = helion.reduce sum %wdyx over n : !tile -> !row
      %count = helion.full %Nf : !row
      %mean = arith.divf %s, %count : !row
      %square = arith.mulf %inv, %inv : !row
      %factor = arith.mulf %square, %mean : !row
      %factorb = helion.broadcast %factor : !row -> !tile
      %shift = arith.mulf %v, %factorb : !tile
      %d = arith.subf %wdy, %shift : !tile
      %invb = helion.broadcast %inv : !row -> !tile
      %r = arith.mulf %d, %invb : !tile
      %rh = arith.truncf %r : !tile to !bf16_tile
      helion.store %rh, %dx[%m, %n] : !bf16_tile, !bf16_buf[m, n]
      %normed = arith.mulf %v, %invb : !tile
      %part = arith.mulf %g, %normed : !tile
      %row = helion.reduce sum %part over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %dw, %partial[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @rms_norm_backward_dx_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %dx: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
    %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %wb = helion.broadcast %w : !col -> !tile
    %wdy = arith.mulf %wb, %g : !tile
    %wdyx = arith.mulf %wdy, %v : !tile
    %s = helion.reduce sum %wdyx over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %s, %count : !row
    %square = arith.mulf %inv, %inv : !row
    %factor = arith.mulf %square, %mean : !row
    %factorb = helion.broadcast %factor : !row -> !tile
    %shift = arith.mulf %v, %factorb : !tile
    %d = arith.subf %wdy, %shift : !tile
    %invb = helion.broadcast %inv : !row -> !tile
    %r = arith.mulf %d, %invb : !tile
    helion.store %r, %dx[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @rms_norm_backward_dx_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %dx: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
    %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
    %w = arith.extf %wh : !f16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %wdy = arith.mulf %wb, %g : !tile
    %wdyx = arith.mulf %wdy, %v : !tile
    %s = helion.reduce sum %wdyx over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %s, %count : !row
    %square = arith.mulf %inv, %inv : !row
    %factor = arith.mulf %square, %mean : !row
    %factorb = helion.broadcast %factor : !row -> !tile
    %shift = arith.mulf %v, %factorb : !tile
    %d = arith.subf %wdy, %shift : !tile
    %invb = helion.broadcast %inv : !row -> !tile
    %r = arith.mulf %d, %invb : !tile
    %rh = arith.truncf %r : !tile to !f16_tile
    helion.store %rh, %dx[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @rms_norm_backward_dx_bf16(
    %x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %dx: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  %Ni = arith.index_cast %N : index to i64
  %Nf = arith.uitofp %Ni : i64 to f32
  helion.grid (%m in @m) {
    %n = helion.span @n
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
    %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
    %w = arith.extf %wh : !bf16_col to !col
    %wb = helion.broadcast %w : !col -> !tile
    %wdy = arith.mulf %wb, %g : !tile
    %wdyx = arith.mulf %wdy, %v : !tile
    %s = helion.reduce sum %wdyx over n : !tile -> !row
    %count = helion.full %Nf : !row
    %mean = arith.divf %s, %count : !row
    %square = arith.mulf %inv, %inv : !row
    %factor = arith.mulf %square, %mean : !row
    %factorb = helion.broadcast %factor : !row -> !tile
    %shift = arith.mulf %v, %factorb : !tile
    %d = arith.subf %wdy, %shift : !tile
    %invb = helion.broadcast %inv : !row -> !tile
    %r = arith.mulf %d, %invb : !tile
    %rh = arith.truncf %r : !tile to !bf16_tile
    helion.store %rh, %dx[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @rms_norm_backward_dweight_f32(
    %x: !f32_buf {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %partial: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p, %n in @n) {
    %i = helion.block_id %p : !helion.handle<p>
    %none = helion.full %zero : !col
    %dw = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
      %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
      %invb = helion.broadcast %inv : !row -> !tile
      %normed = arith.mulf %v, %invb : !tile
      %part = arith.mulf %g, %normed : !tile
      %row = helion.reduce sum %part over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %dw, %partial[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @rms_norm_backward_dweight_f16(
    %x: !f16_buf {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %partial: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p, %n in @n) {
    %i = helion.block_id %p : !helion.handle<p>
    %none = helion.full %zero : !col
    %dw = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %g = arith.extf %gh : !f16_tile to !tile
      %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
      %invb = helion.broadcast %inv : !row -> !tile
      %normed = arith.mulf %v, %invb : !tile
      %part = arith.mulf %g, %normed : !tile
      %row = helion.reduce sum %part over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %dw, %partial[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @rms_norm_backward_dweight_bf16(
    %x: !bf16_buf {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64}, %inv_rms: !f32_vec,
    %partial: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p, %n in @n) {
    %i = helion.block_id %p : !helion.handle<p>
    %none = helion.full %zero : !col
    %dw = helion.for %m in @m iter_args(%acc = %none) -> (!col) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %g = arith.extf %gh : !bf16_tile to !tile
      %inv = helion.load %inv_rms[%m] : !f32_vec[m] -> !row
      %invb = helion.broadcast %inv : !row -> !tile
      %normed = arith.mulf %v, %invb : !tile
      %part = arith.mulf %g, %normed : !tile
      %row = helion.reduce sum %part over m : !tile -> !col
      %next = arith.addf %acc, %row : !col
      helion.yield %next : !col
    }
    helion.store %dw, %partial[%i, %n] : !col, !f32_buf[index, n]
  }
}
