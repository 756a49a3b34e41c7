//===- jsd.mlir ---------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generalised Jensen-Shannon divergence of each row of log-probabilities: X of the
// student, Y of the teacher, with P = exp(Y) and Q = exp(X).
//
//   @jsd_*          beta * KL(P || M) + (1 - beta) * KL(Q || M) for 0 < beta < 1,
//                   where M = beta * P + (1 - beta) * Q
//   @jsd_forward_*  beta = 0: KL(P || Q)
//   @jsd_reverse_*  beta = 1: KL(Q || P)
//
// `%loss` is the loss of the row and `%dx` the sum of its gradient by X, each times
// `%scale` (1 / rows that count). The gradient's block accumulator gets -P, which
// isn't 0 in columns beyond the row's end: the compiler masks it.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/jsd.mlir --kernel=jsd_f32 --chip=gfx942 \
//     --arg=x.npy --arg=y.npy --arg=f32:0.5 --arg=f32:0.015625 \
//     --arg=empty:64xf32 --arg=empty:64xf32 --save=4:loss.npy --save=5:dx.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!f32_vec = memref<?xf32, strided<[1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @jsd_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}, %beta: f32, %scale: f32,
    %loss: !f32_vec, %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rest = arith.subf %one, %beta : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xv = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %yv = helion.load %y[%m, %n] : !f32_buf[m, n] -> !tile
      %q = math.exp %xv : !tile
      %p = math.exp %yv : !tile
      %betab = helion.full %beta : !tile
      %restb = helion.full %rest : !tile
      %bp = arith.mulf %betab, %p : !tile
      %rq = arith.mulf %restb, %q : !tile
      %mix = arith.addf %bp, %rq : !tile
      %logm = math.log %mix : !tile
      %py = arith.subf %yv, %logm : !tile
      %qx = arith.subf %xv, %logm : !tile
      %lp = arith.mulf %bp, %py : !tile
      %gi = arith.mulf %rq, %qx : !tile
      %li = arith.addf %lp, %gi : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}, %beta: f32, %scale: f32,
    %loss: !f32_vec, %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rest = arith.subf %one, %beta : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xvh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %xv = arith.extf %xvh : !f16_tile to !tile
      %yvh = helion.load %y[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %yv = arith.extf %yvh : !f16_tile to !tile
      %q = math.exp %xv : !tile
      %p = math.exp %yv : !tile
      %betab = helion.full %beta : !tile
      %restb = helion.full %rest : !tile
      %bp = arith.mulf %betab, %p : !tile
      %rq = arith.mulf %restb, %q : !tile
      %mix = arith.addf %bp, %rq : !tile
      %logm = math.log %mix : !tile
      %py = arith.subf %yv, %logm : !tile
      %qx = arith.subf %xv, %logm : !tile
      %lp = arith.mulf %bp, %py : !tile
      %gi = arith.mulf %rq, %qx : !tile
      %li = arith.addf %lp, %gi : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}, %beta: f32, %scale: f32,
    %loss: !f32_vec, %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rest = arith.subf %one, %beta : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xvh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %xv = arith.extf %xvh : !bf16_tile to !tile
      %yvh = helion.load %y[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %yv = arith.extf %yvh : !bf16_tile to !tile
      %q = math.exp %xv : !tile
      %p = math.exp %yv : !tile
      %betab = helion.full %beta : !tile
      %restb = helion.full %rest : !tile
      %bp = arith.mulf %betab, %p : !tile
      %rq = arith.mulf %restb, %q : !tile
      %mix = arith.addf %bp, %rq : !tile
      %logm = math.log %mix : !tile
      %py = arith.subf %yv, %logm : !tile
      %qx = arith.subf %xv, %logm : !tile
      %lp = arith.mulf %bp, %py : !tile
      %gi = arith.mulf %rq, %qx : !tile
      %li = arith.addf %lp, %gi : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_forward_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}, %scale: f32, %loss: !f32_vec,
    %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xv = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %yv = helion.load %y[%m, %n] : !f32_buf[m, n] -> !tile
      %p = math.exp %yv : !tile
      %d = arith.subf %yv, %xv : !tile
      %li = arith.mulf %p, %d : !tile
      %gi = arith.negf %p : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_forward_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}, %scale: f32, %loss: !f32_vec,
    %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xvh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %xv = arith.extf %xvh : !f16_tile to !tile
      %yvh = helion.load %y[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %yv = arith.extf %yvh : !f16_tile to !tile
      %p = math.exp %yv : !tile
      %d = arith.subf %yv, %xv : !tile
      %li = arith.mulf %p, %d : !tile
      %gi = arith.negf %p : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_forward_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}, %scale: f32, %loss: !f32_vec,
    %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xvh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %xv = arith.extf %xvh : !bf16_tile to !tile
      %yvh = helion.load %y[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %yv = arith.extf %yvh : !bf16_tile to !tile
      %p = math.exp %yv : !tile
      %d = arith.subf %yv, %xv : !tile
      %li = arith.mulf %p, %d : !tile
      %gi = arith.negf %p : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_reverse_f32(%x: !f32_buf {helion.align = 16 : i64},
    %y: !f32_buf {helion.align = 16 : i64}, %scale: f32, %loss: !f32_vec,
    %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !f32_buf
  %N = helion.size %x, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xv = helion.load %x[%m, %n] : !f32_buf[m, n] -> !tile
      %yv = helion.load %y[%m, %n] : !f32_buf[m, n] -> !tile
      %q = math.exp %xv : !tile
      %d = arith.subf %xv, %yv : !tile
      %li = arith.mulf %q, %d : !tile
      %gi = arith.addf %li, %q : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_reverse_f16(%x: !f16_buf {helion.align = 16 : i64},
    %y: !f16_buf {helion.align = 16 : i64}, %scale: f32, %loss: !f32_vec,
    %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !f16_buf
  %N = helion.size %x, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xvh = helion.load %x[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %xv = arith.extf %xvh : !f16_tile to !tile
      %yvh = helion.load %y[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %yv = arith.extf %yvh : !f16_tile to !tile
      %q = math.exp %xv : !tile
      %d = arith.subf %xv, %yv : !tile
      %li = arith.mulf %q, %d : !tile
      %gi = arith.addf %li, %q : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @jsd_reverse_bf16(%x: !bf16_buf {helion.align = 16 : i64},
    %y: !bf16_buf {helion.align = 16 : i64}, %scale: f32, %loss: !f32_vec,
    %dx: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !bf16_buf
  %N = helion.size %x, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %l, %g = helion.for %n in @n iter_args(%la = %none, %ga = %none) -> (!tile, !tile) {
      %xvh = helion.load %x[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %xv = arith.extf %xvh : !bf16_tile to !tile
      %yvh = helion.load %y[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %yv = arith.extf %yvh : !bf16_tile to !tile
      %q = math.exp %xv : !tile
      %d = arith.subf %xv, %yv : !tile
      %li = arith.mulf %q, %d : !tile
      %gi = arith.addf %li, %q : !tile
      %ln = arith.addf %la, %li : !tile
      %gn = arith.addf %ga, %gi : !tile
      helion.yield %ln, %gn : !tile, !tile
    }
    %lsum = helion.reduce sum %l over n : !tile -> !row
    %gsum = helion.reduce sum %g over n : !tile -> !row
    %scaler = helion.full %scale : !row
    %lscaled = arith.mulf %lsum, %scaler : !row
    %gscaled = arith.mulf %gsum, %scaler : !row
    helion.store %lscaled, %loss[%m] : !row, !f32_vec[m]
    helion.store %gscaled, %dx[%m] : !row, !f32_vec[m]
  }
}
