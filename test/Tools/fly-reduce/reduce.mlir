// RUN: fly-reduce %s -reduction-tree='traversal-mode=0 test=%S/Inputs/keeps-max.sh' | FileCheck %s

// Of two kernels and a device function only what shows the "bug" is left.

// CHECK-NOT: func.func
// CHECK-NOT: @sum
// CHECK: helion.kernel @max
// CHECK: helion.reduce max
// CHECK-NOT: @sum

func.func @unrelated() {
  return
}

helion.kernel @sum(%x: memref<8x64xf32>, %y: memref<8xf32>) {
  %M = helion.size %x, 0 : memref<8x64xf32>
  %N = helion.size %x, 1 : memref<8x64xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x64xf32>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
    %s = helion.reduce sum %v over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<m>>
    helion.store %s, %y[%m] : tensor<?xf32, #helion.axes<m>>, memref<8xf32>[m]
  }
}

helion.kernel @max(%x: memref<8x64xf32>, %y: memref<8xf32>) {
  %M = helion.size %x, 0 : memref<8x64xf32>
  %N = helion.size %x, 1 : memref<8x64xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x64xf32>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
    %s = helion.reduce max %v over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<m>>
    helion.store %s, %y[%m] : tensor<?xf32, #helion.axes<m>>, memref<8xf32>[m]
  }
}
