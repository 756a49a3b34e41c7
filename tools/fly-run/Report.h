//===- Report.h - What fly-run tells about a run ----------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_REPORT_H
#define TOOLS_FLYRUN_REPORT_H

#include "Annotate.h"
#include "Arguments.h"
#include "Compare.h"
#include "Estimate.h"
#include "IsaFigures.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/JSON.h"

namespace mlir::helion_fly::run {

/// Everything that is known about a run; the printed and the JSON report show
/// the same figures.
struct RunReport {
  std::string kernel, chip;
  llvm::ArrayRef<Argument> arguments;
  /// Decisions of the passes, or null.
  DictionaryAttr plan;
  IsaFigures isa;
  fly::sim::Launch launch;
  /// False when no array has an element, so that there is nothing to do.
  bool isCompiled = false;
  /// False, too, when the grid is empty.
  bool isLaunched = false;
  fly::sim::Report simulation;
  /// Of the compiled kernel.
  std::optional<Occupancy> occupancy;
  /// From the counters; nothing without them.
  std::optional<Roofline> roofline;
  /// The kernel's lines, for --annotate.
  std::optional<KernelSource> source;
  /// Processor seconds of all threads, if the user asked for them.
  std::optional<double> seconds;
  /// What --compare found.
  std::optional<Comparison> comparison;
};

void printReport(const RunReport &report, llvm::raw_ostream &os);

llvm::json::Value toJSON(const RunReport &report);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_REPORT_H
