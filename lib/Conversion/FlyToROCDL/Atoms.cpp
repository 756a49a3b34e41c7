//===- Atoms.cpp - Atoms as LLVM and ROCDL --------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Atoms.h"

#include "Dialect/FlyROCDL/IR/FlyROCDL.h"
#include "MemoryAccess.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly_rocdl;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

static Type getInstruction(CopyAtomType atom) { return atom.getCopyOp(); }
static Type getInstruction(MmaAtomType atom) { return atom.getMmaOp(); }

namespace {

/// A new atom is the struct of its default state.
template <typename OpT>
struct ConvertMakeAtom : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value state = LLVM::UndefOp::create(
        rewriter, loc, this->getTypeConverter()->convertType(op.getType()));
    for (auto [i, field] :
         llvm::enumerate(getStateFields(getInstruction(op.getType()))))
      state = LLVM::InsertValueOp::create(
          rewriter, loc, state,
          LLVM::ConstantOp::create(
              rewriter, loc,
              rewriter.getIntegerAttr(field.type, field.initialValue)),
          static_cast<int64_t>(i));
    rewriter.replaceOp(op, state);
    return success();
  }
};

struct ConvertAtomSetValue : public OpConversionPattern<AtomSetValueOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AtomSetValueOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    int64_t index = op.getFieldIndex();
    auto type = cast<LLVM::LLVMStructType>(adaptor.getAtom().getType());
    Value value = adaptor.getValue();
    if (value.getType() != type.getBody()[index])
      value = LLVM::BitcastOp::create(rewriter, op.getLoc(),
                                      type.getBody()[index], value);
    rewriter.replaceOpWithNewOp<LLVM::InsertValueOp>(op, adaptor.getAtom(),
                                                     value, index);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Matrix multiply-accumulate
//===----------------------------------------------------------------------===//

/// Both forms of a call: operands in memory are loaded first.
template <typename OpT>
struct ConvertMmaAtomCall : public OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MmaAtomType atom = op.getAtom().getType();
    Value values[3];
    const std::pair<Value, Value> operands[] = {{op.getA(), adaptor.getA()},
                                                {op.getB(), adaptor.getB()},
                                                {op.getC(), adaptor.getC()}};
    for (auto [i, operand] : llvm::enumerate(operands)) {
      FailureOr<Value> value =
          load(rewriter, op, atom, static_cast<MmaOperand>(i), operand.first,
               operand.second);
      if (failed(value))
        return failure();
      values[i] = *value;
    }
    FailureOr<Value> result =
        atom.getMmaOpInterface().emit(rewriter, op.getLoc(), adaptor.getAtom(),
                                      values[0], values[1], values[2]);
    if (failed(result))
      return failure();
    if (!op.getD()) {
      rewriter.replaceOp(op, castTo(rewriter, op.getLoc(),
                                    this->getTypeConverter()->convertType(
                                        op->getResult(0).getType()),
                                    *result));
      return success();
    }
    MemoryAccess access(rewriter, op,
                        cast<fly::MemRefType>(op.getD().getType()).getPtrType(),
                        adaptor.getD());
    if (failed(access.store(*result)))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }

private:
  FailureOr<Value> load(ConversionPatternRewriter &rewriter, Operation *op,
                        MmaAtomType atom, MmaOperand operand, Value original,
                        Value converted) const {
    auto memref = dyn_cast<fly::MemRefType>(original.getType());
    Type element = atom.getMmaOpInterface().getElementType(operand);
    int64_t count = atom.getNumValues(operand);
    Type type = count == 1 ? element : VectorType::get({count}, element);
    type = this->getTypeConverter()->convertType(type);
    if (memref) {
      MemoryAccess access(rewriter, op, memref.getPtrType(), converted);
      return access.load(type);
    }
    return castTo(rewriter, op->getLoc(), type, converted);
  }

  /// A value of one element may be a vector.
  static Value castTo(OpBuilder &builder, Location loc, Type type,
                      Value value) {
    if (value.getType() == type)
      return value;
    return LLVM::BitcastOp::create(builder, loc, type, value);
  }
};

} // namespace

void mlir::fly_rocdl::populateAtomPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns.add<ConvertMakeAtom<MakeCopyAtomOp>, ConvertMakeAtom<MakeMmaAtomOp>,
               ConvertAtomSetValue, ConvertMmaAtomCall<MmaAtomCallOp>,
               ConvertMmaAtomCall<MmaAtomCallSSAOp>>(converter,
                                                     patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

static LogicalResult verifyOnChip(Operation *op, Type atom, StringRef chip) {
  auto emitError = [&]() { return op->emitOpError(); };
  if (auto copy = dyn_cast<CopyAtomType>(atom))
    return copy.getCopyOpInterface().verifyChip(emitError, chip);
  return cast<MmaAtomType>(atom).getMmaOpInterface().verifyChip(emitError,
                                                                chip);
}

LogicalResult mlir::fly_rocdl::verifyAtomsOnChip(Operation *root,
                                                 StringRef chip) {
  WalkResult result = root->walk([&](Operation *op) {
    if (!isa<CopyAtomCallOp, CopyAtomCallSSAOp, MmaAtomCallOp,
             MmaAtomCallSSAOp>(op))
      return WalkResult::advance();
    Type atom = op->getOperand(0).getType();
    if (!chip.empty())
      return WalkResult(verifyOnChip(op, atom, chip));
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    if (!module || !module.getTargetsAttr())
      return WalkResult::advance();
    for (Attribute attr : module.getTargetsAttr())
      if (auto target = dyn_cast<ROCDL::ROCDLTargetAttr>(attr))
        if (failed(verifyOnChip(op, atom, target.getChip())))
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
