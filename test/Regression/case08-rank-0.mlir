// Case 8: a rank-0 operand ended in an index error. It is a diagnostic that
// says what to pass instead.

// RUN: fly-opt %s -verify-diagnostics

// expected-error @+1 {{'helion.kernel' op argument #0 is a buffer of rank 0 ('memref<f16>'); pass the value as a scalar argument}}
helion.kernel @rank_0(%x: memref<f16>, %y: memref<?xf16>) {
  %M = helion.size %y, 0 : memref<?xf16>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
}
