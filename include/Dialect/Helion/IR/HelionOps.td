//===- HelionOps.td - Operations of the helion dialect -----*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELIONFLY_DIALECT_HELION_IR_HELIONOPS_TD
#define HELIONFLY_DIALECT_HELION_IR_HELIONOPS_TD

include "Dialect/Helion/IR/HelionAttrs.td"
include "Dialect/Helion/IR/HelionInterfaces.td"
include "Dialect/Helion/IR/HelionTypes.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Helion_Op<string mnemonic, list<Trait> traits = []>
    : Op<Helion_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

def Helion_KernelOp : Helion_Op<"kernel", [
    AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
    NoTerminator, OpAsmOpInterface, SingleBlock, SymbolTable]> {
  let summary = "A device kernel";
  let description = [{
    A function without results whose body is a prologue (sizes, scalars,
    `helion.axis`) followed by one `helion.grid`. Arguments are memrefs and
    scalars (integers, floats, `index`). A memref argument may carry
    `helion.align = N : i64`, the alignment in bytes of its element (0, ..., 0).

    `config` overrides what the passes would choose, `fastmath` is the only
    fast-math setting of the kernel: the lowering puts it on every float op.
    `nnan` and `ninf` are an error: masks and empty rows live on infinities.

    ```mlir
    helion.kernel @exp(%x: memref<?x?xf32, strided<[?, 1]>> {helion.align = 16 : i64},
                       %y: memref<?x?xf32, strided<[?, 1]>>)
        attributes {config = #helion.config<vector_width = 4>,
                    fastmath = #arith.fastmath<contract>} {
      ...
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<Helion_ConfigAttr>:$config,
    OptionalAttr<Arith_FastMathAttr>:$fastmath,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// FunctionOpInterface.
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// The kernel's only grid.
    GridOp getGrid();
    /// The axis called `name`, or null.
    AxisOp lookupAxis(::mlir::StringAttr name);
    /// The kernel's fast-math flags; none when the attribute is absent.
    ::mlir::arith::FastMathFlags getFastMathFlags();
    /// Known alignment in bytes of memref argument `index`'s first element.
    int64_t getArgAlignment(unsigned index);
  }];
}

def Helion_AxisOp : Helion_Op<"axis", [
    HasParent<"KernelOp">, Symbol]> {
  let summary = "Declares an iteration axis of the kernel";
  let description = [{
    Axis `sym_name` has elements 0 to `extent` - 1. A `tile` axis is traversed
    block by block (`helion.grid`, `helion.for`), a `full` axis is taken as a
    whole (`helion.span`) until `helion-reduction-strategy` decides otherwise.

    * `block(B)`: elements per block; chosen by the strategy when absent.
    * `bound(B)`: the extent never exceeds B. A `full` axis with a dynamic
      extent and no bound can't be held in registers and is rolled into a loop.
    * `within(@p)`: the axis traverses one block of the grid axis `@p` of the
      same extent, the one that the workgroup has; `helion.for` visits the blocks
      of `sym_name` inside it. So a workgroup can take its rows one after the
      other.
    * `window(%x[m, n], V)`: every handle of this axis starts at the last
      element at or below its first one whose address in `%x` is a multiple of
      V elements. The elements in front do not exist, like those beyond the end.
      All handles of the axis move together, so that addresses, masks and
      indices can't disagree. `%x`'s last dimension must run over this axis and
      be contiguous. Written by `helion-vectorize`.

    ```mlir
    helion.axis @m extent(%M) tile block(4)
    helion.axis @n extent(%N) full bound(8192)
    helion.axis @r extent(%M) tile block(1) within(@m)
    helion.axis @k extent(%N) full block(4096) window(%x[m, k], 8 : memref<?x4095xbf16>)
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    Index:$extent,
    Helion_AxisKindAttr:$kind,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$block,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$bound,
    OptionalAttr<FlatSymbolRefAttr>:$within,
    Optional<AnyMemRef>:$window,
    OptionalAttr<StrArrayAttr>:$window_axes,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$window_width);
  let assemblyFormat = [{
    $sym_name `extent` `(` $extent `)` custom<AxisKind>($kind)
    (`block` `(` $block^ `)`)? (`bound` `(` $bound^ `)`)?
    (`within` `(` $within^ `)`)?
    (`window` `(` $window^ `[` custom<AxisNames>($window_axes) `]` `,`
       $window_width `:` type($window) `)`)?
    attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The largest value that the extent can have, if known.
    ::std::optional<int64_t> getExtentBound();
    /// The extent, if it is a constant.
    ::std::optional<int64_t> getStaticExtent();
    ::llvm::LogicalResult verifyWindow();
    ::llvm::LogicalResult verifyWithin();
  }];
}

// No RecursiveMemoryEffects: a grid that stores nothing would be erased, and the
// kernel be left without one.
def Helion_GridOp : Helion_Op<"grid", [
    HasParent<"KernelOp">,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "Runs its body once per tile of the grid, in any order";
  let description = [{
    One workgroup per combination of blocks of the listed `tile` axes. Every
    element is visited exactly once, in no particular order.

    `layout`, written by `helion-vectorize`, is the one layout of the kernel:
    the encoding of every tile in the body is its projection.

    ```mlir
    helion.grid (%m in @m) {
      ...
    }
    helion.grid (%m in @m, %n in @n) layout #helion.layout<[m, n], ((64,4),(8,2)):((8E1,1E0),(1E1,512E1))> {
      ...
    }
    ```
  }];
  let arguments = (ins
    FlatSymbolRefArrayAttr:$axes,
    OptionalAttr<Helion_LayoutAttr>:$layout);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = "::llvm::LogicalResult verifyLayout();";
}

def Helion_SpanOp : Helion_Op<"span", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "The handle of a whole axis";
  let description = [{
    All elements of a `full` axis at once. A persistent reduction keeps it,
    `helion-reduction-strategy` replaces it by loops otherwise.

    ```mlir
    %n = helion.span @n
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$axis);
  let results = (outs Helion_HandleType:$handle);
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
}

def Helion_ForOp : Helion_Op<"for", [
    AutomaticAllocationScope, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<LoopLikeOpInterface,
      ["getRegionIterArgs", "getYieldedValuesMutable", "getLoopResults"]>]> {
  let summary = "Visits the blocks of an axis in ascending order";
  let description = [{
    Runs its body for each block of the axis, in order, carrying values from
    one iteration to the next. An axis of extent 0 yields the initial values.
    A loop must not be inside another one, or a grid, over the same axis; what
    it carries are tiles and scalars, never handles.

    ```mlir
    %sum = helion.for %n in @n iter_args(%acc = %zero) -> (!r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %s = helion.reduce sum %v over n : !t -> !r
      %next = arith.addf %acc, %s : !r
      helion.yield %next : !r
    }
    ```
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$axis, Variadic<Helion_TileOrScalar>:$inits);
  let results = (outs Variadic<Helion_TileOrScalar>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::BlockArgument getHandle() { return getBody().getArgument(0); }
  }];
}

def Helion_YieldOp : Helion_Op<"yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["GridOp", "ForOp", "ReduceWithOp"]>]> {
  let summary = "Ends the body of a grid, loop or combiner";
  let description = [{
    Carries the operands to the next iteration of the enclosing `helion.for`, or
    returns what a `helion.reduce_with` makes of two elements; has none in
    `helion.grid`, where it is left out of the printed form.

    ```mlir
    helion.yield %next : !r
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Helion_SizeOp : Helion_Op<"size", [Pure]> {
  let summary = "Size of one dimension of a buffer, in elements";
  let description = [{
    Folds to a constant for a static dimension.

    ```mlir
    %N = helion.size %x, 1 : memref<?x?xf32>
    ```
  }];
  let arguments = (ins AnyMemRef:$buffer, I64Attr:$dim);
  let results = (outs Index:$size);
  let assemblyFormat = "$buffer `,` $dim attr-dict `:` type($buffer)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Helion_LoadOp : Helion_Op<"load"> {
  let summary = "Reads a tile from a buffer";
  let description = [{
    One subscript per buffer dimension: a handle selects the handle's elements,
    an `index` one element. The result runs over the handles' axes in their
    order; its element type is the buffer's. An element that does not exist
    (beyond the end of an axis) is not read; it holds `pad`, 0 when absent.

    ```mlir
    %v = helion.load %x[%m, %n] : memref<?x?xf32>[m, n] -> tensor<?x?xf32, #helion.axes<m, n>>
    %w = helion.load %g[%n] pad(0xFF800000 : f32) : memref<?xf32>[n] -> tensor<?xf32, #helion.axes<n>>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "", [MemRead]>:$buffer,
    Variadic<AnyTypeOf<[Helion_HandleType, Index]>>:$subscripts,
    OptionalAttr<TypedAttrInterface>:$pad);
  let results = (outs Helion_Tile:$result);
  let assemblyFormat = [{
    $buffer `[` $subscripts `]` (`pad` `(` $pad^ `)`)? attr-dict `:`
    type($buffer) `[` custom<SubscriptTypes>(type($subscripts)) `]` `->`
    type($result)
  }];
  let hasVerifier = 1;
}

def Helion_StoreOp : Helion_Op<"store"> {
  let summary = "Writes a tile to a buffer";
  let description = [{
    Subscripts as in `helion.load`. The value's axes are the handles' axes, its
    element type the buffer's: no conversion is implied. Elements that do not
    exist are not written. A value held by several threads is written by one.

    ```mlir
    helion.store %v, %y[%m, %n] : tensor<?x?xf32, #helion.axes<m, n>>, memref<?x?xf32>[m, n]
    ```
  }];
  let arguments = (ins
    Helion_Tile:$value,
    Arg<AnyMemRef, "", [MemWrite]>:$buffer,
    Variadic<AnyTypeOf<[Helion_HandleType, Index]>>:$subscripts);
  let assemblyFormat = [{
    $value `,` $buffer `[` $subscripts `]` attr-dict `:` type($value) `,`
    type($buffer) `[` custom<SubscriptTypes>(type($subscripts)) `]`
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Creation, shape, masks and reductions
//===----------------------------------------------------------------------===//

def Helion_FullOp : Helion_Op<"full", [Pure,
    TypesMatchWith<"value's type must be the tile's element type", "result",
                   "value", "::llvm::cast<::mlir::RankedTensorType>($_self).getElementType()">]> {
  let summary = "A tile that holds one scalar everywhere";
  let description = [{
    Also beyond the end of the axes.

    ```mlir
    %t = helion.full %eps : tensor<?xf32, #helion.axes<m>>
    ```
  }];
  let arguments = (ins AnyTypeOf<[AnyInteger, Index, AnyFloat]>:$value);
  let results = (outs Helion_Tile:$result);
  let assemblyFormat = "$value attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Helion_BroadcastOp : Helion_Op<"broadcast", [Pure]> {
  let summary = "Repeats a tile along further axes";
  let description = [{
    The source's axes are a subsequence of the result's. Axes are matched by
    name, never by extent.

    ```mlir
    %b = helion.broadcast %r : tensor<?xf32, #helion.axes<m>> -> tensor<?x?xf32, #helion.axes<m, n>>
    ```
  }];
  let arguments = (ins Helion_Tile:$source);
  let results = (outs Helion_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Helion_IndexOp : Helion_Op<"index", [Pure]> {
  let summary = "Position along its axis of each element of a handle";
  let description = [{
    The result is a tile of integers over the handle's axis. Elements that do
    not exist hold positions outside [0, extent).

    ```mlir
    %i = helion.index %n : !helion.handle<n> -> tensor<?xi32, #helion.axes<n>>
    ```
  }];
  let arguments = (ins Helion_HandleType:$handle);
  let results = (outs Helion_Tile:$result);
  let assemblyFormat = "$handle attr-dict `:` type($handle) `->` type($result)";
  let hasVerifier = 1;
}

def Helion_BlockIdOp : Helion_Op<"block_id", [Pure]> {
  let summary = "Ordinal of a handle's block along its axis";
  let description = [{
    The blocks of an axis are numbered from 0 in ascending order. As a subscript
    it selects what belongs to the block, such as its partial sums.

    ```mlir
    %i = helion.block_id %p : !helion.handle<p>
    helion.store %v, %sums[%i, %n] : tensor<?xf32, #helion.axes<n>>, memref<?x?xf32>[index, n]
    ```
  }];
  let arguments = (ins Helion_HandleType:$handle);
  let results = (outs Index:$result);
  let assemblyFormat = "$handle attr-dict `:` type($handle)";
  let hasVerifier = 1;
}

def Helion_MaskToOp : Helion_Op<"mask_to", [Pure,
    AllTypesMatch<["value", "result"]>]> {
  let summary = "Sets the elements that do not exist to a given value";
  let description = [{
    Elements of `value` inside the extents of all `handles`' axes are kept, all
    others become `fill`. Inserted by `helion-mask` in front of reductions.

    ```mlir
    %v = helion.mask_to %x, 0xFF800000 : f32 on(%n) : tensor<?x?xf32, #helion.axes<m, n>>[n]
    ```
  }];
  let arguments = (ins
    Helion_Tile:$value,
    TypedAttrInterface:$fill,
    Variadic<Helion_HandleType>:$handles);
  let results = (outs Helion_Tile:$result);
  let assemblyFormat = [{
    $value `,` $fill `on` `(` $handles `)` attr-dict `:` type($value) `[`
    custom<SubscriptTypes>(type($handles)) `]`
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Helion_ReduceOp : Helion_Op<"reduce", [
    Pure, DeclareOpInterfaceMethods<Helion_ReductionOpInterface>]> {
  let summary = "Combines the elements of a tile along one axis";
  let description = [{
    Over the elements that exist; the result of an empty axis is the identity of
    the combiner (0, 1, -inf, +inf). The order is free, but the same for the
    same schedule. The element type is kept: widen 16-bit values first.

    `max` and `min` propagate NaN (IEEE 754-2019 maximum and minimum, as
    PyTorch's amax and amin); `maxnum` and `minnum` ignore it. Integers are
    signed.

    Masks are implicit until `helion-mask` has run; from then on elements that
    do not exist must hold the combiner's identity, which the lowering checks.

    ```mlir
    %s = helion.reduce sum %v over n : tensor<?x?xf32, #helion.axes<m, n>> -> tensor<?xf32, #helion.axes<m>>
    ```
  }];
  let arguments = (ins
    Helion_ReduceKindAttr:$kind,
    Helion_Tile:$source,
    StrAttr:$axis);
  let results = (outs Helion_Tile:$result);
  let assemblyFormat = [{
    custom<ReduceKind>($kind) $source `over` custom<AxisName>($axis) attr-dict `:`
    type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Identity of `kind` on `type`, a float or signless integer.
    static ::mlir::TypedAttr getIdentity(ReduceKind kind, ::mlir::Type type);
    /// Identity of this reduction.
    ::mlir::TypedAttr getIdentity() {
      return getIdentity(getKind(), getSource().getType().getElementType());
    }
  }];
}

def Helion_ReduceWithOp : Helion_Op<"reduce_with", [
    RecursiveMemoryEffects, RecursivelySpeculatable, DeclareOpInterfaceMethods<Helion_ReductionOpInterface>,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Combines tuples of elements along one axis as a region says";
  let description = [{
    The sources are the components of one tuple per element. The region gets the
    components of two tuples, first all of one, then all of the other, and yields
    those of their combination. It must be associative and commutative, up to
    rounding, with `identity` as its identity: the order is free, and what doesn't
    exist holds the identity. An empty axis results in the identity.

    The region consists of arith and math ops on scalars; it may use scalars from
    outside, but no tiles.

    ```mlir
    // The largest element and its position, the first one of several.
    %v, %p = helion.reduce_with %x, %i over n identity [0xFF800000 : f32, 2147483647 : i32]
        : !t, !ti -> !r, !ri {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %larger = arith.cmpf ogt, %a, %b : f32
      %equal = arith.cmpf oeq, %a, %b : f32
      %first = arith.cmpi slt, %ai, %bi : i32
      %tie = arith.andi %equal, %first : i1
      %left = arith.ori %larger, %tie : i1
      %c = arith.select %left, %a, %b : f32
      %ci = arith.select %left, %ai, %bi : i32
      helion.yield %c, %ci : f32, i32
    }
    ```
  }];
  let arguments = (ins
    Variadic<Helion_Tile>:$sources,
    StrAttr:$axis,
    ArrayAttr:$identity);
  let results = (outs Variadic<Helion_Tile>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    $sources `over` custom<AxisName>($axis) `identity` $identity attr-dict `:`
    type($sources) `->` type($results) $combiner
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// Emits the combination of two tuples of scalars, or of tiles of one shape.
    ::llvm::SmallVector<::mlir::Value>
    createCombination(::mlir::OpBuilder &builder, ::mlir::Location loc,
                      ::mlir::ValueRange lhs, ::mlir::ValueRange rhs);
  }];
}

#endif // HELIONFLY_DIALECT_HELION_IR_HELIONOPS_TD
