!buf = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!half = tensor<?x?xbf16, #helion.axes<m, n>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>

helion.kernel @softmax(%x: !buf {helion.align = 16 : i64},
                       %y: !buf {helion.align = 16 : i64})
    attributes {fastmath = #arith.fastmath<arcp,contract,afn>} {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !buf[m, n] -> !half
    %v = arith.extf %h : !half to !tile
    %max = helion.reduce max %v over n : !tile -> !row
    %maxb = helion.broadcast %max : !row -> !tile
    %d = arith.subf %v, %maxb : !tile
    %e = math.exp %d : !tile
    %sum = helion.reduce sum %e over n : !tile -> !row
    %sumb = helion.broadcast %sum : !row -> !tile
    %q = arith.divf %e, %sumb : !tile
    %o = arith.truncf %q : !tile to !half
    helion.store %o, %y[%m, %n] : !half, !buf[m, n]
  }
}
