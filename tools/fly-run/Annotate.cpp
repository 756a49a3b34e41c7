//===- Annotate.cpp - A kernel's source with counts beside it -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotate.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::helion_fly::run;
using fly::sim::AccessCounters;
using fly::sim::CodeCounters;
using fly::sim::InstructionCounters;
using fly::sim::SourceLine;

KernelSource mlir::helion_fly::run::findKernelSource(Operation *kernel,
                                                     StringRef contents) {
  KernelSource source;
  unsigned last = 0;
  kernel->walk([&](Operation *op) {
    auto location = op->getLoc()->findInstanceOf<FileLineColLoc>();
    if (!location)
      return;
    if (op == kernel) {
      source.file = location.getFilename().str();
      source.firstLine = location.getLine();
    }
    last = std::max(last, location.getLine());
  });
  SmallVector<StringRef> lines;
  contents.split(lines, '\n');
  for (unsigned line = source.firstLine; line && line <= last; ++line)
    if (line <= lines.size())
      source.lines.push_back(lines[line - 1].str());
  return source;
}

// Debug information keeps folders apart from names.
static bool isSameFile(StringRef a, StringRef b) {
  return llvm::sys::path::filename(a) == llvm::sys::path::filename(b);
}

static bool contains(const KernelSource &source, const SourceLine &line) {
  return isSameFile(source.file, line.file) && line.line >= source.firstLine &&
         line.line < source.firstLine + source.lines.size();
}

static uint64_t sum(const CodeCounters &counters,
                    ArrayRef<AccessCounters CodeCounters::*> kinds,
                    uint64_t AccessCounters::*figure) {
  uint64_t total = 0;
  for (auto kind : kinds)
    total += counters.*kind.*figure;
  return total;
}

static uint64_t countInstructions(const CodeCounters &counters) {
  uint64_t total = 0;
  for (const InstructionCounters &kind : counters.instructions)
    total += kind.waves;
  return total;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static constexpr unsigned width = 11;

static void printFigure(llvm::raw_ostream &os, uint64_t value) {
  os << llvm::right_justify(value ? llvm::utostr(value) : "", width);
}

static void printCounts(const CodeCounters &counters, unsigned waveSize,
                        llvm::raw_ostream &os) {
  using C = CodeCounters;
  constexpr AccessCounters C::*loads[] = {&C::globalLoad, &C::globalAtomic};
  constexpr AccessCounters C::*stores[] = {&C::globalStore};
  constexpr AccessCounters C::*global[] = {&C::globalLoad, &C::globalStore,
                                           &C::globalAtomic};
  constexpr AccessCounters C::*lds[] = {&C::ldsLoad, &C::ldsStore,
                                        &C::ldsAtomic};
  printFigure(os, countInstructions(counters));
  InstructionCounters byLane = counters.getLaneInstructions();
  std::string active;
  if (byLane.waves) {
    llvm::raw_string_ostream stream(active);
    stream << llvm::format("%.1f%%",
                           100.0 * byLane.lanes / (byLane.waves * waveSize));
  }
  os << llvm::right_justify(active, 8);
  printFigure(os, sum(counters, loads, &AccessCounters::bytes));
  printFigure(os, sum(counters, stores, &AccessCounters::bytes));
  printFigure(os, sum(counters, global, &AccessCounters::segments64));
  printFigure(os, sum(counters, lds, &AccessCounters::bankPasses));
  printFigure(os, sum(counters, lds, &AccessCounters::bankConflicts));
}

void mlir::helion_fly::run::printAnnotated(const KernelSource &source,
                                           const fly::sim::Counters &counters,
                                           unsigned waveSize,
                                           llvm::raw_ostream &os) {
  for (StringRef title : {"wave instr"})
    os << llvm::right_justify(title, width);
  os << llvm::right_justify("active", 8);
  for (StringRef title :
       {"loaded", "stored", "segments", "LDS passes", "conflicts"})
    os << llvm::right_justify(title, width);
  os << "  " << source.file << "\n";
  for (auto [index, text] : llvm::enumerate(source.lines)) {
    unsigned number = source.firstLine + index;
    CodeCounters here;
    for (const auto &[line, counts] : counters.lines)
      if (line.line == number && isSameFile(source.file, line.file))
        here.add(counts);
    printCounts(here, waveSize, os);
    os << "  " << llvm::right_justify(llvm::utostr(number), 5) << " | " << text
       << "\n";
  }
  for (const auto &[line, counts] : counters.lines) {
    if (contains(source, line))
      continue;
    printCounts(counts, waveSize, os);
    if (line.line)
      os << "  " << line.file << ":" << line.line << "\n";
    else
      os << "  (no line)\n";
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

llvm::json::Array
mlir::helion_fly::run::annotationsToJSON(const KernelSource &source,
                                         const fly::sim::Counters &counters) {
  llvm::json::Array lines;
  for (const auto &[line, counts] : counters.lines) {
    llvm::json::Object object = fly::sim::toJSON(counts);
    object["file"] = line.file;
    object["line"] = line.line;
    if (contains(source, line))
      object["source"] = source.lines[line.line - source.firstLine];
    lines.push_back(std::move(object));
  }
  return lines;
}
