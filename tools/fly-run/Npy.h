//===- Npy.h - NumPy's .npy files -------------------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_FLYRUN_NPY_H
#define TOOLS_FLYRUN_NPY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::helion_fly::run {

/// An element type that arrays in files and kernel arguments can have.
struct ElementType {
  /// MLIR's name, for instance "bf16".
  llvm::StringRef name;
  /// NumPy's type string, for instance "<f4". NumPy has no bf16: its bits are
  /// stored as "<u2".
  llvm::StringRef descr;
  unsigned bytes;
  bool isFloat;
};

/// The type of this MLIR name, or null.
const ElementType *lookupElementType(llvm::StringRef name);

/// The names of all element types with their NumPy type strings, for messages.
std::string listElementTypes();

/// The number of elements of an array of `shape`, or nothing if an array of
/// that many elements of `bytes` bytes has more than 16 GiB, which is surely a
/// mistake on the way.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape,
                                     unsigned bytes);

/// The contents of a .npy file. Rows are stored one after the other ("C
/// order").
struct NpyArray {
  const ElementType *type = nullptr;
  llvm::SmallVector<int64_t> shape;
  std::vector<char> data;

  int64_t getNumElements() const;
};

/// Reads a little-endian array in C order; other files are an error that says
/// what to do.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

llvm::Error writeNpy(llvm::StringRef path, const NpyArray &array);

} // namespace mlir::helion_fly::run

#endif // TOOLS_FLYRUN_NPY_H
