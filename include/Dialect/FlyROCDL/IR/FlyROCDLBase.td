//===- FlyROCDLBase.td - The fly_rocdl dialect ------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLYROCDL_IR_FLYROCDLBASE
#define DIALECT_FLYROCDL_IR_FLYROCDLBASE

include "Dialect/Fly/IR/FlyAtomTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def FlyROCDL_Dialect : Dialect {
  let name = "fly_rocdl";
  let cppNamespace = "::mlir::fly_rocdl";
  let summary = "AMD GPU instructions for fly's copies and multiplications";
  let description = [{
    What only AMD GPUs have: buffer resources as an address space, the copy
    atoms that use them, and matrix instructions.

    ```mlir
    %buffer = fly.make_ptr(%p, %stride, %bytes, %flags)
      : (!fly.ptr<f32, global, align<16>>, i16, i64, i32) -> !fly.ptr<f32, #fly_rocdl.buffer_desc, align<16>>
    %atom = fly.make_copy_atom {valBits = 32 : i32} : !fly.copy_atom<!fly_rocdl.cdna3.buffer_copy<128>, 32>
    %mma = fly.make_mma_atom : !fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>
    ```
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::fly::FlyDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

#endif // DIALECT_FLYROCDL_IR_FLYROCDLBASE
