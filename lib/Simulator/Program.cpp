//===- Program.cpp - Compiles and launches kernels ------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "Memory.h"
#include "Retarget.h"
#include "Runtime.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>
#include <numeric>
#include <thread>

using namespace mlir::fly::sim;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

Options Options::unchecked() {
  Options options;
  options.checkBounds = options.checkAlignment = options.checkUninitialized =
      options.checkRaces = options.counters = false;
  return options;
}

class Program::Impl {
public:
  ChipModel chip;
  Options options;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  RetargetResult code;
  /// By kernel.
  std::vector<KernelEntry> entries;
  /// By global variable.
  std::vector<uint64_t> globalAddresses;

  llvm::Error compile(llvm::MemoryBufferRef buffer);
};

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Target registration isn't thread-safe, and embedders load from any thread.
static void initializeHostTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

/// A fixed instruction set where the host has it, so that results don't depend
/// on what else the host can do (conversions to bf16, say).
static llvm::Expected<llvm::orc::JITTargetMachineBuilder> makeTarget() {
  auto target = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  if (target->getTargetTriple().getArch() == llvm::Triple::x86_64) {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    bool hasV3 = features.lookup("avx2") && features.lookup("fma") &&
                 features.lookup("f16c") && features.lookup("bmi2");
    target->setCPU(hasV3 ? "x86-64-v3" : "x86-64");
    target->getFeatures() = llvm::SubtargetFeatures();
  }
  target->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return target;
}

static void optimize(llvm::Module &module, llvm::TargetMachine *machine) {
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassBuilder passBuilder(machine);
  passBuilder.registerModuleAnalyses(moduleAnalyses);
  passBuilder.registerCGSCCAnalyses(sccAnalyses);
  passBuilder.registerFunctionAnalyses(functionAnalyses);
  passBuilder.registerLoopAnalyses(loopAnalyses);
  passBuilder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                                   moduleAnalyses);
  passBuilder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, moduleAnalyses);
}

llvm::Error Program::Impl::compile(llvm::MemoryBufferRef buffer) {
  initializeHostTarget();
  if (chip.waveSize != 32 && chip.waveSize != 64)
    return makeError("a wave has 32 or 64 lanes, not " +
                     llvm::Twine(chip.waveSize));
  if (!chip.maxThreads || chip.maxThreads > 1024)
    return makeError("the simulator runs up to 1024 threads per workgroup, "
                     "the chip model says " +
                     llvm::Twine(chip.maxThreads));
  auto target = makeTarget();
  if (!target)
    return target.takeError();
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();

  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIR(buffer, diagnostic, *context);
  if (!module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    diagnostic.print(nullptr, stream, /*ShowColors=*/false);
    return makeError(llvm::StringRef(text).trim());
  }
  if (!module->getTargetTriple().isAMDGCN())
    return makeError("the simulator runs amdgcn modules, this one is for '" +
                     module->getTargetTriple().str() + "'");
  auto retargeted =
      retarget(*module, chip, options, (*machine)->createDataLayout(),
               (*machine)->getTargetTriple().str());
  if (!retargeted)
    return retargeted.takeError();
  code = std::move(*retargeted);
  optimize(*module, machine->get());

  auto created = llvm::orc::LLJITBuilder()
                     .setJITTargetMachineBuilder(std::move(*target))
                     .create();
  if (!created)
    return created.takeError();
  jit = std::move(*created);
  llvm::orc::SymbolMap symbols;
  for (const RuntimeSymbol &symbol : getRuntimeSymbols())
    symbols[jit->mangleAndIntern(symbol.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (llvm::Error error = jit->getMainJITDylib().define(
          llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  if (llvm::Error error = jit->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return error;
  for (const KernelCode &kernel : code.kernels) {
    auto address = jit->lookup(kernel.entry);
    if (!address)
      return address.takeError();
    entries.push_back(address->toPtr<KernelEntry>());
  }
  for (const GlobalCode &global : code.globals) {
    auto address = jit->lookup(global.symbol);
    if (!address)
      return address.takeError();
    globalAddresses.push_back(address->getValue());
  }
  return llvm::Error::success();
}

Program::Program(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Program::~Program() = default;

llvm::Expected<std::unique_ptr<Program>>
Program::load(llvm::MemoryBufferRef module, const ChipModel &chip,
              const Options &options) {
  auto impl = std::make_unique<Impl>();
  impl->chip = chip;
  impl->options = options;
  if (llvm::Error error = impl->compile(module))
    return std::move(error);
  return std::unique_ptr<Program>(new Program(std::move(impl)));
}

std::vector<KernelInfo> Program::getKernels() const {
  std::vector<KernelInfo> infos;
  for (const KernelCode &kernel : impl->code.kernels)
    infos.push_back(kernel.info);
  return infos;
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

namespace {

/// The kernel dispatch packet of HSA.
struct DispatchPacket {
  uint16_t header = 2;
  uint16_t setup = 3;
  uint16_t workgroupSize[3];
  uint16_t reserved0 = 0;
  uint32_t gridSize[3];
  uint32_t privateSegmentSize = 0;
  uint32_t groupSegmentSize;
  uint64_t kernelObject = 0;
  uint64_t kernargAddress;
  uint64_t reserved1 = 0;
  uint64_t completionSignal = 0;
};
static_assert(sizeof(DispatchPacket) == 64, "layout of the HSA packet");

/// The implicit kernel arguments of code object version 5.
struct ImplicitArgs {
  uint32_t blockCount[3];
  uint16_t groupSize[3];
  uint16_t remainder[3] = {0, 0, 0};
  uint64_t reserved0[2] = {0, 0};
  uint64_t globalOffset[3] = {0, 0, 0};
  uint16_t gridDims;
  uint16_t reserved1[95] = {0};
};
static_assert(sizeof(ImplicitArgs) == 256, "layout of the implicit arguments");

} // namespace

static std::string printDims(const std::array<uint32_t, 3> &dims) {
  return std::to_string(dims[0]) + "x" + std::to_string(dims[1]) + "x" +
         std::to_string(dims[2]);
}

static llvm::Error checkLaunch(const Launch &launch, const KernelCode &kernel,
                               const ChipModel &chip) {
  uint64_t threads =
      uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  std::string who = "kernel '" + launch.kernel + "': ";
  if (!threads)
    return makeError(who + "a workgroup of " + printDims(launch.block) +
                     " threads is empty");
  if (llvm::any_of(launch.block, [](uint32_t n) { return n > 1024; }) ||
      threads > chip.maxThreads)
    return makeError(who + "a workgroup of " + printDims(launch.block) +
                     " threads is above the limit of " + chip.chip + ", " +
                     llvm::Twine(chip.maxThreads));
  if (threads > kernel.info.maxThreads)
    return makeError(who + "a workgroup of " + printDims(launch.block) +
                     " threads is above what the kernel was compiled for, " +
                     llvm::Twine(kernel.info.maxThreads));
  const std::array<uint32_t, 3> &required = kernel.info.requiredBlock;
  if (required[0] && launch.block != required)
    return makeError(
        who + "a workgroup of " + printDims(launch.block) +
        " threads was asked for, but the kernel was compiled for " +
        printDims(required));
  uint64_t groups = 1;
  for (uint32_t extent : launch.grid)
    if (extent && groups > (uint64_t(maxWorkgroups) - 1) / extent)
      return makeError(who + "a grid of " + printDims(launch.grid) +
                       " workgroups is too large to simulate");
    else
      groups *= extent;
  uint64_t ldsBytes = kernel.dynamicLdsOffset + launch.dynamicLdsBytes;
  if (ldsBytes > chip.ldsBytes || launch.dynamicLdsBytes > chip.ldsBytes)
    return makeError(who + "it needs " + llvm::Twine(ldsBytes) +
                     " bytes of LDS, " + chip.chip + " has " +
                     llvm::Twine(chip.ldsBytes));
  const std::vector<unsigned> &params = kernel.info.paramBytes;
  if (launch.args.size() != params.size())
    return makeError(who + "expected " + llvm::Twine(params.size()) +
                     " arguments, got " + llvm::Twine(launch.args.size()));
  for (size_t i = 0; i < params.size(); ++i)
    if (launch.args[i].bytes.size() != params[i])
      return makeError(who + "argument " + llvm::Twine(i) + " has " +
                       llvm::Twine(launch.args[i].bytes.size()) +
                       " bytes, expected " + llvm::Twine(params[i]));
  return llvm::Error::success();
}

static void mergeFaults(Worker::FaultMap &into, Worker::FaultMap &from) {
  for (auto &[key, entry] : from) {
    auto [it, inserted] = into.try_emplace(key, entry);
    if (inserted)
      continue;
    uint64_t count = it->second.fault.count + entry.fault.count;
    if (std::make_pair(entry.workgroup, entry.thread) <
        std::make_pair(it->second.workgroup, it->second.thread))
      it->second = entry;
    it->second.fault.count = count;
  }
}

static Report makeReport(Worker::FaultMap &faults, unsigned maxFaults) {
  Report report;
  std::vector<std::pair<uint32_t, Worker::FaultEntry *>> order;
  for (auto &[key, entry] : faults) {
    if (!entry.fault.isWarning())
      report.faultCount += entry.fault.count;
    order.emplace_back(key.second, &entry);
  }
  llvm::sort(order, [](const auto &a, const auto &b) {
    return std::make_tuple(a.second->workgroup, a.second->thread, a.first,
                           a.second->fault.kind) <
           std::make_tuple(b.second->workgroup, b.second->thread, b.first,
                           b.second->fault.kind);
  });
  for (auto &[site, entry] : order) {
    std::vector<Fault> &list =
        entry->fault.isWarning() ? report.warnings : report.faults;
    if (list.size() < maxFaults)
      list.push_back(std::move(entry->fault));
  }
  return report;
}

/// What kernels can change, in the order of the allocations.
static std::vector<std::vector<char>>
saveMemory(llvm::ArrayRef<Allocation *> allocations) {
  std::vector<std::vector<char>> contents;
  for (const Allocation *allocation : allocations) {
    contents.emplace_back();
    const char *data = reinterpret_cast<const char *>(allocation->base);
    if (!allocation->freed && !allocation->readOnly)
      contents.back().assign(data, data + allocation->size);
  }
  return contents;
}

static void restoreMemory(llvm::ArrayRef<Allocation *> allocations,
                          llvm::ArrayRef<std::vector<char>> contents) {
  for (auto [allocation, content] : llvm::zip_equal(allocations, contents))
    llvm::copy(content, reinterpret_cast<char *>(allocation->base));
}

static llvm::Error runWorkgroups(LaunchContext &context, uint32_t groups,
                                 Worker::FaultMap &faults,
                                 Worker::FaultMap &suspicions,
                                 Counters &counters) {
  const Options &options = *context.options;
  unsigned threads = options.threads;
  if (!threads)
    threads = std::max(1U, std::thread::hardware_concurrency());
  threads = std::min<unsigned>(threads, groups);
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.push_back(std::make_unique<Worker>(context));
    if (!workers.back()->isValid())
      return makeError("not enough host memory to run a workgroup");
  }
  // A seed permutes the order: multiplying by a number that has no factor in
  // common with the count visits every workgroup once.
  uint64_t stride = 1, start = 0;
  if (uint64_t seed = options.seed) {
    start = seed % groups;
    stride = (seed * 0x9e3779b97f4a7c15 >> 16) % groups;
    while (std::gcd(stride, uint64_t(groups)) != 1)
      ++stride;
  }
  std::atomic<uint64_t> next{0};
  auto work = [&](Worker &worker) {
    while (!context.stop.load(std::memory_order_relaxed)) {
      uint64_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= groups)
        return;
      worker.runWorkgroup(uint32_t((start + index * stride) % groups));
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 1; i < threads; ++i)
    pool.emplace_back(work, std::ref(*workers[i]));
  work(*workers[0]);
  for (std::thread &thread : pool)
    thread.join();

  for (const std::unique_ptr<Worker> &worker : workers) {
    mergeFaults(faults, worker->getFaults());
    mergeFaults(suspicions, worker->getSuspicions());
    counters.add(worker->getCounters());
  }
  return llvm::Error::success();
}

/// Whether loads that raced with stores have any influence: repeats the launch
/// with other values in their place and compares the results. A load may cover
/// bytes that the kernel then masks off, and these may be another's.
static llvm::Expected<bool>
dependsOnRaces(const LaunchSettings &original, uint32_t groups,
               llvm::ArrayRef<std::vector<char>> before) {
  std::vector<std::vector<char>> after = saveMemory(original.allocations);
  Options options = Options::unchecked();
  options.checkBounds = true;
  options.stepLimit = original.options->stepLimit;
  options.threads = original.options->threads;
  bool differs = false;
  // NaN in every floating-point type, and a large number.
  for (uint8_t disturbance : {0xff, 0x7b}) {
    restoreMemory(original.allocations, before);
    LaunchContext context(original);
    context.options = &options;
    context.disturbance = disturbance;
    Worker::FaultMap faults, suspicions;
    Counters counters;
    if (llvm::Error error =
            runWorkgroups(context, groups, faults, suspicions, counters))
      return std::move(error);
    differs |= context.stop || saveMemory(original.allocations) != after;
  }
  restoreMemory(original.allocations, after);
  return differs;
}

/// Memory that the runtime provides; kernels may read it.
static std::unique_ptr<Allocation> wrap(uint64_t base, uint64_t size,
                                        std::string name, bool readOnly,
                                        bool counted) {
  auto allocation = std::make_unique<Allocation>();
  allocation->base = base;
  allocation->size = size;
  allocation->name = std::move(name);
  allocation->readOnly = readOnly;
  allocation->counted = counted;
  return allocation;
}

llvm::Expected<Report> Program::launch(Memory &memory,
                                       const Launch &launch) const {
  auto found = llvm::find_if(impl->code.kernels, [&](const KernelCode &kernel) {
    return kernel.info.name == launch.kernel;
  });
  if (found == impl->code.kernels.end()) {
    std::vector<std::string> names;
    for (const KernelCode &kernel : impl->code.kernels)
      names.push_back("'" + kernel.info.name + "'");
    return makeError("the module has no kernel '" + launch.kernel +
                     "', only: " + llvm::join(names, ", "));
  }
  const KernelCode &kernel = *found;
  if (llvm::Error error = checkLaunch(launch, kernel, impl->chip))
    return std::move(error);
  auto groups = uint32_t(launch.grid[0] * launch.grid[1] * launch.grid[2]);
  if (!groups)
    return Report();

  // The implicit arguments follow the explicit ones, eight bytes apart.
  std::vector<uint64_t> kernarg(
      llvm::divideCeil(kernel.kernargBytes, sizeof(uint64_t)) + 1);
  auto *kernargBytes = reinterpret_cast<char *>(kernarg.data());
  for (size_t i = 0; i < launch.args.size(); ++i)
    std::copy(launch.args[i].bytes.begin(), launch.args[i].bytes.end(),
              kernargBytes + kernel.paramOffsets[i]);
  DispatchPacket packet;
  ImplicitArgs implicit;
  for (unsigned i = 0; i < 3; ++i) {
    packet.workgroupSize[i] = implicit.groupSize[i] = launch.block[i];
    packet.gridSize[i] = launch.grid[i] * launch.block[i];
    implicit.blockCount[i] = launch.grid[i];
  }
  implicit.gridDims = 3;
  packet.kernargAddress = reinterpret_cast<uint64_t>(kernarg.data());

  LaunchContext context;
  context.chip = &impl->chip;
  context.options = &impl->options;
  context.launch = &launch;
  context.sites = &impl->code.sites;
  context.blocks = &kernel.blocks;
  context.entry = impl->entries[found - impl->code.kernels.begin()];
  context.ldsBytes = kernel.dynamicLdsOffset + launch.dynamicLdsBytes;
  packet.groupSegmentSize = context.ldsBytes;
  context.stackBytes = 64 * 1024 + 2 * kernel.privateBytes;
  llvm::StringRef chip = impl->chip.chip;
  chip.consume_front("gfx");
  unsigned major = 0;
  chip.drop_back(std::min<size_t>(2, chip.size())).getAsInteger(10, major);
  context.wholeBufferAccess = major >= 11;
  context.permuteInHalves = major >= 10;
  context.kernarg = kernargBytes;
  context.dispatchPacket = reinterpret_cast<const char *>(&packet);
  context.implicitArgs = reinterpret_cast<const char *>(&implicit);

  Memory::Impl &device = memory.getImpl();
  std::lock_guard<std::mutex> lock(device.mutex);
  std::vector<std::unique_ptr<Allocation>> provided;
  for (auto [global, address] :
       llvm::zip_equal(impl->code.globals, impl->globalAddresses))
    provided.push_back(wrap(address, global.bytes, global.name, global.readOnly,
                            /*counted=*/true));
  provided.push_back(wrap(packet.kernargAddress, kernel.kernargBytes,
                          "kernel arguments", true, false));
  provided.push_back(wrap(reinterpret_cast<uint64_t>(&packet), sizeof(packet),
                          "dispatch packet", true, false));
  provided.push_back(wrap(reinterpret_cast<uint64_t>(&implicit),
                          sizeof(implicit), "implicit arguments", true, false));
  for (const std::unique_ptr<Allocation> &allocation : device.allocations)
    context.allocations.push_back(allocation.get());
  for (const std::unique_ptr<Allocation> &allocation : provided)
    context.allocations.push_back(allocation.get());
  llvm::sort(context.allocations,
             [](Allocation *a, Allocation *b) { return a->base < b->base; });
  for (auto [index, allocation] : llvm::enumerate(context.allocations)) {
    allocation->index = index;
    if (!impl->options.checkRaces) {
      allocation->owners = Pages();
      continue;
    }
    if (allocation->freed || allocation->readOnly)
      continue;
    if (allocation->owners.data()) {
      allocation->owners.discard();
      allocation->contended.discard();
    } else {
      allocation->owners =
          Pages::map(allocation->size * sizeof(uint64_t), /*accessible=*/true);
      allocation->contended = Pages::map(allocation->size, /*accessible=*/true);
    }
    if (!allocation->owners.data() || !allocation->contended.data())
      return makeError("not enough host memory to check '" + allocation->name +
                       "' for races");
  }

  std::vector<std::vector<char>> before;
  if (impl->options.checkRaces)
    before = saveMemory(context.allocations);
  Worker::FaultMap faults, suspicions;
  Counters counters;
  if (llvm::Error error =
          runWorkgroups(context, groups, faults, suspicions, counters))
    return std::move(error);
  if (!suspicions.empty() && !context.stop) {
    llvm::Expected<bool> matters = dependsOnRaces(context, groups, before);
    if (!matters)
      return matters.takeError();
    if (*matters)
      mergeFaults(faults, suspicions);
  }
  Report report = makeReport(faults, impl->options.maxFaults);
  report.counters = std::move(counters);
  return report;
}
