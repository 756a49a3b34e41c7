//===- Simulator.h - Runs AMDGPU kernels on the host ------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulated device: it takes the LLVM module that the AMDGPU back end would
// get, retargets it to the host, and runs every lane of every workgroup. Wave
// operations, barriers and memory accesses happen for all active lanes of a
// wave together, as in lockstep hardware, so results and counters don't depend
// on the host's scheduling.
//
//   ChipModel chip;
//   chip.chip = "gfx942";
//   Memory memory;
//   uint64_t x = memory.allocate(bytes, "x");
//   memory.write(x, data);
//   auto program = Program::load(bitcode, chip, Options());   // Expected
//   Launch launch;
//   launch.kernel = "softmax";
//   launch.grid = {rows, 1, 1};
//   launch.block = {256, 1, 1};
//   launch.args = {KernelArg::of(x), KernelArg::of(int64_t(n))};
//   auto report = (*program)->launch(memory, launch);         // Expected
//   if (!report->ok()) report->print(llvm::errs());
//
// Nothing here is global: objects of different threads don't interfere.
//
//===----------------------------------------------------------------------===//

#ifndef HELION_FLY_SIMULATOR_SIMULATOR_H
#define HELION_FLY_SIMULATOR_SIMULATOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
namespace json {
class Object;
} // namespace json
} // namespace llvm

namespace mlir {
namespace fly {
namespace sim {

/// What the simulator must know about the chip. The behaviour of single
/// instructions (which DPP controls exist, how a buffer access is checked
/// against its range) follows from the chip's name.
struct ChipModel {
  /// The processor name as LLVM spells it, e.g. "gfx942".
  std::string chip;
  /// Lanes per wave: 32 or 64.
  unsigned waveSize = 64;
  /// LDS that one workgroup may use.
  uint64_t ldsBytes = 64 * 1024;
  /// Lanes that one workgroup may have.
  unsigned maxThreads = 1024;
  /// LDS banks of four bytes: 32 or 64.
  unsigned ldsBanks = 32;
};

/// What is checked and counted, and how lanes are scheduled.
struct Options {
  /// Accesses outside any allocation, outside LDS, or to freed memory.
  bool checkBounds = true;
  /// Addresses that are less aligned than the access promises.
  bool checkAlignment = true;
  /// Reads of bytes that nobody has written.
  bool checkUninitialized = true;
  /// Conflicting accesses that no barrier orders. Atomic ones conflict with
  /// others, but not with each other.
  bool checkRaces = true;
  /// Counters of memory accesses and instructions. Off together with all
  /// checks, loads and stores run without any instrumentation.
  bool counters = true;
  /// Faults kept in the report; the others are only counted.
  unsigned maxFaults = 16;
  /// Loop iterations that one lane may execute. 0: no limit.
  uint64_t stepLimit = uint64_t(1) << 22;
  /// Varies the order in which workgroups, waves and lanes run. 0: in order.
  uint64_t seed = 0;
  /// Host threads over which the workgroups are spread. 0: one per core.
  unsigned threads = 0;

  /// Everything off that costs time.
  static Options unchecked();
};

enum class FaultKind {
  OutOfBounds,
  OutsideView,
  Swallowed,
  UseAfterFree,
  Misaligned,
  Uninitialized,
  Race,
  ReadOnly,
  DivergentBarrier,
  InactiveLane,
  MatrixOperand,
  StepLimit,
  Trap,
};

/// The name of a kind of fault as reports print it, e.g. "out-of-bounds".
llvm::StringRef getFaultKindName(FaultKind kind);

/// One distinct fault: a kind at an instruction. It describes the first lane
/// (in order of workgroup and thread) that ran into it.
struct Fault {
  FaultKind kind;
  std::string kernel;
  std::array<uint32_t, 3> workgroup = {0, 0, 0};
  std::array<uint32_t, 3> thread = {0, 0, 0};
  unsigned wave = 0;
  unsigned lane = 0;
  /// Where the access went; 0 where the fault is not about memory.
  uint64_t address = 0;
  /// The allocation that contains the address or is next to it, and the
  /// address's offset from its start. Empty if there is none.
  std::string buffer;
  int64_t offset = 0;
  /// "file:line:column" of the instruction, empty without debug locations.
  std::string location;
  /// What happened, in one sentence, and what usually causes it.
  std::string message;
  std::string hint;
  /// How many lanes ran into it.
  uint64_t count = 0;

  /// What may be meant.
  bool isWarning() const { return kind == FaultKind::Swallowed; }
  void print(llvm::raw_ostream &os) const;
};

/// One kind of memory access. All figures are sums over wave accesses.
struct AccessCounters {
  /// Instructions executed by waves, and by single lanes.
  uint64_t waveAccesses = 0;
  uint64_t laneAccesses = 0;
  /// Bytes that the lanes asked for.
  uint64_t bytes = 0;
  /// Distinct aligned segments touched per wave access.
  uint64_t segments32 = 0;
  uint64_t segments64 = 0;
  uint64_t segments128 = 0;
  /// Wave accesses by the bytes that one lane accesses.
  std::map<unsigned, uint64_t> widths;
  /// For LDS: the passes that the accesses take, and those of them that they
  /// would not need if the lanes' addresses lay in different banks.
  uint64_t bankPasses = 0;
  uint64_t bankConflicts = 0;

  void add(const AccessCounters &other);
};

/// What an instruction of the LLVM module keeps busy.
enum class InstructionClass : uint8_t {
  /// Arithmetic on values that differ between lanes, and all of floating point.
  Vector,
  /// Exponentials, logarithms, reciprocals, roots, sines: a quarter of the rate
  /// of other vector instructions, or less.
  Transcendental,
  /// Arithmetic on values that all lanes share.
  Scalar,
  /// Conditional branches.
  Branch,
  /// Loads of constants that all lanes share.
  ScalarMemory,
  VectorMemory,
  Lds,
  /// DPP, permutes, ballots, readlane.
  CrossLane,
  Matrix,
  Barrier,
};
constexpr unsigned numInstructionClasses = 10;

/// The name of a class as reports print it, e.g. "transcendental".
llvm::StringRef getInstructionClassName(InstructionClass kind);

/// How often instructions of a class were executed. Vectors of the module count
/// once for each of their elements (two of 16 bits count once).
struct InstructionCounters {
  /// By waves, whatever the number of active lanes.
  uint64_t waves = 0;
  /// By lanes; divided by `waves` this is the average of active lanes.
  uint64_t lanes = 0;
};

/// A line of the kernel's source.
struct SourceLine {
  /// As the debug locations say; empty without one.
  std::string file;
  unsigned line = 0;

  bool operator<(const SourceLine &other) const {
    return file != other.file ? file < other.file : line < other.line;
  }
};

/// What a part of the kernel did.
struct CodeCounters {
  AccessCounters globalLoad, globalStore, globalAtomic;
  AccessCounters ldsLoad, ldsStore, ldsAtomic;
  /// By `InstructionClass`.
  std::array<InstructionCounters, numInstructionClasses> instructions;

  InstructionCounters &operator[](InstructionClass kind) {
    return instructions[unsigned(kind)];
  }
  const InstructionCounters &operator[](InstructionClass kind) const {
    return instructions[unsigned(kind)];
  }
  /// Instructions that work lane by lane: their lanes divided by their waves
  /// and the wave's size is the utilisation.
  InstructionCounters getLaneInstructions() const;
  void add(const CodeCounters &other);
};

/// Traffic of one allocation.
struct BufferCounters {
  std::string name;
  uint64_t bytesLoaded = 0;
  uint64_t bytesStored = 0;
};

/// The sums of the whole kernel are in the base.
struct Counters : CodeCounters {
  /// Barriers executed, summed over workgroups, and the most in a workgroup.
  uint64_t barriers = 0;
  uint64_t maxBarriersPerWorkgroup = 0;
  /// Cross-lane operations executed by waves.
  uint64_t waveOps = 0;
  uint64_t workgroups = 0;
  uint64_t waves = 0;
  /// By address of the allocation, which is also the order of allocation.
  std::map<uint64_t, BufferCounters> buffers;
  /// The lines whose code was executed.
  std::map<SourceLine, CodeCounters> lines;

  void add(const Counters &other);
};

llvm::json::Object toJSON(const AccessCounters &counters);
/// Accesses by kind and instructions by class, without the kinds and classes
/// that there are none of.
llvm::json::Object toJSON(const CodeCounters &counters);

struct Report {
  /// The first faults by workgroup and thread.
  std::vector<Fault> faults;
  /// All occurrences, including those that `faults` has no room for.
  uint64_t faultCount = 0;
  /// What the hardware tolerates, but may hide a mistake.
  std::vector<Fault> warnings;
  Counters counters;

  bool ok() const { return faultCount == 0; }
  /// Prints the warnings too.
  void printFaults(llvm::raw_ostream &os) const;
  void print(llvm::raw_ostream &os) const;
};

/// The lane that stored a byte.
struct Writer {
  /// As the launch counts them, x fastest.
  uint32_t workgroup;
  uint32_t thread;
};

/// Device memory. Addresses are host addresses, but kernels and the checks only
/// know what was allocated here. Every allocation starts on a 256-byte boundary
/// as with the ROCm runtime and has inaccessible red zones on both sides.
class Memory {
public:
  /// Alignment of every allocation.
  static constexpr uint64_t allocationAlignment = 256;

  Memory();
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Allocates `bytes`, which count as never written. `name` is how reports
  /// call the allocation.
  llvm::Expected<uint64_t> allocate(uint64_t bytes, llvm::StringRef name);
  /// Later accesses are reported as uses of freed memory.
  llvm::Error free(uint64_t address);

  /// Copies into device memory, which then counts as written.
  llvm::Error write(uint64_t address, llvm::ArrayRef<char> data);
  llvm::Error read(uint64_t address, llvm::MutableArrayRef<char> data) const;
  /// Fills bytes without making them count as written, so that reading them is
  /// a fault and bytes that no kernel wrote show in the output.
  llvm::Error poison(uint64_t address, uint64_t bytes, uint8_t value);
  /// From now on kernels may only access these ranges (offset from `address`,
  /// bytes) of the allocation: the views that they are given.
  llvm::Error restrict(uint64_t address,
                       llvm::ArrayRef<std::pair<uint64_t, uint64_t>> ranges);
  /// Whether a kernel or the host has written every byte of the range.
  llvm::Expected<bool> isInitialized(uint64_t address, uint64_t bytes) const;
  /// The lane of the last launch that stored the byte. Nothing if none did, if
  /// races weren't checked, or if lanes read the byte after that.
  std::optional<Writer> getWriter(uint64_t address) const;

  /// Makes `[address, address + bytes)` of the host's own memory accessible to
  /// kernels. All of it counts as written, and it has no red zones.
  llvm::Error registerHost(uint64_t address, uint64_t bytes,
                           llvm::StringRef name);
  /// `address` is what `registerHost` got.
  llvm::Error unregisterHost(uint64_t address);
  /// For memory that the host writes without telling: all of it counts as
  /// written from now on.
  llvm::Error markInitialized(uint64_t address, uint64_t bytes);
  /// Copies between device memory and the host's, in either direction. Bytes
  /// that nobody has written stay so in a copy on the device.
  llvm::Error copy(uint64_t to, uint64_t from, uint64_t bytes);

  class Impl;
  Impl &getImpl() const { return *impl; }

private:
  std::unique_ptr<Impl> impl;
};

/// One kernel argument: the bytes of a scalar, or a device address.
struct KernelArg {
  std::vector<char> bytes;

  template <typename T> static KernelArg of(const T &value) {
    KernelArg arg;
    arg.bytes.resize(sizeof(T));
    std::memcpy(arg.bytes.data(), &value, sizeof(T));
    return arg;
  }
};

struct Launch {
  std::string kernel;
  /// Workgroups per dimension; nothing runs if one is zero.
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// Threads per workgroup and dimension.
  std::array<uint32_t, 3> block = {1, 1, 1};
  uint64_t dynamicLdsBytes = 0;
  std::vector<KernelArg> args;
};

/// What `Program::getKernels` tells about a kernel.
struct KernelInfo {
  std::string name;
  /// Byte size of each parameter.
  std::vector<unsigned> paramBytes;
  uint64_t staticLdsBytes = 0;
  /// Threads per workgroup that the kernel was compiled for, at most.
  unsigned maxThreads = 1024;
  /// The block that it was compiled for; zeros if it takes any.
  std::array<uint32_t, 3> requiredBlock = {0, 0, 0};
};

/// A module compiled for the simulated device. It can be launched from several
/// threads at once, as long as they use different memories.
class Program {
public:
  /// Takes LLVM bitcode or textual IR for amdgcn. The whole module is examined
  /// first: what the simulator can't run is an error here that names the
  /// instruction or intrinsic and its source location.
  static llvm::Expected<std::unique_ptr<Program>>
  load(llvm::MemoryBufferRef module, const ChipModel &chip,
       const Options &options);
  ~Program();

  std::vector<KernelInfo> getKernels() const;

  /// Runs a kernel to completion. The error says why it could not be started;
  /// what goes wrong while it runs is in the report.
  llvm::Expected<Report> launch(Memory &memory, const Launch &launch) const;

private:
  class Impl;
  explicit Program(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace sim
} // namespace fly
} // namespace mlir

#endif // HELION_FLY_SIMULATOR_SIMULATOR_H
