// RUN: fly-opt %s --fly-print-layouts -o /dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: fly-opt %s --fly-print-layouts='max-rows=2 max-columns=3 run-time=3' -o /dev/null | FileCheck %s --check-prefix=CUT
// RUN: fly-opt %s --fly-print-layouts=format=svg -o /dev/null > %t.svg
// RUN: FileCheck %s --check-prefix=SVG --input-file=%t.svg
// RUN: not fly-opt %s --fly-print-layouts=max-rows=0 2>&1 | FileCheck %s --check-prefix=ROWS

// Indices: mode 0 runs down, mode 1 to the right.
//      CHECK:(4,(2,3)):(1,(12,4))  (fly.static, line [[#@LINE+20]])
// CHECK-NEXT:  |  0  1  2  3  4  5
// CHECK-NEXT:--+------------------
// CHECK-NEXT:0 |  0 12  4 16  8 20
// CHECK-NEXT:1 |  1 13  5 17  9 21
// CHECK-NEXT:2 |  2 14  6 18 10 22
// CHECK-NEXT:3 |  3 15  7 19 11 23

// CUT: (4,(2,3)):(1,(12,4))
// CUT: 1 | 1 13 5
// CUT-NEXT: ... 2 more rows, 3 more columns

// SVG: <svg xmlns="http://www.w3.org/2000/svg" width="{{[0-9]+}}" height="{{[0-9]+}}">
// SVG: <text class="t" {{.*}}>(4,(2,3)):(1,(12,4)) {{.*}}</text>
// The cell of row 1, column 3 shows 17, in the shade of 17 mod 8.
// SVG: <rect x="98" y="81" {{.*}} fill="#f3f3f3"/>
// SVG-NEXT: <text class="c" {{.*}}>17</text>

// ROWS: error: fly-print-layouts: expected max-rows and max-columns of at least 1
func.func @indices() {
  %0 = fly.static : !fly.layout<(4,(2,3)):(1,(12,4))>
  return
}

// A layout of one mode runs to the right; one of three modes has a table for
// each slice; the layout of a memref is shown too, and none is shown twice.
//      CHECK:4:3  (func.func, line {{[0-9]+}})
// CHECK-NEXT:  | 0 1 2 3
// CHECK-NEXT:--+--------
// CHECK-NEXT:0 | 0 3 6 9
//  CHECK-NOT:4:3  {{.*}}
//      CHECK:(1,2,2):(0,1,2)  (func.func, line {{[0-9]+}})
// CHECK-NEXT:mode 2 = 0
// CHECK-NEXT:  | 0 1
// CHECK-NEXT:--+----
// CHECK-NEXT:0 | 0 1
// CHECK-NEXT:mode 2 = 1
// CHECK-NEXT:  | 0 1
// CHECK-NEXT:--+----
// CHECK-NEXT:0 | 2 3
func.func @modes(%a: !fly.memref<f32, global, 4:3>, %b: !fly.layout<4:3>,
                 %c: !fly.layout<(1,2,2):(0,1,2)>) {
  return
}

// Coordinates, all of the same rank.
//      CHECK:(2,2):(1E0,1E1)  (func.func, line {{[0-9]+}})
// CHECK-NEXT:  |     0     1
// CHECK-NEXT:--+------------
// CHECK-NEXT:0 | (0,0) (0,1)
// CHECK-NEXT:1 | (1,0) (1,1)
func.func @coordinates(%a: !fly.layout<(2,2):(1E0,1E1)>) {
  return
}

// What is known only at run time is said, and drawn for given numbers.
//      CHECK:(2,?):(1,2)  (func.func, line {{[0-9]+}})
// CHECK-NEXT:not drawn: some of its integers are known only at run time (?); give values for them, in the order of the text, with run-time=N,...
// CUT: (2,?):(1,2)
// CUT: 0 | 0 2 4
// CUT-NEXT: 1 | 1 3 5
// CUT-NEXT: drawn for (2,3):(1,2)
func.func @run_time(%a: !fly.layout<(2,?):(1,2)>) {
  return
}

// No elements, or more than one would look at.
//      CHECK:(0,4):(1,1)  (func.func, line {{[0-9]+}})
// CHECK-NEXT:not drawn: no elements
//      CHECK:(65536,65536):(1,65536)  (func.func, line {{[0-9]+}})
// CHECK-NEXT:not drawn: more than 262144 elements
func.func @sizes(%a: !fly.layout<(0,4):(1,1)>, %b: !fly.layout<(65536,65536):(1,65536)>) {
  return
}

// The schedule of a tile: who holds what. Vectors of adjacent values are one
// cell; copies are counted.
//      CHECK:#helion.layout<[m, n], ((4,2),(2,2)):((2E1,1E0),(1E1,8E1))>  (func.func, line {{[0-9]+}})
// CHECK-NEXT:  |     0-1     2-3     4-5     6-7     8-9   10-11   12-13   14-15
// CHECK-NEXT:--+----------------------------------------------------------------
// CHECK-NEXT:0 | T0 V0-1 T1 V0-1 T2 V0-1 T3 V0-1 T0 V2-3 T1 V2-3 T2 V2-3 T3 V2-3
// CHECK-NEXT:1 | T4 V0-1 T5 V0-1 T6 V0-1 T7 V0-1 T4 V2-3 T5 V2-3 T6 V2-3 T7 V2-3
//      CHECK:#helion.layout<[m], ((4,2),(1,1)):((0,1E0),(0,0))>  (func.func, line {{[0-9]+}})
// CHECK-NEXT:  |        0        1
// CHECK-NEXT:--+------------------
// CHECK-NEXT:0 | T0 V0 +3 T4 V0 +3
// CHECK-NEXT:+n: n more owners hold a copy
// SVG: <rect x="98" {{.*}} fill="#c5b0d5"/>
// SVG-NEXT: >T4 V0 +3</text>
func.func @tile(
    %a: tensor<2x16xf32, #helion.layout<[m, n], ((4,2),(2,2)):((2E1,1E0),(1E1,8E1))>>,
    %b: tensor<2xf32, #helion.layout<[m], ((4,2),(1,1)):((0,1E0),(0,0))>>) {
  return
}

// A swizzle permutes what the layout gives.
//      CHECK:S<1,0,2> o 0 o (4,4):(4,1)  (func.func, line {{[0-9]+}})
// CHECK-NEXT:  |  0  1  2  3
// CHECK-NEXT:--+------------
// CHECK-NEXT:0 |  0  1  2  3
// CHECK-NEXT:1 |  5  4  7  6
// CHECK-NEXT:2 |  8  9 10 11
// CHECK-NEXT:3 | 13 12 15 14
func.func @swizzled(%a: !fly.memref<f32, shared, S<1,0,2> o 0 o (4,4):(4,1)>) {
  return
}

// Who copies what: four threads, each two elements of a column.
//      CHECK:!fly.tiled_copy<{{.*}}>  (func.func, line {{[0-9]+}})
// CHECK-NEXT:  |     0     1
// CHECK-NEXT:--+------------
// CHECK-NEXT:0 | T0 V0 T2 V0
// CHECK-NEXT:1 | T0 V1 T2 V1
// CHECK-NEXT:2 | T1 V0 T3 V0
// CHECK-NEXT:3 | T1 V1 T3 V1
func.func @tiled_copy(%a: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<64>, 32>, !fly.layout<(4,2):(2,1)>, !fly.tile<[4|2]>>) {
  return
}

// What the lanes of a wave hold of an MMA's operands: of column 1 of C, lane 1
// has rows 0 to 3, lane 17 rows 4 to 7, ...
//      CHECK:!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>, A: M x K  (func.func, line {{[0-9]+}})
//      CHECK: 0 |  T0 V0-3 T16 V0-3 T32 V0-3 T48 V0-3
//      CHECK:!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>, B: N x K  (func.func, line {{[0-9]+}})
//      CHECK: 1 |  T1 V0-3 T17 V0-3 T33 V0-3 T49 V0-3
//      CHECK:!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>, C and D: M x N  (func.func, line {{[0-9]+}})
//      CHECK: 1 |  T0 V1  T1 V1 {{.*}} T15 V1
//      CHECK: 4 | T16 V0 T17 V0 {{.*}} T31 V0
func.func @mma(%a: !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>) {
  return
}
