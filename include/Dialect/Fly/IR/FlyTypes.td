//===- FlyTypes.td - Types of the fly dialect -------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYTYPES
#define DIALECT_FLY_IR_FLYTYPES

include "Dialect/Fly/IR/FlyAttrs.td"
include "Dialect/Fly/IR/FlyInterfaces.td"

class Fly_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Fly_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

defvar MayBeStatic = DeclareTypeInterfaceMethods<Fly_MayBeStaticTypeInterface>;

def Fly_IntTuple : Fly_Type<"IntTuple", "int_tuple", [MayBeStatic]> {
  let summary = "Hierarchical tuple of integers";
  let description = [{
    See the attribute `int_tuple` for the syntax. Every `?` is one SSA integer of
    the value.

    ```mlir
    !fly.int_tuple<(4,?{i64 div=8},*)>
    ```
  }];
  let parameters = (ins "::mlir::fly::IntTupleAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::IntTupleAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>,
    TypeBuilder<(ins "const ::mlir::fly::IntTuple &":$value), [{
      return $_get($_ctxt, IntTupleAttr::get($_ctxt, value));
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    IntTuple getValue() const { return getAttr().getValue(); }
  }];
}

def Fly_Layout : Fly_Type<"Layout", "layout", [MayBeStatic]> {
  let summary = "Layout: a shape and a stride";
  let description = [{
    ```mlir
    !fly.layout<(4,(2,?)):(1,(4,?{i64 div=8}))>
    ```
  }];
  let parameters = (ins "::mlir::fly::LayoutAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::LayoutAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>,
    TypeBuilder<(ins "const ::mlir::fly::Layout &":$value), [{
      return $_get($_ctxt, LayoutAttr::get($_ctxt, value));
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    Layout getValue() const { return getAttr().getValue(); }
  }];
}

def Fly_Swizzle : Fly_Type<"Swizzle", "swizzle", [MayBeStatic]> {
  let summary = "Permutation of addresses by exclusive or";
  let description = [{
    ```mlir
    !fly.swizzle<S<3,3,3>>
    ```
  }];
  let parameters = (ins "::mlir::fly::SwizzleAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::SwizzleAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Fly_CoordSwizzle : Fly_Type<"CoordSwizzle", "coord_swizzle", [MayBeStatic]> {
  let summary = "Permutation of one integer of a coordinate by another";
  let description = [{
    ```mlir
    !fly.coord_swizzle<CS<3,0,[0],3,[1]>>
    ```
  }];
  let parameters = (ins "::mlir::fly::CoordSwizzleAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::CoordSwizzleAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Fly_Basis : Fly_Type<"Basis", "basis", [MayBeStatic]> {
  let summary = "Scaled basis vector";
  let description = [{
    A number of steps along one mode of a coordinate.

    ```mlir
    !fly.basis<3E1E0>
    ```
  }];
  let parameters = (ins "::mlir::fly::BasisAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::BasisAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Fly_ComposedLayout
    : Fly_Type<"ComposedLayout", "composed_layout", [MayBeStatic]> {
  let summary = "Layout followed by an offset and another map";
  let description = [{
    See the attribute `composed_layout`. Layout ops change the part that sees the
    coordinate and keep what follows it.

    ```mlir
    !fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>
    ```
  }];
  let parameters = (ins "::mlir::fly::ComposedLayoutAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::ComposedLayoutAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Fly_Tile : Fly_Type<"Tile", "tile", [MayBeStatic]> {
  let summary = "How to cut each mode of a layout";
  let description = [{
    ```mlir
    !fly.tile<[4|8:1|*]>
    ```
  }];
  let parameters = (ins "::mlir::fly::TileAttr":$attr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::TileAttr":$attr), [{
      return $_get(attr.getContext(), attr);
    }]>,
    TypeBuilder<(ins "const ::mlir::fly::Tile &":$value), [{
      return $_get($_ctxt, TileAttr::get($_ctxt, value));
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Fly_Ptr : Fly_Type<"Ptr", "ptr"> {
  let summary = "Typed pointer with address space and alignment";
  let description = [{
    The alignment is in bytes, a multiple of the element's size, which is also
    the default. A swizzle permutes the addresses of accesses. The address space
    is a keyword, or an attribute of a target.

    ```mlir
    !fly.ptr<f16, shared, align<16>, S<3,3,3>>
    !fly.ptr<f32, #fly_rocdl.buffer_desc>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType,
                        "::mlir::Attribute":$addressSpace,
                        "int64_t":$alignment,
                        "::mlir::fly::SwizzleAttr":$swizzle);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
        "::mlir::Attribute":$addressSpace, CArg<"int64_t", "0">:$alignment,
        CArg<"::mlir::fly::SwizzleAttr", "{}">:$swizzle)>,
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
        "::mlir::fly::AddressSpace":$addressSpace,
        CArg<"int64_t", "0">:$alignment)>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getElementBits() const {
      return getElementType().getIntOrFloatBitWidth();
    }
    /// How many elements the address is known to be a multiple of.
    int64_t getValueDivisibility() const {
      return getAlignment() * 8 / getElementBits();
    }
    /// Whether the space is the keyword `space`.
    bool isIn(AddressSpace space) const {
      return isAddressSpace(getAddressSpace(), space);
    }
    /// The same pointer known to be a multiple of `divisibility` elements (0
    /// for a multiple of everything, which leaves the alignment as it is).
    PtrType advancedBy(int64_t divisibility) const;
  }];
}

def Fly_MemRef : Fly_Type<"MemRef", "memref"> {
  let summary = "Tensor in memory: a pointer and a layout";
  let description = [{
    Coordinate `c` of the layout's shape is the element at the pointer plus
    `layout(c)` elements. In the `register` space it is the thread's own
    fragment. The layout may be composed.

    ```mlir
    !fly.memref<f32, global, (?,1024):(?{i64},1), align<16>>
    !fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType,
                        "::mlir::Attribute":$addressSpace,
                        "::mlir::Attribute":$fullLayout,
                        "int64_t":$alignment,
                        "::mlir::fly::SwizzleAttr":$swizzle);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
        "::mlir::Attribute":$addressSpace, "::mlir::Attribute":$fullLayout,
        CArg<"int64_t", "0">:$alignment,
        CArg<"::mlir::fly::SwizzleAttr", "{}">:$swizzle)>,
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
        "::mlir::fly::AddressSpace":$addressSpace,
        "::mlir::Attribute":$fullLayout,
        CArg<"int64_t", "0">:$alignment)>,
    TypeBuilderWithInferredContext<(ins "::mlir::fly::PtrType":$pointer,
        "::mlir::Attribute":$fullLayout)>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout that sees the coordinate: all of it, unless it is composed.
    LayoutAttr getLayout() const { return fly::getPlainLayout(getFullLayout()); }
    /// Whether something is applied to the index that `getLayout()` gives.
    bool isComposed() const { return !isa<LayoutAttr>(getFullLayout()); }
    PtrType getPtrType() const {
      return PtrType::get(getElementType(), getAddressSpace(), getAlignment(),
                          getSwizzle());
    }
    int64_t getElementBits() const {
      return getElementType().getIntOrFloatBitWidth();
    }
    bool isIn(AddressSpace space) const {
      return isAddressSpace(getAddressSpace(), space);
    }
  }];
}

def Fly_CoordTensor : Fly_Type<"CoordTensor", "coord_tensor", [MayBeStatic]> {
  let summary = "Tensor of coordinates: a base and a layout";
  let description = [{
    Reading coordinate `c` gives `base + layout(c)`; the layout may be composed.
    Sliced like the memref that
    it goes with, it says at which coordinate each element lies: bounds
    predicates are comparisons of its elements with the extents.

    ```mlir
    !fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>
    ```
  }];
  let parameters = (ins "::mlir::fly::IntTupleAttr":$base,
                        "::mlir::Attribute":$fullLayout);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::fly::IntTupleAttr":$base,
        "::mlir::Attribute":$fullLayout), [{
      return $_get(base.getContext(), base, fullLayout);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout that sees the coordinate: all of it, unless it is composed.
    LayoutAttr getLayout() const { return fly::getPlainLayout(getFullLayout()); }
    /// Whether something is applied to the index that `getLayout()` gives.
    bool isComposed() const { return !isa<LayoutAttr>(getFullLayout()); }
  }];
}

def Fly_CopyAtom : Fly_Type<"CopyAtom", "copy_atom", [MayBeStatic]> {
  let summary = "One copy instruction, with the width of an element";
  let description = [{
    The kind of copy (a type such as `!fly.universal_copy<128>`), and the bits of
    one value of the tensors that it copies.

    ```mlir
    !fly.copy_atom<!fly.universal_copy<128>, 32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$copyOp, "int64_t":$valBits);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$copyOp,
                                        "int64_t":$valBits), [{
      return $_get(copyOp.getContext(), copyOp, valBits);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    CopyOpTypeInterface getCopyOpInterface() const {
      return ::llvm::cast<CopyOpTypeInterface>(getCopyOp());
    }
    /// Elements that one thread moves at a time.
    int64_t getNumValues() const {
      return getCopyOpInterface().getBitSize() / getValBits();
    }
    /// From (thread, value) to an element of what the atom copies.
    Layout getThrValLayout(CopySide side) const;
  }];
}

def Fly_UniversalCopy : Fly_Type<"UniversalCopy", "universal_copy",
    [MayBeStatic, DeclareTypeInterfaceMethods<Fly_CopyOpTypeInterface>]> {
  let summary = "Plain load and store of a number of bits";
  let description = [{
    Copies between any address spaces that plain loads and stores reach.

    ```mlir
    !fly.universal_copy<128>
    ```
  }];
  let parameters = (ins "int64_t":$bitSize);
  let assemblyFormat = "`<` $bitSize `>`";
  let genVerifyDecl = 1;
}

#endif // DIALECT_FLY_IR_FLYTYPES
