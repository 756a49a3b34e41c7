// RUN: fly-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-vectorize))"
// RUN: not fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-vectorize{chip=gfx999}))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHIP
// RUN: not fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-reduction-strategy{chip=gfx999}))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHIP

// CHIP: error: 'helion.kernel' op unknown chip 'gfx999'; known chips are gfx1100

// expected-error@below {{vector_width = 8 makes 256-bit accesses; at most 4 'f32' elements fit a 128-bit access; use vector_width = 4}}
helion.kernel @f32_by_8(%x: memref<?xf32>)
    attributes {config = #helion.config<vector_width = 8>} {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile block(1024)
  helion.grid (%n in @n) {
    %v = helion.load %x[%n] : memref<?xf32>[n] -> tensor<1024xf32, #helion.axes<n>>
    helion.store %v, %x[%n] : tensor<1024xf32, #helion.axes<n>>, memref<?xf32>[n]
  }
}

// -----

helion.kernel @no_block(%x: memref<?xf32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  // expected-error@below {{has no block yet, expected one; run helion-reduction-strategy first}}
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
  }
}

// -----

helion.kernel @no_shape(%x: memref<?xf32>, %c: f32) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile block(256)
  helion.grid (%n in @n) {
    // expected-error@below {{has a tile of unknown size, expected a static shape; run helion-reduction-strategy first: 'tensor<?xf32, #helion.axes<n>>'}}
    %t = helion.full %c : tensor<?xf32, #helion.axes<n>>
  }
}

// -----

// A block that the strategy would not have chosen for these registers.
// expected-error@below {{a block of 131072 columns leaves 128 to each thread, above the 64 of 32 bits that its registers hold on gfx942; at most 65536 columns fit}}
helion.kernel @block_too_large(%x: memref<?xf32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile block(131072)
  helion.grid (%n in @n) {
    %v = helion.load %x[%n] : memref<?xf32>[n] -> tensor<131072xf32, #helion.axes<n>>
    helion.store %v, %x[%n] : tensor<131072xf32, #helion.axes<n>>, memref<?xf32>[n]
  }
}

// -----

!t = tensor<32x4096xf32, #helion.axes<m, n>>

// expected-error@below {{threads_per_row = 64 with 32 rows per workgroup makes 2048 threads, above the 1024 that a workgroup of gfx942 can have; at most 32 threads per row fit}}
helion.kernel @rows_times_threads(%x: memref<?x4096xf32>)
    attributes {config = #helion.config<threads_per_row = 64>} {
  %M = helion.size %x, 0 : memref<?x4096xf32>
  %N = helion.size %x, 1 : memref<?x4096xf32>
  helion.axis @m extent(%M) tile block(32)
  helion.axis @n extent(%N) full block(4096)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<?x4096xf32>[m, n] -> !t
    helion.store %v, %x[%m, %n] : !t, memref<?x4096xf32>[m, n]
  }
}
