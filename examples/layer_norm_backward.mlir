//===- layer_norm_backward.mlir -------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients of y = xhat * weight + bias with xhat = (x - mean) * rstd by x, the weight
// and the bias, from the gradient dy of the loss by y and the saved statistics:
//
//   dx = rstd * (weight * dy - mean(weight * dy) - xhat * mean(weight * dy * xhat))
//   dweight = sum over the rows of dy * xhat
//   dbias = sum over the rows of dy
//
// One pass, as in rms_norm_backward.mlir: a workgroup takes 32 rows, one after the
// other, and its sums are row `helion.block_id` of `%dweight` and `%dbias`, whose
// rows `@column_sum_*` of column_sum.mlir adds up.
//
// Rows too long for registers take two kernels instead, `@layer_norm_backward_dx_*`
// and `@layer_norm_backward_dweight_*`, whose workgroups have some of the columns.
//
// Run it on the simulated device (any row length; 64 rows are 2 blocks):
//
//   fly-run examples/layer_norm_backward.mlir --kernel=layer_norm_backward_bf16 \
//     --chip=gfx942 --arg=x.npy --arg=weight.npy --arg=dy.npy --arg=mean.npy \
//     --arg=rstd.npy --arg=empty:64x1000xbf16 --arg=empty:2x1000xf32 \
//     --arg=empty:2x1000xf32 --save=5:dx.npy --save=6:dweight.npy --save=7:dbias.npy
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

helion.kernel @layer_norm_backward_f32(%x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
    %dx: !f32_buf {helion.align = 16 : i64},
    %dweight: !f32_buf {helion.align = 16 : i64},
    %dbias: !f32_buf {helion.align = 16 : i64})
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
    %dw, %db = helion.for %m in @m iter_args(%wa = %none, %ba = %none) -> (!col, !col) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
      %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
      %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
      %mub = helion.broadcast %mu : !row -> !tile
      %rb = helion.broadcast %r : !row -> !tile
      %centred = arith.subf %v, %mub : !tile
      %xhat = arith.mulf %centred, %rb : !tile
      %wb = helion.broadcast %w : !col -> !tile
      %wdy = arith.mulf %wb, %g : !tile
      %wdyx = arith.mulf %wdy, %xhat : !tile
      %s1 = helion.reduce sum %wdyx over n : !tile -> !row
      %s2 = helion.reduce sum %wdy over n : !tile -> !row
      %count = helion.full %Nf : !row
      %c1 = arith.divf %s1, %count : !row
      %c2 = arith.divf %s2, %count : !row
      %c1b = helion.broadcast %c1 : !row -> !tile
      %c2b = helion.broadcast %c2 : !row -> !tile
      %along = arith.mulf %xhat, %c1b : !tile
      %shift = arith.addf %along, %c2b : !tile
      %d = arith.subf %wdy, %shift : !tile
      %o = arith.mulf %d, %rb : !tile
      helion.store %o, %dx[%m, %n] : !tile, !f32_buf[m, n]
      %part = arith.mulf %g, %xhat : !tile
      %wrow = helion.reduce sum %part over m : !tile -> !col
      %brow = helion.reduce sum %g over m : !tile -> !col
      %wnext = arith.addf %wa, %wrow : !col
      %bnext = arith.addf %ba, %brow : !col
      helion.yield %wnext, %bnext : !col, !col
    }
    helion.store %dw, %dweight[%i, %n] : !col, !f32_buf[index, n]
    helion.store %db, %dbias[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @layer_norm_backward_f16(%x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
    %dx: !f16_buf {helion.align = 16 : i64},
    %dweight: !f32_buf {helion.align = 16 : i64},
    %dbias: !f32_buf {helion.align = 16 : i64})
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
    %dw, %db = helion.for %m in @m iter_args(%wa = %none, %ba = %none) -> (!col, !col) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %g = arith.extf %gh : !f16_tile to !tile
      %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
      %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
      %mub = helion.broadcast %mu : !row -> !tile
      %rb = helion.broadcast %r : !row -> !tile
      %centred = arith.subf %v, %mub : !tile
      %xhat = arith.mulf %centred, %rb : !tile
      %wb = helion.broadcast %w : !col -> !tile
      %wdy = arith.mulf %wb, %g : !tile
      %wdyx = arith.mulf %wdy, %xhat : !tile
      %s1 = helion.reduce sum %wdyx over n : !tile -> !row
      %s2 = helion.reduce sum %wdy over n : !tile -> !row
      %count = helion.full %Nf : !row
      %c1 = arith.divf %s1, %count : !row
      %c2 = arith.divf %s2, %count : !row
      %c1b = helion.broadcast %c1 : !row -> !tile
      %c2b = helion.broadcast %c2 : !row -> !tile
      %along = arith.mulf %xhat, %c1b : !tile
      %shift = arith.addf %along, %c2b : !tile
      %d = arith.subf %wdy, %shift : !tile
      %o = arith.mulf %d, %rb : !tile
      %oh = arith.truncf %o : !tile to !f16_tile
      helion.store %oh, %dx[%m, %n] : !f16_tile, !f16_buf[m, n]
      %part = arith.mulf %g, %xhat : !tile
      %wrow = helion.reduce sum %part over m : !tile -> !col
      %brow = helion.reduce sum %g over m : !tile -> !col
      %wnext = arith.addf %wa, %wrow : !col
      %bnext = arith.addf %ba, %brow : !col
      helion.yield %wnext, %bnext : !col, !col
    }
    helion.store %dw, %dweight[%i, %n] : !col, !f32_buf[index, n]
    helion.store %db, %dbias[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @layer_norm_backward_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
    %dx: !bf16_buf {helion.align = 16 : i64},
    %dweight: !f32_buf {helion.align = 16 : i64},
    %dbias: !f32_buf {helion.align = 16 : i64})
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
    %dw, %db = helion.for %m in @m iter_args(%wa = %none, %ba = %none) -> (!col, !col) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %g = arith.extf %gh : !bf16_tile to !tile
      %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
      %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
      %mub = helion.broadcast %mu : !row -> !tile
      %rb = helion.broadcast %r : !row -> !tile
      %centred = arith.subf %v, %mub : !tile
      %xhat = arith.mulf %centred, %rb : !tile
      %wb = helion.broadcast %w : !col -> !tile
      %wdy = arith.mulf %wb, %g : !tile
      %wdyx = arith.mulf %wdy, %xhat : !tile
      %s1 = helion.reduce sum %wdyx over n : !tile -> !row
      %s2 = helion.reduce sum %wdy over n : !tile -> !row
      %count = helion.full %Nf : !row
      %c1 = arith.divf %s1, %count : !row
      %c2 = arith.divf %s2, %count : !row
      %c1b = helion.broadcast %c1 : !row -> !tile
      %c2b = helion.broadcast %c2 : !row -> !tile
      %along = arith.mulf %xhat, %c1b : !tile
      %shift = arith.addf %along, %c2b : !tile
      %d = arith.subf %wdy, %shift : !tile
      %o = arith.mulf %d, %rb : !tile
      %oh = arith.truncf %o : !tile to !bf16_tile
      helion.store %oh, %dx[%m, %n] : !bf16_tile, !bf16_buf[m, n]
      %part = arith.mulf %g, %xhat : !tile
      %wrow = helion.reduce sum %part over m : !tile -> !col
      %brow = helion.reduce sum %g over m : !tile -> !col
      %wnext = arith.addf %wa, %wrow : !col
      %bnext = arith.addf %ba, %brow : !col
      helion.yield %wnext, %bnext : !col, !col
    }
    helion.store %dw, %dweight[%i, %n] : !col, !f32_buf[index, n]
    helion.store %db, %dbias[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @layer_norm_backward_dx_f32(
    %x: !f32_buf {helion.align = 16 : i64},
    %weight: !f32_vec {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
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
    %w = helion.load %weight[%n] : !f32_vec[n] -> !col
    %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
    %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
    %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
    %mub = helion.broadcast %mu : !row -> !tile
    %rb = helion.broadcast %r : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %xhat = arith.mulf %centred, %rb : !tile
    %wb = helion.broadcast %w : !col -> !tile
    %wdy = arith.mulf %wb, %g : !tile
    %wdyx = arith.mulf %wdy, %xhat : !tile
    %s1 = helion.reduce sum %wdyx over n : !tile -> !row
    %s2 = helion.reduce sum %wdy over n : !tile -> !row
    %count = helion.full %Nf : !row
    %c1 = arith.divf %s1, %count : !row
    %c2 = arith.divf %s2, %count : !row
    %c1b = helion.broadcast %c1 : !row -> !tile
    %c2b = helion.broadcast %c2 : !row -> !tile
    %along = arith.mulf %xhat, %c1b : !tile
    %shift = arith.addf %along, %c2b : !tile
    %d = arith.subf %wdy, %shift : !tile
    %o = arith.mulf %d, %rb : !tile
    helion.store %o, %dx[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @layer_norm_backward_dx_f16(
    %x: !f16_buf {helion.align = 16 : i64},
    %weight: !f16_vec {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
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
    %wh = helion.load %weight[%n] : !f16_vec[n] -> !f16_col
    %w = arith.extf %wh : !f16_col to !col
    %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
    %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
    %mub = helion.broadcast %mu : !row -> !tile
    %rb = helion.broadcast %r : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %xhat = arith.mulf %centred, %rb : !tile
    %wb = helion.broadcast %w : !col -> !tile
    %wdy = arith.mulf %wb, %g : !tile
    %wdyx = arith.mulf %wdy, %xhat : !tile
    %s1 = helion.reduce sum %wdyx over n : !tile -> !row
    %s2 = helion.reduce sum %wdy over n : !tile -> !row
    %count = helion.full %Nf : !row
    %c1 = arith.divf %s1, %count : !row
    %c2 = arith.divf %s2, %count : !row
    %c1b = helion.broadcast %c1 : !row -> !tile
    %c2b = helion.broadcast %c2 : !row -> !tile
    %along = arith.mulf %xhat, %c1b : !tile
    %shift = arith.addf %along, %c2b : !tile
    %d = arith.subf %wdy, %shift : !tile
    %o = arith.mulf %d, %rb : !tile
    %oh = arith.truncf %o : !tile to !f16_tile
    helion.store %oh, %dx[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @layer_norm_backward_dx_bf16(
    %x: !bf16_buf {helion.align = 16 : i64},
    %weight: !bf16_vec {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
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
    %wh = helion.load %weight[%n] : !bf16_vec[n] -> !bf16_col
    %w = arith.extf %wh : !bf16_col to !col
    %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
    %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
    %mub = helion.broadcast %mu : !row -> !tile
    %rb = helion.broadcast %r : !row -> !tile
    %centred = arith.subf %v, %mub : !tile
    %xhat = arith.mulf %centred, %rb : !tile
    %wb = helion.broadcast %w : !col -> !tile
    %wdy = arith.mulf %wb, %g : !tile
    %wdyx = arith.mulf %wdy, %xhat : !tile
    %s1 = helion.reduce sum %wdyx over n : !tile -> !row
    %s2 = helion.reduce sum %wdy over n : !tile -> !row
    %count = helion.full %Nf : !row
    %c1 = arith.divf %s1, %count : !row
    %c2 = arith.divf %s2, %count : !row
    %c1b = helion.broadcast %c1 : !row -> !tile
    %c2b = helion.broadcast %c2 : !row -> !tile
    %along = arith.mulf %xhat, %c1b : !tile
    %shift = arith.addf %along, %c2b : !tile
    %d = arith.subf %wdy, %shift : !tile
    %o = arith.mulf %d, %rb : !tile
    %oh = arith.truncf %o : !tile to !bf16_tile
    helion.store %oh, %dx[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @layer_norm_backward_dweight_f32(
    %x: !f32_buf {helion.align = 16 : i64},
    %dy: !f32_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
    %dweight: !f32_buf {helion.align = 16 : i64},
    %dbias: !f32_buf {helion.align = 16 : i64})
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
    %dw, %db = helion.for %m in @m iter_args(%wa = %none, %ba = %none) -> (!col, !col) {
      %v = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %g = helion.load %dy[%m, %n] : !f32_buf[m, n] -> !tile
      %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
      %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
      %mub = helion.broadcast %mu : !row -> !tile
      %rb = helion.broadcast %r : !row -> !tile
      %centred = arith.subf %v, %mub : !tile
      %xhat = arith.mulf %centred, %rb : !tile
      %part = arith.mulf %g, %xhat : !tile
      %wrow = helion.reduce sum %part over m : !tile -> !col
      %brow = helion.reduce sum %g over m : !tile -> !col
      %wnext = arith.addf %wa, %wrow : !col
      %bnext = arith.addf %ba, %brow : !col
      helion.yield %wnext, %bnext : !col, !col
    }
    helion.store %dw, %dweight[%i, %n] : !col, !f32_buf[index, n]
    helion.store %db, %dbias[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @layer_norm_backward_dweight_f16(
    %x: !f16_buf {helion.align = 16 : i64},
    %dy: !f16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
    %dweight: !f32_buf {helion.align = 16 : i64},
    %dbias: !f32_buf {helion.align = 16 : i64})
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
    %dw, %db = helion.for %m in @m iter_args(%wa = %none, %ba = %none) -> (!col, !col) {
      %vh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %g = arith.extf %gh : !f16_tile to !tile
      %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
      %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
      %mub = helion.broadcast %mu : !row -> !tile
      %rb = helion.broadcast %r : !row -> !tile
      %centred = arith.subf %v, %mub : !tile
      %xhat = arith.mulf %centred, %rb : !tile
      %part = arith.mulf %g, %xhat : !tile
      %wrow = helion.reduce sum %part over m : !tile -> !col
      %brow = helion.reduce sum %g over m : !tile -> !col
      %wnext = arith.addf %wa, %wrow : !col
      %bnext = arith.addf %ba, %brow : !col
      helion.yield %wnext, %bnext : !col, !col
    }
    helion.store %dw, %dweight[%i, %n] : !col, !f32_buf[index, n]
    helion.store %db, %dbias[%i, %n] : !col, !f32_buf[index, n]
  }
}

helion.kernel @layer_norm_backward_dweight_bf16(
    %x: !bf16_buf {helion.align = 16 : i64},
    %dy: !bf16_buf {helion.align = 16 : i64}, %mean: !f32_vec, %rstd: !f32_vec,
    %dweight: !f32_buf {helion.align = 16 : i64},
    %dbias: !f32_buf {helion.align = 16 : i64})
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
    %dw, %db = helion.for %m in @m iter_args(%wa = %none, %ba = %none) -> (!col, !col) {
      %vh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %gh = helion.load %dy[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %g = arith.extf %gh : !bf16_tile to !tile
      %mu = helion.load %mean[%m] : !f32_vec[m] -> !row
      %r = helion.load %rstd[%m] : !f32_vec[m] -> !row
      %mub = helion.broadcast %mu : !row -> !tile
      %rb = helion.broadcast %r : !row -> !tile
      %centred = arith.subf %v, %mub : !tile
      %xhat = arith.mulf %centred, %rb : !tile
      %part = arith.mulf %g, %xhat : !tile
      %wrow = helion.reduce sum %part over m : !tile -> !col
      %brow = helion.reduce sum %g over m : !tile -> !col
      %wnext = arith.addf %wa, %wrow : !col
      %bnext = arith.addf %ba, %brow : !col
      helion.yield %wnext, %bnext : !col, !col
    }
    helion.store %dw, %dweight[%i, %n] : !col, !f32_buf[index, n]
    helion.store %db, %dbias[%i, %n] : !col, !f32_buf[index, n]
  }
}
