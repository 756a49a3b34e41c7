//===- Executor.cpp - Runs workgroups, one fiber per lane -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::fly::sim;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

void Lane::rendezvous(uint32_t siteIndex) {
  site = siteIndex;
  state = LaneState::Waiting;
  fiber.suspend();
}

void Lane::exit() {
  state = LaneState::Finished;
  fiber.finish();
}

// Compiled kernels carry no type for the sanitizer to check at the call.
LLVM_NO_SANITIZE("function")
void Worker::runLane(void *lane) {
  auto *self = static_cast<Lane *>(lane);
  self->worker->launch.entry(self);
  self->exit();
}

void Worker::resume(Lane &lane) {
  lane.state = LaneState::Ready;
  lane.fiber.resume();
}

Worker::Worker(LaunchContext &launch)
    : launch(launch), sites(*launch.sites), random(launch.options->seed) {
  const std::array<uint32_t, 3> &block = launch.launch->block;
  numThreads = block[0] * block[1] * block[2];
  unsigned waveSize = launch.chip->waveSize;

  uint64_t page = Pages::pageSize();
  uint64_t stackBytes = llvm::alignTo(launch.stackBytes, page) + page;
  stacks = Pages::map(stackBytes * numThreads, /*accessible=*/true);
  uint64_t ldsBytes = std::max<uint64_t>(launch.ldsBytes, 1);
  ldsPages =
      Pages::map(llvm::alignTo(ldsBytes, page) + 2 * Memory::Impl::redZone,
                 /*accessible=*/false);
  valid = stacks.data() && ldsPages.data();
  if (!valid)
    return;
  lds = ldsPages.data() + Memory::Impl::redZone;
  valid = ldsPages.makeAccessible(lds, ldsBytes);
  ldsWritten.resize(launch.ldsBytes);
  ldsOwners.resize(launch.ldsBytes);

  lanes.resize(numThreads);
  for (unsigned thread = 0; thread < numThreads; ++thread) {
    Lane &lane = lanes[thread];
    lane.threadId[0] = thread % block[0];
    lane.threadId[1] = thread / block[0] % block[1];
    lane.threadId[2] = thread / block[0] / block[1];
    lane.thread = thread;
    lane.laneId = thread % waveSize;
    lane.waveId = thread / waveSize;
    lane.lds = lds;
    lane.kernarg = launch.kernarg;
    lane.dispatchPacket = launch.dispatchPacket;
    lane.implicitArgs = launch.implicitArgs;
    lane.worker = this;
    char *slot = stacks.data() + stackBytes * thread;
    valid &= stacks.makeInaccessible(slot, page);
    lane.stackBottom = slot + page;
    lane.stackTop = slot + stackBytes;
  }
  waves.resize(llvm::divideCeil(numThreads, waveSize));
  bufferTraffic.resize(launch.allocations.size());
  siteCounters.resize(sites.size());
  size_t blocks = launch.blocks->size();
  blockCounters.resize(blocks);
  blockVisits.resize(blocks);
  newExecutions.resize(blocks);
  visitStorage.resize(2 * blocks * numThreads);
  for (Lane &lane : lanes) {
    lane.visits = visitStorage.data() + 2 * blocks * lane.thread;
    lane.visited = lane.visits + blocks;
  }
}

Worker::~Worker() = default;

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

unsigned Worker::pick(unsigned count) {
  return count > 1 && launch.options->seed ? random() % count : 0;
}

void Worker::startWorkgroup(uint32_t linearId) {
  const std::array<uint32_t, 3> &grid = launch.launch->grid;
  workgroup = linearId;
  workgroupId = {linearId % grid[0], linearId / grid[0] % grid[1],
                 linearId / grid[0] / grid[1]};
  unsigned waveSize = launch.chip->waveSize;
  for (unsigned index = 0; index < waves.size(); ++index) {
    Wave &wave = waves[index];
    wave = Wave();
    wave.index = index;
    wave.firstThread = index * waveSize;
    wave.size = std::min(waveSize, numThreads - wave.firstThread);
    wave.live = wave.size;
    wave.meetings.emplace_back(wave.lastMeeting, wave.size);
  }
  for (Lane &lane : lanes) {
    llvm::copy(workgroupId, lane.workgroupId);
    uint64_t limit = launch.options->stepLimit;
    lane.fuel = limit ? int64_t(limit) : INT64_MAX;
    lane.state = LaneState::Ready;
    lane.origin = 0;
    // All stacks start at the same offset of a page; shifting them spreads
    // the lanes over the sets of the host's caches.
    char *top = lane.stackTop - (lane.thread % 32) * 64;
    lane.fiber.start(lane.stackBottom, top, runLane, &lane);
  }
  llvm::fill(ldsWritten, 0);
  llvm::fill(ldsOwners, 0);
  // What a previous workgroup left must not look like a plausible value.
  std::memset(lds, 0xff, launch.ldsBytes);
  resources.clear();
  completedBarriers = 0;
  liveWaves = waves.size();
  aborted = false;
  if (uint64_t seed = launch.options->seed) {
    random.seed(seed * 0x9e3779b97f4a7c15 + linearId);
    delayedWave = pick(waves.size());
  }
}

void Worker::runWorkgroup(uint32_t linearId) {
  startWorkgroup(linearId);
  std::vector<Wave *> runnable;
  while (liveWaves && !aborted &&
         !launch.stop.load(std::memory_order_relaxed)) {
    runnable.clear();
    for (Wave &wave : waves)
      if (wave.live && !wave.blocked)
        runnable.push_back(&wave);
    if (runnable.empty()) {
      if (!releaseBarriers())
        break;
      continue;
    }
    if (!launch.options->seed) {
      for (Wave *wave : runnable)
        while (stepWave(*wave)) {
        }
      continue;
    }
    if (runnable.size() > 1)
      llvm::erase(runnable, &waves[delayedWave]);
    stepWave(*runnable[pick(runnable.size())]);
  }
  ++counters.workgroups;
  counters.waves += waves.size();
  counters.barriers += completedBarriers;
  counters.maxBarriersPerWorkgroup =
      std::max(counters.maxBarriersPerWorkgroup, completedBarriers);
}

/// Runs a wave's lanes up to their next sites and then the first of these.
/// Returns whether the wave can go on.
bool Worker::stepWave(Wave &wave) {
  unsigned rotation = pick(wave.size);
  uint32_t first = UINT32_MAX;
  unsigned live = 0;
  for (unsigned i = 0; i < wave.size; ++i) {
    unsigned index = i + rotation;
    Lane &lane = lanes[wave.firstThread +
                       (index < wave.size ? index : index - wave.size)];
    if (lane.state == LaneState::Ready) {
      resume(lane);
      if (aborted)
        return false;
    }
    if (lane.state == LaneState::Waiting) {
      ++live;
      first = std::min(first, lane.site);
    }
  }
  wave.live = live;
  if (!live) {
    llvm::SmallVector<Lane *, 64> all;
    for (unsigned i = 0; i < wave.size; ++i)
      all.push_back(&lanes[wave.firstThread + i]);
    countBlocks(wave, all);
    --liveWaves;
    return false;
  }
  Lane *group[64];
  unsigned size = 0;
  for (unsigned i = 0; i < wave.size; ++i) {
    Lane &lane = lanes[wave.firstThread + i];
    if (lane.state == LaneState::Waiting && lane.site == first)
      group[size++] = &lane;
  }
  release(wave, first, llvm::ArrayRef<Lane *>(group, size));
  return !wave.blocked && !aborted;
}

void Worker::release(Wave &wave, uint32_t siteIndex,
                     llvm::ArrayRef<Lane *> group) {
  const Site &site = sites[siteIndex];
  for (Lane *lane : group)
    lane->state = LaneState::Ready;
  countBlocks(wave, group);
  switch (site.kind) {
  case SiteKind::WaveOp:
    ++counters.waveOps;
    runWaveOp(wave, siteIndex, site, group);
    return;
  case SiteKind::Matrix:
    runMatrixOp(wave, siteIndex, site, group);
    return;
  case SiteKind::WaveBarrier:
    wave.epoch = std::min(wave.epoch + 1, maxEpoch);
    return;
  case SiteKind::Barrier:
  case SiteKind::BarrierSignal:
  case SiteKind::BarrierWait:
    arriveAtBarrier(wave, siteIndex, site, group);
    return;
  case SiteKind::Trap:
    if (Fault *fault = addFault(FaultKind::Trap, siteIndex, *group.front())) {
      fault->message = "the kernel executed a trap";
      fault->hint = "an assertion of the kernel failed";
    }
    abort();
    return;
  case SiteKind::Loop:
    return;
  default:
    runMemory(wave, siteIndex, site, group);
  }
}

void Worker::arriveAtBarrier(Wave &wave, uint32_t siteIndex, const Site &site,
                             llvm::ArrayRef<Lane *> group) {
  if (group.size() != wave.live)
    if (Fault *fault =
            addFault(FaultKind::DivergentBarrier, siteIndex, *group.front())) {
      fault->message = "only " + std::to_string(group.size()) + " of the " +
                       std::to_string(wave.live) +
                       " live lanes of the wave reach this barrier";
      fault->hint = "move the barrier out of the divergent branch";
    }
  if (site.kind != SiteKind::BarrierWait)
    ++wave.signalled;
  if (site.kind == SiteKind::BarrierSignal)
    return;
  ++wave.awaited;
  if (wave.awaited > wave.signalled) {
    if (Fault *fault =
            addFault(FaultKind::DivergentBarrier, siteIndex, *group.front())) {
      fault->message = "the wave waits for a barrier that it has not signalled";
      fault->hint = "signal before waiting";
    }
    wave.signalled = wave.awaited;
  }
  wave.blocked = true;
  wave.blockedSite = siteIndex;
}

/// Called when every live wave is blocked. Waves that ended don't take part.
bool Worker::releaseBarriers() {
  uint64_t complete = UINT64_MAX;
  uint32_t epoch = 0;
  const Wave *reference = nullptr;
  for (Wave &wave : waves) {
    if (!wave.live)
      continue;
    complete = std::min(complete, wave.signalled);
    epoch = std::max(epoch, wave.epoch);
    if (!reference)
      reference = &wave;
    if (wave.blockedSite == reference->blockedSite)
      continue;
    const Site &here = sites[wave.blockedSite];
    const Site &there = sites[reference->blockedSite];
    if (Fault *fault = addFault(FaultKind::DivergentBarrier, wave.blockedSite,
                                lanes[wave.firstThread])) {
      fault->message = "wave " + std::to_string(wave.index) +
                       " waits at this barrier while wave " +
                       std::to_string(reference->index) +
                       " waits at another one" +
                       (there.location.empty() ? std::string()
                                               : " (" + there.location + ")");
      fault->hint = "all waves must reach the same " + here.name;
    }
  }
  epoch = std::min(epoch + 1, maxEpoch);
  bool any = false;
  for (Wave &wave : waves) {
    if (!wave.live || wave.awaited > complete)
      continue;
    wave.blocked = false;
    wave.epoch = wave.barrierEpoch = epoch;
    completedBarriers = std::max(completedBarriers, wave.awaited);
    any = true;
  }
  return any;
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

void Worker::abort() {
  aborted = true;
  launch.stop = true;
}

Fault *Worker::addFault(FaultKind kind, uint32_t siteIndex, const Lane &lane,
                        bool isSuspicion) {
  FaultMap &map = isSuspicion ? suspicions : faults;
  auto [it, inserted] = map.try_emplace({kind, siteIndex});
  FaultEntry &entry = it->second;
  ++entry.fault.count;
  if (!inserted && std::make_pair(entry.workgroup, entry.thread) <=
                       std::make_pair(uint64_t(workgroup), lane.thread))
    return nullptr;
  uint64_t count = entry.fault.count;
  entry.workgroup = workgroup;
  entry.thread = lane.thread;
  entry.fault = Fault();
  entry.fault.kind = kind;
  entry.fault.kernel = launch.launch->kernel;
  entry.fault.workgroup = workgroupId;
  std::copy(lane.threadId, lane.threadId + 3, entry.fault.thread.begin());
  entry.fault.wave = lane.waveId;
  entry.fault.lane = lane.laneId;
  entry.fault.location = sites[siteIndex].location;
  entry.fault.count = count;
  return &entry.fault;
}

void Worker::reportStep(Lane &lane, uint32_t site) {
  if (Fault *fault = addFault(FaultKind::StepLimit, site, lane)) {
    fault->message = "a loop has run for " +
                     std::to_string(launch.options->stepLimit) + " iterations";
    fault->hint = "the loop doesn't end, or the step limit is too low";
  }
  abort();
}

const BufferResource *
Worker::getBufferResource(const BufferResource &resource) {
  uint64_t key = resource.base * 31 + resource.records;
  auto [begin, end] = resources.equal_range(key);
  for (auto it = begin; it != end; ++it) {
    const BufferResource &other = *it->second;
    if (other.base == resource.base && other.records == resource.records &&
        other.stride == resource.stride && other.flags == resource.flags)
      return &other;
  }
  return resources.emplace(key, std::make_unique<BufferResource>(resource))
      ->second.get();
}

bool Worker::isShared(uint64_t address) const {
  auto base = reinterpret_cast<uint64_t>(lds);
  return address >= base - Memory::Impl::redZone &&
         address < base + launch.ldsBytes + Memory::Impl::redZone;
}
