// RUN: fly-opt %s --canonicalize | FileCheck %s

!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>

// Static sizes become constants, dynamic ones stay.
// CHECK-LABEL: func.func @size(
func.func @size(%x: memref<?x7xf32>) -> (index, index) {
  // CHECK-DAG: %[[C:.*]] = arith.constant 7 : index
  // CHECK-DAG: %[[D:.*]] = helion.size %{{.*}}, 0
  %0 = helion.size %x, 0 : memref<?x7xf32>
  %1 = helion.size %x, 1 : memref<?x7xf32>
  // CHECK: return %[[D]], %[[C]]
  return %0, %1 : index, index
}

// A broadcast along no axis is its source; any other one stays.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[R:.*]]: tensor
func.func @broadcast(%r: !row) -> (!row, !tile) {
  %0 = helion.broadcast %r : !row -> !row
  // CHECK: %[[B:.*]] = helion.broadcast %[[R]]
  // CHECK-NOT: helion.broadcast
  %1 = helion.broadcast %r : !row -> !tile
  // CHECK: return %[[R]], %[[B]]
  return %0, %1 : !row, !tile
}

// The second of two equal masks is redundant, also when it masks fewer axes.
// Another fill, or an axis that the first left alone, is not.
// CHECK-LABEL: helion.kernel @mask(
helion.kernel @mask(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %M = helion.size %x, 0 : memref<?x?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %x[%m, %n] : memref<?x?xf32>[m, n] -> !tile
    // CHECK: %[[A:.*]] = helion.mask_to %{{.*}}, 1.0
    %a = helion.mask_to %v, 1.0 : f32 on(%m, %n) : !tile[m, n]
    %b = helion.mask_to %a, 1.0 : f32 on(%n) : !tile[n]
    // CHECK: helion.store %[[A]],
    helion.store %b, %y[%m, %n] : !tile, memref<?x?xf32>[m, n]
    // CHECK: %[[C:.*]] = helion.mask_to %[[A]], 0.0
    %c = helion.mask_to %b, 0.0 : f32 on(%n) : !tile[n]
    // CHECK: %[[D:.*]] = helion.mask_to %[[C]], 0.0
    %d = helion.mask_to %c, 0.0 : f32 on(%m) : !tile[m]
    // CHECK: helion.store %[[D]],
    helion.store %d, %y[%m, %n] : !tile, memref<?x?xf32>[m, n]
  }
}

// A load that nobody uses goes, a store is never redundant.
// CHECK-LABEL: helion.kernel @effects(
helion.kernel @effects(%x: memref<?xf32>, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
    // CHECK: helion.load
    // CHECK-NOT: helion.load
    %u = helion.load %x[%m] : memref<?xf32>[m] -> !row
    %v = helion.load %x[%m] : memref<?xf32>[m] -> !row
    // CHECK: helion.store
    helion.store %u, %y[%m] : !row, memref<?xf32>[m]
    // CHECK: helion.store
    helion.store %u, %y[%m] : !row, memref<?xf32>[m]
  }
}

// Axes are kept, though no SSA value refers to them, and so is a grid that does
// nothing: a kernel has exactly one.
// CHECK-LABEL: helion.kernel @axes(
helion.kernel @axes(%x: memref<?xf32>) {
  // CHECK: %[[M:.*]] = helion.size
  %M = helion.size %x, 0 : memref<?xf32>
  // CHECK: helion.axis @m extent(%[[M]]) tile
  helion.axis @m extent(%M) tile
  // CHECK: helion.grid
  helion.grid (%m in @m) {
  }
}
