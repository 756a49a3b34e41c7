//===- Executor.h - Runs workgroups, one fiber per lane ---------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_LIB_SIMULATOR_EXECUTOR_H
#define HELION_FLY_LIB_SIMULATOR_EXECUTOR_H

#include "Fiber.h"
#include "Memory.h"
#include "Race.h"
#include "Simulator/Simulator.h"
#include "Site.h"

#include "llvm/ADT/DenseMap.h"

#include <atomic>
#include <map>
#include <optional>
#include <random>
#include <unordered_map>

namespace mlir {
namespace fly {
namespace sim {

class Worker;
struct Lane;

/// The compiled kernel: runs one lane to its end.
using KernelEntry = void (*)(Lane *);

/// What compiled code reads of its lane. `LaneField` gives the offsets.
struct LaneContext {
  uint32_t threadId[3] = {0, 0, 0};
  uint32_t workgroupId[3] = {0, 0, 0};
  uint32_t laneId = 0;
  uint32_t waveId = 0;
  /// Loop iterations left.
  int64_t fuel = 0;
  char *lds = nullptr;
  const char *kernarg = nullptr;
  const char *dispatchPacket = nullptr;
  const char *implicitArgs = nullptr;
};

enum class LaneState : uint8_t { Ready, Waiting, Finished };

struct Lane : LaneContext {
  Worker *worker = nullptr;
  Fiber fiber;
  char *stackBottom = nullptr;
  char *stackTop = nullptr;
  uint32_t thread = 0;
  LaneState state = LaneState::Ready;
  /// Where the lane waits and what it wants there.
  uint32_t site = 0;
  uint64_t operands[6] = {0, 0, 0, 0, 0, 0};
  uint64_t results[2] = {0, 0};
  /// How often the lane has entered each block since it last met its wave, and
  /// which blocks these are.
  uint32_t *visits = nullptr;
  uint32_t *visited = nullptr;
  uint32_t numVisited = 0;
  /// The meeting that the lane last came from.
  uint64_t origin = 0;

  /// Meets the wave at a site; returns when the site's operation is done.
  void rendezvous(uint32_t siteIndex);
  /// Ends the lane; does not return.
  [[noreturn]] void exit();
};

/// A meeting of lanes of which some are still on their way to the next one.
struct Meeting {
  Meeting(uint64_t number, unsigned lanes)
      : number(number), lanesUnderway(lanes) {}

  uint64_t number;
  unsigned lanesUnderway;
  /// How often the wave is known to have executed each block since: other lanes
  /// that came from here have gone through it.
  llvm::DenseMap<uint32_t, uint32_t> counted;
};

struct Wave {
  unsigned index = 0;
  unsigned firstThread = 0;
  unsigned size = 0;
  unsigned live = 0;
  uint32_t epoch = 1;
  uint32_t barrierEpoch = 1;
  /// Barriers that the wave has signalled and has begun to wait for.
  uint64_t signalled = 0;
  uint64_t awaited = 0;
  bool blocked = false;
  uint32_t blockedSite = 0;
  /// Where the lanes come from, each of them from one of these.
  llvm::SmallVector<Meeting, 1> meetings;
  uint64_t lastMeeting = 0;
};

/// A buffer resource, as the four descriptor words describe it.
struct BufferResource {
  uint64_t base;
  uint32_t stride;
  uint32_t records;
  uint32_t flags;
};

/// What all workgroups of a launch share.
struct LaunchSettings {
  const ChipModel *chip;
  const Options *options;
  const Launch *launch;
  const std::vector<Site> *sites;
  KernelEntry entry;
  /// The kernel's blocks as `hf.block` numbers them.
  const std::vector<BlockMix> *blocks;
  uint64_t ldsBytes;
  uint64_t stackBytes;
  /// gfx11 and later check a raw buffer access as a whole.
  bool wholeBufferAccess;
  /// gfx10 and later permute LDS-style within 32 lanes only.
  bool permuteInHalves;
  const char *kernarg;
  const char *dispatchPacket;
  const char *implicitArgs;
  /// All that kernels may access, sorted by address.
  std::vector<Allocation *> allocations;
  /// Lanes that load a contended byte which another one stores get this value
  /// instead, to see whether it matters.
  std::optional<uint8_t> disturbance;
};

struct LaunchContext : LaunchSettings {
  LaunchContext() = default;
  explicit LaunchContext(const LaunchSettings &settings)
      : LaunchSettings(settings) {}

  /// Set by a fault after which going on makes no sense.
  std::atomic<bool> stop{false};
};

/// Runs workgroups one after another on one host thread.
class Worker {
public:
  explicit Worker(LaunchContext &launch);
  ~Worker();

  /// Whether the worker got the memory that it needs.
  bool isValid() const { return valid; }
  void runWorkgroup(uint32_t linearId);

  /// All that the workgroups run so far did.
  Counters getCounters() const;

  /// Distinct faults of the workgroups run so far, by kind and site.
  struct FaultEntry {
    Fault fault;
    uint64_t workgroup;
    uint32_t thread;
  };
  using FaultMap = std::map<std::pair<FaultKind, uint32_t>, FaultEntry>;
  FaultMap &getFaults() { return faults; }
  /// Races of loads with stores of global memory: faults if the loaded values
  /// matter.
  FaultMap &getSuspicions() { return suspicions; }

  /// The descriptor with these words; equal words give the same descriptor.
  const BufferResource *getBufferResource(const BufferResource &resource);
  bool isShared(uint64_t address) const;
  void reportStep(Lane &lane, uint32_t site);

private:
  friend struct Lane;

  // Scheduling.
  void startWorkgroup(uint32_t linearId);
  bool stepWave(Wave &wave);
  static void runLane(void *lane);
  void resume(Lane &lane);
  void release(Wave &wave, uint32_t siteIndex, llvm::ArrayRef<Lane *> lanes);
  void arriveAtBarrier(Wave &wave, uint32_t siteIndex, const Site &site,
                       llvm::ArrayRef<Lane *> lanes);
  bool releaseBarriers();
  unsigned pick(unsigned count);

  // Memory operations, in Access.cpp.
  struct Segments;
  void runMemory(Wave &wave, uint32_t siteIndex, const Site &site,
                 llvm::ArrayRef<Lane *> lanes);
  /// Checks one lane's access and says where the bytes are, or null.
  char *checkAccess(Wave &wave, uint32_t siteIndex, const Site &site,
                    Lane &lane, unsigned addressSpace, uint64_t address,
                    uint64_t bytes, bool isWrite, const char *value,
                    Segments &global, Segments &lds);
  char *checkShared(Wave &wave, uint32_t siteIndex, const Site &site,
                    Lane &lane, uint64_t address, uint64_t bytes, bool isWrite,
                    const char *value, Segments &lds);
  void accessBuffer(Wave &wave, uint32_t siteIndex, const Site &site,
                    Lane &lane, bool isWrite, char *value, Segments &global,
                    Segments &lds);
  /// Where a lane's buffer atomic happens: in `scratch` if it is out of range.
  char *accessBufferAtomic(Wave &wave, uint32_t siteIndex, const Site &site,
                           Lane &lane, char *scratch, Segments &global,
                           Segments &lds);
  void warnSwallowed(uint32_t siteIndex, const Site &site, const Lane &lane,
                     const BufferResource &resource, uint64_t offset);
  Allocation *findAllocation(uint64_t address, uint64_t bytes);
  const Allocation *findNearest(uint64_t address) const;
  Accessor getAccessor(const Wave &wave, const Lane &lane,
                       AccessKind kind) const;
  void reportAccess(FaultKind kind, uint32_t siteIndex, const Site &site,
                    const Lane &lane, uint64_t address, uint64_t bytes,
                    bool isWrite, const Allocation *allocation,
                    bool isLds = false, Conflict conflict = Conflict::None,
                    bool isSuspicion = false);
  /// Copies what a lane loads, disturbed where the launch asks for it.
  void copyLoaded(const Wave &wave, const Lane &lane, char *value,
                  const char *data, uint64_t bytes);

  // Counters, in Counting.cpp.
  void countBanks(const Segments &segments, bool isAtomic, bool isWrite,
                  AccessCounters &counters);
  void countAccess(uint32_t siteIndex, const Site &site,
                   const Segments &segments, bool isLds, bool isWrite);
  /// Counts what the lanes have executed since they last met the wave.
  void countBlocks(Wave &wave, llvm::ArrayRef<Lane *> group);
  void countBlocksFrom(Meeting &meeting, llvm::ArrayRef<Lane *> group);

  // Wave operations, in WaveOps.cpp.
  void runWaveOp(Wave &wave, uint32_t siteIndex, const Site &site,
                 llvm::ArrayRef<Lane *> lanes);
  void runMatrixOp(Wave &wave, uint32_t siteIndex, const Site &site,
                   llvm::ArrayRef<Lane *> lanes);

  /// Records a fault; the text is only made for one that is kept.
  Fault *addFault(FaultKind kind, uint32_t siteIndex, const Lane &lane,
                  bool isSuspicion = false);
  void abort();

  LaunchContext &launch;
  const std::vector<Site> &sites;
  bool valid = false;
  unsigned numThreads = 0;
  Pages stacks;
  Pages ldsPages;
  char *lds = nullptr;
  std::vector<char> ldsWritten;
  std::vector<uint32_t> ldsOwners;
  std::vector<Lane> lanes;
  std::vector<Wave> waves;
  uint32_t workgroup = 0;
  std::array<uint32_t, 3> workgroupId = {0, 0, 0};
  uint64_t completedBarriers = 0;
  unsigned liveWaves = 0;
  bool aborted = false;
  unsigned delayedWave = 0;
  std::mt19937_64 random;
  Allocation *lastAllocation = nullptr;
  struct BufferTraffic {
    uint64_t loaded = 0;
    uint64_t stored = 0;
  };
  /// By `Allocation::index`.
  std::vector<BufferTraffic> bufferTraffic;
  /// What atomics work on where the real address can't be accessed.
  alignas(16) char scratch[64] = {0};
  std::unordered_multimap<uint64_t, std::unique_ptr<BufferResource>> resources;
  FaultMap faults;
  FaultMap suspicions;
  Counters counters;
  /// By site. Only the accesses count here.
  std::vector<CodeCounters> siteCounters;
  /// By block.
  std::vector<InstructionCounters> blockCounters;
  std::vector<uint32_t> visitStorage;
  /// Scratch of `countBlocks`, by block: zero between calls.
  std::vector<uint32_t> blockVisits;
  std::vector<uint32_t> newExecutions;
};

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_LIB_SIMULATOR_EXECUTOR_H
