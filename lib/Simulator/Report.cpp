//===- Report.cpp - Faults and counters as text ---------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::fly::sim;

llvm::StringRef mlir::fly::sim::getFaultKindName(FaultKind kind) {
  switch (kind) {
  case FaultKind::OutOfBounds:
    return "out-of-bounds";
  case FaultKind::OutsideView:
    return "outside-view";
  case FaultKind::Swallowed:
    return "swallowed";
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
  os << (isWarning() ? "warning: " : "fault: ") << getFaultKindName(kind)
     << ": " << message << "\n";
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
  bankPasses += other.bankPasses;
  bankConflicts += other.bankConflicts;
}

llvm::StringRef mlir::fly::sim::getInstructionClassName(InstructionClass kind) {
  switch (kind) {
  case InstructionClass::Vector:
    return "vector";
  case InstructionClass::Transcendental:
    return "transcendental";
  case InstructionClass::Scalar:
    return "scalar";
  case InstructionClass::Branch:
    return "branch";
  case InstructionClass::ScalarMemory:
    return "scalar-memory";
  case InstructionClass::VectorMemory:
    return "vector-memory";
  case InstructionClass::Lds:
    return "lds";
  case InstructionClass::CrossLane:
    return "cross-lane";
  case InstructionClass::Matrix:
    return "matrix";
  case InstructionClass::Barrier:
    return "barrier";
  }
  return "unknown";
}

InstructionCounters CodeCounters::getLaneInstructions() const {
  InstructionCounters sum;
  for (InstructionClass kind :
       {InstructionClass::Vector, InstructionClass::Transcendental,
        InstructionClass::VectorMemory, InstructionClass::Lds,
        InstructionClass::CrossLane, InstructionClass::Matrix}) {
    sum.waves += (*this)[kind].waves;
    sum.lanes += (*this)[kind].lanes;
  }
  return sum;
}

void CodeCounters::add(const CodeCounters &other) {
  globalLoad.add(other.globalLoad);
  globalStore.add(other.globalStore);
  globalAtomic.add(other.globalAtomic);
  ldsLoad.add(other.ldsLoad);
  ldsStore.add(other.ldsStore);
  ldsAtomic.add(other.ldsAtomic);
  for (auto [mine, others] :
       llvm::zip_equal(instructions, other.instructions)) {
    mine.waves += others.waves;
    mine.lanes += others.lanes;
  }
}

void Counters::add(const Counters &other) {
  CodeCounters::add(other);
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
  for (const auto &[line, counters] : other.lines)
    lines[line].add(counters);
}

void Report::printFaults(llvm::raw_ostream &os) const {
  uint64_t shown = 0;
  for (const Fault &fault : faults) {
    fault.print(os);
    shown += fault.count;
  }
  if (shown < faultCount)
    os << faultCount - shown << " more faults\n";
  for (const Fault &warning : warnings)
    warning.print(os);
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
  if (counters.bankPasses)
    os << ", " << counters.bankPasses << " passes (" << counters.bankConflicts
       << " for bank conflicts)";
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
  for (unsigned kind = 0; kind < numInstructionClasses; ++kind) {
    const InstructionCounters &executed = counters.instructions[kind];
    if (executed.waves)
      os << "  " << getInstructionClassName(InstructionClass(kind))
         << " instructions: " << executed.waves << " by waves, "
         << executed.lanes << " by lanes\n";
  }
  for (const auto &[address, traffic] : counters.buffers)
    os << "  buffer '" << traffic.name << "': " << traffic.bytesLoaded
       << " bytes loaded, " << traffic.bytesStored << " stored\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

llvm::json::Object mlir::fly::sim::toJSON(const AccessCounters &counters) {
  llvm::json::Object widths;
  for (auto [bytes, count] : counters.widths)
    widths[std::to_string(bytes * 8)] = count;
  llvm::json::Object object{
      {"wave_accesses", counters.waveAccesses},
      {"lane_accesses", counters.laneAccesses},
      {"bytes", counters.bytes},
      {"segments_32", counters.segments32},
      {"segments_64", counters.segments64},
      {"segments_128", counters.segments128},
      {"wave_accesses_by_bits", std::move(widths)},
  };
  if (counters.bankPasses) {
    object["bank_passes"] = counters.bankPasses;
    object["bank_conflicts"] = counters.bankConflicts;
  }
  return object;
}

llvm::json::Object mlir::fly::sim::toJSON(const CodeCounters &counters) {
  llvm::json::Object object;
  auto add = [&](llvm::StringRef name, const AccessCounters &access) {
    if (access.waveAccesses)
      object[name] = toJSON(access);
  };
  add("global_load", counters.globalLoad);
  add("global_store", counters.globalStore);
  add("global_atomic", counters.globalAtomic);
  add("lds_load", counters.ldsLoad);
  add("lds_store", counters.ldsStore);
  add("lds_atomic", counters.ldsAtomic);
  llvm::json::Object instructions;
  for (unsigned kind = 0; kind < numInstructionClasses; ++kind) {
    const InstructionCounters &executed = counters.instructions[kind];
    if (executed.waves)
      instructions[getInstructionClassName(InstructionClass(kind))] =
          llvm::json::Object{{"waves", executed.waves},
                             {"lanes", executed.lanes}};
  }
  if (!instructions.empty())
    object["instructions"] = std::move(instructions);
  return object;
}
