// Review finding 8: missing plan fields got defaults, and errors were swallowed.
// A choice that can't work is an error that says what is wrong with it.

// RUN: fly-opt %s -split-input-file -verify-diagnostics -helion-reduction-strategy -helion-vectorize

!too_many_threads_buf = memref<8x1024xf32>
!too_many_threads_tile = tensor<?x?xf32, #helion.axes<m, n>>
!too_many_threads_row = tensor<?xf32, #helion.axes<m>>
// expected-error @+1 {{waves = 4 with 8 rows per workgroup makes 2048 threads, above the 1024 that a workgroup of gfx942 can have; at most 128 threads per row fit}}
helion.kernel @too_many_threads(%x: !too_many_threads_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<rows_per_workgroup = 8, waves = 4>} {
  %M = helion.size %x, 0 : !too_many_threads_buf
  %N = helion.size %x, 1 : !too_many_threads_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !too_many_threads_buf[m, n] -> !too_many_threads_tile
    %s = helion.reduce sum %v over n : !too_many_threads_tile -> !too_many_threads_row
    helion.store %s, %y[%m] : !too_many_threads_row, memref<8xf32>[m]
  }
}

// -----

!too_few_registers_buf = memref<8x65536xf32>
!too_few_registers_tile = tensor<?x?xf32, #helion.axes<m, n>>
!too_few_registers_row = tensor<?xf32, #helion.axes<m>>
// expected-error @+1 {{a persistent row of 65536 columns with waves = 1 leaves 1024 to each thread, above the}}
helion.kernel @too_few_registers(%x: !too_few_registers_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<waves = 1>} {
  %M = helion.size %x, 0 : !too_few_registers_buf
  %N = helion.size %x, 1 : !too_few_registers_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !too_few_registers_buf[m, n] -> !too_few_registers_tile
    %s = helion.reduce sum %v over n : !too_few_registers_tile -> !too_few_registers_row
    helion.store %s, %y[%m] : !too_few_registers_row, memref<8xf32>[m]
  }
}

// -----

// expected-error @+1 {{waves and threads_per_row both set the threads of a row, expected one of them}}
helion.kernel @two_sources(%y: memref<?xf32>) attributes {config = #helion.config<threads_per_row = 64, waves = 2>} {
}

// -----

!two_chunks_buf = memref<8x1024xf32>
!two_chunks_tile = tensor<?x?xf32, #helion.axes<m, n>>
!two_chunks_row = tensor<?xf32, #helion.axes<m>>
// expected-error @+1 {{expects one entry of reduction_loops per full axis: 1 axes, 2 entries}}
helion.kernel @two_chunks(%x: !two_chunks_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<reduction_loops = [512, 8]>} {
  %M = helion.size %x, 0 : !two_chunks_buf
  %N = helion.size %x, 1 : !two_chunks_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !two_chunks_buf[m, n] -> !two_chunks_tile
    %s = helion.reduce sum %v over n : !two_chunks_tile -> !two_chunks_row
    helion.store %s, %y[%m] : !two_chunks_row, memref<8xf32>[m]
  }
}

// -----

!two_heights_buf = memref<8x1024xf32>
!two_heights_tile = tensor<?x?xf32, #helion.axes<m, n>>
!two_heights_row = tensor<?xf32, #helion.axes<m>>
helion.kernel @two_heights(%x: !two_heights_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<block_sizes = [4], rows_per_workgroup = 8>} {
  %M = helion.size %x, 0 : !two_heights_buf
  %N = helion.size %x, 1 : !two_heights_buf
  // expected-error @+1 {{has a block of 4, but rows_per_workgroup asks for 8}}
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !two_heights_buf[m, n] -> !two_heights_tile
    %s = helion.reduce sum %v over n : !two_heights_tile -> !two_heights_row
    helion.store %s, %y[%m] : !two_heights_row, memref<8xf32>[m]
  }
}
