// Review, minor note: a config key that a back end doesn't know was ignored.
// Unknown keys and impossible values are errors.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{unknown config key 'cute_vector_widths', expected one of block_sizes, reduction_loops, rows_per_workgroup, threads_per_row, waves, vector_width}}
helion.kernel @unknown_key(%y: memref<?xf32>) attributes {config = #helion.config<cute_vector_widths = [4]>} {
}

// -----

// expected-error @+1 {{vector_width expects a power of two, got 3}}
helion.kernel @odd_vector(%y: memref<?xf32>) attributes {config = #helion.config<vector_width = 3>} {
}

// -----

// expected-error @+1 {{waves expects}}
helion.kernel @no_waves(%y: memref<?xf32>) attributes {config = #helion.config<waves = 0>} {
}
