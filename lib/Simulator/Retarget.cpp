//===- Retarget.cpp - Turns an amdgcn module into host code ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Retarget.h"
#include "Executor.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstddef>

using namespace mlir::fly::sim;
using namespace llvm;

static constexpr unsigned ldsSpace = 3;
static constexpr unsigned privateSpace = 5;
static constexpr unsigned resourceSpace = 8;

std::string mlir::fly::sim::getLocation(const Instruction &inst) {
  const DILocation *location = inst.getDebugLoc().get();
  if (!location || !location->getLine())
    return "";
  return (location->getFilename() + ":" + Twine(location->getLine()) + ":" +
          Twine(location->getColumn()))
      .str();
}

SourceLine mlir::fly::sim::getSourceLine(const Instruction &inst) {
  const DILocation *location = inst.getDebugLoc().get();
  if (!location || !location->getLine())
    return SourceLine();
  return {location->getFilename().str(), location->getLine()};
}

//===----------------------------------------------------------------------===//
// Order of resumption
//===----------------------------------------------------------------------===//

namespace {

/// Lists a function's blocks so that every block comes after those that lead to
/// it (but for back edges) and all blocks of a loop before the loop's exits. A
/// plain reverse post-order doesn't give the latter, and lanes that left the
/// loop would then run ahead of those still in it.
class BlockOrder {
public:
  BlockOrder(Function &function, LoopInfo &loops) : loops(loops) {
    layOut(&function.getEntryBlock(), nullptr);
  }
  std::vector<BasicBlock *> blocks;

private:
  /// The outermost loop inside `parent` that contains the block, or null.
  Loop *getChildLoop(BasicBlock *block, Loop *parent) const {
    Loop *loop = loops.getLoopFor(block);
    while (loop && loop->getParentLoop() != parent)
      loop = loop->getParentLoop();
    return loop;
  }

  void visit(BasicBlock *block, Loop *parent, BasicBlock *entry,
             SmallPtrSetImpl<BasicBlock *> &visited,
             std::vector<BasicBlock *> &postOrder) {
    Loop *child = getChildLoop(block, parent);
    if (child && child->getHeader() != entry)
      block = child->getHeader();
    else
      child = nullptr;
    if (!visited.insert(block).second)
      return;
    SmallVector<BasicBlock *> next;
    if (child)
      child->getExitBlocks(next);
    else
      next.assign(succ_begin(block), succ_end(block));
    for (BasicBlock *successor : next)
      if (successor != entry && (!parent || parent->contains(successor)))
        visit(successor, parent, entry, visited, postOrder);
    postOrder.push_back(block);
  }

  void layOut(BasicBlock *entry, Loop *parent) {
    SmallPtrSet<BasicBlock *, 32> visited;
    std::vector<BasicBlock *> postOrder;
    visit(entry, parent, entry, visited, postOrder);
    for (BasicBlock *block : llvm::reverse(postOrder)) {
      Loop *child = getChildLoop(block, parent);
      if (child && child->getHeader() == block)
        layOut(block, child);
      else
        blocks.push_back(block);
    }
  }

  LoopInfo &loops;
};

} // namespace

//===----------------------------------------------------------------------===//
// KernelLowering
//===----------------------------------------------------------------------===//

KernelLowering::KernelLowering(Module &module, const ChipModel &chip,
                               std::vector<Site> &sites, Function &function)
    : module(module), chip(chip), sites(sites), function(function),
      lane(function.getArg(0)), isaMajor(0) {
  StringRef digits = StringRef(chip.chip);
  digits.consume_front("gfx");
  digits.drop_back(std::min<size_t>(2, digits.size()))
      .getAsInteger(10, isaMajor);
}

uint32_t KernelLowering::addSite(SiteKind kind, const Instruction &inst,
                                 StringRef name) {
  Site site;
  site.kind = kind;
  site.location = getLocation(inst);
  site.line = getSourceLine(inst);
  site.name = name.str();
  sites.push_back(std::move(site));
  return sites.size() - 1;
}

CallInst *KernelLowering::call(IRBuilderBase &builder, StringRef name,
                               Type *result, ArrayRef<Value *> args,
                               bool pure) {
  SmallVector<Type *> types;
  for (Value *arg : args)
    types.push_back(arg->getType());
  FunctionCallee callee = module.getOrInsertFunction(
      name, FunctionType::get(result, types, /*isVarArg=*/false));
  auto *declaration = cast<Function>(callee.getCallee());
  declaration->setDoesNotThrow();
  if (pure) {
    declaration->setDoesNotAccessMemory();
    declaration->setWillReturn();
  } else {
    declaration->setConvergent();
  }
  return builder.CreateCall(callee, args);
}

Value *KernelLowering::laneField(IRBuilderBase &builder, Type *type,
                                 uint64_t offset) {
  Value *address =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), lane, offset);
  return builder.CreateLoad(type, address);
}

Value *KernelLowering::getSpill(uint64_t bytes) {
  BasicBlock &entry = function.getEntryBlock();
  if (!spill) {
    IRBuilder<> builder(&entry, entry.begin());
    spill = builder.CreateAlloca(builder.getInt8Ty(), /*AddrSpace=*/0,
                                 builder.getInt64(0));
    spill->setAlignment(Align(64));
  }
  if (bytes > spillBytes) {
    spillBytes = bytes;
    spill->setOperand(
        0, ConstantInt::get(Type::getInt64Ty(module.getContext()), spillBytes));
  }
  return spill;
}

//===----------------------------------------------------------------------===//
// Retargeting
//===----------------------------------------------------------------------===//

namespace {

class Retargeter {
public:
  Retargeter(Module &module, const ChipModel &chip, const Options &options)
      : module(module), chip(chip), options(options),
        deviceLayout(module.getDataLayout()) {}

  Expected<RetargetResult> run(const DataLayout &hostLayout,
                               const std::string &hostTriple);

private:
  void inlineEverything();
  void collectGlobals();
  void lowerKernel(Function &kernel);
  void lowerParameters(Function &kernel, Function &host, KernelCode &code);
  void lowerLds(Function &host, KernelCode &code);
  void lowerInstruction(KernelLowering &lowering, Instruction &inst,
                        KernelCode &code);
  void lowerCall(KernelLowering &lowering, CallBase &call);
  void lowerAccess(KernelLowering &lowering, Instruction &inst);
  void lowerMemIntrinsic(KernelLowering &lowering, MemIntrinsic &inst);
  void lowerLdsCast(KernelLowering &lowering, Instruction &inst);
  void lowerTruncation(Instruction &inst);
  void limitLoops(KernelLowering &lowering);
  bool isSafePrivate(Value *pointer, uint64_t bytes) const;
  bool isInstrumented() const {
    return options.checkBounds || options.checkAlignment ||
           options.checkUninitialized || options.checkRaces || options.counters;
  }
  void unsupported(const Instruction &inst, const Twine &what);

  Module &module;
  const ChipModel &chip;
  const Options &options;
  /// The layout of the device, by which the host laid out kernel arguments.
  DataLayout deviceLayout;
  RetargetResult result;
  std::string kernelName;
  std::vector<std::string> errors;
};

} // namespace

void Retargeter::unsupported(const Instruction &inst, const Twine &what) {
  std::string location = getLocation(inst);
  std::string text = location.empty() ? "" : location + ": ";
  text +=
      ("in kernel '" + kernelName + "': the simulator does not support " + what)
          .str();
  if (!llvm::is_contained(errors, text))
    errors.push_back(text);
}

/// Sites are ordered within one function, so kernels must not call any.
void Retargeter::inlineEverything() {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    // Attributes name features of the device that the host doesn't have.
    if (function.getCallingConv() != CallingConv::AMDGPU_KERNEL) {
      function.setAttributes(
          function.getAttributes().removeFnAttributes(module.getContext()));
      function.addFnAttr(Attribute::AlwaysInline);
      function.setLinkage(GlobalValue::InternalLinkage);
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setComdat(nullptr);
    }
  }
  // These lists only keep functions alive.
  for (StringRef name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getNamedGlobal(name))
      list->eraseFromParent();

  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager sccAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PassBuilder passBuilder;
  passBuilder.registerModuleAnalyses(moduleAnalyses);
  passBuilder.registerCGSCCAnalyses(sccAnalyses);
  passBuilder.registerFunctionAnalyses(functionAnalyses);
  passBuilder.registerLoopAnalyses(loopAnalyses);
  passBuilder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                                   moduleAnalyses);
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(GlobalDCEPass());
  passes.addPass(
      createModuleToFunctionPassAdaptor(ScalarizeMaskedMemIntrinPass()));
  passes.run(module, moduleAnalyses);
}

void Retargeter::collectGlobals() {
  SmallVector<Constant *> ldsGlobals;
  for (GlobalVariable &global : module.globals()) {
    if (global.getAddressSpace() == ldsSpace) {
      ldsGlobals.push_back(&global);
      continue;
    }
    if (global.getName().starts_with("llvm."))
      continue;
    if (global.isDeclaration()) {
      errors.push_back(
          ("the module uses the undefined variable '" + global.getName() + "'")
              .str());
      continue;
    }
    GlobalCode code;
    code.name = global.getName().str();
    code.bytes = deviceLayout.getTypeAllocSize(global.getValueType());
    code.readOnly = global.isConstant();
    code.symbol = "hf.global." + std::to_string(result.globals.size());
    global.setName(code.symbol);
    global.setLinkage(GlobalValue::ExternalLinkage);
    global.setVisibility(GlobalValue::DefaultVisibility);
    global.setSection("");
    global.setComdat(nullptr);
    global.setExternallyInitialized(false);
    // A variable that nobody initialises holds zeros, as the loader gives it.
    if (isa<UndefValue>(global.getInitializer()))
      global.setInitializer(Constant::getNullValue(global.getValueType()));
    result.globals.push_back(std::move(code));
  }
  convertUsersOfConstantsToInstructions(ldsGlobals);
}

void Retargeter::lowerParameters(Function &kernel, Function &host,
                                 KernelCode &code) {
  BasicBlock &entry = host.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  Value *segment = builder.CreateLoad(
      builder.getPtrTy(),
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), host.getArg(0),
                                         offsetof(LaneContext, kernarg)));
  uint64_t offset = 0;
  for (Argument &arg : kernel.args()) {
    bool byRef = arg.hasByRefAttr();
    Type *type = byRef ? arg.getParamByRefType() : arg.getType();
    Align align = deviceLayout.getABITypeAlign(type);
    if (byRef)
      align = std::max(align, arg.getParamAlign().valueOrOne());
    offset = alignTo(offset, align);
    uint64_t bytes = deviceLayout.getTypeStoreSize(type);
    code.paramOffsets.push_back(offset);
    code.info.paramBytes.push_back(bytes);
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                        segment, offset);
    offset += deviceLayout.getTypeAllocSize(type);
    unsigned space = type->isPointerTy() ? type->getPointerAddressSpace() : 0;
    if (space == ldsSpace || space == privateSpace) {
      errors.push_back("in kernel '" + kernelName +
                       "': the simulator does not support a parameter that "
                       "points to address space " +
                       std::to_string(space));
      continue;
    }
    Value *value;
    if (byRef) {
      value = builder.CreateAddrSpaceCast(address, arg.getType());
    } else if (space == resourceSpace) {
      KernelLowering lowering(module, chip, result.sites, host);
      Value *low = builder.CreateLoad(builder.getInt64Ty(), address);
      Value *high = builder.CreateLoad(
          builder.getInt64Ty(),
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, 8));
      value = builder.CreateAddrSpaceCast(
          lowering.call(builder, "hf.resource.words", builder.getPtrTy(),
                        {lowering.lane, low, high}),
          type);
    } else {
      value = builder.CreateAlignedLoad(type, address, align);
    }
    arg.replaceAllUsesWith(value);
  }
  code.kernargBytes = offset;
}

/// Replaces the LDS variables that the kernel uses by places in its block.
void Retargeter::lowerLds(Function &host, KernelCode &code) {
  SmallVector<GlobalVariable *> fixed, dynamic;
  for (GlobalVariable &global : module.globals()) {
    if (global.getAddressSpace() != ldsSpace)
      continue;
    bool used = llvm::any_of(global.users(), [&](User *user) {
      auto *inst = dyn_cast<Instruction>(user);
      return inst && inst->getFunction() == &host;
    });
    if (used)
      (deviceLayout.getTypeAllocSize(global.getValueType()) ? fixed : dynamic)
          .push_back(&global);
  }
  BasicBlock &entry = host.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  Value *base = nullptr;
  auto place = [&](GlobalVariable *global, uint64_t offset) {
    if (!base) {
      base = builder.CreateLoad(
          builder.getPtrTy(),
          builder.CreateConstInBoundsGEP1_64(
              builder.getInt8Ty(), host.getArg(0), offsetof(LaneContext, lds)));
      base = builder.CreateAddrSpaceCast(base, builder.getPtrTy(ldsSpace));
    }
    Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
    global->replaceUsesWithIf(address, [&](Use &use) {
      auto *inst = dyn_cast<Instruction>(use.getUser());
      return inst && inst->getFunction() == &host;
    });
  };
  auto alignment = [&](GlobalVariable *global) {
    return global->getAlign().value_or(deviceLayout.getPreferredAlign(global));
  };
  uint64_t offset = 0;
  for (GlobalVariable *global : fixed) {
    offset = alignTo(offset, alignment(global));
    place(global, offset);
    offset += deviceLayout.getTypeAllocSize(global->getValueType());
  }
  code.info.staticLdsBytes = offset;
  for (GlobalVariable *global : dynamic)
    offset = alignTo(offset, alignment(global));
  code.dynamicLdsOffset = offset;
  for (GlobalVariable *global : dynamic)
    place(global, offset);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether the access stays inside a variable of the lane's own stack.
bool Retargeter::isSafePrivate(Value *pointer, uint64_t bytes) const {
  const DataLayout &layout = module.getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(
      layout, offset, /*AllowNonInbounds=*/true);
  const auto *variable = dyn_cast<AllocaInst>(base);
  if (!variable)
    return false;
  std::optional<TypeSize> size = variable->getAllocationSize(layout);
  return size && !offset.isNegative() &&
         offset.getZExtValue() + bytes <= size->getFixedValue();
}

void Retargeter::lowerAccess(KernelLowering &lowering, Instruction &inst) {
  auto *load = dyn_cast<LoadInst>(&inst);
  auto *store = dyn_cast<StoreInst>(&inst);
  auto *rmw = dyn_cast<AtomicRMWInst>(&inst);
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst);
  Type *type = load    ? load->getType()
               : store ? store->getValueOperand()->getType()
               : rmw   ? rmw->getType()
                       : exchange->getNewValOperand()->getType();
  unsigned pointerIndex = store ? StoreInst::getPointerOperandIndex() : 0;
  Value *pointer = inst.getOperand(pointerIndex);
  if (type->isPointerTy() && (type->getPointerAddressSpace() == ldsSpace ||
                              type->getPointerAddressSpace() == privateSpace ||
                              type->getPointerAddressSpace() == resourceSpace))
    return unsupported(inst, "pointers to address space " +
                                 Twine(type->getPointerAddressSpace()) +
                                 " in memory");
  // Only the kernel's own waves matter to scopes here, and all share a process.
  if (load)
    load->setSyncScopeID(SyncScope::System);
  if (store)
    store->setSyncScopeID(SyncScope::System);
  if (rmw)
    rmw->setSyncScopeID(SyncScope::System);
  if (exchange)
    exchange->setSyncScopeID(SyncScope::System);
  uint64_t bytes = module.getDataLayout().getTypeStoreSize(type);
  if (!isInstrumented() || isSafePrivate(pointer, bytes))
    return;

  bool atomic = inst.isAtomic();
  uint32_t index = lowering.addSite(atomic ? SiteKind::Atomic
                                    : load ? SiteKind::Load
                                           : SiteKind::Store,
                                    inst,
                                    atomic ? (load    ? "atomic load"
                                              : store ? "atomic store"
                                                      : "atomic operation")
                                           : (load ? "load" : "store"));
  Site &site = lowering.sites[index];
  site.addressSpace = pointer->getType()->getPointerAddressSpace();
  site.bytes = bytes;
  site.align = (load    ? load->getAlign()
                : store ? store->getAlign()
                : rmw   ? rmw->getAlign()
                        : exchange->getAlign())
                   .value();
  site.reads = !store;
  site.writes = !load;

  IRBuilder<> builder(&inst);
  Value *flat = builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
  Value *address = builder.CreatePtrToInt(flat, builder.getInt64Ty());
  Value *siteValue = builder.getInt32(index);
  if (atomic) {
    Value *target = lowering.call(builder, "hf.atomic", builder.getPtrTy(),
                                  {lowering.lane, siteValue, address});
    inst.setOperand(pointerIndex, target);
    return;
  }
  Value *spill = lowering.getSpill(bytes);
  if (store)
    builder.CreateStore(store->getValueOperand(), spill);
  lowering.call(builder, load ? "hf.load" : "hf.store", builder.getVoidTy(),
                {lowering.lane, siteValue, address, spill});
  if (load) {
    Value *value = builder.CreateLoad(type, spill);
    value->takeName(load);
    load->replaceAllUsesWith(value);
  }
  inst.eraseFromParent();
}

void Retargeter::lowerMemIntrinsic(KernelLowering &lowering,
                                   MemIntrinsic &inst) {
  auto *transfer = dyn_cast<MemTransferInst>(&inst);
  if (!isInstrumented())
    return;
  uint32_t index =
      lowering.addSite(transfer ? SiteKind::MemCopy : SiteKind::MemSet, inst,
                       transfer ? "memory copy" : "memory fill");
  Site &site = lowering.sites[index];
  site.reads = transfer;
  site.writes = true;
  site.imm[0] = int32_t(inst.getDestAddressSpace());
  if (transfer)
    site.imm[1] = int32_t(transfer->getSourceAddressSpace());
  IRBuilder<> builder(&inst);
  auto toAddress = [&](Value *pointer) {
    return builder.CreatePtrToInt(
        builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()),
        builder.getInt64Ty());
  };
  Value *second = transfer
                      ? toAddress(transfer->getRawSource())
                      : builder.CreateZExt(cast<MemSetInst>(inst).getValue(),
                                           builder.getInt64Ty());
  lowering.call(builder, "hf.bulk", builder.getVoidTy(),
                {lowering.lane, builder.getInt32(index),
                 toAddress(inst.getRawDest()), second,
                 builder.CreateZExt(inst.getLength(), builder.getInt64Ty())});
  inst.eraseFromParent();
}

/// On the device an LDS pointer is a 32-bit offset into the block.
void Retargeter::lowerLdsCast(KernelLowering &lowering, Instruction &inst) {
  bool toInteger = isa<PtrToIntInst>(inst);
  Type *pointerType =
      toInteger ? inst.getOperand(0)->getType() : inst.getType();
  if (pointerType->isVectorTy())
    return unsupported(inst, "casts of vectors of pointers");
  unsigned space = pointerType->getPointerAddressSpace();
  if (space == privateSpace || space == resourceSpace)
    return unsupported(inst, "integers that are pointers to address space " +
                                 Twine(space));
  if (space != ldsSpace)
    return;
  IRBuilder<> builder(&inst);
  Value *base =
      builder.CreatePtrToInt(lowering.laneField(builder, builder.getPtrTy(),
                                                offsetof(LaneContext, lds)),
                             builder.getInt64Ty());
  Value *value = inst.getOperand(0);
  if (toInteger) {
    value = builder.CreateSub(
        builder.CreatePtrToInt(value, builder.getInt64Ty()), base);
    value = builder.CreateZExtOrTrunc(
        builder.CreateTrunc(value, builder.getInt32Ty()), inst.getType());
  } else {
    value = builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
    value = builder.CreateAdd(builder.CreateZExt(value, builder.getInt64Ty()),
                              base);
    value = builder.CreateIntToPtr(value, inst.getType());
  }
  inst.replaceAllUsesWith(value);
  inst.eraseFromParent();
}

/// Rounds f32 to bf16 in integers: the host would call a function per element.
void Retargeter::lowerTruncation(Instruction &inst) {
  Value *value = inst.getOperand(0);
  if (!value->getType()->getScalarType()->isFloatTy() ||
      !inst.getType()->getScalarType()->isBFloatTy())
    return;
  IRBuilder<> builder(&inst);
  Type *wide = value->getType()->getWithNewType(builder.getInt32Ty());
  Type *narrow = value->getType()->getWithNewType(builder.getInt16Ty());
  auto constant = [&](uint32_t bits) { return ConstantInt::get(wide, bits); };
  Value *bits = builder.CreateBitCast(value, wide);
  Value *odd = builder.CreateAnd(builder.CreateLShr(bits, 16), constant(1));
  Value *rounded =
      builder.CreateAdd(bits, builder.CreateAdd(odd, constant(0x7fff)));
  Value *quiet = builder.CreateOr(bits, constant(0x400000));
  Value *magnitude = builder.CreateAnd(bits, constant(0x7fffffff));
  Value *isNan = builder.CreateICmpUGT(magnitude, constant(0x7f800000));
  Value *chosen = builder.CreateSelect(isNan, quiet, rounded);
  Value *half = builder.CreateTrunc(builder.CreateLShr(chosen, 16), narrow);
  inst.replaceAllUsesWith(builder.CreateBitCast(half, inst.getType()));
  inst.eraseFromParent();
}

void Retargeter::lowerCall(KernelLowering &lowering, CallBase &call) {
  if (call.isInlineAsm())
    return unsupported(call, "inline assembly");
  Function *callee = call.getCalledFunction();
  if (!callee)
    return unsupported(call, "calls through pointers");
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic) {
    return unsupported(
        call,
        callee->isDeclaration()
            ? "calls of the undefined function '" + callee->getName() + "'"
            : "the recursive function '" + callee->getName() + "'");
  }
  if (auto *memory = dyn_cast<MemIntrinsic>(intrinsic))
    return lowerMemIntrinsic(lowering, *memory);
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::assume:
  case Intrinsic::prefetch:
    if (intrinsic->use_empty())
      intrinsic->eraseFromParent();
    return;
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap: {
    IRBuilder<> builder(&call);
    uint32_t site = lowering.addSite(SiteKind::Trap, call, "trap");
    lowering.call(builder, "hf.meet", builder.getVoidTy(),
                  {lowering.lane, builder.getInt32(site)});
    call.eraseFromParent();
    return;
  }
  case Intrinsic::readcyclecounter:
  case Intrinsic::readsteadycounter:
    return unsupported(call,
                       "'" + callee->getName() + "': it has no notion of time");
  default:
    break;
  }
  bool needsConvergence =
      call.getOperandBundle(LLVMContext::OB_convergencectrl).has_value() ||
      isa<ConvergenceControlInst>(intrinsic);
  if (needsConvergence)
    return unsupported(call, "convergence control tokens");
  if (!Intrinsic::isTargetIntrinsic(intrinsic->getIntrinsicID()))
    return;
  std::string reason;
  std::string name = callee->getName().str();
  if (!lowerIntrinsic(lowering, *intrinsic, reason))
    unsupported(call, "'" + name + "'" + (reason.empty() ? "" : ": " + reason));
}

void Retargeter::lowerInstruction(KernelLowering &lowering, Instruction &inst,
                                  KernelCode &code) {
  for (Value *operand : inst.operands()) {
    Type *type = operand->getType()->getScalarType();
    if (!type->isPointerTy() || isa<BasicBlock>(operand))
      continue;
    unsigned space = type->getPointerAddressSpace();
    if (space == 2 || space == 6 || space == 7 || space > resourceSpace)
      return unsupported(inst, "address space " + Twine(space));
  }
  if (auto *variable = dyn_cast<AllocaInst>(&inst)) {
    std::optional<TypeSize> size =
        variable->getAllocationSize(module.getDataLayout());
    if (!size)
      return unsupported(inst, "variables of dynamic size");
    code.privateBytes += size->getFixedValue() + variable->getAlign().value();
    if (variable->getAddressSpace() == 0)
      return;
    IRBuilder<> builder(variable);
    AllocaInst *host =
        builder.CreateAlloca(variable->getAllocatedType(), /*AddrSpace=*/0,
                             variable->getArraySize());
    host->setAlignment(variable->getAlign());
    variable->replaceAllUsesWith(
        builder.CreateAddrSpaceCast(host, variable->getType()));
    variable->eraseFromParent();
    return;
  }
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(inst))
    return lowerAccess(lowering, inst);
  if (isa<PtrToIntInst, IntToPtrInst>(inst))
    return lowerLdsCast(lowering, inst);
  if (isa<FPTruncInst>(inst))
    return lowerTruncation(inst);
  if (auto *call = dyn_cast<CallBase>(&inst))
    return lowerCall(lowering, *call);
  if (auto *fence = dyn_cast<FenceInst>(&inst)) {
    // Fences order a lane's own accesses, which the runtime does anyway; only
    // the compiler must see them.
    fence->setSyncScopeID(SyncScope::SingleThread);
  }
}

/// Counts every lane's trips around loops, so that none runs forever.
void Retargeter::limitLoops(KernelLowering &lowering) {
  if (!options.stepLimit)
    return;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> edges;
  FindFunctionBackedges(lowering.function, edges);
  SmallPtrSet<const BasicBlock *, 8> latches;
  for (auto [from, to] : edges)
    latches.insert(from);
  std::vector<BasicBlock *> blocks;
  for (BasicBlock &block : lowering.function)
    if (latches.contains(&block))
      blocks.push_back(&block);
  for (BasicBlock *block : blocks) {
    Instruction *terminator = block->getTerminator();
    IRBuilder<> builder(terminator);
    uint32_t site = lowering.addSite(SiteKind::Loop, *terminator, "loop");
    Value *address = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), lowering.lane, offsetof(LaneContext, fuel));
    Value *fuel = builder.CreateSub(
        builder.CreateLoad(builder.getInt64Ty(), address), builder.getInt64(1));
    builder.CreateStore(fuel, address);
    Value *empty = builder.CreateICmpSLT(fuel, builder.getInt64(0));
    Instruction *then = SplitBlockAndInsertIfThen(empty, terminator,
                                                  /*Unreachable=*/true);
    builder.SetInsertPoint(then);
    lowering.call(builder, "hf.exhausted", builder.getVoidTy(),
                  {lowering.lane, builder.getInt32(site)});
  }
}

/// Gives every loop one block of its own for going back to the header.
static void isolateBackEdges(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  std::vector<std::pair<BasicBlock *, SmallVector<BasicBlock *>>> edges;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *> latches;
    loop->getLoopLatches(latches);
    edges.emplace_back(loop->getHeader(), std::move(latches));
  }
  for (auto &[header, latches] : edges)
    SplitBlockPredecessors(header, latches, ".next");
}

void Retargeter::lowerKernel(Function &kernel) {
  LLVMContext &context = module.getContext();
  kernelName = kernel.getName().str();
  KernelCode code;
  code.info.name = kernelName;
  code.entry = "hf.kernel." + std::to_string(result.kernels.size());
  Attribute sizes = kernel.getFnAttribute("amdgpu-flat-work-group-size");
  if (sizes.isStringAttribute())
    sizes.getValueAsString().split(',').second.getAsInteger(
        10, code.info.maxThreads);
  if (MDNode *required = kernel.getMetadata("reqd_work_group_size"))
    for (auto [extent, operand] :
         llvm::zip(code.info.requiredBlock, required->operands()))
      if (auto *constant = mdconst::dyn_extract<ConstantInt>(operand))
        extent = uint32_t(constant->getZExtValue());

  Function *host = Function::Create(
      FunctionType::get(Type::getVoidTy(context),
                        {PointerType::getUnqual(context)}, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, code.entry, module);
  host->setDoesNotThrow();
  host->splice(host->begin(), &kernel);
  host->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  removeUnreachableBlocks(*host);
  isolateBackEdges(*host);
  DominatorTree dominators(*host);
  LoopInfo loops(dominators);
  BlockOrder order(*host, loops);
  std::optional<InstructionMix> mix;
  if (options.counters)
    mix.emplace(*host, deviceLayout);

  // Only the kernel's own instructions are lowered, not what replaces them.
  std::vector<std::pair<BasicBlock *, std::vector<Instruction *>>> blocks;
  for (BasicBlock *block : order.blocks) {
    blocks.emplace_back(block, std::vector<Instruction *>());
    for (Instruction &inst : *block)
      blocks.back().second.push_back(&inst);
  }
  lowerLds(*host, code);
  lowerParameters(kernel, *host, code);
  KernelLowering lowering(module, chip, result.sites, *host);
  DenseMap<Loop *, size_t> firstSite;
  for (auto &[block, instructions] : blocks) {
    Loop *loop = loops.getLoopFor(block);
    if (loop && loop->getHeader() == block)
      firstSite[loop] = result.sites.size();
    for (Instruction *inst : instructions)
      lowerInstruction(lowering, *inst, code);
    // Lanes that have nothing to wait for in this trip would run on into the
    // next one and meet the others there, a trip too early.
    if (loop && loop->getLoopLatch() == block &&
        firstSite.lookup(loop) != result.sites.size()) {
      IRBuilder<> builder(block->getTerminator());
      uint32_t site =
          lowering.addSite(SiteKind::Loop, *block->getTerminator(), "loop");
      lowering.call(builder, "hf.meet", builder.getVoidTy(),
                    {lowering.lane, builder.getInt32(site)});
    }
  }
  if (mix) {
    mix->instrument(lowering);
    code.blocks = mix->takeMixes();
  }
  limitLoops(lowering);
  kernel.eraseFromParent();
  result.kernels.push_back(std::move(code));
}

/// Conversions that the host's code generator calls by these names.
static const char conversions[] = R"(
  declare i16 @hf.f32.to.f16(i32)
  declare i16 @hf.f64.to.f16(i64)
  declare i32 @hf.f16.to.f32(i16)
  declare i16 @hf.f32.to.bf16(i32)
  declare i16 @hf.f64.to.bf16(i64)
  define half @__truncsfhf2(float %x) {
    %bits = bitcast float %x to i32
    %r = call i16 @hf.f32.to.f16(i32 %bits)
    %h = bitcast i16 %r to half
    ret half %h
  }
  define half @__truncdfhf2(double %x) {
    %bits = bitcast double %x to i64
    %r = call i16 @hf.f64.to.f16(i64 %bits)
    %h = bitcast i16 %r to half
    ret half %h
  }
  define float @__extendhfsf2(half %x) {
    %bits = bitcast half %x to i16
    %r = call i32 @hf.f16.to.f32(i16 %bits)
    %f = bitcast i32 %r to float
    ret float %f
  }
  define bfloat @__truncsfbf2(float %x) {
    %bits = bitcast float %x to i32
    %r = call i16 @hf.f32.to.bf16(i32 %bits)
    %h = bitcast i16 %r to bfloat
    ret bfloat %h
  }
  define bfloat @__truncdfbf2(double %x) {
    %bits = bitcast double %x to i64
    %r = call i16 @hf.f64.to.bf16(i64 %bits)
    %h = bitcast i16 %r to bfloat
    ret bfloat %h
  }
)";

Expected<RetargetResult> Retargeter::run(const DataLayout &hostLayout,
                                         const std::string &hostTriple) {
  inlineEverything();
  module.setTargetTriple(Triple(hostTriple));
  module.setDataLayout(hostLayout);
  collectGlobals();
  SmallVector<Function *> kernels;
  for (Function &function : module) {
    // Everything that is left is host code. Kernels are replaced.
    if (function.getCallingConv() == CallingConv::AMDGPU_KERNEL)
      kernels.push_back(&function);
    else if (!function.isIntrinsic())
      function.setAttributes(AttributeList());
  }
  for (Function *kernel : kernels)
    lowerKernel(*kernel);
  if (!errors.empty()) {
    std::string text;
    for (const std::string &error :
         ArrayRef<std::string>(errors).take_front(10))
      text += (text.empty() ? "" : "\n") + error;
    return createStringError(inconvertibleErrorCode(), text);
  }
  for (GlobalVariable &global : llvm::make_early_inc_range(module.globals()))
    if (global.getAddressSpace() == ldsSpace) {
      global.replaceAllUsesWith(PoisonValue::get(global.getType()));
      global.eraseFromParent();
    }
  StripDebugInfo(module);
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> library =
      parseAssemblyString(conversions, diagnostic, module.getContext());
  library->setDataLayout(hostLayout);
  library->setTargetTriple(Triple(hostTriple));
  if (Linker::linkModules(module, std::move(library)))
    return createStringError(inconvertibleErrorCode(),
                             "can't link the host's conversions");
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(module, &stream))
    return createStringError(inconvertibleErrorCode(),
                             "the retargeted module is broken: " + text);
  return std::move(result);
}

Expected<RetargetResult>
mlir::fly::sim::retarget(Module &module, const ChipModel &chip,
                         const Options &options, const DataLayout &hostLayout,
                         const std::string &hostTriple) {
  return Retargeter(module, chip, options).run(hostLayout, hostTriple);
}
