//===- Copies.cpp - Calls of copy atoms as LLVM and ROCDL -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Atoms.h"
#include "Dialect/FlyROCDL/IR/FlyROCDL.h"
#include "MemoryAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly_rocdl;

namespace {

/// One side of a copy: memory, or a value.
struct Operand {
  Value original;
  Value converted;

  fly::MemRefType getMemRef() const {
    return original ? dyn_cast<fly::MemRefType>(original.getType())
                    : fly::MemRefType();
  }
  bool isBuffer() const {
    fly::MemRefType type = getMemRef();
    return type && isa<BufferDescAttr>(type.getAddressSpace());
  }
};

/// Emits one copy. `old` is what a result is where the predicate is false.
class CopyEmitter {
public:
  CopyEmitter(ConversionPatternRewriter &rewriter, Operation *op,
              CopyAtomType atom, Value state)
      : rewriter(rewriter), op(op), loc(op->getLoc()), atom(atom),
        state(state) {}

  /// Copies to memory.
  LogicalResult copy(const Operand &src, const Operand &dst,
                     const Operand &pred, Type valueType) {
    FailureOr<Value> condition = getCondition(pred);
    if (failed(condition))
      return failure();
    if (!*condition)
      return copyValue(src, dst, Value(), valueType);
    // Buffers mask their own access; what remains is to keep the old content of
    // other memory.
    if (dst.isBuffer())
      return copyValue(src, dst, *condition, valueType);
    if (src.isBuffer() && isa<BufferCopyType>(atom.getCopyOp())) {
      FailureOr<Value> loaded = load(src, *condition, valueType);
      FailureOr<Value> old = load(dst, Value(), valueType);
      if (failed(loaded) || failed(old))
        return failure();
      return store(
          arith::SelectOp::create(rewriter, loc, *condition, *loaded, *old),
          dst, Value());
    }
    auto guard = scf::IfOp::create(rewriter, loc, *condition,
                                   /*withElseRegion=*/false);
    OpBuilder::InsertionGuard insertionGuard(rewriter);
    rewriter.setInsertionPointToStart(guard.thenBlock());
    return copyValue(src, dst, Value(), valueType);
  }

  /// Copies to a value.
  FailureOr<Value> copyToValue(const Operand &src, Value old,
                               const Operand &pred, Type valueType) {
    FailureOr<Value> condition = getCondition(pred);
    if (failed(condition))
      return failure();
    if (!*condition)
      return load(src, Value(), valueType);
    if (src.isBuffer()) {
      FailureOr<Value> loaded = load(src, *condition, valueType);
      // Out of bounds, a buffer load gives zeros.
      if (failed(loaded) || isZeroOrPoison(old))
        return loaded;
      return Value(
          arith::SelectOp::create(rewriter, loc, *condition, *loaded, old));
    }
    auto guard = scf::IfOp::create(rewriter, loc, TypeRange(valueType),
                                   *condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard insertionGuard(rewriter);
    rewriter.setInsertionPointToStart(guard.elseBlock());
    scf::YieldOp::create(rewriter, loc, old);
    rewriter.setInsertionPointToStart(guard.thenBlock());
    FailureOr<Value> loaded = load(src, Value(), valueType);
    if (failed(loaded))
      return failure();
    scf::YieldOp::create(rewriter, loc, *loaded);
    return guard.getResult(0);
  }

private:
  LogicalResult copyValue(const Operand &src, const Operand &dst,
                          Value condition, Type valueType) {
    if (isa<BufferCopyLdsType>(atom.getCopyOp()))
      return loadToLds(src, dst);
    FailureOr<Value> value = load(src, Value(), valueType);
    if (failed(value))
      return failure();
    return TypeSwitch<Type, LogicalResult>(atom.getCopyOp())
        .Case([&](UniversalAtomicType atomic) {
          return combine(atomic, *value, dst);
        })
        .Case([&](BufferAtomicType atomic) {
          return combine(atomic, *value, dst, condition);
        })
        .Default([&](Type) { return store(*value, dst, condition); });
  }

  MemoryAccess getAccess(const Operand &operand) {
    MemoryAccess access(rewriter, op, operand.getMemRef().getPtrType(),
                        operand.converted);
    if (auto buffer = dyn_cast<BufferCopyType>(atom.getCopyOp()))
      access.cachePolicy = static_cast<int32_t>(buffer.getCache());
    if (operand.isBuffer())
      access.scalarOffset = getStateField("soffset");
    return access;
  }

  /// The value of a field of the atom's state.
  Value getStateField(StringRef name) {
    SmallVector<StateField> fields = getStateFields(atom.getCopyOp());
    auto it = llvm::find_if(
        fields, [&](const StateField &field) { return field.name == name; });
    assert(it != fields.end() && "the kind of the atom has the field");
    return LLVM::ExtractValueOp::create(rewriter, loc, state,
                                        it - fields.begin());
  }

  /// The value of a field that the instruction encodes.
  FailureOr<int64_t> getConstantField(StringRef name) {
    Value value = op->getOperand(0);
    while (auto set = value.getDefiningOp<AtomSetValueOp>()) {
      if (set.getField() == name) {
        APInt constant;
        if (matchPattern(set.getValue(), m_ConstantInt(&constant)))
          return constant.getSExtValue();
        break;
      }
      value = set.getAtom();
    }
    if (value.getDefiningOp<MakeCopyAtomOp>())
      for (const StateField &field : getStateFields(atom.getCopyOp()))
        if (field.name == name)
          return field.initialValue;
    return op->emitOpError("expected a constant as \"")
           << name << "\" of the atom: it is part of the instruction";
  }

  Value getI32(int64_t value) {
    return LLVM::ConstantOp::create(rewriter, loc,
                                    rewriter.getI32IntegerAttr(value));
  }

  LogicalResult loadToLds(const Operand &src, const Operand &dst) {
    MemoryAccess access = getAccess(src);
    MemoryAccess::BufferOperands buffer = access.getBufferOperands();
    if (!dst.getMemRef().getSwizzle().isTrivial())
      return op->emitOpError("can't swizzle what lanes write to LDS side by "
                             "side, got ")
             << dst.getMemRef();
    FailureOr<int64_t> immediate = getConstantField("imm_offset");
    if (failed(immediate))
      return failure();
    int64_t bytes = atom.getCopyOpInterface().getBitSize() / 8;
    ROCDL::RawPtrBufferLoadLdsOp::create(
        rewriter, loc, buffer.resource, dst.converted, getI32(bytes),
        buffer.offset, buffer.scalarOffset, getI32(*immediate), buffer.aux,
        /*alias_scopes=*/ArrayAttr(), /*noalias_scopes=*/ArrayAttr(),
        /*tbaa=*/ArrayAttr());
    return success();
  }

  /// An LDS load that hands the elements to other lanes.
  FailureOr<Value> loadTransposed(LdsReadTransType transposed,
                                  const Operand &src, Type valueType) {
    int64_t words = transposed.getBitSize() / 32;
    Type i32Words = VectorType::get({words}, rewriter.getI32Type());
    FailureOr<Value> address = getAccess(src).getAddress(valueType);
    if (failed(address))
      return failure();
    Value result;
    switch (transposed.getTransGranularity()) {
    case 4:
      result = createTransposed<ROCDL::ds_read_tr4_b64>(i32Words, *address);
      break;
    case 6:
      result = createTransposed<ROCDL::ds_read_tr6_b96>(i32Words, *address);
      break;
    case 8:
      result = createTransposed<ROCDL::ds_read_tr8_b64>(i32Words, *address);
      break;
    default:
      result = createTransposed<ROCDL::ds_read_tr16_b64>(
          VectorType::get({4}, rewriter.getI16Type()), *address);
      break;
    }
    return castTo(valueType, result);
  }

  template <typename OpT> Value createTransposed(Type type, Value address) {
    return OpT::create(rewriter, loc, type, address,
                       /*alias_scopes=*/ArrayAttr(),
                       /*noalias_scopes=*/ArrayAttr(), /*tbaa=*/ArrayAttr());
  }

  Value castTo(Type type, Value value) {
    if (value.getType() == type)
      return value;
    return LLVM::BitcastOp::create(rewriter, loc, type, value);
  }

  LogicalResult combine(UniversalAtomicType atomic, Value value,
                        const Operand &dst) {
    FailureOr<Value> address = getAccess(dst).getAddress(value.getType());
    if (failed(address))
      return failure();
    LLVM::AtomicRMWOp::create(
        rewriter, loc, getBinOp(atomic.getOp(), atomic.getValueType()),
        *address, castTo(atomic.getValueType(), value),
        LLVM::AtomicOrdering::monotonic, atomic.getScope(),
        static_cast<unsigned>(
            getAccessAlignment(dst.getMemRef().getPtrType())));
    return success();
  }

  static LLVM::AtomicBinOp getBinOp(AtomicOp op, Type type) {
    bool isFloat = isa<FloatType>(getElementTypeOrSelf(type));
    switch (op) {
    case AtomicOp::Add:
      return isFloat ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add;
    case AtomicOp::Max:
      return isFloat ? LLVM::AtomicBinOp::fmax : LLVM::AtomicBinOp::max;
    case AtomicOp::Min:
      return isFloat ? LLVM::AtomicBinOp::fmin : LLVM::AtomicBinOp::min;
    case AtomicOp::And:
      return LLVM::AtomicBinOp::_and;
    case AtomicOp::Or:
      return LLVM::AtomicBinOp::_or;
    case AtomicOp::Inc:
      return LLVM::AtomicBinOp::uinc_wrap;
    case AtomicOp::Dec:
      return LLVM::AtomicBinOp::udec_wrap;
    }
    llvm_unreachable("all atomics are covered");
  }

  LogicalResult combine(BufferAtomicType atomic, Value value,
                        const Operand &dst, Value condition) {
    MemoryAccess access = getAccess(dst);
    access.condition = condition;
    MemoryAccess::BufferOperands buffer = access.getBufferOperands();
    value = castTo(atomic.getValueType(), value);
    // The ROCDL dialect has operations for few of them, the back end has all.
    std::string intrinsic =
        ("llvm.amdgcn.raw.ptr.buffer.atomic." +
         getBufferAtomic(atomic.getOp(), atomic.getValueType()))
            .str();
    LLVM::CallIntrinsicOp::create(
        rewriter, loc, value.getType(), rewriter.getStringAttr(intrinsic),
        ValueRange{value, buffer.resource, buffer.offset, buffer.scalarOffset,
                   buffer.aux});
    return success();
  }

  static StringRef getBufferAtomic(AtomicOp op, Type type) {
    bool isFloat = isa<FloatType>(getElementTypeOrSelf(type));
    switch (op) {
    case AtomicOp::Add:
      return isFloat ? "fadd" : "add";
    case AtomicOp::Max:
      return isFloat ? "fmax" : "smax";
    case AtomicOp::Min:
      return isFloat ? "fmin" : "smin";
    case AtomicOp::And:
      return "and";
    case AtomicOp::Or:
      return "or";
    case AtomicOp::Inc:
      return "inc";
    case AtomicOp::Dec:
      return "dec";
    }
    llvm_unreachable("all atomics are covered");
  }

  FailureOr<Value> load(const Operand &src, Value condition, Type valueType) {
    if (!src.getMemRef())
      return src.converted;
    if (auto transposed = dyn_cast<LdsReadTransType>(atom.getCopyOp()))
      return loadTransposed(transposed, src, valueType);
    MemoryAccess access = getAccess(src);
    access.condition = condition;
    return access.load(valueType);
  }

  LogicalResult store(Value value, const Operand &dst, Value condition) {
    MemoryAccess access = getAccess(dst);
    access.condition = condition;
    return access.store(value);
  }

  /// The predicate as an i1, or no value if there is none.
  FailureOr<Value> getCondition(const Operand &pred) {
    Value value = pred.converted;
    if (!pred.original)
      return Value();
    if (fly::MemRefType type = pred.getMemRef()) {
      MemoryAccess access(rewriter, op, type.getPtrType(), pred.converted);
      FailureOr<Value> loaded = access.load(type.getElementType());
      if (failed(loaded))
        return failure();
      value = *loaded;
    }
    if (value.getType().isInteger(1))
      return value;
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(value.getType()));
    return Value(arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne,
                                       value, zero));
  }

  static bool isZeroOrPoison(Value value);

  ConversionPatternRewriter &rewriter;
  Operation *op;
  Location loc;
  CopyAtomType atom;
  Value state;
};

} // namespace

bool CopyEmitter::isZeroOrPoison(Value value) {
  Operation *def = value.getDefiningOp();
  if (!def)
    return false;
  if (def->getName().getStringRef() == "ub.poison")
    return true;
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(constant))
    constant = elements.getSplatValue<Attribute>();
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return integer.getValue().isZero();
  if (auto number = dyn_cast<FloatAttr>(constant))
    return number.getValue().isPosZero();
  return false;
}

namespace {

/// Fails for the kinds of copies that LLVM 22 can't express.
static LogicalResult verifyLowerable(Operation *op, CopyAtomType atom) {
  Type copy = atom.getCopyOp();
  if (isa<BufferLoadAsyncLdsType, GlobalLoadAsyncLdsType>(copy))
    return op->emitOpError("can't lower ")
           << copy
           << ": LLVM 22 has no loads to LDS with marks to wait for; use "
              "!fly_rocdl.cdna3.buffer_copy_lds, whose barriers wait";
  if (isa<TdmType>(copy))
    return op->emitOpError("can't lower ")
           << copy
           << ": the tensor data mover isn't supported; copy the tile with "
              "!fly.universal_copy or !fly_rocdl.cdna3.buffer_copy";
  return success();
}

struct ConvertCopyAtomCall : public OpConversionPattern<CopyAtomCallOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CopyAtomCallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    CopyAtomType atom = op.getAtom().getType();
    if (failed(verifyLowerable(op, atom)))
      return failure();
    Type type = op.getSrc().getType().getElementType();
    if (atom.getNumValues() != 1)
      type = VectorType::get({atom.getNumValues()}, type);
    CopyEmitter emitter(rewriter, op, atom, adaptor.getAtom());
    if (failed(emitter.copy({op.getSrc(), adaptor.getSrc()},
                            {op.getDst(), adaptor.getDst()},
                            {op.getPred(), adaptor.getPred()},
                            getTypeConverter()->convertType(type))))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertCopyAtomCallSSA : public OpConversionPattern<CopyAtomCallSSAOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CopyAtomCallSSAOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    CopyAtomType atom = op.getAtom().getType();
    if (failed(verifyLowerable(op, atom)))
      return failure();
    CopyEmitter emitter(rewriter, op, atom, adaptor.getAtom());
    Operand src = {op.getSrc(), adaptor.getSrc()};
    Operand pred = {op.getPred(), adaptor.getPred()};
    if (op.getResult()) {
      FailureOr<Value> value = emitter.copyToValue(
          src, adaptor.getDst(), pred,
          getTypeConverter()->convertType(op.getResult().getType()));
      if (failed(value))
        return failure();
      rewriter.replaceOp(op, *value);
      return success();
    }
    Type elementType =
        cast<fly::MemRefType>(op.getDst().getType()).getElementType();
    Type type = atom.getNumValues() == 1
                    ? elementType
                    : VectorType::get({atom.getNumValues()}, elementType);
    if (failed(emitter.copy(src, {op.getDst(), adaptor.getDst()}, pred,
                            getTypeConverter()->convertType(type))))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::fly_rocdl::populateCopyPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvertCopyAtomCall, ConvertCopyAtomCallSSA>(
      converter, patterns.getContext());
}
