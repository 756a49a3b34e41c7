// RUN: fly-opt %s -fly-layout-lowering -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @crd2idx(
// CHECK-SAME: %[[I:.*]]: i32, %[[J:.*]]: i32, %[[D:.*]]: i32)
// CHECK: %[[X:.*]] = arith.muli %[[J]], %[[D]] : i32
// CHECK: %[[Y:.*]] = arith.addi %[[I]], %[[X]] : i32
// CHECK: return %[[Y]]
func.func @crd2idx(%i: i32, %j: i32, %d: i32) -> i32 {
  %c = fly.make_coord(%i, %j) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %s = fly.static : !fly.int_tuple<(4,8)>
  %t = fly.make_stride(%d) : (i32) -> !fly.int_tuple<(1,?)>
  %l = fly.make_layout(%s, %t) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<(1,?)>) -> !fly.layout<(4,8):(1,?)>
  %0 = fly.crd2idx(%c, %l) : (!fly.int_tuple<(?,?)>, !fly.layout<(4,8):(1,?)>) -> !fly.int_tuple<?>
  %1 = fly.get_scalar(%0) : (!fly.int_tuple<?>) -> i32
  return %1 : i32
}

// -----

// A 64-bit stride makes the offset one of 64 bits.
// CHECK-LABEL: @wide_stride(
// CHECK: %[[I:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: arith.muli %[[I]], %{{.*}} : i64
func.func @wide_stride(%i: i32, %d: i64) -> i64 {
  %c = fly.make_coord(%i) : (i32) -> !fly.int_tuple<?>
  %s = fly.make_shape() : () -> !fly.int_tuple<4>
  %t = fly.make_stride(%d) : (i64) -> !fly.int_tuple<?{i64}>
  %l = fly.make_layout(%s, %t) : (!fly.int_tuple<4>, !fly.int_tuple<?{i64}>) -> !fly.layout<4:?{i64}>
  %0 = fly.crd2idx(%c, %l) : (!fly.int_tuple<?>, !fly.layout<4:?{i64}>) -> !fly.int_tuple<?{i64}>
  %1 = fly.get_scalar(%0) : (!fly.int_tuple<?{i64}>) -> i64
  return %1 : i64
}

// -----

// Slicing a tensor advances its pointer; the known part comes last.
// CHECK-LABEL: @slice(
// CHECK-SAME: %[[P:.*]]: !fly.ptr<f32, global, align<16>>, %[[I:.*]]: i32)
// CHECK: %[[X:.*]] = arith.muli %[[I]], %c64_i32 : i32
// CHECK: %[[T:.*]] = fly.make_int_tuple(%[[X]]) : (i32) -> !fly.int_tuple<?{div=64}>
// CHECK: %[[ROW:.*]] = fly.add_offset(%[[P]], %[[T]])
// CHECK: %[[FOUR:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<4>
// CHECK: %[[E:.*]] = fly.add_offset(%[[ROW]], %[[FOUR]])
// CHECK: fly.ptr.load(%[[E]])
func.func @slice(%p: !fly.ptr<f32, global, align<16>>, %i: i32) -> f32 {
  %l = fly.static : !fly.layout<(8,64):(64,1)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(8,64):(64,1)>) -> !fly.memref<f32, global, (8,64):(64,1), align<16>>
  %c = fly.make_coord(%i) : (i32) -> !fly.int_tuple<(?,*)>
  %row = fly.slice(%m, %c) : (!fly.memref<f32, global, (8,64):(64,1), align<16>>, !fly.int_tuple<(?,*)>) -> !fly.memref<f32, global, 64:1, align<16>>
  %four = fly.make_coord() : () -> !fly.int_tuple<4>
  %0 = fly.memref.load(%row, %four) : (!fly.memref<f32, global, 64:1, align<16>>, !fly.int_tuple<4>) -> f32
  return %0 : f32
}

// -----

// A known offset added first goes behind one that isn't; two known ones are one.
// CHECK-LABEL: @chain(
// CHECK-SAME: %[[P:.*]]: !fly.ptr<f32, global>, %[[I:.*]]: i32)
// CHECK: %[[T:.*]] = fly.make_int_tuple(%[[I]])
// CHECK: %[[A:.*]] = fly.add_offset(%[[P]], %[[T]])
// CHECK: %[[N:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<7>
// CHECK: %[[B:.*]] = fly.add_offset(%[[A]], %[[N]])
// CHECK: return %[[B]]
func.func @chain(%p: !fly.ptr<f32, global>, %i: i32) -> !fly.ptr<f32, global> {
  %three = fly.make_int_tuple() : () -> !fly.int_tuple<3>
  %four = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %0 = fly.add_offset(%p, %three) : (!fly.ptr<f32, global>, !fly.int_tuple<3>) -> !fly.ptr<f32, global>
  %1 = fly.add_offset(%0, %t) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
  %2 = fly.add_offset(%1, %four) : (!fly.ptr<f32, global>, !fly.int_tuple<4>) -> !fly.ptr<f32, global>
  return %2 : !fly.ptr<f32, global>
}

// -----

// Coordinates follow the same slices as the data, and bounds are comparisons.
// CHECK-LABEL: @bounds(
// CHECK-SAME: %[[I:.*]]: i32, %[[N:.*]]: i32)
// CHECK: %[[X:.*]] = arith.muli %[[I]], %c4_i32
// CHECK: %[[Y:.*]] = arith.addi %[[X]], %c3_i32
// CHECK: arith.cmpi slt, %[[Y]], %[[N]]
func.func @bounds(%i: i32, %n: i32) -> i1 {
  %s = fly.make_shape() : () -> !fly.int_tuple<(4,256)>
  %one = fly.make_shape() : () -> !fly.int_tuple<1024>
  %zero = fly.make_int_tuple() : () -> !fly.int_tuple<0>
  %id = fly.make_identity_layout(%one) : (!fly.int_tuple<1024>) -> !fly.layout<1024:1>
  %t = fly.make_view(%zero, %id) : (!fly.int_tuple<0>, !fly.layout<1024:1>) -> !fly.coord_tensor<0, 1024:1>
  %four = fly.static : !fly.tile<4>
  %d = fly.logical_divide(%t, %four) : (!fly.coord_tensor<0, 1024:1>, !fly.tile<4>) -> !fly.coord_tensor<0, (4,256):(1,4)>
  %c = fly.make_coord(%i) : (i32) -> !fly.int_tuple<(*,?)>
  %mine = fly.slice(%d, %c) : (!fly.coord_tensor<0, (4,256):(1,4)>, !fly.int_tuple<(*,?)>) -> !fly.coord_tensor<?{div=4}, 4:1>
  %three = fly.make_coord() : () -> !fly.int_tuple<3>
  %crd = fly.memref.load(%mine, %three) : (!fly.coord_tensor<?{div=4}, 4:1>, !fly.int_tuple<3>) -> !fly.int_tuple<?>
  %bound = fly.make_int_tuple(%n) : (i32) -> !fly.int_tuple<?>
  %0 = fly.elem_less(%crd, %bound) : (!fly.int_tuple<?>, !fly.int_tuple<?>) -> i1
  return %0 : i1
}

// -----

// The whole of a contiguous fragment is one vector.
// CHECK-LABEL: @fragment(
// CHECK: %[[P:.*]] = fly.make_ptr() {dictAttrs = {allocSize = 8 : i64}} : () -> !fly.ptr<f32, register>
// CHECK: fly.ptr.store(%{{.*}}, %[[P]]) : (vector<8xf32>
// CHECK: fly.ptr.load(%[[P]]) : (!fly.ptr<f32, register>) -> vector<8xf32>
func.func @fragment(%v: vector<8xf32>) -> vector<8xf32> {
  %l = fly.static : !fly.layout<(4,2):(1,4)>
  %m = fly.memref.alloca(%l) : (!fly.layout<(4,2):(1,4)>) -> !fly.memref<f32, register, (4,2):(1,4)>
  fly.memref.store_vec(%v, %m) : (vector<8xf32>, !fly.memref<f32, register, (4,2):(1,4)>) -> ()
  %0 = fly.memref.load_vec(%m) : (!fly.memref<f32, register, (4,2):(1,4)>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// Contiguous parts are read at once, in the order of the linear coordinate.
// CHECK-LABEL: @load_parts(
// CHECK: %[[A:.*]] = fly.ptr.load(%{{.*}}) : ({{.*}}) -> vector<4xf32>
// CHECK: %[[B:.*]] = fly.ptr.load(%{{.*}}) : (!fly.ptr<f32, global, align<16>>) -> vector<4xf32>
// CHECK: vector.insert_strided_slice %[[A]], %{{.*}} {offsets = [0]
// CHECK: vector.insert_strided_slice %[[B]], %{{.*}} {offsets = [4]
func.func @load_parts(%p: !fly.ptr<f32, global, align<16>>) -> vector<8xf32> {
  %l = fly.static : !fly.layout<(4,2):(1,64)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,2):(1,64)>) -> !fly.memref<f32, global, (4,2):(1,64), align<16>>
  %0 = fly.memref.load_vec(%m) : (!fly.memref<f32, global, (4,2):(1,64), align<16>>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// Where mode 0 is not contiguous, elements are read one by one.
// CHECK-LABEL: @load_elements(
// CHECK-COUNT-4: fly.ptr.load(%{{.*}}) : ({{.*}}) -> f32
// CHECK: vector.from_elements
func.func @load_elements(%p: !fly.ptr<f32, global>) -> vector<4xf32> {
  %l = fly.static : !fly.layout<4:8>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<4:8>) -> !fly.memref<f32, global, 4:8>
  %0 = fly.memref.load_vec(%m) : (!fly.memref<f32, global, 4:8>) -> vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

// A copy is one call per atom, with that atom's predicate.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>
// CHECK-LABEL: @copy(
// CHECK-COUNT-2: fly.copy_atom_call(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>, !fly.memref<f32, register, 4:1{{.*}}>, !fly.memref<i1, register, 1:1>) -> ()
// CHECK-NOT: fly.copy
func.func @copy(%p: !fly.ptr<f32, global, align<16>>, %b: i1) -> vector<8xf32> {
  %l = fly.static : !fly.layout<(4,2):(1,64)>
  %src = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(4,2):(1,64)>) -> !fly.memref<f32, global, (4,2):(1,64), align<16>>
  %dst = fly.make_fragment_like(%src) : (!fly.memref<f32, global, (4,2):(1,64), align<16>>) -> !fly.memref<f32, register, (4,2):(1,4)>
  %pl = fly.static : !fly.layout<2:1>
  %pred = fly.memref.alloca(%pl) : (!fly.layout<2:1>) -> !fly.memref<i1, register, 2:1>
  %one = fly.make_coord() : () -> !fly.int_tuple<1>
  fly.memref.store(%b, %pred, %one) : (i1, !fly.memref<i1, register, 2:1>, !fly.int_tuple<1>) -> ()
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  fly.copy(%atom, %src, %dst, %pred) : (!atom, !fly.memref<f32, global, (4,2):(1,64), align<16>>, !fly.memref<f32, register, (4,2):(1,4)>, !fly.memref<i1, register, 2:1>) -> ()
  %0 = fly.memref.load_vec(%dst) : (!fly.memref<f32, register, (4,2):(1,4)>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// An argument's integers can't be known here.
// expected-note @+1 {{run fly-rewrite-func-signature first}}
func.func @argument(%l: !fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<?{div=4}> {
  // expected-error @+1 {{expected an operand that is made in this function, got a block argument of type '!fly.layout<(4,?):(1,4)>'}}
  %0 = fly.size(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<?{div=4}>
  return %0 : !fly.int_tuple<?{div=4}>
}

// -----

// A tensor argument with a static layout is only a pointer.
// CHECK-LABEL: @static_argument(
// CHECK: %[[P:.*]] = fly.get_iter(%{{.*}})
// CHECK: %[[E:.*]] = fly.add_offset(%[[P]],
// CHECK: fly.ptr.load(%[[E]])
func.func @static_argument(%m: !fly.memref<f32, global, 8:1>) -> f32 {
  %c = fly.make_coord() : () -> !fly.int_tuple<3>
  %0 = fly.memref.load(%m, %c) : (!fly.memref<f32, global, 8:1>, !fly.int_tuple<3>) -> f32
  return %0 : f32
}

// -----

// Offsets that aren't known add up where one of them has 64 bits: the sum fits.
// CHECK-LABEL: @wide_chain(
// CHECK-SAME: %[[P:.*]]: !fly.ptr<f32, global, align<16>>, %[[I:.*]]: i64, %[[J:.*]]: i32)
// CHECK: %[[K:.*]] = arith.extsi %[[J]] : i32 to i64
// CHECK: %[[S:.*]] = arith.addi %[[I]], %[[K]] : i64
// CHECK: %[[T:.*]] = fly.make_int_tuple(%[[S]]) : (i64) -> !fly.int_tuple<?{i64 div=4}>
// CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[T]])
// CHECK: return %[[Q]]
func.func @wide_chain(%p: !fly.ptr<f32, global, align<16>>, %i: i64, %j: i32) -> !fly.ptr<f32, global, align<16>> {
  %a = fly.make_int_tuple(%i) : (i64) -> !fly.int_tuple<?{i64 div=8}>
  %b = fly.make_int_tuple(%j) : (i32) -> !fly.int_tuple<?{div=4}>
  %0 = fly.add_offset(%p, %a) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<?{i64 div=8}>) -> !fly.ptr<f32, global, align<16>>
  %1 = fly.add_offset(%0, %b) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<?{div=4}>) -> !fly.ptr<f32, global, align<16>>
  return %1 : !fly.ptr<f32, global, align<16>>
}

// -----

// Two of 32 bits each fit, but their sum might not.
// CHECK-LABEL: @narrow_chain(
// CHECK-COUNT-2: fly.add_offset
func.func @narrow_chain(%p: !fly.ptr<f32, global>, %i: i32, %j: i32) -> !fly.ptr<f32, global> {
  %a = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %b = fly.make_int_tuple(%j) : (i32) -> !fly.int_tuple<?>
  %0 = fly.add_offset(%p, %a) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
  %1 = fly.add_offset(%0, %b) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
  return %1 : !fly.ptr<f32, global>
}
