// RUN: fly-opt %s -split-input-file -verify-diagnostics

// Types and attributes.

// expected-error @+1 {{expected an integer, '?', '*' or '('}}
func.func private @empty_tuple(!fly.int_tuple<()>)

// -----

// expected-error @+1 {{expected an integer, '?', '*' or '('}}
func.func private @trailing_comma(!fly.int_tuple<(4,)>)

// -----

// Width comes before divisor.
// expected-error @+1 {{expected '}'}}
func.func private @order(!fly.int_tuple<?{div=4 i64}>)

// -----

// expected-error @+1 {{expected a nonzero divisor, got 0}}
func.func private @divisor(!fly.int_tuple<?{div=0}>)

// -----

// expected-error @+1 {{integer value too large}}
func.func private @large(!fly.int_tuple<99999999999999999999999>)

// -----

// expected-error @+1 {{expected a basis vector like E0 or E1E0}}
func.func private @basis(!fly.int_tuple<1E0F>)

// -----

// expected-error @+1 {{expected a mode of at most 255, got 1000000}}
func.func private @basis_mode(!fly.int_tuple<1E1000000>)

// -----

// expected-error @+1 {{tuple is nested deeper than 64 levels}}
func.func private @deep(!fly.int_tuple<(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))>)

// -----

// expected-error @+1 {{expected ':'}}
func.func private @no_stride(!fly.layout<4>)

// -----

// expected-error @+1 {{expected the stride to have the structure of the shape (4,8), got 1}}
func.func private @incongruent(!fly.layout<(4,8):1>)

// -----

// expected-error @+1 {{expected sizes of at least 0 in the shape, got -4 in (-4,8)}}
func.func private @negative_size(!fly.layout<(-4,8):(1,4)>)

// -----

// expected-error @+1 {{expected integers in the shape, got * in (*,8)}}
func.func private @star_size(!fly.layout<(*,8):(1,4)>)

// -----

// expected-error @+1 {{expected integers in the stride, got * in (*,4)}}
func.func private @star_stride(!fly.layout<(4,8):(*,4)>)

// -----

// expected-error @+1 {{expected a swizzle of numbers that are at least 0, got S<-1,0,0>}}
func.func private @swizzle(!fly.swizzle<S<-1,0,0>>)

// -----

// expected-error @+1 {{expected a swizzle of the lower 62 bits, got S<3,60,3>}}
func.func private @swizzle_range(!fly.swizzle<S<3,60,3>>)

// -----

// expected-error @+1 {{expected a shift of at least the 3 bits of the mask, so that a swizzle is its own inverse, got 1}}
func.func private @swizzle_overlap(!fly.swizzle<S<3,0,1>>)

// -----

// expected-error @+1 {{expected an integer, '*', a layout or '[' in a tile, got the tuple (4,8)}}
func.func private @tile(!fly.tile<(4,8)>)

// -----

// expected-error @+1 {{expected a static integer in a tile, got ?}}
func.func private @dynamic_tile(!fly.tile<[4|?]>)

// -----

// expected-error @+1 {{expected a static layout in a tile}}
func.func private @dynamic_layout_tile(!fly.tile<[4|?:1]>)

// -----

// expected-error @+1 {{expected ::mlir::fly::AddressSpace to be one of: generic, global, shared, register}}
func.func private @space(!fly.ptr<f32, somewhere>)

// -----

// expected-error @+1 {{alignment must be a positive multiple of element byte size (4), got 6}}
func.func private @alignment(!fly.ptr<f32, global, align<6>>)

// -----

// expected-error @+1 {{expected a positive alignment, got 0}}
func.func private @zero_alignment(!fly.ptr<f32, global, align<0>>)

// -----

// expected-error @+1 {{expected an integer or float element type, got 'index'}}
func.func private @element(!fly.ptr<index, global>)

// -----

// expected-error @+1 {{expected integer strides in a memref, got (4,8):(1E0,1E1)}}
func.func private @basis_memref(!fly.memref<f32, global, (4,8):(1E0,1E1)>)

// -----

// expected-error @+1 {{expected a copy op type, like !fly.universal_copy<128>, got 'i32'}}
func.func private @copy_op(!fly.copy_atom<i32, 32>)

// -----

// expected-error @+1 {{expected the bits of a value to divide the 128 bits of '!fly.universal_copy<128>', got 24}}
func.func private @value_bits(!fly.copy_atom<!fly.universal_copy<128>, 24>)

// -----

// expected-error @+1 {{expected a positive multiple of 8 bits, got -7}}
func.func private @copy_bits(!fly.universal_copy<-7>)

// -----

// Constructors.

func.func @static() {
  // expected-error @+1 {{expected a type that determines its value, got '!fly.int_tuple<?>'}}
  %0 = fly.static : !fly.int_tuple<?>
  return
}

// -----

func.func @leaf_count(%a: i32) {
  // expected-error @+1 {{expected one operand for each '?' of '!fly.int_tuple<(?,?)>': 2, got 1}}
  %0 = fly.make_int_tuple(%a) : (i32) -> !fly.int_tuple<(?,?)>
  return
}

// -----

func.func @leaf_width(%a: i32) {
  // expected-error @+1 {{expected operand #0 to be i64, as its '?' in '!fly.int_tuple<?{i64}>' says, got 'i32'}}
  %0 = fly.make_shape(%a) : (i32) -> !fly.int_tuple<?{i64}>
  return
}

// -----

func.func @layout_parts(%s: !fly.int_tuple<(4,8)>, %d: !fly.int_tuple<1>) {
  // expected-error @+2 {{expected the stride to have the structure of the shape (4,8), got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.make_layout(%s, %d) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<1>) -> !fly.layout<4:1>
  return
}

// -----

func.func @wrong_type(%l: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{inferred type(s) '!fly.layout<32:1>' are incompatible with return type(s) of operation '!fly.layout<16:1>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.coalesce(%l) : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<16:1>
  return
}

// -----

// A divisor stronger than what is known would be a lie.
func.func @strong_divisor(%t: !fly.int_tuple<?{div=8}>, %u: !fly.int_tuple<4>) {
  // expected-error @+2 {{inferred type(s) '!fly.int_tuple<?{div=2}>' are incompatible with return type(s) of operation '!fly.int_tuple<?{div=4}>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_div(%t, %u) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=4}>
  return
}

// -----

// Algebra. The messages themselves are tested in unittests/Algebra; one each
// that the reference answers with an abort.

func.func @get_range(%l: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.get' op mode 2 is out of range: (4,8) has 2 modes}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.get(%l) {mode = array<i32: 2>} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @take_range(%l: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.take' op cannot take the modes [1, 3) of (4,8), which has 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.take(%l) {begin = 1 : i32, end = 3 : i32} : (!fly.layout<(4,8):(1,4)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @slice_rank(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(*,1,2)>) {
  // expected-error @+2 {{'fly.slice' op coordinate (*,1,2) does not match (4,8): expected 3 modes, found 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.slice(%l, %c) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(*,1,2)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @slice_all(%l: !fly.layout<(4,8):(1,4)>, %c: !fly.int_tuple<(1,2)>) {
  // expected-error @+2 {{'fly.slice' op coordinate (1,2) fixes every mode: expected at least one '*'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.slice(%l, %c) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(1,2)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @crd2idx_rank(%c: !fly.int_tuple<(1,2,3)>, %l: !fly.layout<(4,8):(1,4)>) {
  // expected-error @+2 {{'fly.crd2idx' op coordinate (1,2,3) does not match the shape (4,8): expected 2 modes, found 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.crd2idx(%c, %l) : (!fly.int_tuple<(1,2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @idx2crd_zero(%i: !fly.int_tuple<3>, %l: !fly.layout<4:0>) {
  // expected-error @+2 {{'fly.idx2crd' op the layout 4:0 has stride 0, so that an index doesn't determine the coordinate}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.idx2crd(%i, %l) : (!fly.int_tuple<3>, !fly.layout<4:0>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @div_zero(%a: !fly.int_tuple<?>, %b: !fly.int_tuple<0>) {
  // expected-error @+2 {{'fly.int_tuple_div' op cannot divide ? by 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.int_tuple_div(%a, %b) : (!fly.int_tuple<?>, !fly.int_tuple<0>) -> !fly.int_tuple<?>
  return
}

// -----

func.func @composition(%a: !fly.layout<(6,2):(1,10)>, %b: !fly.layout<4:4>) {
  // expected-error @+2 {{'fly.composition' op cannot compose (6,2):(1,10) with 4:4: mode 0 of size 6 is not divisible by the stride 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.composition(%a, %b) : (!fly.layout<(6,2):(1,10)>, !fly.layout<4:4>) -> !fly.layout<4:4>
  return
}

// -----

func.func @zipped_star(%l: !fly.layout<(64,32):(32,1)>, %t: !fly.tile<[16|*]>) {
  // expected-error @+2 {{'fly.zipped_divide' op cannot zip a divide by [16|*]: entry 1 is '*', which leaves no pair (tile, rest)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.zipped_divide(%l, %t) : (!fly.layout<(64,32):(32,1)>, !fly.tile<[16|*]>) -> !fly.layout<4:1>
  return
}

// -----

func.func @complement_dynamic(%l: !fly.layout<(4,8):(1,?)>, %n: !fly.int_tuple<64>) {
  // expected-error @+2 {{'fly.complement' op cannot compute the complement of (4,8):(1,?): expected static integer strides}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.complement(%l, %n) : (!fly.layout<(4,8):(1,?)>, !fly.int_tuple<64>) -> !fly.layout<4:1>
  return
}

// -----

func.func @recast(%l: !fly.layout<(8,4):(1,3)>) {
  // expected-error @+2 {{'fly.recast_layout' op cannot combine 2 elements of 4:3: expected the stride to divide, or to be a multiple of, 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.recast_layout(%l) {new_type_bits = 16 : i32, old_type_bits = 8 : i32} : (!fly.layout<(8,4):(1,3)>) -> !fly.layout<4:1>
  return
}

// -----

func.func @append(%t: !fly.int_tuple<4>, %l: !fly.layout<4:1>) {
  // expected-error @+2 {{'fly.append' op tuple and elem must be the same category: two int_tuples or two layouts}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.append(%t, %l) : (!fly.int_tuple<4>, !fly.layout<4:1>) -> !fly.int_tuple<4>
  return
}

// -----

func.func @append_far(%t: !fly.int_tuple<4>) {
  // expected-error @+2 {{'fly.append' op expected at most 1024 modes, got 2000000000}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.append<2000000000>(%t, %t) : (!fly.int_tuple<4>, !fly.int_tuple<4>) -> !fly.int_tuple<4>
  return
}

// -----

func.func @overflow(%l: !fly.layout<(4294967296,4294967296):(1,1)>) {
  // expected-error @+2 {{'fly.size' op product of 4294967296 and 4294967296 does not fit into 64 bits}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.size(%l) : (!fly.layout<(4294967296,4294967296):(1,1)>) -> !fly.int_tuple<0>
  return
}

// -----

func.func @scalar(%t: !fly.int_tuple<(4,8)>) {
  // expected-error @+2 {{GetScalarOp: expected a scalar IntTuple, got (4,8)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.get_scalar(%t) : (!fly.int_tuple<(4,8)>) -> i32
  return
}

// -----

func.func @compare_basis(%a: !fly.int_tuple<1E0>, %b: !fly.int_tuple<4>) {
  // expected-error @+1 {{cannot compare 1E0 and 4: expected integers, not basis vectors}}
  %0 = fly.elem_less(%a, %b) : (!fly.int_tuple<1E0>, !fly.int_tuple<4>) -> i1
  return
}

// -----

// Pointers and memory.

func.func @make_ptr_space() {
  // expected-error @+1 {{expected a pointer to register or shared memory, or to a target's address space, got '!fly.ptr<f32, global>'}}
  %0 = fly.make_ptr() : () -> !fly.ptr<f32, global>
  return
}

// -----

func.func @make_ptr_size() {
  // expected-error @+1 {{expected the integer 'allocSize' in dictAttrs for a pointer to register memory}}
  %0 = fly.make_ptr() : () -> !fly.ptr<f32, register>
  return
}

// -----

func.func @make_ptr_negative() {
  // expected-error @+1 {{expected 'allocSize' to be positive and to fit into 32 bits, got -4}}
  %0 = fly.make_ptr() {dictAttrs = {allocSize = -4 : i64}} : () -> !fly.ptr<f32, register>
  return
}

// -----

func.func @make_ptr_alignment() {
  // expected-error @+1 {{expected 'allocAlign' to be a power of two, got 12}}
  %0 = fly.make_ptr() {dictAttrs = {allocBytes = 64 : i64, allocAlign = 12 : i64}} : () -> !fly.ptr<i8, shared>
  return
}

// -----

func.func @make_ptr_promise() {
  // expected-error @+1 {{expected 'allocAlign' to be a multiple of the pointer's alignment 16, got 8}}
  %0 = fly.make_ptr() {dictAttrs = {allocBytes = 64 : i64, allocAlign = 8 : i64}} : () -> !fly.ptr<i8, shared, align<16>>
  return
}

// -----

func.func @ptrtoint(%p: !fly.ptr<f32, register>) {
  // expected-error @+2 {{PtrToIntOp: expected Shared or Global address space, got '!fly.ptr<f32, register>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.ptrtoint(%p) : (!fly.ptr<f32, register>) -> i32
  return
}

// -----

func.func @add_offset(%p: !fly.ptr<f32, global>, %o: !fly.int_tuple<(1,2)>) {
  // expected-error @+2 {{offset must be a scalar (leaf int) IntTuple, got (1,2)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.add_offset(%p, %o) : (!fly.ptr<f32, global>, !fly.int_tuple<(1,2)>) -> !fly.ptr<f32, global>
  return
}

// -----

func.func @recast_iter(%p: !fly.ptr<f32, global>) {
  // expected-error @+1 {{expected the result to point into the same address space as '!fly.ptr<f32, global>', got '!fly.ptr<f32, shared>'}}
  %0 = fly.recast_iter(%p) : (!fly.ptr<f32, global>) -> !fly.ptr<f32, shared>
  return
}

// -----

func.func @load_type(%p: !fly.ptr<f32, global>) {
  // expected-error @+1 {{expected 'f32' or a vector of it, got 'f16'}}
  %0 = fly.ptr.load(%p) : (!fly.ptr<f32, global>) -> vector<4xf16>
  return
}

// -----

func.func @store_type(%v: i32, %p: !fly.ptr<f32, global>) {
  // expected-error @+1 {{expected 'f32' or a vector of it, got 'i32'}}
  fly.ptr.store(%v, %p) : (i32, !fly.ptr<f32, global>) -> ()
  return
}

// -----

func.func @alloca_space(%l: !fly.layout<4:1>) {
  // expected-error @+1 {{expected a memref in register memory, got '!fly.memref<f32, shared, 4:1>'}}
  %0 = fly.memref.alloca(%l) : (!fly.layout<4:1>) -> !fly.memref<f32, shared, 4:1>
  return
}

// -----

func.func @alloca_dynamic(%l: !fly.layout<?:1>) {
  // expected-error @+1 {{expected a static layout of at least one element for a fragment, got ?:1}}
  %0 = fly.memref.alloca(%l) : (!fly.layout<?:1>) -> !fly.memref<f32, register, ?:1>
  return
}

// -----

func.func @fragment_dynamic(%m: !fly.memref<f32, global, (?,8):(8,1)>) {
  // expected-error @+2 {{expected static shape layout, got (?,8):(8,1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.make_fragment_like(%m) : (!fly.memref<f32, global, (?,8):(8,1)>) -> !fly.memref<f32, register, 8:1>
  return
}

// -----

func.func @fragment_type(%l: !fly.layout<8:1>) {
  // expected-error @+2 {{expected an element type for a fragment like '!fly.layout<8:1>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.make_fragment_like(%l) : (!fly.layout<8:1>) -> !fly.memref<f32, register, 8:1>
  return
}

// -----

func.func @store_value(%v: f16, %m: !fly.memref<f32, global, 4:1>, %c: !fly.int_tuple<1>) {
  // expected-error @+1 {{expected a value of the element type 'f32', got 'f16'}}
  fly.memref.store(%v, %m, %c) : (f16, !fly.memref<f32, global, 4:1>, !fly.int_tuple<1>) -> ()
  return
}

// -----

func.func @load_vec_dynamic(%m: !fly.memref<f32, global, ?:1>) {
  // expected-error @+2 {{'fly.memref.load_vec' op expected a static shape of 1 to 65536 elements, got ?}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.memref.load_vec(%m) : (!fly.memref<f32, global, ?:1>) -> vector<4xf32>
  return
}

// -----

func.func @store_vec_size(%v: vector<8xf32>, %m: !fly.memref<f32, global, 4:1>) {
  // expected-error @+1 {{expected a 'vector<4xf32>' for the elements of '!fly.memref<f32, global, 4:1>', got 'vector<8xf32>'}}
  fly.memref.store_vec(%v, %m) : (vector<8xf32>, !fly.memref<f32, global, 4:1>) -> ()
  return
}

// -----

// Copies.

func.func @atom_bits() {
  // expected-error @+1 {{expected valBits to be the 32 of '!fly.copy_atom<!fly.universal_copy<128>, 32>', got 16}}
  %0 = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly.universal_copy<128>, 32>
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_elements(%atom: !atom, %a: !fly.memref<f32, global, 4:1>, %b: !fly.memref<i32, register, 4:1>) {
  // expected-error @+1 {{expected the destination to have elements of the source's type 'f32', got 'i32'}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f32, global, 4:1>, !fly.memref<i32, register, 4:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_width(%atom: !atom, %a: !fly.memref<f16, global, 4:1>, %b: !fly.memref<f16, register, 4:1>) {
  // expected-error @+1 {{expected elements of 32 bits, as the atom moves, in the source, got 'f16'}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f16, global, 4:1>, !fly.memref<f16, register, 4:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_size(%atom: !atom, %a: !fly.memref<f32, global, 4:1>, %b: !fly.memref<f32, register, 8:1>) {
  // expected-error @+1 {{expected the 4 elements that the atom moves in the destination, got 8}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f32, global, 4:1>, !fly.memref<f32, register, 8:1>) -> ()
  return
}

// -----

// A strided vector would silently be read as a contiguous one.
!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_stride(%atom: !atom, %a: !fly.memref<f32, global, 4:8>, %b: !fly.memref<f32, register, 4:1>) {
  // expected-error @+1 {{expected the elements of the source side by side (stride 1), got 4:8}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f32, global, 4:8>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_predicate(%atom: !atom, %a: !fly.memref<f32, global, 4:1>, %b: !fly.memref<f32, register, 4:1>, %p: !fly.memref<f32, register, 1:1>) {
  // expected-error @+1 {{expected a predicate of i1 or i8, got 'f32'}}
  fly.copy_atom_call(%atom, %a, %b, %p) : (!atom, !fly.memref<f32, global, 4:1>, !fly.memref<f32, register, 4:1>, !fly.memref<f32, register, 1:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_space(%atom: !atom, %a: !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>, %b: !fly.memref<f32, register, 4:1>) {
  // expected-error @+1 {{universal_copy can't access the address space #fly_rocdl.buffer_desc}}
  fly.copy_atom_call(%atom, %a, %b) : (!atom, !fly.memref<f32, #fly_rocdl.buffer_desc, 4:1>, !fly.memref<f32, register, 4:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @ssa_value(%atom: !atom, %a: !fly.memref<f32, global, 4:1>) {
  // expected-error @+1 {{expected 4 elements of 32 bits, as the atom moves, as the destination, got 'vector<2xf32>'}}
  %0 = fly.copy_atom_call_ssa(%atom, %a) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!atom, !fly.memref<f32, global, 4:1>) -> vector<2xf32>
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @ssa_old(%atom: !atom, %a: !fly.memref<f32, global, 4:1>, %p: i1) {
  // expected-error @+1 {{expected the operand 'dst', which the result is where the predicate is false}}
  %0 = fly.copy_atom_call_ssa(%atom, %a, %p) {operandSegmentSizes = array<i32: 1, 1, 0, 1>} : (!atom, !fly.memref<f32, global, 4:1>, i1) -> vector<4xf32>
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @ssa_nothing(%atom: !atom, %v: vector<4xf32>) {
  // expected-error @+1 {{expected a result or a destination in memory}}
  fly.copy_atom_call_ssa(%atom, %v) {operandSegmentSizes = array<i32: 1, 1, 0, 0>} : (!atom, vector<4xf32>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_rank(%atom: !atom, %a: !fly.memref<f32, global, (4,2):(1,4)>, %b: !fly.memref<f32, register, 8:1>) {
  // expected-error @+1 {{expected source and destination of the same rank, got (4,2):(1,4) and 8:1}}
  fly.copy(%atom, %a, %b) : (!atom, !fly.memref<f32, global, (4,2):(1,4)>, !fly.memref<f32, register, 8:1>) -> ()
  return
}

// -----

!atom = !fly.copy_atom<!fly.universal_copy<128>, 32>

func.func @copy_mode(%atom: !atom, %a: !fly.memref<f32, global, (8,2):(1,8)>, %b: !fly.memref<f32, register, (8,2):(1,8)>) {
  // expected-error @+1 {{expected mode 0 to be the 4 elements that the atom moves, got 8:1}}
  fly.copy(%atom, %a, %b) : (!atom, !fly.memref<f32, global, (8,2):(1,8)>, !fly.memref<f32, register, (8,2):(1,8)>) -> ()
  return
}

// -----

func.func @zip_one_mode(%l: !fly.layout<64:1>, %t: !fly.tile<[16]>) {
  // expected-error @+2 {{cannot zip a divide of 64:1 by [16]: a layout of one mode needs a tile without brackets}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.zipped_divide(%l, %t) : (!fly.layout<64:1>, !fly.tile<[16]>) -> !fly.layout<(16,4):(1,16)>
  return
}

// -----

// Of two long types, the message points at the leaf that differs.
func.func @mismatch(%l: !fly.layout<(4,(2,8)):(1,(4,8))>, %c: !fly.int_tuple<(*,(*,3))>) {
  // expected-error @+2 {{are incompatible with return type(s) of operation '!fly.layout<(4,2):(1,8)>': mode 1 stride: expected 4, got 8}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.slice(%l, %c) : (!fly.layout<(4,(2,8)):(1,(4,8))>, !fly.int_tuple<(*,(*,3))>) -> !fly.layout<(4,2):(1,8)>
  return
}

// -----

func.func @mismatch_nested(%l: !fly.layout<(4,(2,8)):(1,(4,8))>, %p: !fly.int_tuple<(1,(1,1))>) {
  // expected-error @+2 {{': mode 1.1 shape: expected 8, got 16}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.coalesce(%l, %p) : (!fly.layout<(4,(2,8)):(1,(4,8))>, !fly.int_tuple<(1,(1,1))>) -> !fly.layout<(4,(2,16)):(1,(4,8))>
  return
}

// -----

// A declared divisor may be weaker than what follows, but not stronger.
func.func @mismatch_divisor(%a: !fly.int_tuple<?{div=8}>, %b: !fly.int_tuple<4>) {
  %0 = fly.int_tuple_div(%a, %b) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?>
  // expected-error @+2 {{': value: expected ?{div=2}, got ?{div=4}}}
  // expected-error @+1 {{failed to infer returned types}}
  %1 = fly.int_tuple_div(%a, %b) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=4}>
  return
}

// -----

func.func @mismatch_alignment(%m: !fly.memref<f32, global, (4,8):(8,1), align<16>>, %c: !fly.int_tuple<(2,*)>) {
  // expected-error @+2 {{': alignment: expected 16, got 32}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.slice(%m, %c) : (!fly.memref<f32, global, (4,8):(8,1), align<16>>, !fly.int_tuple<(2,*)>) -> !fly.memref<f32, global, 8:1, align<32>>
  return
}

// -----

func.func @load_mode(%m: !fly.memref<f32, global, (4,4):(1,4)>, %c: !fly.int_tuple<(*,1)>) {
  // expected-error @+2 {{expected a coordinate that fixes every mode, got (*,1)}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.memref.load(%m, %c) : (!fly.memref<f32, global, (4,4):(1,4)>, !fly.int_tuple<(*,1)>) -> f32
  return
}

// -----

func.func @store_mode(%v: f32, %m: !fly.memref<f32, global, (4,4):(1,4)>, %c: !fly.int_tuple<*>) {
  // expected-error @+1 {{expected a coordinate that fixes every mode, got *}}
  fly.memref.store(%v, %m, %c) : (f32, !fly.memref<f32, global, (4,4):(1,4)>, !fly.int_tuple<*>) -> ()
  return
}
