// Case 4: a dynamic coordinate lost the scale of the second basis. (c0, c1) in
// (48,21):(1E1,48E1) is c0 + 48 * c1 along mode 1.

// RUN: fly-opt %s --fly-canonicalize --fly-layout-lowering --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[C0:.*]]: i32, %[[C1:.*]]: i32)
func.func @dynamic(%c0: i32, %c1: i32) -> i32 {
  // CHECK: %[[SCALE:.*]] = arith.constant 48 : i32
  // CHECK: %[[PART:.*]] = arith.muli %[[C1]], %[[SCALE]]
  // CHECK: %[[SUM:.*]] = arith.addi %[[C0]], %[[PART]]
  // CHECK: return %[[SUM]]
  %layout = fly.static : !fly.layout<(48,21):(1E1,48E1)>
  %coordinate = fly.make_int_tuple(%c0, %c1) : (i32, i32) -> !fly.int_tuple<(?,?)>
  %index = fly.crd2idx(%coordinate, %layout) : (!fly.int_tuple<(?,?)>, !fly.layout<(48,21):(1E1,48E1)>) -> !fly.int_tuple<(0,?)>
  %mode1 = fly.get(%index) {mode = array<i32: 1>} : (!fly.int_tuple<(0,?)>) -> !fly.int_tuple<?>
  %scalar = fly.get_scalar(%mode1) : (!fly.int_tuple<?>) -> i32
  return %scalar : i32
}
