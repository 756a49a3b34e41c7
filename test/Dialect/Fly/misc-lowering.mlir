// RUN: fly-opt %s -fly-layout-lowering -canonicalize | FileCheck %s

// What is known of a tuple becomes text, the rest numbers.
// CHECK-LABEL: @print(
// CHECK-SAME: %[[I:.*]]: i32, %[[N:.*]]: i64, %[[X:.*]]: f32)
func.func @print(%i: i32, %n: i64, %x: f32) {
  %known = fly.static : !fly.int_tuple<(1,2)>
  // CHECK: fly.print(%[[X]]) {format = "c=(1,2) v={}"} : (f32) -> ()
  fly.print(%known, %x) {format = "c={} v={}"} : (!fly.int_tuple<(1,2)>, f32) -> ()
  %s = fly.make_shape(%i) : (i32) -> !fly.int_tuple<(?,8)>
  %d = fly.make_stride(%n) : (i64) -> !fly.int_tuple<(?{i64 div=4},1)>
  %l = fly.make_layout(%s, %d) : (!fly.int_tuple<(?,8)>, !fly.int_tuple<(?{i64 div=4},1)>) -> !fly.layout<(?,8):(?{i64 div=4},1)>
  // CHECK: fly.print(%[[I]], %[[N]], %[[X]]) {format = "({},8):({},1) {}"} : (i32, i64, f32) -> ()
  fly.print(%l, %x) : (!fly.layout<(?,8):(?{i64 div=4},1)>, f32) -> ()
  // A composed layout reads from its inner part on.
  %z = fly.static : !fly.swizzle<S<3,3,3>>
  %o = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?{div=8}>
  %c = fly.make_composed_layout(%z, %o, %l) : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<?{div=8}>, !fly.layout<(?,8):(?{i64 div=4},1)>) -> !fly.composed_layout<S<3,3,3> o ?{div=8} o (?,8):(?{i64 div=4},1)>
  // CHECK: fly.print(%[[I]], %[[I]], %[[N]]) {format = "S<3,3,3> o {} o ({},8):({},1)"} : (i32, i32, i64) -> ()
  fly.print(%c) : (!fly.composed_layout<S<3,3,3> o ?{div=8} o (?,8):(?{i64 div=4},1)>) -> ()
  return
}

// What is assumed of an offset is known of the access.
// CHECK-LABEL: @assume(
// CHECK: %[[T:.*]] = fly.make_int_tuple(%{{.*}}) : (i32) -> !fly.int_tuple<?{div=4}>
// CHECK: fly.add_offset(%{{.*}}, %[[T]]) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<?{div=4}>) -> !fly.ptr<f32, global, align<16>>
func.func @assume(%p: !fly.ptr<f32, global>, %i: i32, %ok: i1) -> vector<4xf32> {
  %n = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  %four = fly.assume(%n, %ok) : (!fly.int_tuple<?>, i1) -> !fly.int_tuple<?{div=4}>
  %aligned = fly.assume(%p, %ok) : (!fly.ptr<f32, global>, i1) -> !fly.ptr<f32, global, align<16>>
  %q = fly.add_offset(%aligned, %four) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<?{div=4}>) -> !fly.ptr<f32, global, align<16>>
  %v = fly.ptr.load(%q) : (!fly.ptr<f32, global, align<16>>) -> vector<4xf32>
  return %v : vector<4xf32>
}

// CHECK-LABEL: @pointer(
// CHECK-SAME: %[[P:.*]]: !fly.ptr<f32, global>)
// CHECK: %[[A:.*]] = fly.ptrtoint(%[[P]]) : (!fly.ptr<f32, global>) -> i64
// CHECK: arith.index_castui %[[A]] : i64 to index
// CHECK: fly.to_llvm_ptr(%[[P]]) {llvm_address_space = 1 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<1>
func.func @pointer(%p: !fly.ptr<f32, global>) -> (index, !llvm.ptr<1>) {
  %l = fly.static : !fly.layout<4:1>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<4:1>) -> !fly.memref<f32, global, 4:1>
  %0 = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> index
  %1 = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> !llvm.ptr<1>
  return %0, %1 : index, !llvm.ptr<1>
}

// The contiguous mode is the second: runs of two, and then the elements in the
// order of the first.
// CHECK-LABEL: @load_vec_transposed(
// CHECK: %[[P:.*]] = fly.make_ptr() {dictAttrs = {allocSize = 6 : i64}}
// CHECK: %[[A:.*]] = fly.ptr.load(%[[P]]) : {{.*}} -> vector<2xf32>
// CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %{{.*}}) : {{.*}}!fly.int_tuple<4>
// CHECK: %[[B:.*]] = fly.ptr.load(%[[Q]]) : {{.*}} -> vector<2xf32>
// CHECK: %[[V0:.*]] = vector.insert_strided_slice %[[A]], %{{.*}} {offsets = [0]
// CHECK: %[[V1:.*]] = vector.insert_strided_slice %[[B]], %[[V0]] {offsets = [2]
// CHECK: %[[S:.*]] = vector.shape_cast %[[V1]] : vector<4xf32> to vector<1x2x2xf32>
// CHECK: %[[T:.*]] = vector.transpose %[[S]], [0, 2, 1]
// CHECK: vector.shape_cast %[[T]] : vector<1x2x2xf32> to vector<4xf32>
func.func @load_vec_transposed() -> vector<4xf32> {
  %l = fly.static : !fly.layout<(2,2):(4,1)>
  %m = fly.memref.alloca(%l) : (!fly.layout<(2,2):(4,1)>) -> !fly.memref<f32, register, (2,2):(4,1)>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, register, (2,2):(4,1)>) -> vector<4xf32>
  return %v : vector<4xf32>
}

// The inverse, of runs of four with two elements before and three behind.
// CHECK-LABEL: @store_vec_transposed(
// CHECK: vector.shape_cast %{{.*}} : vector<24xf32> to vector<3x4x2xf32>
// CHECK: vector.transpose %{{.*}}, [0, 2, 1] : vector<3x4x2xf32> to vector<3x2x4xf32>
// CHECK: %[[V:.*]] = vector.shape_cast %{{.*}} : vector<3x2x4xf32> to vector<24xf32>
// CHECK-COUNT-6: vector.extract_strided_slice %[[V]] {{.*}} sizes = [4]
func.func @store_vec_transposed(%p: !fly.ptr<f32, global, align<16>>, %v: vector<24xf32>) {
  %l = fly.static : !fly.layout<(2,4,3):(64,1,8)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(2,4,3):(64,1,8)>) -> !fly.memref<f32, global, (2,4,3):(64,1,8), align<16>>
  fly.memref.store_vec(%v, %m) : (vector<24xf32>, !fly.memref<f32, global, (2,4,3):(64,1,8), align<16>>) -> ()
  return
}
