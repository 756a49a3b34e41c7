//===- Compare.h - Differences between arrays -------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_COMPARE_H
#define TOOLS_FLYRUN_COMPARE_H

#include "Arguments.h"

#include "llvm/Support/JSON.h"

namespace mlir::helion_fly::run {

/// Elements are equal if `|found - expected| <= absolute + relative *
/// |expected|`, if both are the same infinity, or if both are NaN.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

/// What `--compare` asks for: an array in a file, or another kernel.
struct CompareOptions {
  /// "KERNEL", "FILE.npy" or "INDEX:FILE.npy"; empty for no comparison.
  std::string with;
  Tolerance tolerance;
  bool isFile() const { return llvm::StringRef(with).ends_with(".npy"); }
};

/// The lane that stored an element.
struct ElementWriter {
  std::array<uint32_t, 3> workgroup;
  uint32_t wave, lane;
};

struct Difference {
  llvm::SmallVector<int64_t> coordinates;
  double found, expected;
  /// How many numbers of the type lie between them; nothing for integers, and
  /// where one is NaN.
  std::optional<uint64_t> ulps;
  std::optional<ElementWriter> writer;
};

/// How an argument's array differs from what was expected of it.
struct ArrayDifferences {
  unsigned index;
  int64_t elements = 0;
  int64_t differing = 0;
  /// The first ones, in the order of the array.
  std::vector<Difference> first;
  /// The one with the largest distance.
  std::optional<Difference> largest;
};

struct Comparison {
  std::string with;
  Tolerance tolerance;
  std::vector<ArrayDifferences> arrays;

  bool isEqual() const;
};

/// The file of the comparison and the argument that it is expected for.
struct ExpectedFile {
  unsigned index;
  NpyArray array;
};

/// Reads the file, and finds the argument: the one with the index, or the only
/// one that the kernel fills (`empty:`).
llvm::Expected<ExpectedFile> readExpected(llvm::StringRef with,
                                          llvm::ArrayRef<Argument> arguments);

using FindWriter = llvm::function_ref<std::optional<ElementWriter>(
    unsigned index, uint64_t byteOffset)>;

/// Compares two arrays of the same type and shape.
ArrayDifferences compareArrays(unsigned index, const NpyArray &found,
                               const NpyArray &expected, Tolerance tolerance,
                               FindWriter findWriter);

void printComparison(const Comparison &comparison, llvm::raw_ostream &os);

llvm::json::Value toJSON(const Comparison &comparison);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_COMPARE_H
