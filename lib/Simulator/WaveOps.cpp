//===- WaveOps.cpp - Cross-lane operations --------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir::fly::sim;

/// Where lane `lane` reads from under a DPP control, or -1 if the lane is out
/// of the control's range.
static int getDppSource(unsigned control, unsigned lane, unsigned waveSize) {
  unsigned row = lane & ~15U;
  unsigned column = lane & 15;
  unsigned amount = control & 15;
  switch (control & ~15U) {
  case 0x100: // row_shl
    return column + amount < 16 ? int(lane + amount) : -1;
  case 0x110: // row_shr
    return column >= amount ? int(lane - amount) : -1;
  case 0x120: // row_ror
    return int(row | ((column - amount) & 15));
  case 0x150: // row_newbcast, row_share
    return int(row | amount);
  case 0x160: // row_xmask
    return int(row | (column ^ amount));
  default:
    break;
  }
  switch (control) {
  case 0x130: // wave_shl:1
    return lane + 1 < waveSize ? int(lane + 1) : -1;
  case 0x134: // wave_rol:1
    return int((lane + 1) % waveSize);
  case 0x138: // wave_shr:1
    return int(lane) - 1;
  case 0x13c: // wave_ror:1
    return int((lane + waveSize - 1) % waveSize);
  case 0x140: // row_mirror
    return int(row | (15 - column));
  case 0x141: // row_half_mirror
    return int((lane & ~7U) | (7 - (lane & 7)));
  case 0x142: // row_bcast:15
    return int(row) - 1;
  case 0x143: // row_bcast:31
    return int(lane & ~31U) - 1;
  default: // quad_perm
    return int((lane & ~3U) | (control >> (2 * (lane & 3)) & 3));
  }
}

static int getSwizzleSource(unsigned pattern, unsigned lane) {
  unsigned half = lane & ~31U;
  unsigned index = lane & 31;
  if (pattern >= 0xc000) { // rotate
    unsigned mask = pattern & 31;
    unsigned amount = pattern >> 5 & 31;
    unsigned rotated = pattern & 0x400 ? index - amount : index + amount;
    return int(half | (index & mask) | (rotated & ~mask & 31));
  }
  if (pattern & 0x8000) // quad permutation
    return int((lane & ~3U) | (pattern >> (2 * (lane & 3)) & 3));
  unsigned andMask = pattern & 31;
  unsigned orMask = pattern >> 5 & 31;
  unsigned xorMask = pattern >> 10 & 31;
  return int(half | (((index & andMask) | orMask) ^ xorMask));
}

static int64_t signExtend(uint64_t value, unsigned bits) {
  return int64_t(value << (64 - bits)) >> (64 - bits);
}

static uint64_t reduce(WaveOp op, uint64_t a, uint64_t b, unsigned bits) {
  int64_t signedA = signExtend(a, bits), signedB = signExtend(b, bits);
  switch (op) {
  case WaveOp::ReduceUMin:
    return std::min(a, b);
  case WaveOp::ReduceUMax:
    return std::max(a, b);
  case WaveOp::ReduceMin:
    return signedA < signedB ? a : b;
  case WaveOp::ReduceMax:
    return signedA > signedB ? a : b;
  case WaveOp::ReduceAnd:
    return a & b;
  case WaveOp::ReduceOr:
    return a | b;
  case WaveOp::ReduceXor:
    return a ^ b;
  default:
    return a + b;
  }
}

void Worker::runWaveOp(Wave &wave, uint32_t siteIndex, const Site &site,
                       llvm::ArrayRef<Lane *> group) {
  unsigned waveSize = launch.chip->waveSize;
  Lane *active[64] = {nullptr};
  for (Lane *lane : group)
    active[lane->laneId] = lane;
  auto isActive = [&](int index) {
    return index >= 0 && unsigned(index) < waveSize && active[index];
  };
  // Operand `operand` of another lane; `invalid` where it has no defined value.
  auto fetch = [&](int source, unsigned operand, uint64_t invalid) {
    return isActive(source) ? active[source]->operands[operand] : invalid;
  };

  auto reportInactive = [&](const Lane &lane, unsigned source) {
    if (Fault *fault = addFault(FaultKind::InactiveLane, siteIndex, lane)) {
      fault->message = site.name + " reads lane " + std::to_string(source) +
                       ", which is not active here";
      fault->hint = "do it where all lanes of the wave arrive";
    }
  };

  switch (site.op) {
  case WaveOp::None:
    break;
  case WaveOp::Dpp:
    for (Lane *lane : group) {
      unsigned row = lane->laneId / 16;
      unsigned bank = lane->laneId / 4 % 4;
      uint64_t old = lane->operands[0];
      lane->results[0] = old;
      if (!(site.imm[1] >> row & 1) || !(site.imm[2] >> bank & 1))
        continue;
      int source = getDppSource(site.imm[0], lane->laneId, waveSize);
      lane->results[0] = fetch(source, 1, site.imm[3] ? 0 : old);
    }
    break;
  case WaveOp::BPermute:
    for (Lane *lane : group) {
      unsigned source = uint32_t(lane->operands[0]) / 4 % waveSize;
      // The 32-lane halves of a wave64 are separate since gfx10.
      if (launch.permuteInHalves)
        source = (source & 31) | (lane->laneId & 32);
      lane->results[0] = fetch(source, 1, 0);
    }
    break;
  case WaveOp::Permute:
    for (Lane *lane : group)
      lane->results[0] = 0;
    for (Lane *lane : group) {
      unsigned target = uint32_t(lane->operands[0]) / 4 % waveSize;
      if (launch.permuteInHalves)
        target = (target & 31) | (lane->laneId & 32);
      if (isActive(target))
        active[target]->results[0] = lane->operands[1];
    }
    break;
  case WaveOp::Swizzle:
    for (Lane *lane : group)
      lane->results[0] =
          fetch(getSwizzleSource(site.imm[0], lane->laneId), 0, 0);
    break;
  case WaveOp::ReadLane:
    for (Lane *lane : group) {
      // Only the first lane's selector counts: it is a scalar operand.
      unsigned source = uint32_t(group.front()->operands[1]) % waveSize;
      lane->results[0] = fetch(source, 0, 0);
      if (!isActive(source))
        reportInactive(*lane, source);
    }
    break;
  case WaveOp::ReadFirst:
    for (Lane *lane : group)
      lane->results[0] = group.front()->operands[0];
    break;
  case WaveOp::WriteLane:
    for (Lane *lane : group) {
      const Lane &first = *group.front();
      unsigned target = uint32_t(first.operands[1]) % waveSize;
      lane->results[0] =
          lane->laneId == target ? first.operands[0] : lane->operands[2];
    }
    break;
  case WaveOp::Permlane16:
  case WaveOp::PermlaneX16:
    for (Lane *lane : group) {
      const Lane &first = *group.front();
      unsigned column = lane->laneId & 15;
      auto selectors = uint32_t(first.operands[column < 8 ? 2 : 3]);
      unsigned row = lane->laneId & ~15U;
      if (site.op == WaveOp::PermlaneX16)
        row ^= 16;
      int source = int(row | (selectors >> (4 * (column & 7)) & 15));
      lane->results[0] = fetch(source, 1, site.imm[1] ? 0 : lane->operands[0]);
      // "Fetch inactive" gives whatever that lane's register holds.
      if (site.imm[0] && !isActive(source))
        reportInactive(*lane, source);
    }
    break;
  case WaveOp::Permlane64:
    for (Lane *lane : group)
      lane->results[0] = fetch(
          waveSize == 64 ? int(lane->laneId ^ 32) : int(lane->laneId), 0, 0);
    break;
  case WaveOp::Swap16:
  case WaveOp::Swap32: {
    // The odd blocks of the first operand change places with the even blocks
    // of the second.
    unsigned block = site.op == WaveOp::Swap16 ? 16 : 32;
    for (Lane *lane : group) {
      bool odd = lane->laneId & block;
      int partner = int(lane->laneId ^ block);
      uint64_t invalid = site.imm[1] ? 0 : lane->operands[odd ? 0 : 1];
      lane->results[0] = odd ? fetch(partner, 1, invalid) : lane->operands[0];
      lane->results[1] = odd ? lane->operands[1] : fetch(partner, 0, invalid);
    }
    break;
  }
  case WaveOp::Ballot: {
    uint64_t mask = 0;
    for (Lane *lane : group)
      mask |= uint64_t(lane->operands[0] & 1) << lane->laneId;
    for (Lane *lane : group)
      lane->results[0] = mask;
    break;
  }
  default: {
    unsigned bits = site.imm[0];
    uint64_t total = group.front()->operands[0];
    for (Lane *lane : group.drop_front())
      total = reduce(site.op, total, lane->operands[0], bits);
    if (site.op == WaveOp::ReduceSub)
      total = -total;
    for (Lane *lane : group)
      lane->results[0] = total;
    break;
  }
  }
}

void Worker::runMatrixOp(Wave &wave, uint32_t siteIndex, const Site &site,
                         llvm::ArrayRef<Lane *> group) {
  const MatrixOp &op = site.matrix;
  auto at = [](const Lane &lane, unsigned operand) {
    return reinterpret_cast<char *>(lane.operands[operand]);
  };
  unsigned waveSize = launch.chip->waveSize;
  if (group.size() != waveSize) {
    if (Fault *fault =
            addFault(FaultKind::InactiveLane, siteIndex, *group.front())) {
      fault->message = "only " + std::to_string(group.size()) + " of the " +
                       std::to_string(waveSize) +
                       " lanes of the wave reach this " + site.name;
      fault->hint = "all lanes hold parts of the matrices: do it where the "
                    "whole wave arrives";
    }
    // What the other lanes' registers hold is unknown.
    for (Lane *lane : group)
      std::memset(at(*lane, 3), 0xff, op.getAccBytes());
    return;
  }
  llvm::SmallVector<MatrixLane, 64> members(waveSize);
  for (Lane *lane : group)
    members[lane->laneId] = {at(*lane, 0), at(*lane, 1), at(*lane, 2),
                             at(*lane, 3)};
  int unequal = findUnequalCopy(op, members);
  if (unequal >= 0) {
    const Lane &lane = lanes[wave.firstThread + unequal];
    if (Fault *fault = addFault(FaultKind::MatrixOperand, siteIndex, lane)) {
      fault->message = "lane " + std::to_string(unequal) + " gives this " +
                       site.name + " other elements of A or B than lane " +
                       std::to_string(unequal % 16);
      fault->hint = "on this chip both halves of the wave must hold copies of "
                    "the same rows";
    }
  }
  runMatrix(op, members);
}
