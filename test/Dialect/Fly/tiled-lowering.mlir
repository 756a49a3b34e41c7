// RUN: fly-opt %s -split-input-file -fly-canonicalize -fly-layout-lowering -canonicalize -cse -verify-diagnostics | FileCheck %s

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>
!copy = !fly.tiled_copy<!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
!src = !fly.memref<f32, global, (64,64):(1,64), align<16>>
!mine = !fly.memref<f32, global, ((4,1),4,4):((1,0),16,1024), align<16>>

// Thread t holds rows 4 (t % 4) ... + 3 of column t / 4.
// CHECK-LABEL: func @partition(
// CHECK-SAME: %[[T:.*]]: i32, %[[P:.*]]: !fly.ptr<
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : i32
// CHECK: %[[ROW:.*]] = arith.remsi %[[T]], %[[C4]]
// CHECK: %[[X:.*]] = arith.muli %[[ROW]], %[[C4]]
// CHECK: %[[COLUMN:.*]] = arith.divsi %[[T]], %[[C4]]
// CHECK: %[[Y:.*]] = arith.muli %[[COLUMN]], %[[C64]]
// CHECK: %[[OFFSET:.*]] = arith.addi %[[X]], %[[Y]]
// CHECK: %[[TUPLE:.*]] = fly.make_int_tuple(%[[OFFSET]]) : (i32) -> !fly.int_tuple<?{div=4}>
// CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[TUPLE]])
// CHECK: fly.make_view(%[[Q]],
func.func @partition(%t: i32, %p: !fly.ptr<f32, global, align<16>>) -> !mine {
  %l = fly.static : !fly.layout<(64,64):(1,64)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(64,64):(1,64)>) -> !src
  %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>
  %copy = fly.static : !copy
  %0 = fly.tiled_copy.partition_src(%copy, %m, %thread) : (!copy, !src, !fly.int_tuple<?>) -> !mine
  return %0 : !mine
}

// Threads that are known at compile time leave no arithmetic: 5 is row 4 of
// column 1.
// CHECK-LABEL: func @static_thread(
// CHECK-NOT: arith
// CHECK: %[[TUPLE:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<68>
// CHECK: fly.add_offset(%{{.*}}, %[[TUPLE]])
func.func @static_thread(%p: !fly.ptr<f32, global, align<16>>) -> !mine {
  %l = fly.static : !fly.layout<(64,64):(1,64)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global, align<16>>, !fly.layout<(64,64):(1,64)>) -> !src
  %thread = fly.make_coord() : () -> !fly.int_tuple<5>
  %copy = fly.static : !copy
  %0 = fly.tiled_copy.partition_dst(%copy, %m, %thread) : (!copy, !src, !fly.int_tuple<5>) -> !mine
  return %0 : !mine
}

// Sizes and strides may be run-time integers.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %[[T:.*]]: i32, %[[M:.*]]: i32, %[[N:.*]]: i32
// CHECK: arith.ceildivsi %[[M]],
// CHECK: -> !fly.memref<f32, global, ((4,1),?,4):((1,0),16,?{div=16})>
func.func @dynamic(%t: i32, %rows: i32, %ld: i32, %p: !fly.ptr<f32, global>) -> !fly.memref<f32, global, ((4,1),?,4):((1,0),16,?{div=16})> {
  %shape = fly.make_shape(%rows) : (i32) -> !fly.int_tuple<(?,64)>
  %stride = fly.make_stride(%ld) : (i32) -> !fly.int_tuple<(1,?)>
  %l = fly.make_layout(%shape, %stride) : (!fly.int_tuple<(?,64)>, !fly.int_tuple<(1,?)>) -> !fly.layout<(?,64):(1,?)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<(?,64):(1,?)>) -> !fly.memref<f32, global, (?,64):(1,?)>
  %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>
  %copy = fly.static : !copy
  %0 = fly.tiled_copy.partition_src(%copy, %m, %thread) : (!copy, !fly.memref<f32, global, (?,64):(1,?)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),?,4):((1,0),16,?{div=16})>
  return %0 : !fly.memref<f32, global, ((4,1),?,4):((1,0),16,?{div=16})>
}

// -----

!mma = !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,8,1):(1,4,0)>>
!b = !fly.memref<f32, global, (64,16):(1,64)>

// Of 32 threads, N is counted by t / 4: that is the row of B.
// CHECK-LABEL: func @mma_partition(
// CHECK-SAME: %[[T:.*]]: i32
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i32
// CHECK: %[[GROUP:.*]] = arith.divsi %[[T]], %[[C4]]
// CHECK: %[[N:.*]] = arith.remsi %[[GROUP]], %[[C8]]
// CHECK: fly.make_int_tuple(%[[N]]) : (i32) -> !fly.int_tuple<?>
func.func @mma_partition(%t: i32, %p: !fly.ptr<f32, global>) -> !fly.memref<f32, global, (1,8,16):(0,8,64)> {
  %l = fly.static : !fly.layout<(64,16):(1,64)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, global>, !fly.layout<(64,16):(1,64)>) -> !b
  %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>
  %mma = fly.static : !mma
  %0 = fly.tiled_mma.partition(b, %mma, %m, %thread) : (!mma, !b, !fly.int_tuple<?>) -> !fly.memref<f32, global, (1,8,16):(0,8,64)>
  return %0 : !fly.memref<f32, global, (1,8,16):(0,8,64)>
}

// CHECK-LABEL: func @fragment(
// CHECK: fly.make_ptr() {dictAttrs = {allocSize = 128 : i64}} : () -> !fly.ptr<f32, register>
func.func @fragment(%m: !b) -> !fly.memref<f32, register, (1,8,16):(0,1,8)> {
  %mma = fly.static : !mma
  %0 = fly.mma.make_fragment(b, %mma, %m) : (!mma, !b) -> !fly.memref<f32, register, (1,8,16):(0,1,8)>
  return %0 : !fly.memref<f32, register, (1,8,16):(0,1,8)>
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<64>, 32>
!copy = !fly.tiled_copy<!atom, !fly.layout<(4,4):(4,1)>, !fly.tile<[4|4]>>
!global = !fly.memref<f32, global, ((2,2),2):((1,2),16), align<8>>
!register = !fly.memref<f32, register, ((2,2),2):((1,2),4)>
!pred = !fly.memref<i8, register, 2:1>

// Mode 0 has two atoms. The predicate has an element for each coordinate of the
// other mode: both atoms of mode 0 have the same.
// CHECK-LABEL: func @copy(
// CHECK-SAME: %[[SRC:.*]]: !fly.memref<{{.*}}>, %[[DST:.*]]: !fly.memref<f32, register, {{.*}}>, %[[PRED:[a-z0-9]*]]: !fly.memref<i8
// CHECK-DAG: %[[ATOM:.*]] = fly.make_copy_atom
// CHECK-DAG: %[[P:.*]] = fly.get_iter(%[[PRED]])
// CHECK: %[[P0:.*]] = fly.make_view(%[[P]],
// CHECK: fly.copy_atom_call(%[[ATOM]], %{{.*}}, %{{.*}}, %[[P0]])
// CHECK: fly.copy_atom_call(%[[ATOM]], %{{.*}}, %{{.*}}, %[[P0]])
// CHECK: %[[ADVANCED:.*]] = fly.add_offset(%[[P]],
// CHECK: %[[P1:.*]] = fly.make_view(%[[ADVANCED]],
// CHECK: fly.copy_atom_call(%[[ATOM]], %{{.*}}, %{{.*}}, %[[P1]])
// CHECK: fly.copy_atom_call(%[[ATOM]], %{{.*}}, %{{.*}}, %[[P1]])
// CHECK-NOT: fly.copy_atom_call
func.func @copy(%src: !global, %dst: !register, %pred: !pred) {
  %copy = fly.static : !copy
  fly.copy(%copy, %src, %dst, %pred) : (!copy, !global, !register, !pred) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!one = !fly.memref<f32, register, (1,1,1):(0,0,0)>
!two = !fly.memref<f32, register, (1,1,2):(0,0,1)>

// The first step along K adds to C, the second to what D holds by then.
// CHECK-LABEL: func @gemm(
// CHECK-SAME: %[[D:.*]]: !fly.memref<{{.*}}>, %[[A:.*]]: !fly.memref<{{.*}}>, %[[B:.*]]: !fly.memref<{{.*}}>, %[[C:[a-z0-9]*]]: !fly.memref
// CHECK-DAG: %[[DP:.*]] = fly.get_iter(%[[D]])
// CHECK-DAG: %[[CP:.*]] = fly.get_iter(%[[C]])
// CHECK-DAG: %[[D0:.*]] = fly.make_view(%[[DP]],
// CHECK-DAG: %[[C0:.*]] = fly.make_view(%[[CP]],
// CHECK: fly.mma_atom_call(%[[ATOM:.*]], %[[D0]], %[[A0:.*]], %[[B0:.*]], %[[C0]])
// CHECK: fly.mma_atom_call(%[[ATOM]], %[[D0]], %[[A1:.*]], %[[B1:.*]], %[[D0]])
// CHECK-NOT: fly.mma_atom_call
func.func @gemm(%d: !one, %a: !two, %b: !two, %c: !one) {
  %fma = fly.make_mma_atom : !fma
  fly.gemm(%fma, %d, %a, %b, %c) : (!fma, !one, !two, !two, !one) -> ()
  return
}

// -----

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!outer = !fly.memref<f32, register, (1,2,2):(0,1,2)>
!line = !fly.memref<f32, register, (1,2):(0,1)>

// Without K, each (m, n) is visited once.
// CHECK-LABEL: func @outer_product(
// CHECK-COUNT-4: fly.mma_atom_call(
// CHECK-NOT: fly.mma_atom_call(
func.func @outer_product(%d: !outer, %a: !line, %b: !line, %c: !outer) {
  %fma = fly.make_mma_atom : !fma
  fly.gemm(%fma, %d, %a, %b, %c) : (!fma, !outer, !line, !line, !outer) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
!copy = !fly.tiled_copy<!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
!buffer = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>
!register = !fly.memref<f32, register, 4:1>

// Atoms with state are taken from where the tiled copy is made.
// CHECK-LABEL: func @stateful(
// CHECK-SAME: %[[ATOM:[a-z0-9]*]]: !fly.copy_atom
// CHECK: fly.copy_atom_call(%[[ATOM]],
func.func @stateful(%atom: !atom, %src: !buffer, %dst: !register) {
  %tv = fly.static : !fly.layout<(64,4):(4,1)>
  %tile = fly.static : !fly.tile<[16|16]>
  %copy = fly.make_tiled_copy(%atom, %tv, %tile) : (!atom, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>) -> !copy
  fly.copy(%copy, %src, %dst) : (!copy, !buffer, !register) -> ()
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
!buffer = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>
!register = !fly.memref<f32, register, 4:1>

func.func @unknown_atom(%copy: !copy, %src: !buffer, %dst: !register) {
  // expected-error @+1 {{expected a tiled atom that is made in this function, as its atom has state, got '!fly.tiled_copy<}}
  fly.copy(%copy, %src, %dst) : (!copy, !buffer, !register) -> ()
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[4|64]>>
!lds = !fly.memref<f32, shared, S<3,2,3> o 0 o (4,64):(1,4), align<16>>
!part = !fly.memref<f32, shared, S<3,2,3> o ?{div=4} o ((4,1),1,1):((1,0),0,0), align<16>>
!register = !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>

// What an atom moves begins where the swizzle sends its first element.
// CHECK-LABEL: func @swizzled(
// CHECK-SAME: %[[P:.*]]: !fly.ptr<{{.*}}>, %[[T:.*]]: i32
// CHECK-DAG: %[[MASK:.*]] = arith.constant 224 : i32
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK: %[[INDEX:.*]] = arith.muli %[[T]], %[[C4]]
// CHECK: %[[MASKED:.*]] = arith.andi %[[INDEX]], %[[MASK]]
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[MASKED]], %[[C3]]
// CHECK: %[[SWIZZLED:.*]] = arith.xori %[[INDEX]], %[[SHIFTED]]
// CHECK: %[[TUPLE:.*]] = fly.make_int_tuple(%[[SWIZZLED]]) : (i32) -> !fly.int_tuple<?{div=4}>
// CHECK: %[[Q:.*]] = fly.add_offset(%[[P]], %[[TUPLE]]) : ({{.*}}) -> !fly.ptr<f32, shared, align<16>>
// CHECK: %[[VIEW:.*]] = fly.make_view(%[[Q]],
// CHECK: fly.copy_atom_call(%{{.*}}, %[[VIEW]],
func.func @swizzled(%p: !fly.ptr<f32, shared, align<16>>, %t: i32, %dst: !register) {
  %l = fly.static : !fly.composed_layout<S<3,2,3> o 0 o (4,64):(1,4)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.composed_layout<S<3,2,3> o 0 o (4,64):(1,4)>) -> !lds
  %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>
  %copy = fly.static : !copy
  %0 = fly.tiled_copy.partition_src(%copy, %m, %thread) : (!copy, !lds, !fly.int_tuple<?>) -> !part
  fly.copy(%copy, %0, %dst) : (!copy, !part, !register) -> ()
  return
}

// -----

!copy = !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[4|64]>>
!lds = !fly.memref<f32, shared, S<3,1,4> o 0 o (4,64):(1,4), align<16>>
!part = !fly.memref<f32, shared, S<3,1,4> o ?{div=4} o ((4,1),1,1):((1,0),0,0), align<16>>
!register = !fly.memref<f32, register, ((4,1),1,1):((1,0),0,0)>

// This swizzle tears apart what one atom moves.
func.func @torn(%p: !fly.ptr<f32, shared, align<16>>, %t: i32, %dst: !register) {
  %l = fly.static : !fly.composed_layout<S<3,1,4> o 0 o (4,64):(1,4)>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f32, shared, align<16>>, !fly.composed_layout<S<3,1,4> o 0 o (4,64):(1,4)>) -> !lds
  %thread = fly.make_coord(%t) : (i32) -> !fly.int_tuple<?>
  %copy = fly.static : !copy
  %0 = fly.tiled_copy.partition_src(%copy, %m, %thread) : (!copy, !lds, !fly.int_tuple<?>) -> !part
  // expected-error @+1 {{cannot decompose S<3,1,4> o ?{div=4} o (4,1):(1,0)}}
  fly.copy(%copy, %0, %dst) : (!copy, !part, !register) -> ()
  return
}
