//===- kl_div.mlir ------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kullback-Leibler divergence of each row, as torch.nn.functional.kl_div: `%input`
// holds log-probabilities, `%target` probabilities (`@kl_div_*`) or
// log-probabilities (`@kl_div_log_target_*`). The loss of a row is the sum over its
// columns of target * (log(max(target, eps)) - input); the mean over rows is the
// caller's. `@kl_div_none_*` keeps the loss of every element.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/kl_div.mlir --kernel=kl_div_f32 --chip=gfx942 \
//     --arg=input.npy --arg=target.npy --arg=f32:1e-10 \
//     --arg=empty:64xf32 --save=3:loss.npy
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

helion.kernel @kl_div_f32(%input: !f32_buf {helion.align = 16 : i64},
    %target: !f32_buf {helion.align = 16 : i64}, %eps: f32, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %input, 0 : !f32_buf
  %N = helion.size %input, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %v = helion.load %input[%m, %n] : !f32_buf[m, n] -> !tile
      %t = helion.load %target[%m, %n] : !f32_buf[m, n] -> !tile
      %epsb = helion.full %eps : !tile
      %bounded = arith.maximumf %t, %epsb : !tile
      %log = math.log %bounded : !tile
      %d = arith.subf %log, %v : !tile
      %l = arith.mulf %t, %d : !tile
      %next = arith.addf %partial, %l : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @kl_div_f16(%input: !f16_buf {helion.align = 16 : i64},
    %target: !f16_buf {helion.align = 16 : i64}, %eps: f32, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %input, 0 : !f16_buf
  %N = helion.size %input, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %vh = helion.load %input[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %th = helion.load %target[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %t = arith.extf %th : !f16_tile to !tile
      %epsb = helion.full %eps : !tile
      %bounded = arith.maximumf %t, %epsb : !tile
      %log = math.log %bounded : !tile
      %d = arith.subf %log, %v : !tile
      %l = arith.mulf %t, %d : !tile
      %next = arith.addf %partial, %l : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @kl_div_bf16(%input: !bf16_buf {helion.align = 16 : i64},
    %target: !bf16_buf {helion.align = 16 : i64}, %eps: f32, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %input, 0 : !bf16_buf
  %N = helion.size %input, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %vh = helion.load %input[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %th = helion.load %target[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %t = arith.extf %th : !bf16_tile to !tile
      %epsb = helion.full %eps : !tile
      %bounded = arith.maximumf %t, %epsb : !tile
      %log = math.log %bounded : !tile
      %d = arith.subf %log, %v : !tile
      %l = arith.mulf %t, %d : !tile
      %next = arith.addf %partial, %l : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @kl_div_log_target_f32(%input: !f32_buf {helion.align = 16 : i64},
    %target: !f32_buf {helion.align = 16 : i64}, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %input, 0 : !f32_buf
  %N = helion.size %input, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %v = helion.load %input[%m, %n] : !f32_buf[m, n] -> !tile
      %t = helion.load %target[%m, %n] : !f32_buf[m, n] -> !tile
      %p = math.exp %t : !tile
      %d = arith.subf %t, %v : !tile
      %l = arith.mulf %p, %d : !tile
      %next = arith.addf %partial, %l : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @kl_div_log_target_f16(%input: !f16_buf {helion.align = 16 : i64},
    %target: !f16_buf {helion.align = 16 : i64}, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %input, 0 : !f16_buf
  %N = helion.size %input, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %vh = helion.load %input[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %v = arith.extf %vh : !f16_tile to !tile
      %th = helion.load %target[%m, %n] : !f16_buf[m, n] -> !f16_tile
      %t = arith.extf %th : !f16_tile to !tile
      %p = math.exp %t : !tile
      %d = arith.subf %t, %v : !tile
      %l = arith.mulf %p, %d : !tile
      %next = arith.addf %partial, %l : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @kl_div_log_target_bf16(
    %input: !bf16_buf {helion.align = 16 : i64},
    %target: !bf16_buf {helion.align = 16 : i64}, %loss: !f32_vec)
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %input, 0 : !bf16_buf
  %N = helion.size %input, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %none = helion.full %zero : !tile
    %acc = helion.for %n in @n iter_args(%partial = %none) -> (!tile) {
      %vh = helion.load %input[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %v = arith.extf %vh : !bf16_tile to !tile
      %th = helion.load %target[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
      %t = arith.extf %th : !bf16_tile to !tile
      %p = math.exp %t : !tile
      %d = arith.subf %t, %v : !tile
      %l = arith.mulf %p, %d : !tile
      %next = arith.addf %partial, %l : !tile
      helion.yield %next : !tile
    }
    %s = helion.reduce sum %acc over n : !tile -> !row
    helion.store %s, %loss[%m] : !row, !f32_vec[m]
  }
}

helion.kernel @kl_div_none_f32(%input: !f32_buf {helion.align = 16 : i64},
    %target: !f32_buf {helion.align = 16 : i64}, %eps: f32,
    %loss: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %input, 0 : !f32_buf
  %N = helion.size %input, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %input[%m, %n] : !f32_buf[m, n] -> !tile
    %t = helion.load %target[%m, %n] : !f32_buf[m, n] -> !tile
    %epsb = helion.full %eps : !tile
    %bounded = arith.maximumf %t, %epsb : !tile
    %log = math.log %bounded : !tile
    %d = arith.subf %log, %v : !tile
    %l = arith.mulf %t, %d : !tile
    helion.store %l, %loss[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @kl_div_none_f16(%input: !f16_buf {helion.align = 16 : i64},
    %target: !f16_buf {helion.align = 16 : i64}, %eps: f32,
    %loss: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %input, 0 : !f16_buf
  %N = helion.size %input, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %input[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %th = helion.load %target[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %t = arith.extf %th : !f16_tile to !tile
    %epsb = helion.full %eps : !tile
    %bounded = arith.maximumf %t, %epsb : !tile
    %log = math.log %bounded : !tile
    %d = arith.subf %log, %v : !tile
    %l = arith.mulf %t, %d : !tile
    %lh = arith.truncf %l : !tile to !f16_tile
    helion.store %lh, %loss[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @kl_div_none_bf16(%input: !bf16_buf {helion.align = 16 : i64},
    %target: !bf16_buf {helion.align = 16 : i64}, %eps: f32,
    %loss: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %input, 0 : !bf16_buf
  %N = helion.size %input, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %input[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %th = helion.load %target[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %t = arith.extf %th : !bf16_tile to !tile
    %epsb = helion.full %eps : !tile
    %bounded = arith.maximumf %t, %epsb : !tile
    %log = math.log %bounded : !tile
    %d = arith.subf %log, %v : !tile
    %l = arith.mulf %t, %d : !tile
    %lh = arith.truncf %l : !tile to !bf16_tile
    helion.store %lh, %loss[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
