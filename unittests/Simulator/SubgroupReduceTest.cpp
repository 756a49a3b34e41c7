//===- SubgroupReduceTest.cpp - MLIR's reductions across lanes ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels cross lanes by `gpu.subgroup_reduce` as stock MLIR lowers it. Here
// that lowering is executed: every lane must hold the result of its cluster.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "mlir/Conversion/AMDGPUToROCDL/AMDGPUToROCDL.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

std::string getName(const std::string &op, unsigned cluster) {
  return op + "_" + std::to_string(cluster);
}

/// Lane t reduces element t of x over its cluster into element t of y.
std::string makeKernel(const std::string &op, const std::string &type,
                       unsigned cluster) {
  return "  gpu.func @" + getName(op, cluster) +
         "(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {\n"
         "    %i = rocdl.workitem.id.x : i32\n"
         "    %p = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> "
         "!llvm.ptr<1>, " +
         type +
         "\n    %q = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> "
         "!llvm.ptr<1>, " +
         type + "\n    %v = llvm.load %p : !llvm.ptr<1> -> " + type +
         "\n    %r = gpu.subgroup_reduce " + op +
         " %v cluster(size = " + std::to_string(cluster) + ") : (" + type +
         ") -> " + type + "\n    llvm.store %r, %q : " + type +
         ", !llvm.ptr<1>\n    gpu.return\n  }\n";
}

/// Lowers to LLVM bitcode as `gpu-module-to-binary{format=llvm}` embeds it.
std::string compile(const std::string &source, const ChipModel &chip) {
  DialectRegistry registry;
  registry.insert<amdgpu::AMDGPUDialect, arith::ArithDialect, gpu::GPUDialect,
                  LLVM::LLVMDialect, ROCDL::ROCDLDialect>();
  registerLLVMDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerROCDLDialectTranslation(registry);
  ROCDL::registerROCDLTargetInterfaceExternalModels(registry);
  MLIRContext context(registry);
  // The patterns make operations that the source has none of.
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "gpu.module @m {\n" + source + "}\n", &context);
  if (!module)
    return "";
  RewritePatternSet patterns(&context);
  populateGpuLowerClusteredSubgroupReduceToDPPPatterns(
      patterns, chip.waveSize, *amdgpu::Chipset::parse(chip.chip));
  if (failed(applyPatternsGreedily(*module, std::move(patterns))))
    return "";
  PassManager passes(&context);
  ConvertAMDGPUToROCDLPassOptions amdgpuOptions;
  amdgpuOptions.chipset = chip.chip;
  ConvertGpuOpsToROCDLOpsOptions gpuOptions;
  gpuOptions.chipset = chip.chip;
  GpuROCDLAttachTargetOptions targetOptions;
  targetOptions.chip = chip.chip;
  targetOptions.wave64Flag = chip.waveSize == 64;
  GpuModuleToBinaryPassOptions binaryOptions;
  binaryOptions.compilationTarget = "llvm";
  passes.addNestedPass<gpu::GPUModuleOp>(
      createConvertAMDGPUToROCDLPass(amdgpuOptions));
  passes.addNestedPass<gpu::GPUModuleOp>(
      createConvertGpuOpsToROCDLOps(gpuOptions));
  passes.addNestedPass<gpu::GPUModuleOp>(createReconcileUnrealizedCastsPass());
  passes.addNestedPass<gpu::GPUModuleOp>(createArithToLLVMConversionPass());
  passes.addPass(createGpuROCDLAttachTarget(targetOptions));
  passes.addPass(createGpuModuleToBinaryPass(binaryOptions));
  if (failed(passes.run(*module)))
    return "";
  std::string bitcode;
  module->walk([&](gpu::BinaryOp binary) {
    bitcode = cast<gpu::ObjectAttr>(binary.getObjects()[0])
                  .getObject()
                  .getValue()
                  .str();
  });
  return bitcode;
}

template <typename T>
T reduceOnHost(const std::string &op, const T *values, unsigned count) {
  T result = values[0];
  for (unsigned i = 1; i < count; ++i) {
    T value = values[i];
    bool anyNan = std::isnan(result) || std::isnan(value);
    if (op == "add")
      result += value;
    else if (op == "maxnumf")
      result = std::fmax(result, value);
    else if (anyNan)
      result = std::nan("");
    else
      result =
          op == "maximumf" ? std::max(result, value) : std::min(result, value);
  }
  return result;
}

template <typename T>
void checkReductions(const char *chipName, const std::string &type) {
  ChipModel chip = makeChip(chipName);
  std::vector<std::pair<std::string, unsigned>> kernels;
  std::string source;
  for (const char *op : {"add", "maximumf", "minimumf", "maxnumf"})
    for (unsigned cluster = 2; cluster <= chip.waveSize; cluster *= 2) {
      kernels.emplace_back(op, cluster);
      source += makeKernel(op, type, cluster);
    }
  std::string bitcode = compile(source, chip);
  ASSERT_FALSE(bitcode.empty());
  std::unique_ptr<Program> program = mustLoad(bitcode, chip);
  for (const auto &[op, cluster] : kernels) {
    SCOPED_TRACE(chip.chip + " " + type + " " + getName(op, cluster));
    // Small integers: sums are exact in any order.
    std::vector<T> input(2 * chip.waveSize);
    for (size_t i = 0; i < input.size(); ++i)
      input[i] = T(int(i * 37 % 101) - 60);
    if (op != "add")
      input[5] = std::nan("");
    Memory memory;
    uint64_t x = upload(memory, input, "x");
    uint64_t y = upload(memory, std::vector<T>(input.size()), "y");
    Launch launch =
        makeLaunch(input.size(), {KernelArg::of(x), KernelArg::of(y)});
    launch.kernel = getName(op, cluster);
    Report report = run(program, memory, launch);
    EXPECT_TRUE(report.ok()) << toString(report);
    std::vector<T> output = download<T>(memory, y, input.size());
    for (size_t i = 0; i < input.size(); ++i) {
      T expected = reduceOnHost(op, &input[i / cluster * cluster], cluster);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(output[i])) << "lane " << i;
      else
        EXPECT_EQ(output[i], expected) << "lane " << i;
    }
  }
}

TEST(SubgroupReduce, F32) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"})
    checkReductions<float>(chip, "f32");
}

TEST(SubgroupReduce, F64) {
  for (const char *chip : {"gfx942", "gfx1100"})
    checkReductions<double>(chip, "f64");
}

} // namespace
