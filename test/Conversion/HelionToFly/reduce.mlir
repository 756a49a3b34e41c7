// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx942" -cse -canonicalize | FileCheck %s
// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx1100" | FileCheck %s --check-prefix=WAVE32

!x = memref<64x2048xf32>
!y = memref<64xf32>

// Two rows of two waves: each wave leaves one number, one barrier, and every
// thread reads the two of its row.
// CHECK-LABEL: gpu.func @two_waves
// CHECK:         %[[WAVE:.+]] = gpu.subgroup_reduce add %{{.+}} uniform : (f32) -> f32
// CHECK:         fly.make_ptr() {dictAttrs = {allocAlign = 16 : i64, allocBytes = 16 : i64}}
// CHECK:         scf.if
// CHECK:           fly.ptr.store(%[[WAVE]],
// CHECK:         amdgpu.lds_barrier
// CHECK-NOT:     amdgpu.lds_barrier
// CHECK:         %[[BOTH:.+]] = fly.ptr.load({{.*}}) : (!fly.ptr<f32, shared, align<8>>) -> vector<2xf32>
// CHECK:         vector.extract %[[BOTH]][0]
// CHECK:         vector.extract %[[BOTH]][1]
// With waves of 32 lanes these are four numbers a row.
// WAVE32-LABEL: gpu.func @two_waves
// WAVE32:         allocBytes = 32 : i64
// WAVE32:         -> vector<4xf32>
#two = #helion.layout<[m, n], ((128,2),(4,4)):((4E1,1E0),(1E1,512E1))>
#two_row = #helion.layout<[m], ((128,2),(1,1)):((0,1E0),(0,0))>
helion.kernel @two_waves(%x: !x {helion.align = 16 : i64}, %y: !y) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(2)
  helion.axis @n extent(%N) full block(2048)
  helion.grid (%m in @m) layout #two {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> tensor<2x2048xf32, #two>
    %s = helion.reduce sum %v over n : tensor<2x2048xf32, #two> -> tensor<2xf32, #two_row>
    helion.store %s, %y[%m] : tensor<2xf32, #two_row>, !y[m]
  }
}

// Sixteen lanes own a row: a clustered reduction, no LDS.
// CHECK-LABEL: gpu.func @cluster
// CHECK-NOT:     shared
// CHECK:         gpu.subgroup_reduce maximumf %{{.+}} uniform cluster(size = 16) : (f32) -> f32
// CHECK-NOT:     lds_barrier
!s = memref<64x64xf32>
#short = #helion.layout<[m, n], ((16,4),(4,1)):((4E1,1E0),(1E1,0))>
#short_row = #helion.layout<[m], ((16,4),(1,1)):((0,1E0),(0,0))>
helion.kernel @cluster(%x: !s {helion.align = 16 : i64}, %y: !y) {
  %M = helion.size %x, 0 : !s
  %N = helion.size %x, 1 : !s
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(64)
  helion.grid (%m in @m) layout #short {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !s[m, n] -> tensor<4x64xf32, #short>
    %s = helion.reduce max %v over n : tensor<4x64xf32, #short> -> tensor<4xf32, #short_row>
    helion.store %s, %y[%m] : tensor<4xf32, #short_row>, !y[m]
  }
}

// In a loop the slots alternate with the iteration, so that a wave that is ahead
// doesn't overwrite what another still reads.
// CHECK-LABEL: gpu.func @in_loop
// CHECK:         scf.for %[[I:[^ ]+]] =
// CHECK:           allocBytes = 16 : i64
// CHECK:           %[[PARITY:.+]] = arith.andi %[[I]], %{{.+}} : i32
// CHECK:           arith.muli %[[PARITY]]
// CHECK:           amdgpu.lds_barrier
// CHECK-NOT:       amdgpu.lds_barrier
// CHECK:           scf.yield
#chunk = #helion.layout<[m, n], ((128,1),(4,1)):((4E1,1E0),(1E1,0))>
#chunk_row = #helion.layout<[m], ((128,1),(1,1)):((0,1E0),(0,0))>
helion.kernel @in_loop(%x: !x {helion.align = 16 : i64}, %y: !y) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(1)
  helion.axis @n extent(%N) tile block(512)
  helion.grid (%m in @m) layout #chunk {
    %zero = arith.constant 0.0 : f32
    %init = helion.full %zero : tensor<1xf32, #chunk_row>
    %r = helion.for %n in @n iter_args(%a = %init) -> tensor<1xf32, #chunk_row> {
      %v = helion.load %x[%m, %n] : !x[m, n] -> tensor<1x512xf32, #chunk>
      %s = helion.reduce sum %v over n : tensor<1x512xf32, #chunk> -> tensor<1xf32, #chunk_row>
      %b = arith.addf %a, %s : tensor<1xf32, #chunk_row>
      helion.yield %b : tensor<1xf32, #chunk_row>
    }
    helion.store %r, %y[%m] : tensor<1xf32, #chunk_row>, !y[m]
  }
}
