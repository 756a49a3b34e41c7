// RUN: fly-opt %s -fly-canonicalize -fly-layout-lowering -canonicalize -split-input-file -verify-diagnostics | FileCheck %s

// Composed layouts in the passes.

// An element of a swizzled tensor lies where the swizzle says.
// CHECK-LABEL: @load(
// CHECK-SAME: %[[P:.*]]: !fly.ptr<f16, shared, align<16>>, %[[I:.*]]: i32, %[[J:.*]]: i32)
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %c64_i32
// CHECK: %[[X:.*]] = arith.addi %[[ROW]], %[[J]]
// CHECK: %[[M:.*]] = arith.andi %[[X]], %c448_i32
// CHECK: %[[S:.*]] = arith.shrui %[[M]], %c3_i32
// CHECK: %[[Y:.*]] = arith.xori %[[X]], %[[S]]
// CHECK: %[[O:.*]] = fly.make_int_tuple(%[[Y]])
// CHECK: %[[E:.*]] = fly.add_offset(%[[P]], %[[O]])
// CHECK: fly.ptr.load(%[[E]])
func.func @load(%p: !fly.ptr<f16, shared, align<16>>, %i: i32, %j: i32) -> f16 {
  %l = fly.static : !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f16, shared, align<16>>, !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>
  %c = fly.make_coord(%i, %j) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %0 = fly.memref.load(%m, %c) : (!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>, !fly.int_tuple<(?,?)>) -> f16
  return %0 : f16
}

// -----

// The row's offset goes in front of the swizzle, which moves 8 elements as a
// whole: the copy is of plain memory from there on.
// CHECK-LABEL: @copy(
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %c64_i32
// CHECK: %[[S:.*]] = arith.xori %[[ROW]]
// CHECK: %[[O:.*]] = fly.make_int_tuple(%[[S]]) : (i32) -> !fly.int_tuple<?{div=8}>
// CHECK: %[[E:.*]] = fly.add_offset(%{{.*}}, %[[O]]) : {{.*}} -> !fly.ptr<f16, shared, align<16>>
// CHECK: %[[V:.*]] = fly.make_view(%[[E]], %{{.*}}) : {{.*}} -> !fly.memref<f16, shared, 8:1, align<16>>
// CHECK: fly.copy_atom_call(%{{.*}}, %[[V]], %{{.*}})
func.func @copy(%p: !fly.ptr<f16, shared, align<16>>, %r: !fly.memref<f16, register, 8:1>, %i: i32) {
  %l = fly.static : !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f16, shared, align<16>>, !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>
  %t = fly.static : !fly.tile<[*|8]>
  %d = fly.logical_divide(%m, %t) : (!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>, !fly.tile<[*|8]>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o (8,(8,8)):(64,(1,8)), align<16>>
  %c = fly.make_coord(%i) : (i32) -> !fly.int_tuple<(?,(*,0))>
  %s = fly.slice(%d, %c) : (!fly.memref<f16, shared, S<3,3,3> o 0 o (8,(8,8)):(64,(1,8)), align<16>>, !fly.int_tuple<(?,(*,0))>) -> !fly.memref<f16, shared, S<3,3,3> o ?{div=64} o 8:1, align<16>>
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 16>
  fly.copy(%a, %s, %r) : (!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.memref<f16, shared, S<3,3,3> o ?{div=64} o 8:1, align<16>>, !fly.memref<f16, register, 8:1>) -> ()
  return
}

// -----

// Where the offset is any integer, 8 elements need not stay together.
func.func @copy_apart(%p: !fly.ptr<f16, shared, align<16>>, %r: !fly.memref<f16, register, 8:1>, %i: i32) {
  %s = fly.static : !fly.swizzle<S<3,3,3>>
  %o = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %l = fly.static : !fly.layout<8:1>
  %c = fly.make_composed_layout(%s, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<?>, !fly.layout<8:1>) -> !fly.composed_layout<S<3,3,3> o ? o 8:1>
  %m = fly.make_view(%p, %c) : (!fly.ptr<f16, shared, align<16>>, !fly.composed_layout<S<3,3,3> o ? o 8:1>) -> !fly.memref<f16, shared, S<3,3,3> o ? o 8:1, align<16>>
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 16>
  // expected-error @+1 {{cannot decompose S<3,3,3> o ? o 8:1: the elements may lie apart, because the offset isn't known to be a multiple of what they span}}
  fly.copy_atom_call(%a, %m, %r) : (!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.memref<f16, shared, S<3,3,3> o ? o 8:1, align<16>>, !fly.memref<f16, register, 8:1>) -> ()
  return
}

// -----

// The bits of one integer swizzle the other.
// CHECK-LABEL: @coordinates(
// CHECK-SAME: %[[I:.*]]: i32, %[[J:.*]]: i32)
// CHECK: %[[M:.*]] = arith.andi %[[I]], %c3_i32
// CHECK: %[[S:.*]] = arith.muli %[[M]], %c8_i32
// CHECK: %[[R:.*]] = arith.xori %[[J]], %[[S]]
// CHECK: return %[[R]]
func.func @coordinates(%i: i32, %j: i32) -> i32 {
  %c = fly.make_coord(%i, %j) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %s = fly.static : !fly.coord_swizzle<CS<2,0,[0],3,[1]>>
  %0 = fly.crd2idx(%c, %s) : (!fly.int_tuple<(?,?)>, !fly.coord_swizzle<CS<2,0,[0],3,[1]>>) -> !fly.int_tuple<(?,?)>
  %1 = fly.get(%0) {mode = array<i32: 1>} : (!fly.int_tuple<(?,?)>) -> !fly.int_tuple<?>
  %2 = fly.get_scalar(%1) : (!fly.int_tuple<?>) -> i32
  return %2 : i32
}

// -----

// What the parts say, the whole says.
// CHECK-LABEL: @parts(
// CHECK-SAME: %[[I:.*]]: i32)
// CHECK: return %[[I]]
func.func @parts(%i: i32) -> i32 {
  %s = fly.static : !fly.swizzle<S<3,3,3>>
  %o = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %l = fly.static : !fly.layout<8:1>
  %c = fly.make_composed_layout(%s, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<?>, !fly.layout<8:1>) -> !fly.composed_layout<S<3,3,3> o ? o 8:1>
  %0 = fly.composed_get_offset(%c) : (!fly.composed_layout<S<3,3,3> o ? o 8:1>) -> !fly.int_tuple<?>
  %1 = fly.get_scalar(%0) : (!fly.int_tuple<?>) -> i32
  return %1 : i32
}
