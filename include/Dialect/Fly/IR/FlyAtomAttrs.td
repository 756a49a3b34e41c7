//===- FlyAtomAttrs.td - What atoms are made of ------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYATOMATTRS
#define DIALECT_FLY_IR_FLYATOMATTRS

include "Dialect/Fly/IR/FlyAttrs.td"
include "mlir/Dialect/GPU/IR/CompilationAttrInterfaces.td"

def Fly_MmaOperandEnum : I32EnumAttr<"MmaOperand",
    "an operand of D = A * B + C", [
      I32EnumAttrCase<"A", 0, "a">,
      I32EnumAttrCase<"B", 1, "b">,
      I32EnumAttrCase<"C", 2, "c">,
      I32EnumAttrCase<"D", 3, "d">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::fly";
}

def Fly_MmaOperandAttr : Fly_EnumAttr<Fly_MmaOperandEnum, "mma_operand"> {
  let summary = "An operand of a matrix multiply-accumulate";
  let description = [{
    `a` and `b` are the factors (M x K and N x K), `c` the matrix that their
    product is added to and `d` the result (both M x N).

    ```mlir
    #fly<mma_operand a>
    ```
  }];
}

def Fly_AtomicOpEnum : I32EnumAttr<"AtomicOp",
    "how an atomic combines the old and the new value", [
      I32EnumAttrCase<"Add", 0, "add">,
      I32EnumAttrCase<"Max", 1, "max">,
      I32EnumAttrCase<"Min", 2, "min">,
      I32EnumAttrCase<"And", 3, "and">,
      I32EnumAttrCase<"Or", 4, "or">,
      I32EnumAttrCase<"Inc", 5, "inc">,
      I32EnumAttrCase<"Dec", 6, "dec">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::fly";
}

def Fly_AtomicOpAttr : Fly_EnumAttr<Fly_AtomicOpEnum, "atomic_op"> {
  let summary = "How an atomic combines the old and the new value";
  let description = [{
    `inc` counts up and wraps to 0 above the operand, `dec` counts down and wraps
    to the operand below 0. `max` and `min` compare integers as signed ones.

    ```mlir
    #fly<atomic_op add>
    ```
  }];
}

def Fly_ExplicitModuleAttr : Fly_Attr<"ExplicitModule", "explicit_module"> {
  let traits = [OffloadingTranslationAttrTrait];
  let summary = "Offloading handler whose module the host loads itself";
  let description = [{
    Embeds a `gpu.binary` in the host's code, with functions that load it to a
    device: `flydsl_gpu_module_init` and `flydsl_gpu_module_load_to_device`.

    ```mlir
    gpu.binary @kernels <#fly.explicit_module> [#gpu.object<#rocdl.target, "...">]
    ```
  }];
}

#endif // DIALECT_FLY_IR_FLYATOMATTRS
