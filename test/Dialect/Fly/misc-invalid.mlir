// RUN: fly-opt %s -split-input-file -verify-diagnostics

func.func @print_places(%x: f32) {
  // expected-error @+1 {{expected one value for each {} of the format "{} and {}": 2, got 1}}
  fly.print(%x) {format = "{} and {}"} : (f32) -> ()
  return
}

// -----

func.func @print_pointer(%p: !fly.ptr<f32, global>) {
  // expected-error @+1 {{expected a number, a vector of numbers, or a tuple, layout, tile or swizzle as value #0, got '!fly.ptr<f32, global>'}}
  fly.print(%p) : (!fly.ptr<f32, global>) -> ()
  return
}

// -----

// What is assumed can only be more than what is known.
func.func @assume_weaker(%t: !fly.int_tuple<?{div=8}>, %ok: i1) {
  // expected-error @+1 {{expected the result type '!fly.int_tuple<?{div=4}>' to differ from '!fly.int_tuple<?{div=8}>' by stronger divisors and alignments only}}
  %0 = fly.assume(%t, %ok) : (!fly.int_tuple<?{div=8}>, i1) -> !fly.int_tuple<?{div=4}>
  return
}

// -----

func.func @assume_other(%x: f32, %ok: i1) {
  // expected-error @+1 {{expected the result type 'f64' to differ from 'f32' by stronger divisors and alignments only}}
  %0 = fly.assume(%x, %ok) : (f32, i1) -> f64
  return
}

// -----

func.func @extract_type(%m: !fly.memref<f32, global, 4:1>) {
  // expected-error @+1 {{expected an index or an LLVM pointer as the result, got 'f32'}}
  %0 = fly.extract_aligned_pointer_as_index %m : <f32, global, 4:1> -> f32
  return
}

// -----

func.func @extract_space(%m: !fly.memref<f32, register, 4:1>) {
  // expected-error @+1 {{expected a tensor in global or shared memory, whose addresses are integers, got '!fly.memref<f32, register, 4:1>'}}
  %0 = fly.extract_aligned_pointer_as_index %m : <f32, register, 4:1> -> index
  return
}

// -----

func.func @dynamic_shared() {
  // expected-error @+2 {{'fly.get_dyn_shared' op inferred type(s) '!fly.ptr<i8, shared, align<1024>>' are incompatible with return type(s) of operation '!fly.ptr<f32, shared>': element type: expected i8, got f32}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.get_dyn_shared() : !fly.ptr<f32, shared>
  return
}
