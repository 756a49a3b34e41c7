// RUN: fly-opt %s -verify-roundtrip | FileCheck %s

// Values that FlyDSL infers for copies and MMAs of tiles.

// CHECK-LABEL: @partition_src_1(
func.func @partition_src_1(%a0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, %a1: !fly.memref<f32, global, (64,64):(64,1)>, %a2: !fly.int_tuple<?>) {
  // CHECK: -> !fly.memref<f32, global, ((4,1),4,4):((64,0),1024,16)>
  %0 = fly.tiled_copy.partition_src(%a0, %a1, %a2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, !fly.memref<f32, global, (64,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),4,4):((64,0),1024,16)>
  return
}

// CHECK-LABEL: @partition_dst_1(
func.func @partition_dst_1(%a0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, %a1: !fly.memref<f32, global, (64,64):(64,1)>, %a2: !fly.int_tuple<?>) {
  // CHECK: -> !fly.memref<f32, global, ((4,1),4,4):((64,0),1024,16)>
  %0 = fly.tiled_copy.partition_dst(%a0, %a1, %a2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, !fly.memref<f32, global, (64,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),4,4):((64,0),1024,16)>
  return
}

// CHECK-LABEL: @partition_2(
func.func @partition_2(%a0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.layout<(256,8):(8,1)>, !fly.tile<[1|2048]>>, %a1: !fly.memref<f16, global, (1,8192):(0,1), align<16>>, %a2: !fly.int_tuple<?>) {
  // CHECK: -> !fly.memref<f16, global, ((8,1),1,4):((1,0),0,2048), align<16>>
  %0 = fly.tiled_copy.partition_src(%a0, %a1, %a2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 16>, !fly.layout<(256,8):(8,1)>, !fly.tile<[1|2048]>>, !fly.memref<f16, global, (1,8192):(0,1), align<16>>, !fly.int_tuple<?>) -> !fly.memref<f16, global, ((8,1),1,4):((1,0),0,2048), align<16>>
  return
}

// CHECK-LABEL: @partition_coordinates(
func.func @partition_coordinates(%a0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, %a1: !fly.coord_tensor<(0,0), (64,64):(1E0,1E1)>, %a2: !fly.int_tuple<?>) {
  // CHECK: -> !fly.coord_tensor<(?{div=4},?), ((4,1),4,4):((1E0,0),16E0,16E1)>
  %0 = fly.tiled_copy.partition_src(%a0, %a1, %a2) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, !fly.coord_tensor<(0,0), (64,64):(1E0,1E1)>, !fly.int_tuple<?>) -> !fly.coord_tensor<(?{div=4},?), ((4,1),4,4):((1E0,0),16E0,16E1)>
  return
}

// CHECK-LABEL: @retile(
func.func @retile(%a0: !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, %a1: !fly.memref<f32, register, (4,4,4):(1,4,16)>) {
  // CHECK: -> !fly.memref<f32, register, ((4,1),4,4):((1,0),4,16)>
  %0 = fly.tiled_copy.retile(%a0, %a1) : (!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>, !fly.memref<f32, register, (4,4,4):(1,4,16)>) -> !fly.memref<f32, register, ((4,1),4,4):((1,0),4,16)>
  return
}

// CHECK-LABEL: @partition_a(
func.func @partition_a(%a0: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, %a1: !fly.memref<f16, global, (32,64):(64,1)>, %a2: !fly.int_tuple<?>) {
  // CHECK: -> !fly.memref<f16, global, (4,2,4):(1,1024,16)>
  %0 = fly.tiled_mma.partition(a, %a0, %a1, %a2) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.memref<f16, global, (32,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f16, global, (4,2,4):(1,1024,16)>
  return
}

// CHECK-LABEL: @partition_c(
func.func @partition_c(%a0: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %a1: !fly.memref<f32, global, (64,64):(64,1)>, %a2: !fly.int_tuple<?>) {
  // CHECK: -> !fly.memref<f32, global, ((4,1),2,2):((64,0),2048,32)>
  %0 = fly.tiled_mma.partition(c, %a0, %a1, %a2) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (64,64):(64,1)>, !fly.int_tuple<?>) -> !fly.memref<f32, global, ((4,1),2,2):((64,0),2048,32)>
  return
}

// CHECK-LABEL: @fragment_a(
func.func @fragment_a(%a0: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, %a1: !fly.memref<f16, global, (32,64):(64,1)>) {
  // CHECK: -> !fly.memref<f16, register, (4,2,4):(1,16,4)>
  %0 = fly.mma.make_fragment(a, %a0, %a1) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.memref<f16, global, (32,64):(64,1)>) -> !fly.memref<f16, register, (4,2,4):(1,16,4)>
  return
}

// CHECK-LABEL: @fragment_stages(
func.func @fragment_stages(%a0: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, %a1: !fly.memref<f16, global, (32,64):(64,1)>) {
  // CHECK: -> !fly.memref<f16, register, (4,2,4,2):(1,16,4,32)>
  %0 = fly.mma.make_fragment(a, %a0, %a1, stages = 2) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(1,1,1):(0,0,0)>>, !fly.memref<f16, global, (32,64):(64,1)>) -> !fly.memref<f16, register, (4,2,4,2):(1,16,4,32)>
  return
}

// CHECK-LABEL: @fragment_c(
func.func @fragment_c(%a0: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %a1: !fly.memref<f32, global, (64,64):(64,1)>) {
  // CHECK: -> !fly.memref<f32, register, ((4,1),2,2):((1,0),8,4)>
  %0 = fly.mma.make_fragment(c, %a0, %a1) : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.memref<f32, global, (64,64):(64,1)>) -> !fly.memref<f32, register, ((4,1),2,2):((1,0),8,4)>
  return
}

// CHECK-LABEL: @partition_shape(
func.func @partition_shape(%a0: !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, %a1: !fly.int_tuple<(64,64)>) {
  // CHECK: -> !fly.int_tuple<((4,1),2,2)>
  %0 = fly.tiled_mma.partition_shape(%a0, %a1) {operand_id = #fly<mma_operand c>} : (!fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>, !fly.int_tuple<(64,64)>) -> !fly.int_tuple<((4,1),2,2)>
  return
}
