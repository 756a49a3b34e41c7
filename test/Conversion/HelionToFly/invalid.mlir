// RUN: fly-opt %s -convert-helion-to-fly="chip=gfx942" -split-input-file -verify-diagnostics

!x = memref<64x64xf32>
// expected-error @below {{is not scheduled: its grid has no layout; run helion-vectorize first}}
helion.kernel @unscheduled(%x: !x) {
  %M = helion.size %x, 0 : !x
  helion.axis @m extent(%M) tile
  helion.grid (%m in @m) {
  }
}

// -----

!x = memref<64x64xf32>
#layout = #helion.layout<[m, n], ((16,4),(4,1)):((4E1,1E0),(1E1,0))>
helion.kernel @no_block(%x: !x) {
  %M = helion.size %x, 0 : !x
  // expected-error @below {{has no block size; run helion-reduction-strategy and helion-vectorize first}}
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%M) full block(64)
  helion.grid (%m in @m) layout #layout {
  }
}

// -----

!x = memref<64x64xf32>
#layout = #helion.layout<[m, n], ((16,128),(4,1)):((4E1,1E0),(1E1,0))>
// expected-error @below {{needs 2048 threads per workgroup, above the 1024 of gfx942}}
helion.kernel @too_many_threads(%x: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(128)
  helion.axis @n extent(%N) full block(64)
  helion.grid (%m in @m) layout #layout {
  }
}

// -----

!x = memref<64x64xf32>
#layout = #helion.layout<[m, n], ((16,4),(4,1)):((4E1,1E0),(1E1,0))>
!t = tensor<4x64xf32, #layout>
helion.kernel @foreign_op(%x: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(64)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    // expected-error @below {{has no lowering to the fly dialect; a kernel may use helion ops and elementwise arith and math ops}}
    %u = tensor.cast %v : !t to tensor<?x?xf32>
  }
}

// -----

!x = memref<64x64xf32>
#layout = #helion.layout<[m, n], ((16,4),(4,1)):((4E1,1E0),(1E1,0))>
#column = #helion.layout<[n], ((16,4),(4,1)):((4E0,0),(1E0,0))>
!t = tensor<4x64xf32, #layout>
helion.kernel @rows(%x: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(64)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    // expected-error @below {{reduces over axis 'm', but the threads' vectors extend along 'n'; only the contiguous axis of a tile can be reduced}}
    %r = helion.reduce sum %v over m : !t -> tensor<64xf32, #column>
  }
}

// -----

!x = memref<64x63xf32, strided<[64, 1]>>
#layout = #helion.layout<[m, n], ((16,4),(4,1)):((4E1,1E0),(1E1,0))>
#row = #helion.layout<[m], ((16,4),(1,1)):((0,1E0),(0,0))>
!t = tensor<4x64xf32, #layout>
helion.kernel @unmasked(%x: !x {helion.align = 16 : i64}) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(64)
  helion.grid (%m in @m) layout #layout {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    // expected-error @below {{run helion-mask}}
    %r = helion.reduce max %v over n : !t -> tensor<4xf32, #row>
  }
}

// -----

helion.kernel @grid_extent(%x: memref<64xf32>, %n: index) {
  // expected-error @below {{runs over the grid, but its extent is neither static nor the size of a kernel argument: the launch can't know the number of workgroups}}
  helion.axis @m extent(%n) tile block(256)
  helion.grid (%m in @m) layout #helion.layout<[m], (64,(4,1)):(4E0,(1E0,0))> {
  }
}
