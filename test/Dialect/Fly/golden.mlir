// RUN: fly-opt %s -verify-roundtrip | FileCheck %s

// Values that FlyDSL infers: each line verifies only if ours infers the same
// type, or one with stronger divisors.

// CHECK-LABEL: @coalesce_1(
func.func @coalesce_1(%a0: !fly.layout<(3,1,9):(1,9,3)>) {
  // CHECK: -> !fly.layout<27:1>
  %0 = fly.coalesce(%a0) : (!fly.layout<(3,1,9):(1,9,3)>) -> !fly.layout<27:1>
  return
}

// CHECK-LABEL: @coalesce_2(
func.func @coalesce_2(%a0: !fly.layout<(2,(1,6)):(1,(6,2))>) {
  // CHECK: -> !fly.layout<12:1>
  %0 = fly.coalesce(%a0) : (!fly.layout<(2,(1,6)):(1,(6,2))>) -> !fly.layout<12:1>
  return
}

// CHECK-LABEL: @coalesce_3(
func.func @coalesce_3(%a0: !fly.layout<(2,(1,6)):(1,(6,2))>, %a1: !fly.int_tuple<(1,1)>) {
  // CHECK: -> !fly.layout<(2,6):(1,2)>
  %0 = fly.coalesce(%a0, %a1) : (!fly.layout<(2,(1,6)):(1,(6,2))>, !fly.int_tuple<(1,1)>) -> !fly.layout<(2,6):(1,2)>
  return
}

// CHECK-LABEL: @coalesce_4(
func.func @coalesce_4(%a0: !fly.layout<1:5>) {
  // CHECK: -> !fly.layout<1:0>
  %0 = fly.coalesce(%a0) : (!fly.layout<1:5>) -> !fly.layout<1:0>
  return
}

// CHECK-LABEL: @coalesce_5(
func.func @coalesce_5(%a0: !fly.layout<(8):(1)>) {
  // CHECK: -> !fly.layout<(8):(1)>
  %0 = fly.coalesce(%a0) : (!fly.layout<(8):(1)>) -> !fly.layout<(8):(1)>
  return
}

// CHECK-LABEL: @coalesce_6(
func.func @coalesce_6(%a0: !fly.layout<(4,?):(1,4)>) {
  // CHECK: -> !fly.layout<(4,?):(1,4)>
  %0 = fly.coalesce(%a0) : (!fly.layout<(4,?):(1,4)>) -> !fly.layout<(4,?):(1,4)>
  return
}

// CHECK-LABEL: @coalesce_7(
func.func @coalesce_7(%a0: !fly.layout<(4,8):(0,0)>) {
  // CHECK: -> !fly.layout<32:0>
  %0 = fly.coalesce(%a0) : (!fly.layout<(4,8):(0,0)>) -> !fly.layout<32:0>
  return
}

// CHECK-LABEL: @coalesce_8(
func.func @coalesce_8(%a0: !fly.layout<(4,8,2):(1E0,4E0,1E1)>) {
  // CHECK: -> !fly.layout<(32,2):(1E0,1E1)>
  %0 = fly.coalesce(%a0) : (!fly.layout<(4,8,2):(1E0,4E0,1E1)>) -> !fly.layout<(32,2):(1E0,1E1)>
  return
}

// CHECK-LABEL: @coalesce_9(
func.func @coalesce_9(%a0: !fly.layout<(4,2):(1E0,4E1)>) {
  // CHECK: -> !fly.layout<(4,2):(1E0,4E1)>
  %0 = fly.coalesce(%a0) : (!fly.layout<(4,2):(1E0,4E1)>) -> !fly.layout<(4,2):(1E0,4E1)>
  return
}

// CHECK-LABEL: @coalesce_10(
func.func @coalesce_10(%a0: !fly.layout<(4,(2,3)):(1,(4,8))>, %a1: !fly.int_tuple<(1,1,1)>) {
  // CHECK: -> !fly.layout<(4,6):(1,4)>
  %0 = fly.coalesce(%a0, %a1) : (!fly.layout<(4,(2,3)):(1,(4,8))>, !fly.int_tuple<(1,1,1)>) -> !fly.layout<(4,6):(1,4)>
  return
}

// CHECK-LABEL: @coalesce_11(
func.func @coalesce_11(%a0: !fly.memref<f32, global, (4,8):(1,4), align<16>>) {
  // CHECK: -> !fly.memref<f32, global, 32:1, align<16>>
  %0 = fly.coalesce(%a0) : (!fly.memref<f32, global, (4,8):(1,4), align<16>>) -> !fly.memref<f32, global, 32:1, align<16>>
  return
}

// CHECK-LABEL: @composition_1(
func.func @composition_1(%a0: !fly.layout<(6,2):(8,2)>, %a1: !fly.layout<(4,3):(3,1)>) {
  // CHECK: -> !fly.layout<((2,2),3):((24,2),8)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(6,2):(8,2)>, !fly.layout<(4,3):(3,1)>) -> !fly.layout<((2,2),3):((24,2),8)>
  return
}

// CHECK-LABEL: @composition_2(
func.func @composition_2(%a0: !fly.layout<20:2>, %a1: !fly.layout<(5,4):(4,1)>) {
  // CHECK: -> !fly.layout<(5,4):(8,2)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<20:2>, !fly.layout<(5,4):(4,1)>) -> !fly.layout<(5,4):(8,2)>
  return
}

// CHECK-LABEL: @composition_3(
func.func @composition_3(%a0: !fly.layout<(10,2):(16,4)>, %a1: !fly.layout<(5,4):(1,5)>) {
  // CHECK: -> !fly.layout<(5,(2,2)):(16,(80,4))>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(10,2):(16,4)>, !fly.layout<(5,4):(1,5)>) -> !fly.layout<(5,(2,2)):(16,(80,4))>
  return
}

// CHECK-LABEL: @composition_4(
func.func @composition_4(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.layout<64:1>) {
  // CHECK: -> !fly.layout<64:1>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.layout<64:1>) -> !fly.layout<64:1>
  return
}

// CHECK-LABEL: @composition_5(
func.func @composition_5(%a0: !fly.layout<(4,8):(8,1)>, %a1: !fly.layout<64:1>) {
  // CHECK: -> !fly.layout<(4,16):(8,1)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,8):(8,1)>, !fly.layout<64:1>) -> !fly.layout<(4,16):(8,1)>
  return
}

// CHECK-LABEL: @composition_6(
func.func @composition_6(%a0: !fly.layout<(4,6):(1,4)>, %a1: !fly.layout<8:3>) {
  // CHECK: -> !fly.layout<8:3>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,6):(1,4)>, !fly.layout<8:3>) -> !fly.layout<8:3>
  return
}

// CHECK-LABEL: @composition_7(
func.func @composition_7(%a0: !fly.layout<4:2>, %a1: !fly.layout<4:0>) {
  // CHECK: -> !fly.layout<4:0>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<4:2>, !fly.layout<4:0>) -> !fly.layout<4:0>
  return
}

// CHECK-LABEL: @composition_8(
func.func @composition_8(%a0: !fly.layout<(?,8):(1,?)>, %a1: !fly.layout<4:1>) {
  // CHECK: -> !fly.layout<(?,?):(1,?)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(?,8):(1,?)>, !fly.layout<4:1>) -> !fly.layout<(?,?):(1,?)>
  return
}

// CHECK-LABEL: @composition_9(
func.func @composition_9(%a0: !fly.layout<(4,8):(1,?)>, %a1: !fly.layout<8:1>) {
  // CHECK: -> !fly.layout<(4,2):(1,?)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,8):(1,?)>, !fly.layout<8:1>) -> !fly.layout<(4,2):(1,?)>
  return
}

// CHECK-LABEL: @composition_10(
func.func @composition_10(%a0: !fly.layout<(4,?):(1,?)>, %a1: !fly.layout<16:1>) {
  // CHECK: -> !fly.layout<(4,4):(1,?)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,?):(1,?)>, !fly.layout<16:1>) -> !fly.layout<(4,4):(1,?)>
  return
}

// CHECK-LABEL: @composition_11(
func.func @composition_11(%a0: !fly.layout<(12,(4,8)):(59,(13,1))>, %a1: !fly.tile<[3:4|8:2]>) {
  // CHECK: -> !fly.layout<(3,(2,4)):(236,(26,1))>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(12,(4,8)):(59,(13,1))>, !fly.tile<[3:4|8:2]>) -> !fly.layout<(3,(2,4)):(236,(26,1))>
  return
}

// CHECK-LABEL: @composition_12(
func.func @composition_12(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.tile<[2|*]>) {
  // CHECK: -> !fly.layout<(2,8):(1,4)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2|*]>) -> !fly.layout<(2,8):(1,4)>
  return
}

// CHECK-LABEL: @composition_13(
func.func @composition_13(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.tile<[2]>) {
  // CHECK: -> !fly.layout<(2,8):(1,4)>
  %0 = fly.composition(%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.tile<[2]>) -> !fly.layout<(2,8):(1,4)>
  return
}

// CHECK-LABEL: @complement_1(
func.func @complement_1(%a0: !fly.layout<4:1>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<6:4>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:1>, !fly.int_tuple<24>) -> !fly.layout<6:4>
  return
}

// CHECK-LABEL: @complement_2(
func.func @complement_2(%a0: !fly.layout<6:4>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<4:1>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<6:4>, !fly.int_tuple<24>) -> !fly.layout<4:1>
  return
}

// CHECK-LABEL: @complement_3(
func.func @complement_3(%a0: !fly.layout<(4,6):(1,4)>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<1:0>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<(4,6):(1,4)>, !fly.int_tuple<24>) -> !fly.layout<1:0>
  return
}

// CHECK-LABEL: @complement_4(
func.func @complement_4(%a0: !fly.layout<4:2>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<(2,3):(1,8)>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:2>, !fly.int_tuple<24>) -> !fly.layout<(2,3):(1,8)>
  return
}

// CHECK-LABEL: @complement_5(
func.func @complement_5(%a0: !fly.layout<(2,4):(1,6)>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<3:2>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<(2,4):(1,6)>, !fly.int_tuple<24>) -> !fly.layout<3:2>
  return
}

// CHECK-LABEL: @complement_6(
func.func @complement_6(%a0: !fly.layout<(2,2):(1,6)>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<(3,2):(2,12)>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<(2,2):(1,6)>, !fly.int_tuple<24>) -> !fly.layout<(3,2):(2,12)>
  return
}

// CHECK-LABEL: @complement_7(
func.func @complement_7(%a0: !fly.layout<4:0>, %a1: !fly.int_tuple<24>) {
  // CHECK: -> !fly.layout<24:1>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:0>, !fly.int_tuple<24>) -> !fly.layout<24:1>
  return
}

// CHECK-LABEL: @complement_8(
func.func @complement_8(%a0: !fly.layout<4:1>, %a1: !fly.int_tuple<10>) {
  // CHECK: -> !fly.layout<3:4>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:1>, !fly.int_tuple<10>) -> !fly.layout<3:4>
  return
}

// CHECK-LABEL: @complement_9(
func.func @complement_9(%a0: !fly.layout<4:1>, %a1: !fly.int_tuple<?>) {
  // CHECK: -> !fly.layout<?:4>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:1>, !fly.int_tuple<?>) -> !fly.layout<?:4>
  return
}

// CHECK-LABEL: @complement_10(
func.func @complement_10(%a0: !fly.layout<4:?>, %a1: !fly.int_tuple<32>) {
  // CHECK: -> !fly.layout<(?,?):(1,?{div=4})>
  %0 = fly.complement(%a0, %a1) : (!fly.layout<4:?>, !fly.int_tuple<32>) -> !fly.layout<(?,?):(1,?{div=4})>
  return
}

// CHECK-LABEL: @right_inverse_1(
func.func @right_inverse_1(%a0: !fly.layout<(2,4):(4,1)>) {
  // CHECK: -> !fly.layout<(4,2):(2,1)>
  %0 = fly.right_inverse(%a0) : (!fly.layout<(2,4):(4,1)>) -> !fly.layout<(4,2):(2,1)>
  return
}

// CHECK-LABEL: @right_inverse_2(
func.func @right_inverse_2(%a0: !fly.layout<4:2>) {
  // CHECK: -> !fly.layout<1:0>
  %0 = fly.right_inverse(%a0) : (!fly.layout<4:2>) -> !fly.layout<1:0>
  return
}

// CHECK-LABEL: @right_inverse_3(
func.func @right_inverse_3(%a0: !fly.layout<(4,8):(1,5)>) {
  // CHECK: -> !fly.layout<4:1>
  %0 = fly.right_inverse(%a0) : (!fly.layout<(4,8):(1,5)>) -> !fly.layout<4:1>
  return
}

// CHECK-LABEL: @right_inverse_4(
func.func @right_inverse_4(%a0: !fly.layout<(4,8):(0,1)>) {
  // CHECK: -> !fly.layout<8:4>
  %0 = fly.right_inverse(%a0) : (!fly.layout<(4,8):(0,1)>) -> !fly.layout<8:4>
  return
}

// CHECK-LABEL: @left_inverse_1(
func.func @left_inverse_1(%a0: !fly.layout<(4,8):(1,5)>) {
  // CHECK: -> !fly.layout<(5,8):(1,4)>
  %0 = fly.left_inverse(%a0) : (!fly.layout<(4,8):(1,5)>) -> !fly.layout<(5,8):(1,4)>
  return
}

// CHECK-LABEL: @left_inverse_2(
func.func @left_inverse_2(%a0: !fly.layout<4:2>) {
  // CHECK: -> !fly.layout<(2,4):(0,1)>
  %0 = fly.left_inverse(%a0) : (!fly.layout<4:2>) -> !fly.layout<(2,4):(0,1)>
  return
}

// CHECK-LABEL: @left_inverse_3(
func.func @left_inverse_3(%a0: !fly.layout<(2,4):(4,1)>) {
  // CHECK: -> !fly.layout<(4,2):(2,1)>
  %0 = fly.left_inverse(%a0) : (!fly.layout<(2,4):(4,1)>) -> !fly.layout<(4,2):(2,1)>
  return
}

// CHECK-LABEL: @logical_divide_1(
func.func @logical_divide_1(%a0: !fly.layout<32:1>, %a1: !fly.layout<4:8>) {
  // CHECK: -> !fly.layout<(4,8):(8,1)>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<32:1>, !fly.layout<4:8>) -> !fly.layout<(4,8):(8,1)>
  return
}

// CHECK-LABEL: @logical_divide_2(
func.func @logical_divide_2(%a0: !fly.layout<(4,2,3):(2,1,8)>, %a1: !fly.layout<4:2>) {
  // CHECK: -> !fly.layout<((2,2),(2,3)):((4,1),(2,8))>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<(4,2,3):(2,1,8)>, !fly.layout<4:2>) -> !fly.layout<((2,2),(2,3)):((4,1),(2,8))>
  return
}

// CHECK-LABEL: @logical_divide_3(
func.func @logical_divide_3(%a0: !fly.layout<(9,(4,8)):(59,(13,1))>, %a1: !fly.tile<[3:3|(2,4):(1,8)]>) {
  // CHECK: -> !fly.layout<((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<(9,(4,8)):(59,(13,1))>, !fly.tile<[3:3|(2,4):(1,8)]>) -> !fly.layout<((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))>
  return
}

// CHECK-LABEL: @logical_divide_4(
func.func @logical_divide_4(%a0: !fly.layout<64:1>, %a1: !fly.tile<[16]>) {
  // CHECK: -> !fly.layout<((16,4)):((1,16))>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<64:1>, !fly.tile<[16]>) -> !fly.layout<((16,4)):((1,16))>
  return
}

// CHECK-LABEL: @logical_divide_5(
func.func @logical_divide_5(%a0: !fly.layout<(64,32):(32,1)>, %a1: !fly.tile<[*|8]>) {
  // CHECK: -> !fly.layout<(64,(8,4)):(32,(1,8))>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<(64,32):(32,1)>, !fly.tile<[*|8]>) -> !fly.layout<(64,(8,4)):(32,(1,8))>
  return
}

// CHECK-LABEL: @logical_divide_6(
func.func @logical_divide_6(%a0: !fly.layout<(64,32):(32,1)>, %a1: !fly.tile<16>) {
  // CHECK: -> !fly.layout<(16,(4,32)):(32,(512,1))>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<(64,32):(32,1)>, !fly.tile<16>) -> !fly.layout<(16,(4,32)):(32,(512,1))>
  return
}

// CHECK-LABEL: @logical_divide_7(
func.func @logical_divide_7(%a0: !fly.layout<10:1>, %a1: !fly.layout<4:1>) {
  // CHECK: -> !fly.layout<(4,3):(1,4)>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<10:1>, !fly.layout<4:1>) -> !fly.layout<(4,3):(1,4)>
  return
}

// CHECK-LABEL: @logical_divide_8(
func.func @logical_divide_8(%a0: !fly.layout<?:1>, %a1: !fly.layout<4:1>) {
  // CHECK: -> !fly.layout<(4,?):(1,4)>
  %0 = fly.logical_divide(%a0, %a1) : (!fly.layout<?:1>, !fly.layout<4:1>) -> !fly.layout<(4,?):(1,4)>
  return
}

// CHECK-LABEL: @zipped_divide_1(
func.func @zipped_divide_1(%a0: !fly.layout<(9,(4,8)):(59,(13,1))>, %a1: !fly.tile<[3:3|(2,4):(1,8)]>) {
  // CHECK: -> !fly.layout<((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))>
  %0 = fly.zipped_divide(%a0, %a1) : (!fly.layout<(9,(4,8)):(59,(13,1))>, !fly.tile<[3:3|(2,4):(1,8)]>) -> !fly.layout<((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))>
  return
}

// CHECK-LABEL: @zipped_divide_2(
func.func @zipped_divide_2(%a0: !fly.layout<(64,32):(32,1)>, %a1: !fly.tile<[16|8]>) {
  // CHECK: -> !fly.layout<((16,8),(4,4)):((32,1),(512,8))>
  %0 = fly.zipped_divide(%a0, %a1) : (!fly.layout<(64,32):(32,1)>, !fly.tile<[16|8]>) -> !fly.layout<((16,8),(4,4)):((32,1),(512,8))>
  return
}

// CHECK-LABEL: @zipped_divide_3(
func.func @zipped_divide_3(%a0: !fly.layout<(64,32):(32,1)>, %a1: !fly.tile<[16]>) {
  // CHECK: -> !fly.layout<((16,4),32):((32,512),1)>
  %0 = fly.zipped_divide(%a0, %a1) : (!fly.layout<(64,32):(32,1)>, !fly.tile<[16]>) -> !fly.layout<((16,4),32):((32,512),1)>
  return
}

// CHECK-LABEL: @zipped_divide_4(
func.func @zipped_divide_4(%a0: !fly.layout<(?,64):(64,1)>, %a1: !fly.tile<[1|64]>) {
  // CHECK: -> !fly.layout<((1,64),(?,1)):((0,1),(64,0))>
  %0 = fly.zipped_divide(%a0, %a1) : (!fly.layout<(?,64):(64,1)>, !fly.tile<[1|64]>) -> !fly.layout<((1,64),(?,1)):((0,1),(64,0))>
  return
}

// CHECK-LABEL: @zipped_divide_5(
func.func @zipped_divide_5(%a0: !fly.layout<(?,1024):(1024,1)>, %a1: !fly.tile<[1|256]>) {
  // CHECK: -> !fly.layout<((1,256),(?,4)):((0,1),(1024,256))>
  %0 = fly.zipped_divide(%a0, %a1) : (!fly.layout<(?,1024):(1024,1)>, !fly.tile<[1|256]>) -> !fly.layout<((1,256),(?,4)):((0,1),(1024,256))>
  return
}

// CHECK-LABEL: @zipped_divide_6(
func.func @zipped_divide_6(%a0: !fly.layout<64:1>, %a1: !fly.tile<16>) {
  // CHECK: -> !fly.layout<(16,4):(1,16)>
  %0 = fly.zipped_divide(%a0, %a1) : (!fly.layout<64:1>, !fly.tile<16>) -> !fly.layout<(16,4):(1,16)>
  return
}

// CHECK-LABEL: @tiled_divide_1(
func.func @tiled_divide_1(%a0: !fly.layout<(9,(4,8)):(59,(13,1))>, %a1: !fly.tile<[3:3|(2,4):(1,8)]>) {
  // CHECK: -> !fly.layout<((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))>
  %0 = fly.tiled_divide(%a0, %a1) : (!fly.layout<(9,(4,8)):(59,(13,1))>, !fly.tile<[3:3|(2,4):(1,8)]>) -> !fly.layout<((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))>
  return
}

// CHECK-LABEL: @flat_divide_1(
func.func @flat_divide_1(%a0: !fly.layout<(9,(4,8)):(59,(13,1))>, %a1: !fly.tile<[3:3|(2,4):(1,8)]>) {
  // CHECK: -> !fly.layout<(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))>
  %0 = fly.flat_divide(%a0, %a1) : (!fly.layout<(9,(4,8)):(59,(13,1))>, !fly.tile<[3:3|(2,4):(1,8)]>) -> !fly.layout<(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))>
  return
}

// CHECK-LABEL: @logical_product_1(
func.func @logical_product_1(%a0: !fly.layout<(2,2):(4,1)>, %a1: !fly.layout<6:1>) {
  // CHECK: -> !fly.layout<((2,2),(2,3)):((4,1),(2,8))>
  %0 = fly.logical_product(%a0, %a1) : (!fly.layout<(2,2):(4,1)>, !fly.layout<6:1>) -> !fly.layout<((2,2),(2,3)):((4,1),(2,8))>
  return
}

// CHECK-LABEL: @logical_product_2(
func.func @logical_product_2(%a0: !fly.layout<(2,2):(4,1)>, %a1: !fly.layout<(4,2):(2,1)>) {
  // CHECK: -> !fly.layout<((2,2),(4,2)):((4,1),(8,2))>
  %0 = fly.logical_product(%a0, %a1) : (!fly.layout<(2,2):(4,1)>, !fly.layout<(4,2):(2,1)>) -> !fly.layout<((2,2),(4,2)):((4,1),(8,2))>
  return
}

// CHECK-LABEL: @logical_product_3(
func.func @logical_product_3(%a0: !fly.layout<4:1>, %a1: !fly.layout<?:1>) {
  // CHECK: -> !fly.layout<(4,?):(1,4)>
  %0 = fly.logical_product(%a0, %a1) : (!fly.layout<4:1>, !fly.layout<?:1>) -> !fly.layout<(4,?):(1,4)>
  return
}

// CHECK-LABEL: @blocked_product_1(
func.func @blocked_product_1(%a0: !fly.layout<(2,5):(5,1)>, %a1: !fly.layout<(3,4):(1,3)>) {
  // CHECK: -> !fly.layout<((2,3),(5,4)):((5,10),(1,30))>
  %0 = fly.blocked_product(%a0, %a1) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,3),(5,4)):((5,10),(1,30))>
  return
}

// CHECK-LABEL: @raked_product_1(
func.func @raked_product_1(%a0: !fly.layout<(2,5):(5,1)>, %a1: !fly.layout<(3,4):(1,3)>) {
  // CHECK: -> !fly.layout<((3,2),(4,5)):((10,5),(30,1))>
  %0 = fly.raked_product(%a0, %a1) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((3,2),(4,5)):((10,5),(30,1))>
  return
}

// CHECK-LABEL: @zipped_product_1(
func.func @zipped_product_1(%a0: !fly.layout<(2,5):(5,1)>, %a1: !fly.layout<(3,4):(1,3)>) {
  // CHECK: -> !fly.layout<((2,5),(3,4)):((5,1),(10,30))>
  %0 = fly.zipped_product(%a0, %a1) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,5),(3,4)):((5,1),(10,30))>
  return
}

// CHECK-LABEL: @tiled_product_1(
func.func @tiled_product_1(%a0: !fly.layout<(2,5):(5,1)>, %a1: !fly.layout<(3,4):(1,3)>) {
  // CHECK: -> !fly.layout<((2,5),3,4):((5,1),10,30)>
  %0 = fly.tiled_product(%a0, %a1) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<((2,5),3,4):((5,1),10,30)>
  return
}

// CHECK-LABEL: @flat_product_1(
func.func @flat_product_1(%a0: !fly.layout<(2,5):(5,1)>, %a1: !fly.layout<(3,4):(1,3)>) {
  // CHECK: -> !fly.layout<(2,5,3,4):(5,1,10,30)>
  %0 = fly.flat_product(%a0, %a1) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> !fly.layout<(2,5,3,4):(5,1,10,30)>
  return
}

// CHECK-LABEL: @blocked_product_2(
func.func @blocked_product_2(%a0: !fly.layout<8:1>, %a1: !fly.layout<(2,3):(1,2)>) {
  // CHECK: -> !fly.layout<((8,2),(1,3)):((1,8),(0,16))>
  %0 = fly.blocked_product(%a0, %a1) : (!fly.layout<8:1>, !fly.layout<(2,3):(1,2)>) -> !fly.layout<((8,2),(1,3)):((1,8),(0,16))>
  return
}

// CHECK-LABEL: @raked_product_2(
func.func @raked_product_2(%a0: !fly.layout<4:1>, %a1: !fly.layout<8:1>) {
  // CHECK: -> !fly.layout<(8,4):(4,1)>
  %0 = fly.raked_product(%a0, %a1) : (!fly.layout<4:1>, !fly.layout<8:1>) -> !fly.layout<(8,4):(4,1)>
  return
}

// CHECK-LABEL: @tile_to_shape_1(
func.func @tile_to_shape_1(%a0: !fly.layout<(2,2):(2,1)>, %a1: !fly.int_tuple<(8,8)>, %a2: !fly.int_tuple<(0,1)>) {
  // CHECK: -> !fly.layout<((2,4),(2,4)):((2,4),(1,16))>
  %0 = fly.tile_to_shape(%a0, %a1, %a2) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(8,8)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((2,4),(2,4)):((2,4),(1,16))>
  return
}

// CHECK-LABEL: @tile_to_shape_2(
func.func @tile_to_shape_2(%a0: !fly.layout<(2,2):(2,1)>, %a1: !fly.int_tuple<(8,8)>, %a2: !fly.int_tuple<(1,0)>) {
  // CHECK: -> !fly.layout<((2,4),(2,4)):((2,16),(1,4))>
  %0 = fly.tile_to_shape(%a0, %a1, %a2) : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(8,8)>, !fly.int_tuple<(1,0)>) -> !fly.layout<((2,4),(2,4)):((2,16),(1,4))>
  return
}

// CHECK-LABEL: @tile_to_shape_3(
func.func @tile_to_shape_3(%a0: !fly.layout<8:1>, %a1: !fly.int_tuple<(16,4)>, %a2: !fly.int_tuple<(0,1)>) {
  // CHECK: -> !fly.layout<((8,2),(1,4)):((1,8),(0,16))>
  %0 = fly.tile_to_shape(%a0, %a1, %a2) : (!fly.layout<8:1>, !fly.int_tuple<(16,4)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((8,2),(1,4)):((1,8),(0,16))>
  return
}

// CHECK-LABEL: @recast_layout_1(
func.func @recast_layout_1(%a0: !fly.layout<(8,4):(1,8)>) {
  // CHECK: -> !fly.layout<(2,4):(1,2)>
  %0 = fly.recast_layout(%a0) {new_type_bits = 32 : i32, old_type_bits = 8 : i32} : (!fly.layout<(8,4):(1,8)>) -> !fly.layout<(2,4):(1,2)>
  return
}

// CHECK-LABEL: @recast_layout_2(
func.func @recast_layout_2(%a0: !fly.layout<(8,4):(4,1)>) {
  // CHECK: -> !fly.layout<(8,8):(8,1)>
  %0 = fly.recast_layout(%a0) {new_type_bits = 16 : i32, old_type_bits = 32 : i32} : (!fly.layout<(8,4):(4,1)>) -> !fly.layout<(8,8):(8,1)>
  return
}

// CHECK-LABEL: @recast_layout_3(
func.func @recast_layout_3(%a0: !fly.layout<(8,4):(1,?{div=4})>) {
  // CHECK: -> !fly.layout<(4,4):(1,?)>
  %0 = fly.recast_layout(%a0) {new_type_bits = 16 : i32, old_type_bits = 8 : i32} : (!fly.layout<(8,4):(1,?{div=4})>) -> !fly.layout<(4,4):(1,?)>
  return
}

// CHECK-LABEL: @make_ordered_layout_1(
func.func @make_ordered_layout_1(%a0: !fly.int_tuple<(2,3,4)>, %a1: !fly.int_tuple<(1,0,2)>) {
  // CHECK: -> !fly.layout<(2,3,4):(3,1,6)>
  %0 = fly.make_ordered_layout(%a0, %a1) : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(1,0,2)>) -> !fly.layout<(2,3,4):(3,1,6)>
  return
}

// CHECK-LABEL: @make_ordered_layout_2(
func.func @make_ordered_layout_2(%a0: !fly.int_tuple<((2,3),4)>, %a1: !fly.int_tuple<(1,0)>) {
  // CHECK: -> !fly.layout<((2,3),4):((4,8),1)>
  %0 = fly.make_ordered_layout(%a0, %a1) : (!fly.int_tuple<((2,3),4)>, !fly.int_tuple<(1,0)>) -> !fly.layout<((2,3),4):((4,8),1)>
  return
}

// CHECK-LABEL: @make_ordered_layout_3(
func.func @make_ordered_layout_3(%a0: !fly.int_tuple<(2,3,4)>, %a1: !fly.int_tuple<(0,0,1)>) {
  // CHECK: -> !fly.layout<(2,3,4):(1,1,6)>
  %0 = fly.make_ordered_layout(%a0, %a1) : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(0,0,1)>) -> !fly.layout<(2,3,4):(1,1,6)>
  return
}

// CHECK-LABEL: @make_layout_like_1(
func.func @make_layout_like_1(%a0: !fly.layout<(4,8):(0,3)>) {
  // CHECK: -> !fly.layout<(4,8):(1,1)>
  %0 = fly.make_layout_like(%a0) : (!fly.layout<(4,8):(0,3)>) -> !fly.layout<(4,8):(1,1)>
  return
}

// CHECK-LABEL: @make_identity_layout_1(
func.func @make_identity_layout_1(%a0: !fly.int_tuple<(4,(2,3))>) {
  // CHECK: -> !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>
  %0 = fly.make_identity_layout(%a0) : (!fly.int_tuple<(4,(2,3))>) -> !fly.layout<(4,(2,3)):(1E0,(1E1E0,1E1E1))>
  return
}

// CHECK-LABEL: @make_identity_layout_2(
func.func @make_identity_layout_2(%a0: !fly.int_tuple<8>) {
  // CHECK: -> !fly.layout<8:1>
  %0 = fly.make_identity_layout(%a0) : (!fly.int_tuple<8>) -> !fly.layout<8:1>
  return
}

// CHECK-LABEL: @make_fragment_layout_like_1(
func.func @make_fragment_layout_like_1(%a0: !fly.layout<(4,8):(64,1)>) {
  // CHECK: -> !fly.layout<(4,8):(1,4)>
  %0 = fly.make_fragment_layout_like(%a0) : (!fly.layout<(4,8):(64,1)>) -> !fly.layout<(4,8):(1,4)>
  return
}

// CHECK-LABEL: @make_fragment_layout_like_2(
func.func @make_fragment_layout_like_2(%a0: !fly.layout<((4,2),8,2):((1,64),128,4)>) {
  // CHECK: -> !fly.layout<((4,2),8,2):((1,4),16,8)>
  %0 = fly.make_fragment_layout_like(%a0) : (!fly.layout<((4,2),8,2):((1,64),128,4)>) -> !fly.layout<((4,2),8,2):((1,4),16,8)>
  return
}

// CHECK-LABEL: @make_fragment_layout_like_3(
func.func @make_fragment_layout_like_3(%a0: !fly.layout<(8,1,1):(1,0,0)>) {
  // CHECK: -> !fly.layout<(8,1,1):(1,0,0)>
  %0 = fly.make_fragment_layout_like(%a0) : (!fly.layout<(8,1,1):(1,0,0)>) -> !fly.layout<(8,1,1):(1,0,0)>
  return
}

// CHECK-LABEL: @crd2idx_1(
func.func @crd2idx_1(%a0: !fly.int_tuple<(2,3)>, %a1: !fly.layout<(4,8):(1,4)>) {
  // CHECK: -> !fly.int_tuple<14>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<(2,3)>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<14>
  return
}

// CHECK-LABEL: @crd2idx_2(
func.func @crd2idx_2(%a0: !fly.int_tuple<14>, %a1: !fly.layout<(4,8):(8,1)>) {
  // CHECK: -> !fly.int_tuple<19>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<14>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<19>
  return
}

// CHECK-LABEL: @crd2idx_3(
func.func @crd2idx_3(%a0: !fly.int_tuple<(1,(1,2))>, %a1: !fly.layout<(3,(2,3)):(3,(12,1))>) {
  // CHECK: -> !fly.int_tuple<17>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<(1,(1,2))>, !fly.layout<(3,(2,3)):(3,(12,1))>) -> !fly.int_tuple<17>
  return
}

// CHECK-LABEL: @crd2idx_4(
func.func @crd2idx_4(%a0: !fly.int_tuple<(?,?{div=4})>, %a1: !fly.layout<(4,8):(16,2)>) {
  // CHECK: -> !fly.int_tuple<?{div=8}>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<(?,?{div=4})>, !fly.layout<(4,8):(16,2)>) -> !fly.int_tuple<?{div=8}>
  return
}

// CHECK-LABEL: @crd2idx_5(
func.func @crd2idx_5(%a0: !fly.int_tuple<(?{i64},2)>, %a1: !fly.layout<(?,8):(16,1)>) {
  // CHECK: -> !fly.int_tuple<?{i64 div=2}>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<(?{i64},2)>, !fly.layout<(?,8):(16,1)>) -> !fly.int_tuple<?{i64 div=2}>
  return
}

// CHECK-LABEL: @crd2idx_6(
func.func @crd2idx_6(%a0: !fly.int_tuple<(?,3)>, %a1: !fly.layout<(4,8):(1E0,1E1)>) {
  // CHECK: -> !fly.int_tuple<(?,3)>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<(?,3)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(?,3)>
  return
}

// CHECK-LABEL: @crd2idx_7(
func.func @crd2idx_7(%a0: !fly.int_tuple<7>, %a1: !fly.layout<(4,8):(1E0,1E1)>) {
  // CHECK: -> !fly.int_tuple<(3,1)>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<7>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(3,1)>
  return
}

// CHECK-LABEL: @crd2idx_8(
func.func @crd2idx_8(%a0: !fly.int_tuple<24>, %a1: !fly.swizzle<S<2,0,3>>) {
  // CHECK: -> !fly.int_tuple<27>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<24>, !fly.swizzle<S<2,0,3>>) -> !fly.int_tuple<27>
  return
}

// CHECK-LABEL: @crd2idx_9(
func.func @crd2idx_9(%a0: !fly.int_tuple<?{div=16}>, %a1: !fly.swizzle<S<3,3,3>>) {
  // CHECK: -> !fly.int_tuple<?{div=8}>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<?{div=16}>, !fly.swizzle<S<3,3,3>>) -> !fly.int_tuple<?{div=8}>
  return
}

// CHECK-LABEL: @crd2idx_10(
func.func @crd2idx_10(%a0: !fly.int_tuple<100>, %a1: !fly.layout<(4,8):(1,4)>) {
  // CHECK: -> !fly.int_tuple<100>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<100>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<100>
  return
}

// CHECK-LABEL: @idx2crd_1(
func.func @idx2crd_1(%a0: !fly.int_tuple<19>, %a1: !fly.layout<(4,8):(8,1)>) {
  // CHECK: -> !fly.int_tuple<(2,3)>
  %0 = fly.idx2crd(%a0, %a1) : (!fly.int_tuple<19>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(2,3)>
  return
}

// CHECK-LABEL: @idx2crd_2(
func.func @idx2crd_2(%a0: !fly.int_tuple<100>, %a1: !fly.layout<(4,8):(1,4)>) {
  // CHECK: -> !fly.int_tuple<(0,1)>
  %0 = fly.idx2crd(%a0, %a1) : (!fly.int_tuple<100>, !fly.layout<(4,8):(1,4)>) -> !fly.int_tuple<(0,1)>
  return
}

// CHECK-LABEL: @get_flat_coord_1(
func.func @get_flat_coord_1(%a0: !fly.int_tuple<5>, %a1: !fly.layout<((2,4),8):((1,2),8)>) {
  // CHECK: -> !fly.int_tuple<(5,0)>
  %0 = fly.get_flat_coord(%a0, %a1) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<(5,0)>
  return
}

// CHECK-LABEL: @get_1d_coord_1(
func.func @get_1d_coord_1(%a0: !fly.int_tuple<5>, %a1: !fly.layout<((2,4),8):((1,2),8)>) {
  // CHECK: -> !fly.int_tuple<5>
  %0 = fly.get_1d_coord(%a0, %a1) : (!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<5>
  return
}

// CHECK-LABEL: @size_1(
func.func @size_1(%a0: !fly.layout<(4,?):(1,4)>) {
  // CHECK: -> !fly.int_tuple<?{div=4}>
  %0 = fly.size(%a0) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<?{div=4}>
  return
}

// CHECK-LABEL: @cosize_1(
func.func @cosize_1(%a0: !fly.layout<(4,8):(1,5)>) {
  // CHECK: -> !fly.int_tuple<39>
  %0 = fly.cosize(%a0) : (!fly.layout<(4,8):(1,5)>) -> !fly.int_tuple<39>
  return
}

// CHECK-LABEL: @cosize_2(
func.func @cosize_2(%a0: !fly.layout<(?,1024):(?{i64},1)>) {
  // CHECK: -> !fly.int_tuple<?{i64}>
  %0 = fly.cosize(%a0) : (!fly.layout<(?,1024):(?{i64},1)>) -> !fly.int_tuple<?{i64}>
  return
}

// CHECK-LABEL: @coshape_1(
func.func @coshape_1(%a0: !fly.layout<(4,8):(1E0,1E1)>) {
  // CHECK: -> !fly.int_tuple<(4,8)>
  %0 = fly.coshape(%a0) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(4,8)>
  return
}

// CHECK-LABEL: @coprofile_1(
func.func @coprofile_1(%a0: !fly.layout<(4,8):(1E0,1E1)>) {
  // CHECK: -> !fly.int_tuple<(0,0)>
  %0 = fly.coprofile(%a0) : (!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(0,0)>
  return
}

// CHECK-LABEL: @slice_1(
func.func @slice_1(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.int_tuple<(*,3)>) {
  // CHECK: -> !fly.layout<4:1>
  %0 = fly.slice(%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(*,3)>) -> !fly.layout<4:1>
  return
}

// CHECK-LABEL: @slice_2(
func.func @slice_2(%a0: !fly.layout<(4,(2,8)):(1,(4,8))>, %a1: !fly.int_tuple<(*,(1,*))>) {
  // CHECK: -> !fly.layout<(4,8):(1,8)>
  %0 = fly.slice(%a0, %a1) : (!fly.layout<(4,(2,8)):(1,(4,8))>, !fly.int_tuple<(*,(1,*))>) -> !fly.layout<(4,8):(1,8)>
  return
}

// CHECK-LABEL: @slice_3(
func.func @slice_3(%a0: !fly.memref<f32, global, (4,8):(8,1), align<16>>, %a1: !fly.int_tuple<(2,*)>) {
  // CHECK: -> !fly.memref<f32, global, 8:1, align<16>>
  %0 = fly.slice(%a0, %a1) : (!fly.memref<f32, global, (4,8):(8,1), align<16>>, !fly.int_tuple<(2,*)>) -> !fly.memref<f32, global, 8:1, align<16>>
  return
}

// CHECK-LABEL: @slice_4(
func.func @slice_4(%a0: !fly.memref<f32, global, (4,8):(8,1), align<16>>, %a1: !fly.int_tuple<(*,?)>) {
  // CHECK: -> !fly.memref<f32, global, 4:8>
  %0 = fly.slice(%a0, %a1) : (!fly.memref<f32, global, (4,8):(8,1), align<16>>, !fly.int_tuple<(*,?)>) -> !fly.memref<f32, global, 4:8>
  return
}

// CHECK-LABEL: @slice_5(
func.func @slice_5(%a0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>, %a1: !fly.int_tuple<(?,*)>) {
  // CHECK: -> !fly.coord_tensor<(?,0), 8:1E1>
  %0 = fly.slice(%a0, %a1) : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>, !fly.int_tuple<(?,*)>) -> !fly.coord_tensor<(?,0), 8:1E1>
  return
}

// CHECK-LABEL: @dice_1(
func.func @dice_1(%a0: !fly.layout<(4,8):(1,4)>, %a1: !fly.int_tuple<(*,3)>) {
  // CHECK: -> !fly.layout<8:4>
  %0 = fly.dice(%a0, %a1) : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(*,3)>) -> !fly.layout<8:4>
  return
}

// CHECK-LABEL: @get_1(
func.func @get_1(%a0: !fly.layout<(2,(3,5),4):(1,(2,7),6)>) {
  // CHECK: -> !fly.layout<3:2>
  %0 = fly.get(%a0) {mode = array<i32: 1, 0>} : (!fly.layout<(2,(3,5),4):(1,(2,7),6)>) -> !fly.layout<3:2>
  return
}

// CHECK-LABEL: @take_1(
func.func @take_1(%a0: !fly.layout<(2,3,4):(1,2,6)>) {
  // CHECK: -> !fly.layout<(3,4):(2,6)>
  %0 = fly.take(%a0) {begin = 1 : i32, end = -1 : i32} : (!fly.layout<(2,3,4):(1,2,6)>) -> !fly.layout<(3,4):(2,6)>
  return
}

// CHECK-LABEL: @select_1(
func.func @select_1(%a0: !fly.layout<(2,3,4):(1,2,6)>) {
  // CHECK: -> !fly.layout<(4,2):(6,1)>
  %0 = fly.select(%a0) {indices = array<i32: 2, 0>} : (!fly.layout<(2,3,4):(1,2,6)>) -> !fly.layout<(4,2):(6,1)>
  return
}

// CHECK-LABEL: @group_1(
func.func @group_1(%a0: !fly.layout<(2,3,4):(1,2,6)>) {
  // CHECK: -> !fly.layout<(2,(3,4)):(1,(2,6))>
  %0 = fly.group(%a0) {begin = 1 : i32, end = -1 : i32} : (!fly.layout<(2,3,4):(1,2,6)>) -> !fly.layout<(2,(3,4)):(1,(2,6))>
  return
}

// CHECK-LABEL: @append_1(
func.func @append_1(%a0: !fly.layout<4:1>, %a1: !fly.layout<2:4>) {
  // CHECK: -> !fly.layout<(4,2):(1,4)>
  %0 = fly.append(%a0, %a1) : (!fly.layout<4:1>, !fly.layout<2:4>) -> !fly.layout<(4,2):(1,4)>
  return
}

// CHECK-LABEL: @append_2(
func.func @append_2(%a0: !fly.int_tuple<4>, %a1: !fly.int_tuple<5>) {
  // CHECK: -> !fly.int_tuple<(4,5,5,5)>
  %0 = fly.append<4>(%a0, %a1) : (!fly.int_tuple<4>, !fly.int_tuple<5>) -> !fly.int_tuple<(4,5,5,5)>
  return
}

// CHECK-LABEL: @int_tuple_add_1(
func.func @int_tuple_add_1(%a0: !fly.int_tuple<(1,2,3)>, %a1: !fly.int_tuple<(1,1)>) {
  // CHECK: -> !fly.int_tuple<(2,3,3)>
  %0 = fly.int_tuple_add(%a0, %a1) : (!fly.int_tuple<(1,2,3)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(2,3,3)>
  return
}

// CHECK-LABEL: @int_tuple_add_2(
func.func @int_tuple_add_2(%a0: !fly.int_tuple<1E0>, %a1: !fly.int_tuple<2E1>) {
  // CHECK: -> !fly.int_tuple<(1,2)>
  %0 = fly.int_tuple_add(%a0, %a1) : (!fly.int_tuple<1E0>, !fly.int_tuple<2E1>) -> !fly.int_tuple<(1,2)>
  return
}

// CHECK-LABEL: @int_tuple_add_3(
func.func @int_tuple_add_3(%a0: !fly.int_tuple<?{div=4}>, %a1: !fly.int_tuple<6>) {
  // CHECK: -> !fly.int_tuple<?{div=2}>
  %0 = fly.int_tuple_add(%a0, %a1) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<6>) -> !fly.int_tuple<?{div=2}>
  return
}

// CHECK-LABEL: @int_tuple_add_4(
func.func @int_tuple_add_4(%a0: !fly.int_tuple<*>, %a1: !fly.int_tuple<3>) {
  // CHECK: -> !fly.int_tuple<3>
  %0 = fly.int_tuple_add(%a0, %a1) : (!fly.int_tuple<*>, !fly.int_tuple<3>) -> !fly.int_tuple<3>
  return
}

// CHECK-LABEL: @int_tuple_mul_1(
func.func @int_tuple_mul_1(%a0: !fly.int_tuple<?{div=4}>, %a1: !fly.int_tuple<6>) {
  // CHECK: -> !fly.int_tuple<?{div=24}>
  %0 = fly.int_tuple_mul(%a0, %a1) : (!fly.int_tuple<?{div=4}>, !fly.int_tuple<6>) -> !fly.int_tuple<?{div=24}>
  return
}

// CHECK-LABEL: @int_tuple_div_1(
func.func @int_tuple_div_1(%a0: !fly.int_tuple<?{div=8}>, %a1: !fly.int_tuple<4>) {
  // CHECK: -> !fly.int_tuple<?>
  %0 = fly.int_tuple_div(%a0, %a1) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?>
  return
}

// CHECK-LABEL: @int_tuple_mod_1(
func.func @int_tuple_mod_1(%a0: !fly.int_tuple<?{div=8}>, %a1: !fly.int_tuple<4>) {
  // CHECK: -> !fly.int_tuple<?{div=4}>
  %0 = fly.int_tuple_mod(%a0, %a1) : (!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=4}>
  return
}

// CHECK-LABEL: @shape_div_1(
func.func @shape_div_1(%a0: !fly.int_tuple<(6,4)>, %a1: !fly.int_tuple<12>) {
  // CHECK: -> !fly.int_tuple<(1,2)>
  %0 = fly.shape_div(%a0, %a1) : (!fly.int_tuple<(6,4)>, !fly.int_tuple<12>) -> !fly.int_tuple<(1,2)>
  return
}

// CHECK-LABEL: @shape_div_2(
func.func @shape_div_2(%a0: !fly.int_tuple<12>, %a1: !fly.int_tuple<(6,2)>) {
  // CHECK: -> !fly.int_tuple<1>
  %0 = fly.shape_div(%a0, %a1) : (!fly.int_tuple<12>, !fly.int_tuple<(6,2)>) -> !fly.int_tuple<1>
  return
}

// CHECK-LABEL: @ceil_div_1(
func.func @ceil_div_1(%a0: !fly.int_tuple<(7,5)>, %a1: !fly.int_tuple<4>) {
  // CHECK: -> !fly.int_tuple<(2,5)>
  %0 = fly.ceil_div(%a0, %a1) : (!fly.int_tuple<(7,5)>, !fly.int_tuple<4>) -> !fly.int_tuple<(2,5)>
  return
}

// CHECK-LABEL: @int_tuple_product_like_1(
func.func @int_tuple_product_like_1(%a0: !fly.int_tuple<((2,3),4)>, %a1: !fly.int_tuple<(1,1)>) {
  // CHECK: -> !fly.int_tuple<(6,4)>
  %0 = fly.int_tuple_product_like(%a0, %a1) : (!fly.int_tuple<((2,3),4)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(6,4)>
  return
}

// CHECK-LABEL: @add_offset_1(
func.func @add_offset_1(%a0: !fly.ptr<f32, global, align<16>>, %a1: !fly.int_tuple<2>) {
  // CHECK: -> !fly.ptr<f32, global, align<8>>
  %0 = fly.add_offset(%a0, %a1) : (!fly.ptr<f32, global, align<16>>, !fly.int_tuple<2>) -> !fly.ptr<f32, global, align<8>>
  return
}

// CHECK-LABEL: @apply_swizzle_1(
func.func @apply_swizzle_1(%a0: !fly.ptr<f16, shared, align<64>>, %a1: !fly.swizzle<S<3,3,3>>) {
  // CHECK: -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
  %0 = fly.apply_swizzle(%a0, %a1) : (!fly.ptr<f16, shared, align<64>>, !fly.swizzle<S<3,3,3>>) -> !fly.ptr<f16, shared, align<16>, S<3,3,3>>
  return
}

// CHECK-LABEL: @memref_load_vec_1(
func.func @memref_load_vec_1(%a0: !fly.memref<f16, global, (4,8):(1,4)>) {
  // CHECK: -> vector<32xf16>
  %0 = fly.memref.load_vec(%a0) : (!fly.memref<f16, global, (4,8):(1,4)>) -> vector<32xf16>
  return
}

// CHECK-LABEL: @memref_load_vec_2(
func.func @memref_load_vec_2(%a0: !fly.coord_tensor<?, 4:2>) {
  // CHECK: -> vector<4xi32>
  %0 = fly.memref.load_vec(%a0) : (!fly.coord_tensor<?, 4:2>) -> vector<4xi32>
  return
}

// CHECK-LABEL: @memref_load_1(
func.func @memref_load_1(%a0: !fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>, %a1: !fly.int_tuple<(1,2)>) {
  // CHECK: -> !fly.int_tuple<(1,2)>
  %0 = fly.memref.load(%a0, %a1) : (!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>, !fly.int_tuple<(1,2)>) -> !fly.int_tuple<(1,2)>
  return
}

// CHECK-LABEL: @recast_layout_4(
func.func @recast_layout_4(%a0: !fly.composed_layout<S<3,4,3> o 8 o (8,64):(64,1)>) {
  // CHECK: -> !fly.composed_layout<S<3,3,3> o 4 o (8,32):(32,1)>
  %0 = fly.recast_layout(%a0) {new_type_bits = 16 : i32, old_type_bits = 8 : i32} : (!fly.composed_layout<S<3,4,3> o 8 o (8,64):(64,1)>) -> !fly.composed_layout<S<3,3,3> o 4 o (8,32):(32,1)>
  return
}

// CHECK-LABEL: @crd2idx_13(
func.func @crd2idx_13(%a0: !fly.int_tuple<(3,5)>, %a1: !fly.composed_layout<S<3,0,3> o 8 o (8,8):(8,1)>) {
  // CHECK: -> !fly.int_tuple<33>
  %0 = fly.crd2idx(%a0, %a1) : (!fly.int_tuple<(3,5)>, !fly.composed_layout<S<3,0,3> o 8 o (8,8):(8,1)>) -> !fly.int_tuple<33>
  return
}

// CHECK-LABEL: @slice_6(
func.func @slice_6(%a0: !fly.memref<f32, shared, S<3,3,3> o 0 o (8,8):(8,1)>, %a1: !fly.int_tuple<(2,*)>) {
  // CHECK: -> !fly.memref<f32, shared, S<3,3,3> o 16 o 8:1>
  %0 = fly.slice(%a0, %a1) : (!fly.memref<f32, shared, S<3,3,3> o 0 o (8,8):(8,1)>, !fly.int_tuple<(2,*)>) -> !fly.memref<f32, shared, S<3,3,3> o 16 o 8:1>
  return
}
