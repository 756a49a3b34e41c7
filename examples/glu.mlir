//===- glu.mlir ---------------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gated linear units, elementwise: `@swiglu_*` is silu(a) * b, `@geglu_*` is
// gelu(a) * b with PyTorch's tanh approximation. 0.5 * (1 + tanh(z)) is
// sigmoid(2z); sigmoid is 1 / (1 + exp(-x)), which is right up to infinity.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/glu.mlir --kernel=swiglu_bf16 --chip=gfx942 \
//     --arg=a.npy --arg=b.npy --arg=empty:64x1000xbf16 --save=2:c.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @swiglu_f32(%a: !f32_buf {helion.align = 16 : i64},
    %b: !f32_buf {helion.align = 16 : i64},
    %c: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %a, 0 : !f32_buf
  %N = helion.size %a, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %a[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %b[%m, %n] : !f32_buf[m, n] -> !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %neg = arith.negf %v : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %gate = arith.divf %v, %denominator : !tile
    %r = arith.mulf %gate, %g : !tile
    helion.store %r, %c[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @swiglu_f16(%a: !f16_buf {helion.align = 16 : i64},
    %b: !f16_buf {helion.align = 16 : i64},
    %c: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !f16_buf
  %N = helion.size %a, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %gh = helion.load %b[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %neg = arith.negf %v : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %gate = arith.divf %v, %denominator : !tile
    %r = arith.mulf %gate, %g : !tile
    %rh = arith.truncf %r : !tile to !f16_tile
    helion.store %rh, %c[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @swiglu_bf16(%a: !bf16_buf {helion.align = 16 : i64},
    %b: !bf16_buf {helion.align = 16 : i64},
    %c: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !bf16_buf
  %N = helion.size %a, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %gh = helion.load %b[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %neg = arith.negf %v : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %gate = arith.divf %v, %denominator : !tile
    %r = arith.mulf %gate, %g : !tile
    %rh = arith.truncf %r : !tile to !bf16_tile
    helion.store %rh, %c[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @geglu_f32(%a: !f32_buf {helion.align = 16 : i64},
    %b: !f32_buf {helion.align = 16 : i64},
    %c: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %a, 0 : !f32_buf
  %N = helion.size %a, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %a[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %b[%m, %n] : !f32_buf[m, n] -> !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %kf = arith.constant 0.044715 : f32
    %k = helion.full %kf : !tile
    %sf = arith.constant -1.5957691216057308 : f32
    %s = helion.full %sf : !tile
    %v2 = arith.mulf %v, %v : !tile
    %kv2 = arith.mulf %k, %v2 : !tile
    %factor = arith.addf %one, %kv2 : !tile
    %inner = arith.mulf %v, %factor : !tile
    %neg = arith.mulf %s, %inner : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %gate = arith.divf %v, %denominator : !tile
    %r = arith.mulf %gate, %g : !tile
    helion.store %r, %c[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @geglu_f16(%a: !f16_buf {helion.align = 16 : i64},
    %b: !f16_buf {helion.align = 16 : i64},
    %c: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !f16_buf
  %N = helion.size %a, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %gh = helion.load %b[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %kf = arith.constant 0.044715 : f32
    %k = helion.full %kf : !tile
    %sf = arith.constant -1.5957691216057308 : f32
    %s = helion.full %sf : !tile
    %v2 = arith.mulf %v, %v : !tile
    %kv2 = arith.mulf %k, %v2 : !tile
    %factor = arith.addf %one, %kv2 : !tile
    %inner = arith.mulf %v, %factor : !tile
    %neg = arith.mulf %s, %inner : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %gate = arith.divf %v, %denominator : !tile
    %r = arith.mulf %gate, %g : !tile
    %rh = arith.truncf %r : !tile to !f16_tile
    helion.store %rh, %c[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @geglu_bf16(%a: !bf16_buf {helion.align = 16 : i64},
    %b: !bf16_buf {helion.align = 16 : i64},
    %c: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !bf16_buf
  %N = helion.size %a, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %gh = helion.load %b[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %kf = arith.constant 0.044715 : f32
    %k = helion.full %kf : !tile
    %sf = arith.constant -1.5957691216057308 : f32
    %s = helion.full %sf : !tile
    %v2 = arith.mulf %v, %v : !tile
    %kv2 = arith.mulf %k, %v2 : !tile
    %factor = arith.addf %one, %kv2 : !tile
    %inner = arith.mulf %v, %factor : !tile
    %neg = arith.mulf %s, %inner : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %gate = arith.divf %v, %denominator : !tile
    %r = arith.mulf %gate, %g : !tile
    %rh = arith.truncf %r : !tile to !bf16_tile
    helion.store %rh, %c[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
