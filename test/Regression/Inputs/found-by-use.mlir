// Kernels that people who tried the compiler wrote, and that failed. See
// found-by-use.py.

!rows = memref<?x?xf32, strided<[?, 1], offset: ?>>
!plain = memref<?x?xf32>
!sums = memref<?xf32>
!t = tensor<?x?xf32, #helion.axes<m, n>>
!c = tensor<?xf32, #helion.axes<n>>
!r = tensor<?xf32, #helion.axes<m>>

// The back end had no clamp of vectors.
helion.kernel @clamp(%x: !rows, %y: !rows) {
  %M = helion.size %x, 0 : !rows
  %N = helion.size %x, 1 : !rows
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %x[%m, %n] : !rows[m, n] -> !t
    %low = helion.full %zero : !t
    %high = helion.full %one : !t
    %r = math.clampf %v to [%low, %high] : !t
    helion.store %r, %y[%m, %n] : !t, !rows[m, n]
  }
}

// One row for all: it lies to the window's rows otherwise than they do to each
// other, though buffer and strides are alike.
helion.kernel @scale_by_row(%x: !rows, %z: !rows, %i: index, %y: !rows) {
  %M = helion.size %x, 0 : !rows
  %N = helion.size %x, 1 : !rows
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %w = helion.load %z[%i, %n] : !rows[index, n] -> !c
    %wb = helion.broadcast %w : !c -> !t
    %v = helion.load %x[%m, %n] : !rows[m, n] -> !t
    %q = arith.mulf %v, %wb : !t
    helion.store %q, %y[%m, %n] : !t, !rows[m, n]
  }
}

// A memref without a layout has no strides among the kernel's arguments.
helion.kernel @row_sum(%x: !plain, %y: !sums) {
  %M = helion.size %x, 0 : !plain
  %N = helion.size %x, 1 : !plain
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !plain[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, !sums[m]
  }
}

// All threads of a row load what one of them stores.
helion.kernel @accumulate(%x: !plain, %y: !sums) {
  %M = helion.size %x, 0 : !plain
  %N = helion.size %x, 1 : !plain
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !plain[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    %old = helion.load %y[%m] : !sums[m] -> !r
    %new = arith.addf %old, %s : !r
    helion.store %new, %y[%m] : !r, !sums[m]
  }
}
