// Review, minor note: an op without a lowering must be an error that names it,
// wherever in the pipeline it is found.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

!tile = tensor<?xf32, #helion.axes<m>>
helion.kernel @unknown_to_mlir(%y: memref<?xf32>) {
  %M = helion.size %y, 0 : memref<?xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
    %v = helion.load %y[%m] : memref<?xf32>[m] -> !tile
    // expected-error @+1 {{unregistered operation 'math.lgamma'}}
    %w = "math.lgamma"(%v) : (!tile) -> !tile
  }
}
