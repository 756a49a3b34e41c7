//===- Pipelines.h - From tiles to a code object ----------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The named pipelines are lists of passes with options handed through; nothing
// happens in them that can't be written with fly-opt's --pass-pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef PIPELINES_PIPELINES_H
#define PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::helion_fly {

/// What `gpu.binary` holds at the end of helion-to-binary.
enum class BinaryFormat {
  /// Assembly text.
  ISA,
  /// A code object (HSACO).
  Bin,
  /// LLVM bitcode, which the simulated device takes.
  LLVM,
};

/// LLVM's optimization levels.
enum class OptLevel { O0, O1, O2, O3 };

/// The lanes of a wave that kernels are written for.
enum class WaveMode { Chip, Wave64, Wave32 };

/// Versions of the AMDGPU code object format, times 100 as MLIR writes them.
enum class CodeObjectVersion { V4 = 400, V5 = 500, V6 = 600 };

/// The chip is one option of every pipeline. Virtual, as PassOptions is, so
/// that the options of a longer pipeline are those of its parts.
struct TargetOptions : virtual PassPipelineOptions<TargetOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("Processor to compile for"),
                           llvm::cl::init("gfx942")};
};

/// Options of `helion-to-fly`; see the passes of the same names.
struct HelionToFlyOptions : virtual TargetOptions {
  Option<int64_t> minN{
      *this, "3pass-min-n",
      llvm::cl::desc("Leave online reductions alone in rows that are known to "
                     "have fewer elements (min-n of helion-online-to-3pass)"),
      llvm::cl::init(2048)};
  Option<bool> disable3Pass{
      *this, "disable-3pass",
      llvm::cl::desc("Leave every online reduction as it is (disable of "
                     "helion-online-to-3pass)"),
      llvm::cl::init(false)};
  Option<bool> remarks{*this, "remarks",
                       llvm::cl::desc("Say what was decided, as remarks"),
                       llvm::cl::init(false)};
};

/// Options of `fly-to-rocdl`.
struct FlyToROCDLOptions : virtual TargetOptions {
  Option<OptLevel> optLevel{
      *this, "opt-level", llvm::cl::desc("Optimization level of LLVM"),
      llvm::cl::init(OptLevel::O3),
      llvm::cl::values(clEnumValN(OptLevel::O0, "0", "None"),
                       clEnumValN(OptLevel::O1, "1", "Little"),
                       clEnumValN(OptLevel::O2, "2", "Usual"),
                       clEnumValN(OptLevel::O3, "3", "Most (default)"))};
  // Every ROCm since 5.7 loads version 5; 6, MLIR's own default, needs a newer
  // one and offers nothing that is used here.
  Option<CodeObjectVersion> abi{
      *this, "abi", llvm::cl::desc("Version of the code object format"),
      llvm::cl::init(CodeObjectVersion::V5),
      llvm::cl::values(
          clEnumValN(CodeObjectVersion::V4, "400", "Version 4"),
          clEnumValN(CodeObjectVersion::V5, "500", "Version 5 (default)"),
          clEnumValN(CodeObjectVersion::V6, "600", "Version 6"))};
};

/// Options of the step from `gpu.module` to `gpu.binary`.
struct BinaryOptions : virtual PassPipelineOptions<BinaryOptions> {
  Option<BinaryFormat> format{
      *this, "format", llvm::cl::desc("What the gpu.binary holds"),
      llvm::cl::init(BinaryFormat::Bin),
      llvm::cl::values(
          clEnumValN(BinaryFormat::ISA, "isa", "Assembly text"),
          clEnumValN(BinaryFormat::Bin, "bin", "Code object (HSACO)"),
          clEnumValN(BinaryFormat::LLVM, "llvm",
                     "LLVM bitcode, as the simulated device takes it"))};
  Option<bool> debugInfo{
      *this, "debug-info",
      llvm::cl::desc("Put the line numbers of the MLIR source into the object"),
      llvm::cl::init(false)};
  Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("Folder with amdgcn/bitcode (device libraries) and "
                     "llvm/bin/ld.lld; by default the one made by the build")};
};

/// Options of `flydsl-to-binary`. Those that FlyDSL's compile hints set.
struct FlyDSLToBinaryOptions : FlyToROCDLOptions, BinaryOptions {
  Option<bool> fast{
      *this, "fast",
      llvm::cl::desc("Link the faster, less exact math functions of the device "
                     "library"),
      llvm::cl::init(false)};
  Option<bool> unsafeMath{
      *this, "unsafe-math",
      llvm::cl::desc("Link the device library for unsafe math optimizations"),
      llvm::cl::init(false)};
  Option<WaveMode> wave64{
      *this, "wave64",
      llvm::cl::desc("Fail unless waves have 64 (true) or 32 (false) lanes; by "
                     "default they have what is usual on the chip"),
      llvm::cl::init(WaveMode::Chip),
      llvm::cl::values(clEnumValN(WaveMode::Chip, "chip", "As the chip has it"),
                       clEnumValN(WaveMode::Wave64, "true", "64 lanes"),
                       clEnumValN(WaveMode::Wave32, "false", "32 lanes"))};
  Option<int64_t> wavesPerEU{
      *this, "waves-per-eu",
      llvm::cl::desc("Waves at a time per execution unit to spare registers "
                     "for; 0 leaves it to LLVM"),
      llvm::cl::init(0)};
};

/// Options of `helion-to-rocdl`.
struct HelionToROCDLOptions : HelionToFlyOptions, FlyToROCDLOptions {};

/// Options of `helion-to-binary`.
struct HelionToBinaryOptions : HelionToROCDLOptions, BinaryOptions {};

/// Schedules `helion.kernel`s and turns each into a `gpu.module` with fly
/// operations.
void buildHelionToFlyPipeline(OpPassManager &pm,
                              const HelionToFlyOptions &options);

/// helion-to-fly, then fly-to-rocdl.
void buildHelionToROCDLPipeline(OpPassManager &pm,
                                const HelionToROCDLOptions &options);

/// helion-to-rocdl, then the serialization of the `gpu.module`s.
void buildHelionToBinaryPipeline(OpPassManager &pm,
                                 const HelionToBinaryOptions &options);

/// Lowers `gpu.module`s with fly operations to llvm and rocdl operations, and
/// attaches the target.
void buildFlyToROCDLPipeline(OpPassManager &pm,
                             const FlyToROCDLOptions &options);

/// FlyDSL's sequence of passes: from a module of host code and `gpu.module`s
/// with fly operations to LLVM operations and `gpu.binary`s.
void buildFlyDSLToBinaryPipeline(OpPassManager &pm,
                                 const FlyDSLToBinaryOptions &options);

/// Serializes `gpu.module`s that fly-to-rocdl has lowered.
void buildBinaryPipeline(OpPassManager &pm, const BinaryOptions &options);

/// Registers the pipelines, under their names, and the passes that only they
/// need.
void registerPipelines();

} // namespace mlir::helion_fly

#endif // PIPELINES_PIPELINES_H
