// Review finding 4: load and store computed their addresses in two copies of the
// same 150 lines. Load, mask and store of a handle share one offset and one
// predicate (finding 1, too).

// RUN: fly-opt %s --helion-to-fly=chip=gfx942 | FileCheck %s

!buf = memref<4x1000xf16>
!half = tensor<?x?xf16, #helion.axes<m, n>>
!tile = tensor<?x?xf32, #helion.axes<m, n>>
!row = tensor<?xf32, #helion.axes<m>>
// CHECK-LABEL: gpu.func @exp_sum
helion.kernel @exp_sum(%x: !buf {helion.align = 16 : i64},
                       %y: !buf {helion.align = 16 : i64})
    attributes {config = #helion.config<waves = 2>} {
  %M = helion.size %x, 0 : !buf
  %N = helion.size %x, 1 : !buf
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) full
  helion.grid (%m in @m) {
    %n = helion.span @n
    // One thread id.
    // CHECK: gpu.thread_id
    // CHECK-NOT: gpu.thread_id
    // CHECK: %[[IN:.*]] = arith.cmpi slt, %{{.*}}, %c1000_i32
    // CHECK: %[[OFFSET:.*]] = fly.make_int_tuple(%{{.*}}) : (i32) -> !fly.int_tuple<?>
    // CHECK: %[[X:.*]] = fly.add_offset(%{{.*}}, %[[OFFSET]])
    // CHECK: %[[XVIEW:.*]] = fly.make_view(%[[X]],
    // CHECK: fly.copy_atom_call_ssa(%{{.*}}, %[[XVIEW]], %{{.*}}, %[[IN]])
    %h = helion.load %x[%m, %n] : !buf[m, n] -> !half
    %v = arith.extf %h : !half to !tile
    // CHECK: %[[MASK:.*]] = vector.broadcast %[[IN]] : i1 to vector<8xi1>
    // CHECK: arith.select %[[MASK]]
    %e = math.exp %v : !tile
    %s = helion.reduce sum %e over n : !tile -> !row
    %b = helion.broadcast %s : !row -> !tile
    %q = arith.divf %e, %b : !tile
    %o = arith.truncf %q : !tile to !half
    // CHECK: %[[Y:.*]] = fly.add_offset(%{{.*}}, %[[OFFSET]]) : (!fly.ptr<f16, #fly_rocdl.buffer_desc>
    // CHECK: %[[YVIEW:.*]] = fly.make_view(%[[Y]],
    // CHECK: fly.copy_atom_call_ssa(%{{.*}}, %{{.*}}, %[[YVIEW]], %[[IN]])
    // CHECK-NOT: gpu.thread_id
    helion.store %o, %y[%m, %n] : !half, !buf[m, n]
  }
}
