// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx942" -cse -canonicalize | FileCheck %s

#layout = #helion.layout<[m, n], ((64,1),(4,1)):((4E1,0),(1E1,0))>
#column = #helion.layout<[n], ((64,1),(4,1)):((4E0,0),(1E0,0))>
!t = tensor<1x256xf32, #layout>
!c = tensor<256xf32, #column>

// A workgroup goes down the rows of its block and keeps a sum per column: no
// exchange between threads. The last block may be shorter.
// CHECK-LABEL: gpu.func @column_sums
// CHECK-SAME:    <extent 70, tile 16>
// CHECK-SAME:    strategy = "columns"
// CHECK-DAG:     %[[C16:.+]] = arith.constant 16 : i64
// CHECK-DAG:     %[[C70:.+]] = arith.constant 70 : i64
// CHECK:         %[[ID:.+]] = arith.index_cast %block_id_x
// CHECK:         %[[ORIGIN:.+]] = arith.muli %[[ID]], %[[C16]]
// CHECK:         %[[LEFT:.+]] = arith.subi %[[C70]], %[[ORIGIN]]
// CHECK:         %[[ROWS:.+]] = arith.minsi %[[LEFT]], %[[C16]]
// CHECK:         %[[TRIPS:.+]] = arith.trunci %[[ROWS]] : i64 to i32
// CHECK:         %[[BLOCK:.+]] = arith.divsi %[[ORIGIN]], %[[C16]]
// CHECK-NOT:     gpu.barrier
// CHECK-NOT:     subgroup_reduce
// CHECK:         scf.for {{.*}} to %[[TRIPS]] {{.*}} iter_args(%[[SUM:.+]] = {{.*}}) -> (vector<4xf32>)
// CHECK:           %[[ROW:.+]] = fly.copy_atom_call_ssa
// CHECK:           %[[NEXT:.+]] = arith.addf %[[SUM]], %[[ROW]]
// CHECK:           scf.yield %[[NEXT]]
// The sums go to the row of the block's number.
// CHECK:         %[[START:.+]] = arith.muli %[[BLOCK]], %{{.+}} : i64
// CHECK:         fly.copy_atom_call_ssa
helion.kernel @column_sums(%x: memref<70x256xf32> {helion.align = 16 : i64},
                           %y: memref<5x256xf32> {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : memref<70x256xf32>
  %N = helion.size %x, 1 : memref<70x256xf32>
  helion.axis @p extent(%M) tile block(16)
  helion.axis @m extent(%M) tile block(1) within(@p)
  helion.axis @n extent(%N) tile block(256)
  %zero = arith.constant 0.0 : f32
  helion.grid (%p in @p, %n in @n) layout #layout {
    %i = helion.block_id %p : !helion.handle<p>
    %none = helion.full %zero : !c
    %s = helion.for %m in @m iter_args(%acc = %none) -> (!c) {
      %v = helion.load %x[%m, %n] : memref<70x256xf32>[m, n] -> !t
      %r = helion.reduce sum %v over m : !t -> !c
      %next = arith.addf %acc, %r : !c
      helion.yield %next : !c
    }
    helion.store %s, %y[%i, %n] : !c, memref<5x256xf32>[index, n]
  }
}
