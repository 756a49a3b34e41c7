// Review, minor note: a broadcast was skipped for one back end. A broadcast is
// an op of its own, matched by axis name, and survives a round trip.

// RUN: fly-opt %s | fly-opt | FileCheck %s

!buf = memref<?x?xf32, strided<[?, 1]>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
// CHECK-LABEL: helion.kernel @broadcast
helion.kernel @broadcast(%x: !buf, %y: !buf) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
    // CHECK: %[[S:.*]] = helion.reduce sum
    %s = helion.reduce sum %v over n : !tile -> !row
    // CHECK: %[[B:.*]] = helion.broadcast %[[S]] : tensor<?xf32, #helion.axes<m>> -> tensor<?x?xf32, #helion.axes<m, n>>
    %b = helion.broadcast %s : !row -> !tile
    // CHECK: helion.store %[[B]]
    helion.store %b, %y[%m, %n] : !tile, !buf[m, n]
  }
}
