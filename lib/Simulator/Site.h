//===- Site.h - Places where a lane meets its wave --------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_SITE_H
#define HELION_FLY_LIB_SIMULATOR_SITE_H

#include "Matrix.h"
#include "Simulator/Simulator.h"

#include <array>
#include <cstdint>
#include <string>

namespace mlir {
namespace fly {
namespace sim {

enum class SiteKind : uint8_t {
  Load,
  Store,
  Atomic,
  MemCopy,
  MemSet,
  BufferLoad,
  BufferStore,
  BufferAtomic,
  LoadToLds,
  BufferLoadToLds,
  WaveOp,
  Matrix,
  Barrier,
  BarrierSignal,
  BarrierWait,
  WaveBarrier,
  Loop,
  Trap,
};

/// The cross-lane operations. The immediate operands are in `Site::imm`, the
/// others in the lane's request, in the order of the intrinsic's operands.
enum class WaveOp : uint8_t {
  None,
  Dpp,         // old, src; imm: control, row mask, bank mask, bound control
  BPermute,    // byte address, src
  Permute,     // byte address, src
  Swizzle,     // src; imm: pattern
  ReadLane,    // src, lane
  ReadFirst,   // src
  WriteLane,   // value, lane, old
  Permlane16,  // old, src, selectors 0-7, selectors 8-15; imm: fi, bound ctrl
  PermlaneX16, // like Permlane16
  Permlane64,  // src
  Swap16,      // old, src; imm: fi, bound control
  Swap32,      // like Swap16
  Ballot,      // condition
  ReduceUMin,  // src; imm: bits
  ReduceUMax,
  ReduceMin,
  ReduceMax,
  ReduceAdd,
  ReduceSub,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
};

/// An instruction at which the active lanes of a wave meet before it happens
/// for all of them. A site's index is also its place in the order in which
/// diverged lanes are resumed: a loop's sites come before what follows the
/// loop, so lanes reconverge after it.
struct Site {
  SiteKind kind;
  WaveOp op = WaveOp::None;
  unsigned addressSpace = 0;
  unsigned bytes = 0;
  unsigned align = 1;
  /// For Atomic: whether it only loads, only stores, or both.
  bool reads = false;
  bool writes = false;
  /// Whether a buffer access has an index operand.
  bool structured = false;
  std::array<int32_t, 4> imm = {0, 0, 0, 0};
  /// For Matrix.
  MatrixOp matrix;
  /// "file:line:column" or empty.
  std::string location;
  SourceLine line;
  /// How messages call the instruction, e.g. "load" or an intrinsic's name.
  std::string name;
};

inline bool isAtomic(const Site &site) {
  return site.kind == SiteKind::Atomic || site.kind == SiteKind::BufferAtomic;
}

/// Instructions of a class from one source line in a basic block.
struct BlockInstructions {
  SourceLine line;
  InstructionClass kind;
  uint64_t count;
};
using BlockMix = std::vector<BlockInstructions>;

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_SITE_H
