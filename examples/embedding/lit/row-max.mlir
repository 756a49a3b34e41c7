// RUN: fly-opt %s --helion-to-fly='chip=gfx942 remarks' -verify-diagnostics -o /dev/null

// What we rely on: one wave has a row of this length, so that the reduction
// needs no barrier.

!x = memref<64x1024xf32>
!y = memref<64xf32>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>

// expected-remark@+3 {{axis 'n' is persistent}}
// expected-remark@+2 {{a workgroup has 1 rows of 64 threads}}
// expected-remark@+1 {{4 vectors of 4 elements in each of 64 threads}}
helion.kernel @row_max(%x: !x {helion.align = 16 : i64}, %y: !y) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !tile
    %r = helion.reduce max %v over n : !tile -> !row
    helion.store %r, %y[%m] : !row, !y[m]
  }
}
