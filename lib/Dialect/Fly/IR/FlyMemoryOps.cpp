//===- FlyMemoryOps.cpp - Pointers, memory and copies ---------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Algebra/Tiled.h"
#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fly;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// The positive integer `name` of a make_ptr's dictionary.
static LogicalResult verifyPositive(MakePtrOp op, StringRef name) {
  DictionaryAttr dict = op.getDictAttrsAttr();
  Attribute attr = dict ? dict.get(name) : Attribute();
  auto integer = dyn_cast_if_present<IntegerAttr>(attr);
  if (!integer)
    return op.emitOpError("expected the integer '")
           << name << "' in dictAttrs for a pointer to "
           << (name == "allocSize" ? "register" : "shared") << " memory";
  if (!integer.getValue().isStrictlyPositive() ||
      !integer.getValue().isSignedIntN(32))
    return op.emitOpError("expected '")
           << name << "' to be positive and to fit into 32 bits, got "
           << integer;
  return success();
}

LogicalResult MakePtrOp::verify() {
  PtrType type = getResult().getType();
  if (auto target = dyn_cast<TargetSpaceAttrInterface>(type.getAddressSpace()))
    return target.verifyMakePtr([&]() { return emitOpError(); },
                                getOperandTypes(), type.getElementType());
  bool isRegister = type.isIn(AddressSpace::Register);
  bool isShared = type.isIn(AddressSpace::Shared);
  if (!isRegister && !isShared)
    return emitOpError("expected a pointer to register or shared memory, or to "
                       "a target's address space, got ")
           << type;
  if (getNumOperands() != 0)
    return emitOpError("expected no operands to allocate memory, got ")
           << getNumOperands();
  if (isRegister)
    return verifyPositive(*this, "allocSize");
  if (failed(verifyPositive(*this, "allocBytes")) ||
      failed(verifyPositive(*this, "allocAlign")))
    return failure();
  if (!llvm::isPowerOf2_64(getAllocAlign()))
    return emitOpError("expected 'allocAlign' to be a power of two, got ")
           << getAllocAlign();
  if (getAllocAlign() % type.getAlignment() != 0)
    return emitOpError(
               "expected 'allocAlign' to be a multiple of the pointer's "
               "alignment ")
           << type.getAlignment() << ", got " << getAllocAlign();
  return success();
}

void MakePtrOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // Two allocations are two, however alike they look; a pointer made from
  // another one is just a value.
  if (getNumOperands() == 0)
    effects.emplace_back(MemoryEffects::Allocate::get(),
                         getOperation()->getOpResult(0));
}

static DictionaryAttr
getIntegers(Builder &builder, ArrayRef<std::pair<StringRef, int64_t>> list) {
  SmallVector<NamedAttribute> attrs;
  for (auto [name, value] : list)
    attrs.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(value)));
  return builder.getDictionaryAttr(attrs);
}

void MakePtrOp::build(OpBuilder &builder, OperationState &state,
                      Type elementType, int64_t numElements,
                      int64_t alignment) {
  build(builder, state,
        PtrType::get(elementType, AddressSpace::Register, alignment),
        ValueRange(), getIntegers(builder, {{"allocSize", numElements}}));
}

MakePtrOp MakePtrOp::createShared(OpBuilder &builder, Location loc,
                                  int64_t numBytes, int64_t alignment) {
  return create(
      builder, loc,
      PtrType::get(builder.getI8Type(), AddressSpace::Shared, alignment),
      ValueRange(),
      getIntegers(builder,
                  {{"allocBytes", numBytes}, {"allocAlign", alignment}}));
}

LogicalResult GetDynSharedOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  inferredTypes.push_back(PtrType::get(IntegerType::get(context, 8),
                                       AddressSpace::Shared,
                                       /*alignment=*/1024));
  return success();
}

LogicalResult PtrToIntOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  auto type = cast<PtrType>(operands[0].getType());
  if (!type.isIn(AddressSpace::Shared) && !type.isIn(AddressSpace::Global))
    return emitOptionalError(
        location, "PtrToIntOp: expected Shared or Global address space, got ",
        type);
  inferredTypes.push_back(
      IntegerType::get(context, type.isIn(AddressSpace::Shared) ? 32 : 64));
  return success();
}

LogicalResult ToLLVMPtrOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  Adaptor adaptor(operands, attributes, properties, regions);
  inferredTypes.push_back(
      LLVM::LLVMPointerType::get(context, adaptor.getLlvmAddressSpace()));
  return success();
}

Datum AddOffsetOp::evaluateOn(Algebra &algebra, ArrayRef<Datum> data, Adaptor) {
  Datum result = data[0];
  if (result.hasPointer() &&
      (!data[1].tuple.isLeaf() || data[1].tuple.getLeaf().isBasis()))
    algebra.fail(Twine("offset must be a scalar (leaf int) IntTuple, got ") +
                 data[1].tuple.str());
  else
    result.tuple = algebra.add(result.tuple, data[1].tuple);
  return result;
}

LogicalResult ApplySwizzleOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  auto type = cast<PtrType>(operands[0].getType());
  auto swizzle = cast<SwizzleType>(operands[1].getType()).getAttr();
  PtrType aligned = type.advancedBy(int64_t(1) << swizzle.getBase());
  inferredTypes.push_back(PtrType::get(type.getElementType(),
                                       type.getAddressSpace(),
                                       aligned.getAlignment(), swizzle));
  return success();
}

LogicalResult RecastIterOp::verify() {
  PtrType from = getPtr().getType(), to = getResult().getType();
  if (from.getAddressSpace() != to.getAddressSpace())
    return emitOpError("expected the result to point into the same address "
                       "space as ")
           << from << ", got " << to;
  return success();
}

OpFoldResult RecastIterOp::fold(FoldAdaptor) {
  if (getPtr().getType() == getResult().getType())
    return getPtr();
  return {};
}

/// A value is an element of `elementType`, or a vector of them.
static LogicalResult verifyAccess(Operation *op, Type value, Type elementType) {
  if (auto vector = dyn_cast<VectorType>(value);
      vector && vector.getRank() <= 1 && !vector.isScalable())
    value = vector.getElementType();
  if (value != elementType)
    return op->emitOpError("expected ")
           << elementType << " or a vector of it, got " << value;
  return success();
}

LogicalResult PtrLoadOp::verify() {
  if (auto ptr = dyn_cast<PtrType>(getPtr().getType()))
    return verifyAccess(*this, getType(), ptr.getElementType());
  if (getType() != getPtr().getType())
    return emitOpError("expected the coordinate itself, of type ")
           << getPtr().getType() << ", got " << getType();
  return success();
}

LogicalResult PtrStoreOp::verify() {
  return verifyAccess(*this, getValue().getType(),
                      getPtr().getType().getElementType());
}

//===----------------------------------------------------------------------===//
// Tensors in memory
//===----------------------------------------------------------------------===//

/// A fragment is allocated for as many elements as its layout reaches.
static LogicalResult verifyFragment(Operation *op, LayoutAttr layout) {
  Algebra algebra;
  Leaf cosize = algebra.cosize(layout.getValue());
  if (!algebra.succeeded())
    return op->emitOpError(algebra.getError());
  if (!cosize.isStatic() || cosize.value <= 0 || !llvm::isInt<32>(cosize.value))
    return op->emitOpError(
               "expected a static layout of at least one element for "
               "a fragment, got ")
           << layout.getValue().str();
  return success();
}

LogicalResult MemRefAllocaOp::verify() {
  fly::MemRefType type = getResult().getType();
  if (!type.isIn(AddressSpace::Register))
    return emitOpError("expected a memref in register memory, got ") << type;
  if (type.getFullLayout() != getLayout().getType().getAttr())
    return emitOpError("expected a memref of the layout ")
           << getLayout().getType() << ", got " << type;
  return verifyFragment(*this, type.getLayout());
}

void MemRefAllocaOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

void MakeFragmentLikeOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0));
}

LogicalResult MakeFragmentLikeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  Adaptor adaptor(operands, attributes, properties, regions);
  FailureOr<Datum> source = Datum::fromType(operands[0].getType());
  if (failed(source) || !source->hasLayout())
    return failure();
  Type elementType;
  if (adaptor.getDtype())
    elementType = *adaptor.getDtype();
  else if (source->kind == Datum::Kind::MemRef)
    elementType = source->pointer.getElementType();
  else
    return emitOptionalError(location,
                             "'fly.make_fragment_like' op expected an element "
                             "type for a fragment like ",
                             operands[0].getType());
  if (!elementType.isIntOrFloat())
    return emitOptionalError(location,
                             "'fly.make_fragment_like' op expected an integer "
                             "or float element type, got ",
                             elementType);
  Algebra algebra;
  Layout fragment = algebra.fragmentLayout(source->layout);
  Leaf size = algebra.size(fragment);
  if (!algebra.succeeded())
    return emitOptionalError(location, "'fly.make_fragment_like' op ",
                             algebra.getError());
  if (size.value <= 0 || !llvm::isInt<32>(size.value))
    return emitOptionalError(
        location,
        "'fly.make_fragment_like' op expected at least one "
        "element for a fragment, got ",
        size.value);
  inferredTypes.push_back(fly::MemRefType::get(
      elementType, AddressSpace::Register, LayoutAttr::get(context, fragment)));
  return success();
}

/// Where the one element of `tensor` at `coord` lies.
static IntTuple getElementOffset(Algebra &algebra, const Datum &tensor,
                                 const IntTuple &coord) {
  if (llvm::any_of(coord.getLeaves(),
                   [](const Leaf &leaf) { return leaf.isNone(); }))
    algebra.fail("expected a coordinate that fixes every mode, got " +
                 coord.str());
  return tensor.getOffset(algebra, coord);
}

LogicalResult MemRefLoadOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  FailureOr<Datum> tensor = Datum::fromType(operands[0].getType());
  if (failed(tensor) || !tensor->hasLayout())
    return failure();
  Algebra algebra;
  IntTuple coord = cast<fly::IntTupleType>(operands[1].getType()).getValue();
  IntTuple index = getElementOffset(algebra, *tensor, coord);
  if (!algebra.succeeded())
    return emitOptionalError(location, "'fly.memref.load' op ",
                             algebra.getError());
  if (tensor->kind == Datum::Kind::MemRef)
    inferredTypes.push_back(tensor->pointer.getElementType());
  else
    inferredTypes.push_back(fly::IntTupleType::get(context, index));
  return success();
}

LogicalResult MemRefStoreOp::verify() {
  fly::MemRefType type = getTensor().getType();
  if (getValue().getType() != type.getElementType())
    return emitOpError("expected a value of the element type ")
           << type.getElementType() << ", got " << getValue().getType();
  Algebra algebra;
  getElementOffset(algebra, *Datum::fromType(type),
                   getCoord().getType().getValue());
  if (!algebra.succeeded())
    return emitOpError(algebra.getError());
  return success();
}

/// The vector that holds all elements of a tensor.
static FailureOr<VectorType> getVectorType(std::optional<Location> location,
                                           StringRef opName, Type tensor) {
  FailureOr<Datum> datum = Datum::fromType(tensor);
  if (failed(datum) || !datum->hasLayout())
    return failure();
  if (datum->isComposed())
    return emitOptionalError(
        location, "'", opName,
        "' op expected a plain layout (fly.decomposition gives one), got ",
        datum->getFullLayout().str());
  Algebra algebra;
  Leaf size = algebra.size(datum->layout);
  if (!algebra.succeeded())
    return emitOptionalError(location, "'", opName, "' op ",
                             algebra.getError());
  constexpr int64_t maxElements = 1 << 16;
  if (!size.isStatic() || size.value <= 0 || size.value > maxElements)
    return emitOptionalError(
        location, "'", opName, "' op expected a static shape of 1 to ",
        maxElements, " elements, got ", datum->layout.shape.str());
  if (datum->kind == Datum::Kind::MemRef)
    return VectorType::get({size.value}, datum->pointer.getElementType());
  unsigned width = 32;
  SmallVector<Leaf> leaves = datum->layout.stride.getLeaves();
  if (!datum->tuple.isLeaf() ||
      llvm::any_of(leaves, [](const Leaf &leaf) { return leaf.isBasis(); }))
    return emitOptionalError(location, "'", opName,
                             "' op expected a coord tensor of integers, got ",
                             tensor);
  datum->tuple.getLeaves(leaves);
  for (const Leaf &leaf : leaves)
    width = std::max(width, leaf.getWidth());
  return VectorType::get({size.value},
                         IntegerType::get(tensor.getContext(), width));
}

LogicalResult MemRefLoadVecOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferredTypes) {
  FailureOr<VectorType> type =
      getVectorType(location, "fly.memref.load_vec", operands[0].getType());
  if (failed(type))
    return failure();
  inferredTypes.push_back(*type);
  return success();
}

LogicalResult MemRefStoreVecOp::verify() {
  FailureOr<VectorType> type =
      getVectorType(getLoc(), "fly.memref.store_vec", getTensor().getType());
  if (failed(type))
    return failure();
  if (getValue().getType() != *type)
    return emitOpError("expected a ")
           << *type << " for the elements of " << getTensor().getType()
           << ", got " << getValue().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult MakeCopyAtomOp::verify() {
  if (static_cast<int64_t>(getValBits()) != getType().getValBits())
    return emitOpError("expected valBits to be the ")
           << getType().getValBits() << " of " << getType() << ", got "
           << getValBits();
  return success();
}

static Attribute getRegisterSpace(MLIRContext *context) {
  return AddressSpaceAttr::get(context, AddressSpace::Register);
}

/// The elements that one call of `atom` reads or writes lie side by side.
static LogicalResult verifyContiguous(Operation *op, StringRef which,
                                      const Layout &layout) {
  Algebra algebra;
  Layout flat = algebra.coalesce(layout);
  if (!algebra.succeeded())
    return op->emitOpError(algebra.getError());
  SmallVector<Leaf> strides = flat.stride.getLeaves();
  bool isContiguous =
      strides.size() == 1 &&
      (strides[0].isStaticValue(1) || flat.shape.getLeaves()[0].value == 1);
  if (!isContiguous)
    return op->emitOpError("expected the elements of the ")
           << which << " side by side (stride 1), got " << layout.str();
  return success();
}

static LogicalResult verifyAtomElement(Operation *op, CopyAtomType atom,
                                       StringRef which, fly::MemRefType type) {
  if (type.getElementBits() != atom.getValBits())
    return op->emitOpError("expected elements of ")
           << atom.getValBits() << " bits, as the atom moves, in the " << which
           << ", got " << type.getElementType();
  return success();
}

/// A memref that one call of `atom` reads or writes has its elements.
static LogicalResult verifyAtomMemRef(Operation *op, CopyAtomType atom,
                                      StringRef which, fly::MemRefType type) {
  if (atom.getCopyOpInterface().copiesWholeTile())
    return success();
  if (failed(verifyAtomElement(op, atom, which, type)))
    return failure();
  Layout layout = type.getLayout().getValue();
  Algebra algebra;
  Leaf size = algebra.size(layout);
  if (!algebra.succeeded())
    return op->emitOpError(algebra.getError());
  if (size.isDynamic())
    return op->emitOpError("expected a static shape of the ")
           << atom.getNumValues() << " elements that the atom moves in the "
           << which << ", got " << layout.str();
  if (size.value != atom.getNumValues())
    return op->emitOpError("expected the ")
           << atom.getNumValues() << " elements that the atom moves in the "
           << which << ", got " << size.value;
  return verifyContiguous(op, which, layout);
}

static LogicalResult verifyPredicate(Operation *op, fly::MemRefType type,
                                     int64_t numElements) {
  if (!type.getElementType().isInteger(1) &&
      !type.getElementType().isInteger(8))
    return op->emitOpError("expected a predicate of i1 or i8, got ")
           << type.getElementType();
  FailureOr<int64_t> size = type.getLayout().getStaticSize();
  if (failed(size) || *size != numElements)
    return op->emitOpError("expected a predicate of ")
           << numElements << " elements, got "
           << type.getLayout().getValue().str();
  return success();
}

/// What the kind of the atom demands of both sides.
static LogicalResult verifyCopyOperands(Operation *op, CopyAtomType atom,
                                        Type elementType, Attribute src,
                                        Attribute dst) {
  auto emitError = [&]() { return op->emitOpError(); };
  if (failed(atom.getCopyOpInterface().verifySpaces(emitError, src, dst)))
    return failure();
  return atom.getCopyOpInterface().verifyElementType(emitError, elementType);
}

LogicalResult CopyAtomCallOp::verify() {
  CopyAtomType atom = getAtom().getType();
  fly::MemRefType src = getSrc().getType(), dst = getDst().getType();
  if (src.getElementType() != dst.getElementType())
    return emitOpError("expected the destination to have elements of the "
                       "source's type ")
           << src.getElementType() << ", got " << dst.getElementType();
  if (failed(verifyAtomMemRef(*this, atom, "source", src)) ||
      failed(verifyAtomMemRef(*this, atom, "destination", dst)))
    return failure();
  if (getPred() && failed(verifyPredicate(*this, getPred().getType(), 1)))
    return failure();
  return verifyCopyOperands(*this, atom, src.getElementType(),
                            src.getAddressSpace(), dst.getAddressSpace());
}

/// A value that one call of `atom` reads or writes is an element, or a vector
/// of its elements.
static LogicalResult verifyAtomValue(Operation *op, CopyAtomType atom,
                                     StringRef which, Type type) {
  int64_t numValues = 1;
  Type elementType = type;
  if (auto vector = dyn_cast<VectorType>(type);
      vector && vector.hasStaticShape() && vector.getRank() == 1) {
    numValues = vector.getNumElements();
    elementType = vector.getElementType();
  }
  if (!elementType.isIntOrFloat() ||
      elementType.getIntOrFloatBitWidth() != atom.getValBits() ||
      numValues != atom.getNumValues())
    return op->emitOpError("expected ")
           << atom.getNumValues() << " elements of " << atom.getValBits()
           << " bits, as the atom moves, as the " << which << ", got " << type;
  return success();
}

LogicalResult CopyAtomCallSSAOp::verify() {
  CopyAtomType atom = getAtom().getType();
  Attribute space[2];
  Type elementType[2];
  Value operands[2] = {getSrc(), getDst()};
  StringRef names[2] = {"source", "destination"};
  if (getResult())
    operands[1] = getResult();
  else if (!getDst())
    return emitOpError("expected a result or a destination in memory");
  for (int i : {0, 1}) {
    Type type = operands[i].getType();
    if (auto memref = dyn_cast<fly::MemRefType>(type)) {
      if (i == 1 && getResult())
        return emitOpError(
                   "expected an element or a vector as the result, got ")
               << type;
      if (failed(verifyAtomMemRef(*this, atom, names[i], memref)))
        return failure();
      space[i] = memref.getAddressSpace();
      elementType[i] = memref.getElementType();
      continue;
    }
    if (i == 1 && !getResult())
      return emitOpError("expected a memref as the destination of a copy "
                         "without a result, got ")
             << type;
    if (failed(verifyAtomValue(*this, atom, names[i], type)))
      return failure();
    space[i] = getRegisterSpace(getContext());
    elementType[i] = getElementTypeOrSelf(type);
  }
  if (elementType[0] != elementType[1])
    return emitOpError("expected the destination to have elements of the "
                       "source's type ")
           << elementType[0] << ", got " << elementType[1];
  if (getResult()) {
    if (getPred() && !getDst())
      return emitOpError(
          "expected the operand 'dst', which the result is where "
          "the predicate is false");
    if (getDst() && getDst().getType() != getResult().getType())
      return emitOpError(
                 "expected the operand 'dst' to have the result's type ")
             << getResult().getType() << ", got " << getDst().getType();
  }
  if (getPred()) {
    if (auto memref = dyn_cast<fly::MemRefType>(getPred().getType())) {
      if (failed(verifyPredicate(*this, memref, 1)))
        return failure();
    } else if (!getPred().getType().isInteger(1) &&
               !getPred().getType().isInteger(8)) {
      return emitOpError("expected a predicate of i1 or i8, got ")
             << getPred().getType();
    }
  }
  return verifyCopyOperands(*this, atom, elementType[0], space[0], space[1]);
}

void CopyAtomCallSSAOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isa<fly::MemRefType>(getSrc().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getSrcMutable());
  if (!getResult())
    effects.emplace_back(MemoryEffects::Write::get(),
                         &getOperation()->getOpOperand(2));
  if (getPred() && isa<fly::MemRefType>(getPred().getType()))
    effects.emplace_back(
        MemoryEffects::Read::get(),
        &getOperation()->getOpOperand(getOperation()->getNumOperands() - 1));
}

CopyAtomType CopyOp::getAtomType() {
  if (auto tiled = dyn_cast<TiledCopyType>(getAtom().getType()))
    return tiled.getAtom();
  return cast<CopyAtomType>(getAtom().getType());
}

LogicalResult CopyOp::verify() {
  CopyAtomType atom = getAtomType();
  fly::MemRefType src = getSrc().getType(), dst = getDst().getType();
  if (src.getElementType() != dst.getElementType())
    return emitOpError("expected the destination to have elements of the "
                       "source's type ")
           << src.getElementType() << ", got " << dst.getElementType();
  Layout layouts[2] = {src.getLayout().getValue(), dst.getLayout().getValue()};
  if (layouts[0].rank() != layouts[1].rank())
    return emitOpError("expected source and destination of the same rank, got ")
           << layouts[0].str() << " and " << layouts[1].str();
  Algebra algebra;
  Leaf total[2];
  for (int i : {0, 1}) {
    total[i] = algebra.size(layouts[i]);
    if (!algebra.succeeded())
      return emitOpError(algebra.getError());
    if (!total[i].isStatic())
      return emitOpError("expected a static shape to copy, got ")
             << layouts[i].str();
  }
  if (total[0] != total[1])
    return emitOpError("expected source and destination of the same size, got ")
           << total[0].value << " and " << total[1].value << " elements";
  if (failed(verifyCopyOperands(*this, atom, src.getElementType(),
                                src.getAddressSpace(), dst.getAddressSpace())))
    return failure();
  if (atom.getCopyOpInterface().copiesWholeTile())
    return getPred() ? verifyPredicate(*this, getPred().getType(), 1)
                     : success();
  StringRef names[2] = {"source", "destination"};
  for (int i : {0, 1}) {
    Layout modes = getAtomModes(algebra, layouts[i], atom.getNumValues());
    if (!algebra.succeeded())
      return emitOpError(algebra.getError());
    if (failed(verifyAtomElement(*this, atom, names[i], i == 0 ? src : dst)) ||
        failed(verifyContiguous(*this, names[i], modes[0])))
      return failure();
  }
  int64_t numAtoms = total[0].value / atom.getNumValues();
  constexpr int64_t maxAtoms = 1 << 16;
  if (numAtoms > maxAtoms)
    return emitOpError("expected at most ")
           << maxAtoms << " calls of the atom to unroll, got " << numAtoms;
  if (!getPred())
    return success();
  // One predicate may stand for all atoms of mode 0.
  int64_t perMode = layouts[0].isLeaf() ? 1
                                        : algebra.size(layouts[0][0]).value /
                                              atom.getNumValues();
  FailureOr<int64_t> numPreds = getPred().getType().getLayout().getStaticSize();
  if (succeeded(numPreds) && *numPreds * perMode == numAtoms)
    numAtoms = *numPreds;
  return verifyPredicate(*this, getPred().getType(), numAtoms);
}
