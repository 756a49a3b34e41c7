// What copy atoms do besides loading and storing; copies.py checks the results.

!f32_buffer = !fly.ptr<f32, #fly_rocdl.buffer_desc>
!f32_element = !fly.memref<f32, #fly_rocdl.buffer_desc, 1:1>
!to_lds = !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy_lds<32>, 32>
!f32_lds = !fly.memref<f32, shared, 64:1>

gpu.module @through_lds {
  // Reverses the elements that a wave has loaded to LDS, past the registers.
  gpu.func @through_lds(%x: !fly.memref<f32, global, 64:1>, %y: !fly.memref<f32, global, 64:1>) kernel attributes {
      known_block_size = array<i32: 64, 1, 1>,
      helion.launch = #helion.launch<block 64, grid [<extent 1, tile 1>],
        args [memref<64xf32>, memref<64xf32>]>} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %last = arith.constant 63 : i32
    %r = arith.subi %last, %t : i32
    %stride = arith.constant 0 : i16
    %bytes = arith.constant 256 : i64
    %flags = arith.constant 159744 : i32
    %p = fly.get_iter(%x) : (!fly.memref<f32, global, 64:1>) -> !fly.ptr<f32, global>
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global>, i16, i64, i32) -> !f32_buffer
    %ot = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
    %or = fly.make_int_tuple(%r) : (i32) -> !fly.int_tuple<?>
    %bt = fly.add_offset(%b, %ot) : (!f32_buffer, !fly.int_tuple<?>) -> !f32_buffer
    %one = fly.static : !fly.layout<1:1>
    %src = fly.make_view(%bt, %one) : (!f32_buffer, !fly.layout<1:1>) -> !f32_element
    %bytes_of_lds = fly.make_ptr() {dictAttrs = {allocBytes = 256 : i64, allocAlign = 4 : i64}} : () -> !fly.ptr<i8, shared, align<4>>
    %lds = fly.recast_iter(%bytes_of_lds) : (!fly.ptr<i8, shared, align<4>>) -> !fly.ptr<f32, shared>
    // Lanes write side by side after the first lane's address.
    %dst = fly.make_view(%lds, %one) : (!fly.ptr<f32, shared>, !fly.layout<1:1>) -> !fly.memref<f32, shared, 1:1>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !to_lds
    fly.copy_atom_call(%atom, %src, %dst) : (!to_lds, !f32_element, !fly.memref<f32, shared, 1:1>) -> ()
    gpu.barrier
    %all = fly.static : !fly.layout<64:1>
    %tile = fly.make_view(%lds, %all) : (!fly.ptr<f32, shared>, !fly.layout<64:1>) -> !f32_lds
    %v = fly.memref.load(%tile, %or) : (!f32_lds, !fly.int_tuple<?>) -> f32
    fly.memref.store(%v, %y, %ot) : (f32, !fly.memref<f32, global, 64:1>, !fly.int_tuple<?>) -> ()
    gpu.return
  }
}

!add = !fly.copy_atom<!fly.universal_atomic<add, f32, "agent">, 32>

gpu.module @sum {
  // Sums of every fourth element.
  gpu.func @sum(%x: !fly.memref<f32, global, 64:1>, %sum: !fly.memref<f32, global, 4:1>) kernel attributes {
      known_block_size = array<i32: 64, 1, 1>,
      helion.launch = #helion.launch<block 64, grid [<extent 1, tile 1>],
        args [memref<64xf32>, memref<4xf32>]>} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %three = arith.constant 3 : i32
    %q = arith.andi %t, %three : i32
    %ot = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
    %oq = fly.make_int_tuple(%q) : (i32) -> !fly.int_tuple<?>
    %one = fly.static : !fly.layout<1:1>
    %v = fly.memref.load(%x, %ot) : (!fly.memref<f32, global, 64:1>, !fly.int_tuple<?>) -> f32
    %p = fly.get_iter(%sum) : (!fly.memref<f32, global, 4:1>) -> !fly.ptr<f32, global>
    %pq = fly.add_offset(%p, %oq) : (!fly.ptr<f32, global>, !fly.int_tuple<?>) -> !fly.ptr<f32, global>
    %m = fly.make_view(%pq, %one) : (!fly.ptr<f32, global>, !fly.layout<1:1>) -> !fly.memref<f32, global, 1:1>
    %add = fly.make_copy_atom {valBits = 32 : i32} : !add
    fly.copy_atom_call_ssa(%add, %v, %m) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!add, f32, !fly.memref<f32, global, 1:1>) -> ()
    gpu.return
  }
}

!i32_buffer = !fly.ptr<i32, #fly_rocdl.buffer_desc>
!i32_element = !fly.memref<i32, #fly_rocdl.buffer_desc, 1:1>
!min = !fly.copy_atom<!fly_rocdl.cdna3.buffer_atomic<min, i32>, 32>

gpu.module @least {
  // The (signed) least of every fourth element. Odd threads don't take part.
  gpu.func @least(%x: !fly.memref<i32, global, 64:1>, %least: !fly.memref<i32, global, 4:1>) kernel attributes {
      known_block_size = array<i32: 64, 1, 1>,
      helion.launch = #helion.launch<block 64, grid [<extent 1, tile 1>],
        args [memref<64xi32>, memref<4xi32>]>} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %three = arith.constant 3 : i32
    %q = arith.andi %t, %three : i32
    %odd = arith.trunci %t : i32 to i1
    %true = arith.constant true
    %even = arith.xori %odd, %true : i1
    %ot = fly.make_int_tuple(%t) : (i32) -> !fly.int_tuple<?>
    %oq = fly.make_int_tuple(%q) : (i32) -> !fly.int_tuple<?>
    %one = fly.static : !fly.layout<1:1>
    %stride = arith.constant 0 : i16
    %bytes = arith.constant 16 : i64
    %flags = arith.constant 159744 : i32
    %v = fly.memref.load(%x, %ot) : (!fly.memref<i32, global, 64:1>, !fly.int_tuple<?>) -> i32
    %p = fly.get_iter(%least) : (!fly.memref<i32, global, 4:1>) -> !fly.ptr<i32, global>
    %b = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<i32, global>, i16, i64, i32) -> !i32_buffer
    %bq = fly.add_offset(%b, %oq) : (!i32_buffer, !fly.int_tuple<?>) -> !i32_buffer
    %m = fly.make_view(%bq, %one) : (!i32_buffer, !fly.layout<1:1>) -> !i32_element
    %min = fly.make_copy_atom {valBits = 32 : i32} : !min
    fly.copy_atom_call_ssa(%min, %v, %m, %even) {operandSegmentSizes = array<i32: 1, 1, 1, 1>} : (!min, i32, !i32_element, i1) -> ()
    gpu.return
  }
}
