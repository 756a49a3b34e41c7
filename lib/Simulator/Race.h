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
// one for its wave. Two accesses by different lanes conflict if one of them is
// a write, or one is atomic and the other isn't, unless a barrier of the right
// scope lies between them. Atomic loads only conflict with plain writes.
//
//   local word (32 bits):  state:3 | thread:10 | epoch:19     (epoch 0: none)
//   global word (64 bits): state:3 | workgroup + 1:29 | local word of that
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

enum class AccessKind : uint8_t { Read, Write, Atomic, AtomicLoad };

/// Who accesses, and which earlier accesses are ordered before that.
struct Accessor {
  uint32_t workgroup;
  uint32_t thread;
  unsigned waveSize;
  /// Accesses of the own wave before this epoch are ordered.
  uint32_t waveEpoch;
  /// Accesses of other waves before this epoch are ordered.
  uint32_t barrierEpoch;
  AccessKind kind;
};

/// What an access conflicts with.
enum class Conflict : uint8_t { None, SameWave, OtherWave, OtherWorkgroup };

constexpr uint32_t maxEpoch = (uint32_t(1) << 19) - 1;
constexpr uint32_t maxWorkgroups = (uint32_t(1) << 29) - 1;

/// Read by one lane, by several lanes of one wave, by several waves; likewise
/// for atomic accesses; written by one lane.
enum LocalState : uint32_t {
  ReadByLane,
  ReadByWave,
  ReadByWaves,
  AtomicByLane,
  AtomicByWave,
  AtomicByWaves,
  Written,
};

inline bool isAtomicState(LocalState state) {
  return state >= AtomicByLane && state <= AtomicByWaves;
}

inline LocalState getLocalState(uint32_t word) {
  return LocalState(word >> 29);
}
inline uint32_t getThread(uint32_t word) { return word >> 19 & 1023; }

inline uint32_t packLocal(LocalState state, uint32_t thread, uint32_t epoch) {
  return uint32_t(state) << 29 | thread << 19 | epoch;
}

/// The state after a single access.
inline uint32_t packLocal(const Accessor &by) {
  LocalState state = by.kind == AccessKind::Write    ? Written
                     : by.kind == AccessKind::Atomic ? AtomicByLane
                                                     : ReadByLane;
  return packLocal(state, by.thread, by.waveEpoch);
}

inline Conflict accessLocal(uint32_t &word, const Accessor &by) {
  LocalState state = getLocalState(word);
  uint32_t thread = getThread(word);
  uint32_t epoch = word & maxEpoch;
  bool isLoad = by.kind == AccessKind::AtomicLoad;
  if (epoch < std::max<uint32_t>(by.barrierEpoch, 1)) {
    if (!isLoad)
      word = packLocal(by);
    return Conflict::None;
  }
  bool sameThread = thread == by.thread;
  bool sameWave = thread / by.waveSize == by.thread / by.waveSize;
  bool ordered = sameWave && epoch < by.waveEpoch;
  Conflict found = sameWave ? Conflict::SameWave : Conflict::OtherWave;
  if (isLoad)
    return state != Written || sameThread || ordered ? Conflict::None : found;

  // Accesses of one kind go together; the word knows how far they spread.
  LocalState first = by.kind == AccessKind::Atomic ? AtomicByLane : ReadByLane;
  bool isSameKind = by.kind != AccessKind::Write && state >= first &&
                    state <= first + (ReadByWaves - ReadByLane);
  if (isSameKind) {
    if (state == first && sameThread)
      word = packLocal(by);
    else
      word = packLocal(state == first + ReadByWaves || !sameWave
                           ? LocalState(first + ReadByWaves)
                           : LocalState(first + ReadByWave),
                       by.thread, std::max(epoch, by.waveEpoch));
    return Conflict::None;
  }
  bool byWave = state == ReadByWave || state == AtomicByWave;
  bool byWaves = state == ReadByWaves || state == AtomicByWaves;
  bool isOrdered = !byWaves && (ordered || (sameThread && !byWave));
  // Writes stay on record when they are read: they still conflict with other
  // waves. So do atomic accesses.
  bool keep = by.kind == AccessKind::Read ||
              (by.kind == AccessKind::Atomic && state == Written && isOrdered);
  if (!keep)
    word = packLocal(by);
  return isOrdered ? Conflict::None : byWaves ? Conflict::OtherWave : found;
}

/// Untouched; accessed by one workgroup or by several.
enum GlobalState : uint32_t {
  Untouched,
  ReadByGroup,
  ReadByGroups,
  AtomicByGroup,
  AtomicByGroups,
  WrittenByGroup
};

inline GlobalState getGlobalState(uint64_t word) {
  return GlobalState(word >> 61);
}

inline uint32_t getGroup(uint64_t word) {
  return uint32_t(word >> 32) & maxWorkgroups;
}

/// The word after the access; the caller stores it atomically.
inline uint64_t accessGlobal(uint64_t word, const Accessor &by,
                             Conflict &conflict) {
  GlobalState state = getGlobalState(word);
  auto local = uint32_t(word);
  bool sameGroup = getGroup(word) == by.workgroup + 1;
  bool isLoad = by.kind == AccessKind::AtomicLoad;
  bool isAtomic = by.kind == AccessKind::Atomic;
  GlobalState alone = by.kind == AccessKind::Write ? WrittenByGroup
                      : isAtomic                   ? AtomicByGroup
                                                   : ReadByGroup;
  conflict = Conflict::None;
  auto pack = [&](GlobalState newState, uint32_t newLocal) {
    return uint64_t(newState) << 61 | uint64_t(by.workgroup + 1) << 32 |
           newLocal;
  };
  bool byGroups = state == ReadByGroups || state == AtomicByGroups;
  if (state == Untouched || (sameGroup && !byGroups)) {
    if (state == Untouched)
      local = 0;
    conflict = accessLocal(local, by);
    return isLoad ? word : pack(std::max(state, alone), local);
  }
  bool isRead = state == ReadByGroup || state == ReadByGroups;
  bool isSameKind = (by.kind == AccessKind::Read && isRead) ||
                    (isAtomic && state != WrittenByGroup && !isRead);
  if (isSameKind)
    return pack(isAtomic ? AtomicByGroups : ReadByGroups, 0);
  if (isLoad) {
    if (state == WrittenByGroup)
      conflict = Conflict::OtherWorkgroup;
    return word;
  }
  conflict = Conflict::OtherWorkgroup;
  return by.kind == AccessKind::Read ? word : pack(alone, packLocal(by));
}

/// Whether an access that conflicts with this history conflicts with a store or
/// an atomic access.
inline bool isWritten(uint64_t word, const Accessor &by) {
  if (getGlobalState(word) < AtomicByGroup)
    return false;
  bool sameGroup = getGroup(word) == by.workgroup + 1;
  return !sameGroup || getLocalState(uint32_t(word)) >= AtomicByLane;
}

/// Whether another lane than this one stored the byte last.
inline bool isWrittenByOther(uint64_t word, const Accessor &by) {
  return getGlobalState(word) >= AtomicByGroup &&
         (getGroup(word) != by.workgroup + 1 ||
          getThread(uint32_t(word)) != by.thread);
}

/// The lane that stored the byte last, if nobody accessed it after that.
inline std::optional<Accessor> getLastWriter(uint64_t word) {
  if (getGlobalState(word) != WrittenByGroup ||
      getLocalState(uint32_t(word)) != Written)
    return std::nullopt;
  Accessor by = {};
  by.workgroup = getGroup(word) - 1;
  by.thread = getThread(uint32_t(word));
  by.kind = AccessKind::Write;
  return by;
}

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_RACE_H
