//===- InstructionMix.cpp - Classes of a kernel's instructions ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

#include <optional>

using namespace mlir::fly::sim;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

static bool isMatrixInstruction(const IntrinsicInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  return name.starts_with("llvm.amdgcn.mfma.") ||
         name.starts_with("llvm.amdgcn.wmma.");
}

static bool isCrossLane(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::amdgcn_update_dpp:
  case Intrinsic::amdgcn_mov_dpp:
  case Intrinsic::amdgcn_ds_bpermute:
  case Intrinsic::amdgcn_ds_permute:
  case Intrinsic::amdgcn_ds_swizzle:
  case Intrinsic::amdgcn_writelane:
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
  case Intrinsic::amdgcn_permlane64:
  case Intrinsic::amdgcn_permlane16_swap:
  case Intrinsic::amdgcn_permlane32_swap:
    return true;
  default:
    return false;
  }
}

/// Cross-lane operations whose result all lanes share.
static bool isCrossLaneUniform(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::amdgcn_readlane:
  case Intrinsic::amdgcn_readfirstlane:
  case Intrinsic::amdgcn_ballot:
  case Intrinsic::amdgcn_wave_reduce_umin:
  case Intrinsic::amdgcn_wave_reduce_umax:
  case Intrinsic::amdgcn_wave_reduce_min:
  case Intrinsic::amdgcn_wave_reduce_max:
  case Intrinsic::amdgcn_wave_reduce_add:
  case Intrinsic::amdgcn_wave_reduce_sub:
  case Intrinsic::amdgcn_wave_reduce_and:
  case Intrinsic::amdgcn_wave_reduce_or:
  case Intrinsic::amdgcn_wave_reduce_xor:
    return true;
  default:
    return false;
  }
}

namespace {

/// Which values differ between the lanes of a wave. The AMDGPU back end knows
/// too, but it need not be part of the program that uses the simulator.
class WaveInfo final : public TargetTransformInfoImplBase {
public:
  explicit WaveInfo(const DataLayout &layout)
      : TargetTransformInfoImplBase(layout) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity
  getInstructionUniformity(const Value *value) const override {
    if (isa<AtomicRMWInst, AtomicCmpXchgInst, AllocaInst>(value))
      return InstructionUniformity::NeverUniform;
    const auto *call = dyn_cast<IntrinsicInst>(value);
    if (!call)
      return InstructionUniformity::Default;
    Intrinsic::ID id = call->getIntrinsicID();
    switch (id) {
    case Intrinsic::amdgcn_workitem_id_x:
    case Intrinsic::amdgcn_workitem_id_y:
    case Intrinsic::amdgcn_workitem_id_z:
    case Intrinsic::amdgcn_mbcnt_lo:
    case Intrinsic::amdgcn_mbcnt_hi:
      return InstructionUniformity::NeverUniform;
    default:
      break;
    }
    if (isCrossLane(id) || isMatrixInstruction(*call))
      return InstructionUniformity::NeverUniform;
    if (isCrossLaneUniform(id))
      return InstructionUniformity::AlwaysUniform;
    return InstructionUniformity::Default;
  }
};

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

class Classifier {
public:
  Classifier(const UniformityInfo &uniformity, const DataLayout &layout)
      : uniformity(uniformity), layout(layout) {}

  std::optional<InstructionClass> classify(const Instruction &inst) const;
  /// How many operations of the hardware a vector of the module is.
  uint64_t count(const Instruction &inst, InstructionClass kind) const;

private:
  std::optional<InstructionClass>
  classifyIntrinsic(const IntrinsicInst &call) const;
  InstructionClass classifyAccess(const Instruction &inst,
                                  const Value *pointer) const;
  InstructionClass classifyArithmetic(const Instruction &inst) const;

  const UniformityInfo &uniformity;
  const DataLayout &layout;
};

} // namespace

InstructionClass Classifier::classifyAccess(const Instruction &inst,
                                            const Value *pointer) const {
  switch (pointer->getType()->getPointerAddressSpace()) {
  case 3:
    return InstructionClass::Lds;
  case 4:
    return uniformity.isUniform(&inst) ? InstructionClass::ScalarMemory
                                       : InstructionClass::VectorMemory;
  default:
    return InstructionClass::VectorMemory;
  }
}

InstructionClass Classifier::classifyArithmetic(const Instruction &inst) const {
  bool isFloat = inst.getType()->isFPOrFPVectorTy() ||
                 llvm::any_of(inst.operands(), [](const Use &use) {
                   return use->getType()->isFPOrFPVectorTy();
                 });
  return !isFloat && uniformity.isUniform(&inst) ? InstructionClass::Scalar
                                                 : InstructionClass::Vector;
}

std::optional<InstructionClass>
Classifier::classifyIntrinsic(const IntrinsicInst &call) const {
  Intrinsic::ID id = call.getIntrinsicID();
  if (isCrossLane(id) || isCrossLaneUniform(id))
    return InstructionClass::CrossLane;
  if (isMatrixInstruction(call))
    return InstructionClass::Matrix;
  switch (id) {
  case Intrinsic::amdgcn_exp2:
  case Intrinsic::amdgcn_log:
  case Intrinsic::amdgcn_rcp:
  case Intrinsic::amdgcn_rsq:
  case Intrinsic::amdgcn_sqrt:
  case Intrinsic::amdgcn_sin:
  case Intrinsic::amdgcn_cos:
  case Intrinsic::exp2:
  case Intrinsic::log2:
  case Intrinsic::sqrt:
    return InstructionClass::Transcendental;
  case Intrinsic::amdgcn_s_barrier:
  case Intrinsic::amdgcn_s_barrier_signal:
  case Intrinsic::amdgcn_s_barrier_wait:
    return InstructionClass::Barrier;
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset:
    return classifyAccess(call, call.getArgOperand(0));
  default:
    break;
  }
  StringRef name = call.getCalledFunction()->getName();
  if (name.contains(".buffer.load") || name.contains(".buffer.store") ||
      name.contains(".buffer.atomic") || name.contains("load.to.lds") ||
      name.contains("global.load"))
    return InstructionClass::VectorMemory;
  if (name.contains(".ds.read") || name.contains(".ds.load"))
    return InstructionClass::Lds;
  // Hints and what is only about the compiler have no result; ids are in
  // registers when the kernel starts.
  if (call.getType()->isVoidTy() || isa<AssumeInst>(call))
    return std::nullopt;
  if (call.arg_empty() || id == Intrinsic::amdgcn_make_buffer_rsrc)
    return std::nullopt;
  return classifyArithmetic(call);
}

std::optional<InstructionClass>
Classifier::classify(const Instruction &inst) const {
  if (const auto *call = dyn_cast<IntrinsicInst>(&inst))
    return classifyIntrinsic(*call);
  if (const auto *branch = dyn_cast<BranchInst>(&inst)) {
    if (branch->isConditional())
      return InstructionClass::Branch;
    return std::nullopt;
  }
  if (isa<SwitchInst>(inst))
    return InstructionClass::Branch;
  if (const auto *load = dyn_cast<LoadInst>(&inst))
    return classifyAccess(inst, load->getPointerOperand());
  if (const auto *store = dyn_cast<StoreInst>(&inst))
    return classifyAccess(inst, store->getPointerOperand());
  if (const auto *rmw = dyn_cast<AtomicRMWInst>(&inst))
    return classifyAccess(inst, rmw->getPointerOperand());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst))
    return classifyAccess(inst, exchange->getPointerOperand());
  // Constant offsets are part of the access.
  if (const auto *address = dyn_cast<GetElementPtrInst>(&inst)) {
    if (address->hasAllConstantIndices())
      return std::nullopt;
    return classifyArithmetic(inst);
  }
  if (isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst>(inst))
    return classifyArithmetic(inst);
  // Pointers, register moves and reinterpretations cost nothing.
  if (isa<CastInst>(inst) &&
      !isa<BitCastInst, AddrSpaceCastInst, PtrToIntInst, IntToPtrInst>(inst))
    return classifyArithmetic(inst);
  return std::nullopt;
}

uint64_t Classifier::count(const Instruction &inst,
                           InstructionClass kind) const {
  if (kind != InstructionClass::Vector && kind != InstructionClass::Scalar &&
      kind != InstructionClass::Transcendental)
    return 1;
  const auto *vector = dyn_cast<FixedVectorType>(
      isa<CmpInst>(inst) ? inst.getOperand(0)->getType() : inst.getType());
  if (!vector)
    return 1;
  uint64_t elements = vector->getNumElements();
  bool packed = kind != InstructionClass::Transcendental &&
                layout.getTypeSizeInBits(vector->getElementType()) == 16;
  return packed ? divideCeil(elements, 2) : elements;
}

InstructionMix::InstructionMix(Function &function, const DataLayout &layout) {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return UniformityInfoAnalysis(); });
  analyses.registerPass([&] {
    return TargetIRAnalysis([&](const Function &) {
      return TargetTransformInfo(std::make_unique<WaveInfo>(layout));
    });
  });
  Classifier classifier(analyses.getResult<UniformityInfoAnalysis>(function),
                        layout);
  for (BasicBlock &block : function) {
    std::map<std::pair<SourceLine, InstructionClass>, uint64_t> counts;
    for (const Instruction &inst : block)
      if (std::optional<InstructionClass> kind = classifier.classify(inst))
        counts[{getSourceLine(inst), *kind}] += classifier.count(inst, *kind);
    if (counts.empty())
      continue;
    blocks.push_back(&block);
    mixes.emplace_back();
    for (const auto &[key, count] : counts)
      mixes.back().push_back({key.first, key.second, count});
  }
}

void InstructionMix::instrument(KernelLowering &lowering) {
  for (auto [index, block] : llvm::enumerate(blocks)) {
    IRBuilder<> builder(block, block->getFirstInsertionPt());
    lowering.call(builder, "hf.block", builder.getVoidTy(),
                  {lowering.lane, builder.getInt32(index)});
  }
}
