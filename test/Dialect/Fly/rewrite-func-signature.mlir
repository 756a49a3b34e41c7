// RUN: fly-opt %s -allow-unregistered-dialect -fly-rewrite-func-signature | FileCheck %s
// RUN: fly-opt %s -allow-unregistered-dialect -fly-rewrite-func-signature -fly-canonicalize -fly-layout-lowering -canonicalize | FileCheck %s --check-prefix=LOWERED

// Only the integers that the types don't say are passed, packed; a static value
// is passed as nothing.
// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[L:.*]]: !llvm.struct<packed (struct<packed (i32)>)>,
// CHECK-SAME: %[[P:.*]]: !fly.ptr<f32, global>,
// CHECK-SAME: %[[ML:.*]]: !llvm.struct<packed (struct<packed (i32)>, struct<packed (i64)>)>) -> !llvm.struct<packed (i32)>
// CHECK: %[[SHAPE:.*]] = fly.make_int_tuple(%{{.*}}) : (i32) -> !fly.int_tuple<(?,8)>
// CHECK: %[[STRIDE:.*]] = fly.make_int_tuple(%{{.*}}) : (i64) -> !fly.int_tuple<(?{i64},1)>
// CHECK: %[[LAYOUT:.*]] = fly.make_layout(%[[SHAPE]], %[[STRIDE]])
// CHECK: fly.make_view(%[[P]], %[[LAYOUT]])
// CHECK: %[[R:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[0] : !llvm.struct<packed (i32)>
// CHECK: return %[[R]]
// LOWERED-LABEL: func.func @parts(
// LOWERED: llvm.extractvalue %{{.*}}[0, 0]
// LOWERED-NOT: fly.
func.func @parts(%l: !fly.layout<(4,?):(1,4)>, %s: !fly.layout<8:1>, %m: !fly.memref<f32, global, (?,8):(?{i64},1)>) -> !fly.int_tuple<?> {
  %0 = fly.get_shape(%m) : (!fly.memref<f32, global, (?,8):(?{i64},1)>) -> !fly.int_tuple<(?,8)>
  %1 = fly.get(%0) {mode = array<i32: 0>} : (!fly.int_tuple<(?,8)>) -> !fly.int_tuple<?>
  return %1 : !fly.int_tuple<?>
}

// Loops carry the same parts.
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for {{.*}} -> (!llvm.struct<packed (i32)>)
// CHECK: scf.yield %{{.*}} : !llvm.struct<packed (i32)>
// LOWERED-LABEL: func.func @loop(
// LOWERED: scf.for
// LOWERED: arith.addi %{{.*}}, %c2_i32 : i32
func.func @loop(%n: index, %t: !fly.int_tuple<?>) -> !fly.int_tuple<?> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = fly.static : !fly.int_tuple<2>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (!fly.int_tuple<?>) {
    %y = fly.int_tuple_add(%x, %two) : (!fly.int_tuple<?>, !fly.int_tuple<2>) -> !fly.int_tuple<?>
    scf.yield %y : !fly.int_tuple<?>
  }
  return %r : !fly.int_tuple<?>
}

// CHECK-LABEL: func.func @call(
// CHECK: call @loop(%{{.*}}, %{{.*}}) : (index, !llvm.struct<packed (i32)>) -> !llvm.struct<packed (i32)>
func.func @call(%n: index, %t: !fly.int_tuple<?>) -> !fly.int_tuple<?> {
  %r = call @loop(%n, %t) : (index, !fly.int_tuple<?>) -> !fly.int_tuple<?>
  return %r : !fly.int_tuple<?>
}

// A kernel and its launch agree.
// CHECK-LABEL: gpu.module @kernels
// CHECK: gpu.func @kernel(%{{.*}}: !fly.ptr<f32, global>, %{{.*}}: !llvm.struct<packed (struct<packed (i32)>)>) kernel
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @kernel(%m: !fly.memref<f32, global, (?,8):(8,1)>) kernel {
    gpu.return
  }
}
// CHECK-LABEL: func.func @launch(
// CHECK: gpu.launch_func {{.*}} args(%{{.*}} : !fly.ptr<f32, global>, %{{.*}} : !llvm.struct<packed (struct<packed (i32)>)>)
func.func @launch(%m: !fly.memref<f32, global, (?,8):(8,1)>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : !fly.memref<f32, global, (?,8):(8,1)>)
  return
}
}

// A composed layout goes as its outer part, offset and inner part, as far as
// they are not known.
// CHECK-LABEL: func.func @composed(
// CHECK-SAME: %[[C:.*]]: !llvm.struct<packed (struct<packed (struct<packed (i32)>)>, struct<packed (i32)>)>, %[[P:.*]]: !fly.ptr<f16, shared>, %[[L:.*]]: !llvm.struct<packed (struct<packed (i32)>)>)
// CHECK-SAME: -> !llvm.struct<packed (struct<packed (struct<packed (i32)>)>, struct<packed (i32)>)>
// CHECK-DAG: %[[S:.*]] = fly.static : !fly.swizzle<S<3,3,3>>
// CHECK-DAG: fly.make_composed_layout({{.*}} -> !fly.composed_layout<S<3,3,3> o ? o (?,8):(8,1)>
// CHECK-DAG: fly.make_composed_layout({{.*}} -> !fly.composed_layout<S<3,3,3> o ?{div=8} o 8:1>
// CHECK-DAG: fly.make_view(%[[P]], {{.*}} -> !fly.memref<f16, shared, S<3,3,3> o ?{div=8} o 8:1>
// CHECK: return %{{.*}} : !llvm.struct<packed (struct<packed (struct<packed (i32)>)>, struct<packed (i32)>)>
func.func @composed(%c: !fly.composed_layout<S<3,3,3> o ? o (?,8):(8,1)>, %m: !fly.memref<f16, shared, S<3,3,3> o ?{div=8} o 8:1>,
                    %known: !fly.composed_layout<S<3,3,3> o 0 o 8:1>) -> !fly.composed_layout<S<3,3,3> o ? o (?,8):(8,1)> {
  "use"(%c, %m, %known) : (!fly.composed_layout<S<3,3,3> o ? o (?,8):(8,1)>, !fly.memref<f16, shared, S<3,3,3> o ?{div=8} o 8:1>, !fly.composed_layout<S<3,3,3> o 0 o 8:1>) -> ()
  return %c : !fly.composed_layout<S<3,3,3> o ? o (?,8):(8,1)>
}
