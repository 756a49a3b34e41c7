// RUN: fly-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-reduction-strategy))"

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<8x512xf32>

// expected-error@below {{2048 rows per workgroup need as many threads, above the 1024 that a workgroup of gfx942 can have; at most 1024 rows fit}}
helion.kernel @too_many_rows(%x: !x, %y: memref<8xf32>)
    attributes {config = #helion.config<block_sizes = [2048]>} {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<8xf32>[m]
  }
}

// -----

// expected-error@below {{waves = 32 makes 2048 threads, above the 1024 that a workgroup of gfx942 can have; at most 1024 threads per row fit}}
helion.kernel @too_many_waves(%x: memref<?xf32>)
    attributes {config = #helion.config<waves = 32>} {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
    %v = helion.load %x[%n] : memref<?xf32>[n] -> tensor<?xf32, #helion.axes<n>>
    helion.store %v, %x[%n] : tensor<?xf32, #helion.axes<n>>, memref<?xf32>[n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<8x131072xf32>

// expected-error@below {{a persistent row of 131072 columns leaves 128 to each thread, above the 64 of 32 bits that its registers hold on gfx942; at most 65536 columns fit}}
helion.kernel @does_not_fit(%x: !x {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<reduction_loops = [0]>} {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<8xf32>[m]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!x = memref<?x?xf32>

helion.kernel @no_bound(%x: !x)
    attributes {config = #helion.config<reduction_loops = [0]>} {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  // expected-error@below {{has no upper bound, so that reduction_loops = [0] can't keep its row in registers; declare it with bound(...)}}
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %x[%m, %n] : !t, !x[m, n]
  }
}

// -----

// expected-error@below {{expects one entry of block_sizes per tile axis: 1 axes, 2 entries}}
helion.kernel @count(%x: memref<?xf32>)
    attributes {config = #helion.config<block_sizes = [256, 256]>} {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
  }
}

// -----

helion.kernel @two_wishes(%x: memref<?x?xf32>)
    attributes {config = #helion.config<block_sizes = [2, 0], rows_per_workgroup = 4>} {
  %M = helion.size %x, 0 : memref<?x?xf32>
  %N = helion.size %x, 1 : memref<?x?xf32>
  // expected-error@below {{has a block of 2, but rows_per_workgroup asks for 4}}
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
  }
}

// -----

// expected-error@below {{has no row axis beside 'n', expected rows_per_workgroup = 1, got 4}}
helion.kernel @no_rows(%x: memref<?xf32>)
    attributes {config = #helion.config<rows_per_workgroup = 4>} {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
  }
}

// -----

helion.kernel @outer_block(%x: memref<?x?x?xf32>) {
  %N = helion.size %x, 2 : memref<?x?x?xf32>
  // expected-error@below {{expects a block of 1, since only the last row axis ('m') has several rows per workgroup, got 2}}
  helion.axis @b extent(%N) tile block(2)
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) tile
  helion.grid (%b in @b, %m in @m, %n in @n) {
  }
}

// -----

helion.kernel @full_with_block(%x: memref<?xf32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  // expected-error@below {{has a block, expected none on a full axis}}
  helion.axis @n extent(%N) full block(8)
  helion.axis @m extent(%N) tile
  helion.grid (%m in @m) {
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>

helion.kernel @over_rows(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?x?xf32>
  %N = helion.size %x, 1 : memref<?x?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<?x?xf32>[m, n] -> !t
    // expected-error@below {{reduces over axis 'm', which the grid splits into tiles; supported are reductions over the axis of a helion.span or helion.for ('n')}}
    %s = helion.reduce sum %v over m : !t -> tensor<?xf32, #helion.axes<n>>
    helion.store %s, %y[%n] : tensor<?xf32, #helion.axes<n>>, memref<?xf32>[n]
  }
}

// -----

!t = tensor<?x?x?xf32, #helion.axes<m, n, k>>

helion.kernel @two_full_axes(%x: memref<?x?x?xf32>) {
  %M = helion.size %x, 0 : memref<?x?x?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.axis @k extent(%M) full
  helion.grid (%m in @m) {
    // expected-note@below {{the other axis is traversed here}}
    %n = helion.span @n
    // expected-error@below {{traverses axis 'k', but the kernel also traverses 'n'; supported are kernels whose tiles run over the grid's axes and one more}}
    %k = helion.span @k
    %v = helion.load %x[%m, %n, %k] : memref<?x?x?xf32>[m, n, k] -> !t
    helion.store %v, %x[%m, %n, %k] : !t, memref<?x?x?xf32>[m, n, k]
  }
}

// -----

helion.kernel @nested_thrice(%x: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.axis @k extent(%M) tile
  helion.axis @l extent(%M) tile
  helion.grid (%m in @m) {
    // expected-note@below {{the other axis is traversed here}}
    helion.for %n in @n {
      helion.for %k in @k {
        // expected-error@below {{traverses axis 'l', but the kernel also traverses 'n'; supported are kernels whose tiles run over the grid's axes and one more, and a helion.for around that}}
        helion.for %l in @l {
        }
      }
    }
  }
}

// -----

// Which of the two loops is around the other must be the same everywhere.
helion.kernel @nested_both_ways(%x: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.axis @k extent(%M) tile
  helion.grid (%m in @m) {
    helion.for %n in @n {
      helion.for %k in @k {
      }
    }
    // expected-error@below {{runs over axis 'k' outside the helion.for over axis 'n', expected it inside}}
    helion.for %k in @k {
    }
  }
}

// -----

// The rows of a workgroup come one after the other: two at a time would have to
// be combined across threads.
helion.kernel @serial_block(%x: memref<64x256xf32>, %y: memref<256xf32>, %zero: f32)
    attributes {config = #helion.config<block_sizes = [2, 0]>} {
  %M = helion.size %x, 0 : memref<64x256xf32>
  %N = helion.size %x, 1 : memref<64x256xf32>
  // expected-error@below {{expects a block of 1, since a workgroup takes the elements of axis 'm' one after the other, got 2}}
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
    %none = helion.full %zero : tensor<?xf32, #helion.axes<n>>
    %s = helion.for %m in @m iter_args(%acc = %none) -> (tensor<?xf32, #helion.axes<n>>) {
      %v = helion.load %x[%m, %n] : memref<64x256xf32>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
      %r = helion.reduce sum %v over m : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<n>>
      %next = arith.addf %acc, %r : tensor<?xf32, #helion.axes<n>>
      helion.yield %next : tensor<?xf32, #helion.axes<n>>
    }
    helion.store %s, %y[%n] : tensor<?xf32, #helion.axes<n>>, memref<256xf32>[n]
  }
}

// -----

// The caller sizes the partial results by the number of blocks, so that the
// compiler must not choose it.
helion.kernel @partition_without_a_block(%x: memref<64x256xf32>, %y: memref<?x256xf32>) {
  %M = helion.size %x, 0 : memref<64x256xf32>
  %N = helion.size %x, 1 : memref<64x256xf32>
  // expected-error@below {{expects a block, the rows that one workgroup takes one after the other: declare it with block(...) or set block_sizes}}
  helion.axis @p extent(%M) tile
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) full
  helion.grid (%p in @p) {
    %n = helion.span @n
    helion.for %m in @m {
      %v = helion.load %x[%m, %n] : memref<64x256xf32>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
      helion.store %v, %x[%m, %n] : tensor<?x?xf32, #helion.axes<m, n>>, memref<64x256xf32>[m, n]
    }
  }
}

// -----

// Without a bound the row must be rolled into loops, and it's inside one.
helion.kernel @unbounded_rows_in_a_loop(%x: memref<64x?xf32>) {
  %M = helion.size %x, 0 : memref<64x?xf32>
  %N = helion.size %x, 1 : memref<64x?xf32>
  helion.axis @p extent(%M) tile block(8)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) full
  helion.grid (%p in @p) {
    %n = helion.span @n
    helion.for %m in @m {
      // expected-error@below {{uses axis 'n' inside 'helion.for', expected it directly in the grid; the axis has no upper bound (declare it with bound(...)) and can't be rolled into loops here}}
      %v = helion.load %x[%m, %n] : memref<64x?xf32>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
      helion.store %v, %x[%m, %n] : tensor<?x?xf32, #helion.axes<m, n>>, memref<64x?xf32>[m, n]
    }
  }
}

// -----

helion.kernel @unknown_axis(%x: memref<?xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error@below {{has a tile over axis 'n', which no helion.grid, helion.span or helion.for traverses}}
    %f = helion.full %c : tensor<?xf32, #helion.axes<n>>
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<?x?xf32>

// A loop that loads x again would have to follow one that stores it.
helion.kernel @load_after_store(%x: !x, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %y[%m, %n] : !x[m, n] -> !t
    // expected-note@below {{the store}}
    helion.store %v, %x[%m, %n] : !t, !x[m, n]
    // expected-error@below {{reads a buffer that the kernel also writes, expected the same subscripts and the load in front of the store; axis 'n' doesn't fit into registers}}
    %w = helion.load %x[%m, %n] : !x[m, n] -> !t
    %s = helion.reduce sum %w over n : !t -> !r
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<?x?xf32>

// Row m + 1 of x may be overwritten before it is read.
helion.kernel @other_row(%x: !x, %i: index) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error@below {{reads a buffer that the kernel also writes}}
    %v = helion.load %x[%i, %n] : !x[index, n] -> tensor<?xf32, #helion.axes<n>>
    %b = helion.broadcast %v : tensor<?xf32, #helion.axes<n>> -> !t
    // expected-note@below {{the store}}
    helion.store %b, %x[%m, %n] : !t, !x[m, n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!x = memref<?x?xf32>

helion.kernel @two_stores(%x: !x, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    // expected-note@below {{the first store}}
    helion.store %v, %y[%m, %n] : !t, !x[m, n]
    // expected-error@below {{is the second store to its buffer, expected one; axis 'n' doesn't fit into registers}}
    helion.store %v, %y[%m, %n] : !t, !x[m, n]
  }
}

// -----

!t = tensor<2x4xf32, #helion.axes<m, n>>
!x = memref<2x4xf32>

helion.kernel @constant_table(%x: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error@below {{expects the same value everywhere, since the size of a tile is the compiler's choice}}
    %c = arith.constant dense<[[0., 1., 2., 3.], [4., 5., 6., 7.]]> : !t
    helion.store %c, %x[%m, %n] : !t, !x[m, n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>

// The sum over the blocks belongs to none of them: stored with the handle of
// another loop it would be repeated in every block.
helion.kernel @accumulator_stored(%x: memref<8x4096xf32>, %y: memref<8x4096xf32>, %zero: f32) {
  %M = helion.size %x, 0 : memref<8x4096xf32>
  %N = helion.size %x, 1 : memref<8x4096xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m) {
    %none = helion.full %zero : !t
    // expected-note@below {{the loop}}
    %sums = helion.for %n in @n iter_args(%acc = %none) -> (!t) {
      %v = helion.load %x[%m, %n] : memref<8x4096xf32>[m, n] -> !t
      %next = arith.addf %acc, %v : !t
      helion.yield %next : !t
    }
    %twice = arith.addf %sums, %sums : !t
    helion.for %n in @n {
      // expected-error@below {{uses a tile over axis 'n' that a helion.for over this axis has accumulated over its blocks; expected it to be reduced over 'n' after the loop}}
      helion.store %twice, %y[%m, %n] : !t, memref<8x4096xf32>[m, n]
    }
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>

// A chunk that covers the row makes it persistent: the message says so.
// expected-error@below {{a persistent row of 2000 columns (one chunk of reduction_loops = [2048] covers it) with threads_per_row = 4 leaves 504 to each thread}}
helion.kernel @covering_chunk(%x: memref<8x2000xf32>, %y: memref<8xf32>)
    attributes {config = #helion.config<reduction_loops = [2048], threads_per_row = 4>} {
  %M = helion.size %x, 0 : memref<8x2000xf32>
  %N = helion.size %x, 1 : memref<8x2000xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x2000xf32>[m, n] -> !t
    %a = helion.reduce max %v over n : !t -> !r
    %ab = helion.broadcast %a : !r -> !t
    %d = arith.subf %v, %ab : !t
    %s = helion.reduce sum %d over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<8xf32>[m]
  }
}
