// Review finding 7: a comment said 1024 where the code said 64. Limits come from
// the target's description: what one chip accepts, another rejects by its own
// number.

// RUN: fly-opt %s -helion-reduction-strategy=chip=gfx1100 -helion-vectorize=chip=gfx1100 | FileCheck %s
// RUN: not fly-opt %s -helion-reduction-strategy=chip=gfx942 -helion-vectorize=chip=gfx942 2>&1 | FileCheck %s --check-prefix=WAVE64

!thirty_two_waves_buf = memref<8x8192xf32>
!thirty_two_waves_tile = tensor<?x?xf32, #helion.axes<m, n>>
!thirty_two_waves_row = tensor<?xf32, #helion.axes<m>>
// CHECK-LABEL: helion.kernel @thirty_two_waves
// CHECK: helion.grid {{.*}} layout #helion.layout<[m, n], ((1024,1),
// WAVE64: [[#@LINE+1]]:1: error: 'helion.kernel' op waves = 32 makes 2048 threads, above the 1024 that a workgroup of gfx942 can have
helion.kernel @thirty_two_waves(%x: !thirty_two_waves_buf {helion.align = 16 : i64}, %y: memref<8xf32>)
    attributes {config = #helion.config<waves = 32>} {
  %M = helion.size %x, 0 : !thirty_two_waves_buf
  %N = helion.size %x, 1 : !thirty_two_waves_buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !thirty_two_waves_buf[m, n] -> !thirty_two_waves_tile
    %s = helion.reduce sum %v over n : !thirty_two_waves_tile -> !thirty_two_waves_row
    helion.store %s, %y[%m] : !thirty_two_waves_row, memref<8xf32>[m]
  }
}
