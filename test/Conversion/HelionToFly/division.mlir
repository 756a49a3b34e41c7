// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx942" -cse | FileCheck %s

#layout = #helion.layout<[n], ((64),(4,1)):((4E0),(1E0,0))>
!t = tensor<256xi32, #layout>

// Elements that don't exist hold 0 and are divided by: 1 takes its place.
// CHECK-LABEL: gpu.func @division
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant dense<0> : vector<4xi32>
// CHECK-DAG:     %[[ONE:.+]] = arith.constant dense<1> : vector<4xi32>
// CHECK:         %[[IS:.+]] = arith.cmpi eq, %[[D:.+]], %[[ZERO]] : vector<4xi32>
// CHECK:         %[[SAFE:.+]] = arith.select %[[IS]], %[[ONE]], %[[D]]
// CHECK:         arith.divsi %{{.+}}, %[[SAFE]] : vector<4xi32>
helion.kernel @division(%x: memref<200xi32>, %y: memref<200xi32>) {
  %N = helion.size %x, 0 : memref<200xi32>
  helion.axis @n extent(%N) tile block(256)
  helion.grid (%n in @n) layout #layout {
    %v = helion.load %x[%n] : memref<200xi32>[n] -> !t
    %w = helion.load %y[%n] : memref<200xi32>[n] -> !t
    %q = arith.divsi %v, %w : !t
    helion.store %q, %y[%n] : !t, memref<200xi32>[n]
  }
}
