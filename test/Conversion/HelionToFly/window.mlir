// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx942" -cse -canonicalize | FileCheck %s

!x = memref<8x1401xbf16>
#layout = #helion.layout<[m, n], ((64,1),(8,3)):((8E1,1E0),(1E1,512E1))>
#column = #helion.layout<[n], ((64,1),(8,3)):((8E0,0),(1E0,512E0))>
!t = tensor<1x1536xbf16, #layout>
!w = tensor<1536xbf16, #column>

// The window moves a row's columns down to an aligned address: coordinates, and
// with them offsets and masks, start at minus the shift.
// CHECK-LABEL: gpu.func @window
// CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : i32
// CHECK-DAG:     %[[C7:.+]] = arith.constant 7 : i32
// CHECK-DAG:     %[[STRIDE:.+]] = arith.constant 1401 : i32
// CHECK:         %[[ROW:.+]] = arith.trunci %{{.+}} : i64 to i32
// CHECK:         %[[START:.+]] = arith.muli %[[ROW]], %[[STRIDE]] : i32
// CHECK:         %[[SHIFT:.+]] = arith.andi %[[START]], %[[C7]] : i32
// CHECK:         %[[BASE:.+]] = arith.subi %[[C0]], %[[SHIFT]] : i32
// CHECK:         fly.make_int_tuple(%[[BASE]]) : (i32) -> !fly.int_tuple<(0,?)>
// The first vector may start in front of the row: read whole, then masked.
// CHECK:         fly.copy_atom_call_ssa({{.*}}buffer_copy<128>{{.*}} -> vector<8xbf16>
// CHECK:         %[[MASK:.+]] = arith.cmpi ult, {{.*}} : vector<8xi32>
// CHECK:         arith.select %[[MASK]]
// The middle one never leaves the row.
// CHECK:         fly.copy_atom_call_ssa(%{{[^,]+}}, %{{[^,]+}}) {{.*}} -> vector<8xbf16>
// Stores of the vectors at the ends are by element.
// CHECK:         scf.if
// CHECK-COUNT-8:   fly.copy_atom_call_ssa({{.*}}buffer_copy<16>
helion.kernel @window(%x: !x {helion.align = 16 : i64}, %y: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(1536) window(%x[m, n], 8 : !x)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %y[%m, %n] : !t, !x[m, n]
  }
}

// A buffer whose rows lie otherwise than the window's is read at addresses that
// are only aligned to its elements: plain loads, which may be.
// CHECK-LABEL: gpu.func @weight
// CHECK:         fly.copy_atom_call_ssa({{.*}}buffer_copy<128>
// CHECK:         fly.copy_atom_call_ssa({{.*}}!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.memref<bf16, global, 8:1>
helion.kernel @weight(%x: !x {helion.align = 16 : i64}, %g: memref<1401xbf16> {helion.align = 16 : i64},
                      %y: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(1536) window(%x[m, n], 8 : !x)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %g1 = helion.load %g[%n] : memref<1401xbf16>[n] -> !w
    %g2 = helion.broadcast %g1 : !w -> !t
    %p = arith.mulf %v, %g2 : !t
    helion.store %p, %y[%m, %n] : !t, !x[m, n]
  }
}

// The window may add a block that lies beyond the last row's end: there the
// buffer has no bytes, not a negative number of them, which would be almost
// 4 GiB.
#flat = #helion.layout<[m, n], ((256,1),(4,2)):((4E1,1E0),(1E1,1024E1))>
!f = memref<3x2046xf32>
!ft = tensor<1x2048xf32, #flat>
// CHECK-LABEL: gpu.func @grid_window
// CHECK-SAME:    <extent 2046, tile 2048, slack 3>
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0 : i64
// CHECK:         %[[LEFT:.+]] = arith.maxsi %{{.+}}, %[[ZERO]]
// CHECK:         %[[END:.+]] = arith.minsi %[[LEFT]]
// CHECK:         %[[BYTES:.+]] = arith.muli %[[END]]
// CHECK:         fly.make_ptr(%{{.+}}, %{{.+}}, %[[BYTES]], %{{.+}})
helion.kernel @grid_window(%x: !f {helion.align = 16 : i64}, %y: !f {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !f
  %N = helion.size %x, 1 : !f
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) tile block(2048) window(%x[m, n], 4 : !f)
  helion.grid (%m in @m, %n in @n) layout #flat {
    %v = helion.load %x[%m, %n] : !f[m, n] -> !ft
    helion.store %v, %y[%m, %n] : !ft, !f[m, n]
  }
}

// The block that the window may add can be empty for some rows of a workgroup:
// what they carry stays as it was, whatever the body makes of no elements. A
// tile over the axis itself has masks instead.
#loop = #helion.layout<[m, n], ((64,4),(4,2)):((4E1,1E0),(1E1,256E1))>
#looprow = #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>
!lt = tensor<4x512xf32, #loop>
!lr = tensor<4xf32, #looprow>
// CHECK-LABEL: gpu.func @carried
// CHECK:         scf.for {{.*}} iter_args(%[[ROW:[^ ]+]] = {{.*}}) -> (f32, vector<4xf32>, vector<4xf32>)
// CHECK:           %[[NEXT:.+]] = arith.addf %[[ROW]]
// CHECK:           %[[KEPT:.+]] = arith.select %{{.+}}, %[[NEXT]], %[[ROW]] : f32
// CHECK-NEXT:      scf.yield %[[KEPT]], %{{.+}} : f32, vector<4xf32>, vector<4xf32>
helion.kernel @carried(%x: memref<7x1401xf32> {helion.align = 16 : i64}, %y: memref<7xf32>) {
  %M = helion.size %x, 0 : memref<7x1401xf32>
  %N = helion.size %x, 1 : memref<7x1401xf32>
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(512) window(%x[m, n], 4 : memref<7x1401xf32>)
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #loop {
    %row = helion.full %zero : !lr
    %tile = helion.full %zero : !lt
    %step = helion.full %one : !lr
    %r, %t = helion.for %n in @n iter_args(%a = %row, %b = %tile) -> (!lr, !lt) {
      %next = arith.addf %a, %step : !lr
      %v = helion.load %x[%m, %n] : memref<7x1401xf32>[m, n] -> !lt
      %sum = arith.addf %b, %v : !lt
      helion.yield %next, %sum : !lr, !lt
    }
    helion.store %r, %y[%m] : !lr, memref<7xf32>[m]
  }
}
