// Every op, type and attribute of the dialect survives the custom form, the
// generic form and bytecode.

// RUN: fly-opt %s --verify-roundtrip | FileCheck %s
// RUN: fly-opt %s --mlir-print-op-generic | fly-opt | FileCheck %s
// RUN: fly-opt %s --emit-bytecode | fly-opt | FileCheck %s

!buf = memref<?x?xf32, strided<[?, 1]>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>

// The logical form: no op knows a thread.
// CHECK-LABEL: helion.kernel @logical(
// CHECK-SAME:    %[[X:.*]]: memref<?x?xf32, strided<[?, 1]>> {helion.align = 16 : i64}, %[[Y:.*]]: memref<?x?xf32, strided<[?, 1]>>, %[[EPS:.*]]: f32)
// CHECK-SAME:    attributes {config = #helion.config<block_sizes = [4], reduction_loops = [0], rows_per_workgroup = 4, waves = 2, vector_width = 4>, fastmath = #arith.fastmath<contract>}
helion.kernel @logical(%x: !buf {helion.align = 16 : i64}, %y: !buf, %eps: f32)
    attributes {config = #helion.config<block_sizes = [4], reduction_loops = [0], rows_per_workgroup = 4, waves = 2, vector_width = 4>, fastmath = #arith.fastmath<contract>} {
  // CHECK: %[[M:.*]] = helion.size %[[X]], 0 : memref<?x?xf32, strided<[?, 1]>>
  %M = helion.size %x, 0 : !buf
  // CHECK: %[[N:.*]] = helion.size %[[X]], 1
  %N = helion.size %x, 1 : !buf
  // CHECK: helion.axis @m extent(%[[M]]) tile block(4)
  helion.axis @m extent(%M) tile block(4)
  // CHECK: helion.axis @n extent(%[[N]]) full bound(8192)
  helion.axis @n extent(%N) full bound(8192)
  // CHECK: helion.grid (%[[TM:.*]] in @m) {
  helion.grid (%m in @m) {
    // CHECK: %[[TN:.*]] = helion.span @n
    %n = helion.span @n
    // CHECK: %[[V:.*]] = helion.load %[[X]][%[[TM]], %[[TN]]] pad(0xFF800000 : f32) : memref<?x?xf32, strided<[?, 1]>>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
    %v = helion.load %x[%m, %n] pad(0xFF800000 : f32) : !buf[m, n] -> !tile
    // CHECK: %[[F:.*]] = helion.full %[[EPS]] : tensor<?xf32, #helion.axes<m>>
    %f = helion.full %eps : !row
    // CHECK: %[[B:.*]] = helion.broadcast %[[F]] : tensor<?xf32, #helion.axes<m>> -> tensor<?x?xf32, #helion.axes<m, n>>
    %b = helion.broadcast %f : !row -> !tile
    // CHECK: %[[A:.*]] = arith.addf %[[V]], %[[B]] : tensor<?x?xf32, #helion.axes<m, n>>
    %a = arith.addf %v, %b : !tile
    // CHECK: %[[K:.*]] = helion.mask_to %[[A]], 0.000000e+00 : f32 on(%[[TM]], %[[TN]]) : tensor<?x?xf32, #helion.axes<m, n>>[m, n]
    %k = helion.mask_to %a, 0.0 : f32 on(%m, %n) : !tile[m, n]
    // CHECK: %[[S:.*]] = helion.reduce sum %[[K]] over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<m>>
    %s = helion.reduce sum %k over n : !tile -> !row
    // CHECK: helion.index %[[TN]] : <n> -> tensor<?xi32, #helion.axes<n>>
    %i = helion.index %n : !helion.handle<n> -> tensor<?xi32, #helion.axes<n>>
    // CHECK: helion.store %[[K]], %[[Y]][%[[TM]], %[[TN]]] : tensor<?x?xf32, #helion.axes<m, n>>, memref<?x?xf32, strided<[?, 1]>>[m, n]
    helion.store %k, %y[%m, %n] : !tile, !buf[m, n]
  }
}

// The scheduled form: one layout, in full on the grid; the types of the tiles
// print it and its projections as aliases.
!xs = memref<64x1001xbf16, strided<[1001, 1]>>
!ts = tensor<4x1024xbf16, #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>>
!fs = tensor<4x1024xf32, #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>>
!rs = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
// CHECK-LABEL: helion.kernel @scheduled(
// CHECK-SAME:    attributes {config = #helion.config<threads_per_row = 64>}
helion.kernel @scheduled(%x: !xs) attributes {config = #helion.config<threads_per_row = 64>} {
  %M = helion.size %x, 0 : !xs
  %N = helion.size %x, 1 : !xs
  helion.axis @m extent(%M) tile block(4)
  // CHECK: helion.axis @n extent(%{{.*}}) full block(1024) window(%{{.*}}[m, n], 8 : memref<64x1001xbf16, strided<[1001, 1]>>)
  helion.axis @n extent(%N) full block(1024) window(%x[m, n], 8 : !xs)
  // CHECK: helion.grid (%{{.*}} in @m) layout #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))> {
  helion.grid (%m in @m) layout #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))> {
    %n = helion.span @n
    // CHECK: helion.load {{.*}} -> tensor<4x1024xbf16, #[[L:.*]]>
    %v = helion.load %x[%m, %n] : !xs[m, n] -> !ts
    %f = arith.extf %v : !ts to !fs
    // CHECK: helion.reduce max {{.*}} : tensor<4x1024xf32, #[[L]]> -> tensor<4xf32, #[[R:.*]]>
    %r = helion.reduce max %f over n : !fs -> !rs
  }
}

// A loop carries values; without any, its terminator is not printed.
// CHECK-LABEL: helion.kernel @loops(
helion.kernel @loops(%x: !buf, %y: memref<?xf32>, %init: f32) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m) {
    %zero = helion.full %init : !row
    // CHECK: %[[R:.*]]:2 = helion.for %[[TN:.*]] in @n iter_args(%[[A:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<?xf32, #helion.axes<m>>, f32) {
    %r:2 = helion.for %n in @n iter_args(%acc = %zero, %c = %init) -> (!row, f32) {
      %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
      %s = helion.reduce sum %v over n : !tile -> !row
      // CHECK: %[[NEXT:.*]] = arith.addf %[[A]], %{{.*}}
      %next = arith.addf %acc, %s : !row
      // CHECK: helion.yield %[[NEXT]], %{{.*}} : tensor<?xf32, #helion.axes<m>>, f32
      helion.yield %next, %c : !row, f32
    }
    // CHECK: helion.for %{{.*}} in @n attributes {note = "kept"} {
    // CHECK-NEXT: helion.load
    // CHECK-NEXT: }
    helion.for %n in @n attributes {note = "kept"} {
      %v = helion.load %x[%m, %n] : !buf[m, n] -> !tile
    }
    helion.store %r#0, %y[%m] : !row, memref<?xf32>[m]
  }
}

// Grids of up to three axes, subscripts that are numbers, tiles of any rank
// down to 0, and every combiner.
// CHECK-LABEL: helion.kernel @rest(
!cube = memref<?x?x?xi32, strided<[?, ?, 1]>>
!slab = tensor<?x?xi32, #helion.axes<b, m>>
helion.kernel @rest(%x: !cube, %i: index) {
  %B = helion.size %x, 0 : !cube
  helion.axis @b extent(%B) tile
  helion.axis @m extent(%B) tile
  helion.axis @n extent(%B) tile
  // CHECK: helion.grid (%[[B:.*]] in @b, %[[M:.*]] in @m, %{{.*}} in @n) attributes {note = "kept"} {
  helion.grid (%b in @b, %m in @m, %n in @n) attributes {note = "kept"} {
    // CHECK: helion.load %{{.*}}[%[[B]], %[[M]], %{{.*}}] : memref<?x?x?xi32, strided<[?, ?, 1]>>[b, m, index] -> tensor<?x?xi32, #helion.axes<b, m>>
    %v = helion.load %x[%b, %m, %i] : !cube[b, m, index] -> !slab
    // CHECK: helion.reduce prod
    %0 = helion.reduce prod %v over m : !slab -> tensor<?xi32, #helion.axes<b>>
    // CHECK: helion.reduce min
    %1 = helion.reduce min %v over m : !slab -> tensor<?xi32, #helion.axes<b>>
    // CHECK: helion.reduce maxnum
    %2 = helion.reduce maxnum %v over b : !slab -> tensor<?xi32, #helion.axes<m>>
    // CHECK: helion.reduce minnum {{.*}} -> tensor<i32, #helion.axes<>>
    %3 = helion.reduce minnum %2 over m : tensor<?xi32, #helion.axes<m>> -> tensor<i32, #helion.axes<>>
  }
}

// Axis names are any strings; one that is called like a type stays a handle.
// CHECK-LABEL: helion.kernel @names(
helion.kernel @names(%x: memref<?x?xf32>) {
  %M = helion.size %x, 0 : memref<?x?xf32>
  helion.axis @index extent(%M) tile
  // CHECK: helion.axis @"a b" extent
  helion.axis @"a b" extent(%M) tile
  helion.grid (%i in @index, %j in @"a b") {
    // CHECK: helion.load {{.*}}["index", "a b"] -> tensor<?x?xf32, #helion.axes<index, "a b">>
    %v = helion.load %x[%i, %j] : memref<?x?xf32>["index", "a b"] -> tensor<?x?xf32, #helion.axes<index, "a b">>
    // CHECK: helion.reduce sum {{.*}} over "a b"
    %s = helion.reduce sum %v over "a b" : tensor<?x?xf32, #helion.axes<index, "a b">> -> tensor<?xf32, #helion.axes<index>>
    // CHECK: helion.index {{.*}} : <"a b"> ->
    %p = helion.index %j : !helion.handle<"a b"> -> tensor<?xi64, #helion.axes<"a b">>
  }
}

// What a lowered kernel carries for whoever launches it.
// CHECK-LABEL: func.func private @lowered
// CHECK-SAME: helion.launch = #helion.launch<block 256, grid[<arg 0 dim 0, tile 4>, <extent 1000, tile 256>, <arg 0 dim 1, tile 256, slack 7>], args[memref<?x?xf32>, f32]>
// CHECK-SAME: helion.plan = {strategy = "persistent"}
func.func private @lowered() attributes {
  helion.launch = #helion.launch<block 256, grid [<arg 0 dim 0, tile 4>, <extent 1000, tile 256>, <arg 0 dim 1, tile 256, slack 7>], args [memref<?x?xf32>, f32]>,
  helion.plan = {strategy = "persistent"}
}

// A kernel without arguments is still launched.
// CHECK-LABEL: func.func private @no_arguments
// CHECK-SAME: args[]>
func.func private @no_arguments() attributes {
  helion.launch = #helion.launch<block 64, grid [<extent 1, tile 1>], args []>
}

// The enums and the rest of the attributes on their own.
// CHECK-LABEL: func.func private @attributes
// CHECK-SAME: a = #helion.config<>
// CHECK-SAME: b = #helion.grid_dim<extent 0, tile 1>
// CHECK-SAME: c = #helion<axis_kind full>
// CHECK-SAME: d = #helion<reduce_kind maxnum>
func.func private @attributes() attributes {
  a = #helion.config<>,
  b = #helion.grid_dim<extent 0, tile 1>,
  c = #helion<axis_kind full>,
  d = #helion<reduce_kind maxnum>
}

// A workgroup takes the rows of its block one after the other, and knows which
// block it has.
// CHECK-LABEL: helion.kernel @within
// CHECK:         helion.axis @m extent(%{{.+}}) tile block(1) within(@p)
// CHECK:         %[[ID:.+]] = helion.block_id %{{.+}} : <p>
// CHECK:         helion.store %{{.+}}, %{{.+}}[%[[ID]]] : tensor<f32, #helion.axes<>>, memref<?xf32>[index]
helion.kernel @within(%x: memref<?xf32>, %y: memref<?xf32>, %c: f32) {
  %M = helion.size %x, 0 : memref<?xf32>
  helion.axis @p extent(%M) tile block(32)
  helion.axis @m extent(%M) tile block(1) within(@p)
  helion.grid (%p in @p) {
    %i = helion.block_id %p : !helion.handle<p>
    helion.for %m in @m {
      %v = helion.load %x[%m] : memref<?xf32>[m] -> tensor<?xf32, #helion.axes<m>>
      helion.store %v, %x[%m] : tensor<?xf32, #helion.axes<m>>, memref<?xf32>[m]
    }
    %t = helion.full %c : tensor<f32, #helion.axes<>>
    helion.store %t, %y[%i] : tensor<f32, #helion.axes<>>, memref<?xf32>[index]
  }
}

// A combiner of pairs. It may use scalars from outside.
// CHECK-LABEL: helion.kernel @reduce_with
// CHECK:         %{{.+}}:2 = helion.reduce_with %{{.+}}, %{{.+}} over n identity [0xFF800000 : f32, 2147483647 : i32] :
// CHECK-SAME:      tensor<?xf32, #helion.axes<n>>, tensor<?xi32, #helion.axes<n>> -> tensor<f32, #helion.axes<>>, tensor<i32, #helion.axes<>> {
// CHECK-NEXT:    ^bb0(%{{.+}}: f32, %{{.+}}: i32, %{{.+}}: f32, %{{.+}}: i32):
// CHECK:           helion.yield %{{.+}}, %{{.+}} : f32, i32
helion.kernel @reduce_with(%x: memref<?xf32>, %y: memref<?xi32>, %limit: f32) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @m extent(%N) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%n] : memref<?xf32>[n] -> tensor<?xf32, #helion.axes<n>>
    %i = helion.index %n : !helion.handle<n> -> tensor<?xi32, #helion.axes<n>>
    %r, %p = helion.reduce_with %v, %i over n identity [0xFF800000 : f32, 2147483647 : i32]
        : tensor<?xf32, #helion.axes<n>>, tensor<?xi32, #helion.axes<n>>
        -> tensor<f32, #helion.axes<>>, tensor<i32, #helion.axes<>> {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %least = arith.minimumf %limit, %a : f32
      %left = arith.cmpf oge, %least, %b : f32
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    %zero = arith.constant 0 : index
    helion.store %p, %y[%zero] : tensor<i32, #helion.axes<>>, memref<?xi32>[index]
  }
}
