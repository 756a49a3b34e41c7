// RUN: fly-opt %s -verify-roundtrip | FileCheck %s

!fma = !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
!one = !fly.memref<f32, register, 1:1>

// CHECK-LABEL: @types(
// CHECK-SAME: !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
// CHECK-SAME: !fly.universal_fma<1x1x1, (i32, i32) -> i32>
func.func private @types(!fly.mma_atom<!fly.universal_fma< 1x1x1 , (f32,f32)->f32>>, !fly.universal_fma<1x1x1, (i32, i32) -> i32>)

// CHECK: #fly<mma_operand a>, #fly<mma_operand d>
// CHECK-SAME: #fly<atomic_op add>, #fly<atomic_op dec>
func.func private @attributes() attributes {
  test = [#fly<mma_operand a>, #fly<mma_operand d>, #fly<atomic_op add>, #fly<atomic_op dec>]
}

// The atom is made without state; unknown attributes survive.
// CHECK-LABEL: @calls(
func.func @calls(%d: !one, %x: f32) -> f32 {
  // CHECK: fly.make_mma_atom {mine} : !fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>
  %atom = fly.make_mma_atom {mine} : !fma
  // CHECK: fly.mma_atom_call(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!fly.mma_atom<{{.*}}>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>, !fly.memref<f32, register, 1:1>) -> ()
  fly.mma_atom_call(%atom, %d, %d, %d, %d) : (!fma, !one, !one, !one, !one) -> ()
  // CHECK: fly.mma_atom_call_ssa(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!fly.mma_atom<{{.*}}>, f32, !fly.memref<f32, register, 1:1>, f32) -> f32
  %0 = fly.mma_atom_call_ssa(%atom, %x, %d, %x) : (!fma, f32, !one, f32) -> f32
  // CHECK: fly.mma_atom_call_ssa(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!fly.mma_atom<{{.*}}>, !fly.memref<f32, register, 1:1>, f32, f32, f32) -> ()
  fly.mma_atom_call_ssa(%atom, %d, %x, %x, %x) : (!fma, !one, f32, f32, f32) -> ()
  return %0 : f32
}

// CHECK: gpu.binary @binary <#fly.explicit_module> [#gpu.object<#rocdl.target, bin = "ELF">]
gpu.binary @binary <#fly.explicit_module> [#gpu.object<#rocdl.target, bin = "ELF">]
