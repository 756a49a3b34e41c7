//===- Retarget.h - Turns an amdgcn module into host code -------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_RETARGET_H
#define HELION_FLY_LIB_SIMULATOR_RETARGET_H

#include "Simulator/Simulator.h"
#include "Site.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace mlir {
namespace fly {
namespace sim {

class KernelLowering;

/// Classifies the instructions of a kernel before it is retargeted.
class InstructionMix {
public:
  InstructionMix(llvm::Function &function, const llvm::DataLayout &layout);
  /// Makes the function tell which blocks lanes enter.
  void instrument(KernelLowering &lowering);
  std::vector<BlockMix> takeMixes() { return std::move(mixes); }

private:
  std::vector<llvm::BasicBlock *> blocks;
  std::vector<BlockMix> mixes;
};

/// A kernel of the retargeted module.
struct KernelCode {
  KernelInfo info;
  /// The host function `void(Lane *)`.
  std::string entry;
  /// Where each parameter is in the kernel argument segment.
  std::vector<uint64_t> paramOffsets;
  uint64_t kernargBytes = 0;
  uint64_t privateBytes = 0;
  /// Dynamic LDS begins here.
  uint64_t dynamicLdsOffset = 0;
  /// By the number that the code gives to a block; empty without counters.
  std::vector<BlockMix> blocks;
};

/// A module-level variable that kernels access.
struct GlobalCode {
  std::string symbol;
  std::string name;
  uint64_t bytes;
  bool readOnly;
};

struct RetargetResult {
  std::vector<Site> sites;
  std::vector<KernelCode> kernels;
  std::vector<GlobalCode> globals;
};

/// Rewrites `module` in place: kernels become functions of a `Lane *`, memory
/// and wave operations calls into the runtime. The error lists what the
/// simulator can't run.
llvm::Expected<RetargetResult>
retarget(llvm::Module &module, const ChipModel &chip, const Options &options,
         const llvm::DataLayout &hostLayout, const std::string &hostTriple);

/// What lowering one kernel's instructions needs.
class KernelLowering {
public:
  KernelLowering(llvm::Module &module, const ChipModel &chip,
                 std::vector<Site> &sites, llvm::Function &function);

  llvm::Module &module;
  const ChipModel &chip;
  std::vector<Site> &sites;
  llvm::Function &function;
  /// The `Lane *` argument.
  llvm::Value *lane;
  unsigned isaMajor;

  /// A new site for `inst`; sites must be made in resumption order.
  uint32_t addSite(SiteKind kind, const llvm::Instruction &inst,
                   llvm::StringRef name);
  /// A call to a runtime function that takes and returns these types.
  llvm::CallInst *call(llvm::IRBuilderBase &builder, llvm::StringRef name,
                       llvm::Type *result, llvm::ArrayRef<llvm::Value *> args,
                       bool pure = false);
  /// A field of the lane's context at a byte offset.
  llvm::Value *laneField(llvm::IRBuilderBase &builder, llvm::Type *type,
                         uint64_t offset);
  /// Memory of the lane through which values reach the runtime.
  llvm::Value *getSpill(uint64_t bytes);

private:
  llvm::AllocaInst *spill = nullptr;
  uint64_t spillBytes = 0;
};

/// Lowers a call of a target intrinsic and erases it. False if the simulator
/// doesn't know the intrinsic; `reason` then may say more.
bool lowerIntrinsic(KernelLowering &lowering, llvm::IntrinsicInst &call,
                    std::string &reason);

/// "file:line:column" of an instruction, or "".
std::string getLocation(const llvm::Instruction &inst);
SourceLine getSourceLine(const llvm::Instruction &inst);

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_RETARGET_H
