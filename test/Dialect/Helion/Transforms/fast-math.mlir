// RUN: fly-opt %s -helion-fast-math | FileCheck %s

!x = memref<4x64xf32>
!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>

// One division per row, exp as exp2 of the scaled argument.
// CHECK-LABEL: helion.kernel @permitted
helion.kernel @permitted(%x: !x, %y: !x)
    attributes {fastmath = #arith.fastmath<arcp,afn>} {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // CHECK-DAG: %[[LOG2E:.+]] = arith.constant 1.44269502 : f32
    // CHECK-DAG: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
    // CHECK: %[[V:.+]] = helion.load
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    // CHECK: %[[SCALE:.+]] = helion.full %[[LOG2E]]
    // CHECK: %[[SCALED:.+]] = arith.mulf %[[V]], %[[SCALE]]
    // CHECK: %[[E:.+]] = math.exp2 %[[SCALED]]
    %e = math.exp %v : !t
    // CHECK: %[[SUM:.+]] = helion.reduce sum %[[E]]
    %s = helion.reduce sum %e over n : !t -> !r
    // CHECK: %[[ONES:.+]] = helion.full %[[ONE]]
    // CHECK: %[[INV:.+]] = arith.divf %[[ONES]], %[[SUM]]
    // CHECK: %[[INVB:.+]] = helion.broadcast %[[INV]]
    // CHECK: arith.mulf %[[E]], %[[INVB]]
    %b = helion.broadcast %s : !r -> !t
    %q = arith.divf %e, %b : !t
    helion.store %q, %y[%m, %n] : !t, !x[m, n]
  }
}

// `contract` permits neither.
// CHECK-LABEL: helion.kernel @strict
helion.kernel @strict(%x: !x, %y: !x)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    // CHECK: math.exp %
    %e = math.exp %v : !t
    %s = helion.reduce sum %e over n : !t -> !r
    %b = helion.broadcast %s : !r -> !t
    // CHECK: arith.divf
    %q = arith.divf %e, %b : !t
    helion.store %q, %y[%m, %n] : !t, !x[m, n]
  }
}
