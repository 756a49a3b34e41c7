// RUN: fly-opt %s --split-input-file \
// RUN:   --helion-specialize="kernel=k args=64x1000@1000x1%%16,64x1000@1024x1" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file \
// RUN:   --helion-specialize="kernel=k args=64x1000@1000x1%%16,64x1000@1024x1" \
// RUN:   --helion-specialize="kernel=k args=64x1000@1000x1%%16,64x1000@1024x1" \
// RUN:   | FileCheck %s

!t = tensor<?x?xf32, #helion.axes<m, n>>

// Contiguous strides become the identity layout, others stay, offsets go; sizes
// become constants, scalars are no entries of the list.
// CHECK-LABEL: helion.kernel @k
// CHECK-SAME: %[[X:.*]]: memref<64x1000xf32> {helion.align = 16 : i64}
// CHECK-SAME: %{{.*}}: f32
// CHECK-SAME: %[[Y:.*]]: memref<64x1000xf32, strided<[1024, 1]>>
// CHECK-NOT: helion.size
// CHECK-DAG: %[[M:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[N:.*]] = arith.constant 1000 : index
// CHECK-DAG: helion.axis @m extent(%[[M]]) tile
// CHECK-DAG: helion.axis @n extent(%[[N]]) full bound(1000)
// CHECK: helion.load %[[X]][{{.*}}] : memref<64x1000xf32>[m, n]
// CHECK: helion.store {{.*}}, %[[Y]]{{.*}} memref<64x1000xf32, strided<[1024, 1]>>[m, n]
helion.kernel @k(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>, %s: f32,
                 %y: memref<?x1000xf32, strided<[?, 1], offset: ?>>) {
  %M = helion.size %x, 0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %N = helion.size %x, 1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full bound(1000)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<?x?xf32, strided<[?, 1], offset: ?>>[m, n] -> !t
    helion.store %v, %y[%m, %n] : !t, memref<?x1000xf32, strided<[?, 1], offset: ?>>[m, n]
  }
}

// Other kernels of the module are left alone.
// CHECK-LABEL: helion.kernel @other
// CHECK-SAME: memref<?xf32>
helion.kernel @other(%x: memref<?xf32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
  }
}

// -----

// An identity layout needs no strides: they follow from the sizes. Strides that
// aren't given stay as declared.
// CHECK-LABEL: helion.kernel @k
// CHECK-SAME: %{{.*}}: memref<64x1000xf16> {helion.align = 16 : i64}
// CHECK-SAME: %{{.*}}: memref<64x1000xf16, strided<[1024, 1]>>
helion.kernel @k(%x: memref<?x?xf16> {helion.align = 2 : i64},
                 %y: memref<?x?xf16, strided<[1024, 1], offset: 3>>) {
  %M = helion.size %x, 0 : memref<?x?xf16>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
}
