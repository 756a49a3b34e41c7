// RUN: fly-opt %s -flydsl-to-binary="chip=gfx942 format=isa wave64=true waves-per-eu=2" | tr '\\' '\n' | FileCheck %s --check-prefixes=CHECK,GFX9
// RUN: fly-opt %s -flydsl-to-binary="chip=gfx1100 format=isa wave64=false opt-level=2" | tr '\\' '\n' | FileCheck %s --check-prefixes=CHECK,GFX11
// RUN: fly-opt %s -flydsl-to-binary="chip=gfx942 format=isa" -mlir-print-ir-before=gpu-module-to-binary -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not fly-opt %s -flydsl-to-binary="chip=gfx1100 wave64=true" 2>&1 | FileCheck %s --check-prefix=WAVES

// A kernel as FlyDSL writes it: a row of a matrix as a buffer resource, cut
// into pieces of four, scaled by its workgroup; and the host's code that
// launches it. Down to 128-bit loads and stores, without scratch memory.

// GFX9: buffer_load_dwordx4
// GFX9: buffer_store_dwordx4
// GFX11: buffer_load_b128
// GFX11: buffer_store_b128
// CHECK: .private_segment_fixed_size: 0

// Pointers are all that the host hands over.
// HOST: llvm.func @launch(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>, %arg2: i64)
// HOST: gpu.launch_func @kernels::@scale_row blocks in ({{.*}}) threads in ({{.*}}) : i64 args(%arg0 : !llvm.ptr<1>, %arg1 : !llvm.ptr<1>)
// HOST: llvm.return

// WAVES: error: waves of gfx1100 have 32 lanes here, but 64 were asked for

!gptr = !fly.ptr<f32, global, align<16>>
!bptr = !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
!matrix = !fly.memref<f32, global, (64,1024):(1024,1), align<16>>
!bmatrix = !fly.memref<f32, #fly_rocdl.buffer_desc, (64,1024):(1024,1), align<16>>
!brow = !fly.memref<f32, #fly_rocdl.buffer_desc, 1024:1, align<16>>
!pieces = !fly.memref<f32, #fly_rocdl.buffer_desc, (4,256):(1,4), align<16>>
!piece = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1, align<16>>
!frag = !fly.memref<f32, register, 4:1>
!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scale_row(%x: !matrix, %y: !matrix) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %tid = gpu.thread_id x
      %bid = gpu.block_id x
      %t = arith.index_cast %tid : index to i32
      %b = arith.index_cast %bid : index to i32
      %stride = arith.constant 0 : i16
      %bytes = arith.constant 262144 : i64
      %flags = arith.constant 159744 : i32
      %px = fly.get_iter(%x) : (!matrix) -> !gptr
      %py = fly.get_iter(%y) : (!matrix) -> !gptr
      %layout = fly.get_layout(%x) : (!matrix) -> !fly.layout<(64,1024):(1024,1)>
      %bx = fly.make_ptr(%px, %stride, %bytes, %flags) : (!gptr, i16, i64, i32) -> !bptr
      %by = fly.make_ptr(%py, %stride, %bytes, %flags) : (!gptr, i16, i64, i32) -> !bptr
      %mx = fly.make_view(%bx, %layout) : (!bptr, !fly.layout<(64,1024):(1024,1)>) -> !bmatrix
      %my = fly.make_view(%by, %layout) : (!bptr, !fly.layout<(64,1024):(1024,1)>) -> !bmatrix
      %row = fly.make_coord(%b) : (i32) -> !fly.int_tuple<(?,*)>
      %rx = fly.slice(%mx, %row) : (!bmatrix, !fly.int_tuple<(?,*)>) -> !brow
      %ry = fly.slice(%my, %row) : (!bmatrix, !fly.int_tuple<(?,*)>) -> !brow
      %four = fly.static : !fly.layout<4:1>
      %dx = fly.logical_divide(%rx, %four) : (!brow, !fly.layout<4:1>) -> !pieces
      %dy = fly.logical_divide(%ry, %four) : (!brow, !fly.layout<4:1>) -> !pieces
      %mine = fly.make_coord(%t) : (i32) -> !fly.int_tuple<(*,?)>
      %tx = fly.slice(%dx, %mine) : (!pieces, !fly.int_tuple<(*,?)>) -> !piece
      %ty = fly.slice(%dy, %mine) : (!pieces, !fly.int_tuple<(*,?)>) -> !piece
      %frag = fly.make_fragment_like(%tx) : (!piece) -> !frag
      %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
      fly.copy(%atom, %tx, %frag) : (!atom, !piece, !frag) -> ()
      %v = fly.memref.load_vec(%frag) : (!frag) -> vector<4xf32>
      %w = arith.addf %v, %v : vector<4xf32>
      fly.memref.store_vec(%w, %frag) : (vector<4xf32>, !frag) -> ()
      fly.copy(%atom, %frag, %ty) : (!atom, !frag, !piece) -> ()
      gpu.return
    }
  }

  func.func @launch(%x: !matrix, %y: !matrix, %rows: i64) {
    %one = arith.constant 1 : i64
    %threads = arith.constant 256 : i64
    gpu.launch_func @kernels::@scale_row blocks in (%rows, %one, %one) threads in (%threads, %one, %one) : i64 args(%x : !matrix, %y : !matrix)
    return
  }
}
