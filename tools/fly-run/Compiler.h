//===- Compiler.h - From a kernel in a file to device code ------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_COMPILER_H
#define TOOLS_FLYRUN_COMPILER_H

#include "Arguments.h"

#include "Dialect/Helion/IR/Helion.h"
#include "Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::helion_fly::run {

/// What the user chose about the compilation.
struct CompileOptions {
  std::string chip;
  OptLevel optLevel = OptLevel::O3;
  /// Folder with the device libraries and lld, empty for the build's.
  std::string toolkit;
  /// Don't specialise the kernel to the arguments.
  bool keepDynamic = false;
  /// Keys of a `#helion.config` that replace the kernel's own.
  std::string config;
};

/// A kernel in the file, at the level of helion or already lowered (then it
/// has a `helion.launch` attribute).
struct SourceKernel {
  FunctionOpInterface op;
  SmallVector<Type> argTypes;
};

/// A kernel lowered to llvm and rocdl operations.
struct LoweredKernel {
  std::string name;
  helion::LaunchAttr launch;
  /// The passes' decisions, or null.
  DictionaryAttr plan;
};

/// Finds the kernel called `name`, or the only one if `name` is empty. Removes
/// the others from the module, so that they aren't compiled.
llvm::Expected<SourceKernel> selectKernel(ModuleOp module, StringRef name);

/// Sets the kernel's config, specialises it to the arguments and lowers it.
/// Diagnostics have been emitted when the result is a failure.
FailureOr<LoweredKernel> lowerKernel(ModuleOp module, SourceKernel kernel,
                                     ArrayRef<Argument> arguments,
                                     const CompileOptions &options);

/// Serializes a copy of a lowered module; `format` as in helion-to-binary.
FailureOr<std::string> serialize(ModuleOp module, BinaryFormat format,
                                 const CompileOptions &options);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_COMPILER_H
