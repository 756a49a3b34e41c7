//===- glu_backward.mlir --------------------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients of the gated linear units of glu.mlir by a and b, from the gradient dc of
// the loss by c. With s = sigmoid(a), silu'(a) = s * (1 + a * (1 - s)); gelu's tanh
// form is a * sigmoid(u), so that its derivative is s + a * s * (1 - s) * u'.
//
// Run it on the simulated device (any row length):
//
//   fly-run examples/glu_backward.mlir --kernel=swiglu_backward_bf16 --chip=gfx942 \
//     --arg=a.npy --arg=b.npy --arg=dc.npy \
//     --arg=empty:64x1000xbf16 --arg=empty:64x1000xbf16 \
//     --save=3:da.npy --save=4:db.npy
//
//===----------------------------------------------------------------------===//

!f32_buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!f16_buf = memref<?x?xf16, strided<[?, 1], offset: ?>>
!f16_tile = tensor<?x?xf16, #helion.axes<m, n>>
!bf16_buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!bf16_tile = tensor<?x?xbf16, #helion.axes<m, n>>

helion.kernel @swiglu_backward_f32(%a: !f32_buf {helion.align = 16 : i64},
    %b: !f32_buf {helion.align = 16 : i64},
    %dc: !f32_buf {helion.align = 16 : i64},
    %da: !f32_buf {helion.align = 16 : i64},
    %db: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %a, 0 : !f32_buf
  %N = helion.size %a, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %a[%m, %n] : !f32_buf[m, n] -> !tile
    %w = helion.load %b[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %dc[%m, %n] : !f32_buf[m, n] -> !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %neg = arith.negf %v : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %s = arith.divf %one, %denominator : !tile
    %act = arith.mulf %v, %s : !tile
    %gradb = arith.mulf %g, %act : !tile
    %rest = arith.subf %one, %s : !tile
    %ar = arith.mulf %v, %rest : !tile
    %ar1 = arith.addf %one, %ar : !tile
    %slope = arith.mulf %s, %ar1 : !tile
    %gw = arith.mulf %g, %w : !tile
    %grada = arith.mulf %gw, %slope : !tile
    helion.store %grada, %da[%m, %n] : !tile, !f32_buf[m, n]
    helion.store %gradb, %db[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @swiglu_backward_f16(%a: !f16_buf {helion.align = 16 : i64},
    %b: !f16_buf {helion.align = 16 : i64},
    %dc: !f16_buf {helion.align = 16 : i64},
    %da: !f16_buf {helion.align = 16 : i64},
    %db: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !f16_buf
  %N = helion.size %a, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %wh = helion.load %b[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %w = arith.extf %wh : !f16_tile to !tile
    %gh = helion.load %dc[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %neg = arith.negf %v : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %s = arith.divf %one, %denominator : !tile
    %act = arith.mulf %v, %s : !tile
    %gradb = arith.mulf %g, %act : !tile
    %rest = arith.subf %one, %s : !tile
    %ar = arith.mulf %v, %rest : !tile
    %ar1 = arith.addf %one, %ar : !tile
    %slope = arith.mulf %s, %ar1 : !tile
    %gw = arith.mulf %g, %w : !tile
    %grada = arith.mulf %gw, %slope : !tile
    %gradah = arith.truncf %grada : !tile to !f16_tile
    helion.store %gradah, %da[%m, %n] : !f16_tile, !f16_buf[m, n]
    %gradbh = arith.truncf %gradb : !tile to !f16_tile
    helion.store %gradbh, %db[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @swiglu_backward_bf16(%a: !bf16_buf {helion.align = 16 : i64},
    %b: !bf16_buf {helion.align = 16 : i64},
    %dc: !bf16_buf {helion.align = 16 : i64},
    %da: !bf16_buf {helion.align = 16 : i64},
    %db: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !bf16_buf
  %N = helion.size %a, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %wh = helion.load %b[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %w = arith.extf %wh : !bf16_tile to !tile
    %gh = helion.load %dc[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %neg = arith.negf %v : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %s = arith.divf %one, %denominator : !tile
    %act = arith.mulf %v, %s : !tile
    %gradb = arith.mulf %g, %act : !tile
    %rest = arith.subf %one, %s : !tile
    %ar = arith.mulf %v, %rest : !tile
    %ar1 = arith.addf %one, %ar : !tile
    %slope = arith.mulf %s, %ar1 : !tile
    %gw = arith.mulf %g, %w : !tile
    %grada = arith.mulf %gw, %slope : !tile
    %gradah = arith.truncf %grada : !tile to !bf16_tile
    helion.store %gradah, %da[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    %gradbh = arith.truncf %gradb : !tile to !bf16_tile
    helion.store %gradbh, %db[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}

helion.kernel @geglu_backward_f32(%a: !f32_buf {helion.align = 16 : i64},
    %b: !f32_buf {helion.align = 16 : i64},
    %dc: !f32_buf {helion.align = 16 : i64},
    %da: !f32_buf {helion.align = 16 : i64},
    %db: !f32_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %a, 0 : !f32_buf
  %N = helion.size %a, 1 : !f32_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %a[%m, %n] : !f32_buf[m, n] -> !tile
    %w = helion.load %b[%m, %n] : !f32_buf[m, n] -> !tile
    %g = helion.load %dc[%m, %n] : !f32_buf[m, n] -> !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %kf = arith.constant 0.044715 : f32
    %k = helion.full %kf : !tile
    %threef = arith.constant 3.0 : f32
    %three = helion.full %threef : !tile
    %scalef = arith.constant -1.5957691216057308 : f32
    %scale = helion.full %scalef : !tile
    %v2 = arith.mulf %v, %v : !tile
    %kv2 = arith.mulf %k, %v2 : !tile
    %factor = arith.addf %one, %kv2 : !tile
    %inner = arith.mulf %v, %factor : !tile
    %neg = arith.mulf %scale, %inner : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %s = arith.divf %one, %denominator : !tile
    %act = arith.mulf %v, %s : !tile
    %gradb = arith.mulf %g, %act : !tile
    %rest = arith.subf %one, %s : !tile
    %kv23 = arith.mulf %three, %kv2 : !tile
    %slopeu1 = arith.addf %one, %kv23 : !tile
    %slopeu = arith.mulf %scale, %slopeu1 : !tile
    %as = arith.mulf %act, %rest : !tile
    %change = arith.mulf %as, %slopeu : !tile
    %slope = arith.subf %s, %change : !tile
    %gw = arith.mulf %g, %w : !tile
    %grada = arith.mulf %gw, %slope : !tile
    helion.store %grada, %da[%m, %n] : !tile, !f32_buf[m, n]
    helion.store %gradb, %db[%m, %n] : !tile, !f32_buf[m, n]
  }
}

helion.kernel @geglu_backward_f16(%a: !f16_buf {helion.align = 16 : i64},
    %b: !f16_buf {helion.align = 16 : i64},
    %dc: !f16_buf {helion.align = 16 : i64},
    %da: !f16_buf {helion.align = 16 : i64},
    %db: !f16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !f16_buf
  %N = helion.size %a, 1 : !f16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %v = arith.extf %vh : !f16_tile to !tile
    %wh = helion.load %b[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %w = arith.extf %wh : !f16_tile to !tile
    %gh = helion.load %dc[%m, %n] : !f16_buf[m, n] -> !f16_tile
    %g = arith.extf %gh : !f16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %kf = arith.constant 0.044715 : f32
    %k = helion.full %kf : !tile
    %threef = arith.constant 3.0 : f32
    %three = helion.full %threef : !tile
    %scalef = arith.constant -1.5957691216057308 : f32
    %scale = helion.full %scalef : !tile
    %v2 = arith.mulf %v, %v : !tile
    %kv2 = arith.mulf %k, %v2 : !tile
    %factor = arith.addf %one, %kv2 : !tile
    %inner = arith.mulf %v, %factor : !tile
    %neg = arith.mulf %scale, %inner : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %s = arith.divf %one, %denominator : !tile
    %act = arith.mulf %v, %s : !tile
    %gradb = arith.mulf %g, %act : !tile
    %rest = arith.subf %one, %s : !tile
    %kv23 = arith.mulf %three, %kv2 : !tile
    %slopeu1 = arith.addf %one, %kv23 : !tile
    %slopeu = arith.mulf %scale, %slopeu1 : !tile
    %as = arith.mulf %act, %rest : !tile
    %change = arith.mulf %as, %slopeu : !tile
    %slope = arith.subf %s, %change : !tile
    %gw = arith.mulf %g, %w : !tile
    %grada = arith.mulf %gw, %slope : !tile
    %gradah = arith.truncf %grada : !tile to !f16_tile
    helion.store %gradah, %da[%m, %n] : !f16_tile, !f16_buf[m, n]
    %gradbh = arith.truncf %gradb : !tile to !f16_tile
    helion.store %gradbh, %db[%m, %n] : !f16_tile, !f16_buf[m, n]
  }
}

helion.kernel @geglu_backward_bf16(%a: !bf16_buf {helion.align = 16 : i64},
    %b: !bf16_buf {helion.align = 16 : i64},
    %dc: !bf16_buf {helion.align = 16 : i64},
    %da: !bf16_buf {helion.align = 16 : i64},
    %db: !bf16_buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %a, 0 : !bf16_buf
  %N = helion.size %a, 1 : !bf16_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %vh = helion.load %a[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %v = arith.extf %vh : !bf16_tile to !tile
    %wh = helion.load %b[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %w = arith.extf %wh : !bf16_tile to !tile
    %gh = helion.load %dc[%m, %n] : !bf16_buf[m, n] -> !bf16_tile
    %g = arith.extf %gh : !bf16_tile to !tile
    %onef = arith.constant 1.0 : f32
    %one = helion.full %onef : !tile
    %kf = arith.constant 0.044715 : f32
    %k = helion.full %kf : !tile
    %threef = arith.constant 3.0 : f32
    %three = helion.full %threef : !tile
    %scalef = arith.constant -1.5957691216057308 : f32
    %scale = helion.full %scalef : !tile
    %v2 = arith.mulf %v, %v : !tile
    %kv2 = arith.mulf %k, %v2 : !tile
    %factor = arith.addf %one, %kv2 : !tile
    %inner = arith.mulf %v, %factor : !tile
    %neg = arith.mulf %scale, %inner : !tile
    %e = math.exp %neg : !tile
    %denominator = arith.addf %one, %e : !tile
    %s = arith.divf %one, %denominator : !tile
    %act = arith.mulf %v, %s : !tile
    %gradb = arith.mulf %g, %act : !tile
    %rest = arith.subf %one, %s : !tile
    %kv23 = arith.mulf %three, %kv2 : !tile
    %slopeu1 = arith.addf %one, %kv23 : !tile
    %slopeu = arith.mulf %scale, %slopeu1 : !tile
    %as = arith.mulf %act, %rest : !tile
    %change = arith.mulf %as, %slopeu : !tile
    %slope = arith.subf %s, %change : !tile
    %gw = arith.mulf %g, %w : !tile
    %grada = arith.mulf %gw, %slope : !tile
    %gradah = arith.truncf %grada : !tile to !bf16_tile
    helion.store %gradah, %da[%m, %n] : !bf16_tile, !bf16_buf[m, n]
    %gradbh = arith.truncf %gradb : !tile to !bf16_tile
    helion.store %gradbh, %db[%m, %n] : !bf16_tile, !bf16_buf[m, n]
  }
}
