// Review finding 3: min called a method that did not exist. Every combiner is a
// row of one table, and anything else is an error that lists them.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

!tile = tensor<?xf32, #helion.axes<m>>
helion.kernel @unknown_combiner(%x: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
    %v = helion.load %x[%m] : memref<?xf32>[m] -> !tile
    // expected-error @+1 {{unknown reduction 'median', expected one of sum, prod, max, min, maxnum, minnum}}
    %r = helion.reduce median %v over m : !tile -> tensor<f32, #helion.axes<>>
  }
}
