//===- Access.cpp - Checks, counts and performs memory accesses -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"
#include "Segments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::fly::sim;

static constexpr unsigned ldsSpace = 3;
static constexpr unsigned flatSpace = 0;
static constexpr unsigned privateSpace = 5;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

Allocation *Worker::findAllocation(uint64_t address, uint64_t bytes) {
  if (lastAllocation && lastAllocation->contains(address, bytes))
    return lastAllocation;
  auto it = llvm::upper_bound(launch.allocations, address,
                              [](uint64_t value, const Allocation *other) {
                                return value < other->base;
                              });
  if (it == launch.allocations.begin())
    return nullptr;
  Allocation *allocation = *std::prev(it);
  if (allocation->freed || !allocation->contains(address, bytes))
    return nullptr;
  lastAllocation = allocation;
  return allocation;
}

/// The allocation that an address outside of all is most likely meant for.
const Allocation *Worker::findNearest(uint64_t address) const {
  auto it = llvm::upper_bound(launch.allocations, address,
                              [](uint64_t value, const Allocation *other) {
                                return value < other->base;
                              });
  // Nobody means what only the runtime knows of.
  auto before = it;
  while (before != launch.allocations.begin() && !(*std::prev(before))->counted)
    --before;
  while (it != launch.allocations.end() && !(*it)->counted)
    ++it;
  const Allocation *nearest = nullptr;
  uint64_t distance = Memory::Impl::redZone;
  if (before != launch.allocations.begin()) {
    const Allocation *lower = *std::prev(before);
    uint64_t past = address < lower->end() ? 0 : address - lower->end();
    if (past <= distance) {
      nearest = lower;
      distance = past;
    }
  }
  if (it != launch.allocations.end() && (*it)->base - address < distance)
    nearest = *it;
  return nearest;
}

Accessor Worker::getAccessor(const Wave &wave, const Lane &lane,
                             AccessKind kind) const {
  return {workgroup,  lane.thread,       launch.chip->waveSize,
          wave.epoch, wave.barrierEpoch, kind};
}

static AccessKind getAccessKind(const Site &site, bool isWrite) {
  if (isAtomic(site))
    return isWrite ? AccessKind::Atomic : AccessKind::AtomicLoad;
  return isWrite ? AccessKind::Write : AccessKind::Read;
}

void Worker::reportAccess(FaultKind kind, uint32_t siteIndex, const Site &site,
                          const Lane &lane, uint64_t address, uint64_t bytes,
                          bool isWrite, const Allocation *allocation,
                          bool isLds, Conflict conflict, bool isSuspicion) {
  Fault *fault = addFault(kind, siteIndex, lane, isSuspicion);
  if (!fault)
    return;
  auto ldsBase = reinterpret_cast<uint64_t>(lds);
  fault->address = address;
  if (isLds) {
    fault->buffer = "LDS";
    fault->offset = int64_t(address - ldsBase);
  } else if (allocation) {
    fault->buffer = allocation->name;
    fault->offset = int64_t(address - allocation->base);
  }
  uint64_t size = isLds ? launch.ldsBytes : allocation ? allocation->size : 0;
  std::string what = std::to_string(bytes) + "-byte " + site.name;
  std::string where = isLds        ? " LDS"
                      : allocation ? " '" + allocation->name + "'"
                                   : std::string(" any allocation");
  switch (kind) {
  case FaultKind::OutOfBounds:
    if (fault->buffer.empty()) {
      fault->message = what + " outside" + where;
      fault->hint = "is the pointer a device address?";
      break;
    }
    if (fault->offset < 0)
      fault->message = what + " begins " + std::to_string(-fault->offset) +
                       " bytes before" + where;
    else
      fault->message =
          what + " ends " +
          std::to_string(fault->offset + int64_t(bytes) - int64_t(size)) +
          " bytes past the end of" + where;
    fault->message += " (" + std::to_string(size) + " bytes)";
    fault->hint = "mask the access or check the strides and the offset";
    break;
  case FaultKind::OutsideView:
    fault->message = what + " at offset " + std::to_string(fault->offset) +
                     " of" + where +
                     " is outside of the part that the kernel "
                     "was given";
    fault->hint = "mask the access or check the strides and the offset";
    break;
  case FaultKind::UseAfterFree:
    fault->message = what + " of" + where + ", which has been freed";
    fault->hint = "free it after the last kernel that uses it";
    break;
  case FaultKind::Misaligned:
    fault->message = what + " at offset " + std::to_string(fault->offset) +
                     " of" + where + " promises an alignment of " +
                     std::to_string(site.align);
    fault->hint = "the kernel assumes more alignment than the argument has";
    break;
  case FaultKind::Uninitialized:
    fault->message = what + " at offset " + std::to_string(fault->offset) +
                     " of" + where + " reads bytes that were never written";
    fault->hint = isLds ? "write the slot, then a barrier, then read"
                        : "fill the buffer or mask the access";
    break;
  case FaultKind::Race:
    fault->message = what + " at offset " + std::to_string(fault->offset) +
                     " of" + where + " conflicts with an access by another " +
                     (conflict == Conflict::SameWave    ? "lane of the wave"
                      : conflict == Conflict::OtherWave ? "wave"
                                                        : "workgroup");
    fault->hint = conflict == Conflict::OtherWorkgroup
                      ? "workgroups must not share bytes that one writes"
                      : "a barrier is missing between the two accesses";
    break;
  case FaultKind::ReadOnly:
    fault->message = what + " writes to the constant" + where;
    fault->hint = "constants can't be written";
    break;
  default:
    break;
  }
}

/// The first byte that was never written, or `bytes`.
static uint64_t findUnwritten(const char *written, uint64_t bytes) {
  const void *found = std::memchr(written, 0, bytes);
  return found ? static_cast<const char *>(found) - written : bytes;
}

char *Worker::checkShared(Wave &wave, uint32_t siteIndex, const Site &site,
                          Lane &lane, uint64_t address, uint64_t bytes,
                          bool isWrite, const char *value, Segments &segments) {
  const Options &options = *launch.options;
  uint64_t offset = address - reinterpret_cast<uint64_t>(lds);
  if (offset > launch.ldsBytes || bytes > launch.ldsBytes - offset) {
    // Hardware ignores such accesses, so they are never performed here either.
    if (options.checkBounds)
      reportAccess(FaultKind::OutOfBounds, siteIndex, site, lane, address,
                   bytes, isWrite, nullptr, /*isLds=*/true);
    return nullptr;
  }
  segments.add(lane.laneId, offset, bytes);
  if (options.checkAlignment && site.align > 1 && offset % site.align)
    reportAccess(FaultKind::Misaligned, siteIndex, site, lane, address, bytes,
                 isWrite, nullptr, /*isLds=*/true);
  if (options.checkUninitialized && (!isWrite || isAtomic(site)) &&
      site.reads) {
    uint64_t first = findUnwritten(&ldsWritten[offset], bytes);
    if (first != bytes)
      reportAccess(FaultKind::Uninitialized, siteIndex, site, lane, address,
                   bytes, isWrite, nullptr, /*isLds=*/true);
  }
  if (isWrite && bytes)
    std::memset(&ldsWritten[offset], 1, bytes);
  char *data = lds + offset;
  if (options.checkRaces) {
    Accessor by = getAccessor(wave, lane, getAccessKind(site, isWrite));
    Conflict conflict = Conflict::None;
    // The bytes of an access mostly share their history.
    uint32_t last = 0, updated = 0;
    Conflict here = Conflict::None;
    for (uint64_t i = 0; i < bytes; ++i) {
      uint32_t &word = ldsOwners[offset + i];
      if (i == 0 || word != last) {
        last = updated = word;
        here = accessLocal(updated, by);
      }
      word = updated;
      // Storing what is there already makes no difference to anyone.
      if (here != Conflict::None && !(value && data[i] == value[i]))
        conflict = std::max(conflict, here);
    }
    if (conflict != Conflict::None)
      reportAccess(FaultKind::Race, siteIndex, site, lane, address, bytes,
                   isWrite, nullptr, /*isLds=*/true, conflict);
  }
  return data;
}

char *Worker::checkAccess(Wave &wave, uint32_t siteIndex, const Site &site,
                          Lane &lane, unsigned addressSpace, uint64_t address,
                          uint64_t bytes, bool isWrite, const char *value,
                          Segments &global, Segments &lds) {
  const Options &options = *launch.options;
  if (addressSpace == ldsSpace ||
      (addressSpace == flatSpace && isShared(address)))
    return checkShared(wave, siteIndex, site, lane, address, bytes, isWrite,
                       value, lds);
  char *data = reinterpret_cast<char *>(address);
  if (addressSpace == flatSpace || addressSpace == privateSpace) {
    if (data >= lane.stackBottom && data < lane.stackTop &&
        bytes <= uint64_t(lane.stackTop - data))
      return data;
  }
  if (addressSpace == privateSpace) {
    reportAccess(FaultKind::OutOfBounds, siteIndex, site, lane, address, bytes,
                 isWrite, nullptr);
    return nullptr;
  }
  Allocation *allocation = findAllocation(address, bytes);
  if (!allocation) {
    if (!options.checkBounds)
      return data;
    const Allocation *nearest = findNearest(address);
    bool freed = nearest && nearest->freed && nearest->contains(address, bytes);
    reportAccess(freed ? FaultKind::UseAfterFree : FaultKind::OutOfBounds,
                 siteIndex, site, lane, address, bytes, isWrite, nearest);
    return nullptr;
  }
  if (const char *visible = allocation->visibleAt(address);
      visible && bytes && options.checkBounds) {
    // Vectors that are loaded may reach into the gaps between the rows of a
    // view; one of up to 64 bytes is several loads of 16.
    constexpr uint64_t otherPieces = 48;
    uint64_t before = std::min(otherPieces, address - allocation->base);
    uint64_t behind = std::min(
        otherPieces, allocation->base + allocation->size - address - bytes);
    bool isVisible = isWrite ? !std::memchr(visible, 0, bytes)
                             : std::memchr(visible - before, 1,
                                           before + bytes + behind) != nullptr;
    if (!isVisible) {
      reportAccess(FaultKind::OutsideView, siteIndex, site, lane, address,
                   bytes, isWrite, allocation);
      return nullptr;
    }
  }
  if (isWrite && allocation->readOnly) {
    reportAccess(FaultKind::ReadOnly, siteIndex, site, lane, address, bytes,
                 isWrite, allocation);
    return nullptr;
  }
  if (options.checkAlignment && site.align > 1 && address % site.align)
    reportAccess(FaultKind::Misaligned, siteIndex, site, lane, address, bytes,
                 isWrite, allocation);
  if (allocation->counted) {
    global.add(lane.laneId, address, bytes);
    BufferTraffic &traffic = bufferTraffic[allocation->index];
    if (isWrite)
      traffic.stored += bytes;
    if (!isWrite || (isAtomic(site) && site.reads))
      traffic.loaded += bytes;
  }
  if (char *written = allocation->writtenAt(address)) {
    if (options.checkUninitialized && site.reads &&
        (!isWrite || isAtomic(site)) && findUnwritten(written, bytes) != bytes)
      reportAccess(FaultKind::Uninitialized, siteIndex, site, lane, address,
                   bytes, isWrite, allocation);
    if (isWrite)
      std::memset(written, 1, bytes);
  }
  uint64_t *owners = allocation->ownersAt(address);
  if (!options.checkRaces || !owners)
    return data;
  Accessor by = getAccessor(wave, lane, getAccessKind(site, isWrite));
  Conflict conflict = Conflict::None, suspicion = Conflict::None;
  uint64_t last = 0, updated = 0;
  Conflict here = Conflict::None;
  for (uint64_t i = 0; i < bytes; ++i) {
    // Workgroups run on several host threads, so the word can change under us.
    auto *word = reinterpret_cast<std::atomic<uint64_t> *>(owners + i);
    uint64_t old = word->load(std::memory_order_relaxed);
    do {
      if (i == 0 || old != last) {
        last = old;
        updated = accessGlobal(old, by, here);
      }
    } while (updated != old && !word->compare_exchange_weak(
                                   old, updated, std::memory_order_relaxed));
    if (here == Conflict::None)
      continue;
    // Where a plain load takes part, it may turn out not to matter.
    if (isWrite ? !isWritten(old, by) : !isAtomic(site)) {
      suspicion = std::max(suspicion, here);
      allocation->contendedAt(address)[i] = 1;
    } else if (here == Conflict::OtherWorkgroup ||
               !(value && data[i] == value[i])) {
      conflict = std::max(conflict, here);
    }
  }
  if (conflict != Conflict::None)
    reportAccess(FaultKind::Race, siteIndex, site, lane, address, bytes,
                 isWrite, allocation, /*isLds=*/false, conflict);
  else if (suspicion != Conflict::None)
    reportAccess(FaultKind::Race, siteIndex, site, lane, address, bytes,
                 isWrite, allocation, /*isLds=*/false, suspicion,
                 /*isSuspicion=*/true);
  return data;
}

void Worker::copyLoaded(const Wave &wave, const Lane &lane, char *value,
                        const char *data, uint64_t bytes) {
  std::memcpy(value, data, bytes);
  auto address = reinterpret_cast<uint64_t>(data);
  if (!launch.disturbance || !lastAllocation ||
      !lastAllocation->contains(address, bytes))
    return;
  const char *contended = lastAllocation->contendedAt(address);
  const uint64_t *owners = lastAllocation->ownersAt(address);
  if (!contended || !owners)
    return;
  Accessor by = getAccessor(wave, lane, AccessKind::Read);
  for (uint64_t i = 0; i < bytes; ++i)
    if (contended[i] && isWrittenByOther(owners[i], by))
      value[i] = char(*launch.disturbance);
}

//===----------------------------------------------------------------------===//
// Buffer accesses
//===----------------------------------------------------------------------===//

/// Bytes `[0, result)` of the access are in range; the parts are checked one
/// dword at a time before gfx11 and as a whole since. Calls `part` with every
/// range of bytes that is in range.
template <typename Part>
static void forEachPartInRange(const BufferResource &resource, bool whole,
                               bool structured, uint64_t index, uint64_t offset,
                               uint64_t bytes, Part part) {
  if (structured && resource.stride) {
    if (index < resource.records && offset + bytes <= resource.stride)
      part(0, bytes);
    return;
  }
  uint64_t step = whole ? bytes : std::min<uint64_t>(bytes, 4);
  for (uint64_t at = 0; at < bytes; at += step) {
    uint64_t length = std::min(step, bytes - at);
    if (offset + at + length <= resource.records)
      part(at, length);
  }
}

namespace {
/// What a lane accesses of a buffer.
struct BufferPlace {
  const BufferResource &resource;
  uint64_t offset;
  uint64_t index;
  uint64_t address;
};
} // namespace

static BufferPlace getBufferPlace(const Lane &lane) {
  const auto &resource =
      *reinterpret_cast<const BufferResource *>(lane.operands[0]);
  uint64_t offset = uint32_t(lane.operands[1]);
  uint64_t index = uint32_t(lane.operands[3]);
  // The range check looks at the lane's offset only; the scalar offset comes on
  // top of it.
  uint64_t address = resource.base + index * resource.stride + offset +
                     uint32_t(lane.operands[2]);
  return {resource, offset, index, address};
}

void Worker::accessBuffer(Wave &wave, uint32_t siteIndex, const Site &site,
                          Lane &lane, bool isWrite, char *value,
                          Segments &global, Segments &lds) {
  BufferPlace place = getBufferPlace(lane);
  if (!isWrite)
    std::memset(value, 0, site.bytes);
  uint64_t begin = UINT64_MAX, end = 0;
  forEachPartInRange(place.resource, launch.wholeBufferAccess, site.structured,
                     place.index, place.offset, site.bytes,
                     [&](uint64_t at, uint64_t length) {
                       begin = std::min(begin, at);
                       end = std::max(end, at + length);
                     });
  // Parts are a prefix of the access, as the range has no holes.
  if (begin >= end)
    return warnSwallowed(siteIndex, site, lane, place.resource, place.offset);
  char *data =
      checkAccess(wave, siteIndex, site, lane, 1, place.address + begin,
                  end - begin, isWrite, value + begin, global, lds);
  if (!data)
    return;
  if (isWrite)
    std::memcpy(data, value + begin, end - begin);
  else
    copyLoaded(wave, lane, value + begin, data, end - begin);
}

char *Worker::accessBufferAtomic(Wave &wave, uint32_t siteIndex,
                                 const Site &site, Lane &lane, char *scratch,
                                 Segments &global, Segments &lds) {
  BufferPlace place = getBufferPlace(lane);
  bool isInRange = false;
  forEachPartInRange(place.resource, /*whole=*/true, site.structured,
                     place.index, place.offset, site.bytes,
                     [&](uint64_t, uint64_t) { isInRange = true; });
  char *data = nullptr;
  if (isInRange)
    data =
        checkAccess(wave, siteIndex, site, lane, 1, place.address, site.bytes,
                    /*isWrite=*/true, nullptr, global, lds);
  else
    warnSwallowed(siteIndex, site, lane, place.resource, place.offset);
  if (data)
    return data;
  std::memset(scratch, 0, site.bytes);
  return scratch;
}

/// Lanes that are masked off pass an offset in the upper half of the range, so
/// that no buffer can contain it. An offset that is out of range without that
/// may be a mistake that the hardware hides.
void Worker::warnSwallowed(uint32_t siteIndex, const Site &site,
                           const Lane &lane, const BufferResource &resource,
                           uint64_t offset) {
  if (!launch.options->checkBounds || site.structured ||
      offset >= uint64_t(1) << 31)
    return;
  Fault *fault = addFault(FaultKind::Swallowed, siteIndex, lane);
  if (!fault)
    return;
  fault->address = resource.base + offset;
  fault->offset = int64_t(offset);
  fault->message = std::to_string(site.bytes) + "-byte " + site.name +
                   " at byte " + std::to_string(offset) + " of a buffer of " +
                   std::to_string(resource.records) + " bytes " +
                   (site.writes ? "is dropped" : "gives zero");
  fault->hint = "if it is meant, give masked lanes an offset of 2^31; if not, "
                "check the sizes of the arrays";
}

//===----------------------------------------------------------------------===//
// Wave accesses
//===----------------------------------------------------------------------===//

void Worker::runMemory(Wave &wave, uint32_t siteIndex, const Site &site,
                       llvm::ArrayRef<Lane *> group) {
  Segments globalReads, globalWrites, ldsReads, ldsWrites;
  auto check = [&](Lane &lane, unsigned space, uint64_t address, uint64_t bytes,
                   bool isWrite, const char *value) {
    return checkAccess(wave, siteIndex, site, lane, space, address, bytes,
                       isWrite, value, isWrite ? globalWrites : globalReads,
                       isWrite ? ldsWrites : ldsReads);
  };
  for (Lane *lane : group) {
    uint64_t *operands = lane->operands;
    switch (site.kind) {
    case SiteKind::Load: {
      auto *value = reinterpret_cast<char *>(operands[1]);
      if (char *data = check(*lane, site.addressSpace, operands[0], site.bytes,
                             /*isWrite=*/false, nullptr))
        copyLoaded(wave, *lane, value, data, site.bytes);
      else
        std::memset(value, 0, site.bytes);
      break;
    }
    case SiteKind::Store: {
      auto *value = reinterpret_cast<const char *>(operands[1]);
      if (char *data = check(*lane, site.addressSpace, operands[0], site.bytes,
                             /*isWrite=*/true, value))
        std::memcpy(data, value, site.bytes);
      break;
    }
    case SiteKind::Atomic: {
      char *data = check(*lane, site.addressSpace, operands[0], site.bytes,
                         site.writes, nullptr);
      if (!data) {
        std::memset(scratch, 0, sizeof(scratch));
        data = scratch;
      }
      lane->results[0] = reinterpret_cast<uint64_t>(data);
      break;
    }
    case SiteKind::MemCopy: {
      uint64_t bytes = operands[2];
      char *from = check(*lane, site.imm[1], operands[1], bytes,
                         /*isWrite=*/false, nullptr);
      char *to = check(*lane, site.imm[0], operands[0], bytes,
                       /*isWrite=*/true, nullptr);
      if (from && to)
        std::memmove(to, from, bytes);
      break;
    }
    case SiteKind::MemSet:
      if (char *data = check(*lane, site.imm[0], operands[0], operands[2],
                             /*isWrite=*/true, nullptr))
        std::memset(data, int(operands[1]), operands[2]);
      break;
    case SiteKind::BufferLoad:
      accessBuffer(wave, siteIndex, site, *lane, /*isWrite=*/false,
                   reinterpret_cast<char *>(operands[4]), globalReads,
                   ldsReads);
      break;
    case SiteKind::BufferStore:
      accessBuffer(wave, siteIndex, site, *lane, /*isWrite=*/true,
                   reinterpret_cast<char *>(operands[4]), globalWrites,
                   ldsWrites);
      break;
    case SiteKind::BufferAtomic:
      lane->results[0] = reinterpret_cast<uint64_t>(accessBufferAtomic(
          wave, siteIndex, site, *lane, reinterpret_cast<char *>(operands[4]),
          globalWrites, ldsWrites));
      break;
    case SiteKind::LoadToLds:
    case SiteKind::BufferLoadToLds: {
      char value[16] = {0};
      bool isBuffer = site.kind == SiteKind::BufferLoadToLds;
      if (isBuffer)
        accessBuffer(wave, siteIndex, site, *lane, /*isWrite=*/false, value,
                     globalReads, ldsReads);
      else if (char *data = check(*lane, 1, operands[0], site.bytes,
                                  /*isWrite=*/false, nullptr))
        copyLoaded(wave, *lane, value, data, site.bytes);
      // The LDS address is the wave's, lanes follow each other from there.
      uint64_t base = group.front()->operands[isBuffer ? 4 : 1];
      uint64_t address =
          base + site.imm[0] + lane->laneId * std::max<uint64_t>(site.bytes, 4);
      if (char *data = check(*lane, ldsSpace, address, site.bytes,
                             /*isWrite=*/true, value))
        std::memcpy(data, value, site.bytes);
      break;
    }
    default:
      break;
    }
  }
  if (!launch.options->counters)
    return;
  countAccess(siteIndex, site, globalReads, /*isLds=*/false, /*isWrite=*/false);
  countAccess(siteIndex, site, globalWrites, /*isLds=*/false, /*isWrite=*/true);
  countAccess(siteIndex, site, ldsReads, /*isLds=*/true, /*isWrite=*/false);
  countAccess(siteIndex, site, ldsWrites, /*isLds=*/true, /*isWrite=*/true);
}
