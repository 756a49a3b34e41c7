// RUN: fly-opt %s -fly-int-swizzle-simplify -split-input-file | FileCheck %s

// 1024 is a multiple of 512, the first bit above the mask 448.
// CHECK-LABEL: @constant(
// CHECK-SAME: %[[B:.*]]: i32)
// CHECK: %[[M:.*]] = arith.andi %[[B]], %c448_i32
// CHECK: %[[S:.*]] = arith.shrui %[[M]], %c3_i32
// CHECK: %[[X:.*]] = arith.xori %[[B]], %[[S]]
// CHECK: %[[R:.*]] = arith.addi %[[X]], %c1024_i32
// CHECK: return %[[R]]
func.func @constant(%base: i32) -> i32 {
  %c448 = arith.constant 448 : i32
  %c3 = arith.constant 3 : i32
  %c1024 = arith.constant 1024 : i32
  %x = arith.addi %base, %c1024 : i32
  %m = arith.andi %x, %c448 : i32
  %s = arith.shrui %m, %c3 : i32
  %r = arith.xori %x, %s : i32
  return %r : i32
}

// -----

// What remains of a sum of multiples is nothing.
// CHECK-LABEL: @all(
// CHECK-SAME: %[[I:.*]]: i32)
// CHECK: %[[X:.*]] = arith.muli %[[I]], %c512_i32
// CHECK-NOT: xori
// CHECK: return %[[X]]
func.func @all(%i: i32) -> i32 {
  %c448 = arith.constant 448 : i32
  %c3 = arith.constant 3 : i32
  %c512 = arith.constant 512 : i32
  %x = arith.muli %i, %c512 : i32
  %m = arith.andi %x, %c448 : i32
  %s = arith.shrui %m, %c3 : i32
  %r = arith.xori %x, %s : i32
  return %r : i32
}

// -----

// The front end's divisor is known from the tuple that the integer goes into.
// CHECK-LABEL: @promised(
// CHECK-SAME: %[[B:.*]]: i32, %[[I:.*]]: i32)
// CHECK: %[[X:.*]] = arith.xori %[[B]],
// CHECK: arith.addi %[[X]], %[[I]]
func.func @promised(%base: i32, %i: i32) -> (i32, !fly.int_tuple<?{div=512}>) {
  %c448 = arith.constant 448 : i32
  %c3 = arith.constant 3 : i32
  %t = fly.make_int_tuple(%i) : (i32) -> !fly.int_tuple<?{div=512}>
  %x = arith.addi %base, %i : i32
  %m = arith.andi %x, %c448 : i32
  %s = arith.shrui %m, %c3 : i32
  %r = arith.xori %x, %s : i32
  return %r, %t : i32, !fly.int_tuple<?{div=512}>
}

// -----

// 256 lies inside of the mask.
// CHECK-LABEL: @inside(
// CHECK: %[[X:.*]] = arith.addi %{{.*}}, %c256_i32
// CHECK: %[[R:.*]] = arith.xori %[[X]],
// CHECK: return %[[R]]
func.func @inside(%base: i32) -> i32 {
  %c448 = arith.constant 448 : i32
  %c3 = arith.constant 3 : i32
  %c256 = arith.constant 256 : i32
  %x = arith.addi %base, %c256 : i32
  %m = arith.andi %x, %c448 : i32
  %s = arith.shrui %m, %c3 : i32
  %r = arith.xori %x, %s : i32
  return %r : i32
}
