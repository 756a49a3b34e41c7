//===- Arguments.h - Arrays and scalars for a kernel ------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_ARGUMENTS_H
#define TOOLS_FLYRUN_ARGUMENTS_H

#include "Npy.h"

#include "Simulator/Simulator.h"
#include "mlir/IR/Types.h"

#include <optional>

namespace mlir::helion_fly::run {

/// One value of `--arg`: an array with its view of it, or a scalar.
struct Argument {
  /// The text of the option, for messages.
  std::string text;

  /// The whole array, which --save writes. Its type is null for scalars.
  NpyArray array;
  /// The part of the array that the kernel gets, in elements.
  llvm::SmallVector<int64_t> shape, strides;
  int64_t offset = 0;
  /// False for `empty:`, whose elements count as never written.
  bool isInitialized = true;
  /// For `same:`, the argument whose memory this one is.
  std::optional<unsigned> sameAs;
  /// Where the array is on the device.
  uint64_t address = 0;

  /// A scalar's type, for instance "f32", and its digits.
  std::string scalarType, scalarText;

  bool isScalar() const { return !array.type; }
  int64_t getNumElements() const;
  /// Address of the view's first element.
  uint64_t getViewAddress() const;
  /// The largest power of two, up to that of every allocation, that the view's
  /// first element is aligned to.
  int64_t getAlignment() const;
};

/// Parses the text of one `--arg`, and reads the file that it names. `previous`
/// are the arguments before it.
llvm::Expected<Argument> parseArgument(llvm::StringRef text,
                                       llvm::ArrayRef<Argument> previous);

/// Checks that `argument` can be passed for number `index` of a kernel, which
/// is a scalar or memref type.
llvm::Error checkArgument(const Argument &argument, unsigned index, Type type);

/// Copies all arrays to the device.
llvm::Error allocate(fly::sim::Memory &memory,
                     llvm::MutableArrayRef<Argument> arguments);

/// Copies all arrays back from the device.
llvm::Error readBack(const fly::sim::Memory &memory,
                     llvm::MutableArrayRef<Argument> arguments);

/// Appends what the device function takes for a source argument of this type:
/// a scalar itself; for a memref a pointer, its dynamic sizes and its dynamic
/// strides.
llvm::Error appendKernelArgs(const Argument &argument, unsigned index,
                             Type type,
                             std::vector<fly::sim::KernelArg> &kernelArgs);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_ARGUMENTS_H
