//===- Intrinsics.cpp - Host code for the intrinsics of amdgcn ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "Retarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

#include <cstddef>

using namespace mlir::fly::sim;
using namespace llvm;

namespace {

/// Lowers one call. Every `lower` function leaves the replacement in `result`
/// (null for calls without a result).
class IntrinsicLowering {
public:
  IntrinsicLowering(KernelLowering &kernel, IntrinsicInst &call,
                    std::string &reason)
      : kernel(kernel), call(call), builder(&call), reason(reason) {}

  /// Emits the replacement, erases the call.
  bool lower() {
    if (!run())
      return false;
    if (result) {
      result->takeName(&call);
      call.replaceAllUsesWith(result);
    }
    call.eraseFromParent();
    return true;
  }

private:
  bool run();

  Value *operand(unsigned index) const { return call.getArgOperand(index); }
  int64_t immediate(unsigned index) const {
    return cast<ConstantInt>(operand(index))->getSExtValue();
  }
  bool fail(const Twine &text) {
    reason = text.str();
    return false;
  }
  IntegerType *i32() { return builder.getInt32Ty(); }
  IntegerType *i64() { return builder.getInt64Ty(); }

  StringRef name() const { return call.getCalledFunction()->getName(); }
  Value *field(uint64_t offset, Type *type = nullptr) {
    return kernel.laneField(builder, type ? type : i32(), offset);
  }

  /// The value's bits `[64 * part, 64 * part + 64)`, zero-extended.
  Value *getPart(Value *value, unsigned part);
  Value *joinParts(ArrayRef<Value *> parts, Type *type);

  bool lowerWave(WaveOp op, ArrayRef<unsigned> operands,
                 ArrayRef<int32_t> imm = {});
  bool lowerDpp(Value *old, unsigned source, unsigned firstImmediate);
  bool lowerSwap(WaveOp op);
  bool lowerBallot();
  bool lowerMbcnt(bool high);
  bool lowerBarrier(SiteKind kind);
  bool lowerMatrix();
  bool lowerBufferAccess(SiteKind kind, unsigned resource, bool structured);
  bool lowerBufferAtomic(bool structured);
  bool lowerBufferToLds(bool structured);
  bool lowerLoadToLds();
  Value *getResource(Value *value);
  bool lowerFloat(StringRef function);
  bool lowerDouble(StringRef function, bool toInteger);
  bool lowerInteger(StringRef function);
  bool lowerMul24(bool isSigned);
  bool lowerMed3();
  bool lowerFract();
  bool lowerLegacyMultiply(bool fused);
  bool lowerClass();

  KernelLowering &kernel;
  IntrinsicInst &call;
  IRBuilder<> builder;
  std::string &reason;
  Value *result = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Wave operations
//===----------------------------------------------------------------------===//

static unsigned getBits(const Module &module, Type *type) {
  return module.getDataLayout().getTypeSizeInBits(type).getFixedValue();
}

Value *IntrinsicLowering::getPart(Value *value, unsigned part) {
  unsigned bits = getBits(kernel.module, value->getType());
  if (isa<PoisonValue, UndefValue>(value))
    // A recognisable pattern (a NaN in most types) instead of whatever the
    // host compiler would pick.
    return builder.getInt64(
        0x7fc0dead7fc0dead &
        maskTrailingOnes<uint64_t>(std::min(bits - 64 * part, 64U)));
  Type *integer = builder.getIntNTy(bits);
  value = value->getType()->isPointerTy()
              ? builder.CreatePtrToInt(value, integer)
              : builder.CreateBitCast(value, integer);
  if (part)
    value = builder.CreateLShr(value, 64 * part);
  return builder.CreateZExtOrTrunc(value, i64());
}

Value *IntrinsicLowering::joinParts(ArrayRef<Value *> parts, Type *type) {
  unsigned bits = getBits(kernel.module, type);
  Type *integer = builder.getIntNTy(bits);
  Value *joined = nullptr;
  for (auto [index, part] : llvm::enumerate(parts)) {
    Value *wide = builder.CreateZExtOrTrunc(part, integer);
    if (index)
      wide = builder.CreateShl(wide, 64 * index);
    joined = joined ? builder.CreateOr(joined, wide) : wide;
  }
  return type->isPointerTy() ? builder.CreateIntToPtr(joined, type)
                             : builder.CreateBitCast(joined, type);
}

/// Calls the runtime with up to four operands, each either a value of the
/// result's type or a 32-bit selector. Values wider than 64 bits are moved in
/// parts, as the hardware does with registers.
bool IntrinsicLowering::lowerWave(WaveOp op, ArrayRef<unsigned> operands,
                                  ArrayRef<int32_t> imm) {
  Type *type = call.getType();
  unsigned bits = getBits(kernel.module, type);
  SmallVector<Value *> parts;
  for (unsigned part = 0; part * 64 < bits; ++part) {
    uint32_t site = kernel.addSite(SiteKind::WaveOp, call, name());
    kernel.sites[site].op = op;
    llvm::copy(imm, kernel.sites[site].imm.begin());
    SmallVector<Value *> args = {kernel.lane, builder.getInt32(site)};
    for (unsigned index : operands) {
      Value *value = operand(index);
      bool selector = value->getType() != type;
      args.push_back(getPart(value, selector ? 0 : part));
    }
    args.resize(6, builder.getInt64(0));
    parts.push_back(kernel.call(builder, "hf.wave", i64(), args));
  }
  result = joinParts(parts, type);
  return true;
}

bool IntrinsicLowering::lowerDpp(Value *old, unsigned source,
                                 unsigned firstImmediate) {
  auto control = unsigned(immediate(firstImmediate));
  unsigned group = control & ~15U;
  bool quad = control < 0x100;
  bool shift =
      (group == 0x100 || group == 0x110 || group == 0x120) && (control & 15);
  bool mirror = control == 0x140 || control == 0x141;
  bool gfx9Only = control == 0x130 || control == 0x134 || control == 0x138 ||
                  control == 0x13c || control == 0x142 || control == 0x143;
  StringRef chip = kernel.chip.chip;
  bool share = group == 0x150 &&
               (kernel.isaMajor >= 10 || chip == "gfx90a" ||
                chip.starts_with("gfx94") || chip.starts_with("gfx95"));
  bool xmask = group == 0x160 && kernel.isaMajor >= 10;
  if (!quad && !shift && !mirror && !(gfx9Only && kernel.isaMajor < 10) &&
      !share && !xmask)
    return fail("DPP control 0x" + Twine::utohexstr(control) +
                " does not exist on " + chip);

  Type *type = call.getType();
  unsigned bits = getBits(kernel.module, type);
  SmallVector<Value *> parts;
  for (unsigned part = 0; part * 64 < bits; ++part) {
    uint32_t site = kernel.addSite(SiteKind::WaveOp, call, name());
    kernel.sites[site].op = WaveOp::Dpp;
    for (unsigned i = 0; i < 4; ++i)
      kernel.sites[site].imm[i] = int32_t(immediate(firstImmediate + i));
    parts.push_back(
        kernel.call(builder, "hf.wave", i64(),
                    {kernel.lane, builder.getInt32(site), getPart(old, part),
                     getPart(operand(source), part), builder.getInt64(0),
                     builder.getInt64(0)}));
  }
  result = joinParts(parts, type);
  return true;
}

bool IntrinsicLowering::lowerSwap(WaveOp op) {
  uint32_t site = kernel.addSite(SiteKind::WaveOp, call, name());
  kernel.sites[site].op = op;
  kernel.sites[site].imm = {int32_t(immediate(2)), int32_t(immediate(3)), 0, 0};
  Value *first = kernel.call(builder, "hf.wave", i64(),
                             {kernel.lane, builder.getInt32(site),
                              getPart(operand(0), 0), getPart(operand(1), 0),
                              builder.getInt64(0), builder.getInt64(0)});
  Value *second = kernel.call(builder, "hf.second", i64(), {kernel.lane});
  result = PoisonValue::get(call.getType());
  result =
      builder.CreateInsertValue(result, builder.CreateTrunc(first, i32()), 0);
  result =
      builder.CreateInsertValue(result, builder.CreateTrunc(second, i32()), 1);
  return true;
}

bool IntrinsicLowering::lowerBallot() {
  uint32_t site = kernel.addSite(SiteKind::WaveOp, call, name());
  kernel.sites[site].op = WaveOp::Ballot;
  Value *zero = builder.getInt64(0);
  Value *mask =
      kernel.call(builder, "hf.wave", i64(),
                  {kernel.lane, builder.getInt32(site),
                   builder.CreateZExt(operand(0), i64()), zero, zero, zero});
  result = builder.CreateZExtOrTrunc(mask, call.getType());
  return true;
}

/// Bits of the mask that belong to lanes below this one, plus the operand.
bool IntrinsicLowering::lowerMbcnt(bool high) {
  Value *laneId =
      builder.CreateZExt(field(offsetof(LaneContext, laneId)), i64());
  Value *below = builder.CreateSub(
      builder.CreateShl(builder.getInt64(1), laneId), builder.getInt64(1));
  if (high)
    below = builder.CreateLShr(below, 32);
  Value *masked =
      builder.CreateAnd(operand(0), builder.CreateTrunc(below, i32()));
  Value *count = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, masked);
  result = builder.CreateAdd(count, operand(1));
  return true;
}

bool IntrinsicLowering::lowerBarrier(SiteKind kind) {
  if (kind == SiteKind::BarrierSignal || kind == SiteKind::BarrierWait) {
    if (kernel.isaMajor < 12)
      return fail("split barriers do not exist on " + kernel.chip.chip);
    if (immediate(0) != -1)
      return fail("only the workgroup's barrier (-1) is simulated");
  }
  uint32_t site = kernel.addSite(kind, call, name());
  kernel.call(builder, "hf.meet", builder.getVoidTy(),
              {kernel.lane, builder.getInt32(site)});
  return true;
}

/// The operands are too large for registers of the host, so they go through
/// memory of the lane.
bool IntrinsicLowering::lowerMatrix() {
  std::optional<MatrixCall> matrix =
      parseMatrixCall(call, kernel.chip.chip, kernel.chip.waveSize, reason);
  if (!matrix)
    return false;
  uint32_t site = kernel.addSite(SiteKind::Matrix, call, name());
  kernel.sites[site].matrix = matrix->op;
  uint64_t input = alignTo(matrix->op.getInputBytes(), 64);
  uint64_t acc = alignTo(matrix->op.getAccBytes(), 64);
  Value *spill = kernel.getSpill(2 * input + 2 * acc);
  SmallVector<Value *> args = {kernel.lane, builder.getInt32(site)};
  auto place = [&](uint64_t offset) {
    Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), spill, offset);
    args.push_back(builder.CreatePtrToInt(address, i64()));
    return address;
  };
  builder.CreateStore(operand(matrix->a), place(0));
  builder.CreateStore(operand(matrix->b), place(input));
  builder.CreateStore(operand(matrix->c), place(2 * input));
  Value *to = place(2 * input + acc);
  kernel.call(builder, "hf.wave", i64(), args);
  result = builder.CreateLoad(call.getType(), to);
  return true;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The descriptor's handle: resource pointers already are one, the older
/// intrinsics take the four dwords.
Value *IntrinsicLowering::getResource(Value *value) {
  if (value->getType()->isPointerTy())
    return builder.CreatePtrToInt(value, i64());
  Value *low = getPart(value, 0);
  Value *high = getPart(value, 1);
  Value *handle = kernel.call(builder, "hf.resource.words", builder.getPtrTy(),
                              {kernel.lane, low, high});
  return builder.CreatePtrToInt(handle, i64());
}

bool IntrinsicLowering::lowerBufferAccess(SiteKind kind, unsigned resource,
                                          bool structured) {
  bool isStore = kind == SiteKind::BufferStore;
  Type *type = isStore ? operand(0)->getType() : call.getType();
  if (!type->isFirstClassType() || type->isAggregateType())
    return fail("results of this type are not simulated");
  uint64_t bytes =
      kernel.module.getDataLayout().getTypeStoreSize(type).getFixedValue();
  uint32_t site = kernel.addSite(kind, call, name());
  Site &info = kernel.sites[site];
  info.addressSpace = 1;
  info.bytes = bytes;
  // The hardware wants dwords aligned; elements below that to their size.
  info.align = PowerOf2Ceil(std::min<uint64_t>(bytes, 4));
  info.reads = !isStore;
  info.writes = isStore;
  info.structured = structured;
  Value *spill = kernel.getSpill(bytes);
  if (isStore)
    builder.CreateStore(operand(0), spill);
  unsigned next = resource + 1;
  Value *index = structured ? operand(next++) : builder.getInt32(0);
  kernel.call(builder, "hf.buffer", builder.getVoidTy(),
              {kernel.lane, builder.getInt32(site),
               getResource(operand(resource)), operand(next), operand(next + 1),
               index, builder.CreatePtrToInt(spill, i64())});
  if (!isStore)
    result = builder.CreateLoad(type, spill);
  return true;
}

/// The runtime says where the element is; the operation is the host's.
bool IntrinsicLowering::lowerBufferAtomic(bool structured) {
  StringRef kind = name().split(".atomic.").second.split('.').first;
  bool isExchange = kind == "cmpswap";
  auto op = StringSwitch<AtomicRMWInst::BinOp>(kind)
                .Case("swap", AtomicRMWInst::Xchg)
                .Case("add", AtomicRMWInst::Add)
                .Case("sub", AtomicRMWInst::Sub)
                .Case("smin", AtomicRMWInst::Min)
                .Case("umin", AtomicRMWInst::UMin)
                .Case("smax", AtomicRMWInst::Max)
                .Case("umax", AtomicRMWInst::UMax)
                .Case("and", AtomicRMWInst::And)
                .Case("or", AtomicRMWInst::Or)
                .Case("xor", AtomicRMWInst::Xor)
                .Case("inc", AtomicRMWInst::UIncWrap)
                .Case("dec", AtomicRMWInst::UDecWrap)
                .Case("fadd", AtomicRMWInst::FAdd)
                .Case("fmin", AtomicRMWInst::FMin)
                .Case("fmax", AtomicRMWInst::FMax)
                .Default(AtomicRMWInst::BAD_BINOP);
  if (op == AtomicRMWInst::BAD_BINOP && !isExchange)
    return fail("this operation is not simulated");
  Type *type = call.getType();
  uint64_t bytes =
      kernel.module.getDataLayout().getTypeStoreSize(type).getFixedValue();
  if (bytes != 4 && bytes != 8)
    return fail("buffer atomics have 32 or 64 bits");
  uint32_t site = kernel.addSite(SiteKind::BufferAtomic, call, name());
  Site &info = kernel.sites[site];
  info.addressSpace = 1;
  info.bytes = info.align = bytes;
  info.reads = info.writes = true;
  info.structured = structured;
  Value *spill = kernel.getSpill(bytes);
  unsigned resource = isExchange ? 2 : 1;
  unsigned next = resource + 1;
  Value *index = structured ? operand(next++) : builder.getInt32(0);
  Value *target = kernel.call(builder, "hf.buffer.atomic", builder.getPtrTy(),
                              {kernel.lane, builder.getInt32(site),
                               getResource(operand(resource)), operand(next),
                               operand(next + 1), index,
                               builder.CreatePtrToInt(spill, i64())});
  if (isExchange) {
    Value *pair = builder.CreateAtomicCmpXchg(
        target, operand(1), operand(0), Align(bytes), AtomicOrdering::Monotonic,
        AtomicOrdering::Monotonic);
    result = builder.CreateExtractValue(pair, 0);
  } else {
    result = builder.CreateAtomicRMW(op, target, operand(0), Align(bytes),
                                     AtomicOrdering::Monotonic);
  }
  return true;
}

bool IntrinsicLowering::lowerBufferToLds(bool structured) {
  uint32_t site = kernel.addSite(SiteKind::BufferLoadToLds, call, name());
  Site &info = kernel.sites[site];
  info.bytes = immediate(2);
  info.align = std::min(info.bytes, 4U);
  info.reads = info.writes = true;
  info.structured = structured;
  unsigned next = 3;
  Value *index = structured ? operand(next++) : builder.getInt32(0);
  int64_t offset = immediate(next + 2);
  info.imm[0] = int32_t(offset);
  if (info.bytes > 16)
    return fail("loads of more than 16 bytes to LDS do not exist");
  Value *voffset = builder.CreateAdd(operand(next), builder.getInt32(offset));
  kernel.call(builder, "hf.buffer", builder.getVoidTy(),
              {kernel.lane, builder.getInt32(site), getResource(operand(0)),
               voffset, operand(next + 1), index,
               builder.CreatePtrToInt(operand(1), i64())});
  return true;
}

bool IntrinsicLowering::lowerLoadToLds() {
  if (operand(0)->getType()->getPointerAddressSpace() == 7)
    return fail("fat buffer pointers are not simulated here");
  uint32_t site = kernel.addSite(SiteKind::LoadToLds, call, name());
  Site &info = kernel.sites[site];
  info.bytes = immediate(2);
  info.align = std::min(info.bytes, 4U);
  info.reads = info.writes = true;
  info.imm[0] = int32_t(immediate(3));
  if (info.bytes > 16)
    return fail("loads of more than 16 bytes to LDS do not exist");
  Value *from = builder.CreateAdd(builder.CreatePtrToInt(operand(0), i64()),
                                  builder.getInt64(immediate(3)));
  kernel.call(builder, "hf.bulk", builder.getVoidTy(),
              {kernel.lane, builder.getInt32(site), from,
               builder.CreatePtrToInt(operand(1), i64()), builder.getInt64(0)});
  return true;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// A runtime function on f32; narrower types go through f32.
bool IntrinsicLowering::lowerFloat(StringRef function) {
  Type *type = call.getType();
  Value *x = operand(0);
  if (type->isDoubleTy()) {
    Value *one = ConstantFP::get(type, 1.0);
    Value *root = function == "hf.rcp"
                      ? x
                      : builder.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
    if (function == "hf.sqrt")
      result = root;
    else if (function == "hf.rcp" || function == "hf.rsq")
      result = builder.CreateFDiv(one, root);
    else
      return fail("f64 is not supported by this instruction");
    return true;
  }
  Type *f32 = builder.getFloatTy();
  if (type != f32)
    x = builder.CreateFPExt(x, f32);
  result = kernel.call(builder, function, f32, {x}, /*pure=*/true);
  if (type != f32)
    result = builder.CreateFPTrunc(result, type);
  return true;
}

/// A runtime function on f64 that is exact for narrower types.
bool IntrinsicLowering::lowerDouble(StringRef function, bool toInteger) {
  Value *x = operand(0);
  Type *f64 = builder.getDoubleTy();
  if (x->getType() != f64)
    x = builder.CreateFPExt(x, f64);
  Type *type = call.getType();
  result = kernel.call(builder, function, toInteger ? (Type *)i32() : f64, {x},
                       /*pure=*/true);
  if (toInteger)
    result = builder.CreateSExtOrTrunc(result, type);
  else if (type != f64)
    result = builder.CreateFPTrunc(result, type);
  return true;
}

bool IntrinsicLowering::lowerInteger(StringRef function) {
  SmallVector<Value *> args(call.args());
  for (Value *arg : args)
    if (!arg->getType()->isIntegerTy(32) && !arg->getType()->isFloatTy())
      return fail("only 32-bit operands are simulated");
  Value *value = kernel.call(builder, function, i32(), args, /*pure=*/true);
  result = builder.CreateBitCast(value, call.getType());
  return true;
}

bool IntrinsicLowering::lowerMul24(bool isSigned) {
  auto narrow = [&](Value *value) {
    value = builder.CreateTrunc(value, builder.getIntNTy(24));
    return isSigned ? builder.CreateSExt(value, i64())
                    : builder.CreateZExt(value, i64());
  };
  Value *product = builder.CreateMul(narrow(operand(0)), narrow(operand(1)));
  result = builder.CreateZExtOrTrunc(product, call.getType());
  return true;
}

bool IntrinsicLowering::lowerMed3() {
  Value *a = operand(0), *b = operand(1), *c = operand(2);
  Value *low = builder.CreateMinNum(a, b);
  Value *high = builder.CreateMaxNum(a, b);
  Value *median = builder.CreateMaxNum(low, builder.CreateMinNum(high, c));
  // With a NaN among the operands the instruction gives the minimum.
  Value *nan = builder.CreateOr(builder.CreateFCmpUNO(a, b),
                                builder.CreateFCmpUNO(c, c));
  result = builder.CreateSelect(nan, builder.CreateMinNum(low, c), median);
  return true;
}

bool IntrinsicLowering::lowerFract() {
  Value *x = operand(0);
  Type *type = x->getType();
  Value *floor = builder.CreateUnaryIntrinsic(Intrinsic::floor, x);
  Value *rest = builder.CreateFSub(x, floor);
  APFloat below(type->getFltSemantics(), 1);
  below.next(/*nextDown=*/true);
  Value *limit = ConstantFP::get(type, below);
  Value *isLess = builder.CreateFCmpULT(rest, limit);
  result = builder.CreateSelect(isLess, rest, limit);
  return true;
}

/// Zero times anything is zero.
bool IntrinsicLowering::lowerLegacyMultiply(bool fused) {
  Value *a = operand(0), *b = operand(1);
  Value *zero = ConstantFP::getZero(a->getType());
  Value *isZero = builder.CreateOr(builder.CreateFCmpOEQ(a, zero),
                                   builder.CreateFCmpOEQ(b, zero));
  Value *x = builder.CreateSelect(isZero, zero, a);
  Value *y = builder.CreateSelect(isZero, zero, b);
  result = fused ? builder.CreateIntrinsic(Intrinsic::fma, {a->getType()},
                                           {x, y, operand(2)})
                 : builder.CreateFMul(x, y);
  return true;
}

bool IntrinsicLowering::lowerClass() {
  auto *mask = dyn_cast<ConstantInt>(operand(1));
  if (!mask)
    return fail("only constant class masks are simulated");
  result = builder.createIsFPClass(operand(0), mask->getZExtValue() & 0x3ff);
  return true;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

bool IntrinsicLowering::run() {
  constexpr uint64_t word = sizeof(uint32_t);
  constexpr uint64_t thread = offsetof(LaneContext, threadId);
  constexpr uint64_t group = offsetof(LaneContext, workgroupId);
  switch (call.getIntrinsicID()) {
  // Where am I.
  case Intrinsic::amdgcn_workitem_id_x:
    result = field(thread);
    return true;
  case Intrinsic::amdgcn_workitem_id_y:
    result = field(thread + word);
    return true;
  case Intrinsic::amdgcn_workitem_id_z:
    result = field(thread + 2 * word);
    return true;
  case Intrinsic::amdgcn_workgroup_id_x:
    result = field(group);
    return true;
  case Intrinsic::amdgcn_workgroup_id_y:
    result = field(group + word);
    return true;
  case Intrinsic::amdgcn_workgroup_id_z:
    result = field(group + 2 * word);
    return true;
  case Intrinsic::amdgcn_wave_id:
  case Intrinsic::amdgcn_s_get_waveid_in_workgroup:
    result = field(offsetof(LaneContext, waveId));
    return true;
  case Intrinsic::amdgcn_wavefrontsize:
    result = builder.getInt32(kernel.chip.waveSize);
    return true;
  case Intrinsic::amdgcn_dispatch_ptr:
    result = field(offsetof(LaneContext, dispatchPacket), call.getType());
    return true;
  case Intrinsic::amdgcn_implicitarg_ptr:
    result = field(offsetof(LaneContext, implicitArgs), call.getType());
    return true;
  case Intrinsic::amdgcn_kernarg_segment_ptr:
    result = field(offsetof(LaneContext, kernarg), call.getType());
    return true;
  case Intrinsic::amdgcn_dispatch_id:
    result = builder.getInt64(0);
    return true;
  case Intrinsic::amdgcn_is_shared:
  case Intrinsic::amdgcn_is_private: {
    bool shared = call.getIntrinsicID() == Intrinsic::amdgcn_is_shared;
    Value *answer =
        kernel.call(builder, shared ? "hf.is.shared" : "hf.is.private", i32(),
                    {kernel.lane, builder.CreatePtrToInt(operand(0), i64())});
    result = builder.CreateIsNotNull(answer);
    return true;
  }

  // Across lanes.
  case Intrinsic::amdgcn_update_dpp:
    return lowerDpp(operand(0), 1, 2);
  case Intrinsic::amdgcn_mov_dpp:
    return lowerDpp(PoisonValue::get(call.getType()), 0, 1);
  case Intrinsic::amdgcn_ds_bpermute:
    return lowerWave(WaveOp::BPermute, {0, 1});
  case Intrinsic::amdgcn_ds_permute:
    return lowerWave(WaveOp::Permute, {0, 1});
  case Intrinsic::amdgcn_ds_swizzle: {
    auto pattern = uint16_t(immediate(1));
    if (pattern >= 0xe000)
      return fail("the FFT patterns are not simulated");
    return lowerWave(WaveOp::Swizzle, {0}, {pattern});
  }
  case Intrinsic::amdgcn_readlane:
    return lowerWave(WaveOp::ReadLane, {0, 1});
  case Intrinsic::amdgcn_readfirstlane:
    return lowerWave(WaveOp::ReadFirst, {0});
  case Intrinsic::amdgcn_writelane:
    return lowerWave(WaveOp::WriteLane, {0, 1, 2});
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
    if (kernel.isaMajor < 10)
      return fail("it does not exist on " + kernel.chip.chip);
    return lowerWave(call.getIntrinsicID() == Intrinsic::amdgcn_permlane16
                         ? WaveOp::Permlane16
                         : WaveOp::PermlaneX16,
                     {0, 1, 2, 3},
                     {int32_t(immediate(4) & 1), int32_t(immediate(5) & 1)});
  case Intrinsic::amdgcn_permlane64:
    if (kernel.isaMajor < 11)
      return fail("it does not exist on " + kernel.chip.chip);
    return lowerWave(WaveOp::Permlane64, {0});
  case Intrinsic::amdgcn_permlane16_swap:
  case Intrinsic::amdgcn_permlane32_swap:
    if (!StringRef(kernel.chip.chip).starts_with("gfx95"))
      return fail("it does not exist on " + kernel.chip.chip);
    return lowerSwap(call.getIntrinsicID() == Intrinsic::amdgcn_permlane16_swap
                         ? WaveOp::Swap16
                         : WaveOp::Swap32);
  case Intrinsic::amdgcn_ballot:
    return lowerBallot();
  case Intrinsic::amdgcn_mbcnt_lo:
    return lowerMbcnt(/*high=*/false);
  case Intrinsic::amdgcn_mbcnt_hi:
    return lowerMbcnt(/*high=*/true);
#define REDUCE(NAME, OP)                                                       \
  case Intrinsic::amdgcn_wave_reduce_##NAME: {                                 \
    unsigned bits = getBits(kernel.module, call.getType());                    \
    if (bits > 64)                                                             \
      return fail("only up to 64 bits are simulated");                         \
    return lowerWave(WaveOp::OP, {0}, {int32_t(bits)});                        \
  }
    REDUCE(umin, ReduceUMin)
    REDUCE(umax, ReduceUMax)
    REDUCE(min, ReduceMin)
    REDUCE(max, ReduceMax)
    REDUCE(add, ReduceAdd)
    REDUCE(sub, ReduceSub)
    REDUCE(and, ReduceAnd)
    REDUCE(or, ReduceOr)
    REDUCE(xor, ReduceXor)
#undef REDUCE

  // Barriers.
  case Intrinsic::amdgcn_s_barrier:
    return lowerBarrier(SiteKind::Barrier);
  case Intrinsic::amdgcn_s_barrier_signal:
    return lowerBarrier(SiteKind::BarrierSignal);
  case Intrinsic::amdgcn_s_barrier_wait:
    return lowerBarrier(SiteKind::BarrierWait);
  case Intrinsic::amdgcn_wave_barrier:
    return lowerBarrier(SiteKind::WaveBarrier);

  // Scheduling hints and waits: every operation here is complete at once.
  case Intrinsic::amdgcn_sched_barrier:
  case Intrinsic::amdgcn_sched_group_barrier:
  case Intrinsic::amdgcn_iglp_opt:
  case Intrinsic::amdgcn_s_waitcnt:
  case Intrinsic::amdgcn_s_wait_asynccnt:
  case Intrinsic::amdgcn_s_wait_dscnt:
  case Intrinsic::amdgcn_s_wait_expcnt:
  case Intrinsic::amdgcn_s_wait_kmcnt:
  case Intrinsic::amdgcn_s_wait_loadcnt:
  case Intrinsic::amdgcn_s_wait_samplecnt:
  case Intrinsic::amdgcn_s_wait_storecnt:
  case Intrinsic::amdgcn_s_sleep:
  case Intrinsic::amdgcn_s_sleep_var:
  case Intrinsic::amdgcn_s_nop:
  case Intrinsic::amdgcn_s_setprio:
  case Intrinsic::amdgcn_s_dcache_inv:
  case Intrinsic::amdgcn_s_dcache_wb:
  case Intrinsic::amdgcn_buffer_wbinvl1:
  case Intrinsic::amdgcn_buffer_wbinvl1_vol:
  case Intrinsic::amdgcn_s_prefetch_data:
  case Intrinsic::amdgcn_s_buffer_prefetch_data:
    return true;

  // Memory.
  case Intrinsic::amdgcn_make_buffer_rsrc: {
    Value *handle =
        kernel.call(builder, "hf.resource", builder.getPtrTy(),
                    {kernel.lane, builder.CreatePtrToInt(operand(0), i64()),
                     builder.CreateZExt(operand(1), i32()),
                     builder.CreateZExtOrTrunc(operand(2), i64()), operand(3)});
    if (call.getType()->getPointerAddressSpace() != 8)
      return fail("fat buffer pointers are not simulated here");
    result = builder.CreateAddrSpaceCast(handle, call.getType());
    return true;
  }
  case Intrinsic::amdgcn_raw_ptr_buffer_load:
  case Intrinsic::amdgcn_raw_buffer_load:
    return lowerBufferAccess(SiteKind::BufferLoad, 0, /*structured=*/false);
  case Intrinsic::amdgcn_raw_ptr_buffer_store:
  case Intrinsic::amdgcn_raw_buffer_store:
    return lowerBufferAccess(SiteKind::BufferStore, 1, /*structured=*/false);
  case Intrinsic::amdgcn_struct_ptr_buffer_load:
  case Intrinsic::amdgcn_struct_buffer_load:
    return lowerBufferAccess(SiteKind::BufferLoad, 0, /*structured=*/true);
  case Intrinsic::amdgcn_struct_ptr_buffer_store:
  case Intrinsic::amdgcn_struct_buffer_store:
    return lowerBufferAccess(SiteKind::BufferStore, 1, /*structured=*/true);
  case Intrinsic::amdgcn_raw_ptr_buffer_load_lds:
  case Intrinsic::amdgcn_raw_buffer_load_lds:
    return lowerBufferToLds(/*structured=*/false);
  case Intrinsic::amdgcn_struct_ptr_buffer_load_lds:
  case Intrinsic::amdgcn_struct_buffer_load_lds:
    return lowerBufferToLds(/*structured=*/true);
  case Intrinsic::amdgcn_global_load_lds:
  case Intrinsic::amdgcn_load_to_lds:
    return lowerLoadToLds();

  // Arithmetic.
  case Intrinsic::amdgcn_exp2:
    return lowerFloat("hf.exp2");
  case Intrinsic::amdgcn_log:
    return lowerFloat("hf.log2");
  case Intrinsic::amdgcn_rcp:
    return lowerFloat("hf.rcp");
  case Intrinsic::amdgcn_rsq:
    return lowerFloat("hf.rsq");
  case Intrinsic::amdgcn_sqrt:
    return lowerFloat("hf.sqrt");
  case Intrinsic::amdgcn_sin:
    return lowerFloat("hf.sin");
  case Intrinsic::amdgcn_cos:
    return lowerFloat("hf.cos");
  case Intrinsic::amdgcn_frexp_exp:
    return lowerDouble("hf.frexp.exp", /*toInteger=*/true);
  case Intrinsic::amdgcn_frexp_mant:
    return lowerDouble("hf.frexp.mant", /*toInteger=*/false);
  case Intrinsic::amdgcn_fract:
    return lowerFract();
  case Intrinsic::amdgcn_fmed3:
    return lowerMed3();
  case Intrinsic::amdgcn_class:
    return lowerClass();
  case Intrinsic::amdgcn_fmul_legacy:
    return lowerLegacyMultiply(/*fused=*/false);
  case Intrinsic::amdgcn_fma_legacy:
    return lowerLegacyMultiply(/*fused=*/true);
  case Intrinsic::amdgcn_cvt_pkrtz:
    return lowerInteger("hf.pkrtz");
  case Intrinsic::amdgcn_sffbh:
    return lowerInteger("hf.sffbh");
  case Intrinsic::amdgcn_ubfe:
    return lowerInteger("hf.ubfe");
  case Intrinsic::amdgcn_sbfe:
    return lowerInteger("hf.sbfe");
  case Intrinsic::amdgcn_perm:
    return lowerInteger("hf.perm");
  case Intrinsic::amdgcn_alignbyte:
    return lowerInteger("hf.alignbyte");
  case Intrinsic::amdgcn_mul_u24:
    return lowerMul24(/*isSigned=*/false);
  case Intrinsic::amdgcn_mul_i24:
    return lowerMul24(/*isSigned=*/true);

  case Intrinsic::amdgcn_endpgm:
    kernel.call(builder, "hf.end", builder.getVoidTy(), {kernel.lane});
    return true;
  default:
    // There are too many of them to list.
    if (name().contains(".buffer.atomic."))
      return lowerBufferAtomic(name().contains(".struct."));
    return (name().starts_with("llvm.amdgcn.mfma.") ||
            name().starts_with("llvm.amdgcn.wmma.")) &&
           lowerMatrix();
  }
}

bool mlir::fly::sim::lowerIntrinsic(KernelLowering &lowering,
                                    IntrinsicInst &call, std::string &reason) {
  return IntrinsicLowering(lowering, call, reason).lower();
}
