// A third of x, exactly rounded and by a factor that rounds differently.
!buffer = memref<?x?xf32, strided<[?, 1], offset: ?>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>

helion.kernel @divided(%x: !buffer, %y: !buffer) {
  %M = helion.size %x, 0 : !buffer
  %N = helion.size %x, 1 : !buffer
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buffer[m, n] -> !tile
    %c = arith.constant 3.0 : f32
    %three = helion.full %c : !tile
    %r = arith.divf %v, %three : !tile
    helion.store %r, %y[%m, %n] : !tile, !buffer[m, n]
  }
}

helion.kernel @multiplied(%x: !buffer, %y: !buffer) {
  %M = helion.size %x, 0 : !buffer
  %N = helion.size %x, 1 : !buffer
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buffer[m, n] -> !tile
    %c = arith.constant 0.333333343 : f32
    %third = helion.full %c : !tile
    %r = arith.mulf %v, %third : !tile
    helion.store %r, %y[%m, %n] : !tile, !buffer[m, n]
  }
}
