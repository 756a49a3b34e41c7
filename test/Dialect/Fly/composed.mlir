// RUN: fly-opt %s -verify-roundtrip | FileCheck %s
// RUN: fly-opt %s -mlir-print-op-generic | fly-opt | FileCheck %s

// Composed layouts: what each op infers.

!swizzled = !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1)>

// CHECK-LABEL: @parts(
func.func @parts(%s: !fly.swizzle<S<3,3,3>>, %o: !fly.int_tuple<16>, %l: !fly.layout<(8,64):(64,1)>) {
  // CHECK: fly.make_composed_layout(%{{.*}}, %{{.*}}, %{{.*}}) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<16>, !fly.layout<(8,64):(64,1)>) -> !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1)>
  %0 = fly.make_composed_layout(%s, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<16>, !fly.layout<(8,64):(64,1)>) -> !swizzled
  // CHECK: -> !fly.swizzle<S<3,3,3>>
  %1 = fly.composed_get_inner(%0) : (!swizzled) -> !fly.swizzle<S<3,3,3>>
  // CHECK: -> !fly.int_tuple<16>
  %2 = fly.composed_get_offset(%0) : (!swizzled) -> !fly.int_tuple<16>
  // CHECK: -> !fly.layout<(8,64):(64,1)>
  %3 = fly.composed_get_outer(%0) : (!swizzled) -> !fly.layout<(8,64):(64,1)>
  return
}

// What is composed with another layout becomes its inner part; what another
// swizzle is applied to, its outer part.
// CHECK-LABEL: @nested(
func.func @nested(%c: !swizzled, %s: !fly.swizzle<S<1,4,3>>, %o: !fly.int_tuple<0>, %l: !fly.layout<8:1>) {
  // CHECK: -> !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1) o 0 o 8:1>
  %0 = fly.make_composed_layout(%c, %o, %l) : (!swizzled, !fly.int_tuple<0>, !fly.layout<8:1>) -> !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1) o 0 o 8:1>
  // CHECK: -> !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1)>
  %1 = fly.composed_get_inner(%0) : (!fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1) o 0 o 8:1>) -> !swizzled
  // CHECK: -> !fly.composed_layout<S<1,4,3> o 0 o [S<3,3,3> o 16 o (8,64):(64,1)]>
  %2 = fly.make_composed_layout(%s, %o, %c) : (!fly.swizzle<S<1,4,3>>, !fly.int_tuple<0>, !swizzled) -> !fly.composed_layout<S<1,4,3> o 0 o [S<3,3,3> o 16 o (8,64):(64,1)]>
  // CHECK: -> !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1)>
  %3 = fly.composed_get_outer(%2) : (!fly.composed_layout<S<1,4,3> o 0 o [S<3,3,3> o 16 o (8,64):(64,1)]>) -> !swizzled
  return
}

// The algebra works on the part that sees the coordinate.
// CHECK-LABEL: @algebra(
func.func @algebra(%c: !swizzled, %t: !fly.tile<[4|16]>, %l: !fly.layout<4:1>, %n: !fly.int_tuple<1024>, %s: !fly.int_tuple<(16,64)>, %o: !fly.int_tuple<(0,1)>, %e: !fly.layout<2:512>) {
  // CHECK: fly.zipped_divide{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o ((4,16),(2,4)):((64,1),(256,16))>
  %0 = fly.zipped_divide(%c, %t) : (!swizzled, !fly.tile<[4|16]>) -> !fly.composed_layout<S<3,3,3> o 16 o ((4,16),(2,4)):((64,1),(256,16))>
  // CHECK: fly.composition{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o 4:64>
  %1 = fly.composition(%c, %l) : (!swizzled, !fly.layout<4:1>) -> !fly.composed_layout<S<3,3,3> o 16 o 4:64>
  // CHECK: fly.complement{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o 2:512>
  %2 = fly.complement(%c, %n) : (!swizzled, !fly.int_tuple<1024>) -> !fly.composed_layout<S<3,3,3> o 16 o 2:512>
  // CHECK: fly.right_inverse{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o (64,8):(8,1)>
  %3 = fly.right_inverse(%c) : (!swizzled) -> !fly.composed_layout<S<3,3,3> o 16 o (64,8):(8,1)>
  // CHECK: fly.left_inverse{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o (64,8):(8,1)>
  %4 = fly.left_inverse(%c) : (!swizzled) -> !fly.composed_layout<S<3,3,3> o 16 o (64,8):(8,1)>
  // CHECK: fly.logical_product{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o ((8,64),4):((64,1),512)>
  %5 = fly.logical_product(%c, %l) : (!swizzled, !fly.layout<4:1>) -> !fly.composed_layout<S<3,3,3> o 16 o ((8,64),4):((64,1),512)>
  // CHECK: fly.tile_to_shape{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o ((8,2),(64,1)):((64,512),(1,0))>
  %6 = fly.tile_to_shape(%c, %s, %o) : (!swizzled, !fly.int_tuple<(16,64)>, !fly.int_tuple<(0,1)>) -> !fly.composed_layout<S<3,3,3> o 16 o ((8,2),(64,1)):((64,512),(1,0))>
  // CHECK: fly.append{{.*}} -> !fly.composed_layout<S<3,3,3> o 16 o (8,64,2):(64,1,512)>
  %7 = fly.append(%c, %e) : (!swizzled, !fly.layout<2:512>) -> !fly.composed_layout<S<3,3,3> o 16 o (8,64,2):(64,1,512)>
  // CHECK: fly.size{{.*}} -> !fly.int_tuple<512>
  %8 = fly.size(%c) : (!swizzled) -> !fly.int_tuple<512>
  // CHECK: fly.get_shape{{.*}} -> !fly.int_tuple<(8,64)>
  %9 = fly.get_shape(%c) : (!swizzled) -> !fly.int_tuple<(8,64)>
  return
}

// A slice moves the offset next to the plain layout, not the pointer.
// CHECK-LABEL: @slice(
func.func @slice(%c: !swizzled, %crd: !fly.int_tuple<(?,*)>, %k: !fly.coord_tensor<(?,0), CS<3,0,[0],0,[1]> o (0,0) o (8,8):(1E0,1E1)>) {
  // CHECK: -> !fly.composed_layout<S<3,3,3> o ?{div=16} o 64:1>
  %0 = fly.slice(%c, %crd) : (!swizzled, !fly.int_tuple<(?,*)>) -> !fly.composed_layout<S<3,3,3> o ?{div=16} o 64:1>
  // CHECK: -> !fly.coord_tensor<(?,0), CS<3,0,[0],0,[1]> o (?,0) o 8:1E1>
  %1 = fly.slice(%k, %crd) : (!fly.coord_tensor<(?,0), CS<3,0,[0],0,[1]> o (0,0) o (8,8):(1E0,1E1)>, !fly.int_tuple<(?,*)>) -> !fly.coord_tensor<(?,0), CS<3,0,[0],0,[1]> o (?,0) o 8:1E1>
  return
}

// CHECK-LABEL: @tensors(
func.func @tensors(%c: !swizzled, %p: !fly.ptr<f16, shared, align<16>>, %crd: !fly.int_tuple<(1,8)>, %m: !fly.memref<f16, shared, S<3,3,3> o 64 o 8:1, align<32>>) {
  // CHECK: -> !fly.memref<f16, shared, S<3,3,3> o 16 o (8,64):(64,1), align<16>>
  %0 = fly.make_view(%p, %c) : (!fly.ptr<f16, shared, align<16>>, !swizzled) -> !fly.memref<f16, shared, S<3,3,3> o 16 o (8,64):(64,1), align<16>>
  // CHECK: -> !fly.composed_layout<S<3,3,3> o 16 o (8,64):(64,1)>
  %1 = fly.get_layout(%0) : (!fly.memref<f16, shared, S<3,3,3> o 16 o (8,64):(64,1), align<16>>) -> !swizzled
  // CHECK: -> !fly.ptr<f16, shared, align<16>>
  %2 = fly.get_iter(%0) : (!fly.memref<f16, shared, S<3,3,3> o 16 o (8,64):(64,1), align<16>>) -> !fly.ptr<f16, shared, align<16>>
  // CHECK: -> f16
  %3 = fly.memref.load(%0, %crd) : (!fly.memref<f16, shared, S<3,3,3> o 16 o (8,64):(64,1), align<16>>, !fly.int_tuple<(1,8)>) -> f16
  // The element of index 64 lies at 64 ^ 8: a multiple of 8 elements.
  // CHECK: -> !fly.memref<f16, shared, 8:1, align<16>>
  %4 = fly.decomposition(%m) : (!fly.memref<f16, shared, S<3,3,3> o 64 o 8:1, align<32>>) -> !fly.memref<f16, shared, 8:1, align<16>>
  return
}

// CHECK-LABEL: @coordinates(
func.func @coordinates(%c: !fly.int_tuple<(3,?{div=16})>, %s: !fly.coord_swizzle<CS<2,0,[0],3,[1]>>, %d: !fly.int_tuple<(5,2)>) {
  // CHECK: -> !fly.int_tuple<(3,?{div=8})>
  %0 = fly.crd2idx(%c, %s) : (!fly.int_tuple<(3,?{div=16})>, !fly.coord_swizzle<CS<2,0,[0],3,[1]>>) -> !fly.int_tuple<(3,?{div=8})>
  // 5 & 3 = 1, and 2 ^ 8 = 10.
  // CHECK: -> !fly.int_tuple<(5,10)>
  %1 = fly.crd2idx(%d, %s) : (!fly.int_tuple<(5,2)>, !fly.coord_swizzle<CS<2,0,[0],3,[1]>>) -> !fly.int_tuple<(5,10)>
  return
}
