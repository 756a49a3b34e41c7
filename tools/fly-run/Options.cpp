//===- Options.cpp - The command line of fly-run --------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::helion_fly;
using namespace mlir::helion_fly::run;
namespace cl = llvm::cl;

namespace {

enum class Checks { All, None };

/// Alive while the command line is parsed, so that nothing is global.
struct CommandLine {
  cl::OptionCategory category{"fly-run options"};
  cl::opt<std::string> inputFile{cl::Positional, cl::Required,
                                 cl::desc("FILE.mlir"), cl::cat(category)};
  cl::opt<std::string> kernel{
      "kernel", cl::value_desc("name"), cl::cat(category),
      cl::desc("Kernel to run; may be left out if the file has only one")};
  cl::opt<std::string> chip{
      "chip", cl::init("gfx942"), cl::value_desc("gfx..."), cl::cat(category),
      cl::desc("Chip to compile for and to simulate (default: gfx942)")};
  cl::list<std::string> arguments{
      "arg", cl::value_desc("value"), cl::cat(category),
      cl::desc("Next argument of the kernel: FILE.npy, "
               "empty:SIZExSIZExTYPE, view:FILE.npy:shape=..:strides=..:offset="
               ".., same:INDEX, or TYPE:NUMBER")};
  cl::list<std::string> saves{
      "save", cl::value_desc("index:file.npy"), cl::cat(category),
      cl::desc("Write the array of argument INDEX (from 0) to a file")};
  cl::opt<std::string> config{
      "set-config", cl::value_desc("keys"), cl::cat(category),
      cl::desc("Replace the kernel's config, for instance 'vector_width = 8, "
               "waves = 2' (the keys of #helion.config)")};
  cl::opt<bool> dynamic{
      "dynamic", cl::cat(category),
      cl::desc("Keep sizes, strides and alignments as the file has them, "
               "instead of specialising the kernel to the arguments")};
  cl::opt<OptLevel> optLevel{
      "opt-level", cl::init(OptLevel::O3), cl::cat(category),
      cl::desc("Optimization level of LLVM (default: 3)"),
      cl::values(clEnumValN(OptLevel::O0, "0", "None"),
                 clEnumValN(OptLevel::O1, "1", "Little"),
                 clEnumValN(OptLevel::O2, "2", "Usual"),
                 clEnumValN(OptLevel::O3, "3", "Most"))};
  cl::opt<std::string> toolkit{
      "toolkit", cl::value_desc("folder"), cl::cat(category),
      cl::desc("Folder with amdgcn/bitcode and llvm/bin/ld.lld (default: the "
               "one made by the build)")};
  cl::opt<Checks> checks{
      "checks", cl::init(Checks::All), cl::cat(category),
      cl::desc("What the simulated device watches for (default: all)"),
      cl::values(clEnumValN(Checks::All, "all",
                            "Bounds, alignment, unwritten memory, races"),
                 clEnumValN(Checks::None, "none", "Nothing; no counters"))};
  cl::opt<uint64_t> seed{
      "seed", cl::init(0), cl::value_desc("number"), cl::cat(category),
      cl::desc("Vary the order in which the lanes run (default: 0, in order)")};
  cl::opt<unsigned> threads{
      "host-threads", cl::init(0), cl::value_desc("number"), cl::cat(category),
      cl::desc("Host threads that run workgroups (default: one per core)")};
  cl::opt<std::string> compare{
      "compare", cl::value_desc("kernel|[index:]file.npy"), cl::cat(category),
      cl::desc("Compare the arrays with those that another kernel of the file "
               "computes, or one of them with a file")};
  cl::opt<double> relative{
      "rtol", cl::init(0), cl::value_desc("number"), cl::cat(category),
      cl::desc("Relative tolerance of --compare (default: 0)")};
  cl::opt<double> absolute{
      "atol", cl::init(0), cl::value_desc("number"), cl::cat(category),
      cl::desc("Absolute tolerance of --compare (default: 0)")};
  cl::opt<bool> annotate{
      "annotate", cl::cat(category),
      cl::desc("Print the kernel's source with the counts of each line")};
  cl::opt<bool> time{
      "time", cl::cat(category),
      cl::desc("Report the processor time that the simulation took")};
  cl::opt<bool> printIsa{
      "print-isa", cl::cat(category),
      cl::desc("Print the assembly (the report goes to stderr then)")};
  cl::opt<bool> quiet{"quiet", cl::cat(category),
                      cl::desc("Don't print the report")};
  cl::opt<std::string> report{"report", cl::value_desc("file.json"),
                              cl::cat(category),
                              cl::desc("Write the report as JSON")};
  cl::opt<std::string> hsaco{"emit-hsaco", cl::value_desc("file"),
                             cl::cat(category),
                             cl::desc("Write the code object")};
};

} // namespace

RunOptions::RunOptions(StringRef overview, int argc, char **argv) {
  CommandLine line;
  // MLIR's own options work, but would bury ours in --help.
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  inputFile = line.inputFile;
  kernel = line.kernel;
  compile.chip = line.chip;
  compile.optLevel = line.optLevel;
  compile.toolkit = line.toolkit;
  compile.keepDynamic = line.dynamic;
  compile.config = line.config;
  arguments = line.arguments;
  saves = line.saves;
  check = line.checks == Checks::All;
  seed = line.seed;
  threads = line.threads;
  compare.with = line.compare;
  compare.tolerance = {line.relative, line.absolute};
  printTime = line.time;
  annotate = line.annotate;
  printIsa = line.printIsa;
  isQuiet = line.quiet;
  reportFile = line.report;
  hsacoFile = line.hsaco;
}
