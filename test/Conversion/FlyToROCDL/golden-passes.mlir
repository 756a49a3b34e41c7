// RUN: fly-opt %s -fly-rewrite-func-signature -fly-canonicalize -fly-layout-lowering -fly-int-swizzle-simplify -canonicalize -convert-fly-to-rocdl -canonicalize -split-input-file | FileCheck %s

// Whole sequences of passes on small inputs.

// An element at a known coordinate is one load at a known offset: 1 + 2 * 4.
// CHECK-LABEL: @element(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>)
// CHECK: %[[E:.*]] = llvm.getelementptr %[[P]][9] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
// CHECK: llvm.load %[[E]] {alignment = 4 : i64}
func.func @element(%m: !fly.memref<f32, global, (4,8):(1,4)>) -> f32 {
  %c = fly.make_coord() : () -> !fly.int_tuple<(1,2)>
  %0 = fly.memref.load(%m, %c) : (!fly.memref<f32, global, (4,8):(1,4)>, !fly.int_tuple<(1,2)>) -> f32
  return %0 : f32
}

// -----

// A swizzled pointer swizzles the address of each access, which is aligned no
// better than what the swizzle moves as a whole.
// CHECK-LABEL: @swizzled(
// CHECK: %[[A:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i64
// CHECK: %[[M:.*]] = arith.andi %[[A]], %c448_i64
// CHECK: %[[S:.*]] = arith.shrui %[[M]], %c3_i64
// CHECK: %[[X:.*]] = arith.xori %[[A]], %[[S]]
// CHECK: llvm.inttoptr %[[X]]
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<4xf16>
func.func @swizzled(%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<4xf16> {
  %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<4xf16>
  return %v : vector<4xf16>
}

// -----

// The contiguous mode comes second: two loads of two elements each from an
// allocation of all that the layout spans, and then a transposition.
// CHECK-LABEL: @transposed(
// CHECK: %[[N:.*]] = llvm.mlir.constant(6 : i64)
// CHECK: llvm.alloca %[[N]] x f32
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<5> -> vector<2xf32>
// CHECK: vector.transpose
func.func @transposed() -> vector<4xf32> {
  %l = fly.static : !fly.layout<(2,2):(4,1)>
  %m = fly.memref.alloca(%l) : (!fly.layout<(2,2):(4,1)>) -> !fly.memref<f32, register, (2,2):(4,1)>
  %v = fly.memref.load_vec(%m) : (!fly.memref<f32, register, (2,2):(4,1)>) -> vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Four elements of a row per thread: one offset from the row and the thread.
// CHECK-LABEL: @row(
// CHECK-SAME: %{{.*}}: !llvm.ptr<1>, %[[ROW:.*]]: i64, %[[TID:.*]]: i32, %[[OUT:.*]]: !llvm.ptr<1>)
// CHECK-DAG: %[[R:.*]] = arith.muli %[[ROW]], %{{.*}} : i64
// CHECK-DAG: %[[T:.*]] = arith.muli %[[TID]], %c4_i32 : i32
// CHECK-DAG: %[[W:.*]] = arith.extsi %[[T]] : i32 to i64
// CHECK: %[[O:.*]] = arith.addi %[[R]], %[[W]] : i64
// CHECK: %[[E:.*]] = arith.trunci %[[O]] : i64 to i32
// CHECK: %[[B:.*]] = arith.muli %[[E]], %c4_i32 : i32
// CHECK: rocdl.raw.ptr.buffer.load %{{.*}}, %[[B]],
// CHECK: llvm.store %{{.*}}, %[[OUT]]
func.func @row(%p: !fly.ptr<f32, global, align<16>>, %row: i64, %tid: i32, %out: !fly.memref<f32, global, 4:1, align<16>>) {
  %stride = arith.constant 0 : i16
  %bytes = arith.constant 4194304 : i64
  %flags = arith.constant 159744 : i32
  %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global, align<16>>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
  %l = fly.static : !fly.layout<(1024,1024):(1024,1)>
  %m = fly.make_view(%b, %l) : (!fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>, !fly.layout<(1024,1024):(1024,1)>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, (1024,1024):(1024,1), align<16>>
  %c = fly.make_coord(%row) : (i64) -> !fly.int_tuple<(?{i64},*)>
  %r = fly.slice(%m, %c) : (!fly.memref<f32, #fly_rocdl.buffer_desc, (1024,1024):(1024,1), align<16>>, !fly.int_tuple<(?{i64},*)>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 1024:1, align<16>>
  %four = fly.static : !fly.layout<4:1>
  %d = fly.logical_divide(%r, %four) : (!fly.memref<f32, #fly_rocdl.buffer_desc, 1024:1, align<16>>, !fly.layout<4:1>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, (4,256):(1,4), align<16>>
  %t = fly.make_coord(%tid) : (i32) -> !fly.int_tuple<(*,?)>
  %mine = fly.slice(%d, %t) : (!fly.memref<f32, #fly_rocdl.buffer_desc, (4,256):(1,4), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>
  %frag = fly.make_fragment_like(%mine) : (!fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>) -> !fly.memref<f32, register, 4:1>
  %load = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
  fly.copy(%load, %mine, %frag) : (!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>, !fly.memref<f32, register, 4:1>) -> ()
  %store = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  fly.copy(%store, %frag, %out) : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, register, 4:1>, !fly.memref<f32, global, 4:1, align<16>>) -> ()
  return
}
