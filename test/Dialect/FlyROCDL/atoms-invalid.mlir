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

// -----

// expected-error @+1 {{expected a rank of 1 to 5, got 6}}
func.func private @tdm_rank(!fly_rocdl.gfx1250.tdm<rank = 6, warps = 1, pad = 0, 0, cache = 0, barrier = false, timeout = false>)

// -----

// expected-error @+1 {{numWarps must be a positive power of two, got 3}}
func.func private @tdm_warps(!fly_rocdl.gfx1250.tdm<rank = 2, warps = 3, pad = 0, 0, cache = 0, barrier = false, timeout = false>)

// -----

// expected-error @+1 {{padInterval and padAmount must both be zero or both non-zero, got 64 and 0}}
func.func private @tdm_pad_half(!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 64, 0, cache = 0, barrier = false, timeout = false>)

// -----

// expected-error @+1 {{padInterval and padAmount must be non-negative, got -1 and -1}}
func.func private @tdm_pad_negative(!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = -1, -1, cache = 0, barrier = false, timeout = false>)

// -----

// expected-error @+1 {{padInterval must be a power of two (in elements), got 48}}
func.func private @tdm_pad_interval(!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 48, 8, cache = 0, barrier = false, timeout = false>)

// -----

// expected-error @+1 {{expected cache policy bits of at least 0, got -1}}
func.func private @tdm_cache(!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 0, 0, cache = -1, barrier = false, timeout = false>)

// -----

// expected-error @+1 {{expected a positive number of bits, got 0}}
func.func private @tdm_values(!fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 2, warps = 1, pad = 0, 0, cache = 0, barrier = false, timeout = false>, 0>)

// -----

// expected-error @+1 {{unsupported bitSize = 64 for BufferCopyLDS; expected 32 or 128}}
func.func private @lds_bits(!fly_rocdl.cdna3.buffer_copy_lds<64>)

// -----

// expected-error @+1 {{unsupported bitSize = 64 for BufferLoadAsyncLDS; expected 32, 96 or 128}}
func.func private @async_bits(!fly_rocdl.cdna4.buffer_load_async_lds<64>)

// -----

// expected-error @+1 {{unsupported bitSize = 16 for GlobalLoadAsyncLDS; expected 32, 96 or 128}}
func.func private @async_global_bits(!fly_rocdl.cdna4.global_load_async_lds<16>)

// -----

// expected-error @+1 {{unsupported (bitSize, transGranularity) = (128, 16); expected (64, 4), (64, 8), (96, 6) or (64, 16)}}
func.func private @trans(!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 128>)

// -----

// expected-error @+1 {{values of 32 bits don't fit the (16,(16,4)):(16,(1,256)) (thread, bit) layout of '!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>'}}
func.func private @trans_values(!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 32>)

// -----

// expected-error @+1 {{expected a buffer atomic on two elements of 16 bits at once, like vector<2x'f16'>, got 'f16'}}
func.func private @atomic_halves(!fly_rocdl.cdna3.buffer_atomic<add, f16>)

// -----

// expected-error @+1 {{expected add, max, min, and, or, inc or dec, got xor}}
func.func private @atomic_keyword(!fly_rocdl.cdna3.buffer_atomic<xor, i32>)

// -----

// expected-error @+1 {{unsupported MNK for MFMA_Scale: 16x16x64 (expected 16x16x128 or 32x32x64)}}
func.func private @scale_shape(!fly_rocdl.cdna4.mfma_scale<16x16x64, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0>)

// -----

// expected-error @+1 {{MFMA_Scale multiplies f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN or f4E2M1FN, got 'f16'}}
func.func private @scale_type(!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f16) -> f32, opselA = 0, opselB = 0>)

// -----

// expected-error @+1 {{MFMA_Scale requires an f32 accumulator, got 'f16'}}
func.func private @scale_acc(!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f16, opselA = 0, opselB = 0>)

// -----

// expected-error @+1 {{opselA and opselB must be 0 to 3, got 4}}
func.func private @scale_opsel(!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 4>)

// -----

// expected-error @+1 {{GFX11 WMMA requires M=N=K=16, got 16x16x32}}
func.func private @gfx11_shape(!fly_rocdl.gfx11.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>)

// -----

// expected-error @+1 {{unsupported GFX11 WMMA configuration: 16x16x16 with A='f16', B='bf16', Acc='f32' (expected f16 or bf16 -> f32, or i8 or i4 -> i32)}}
func.func private @gfx11_types(!fly_rocdl.gfx11.wmma<16x16x16, (f16, bf16) -> f32, signA = false, signB = false, clamp = false>)

// -----

// expected-error @+1 {{GFX11 WMMA fp16/bf16 path does not accept signA/signB/clamp}}
func.func private @gfx11_flags(!fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = true, signB = false, clamp = false>)

// -----

// expected-error @+1 {{GFX120X WMMA requires M=N=K=16, got 16x16x32}}
func.func private @gfx120x_shape(!fly_rocdl.gfx120x.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>)

// -----

// expected-error @+1 {{unsupported GFX120X WMMA configuration: 16x16x16 with A='f8E4M3FN'}}
func.func private @gfx120x_types(!fly_rocdl.gfx120x.wmma<16x16x16, (f8E4M3FN, f8E4M3FN) -> f32, signA = false, signB = false, clamp = false>)

// -----

// expected-error @+1 {{GFX120X WMMA fp16/bf16 path does not accept signA/signB/clamp}}
func.func private @gfx120x_flags(!fly_rocdl.gfx120x.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = true>)

// -----

// expected-error @+1 {{GFX1250 WMMA requires M=N=16, got 32x16x32}}
func.func private @gfx1250_shape(!fly_rocdl.gfx1250.wmma<32x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>)

// -----

// expected-error @+1 {{unsupported GFX1250 WMMA configuration: 16x16x16 with A='f16', B='f16', Acc='f32' (expected f32 K=4 -> f32}}
func.func private @gfx1250_types(!fly_rocdl.gfx1250.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>)

// -----

// expected-error @+1 {{signA/signB/clamp are only valid for integer (iu4/iu8) WMMA, got 'f16'}}
func.func private @gfx1250_flags(!fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = true, clamp = false>)

// -----

// expected-error @+1 {{unsupported MNK for GFX1250 WMMA_Scale: 32x32x64 (expected 16x16x128 or 32x16x128)}}
func.func private @wscale_shape(!fly_rocdl.gfx1250.wmma_scale<32x32x64, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>)

// -----

// expected-error @+1 {{GFX1250 WMMA_Scale 32x16x128 requires f4E2M1FN A and B, got 'f8E4M3FN' and 'f4E2M1FN'}}
func.func private @wscale_f4(!fly_rocdl.gfx1250.wmma_scale<32x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>)

// -----

// expected-error @+1 {{GFX1250 WMMA_Scale multiplies f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN or f4E2M1FN, got 'i8'}}
func.func private @wscale_type(!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, i8) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>)

// -----

// expected-error @+1 {{GFX1250 WMMA_Scale requires an f32 accumulator, got 'f16'}}
func.func private @wscale_acc(!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f16, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>)

// -----

// expected-error @+1 {{opselA and opselB must be 0 or 1, got 2}}
func.func private @wscale_opsel(!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 2, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>)

// -----

// expected-error @+1 {{modC must be 0 to 65535, got 65536}}
func.func private @wscale_modc(!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0, modC = 65536, reuseA = false, reuseB = false, blockSize = 32>)

// -----

// expected-error @+1 {{blockSize must be 16 or 32, got 8}}
func.func private @wscale_block(!fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 8>)

// -----

// expected-error @+1 {{expected an atomic on a vector to add two f16 or bf16, got max of 'vector<2xf16>'}}
func.func private @uatomic_vector(!fly.universal_atomic<max, vector<2xf16>>)

// -----

// expected-error @+1 {{expected an atomic add, max or min of floats, got and of 'f32'}}
func.func private @uatomic_and(!fly.universal_atomic<and, f32>)

// -----

// expected-error @+1 {{expected an atomic on i32, i64, f16, bf16, f32, f64 or a vector of two 16-bit floats, got 'i8'}}
func.func private @uatomic_type(!fly.universal_atomic<add, i8>)

// -----

!atom = !fly.copy_atom<!fly.universal_atomic<add, f32>, 32>
!src = !fly.memref<f32, global, 1:1>
!dst = !fly.memref<f32, register, 1:1>

func.func @atomic_register(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{expected the destination of an atomic in memory, got #fly<address_space register>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_atomic<add, f32>, 32>
!src = !fly.memref<i32, register, 1:1>
!dst = !fly.memref<i32, global, 1:1>

func.func @atomic_element(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{expected elements of 'f32', as the atomic combines, got 'i32'}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_atomic<add, f32>, 32>
!src = !fly.memref<f32, register, 1:1>
!dst = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>

func.func @atomic_buffer(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{universal_atomic can't access a destination in the address space #fly_rocdl.buffer_desc}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>
!src = !fly.memref<f32, register, 1:1>
!dst = !fly.memref<f32, global, 1:1>

func.func @buffer_atomic_global(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{buffer_atomic combines values with a buffer resource as the destination, got #fly<address_space register> and #fly<address_space global>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<add, f32>, 32>
!src = !fly.memref<i32, register, 1:1>
!dst = !fly.memref<i32, #fly_rocdl.buffer_desc, 1:1>

func.func @buffer_atomic_element(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{expected elements of 'f32', as the atomic combines, got 'i32'}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!src = !fly.memref<f32, global, 1:1>
!dst = !fly.memref<f32, shared, 1:1>

func.func @lds_spaces(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{buffer_copy_lds copies from a buffer resource to shared memory, got #fly<address_space global> and #fly<address_space shared>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 16>
!src = !fly.memref<f16, global, 4:1>
!dst = !fly.memref<f16, register, 4:1>

func.func @trans_spaces(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{lds_read_trans copies from shared memory to registers, got #fly<address_space global> and #fly<address_space register>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna4.global_load_async_lds<32>, 32>
!src = !fly.memref<f32, shared, 1:1>
!dst = !fly.memref<f32, shared, 1:1>

func.func @async_spaces(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{global_load_async_lds copies from global memory to shared memory, got #fly<address_space shared> and #fly<address_space shared>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna4.buffer_load_async_lds<32>, 32>
!src = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!dst = !fly.memref<f32, register, 1:1>

func.func @async_buffer_spaces(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{buffer_load_async_lds copies from a buffer resource to shared memory, got #fly_rocdl.buffer_desc and #fly<address_space register>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.gfx1250.tdm<rank = 1, warps = 1, pad = 0, 0, cache = 0, barrier = false, timeout = false>, 32>
!src = !fly.memref<f32, global, 64:1>
!dst = !fly.memref<f32, register, 64:1>

func.func @tdm_spaces(%atom: !atom, %src: !src, %dst: !dst) {
  // expected-error @+1 {{tdm copies between global and shared memory, got #fly<address_space global> and #fly<address_space register>}}
  fly.copy_atom_call(%atom, %src, %dst) : (!atom, !src, !dst) -> ()
  return
}
