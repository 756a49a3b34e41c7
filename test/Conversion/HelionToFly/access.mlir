// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx942" -cse -canonicalize | FileCheck %s

!x = memref<64x1000xbf16>
#layout = #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>
!t = tensor<4x1024xbf16, #layout>

// The address, the load's predicate and the store's predicate come from one
// slice of the thread-value layout; the vectors that always lie in a row have no
// predicate.
// CHECK-LABEL: gpu.func @copy
// CHECK-SAME:    %[[X:.+]]: !fly.ptr<bf16, global, align<16>>, %[[Y:.+]]: !fly.ptr<bf16, global, align<16>>)
// CHECK-SAME:    helion.launch = #helion.launch<block 256, grid[<extent 64, tile 4>]
// CHECK-SAME:    groups = 2 : i64, rows = 4 : i64, strategy = "elementwise", threads_per_row = 64 : i64, vector_width = 8 : i64, waves = 1 : i64
// CHECK-SAME:    known_block_size = array<i32: 256, 1, 1>
// CHECK-DAG:     %[[N:.+]] = arith.constant 1000 : i32
// CHECK-DAG:     %[[TV:.+]] = fly.static : !fly.layout<((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>
// CHECK:         %[[MINE:.+]] = fly.slice({{.*}}) : (!fly.coord_tensor<(0,0), ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>
// CHECK:         fly.copy_atom_call_ssa(%[[ATOM:[^,]+]], %{{[^,]+}}) {{.*}} -> vector<8xbf16>
// CHECK:         %[[VEC:.+]] = fly.slice(%[[MINE]], %{{.+}}) {{.*}}(*,1)
// CHECK:         %[[CRD:.+]] = fly.get_iter(%[[VEC]])
// CHECK:         %[[COL:.+]] = fly.get(%[[CRD]]) {mode = array<i32: 1>}
// CHECK:         %[[COLUMN:.+]] = fly.get_scalar(%[[COL]])
// CHECK:         %[[IN:.+]] = arith.cmpi slt, %[[COLUMN]], %[[N]] : i32
// CHECK:         fly.copy_atom_call_ssa(%[[ATOM]], %{{.+}}, %{{.+}}, %[[IN]]) {{.*}} -> vector<8xbf16>
// CHECK:         fly.copy_atom_call_ssa(%[[ATOM]], %{{[^,]+}}, %{{[^,]+}}) {{.*}} -> ()
// CHECK:         fly.copy_atom_call_ssa(%[[ATOM]], %{{[^,]+}}, %{{[^,]+}}, %[[IN]]) {{.*}} -> ()
helion.kernel @copy(%x: !x {helion.align = 16 : i64}, %y: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    helion.store %v, %y[%m, %n] : !t, !x[m, n]
  }
}

!d = memref<?x?xf32, strided<[?, 1]>>
#wave = #helion.layout<[m, n], ((64,1),(4,1)):((4E1,1E0),(1E1,0))>
!w = tensor<1x256xf32, #wave>
!wrow = tensor<1xf32, #helion.layout<[m], ((64,1),(1,1)):((0,1E0),(0,0))>>

// Dynamic sizes and strides are arguments behind the pointer; a value that all
// lanes of a row hold is stored by the first.
// CHECK-LABEL: gpu.func @dynamic
// CHECK-SAME:    (%{{[^:]+}}: !fly.ptr<f32, global, align<16>>, %{{[^:]+}}: i64, %{{[^:]+}}: i64, %{{[^:]+}}: i64, %{{[^:]+}}: !fly.ptr<f32, global>, %{{[^:]+}}: i64)
// CHECK-SAME:    grid[<arg 0 dim 0, tile 1>]
// CHECK:         fly.copy_atom_call_ssa
// CHECK:         gpu.subgroup_reduce add %{{.+}} uniform : (f32) -> f32
// CHECK:         %[[LANE:.+]] = fly.crd2idx({{.*}}) : (!fly.int_tuple<?>, !fly.layout<(64,1):(1,0)>)
// CHECK:         %[[SCALAR:.+]] = fly.get_scalar(%[[LANE]])
// CHECK:         %[[OWNER:.+]] = arith.cmpi eq, %[[SCALAR]]
// CHECK:         fly.copy_atom_call_ssa(%{{.+}}, %{{.+}}, %{{.+}}, %[[OWNER]])
helion.kernel @dynamic(%x: !d {helion.align = 16 : i64}, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !d
  %N = helion.size %x, 1 : !d
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) full block(256) bound(256)
  helion.grid (%m in @m) layout #wave {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !d[m, n] -> !w
    %s = helion.reduce sum %v over n : !w -> !wrow
    helion.store %s, %y[%m] : !wrow, memref<?xf32>[m]
  }
}
