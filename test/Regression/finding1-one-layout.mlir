// Review finding 1: a mask and a load took different lanes for the same column.
// A kernel has one layout; a tile that brings another one is rejected.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

!buf = memref<4x1000xf16, strided<[1000, 1]>>
!two_waves = tensor<4x1024xf16, #helion.layout<[m, n], ((128,4),(4,2)):((4E1,1E0),(1E1,512E1))>>
!one_wave = tensor<4x1024xf16, #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>>
helion.kernel @other_lanes(%x: !buf, %y: !buf) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #helion.layout<[m, n], ((128,4),(4,2)):((4E1,1E0),(1E1,512E1))> {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !two_waves
    // expected-error @+1 {{'helion.load' op has a tile whose layout differs from the grid's}}
    %w = helion.load %x[%m, %n] : !buf[m, n] -> !one_wave
  }
}

// -----

!buf = memref<4x1000xf16, strided<[1000, 1]>>
!two_waves = tensor<4x1024xf16, #helion.layout<[m, n], ((128,4),(4,2)):((4E1,1E0),(1E1,512E1))>>
!one_wave = tensor<4x1024xf16, #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>>
helion.kernel @mask_of_another_layout(%x: !buf, %y: !buf) {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #helion.layout<[m, n], ((128,4),(4,2)):((4E1,1E0),(1E1,512E1))> {
    %n = helion.span @n
    // expected-note @+1 {{prior use here}}
    %v = helion.load %x[%m, %n] : !buf[m, n] -> !two_waves
    // expected-error @+1 {{expects different type than prior uses}}
    %w = helion.mask_to %v, 0xFC00 : f16 on(%n) : !one_wave[n]
  }
}
