// RUN: fly-opt %s -allow-unregistered-dialect -fly-canonicalize -split-input-file | FileCheck %s

// Synonyms become one op, with their attributes.
// CHECK-LABEL: @synonyms(
// CHECK: fly.make_int_tuple(%{{.*}}) {note} : (i32) -> !fly.int_tuple<(?,*)>
func.func @synonyms(%a: i32) -> !fly.int_tuple<(?,*)> {
  %0 = fly.make_coord(%a) {note} : (i32) -> !fly.int_tuple<(?,*)>
  return %0 : !fly.int_tuple<(?,*)>
}

// -----

// What the type says needs no computation.
// CHECK-LABEL: @size(
// CHECK-NOT: fly.size
// CHECK: fly.make_int_tuple() : () -> !fly.int_tuple<32>
func.func @size(%l: !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32> {
  %0 = fly.size(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<32>
  return %0 : !fly.int_tuple<32>
}

// -----

// CHECK-LABEL: @layout(
// CHECK-DAG: %[[SHAPE:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<(4,8)>
// CHECK-DAG: %[[STRIDE:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<(1,4)>
// CHECK: fly.make_layout(%[[SHAPE]], %[[STRIDE]])
func.func @layout() -> !fly.layout<(4,8):(1,4)> {
  %0 = fly.static : !fly.layout<(4,8):(1,4)>
  return %0 : !fly.layout<(4,8):(1,4)>
}

// -----

// Tiles have no other form.
// CHECK-LABEL: @tile(
// CHECK: fly.static : !fly.tile<[4|8]>
func.func @tile() -> !fly.tile<[4|8]> {
  %0 = fly.static : !fly.tile<[4|8]>
  return %0 : !fly.tile<[4|8]>
}

// -----

// CHECK-LABEL: @dynamic(
// CHECK: fly.size
func.func @dynamic(%l: !fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<?{div=4}> {
  %0 = fly.size(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<?{div=4}>
  return %0 : !fly.int_tuple<?{div=4}>
}

// -----

// Tiled copies and MMAs that their types determine are made anew, too.
// CHECK-LABEL: @tiled(
// CHECK: %[[ATOM:.*]] = fly.make_copy_atom
// CHECK: %[[LAYOUT:.*]] = fly.make_layout(
// CHECK: %[[TILE:.*]] = fly.static : !fly.tile<[16|16]>
// CHECK: %[[COPY:.*]] = fly.make_tiled_copy(%[[ATOM]], %[[LAYOUT]], %[[TILE]])
// CHECK: %[[MMA:.*]] = fly.make_tiled_mma(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: return %[[COPY]], %[[MMA]]
func.func @tiled() -> (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>,
                       !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>) {
  %0 = fly.static : !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
  %1 = fly.static : !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>
  return %0, %1 : !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>,
                  !fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(8,8,1):(1,8,0)>>
}

// -----

// CHECK-LABEL: @composed(
func.func @composed() {
  // CHECK: %[[S:.*]] = fly.static : !fly.swizzle<S<3,3,3>>
  // CHECK: %[[O:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<0>
  // CHECK: %[[L:.*]] = fly.make_layout(
  // CHECK: %[[C:.*]] = fly.make_composed_layout(%[[S]], %[[O]], %[[L]])
  // CHECK: "use"(%[[C]])
  %c = fly.static : !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
  "use"(%c) : (!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>) -> ()
  // The layout of a slice is computed at compile time.
  // CHECK: %[[O2:.*]] = fly.make_int_tuple() : () -> !fly.int_tuple<128>
  // CHECK: fly.make_composed_layout(%{{.*}}, %[[O2]], %{{.*}}) : {{.*}} -> !fly.composed_layout<S<3,3,3> o 128 o 64:1>
  %crd = fly.make_coord() : () -> !fly.int_tuple<(2,*)>
  %s = fly.slice(%c, %crd) : (!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>, !fly.int_tuple<(2,*)>) -> !fly.composed_layout<S<3,3,3> o 128 o 64:1>
  "use"(%s) : (!fly.composed_layout<S<3,3,3> o 128 o 64:1>) -> ()
  return
}
