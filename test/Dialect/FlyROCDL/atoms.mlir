// RUN: fly-opt %s -verify-roundtrip | FileCheck %s

!buffer_copy = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
!scale = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 3>>

// CHECK-LABEL: @set_value(
// CHECK: fly.atom.set_value(%{{.*}}, "soffset", %{{.*}}) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
func.func @set_value(%atom: !buffer_copy, %v: i32) -> !buffer_copy {
  %0 = fly.atom.set_value(%atom, "soffset", %v) : (!buffer_copy, i32) -> !buffer_copy
  return %0 : !buffer_copy
}

// A scale is four bytes, whatever their type.
// CHECK-LABEL: @set_scale(
// CHECK: fly.atom.set_value(%{{.*}}, "scale_a", %{{.*}}) : ({{.*}}, vector<4xf8E8M0FNU>)
func.func @set_scale(%atom: !scale, %v: vector<4xf8E8M0FNU>) -> !scale {
  %0 = fly.atom.set_value(%atom, "scale_a", %v) : (!scale, vector<4xf8E8M0FNU>) -> !scale
  return %0 : !scale
}

// CHECK-LABEL: @copies(
// CHECK-SAME: !fly.universal_atomic<add, f32>
// CHECK-SAME: !fly.universal_atomic<inc, i64, "agent">
// CHECK-SAME: !fly.copy_atom<!fly.universal_atomic<add, vector<2xbf16>>, 16>
// CHECK-SAME: !fly_rocdl.cdna3.buffer_copy_lds<128>
// CHECK-SAME: !fly_rocdl.cdna3.buffer_atomic<max, i32>
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, vector<2xf16>>, 16>
// CHECK-SAME: !fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>
// CHECK-SAME: !fly_rocdl.cdna4.lds_read_trans<trans = 6b, 96>
// CHECK-SAME: !fly_rocdl.cdna4.buffer_load_async_lds<96>
// CHECK-SAME: !fly_rocdl.cdna4.global_load_async_lds<32>
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 64, 8, cache = 1, barrier = true, timeout = false>, 16>
func.func private @copies(
  !fly.universal_atomic<add, f32>,
  !fly.universal_atomic<inc, i64, "agent">,
  !fly.copy_atom<!fly.universal_atomic<add, vector<2xbf16>>, 16>,
  !fly_rocdl.cdna3.buffer_copy_lds<128>,
  !fly_rocdl.cdna3.buffer_atomic<max, i32>,
  !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, vector<2xf16>>, 16>,
  !fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>,
  !fly_rocdl.cdna4.lds_read_trans<trans = 6b, 96>,
  !fly_rocdl.cdna4.buffer_load_async_lds<96>,
  !fly_rocdl.cdna4.global_load_async_lds<32>,
  !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 4, pad = 64, 8, cache = 1, barrier = true, timeout = false>, 16>)

// CHECK-LABEL: @mma(
// CHECK-SAME: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
// CHECK-SAME: !fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>
// CHECK-SAME: !fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>
// CHECK-SAME: !fly_rocdl.cdna4.mfma_scale<32x32x64, (f6E2M3FN, f6E3M2FN) -> f32, opselA = 1, opselB = 2>
// CHECK-SAME: !fly_rocdl.gfx11.wmma<16x16x16, (i4, i4) -> i32, signA = true, signB = false, clamp = true>
// CHECK-SAME: !fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>
// CHECK-SAME: !fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f16, signA = false, signB = false, clamp = false>
// CHECK-SAME: !fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 1, modC = 7, reuseA = true, reuseB = false, blockSize = 16>
func.func private @mma(
  !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>,
  !fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>,
  !fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>,
  !fly_rocdl.cdna4.mfma_scale<32x32x64, (f6E2M3FN, f6E3M2FN) -> f32, opselA = 1, opselB = 2>,
  !fly_rocdl.gfx11.wmma<16x16x16, (i4, i4) -> i32, signA = true, signB = false, clamp = true>,
  !fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>,
  !fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f16, signA = false, signB = false, clamp = false>,
  !fly_rocdl.gfx1250.wmma_scale<32x16x128, (f4E2M1FN, f4E2M1FN) -> f32, opselA = 0, opselB = 1, modC = 7, reuseA = true, reuseB = false, blockSize = 16>)
