// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-vectorize))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-vectorize,helion-vectorize))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-vectorize))" \
// RUN:   | fly-opt --split-input-file -verify-roundtrip | FileCheck %s

!h = tensor<4x1000xbf16, #helion.axes<m, n>>
!t = tensor<4x1000xf32, #helion.axes<m, n>>
!r = tensor<4xf32, #helion.axes<m>>
!w = tensor<1000xf32, #helion.axes<n>>
!x = memref<?x1000xbf16>

// 125 vectors of 8 for 64 lanes: 2 each. The narrowest type decides V; a row
// tile is a projection, and so is a tile along the columns only. Rows of 1000
// begin on 16-byte boundaries: no window.
// CHECK-DAG: #[[TILE:.*]] = #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>
// CHECK-DAG: #[[ROW:.*]] = #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>
// CHECK-DAG: #[[COL:.*]] = #helion.layout<[n], ((64,4),(8,2)):((8E0,0),(1E0,512E0))>
// CHECK-LABEL: helion.kernel @aligned
// CHECK: helion.axis @m extent({{.*}}) tile block(4)
// CHECK: helion.axis @n extent({{.*}}) full block(1024){{$}}
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>
// CHECK: helion.load {{.*}} -> tensor<4x1024xbf16, #[[TILE]]>
// CHECK: helion.reduce {{.*}} -> tensor<4xf32, #[[ROW]]>
// CHECK: helion.load {{.*}} -> tensor<1024xf32, #[[COL]]>
// CHECK: arith.constant dense<2.000000e+00> : tensor<1024xf32, #[[COL]]>
helion.kernel @aligned(%x: !x {helion.align = 16 : i64}, %w: memref<1000xf32>, %y: memref<?xf32>, %z: memref<1000xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1000)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : !x[m, n] -> !h
    %v = arith.extf %h : !h to !t
    %s = helion.reduce sum %v over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
    %wv = helion.load %w[%n] : memref<1000xf32>[n] -> !w
    %c = arith.constant dense<2.0> : !w
    %p = arith.mulf %wv, %c : !w
    helion.store %p, %z[%n] : !w, memref<1000xf32>[n]
  }
}

// -----

!h = tensor<1x512xbf16, #helion.axes<m, n>>

// The base may be anywhere: every row gets a window, and the 65 vectors that 64
// may touch are covered by 3 for each of 32 lanes, which leaves fewer idle than
// 2 for each of 64.
// CHECK-LABEL: helion.kernel @unaligned_base
// CHECK-SAME: %[[X:.*]]: memref<?x512xbf16>
// CHECK: helion.axis @n extent({{.*}}) full block(768) window(%[[X]][m, n], 8 : memref<?x512xbf16>)
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[m, n], ((32,1),(8,3)):((8E1,1E0),(1E1,256E1))>
helion.kernel @unaligned_base(%x: memref<?x512xbf16>) {
  %M = helion.size %x, 0 : memref<?x512xbf16>
  %N = helion.size %x, 1 : memref<?x512xbf16>
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(512)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<?x512xbf16>[m, n] -> !h
    helion.store %h, %x[%m, %n] : !h, memref<?x512xbf16>[m, n]
  }
}

// The rows of the buffer decide, not those of a weight that is loaded first:
// with a stride of 513 no two rows of x begin alike.
// CHECK-LABEL: helion.kernel @unaligned_stride
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x512xbf16, strided<[513, 1]>>
// CHECK: helion.axis @n {{.*}} window(%[[X]][m, n], 8
helion.kernel @unaligned_stride(%w: memref<512xbf16>, %x: memref<?x512xbf16, strided<[513, 1]>> {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : memref<?x512xbf16, strided<[513, 1]>>
  %N = helion.size %x, 1 : memref<?x512xbf16, strided<[513, 1]>>
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(512)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %w0 = helion.load %w[%n] : memref<512xbf16>[n] -> tensor<512xbf16, #helion.axes<n>>
    %h = helion.load %x[%m, %n] : memref<?x512xbf16, strided<[513, 1]>>[m, n] -> !h
    helion.store %h, %x[%m, %n] : !h, memref<?x512xbf16, strided<[513, 1]>>[m, n]
  }
}

// One row only: its stride doesn't matter.
// CHECK-LABEL: helion.kernel @one_row
// CHECK: helion.axis @n extent({{.*}}) full block(512){{$}}
helion.kernel @one_row(%x: memref<1x512xbf16, strided<[513, 1]>> {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : memref<1x512xbf16, strided<[513, 1]>>
  %N = helion.size %x, 1 : memref<1x512xbf16, strided<[513, 1]>>
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(512)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<1x512xbf16, strided<[513, 1]>>[m, n] -> !h
    helion.store %h, %x[%m, %n] : !h, memref<1x512xbf16, strided<[513, 1]>>[m, n]
  }
}

// Columns that aren't contiguous can't be moved as vectors, but the lane map is
// the same; no window helps.
// CHECK-LABEL: helion.kernel @transposed
// CHECK: helion.axis @n extent({{.*}}) full block(512){{$}}
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[m, n], ((64,1),(8,1))
helion.kernel @transposed(%x: memref<?x512xbf16, strided<[1, 512]>>) {
  %M = helion.size %x, 0 : memref<?x512xbf16, strided<[1, 512]>>
  %N = helion.size %x, 1 : memref<?x512xbf16, strided<[1, 512]>>
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(512)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<?x512xbf16, strided<[1, 512]>>[m, n] -> !h
    helion.store %h, %x[%m, %n] : !h, memref<?x512xbf16, strided<[1, 512]>>[m, n]
  }
}

// -----

!t = tensor<1x4096xf32, #helion.axes<m, n>>
!x = memref<?x4096xf32>

// Above one wave's share of 8 vectors each, a row gets more waves.
// CHECK-LABEL: helion.kernel @two_waves
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[m, n], ((128,1),(4,8)):((4E1,1E0),(1E1,512E1))>
helion.kernel @two_waves(%x: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(4096)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %x[%m, %n] : !t, !x[m, n]
  }
}

// The config overrides V and the threads of a row.
// CHECK-LABEL: helion.kernel @config
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[m, n], ((256,1),(2,8)):((2E1,1E0),(1E1,512E1))>
helion.kernel @config(%x: !x {helion.align = 16 : i64})
    attributes {config = #helion.config<waves = 4, vector_width = 2>} {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(4096)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %x[%m, %n] : !t, !x[m, n]
  }
}

// -----

!t = tensor<1x2048xf32, #helion.axes<m, n>>
!x = memref<?x?xf32, strided<[?, 1], offset: ?>>

// Nothing is known about a loop's rows: chunks keep their size, and the window
// moves them all.
// CHECK-DAG: #[[ROWS:.*]] = #helion.layout<[b, m], ((4,64),(1,1)):((0,1E1),(0,0))>
// CHECK-DAG: #[[CHUNK:.*]] = #helion.layout<[m, n], ((256,1),(4,2)):((4E1,1E0),(1E1,1024E1))>
// CHECK-LABEL: helion.kernel @loop
// CHECK: helion.axis @n extent({{.*}}) tile block(2048) window(%{{.*}}[m, n], 4 : memref<?x?xf32, strided<[?, 1], offset: ?>>)
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[m, n], ((256,1),(4,2)):((4E1,1E0),(1E1,1024E1))>
// CHECK: %[[INIT:.*]] = helion.full {{.*}} : tensor<1x2048xf32, #[[CHUNK]]>
// CHECK: helion.for {{.*}} iter_args({{.*}} = %[[INIT]]) -> tensor<1x2048xf32, #[[CHUNK]]>
helion.kernel @loop(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) tile block(2048)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %zero = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %zero) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %next = arith.addf %acc, %v : !t
      helion.yield %next : !t
    }
    %s = helion.reduce sum %sums over n : !t -> tensor<1xf32, #helion.axes<m>>
    helion.store %s, %y[%m] : tensor<1xf32, #helion.axes<m>>, memref<?xf32>[m]
  }
}

// A flat kernel has no row mode.
// CHECK-LABEL: helion.kernel @flat
// CHECK: helion.axis @n extent({{.*}}) tile block(1024) window(%{{.*}}[n], 4
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[n], (256,(4,1)):(4E0,(1E0,1024E0))>
helion.kernel @flat(%x: memref<?xf32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile block(1024)
  helion.grid (%n in @n) {
    %v = helion.load %x[%n] : memref<?xf32>[n] -> tensor<1024xf32, #helion.axes<n>>
    helion.store %v, %x[%n] : tensor<1024xf32, #helion.axes<n>>, memref<?xf32>[n]
  }
}

// A block that isn't a whole number of vectors for a power of two of threads is
// padded to one.
// CHECK-LABEL: helion.kernel @odd_block
// CHECK: helion.axis @n extent({{.*}}) tile block(112) window
// CHECK: helion.grid ({{.*}}) layout #helion.layout<[n], (4,(4,7))
helion.kernel @odd_block(%x: memref<?xf32>)
    attributes {config = #helion.config<threads_per_row = 4>} {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile block(100)
  helion.grid (%n in @n) {
    %v = helion.load %x[%n] : memref<?xf32>[n] -> tensor<100xf32, #helion.axes<n>>
    helion.store %v, %x[%n] : tensor<100xf32, #helion.axes<n>>, memref<?xf32>[n]
  }
}

// A third axis has no mode of its own: one batch per workgroup.
// CHECK-LABEL: helion.kernel @batched
// CHECK: layout #helion.layout<[b, m, n], ((4,64),(4,1)):((4E2,1E1),(1E2,16E2))>
// CHECK: helion.reduce {{.*}} -> tensor<1x64xf32, #[[ROWS]]>
helion.kernel @batched(%x: memref<?x?x16xf32> {helion.align = 16 : i64}, %y: memref<?x?xf32>) {
  %B = helion.size %x, 0 : memref<?x?x16xf32>
  %M = helion.size %x, 1 : memref<?x?x16xf32>
  %N = helion.size %x, 2 : memref<?x?x16xf32>
  helion.axis @b extent(%B) tile block(1)
  helion.axis @m extent(%M) tile block(64)
  helion.axis @n extent(%N) full block(16)
  helion.grid (%b in @b, %m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%b, %m, %n] : memref<?x?x16xf32>[b, m, n] -> tensor<1x64x16xf32, #helion.axes<b, m, n>>
    %s = helion.reduce sum %v over n : tensor<1x64x16xf32, #helion.axes<b, m, n>> -> tensor<1x64xf32, #helion.axes<b, m>>
    helion.store %s, %y[%b, %m] : tensor<1x64xf32, #helion.axes<b, m>>, memref<?x?xf32>[b, m]
  }
}
