// RUN: fly-opt %s -canonicalize | FileCheck %s

// Upstream's canonicalize takes parts from where they were put together.

// CHECK-LABEL: @parts(
// CHECK-SAME: %[[S:.*]]: !fly.int_tuple<(4,?)>, %[[D:.*]]: !fly.int_tuple<(1,4)>, %[[P:.*]]: !fly.ptr<f32, global>)
// CHECK: %[[L:.*]] = fly.make_layout(%[[S]], %[[D]])
// CHECK: return %[[S]], %[[D]], %[[P]], %[[L]]
func.func @parts(%s: !fly.int_tuple<(4,?)>, %d: !fly.int_tuple<(1,4)>, %p: !fly.ptr<f32, global>)
    -> (!fly.int_tuple<(4,?)>, !fly.int_tuple<(1,4)>, !fly.ptr<f32, global>, !fly.layout<(4,?):(1,4)>) {
  %l = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,?)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,?):(1,4)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<(4,?):(1,4)>) -> !fly.memref<f32, global, (4,?):(1,4)>
  %0 = fly.get_shape(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<(4,?)>
  %1 = fly.get_stride(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<(1,4)>
  %2 = fly.get_iter(%m) : (!fly.memref<f32, global, (4,?):(1,4)>) -> !fly.ptr<f32, global>
  %3 = fly.get_layout(%m) : (!fly.memref<f32, global, (4,?):(1,4)>) -> !fly.layout<(4,?):(1,4)>
  return %0, %1, %2, %3 : !fly.int_tuple<(4,?)>, !fly.int_tuple<(1,4)>, !fly.ptr<f32, global>, !fly.layout<(4,?):(1,4)>
}

// CHECK-LABEL: @composed(
// CHECK-SAME: %[[S:.*]]: !fly.swizzle<S<3,3,3>>, %[[O:.*]]: !fly.int_tuple<?>, %[[L:.*]]: !fly.layout<8:1>)
// CHECK-NEXT: return %[[S]], %[[O]], %[[L]]
func.func @composed(%s: !fly.swizzle<S<3,3,3>>, %o: !fly.int_tuple<?>, %l: !fly.layout<8:1>)
    -> (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<?>, !fly.layout<8:1>) {
  %c = fly.make_composed_layout(%s, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<?>, !fly.layout<8:1>) -> !fly.composed_layout<S<3,3,3> o ? o 8:1>
  %0 = fly.composed_get_inner(%c) : (!fly.composed_layout<S<3,3,3> o ? o 8:1>) -> !fly.swizzle<S<3,3,3>>
  %1 = fly.composed_get_offset(%c) : (!fly.composed_layout<S<3,3,3> o ? o 8:1>) -> !fly.int_tuple<?>
  %2 = fly.composed_get_outer(%c) : (!fly.composed_layout<S<3,3,3> o ? o 8:1>) -> !fly.layout<8:1>
  return %0, %1, %2 : !fly.swizzle<S<3,3,3>>, !fly.int_tuple<?>, !fly.layout<8:1>
}

// A part that is declared with a weaker divisor isn't the same.
// CHECK-LABEL: @weaker(
// CHECK: fly.get_shape
func.func @weaker(%s: !fly.int_tuple<?{div=4}>, %d: !fly.int_tuple<1>) -> !fly.int_tuple<?> {
  %l = fly.make_layout(%s, %d) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<1>) -> !fly.layout<?{div=4}:1>
  %0 = fly.get_shape(%l) : (!fly.layout<?{div=4}:1>) -> !fly.int_tuple<?>
  return %0 : !fly.int_tuple<?>
}

// What an op would leave as it is.
// CHECK-LABEL: @unchanged(
// CHECK-SAME: %[[L:.*]]: !fly.layout<(4,?):(1,4)>, %[[M:.*]]: !fly.memref<f32, global, 8:1>, %[[P:.*]]: !fly.ptr<f32, global>)
// CHECK-NEXT: return %[[L]], %[[M]], %[[P]]
func.func @unchanged(%l: !fly.layout<(4,?):(1,4)>, %m: !fly.memref<f32, global, 8:1>, %p: !fly.ptr<f32, global>)
    -> (!fly.layout<(4,?):(1,4)>, !fly.memref<f32, global, 8:1>, !fly.ptr<f32, global>) {
  %0 = fly.coalesce(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.layout<(4,?):(1,4)>
  %1 = fly.decomposition(%m) : (!fly.memref<f32, global, 8:1>) -> !fly.memref<f32, global, 8:1>
  %2 = fly.recast_iter(%p) : (!fly.ptr<f32, global>) -> !fly.ptr<f32, global>
  return %0, %1, %2 : !fly.layout<(4,?):(1,4)>, !fly.memref<f32, global, 8:1>, !fly.ptr<f32, global>
}

// CHECK-LABEL: @assume(
// CHECK-SAME: %[[X:.*]]: !fly.int_tuple<?{div=4}>,
// CHECK-NEXT: return %[[X]]
func.func @assume(%x: !fly.int_tuple<?{div=4}>, %ok: i1) -> !fly.int_tuple<?{div=4}> {
  %0 = fly.assume(%x, %ok) : (!fly.int_tuple<?{div=4}>, i1) -> !fly.int_tuple<?{div=4}>
  return %0 : !fly.int_tuple<?{div=4}>
}
