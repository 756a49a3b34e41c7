// RUN: fly-opt %s -verify-roundtrip -allow-unregistered-dialect | FileCheck %s

// Types and attributes print without blanks inside tuples and without defaults.

// CHECK-LABEL: "int_tuples"
"int_tuples"() {
  // CHECK-SAME: a = !fly.int_tuple<4>
  a = !fly.int_tuple<4>,
  // CHECK-SAME: b = !fly.int_tuple<(4,?)>
  b = !fly.int_tuple<( 4 , ?{} )>,
  // CHECK-SAME: c = !fly.int_tuple<(*,?{div=16},?{i64 div=4},?{i64},?)>
  c = !fly.int_tuple<(*,?{div = 16},?{ i64 div=4},?{i64 div=1},?{i32})>,
  // CHECK-SAME: d = !fly.int_tuple<((1E0,1E1E2),?E2,?{div=4}E0,-3)>
  d = !fly.int_tuple<((1E0,1E1E2),?E2,?{div=4}E0,-3)>,
  // CHECK-SAME: e = !fly.int_tuple<(8)>
  e = !fly.int_tuple<(8)>,
  // CHECK-SAME: f = !fly.int_tuple<8589934592>
  f = !fly.int_tuple<8589934592>
} : () -> ()

// CHECK-LABEL: "layouts"
"layouts"() {
  // CHECK-SAME: a = !fly.layout<(4,(2,?)):(1,(4,?{i64 div=8}))>
  a = !fly.layout<(4, (2, ?)) : (1, (4, ?{i64 div=8}))>,
  // CHECK-SAME: b = !fly.layout<4:1>
  b = !fly.layout<4 : 1>,
  // CHECK-SAME: c = !fly.layout<(4,8):(1E0,-2)>
  c = !fly.layout<(4,8):(1E0,-2)>
} : () -> ()

// CHECK-LABEL: "tiles"
"tiles"() {
  // CHECK-SAME: a = !fly.tile<4>
  a = !fly.tile<4>,
  // CHECK-SAME: b = !fly.tile<(2,3):(1,2)>
  b = !fly.tile<(2,3):(1,2)>,
  // CHECK-SAME: c = !fly.tile<{{\[\[}}2|4]|8:1|*]>
  c = !fly.tile<[[2 | 4] | 8:1 | *]>,
  // CHECK-SAME: d = !fly.tile<*>
  d = !fly.tile<*>
} : () -> ()

// CHECK-LABEL: "pointers"
"pointers"() {
  // CHECK-SAME: a = !fly.ptr<f32, global>
  a = !fly.ptr<f32, global, align<4>>,
  // CHECK-SAME: b = !fly.ptr<f16, shared, align<16>, S<3,3,3>>
  b = !fly.ptr<f16, shared, align<16>, S<3,3,3>>,
  // CHECK-SAME: c = !fly.ptr<f16, register, S<3,0,3>>
  c = !fly.ptr<f16, register, S<3,0,3>>,
  // CHECK-SAME: d = !fly.ptr<i8, generic>
  d = !fly.ptr<i8, generic, S<0,0,0>>,
  // CHECK-SAME: e = !fly.memref<f16, shared, (8,64):(64,1), align<16>>
  e = !fly.memref<f16, shared, (8,64):(64,1), align<16>>,
  // CHECK-SAME: f = !fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>
  f = !fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>
} : () -> ()

// CHECK-LABEL: "atoms"
"atoms"() {
  // CHECK-SAME: a = !fly.copy_atom<!fly.universal_copy<128>, 32>
  a = !fly.copy_atom<!fly.universal_copy<128>, 32>,
  // CHECK-SAME: b = !fly.swizzle<S<3,3,3>>
  b = !fly.swizzle<S<3,3,3>>
} : () -> ()

// The pretty forms are read too; the printed ones are those that FlyDSL reads.
// CHECK-LABEL: "attributes"
"attributes"() {
  // CHECK-SAME: a = #fly<address_space shared>
  a = #fly<address_space shared>,
  // CHECK-SAME: b = #fly<int_tuple(4,8)>
  b = #fly.int_tuple<(4,8)>,
  // CHECK-SAME: c = #fly<int_tuple 4>
  c = #fly<int_tuple 4>,
  // CHECK-SAME: d = #fly<layout(4,8):(1,4)>
  d = #fly.layout<(4,8):(1,4)>,
  // CHECK-SAME: e = #fly<swizzle S<3,3,3>>
  e = #fly<swizzle S<3,3,3>>,
  // CHECK-SAME: f = #fly<tile[4|*]>
  f = #fly<tile[4|*]>
} : () -> ()

// CHECK-LABEL: "enumerations"
"enumerations"() {
  // CHECK-SAME: a = #fly<mma_operand a>
  a = #fly<mma_operand a>,
  // CHECK-SAME: b = #fly<gemm_traversal_order kmn>
  b = #fly<gemm_traversal_order kmn>,
  // CHECK-SAME: c = #fly<gemm_traversal_order nmk_serpentine>
  c = #fly<gemm_traversal_order nmk_serpentine>,
  // CHECK-SAME: d = #fly<atomic_op dec>
  d = #fly<atomic_op dec>,
  // CHECK-SAME: e = #fly<cache_policy cache_always>
  e = #fly<cache_policy cache_always>
} : () -> ()

// A plain layout needs no brackets; a composed outer part does.
// CHECK-LABEL: "composed"
"composed"() {
  // CHECK-SAME: a = !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
  a = !fly.composed_layout< S<3, 3, 3> o 0 o [ (8,64) : (64,1) ]>,
  // CHECK-SAME: b = !fly.composed_layout<S<3,3,3> o 0 o [S<1,4,3> o 8 o (8,8):(8,1)]>
  b = !fly.composed_layout<S<3,3,3> o 0 o [S<1,4,3> o 8 o (8,8):(8,1)]>,
  // CHECK-SAME: c = !fly.composed_layout<(4,8):(8,1) o 0 o 4:2 o ? o 8:1>
  c = !fly.composed_layout<(4,8):(8,1) o 0 o 4:2 o ? o 8:1>,
  // CHECK-SAME: d = !fly.composed_layout<CS<3,0,[1],0,[0]> o (0,0) o (8,8):(1E0,1E1)>
  d = !fly.composed_layout<CS<3,0,[1],0,[0]> o (0,0) o (8,8):(1E0,1E1)>,
  // CHECK-SAME: e = !fly.memref<f16, shared, S<3,3,3> o ?{div=8} o (8,64):(64,1), align<16>>
  e = !fly.memref<f16, shared, S<3,3,3> o ?{div=8} o (8,64):(64,1), align<16>>,
  // CHECK-SAME: f = !fly.coord_tensor<(0,0), CS<3,0,[1],0,[2, 1]> o (0,0,(0,0)) o (8,8):(1E1,1E2E1)>
  f = !fly.coord_tensor<(0,0), CS<3,0,[1],0,[2, 1]> o (0,0,(0,0)) o (8,8):(1E1,1E2E1)>,
  // CHECK-SAME: g = !fly.coord_swizzle<CS<3,0,[1],0,[2, 1]>>
  g = !fly.coord_swizzle<CS<3, 0, [1], 0, [2,1]>>,
  // CHECK-SAME: h = !fly.basis<?{div=4}E1E0>
  h = !fly.basis<?{div=4}E1E0>
} : () -> ()

// All of these read what they print; FlyDSL's own forms of int and
// composed_layout don't.
// CHECK-LABEL: "more_attributes"
"more_attributes"() {
  // CHECK-SAME: a = #fly<composed_layout S<3,3,3> o 0 o (8,64):(64,1)>
  a = #fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>,
  // CHECK-SAME: b = #fly<composed_layout(8):(1) o 0 o 4:2>
  b = #fly<composed_layout(8):(1) o 0 o 4:2>,
  // CHECK-SAME: c = #fly<coord_swizzle CS<3,0,[1],0,[0]>>
  c = #fly<coord_swizzle CS<3,0,[1],0,[0]>>,
  // CHECK-SAME: d = #fly<basis 3E1>
  d = #fly<basis 3E1>,
  // CHECK-SAME: e = #fly<int 4>
  e = #fly<int 4>,
  // CHECK-SAME: f = #fly<int ?{i64 div=4}>
  f = #fly.int<?{i64 div=4}>,
  // CHECK-SAME: g = #fly<align align<16>>
  g = #fly<align align<16>>
} : () -> ()
