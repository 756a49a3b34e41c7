//===- FlyToROCDL.cpp - Fly's pointers and copies as ROCDL and LLVM -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/FlyToROCDL/Passes.h"
#include "Dialect/FlyROCDL/IR/FlyROCDL.h"
#include "MemoryAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::fly_rocdl {
#define GEN_PASS_DEF_CONVERTFLYTOROCDLPASS
#include "Conversion/FlyToROCDL/Passes.h.inc"
} // namespace mlir::fly_rocdl

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly_rocdl;

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

namespace {

/// Allocates a thread's own memory, or the workgroup's, or makes a buffer
/// resource.
struct ConvertMakePtr : public OpConversionPattern<MakePtrOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakePtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PtrType type = op.getResult().getType();
    Location loc = op.getLoc();
    if (isa<BufferDescAttr>(type.getAddressSpace())) {
      Value resource = ROCDL::MakeBufferRsrcOp::create(
          rewriter, loc, LLVM::LLVMPointerType::get(op.getContext(), 8),
          adaptor.getOperands()[0], adaptor.getOperands()[1],
          adaptor.getOperands()[2], adaptor.getOperands()[3]);
      Value zero = LLVM::ConstantOp::create(rewriter, loc,
                                            rewriter.getI32IntegerAttr(0));
      rewriter.replaceOp(op, BufferPointer{resource, zero}.pack(rewriter, loc));
      return success();
    }
    if (type.isIn(AddressSpace::Register))
      return allocateRegisters(op, rewriter);
    return allocateShared(op, rewriter);
  }

  LogicalResult allocateRegisters(MakePtrOp op,
                                  ConversionPatternRewriter &rewriter) const {
    PtrType type = op.getResult().getType();
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!function)
      return op.emitOpError("expected a function around a register allocation");
    // An allocation in a loop would grow the stack with each iteration.
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
    Value size = LLVM::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getI64IntegerAttr(op.getAllocSize()));
    Value memory = LLVM::AllocaOp::create(
        rewriter, op.getLoc(), getTypeConverter()->convertType(type),
        getTypeConverter()->convertType(type.getElementType()), size,
        static_cast<unsigned>(getAccessAlignment(type)));
    rewriter.replaceOp(op, memory);
    return success();
  }

  LogicalResult allocateShared(MakePtrOp op,
                               ConversionPatternRewriter &rewriter) const {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module)
      return op.emitOpError("shared make_ptr must be inside a gpu.module");
    std::string name;
    for (unsigned i = 0;; ++i) {
      name = "__shared_alloc_" + std::to_string(i);
      if (!module.lookupSymbol(name))
        break;
    }
    auto type =
        LLVM::LLVMArrayType::get(rewriter.getI8Type(), op.getAllocBytes());
    rewriter.replaceOp(op, addressOfGlobal(module, op.getLoc(), name, type,
                                           op.getAllocAlign(),
                                           LLVM::Linkage::Internal, rewriter));
    return success();
  }

  static Value addressOfGlobal(gpu::GPUModuleOp module, Location loc,
                               StringRef name, Type type, int64_t alignment,
                               LLVM::Linkage linkage,
                               ConversionPatternRewriter &rewriter) {
    LLVM::GlobalOp global;
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      global = LLVM::GlobalOp::create(rewriter, loc, type,
                                      /*isConstant=*/false, linkage, name,
                                      /*value=*/Attribute(), alignment,
                                      /*addrSpace=*/3, /*dsoLocal=*/true);
    }
    return LLVM::AddressOfOp::create(rewriter, loc, global);
  }
};

struct ConvertGetDynShared : public OpConversionPattern<GetDynSharedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GetDynSharedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module)
      return op.emitOpError("expected a gpu.module around it");
    constexpr StringLiteral name = "__dynamic_shared_0";
    if (auto global = module.lookupSymbol<LLVM::GlobalOp>(name)) {
      rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(op, global);
      return success();
    }
    auto type = LLVM::LLVMArrayType::get(rewriter.getI8Type(), 0);
    rewriter.replaceOp(op, ConvertMakePtr::addressOfGlobal(
                               module, op.getLoc(), name, type, 1024,
                               LLVM::Linkage::External, rewriter));
    return success();
  }
};

struct ConvertAddOffset : public OpConversionPattern<AddOffsetOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AddOffsetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<PtrType>(op.getIter().getType());
    auto tuple = op.getOffset().getDefiningOp<MakeIntTupleOp>();
    if (!type || !tuple)
      return op.emitOpError("expected a pointer and an offset that is made by "
                            "make_int_tuple: run fly-layout-lowering first");
    Location loc = op.getLoc();
    const Leaf offset = tuple.getType().getValue().getLeaf();
    Value value;
    if (offset.isDynamic())
      value = tuple.getLeaves().front();
    else
      value = LLVM::ConstantOp::create(
          rewriter, loc,
          rewriter.getIntegerAttr(rewriter.getIntegerType(offset.getWidth()),
                                  offset.value));
    if (isa<BufferDescAttr>(type.getAddressSpace())) {
      auto buffer = BufferPointer::unpack(rewriter, loc, adaptor.getIter());
      if (value.getType() != rewriter.getI32Type())
        value = arith::TruncIOp::create(rewriter, loc, rewriter.getI32Type(),
                                        value);
      buffer.offset =
          arith::AddIOp::create(rewriter, loc, buffer.offset, value);
      rewriter.replaceOp(op, buffer.pack(rewriter, loc));
      return success();
    }
    if (type.getElementBits() % 8 != 0)
      return op.emitOpError("can't advance a pointer to elements of ")
             << type.getElementBits()
             << " bits: they have no addresses of their own";
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, adaptor.getIter().getType(),
        getTypeConverter()->convertType(type.getElementType()),
        adaptor.getIter(), ArrayRef<LLVM::GEPArg>{value});
    return success();
  }
};

/// Ops that only change what the type says of a pointer.
template <typename OpT>
struct ConvertToOperand : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperands().front());
    return success();
  }
};

/// A coord tensor has nothing to be at run time; what reads it must be lowered
/// before.
struct ConvertMakeView : public OpConversionPattern<MakeViewOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakeViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<PtrType>(op.getIter().getType()))
      return op.emitOpError("of a coord tensor is still used: run "
                            "fly-layout-lowering first");
    rewriter.replaceOp(op, adaptor.getIter());
    return success();
  }
};

struct ConvertIntToPtr : public OpConversionPattern<IntToPtrOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IntToPtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!isa_and_present<LLVM::LLVMPointerType>(type))
      return op.emitOpError("can't make ") << op.getType() << " of an integer";
    rewriter.replaceOpWithNewOp<LLVM::IntToPtrOp>(op, type,
                                                  adaptor.getAddress());
    return success();
  }
};

struct ConvertPtrToInt : public OpConversionPattern<PtrToIntOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PtrToIntOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::PtrToIntOp>(op, op.getType(),
                                                  adaptor.getPtr());
    return success();
  }
};

struct ConvertToLLVMPtr : public OpConversionPattern<ToLLVMPtrOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ToLLVMPtrOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<LLVM::LLVMPointerType>(adaptor.getPtr().getType());
    if (!type)
      return op.emitOpError("pointer address space does not lower to a bare "
                            "ROCDL LLVM pointer: ")
             << op.getPtr().getType();
    if (type.getAddressSpace() != op.getLlvmAddressSpace())
      return op.emitOpError("requested LLVM address space ")
             << op.getLlvmAddressSpace() << " but ROCDL conversion requires "
             << type.getAddressSpace();
    rewriter.replaceOp(op, adaptor.getPtr());
    return success();
  }
};

struct ConvertGetBufferRsrc : public OpConversionPattern<GetBufferRsrcOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GetBufferRsrcOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto buffer =
        BufferPointer::unpack(rewriter, op.getLoc(), adaptor.getPtr());
    rewriter.replaceOp(op, buffer.resource);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Loads, stores and copies
//===----------------------------------------------------------------------===//

struct ConvertPtrLoad : public OpConversionPattern<PtrLoadOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PtrLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<PtrType>(op.getPtr().getType());
    if (!type)
      return op.emitOpError("of a coordinate is still used: run "
                            "fly-layout-lowering first");
    MemoryAccess access(rewriter, op, type, adaptor.getPtr());
    FailureOr<Value> value =
        access.load(getTypeConverter()->convertType(op.getType()));
    if (failed(value))
      return failure();
    rewriter.replaceOp(op, *value);
    return success();
  }
};

struct ConvertPtrStore : public OpConversionPattern<PtrStoreOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PtrStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemoryAccess access(rewriter, op, op.getPtr().getType(), adaptor.getPtr());
    if (failed(access.store(adaptor.getValue())))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// A copy atom is the struct of its state, initially zero.
struct ConvertMakeCopyAtom : public OpConversionPattern<MakeCopyAtomOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakeCopyAtomOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<LLVM::LLVMStructType>(
        getTypeConverter()->convertType(op.getType()));
    Location loc = op.getLoc();
    Value state = LLVM::UndefOp::create(rewriter, loc, type);
    for (int64_t i = 0, e = static_cast<int64_t>(type.getBody().size()); i < e;
         ++i)
      state = LLVM::InsertValueOp::create(
          rewriter, loc, state,
          LLVM::ConstantOp::create(rewriter, loc,
                                   rewriter.getI32IntegerAttr(0)),
          i);
    rewriter.replaceOp(op, state);
    return success();
  }
};

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
    if (src.isBuffer()) {
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
    FailureOr<Value> value = load(src, Value(), valueType);
    if (failed(value))
      return failure();
    return store(*value, dst, condition);
  }

  MemoryAccess getAccess(const Operand &operand) {
    MemoryAccess access(rewriter, op, operand.getMemRef().getPtrType(),
                        operand.converted);
    if (auto buffer = dyn_cast<BufferCopyType>(atom.getCopyOp())) {
      access.cachePolicy = static_cast<int32_t>(buffer.getCache());
      access.scalarOffset =
          LLVM::ExtractValueOp::create(rewriter, loc, state, 0);
    }
    return access;
  }

  FailureOr<Value> load(const Operand &src, Value condition, Type valueType) {
    if (!src.getMemRef())
      return src.converted;
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

struct ConvertCopyAtomCall : public OpConversionPattern<CopyAtomCallOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CopyAtomCallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    CopyAtomType atom = op.getAtom().getType();
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

/// Host code hands the kernel's arguments on.
struct ConvertLaunchFunc : public OpConversionPattern<gpu::LaunchFuncOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.modifyOpInPlace(op,
                             [&]() { op->setOperands(adaptor.getOperands()); });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

class FlyTypeConverter : public TypeConverter {
public:
  FlyTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](FloatType type) -> std::optional<Type> {
      if (type.getWidth() >= 16)
        return std::nullopt;
      return IntegerType::get(type.getContext(), type.getWidth());
    });
    addConversion([this](VectorType type) -> Type {
      Type element = convertType(type.getElementType());
      return element == type.getElementType() ? type
                                              : Type(type.clone(element));
    });
    addConversion([](PtrType type) {
      return convertPointer(type.getContext(), type.getAddressSpace());
    });
    addConversion([](fly::MemRefType type) {
      return convertPointer(type.getContext(), type.getAddressSpace());
    });
    addConversion([](CopyAtomType type) -> Type {
      SmallVector<Type> fields(type.getCopyOpInterface().getNumStateFields(),
                               IntegerType::get(type.getContext(), 32));
      return LLVM::LLVMStructType::getLiteral(type.getContext(), fields);
    });
  }

private:
  static std::optional<Type> convertPointer(MLIRContext *context,
                                            Attribute space) {
    if (isa<BufferDescAttr>(space))
      return BufferPointer::getType(context);
    auto keyword = dyn_cast<AddressSpaceAttr>(space);
    if (!keyword)
      return Type();
    switch (keyword.getValue()) {
    case AddressSpace::Generic:
      return LLVM::LLVMPointerType::get(context, 0);
    case AddressSpace::Global:
      return LLVM::LLVMPointerType::get(context, 1);
    case AddressSpace::Shared:
      return LLVM::LLVMPointerType::get(context, 3);
    case AddressSpace::Register:
      return LLVM::LLVMPointerType::get(context, 5);
    }
    llvm_unreachable("all address spaces are covered");
  }
};

struct ConvertFlyToROCDLPass
    : public fly_rocdl::impl::ConvertFlyToROCDLPassBase<ConvertFlyToROCDLPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    FlyTypeConverter converter;
    ConversionTarget target(*context);
    RewritePatternSet patterns(context);

    target.addIllegalDialect<FlyDialect, FlyROCDLDialect>();
    // Their users are converted with them; what stays has no user, and goes in
    // the end.
    target.addLegalOp<StaticOp, MakeIntTupleOp, MakeLayoutOp>();
    target.addDynamicallyLegalOp<MakeViewOp>([](MakeViewOp op) {
      return isa<CoordTensorType>(op.getType()) && op->use_empty();
    });
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
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    populateAnyFunctionOpInterfaceTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    patterns.add<ConvertMakePtr, ConvertGetDynShared, ConvertAddOffset,
                 ConvertMakeView, ConvertToOperand<RecastIterOp>,
                 ConvertToOperand<ApplySwizzleOp>, ConvertToOperand<GetIterOp>,
                 ConvertIntToPtr, ConvertPtrToInt, ConvertToLLVMPtr,
                 ConvertGetBufferRsrc, ConvertPtrLoad, ConvertPtrStore,
                 ConvertMakeCopyAtom, ConvertCopyAtomCall,
                 ConvertCopyAtomCallSSA, ConvertLaunchFunc>(converter, context);

    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      return signalPassFailure();
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
  }
};

} // namespace
