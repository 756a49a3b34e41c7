// RUN: fly-opt %s -convert-fly-to-rocdl -split-input-file -verify-diagnostics

!atom = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x32, (f16, f16) -> f32>>

gpu.module @m [#rocdl.target<chip = "gfx950">, #rocdl.target<chip = "gfx942">] {
  gpu.func @mfma(%a: vector<8xf16>, %c: vector<4xf32>) {
    %atom = fly.make_mma_atom : !atom
    // expected-error @+1 {{gfx942 doesn't have '!fly_rocdl.cdna3.mfma<16x16x32, (f16, f16) -> f32>': expected gfx950}}
    %0 = fly.mma_atom_call_ssa(%atom, %a, %a, %c) : (!atom, vector<8xf16>, vector<8xf16>, vector<4xf32>) -> vector<4xf32>
    gpu.return
  }
}

// -----

!atom = !fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>>

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @scale(%a: vector<32xf8E4M3FN>, %c: vector<4xf32>) {
    %atom = fly.make_mma_atom : !atom
    // expected-error @+1 {{gfx942 doesn't have '!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>': expected gfx950}}
    %0 = fly.mma_atom_call_ssa(%atom, %a, %a, %c) : (!atom, vector<32xf8E4M3FN>, vector<32xf8E4M3FN>, vector<4xf32>) -> vector<4xf32>
    gpu.return
  }
}

// -----

!atom = !fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>>

gpu.module @m [#rocdl.target<chip = "gfx1201">] {
  gpu.func @wmma(%a: vector<16xf16>, %c: vector<8xf32>) {
    %atom = fly.make_mma_atom : !atom
    // expected-error @+1 {{gfx1201 doesn't have '!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>': expected gfx11xx}}
    %0 = fly.mma_atom_call_ssa(%atom, %a, %a, %c) : (!atom, vector<16xf16>, vector<16xf16>, vector<8xf32>) -> vector<8xf32>
    gpu.return
  }
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<128>, 32>
!src = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>
!dst = !fly.memref<f32, shared, 4:1, align<16>>

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @lds(%src: !src, %dst: !dst) {
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
    // expected-error @+1 {{gfx942 doesn't have '!fly_rocdl.cdna3.buffer_copy_lds<128>': expected gfx950}}
    fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
    gpu.return
  }
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<max, f32>, 32>
!dst = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>

gpu.module @m [#rocdl.target<chip = "gfx90a">] {
  gpu.func @atomic(%v: f32, %dst: !dst) {
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
    // expected-error @+1 {{gfx90a doesn't have '!fly_rocdl.cdna3.buffer_atomic<max, f32>': expected gfx11xx or gfx120x or gfx1250}}
    fly.copy_atom_call_ssa(%atom, %v, %dst) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!atom, f32, !dst) -> ()
    gpu.return
  }
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>
!src = !fly.memref<f16, shared, 4:1>

gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @transposed(%src: !src) {
    %atom = fly.make_copy_atom {valBits = 16 : i32} : !atom
    // expected-error @+1 {{gfx942 doesn't have '!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>': expected gfx950}}
    %0 = fly.copy_atom_call_ssa(%atom, %src) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!atom, !src) -> vector<4xf16>
    gpu.return
  }
}
