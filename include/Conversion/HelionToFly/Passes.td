//===- Passes.td - helion to fly ---------------------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_CONVERSION_HELIONTOFLY_PASSES_TD
#define HELIONFLY_CONVERSION_HELIONTOFLY_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertHelionToFly : Pass<"convert-helion-to-fly", "::mlir::ModuleOp"> {
  let summary = "Lower scheduled kernels to per-thread code in the fly dialect";
  let description = [{
    Replaces each `helion.kernel` by a `gpu.module` of the same name with one
    `gpu.func`, the code of one thread. A tile becomes K vectors of V elements,
    as the kernel's layout says; a tile of one element per thread becomes a
    scalar. Where an element lies (its coordinates, and from these its address,
    its bounds predicate and its reduction partners) follows from applying the
    layout to the thread id, in one place.

    Loads and stores are copy atoms of up to 128 bits on buffer resources whose
    bounds are exact; predicates become out-of-range offsets, not branches. Only
    where the rows of a workgroup are further apart than 32-bit offsets reach are
    64-bit addresses and branches used. A vector that straddles the end of a row
    is read whole and masked, unless it would leave the buffer; it is written
    element by element.

    A reduction combines a thread's elements, then the lanes of the row by
    `gpu.subgroup_reduce`, then the row's waves through LDS with one barrier.

    The result carries `helion.launch` (how to launch it) and `helion.plan` (its
    schedule). It is an error if a kernel is not scheduled (`helion-vectorize`),
    if a missing element could reach a reduction (`helion-mask`), or if an op has
    no lowering.

    Before:

    ```mlir
    %v = helion.load %x[%m, %n] : memref<64x1024xf32>[m, n] -> !tile
    ```

    After (one of K vectors):

    ```mlir
    %c = fly.slice(%mine, %k) : ...          // coordinates of this thread's vector
    %o = fly.crd2idx(%crd, %layout) : ...    // its offset
    %p = fly.add_offset(%rsrc, %o) : ...
    %v = fly.copy_atom_call_ssa(%atom, %src, %zero, %inbounds) : ...
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"gfx942\"",
           "Target chip: its wave size and buffer descriptor format">
  ];
  let statistics = [
    Statistic<"numWideAccesses", "wide-accesses",
              "Vector accesses emitted, per thread and code path">,
    Statistic<"numElidedMasks", "elided-masks",
              "Vectors whose bounds hold for every thread">,
    Statistic<"numBarriers", "barriers", "Workgroup barriers emitted">
  ];
  let dependentDialects = [
    "::mlir::amdgpu::AMDGPUDialect", "::mlir::arith::ArithDialect",
    "::mlir::fly::FlyDialect", "::mlir::fly_rocdl::FlyROCDLDialect",
    "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // HELIONFLY_CONVERSION_HELIONTOFLY_PASSES_TD
