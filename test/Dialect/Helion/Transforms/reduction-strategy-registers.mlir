// RUN: fly-opt %s --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-reduction-strategy{remarks}))"

// Rows of 65536 on 1024 threads: 64 columns for each, in half of its 128
// registers. What counts is what lives across a reduction.

!h = tensor<?x?xbf16, #helion.axes<m, n>>
!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<?x65536xbf16>

// One f32 tile: it fits. That the row is used after the reduction in its packed
// form only doesn't add to it.
// expected-remark@below {{axis 'n' is persistent}}
// expected-remark@below {{a workgroup has}}
helion.kernel @one_tile(%x: !x {helion.align = 16 : i64}, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !x[m, n] -> !h
    %v = arith.extf %h : !h to !t
    %e = math.exp %v : !t
    %s = helion.reduce sum %e over n : !t -> !r
    %b = helion.broadcast %s : !r -> !t
    %q = arith.divf %e, %b : !t
    %o = arith.truncf %q : !t to !h
    helion.store %o, %y[%m, %n] : !h, !x[m, n]
  }
}

// Two of them don't.
// expected-remark@below {{axis 'n' is looped}}
// expected-remark@below {{a workgroup has}}
helion.kernel @two_tiles(%x: !x {helion.align = 16 : i64}, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !x[m, n] -> !h
    %v = arith.extf %h : !h to !t
    %e = math.exp %v : !t
    %s = helion.reduce sum %e over n : !t -> !r
    %b = helion.broadcast %s : !r -> !t
    %q = arith.mulf %e, %b : !t
    %p = arith.addf %q, %v : !t
    %o = arith.truncf %p : !t to !h
    helion.store %o, %y[%m, %n] : !h, !x[m, n]
  }
}

// Nor does one and a weight, whose load will be issued early.
// expected-remark@below {{axis 'n' is looped}}
// expected-remark@below {{a workgroup has}}
helion.kernel @with_weight(%x: !x {helion.align = 16 : i64}, %w: memref<65536xf32>, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !x[m, n] -> !h
    %v = arith.extf %h : !h to !t
    %s = helion.reduce sum %v over n : !t -> !r
    %b = helion.broadcast %s : !r -> !t
    %q = arith.mulf %v, %b : !t
    %g = helion.load %w[%n] : memref<65536xf32>[n] -> tensor<?xf32, #helion.axes<n>>
    %gb = helion.broadcast %g : tensor<?xf32, #helion.axes<n>> -> !t
    %p = arith.mulf %q, %gb : !t
    %o = arith.truncf %p : !t to !h
    helion.store %o, %y[%m, %n] : !h, !x[m, n]
  }
}

// Nothing lives across a sum: more 16-bit columns fit, held packed.
// expected-remark@below {{axis 'n' is persistent, at most 81920 elements}}
// expected-remark@below {{a workgroup has}}
helion.kernel @sum(%x: memref<?x81920xbf16> {helion.align = 16 : i64}, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?x81920xbf16>
  %N = helion.size %x, 1 : memref<?x81920xbf16>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<?x81920xbf16>[m, n] -> !h
    %v = arith.extf %h : !h to !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}
