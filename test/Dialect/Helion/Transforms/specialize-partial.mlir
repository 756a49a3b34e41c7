// RUN: fly-opt %s --helion-specialize="kernel=k args=-,?x1000@?x1,1x8@99x1" \
// RUN:   | FileCheck %s

// `-` leaves an argument alone, `?` a size or a stride. The stride of a
// dimension with one element doesn't matter, and so can't contradict.
// CHECK-LABEL: helion.kernel @k
// CHECK-SAME: %{{.*}}: memref<?xf32>
// CHECK-SAME: %{{.*}}: memref<?x1000xf32, strided<[?, 1]>>
// CHECK-SAME: %{{.*}}: memref<1x8xf32, strided<[16, 1]>>
// CHECK: helion.size %{{.*}}, 0
// CHECK: arith.constant 1000 : index
helion.kernel @k(%w: memref<?xf32>,
                 %x: memref<?x?xf32, strided<[?, 1], offset: ?>>,
                 %y: memref<?x?xf32, strided<[16, 1]>>) {
  %M = helion.size %x, 0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %N = helion.size %x, 1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
  }
}
