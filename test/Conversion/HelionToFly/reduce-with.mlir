// RUN: fly-opt %s --split-input-file -convert-helion-to-fly="chip=gfx942" -cse -canonicalize | FileCheck %s

#layout = #helion.layout<[m, n], ((128,1),(2,1)):((2E1,0),(1E1,0))>
#row = #helion.layout<[m], ((128,1),(1,1)):((0,0),(0,0))>
!t = tensor<1x256xf32, #layout>
!r = tensor<1xf32, #row>

// A thread combines its own elements, lanes exchange all components at once, and
// so do the two waves: one barrier for the tuple. What the region takes from
// outside is the same for every element.
// CHECK-LABEL: gpu.func @pair
// CHECK-SAME:    %[[X:[^ ]+]]: !fly.ptr<f32{{[^,]*}}, {{.*}}, %[[K:[^ ]+]]: f32)
// CHECK:         %[[V:.+]] = fly.copy_atom_call_ssa
// CHECK:         %[[FIRST:.+]] = vector.extract %[[V]][0]
// CHECK:         %[[SECOND:.+]] = vector.extract %[[V]][1]
// CHECK:         %[[SUM:.+]] = arith.addf %[[FIRST]], %[[SECOND]] fastmath<contract>
// CHECK:         %[[SCALED:.+]] = arith.mulf %{{.+}}, %[[K]] fastmath<contract>
// CHECK-COUNT-12: gpu.shuffle xor
// CHECK-NOT:     lds_barrier
// CHECK-COUNT-2: fly.ptr.store
// CHECK:         amdgpu.lds_barrier
// CHECK-NOT:     lds_barrier
// CHECK-COUNT-2: fly.ptr.load
// CHECK-NOT:     lds_barrier
// CHECK:         gpu.return
helion.kernel @pair(%x: memref<8x256xf32> {helion.align = 16 : i64},
                    %y: memref<8xf32>, %z: memref<8xf32>, %k: f32)
    attributes {fastmath = #arith.fastmath<contract>} {
  %M = helion.size %x, 0 : memref<8x256xf32>
  %N = helion.size %x, 1 : memref<8x256xf32>
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(256)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : memref<8x256xf32>[m, n] -> !t
    %a, %b = helion.reduce_with %v, %v over n identity [0.0 : f32, 0.0 : f32] : !t, !t -> !r, !r {
    ^bb0(%a0: f32, %b0: f32, %a1: f32, %b1: f32):
      %s = arith.addf %a0, %a1 : f32
      %p = arith.addf %b0, %b1 : f32
      %q = arith.mulf %p, %k : f32
      helion.yield %s, %q : f32, f32
    }
    helion.store %a, %y[%m] : !r, memref<8xf32>[m]
    helion.store %b, %z[%m] : !r, memref<8xf32>[m]
  }
}
