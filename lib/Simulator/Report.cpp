//===- Report.cpp - Faults and counters as text ---------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Simulator.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::fly::sim;

llvm::StringRef mlir::fly::sim::getFaultKindName(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutOfBounds:
    return "out-of-bounds";
  case FaultKind::UseAfterFree:
    return "use-after-free";
  case FaultKind::Misaligned:
    return "misaligned";
  case FaultKind::Uninitialized:
    return "uninitialized";
  case FaultKind::Race:
    return "race";
  case FaultKind::ReadOnly:
    return "read-only";
  case FaultKind::DivergentBarrier:
    return "divergent-barrier";
  case FaultKind::InactiveLane:
    return "inactive-lane";
  case FaultKind::MatrixOperand:
    return "matrix-operand";
  case FaultKind::StepLimit:
    return "step-limit";
  case FaultKind::Trap:
    return "trap";
  }
  return "unknown";
}

static void printDims(llvm::raw_ostream &os,
                      const std::array<uint32_t, 3> &dims) {
  os << "(" << dims[0] << "," << dims[1] << "," << dims[2] << ")";
}

void Fault::print(llvm::raw_ostream &os) const {
  if (!location.empty())
    os << location << ": ";
  os << "fault: " << getFaultKindName(kind) << ": " << message << "\n";
  os << "  in kernel '" << kernel << "', workgroup ";
  printDims(os, workgroup);
  os << ", thread ";
  printDims(os, thread);
  os << " (wave " << wave << ", lane " << lane << ")";
  if (address)
    os << ", address " << llvm::format_hex(address, 0);
  if (count > 1)
    os << "; " << count << " times in all";
  os << "\n  hint: " << hint << "\n";
}

void AccessCounters::add(const AccessCounters &other) {
  waveAccesses += other.waveAccesses;
  laneAccesses += other.laneAccesses;
  bytes += other.bytes;
  segments32 += other.segments32;
  segments64 += other.segments64;
  segments128 += other.segments128;
  for (auto [width, count] : other.widths)
    widths[width] += count;
}

void Counters::add(const Counters &other) {
  globalLoad.add(other.globalLoad);
  globalStore.add(other.globalStore);
  globalAtomic.add(other.globalAtomic);
  ldsLoad.add(other.ldsLoad);
  ldsStore.add(other.ldsStore);
  ldsAtomic.add(other.ldsAtomic);
  barriers += other.barriers;
  maxBarriersPerWorkgroup =
      std::max(maxBarriersPerWorkgroup, other.maxBarriersPerWorkgroup);
  waveOps += other.waveOps;
  workgroups += other.workgroups;
  waves += other.waves;
  for (const auto &[address, traffic] : other.buffers) {
    BufferCounters &mine = buffers[address];
    mine.name = traffic.name;
    mine.bytesLoaded += traffic.bytesLoaded;
    mine.bytesStored += traffic.bytesStored;
  }
}

void Report::printFaults(llvm::raw_ostream &os) const {
  uint64_t shown = 0;
  for (const Fault &fault : faults) {
    fault.print(os);
    shown += fault.count;
  }
  if (shown < faultCount)
    os << faultCount - shown << " more faults\n";
}

static void printAccess(llvm::raw_ostream &os, llvm::StringRef name,
                        const AccessCounters &counters) {
  if (!counters.waveAccesses)
    return;
  os << "  " << llvm::left_justify(name, 14) << counters.waveAccesses
     << " wave accesses, " << counters.bytes << " bytes, segments of 32/64/128"
     << " bytes: " << counters.segments32 << "/" << counters.segments64 << "/"
     << counters.segments128 << ", widths:";
  for (auto [width, count] : counters.widths)
    os << " " << width << "Bx" << count;
  os << "\n";
}

void Report::print(llvm::raw_ostream &os) const {
  printFaults(os);
  os << counters.workgroups << " workgroups, " << counters.waves << " waves, "
     << counters.barriers << " barriers (at most "
     << counters.maxBarriersPerWorkgroup << " per workgroup), "
     << counters.waveOps << " wave operations\n";
  printAccess(os, "global loads", counters.globalLoad);
  printAccess(os, "global stores", counters.globalStore);
  printAccess(os, "global atomics", counters.globalAtomic);
  printAccess(os, "LDS loads", counters.ldsLoad);
  printAccess(os, "LDS stores", counters.ldsStore);
  printAccess(os, "LDS atomics", counters.ldsAtomic);
  for (const auto &[address, traffic] : counters.buffers)
    os << "  buffer '" << traffic.name << "': " << traffic.bytesLoaded
       << " bytes loaded, " << traffic.bytesStored << " stored\n";
}
