//===- Driver.h - The steps of fly-run --------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_DRIVER_H
#define TOOLS_FLYRUN_DRIVER_H

#include "Compare.h"
#include "Compiler.h"

#include "mlir/IR/DialectRegistry.h"

namespace mlir::helion_fly::run {

/// The command line, as it was parsed.
struct RunOptions {
  /// Parses the command line; exits with a message if it is wrong.
  RunOptions(StringRef overview, int argc, char **argv);

  std::string inputFile;
  std::string kernel;
  CompileOptions compile;
  std::vector<std::string> arguments;
  /// "INDEX:FILE.npy" each.
  std::vector<std::string> saves;
  bool check = true;
  uint64_t seed = 0;
  /// Host threads; 0 for one per core.
  unsigned threads = 0;
  CompareOptions compare;
  bool printTime = false;
  bool annotate = false;
  bool printIsa = false;
  bool isQuiet = false;
  std::string reportFile, hsacoFile;
};

/// Compiles the kernel, runs it, saves its outputs and reports. Returns the
/// exit code of the tool.
int run(const DialectRegistry &registry, const RunOptions &options);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_DRIVER_H
