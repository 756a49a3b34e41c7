// VALUE is replaced by a number.

!buf = memref<?x?xf32, strided<[?, 1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
helion.kernel @add(%x: !buf, %y: !buf) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  %c = arith.constant VALUE : f32
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
    %t = helion.full %c : !tile
    %r = arith.addf %v, %t : !tile
    helion.store %r, %y[%m, %n] : !tile, !buf[m, n]
  }
}
