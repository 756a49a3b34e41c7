// RUN: fly-opt %s -fly-promote-regmem-to-vectorssa -split-input-file | FileCheck %s

// CHECK-LABEL: @whole(
// CHECK-SAME: %[[V:.*]]: vector<4xf32>)
// CHECK-NOT: fly.
// CHECK: %[[X:.*]] = vector.extract %[[V]][2]
// CHECK: return %[[X]]
func.func @whole(%v: vector<4xf32>) -> f32 {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  %two = fly.make_int_tuple() : () -> !fly.int_tuple<2>
  fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  %q = fly.add_offset(%p, %two) : (!fly.ptr<f32, register>, !fly.int_tuple<2>) -> !fly.ptr<f32, register>
  %x = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> f32
  return %x : f32
}

// -----

// CHECK-LABEL: @parts(
// CHECK: %[[P:.*]] = ub.poison : vector<8xf32>
// CHECK: %[[A:.*]] = vector.insert_strided_slice %{{.*}}, %[[P]] {offsets = [4]
// CHECK: %[[B:.*]] = vector.insert %{{.*}}, %[[A]] [1]
// CHECK: vector.extract_strided_slice %[[B]] {offsets = [0], sizes = [4]
func.func @parts(%v: vector<4xf32>, %x: f32) -> vector<4xf32> {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 8 : i64}} : () -> !fly.ptr<f32, register>
  %one = fly.make_int_tuple() : () -> !fly.int_tuple<1>
  %four = fly.make_int_tuple() : () -> !fly.int_tuple<4>
  %q = fly.add_offset(%p, %four) : (!fly.ptr<f32, register>, !fly.int_tuple<4>) -> !fly.ptr<f32, register>
  fly.ptr.store(%v, %q) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  %r = fly.add_offset(%p, %one) : (!fly.ptr<f32, register>, !fly.int_tuple<1>) -> !fly.ptr<f32, register>
  fly.ptr.store(%x, %r) : (f32, !fly.ptr<f32, register>) -> ()
  %y = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> vector<4xf32>
  return %y : vector<4xf32>
}

// -----

// Another element type reads the same bits.
// CHECK-LABEL: @recast(
// CHECK: %[[B:.*]] = vector.bitcast %{{.*}} : vector<4xf32> to vector<8xi16>
// CHECK: vector.extract %[[B]][3]
func.func @recast(%v: vector<4xf32>) -> i16 {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  %q = fly.recast_iter(%p) : (!fly.ptr<f32, register>) -> !fly.ptr<i16, register>
  %three = fly.make_int_tuple() : () -> !fly.int_tuple<3>
  %r = fly.add_offset(%q, %three) : (!fly.ptr<i16, register>, !fly.int_tuple<3>) -> !fly.ptr<i16, register>
  %x = fly.ptr.load(%r) : (!fly.ptr<i16, register>) -> i16
  return %x : i16
}

// -----

// A loop carries what it stores; what it only reads it sees from outside.
// CHECK-LABEL: @loop(
// CHECK-SAME: %[[V:.*]]: vector<4xf32>
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[V]]) -> (vector<4xf32>)
// CHECK: %[[S:.*]] = arith.addf %[[ACC]], %[[V]]
// CHECK: scf.yield %[[S]]
// CHECK: return %[[R]]
func.func @loop(%v: vector<4xf32>, %n: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %acc = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  %in = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  fly.ptr.store(%v, %acc) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  fly.ptr.store(%v, %in) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %a = fly.ptr.load(%acc) : (!fly.ptr<f32, register>) -> vector<4xf32>
    %b = fly.ptr.load(%in) : (!fly.ptr<f32, register>) -> vector<4xf32>
    %s = arith.addf %a, %b : vector<4xf32>
    fly.ptr.store(%s, %acc) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  }
  %x = fly.ptr.load(%acc) : (!fly.ptr<f32, register>) -> vector<4xf32>
  return %x : vector<4xf32>
}

// -----

// CHECK-LABEL: @branch(
// CHECK-SAME: %[[V:.*]]: vector<4xf32>, %[[W:.*]]: vector<4xf32>
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (vector<4xf32>)
// CHECK: scf.yield %[[W]]
// CHECK: } else {
// CHECK: scf.yield %[[V]]
// CHECK: return %[[R]]
func.func @branch(%v: vector<4xf32>, %w: vector<4xf32>, %c: i1) -> vector<4xf32> {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  scf.if %c {
    fly.ptr.store(%w, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  }
  %x = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> vector<4xf32>
  return %x : vector<4xf32>
}

// -----

// CHECK-LABEL: @while(
// CHECK-SAME: %[[V:.*]]: vector<4xf32>
// CHECK: %[[R:.*]] = scf.while (%[[A:.*]] = %[[V]]) : (vector<4xf32>) -> vector<4xf32>
// CHECK: scf.condition(%{{.*}}) %[[A]]
// CHECK: ^bb0(%[[B:.*]]: vector<4xf32>):
// CHECK: %[[S:.*]] = arith.addf %[[B]], %[[B]]
// CHECK: scf.yield %[[S]]
// CHECK: return %[[R]]
func.func @while(%v: vector<4xf32>, %limit: f32) -> vector<4xf32> {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  scf.while : () -> () {
    %x = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> f32
    %c = arith.cmpf olt, %x, %limit : f32
    scf.condition(%c)
  } do {
    %a = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> vector<4xf32>
    %s = arith.addf %a, %a : vector<4xf32>
    fly.ptr.store(%s, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
    scf.yield
  }
  %x = fly.ptr.load(%p) : (!fly.ptr<f32, register>) -> vector<4xf32>
  return %x : vector<4xf32>
}

// -----

// An unknown offset needs memory.
// CHECK-LABEL: @dynamic_offset(
// CHECK: fly.make_ptr
// CHECK: fly.ptr.store
// CHECK: fly.ptr.load
func.func @dynamic_offset(%v: vector<4xf32>, %i: i32) -> f32 {
  %p = fly.make_ptr() {dictAttrs = {allocSize = 4 : i64}} : () -> !fly.ptr<f32, register>
  %o = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?>
  fly.ptr.store(%v, %p) : (vector<4xf32>, !fly.ptr<f32, register>) -> ()
  %q = fly.add_offset(%p, %o) : (!fly.ptr<f32, register>, !fly.int_tuple<?>) -> !fly.ptr<f32, register>
  %x = fly.ptr.load(%q) : (!fly.ptr<f32, register>) -> f32
  return %x : f32
}
