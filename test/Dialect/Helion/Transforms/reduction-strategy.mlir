// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-reduction-strategy))" \
// RUN:   | FileCheck %s
// The pass has nothing left to do on its own output.
// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-reduction-strategy,helion-reduction-strategy))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-reduction-strategy{remarks}))"

!t = tensor<?x?xf32, #helion.axes<m, n>>
!h = tensor<?x?xbf16, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>

// A row of known size stays in registers: the block is its exact size, and rows
// are added until the workgroup has 256 threads.
// CHECK-LABEL: helion.kernel @persistent
// CHECK: helion.axis @m extent({{.*}}) tile block(4)
// CHECK: helion.axis @n extent({{.*}}) full block(1000)
// CHECK: helion.span @n
// CHECK: helion.load {{.*}} -> tensor<4x1000xbf16, #helion.axes<m, n>>
// CHECK: arith.extf {{.*}} to tensor<4x1000xf32, #helion.axes<m, n>>
// CHECK: helion.reduce sum {{.*}} -> tensor<4xf32, #helion.axes<m>>
// expected-remark@below {{axis 'n' is persistent, at most 1000 elements}}
// expected-remark@below {{a workgroup has 4 rows of 64 threads}}
helion.kernel @persistent(%x: memref<?x1000xbf16>, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?x1000xbf16>
  %N = helion.size %x, 1 : memref<?x1000xbf16>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<?x1000xbf16>[m, n] -> !h
    %v = arith.extf %h : !h to !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

!h = tensor<?x?xbf16, #helion.axes<m, n>>

// With few rows, each gets a workgroup: 512 of one wave keep more compute units
// busy than 128 of four.
// CHECK-LABEL: helion.kernel @few_rows
// CHECK: helion.axis @m extent({{.*}}) tile block(1)
// expected-remark@below {{axis 'n' is persistent}}
// expected-remark@below {{a workgroup has 1 rows of 64 threads}}
helion.kernel @few_rows(%x: memref<512x1024xbf16>, %y: memref<512x1024xbf16>) {
  %M = helion.size %x, 0 : memref<512x1024xbf16>
  %N = helion.size %x, 1 : memref<512x1024xbf16>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<512x1024xbf16>[m, n] -> !h
    helion.store %h, %y[%m, %n] : !h, memref<512x1024xbf16>[m, n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<?x?xf32>

// A bound is enough to keep a row of unknown size; an empty one still is a row.
// CHECK-LABEL: helion.kernel @bounded
// CHECK: helion.axis @n extent({{.*}}) full block(777) bound(777)
// expected-remark@below {{axis 'n' is persistent, at most 777 elements}}
// expected-remark@below {{a workgroup has}}
helion.kernel @bounded(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full bound(777)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// CHECK-LABEL: helion.kernel @empty_rows
// CHECK: helion.axis @n extent({{.*}}) full block(1)
// expected-remark@below {{axis 'n' is persistent, at most 0 elements}}
// expected-remark@below {{a workgroup has}}
helion.kernel @empty_rows(%x: memref<4x0xf32>, %y: memref<4xf32>) {
  %M = helion.size %x, 0 : memref<4x0xf32>
  %N = helion.size %x, 1 : memref<4x0xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<4x0xf32>[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<4xf32>[m]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<?x?xf32>

// Without a bound, a loop per stage: the maximum, the sum that depends on it,
// and the stores. Each loads the row again; the reductions across lanes are
// outside.
// CHECK-LABEL: helion.kernel @looped
// CHECK: helion.axis @n extent({{.*}}) tile block(2048)
// CHECK-NOT: helion.span
// CHECK: %[[NEG:.*]] = arith.constant 0xFF800000 : f32
// CHECK: %[[INIT:.*]] = helion.full %[[NEG]] : tensor<1x2048xf32, #helion.axes<m, n>>
// CHECK: %[[MAXES:.*]] = helion.for %[[N:.*]] in @n iter_args(%[[ACC:.*]] = %[[INIT]])
// CHECK:   %[[V:.*]] = helion.load %{{.*}}[%{{.*}}, %[[N]]]
// CHECK:   %[[K:.*]] = helion.mask_to %[[V]], 0xFF800000 : f32 on(%[[N]])
// CHECK:   %[[NEXT:.*]] = arith.maximumf %[[ACC]], %[[K]]
// CHECK:   helion.yield %[[NEXT]]
// CHECK: %[[MAX:.*]] = helion.reduce max %[[MAXES]] over n
// CHECK: %[[SUMS:.*]] = helion.for %[[N:.*]] in @n iter_args
// CHECK:   helion.load
// CHECK:   helion.broadcast %[[MAX]]
// CHECK:   %[[E:.*]] = math.exp
// CHECK:   helion.mask_to %[[E]], 0.000000e+00 : f32 on(%[[N]])
// CHECK:   arith.addf
// CHECK: %[[SUM:.*]] = helion.reduce sum %[[SUMS]] over n
// The row output needs the sum only: it follows that loop.
// CHECK: helion.store %[[SUM]]
// CHECK: helion.for %{{.*}} in @n {
// CHECK:   helion.load
// CHECK:   helion.broadcast %[[MAX]]
// CHECK:   helion.broadcast %[[SUM]]
// CHECK:   helion.store
// CHECK-NOT: helion.for
// expected-remark@below {{axis 'n' is looped in chunks of 2048, in 3 loops}}
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @looped(%x: !x, %y: !x, %z: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %max = helion.reduce max %v over n : !t -> !r
    %maxb = helion.broadcast %max : !r -> !t
    %d = arith.subf %v, %maxb : !t
    %e = math.exp %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
    %sumb = helion.broadcast %sum : !r -> !t
    %q = arith.divf %e, %sumb : !t
    helion.store %q, %y[%m, %n] : !t, !x[m, n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>

// Reductions that don't depend on each other share a loop, with an accumulator
// each. A store is moved into the last loop even if its value is known before:
// a store in the first would change what the second loads.
// CHECK-LABEL: helion.kernel @in_place
// CHECK: helion.for %{{.*}} in @n iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK-NOT: helion.store
// CHECK: helion.reduce sum
// CHECK: helion.reduce min
// CHECK: helion.for
// CHECK:   helion.load
// CHECK:   arith.negf
// CHECK:   helion.store {{.*}} memref<8x512xf32>
// CHECK:   helion.store {{.*}} memref<8x512xf32>
// CHECK-NOT: helion.for
// expected-remark@below {{axis 'n' is looped in chunks of 128, in 2 loops}}
// expected-remark@below {{a workgroup has}}
helion.kernel @in_place(%x: memref<8x512xf32>, %y: memref<8x512xf32>)
    attributes {config = #helion.config<reduction_loops = [128]>} {
  %M = helion.size %x, 0 : memref<8x512xf32>
  %N = helion.size %x, 1 : memref<8x512xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x512xf32>[m, n] -> !t
    %neg = arith.negf %v : !t
    helion.store %neg, %x[%m, %n] : !t, memref<8x512xf32>[m, n]
    %sum = helion.reduce sum %v over n : !t -> !r
    %min = helion.reduce min %v over n : !t -> !r
    %both = arith.addf %sum, %min : !r
    %bothb = helion.broadcast %both : !r -> !t
    helion.store %bothb, %y[%m, %n] : !t, memref<8x512xf32>[m, n]
  }
}

// A chunk as long as the row is persistent.
// CHECK-LABEL: helion.kernel @chunk_is_row
// CHECK: helion.axis @n extent({{.*}}) full block(512)
// expected-remark@below {{axis 'n' is persistent}}
// expected-remark@below {{a workgroup has}}
helion.kernel @chunk_is_row(%x: memref<8x512xf32>, %y: memref<8xf32>)
    attributes {config = #helion.config<reduction_loops = [512]>} {
  %M = helion.size %x, 0 : memref<8x512xf32>
  %N = helion.size %x, 1 : memref<8x512xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x512xf32>[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<8xf32>[m]
  }
}

// The config's rows are the block of the row axis.
// CHECK-LABEL: helion.kernel @rows
// CHECK: helion.axis @m extent({{.*}}) tile block(3)
// expected-remark@below {{axis 'n' is persistent}}
// expected-remark@below {{a workgroup has 3 rows of 64 threads}}
helion.kernel @rows(%x: memref<8x512xf32>, %y: memref<8xf32>)
    attributes {config = #helion.config<block_sizes = [3], rows_per_workgroup = 3>} {
  %M = helion.size %x, 0 : memref<8x512xf32>
  %N = helion.size %x, 1 : memref<8x512xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x512xf32>[m, n] -> !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<8xf32>[m]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!x = memref<?x?xf32>

// A loop that the user wrote stays one; only its block is chosen. Carried
// values keep their form.
// CHECK-LABEL: helion.kernel @user_loop
// CHECK: helion.axis @n extent({{.*}}) tile block(2048)
// CHECK: helion.for %{{.*}} in @n iter_args({{.*}}) -> tensor<1xf32, #helion.axes<m>>
// CHECK:   helion.reduce sum {{.*}} : tensor<1x2048xf32, #helion.axes<m, n>>
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @user_loop(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %zero = helion.full %c0 : !r
    %sum = helion.for %n in @n iter_args(%acc = %zero) -> (!r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %s = helion.reduce sum %v over n : !t -> !r
      %next = arith.addf %acc, %s : !r
      helion.yield %next : !r
    }
    helion.store %sum, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!x = memref<?x?xf32>

// In an elementwise kernel the last axis of the grid is the contiguous one: a
// row of 256 threads with one vector each.
// CHECK-LABEL: helion.kernel @elementwise
// CHECK: helion.axis @m extent({{.*}}) tile block(1)
// CHECK: helion.axis @n extent({{.*}}) tile block(1024)
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @elementwise(%x: !x, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %y[%m, %n] : !t, !x[m, n]
  }
}

// Short rows share a workgroup.
// CHECK-LABEL: helion.kernel @short_rows
// CHECK: helion.axis @m extent({{.*}}) tile block(32)
// CHECK: helion.axis @n extent({{.*}}) tile block(32)
// expected-remark@below {{a workgroup has 32 rows of 8 threads}}
helion.kernel @short_rows(%x: memref<?x32xf32> {helion.align = 16 : i64}, %y: memref<?x32xf32>) {
  %M = helion.size %x, 0 : memref<?x32xf32>
  %N = helion.size %x, 1 : memref<?x32xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  helion.grid (%m in @m, %n in @n) {
    %v = helion.load %x[%m, %n] : memref<?x32xf32>[m, n] -> !t
    helion.store %v, %y[%m, %n] : !t, memref<?x32xf32>[m, n]
  }
}

// With enough work for every compute unit, threads hold several vectors.
// CHECK-LABEL: helion.kernel @large
// CHECK: helion.axis @n extent({{.*}}) tile block(4096)
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @large(%x: memref<67108864xf32>, %y: memref<67108864xf32>) {
  %N = helion.size %x, 0 : memref<67108864xf32>
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
    %v = helion.load %x[%n] : memref<67108864xf32>[n] -> tensor<?xf32, #helion.axes<n>>
    helion.store %v, %y[%n] : tensor<?xf32, #helion.axes<n>>, memref<67108864xf32>[n]
  }
}

// Only the last row axis has several rows per workgroup.
// CHECK-LABEL: helion.kernel @batched
// CHECK: helion.axis @b extent({{.*}}) tile block(1)
// CHECK: helion.axis @m extent({{.*}}) tile block(64)
// CHECK: helion.axis @n extent({{.*}}) full block(16)
// expected-remark@below {{axis 'n' is persistent}}
// expected-remark@below {{a workgroup has 64 rows of 4 threads}}
helion.kernel @batched(%x: memref<?x?x16xf32> {helion.align = 16 : i64}, %y: memref<?x?xf32>) {
  %B = helion.size %x, 0 : memref<?x?x16xf32>
  %M = helion.size %x, 1 : memref<?x?x16xf32>
  %N = helion.size %x, 2 : memref<?x?x16xf32>
  helion.axis @b extent(%B) tile
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%b in @b, %m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%b, %m, %n] : memref<?x?x16xf32>[b, m, n] -> tensor<?x?x?xf32, #helion.axes<b, m, n>>
    %s = helion.reduce sum %v over n : tensor<?x?x?xf32, #helion.axes<b, m, n>> -> tensor<?x?xf32, #helion.axes<b, m>>
    helion.store %s, %y[%b, %m] : tensor<?x?xf32, #helion.axes<b, m>>, memref<?x?xf32>[b, m]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!c = tensor<?xf32, #helion.axes<n>>

// Threads side by side take columns that are adjacent in memory: a loop down the
// rows visits one row at a time, and a workgroup keeps its block of them.
// CHECK-LABEL: helion.kernel @column_sums
// CHECK: helion.axis @p extent({{.*}}) tile block(16)
// CHECK: helion.axis @m extent({{.*}}) tile block(1) within(@p)
// CHECK: helion.axis @n extent({{.*}}) tile block(1024)
// CHECK: helion.load {{.*}} -> tensor<1x1024xf32, #helion.axes<m, n>>
// CHECK: helion.reduce sum {{.*}} -> tensor<1024xf32, #helion.axes<n>>
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @column_sums(%x: memref<64x4096xf32> {helion.align = 16 : i64}, %y: memref<4x4096xf32>, %zero: f32) {
  %M = helion.size %x, 0 : memref<64x4096xf32>
  %N = helion.size %x, 1 : memref<64x4096xf32>
  helion.axis @p extent(%M) tile block(16)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) tile
  helion.grid (%p in @p, %n in @n) {
    %i = helion.block_id %p : !helion.handle<p>
    %none = helion.full %zero : !c
    %s = helion.for %m in @m iter_args(%acc = %none) -> (!c) {
      %v = helion.load %x[%m, %n] : memref<64x4096xf32>[m, n] -> !t
      %r = helion.reduce sum %v over m : !t -> !c
      %next = arith.addf %acc, %r : !c
      helion.yield %next : !c
    }
    helion.store %s, %y[%i, %n] : !c, memref<4x4096xf32>[index, n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!c = tensor<?xf32, #helion.axes<n>>

// Sums along the rows and down the columns at once. The column sums live as long
// as the loop: they count for the registers that a thread needs.
// CHECK-LABEL: helion.kernel @both
// CHECK: helion.axis @m extent({{.*}}) tile block(1) within(@p)
// CHECK: helion.axis @n extent({{.*}}) full block(8192)
// expected-remark@below {{axis 'n' is persistent, at most 8192 elements}}
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @both(%x: memref<64x8192xf32> {helion.align = 16 : i64}, %y: memref<64xf32>, %z: memref<4x8192xf32>, %zero: f32) {
  %M = helion.size %x, 0 : memref<64x8192xf32>
  %N = helion.size %x, 1 : memref<64x8192xf32>
  helion.axis @p extent(%M) tile block(16)
  helion.axis @m extent(%M) tile within(@p)
  helion.axis @n extent(%N) full
  helion.grid (%p in @p) {
    %n = helion.span @n
    %i = helion.block_id %p : !helion.handle<p>
    %none = helion.full %zero : !c
    %s = helion.for %m in @m iter_args(%acc = %none) -> (!c) {
      %v = helion.load %x[%m, %n] : memref<64x8192xf32>[m, n] -> !t
      %row = helion.reduce sum %v over n : !t -> !r
      helion.store %row, %y[%m] : !r, memref<64xf32>[m]
      %column = helion.reduce sum %v over m : !t -> !c
      %next = arith.addf %acc, %column : !c
      helion.yield %next : !c
    }
    helion.store %s, %z[%i, %n] : !c, memref<4x8192xf32>[index, n]
  }
}

// -----

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>

// A combiner that is a region is rolled, too: each chunk's result is combined
// with what the loop carries.
// CHECK-LABEL: helion.kernel @rolled_region
// CHECK: %[[INIT:.+]] = helion.full %{{.+}} : tensor<1xf32, #helion.axes<m>>
// CHECK: %[[R:.+]] = helion.for %n in @n iter_args(%[[OLD:.+]] = %[[INIT]]) -> tensor<1xf32, #helion.axes<m>>
// CHECK:   %[[V:.+]] = helion.load
// CHECK:   %[[MASKED:.+]] = helion.mask_to %[[V]], -1.000000e+00 : f32 on(%n)
// CHECK:   %[[PART:.+]] = helion.reduce_with %[[MASKED]] over n
// CHECK:   %[[K:.+]] = helion.full %{{.+}} : tensor<1xf32, #helion.axes<m>>
// CHECK:   %[[P:.+]] = arith.mulf %[[OLD]], %[[PART]]
// CHECK:   %[[NEW:.+]] = arith.mulf %[[P]], %[[K]]
// CHECK:   helion.yield %[[NEW]]
// CHECK: helion.store %[[R]]
// expected-remark@below {{axis 'n' is looped in chunks of 2048, in 1 loops}}
// expected-remark@below {{a workgroup has 1 rows of 256 threads}}
helion.kernel @rolled_region(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?x?xf32>
  %N = helion.size %x, 1 : memref<?x?xf32>
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<?x?xf32>[m, n] -> !t
    %s = helion.reduce_with %v over n identity [-1.0 : f32] : !t -> !r {
    ^bb0(%a: f32, %b: f32):
      %minus = arith.constant -1.0 : f32
      %p = arith.mulf %a, %b : f32
      %q = arith.mulf %p, %minus : f32
      helion.yield %q : f32
    }
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}
