// RUN: fly-opt %s -pass-pipeline='builtin.module(fly-lower-subgroup-reduce{chip=gfx942})' | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: fly-opt %s -pass-pipeline='builtin.module(fly-lower-subgroup-reduce{chip=gfx1100})' | FileCheck %s --check-prefixes=CHECK,GFX11
// RUN: not fly-opt %s -pass-pipeline='builtin.module(fly-lower-subgroup-reduce{chip=gfx1})' 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: fly-opt %s -pass-pipeline='builtin.module(fly-lower-subgroup-reduce{chip=gfx942})' | FileCheck %s --check-prefix=NONE

// No reduction is left, whatever its type and kind. That the numbers are right in
// every lane is tested by execution (test/Simulator).
// NONE-NOT: gpu.subgroup_reduce

// CHIP: gfx942

// CHECK-LABEL: @f32(
// CHECK: amdgpu.dpp %{{.*}} %{{.*}} quad_perm([1 : i32, 0 : i32, 3 : i32, 2 : i32]) {bound_ctrl = true} : f32
// CHECK: arith.addf
// GFX9: row_bcast_15
// GFX9: row_bcast_31
// GFX9: rocdl.readlane
// GFX11-NOT: row_bcast
// GFX11: rocdl.permlanex16
func.func @f32(%x: f32) -> f32 {
  %0 = gpu.subgroup_reduce add %x : (f32) -> f32
  return %0 : f32
}

// Clusters of 16 lanes need no step beyond a row.
// CHECK-LABEL: @cluster(
// CHECK-COUNT-4: arith.maximumf
// CHECK-NOT: row_bcast
// CHECK: return
func.func @cluster(%x: f32) -> f32 {
  %0 = gpu.subgroup_reduce maximumf %x cluster(size = 16) : (f32) -> f32
  return %0 : f32
}

// CHECK-LABEL: @f64(
// CHECK-COUNT-5: arith.mulf %{{.*}} : f64
func.func @f64(%x: f64) -> f64 {
  %0 = gpu.subgroup_reduce mul %x cluster(size = 32) : (f64) -> f64
  return %0 : f64
}

// CHECK-LABEL: @kinds(
// CHECK: arith.addi
// CHECK: arith.minnumf
// CHECK: arith.maxnumf
// CHECK: arith.minimumf
func.func @kinds(%i: i32, %d: f64, %x: f32) -> (i32, f64, f32, f32) {
  %0 = gpu.subgroup_reduce add %i cluster(size = 2) : (i32) -> i32
  %1 = gpu.subgroup_reduce minnumf %d cluster(size = 2) : (f64) -> f64
  %2 = gpu.subgroup_reduce maxnumf %x cluster(size = 2) : (f32) -> f32
  %3 = gpu.subgroup_reduce minimumf %x cluster(size = 2) : (f32) -> f32
  return %0, %1, %2, %3 : i32, f64, f32, f32
}

// One lane is its own sum.
// CHECK-LABEL: @one(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK: return %[[X]]
func.func @one(%x: f32) -> f32 {
  %0 = gpu.subgroup_reduce add %x cluster(size = 1) : (f32) -> f32
  return %0 : f32
}
