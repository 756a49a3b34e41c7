// Helion issue 2695: a row result was combined with a column, or a [m] tile
// with an [n] tile of the same extent. Axes are matched by name, not by size.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

!buf = memref<64x64xf32>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
!col = tensor<?xf32, #helion.axes<n>>
helion.kernel @row_plus_column(%x: !buf, %g: memref<64xf32>) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    // expected-note @+1 {{prior use here}}
    %w = helion.load %g[%n] : memref<64xf32>[n] -> !col
    // expected-error @+1 {{expects different type than prior uses: 'tensor<?xf32, #helion.axes<m>>' vs 'tensor<?xf32, #helion.axes<n>>'}}
    %r = arith.addf %s, %w : !row
  }
}

// -----

!buf = memref<64x64xf32>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
helion.kernel @generic_form(%x: !buf, %g: memref<64xf32>) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
    %w = helion.load %g[%n] : memref<64xf32>[n] -> tensor<?xf32, #helion.axes<n>>
    %s = helion.reduce sum %v over n : !tile -> !row
    // expected-error @+1 {{'arith.addf' op requires the same encoding for all operands and results}}
    %r = "arith.addf"(%s, %w) : (!row, tensor<?xf32, #helion.axes<n>>) -> !row
  }
}

// -----

!buf = memref<64x64xf32>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
helion.kernel @wrong_side_store(%x: !buf, %y: memref<64xf32>) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
    %s = helion.reduce sum %v over n : !tile -> !row
    // expected-error @+1 {{'helion.store' op expects the tile to run over the handles' axes [n]}}
    helion.store %s, %y[%n] : !row, memref<64xf32>[n]
  }
}
