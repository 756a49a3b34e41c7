//===- FlyToROCDL.cpp - Fly's pointers and copies as ROCDL and LLVM -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Atoms.h"
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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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

/// Ops that only change what the type says of a pointer, or of an atom.
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
// Loads and stores
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
    addConversion([](fly::MemRefType type) -> std::optional<Type> {
      // fly-layout-lowering gives the accesses of composed layouts plain ones;
      // a pointer alone would leave out what they apply.
      if (type.isComposed())
        return Type();
      return convertPointer(type.getContext(), type.getAddressSpace());
    });
    addConversion([](CopyAtomType type) {
      return convertState(type.getContext(), type.getCopyOp());
    });
    addConversion([](MmaAtomType type) {
      return convertState(type.getContext(), type.getMmaOp());
    });
    addConversion(
        [this](TiledCopyType type) { return convertType(type.getAtom()); });
    addConversion(
        [this](TiledMmaType type) { return convertType(type.getAtom()); });
  }

private:
  /// An atom is the struct of its state.
  static Type convertState(MLIRContext *context, Type instruction) {
    SmallVector<Type> fields;
    for (const StateField &field : getStateFields(instruction))
      fields.push_back(field.type);
    return LLVM::LLVMStructType::getLiteral(context, fields);
  }

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
  using ConvertFlyToROCDLPassBase::ConvertFlyToROCDLPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    if (failed(verifyAtomsOnChip(getOperation(), chip)))
      return signalPassFailure();
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
                 ConvertToOperand<MakeTiledCopyOp>,
                 ConvertToOperand<MakeTiledMmaOp>, ConvertIntToPtr,
                 ConvertPtrToInt, ConvertToLLVMPtr, ConvertGetBufferRsrc,
                 ConvertPtrLoad, ConvertPtrStore, ConvertLaunchFunc>(converter,
                                                                     context);
    populateAtomPatterns(converter, patterns);
    populateCopyPatterns(converter, patterns);
    populatePrintPatterns(converter, patterns);

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
