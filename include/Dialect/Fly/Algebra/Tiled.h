//===- Tiled.h - Thread-value partitions of tiles ---------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements of a tensor each thread of a tiled copy or of a tiled MMA
// holds. As in the rest of the algebra, the tensor's layout may have run-time
// integers; everything else is static.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_ALGEBRA_TILED_H
#define DIALECT_FLY_ALGEBRA_TILED_H

#include "Dialect/Fly/Algebra/LayoutAlgebra.h"

#include <array>
#include <vector>

namespace mlir::fly {

/// A copy of tiles by many threads, of which groups execute one atom.
struct CopyTiling {
  /// (thread, value) to the linear coordinate in the tile.
  Layout threadValue;
  Tile tile;
  /// (thread, value) layouts of one atom onto its elements: what
  /// `threadValue` speaks of, and the side (source or destination) that is
  /// partitioned.
  Layout reference;
  Layout side;
};

/// The tensor as (thread, (value of the atom, other values), rest...): modes of
/// the rest say which tile.
Layout getCopyView(Algebra &algebra, const CopyTiling &tiling,
                   const Layout &tensor);

/// A fragment (value, rest...), partitioned for some other tiled object over
/// the same tile, with the values in this copy's order.
Layout retile(Algebra &algebra, const CopyTiling &tiling,
              const Layout &fragment);

/// A tensor as (what one atom moves, rest). Mode 0 of the tensor is that, or
/// has it as its own mode 0 and says with the others how often it is repeated;
/// these repetitions come first in the rest.
Layout getAtomModes(Algebra &algebra, const Layout &tensor, int64_t numValues);

/// One operand of an MMA of tiles by many atoms.
struct MmaTiling {
  /// The operand's two dimensions in one atom, and (thread, value) onto them,
  /// the first dimension fastest.
  int64_t atomShape[2];
  Layout threadValue;
  /// How many atoms lie side by side along each dimension.
  int64_t numAtoms[2];
  /// How each dimension is permuted before it is cut.
  Tile permutation;
};

/// The tensor as ((thread of the atom, (atom, atom)), (value, rest...)).
Layout getMmaView(Algebra &algebra, const MmaTiling &tiling,
                  const Layout &tensor);

/// Which atom of a gemm: its coordinates along M, N and K.
using GemmPosition = std::array<int64_t, 3>;

/// The positions in the order that is called `order`: the letters m, n and k,
/// the fastest dimension first, and perhaps `_serpentine` after them.
std::vector<GemmPosition> getTraversal(StringRef order,
                                       const GemmPosition &extents);

/// The positions in the order of a static layout onto the linear coordinate.
std::vector<GemmPosition> getTraversal(Algebra &algebra,
                                       const Layout &traversal,
                                       const GemmPosition &extents);

} // namespace mlir::fly

#endif // DIALECT_FLY_ALGEBRA_TILED_H
