//===- RewriteFuncSignature.cpp - Fly values at function boundaries -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Fly/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYREWRITEFUNCSIGNATUREPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Type getStruct(MLIRContext *context, ArrayRef<Type> fields) {
  return LLVM::LLVMStructType::getLiteral(context, fields, /*isPacked=*/true);
}

/// The `?` integers of a tuple, or no type if there are none.
static Type packedType(IntTupleAttr tuple) {
  SmallVector<Type> fields;
  for (const Leaf &leaf : tuple.getValue().getLeaves())
    if (leaf.isDynamic())
      fields.push_back(IntegerType::get(tuple.getContext(), leaf.dynamicWidth));
  return fields.empty() ? Type() : getStruct(tuple.getContext(), fields);
}

/// The parts that have run-time integers, or no type if none has.
static Type packedType(MLIRContext *context, ArrayRef<Type> parts) {
  SmallVector<Type> fields;
  for (Type part : parts)
    if (part)
      fields.push_back(part);
  return fields.empty() ? Type() : getStruct(context, fields);
}

static Type packedType(LayoutAttr layout) {
  return packedType(layout.getContext(), {packedType(layout.getShape()),
                                          packedType(layout.getStride())});
}

/// What a layout, or the inner part of a composed one, has at run time.
static Type packedType(Attribute map) {
  if (auto layout = dyn_cast<LayoutAttr>(map))
    return packedType(layout);
  auto composed = dyn_cast<ComposedLayoutAttr>(map);
  if (!composed)
    return {};
  return packedType(map.getContext(), {packedType(composed.getOuter()),
                                       packedType(composed.getOffset()),
                                       packedType(composed.getInner())});
}

/// What `type` is at run time; nothing if `type` says it all.
static LogicalResult convertType(Type type, SmallVectorImpl<Type> &results) {
  Type packed;
  if (auto tuple = dyn_cast<fly::IntTupleType>(type)) {
    packed = packedType(tuple.getAttr());
  } else if (auto layout = dyn_cast<LayoutType>(type)) {
    packed = packedType(layout.getAttr());
  } else if (auto composed = dyn_cast<ComposedLayoutType>(type)) {
    packed = packedType(Attribute(composed.getAttr()));
  } else if (auto tensor = dyn_cast<CoordTensorType>(type)) {
    packed =
        packedType(type.getContext(), {packedType(tensor.getBase()),
                                       packedType(tensor.getFullLayout())});
  } else if (auto memref = dyn_cast<fly::MemRefType>(type)) {
    results.push_back(memref.getPtrType());
    packed = packedType(memref.getFullLayout());
  } else if (auto mayBeStatic = dyn_cast<MayBeStaticTypeInterface>(type)) {
    if (!mayBeStatic.isStatic())
      packed = type;
  } else {
    packed = type;
  }
  if (packed)
    results.push_back(packed);
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Value unpackTuple(OpBuilder &builder, Location loc, IntTupleAttr tuple,
                         Value packed) {
  SmallVector<Value> integers;
  for (int64_t i = 0, e = tuple.getValue().getNumDynamicLeaves(); i < e; ++i)
    integers.push_back(LLVM::ExtractValueOp::create(builder, loc, packed, i));
  return MakeIntTupleOp::create(builder, loc, fly::IntTupleType::get(tuple),
                                integers);
}

/// Field number `next` of a struct, if the part has run-time integers at all.
static Value takeField(OpBuilder &builder, Location loc, Value packed,
                       bool isStatic, int64_t &next) {
  if (isStatic)
    return {};
  return LLVM::ExtractValueOp::create(builder, loc, packed, next++);
}

static Value unpackLayout(OpBuilder &builder, Location loc, LayoutAttr layout,
                          Value packed) {
  auto type = LayoutType::get(layout);
  if (layout.isStatic())
    return StaticOp::create(builder, loc, type);
  int64_t next = 0;
  IntTupleAttr parts[2] = {layout.getShape(), layout.getStride()};
  Value values[2];
  for (int i : {0, 1})
    values[i] =
        unpackTuple(builder, loc, parts[i],
                    takeField(builder, loc, packed, parts[i].isStatic(), next));
  return MakeLayoutOp::create(builder, loc, type, values[0], values[1]);
}

static Value unpackMap(OpBuilder &builder, Location loc, Attribute map,
                       Value packed);

/// A layout, or a composed layout from its outer part, offset and inner part.
static Value unpackAnyLayout(OpBuilder &builder, Location loc, Attribute layout,
                             Value packed) {
  auto composed = dyn_cast<ComposedLayoutAttr>(layout);
  if (!composed)
    return unpackLayout(builder, loc, cast<LayoutAttr>(layout), packed);
  auto type = ComposedLayoutType::get(composed);
  if (composed.isStatic())
    return StaticOp::create(builder, loc, type);
  int64_t next = 0;
  auto take = [&](bool isStatic) {
    return takeField(builder, loc, packed, isStatic, next);
  };
  Value outer =
      unpackAnyLayout(builder, loc, composed.getOuter(),
                      take(getLayoutValue(composed.getOuter()).isStatic()));
  Value offset = unpackTuple(builder, loc, composed.getOffset(),
                             take(composed.getOffset().isStatic()));
  Value inner = unpackMap(builder, loc, composed.getInner(),
                          take(isStaticMap(getMapValue(composed.getInner()))));
  return MakeComposedLayoutOp::create(builder, loc, type, inner, offset, outer);
}

static Value unpackMap(OpBuilder &builder, Location loc, Attribute map,
                       Value packed) {
  if (auto swizzle = dyn_cast<SwizzleAttr>(map))
    return StaticOp::create(builder, loc, SwizzleType::get(swizzle));
  if (auto swizzle = dyn_cast<CoordSwizzleAttr>(map))
    return StaticOp::create(builder, loc, CoordSwizzleType::get(swizzle));
  return unpackAnyLayout(builder, loc, map, packed);
}

/// Makes a value of `type` from what it consists of.
static Value unpack(OpBuilder &builder, Type type, ValueRange inputs,
                    Location loc) {
  Value last = inputs.empty() ? Value() : inputs.back();
  if (auto mayBeStatic = dyn_cast<MayBeStaticTypeInterface>(type))
    if (mayBeStatic.isStatic())
      return StaticOp::create(builder, loc, type);
  if (auto tuple = dyn_cast<fly::IntTupleType>(type))
    return unpackTuple(builder, loc, tuple.getAttr(), last);
  if (auto layout = dyn_cast<LayoutType>(type))
    return unpackLayout(builder, loc, layout.getAttr(), last);
  if (auto composed = dyn_cast<ComposedLayoutType>(type))
    return unpackAnyLayout(builder, loc, composed.getAttr(), last);
  if (auto tensor = dyn_cast<CoordTensorType>(type)) {
    int64_t next = 0;
    Value base = unpackTuple(
        builder, loc, tensor.getBase(),
        takeField(builder, loc, last, tensor.getBase().isStatic(), next));
    Attribute fullLayout = tensor.getFullLayout();
    Value layout =
        unpackAnyLayout(builder, loc, fullLayout,
                        takeField(builder, loc, last,
                                  getLayoutValue(fullLayout).isStatic(), next));
    return MakeViewOp::create(builder, loc, type, base, layout);
  }
  if (auto memref = dyn_cast<fly::MemRefType>(type)) {
    Value layout = unpackAnyLayout(builder, loc, memref.getFullLayout(), last);
    return MakeViewOp::create(builder, loc, type, inputs.front(), layout);
  }
  return {};
}

static Value packFields(OpBuilder &builder, Location loc, Type type,
                        ValueRange fields) {
  Value packed = LLVM::UndefOp::create(builder, loc, type);
  for (auto [i, field] : llvm::enumerate(fields))
    packed = LLVM::InsertValueOp::create(builder, loc, packed, field,
                                         static_cast<int64_t>(i));
  return packed;
}

static Value packTuple(OpBuilder &builder, Location loc, Value tuple) {
  auto type = cast<fly::IntTupleType>(tuple.getType());
  Type packed = packedType(type.getAttr());
  if (!packed)
    return {};
  SmallVector<Type> types(cast<LLVM::LLVMStructType>(packed).getBody());
  auto leaves =
      GetLeavesOp::create(builder, loc, types, tuple, /*dynamicOnly=*/true);
  return packFields(builder, loc, packed, leaves.getResults());
}

static Value packParts(OpBuilder &builder, Location loc,
                       ArrayRef<Value> parts) {
  SmallVector<Value> fields;
  SmallVector<Type> types;
  for (Value part : parts) {
    if (!part)
      continue;
    fields.push_back(part);
    types.push_back(part.getType());
  }
  if (fields.empty())
    return {};
  return packFields(builder, loc, getStruct(builder.getContext(), types),
                    fields);
}

static Value packLayout(OpBuilder &builder, Location loc, Value layout) {
  return packParts(
      builder, loc,
      {packTuple(builder, loc, GetShapeOp::create(builder, loc, layout)),
       packTuple(builder, loc, GetStrideOp::create(builder, loc, layout))});
}

static Value packAnyLayout(OpBuilder &builder, Location loc, Value map) {
  if (isa<LayoutType>(map.getType()))
    return packLayout(builder, loc, map);
  if (!isa<ComposedLayoutType>(map.getType()))
    return {};
  Value outer = ComposedGetOuterOp::create(builder, loc, map);
  Value offset = ComposedGetOffsetOp::create(builder, loc, map);
  Value inner = ComposedGetInnerOp::create(builder, loc, map);
  return packParts(builder, loc,
                   {packAnyLayout(builder, loc, outer),
                    packTuple(builder, loc, offset),
                    packAnyLayout(builder, loc, inner)});
}

/// Takes a value apart into what it consists of.
static SmallVector<Value> pack(OpBuilder &builder, Location loc, Value value) {
  SmallVector<Value> results;
  Type type = value.getType();
  Value packed;
  if (isa<fly::IntTupleType>(type)) {
    packed = packTuple(builder, loc, value);
  } else if (isa<LayoutType, ComposedLayoutType>(type)) {
    packed = packAnyLayout(builder, loc, value);
  } else if (isa<CoordTensorType>(type)) {
    packed = packParts(
        builder, loc,
        {packTuple(builder, loc, GetIterOp::create(builder, loc, value)),
         packAnyLayout(builder, loc,
                       GetLayoutOp::create(builder, loc, value))});
  } else if (isa<fly::MemRefType>(type)) {
    results.push_back(GetIterOp::create(builder, loc, value));
    packed =
        packAnyLayout(builder, loc, GetLayoutOp::create(builder, loc, value));
  }
  if (packed)
    results.push_back(packed);
  return results;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

/// Host code hands the kernel's arguments on in parts.
struct ConvertLaunchFunc : public OpConversionPattern<gpu::LaunchFuncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (ValueRange parts : adaptor.getKernelOperands())
      llvm::append_range(operands, parts);
    rewriter.modifyOpInPlace(
        op, [&]() { op.getKernelOperandsMutable().assign(operands); });
    return success();
  }
};

struct FlyRewriteFuncSignaturePass
    : public fly::impl::FlyRewriteFuncSignaturePassBase<
          FlyRewriteFuncSignaturePass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    TypeConverter converter;
    converter.addConversion(
        [](Type type,
           SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
          return convertType(type, results);
        });
    converter.addSourceMaterialization(unpack);
    converter.addTargetMaterialization([](OpBuilder &builder, TypeRange types,
                                          ValueRange inputs,
                                          Location loc) -> SmallVector<Value> {
      if (inputs.size() != 1)
        return {};
      SmallVector<Value> parts = pack(builder, loc, inputs.front());
      return TypeRange(parts) == types ? parts : SmallVector<Value>();
    });

    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op)) {
        auto type = dyn_cast<FunctionType>(function.getFunctionType());
        return !type || (converter.isLegal(type.getInputs()) &&
                         converter.isLegal(type.getResults()));
      }
      if (isa<func::ReturnOp, func::CallOp, gpu::LaunchFuncOp>(op))
        return converter.isLegal(op);
      return true;
    });
    RewritePatternSet patterns(context);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    populateAnyFunctionOpInterfaceTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    patterns.add<ConvertLaunchFunc>(converter, context);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
