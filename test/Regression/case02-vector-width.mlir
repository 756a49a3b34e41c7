// Case 2, and a minor note of the review: a 256-bit value met a 128-bit copy
// and the compiler aborted. The error says how many elements fit.

// RUN: fly-opt %s -split-input-file -verify-diagnostics -helion-reduction-strategy -helion-vectorize | FileCheck %s

!f32_by_8_buf = memref<8x1024xf32>
!f32_by_8_tile = tensor<?x?xf32, #helion.axes<m, n>>
!f32_by_8_row = tensor<?xf32, #helion.axes<m>>
// expected-error @+1 {{vector_width = 8 makes 256-bit accesses; at most 4 'f32' elements fit a 128-bit access; use vector_width = 4}}
helion.kernel @f32_by_8(%x: !f32_by_8_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<vector_width = 8>} {
  %M = helion.size %x, 0 : !f32_by_8_buf
  %N = helion.size %x, 1 : !f32_by_8_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_by_8_buf[m, n] -> !f32_by_8_tile
    %s = helion.reduce sum %v over n : !f32_by_8_tile -> !f32_by_8_row
    helion.store %s, %y[%m] : !f32_by_8_row, memref<8xf32>[m]
  }
}

// -----

!f64_by_4_buf = memref<8x1024xf64>
!f64_by_4_tile = tensor<?x?xf64, #helion.axes<m, n>>
!f64_by_4_row = tensor<?xf64, #helion.axes<m>>
// expected-error @+1 {{at most 2 'f64' elements fit a 128-bit access; use vector_width = 2}}
helion.kernel @f64_by_4(%x: !f64_by_4_buf {helion.align = 16 : i64}, %y: memref<8xf64>)
    attributes {config = #helion.config<vector_width = 4>} {
  %M = helion.size %x, 0 : !f64_by_4_buf
  %N = helion.size %x, 1 : !f64_by_4_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f64_by_4_buf[m, n] -> !f64_by_4_tile
    %s = helion.reduce sum %v over n : !f64_by_4_tile -> !f64_by_4_row
    helion.store %s, %y[%m] : !f64_by_4_row, memref<8xf64>[m]
  }
}

// -----

!f32_by_4_buf = memref<8x1024xf32>
!f32_by_4_tile = tensor<?x?xf32, #helion.axes<m, n>>
!f32_by_4_row = tensor<?xf32, #helion.axes<m>>
// CHECK-LABEL: helion.kernel @f32_by_4
// CHECK: helion.grid {{.*}} layout #helion.layout<[m, n], ((64,1),(4,4)):((4E1,1E0),(1E1,256E1))>
helion.kernel @f32_by_4(%x: !f32_by_4_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<vector_width = 4>} {
  %M = helion.size %x, 0 : !f32_by_4_buf
  %N = helion.size %x, 1 : !f32_by_4_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !f32_by_4_buf[m, n] -> !f32_by_4_tile
    %s = helion.reduce sum %v over n : !f32_by_4_tile -> !f32_by_4_row
    helion.store %s, %y[%m] : !f32_by_4_row, memref<8xf32>[m]
  }
}
