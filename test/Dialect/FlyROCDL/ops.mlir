// RUN: fly-opt %s -verify-roundtrip | FileCheck %s

!buffer = !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>

// CHECK-LABEL: @buffer(
// CHECK-SAME: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32, cache = 2>, 32>
func.func @buffer(%p: !fly.ptr<f32, global, align<16>>, %stride: i16, %bytes: i64, %flags: i32, %a: !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<32, cache = 2>, 32>) {
  // CHECK: fly.make_ptr(%{{.*}}) : (!fly.ptr<f32, global, align<16>>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
  %0 = fly.make_ptr(%p, %stride, %bytes, %flags) : (!fly.ptr<f32, global, align<16>>, i16, i64, i32) -> !buffer
  // CHECK: fly_rocdl.get_buffer_rsrc(%{{.*}}) : (!fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>) -> !llvm.ptr<8>
  %1 = fly_rocdl.get_buffer_rsrc(%0) : (!buffer) -> !llvm.ptr<8>
  // CHECK: fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 16>
  %2 = fly.make_copy_atom {valBits = 16 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128, cache = 0>, 16>
  return
}
