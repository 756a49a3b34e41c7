//===- Pipelines.cpp - From tiles to a code object -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Pipelines.h"

#include "Conversion/FlyToROCDL/Passes.h"
#include "Conversion/HelionToFly/HelionToFly.h"
#include "Dialect/Fly/Transforms/Passes.h"
#include "Dialect/Helion/Transforms/Passes.h"
#include "Pipelines/Passes.h"
#include "Target/DeviceToolkit.h"
#include "Target/TargetInfo.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::helion_fly;

static void addVerifyTarget(OpPassManager &pm, StringRef chip,
                            int64_t waveSize = 0) {
  VerifyTargetOptions options;
  options.chip = chip.str();
  options.waveSize = waveSize;
  pm.addPass(createVerifyTarget(options));
}

static StringRef toText(BinaryFormat format) {
  switch (format) {
  case BinaryFormat::ISA:
    return "isa";
  case BinaryFormat::Bin:
    return "bin";
  case BinaryFormat::LLVM:
    return "llvm";
  }
  llvm_unreachable("unknown binary format");
}

// What is left of arith, math, vector, scf and gpu after convert-fly-to-rocdl.
static void addGPUModuleToLLVM(OpPassManager &pm, StringRef chip) {
  OpPassManager &gpuModule = pm.nest<gpu::GPUModuleOp>();
  // The device has few math functions on 16-bit floats, and PyTorch computes
  // them in f32 too.
  gpuModule.addPass(math::createMathExtendToSupportedTypes());
  gpuModule.addPass(fly_rocdl::createConvertApproximateMathToLLVM());
  gpuModule.addPass(createSCFToControlFlowPass());
  gpuModule.addPass(createCSEPass());
  gpuModule.addPass(createConvertVectorToLLVMPass());
  ConvertGpuOpsToROCDLOpsOptions toROCDL;
  toROCDL.chipset = chip.str();
  toROCDL.useBarePtrCallConv = true;
  toROCDL.runtime = gpu::amd::Runtime::HIP;
  gpuModule.addPass(createConvertGpuOpsToROCDLOps(toROCDL));
  gpuModule.addPass(createReconcileUnrealizedCastsPass());
  gpuModule.addPass(createCanonicalizerPass());
  gpuModule.addPass(createCSEPass());
  VerifyLoweredOptions lowered;
  lowered.chip = chip.str();
  gpuModule.addPass(createVerifyLowered(lowered));
}

void mlir::helion_fly::buildHelionToFlyPipeline(
    OpPassManager &pm, const HelionToFlyOptions &options) {
  addVerifyTarget(pm, options.chip);
  OpPassManager &kernel = pm.nest<helion::KernelOp>();
  helion::HelionOnlineTo3PassPassOptions to3Pass;
  to3Pass.minN = options.minN;
  to3Pass.disable = options.disable3Pass;
  to3Pass.remarks = options.remarks;
  kernel.addPass(helion::createHelionOnlineTo3PassPass(to3Pass));
  kernel.addPass(helion::createHelionFastMathPass());
  helion::HelionReductionStrategyPassOptions strategy;
  strategy.chip = options.chip;
  strategy.remarks = options.remarks;
  kernel.addPass(helion::createHelionReductionStrategyPass(strategy));
  helion::HelionVectorizePassOptions vectorize;
  vectorize.chip = options.chip;
  vectorize.remarks = options.remarks;
  kernel.addPass(helion::createHelionVectorizePass(vectorize));
  helion::HelionMaskPassOptions mask;
  mask.remarks = options.remarks;
  kernel.addPass(helion::createHelionMaskPass(mask));
  helion::ConvertHelionToFlyOptions convert;
  convert.chip = options.chip;
  pm.addPass(helion::createConvertHelionToFly(convert));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

// FlyDSL's order of the fly passes.
static void addFlyPasses(OpPassManager &pm, StringRef chip) {
  pm.addPass(fly::createFlyRewriteFuncSignaturePass());
  pm.addPass(fly::createFlyCanonicalizePass());
  pm.addPass(fly::createFlyLayoutLoweringPass());
  pm.addPass(fly::createFlyIntSwizzleSimplifyPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(fly::createFlyConvertAtomCallToSSAFormPass());
  pm.addPass(fly::createFlyPromoteRegMemToVectorSSAPass());
  fly_rocdl::FlyLowerSubgroupReducePassOptions reduce;
  reduce.chip = chip.str();
  pm.addPass(fly_rocdl::createFlyLowerSubgroupReducePass(reduce));
  fly_rocdl::ConvertFlyToROCDLPassOptions convert;
  convert.chip = chip.str();
  pm.addPass(fly_rocdl::createConvertFlyToROCDLPass(convert));
  pm.addPass(createCanonicalizerPass());
}

static GpuROCDLAttachTargetOptions getTarget(const FlyToROCDLOptions &options) {
  GpuROCDLAttachTargetOptions attach;
  attach.chip = options.chip;
  attach.abiVersion = std::to_string(static_cast<int>(options.abi.getValue()));
  attach.optLevel = static_cast<unsigned>(options.optLevel.getValue());
  if (const fly::TargetInfo *target = fly::lookupTarget(options.chip)) {
    attach.wave64Flag = target->waveSize == 64;
    attach.features = target->waveSizeFeature().str();
  }
  return attach;
}

void mlir::helion_fly::buildFlyToROCDLPipeline(
    OpPassManager &pm, const FlyToROCDLOptions &options) {
  addVerifyTarget(pm, options.chip);
  addFlyPasses(pm, options.chip);
  addGPUModuleToLLVM(pm, options.chip);
  pm.addPass(createGpuROCDLAttachTarget(getTarget(options)));
}

static int64_t getWaveSize(WaveMode mode) {
  switch (mode) {
  case WaveMode::Chip:
    return 0;
  case WaveMode::Wave64:
    return 64;
  case WaveMode::Wave32:
    return 32;
  }
  llvm_unreachable("unknown wave mode");
}

void mlir::helion_fly::buildFlyDSLToBinaryPipeline(
    OpPassManager &pm, const FlyDSLToBinaryOptions &options) {
  addVerifyTarget(pm, options.chip, getWaveSize(options.wave64));
  addFlyPasses(pm, options.chip);
  addGPUModuleToLLVM(pm, options.chip);
  OpPassManager &gpuModule = pm.nest<gpu::GPUModuleOp>();
  gpuModule.addPass(fly_rocdl::createFlyROCDLClusterAttrPass());
  fly_rocdl::FlyROCDLWavesPerEUPassOptions waves;
  waves.waves = options.wavesPerEU;
  gpuModule.addPass(fly_rocdl::createFlyROCDLWavesPerEUPass(waves));
  GpuROCDLAttachTargetOptions attach = getTarget(options);
  attach.fastFlag = options.fast;
  attach.unsafeMathFlag = options.unsafeMath;
  pm.addPass(createGpuROCDLAttachTarget(attach));
  // What remains is host code.
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  GpuToLLVMConversionPassOptions host;
  host.hostBarePtrCallConv = true;
  host.kernelBarePtrCallConv = true;
  pm.addPass(createGpuToLLVMConversionPass(host));
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  buildBinaryPipeline(pm, options);
}

void mlir::helion_fly::buildBinaryPipeline(OpPassManager &pm,
                                           const BinaryOptions &options) {
  if (options.debugInfo) {
    LLVM::DIScopeForLLVMFuncOpPassOptions scopes;
    scopes.emissionKind = LLVM::DIEmissionKind::LineTablesOnly;
    pm.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scopes));
  }
  VerifyToolkitOptions verify;
  verify.toolkit = options.toolkit.empty() ? fly::getDeviceToolkit()
                                           : options.toolkit.getValue();
  verify.needsLinker = options.format == BinaryFormat::Bin;
  pm.addNestedPass<gpu::GPUModuleOp>(createVerifyToolkit(verify));
  GpuModuleToBinaryPassOptions binary;
  binary.toolkitPath = verify.toolkit;
  binary.compilationTarget = toText(options.format).str();
  pm.addPass(createGpuModuleToBinaryPass(binary));
}

void mlir::helion_fly::buildHelionToROCDLPipeline(
    OpPassManager &pm, const HelionToROCDLOptions &options) {
  buildHelionToFlyPipeline(pm, options);
  buildFlyToROCDLPipeline(pm, options);
}

void mlir::helion_fly::buildHelionToBinaryPipeline(
    OpPassManager &pm, const HelionToBinaryOptions &options) {
  buildHelionToROCDLPipeline(pm, options);
  buildBinaryPipeline(pm, options);
}

void mlir::helion_fly::registerPipelines() {
  registerHelionFlyPipelinesPasses();
  PassPipelineRegistration<HelionToFlyOptions>(
      "helion-to-fly",
      "Schedule helion kernels and lower them to gpu.modules with fly "
      "operations",
      buildHelionToFlyPipeline);
  PassPipelineRegistration<HelionToROCDLOptions>(
      "helion-to-rocdl",
      "Lower helion kernels to gpu.modules with llvm and rocdl operations",
      buildHelionToROCDLPipeline);
  PassPipelineRegistration<HelionToBinaryOptions>(
      "helion-to-binary",
      "Compile helion kernels to assembly, code objects or bitcode",
      buildHelionToBinaryPipeline);
  PassPipelineRegistration<FlyToROCDLOptions>(
      "fly-to-rocdl",
      "Lower gpu.modules with fly operations to llvm and rocdl operations",
      buildFlyToROCDLPipeline);
  PassPipelineRegistration<FlyDSLToBinaryOptions>(
      "flydsl-to-binary",
      "Compile modules of host code and gpu.modules with fly operations, as "
      "FlyDSL makes them, to assembly, code objects or bitcode",
      buildFlyDSLToBinaryPipeline);
  PassPipelineRegistration<BinaryOptions>(
      "rocdl-to-binary",
      "Serialize lowered gpu.modules to assembly, code objects or bitcode",
      buildBinaryPipeline);
}
