!rows = memref<64x256xf32>
!sums = memref<64xf32>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>

helion.kernel @row_sum(%x: !rows {helion.align = 16 : i64}, %y: !sums) {
  %M = helion.size %x, 0 : !rows
  %N = helion.size %x, 1 : !rows
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !rows[m, n] -> !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    helion.store %s, %y[%m] : !row, !sums[m]
  }
}
