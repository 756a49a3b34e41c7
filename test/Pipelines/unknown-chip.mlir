// An unknown chip is one error, at the first thing to be compiled for it.

// RUN: fly-opt %s -split-input-file -verify-diagnostics -fly-to-rocdl=chip=gfx9999

gpu.module @m {
  // expected-error @+1 {{unknown chip 'gfx9999'; known chips are gfx1100, gfx1201, gfx90a, gfx942, gfx950}}
  gpu.func @k() kernel {
    gpu.return
  }
  gpu.func @l() kernel {
    gpu.return
  }
}

// -----

// expected-error @+1 {{unknown chip 'gfx9999'}}
gpu.module @empty {
}
