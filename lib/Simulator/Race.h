//===- Race.h - Conflicting accesses to a byte ------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The race check keeps one word per byte. Within a workgroup, time is counted
// in epochs: a workgroup barrier starts a new one for all waves, a wave barrier
// one for its wave. Two accesses by different lanes, one of them a write,
// conflict unless a barrier of the right scope lies between them.
//
//   local word (32 bits):  state:2 | thread:10 | epoch:20     (epoch 0: none)
//   global word (64 bits): state:2 | workgroup + 1:30 | local word of that
//                          workgroup
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_RACE_H
#define HELION_FLY_LIB_SIMULATOR_RACE_H

#include <algorithm>
#include <cstdint>
#include <optional>

namespace mlir {
namespace fly {
namespace sim {

/// Who accesses, and which earlier accesses are ordered before that.
struct Accessor {
  uint32_t workgroup;
  uint32_t thread;
  unsigned waveSize;
  /// Accesses of the own wave before this epoch are ordered.
  uint32_t waveEpoch;
  /// Accesses of other waves before this epoch are ordered.
  uint32_t barrierEpoch;
  bool isWrite;
};

/// What an access conflicts with.
enum class Conflict : uint8_t { None, SameWave, OtherWave, OtherWorkgroup };

constexpr uint32_t maxEpoch = (uint32_t(1) << 20) - 1;

/// Local states: read by one lane, read by several lanes of one wave, read by
/// several waves, written by one lane.
enum LocalState : uint32_t { ReadByLane, ReadByWave, ReadByWaves, Written };

inline uint32_t packLocal(LocalState state, uint32_t thread, uint32_t epoch) {
  return uint32_t(state) << 30 | thread << 20 | epoch;
}

inline Conflict accessLocal(uint32_t &word, const Accessor &by) {
  auto state = LocalState(word >> 30);
  uint32_t thread = word >> 20 & 1023;
  uint32_t epoch = word & maxEpoch;
  uint32_t mine =
      packLocal(by.isWrite ? Written : ReadByLane, by.thread, by.waveEpoch);
  if (epoch < std::max<uint32_t>(by.barrierEpoch, 1)) {
    word = mine;
    return Conflict::None;
  }
  bool sameThread = thread == by.thread;
  bool sameWave = thread / by.waveSize == by.thread / by.waveSize;
  bool ordered = sameWave && epoch < by.waveEpoch;
  if (!by.isWrite) {
    switch (state) {
    case Written:
      // The write stays on record: it still conflicts with other waves.
      if (sameThread || ordered)
        return Conflict::None;
      return sameWave ? Conflict::SameWave : Conflict::OtherWave;
    case ReadByLane:
      word = sameThread ? mine
                        : packLocal(sameWave ? ReadByWave : ReadByWaves,
                                    by.thread, std::max(epoch, by.waveEpoch));
      return Conflict::None;
    case ReadByWave:
      word = packLocal(sameWave ? ReadByWave : ReadByWaves, by.thread,
                       std::max(epoch, by.waveEpoch));
      return Conflict::None;
    case ReadByWaves:
      word = packLocal(ReadByWaves, by.thread, std::max(epoch, by.waveEpoch));
      return Conflict::None;
    }
  }
  word = mine;
  if (state == ReadByWaves)
    return Conflict::OtherWave;
  if (ordered || (sameThread && state != ReadByWave))
    return Conflict::None;
  return sameWave ? Conflict::SameWave : Conflict::OtherWave;
}

/// Global states: untouched, read by one workgroup, read by several, written.
enum GlobalState : uint32_t {
  Untouched,
  ReadByGroup,
  ReadByGroups,
  WrittenByGroup
};

inline uint32_t getGroup(uint64_t word) {
  return uint32_t(word >> 32) & ((uint32_t(1) << 30) - 1);
}

inline uint32_t packWrite(const Accessor &by) {
  return packLocal(Written, by.thread, by.waveEpoch);
}

/// The word after the access; the caller stores it atomically.
inline uint64_t accessGlobal(uint64_t word, const Accessor &by,
                             Conflict &conflict) {
  auto state = GlobalState(word >> 62);
  uint32_t group = getGroup(word);
  auto local = uint32_t(word);
  bool sameGroup = group == by.workgroup + 1;
  conflict = Conflict::None;
  auto pack = [&](GlobalState newState, uint32_t newLocal) {
    return uint64_t(newState) << 62 | uint64_t(by.workgroup + 1) << 32 |
           newLocal;
  };
  if (state == Untouched || sameGroup) {
    if (state == Untouched)
      local = 0;
    if (state == ReadByGroups) {
      if (!by.isWrite)
        return word;
      conflict = Conflict::OtherWorkgroup;
      return pack(WrittenByGroup, packWrite(by));
    }
    conflict = accessLocal(local, by);
    bool written = by.isWrite || state == WrittenByGroup;
    return pack(written ? WrittenByGroup : ReadByGroup, local);
  }
  if (!by.isWrite && state != WrittenByGroup)
    return pack(ReadByGroups, 0);
  conflict = Conflict::OtherWorkgroup;
  return by.isWrite ? pack(WrittenByGroup, packWrite(by)) : word;
}

/// Whether an access that conflicts with this history conflicts with a store.
inline bool isWritten(uint64_t word, const Accessor &by) {
  if (GlobalState(word >> 62) != WrittenByGroup)
    return false;
  bool sameGroup = getGroup(word) == by.workgroup + 1;
  return !sameGroup || LocalState(uint32_t(word) >> 30) == Written;
}

/// Whether another lane than this one stored the byte last.
inline bool isWrittenByOther(uint64_t word, const Accessor &by) {
  return GlobalState(word >> 62) == WrittenByGroup &&
         (getGroup(word) != by.workgroup + 1 ||
          (uint32_t(word) >> 20 & 1023) != by.thread);
}

/// The lane that stored the byte last, if nobody read it after that.
inline std::optional<Accessor> getLastWriter(uint64_t word) {
  if (GlobalState(word >> 62) != WrittenByGroup ||
      LocalState(uint32_t(word) >> 30) != Written)
    return std::nullopt;
  Accessor by = {};
  by.workgroup = getGroup(word) - 1;
  by.thread = uint32_t(word) >> 20 & 1023;
  by.isWrite = true;
  return by;
}

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_RACE_H
