//===- FlyTiledTypes.td - Copies and MMAs of tiles ---------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYTILEDTYPES
#define DIALECT_FLY_IR_FLYTILEDTYPES

include "Dialect/Fly/IR/FlyAtomTypes.td"

def Fly_TiledCopy : Fly_Type<"TiledCopy", "tiled_copy", [MayBeStatic]> {
  let summary = "A copy of tiles by many threads";
  let description = [{
    The atom that each thread (or group of threads) executes; the thread-value
    layout, from (thread, value) to the linear coordinate in the tile, the first
    mode of the tile fastest; and the tile. Together the threads hold every
    element of the tile. A tile of one entry cuts the whole tensor, whatever its
    modes are.

    Below, 64 threads copy 16 x 16 elements. Thread 0 copies four elements of a
    row: column 0 to 3 if the first mode counts columns.

    ```mlir
    !fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<(64,4):(4,1)>, !fly.tile<[16|16]>>
    ```
  }];
  let parameters = (ins "::mlir::fly::CopyAtomType":$atom,
                        "::mlir::fly::LayoutType":$layout,
                        "::mlir::fly::TileType":$tile);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::CopyAtomType":$atom,
                                        "::mlir::fly::LayoutType":$layout,
                                        "::mlir::fly::TileType":$tile), [{
      return $_get(atom.getContext(), atom, layout, tile);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// How one side (source or destination) is partitioned.
    CopyTiling getTiling(CopySide side) const;
    /// Threads that execute the copy together.
    int64_t getNumThreads() const;
  }];
}

def Fly_TiledMma : Fly_Type<"TiledMma", "tiled_mma", [MayBeStatic]> {
  let summary = "A matrix multiply-accumulate of tiles by many threads";
  let description = [{
    The atom, and how many of them lie side by side along M, N and K, each
    executed by threads of its own: the layout gives the number of the group of
    threads (of the wave, say). The permutation says how each dimension is
    permuted before it is cut into atoms; `*`, which is also the default, leaves
    it as it is.

    Below, four waves multiply tiles of 32 x 32 x 16.

    ```mlir
    !fly.tiled_mma<!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (f16, f16) -> f32>>, !fly.layout<(2,2,1):(1,2,0)>>
    ```
  }];
  let parameters = (ins "::mlir::fly::MmaAtomType":$atom,
                        "::mlir::fly::LayoutType":$layout,
                        "::mlir::fly::TileType":$permutation);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::MmaAtomType":$atom,
                                        "::mlir::fly::LayoutType":$layout,
                                        "::mlir::fly::TileType":$permutation), [{
      return $_get(atom.getContext(), atom, layout, permutation);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// `[*|*|*]`.
    static TileType getDefaultPermutation(MLIRContext *context);
    /// How an operand is partitioned.
    MmaTiling getTiling(MmaOperand operand) const;
    /// From (thread of the atom, m, n, k), the latter three counting atoms, to
    /// the thread.
    Layout getThreadLayout(Algebra &algebra) const;
    /// Threads that execute the MMA together.
    int64_t getNumThreads() const;
  }];
}

#endif // DIALECT_FLY_IR_FLYTILEDTYPES
