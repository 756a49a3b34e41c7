// One case per clause of the verifiers and parsers of the dialect's ops, and of
// the attributes it puts on other ops. Attributes are in
// invalid-attributes.mlir; what MLIR's own verifiers say is not repeated here.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expects no results, got 1; write results to a buffer}}
helion.kernel @results(%x: memref<4xf32>) -> f32 {
}

// -----

// expected-error @+1 {{argument #1 expects elements of integer or float type, got 'complex<f32>'}}
helion.kernel @element_type(%x: memref<4xf32>, %y: memref<4xcomplex<f32>>) {
}

// -----

// expected-error @+1 {{argument #0 expects a strided layout, got 'memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>'}}
helion.kernel @no_strides(%x: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
}

// -----

// expected-error @+1 {{argument #0 expects a buffer in the default memory space, got 'memref<4xf32, 3>'}}
helion.kernel @memory_space(%x: memref<4xf32, 3>) {
}

// -----

// expected-error @+1 {{argument #0 expects strides >= 0, got 'memref<4xf32, strided<[-1], offset: 3>>'}}
helion.kernel @negative_stride(%x: memref<4xf32, strided<[-1], offset: 3>>) {
}

// -----

// expected-error @+1 {{argument #0 expects a memref, integer, float or index, got 'tensor<4xf32>'}}
helion.kernel @argument_type(%x: tensor<4xf32>) {
}

// -----

helion.kernel @outer(%x: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<4xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{symbol's parent must have the SymbolTable trait}}
    helion.kernel @inner(%y: memref<4xf32>) {
    }
  }
}

// -----

helion.kernel @two_grids(%x: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<4xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
  // expected-error @+1 {{is the kernel's second grid, expected exactly one}}
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @after_the_grid(%x: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<4xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
  // expected-error @+1 {{follows the grid, expected it before}}
  %N = helion.size %x, 0 : memref<4xf32>
}

// -----

helion.kernel @effect_in_front(%x: memref<4xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{is in front of the grid and has side effects; move it into the grid}}
  memref.store %f, %x[%i] : memref<4xf32>
  %M = helion.size %x, 0 : memref<4xf32>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
}

// -----

// expected-error @+1 {{expects exactly one helion.grid in its body, got none}}
helion.kernel @no_grid(%x: memref<4xf32>) {
}

// -----

// expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
helion.kernel @no_body(%x: memref<4xf32>)

// -----

// expected-error @+1 {{has unknown argument attribute 'helion.alignment', expected 'helion.align'}}
func.func private @unknown_argument_attribute(memref<4xf32> {helion.alignment = 16 : i64})

// -----

// Not a power of two.
// expected-error @+1 {{expects 'helion.align' of argument #0 to be a power of two in bytes (i64), got 12 : i64}}
func.func private @alignment(memref<4xf32> {helion.align = 12 : i64})

// -----

// Not i64.
// expected-error @+1 {{expects 'helion.align' of argument #0 to be a power of two in bytes (i64), got 16 : i32}}
func.func private @alignment(memref<4xf32> {helion.align = 16 : i32})

// -----

// Zero.
// expected-error @+1 {{expects 'helion.align' of argument #0 to be a power of two in bytes (i64), got 0 : i64}}
func.func private @alignment(memref<4xf32> {helion.align = 0 : i64})

// -----

// A string.
// expected-error @+1 {{expects 'helion.align' of argument #0 to be a power of two in bytes (i64), got "16"}}
func.func private @alignment(memref<4xf32> {helion.align = "16"})

// -----

// expected-error @+1 {{expects 'helion.align' on a memref argument, but argument #1 has type 'f32'}}
func.func private @alignment_of_a_number(memref<4xf32>, f32 {helion.align = 4 : i64})

// -----

// expected-error @+1 {{expects 'helion.launch' to be a #helion.launch attribute, got 256 : i64}}
func.func private @launch() attributes {helion.launch = 256}

// -----

// expected-error @+1 {{expects 'helion.plan' to be a dictionary, got "persistent"}}
func.func private @plan() attributes {helion.plan = "persistent"}

// -----

helion.kernel @axis_kind(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{expected 'tile' or 'full', got 'half'}}
  helion.axis @m extent(%M) half
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @negative_extent(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  %c = arith.constant -1 : index
  // expected-error @+1 {{expects an extent >= 0, got -1}}
  helion.axis @m extent(%c) tile
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @extent_above_bound(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  %c = arith.constant 5 : index
  // expected-error @+1 {{has extent 5, above its bound of 4}}
  helion.axis @m extent(%c) tile bound(4)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @block_of_zero(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{attribute 'block' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  helion.axis @m extent(%M) tile block(0)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @width_without_a_window(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{expects no window axes and no width without a window buffer}}
  "helion.axis"(%M) <{sym_name = "m", kind = #helion<axis_kind tile>, window_width = 4 : i64}> : (index) -> ()
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_without_axes(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{expects the axes and the width of its window}}
  "helion.axis"(%M, %v) <{sym_name = "m", kind = #helion<axis_kind tile>, window_width = 4 : i64}> : (index, memref<4xf32>) -> ()
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_of_another_buffer(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  %w = builtin.unrealized_conversion_cast to memref<f32>
  // expected-error @+1 {{expects the window's buffer to be an argument of the kernel, got a 'memref<f32>' from elsewhere}}
  "helion.axis"(%M, %w) <{sym_name = "m", kind = #helion<axis_kind tile>, window_axes = [], window_width = 4 : i64}> : (index, memref<f32>) -> ()
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_of_another_rank(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{expects one window axis per dimension of 'memref<8x4xf32>', got 1}}
  helion.axis @m extent(%M) tile window(%x[m], 4 : memref<8x4xf32>)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_over_an_unknown_axis(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{has a window over axis @k, which the kernel does not declare}}
  helion.axis @m extent(%M) tile window(%x[k, m], 4 : memref<8x4xf32>)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_of_another_axis(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @n extent(%M) tile
  // expected-error @+1 {{expects the window's last axis to be the axis itself, got "n"}}
  helion.axis @m extent(%M) tile window(%x[m, n], 4 : memref<8x4xf32>)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_with_gaps(%x: memref<?xf32, strided<[2]>>) {
  %M = helion.size %x, 0 : memref<?xf32, strided<[2]>>
  // expected-error @+1 {{expects a window buffer whose last dimension is contiguous, got 'memref<?xf32, strided<[2]>>'}}
  helion.axis @m extent(%M) tile window(%x[m], 4 : memref<?xf32, strided<[2]>>)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @window_width(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{expects a window width that is a power of two and at most 16, got 6}}
  helion.axis @m extent(%M) tile window(%v[m], 6 : memref<4xf32>)
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @huge_window(%x: memref<8x4xf32>, %v: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-error @+1 {{expects a window width that is a power of two and at most 16, got 4611686018427387904}}
  helion.axis @m extent(%M) tile window(%v[m], 4611686018427387904 : memref<4xf32>)
  helion.grid (%m in @m) {
  }
}

// -----

func.func @axis_without_a_kernel(%c: index) {
  // expected-error @+1 {{expects parent op 'helion.kernel'}}
  helion.axis @m extent(%c) tile
  return
}

// -----

helion.kernel @grid_without_axes(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{expects 1 to 3 axes, got 0}}
  helion.grid () {
  }
}

// -----

helion.kernel @grid_of_four(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{expects 1 to 3 axes, got 4}}
  helion.grid (%0 in @m, %1 in @m, %2 in @m, %3 in @m) {
  }
}

// -----

helion.kernel @grid_twice(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{names axis @m twice}}
  helion.grid (%0 in @m, %1 in @m) {
  }
}

// -----

helion.kernel @grid_over_an_unknown_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{refers to axis @k, which the kernel does not declare}}
  helion.grid (%0 in @k) {
  }
}

// -----

helion.kernel @grid_over_a_full_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  // expected-note @+1 {{declared here}}
  helion.axis @f extent(%M) full
  // expected-error @+1 {{expects a tile axis, but @f is declared full; use helion.span in the body}}
  helion.grid (%0 in @f) {
  }
}

// -----

helion.kernel @grid_without_handles(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{expects one handle per axis: 1 axes, 0 block arguments}}
  "helion.grid"() <{axes = [@m]}> ({
    helion.yield
  }) : () -> ()
}

// -----

helion.kernel @grid_with_another_handle(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{expects block argument #0 to be !helion.handle<m>, got '!helion.handle<f>'}}
  "helion.grid"() <{axes = [@m]}> ({
  ^bb0(%h: !helion.handle<f>):
    helion.yield
  }) : () -> ()
}

// -----

helion.kernel @grid_with_results(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{expects its body to yield no values}}
  helion.grid (%m in @m) {
    helion.yield %M : index
  }
}

// -----

helion.kernel @layout_over_an_unknown_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-error @+1 {{has a layout over axis @k, which the kernel does not declare}}
  helion.grid (%m in @m) layout #helion.layout<[k], (64,(1,1)):(1E0,(0,0))> {
  }
}

// -----

helion.kernel @layout_of_another_block(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(4)
  // expected-error @+1 {{has a layout of 64 elements along axis @m, whose block is 4}}
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(1,1)):(1E0,(0,0))> {
  }
}

// -----

helion.kernel @span_of_a_tile_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  // expected-note @+1 {{declared here}}
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{expects a full axis, but @m is declared tile; use helion.for or helion.grid}}
    %0 = helion.span @m
  }
}

// -----

helion.kernel @span_of_an_unknown_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  helion.grid (%m in @m) {
    // expected-error @+1 {{refers to axis @k, which the kernel does not declare}}
    %0 = helion.span @k
  }
}

// -----

func.func @span_without_a_kernel() {
  // expected-error @+1 {{must be inside a helion.kernel}}
  %0 = helion.span @n
  return
}

// -----

helion.kernel @span_of_another_type(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  helion.grid (%m in @m) {
    // expected-error @+2 {{inferred type(s) '!helion.handle<f>' are incompatible with return type(s) of operation '!helion.handle<m>'}}
    // expected-error @+1 {{failed to infer returned types}}
    %0 = "helion.span"() <{axis = @f}> : () -> !helion.handle<m>
  }
}

// -----

helion.kernel @for_over_a_full_axis(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  // expected-note @+1 {{declared here}}
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    // expected-error @+1 {{expects a tile axis, but @n is declared full; use helion.span}}
    helion.for %n in @n {
    }
  }
}

// -----

helion.kernel @for_over_the_grid_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @f extent(%M) full
  // expected-note @+1 {{runs over it here}}
  helion.grid (%m in @m) {
    // expected-error @+1 {{runs over axis @m, which an enclosing op already runs over; declare a second axis of the same extent}}
    helion.for %k in @m {
    }
  }
}

// -----

helion.kernel @for_inside_itself(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-note @+1 {{runs over it here}}
    helion.for %n in @n {
      // expected-error @+1 {{runs over axis @n, which an enclosing op already runs over; declare a second axis of the same extent}}
      helion.for %k in @n {
      }
    }
  }
}

// -----

helion.kernel @types_of_carried_values(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{expected one type per carried value: 1 values, 2 types}}
    %0 = helion.for %n in @n iter_args(%a = %c) -> (f32, f32) {
      helion.yield %a : f32
    }
  }
}

// -----

helion.kernel @for_without_a_handle(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{expects a handle and one block argument per carried value: 0 values, 0 block arguments}}
    "helion.for"() <{axis = @n}> ({
      helion.yield
    }) : () -> ()
  }
}

// -----

helion.kernel @for_with_another_handle(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{expects block argument #0 to be !helion.handle<n>, got '!helion.handle<m>'}}
    "helion.for"() <{axis = @n}> ({
    ^bb0(%h: !helion.handle<m>):
      helion.yield
    }) : () -> ()
  }
}

// -----

helion.kernel @for_carries_a_handle(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{operand #0 must be variadic of tile, integer, index or float, but got '!helion.handle<m>'}}
    %0 = helion.for %n in @n iter_args(%h = %m) -> (!helion.handle<m>) {
      helion.yield %h : !helion.handle<m>
    }
  }
}

// -----

helion.kernel @for_changes_a_type(%x: memref<8x4xf32>, %c: f32, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) tile
  helion.grid (%m in @m) {
    // expected-error @+1 {{different type: 'f32' != 'i1'}}
    %0 = helion.for %n in @n iter_args(%a = %c) -> (f32) {
      helion.yield %b : i1
    }
  }
}

// -----

func.func @yield_without_a_loop() {
  // expected-error @+1 {{expects parent op to be one of 'helion.grid, helion.for, helion.reduce_with'}}
  helion.yield
}

// -----

func.func @dimension(%x: memref<4x4xf32>) {
  // expected-error @+1 {{expects a dimension in [0, 2), got 2}}
  %0 = helion.size %x, 2 : memref<4x4xf32>
  return
}

// -----

func.func @negative_dimension(%x: memref<4x4xf32>) {
  // expected-error @+1 {{expects a dimension in [0, 2), got -1}}
  %0 = helion.size %x, -1 : memref<4x4xf32>
  return
}

// -----

func.func @dimension_of_rank_0(%x: memref<f32>) {
  // expected-error @+1 {{expects a dimension in [0, 0), got 0}}
  %0 = helion.size %x, 0 : memref<f32>
  return
}

// -----

helion.kernel @load_of_rank_0(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %s = builtin.unrealized_conversion_cast to memref<f32>
    // expected-error @+1 {{expects a buffer of rank 1 or more, got 'memref<f32>'; pass the value as a scalar kernel argument}}
    %0 = "helion.load"(%s) : (memref<f32>) -> tensor<f32, #helion.axes<>>
  }
}

// -----

helion.kernel @subscripts(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects one subscript per buffer dimension: 'memref<8x4xf32>' has 2, got 1}}
    %0 = helion.load %x[%m] : memref<8x4xf32>[m] -> tensor<?xf32, #helion.axes<m>>
  }
}

// -----

helion.kernel @load_of_another_type(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects tile and buffer of one element type, got 'f16' and 'f32'; convert explicitly (arith.extf, arith.truncf)}}
    %0 = helion.load %v[%m] : memref<4xf32>[m] -> tensor<?xf16, #helion.axes<m>>
  }
}

// -----

helion.kernel @load_over_other_axes(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects the tile to run over the handles' axes [m, n], got 'tensor<?x?xf32, #helion.axes<n, m>>'}}
    %0 = helion.load %x[%m, %n] : memref<8x4xf32>[m, n] -> tensor<?x?xf32, #helion.axes<n, m>>
  }
}

// -----

helion.kernel @load_of_an_index(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects the tile to run over the handles' axes [m], got 'tensor<?x?xf32, #helion.axes<m, n>>'}}
    %0 = helion.load %x[%m, %i] : memref<8x4xf32>[m, index] -> tensor<?x?xf32, #helion.axes<m, n>>
  }
}

// -----

helion.kernel @load_without_an_encoding(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{result #0 must be tensor with a #helion.axes or #helion.layout encoding, but got 'tensor<?xf32>'}}
    %0 = helion.load %v[%m] : memref<4xf32>[m] -> tensor<?xf32>
  }
}

// -----

helion.kernel @selected_handle(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %s = arith.select %b, %m, %m : !helion.handle<m>
    // expected-error @+1 {{expects handles made by helion.grid, helion.for or helion.span, got a '!helion.handle<m>' from elsewhere}}
    %0 = helion.load %v[%s] : memref<4xf32>[m] -> tensor<?xf32, #helion.axes<m>>
  }
}

// -----

helion.kernel @pad_of_another_type(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects a pad of the element type 'f32', got 'i32'}}
    %0 = helion.load %v[%m] pad(0 : i32) : memref<4xf32>[m] -> tensor<?xf32, #helion.axes<m>>
  }
}

// -----

helion.kernel @store_subscripts(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %0 = helion.full %c : tensor<?xf32, #helion.axes<m>>
    // expected-error @+1 {{expects one subscript per buffer dimension: 'memref<8x4xf32>' has 2, got 3}}
    helion.store %0, %x[%m, %i, %i] : tensor<?xf32, #helion.axes<m>>, memref<8x4xf32>[m, index, index]
  }
}

// -----

helion.kernel @schedule_without_a_grid_layout(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{has a tile with a layout, but the grid has none: 'tensor<128xf32, #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))>>'}}
    %0 = helion.load %v[%m] : memref<4xf32>[m] -> tensor<128xf32, #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))>>
  }
}

// -----

helion.kernel @schedule_of_another_axis(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    // expected-error @+1 {{has a tile over axis 'n', which the grid's layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> lacks}}
    %0 = helion.load %v[%n] : memref<4xf32>[n] -> tensor<128xf32, #helion.layout<[n], (64,(2,1)):(2E0,(1E0,0))>>
  }
}

// -----

helion.kernel @schedule_of_a_stored_tile(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    %0 = builtin.unrealized_conversion_cast to tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
    // expected-error @+1 {{expected #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))>, got #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>}}
    helion.store %0, %v[%m] : tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>, memref<4xf32>[m]
  }
}

// -----

helion.kernel @schedule_of_positions(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    // expected-error @+1 {{has a tile whose layout differs from the grid's}}
    %0 = helion.index %m : !helion.handle<m> -> tensor<128xi32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
  }
}

// -----

helion.kernel @schedule_of_a_full_tile(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    // expected-error @+1 {{has a tile whose layout differs from the grid's}}
    %0 = helion.full %c : tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
  }
}

// -----

helion.kernel @schedule_of_a_reduction(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    %0 = builtin.unrealized_conversion_cast to tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
    // expected-error @+1 {{has a tile whose layout differs from the grid's}}
    %1 = helion.reduce sum %0 over m : tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>> -> tensor<f32, #helion.layout<[], (32,(1,1)):(0,(0,0))>>
  }
}

// -----

helion.kernel @schedule_of_a_mask(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    %0 = builtin.unrealized_conversion_cast to tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
    // expected-error @+1 {{has a tile whose layout differs from the grid's}}
    %1 = helion.mask_to %0, 0.0 : f32 on(%m) : tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>[m]
  }
}

// -----

helion.kernel @schedule_of_a_broadcast(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))> {
    %n = helion.span @n
    %0 = builtin.unrealized_conversion_cast to tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
    // expected-error @+1 {{has a tile whose layout differs from the grid's}}
    %1 = helion.broadcast %0 : tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>> -> tensor<128xf32, #helion.layout<[m], (32,(4,1)):(4E0,(1E0,0))>>
  }
}

// -----

// expected-note @+1 {{prior use here}}
func.func @full_of_another_type(%c: f32) {
  // expected-error @+1 {{use of value '%c' expects different type than prior uses: 'f16' vs 'f32'}}
  %0 = helion.full %c : tensor<?xf16, #helion.axes<m>>
  return
}

// -----

func.func @full_without_a_tile(%c: f32) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = helion.full %c : f32
  return
}

// -----

func.func @full_generic(%c: f32) {
  // expected-error @+1 {{failed to verify that value's type must be the tile's element type}}
  %0 = "helion.full"(%c) : (f32) -> tensor<?xf16, #helion.axes<m>>
  return
}

// -----

func.func @broadcast_converts(%r: tensor<?xf32, #helion.axes<m>>) {
  // expected-error @+1 {{expects one element type, got 'f32' and 'f16'}}
  %0 = helion.broadcast %r : tensor<?xf32, #helion.axes<m>> -> tensor<?x?xf16, #helion.axes<m, n>>
  return
}

// -----

func.func @broadcast_schedules(%r: tensor<?xf32, #helion.axes<m>>) {
  // expected-error @+1 {{expects both tiles to be logical or both scheduled, got}}
  %0 = helion.broadcast %r : tensor<?xf32, #helion.axes<m>> -> tensor<64xf32, #helion.layout<[m], (64,(1,1)):(1E0,(0,0))>>
  return
}

// -----

func.func @broadcast_resizes(%r: tensor<4xf32, #helion.axes<m>>) {
  // expected-error @+1 {{expects one size along axis 'm', got 'tensor<4xf32, #helion.axes<m>>' and 'tensor<8x4xf32, #helion.axes<m, n>>'}}
  %0 = helion.broadcast %r : tensor<4xf32, #helion.axes<m>> -> tensor<8x4xf32, #helion.axes<m, n>>
  return
}

// -----

func.func @broadcast_drops_an_axis(%r: tensor<4x4xf32, #helion.axes<m, k>>) {
  // expected-error @+1 {{expects the source's axes, in order, among the result's: axis 'k' of 'tensor<4x4xf32, #helion.axes<m, k>>' is not in 'tensor<4x4xf32, #helion.axes<m, n>>'}}
  %0 = helion.broadcast %r : tensor<4x4xf32, #helion.axes<m, k>> -> tensor<4x4xf32, #helion.axes<m, n>>
  return
}

// -----

func.func @broadcast_transposes(%r: tensor<4x4xf32, #helion.axes<n, m>>) {
  // expected-error @+1 {{expects the source's axes, in order, among the result's: axis 'm' of 'tensor<4x4xf32, #helion.axes<n, m>>' is not in 'tensor<4x4xf32, #helion.axes<m, n>>'}}
  %0 = helion.broadcast %r : tensor<4x4xf32, #helion.axes<n, m>> -> tensor<4x4xf32, #helion.axes<m, n>>
  return
}

// -----

helion.kernel @narrow_positions(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects i32, i64 or index elements, got 'i8'}}
    %0 = helion.index %m : !helion.handle<m> -> tensor<?xi8, #helion.axes<m>>
  }
}

// -----

helion.kernel @positions_of_another_axis(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects a tile over axis 'm' alone, got 'tensor<?xi32, #helion.axes<n>>'}}
    %0 = helion.index %m : !helion.handle<m> -> tensor<?xi32, #helion.axes<n>>
  }
}

// -----

func.func @positions_of_an_argument(%h: !helion.handle<m>) {
  // expected-error @+1 {{expects handles made by helion.grid, helion.for or helion.span, got a '!helion.handle<m>' from elsewhere}}
  %0 = helion.index %h : !helion.handle<m> -> tensor<?xi32, #helion.axes<m>>
  return
}

// -----

helion.kernel @fill_of_another_type(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %0 = helion.full %c : tensor<?xf32, #helion.axes<m>>
    // expected-error @+1 {{expects a fill of the element type 'f32', got 'f16'}}
    %1 = helion.mask_to %0, 0.0 : f16 on(%m) : tensor<?xf32, #helion.axes<m>>[m]
  }
}

// -----

helion.kernel @mask_without_handles(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %0 = helion.full %c : tensor<?xf32, #helion.axes<m>>
    // expected-error @+1 {{expects the handle of at least one axis}}
    %1 = "helion.mask_to"(%0) <{fill = 0.0 : f32}> : (tensor<?xf32, #helion.axes<m>>) -> tensor<?xf32, #helion.axes<m>>
  }
}

// -----

helion.kernel @mask_of_another_axis(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %0 = helion.full %c : tensor<?xf32, #helion.axes<m>>
    // expected-error @+1 {{masks axis 'n', which the tile 'tensor<?xf32, #helion.axes<m>>' lacks}}
    %1 = helion.mask_to %0, 0.0 : f32 on(%n) : tensor<?xf32, #helion.axes<m>>[n]
  }
}

// -----

helion.kernel @mask_on_a_selected_handle(%x: memref<8x4xf32>, %v: memref<4xf32>, %c: f32, %i: index, %b: i1) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %0 = helion.full %c : tensor<?xf32, #helion.axes<m>>
    %s = arith.select %b, %m, %m : !helion.handle<m>
    // expected-error @+1 {{expects handles made by helion.grid, helion.for or helion.span, got a '!helion.handle<m>' from elsewhere}}
    %1 = helion.mask_to %0, 0.0 : f32 on(%s) : tensor<?xf32, #helion.axes<m>>[m]
  }
}

// -----

func.func @reduce_converts(%v: tensor<?x?xf32, #helion.axes<m, n>>) {
  // expected-error @+1 {{expects source and result of one element type, got 'f32' and 'f64'}}
  %0 = helion.reduce sum %v over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf64, #helion.axes<m>>
  return
}

// -----

func.func @reduce_16_bits(%v: tensor<?xbf16, #helion.axes<m>>) {
  // expected-error @+1 {{expects elements of at least 32 bits, got 'bf16'; widen with arith.extf first, reductions accumulate in f32}}
  %0 = helion.reduce sum %v over m : tensor<?xbf16, #helion.axes<m>> -> tensor<bf16, #helion.axes<>>
  return
}

// -----

func.func @reduce_unsigned(%v: tensor<?xui32, #helion.axes<m>>) {
  // expected-error @+1 {{expects float or signless integer elements, got 'ui32'}}
  %0 = helion.reduce sum %v over m : tensor<?xui32, #helion.axes<m>> -> tensor<ui32, #helion.axes<>>
  return
}

// -----

func.func @reduce_over_another_axis(%v: tensor<?x?xf32, #helion.axes<m, n>>) {
  // expected-error @+1 {{reduces over axis 'k', which its source 'tensor<?x?xf32, #helion.axes<m, n>>' lacks}}
  %0 = helion.reduce sum %v over k : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<m>>
  return
}

// -----

func.func @reduce_keeps_the_axis(%v: tensor<?x?xf32, #helion.axes<m, n>>) {
  // expected-error @+1 {{expects the result to be its source without axis 'n', got 'tensor<?x?xf32, #helion.axes<m, n>>' and 'tensor<?x?xf32, #helion.axes<m, n>>'}}
  %0 = helion.reduce sum %v over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?x?xf32, #helion.axes<m, n>>
  return
}

// -----

func.func @reduce_resizes(%v: tensor<4x8xf32, #helion.axes<m, n>>) {
  // expected-error @+1 {{expects the result to be its source without axis 'n', got 'tensor<4x8xf32, #helion.axes<m, n>>' and 'tensor<8xf32, #helion.axes<m>>'}}
  %0 = helion.reduce sum %v over n : tensor<4x8xf32, #helion.axes<m, n>> -> tensor<8xf32, #helion.axes<m>>
  return
}

// -----

func.func @reduce_of_rank_0(%v: tensor<f32, #helion.axes<>>) {
  // expected-error @+1 {{reduces over axis 'n', which its source 'tensor<f32, #helion.axes<>>' lacks}}
  %0 = helion.reduce sum %v over n : tensor<f32, #helion.axes<>> -> tensor<f32, #helion.axes<>>
  return
}

// -----

func.func @reduce_without_a_tile(%v: tensor<4xf32>) {
  // expected-error @+1 {{operand #0 must be tensor with a #helion.axes or #helion.layout encoding, but got 'tensor<4xf32>'}}
  %0 = helion.reduce sum %v over n : tensor<4xf32> -> tensor<f32, #helion.axes<>>
  return
}

// -----

// No access of the device moves 24 bits.
// expected-error @+1 {{argument #0 expects elements of f16, bf16, f32, f64, i8, i16, i32 or i64, got 'i24'}}
helion.kernel @element_type(%x: memref<4x64xi24>) {
  %M = helion.size %x, 0 : memref<4x64xi24>
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @within_nothing(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @k extent(%M) tile
  // expected-error @+1 {{lies within axis @p, which the kernel does not declare}}
  helion.axis @m extent(%M) tile within(@p)
  helion.grid (%k in @k) {
  }
}

// -----

helion.kernel @within_another_extent(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  %N = helion.size %x, 1 : memref<8x4xf32>
  helion.axis @p extent(%M) tile block(4)
  // expected-error @+1 {{expects the extent of axis @p, within which it lies}}
  helion.axis @m extent(%N) tile within(@p)
  helion.grid (%p in @p) {
  }
}

// -----

helion.kernel @within_a_full_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @k extent(%M) tile
  helion.axis @p extent(%M) full
  // expected-error @+1 {{expects a tile axis within a tile axis, got tile within full}}
  helion.axis @m extent(%M) tile within(@p)
  helion.grid (%k in @k) {
  }
}

// -----

helion.kernel @within_twice(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @p extent(%M) tile block(4)
  helion.axis @q extent(%M) tile block(2) within(@p)
  // expected-error @+1 {{expects to lie within an axis of the grid, got @q}}
  helion.axis @m extent(%M) tile within(@q)
  helion.grid (%p in @p) {
  }
}

// -----

helion.kernel @within_a_block_it_does_not_divide(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @p extent(%M) tile block(4)
  // expected-error @+1 {{expects a block that divides the 4 elements of axis @p, got 3}}
  helion.axis @m extent(%M) tile block(3) within(@p)
  helion.grid (%p in @p) {
  }
}

// -----

helion.kernel @within_on_the_grid(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @p extent(%M) tile block(4)
  helion.axis @m extent(%M) tile within(@p)
  // expected-error @+1 {{runs over axis @m, which lies within axis @p; expected a helion.for in the body}}
  helion.grid (%m in @m) {
  }
}

// -----

helion.kernel @within_no_grid_axis(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @k extent(%M) tile
  helion.axis @p extent(%M) tile block(4)
  helion.axis @m extent(%M) tile within(@p)
  helion.grid (%k in @k) {
    // expected-error @+1 {{runs over axis @m within axis @p, which is not an axis of the grid}}
    helion.for %m in @m {
    }
  }
}

// -----

helion.kernel @block_id_of_a_span(%x: memref<8x4xf32>) {
  %M = helion.size %x, 0 : memref<8x4xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // expected-error @+1 {{expects the handle of a helion.grid or helion.for, got that of a helion.span, which is one block}}
    %i = helion.block_id %n : !helion.handle<n>
  }
}
