// RUN: fly-opt %s -pass-pipeline='builtin.module(fly-lower-subgroup-reduce{chip=gfx1100})' -verify-diagnostics

func.func @wide(%x: f32) -> f32 {
  // expected-error @+1 {{reduces over 64 lanes at a stride of 1, but a wave of gfx1100 has 32}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 64) : (f32) -> f32
  return %0 : f32
}
