// RUN: fly-opt %s -split-input-file -verify-diagnostics

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @too_few_identities(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects one result and one identity per tile: 2 tiles, 2 results, 1 identities}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @identity_of_another_type(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects a combiner identity of the element type 'i32', got 'i64'}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i64] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @identity_that_is_no_number(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects a number as its identity, got []}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, []] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @results_of_another_type(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects source and result of one element type}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !r {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @combiner_of_one_tuple(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects a combiner of two tuples, 4 arguments, got 2}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32):
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @arguments_interleaved(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects argument #1 of its combiner to be 'i32', got 'f32'}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %b: f32, %ai: i32, %bi: i32):
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @yields_too_little(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects its combiner to yield 2 values, got 1}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      helion.yield %a : f32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @yields_in_another_order(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    // expected-error @+1 {{expects its combiner to yield 'f32' as value #0, got 'i32'}}
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      helion.yield %ai, %a : i32, f32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @tile_from_outside(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      // expected-error @+1 {{is in a combiner; expected scalars, got 'tensor<?xf32, #helion.axes<n>>'}}
      %w = arith.addf %v, %v : !t
      helion.yield %a, %ai : f32, i32
    }
  }
}

// -----

!t = tensor<?xf32, #helion.axes<n>>
!ti = tensor<?xi32, #helion.axes<n>>
!r = tensor<f32, #helion.axes<>>
!ri = tensor<i32, #helion.axes<>>

helion.kernel @side_effects(%x: memref<?xf32>, %y: memref<?xi32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> !t
    %i = helion.index %n : !helion.handle<n> -> !ti
    %o0, %o1 = helion.reduce_with %v, %i over n identity [0.0 : f32, 0 : i32] : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      // expected-error @+1 {{is in a combiner; expected arith and math ops on scalars}}
      %w = helion.load %x[%n] : memref<?xf32>[n] -> !t
      helion.yield %a, %ai : f32, i32
    }
  }
}
