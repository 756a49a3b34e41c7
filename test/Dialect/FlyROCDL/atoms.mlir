// RUN: fly-opt %s -verify-roundtrip | FileCheck %s

!buffer_copy = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>

// CHECK-LABEL: @set_value(
// CHECK: fly.atom.set_value(%{{.*}}, "soffset", %{{.*}}) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, i32) -> !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
func.func @set_value(%atom: !buffer_copy, %v: i32) -> !buffer_copy {
  %0 = fly.atom.set_value(%atom, "soffset", %v) : (!buffer_copy, i32) -> !buffer_copy
  return %0 : !buffer_copy
}

// CHECK-LABEL: @mfma(
// CHECK-SAME: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
// CHECK-SAME: !fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>
// CHECK-SAME: !fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>
func.func private @mfma(
  !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>,
  !fly_rocdl.cdna3.mfma<32x32x16, (f8E4M3FNUZ, f8E5M2FNUZ) -> f32>,
  !fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> i32>)
