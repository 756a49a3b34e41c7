// One case per clause of the verifiers and parsers of the dialect's attributes
// and types.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

// An axis twice.
// expected-error @+1 {{axis 'm' is named twice, expected distinct axes}}
func.func private @f() attributes {a = #helion.axes<m, n, m>}

// -----

// As many axes as dimensions.
// expected-error @+1 {{expected one axis per dimension: the tensor has 2 dimensions, the encoding names 1 axes}}
func.func private @f(tensor<?x?xf32, #helion.axes<m>>)

// -----

// A tile of rank 0 has no axis.
// expected-error @+1 {{expected one axis per dimension: the tensor has 0 dimensions, the encoding names 1 axes}}
func.func private @f(tensor<f32, #helion.axes<m>>)

// -----

// Not a name.
// expected-error @+1 {{expected valid keyword or string}}
func.func private @f() attributes {a = #helion.axes<1>}

// -----

// An axis twice.
// expected-error @+1 {{axis 'm' is named twice, expected distinct axes}}
func.func private @f() attributes {a = #helion.layout<[m, m], (64,(1,1)):(1E0,(0,0))>}

// -----

// No stride.
// expected-error @+1 {{expected ':'}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,1))>}

// -----

// Sizes that are known only at run time.
// expected-error @+1 {{expected a static thread-value layout, got (?,(1,1)):(1E0,(0,0))}}
func.func private @f() attributes {a = #helion.layout<[m], (?,(1,1)):(1E0,(0,0))>}

// -----

// One mode instead of threads and values.
// expected-error @+1 {{expected a layout of rank 2, (thread, value), got 64:1E0}}
func.func private @f() attributes {a = #helion.layout<[m], 64:1E0>}

// -----

// Three modes.
// expected-error @+1 {{expected a layout of rank 2, (thread, value), got (64,1,1):(1E0,0,0)}}
func.func private @f() attributes {a = #helion.layout<[m], (64,1,1):(1E0,0,0)>}

// -----

// Values that are not a pair.
// expected-error @+1 {{expected the value mode to be a pair (V, K), got 4}}
func.func private @f() attributes {a = #helion.layout<[m], (64,4):(4E0,1E0)>}

// -----

// Values that are nested deeper.
// expected-error @+1 {{expected the value mode to be a pair (V, K), got (4,(1,1))}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(4,(1,1))):(4E0,(1E0,(0,0)))>}

// -----

// No threads.
// expected-error @+1 {{expected positive sizes, got (0,(1,1))}}
func.func private @f() attributes {a = #helion.layout<[m], (0,(1,1)):(1E0,(0,0))>}

// -----

// A step along no axis.
// expected-error @+1 {{expected strides that are 0 or step along one axis (as 8E1), got (1,(0,0))}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,1)):(1,(0,0))>}

// -----

// A step along a mode of a mode.
// expected-error @+1 {{expected strides that are 0 or step along one axis (as 8E1), got (1E0E1,(0,0))}}
func.func private @f() attributes {a = #helion.layout<[m, n], (64,(1,1)):(1E0E1,(0,0))>}

// -----

// A step along an axis that has no name.
// expected-error @+1 {{stride steps along axis 1, but only 1 axes are named}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,1)):(1E1,(0,0))>}

// -----

// A vector with gaps.
// expected-error @+1 {{expected the elements of a vector to be contiguous (stride 1), got (64E0,1E0)}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(2,1)):(1E0,(64E0,1E0))>}

// -----

// A vector of copies.
// expected-error @+1 {{expected the elements of a vector to be contiguous (stride 1), got (0,0)}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(2,1)):(1E0,(0,0))>}

// -----

// Copies in one thread.
// expected-error @+1 {{expected 2 values of a thread to step along an axis, got stride 0}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,2)):(1E0,(0,0))>}

// -----

// An element that no thread holds.
// expected-error @+1 {{expected every element along axis 'm' to be held once: 64 are covered by smaller steps, got a step of 65}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,2)):(1E0,(0,65E0))>}

// -----

// An element that two threads hold.
// expected-error @+1 {{expected every element along axis 'm' to be held once: 64 are covered by smaller steps, got a step of 63}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,2)):(1E0,(0,63E0))>}

// -----

// Steps backwards.
// expected-error @+1 {{expected every element along axis 'm' to be held once: 1 are covered by smaller steps, got a step of -1}}
func.func private @f() attributes {a = #helion.layout<[m], (64,(1,1)):(-1E0,(0,0))>}

// -----

// More elements than a position can count.
// expected-error @+1 {{expected at most 2147483647 elements along axis 'm'}}
func.func private @f() attributes {a = #helion.layout<[m], ((65536,65536),(1,1)):((1E0,65536E0),(0,0))>}

// -----

// More threads than can be counted.
// expected-error @+1 {{expected at most 2147483647 threads}}
func.func private @f() attributes {a = #helion.layout<[m], ((65536,65536),(1,1)):((0,0),(0,0))>}

// -----

// The shape that the layout covers.
// expected-error @+1 {{expected the shape that the layout (64,(2,1)):(2E0,(1E0,0)) covers (128), got 64}}
func.func private @f(tensor<64xf32, #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))>>)

// -----

// A scheduled tile has no dynamic size.
// expected-error @+1 {{expected the shape that the layout (64,(2,1)):(2E0,(1E0,0)) covers (128), got}}
func.func private @f(tensor<?xf32, #helion.layout<[m], (64,(2,1)):(2E0,(1E0,0))>>)

// -----

// As many axes as dimensions.
// expected-error @+1 {{expected one axis per dimension: the tensor has 2 dimensions, the encoding names 1 axes}}
func.func private @f(tensor<64x64xf32, #helion.layout<[m], (64,(1,1)):(1E0,(0,0))>>)

// -----

// A key twice.
// expected-error @+1 {{config key 'waves' is given twice}}
func.func private @f() attributes {a = #helion.config<waves = 1, waves = 1>}

// -----

// A key without a value.
// expected-error @+1 {{expected '='}}
func.func private @f() attributes {a = #helion.config<waves>}

// -----

// A value that is no number.
// expected-error @+1 {{expected integer value}}
func.func private @f() attributes {a = #helion.config<waves = many>}

// -----

// A value that is no list.
// expected-error @+1 {{expected '['}}
func.func private @f() attributes {a = #helion.config<block_sizes = 4>}

// -----

// More than 64 bits.
// expected-error @+1 {{integer value too large}}
func.func private @f() attributes {a = #helion.config<rows_per_workgroup = 99999999999999999999>}

// -----

// A negative size.
// expected-error @+1 {{block_sizes expects sizes from 0 to 1073741824, got -1}}
func.func private @f() attributes {a = #helion.config<block_sizes = [4, -1]>}

// -----

// A negative size.
// expected-error @+1 {{reduction_loops expects sizes from 0 to 1073741824, got -1}}
func.func private @f() attributes {a = #helion.config<reduction_loops = [4, -1]>}

// -----

// No rows.
// expected-error @+1 {{rows_per_workgroup expects a number from 1 to 65536, got 0}}
func.func private @f() attributes {a = #helion.config<rows_per_workgroup = 0>}

// -----

// Not a power of two.
// expected-error @+1 {{threads_per_row expects a power of two, got 48}}
func.func private @f() attributes {a = #helion.config<threads_per_row = 48>}

// -----

// Not a power of two.
// expected-error @+1 {{waves expects a power of two, got 3}}
func.func private @f() attributes {a = #helion.config<waves = 3>}

// -----

// Not a power of two.
// expected-error @+1 {{vector_width expects a power of two, got -2}}
func.func private @f() attributes {a = #helion.config<vector_width = -2>}

// -----

// Products with such a number overflow.
// expected-error @+1 {{waves expects a number from 1 to 65536, got 1152921504606846976}}
func.func private @f() attributes {a = #helion.config<waves = 1152921504606846976>}

// -----

// One choice by two keys.
// expected-error @+1 {{waves and threads_per_row both set the threads of a row, expected one of them}}
func.func private @f() attributes {a = #helion.config<threads_per_row = 64, waves = 1>}

// -----

// Neither an extent nor an argument.
// expected-error @+1 {{expected 'extent'}}
func.func private @f() attributes {a = #helion.grid_dim<dim 0, tile 4>}

// -----

// A negative argument.
// expected-error @+1 {{expected an argument index >= 0, got -1}}
func.func private @f() attributes {a = #helion.grid_dim<arg -1 dim 0, tile 4>}

// -----

// A negative extent.
// expected-error @+1 {{expected an extent >= 0, got -4}}
func.func private @f() attributes {a = #helion.grid_dim<extent -4, tile 4>}

// -----

// A negative dimension.
// expected-error @+1 {{expected a dimension >= 0, got -1}}
func.func private @f() attributes {a = #helion.grid_dim<arg 0 dim -1, tile 4>}

// -----

// No tile.
// expected-error @+1 {{expected a tile size in [1, 2147483647], got 0}}
func.func private @f() attributes {a = #helion.grid_dim<extent 4, tile 0>}

// -----

// A negative slack.
// expected-error @+1 {{expected a slack in [0, 2147483647], got -1}}
func.func private @f() attributes {a = #helion.grid_dim<extent 4, tile 4, slack -1>}

// -----

// An extent that can not be rounded up to the tile.
// expected-error @+1 {{expected an extent that leaves room for rounding up to the tile, got 9223372036854775807}}
func.func private @f() attributes {a = #helion.grid_dim<extent 9223372036854775807, tile 4>}

// -----

// No threads.
// expected-error @+1 {{expected a positive number of threads, got 0}}
func.func private @f() attributes {a = #helion.launch<block 0, grid [<extent 4, tile 4>], args []>}

// -----

// More grid dimensions than a launch has.
// expected-error @+1 {{expected 1 to 3 grid dimensions, got 4}}
func.func private @f() attributes {a = #helion.launch<block 64, grid [<extent 4, tile 4>, <extent 4, tile 4>, <extent 4, tile 4>, <extent 4, tile 4>], args []>}

// -----

// An argument that is not there.
// expected-error @+1 {{grid dimension #helion.grid_dim<arg 1 dim 0, tile 4> refers to argument #1, but there are 1}}
func.func private @f() attributes {a = #helion.launch<block 64, grid [<arg 1 dim 0, tile 4>], args [memref<4xf32>]>}

// -----

// A dimension of a number.
// expected-error @+1 {{grid dimension #helion.grid_dim<arg 0 dim 0, tile 4> refers to a dimension that argument #0 of type 'f32' lacks}}
func.func private @f() attributes {a = #helion.launch<block 64, grid [<arg 0 dim 0, tile 4>], args [f32]>}

// -----

// A dimension that a buffer lacks.
// expected-error @+1 {{grid dimension #helion.grid_dim<arg 0 dim 1, tile 4> refers to a dimension that argument #0 of type 'memref<4xf32>' lacks}}
func.func private @f() attributes {a = #helion.launch<block 64, grid [<arg 0 dim 1, tile 4>], args [memref<4xf32>]>}

// -----

// A handle of nothing.
// expected-error @+1 {{expected valid keyword or string}}
func.func private @f(!helion.handle<>)

// -----

// A type that is not there.
// expected-error @+1 {{unknown  type `tile` in dialect `helion`}}
func.func private @f(!helion.tile<m>)

// -----

// An attribute that is not there.
// expected-error @+1 {{unknown attribute `tile` in dialect `helion`}}
func.func private @f() attributes {a = #helion.tile<m>}
