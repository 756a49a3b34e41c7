//===- FlyROCDLMma.td - AMD's matrix instructions ---------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLYROCDL_IR_FLYROCDLMMA
#define DIALECT_FLYROCDL_IR_FLYROCDLMMA

include "Dialect/FlyROCDL/IR/FlyROCDLBase.td"

class FlyROCDL_MmaType<string name, string typeMnemonic,
                       list<Trait> traits = []>
    : TypeDef<FlyROCDL_Dialect, name, !listconcat([
        DeclareTypeInterfaceMethods<Fly_MayBeStaticTypeInterface>,
        DeclareTypeInterfaceMethods<Fly_MmaOpTypeInterface, ["verifyChip"]>],
        traits)> {
  let mnemonic = typeMnemonic;
  dag signature = (ins "int64_t":$m, "int64_t":$n, "int64_t":$k,
                       "::mlir::Type":$typeA, "::mlir::Type":$typeB,
                       "::mlir::Type":$typeAcc);
  let genVerifyDecl = 1;
}

def FlyROCDL_MfmaType : FlyROCDL_MmaType<"Mfma", "cdna3.mfma"> {
  let summary = "MFMA of the CDNA chips: 64 lanes multiply two matrices";
  let description = [{
    M = N is 16 or 32, K what the chip has an instruction for:

    | A, B | Acc | 16x16xK | 32x32xK |
    |---|---|---|---|
    | f32 | f32 | 4 | 2 |
    | f16 | f32 | 16; gfx950: 32 | 8; gfx950: 16 |
    | bf16 | f32 | 16; gfx90a: 8; gfx950: 32 | 8; gfx90a: 4; gfx950: 16 |
    | f8E4M3FNUZ, f8E5M2FNUZ (each) | f32 | gfx942: 32 | gfx942: 16 |
    | f8E4M3FN, f8E5M2 (each) | f32 | gfx950: 32 | gfx950: 16 |
    | i8 | i32 | gfx90a: 16; others: 32; gfx950: 64 | gfx90a: 8; others: 16; gfx950: 32 |

    Lane `l` of 64 holds consecutive `k` of row `l mod M` of A and of B; of the
    accumulator it holds, of column `l mod N`, groups of four consecutive rows.
    Instructions that multiply several small matrices at once (4x4xK,
    16x16x1 and so on) are not single tiles, and have no atoms.

    ```mlir
    !fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>
    ```
  }];
  let parameters = signature;
  let assemblyFormat =
    "`<` custom<MmaSignature>($m, $n, $k, $typeA, $typeB, $typeAcc) `>`";
}

#endif // DIALECT_FLYROCDL_IR_FLYROCDLMMA
