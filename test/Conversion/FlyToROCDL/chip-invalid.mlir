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
