// RUN: fly-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected a buffer copy of 8, 16, 32, 64, 96 or 128 bits, got 48}}
func.func private @bits(!fly_rocdl.cdna3.buffer_copy<48>)

// -----

// expected-error @+1 {{expected cache policy bits of at least 0, got -1}}
func.func private @cache(!fly_rocdl.cdna3.buffer_copy<32, cache = -1>)

// -----

func.func @operands(%p: !fly.ptr<f32, global>) {
  // expected-error @+1 {{expected a pointer to global memory, the stride (i16), the number of bytes (i64) and flags (i32) to make a buffer resource of, got ('!fly.ptr<f32, global>')}}
  %0 = fly.make_ptr(%p) : (!fly.ptr<f32, global>) -> !fly.ptr<f32, #fly_rocdl.buffer_desc>
  return
}

// -----

func.func @element(%p: !fly.ptr<f32, global>, %stride: i16, %bytes: i64, %flags: i32) {
  // expected-error @+1 {{expected a buffer pointer to 'f32', as its base is, got 'f16'}}
  %0 = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !fly.ptr<f16, #fly_rocdl.buffer_desc>
  return
}

// -----

func.func @resource(%p: !fly.ptr<f32, global>) {
  // expected-error @+2 {{GetBufferRsrcOp: expected a buffer_desc address space pointer, got '!fly.ptr<f32, global>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly_rocdl.get_buffer_rsrc(%p) : (!fly.ptr<f32, global>) -> !llvm.ptr<8>
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>

func.func @no_buffer(%atom: !atom, %a: !fly.memref<f32, global, 1:1>, %b: !fly.memref<f32, register, 1:1>) {
  // expected-error @+1 {{buffer_copy needs a buffer resource as either source or destination, got #fly<address_space global> and #fly<address_space register>}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f32, global, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32>, 32>

func.func @to_global(%atom: !atom, %a: !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>, %b: !fly.memref<f32, global, 1:1>) {
  // expected-error @+1 {{buffer_copy moves between a buffer resource and registers, got #fly<address_space global>}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>, !fly.memref<f32, global, 1:1>) -> ()
  return
}
