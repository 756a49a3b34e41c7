// The same row on chips with 64 and 32 lanes in a wave.
// RUN: fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-vectorize{chip=gfx90a}))" | FileCheck %s --check-prefix=WAVE64
// RUN: fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-vectorize{chip=gfx950}))" | FileCheck %s --check-prefix=WAVE64
// RUN: fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-vectorize{chip=gfx1100}))" | FileCheck %s --check-prefix=WAVE32
// RUN: fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-vectorize{chip=gfx1201}))" | FileCheck %s --check-prefix=WAVE32

!t = tensor<1x1024xf32, #helion.axes<m, n>>
!x = memref<?x1024xf32>

// WAVE64: layout #helion.layout<[m, n], ((64,1),(4,4)):((4E1,1E0),(1E1,256E1))>
// WAVE32: layout #helion.layout<[m, n], ((32,1),(4,8)):((4E1,1E0),(1E1,128E1))>
helion.kernel @row(%x: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %x[%m, %n] : !t, !x[m, n]
  }
}
