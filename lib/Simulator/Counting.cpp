//===- Counting.cpp - Counters of accesses and instructions ---------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Segments.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace mlir::fly::sim;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static void countSegments(llvm::ArrayRef<uint64_t> sorted,
                          AccessCounters &counts) {
  uint64_t last = UINT64_MAX;
  for (uint64_t id : sorted) {
    if (last == UINT64_MAX || id != last) {
      ++counts.segments32;
      counts.segments64 += last == UINT64_MAX || id >> 1 != last >> 1;
      counts.segments128 += last == UINT64_MAX || id >> 2 != last >> 2;
    }
    last = id;
  }
}

/// The pass in which a lane's part of an LDS access happens. One pass serves as
/// many lanes as fill the banks once.
static unsigned getBankPass(const ChipModel &chip, unsigned lane,
                            unsigned width, bool isWrite) {
  unsigned lanesPerPass = chip.ldsBanks * 4 / std::max(width, 4U);
  bool isGfx9 = llvm::StringRef(chip.chip).starts_with("gfx9");
  if (width != 16 || isWrite || !isGfx9)
    return lane / lanesPerPass;
  // Reads of 16 bytes on gfx9 pair quads of lanes within each half of the wave:
  // (0, 5), (1, 4), (2, 7), (3, 6), and with 64 banks two of these pairs.
  static const unsigned narrow[8] = {0, 1, 2, 3, 1, 0, 3, 2};
  static const unsigned wide[8] = {0, 1, 1, 0, 1, 0, 0, 1};
  unsigned half = lane / 32;
  unsigned quad = lane / 4 % 8;
  return chip.ldsBanks == 64 ? 2 * half + wide[quad] : 4 * half + narrow[quad];
}

/// Passes take as many cycles as the busiest bank has different words to
/// deliver. Atomics on one word follow each other.
void Worker::countBanks(const Segments &segments, bool isAtomic, bool isWrite,
                        AccessCounters &counts) {
  const ChipModel &chip = *launch.chip;
  struct Word {
    unsigned pass;
    unsigned bank;
    uint64_t word;

    bool operator<(const Word &other) const {
      return std::tie(pass, bank, word) <
             std::tie(other.pass, other.bank, other.word);
    }
  };
  // Wider accesses are several of 16 bytes.
  unsigned width = segments.width;
  for (unsigned at = 0; at < width; at += 16) {
    unsigned piece = std::min(width - at, 16U);
    llvm::SmallVector<Word, 256> words;
    for (const Segments::LaneAccess &lane : segments.lanes) {
      uint64_t first = (lane.address + at) / 4;
      uint64_t last = (lane.address + at + piece - 1) / 4;
      unsigned pass = getBankPass(chip, lane.lane, piece, isWrite);
      for (uint64_t word = first; word <= last; ++word)
        words.push_back({pass, unsigned(word % chip.ldsBanks), word});
    }
    llvm::sort(words);
    unsigned busiest = 0, inBank = 0;
    for (size_t i = 0; i < words.size(); ++i) {
      bool samePass = i && words[i].pass == words[i - 1].pass;
      bool sameBank = samePass && words[i].bank == words[i - 1].bank;
      bool sameWord = sameBank && words[i].word == words[i - 1].word;
      inBank = sameBank ? inBank + (isAtomic || !sameWord) : 1;
      busiest = samePass ? std::max(busiest, inBank) : inBank;
      if (i + 1 == words.size() || words[i + 1].pass != words[i].pass) {
        counts.bankPasses += busiest;
        counts.bankConflicts += busiest - 1;
      }
    }
  }
}

void Worker::countAccess(uint32_t siteIndex, const Site &site,
                         const Segments &segments, bool isLds, bool isWrite) {
  if (segments.lanes.empty())
    return;
  CodeCounters &here = siteCounters[siteIndex];
  bool atomic = isAtomic(site);
  AccessCounters &counts = isLds ? (atomic    ? here.ldsAtomic
                                    : isWrite ? here.ldsStore
                                              : here.ldsLoad)
                                 : (atomic    ? here.globalAtomic
                                    : isWrite ? here.globalStore
                                              : here.globalLoad);
  ++counts.waveAccesses;
  counts.laneAccesses += segments.lanes.size();
  counts.bytes += segments.bytes;
  ++counts.widths[segments.width];
  if (segments.sorted) {
    countSegments(segments.ids, counts);
  } else {
    llvm::SmallVector<uint64_t, 256> sorted = segments.ids;
    llvm::sort(sorted);
    countSegments(sorted, counts);
  }
  if (isLds)
    countBanks(segments, atomic, isWrite, counts);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Lanes that came from one meeting have executed their common blocks together,
/// those that meet others first and those that go on later: the wave has
/// executed a block as often as the lane that went through it most often.
void Worker::countBlocksFrom(Meeting &meeting, llvm::ArrayRef<Lane *> group) {
  for (Lane *lane : group)
    for (uint32_t i = 0; i < lane->numVisited; ++i) {
      uint32_t block = lane->visited[i];
      blockVisits[block] = std::max(blockVisits[block], lane->visits[block]);
      blockCounters[block].lanes += lane->visits[block];
    }
  meeting.lanesUnderway -= group.size();
  for (Lane *lane : group)
    for (uint32_t i = 0; i < lane->numVisited; ++i) {
      uint32_t block = lane->visited[i];
      uint32_t most = std::exchange(blockVisits[block], 0);
      if (!most)
        continue;
      uint32_t counted = meeting.counted.lookup(block);
      if (most <= counted)
        continue;
      newExecutions[block] = std::max(newExecutions[block], most - counted);
      if (meeting.lanesUnderway)
        meeting.counted[block] = most;
    }
}

/// Lanes meet here. What those from different meetings did before they met each
/// other here is the same execution as far as it can be.
void Worker::countBlocks(Wave &wave, llvm::ArrayRef<Lane *> group) {
  if (blockVisits.empty())
    return;
  llvm::SmallVector<Lane *, 64> lanes(group);
  llvm::sort(lanes, [](const Lane *a, const Lane *b) {
    return a->origin < b->origin;
  });
  for (llvm::ArrayRef<Lane *> rest = lanes; !rest.empty();) {
    uint64_t origin = rest.front()->origin;
    llvm::ArrayRef<Lane *> same = rest.take_while(
        [&](const Lane *lane) { return lane->origin == origin; });
    auto *meeting = llvm::find_if(
        wave.meetings, [&](const Meeting &m) { return m.number == origin; });
    countBlocksFrom(*meeting, same);
    if (!meeting->lanesUnderway)
      wave.meetings.erase(meeting);
    rest = rest.drop_front(same.size());
  }
  wave.meetings.emplace_back(++wave.lastMeeting, lanes.size());
  for (Lane *lane : lanes) {
    for (uint32_t i = 0; i < lane->numVisited; ++i) {
      uint32_t block = lane->visited[i];
      blockCounters[block].waves += std::exchange(newExecutions[block], 0);
      lane->visits[block] = 0;
    }
    lane->numVisited = 0;
    lane->origin = wave.lastMeeting;
  }
}

Counters Worker::getCounters() const {
  Counters result = counters;
  for (auto [site, counts] : llvm::zip_equal(sites, siteCounters)) {
    bool isUsed = llvm::any_of(
        llvm::ArrayRef<const AccessCounters *>{
            &counts.globalLoad, &counts.globalStore, &counts.globalAtomic,
            &counts.ldsLoad, &counts.ldsStore, &counts.ldsAtomic},
        [](const AccessCounters *access) { return access->waveAccesses; });
    if (!isUsed)
      continue;
    result.CodeCounters::add(counts);
    result.lines[site.line].add(counts);
  }
  if (launch.options->counters)
    for (auto [mix, executed] : llvm::zip_equal(*launch.blocks, blockCounters))
      for (const BlockInstructions &instructions : mix) {
        if (!executed.waves)
          continue;
        for (CodeCounters *counts : {static_cast<CodeCounters *>(&result),
                                     &result.lines[instructions.line]}) {
          InstructionCounters &counter = (*counts)[instructions.kind];
          counter.waves += executed.waves * instructions.count;
          counter.lanes += executed.lanes * instructions.count;
        }
      }
  for (auto [allocation, traffic] :
       llvm::zip_equal(launch.allocations, bufferTraffic))
    if (traffic.loaded || traffic.stored)
      result.buffers[allocation->base] = {allocation->name, traffic.loaded,
                                          traffic.stored};
  return result;
}
