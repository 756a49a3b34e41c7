// RUN: fly-opt %s -split-input-file -verify-diagnostics

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>

func.func @field(%atom: !atom, %v: i32) {
  // expected-error @+1 {{expected one of the fields "soffset" of '!fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>', got "imm_offset"}}
  %0 = fly.atom.set_value(%atom, "imm_offset", %v) : (!atom, i32) -> !atom
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>

func.func @field_type(%atom: !atom, %v: f32) {
  // expected-error @+1 {{expected a value of 'i32' for the field "soffset", got 'f32'}}
  %0 = fly.atom.set_value(%atom, "soffset", %v) : (!atom, f32) -> !atom
  return
}

// -----

// expected-error @+1 {{expected M = N for MFMA, got 16x32x16}}
func.func private @mfma_oblong(!fly_rocdl.cdna3.mfma<16x32x16, (f16, f16) -> f32>)

// -----

// expected-error @+1 {{expected an MFMA of one tile of 'f16' by 'f16', 16x16x16 or 16x16x32 or 32x32x8 or 32x32x16, got 16x16x3}}
func.func private @mfma_shape(!fly_rocdl.cdna3.mfma<16x16x3, (f16, f16) -> f32>)

// -----

// Four 4x4 matrices per group of lanes aren't one tile.
// expected-error @+1 {{expected an MFMA of one tile of 'f32' by 'f32', 16x16x4 or 32x32x2, got 4x4x1}}
func.func private @mfma_blocks(!fly_rocdl.cdna3.mfma<4x4x1, (f32, f32) -> f32>)

// -----

// expected-error @+1 {{integer MFMA requires both A and B to be i8, got 'i8' and 'i4'}}
func.func private @mfma_int(!fly_rocdl.cdna3.mfma<16x16x32, (i8, i4) -> i32>)

// -----

// expected-error @+1 {{integer MFMA requires an i32 accumulator, got 'f32'}}
func.func private @mfma_int_acc(!fly_rocdl.cdna3.mfma<16x16x32, (i8, i8) -> f32>)

// -----

// expected-error @+1 {{expected an f32 accumulator for MFMA of floats, got 'f16'}}
func.func private @mfma_acc(!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f16>)

// -----

// expected-error @+1 {{MFMA can't multiply 'f16' by 'bf16': expected both f32, f16, bf16 or i8, or each f8E4M3FNUZ or f8E5M2FNUZ, or each f8E4M3FN or f8E5M2}}
func.func private @mfma_types(!fly_rocdl.cdna3.mfma<16x16x16, (f16, bf16) -> f32>)
