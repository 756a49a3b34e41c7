// A store that converted silently would round twice or truncate: the element
// types must agree.

// RUN: fly-opt %s -verify-diagnostics

!buf = memref<?x?xf16, strided<[?, 1]>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
helion.kernel @f32_into_f16(%x: !buf, %y: !buf) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %c = arith.constant 1.0 : f32
    %v = helion.full %c : !tile
    // expected-error @+1 {{'helion.store' op expects tile and buffer of one element type, got 'f32' and 'f16'}}
    helion.store %v, %y[%m, %n] : !tile, !buf[m, n]
  }
}
