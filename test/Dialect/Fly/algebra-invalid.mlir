// RUN: fly-opt %s -split-input-file -verify-diagnostics

// What the algebra has no answer for: each message says which layouts, and which
// rule they break.

func.func @shape_div(%a0: !fly.int_tuple<6>, %a1: !fly.int_tuple<4>) {
  // expected-error @+2 {{'fly.shape_div' op cannot divide the shape 6 by 4: expected one to be a multiple of the other}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.shape_div(%a0, %a1) : (!fly.int_tuple<6>, !fly.int_tuple<4>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @ceil_div_zero(%a0: !fly.int_tuple<6>, %a1: !fly.int_tuple<0>) {
  // expected-error @+2 {{'fly.ceil_div' op cannot divide 6 by 0 rounding up: expected a positive divisor}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.ceil_div(%a0, %a1) : (!fly.int_tuple<6>, !fly.int_tuple<0>) -> !fly.int_tuple<2>
  return
}

// -----

func.func @ceil_div_rank(%a0: !fly.int_tuple<(6,4)>, %a1: !fly.int_tuple<(2,2,2)>) {
  // expected-error @+2 {{'fly.ceil_div' op cannot divide the shape (6,4) by (2,2,2): the divisor has 3 modes, the shape only 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.ceil_div(%a0, %a1) : (!fly.int_tuple<(6,4)>, !fly.int_tuple<(2,2,2)>) -> !fly.int_tuple<(3,2)>
  return
}

// -----

func.func @mod_zero(%a0: !fly.int_tuple<?>, %a1: !fly.int_tuple<0>) {
  // expected-error @+2 {{'fly.int_tuple_mod' op cannot divide ? by 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_mod(%a0, %a1) : (!fly.int_tuple<?>, !fly.int_tuple<0>) -> !fly.int_tuple<?>
  return
}

// -----

func.func @add_leaf_to_tuple(%a0: !fly.int_tuple<3>, %a1: !fly.int_tuple<(1,2)>) {
  // expected-error @+2 {{'fly.int_tuple_add' op cannot add 3 and (1,2): one is an integer, the other a tuple}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_add(%a0, %a1) : (!fly.int_tuple<3>, !fly.int_tuple<(1,2)>) -> !fly.int_tuple<4>
  return
}

// -----

func.func @mul_basis(%a0: !fly.int_tuple<1E0>, %a1: !fly.int_tuple<1E1>) {
  // expected-error @+2 {{'fly.int_tuple_mul' op cannot multiply 1E0 and 1E1: expected integers, not basis vectors}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_mul(%a0, %a1) : (!fly.int_tuple<1E0>, !fly.int_tuple<1E1>) -> !fly.int_tuple<1>
  return
}

// -----

func.func @product_like(%a0: !fly.int_tuple<(2,3)>, %a1: !fly.int_tuple<(1,1,1)>) {
  // expected-error @+2 {{'fly.int_tuple_product_like' op expected (2,3) to have the modes of its guide (1,1,1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_product_like(%a0, %a1) : (!fly.int_tuple<(2,3)>, !fly.int_tuple<(1,1,1)>) -> !fly.int_tuple<6>
  return
}

// -----

func.func @sum_overflow(%a0: !fly.int_tuple<9223372036854775807>, %a1: !fly.int_tuple<1>) {
  // expected-error @+2 {{'fly.int_tuple_add' op sum of 9223372036854775807 and 1 does not fit into 64 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_add(%a0, %a1) : (!fly.int_tuple<9223372036854775807>, !fly.int_tuple<1>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @cosize_overflow(%a0: !fly.layout<4294967296:4294967296>) {
  // expected-error @+2 {{'fly.cosize' op product of 4294967295 and 4294967296 does not fit into 64 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.cosize(%a0) : (!fly.layout<4294967296:4294967296>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @get_depth(%a0: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.get' op the path of 2 modes goes deeper than (4,8), whose depth is 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.get(%a0) {mode = array<i32: 0, 1>} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @select(%a0: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.select' op mode 2 is out of range: (4,8) has 2 modes}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.select(%a0) {indices = array<i32: 0, 2>} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @select_none(%a0: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.select' op expected at least one mode to select}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.select(%a0) {indices = array<i32>} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @take_leaf(%a0: !fly.layout<8:4>) {
  // expected-error @+2 {{'fly.take' op expected a tuple to take modes from, got the integer 8}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.take(%a0) {begin = 0 : i32, end = 1 : i32} : (!fly.layout<8:4>) -> !fly.layout<8:4>
  return
}

// -----

func.func @group(%a0: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.group' op cannot group the modes [1, 4) of (4,8), which has 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.group(%a0) {begin = 1 : i32, end = 4 : i32} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @dice(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.int_tuple<(*,*)>) {
  // expected-error @+2 {{'fly.dice' op coordinate (*,*) keeps every mode: expected at least one mode without '*'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.dice(%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(*,*)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @append_shrinks(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.layout<1:0>) {
  // expected-error @+2 {{'fly.append' op cannot extend (4,8) to 1 modes: it has 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.append<1> (%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.layout<1:0>) -> !fly.layout<8:4>
  return
}

// -----

func.func @ordered(%a0: !fly.int_tuple<(2,3,4)>, %a1: !fly.int_tuple<(0,1)>) {
  // expected-error @+2 {{'fly.make_ordered_layout' op the order (0,1) does not match the shape (2,3,4)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.make_ordered_layout(%a0, %a1) : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(0,1)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @composition_carries(%a0: !fly.layout<(3,2):(1,6)>, %a1: !fly.layout<(2,2):(1,2)>) {
  // expected-error @+2 {{'fly.composition' op cannot compose (3,2):(1,6) with a layout that reaches 3 steps into mode 0 of size 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(3,2):(1,6)>, !fly.layout<(2,2):(1,2)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @composition_uneven(%a0: !fly.layout<(4,8):(8,1)>, %a1: !fly.layout<6:1>) {
  // expected-error @+2 {{'fly.composition' op cannot compose (4,8):(8,1) with 6:1: 6 elements don't divide evenly over mode 0, where 4 of them lie}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,8):(8,1)>, !fly.layout<6:1>) -> !fly.layout<8:4>
  return
}

// -----

func.func @divide_mode(%a0: !fly.layout<(4,(4,6)):(64,(6,1))>, %a1: !fly.tile<[2|3:3]>) {
  // expected-error @+2 {{'fly.logical_divide' op cannot divide mode 1 of (4,(4,6)):(64,(6,1)) by [2|3:3]: cannot compose (4,6):(6,1) with 3:3: mode 0 of size 4 is not divisible by the stride 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<(4,(4,6)):(64,(6,1))>, !fly.tile<[2|3:3]>) -> !fly.layout<8:4>
  return
}

// -----

func.func @compose_mode(%a0: !fly.layout<(4,(4,6)):(64,(6,1))>, %a1: !fly.tile<[*|3:3]>) {
  // expected-error @+2 {{'fly.composition' op cannot compose mode 1 of (4,(4,6)):(64,(6,1)) with [*|3:3]: cannot compose (4,6):(6,1) with 3:3: mode 0 of size 4 is not divisible by the stride 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,(4,6)):(64,(6,1))>, !fly.tile<[*|3:3]>) -> !fly.layout<8:4>
  return
}

// -----

func.func @complement_overlap(%a0: !fly.layout<(4,2):(1,2)>, %a1: !fly.int_tuple<24>) {
  // expected-error @+2 {{'fly.complement' op cannot compute the complement of (4,2):(1,2): its modes up to stride 2 cover 4 elements, which doesn't divide it}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.complement(%a0, %a1) : (!fly.layout<(4,2):(1,2)>, !fly.int_tuple<24>) -> !fly.layout<8:4>
  return
}

// -----

func.func @complement_codomain(%a0: !fly.layout<4:1>, %a1: !fly.int_tuple<(4,6)>) {
  // expected-error @+2 {{'fly.complement' op cannot compute the complement of 4:1 in (4,6): expected an integer codomain}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:1>, !fly.int_tuple<(4,6)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @left_inverse(%a0: !fly.layout<(4,8):(?,1)>) {
  // expected-error @+2 {{'fly.left_inverse' op cannot compute the left inverse of (4,8):(?,1): expected static, positive integer strides}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.left_inverse(%a0) : (!fly.layout<(4,8):(?,1)>) -> !fly.layout<8:4>
  return
}

// -----

func.func @product_negative(%a0: !fly.layout<4:1>, %a1: !fly.layout<2:-1>) {
  // expected-error @+2 {{'fly.logical_product' op cannot repeat 4:1 as 2:-1 says: its stride -1 would put copies before the first}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.logical_product(%a0, %a1) : (!fly.layout<4:1>, !fly.layout<2:-1>) -> !fly.layout<8:4>
  return
}

// -----

func.func @tile_to_shape(%a0: !fly.layout<(2,2):(2,1)>, %a1: !fly.int_tuple<8>, %a2: !fly.int_tuple<0>) {
  // expected-error @+2 {{'fly.tile_to_shape' op cannot tile (2,2):(2,1) to the shape 8, which has fewer modes}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.tile_to_shape(%a0, %a1, %a2) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<8>, !fly.int_tuple<0>) -> !fly.layout<8:4>
  return
}

// -----

func.func @recast_width(%a0: !fly.layout<8:1>) {
  // expected-error @+2 {{'fly.recast_layout' op cannot recast from 8 to 0 bits: expected positive widths}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%a0) {new_type_bits = 0 : i32, old_type_bits = 8 : i32} : (!fly.layout<8:1>) -> !fly.layout<8:1>
  return
}

// -----

func.func @recast_size(%a0: !fly.layout<7:1>) {
  // expected-error @+2 {{'fly.recast_layout' op cannot combine 2 elements of 7:1: its size is not a multiple of 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%a0) {new_type_bits = 16 : i32, old_type_bits = 8 : i32} : (!fly.layout<7:1>) -> !fly.layout<8:1>
  return
}

// -----

func.func @leaves_of_basis(%a0: !fly.int_tuple<(1E0,2)>) {
  // expected-error @+2 {{'fly.get_leaves' op expected integers, got (1E0,2)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0:2 = fly.get_leaves(%a0) : (!fly.int_tuple<(1E0,2)>) -> (i32, i32)
  return
}
