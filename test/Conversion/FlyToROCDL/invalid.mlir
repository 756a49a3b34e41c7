// RUN: fly-opt %s -convert-fly-to-rocdl -split-input-file -verify-diagnostics

func.func @shared() {
  // expected-error @+2 {{shared make_ptr must be inside a gpu.module}}
  // expected-error @+1 {{failed to legalize}}
  %0 = fly.make_ptr() {dictAttrs = {allocBytes = 64 : i64, allocAlign = 4 : i64}} : () -> !fly.ptr<i8, shared>
  return
}

// -----

func.func @space(%p: !fly.ptr<f32, global>) -> !llvm.ptr<3> {
  // expected-error @+2 {{requested LLVM address space 3 but ROCDL conversion requires 1}}
  // expected-error @+1 {{failed to legalize}}
  %0 = fly.to_llvm_ptr(%p) {llvm_address_space = 3 : i32} : (!fly.ptr<f32, global>) -> !llvm.ptr<3>
  return %0 : !llvm.ptr<3>
}

// -----

func.func @buffer(%p: !fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8> {
  // expected-error @+2 {{pointer address space does not lower to a bare ROCDL LLVM pointer}}
  // expected-error @+1 {{failed to legalize}}
  %0 = fly.to_llvm_ptr(%p) {llvm_address_space = 8 : i32} : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> !llvm.ptr<8>
  return %0 : !llvm.ptr<8>
}

// -----

func.func @swizzle(%p: !fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<8xf16> {
  // expected-error @+2 {{accesses 16 bytes at once, which the swizzle of '!fly.ptr<f16, shared, align<16>, S<3,3,3>>' tears apart}}
  // expected-error @+1 {{failed to legalize}}
  %v = fly.ptr.load(%p) : (!fly.ptr<f16, shared, align<16>, S<3,3,3>>) -> vector<8xf16>
  return %v : vector<8xf16>
}

// -----

func.func @buffer_bits(%p: !fly.ptr<f32, #fly_rocdl.buffer_desc>) -> vector<8xf32> {
  // expected-error @+2 {{accesses 256 bits of a buffer at once: expected 8, 16, 32, 64, 96 or 128}}
  // expected-error @+1 {{failed to legalize}}
  %v = fly.ptr.load(%p) : (!fly.ptr<f32, #fly_rocdl.buffer_desc>) -> vector<8xf32>
  return %v : vector<8xf32>
}

// -----

func.func @algebra(%l: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+1 {{failed to legalize operation 'fly.coalesce'}}
  %0 = fly.coalesce(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<32:1>
  return
}

// -----

// A pointer alone would leave out the swizzle: fly-layout-lowering comes first.
func.func @composed(%p: !fly.ptr<f16, shared, align<16>>, %r: !fly.memref<f16, register, 8:1>) {
  %l = fly.static : !fly.composed_layout<S<3,3,3> o 0 o 8:1>
  %m = fly.make_view(%p, %l) : (!fly.ptr<f16, shared, align<16>>, !fly.composed_layout<S<3,3,3> o 0 o 8:1>) -> !fly.memref<f16, shared, S<3,3,3> o 0 o 8:1, align<16>>
  %a = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 16>
  // expected-error @+1 {{failed to legalize operation 'fly.copy_atom_call'}}
  fly.copy_atom_call(%a, %m, %r) : (!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.memref<f16, shared, S<3,3,3> o 0 o 8:1, align<16>>, !fly.memref<f16, register, 8:1>) -> ()
  return
}
