//===- Interpreter.h - Runs helion kernels on the host ----------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_HELION_INTERPRETER_H
#define UNITTESTS_HELION_INTERPRETER_H

#include "Dialect/Helion/IR/Helion.h"

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace mlir::helion::test {

/// A buffer of rank 1 or 2. Elements outside the rows are guards: a kernel must
/// neither read nor write them.
struct Buffer {
  std::vector<float> data;
  /// Position of element (0, 0), and so what its address is modulo a vector.
  int64_t offset = 0;
  std::vector<int64_t> sizes, strides;

  static Buffer create(std::vector<int64_t> sizes, int64_t offset,
                       int64_t rowStride);
  int64_t getPosition(llvm::ArrayRef<int64_t> coordinates) const;
};

/// A kernel argument.
using Argument = std::variant<Buffer *, float>;

/// Interprets kernels of one row axis and one column axis, in f32.
///
/// Every tile is kept as one value for each row and column of a workgroup's
/// block, whatever its own axes: a row tile repeats its values. That is how
/// threads hold them, and makes an alignment window, which differs from row to
/// row, a matter of coordinates alone.
///
/// In a kernel without a layout, masks are implicit: reductions skip what
/// doesn't exist. In a kernel with one they combine everything, as the lowered
/// kernel does.
class Interpreter {
public:
  Interpreter(KernelOp kernel, std::vector<Argument> arguments);

  /// Runs all workgroups; an empty string, or what went wrong.
  std::string run();

private:
  using Tile = std::vector<float>;

  void runBlock(Block &block);
  void runLoop(ForOp loop);
  void runOp(Operation &op);
  void load(LoadOp op);
  void store(StoreOp op);
  void reduce(ReduceOp op);
  void elementwise(Operation &op);
  void fail(const llvm::Twine &text) {
    if (error.empty())
      error = text.str();
  }

  Buffer &getBuffer(Value value);
  int64_t getExtent(AxisOp axis);
  void computeShifts();
  /// Position along the handle's axis of element `i` of a tile.
  int64_t getCoordinate(Value handle, size_t i);
  bool exists(ValueRange handles, size_t i);
  Tile &tile(Value value) { return tiles[value]; }
  float scalar(Value value) { return scalars.at(value); }
  size_t size() const { return rows * columns; }

  KernelOp kernel;
  std::map<void *, Argument> arguments;
  llvm::DenseMap<Value, float> scalars;
  llvm::DenseMap<Value, Tile> tiles;
  AxisOp rowAxis, columnAxis;
  StringAttr rowName;
  int64_t rowExtent = 0, columnExtent = 0;
  size_t rows = 1, columns = 1;
  int64_t rowStart = 0, columnStart = 0;
  std::vector<int64_t> shifts;
  bool masksAreExplicit = false;
  std::string error;
};

} // namespace mlir::helion::test

#endif // UNITTESTS_HELION_INTERPRETER_H
