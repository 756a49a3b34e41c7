// RUN: fly-opt %s -allow-unregistered-dialect -split-input-file -verify-diagnostics

// Composed layouts: types, attributes and ops.

// A lone layout or swizzle is no composed layout.
// expected-error @+1 {{expected a composed layout, like S<3,3,3> o 0 o (8,64):(64,1), got a plain one}}
func.func private @plain(!fly.composed_layout<(8,8):(8,1)>)

// -----

// expected-error @+1 {{expected a layout, or 'o' and a layout after #fly<swizzle S<3,3,3>>}}
func.func private @lone_swizzle(!fly.composed_layout<S<3,3,3>>)

// -----

// expected-error @+1 {{expected 'o'}}
func.func private @no_outer(!fly.composed_layout<S<3,3,3> o 0>)

// -----

// A composed outer part is in brackets.
// expected-error @+1 {{expected an integer, '?', '*' or '('}}
func.func private @no_brackets(!fly.composed_layout<S<3,3,3> o 0 o S<1,4,3> o 8 o (8,8):(8,1)>)

// -----

// expected-error @+1 {{expected a swizzle of numbers that are at least 0, got S<-1,99,3>}}
func.func private @swizzle_range(!fly.composed_layout<S<-1,99,3> o 0 o (8,8):(8,1)>)

// -----

// A swizzle is of integers, a coordinate is none.
// expected-error @+1 {{cannot compose #fly<swizzle S<3,3,3>> with the offset 0 and #fly<layout(8,8):(1E0,1E1)>: expected an integer to swizzle, got (0,0)}}
func.func private @swizzled_coordinate(!fly.composed_layout<S<3,3,3> o 0 o (8,8):(1E0,1E1)>)

// -----

// expected-error @+1 {{cannot compose #fly<coord_swizzle CS<3,0,[2],0,[0]>> with the offset (0,0) and #fly<layout(8,8):(1E0,1E1)>: mode 2 is out of range: (0,0) has 2 modes}}
func.func private @coordinate_rank(!fly.composed_layout<CS<3,0,[2],0,[0]> o (0,0) o (8,8):(1E0,1E1)>)

// -----

// expected-error @+1 {{expected integers in the offset, got (*,0)}}
func.func private @offset(!fly.composed_layout<CS<3,0,[1],0,[0]> o (*,0) o (8,8):(1E0,1E1)>)

// -----

// expected-error @+1 {{expected a coordinate swizzle of two different modes, so that it is its own inverse}}
func.func private @same_mode(!fly.coord_swizzle<CS<3,0,[1],3,[1]>>)

// -----

// expected-error @+1 {{expected a coordinate swizzle of the lower 62 bits, got a mask of 60 bits from bit 3 on}}
func.func private @coordinate_bits(!fly.coord_swizzle<CS<60,0,[0],3,[1]>>)

// -----

// expected-error @+1 {{expected the path of a mode in a coordinate swizzle, got []}}
func.func private @empty_path(!fly.coord_swizzle<CS<3,0,[],3,[1]>>)

// -----

// expected-error @+1 {{expected modes from 0 to 255 in a coordinate swizzle, got -1}}
func.func private @negative_mode(!fly.coord_swizzle<CS<3,0,[-1],3,[1]>>)

// -----

// expected-error @+1 {{expected a basis vector like 1E0, got 4}}
func.func private @no_basis(!fly.basis<4>)

// -----

// expected-error @+1 {{expected an integer or '?', got (4,8)}}
"no_int"() {a = #fly<int(4,8)>} : () -> ()

// -----

// expected-error @+1 {{expected a positive alignment, got 0}}
"no_align"() {a = #fly<align align<0>>} : () -> ()

// -----

// A memref is of integers, whatever comes in between.
// expected-error @+1 {{expected a layout that gives integers in a memref, got CS<3,0,[1],0,[0]> o (0,0) o (8,8):(1E0,1E1)}}
func.func private @coordinates(!fly.memref<f32, shared, CS<3,0,[1],0,[0]> o (0,0) o (8,8):(1E0,1E1)>)

// -----

// expected-error @+1 {{expected integers in the base, got (*,0)}}
func.func private @base(!fly.coord_tensor<(*,0), (8,8):(1E0,1E1)>)

// -----

// expected-error @+1 {{more than 64 layouts are composed}}
func.func private @many(!fly.composed_layout<8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1 o 0 o 8:1>)

// -----

func.func @stride(%l: !fly.composed_layout<S<3,3,3> o 0 o (8,8):(8,1)>) {
  // expected-error @+2 {{GetStrideOp: unsupported ComposedLayoutType, got S<3,3,3> o 0 o (8,8):(8,1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.get_stride(%l) : (!fly.composed_layout<S<3,3,3> o 0 o (8,8):(8,1)>) -> !fly.int_tuple<(8,1)>
  return
}

// -----

func.func @load_vec(%m: !fly.memref<f16, shared, S<3,3,3> o 0 o 8:1>) {
  // expected-error @+2 {{expected a plain layout (fly.decomposition gives one), got S<3,3,3> o 0 o 8:1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.memref.load_vec(%m) : (!fly.memref<f16, shared, S<3,3,3> o 0 o 8:1>) -> vector<8xf16>
  return
}

// -----

// S<1,0,3> exchanges neighbours in every second group of 8.
func.func @decomposition(%m: !fly.memref<f16, shared, S<1,0,3> o 8 o 2:1>) {
  // expected-error @+2 {{cannot decompose S<1,0,3> o 8 o 2:1: expected element 1 at 10, as the plain layout says, but it lies at 8}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.decomposition(%m) : (!fly.memref<f16, shared, S<1,0,3> o 8 o 2:1>) -> !fly.memref<f16, shared, 2:1>
  return
}

// -----

func.func @recast(%l: !fly.composed_layout<S<3,0,3> o 0 o (8,64):(64,1)>) {
  // expected-error @+2 {{cannot combine 2 elements: S<3,0,3> permutes them}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%l) {new_type_bits = 16 : i32, old_type_bits = 8 : i32}
    : (!fly.composed_layout<S<3,0,3> o 0 o (8,64):(64,1)>) -> !fly.composed_layout<S<3,0,3> o 0 o (8,32):(32,1)>
  return
}

// -----

func.func @recast_offset(%l: !fly.composed_layout<S<3,3,3> o 3 o (8,64):(64,1)>) {
  // expected-error @+2 {{cannot divide 3 by 2 without a remainder}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%l) {new_type_bits = 16 : i32, old_type_bits = 8 : i32}
    : (!fly.composed_layout<S<3,3,3> o 3 o (8,64):(64,1)>) -> !fly.composed_layout<S<3,2,3> o 1 o (8,32):(32,1)>
  return
}

// -----

func.func @recast_third(%l: !fly.composed_layout<S<3,3,3> o 0 o (8,72):(72,1)>) {
  // expected-error @+2 {{cannot recast S<3,3,3> o 0 o (8,72):(72,1) from 8 to 24 bits: expected a power of two between the widths of a swizzled layout}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%l) {new_type_bits = 24 : i32, old_type_bits = 8 : i32}
    : (!fly.composed_layout<S<3,3,3> o 0 o (8,72):(72,1)>) -> !fly.composed_layout<S<3,2,3> o 0 o (8,24):(24,1)>
  return
}

// -----

func.func @recast_inner(%l: !fly.composed_layout<8:2 o 0 o (8,64):(64,1)>) {
  // expected-error @+2 {{cannot recast what is composed with the inner layout 8:2: expected a swizzle}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%l) {new_type_bits = 16 : i32, old_type_bits = 8 : i32}
    : (!fly.composed_layout<8:2 o 0 o (8,64):(64,1)>) -> !fly.composed_layout<8:1 o 0 o (8,32):(32,1)>
  return
}

// -----

func.func @coordinate(%c: !fly.int_tuple<(1,(2,3))>, %s: !fly.coord_swizzle<CS<3,0,[0],0,[1]>>) {
  // expected-error @+2 {{cannot swizzle (1,(2,3)) by CS<3,0,[0],0,[1]>: expected integers at both modes, found 1 and (2,3)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.crd2idx(%c, %s) : (!fly.int_tuple<(1,(2,3))>, !fly.coord_swizzle<CS<3,0,[0],0,[1]>>) -> !fly.int_tuple<(1,(2,3))>
  return
}

// -----

// The mismatch of two long types is pointed at.
func.func @mismatch(%s: !fly.swizzle<S<3,3,3>>, %o: !fly.int_tuple<8>, %l: !fly.layout<(8,8):(8,1)>) {
  // expected-error @+2 {{inferred type(s) '!fly.composed_layout<S<3,3,3> o 8 o (8,8):(8,1)>' are incompatible with return type(s) of operation '!fly.composed_layout<S<3,3,3> o 8 o (8,8):(4,1)>': mode 0 stride: expected 8, got 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.make_composed_layout(%s, %o, %l)
    : (!fly.swizzle<S<3,3,3>>, !fly.int_tuple<8>, !fly.layout<(8,8):(8,1)>) -> !fly.composed_layout<S<3,3,3> o 8 o (8,8):(4,1)>
  return
}
