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

def FlyROCDL_MfmaScaleType
    : FlyROCDL_MmaType<"MfmaScale", "cdna4.mfma_scale",
        [DeclareTypeInterfaceMethods<Fly_StatefulOpTypeInterface>]> {
  let summary = "MFMA of gfx950 on small floats with scales";
  let description = [{
    16x16x128 or 32x32x64; A and B each f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN or
    f4E2M1FN, the accumulator f32. Lane `l` holds 32 consecutive `k` of row
    `l mod M`, scaled by 2 to the power of one byte (less 127) of its
    `scale_a` and `scale_b`. These are the state, 32 bits each of any type;
    `opselA` and `opselB` (0 to 3) say which byte.

    ```mlir
    !fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>
    ```
  }];
  let parameters = !con(signature, (ins "int64_t":$opselA, "int64_t":$opselB));
  let assemblyFormat = [{
    `<` custom<MmaSignature>($m, $n, $k, $typeA, $typeB, $typeAcc) `,`
    `opselA` `=` $opselA `,` `opselB` `=` $opselB `>`
  }];
}

class FlyROCDL_WmmaType<string name, string typeMnemonic>
    : FlyROCDL_MmaType<name, typeMnemonic> {
  let parameters = !con(signature, (ins "bool":$signA, "bool":$signB,
                                        "bool":$clamp));
  let assemblyFormat = [{
    `<` custom<MmaSignature>($m, $n, $k, $typeA, $typeB, $typeAcc) `,`
    `signA` `=` $signA `,` `signB` `=` $signB `,` `clamp` `=` $clamp `>`
  }];
}

def FlyROCDL_WmmaGfx11Type : FlyROCDL_WmmaType<"WmmaGfx11", "gfx11.wmma"> {
  let summary = "WMMA of the gfx11 chips: 32 lanes multiply two matrices";
  let description = [{
    16x16x16; A and B f16 or bf16 with an f32 accumulator, or i8 or i4 with an
    i32 one. For integers, `signA` and `signB` say whether they are signed, and
    `clamp` whether the sum saturates. Lane `l` holds row `l mod 16` of A and of
    B: both halves of the wave hold the same. Of the accumulator it holds column
    `l mod 16`, every other row.

    ```mlir
    !fly_rocdl.gfx11.wmma<16x16x16, (f16, f16) -> f32, signA = false, signB = false, clamp = false>
    ```
  }];
}

def FlyROCDL_WmmaGfx120xType
    : FlyROCDL_WmmaType<"WmmaGfx120x", "gfx120x.wmma"> {
  let summary = "WMMA of the gfx120x chips: 32 lanes multiply two matrices";
  let description = [{
    16x16x16; A and B f16 or bf16, the accumulator f32. Lane `l` holds eight
    consecutive `k` of row `l mod 16` of A and of B, and eight consecutive rows
    of column `l mod 16` of the accumulator.

    ```mlir
    !fly_rocdl.gfx120x.wmma<16x16x16, (bf16, bf16) -> f32, signA = false, signB = false, clamp = false>
    ```
  }];
}

def FlyROCDL_WmmaGfx1250Type
    : FlyROCDL_WmmaType<"WmmaGfx1250", "gfx1250.wmma"> {
  let summary = "WMMA of gfx1250: 32 lanes multiply two matrices";
  let description = [{
    | A, B | K (M = N = 16) | Acc |
    |---|---|---|
    | f32 | 4 | f32 |
    | f16 | 32 | f32, f16 |
    | bf16 | 32 | f32, bf16 |
    | f8E4M3FN, f8E5M2 (each) | 64, 128 | f32, f16 |
    | i8 | 64 | i32 |
    | i4 | 32 | i32 |

    LLVM 22 can't select the one on i4 for this chip: it can be written, but not
    lowered.

    ```mlir
    !fly_rocdl.gfx1250.wmma<16x16x32, (f16, f16) -> f32, signA = false, signB = false, clamp = false>
    ```
  }];
}

def FlyROCDL_WmmaScaleType
    : FlyROCDL_MmaType<"WmmaScale", "gfx1250.wmma_scale",
        [DeclareTypeInterfaceMethods<Fly_StatefulOpTypeInterface>]> {
  let summary = "WMMA of gfx1250 on small floats with scales";
  let description = [{
    16x16x128 with A and B each f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN or f4E2M1FN,
    or 32x16x128 with both f4E2M1FN; the accumulator is f32. One scale is for
    `blockSize` (16 or 32) consecutive `k`. The state is `scale_a` and `scale_b`:
    32 bits each of any type for blocks of 32, 64 bits for blocks of 16.
    `opselA` and `opselB` (0 or 1) say which half of the lanes holds the scales.

    ```mlir
    !fly_rocdl.gfx1250.wmma_scale<16x16x128, (f8E4M3FN, f8E4M3FN) -> f32, opselA = 0, opselB = 0, modC = 0, reuseA = false, reuseB = false, blockSize = 32>
    ```
  }];
  let parameters = !con(signature, (ins "int64_t":$opselA, "int64_t":$opselB,
                                        "int64_t":$modC, "bool":$reuseA,
                                        "bool":$reuseB, "int64_t":$blockSize));
  let assemblyFormat = [{
    `<` custom<MmaSignature>($m, $n, $k, $typeA, $typeB, $typeAcc) `,`
    `opselA` `=` $opselA `,` `opselB` `=` $opselB `,` `modC` `=` $modC `,`
    `reuseA` `=` $reuseA `,` `reuseB` `=` $reuseB `,`
    `blockSize` `=` $blockSize `>`
  }];
}

#endif // DIALECT_FLYROCDL_IR_FLYROCDLMMA
