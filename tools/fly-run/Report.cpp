//===- Report.cpp - What fly-run tells about a run ------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::helion_fly::run;
using fly::sim::BufferCounters;
namespace json = llvm::json;

static const BufferCounters *findCounters(const RunReport &report,
                                          const Argument &argument) {
  const auto &buffers = report.simulation.counters.buffers;
  auto it = buffers.find(argument.address);
  return argument.isScalar() || it == buffers.end() ? nullptr : &it->second;
}

static double perElement(uint64_t bytes, const Argument &argument) {
  int64_t elements = argument.getNumElements();
  return elements == 0 ? 0.0 : static_cast<double>(bytes) / elements;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printList(llvm::raw_ostream &os, ArrayRef<uint32_t> values) {
  llvm::interleave(values, os, " x ");
}

static void printWidths(llvm::raw_ostream &os,
                        const std::map<int64_t, int64_t> &accesses) {
  if (accesses.empty()) {
    os << "none";
    return;
  }
  llvm::interleaveComma(llvm::reverse(accesses), os, [&](const auto &entry) {
    os << entry.second << " of " << entry.first << " bits";
  });
}

static void printPlan(const RunReport &report, llvm::raw_ostream &os) {
  if (!report.plan)
    return;
  os << "  schedule   ";
  llvm::interleaveComma(report.plan, os, [&](NamedAttribute entry) {
    os << entry.getName().getValue() << " ";
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue()))
      os << integer.getInt();
    else if (auto text = dyn_cast<StringAttr>(entry.getValue()))
      os << text.getValue();
    else
      os << entry.getValue();
  });
  os << "\n";
}

static void printIsa(const IsaFigures &isa, llvm::raw_ostream &os) {
  os << "  registers  " << isa.vgprs << " VGPRs";
  if (isa.agprs)
    os << " (" << isa.agprs << " of them AGPRs)";
  os << ", " << isa.sgprs << " SGPRs, " << isa.vgprSpills + isa.sgprSpills
     << " spills, " << isa.scratchBytes << " bytes of scratch\n"
     << "  ISA        " << isa.instructions << " instructions, " << isa.barriers
     << " barriers, " << isa.ldsBytes << " bytes of LDS\n"
     << "  loads      ";
  printWidths(os, isa.loads);
  os << "\n  stores     ";
  printWidths(os, isa.stores);
  os << "\n";
}

static void printOccupancy(const RunReport &report, llvm::raw_ostream &os) {
  os << "  occupancy  " << report.occupancy->wavesPerSimd
     << " waves per SIMD, limited by " << report.occupancy->limit << "\n";
}

// Figures per wave, since a wave's instructions are what the user wrote.
static void printInstructions(const RunReport &report, llvm::raw_ostream &os) {
  const fly::sim::Counters &counters = report.simulation.counters;
  fly::sim::InstructionCounters byLane = counters.getLaneInstructions();
  if (!byLane.waves)
    return;
  os << "  per wave   ";
  bool isFirst = true;
  for (unsigned kind = 0; kind < fly::sim::numInstructionClasses; ++kind) {
    uint64_t waves = counters.instructions[kind].waves;
    if (!waves)
      continue;
    os << (isFirst ? "" : ", ")
       << llvm::format("%.1f ", static_cast<double>(waves) / counters.waves)
       << fly::sim::getInstructionClassName(fly::sim::InstructionClass(kind));
    isFirst = false;
  }
  unsigned waveSize = fly::lookupTarget(report.chip)->waveSize;
  os << " instructions, "
     << llvm::format("%.1f%%", 100.0 * byLane.lanes / (byLane.waves * waveSize))
     << " of the lanes active\n";
}

static void printRoofline(const RunReport &report, llvm::raw_ostream &os) {
  if (!report.roofline)
    return;
  const Roofline &roofline = *report.roofline;
  const fly::ChipFigures &figures = *fly::lookupChipFigures(report.chip);
  os << llvm::format("  estimate   at least %.3f us: memory %.3f, vector "
                     "instructions %.3f, LDS %.3f",
                     1e6 * roofline.total(), 1e6 * roofline.memory,
                     1e6 * roofline.vector, 1e6 * roofline.lds)
     << " (published peaks of the " << figures.product << ")\n";
}

static void printTraffic(const RunReport &report, llvm::raw_ostream &os) {
  const fly::sim::Counters &counters = report.simulation.counters;
  os << "  executed   " << counters.workgroups << " workgroups, "
     << counters.waves << " waves, " << counters.maxBarriersPerWorkgroup
     << " barriers per workgroup\n"
     << "  segments   " << counters.globalLoad.segments64 << " loaded, "
     << counters.globalStore.segments64
     << " stored (64 bytes, summed over wave accesses)\n";
  for (auto [index, argument] : llvm::enumerate(report.arguments)) {
    const BufferCounters *buffer = findCounters(report, argument);
    if (!buffer)
      continue;
    os << "  arg " << index << "      "
       << llvm::format("%.3f", perElement(buffer->bytesLoaded, argument))
       << " bytes loaded and "
       << llvm::format("%.3f", perElement(buffer->bytesStored, argument))
       << " stored per element of " << argument.array.type->bytes << " bytes\n";
  }
}

void mlir::helion_fly::run::printReport(const RunReport &report,
                                        llvm::raw_ostream &os) {
  os << report.kernel << " on " << report.chip << ": ";
  if (!report.isCompiled) {
    os << "the arrays have no elements, nothing to do\n";
    return;
  }
  os << "grid ";
  printList(os, report.launch.grid);
  os << ", block ";
  printList(os, report.launch.block);
  os << "\n";
  printPlan(report, os);
  printIsa(report.isa, os);
  printOccupancy(report, os);
  if (!report.isLaunched) {
    os << "  the grid is empty, nothing to do\n";
    return;
  }
  printTraffic(report, os);
  printInstructions(report, os);
  printRoofline(report, os);
  if (report.seconds)
    os << "  time       " << llvm::format("%.3f", *report.seconds)
       << " seconds of processor time to simulate\n";
  if (report.comparison)
    printComparison(*report.comparison, os);
  if (report.simulation.ok())
    os << "  no faults\n";
  else
    os << "  " << report.simulation.faultCount << " faults\n";
  report.simulation.printFaults(os);
  if (report.source)
    printAnnotated(*report.source, report.simulation.counters,
                   fly::lookupTarget(report.chip)->waveSize, os);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static json::Value attributeToJSON(Attribute attribute) {
  if (auto boolean = dyn_cast<BoolAttr>(attribute))
    return boolean.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getInt();
  if (auto text = dyn_cast<StringAttr>(attribute))
    return text.getValue().str();
  if (auto list = dyn_cast<ArrayAttr>(attribute))
    return json::Array(llvm::map_range(list, attributeToJSON));
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    json::Object object;
    for (NamedAttribute entry : dictionary)
      object[entry.getName().getValue()] = attributeToJSON(entry.getValue());
    return object;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << attribute;
  return text;
}

template <typename T>
static json::Object widthsToJSON(const std::map<T, T> &accesses) {
  json::Object object;
  for (auto [width, count] : accesses)
    object[std::to_string(width)] = count;
  return object;
}

static json::Object toJSON(const IsaFigures &isa) {
  return json::Object{
      {"vgprs", isa.vgprs},
      {"agprs", isa.agprs},
      {"sgprs", isa.sgprs},
      {"vgpr_spills", isa.vgprSpills},
      {"sgpr_spills", isa.sgprSpills},
      {"scratch_bytes", isa.scratchBytes},
      {"scratch_accesses", isa.scratchAccesses},
      {"lds_bytes", isa.ldsBytes},
      {"lds_accesses", isa.ldsAccesses},
      {"instructions", isa.instructions},
      {"barriers", isa.barriers},
      {"widest_load_bits", isa.getWidestLoad()},
      {"widest_store_bits", isa.getWidestStore()},
      {"loads", widthsToJSON(isa.loads)},
      {"stores", widthsToJSON(isa.stores)},
  };
}

static json::Object toJSON(const fly::sim::Fault &fault) {
  return json::Object{
      {"kind", fly::sim::getFaultKindName(fault.kind)},
      {"kernel", fault.kernel},
      {"workgroup", json::Array(fault.workgroup)},
      {"thread", json::Array(fault.thread)},
      {"wave", fault.wave},
      {"lane", fault.lane},
      {"buffer", fault.buffer},
      {"offset", fault.offset},
      {"location", fault.location},
      {"message", fault.message},
      {"hint", fault.hint},
      {"count", fault.count},
  };
}

static json::Array argumentsToJSON(const RunReport &report) {
  json::Array result;
  for (const Argument &argument : report.arguments) {
    json::Object object{{"text", argument.text}};
    if (!argument.isScalar()) {
      object["type"] = argument.array.type->name;
      object["shape"] = json::Array(argument.shape);
      object["strides"] = json::Array(argument.strides);
      object["elements"] = argument.getNumElements();
      object["alignment"] = argument.getAlignment();
    }
    result.push_back(std::move(object));
  }
  return result;
}

static json::Array buffersToJSON(const RunReport &report) {
  json::Array result;
  for (auto [index, argument] : llvm::enumerate(report.arguments))
    if (const BufferCounters *buffer = findCounters(report, argument))
      result.push_back(json::Object{
          {"arg", index},
          {"bytes_loaded", buffer->bytesLoaded},
          {"bytes_stored", buffer->bytesStored},
          {"bytes_loaded_per_element",
           perElement(buffer->bytesLoaded, argument)},
          {"bytes_stored_per_element",
           perElement(buffer->bytesStored, argument)},
      });
  return result;
}

static json::Object countersToJSON(const RunReport &report) {
  const fly::sim::Counters &counters = report.simulation.counters;
  json::Object code = fly::sim::toJSON(counters);
  json::Object result{
      {"workgroups", counters.workgroups},
      {"waves", counters.waves},
      {"barriers", counters.barriers},
      {"barriers_per_workgroup", counters.maxBarriersPerWorkgroup},
      {"wave_operations", counters.waveOps},
      {"global_load", toJSON(counters.globalLoad)},
      {"global_store", toJSON(counters.globalStore)},
      {"global_atomic", toJSON(counters.globalAtomic)},
      {"lds_load", toJSON(counters.ldsLoad)},
      {"lds_store", toJSON(counters.ldsStore)},
      {"lds_atomic", toJSON(counters.ldsAtomic)},
      {"buffers", buffersToJSON(report)},
  };
  if (json::Value *instructions = code.get("instructions"))
    result["instructions"] = std::move(*instructions);
  return result;
}

json::Value mlir::helion_fly::run::toJSON(const RunReport &report) {
  json::Object object{
      {"kernel", report.kernel},
      {"chip", report.chip},
      {"arguments", argumentsToJSON(report)},
      {"grid", json::Array(report.launch.grid)},
      {"block", json::Array(report.launch.block)},
      {"isa", ::toJSON(report.isa)},
      {"compiled", report.isCompiled},
      {"launched", report.isLaunched},
      {"counters", countersToJSON(report)},
      {"fault_count", report.simulation.faultCount},
  };
  json::Array faults;
  for (const fly::sim::Fault &fault : report.simulation.faults)
    faults.push_back(::toJSON(fault));
  object["faults"] = std::move(faults);
  json::Array warnings;
  for (const fly::sim::Fault &warning : report.simulation.warnings)
    warnings.push_back(::toJSON(warning));
  object["warnings"] = std::move(warnings);
  if (report.occupancy)
    object["occupancy"] =
        json::Object{{"waves_per_simd", report.occupancy->wavesPerSimd},
                     {"limit", report.occupancy->limit}};
  if (report.roofline) {
    const fly::ChipFigures &figures = *fly::lookupChipFigures(report.chip);
    object["estimate"] =
        json::Object{{"seconds", report.roofline->total()},
                     {"bound", report.roofline->bound()},
                     {"memory_seconds", report.roofline->memory},
                     {"vector_seconds", report.roofline->vector},
                     {"lds_seconds", report.roofline->lds},
                     {"least_bytes", report.roofline->leastBytes},
                     {"product", figures.product},
                     {"source", figures.source}};
  }
  if (report.source)
    object["lines"] =
        annotationsToJSON(*report.source, report.simulation.counters);
  if (report.seconds)
    object["simulation_seconds"] = *report.seconds;
  if (report.comparison)
    object["comparison"] = toJSON(*report.comparison);
  if (report.plan)
    object["plan"] = attributeToJSON(report.plan);
  return object;
}
