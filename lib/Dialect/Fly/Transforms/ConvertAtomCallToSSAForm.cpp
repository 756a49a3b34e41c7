//===- ConvertAtomCallToSSAForm.cpp - Copy atoms on register values -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Fly/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYCONVERTATOMCALLTOSSAFORMPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

/// The value that holds all elements of a register memref.
static Type getValueType(fly::MemRefType type) {
  int64_t size = *type.getLayout().getStaticSize();
  if (size == 1)
    return type.getElementType();
  return VectorType::get({size}, type.getElementType());
}

static bool isRegister(Value value) {
  auto type = dyn_cast<fly::MemRefType>(value.getType());
  return type && type.isIn(AddressSpace::Register) && !type.isComposed();
}

static Value getPointer(OpBuilder &builder, Location loc, Value memref) {
  if (auto view = memref.getDefiningOp<MakeViewOp>())
    return view.getIter();
  return GetIterOp::create(builder, loc, memref);
}

static Value loadValue(OpBuilder &builder, Location loc, Value memref) {
  return PtrLoadOp::create(
      builder, loc, getValueType(cast<fly::MemRefType>(memref.getType())),
      getPointer(builder, loc, memref));
}

/// The op's verifier has checked that register memrefs are contiguous and as
/// large as the atom.
static void convert(CopyAtomCallOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value src = op.getSrc(), dst = op.getDst(), pred = op.getPred();
  if (isRegister(src))
    src = loadValue(builder, loc, src);
  if (pred && isRegister(pred))
    pred = loadValue(builder, loc, pred);
  if (!isRegister(dst)) {
    CopyAtomCallSSAOp::create(builder, loc, /*result=*/Type(), op.getAtom(),
                              src, dst, pred);
    op.erase();
    return;
  }
  // Only a predicate can leave the old content in place.
  Value old = pred ? loadValue(builder, loc, dst) : Value();
  auto call = CopyAtomCallSSAOp::create(
      builder, loc, getValueType(cast<fly::MemRefType>(dst.getType())),
      op.getAtom(), src, old, pred);
  PtrStoreOp::create(builder, loc, call.getResult(),
                     getPointer(builder, loc, dst));
  op.erase();
}

static void convert(MmaAtomCallOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands = {op.getA(), op.getB(), op.getC()};
  for (Value &operand : operands)
    if (isRegister(operand))
      operand = loadValue(builder, loc, operand);
  Value d = op.getD();
  bool hasResult = isRegister(d);
  Type resultType =
      hasResult ? getValueType(cast<fly::MemRefType>(d.getType())) : Type();
  auto call = MmaAtomCallSSAOp::create(builder, loc, resultType, op.getAtom(),
                                       hasResult ? Value() : d, operands[0],
                                       operands[1], operands[2]);
  if (hasResult)
    PtrStoreOp::create(builder, loc, call.getResult(),
                       getPointer(builder, loc, d));
  op.erase();
}

namespace {
struct FlyConvertAtomCallToSSAFormPass
    : public fly::impl::FlyConvertAtomCallToSSAFormPassBase<
          FlyConvertAtomCallToSSAFormPass> {
  void runOnOperation() override {
    getOperation()->walk([](CopyAtomCallOp op) {
      if (isRegister(op.getSrc()) || isRegister(op.getDst()))
        convert(op);
    });
    getOperation()->walk([](MmaAtomCallOp op) {
      if (llvm::any_of(op->getOperands().drop_front(), isRegister))
        convert(op);
    });
  }
};
} // namespace
