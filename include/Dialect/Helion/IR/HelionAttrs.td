//===- HelionAttrs.td - Attributes of the helion dialect ---*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELIONATTRS_TD
#define HELIONFLY_DIALECT_HELION_IR_HELIONATTRS_TD

include "Dialect/Fly/IR/FlyInterfaces.td"
include "Dialect/Helion/IR/HelionDialect.td"
include "Dialect/Helion/IR/HelionEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"

class Helion_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Helion_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Helion_AxesAttr : Helion_Attr<"Axes", "axes", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Names the axis of each dimension of a tile";
  let description = [{
    Encoding of a logical tile: one distinct axis name per dimension. Identity
    of axes decides what may be combined, never equality of extents.

    Example: `tensor<?x?xf32, #helion.axes<m, n>>`. It is an error to name
    another number of axes than the tensor has dimensions, or an axis twice.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$axes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Helion_LayoutAttr : Helion_Attr<"Layout", "layout", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>,
    DeclareAttrInterfaceMethods<Fly_ThreadValueAttrInterface>]> {
  let summary = "Which thread holds which element of a tile";
  let description = [{
    Encoding of a scheduled tile. `tv` is a static `fly` layout of rank 2 from
    (thread, value) to coordinates: the basis stride `E0` counts along the first
    named axis, `E1` along the second. The second mode is a pair `(V, K)`: V
    contiguous elements (one vector), K vectors.

    A tile that lacks some of the kernel's axes holds the *projection* of the
    kernel's layout: strides along missing axes become 0, so threads that differ
    only there hold copies, and value modes that became constant are dropped.

    Example, 4 rows of 1024 columns, a row owned by 64 lanes that hold 2 vectors
    of 8 columns each:

        #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))>

    and its projection on `m`: `#helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>`.

    Along each axis the steps, in ascending order, are 1 and then the number of
    elements that the smaller steps cover: no element is left out, and none is
    held by two threads that a reduction would both count.

    The layout algebra is that of CuTe
    (https://github.com/NVIDIA/cutlass/blob/main/media/docs/cpp/cute/02_layout_algebra.md).
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$axes,
    "::mlir::fly::LayoutAttr":$tv);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of threads that hold the tile: the size of the thread mode.
    int64_t getNumThreads() const;
    /// V: contiguous elements per vector that a thread holds.
    int64_t getVectorWidth() const;
    /// K: vectors that a thread holds.
    int64_t getNumVectors() const;
    /// Coordinate along each axis of the element that `thread` holds as element
    /// `element` of its vector `vector`.
    ::llvm::SmallVector<int64_t> getCoordinates(int64_t thread, int64_t vector,
                                                int64_t element) const;
    /// Number of elements along each axis that the layout reaches.
    ::llvm::SmallVector<int64_t> getTileShape() const;
    /// Size of the groups of adjacent threads that differ in their coordinates
    /// along `axis`, and along no other.
    int64_t getThreadsAlong(::mlir::StringAttr axis) const;
    /// The layout of a tile that runs over `axes` only.
    LayoutAttr project(::llvm::ArrayRef<::mlir::StringAttr> axes) const;
  }];
}

def Helion_ConfigAttr : Helion_Attr<"Config", "config"> {
  let summary = "Choices that override the defaults of the passes";
  let description = [{
    Every key is optional; a key that is absent leaves the choice to the pass
    that owns it. A choice that cannot work is an error of that pass.

    | key | unit | meaning | read by |
    |---|---|---|---|
    | `block_sizes` | elements, one per `tile` axis in order, 0 = default | block of the axis | helion-reduction-strategy |
    | `reduction_loops` | elements, one per `full` axis in order, 0 = persistent | chunk of the rolled loop | helion-reduction-strategy |
    | `rows_per_workgroup` | rows | R, same as the block of the row axis | helion-reduction-strategy |
    | `threads_per_row` | lanes, a power of two | L | helion-vectorize |
    | `waves` | waves per row | W, sets L to W waves | helion-vectorize |
    | `vector_width` | elements, a power of two | V, at most 128 bits | helion-vectorize |

    Example: `#helion.config<reduction_loops = [2048], waves = 4, vector_width = 8>`.
    An unknown key or a value that is not positive is an error.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$blockSizes,
    OptionalArrayRefParameter<"int64_t">:$reductionLoops,
    OptionalParameter<"::std::optional<int64_t>">:$rowsPerWorkgroup,
    OptionalParameter<"::std::optional<int64_t>">:$threadsPerRow,
    OptionalParameter<"::std::optional<int64_t>">:$waves,
    OptionalParameter<"::std::optional<int64_t>">:$vectorWidth);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Helion_GridDimAttr : Helion_Attr<"GridDim", "grid_dim"> {
  let summary = "Number of workgroups along one grid dimension";
  let description = [{
    The number of workgroups is `ceildiv(extent, tile)`. The extent is either
    static, or size `dim` of kernel argument `arg`; `slack` more elements are
    covered where an alignment window can move the first tile down.

    Examples: `<arg 0 dim 0, tile 4>`, `<extent 1000, tile 256>`,
    `<arg 0 dim 0, tile 256, slack 7>`.
  }];
  let parameters = (ins
    "int64_t":$extent,
    "int64_t":$arg,
    "int64_t":$dim,
    "int64_t":$tile,
    "int64_t":$slack);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// True when the extent is a number rather than the size of an argument.
    bool hasStaticExtent() const { return getArg() < 0; }
    /// Workgroups needed for `extent` elements.
    int64_t getNumWorkgroups(int64_t extent) const {
      return extent <= 0 ? 0 : (extent + getSlack() + getTile() - 1) / getTile();
    }
  }];
}

def Helion_LaunchAttr : Helion_Attr<"Launch", "launch"> {
  let summary = "How a lowered kernel is launched";
  let description = [{
    Written by `convert-helion-to-fly` on the `gpu.func`. `block` is the number
    of threads of a workgroup, `grid` has one entry per grid dimension (x
    first), `args` the argument types of the source kernel in their order. The
    device function takes, for each of them:

    * a memref: a pointer to element (0, ..., 0), then each dynamic size as
      `i64`, then each dynamic stride as `i64`, in the order of the dimensions;
      no strides for a memref without a layout, where they follow from the sizes;
    * a scalar: itself.

    Example:
    `#helion.launch<block 256, grid [<arg 0 dim 0, tile 4>], args [memref<?x64xf32>, f32]>`.
  }];
  let parameters = (ins
    "int64_t":$block,
    ArrayRefParameter<"::mlir::helion::GridDimAttr">:$grid,
    OptionalArrayRefParameter<"::mlir::Type">:$args);
  let assemblyFormat = [{
    `<` `block` $block `,` `grid` `[` $grid `]` `,` `args` `[` (`]`) : ($args^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
}

def Helion_AxisKindAttr : EnumAttr<Helion_Dialect, Helion_AxisKind, "axis_kind"> {
  let summary = "How an axis is traversed";
  let description = "Block by block (`tile`) or as a whole (`full`).";
}

def Helion_ReduceKindAttr
    : EnumAttr<Helion_Dialect, Helion_ReduceKind, "reduce_kind"> {
  let summary = "The associative combiner of a reduction";
  let description = [{
    `sum`, `prod`, `max`, `min` (both propagate NaN), `maxnum`, `minnum` (both
    ignore NaN).
  }];
}

#endif // HELIONFLY_DIALECT_HELION_IR_HELIONATTRS_TD
