//===- Passes.td - Passes from fly to ROCDL ---------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CONVERSION_FLYTOROCDL_PASSES
#define CONVERSION_FLYTOROCDL_PASSES

include "mlir/Pass/PassBase.td"

def ConvertFlyToROCDLPass : Pass<"convert-fly-to-rocdl"> {
  let summary = "Convert fly's pointers and atoms to ROCDL and LLVM";
  let description = [{
    Pointers become LLVM pointers of their address space, buffer resources a
    struct of the resource and an offset in elements. Loads and stores have the
    alignment that the pointer's type promises. Copy atoms become the loads and
    stores that they stand for.

    A call of an atom that the chip has no instruction for is an error. The chip
    is the option, or that of the targets attached to the kernel's module; where
    neither is there, nothing is checked.

    `fly.print` becomes one `gpu.printf` per thread in kernels, and
    `vector.print`s on the host.

    A predicated buffer copy needs no branch: where the predicate is false, its
    offset lies 2 GiB beyond the base, where every resource of at most that size
    ends, so that a load gives 0 and a store is dropped. A predicated universal
    copy is guarded by `scf.if`.

    Before:
    ```mlir
    %v = fly.copy_atom_call_ssa(%atom, %src) {operandSegmentSizes = array<i32: 1, 1, 0, 0>}
      : (!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.memref<f32, global, 4:1, align<16>>) -> vector<4xf32>
    ```
    After:
    ```mlir
    %v = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"\"",
           "The chip that must have the instructions of the atoms">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def FlyLowerSubgroupReducePass
    : Pass<"fly-lower-subgroup-reduce"> {
  let summary = "Lower gpu.subgroup_reduce to cross-lane instructions";
  let description = [{
    Reductions over a wave, or over clusters of its lanes, become DPP
    instructions for 16-bit and wider numbers, and `gpu.shuffle` for others. All
    lanes of a cluster get the result. All lanes of the wave must be active.

    Before:
    ```mlir
    %s = gpu.subgroup_reduce add %x cluster(size = 16) : (f32) -> f32
    ```
    After (one of four steps):
    ```mlir
    %0 = amdgpu.dpp %x %x quad_perm([1 : i32, 0 : i32, 3 : i32, 2 : i32]) {bound_ctrl = true} : f32
    %1 = arith.addf %x, %0 : f32
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"gfx942\"",
           "The chip whose wave size and cross-lane instructions to use">
  ];
  let dependentDialects = ["::mlir::amdgpu::AMDGPUDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numReduces", "reduces", "Number of reductions lowered">
  ];
}

def ConvertApproximateMathToLLVM
    : Pass<"convert-approximate-math-to-llvm"> {
  let summary = "Lower math functions that may be approximate to LLVM intrinsics";
  let description = [{
    `exp`, `exp2`, `log`, `log2` and `sqrt` on f32 (or vectors of it) that carry
    `afn` become calls of the LLVM intrinsic of the name, which keep the flag and are one
    instruction on AMD GPUs. `convert-gpu-to-rocdl` calls the device library
    instead, which handles denormals and loses the flag. Everything else is left
    to it.

    Before:

    ```mlir
    %0 = math.exp2 %x fastmath<afn> : vector<8xf32>
    ```

    After:

    ```mlir
    %0 = llvm.call_intrinsic "llvm.exp2"(%x) {fastmathFlags = #llvm.fastmath<afn>} : (vector<8xf32>) -> vector<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def FlyROCDLClusterAttrPass : Pass<"fly-rocdl-cluster-attr"> {
  let summary = "Hand the cluster dimensions of kernels to the back end";
  let description = [{
    The attribute `rocdl.cluster_dims` of an `llvm.func` (from its `gpu.func`)
    becomes the LLVM attribute `amdgpu-cluster-dims`, for chips that launch
    clusters of workgroups (gfx1250).

    Before:
    ```mlir
    llvm.func @f() attributes {rocdl.cluster_dims = "2,1,1"}
    ```
    After:
    ```mlir
    llvm.func @f() attributes {passthrough = [["amdgpu-cluster-dims", "2,1,1"]]}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def FlyROCDLWavesPerEUPass : Pass<"fly-rocdl-waves-per-eu"> {
  let summary = "Ask for a number of waves per execution unit";
  let description = [{
    Kernels get the attribute `rocdl.waves_per_eu`: LLVM then uses few enough
    registers for that many waves at a time. Kernels that have it already keep
    it.

    Before:
    ```mlir
    llvm.func @f() attributes {rocdl.kernel}
    ```
    After, with `waves=2`:
    ```mlir
    llvm.func @f() attributes {rocdl.kernel, rocdl.waves_per_eu = 2 : i32}
    ```
  }];
  let options = [
    Option<"waves", "waves", "int64_t", /*default=*/"0",
           "The number of waves; 0 leaves it to LLVM">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::ROCDL::ROCDLDialect"];
}

#endif // CONVERSION_FLYTOROCDL_PASSES
