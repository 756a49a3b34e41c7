//===- FlyLayoutOps.td - Ops of the layout algebra --------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLYLAYOUTOPS
#define DIALECT_FLY_IR_FLYLAYOUTOPS

include "Dialect/Fly/IR/FlyTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Operand kinds
//===----------------------------------------------------------------------===//

def Fly_Scalar : AnyTypeOf<[I32, I64], "32-bit or 64-bit integer">;
def Fly_TensorLike : AnyTypeOf<[Fly_MemRef, Fly_CoordTensor],
                               "memref or coord_tensor">;
/// A layout, plain or composed.
def Fly_AnyLayout : AnyTypeOf<[Fly_Layout, Fly_ComposedLayout],
                              "layout or composed_layout">;
def Fly_LayoutLike
    : AnyTypeOf<[Fly_Layout, Fly_ComposedLayout, Fly_MemRef, Fly_CoordTensor],
                "layout, composed_layout, memref or coord_tensor">;
def Fly_TupleOrLayoutLike
    : AnyTypeOf<[Fly_IntTuple, Fly_Layout, Fly_ComposedLayout, Fly_MemRef,
                 Fly_CoordTensor],
                "int_tuple, layout, composed_layout, memref or coord_tensor">;
def Fly_TupleOrLayout : AnyTypeOf<[Fly_IntTuple, Fly_Layout],
                                  "int_tuple or layout">;
def Fly_TupleOrAnyLayout
    : AnyTypeOf<[Fly_IntTuple, Fly_Layout, Fly_ComposedLayout],
                "int_tuple, layout or composed_layout">;
def Fly_Iterator : AnyTypeOf<[Fly_Ptr, Fly_IntTuple], "ptr or int_tuple">;
def Fly_Divisor : AnyTypeOf<[Fly_Layout, Fly_Tile], "layout or tile">;
def Fly_InnerMap
    : AnyTypeOf<[Fly_Layout, Fly_Swizzle, Fly_CoordSwizzle, Fly_ComposedLayout],
                "layout, swizzle, coord_swizzle or composed_layout">;

defvar DefaultFormat =
  "`` `(` operands `)` attr-dict `:` functional-type(operands, results)";

class Fly_Op<string mnemonic, list<Trait> traits = []>
    : Op<Fly_Dialect, mnemonic, traits> {
  let assemblyFormat = DefaultFormat;
}

/// Declares type inference that accepts results with weaker divisors.
defvar InferDecl = [{
    static ::llvm::LogicalResult inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferredTypes);
    static ::llvm::LogicalResult refineReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &returnTypes) {
      ::llvm::SmallVector<::mlir::Type> inferred;
      if (failed(inferReturnTypes(context, location, operands, attributes,
                                  properties, regions, inferred)))
        return ::mlir::failure();
      return ::mlir::fly::detail::verifyReturnTypes(
          location, getOperationName(), inferred, returnTypes);
    }
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared) {
      return inferred.size() == declared.size() &&
             ::llvm::all_of_zip(inferred, declared, isCompatibleType);
    }
  }];

/// An op with a hand-written `inferReturnTypes`.
class Fly_InferringOp<string mnemonic, list<Trait> traits = []>
    : Fly_Op<mnemonic, !listconcat([InferTypeOpInterface], traits)> {
  let extraClassDeclaration = InferDecl;
}

/// An op that the layout algebra evaluates, for type inference and lowering.
class Fly_LayoutOp<string mnemonic, list<Trait> traits = []>
    : Fly_Op<mnemonic, !listconcat([Pure, InferTypeOpInterface,
        DeclareOpInterfaceMethods<Fly_LayoutOpInterface>], traits)> {
  let extraClassDeclaration = InferDecl # [{
    static ::mlir::fly::Datum evaluateOn(
        ::mlir::fly::Algebra &algebra,
        ::llvm::ArrayRef<::mlir::fly::Datum> data, Adaptor adaptor);
  }];
  let extraClassDefinition = [{
    ::mlir::fly::Datum $cppClass::evaluate(
        ::mlir::fly::Algebra &algebra,
        ::llvm::ArrayRef<::mlir::fly::Datum> data) {
      return evaluateOn(algebra, data, Adaptor(*this));
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferredTypes) {
      Adaptor adaptor(operands, attributes, properties, regions);
      return ::mlir::fly::detail::inferLayoutOp(
          context, location, getOperationName(), operands.getTypes(),
          [&](::mlir::fly::Algebra &algebra,
              ::llvm::ArrayRef<::mlir::fly::Datum> data) {
            return evaluateOn(algebra, data, adaptor);
          },
          inferredTypes);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

def Fly_StaticOp : Fly_Op<"static", [Pure, ConstantLike]> {
  let summary = "The value of a static type";
  let description = [{
    Makes the only value of a type that determines it.

    ```mlir
    %0 = fly.static : !fly.layout<(4,8):(1,4)>
    ```
  }];
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

class Fly_MakeTupleOp<string mnemonic, string what> : Fly_Op<mnemonic, [Pure]> {
  let summary = "Makes " # what;
  let description = [{
    The operands are the integers for the `?` leaves of the result type, depth
    first, of the width that each says.

    ```mlir
    %0 = fly.}] # mnemonic # [{(%a, %b) : (i32, i64) -> !fly.int_tuple<(?,4,?{i64 div=8})>
    ```
  }];
  let arguments = (ins Variadic<Fly_Scalar>:$leaves);
  let results = (outs Fly_IntTuple:$result);
  let hasVerifier = 1;
}

def Fly_MakeIntTupleOp : Fly_MakeTupleOp<"make_int_tuple", "an int_tuple">;
def Fly_MakeShapeOp : Fly_MakeTupleOp<"make_shape", "a shape">;
def Fly_MakeStrideOp : Fly_MakeTupleOp<"make_stride", "a stride">;
def Fly_MakeCoordOp : Fly_MakeTupleOp<"make_coord", "a coordinate">;

def Fly_MakeLayoutOp : Fly_LayoutOp<"make_layout"> {
  let summary = "Makes a layout of a shape and a stride";
  let description = [{
    ```mlir
    %0 = fly.make_layout(%shape, %stride)
      : (!fly.int_tuple<(4,?)>, !fly.int_tuple<(1,4)>) -> !fly.layout<(4,?):(1,4)>
    ```
  }];
  let arguments = (ins Fly_IntTuple:$shape, Fly_IntTuple:$stride);
  let results = (outs Fly_Layout:$result);
}

def Fly_MakeLayoutLikeOp : Fly_LayoutOp<"make_layout_like"> {
  let summary = "Compact layout with the shape and mode order of another";
  let description = [{
    ```mlir
    %0 = fly.make_layout_like(%l) : (!fly.layout<(4,8):(16,1)>) -> !fly.layout<(4,8):(8,1)>
    ```
  }];
  let arguments = (ins Fly_Layout:$layout);
  let results = (outs Fly_Layout:$result);
}

def Fly_MakeOrderedLayoutOp : Fly_LayoutOp<"make_ordered_layout"> {
  let summary = "Compact layout whose modes are ordered as given";
  let description = [{
    The mode with the smallest order has stride 1.

    ```mlir
    %0 = fly.make_ordered_layout(%shape, %order)
      : (!fly.int_tuple<(2,3,4)>, !fly.int_tuple<(1,0,2)>) -> !fly.layout<(2,3,4):(3,1,6)>
    ```
  }];
  let arguments = (ins Fly_IntTuple:$shape, Fly_IntTuple:$order);
  let results = (outs Fly_Layout:$result);
}

def Fly_MakeIdentityLayoutOp : Fly_LayoutOp<"make_identity_layout"> {
  let summary = "Layout that maps each coordinate to itself";
  let description = [{
    ```mlir
    %0 = fly.make_identity_layout(%shape) : (!fly.int_tuple<(4,8)>) -> !fly.layout<(4,8):(1E0,1E1)>
    ```
  }];
  let arguments = (ins Fly_IntTuple:$shape);
  let results = (outs Fly_Layout:$result);
}

def Fly_MakeFragmentLayoutLikeOp : Fly_LayoutOp<"make_fragment_layout_like"> {
  let summary = "Compact layout for the registers that hold a tensor";
  let description = [{
    Mode 0 is contiguous, the other modes keep the order of their strides.

    ```mlir
    %0 = fly.make_fragment_layout_like(%l)
      : (!fly.layout<((4,2),8):((1,64),128)>) -> !fly.layout<((4,2),8):((1,4),8)>
    ```
  }];
  let arguments = (ins AnyTypeOf<[Fly_Layout, Fly_MemRef],
                                 "layout or memref">:$source);
  let results = (outs Fly_Layout:$result);
}

def Fly_MakeViewOp : Fly_LayoutOp<"make_view"> {
  let summary = "Makes a tensor of a pointer or base coordinate and a layout";
  let description = [{
    ```mlir
    %0 = fly.make_view(%p, %l)
      : (!fly.ptr<f32, global, align<16>>, !fly.layout<(?,64):(64,1)>) -> !fly.memref<f32, global, (?,64):(64,1), align<16>>
    %1 = fly.make_view(%base, %id)
      : (!fly.int_tuple<(?,0)>, !fly.layout<(4,8):(1E0,1E1)>) -> !fly.coord_tensor<(?,0), (4,8):(1E0,1E1)>
    ```
  }];
  let arguments = (ins Fly_Iterator:$iter, Fly_AnyLayout:$layout);
  let results = (outs Fly_TensorLike:$result);
}

//===----------------------------------------------------------------------===//
// Extractors
//===----------------------------------------------------------------------===//

def Fly_GetScalarOp : Fly_InferringOp<"get_scalar", [Pure]> {
  let summary = "The integer that an int_tuple of one leaf is";
  let description = [{
    ```mlir
    %0 = fly.get_scalar(%t) : (!fly.int_tuple<?{i64 div=4}>) -> i64
    ```
  }];
  let arguments = (ins Fly_IntTuple:$tuple);
  let results = (outs Fly_Scalar:$result);
}

def Fly_GetLeavesOp : Fly_InferringOp<"get_leaves", [Pure]> {
  let summary = "The integers of an int_tuple, depth first";
  let description = [{
    One result for each leaf, or for each `?` leaf with `dynamicOnly`.

    ```mlir
    %0:2 = fly.get_leaves(%t) : (!fly.int_tuple<(?,4)>) -> (i32, i32)
    ```
  }];
  let arguments = (ins Fly_IntTuple:$tuple,
                       DefaultValuedAttr<BoolAttr, "false">:$dynamicOnly);
  let results = (outs Variadic<Fly_Scalar>:$leaves);
}

def Fly_GetShapeOp : Fly_LayoutOp<"get_shape"> {
  let summary = "The shape of a layout or tensor";
  let description = [{
    ```mlir
    %0 = fly.get_shape(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<(4,?)>
    ```
  }];
  let arguments = (ins Fly_LayoutLike:$source);
  let results = (outs Fly_IntTuple:$result);
  let hasFolder = 1;
}

def Fly_GetStrideOp : Fly_LayoutOp<"get_stride"> {
  let summary = "The stride of a layout or tensor";
  let description = [{
    ```mlir
    %0 = fly.get_stride(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<(1,4)>
    ```
  }];
  let arguments = (ins Fly_LayoutLike:$source);
  let results = (outs Fly_IntTuple:$result);
  let hasFolder = 1;
}

def Fly_GetLayoutOp : Fly_LayoutOp<"get_layout"> {
  let summary = "The layout of a tensor";
  let description = [{
    ```mlir
    %0 = fly.get_layout(%m) : (!fly.memref<f32, global, (4,?):(1,4)>) -> !fly.layout<(4,?):(1,4)>
    ```
  }];
  let arguments = (ins Fly_TensorLike:$source);
  let results = (outs Fly_AnyLayout:$result);
  let hasFolder = 1;
}

def Fly_GetIterOp : Fly_LayoutOp<"get_iter"> {
  let summary = "The pointer or base coordinate of a tensor";
  let description = [{
    ```mlir
    %0 = fly.get_iter(%m) : (!fly.memref<f32, global, (4,?):(1,4)>) -> !fly.ptr<f32, global>
    ```
  }];
  let arguments = (ins Fly_TensorLike:$source);
  let results = (outs Fly_Iterator:$result);
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Arithmetic on tuples
//===----------------------------------------------------------------------===//

class Fly_TupleBinaryOp<string mnemonic, string what, string example>
    : Fly_LayoutOp<mnemonic> {
  let summary = what;
  let description = "```mlir\n%0 = fly." # mnemonic # "(%a, %b) : " # example #
                    "\n```";
  let arguments = (ins Fly_IntTuple:$lhs, Fly_IntTuple:$rhs);
  let results = (outs Fly_IntTuple:$result);
}

def Fly_IntTupleAddOp : Fly_TupleBinaryOp<"int_tuple_add",
  "Sum of two tuples, leaf by leaf; basis vectors add up to coordinates",
  "(!fly.int_tuple<1E0>, !fly.int_tuple<2E1>) -> !fly.int_tuple<(1,2)>">;
def Fly_IntTupleSubOp : Fly_TupleBinaryOp<"int_tuple_sub",
  "Difference of two tuples, leaf by leaf",
  "(!fly.int_tuple<(5,?)>, !fly.int_tuple<(1,2)>) -> !fly.int_tuple<(4,?)>">;
def Fly_IntTupleMulOp : Fly_TupleBinaryOp<"int_tuple_mul",
  "Product of two tuples, leaf by leaf",
  "(!fly.int_tuple<?{div=4}>, !fly.int_tuple<6>) -> !fly.int_tuple<?{div=24}>">;
def Fly_IntTupleDivOp : Fly_TupleBinaryOp<"int_tuple_div",
  "Truncating quotient of two tuples, leaf by leaf",
  "(!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=2}>">;
def Fly_IntTupleModOp : Fly_TupleBinaryOp<"int_tuple_mod",
  "Remainder of two tuples, leaf by leaf",
  "(!fly.int_tuple<?{div=8}>, !fly.int_tuple<4>) -> !fly.int_tuple<?{div=4}>">;
def Fly_ShapeDivOp : Fly_TupleBinaryOp<"shape_div",
  "Divides a shape, where one side divides the other",
  "(!fly.int_tuple<(6,4)>, !fly.int_tuple<12>) -> !fly.int_tuple<(1,2)>">;
def Fly_CeilDivOp : Fly_TupleBinaryOp<"ceil_div",
  "Divides a shape, rounding up",
  "(!fly.int_tuple<(7,5)>, !fly.int_tuple<4>) -> !fly.int_tuple<(2,5)>">;
def Fly_IntTupleProductLikeOp : Fly_TupleBinaryOp<"int_tuple_product_like",
  "Product of what stands under each leaf of the second tuple",
  "(!fly.int_tuple<((2,3),4)>, !fly.int_tuple<(1,1)>) -> !fly.int_tuple<(6,4)>">;

def Fly_IntTupleProductOp : Fly_LayoutOp<"int_tuple_product"> {
  let summary = "Product of all leaves";
  let description = [{
    ```mlir
    %0 = fly.int_tuple_product(%t) : (!fly.int_tuple<((2,3),?)>) -> !fly.int_tuple<?{div=6}>
    ```
  }];
  let arguments = (ins Fly_IntTuple:$tuple);
  let results = (outs Fly_IntTuple:$result);
}

def Fly_IntTupleProductEachOp : Fly_LayoutOp<"int_tuple_product_each"> {
  let summary = "Product of the leaves of each mode";
  let description = [{
    ```mlir
    %0 = fly.int_tuple_product_each(%t) : (!fly.int_tuple<((2,3),4)>) -> !fly.int_tuple<(6,4)>
    ```
  }];
  let arguments = (ins Fly_IntTuple:$tuple);
  let results = (outs Fly_IntTuple:$result);
}

class Fly_TupleCompareOp<string mnemonic, string what> : Fly_Op<mnemonic, [Pure]> {
  let summary = what;
  let description = [{
    ```mlir
    %0 = fly.}] # mnemonic # [{(%a, %b) : (!fly.int_tuple<(?,?)>, !fly.int_tuple<(4,?)>) -> i1
    ```
  }];
  let arguments = (ins Fly_IntTuple:$lhs, Fly_IntTuple:$rhs);
  let results = (outs I1:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs), [{
      build($_builder, $_state, $_builder.getI1Type(), lhs, rhs);
    }]>
  ];
  let hasVerifier = 1;
}

def Fly_ElemLessOp : Fly_TupleCompareOp<"elem_less",
  "Whether each leaf is less than its counterpart: the bounds check">;
def Fly_EqualOp : Fly_TupleCompareOp<"equal", "Whether two tuples are equal">;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

def Fly_GetOp : Fly_LayoutOp<"get"> {
  let summary = "One mode, or a mode of a mode";
  let description = [{
    ```mlir
    %0 = fly.get(%l) {mode = array<i32: 1, 0>}
      : (!fly.layout<(2,(3,5),4):(1,(2,7),6)>) -> !fly.layout<3:2>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutLike:$source, DenseI32ArrayAttr:$mode);
  let results = (outs Fly_TupleOrLayoutLike:$result);
}

def Fly_TakeOp : Fly_LayoutOp<"take"> {
  let summary = "The modes from `begin` up to `end` (-1: all that follow)";
  let description = [{
    ```mlir
    %0 = fly.take(%l) {begin = 1 : i32, end = -1 : i32}
      : (!fly.layout<(2,3,4):(1,2,6)>) -> !fly.layout<(3,4):(2,6)>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutLike:$source, I32Attr:$begin,
                       I32Attr:$end);
  let results = (outs Fly_TupleOrLayoutLike:$result);
}

def Fly_SelectOp : Fly_LayoutOp<"select"> {
  let summary = "The modes with the given indices, in that order";
  let description = [{
    ```mlir
    %0 = fly.select(%l) {indices = array<i32: 2, 0>}
      : (!fly.layout<(2,3,4):(1,2,6)>) -> !fly.layout<(4,2):(6,1)>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutLike:$source,
                       DenseI32ArrayAttr:$indices);
  let results = (outs Fly_TupleOrLayoutLike:$result);
}

def Fly_GroupOp : Fly_LayoutOp<"group"> {
  let summary = "Makes one mode of the modes from `begin` up to `end`";
  let description = [{
    ```mlir
    %0 = fly.group(%l) {begin = 1 : i32, end = -1 : i32}
      : (!fly.layout<(2,3,4):(1,2,6)>) -> !fly.layout<(2,(3,4)):(1,(2,6))>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutLike:$source, I32Attr:$begin,
                       I32Attr:$end);
  let results = (outs Fly_TupleOrLayoutLike:$result);
}

class Fly_ExtendOp<string mnemonic, string where, string example>
    : Fly_LayoutOp<mnemonic> {
  let summary = "Adds a mode " # where;
  let description = [{
    Once, or as often as it takes to reach `n` modes.

    ```mlir
    %0 = fly.}] # mnemonic # example # "\n    ```";
  let arguments = (ins Fly_TupleOrAnyLayout:$tuple, Fly_TupleOrLayout:$element,
                       OptionalAttr<I32Attr>:$n);
  let results = (outs Fly_TupleOrAnyLayout:$result);
  let assemblyFormat = [{
    (`<` $n^ `>`)? `(` operands `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

def Fly_AppendOp : Fly_ExtendOp<"append", "at the end",
  "<3>(%t, %e) : (!fly.int_tuple<4>, !fly.int_tuple<5>) -> !fly.int_tuple<(4,5,5)>">;
def Fly_PrependOp : Fly_ExtendOp<"prepend", "at the beginning",
  "(%t, %e) : (!fly.int_tuple<(4,8)>, !fly.int_tuple<5>) -> !fly.int_tuple<(5,4,8)>">;

def Fly_SliceOp : Fly_LayoutOp<"slice"> {
  let summary = "Fixes modes at a coordinate and keeps those marked `*`";
  let description = [{
    The result of slicing a tensor begins where the coordinate lies.

    ```mlir
    %0 = fly.slice(%m, %c)
      : (!fly.memref<f32, global, (4,8):(8,1), align<16>>, !fly.int_tuple<(2,*)>) -> !fly.memref<f32, global, 8:1, align<16>>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutLike:$source, Fly_IntTuple:$coord);
  let results = (outs Fly_TupleOrLayoutLike:$result);
}

def Fly_DiceOp : Fly_LayoutOp<"dice"> {
  let summary = "The modes that a slice with this coordinate drops";
  let description = [{
    ```mlir
    %0 = fly.dice(%l, %c)
      : (!fly.layout<(4,8):(1,4)>, !fly.int_tuple<(*,3)>) -> !fly.layout<8:4>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayout:$source, Fly_IntTuple:$coord);
  let results = (outs Fly_TupleOrLayout:$result);
}

//===----------------------------------------------------------------------===//
// Queries and coordinates
//===----------------------------------------------------------------------===//

def Fly_SizeOp : Fly_LayoutOp<"size"> {
  let summary = "The number of elements";
  let description = [{
    ```mlir
    %0 = fly.size(%l) : (!fly.layout<(4,?):(1,4)>) -> !fly.int_tuple<?{div=4}>
    ```
  }];
  let arguments = (ins Fly_TupleOrLayoutLike:$source);
  let results = (outs Fly_IntTuple:$result);
}

class Fly_LayoutQueryOp<string mnemonic, string what, string example>
    : Fly_LayoutOp<mnemonic> {
  let summary = what;
  let description = "```mlir\n%0 = fly." # mnemonic # "(%l) : " # example #
                    "\n```";
  let arguments = (ins Fly_LayoutLike:$source);
  let results = (outs Fly_IntTuple:$result);
}

def Fly_CosizeOp : Fly_LayoutQueryOp<"cosize",
  "One more than the largest index that the layout gives",
  "(!fly.layout<(4,8):(1,5)>) -> !fly.int_tuple<39>">;
def Fly_CoshapeOp : Fly_LayoutQueryOp<"coshape",
  "The shape of what the layout maps to",
  "(!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(4,8)>">;
def Fly_CoprofileOp : Fly_LayoutQueryOp<"coprofile",
  "The structure of what the layout maps to, filled with zeros",
  "(!fly.layout<(4,8):(1E0,1E1)>) -> !fly.int_tuple<(0,0)>">;

def Fly_Crd2IdxOp : Fly_LayoutOp<"crd2idx"> {
  let summary = "Where a coordinate lies";
  let description = [{
    A linear coordinate counts through the modes from the first on; past the end
    it goes on with the last mode's stride. A swizzle maps an index, a swizzle of
    coordinates a coordinate.

    ```mlir
    %0 = fly.crd2idx(%c, %l)
      : (!fly.int_tuple<(?,?{div=4})>, !fly.layout<(4,8):(16,2)>) -> !fly.int_tuple<?{div=8}>
    ```
  }];
  let arguments = (ins Fly_IntTuple:$coord, Fly_InnerMap:$layout);
  let results = (outs Fly_IntTuple:$result);
}

class Fly_IndexOp<string mnemonic, string what, string example>
    : Fly_LayoutOp<mnemonic> {
  let summary = what;
  let description = "```mlir\n%0 = fly." # mnemonic # "(%i, %l) : " # example #
                    "\n```";
  let arguments = (ins Fly_IntTuple:$index, Fly_Layout:$layout);
  let results = (outs Fly_IntTuple:$result);
}

def Fly_Idx2CrdOp : Fly_IndexOp<"idx2crd",
  "The coordinate that lies at an index",
  "(!fly.int_tuple<19>, !fly.layout<(4,8):(8,1)>) -> !fly.int_tuple<(2,3)>">;
def Fly_GetFlatCoordOp : Fly_IndexOp<"get_flat_coord",
  "The coordinate at an index, with one integer for each mode",
  "(!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<(5,0)>">;
def Fly_Get1DCoordOp : Fly_IndexOp<"get_1d_coord",
  "The linear coordinate at an index",
  "(!fly.int_tuple<5>, !fly.layout<((2,4),8):((1,2),8)>) -> !fly.int_tuple<5>">;

//===----------------------------------------------------------------------===//
// Algebra
//===----------------------------------------------------------------------===//

def Fly_CoalesceOp : Fly_LayoutOp<"coalesce"> {
  let summary = "The same function with as few modes as possible";
  let description = [{
    With a profile, the modes under each of its leaves are coalesced on their own.

    ```mlir
    %0 = fly.coalesce(%l) : (!fly.layout<(2,(1,6)):(1,(6,2))>) -> !fly.layout<12:1>
    ```
  }];
  let arguments = (ins Fly_LayoutLike:$source, Optional<Fly_IntTuple>:$profile);
  let results = (outs Fly_LayoutLike:$result);
  let hasFolder = 1;
}

def Fly_CompositionOp : Fly_LayoutOp<"composition"> {
  let summary = "The function `outer(inner(c))`";
  let description = [{
    With a tile, each mode is composed with its entry.

    ```mlir
    %0 = fly.composition(%a, %b)
      : (!fly.layout<(6,2):(8,2)>, !fly.layout<(4,3):(3,1)>) -> !fly.layout<((2,2),3):((24,2),8)>
    ```
  }];
  let arguments = (ins Fly_LayoutLike:$outer, Fly_Divisor:$inner);
  let results = (outs Fly_LayoutLike:$result);
}

def Fly_ComplementOp : Fly_LayoutOp<"complement"> {
  let summary = "A layout that reaches what another leaves out";
  let description = [{
    Together they reach `codomain` elements (the other's cosize, if absent).

    ```mlir
    %0 = fly.complement(%l, %n) : (!fly.layout<4:2>, !fly.int_tuple<24>) -> !fly.layout<(2,3):(1,8)>
    ```
  }];
  let arguments = (ins Fly_AnyLayout:$layout, Optional<Fly_IntTuple>:$codomain);
  let results = (outs Fly_AnyLayout:$result);
}

def Fly_RightInverseOp : Fly_LayoutOp<"right_inverse"> {
  let summary = "A layout R with L(R(i)) = i";
  let description = [{
    ```mlir
    %0 = fly.right_inverse(%l) : (!fly.layout<(2,4):(4,1)>) -> !fly.layout<(4,2):(2,1)>
    ```
  }];
  let arguments = (ins Fly_AnyLayout:$layout);
  let results = (outs Fly_AnyLayout:$result);
}

def Fly_LeftInverseOp : Fly_LayoutOp<"left_inverse"> {
  let summary = "A layout R with R(L(i)) = i";
  let description = [{
    ```mlir
    %0 = fly.left_inverse(%l) : (!fly.layout<(4,8):(1,5)>) -> !fly.layout<(5,8):(1,4)>
    ```
  }];
  let arguments = (ins Fly_AnyLayout:$layout);
  let results = (outs Fly_AnyLayout:$result);
}

class Fly_DivideOp<string mnemonic, string what, string example>
    : Fly_LayoutOp<mnemonic> {
  let summary = what;
  let description = "```mlir\n%0 = fly." # mnemonic # "(%l, %t) : " # example #
                    "\n```";
  let arguments = (ins Fly_LayoutLike:$source, Fly_Divisor:$divisor);
  let results = (outs Fly_LayoutLike:$result);
}

def Fly_LogicalDivideOp : Fly_DivideOp<"logical_divide",
  "Splits modes into (tile, rest)",
  "(!fly.layout<(64,32):(32,1)>, !fly.tile<[*|8]>) -> !fly.layout<(64,(8,4)):(32,(1,8))>">;
def Fly_ZippedDivideOp : Fly_DivideOp<"zipped_divide",
  "Splits modes, and collects ((tiles), (rests))",
  "(!fly.layout<(64,32):(32,1)>, !fly.tile<[16|8]>) -> !fly.layout<((16,8),(4,4)):((32,1),(512,8))>">;
def Fly_TiledDivideOp : Fly_DivideOp<"tiled_divide",
  "Splits modes, and collects ((tiles), rest, rest, ...)",
  "(!fly.layout<(64,32):(32,1)>, !fly.tile<[16|8]>) -> !fly.layout<((16,8),4,4):((32,1),512,8)>">;
def Fly_FlatDivideOp : Fly_DivideOp<"flat_divide",
  "Splits modes, and collects (tile, tile, ..., rest, rest, ...)",
  "(!fly.layout<(64,32):(32,1)>, !fly.tile<[16|8]>) -> !fly.layout<(16,8,4,4):(32,1,512,8)>">;

class Fly_ProductOp<string mnemonic, string what, string result>
    : Fly_LayoutOp<mnemonic> {
  let summary = what;
  let description = "```mlir\n%0 = fly." # mnemonic #
    "(%b, %t) : (!fly.layout<(2,5):(5,1)>, !fly.layout<(3,4):(1,3)>) -> "
    "!fly.layout<" # result # ">\n```";
  let arguments = (ins Fly_AnyLayout:$block, Fly_Layout:$tiler);
  let results = (outs Fly_AnyLayout:$result);
}

def Fly_LogicalProductOp : Fly_ProductOp<"logical_product",
  "Repeats a block as a second layout says: (block, copies)",
  "((2,5),(3,4)):((5,1),(10,30))">;
def Fly_ZippedProductOp : Fly_ProductOp<"zipped_product",
  "Repeats a block: ((block), (copies))", "((2,5),(3,4)):((5,1),(10,30))">;
def Fly_TiledProductOp : Fly_ProductOp<"tiled_product",
  "Repeats a block: ((block), copy, copy, ...)",
  "((2,5),3,4):((5,1),10,30)">;
def Fly_FlatProductOp : Fly_ProductOp<"flat_product",
  "Repeats a block: (block, block, ..., copy, copy, ...)",
  "(2,5,3,4):(5,1,10,30)">;
def Fly_BlockedProductOp : Fly_ProductOp<"blocked_product",
  "Repeats a block, copies side by side in each mode",
  "((2,3),(5,4)):((5,10),(1,30))">;
def Fly_RakedProductOp : Fly_ProductOp<"raked_product",
  "Repeats a block, copies interleaved in each mode",
  "((3,2),(4,5)):((10,5),(30,1))">;

def Fly_RecastLayoutOp : Fly_LayoutOp<"recast_layout"> {
  let summary = "The layout of the same memory for elements of another width";
  let description = [{
    A swizzle moves with the elements: its base counts elements, too.

    ```mlir
    %0 = fly.recast_layout(%l) {new_type_bits = 32 : i32, old_type_bits = 8 : i32}
      : (!fly.layout<(8,4):(1,8)>) -> !fly.layout<(2,4):(1,2)>
    ```
  }];
  let arguments = (ins Fly_AnyLayout:$layout, I32Attr:$new_type_bits,
                       I32Attr:$old_type_bits);
  let results = (outs Fly_AnyLayout:$result);
}

def Fly_TileToShapeOp : Fly_LayoutOp<"tile_to_shape"> {
  let summary = "Repeats a block until it covers a shape";
  let description = [{
    ```mlir
    %0 = fly.tile_to_shape(%b, %s, %o)
      : (!fly.layout<(2,2):(2,1)>, !fly.int_tuple<(8,8)>, !fly.int_tuple<(0,1)>) -> !fly.layout<((2,4),(2,4)):((2,4),(1,16))>
    ```
  }];
  let arguments = (ins Fly_AnyLayout:$block, Fly_IntTuple:$shape,
                       Fly_IntTuple:$order);
  let results = (outs Fly_AnyLayout:$result);
}

#endif // DIALECT_FLY_IR_FLYLAYOUTOPS
