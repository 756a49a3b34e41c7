// RUN: fly-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected an MMA op type, like !fly.universal_fma<1x1x1, (f32, f32) -> f32>, got 'f32'}}
func.func private @no_instruction(!fly.mma_atom<f32>)

// -----

// expected-error @+1 {{expected MxNxK, got 2 dimensions}}
func.func private @dimensions(!fly.universal_fma<1x1, (f32, f32) -> f32>)

// -----

// expected-error @+1 {{expected 1x1x1 dimensions for universal FMA, got 1x2x1}}
func.func private @fma_shape(!fly.universal_fma<1x2x1, (f32, f32) -> f32>)

// -----

// expected-error @+1 {{expected all element types to be the same for universal FMA, got 'f16', 'f16' and 'f32'}}
func.func private @fma_mixed(!fly.universal_fma<1x1x1, (f16, f16) -> f32>)

// -----

// expected-error @+1 {{expected integers, f16, bf16, f32 or f64 for universal FMA, got 'f8E5M2'}}
func.func private @fma_small(!fly.universal_fma<1x1x1, (f8E5M2, f8E5M2) -> f8E5M2>)

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!one = !fly.memref<f32, register, 1:1>

func.func @element(%atom: !atom, %d: !one, %a: !fly.memref<f16, register, 1:1>) {
  // expected-error @+1 {{expected elements of 'f32', as the atom multiplies, in a, got 'f16'}}
  fly.mma_atom_call(%atom, %d, %a, %d, %d) : (!atom, !one, !fly.memref<f16, register, 1:1>, !one, !one) -> ()
  return
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!one = !fly.memref<f32, register, 1:1>

func.func @count(%atom: !atom, %d: !one, %b: !fly.memref<f32, register, 2:1>) {
  // expected-error @+1 {{expected the 1 elements of b that one thread holds, got 2:1}}
  fly.mma_atom_call(%atom, %d, %d, %b, %d) : (!atom, !one, !one, !fly.memref<f32, register, 2:1>, !one) -> ()
  return
}

// -----

!atom = !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
!in = !fly.memref<f16, register, 4:1>
!acc = !fly.memref<f32, register, 4:1>

func.func @scattered(%atom: !atom, %d: !fly.memref<f32, register, 4:2>, %a: !in, %c: !acc) {
  // expected-error @+1 {{expected the elements of d side by side (stride 1), got 4:2}}
  fly.mma_atom_call(%atom, %d, %a, %a, %c) : (!atom, !fly.memref<f32, register, 4:2>, !in, !in, !acc) -> ()
  return
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

func.func @value(%atom: !atom, %x: f32, %y: vector<2xf32>) -> f32 {
  // expected-error @+1 {{expected 1 elements of 'f32', as one thread holds, as c, got 'vector<2xf32>'}}
  %0 = fly.mma_atom_call_ssa(%atom, %x, %x, %y) : (!atom, f32, f32, vector<2xf32>) -> f32
  return %0 : f32
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

func.func @result(%atom: !atom, %x: f32) -> f64 {
  // expected-error @+1 {{expected 1 elements of 'f32', as one thread holds, as d, got 'f64'}}
  %0 = fly.mma_atom_call_ssa(%atom, %x, %x, %x) : (!atom, f32, f32, f32) -> f64
  return %0 : f64
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

func.func @neither(%atom: !atom, %x: f32) {
  // expected-error @+1 {{expected either the memory d or a result, got neither}}
  fly.mma_atom_call_ssa(%atom, %x, %x, %x) : (!atom, f32, f32, f32) -> ()
  return
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>

func.func @both(%atom: !atom, %x: f32, %d: !fly.memref<f32, register, 1:1>) -> f32 {
  // expected-error @+1 {{expected either the memory d or a result, got both}}
  %0 = fly.mma_atom_call_ssa(%atom, %d, %x, %x, %x) : (!atom, !fly.memref<f32, register, 1:1>, f32, f32, f32) -> f32
  return %0 : f32
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<32>, 32>

func.func @stateless(%atom: !atom, %v: i32) {
  // expected-error @+1 {{expected an atom with state, got '!fly.copy_atom<!fly.universal_copy<32>, 32>'}}
  %0 = fly.atom.set_value(%atom, "soffset", %v) : (!atom, i32) -> !atom
  return
}

// -----

!atom = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!one = !fly.memref<f32, register, 1:1>
!composed = !fly.memref<f32, shared, S<1,2,3> o 0 o 1:1>

func.func @composed(%atom: !atom, %d: !one, %a: !composed) {
  // expected-error @+1 {{expected a plain layout (fly.decomposition gives one) in a, got '!fly.memref<f32, shared, S<1,2,3> o 0 o 1:1>'}}
  fly.mma_atom_call(%atom, %d, %a, %d, %d) : (!atom, !one, !composed, !one, !one) -> ()
  return
}
