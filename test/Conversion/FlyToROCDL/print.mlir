// RUN: fly-opt %s -fly-canonicalize -fly-layout-lowering -convert-fly-to-rocdl -split-input-file | FileCheck %s

// In a kernel, one call per line; what is static is part of its text.
// CHECK-LABEL: gpu.func @golden(
// CHECK: gpu.printf "c=(1,2) v=%.2f\0A", %{{.*}} : f32
gpu.module @m {
  gpu.func @golden(%v: f32) {
    %c = fly.static : !fly.int_tuple<(1,2)>
    fly.print(%c, %v) {format = "c={} v={}"} : (!fly.int_tuple<(1,2)>, f32) -> ()
    gpu.return
  }
}

// -----

// Small integers are widened with their signs, truth is 1; a vector is printed
// element by element; % is no placeholder.
// CHECK-LABEL: gpu.func @numbers(
// CHECK-DAG: %[[I:.*]] = arith.extsi %{{.*}} : i8 to i32
// CHECK-DAG: %[[B:.*]] = arith.extui %{{.*}} : i1 to i32
// CHECK: gpu.printf "100%% %d %d %ld %ld [%.2f, %.2f]!\0A", %[[I]], %[[B]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i64, index, f16, f16
gpu.module @m {
  gpu.func @numbers(%i: i8, %b: i1, %l: i64, %n: index, %v: vector<2xf16>) {
    fly.print(%i, %b, %l, %n, %v) {format = "100% {} {} {} {} {}!"} : (i8, i1, i64, index, vector<2xf16>) -> ()
    gpu.return
  }
}

// -----

// Without a format, blanks separate the values.
// CHECK-LABEL: gpu.func @free(
// CHECK: gpu.printf "%d (2,%d)\0A", %arg0, %arg1 : i32, i32
gpu.module @m {
  gpu.func @free(%i: i32, %j: i32) {
    %c = fly.make_int_tuple(%j) : (i32) -> !fly.int_tuple<(2,?)>
    fly.print(%i, %c) : (i32, !fly.int_tuple<(2,?)>) -> ()
    gpu.return
  }
}

// -----

// On the host, the text and the values in turn.
// CHECK-LABEL: @host(
// CHECK: vector.print str "x = "
// CHECK: vector.print %arg0 : f32 punctuation <no_punctuation>
// CHECK: vector.print str ", y = "
// CHECK: vector.print %arg1 : vector<2xi32> punctuation <no_punctuation>
// CHECK-NEXT: vector.print{{$}}
func.func @host(%x: f32, %y: vector<2xi32>) {
  fly.print(%x, %y) {format = "x = {}, y = {}"} : (f32, vector<2xi32>) -> ()
  return
}
