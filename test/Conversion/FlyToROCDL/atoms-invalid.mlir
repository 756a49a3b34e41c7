// RUN: fly-opt %s -convert-fly-to-rocdl -split-input-file -verify-diagnostics

!atom = !fly.copy_atom<!fly_rocdl.cdna4.buffer_load_async_lds<128>, 32>
!src = !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>
!dst = !fly.memref<f32, shared, 4:1>

func.func @async_buffer(%src: !src, %dst: !dst) {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  // expected-error @+2 {{can't lower '!fly_rocdl.cdna4.buffer_load_async_lds<128>': LLVM 22 has no loads to LDS with marks to wait for; use !fly_rocdl.cdna3.buffer_copy_lds, whose barriers wait}}
  // expected-error @+1 {{failed to legalize}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna4.global_load_async_lds<32>, 32>
!src = !fly.memref<f32, global, 1:1>
!dst = !fly.memref<f32, shared, 1:1>

func.func @async_global(%src: !src, %dst: !dst, %p: i1) {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  // expected-error @+2 {{can't lower '!fly_rocdl.cdna4.global_load_async_lds<32>': LLVM 22 has no loads to LDS with marks to wait for}}
  // expected-error @+1 {{failed to legalize}}
  fly.copy_atom_call_ssa(%atom, %src, %dst, %p) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!atom, !src, !dst, i1) -> ()
  return
}

// -----

!tdm = !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 0, 0, cache = 0, barrier = false, timeout = false>, 16>
!src = !fly.memref<f16, global, (64,64):(64,1)>
!dst = !fly.memref<f16, shared, (64,64):(64,1)>

func.func @tdm(%src: !src, %dst: !dst) {
  %atom = fly.make_copy_atom {valBits = 16 : i32} : !tdm
  // expected-error @+2 {{the tensor data mover isn't supported; copy the tile with !fly.universal_copy or !fly_rocdl.cdna3.buffer_copy}}
  // expected-error @+1 {{failed to legalize}}
  fly.copy_atom_call(%atom, %src, %dst) : (!tdm, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!src = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!dst = !fly.memref<f32, shared, 1:1>

func.func @immediate(%src: !src, %dst: !dst, %v: i32) {
  %0 = fly.make_copy_atom {valBits = 32 : i32} : !atom
  %atom = fly.atom.set_value(%0, "imm_offset", %v) : (!atom, i32) -> !atom
  // expected-error @+2 {{expected a constant as "imm_offset" of the atom: it is part of the instruction}}
  // expected-error @+1 {{failed to legalize}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!src = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!dst = !fly.memref<f32, shared, 1:1, S<3,3,3>>

func.func @swizzled(%src: !src, %dst: !dst) {
  %atom = fly.make_copy_atom {valBits = 32 : i32} : !atom
  // expected-error @+2 {{can't swizzle what lanes write to LDS side by side, got '!fly.memref<f32, shared, 1:1, S<3,3,3>>'}}
  // expected-error @+1 {{failed to legalize}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.mma_atom<!fly_rocdl.gfx1250.wmma<16x16x32, (i4, i4) -> i32, signA = false, signB = false, clamp = false>>

func.func @wmma_i4(%a: vector<16xi4>, %c: vector<8xi32>) {
  %atom = fly.make_mma_atom : !atom
  // expected-error @+2 {{LLVM 22 has no such instruction for gfx1250}}
  // expected-error @+1 {{failed to legalize}}
  %0 = fly.mma_atom_call_ssa(%atom, %a, %a, %c) : (!atom, vector<16xi4>, vector<16xi4>, vector<8xi32>) -> vector<8xi32>
  return
}

// -----

func.func @print_small(%x: f8E5M2) {
  // expected-error @+2 {{can't print 'f8E5M2': expected floats of 16 bits or more}}
  // expected-error @+1 {{failed to legalize}}
  fly.print(%x) : (f8E5M2) -> ()
  return
}

// -----

func.func @print_tuple(%c: !fly.int_tuple<?>) {
  // expected-error @+2 {{of '!fly.int_tuple<?>' is still there: run fly-layout-lowering first}}
  // expected-error @+1 {{failed to legalize}}
  fly.print(%c) : (!fly.int_tuple<?>) -> ()
  return
}
