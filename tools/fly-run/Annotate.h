//===- Annotate.h - A kernel's source with counts beside it -----*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_ANNOTATE_H
#define TOOLS_FLYRUN_ANNOTATE_H

#include "Simulator/Simulator.h"

#include "mlir/IR/Operation.h"
#include "llvm/Support/JSON.h"

namespace mlir::helion_fly::run {

/// The lines of a kernel in its file.
struct KernelSource {
  /// As locations spell it.
  std::string file;
  /// The first line's number and the lines' text.
  unsigned firstLine = 0;
  std::vector<std::string> lines;
};

/// The source of a kernel that was read from a file with these contents.
KernelSource findKernelSource(Operation *kernel, StringRef contents);

/// Prints every line of the kernel with what its instructions did, then the
/// counts of instructions that belong to no line of it.
void printAnnotated(const KernelSource &source,
                    const fly::sim::Counters &counters, unsigned waveSize,
                    llvm::raw_ostream &os);

/// The counters of each line, with its text where it is the kernel's.
llvm::json::Array annotationsToJSON(const KernelSource &source,
                                    const fly::sim::Counters &counters);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_ANNOTATE_H
