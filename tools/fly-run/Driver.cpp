//===- Driver.cpp - The steps of fly-run ----------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "Report.h"
#include "Target/TargetInfo.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::helion_fly;
using namespace mlir::helion_fly::run;
using llvm::Error;
using llvm::Expected;

namespace {

/// Exit codes, as --help documents them.
enum ExitCode { exitOk = 0, exitError = 1, exitFault = 2, exitDifferent = 3 };

/// An output and the number of the argument that it holds.
struct Save {
  unsigned index;
  std::string file;
};

} // namespace

static Expected<std::vector<Save>> parseSaves(ArrayRef<std::string> texts,
                                              ArrayRef<Argument> arguments) {
  std::vector<Save> saves;
  for (StringRef text : texts) {
    auto [number, file] = text.split(':');
    unsigned index;
    if (number.getAsInteger(10, index) || file.empty())
      return llvm::createStringError(
          "--save=" + text + ": expected INDEX:FILE.npy, for instance 1:y.npy");
    if (index >= arguments.size())
      return llvm::createStringError(
          "--save=" + text + ": there is no argument " + number +
          ", arguments are numbered from 0 and there are " +
          llvm::Twine(arguments.size()));
    if (arguments[index].isScalar())
      return llvm::createStringError("--save=" + text + ": argument " + number +
                                     " is a scalar");
    saves.push_back({index, file.str()});
  }
  return saves;
}

static Expected<std::vector<Argument>>
parseArguments(ArrayRef<std::string> texts) {
  std::vector<Argument> arguments;
  for (StringRef text : texts) {
    Expected<Argument> argument = parseArgument(text, arguments);
    if (!argument)
      return argument.takeError();
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

static Error checkArguments(ArrayRef<Argument> arguments,
                            const SourceKernel &kernel) {
  if (arguments.size() != kernel.argTypes.size())
    return llvm::createStringError(
        "the kernel takes " + llvm::Twine(kernel.argTypes.size()) +
        " arguments, found " + llvm::Twine(arguments.size()) + " --arg");
  for (auto [index, type] : llvm::enumerate(kernel.argTypes))
    if (Error error = checkArgument(arguments[index], index, type))
      return error;
  return Error::success();
}

// Specialisation replaces the alignments that a kernel's arguments promise;
// without it they must hold.
static Error checkAlignments(ArrayRef<Argument> arguments,
                             SourceKernel kernel) {
  auto source = dyn_cast<helion::KernelOp>(kernel.op.getOperation());
  if (!source)
    return Error::success();
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (argument.isScalar() || argument.getNumElements() == 0)
      continue;
    int64_t promised = source.getArgAlignment(index);
    if (argument.getAlignment() % promised != 0)
      return llvm::createStringError("argument " + llvm::Twine(index) +
                                     ": the kernel promises an alignment of " +
                                     llvm::Twine(promised) +
                                     " bytes (helion.align), the array has " +
                                     llvm::Twine(argument.getAlignment()));
  }
  return Error::success();
}

// Workgroups for the sizes that the arguments have.
static Error setGrid(const LoweredKernel &kernel, ArrayRef<Argument> arguments,
                     fly::sim::Launch &launch) {
  for (auto [dim, entry] : llvm::enumerate(kernel.launch.getGrid())) {
    int64_t extent = entry.getExtent();
    if (!entry.hasStaticExtent()) {
      size_t arg = entry.getArg(), size = entry.getDim();
      if (dim >= launch.grid.size() || arg >= arguments.size() ||
          size >= arguments[arg].shape.size())
        return llvm::createStringError(
            "the helion.launch attribute takes grid dimension " +
            llvm::Twine(dim) + " from a size that no argument has");
      extent = arguments[arg].shape[size];
    }
    int64_t workgroups = entry.getNumWorkgroups(extent);
    if (!llvm::isInt<32>(workgroups))
      return llvm::createStringError(
          "grid dimension " + llvm::Twine(dim) + " would have " +
          llvm::Twine(workgroups) + " workgroups, more than a launch can have");
    launch.grid[dim] = workgroups;
  }
  return Error::success();
}

static Expected<fly::sim::Launch> makeLaunch(const LoweredKernel &kernel,
                                             ArrayRef<Argument> arguments) {
  fly::sim::Launch launch;
  launch.kernel = kernel.name;
  launch.block = {static_cast<uint32_t>(kernel.launch.getBlock()), 1, 1};
  if (Error error = setGrid(kernel, arguments, launch))
    return std::move(error);
  for (auto [index, type] : llvm::enumerate(kernel.launch.getArgs()))
    if (Error error =
            appendKernelArgs(arguments[index], index, type, launch.args))
      return std::move(error);
  return launch;
}

// Runs the kernel on `memory`, which gets the arguments. `seconds` is the
// processor time that it took.
static Expected<fly::sim::Report>
simulate(StringRef bitcode, const RunOptions &options, fly::sim::Memory &memory,
         std::vector<Argument> &arguments, const LoweredKernel &kernel,
         fly::sim::Launch &launch, double &seconds) {
  if (Error error = allocate(memory, arguments))
    return std::move(error);
  Expected<fly::sim::Launch> made = makeLaunch(kernel, arguments);
  if (!made)
    return made.takeError();
  launch = std::move(*made);

  const fly::TargetInfo *target = fly::lookupTarget(options.compile.chip);
  fly::sim::ChipModel chip;
  chip.chip = target->chip.str();
  chip.waveSize = target->waveSize;
  chip.ldsBytes = target->ldsBytes;
  chip.maxThreads = target->maxThreadsPerWorkgroup;
  chip.ldsBanks = target->ldsBanks;
  fly::sim::Options checks;
  if (!options.check)
    checks = fly::sim::Options::unchecked();
  checks.seed = options.seed;
  checks.threads = options.threads;
  auto program = fly::sim::Program::load(
      llvm::MemoryBufferRef(bitcode, kernel.name), chip, checks);
  if (!program)
    return program.takeError();
  double start = llvm::TimeRecord::getCurrentTime().getProcessTime();
  Expected<fly::sim::Report> report = (*program)->launch(memory, launch);
  seconds = llvm::TimeRecord::getCurrentTime().getProcessTime() - start;
  if (!report)
    return report.takeError();
  if (Error error = readBack(memory, arguments))
    return std::move(error);
  return report;
}

static Error writeFile(StringRef path, StringRef contents) {
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_None);
  if (error)
    return llvm::createStringError(path + ": " + error.message());
  file.os() << contents;
  file.os().close();
  if (file.os().has_error()) {
    std::string message = file.os().error().message();
    file.os().clear_error();
    return llvm::createStringError(path + ": " + message);
  }
  file.keep();
  return Error::success();
}

static Error writeOutputs(const RunOptions &options, ArrayRef<Save> saves,
                          const RunReport &report) {
  for (const Save &save : saves)
    if (Error error = writeNpy(save.file, report.arguments[save.index].array))
      return error;
  if (options.reportFile.empty())
    return Error::success();
  return writeFile(options.reportFile,
                   llvm::formatv("{0:2}\n", toJSON(report)).str());
}

// MLIR has said what is wrong; errors without a location are reported here.
static int fail(Error error) {
  llvm::errs() << "fly-run: error: " << llvm::toString(std::move(error))
               << "\n";
  return exitError;
}

static bool hasElements(ArrayRef<Argument> arguments) {
  return llvm::any_of(arguments, [](const Argument &argument) {
    return !argument.isScalar() && argument.getNumElements() != 0;
  });
}

// Compiles `kernel`, runs it on `memory` and fills the report.
static int compileAndSimulate(ModuleOp module, const SourceKernel &kernel,
                              fly::sim::Memory &memory,
                              std::vector<Argument> &arguments,
                              const RunOptions &options, RunReport &report) {
  FailureOr<LoweredKernel> lowered =
      lowerKernel(module, kernel, arguments, options.compile);
  if (failed(lowered))
    return exitError;
  report.isCompiled = true;
  report.plan = lowered->plan;
  FailureOr<std::string> isa =
      serialize(module, BinaryFormat::ISA, options.compile);
  FailureOr<std::string> bitcode =
      serialize(module, BinaryFormat::LLVM, options.compile);
  if (failed(isa) || failed(bitcode))
    return exitError;
  report.isa = parseIsa(*isa);
  const fly::TargetInfo &target = *fly::lookupTarget(options.compile.chip);
  report.occupancy =
      getOccupancy(target, report.isa, lowered->launch.getBlock());
  if (options.printIsa)
    llvm::outs() << *isa;
  if (!options.hsacoFile.empty()) {
    FailureOr<std::string> object =
        serialize(module, BinaryFormat::Bin, options.compile);
    if (failed(object))
      return exitError;
    if (Error error = writeFile(options.hsacoFile, *object))
      return fail(std::move(error));
  }
  double seconds = 0;
  Expected<fly::sim::Report> simulation = simulate(
      *bitcode, options, memory, arguments, *lowered, report.launch, seconds);
  if (!simulation)
    return fail(simulation.takeError());
  if (options.printTime)
    report.seconds = seconds;
  report.simulation = std::move(*simulation);
  report.isLaunched = !llvm::is_contained(report.launch.grid, 0u);
  if (report.isLaunched && options.check)
    report.roofline =
        estimate(target, *fly::lookupChipFigures(options.compile.chip),
                 arguments, report.simulation.counters);
  return report.simulation.ok() ? exitOk : exitFault;
}

// Runs the kernel that --compare names on `arguments`, which get its results.
static int simulateReference(ModuleOp module, const RunOptions &options,
                             std::vector<Argument> &arguments) {
  Expected<SourceKernel> kernel = selectKernel(module, options.compare.with);
  if (!kernel)
    return fail(kernel.takeError());
  if (Error error = checkArguments(arguments, *kernel))
    return fail(std::move(error));
  // --set-config is what the kernel itself is tried with.
  CompileOptions compile = options.compile;
  compile.config.clear();
  FailureOr<LoweredKernel> lowered =
      lowerKernel(module, *kernel, arguments, compile);
  if (failed(lowered))
    return exitError;
  FailureOr<std::string> bitcode =
      serialize(module, BinaryFormat::LLVM, compile);
  if (failed(bitcode))
    return exitError;
  fly::sim::Memory memory;
  fly::sim::Launch launch;
  double seconds;
  Expected<fly::sim::Report> report =
      simulate(*bitcode, options, memory, arguments, *lowered, launch, seconds);
  if (!report)
    return fail(report.takeError());
  if (report->ok())
    return exitOk;
  llvm::errs() << "fly-run: error: the kernel to compare with has "
               << report->faultCount << " faults\n";
  report->printFaults(llvm::errs());
  return exitFault;
}

static std::optional<ElementWriter> findWriter(const fly::sim::Memory &memory,
                                               const RunReport &report,
                                               uint64_t address) {
  std::optional<fly::sim::Writer> writer = memory.getWriter(address);
  if (!writer)
    return std::nullopt;
  const std::array<uint32_t, 3> &grid = report.launch.grid;
  unsigned waveSize = fly::lookupTarget(report.chip)->waveSize;
  return ElementWriter{{writer->workgroup % grid[0],
                        writer->workgroup / grid[0] % grid[1],
                        writer->workgroup / grid[0] / grid[1]},
                       writer->thread / waveSize,
                       writer->thread % waveSize};
}

// Compares the results with the file, or with what the other kernel makes of
// the arguments before the run.
static int compare(ModuleOp original, const RunOptions &options,
                   const std::optional<ExpectedFile> &file,
                   std::vector<Argument> before, ArrayRef<Argument> arguments,
                   const fly::sim::Memory &memory, RunReport &report) {
  Comparison comparison{options.compare.with, options.compare.tolerance, {}};
  auto compareArray = [&](unsigned index, const NpyArray &expected) {
    comparison.arrays.push_back(compareArrays(
        index, arguments[index].array, expected, options.compare.tolerance,
        [&](unsigned index, uint64_t offset) {
          return findWriter(memory, report, arguments[index].address + offset);
        }));
  };
  if (file) {
    compareArray(file->index, file->array);
  } else {
    if (int code = simulateReference(original, options, before))
      return code;
    for (auto [index, argument] : llvm::enumerate(before))
      if (!argument.isScalar() && !argument.sameAs)
        compareArray(index, argument.array);
  }
  report.comparison = std::move(comparison);
  return report.comparison->isEqual() ? exitOk : exitDifferent;
}

int helion_fly::run::run(const DialectRegistry &registry,
                         const RunOptions &options) {
  if (!fly::lookupTarget(options.compile.chip))
    return fail(llvm::createStringError(
        "--chip: " + fly::unknownChipMessage(options.compile.chip)));
  Expected<std::vector<Argument>> arguments = parseArguments(options.arguments);
  if (!arguments)
    return fail(arguments.takeError());
  Expected<std::vector<Save>> saves = parseSaves(options.saves, *arguments);
  if (!saves)
    return fail(saves.takeError());

  if (options.annotate && !options.check)
    return fail(llvm::createStringError(
        "--annotate: there are no counters with --checks=none"));
  std::optional<ExpectedFile> expected;
  if (options.compare.isFile()) {
    Expected<ExpectedFile> read =
        readExpected(options.compare.with, *arguments);
    if (!read)
      return fail(read.takeError());
    expected = std::move(*read);
  }

  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler diagnostics(sourceMgr, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(options.inputFile, sourceMgr, &context);
  if (!module)
    return exitError;
  // Compiling a kernel leaves nothing of the others.
  OwningOpRef<ModuleOp> original;
  if (!options.compare.with.empty() && !expected)
    original = module->clone();
  Expected<SourceKernel> kernel = selectKernel(*module, options.kernel);
  if (!kernel)
    return fail(kernel.takeError());
  if (Error error = checkArguments(*arguments, *kernel))
    return fail(std::move(error));
  if (options.compile.keepDynamic)
    if (Error error = checkAlignments(*arguments, *kernel))
      return fail(std::move(error));

  RunReport report;
  if (options.annotate)
    report.source = findKernelSource(
        kernel->op,
        sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer());
  report.kernel = kernel->op.getName().str();
  report.chip = options.compile.chip;
  report.launch.grid = {0, 0, 0};
  int exitCode = exitOk;
  fly::sim::Memory memory;
  std::vector<Argument> before;
  if (!options.compare.with.empty() && !expected)
    before = *arguments;
  // Without elements there is nothing to read or write, whatever the kernel.
  if (hasElements(*arguments))
    exitCode = compileAndSimulate(*module, *kernel, memory, *arguments, options,
                                  report);
  if (exitCode == exitError)
    return exitCode;
  if (exitCode == exitOk && !options.compare.with.empty() &&
      report.isCompiled) {
    exitCode = compare(original ? *original : ModuleOp(), options, expected,
                       std::move(before), *arguments, memory, report);
    if (exitCode == exitError || exitCode == exitFault)
      return exitCode;
  }
  report.arguments = *arguments;
  if (!options.isQuiet)
    printReport(report, options.printIsa ? llvm::errs() : llvm::outs());
  if (Error error = writeOutputs(options, *saves, report))
    return fail(std::move(error));
  return exitCode;
}
