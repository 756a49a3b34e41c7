// RUN: fly-opt %s --helion-to-binary='chip=gfx942 format=isa' | FileCheck %s

// What we rely on: rows are read and written 128 bits at a time, and nothing is
// spilled.

// CHECK: buffer_load_dwordx4
// CHECK: v_max
// CHECK: buffer_store_dwordx4
// CHECK: .vgpr_spill_count: 0

!buffer = memref<64x1024xf32>
!tile = tensor<?x?xf32, #helion.axes<m, n>>

helion.kernel @relu(%x: !buffer {helion.align = 16 : i64},
                    %y: !buffer {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !buffer
  %N = helion.size %x, 1 : !buffer
  %c0 = arith.constant 0.0 : f32
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buffer[m, n] -> !tile
    %zero = helion.full %c0 : !tile
    %r = arith.maximumf %v, %zero : !tile
    helion.store %r, %y[%m, %n] : !tile, !buffer[m, n]
  }
}
