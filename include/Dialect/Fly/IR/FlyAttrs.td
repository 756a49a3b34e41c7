//===- FlyAttrs.td - Attributes of the fly dialect --------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYATTRS
#define DIALECT_FLY_IR_FLYATTRS

include "Dialect/Fly/IR/FlyBase.td"

class Fly_Attr<string name, string attrMnemonic> : AttrDef<Fly_Dialect, name> {
  let mnemonic = attrMnemonic;
}

class Fly_EnumAttr<I32EnumAttr enum, string attrMnemonic>
    : EnumAttr<Fly_Dialect, enum, attrMnemonic>;

def Fly_AddressSpaceEnum : I32EnumAttr<"AddressSpace",
    "where memory lies", [
      I32EnumAttrCase<"Generic", 0, "generic">,
      I32EnumAttrCase<"Global", 1, "global">,
      I32EnumAttrCase<"Shared", 2, "shared">,
      I32EnumAttrCase<"Register", 3, "register">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::fly";
}

def Fly_AddressSpaceAttr : Fly_EnumAttr<Fly_AddressSpaceEnum, "address_space"> {
  let summary = "Where memory lies";
  let description = [{
    `generic` memory may lie anywhere, `global` in the device's memory, `shared`
    in the workgroup's LDS, `register` in the thread's registers.

    ```mlir
    #fly<address_space shared>
    ```
  }];
}

def Fly_CachePolicyEnum : I32EnumAttr<"CachePolicy",
    "what a cache may hold", [
      I32EnumAttrCase<"CacheGlobal", 0, "cache_global">,
      I32EnumAttrCase<"CacheAlways", 1, "cache_always">]> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::fly";
}

def Fly_CachePolicyAttr : Fly_EnumAttr<Fly_CachePolicyEnum, "cache_policy"> {
  let summary = "Which caches an access goes through";
  let description = [{
    ```mlir
    #fly<cache_policy cache_always>
    ```
  }];
}

def Fly_IntTupleAttr : Fly_Attr<"IntTuple", "int_tuple"> {
  let summary = "Hierarchical tuple of integers";
  let description = [{
    A leaf is a static integer (`4`), an integer known at run time (`?`, 32 bits
    wide and divisible by 1 unless written otherwise: `?{i64 div=4}`), or `*`,
    which marks a mode to keep. An integer may be scaled by a basis vector:
    `3E1` is three steps along mode 1, `1E0E1` one step along mode 1 of mode 0.

    ```mlir
    #fly<int_tuple(4,(2,?{div=8}))>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t", "the tuple, encoded by IntTuple::encode">:$code);
  let builders = [
    AttrBuilder<(ins "const ::mlir::fly::IntTuple &":$value)>
  ];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The tuple as data to compute with.
    IntTuple getValue() const { return IntTuple::decode(getCode()); }
    bool isStatic() const { return getValue().isStatic(); }
    int64_t getRank() const { return getValue().rank(); }
    int64_t getDepth() const { return getValue().depth(); }
    bool isLeaf() const { return getValue().isLeaf(); }
  }];
}

def Fly_LayoutAttr : Fly_Attr<"Layout", "layout"> {
  let summary = "Layout: a shape and a stride";
  let description = [{
    The function from coordinates in the shape to the inner product with the
    stride. Shape and stride have the same structure. Strides may be negative,
    zero, known at run time, or basis vectors; with basis vectors the layout
    maps coordinates to coordinates.

    ```mlir
    #fly<layout(4,(2,8)):(1,(4,16))>
    ```
  }];
  let parameters = (ins "::mlir::fly::IntTupleAttr":$shape,
                        "::mlir::fly::IntTupleAttr":$stride);
  let builders = [
    AttrBuilderWithInferredContext<(ins "::mlir::fly::IntTupleAttr":$shape,
                                        "::mlir::fly::IntTupleAttr":$stride), [{
      return $_get(shape.getContext(), shape, stride);
    }]>,
    AttrBuilder<(ins "const ::mlir::fly::Layout &":$value)>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout as data to compute with.
    Layout getValue() const {
      return {getShape().getValue(), getStride().getValue()};
    }
    bool isStatic() const {
      return getShape().isStatic() && getStride().isStatic();
    }
    int64_t getRank() const { return getShape().getRank(); }
    int64_t getDepth() const { return getShape().getDepth(); }
    bool isLeaf() const { return getShape().isLeaf(); }
    /// The number of elements; failure if it isn't static or overflows.
    FailureOr<int64_t> getStaticSize() const;
    /// See mlir::fly::coordinateAt: where (thread, value, ...) lies.
    FailureOr<SmallVector<int64_t>>
    getCoordinateAt(ArrayRef<int64_t> modeIndices, int64_t rank) const {
      return coordinateAt(getValue(), modeIndices, rank);
    }
  }];
}

def Fly_SwizzleAttr : Fly_Attr<"Swizzle", "swizzle"> {
  let summary = "Permutation of addresses by exclusive or";
  let description = [{
    `S<mask,base,shift>`: the `mask` bits of an index that begin at bit `base +
    shift` are combined by exclusive or into those that begin at `base`.
    `mask = 0` changes nothing.

    ```mlir
    #fly<swizzle S<3,3,3>>
    ```
  }];
  let parameters = (ins "int64_t":$mask, "int64_t":$base, "int64_t":$shift);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    Swizzle getValue() const { return {getMask(), getBase(), getShift()}; }
    bool isTrivial() const { return getMask() == 0; }
    static SwizzleAttr getTrivial(MLIRContext *context) {
      return get(context, 0, 0, 0);
    }
  }];
}

def Fly_TileAttr : Fly_Attr<"Tile", "tile"> {
  let summary = "How to cut each mode of a layout";
  let description = [{
    One entry for a whole layout, or a bracketed list with one entry per mode. An
    entry is a size `n` (short for the layout `n:1`), `*` (the mode stays as it
    is), a layout, or a nested bracketed list.

    ```mlir
    #fly<tile[4|(2,4):(1,8)]>
    ```
  }];
  let parameters = (ins "bool":$bracketed,
    ArrayRefParameter<"::mlir::Attribute",
      "int_tuple leaves, layouts and tiles">:$entries);
  let builders = [AttrBuilder<(ins "const ::mlir::fly::Tile &":$value)>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The tile as data to compute with.
    Tile getValue() const;
  }];
}

def Fly_CoordSwizzleAttr : Fly_Attr<"CoordSwizzle", "coord_swizzle"> {
  let summary = "Permutation of one integer of a coordinate by another";
  let description = [{
    `CS<mask,baseRow,modeRow,baseCol,modeCol>`: the `mask` bits that begin at bit
    `baseRow` of the integer at the path `modeRow` are combined by exclusive or
    into those that begin at `baseCol` of the integer at the path `modeCol`.
    `mask = 0` changes nothing.

    ```mlir
    #fly<coord_swizzle CS<3,0,[0],3,[1]>>
    ```
  }];
  let parameters = (ins "int64_t":$mask, "int64_t":$baseRow,
    ArrayRefParameter<"int32_t", "path of the mode that is read">:$modeRow,
    "int64_t":$baseCol,
    ArrayRefParameter<"int32_t", "path of the mode that changes">:$modeCol);
  let builders = [AttrBuilder<(ins "const ::mlir::fly::CoordSwizzle &":$value)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The swizzle as data to compute with.
    CoordSwizzle getValue() const;
  }];
}

def Fly_ComposedLayoutAttr : Fly_Attr<"ComposedLayout", "composed_layout"> {
  let summary = "Layout followed by an offset and another map";
  let description = [{
    `inner o offset o outer` is the function `inner(offset + outer(c))`. The
    outer part sees the coordinate; it is a layout, or a composed layout in
    brackets. The inner part is a swizzle, a swizzle of coordinates, a layout,
    or a composed layout: `A o x o B o y o C` has `A o x o B` as its inner part.

    ```mlir
    #fly<composed_layout S<3,3,3> o 0 o (8,64):(64,1)>
    ```
  }];
  let parameters = (ins "::mlir::Attribute":$inner,
                        "::mlir::fly::IntTupleAttr":$offset,
                        "::mlir::Attribute":$outer);
  let builders = [
    AttrBuilderWithInferredContext<(ins "::mlir::Attribute":$inner,
        "::mlir::fly::IntTupleAttr":$offset, "::mlir::Attribute":$outer), [{
      return $_get(inner.getContext(), inner, offset, outer);
    }]>,
    AttrBuilder<(ins "const ::mlir::fly::ComposedLayout &":$value)>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout as data to compute with.
    ComposedLayout getValue() const;
    bool isStatic() const { return getValue().isStatic(); }
    /// The layout that sees the coordinate.
    LayoutAttr getPlainLayout() const;
  }];
}

def Fly_BasisAttr : Fly_Attr<"Basis", "basis"> {
  let summary = "Scaled basis vector";
  let description = [{
    A number of steps along one mode of a coordinate, or along a mode of a mode.

    ```mlir
    #fly<basis 3E1E0>
    ```
  }];
  let parameters = (ins "::mlir::fly::IntTupleAttr":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_IntAttr : Fly_Attr<"Int", "int"> {
  let summary = "Integer known at compile time, or described by its divisor";
  let description = [{
    ```mlir
    #fly<int 4>
    #fly<int ?{i64 div=4}>
    ```
  }];
  let parameters = (ins "::mlir::fly::IntTupleAttr":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Fly_AlignAttr : Fly_Attr<"Align", "align"> {
  let summary = "Alignment in bytes";
  let description = [{
    ```mlir
    #fly<align align<16>>
    ```
  }];
  let parameters = (ins "int64_t":$bytes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // DIALECT_FLY_IR_FLYATTRS
