//===- Compiler.cpp - From a kernel in a file to device code --------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "Dialect/Helion/Transforms/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::helion_fly;
using namespace mlir::helion_fly::run;
using llvm::Expected;

static helion::LaunchAttr getLaunch(Operation *op) {
  return op->getAttrOfType<helion::LaunchAttr>(
      helion::HelionDialect::getLaunchAttrName());
}

static SmallVector<SourceKernel> findKernels(ModuleOp module) {
  SmallVector<SourceKernel> kernels;
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface op) {
    if (helion::LaunchAttr launch = getLaunch(op))
      kernels.push_back({op, llvm::to_vector(launch.getArgs())});
    else if (isa<helion::KernelOp>(op.getOperation()))
      kernels.push_back({op, llvm::to_vector(op.getArgumentTypes())});
    return WalkResult::skip();
  });
  return kernels;
}

// A gpu.module without kernels would be compiled to an empty object.
static void eraseKernel(Operation *kernel) {
  auto gpuModule = kernel->getParentOfType<gpu::GPUModuleOp>();
  kernel->erase();
  if (gpuModule && gpuModule.getOps<FunctionOpInterface>().empty())
    gpuModule->erase();
}

Expected<SourceKernel> helion_fly::run::selectKernel(ModuleOp module,
                                                     StringRef name) {
  SmallVector<SourceKernel> kernels = findKernels(module);
  SourceKernel *selected = nullptr;
  std::string names;
  for (SourceKernel &kernel : kernels) {
    names += (names.empty() ? "" : ", ") + kernel.op.getName().str();
    if (name.empty() ? kernels.size() == 1 : kernel.op.getName() == name)
      selected = &kernel;
  }
  if (kernels.empty())
    return llvm::createStringError(
        "no kernel in the file: expected a helion.kernel, or a function with "
        "a helion.launch attribute");
  if (!selected)
    return llvm::createStringError(
        (name.empty() ? "choose a kernel with --kernel; the file has "
                      : "no kernel '" + name + "' in the file, it has ") +
        names);
  for (SourceKernel &kernel : kernels)
    if (&kernel != selected)
      eraseKernel(kernel.op);
  return *selected;
}

static LogicalResult setConfig(SourceKernel kernel, StringRef config) {
  if (config.empty())
    return success();
  auto op = dyn_cast<helion::KernelOp>(kernel.op.getOperation());
  if (!op)
    return kernel.op.emitError("--set-config has no effect on a kernel that is "
                               "already lowered");
  Attribute attribute =
      parseAttribute(("#helion.config<" + config + ">").str(), op.getContext());
  auto configAttr = dyn_cast_or_null<helion::ConfigAttr>(attribute);
  if (!configAttr)
    return failure();
  op.setConfigAttr(configAttr);
  return success();
}

// "64x1000@1000x1%16", as helion-specialize reads it.
static std::string describe(const Argument &argument) {
  // A single element has nothing to specialise.
  if (argument.shape.empty())
    return "-";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(argument.shape, os, "x");
  os << "@";
  llvm::interleave(argument.strides, os, "x");
  os << "%" << argument.getAlignment();
  return text;
}

static void addSpecialize(OpPassManager &pm, SourceKernel kernel,
                          ArrayRef<Argument> arguments) {
  helion::HelionSpecializePassOptions options;
  options.kernel = kernel.op.getName().str();
  for (const Argument &argument : arguments)
    if (!argument.isScalar())
      options.args.push_back(describe(argument));
  pm.addPass(helion::createHelionSpecializePass(options));
}

static void copyOptions(const CompileOptions &from, FlyToROCDLOptions &to) {
  to.chip = from.chip;
  to.optLevel = from.optLevel;
}

static FailureOr<LoweredKernel> findLoweredKernel(ModuleOp module) {
  std::optional<LoweredKernel> lowered;
  module.walk([&](LLVM::LLVMFuncOp op) {
    if (helion::LaunchAttr launch = getLaunch(op))
      lowered = LoweredKernel{op.getName().str(), launch,
                              op->getAttrOfType<DictionaryAttr>(
                                  helion::HelionDialect::getPlanAttrName())};
  });
  if (!lowered)
    return module.emitError(
        "no function with a helion.launch attribute after lowering");
  return *lowered;
}

FailureOr<LoweredKernel>
helion_fly::run::lowerKernel(ModuleOp module, SourceKernel kernel,
                             ArrayRef<Argument> arguments,
                             const CompileOptions &options) {
  if (failed(setConfig(kernel, options.config)))
    return failure();
  PassManager pm(module.getContext());
  if (failed(applyPassManagerCLOptions(pm)))
    return failure();
  if (isa<helion::KernelOp>(kernel.op.getOperation())) {
    if (!options.keepDynamic)
      addSpecialize(pm, kernel, arguments);
    HelionToROCDLOptions pipeline;
    copyOptions(options, pipeline);
    buildHelionToROCDLPipeline(pm, pipeline);
  } else {
    // For what is lowered already these passes change nothing.
    FlyToROCDLOptions pipeline;
    copyOptions(options, pipeline);
    buildFlyToROCDLPipeline(pm, pipeline);
  }
  if (failed(pm.run(module)))
    return failure();
  return findLoweredKernel(module);
}

FailureOr<std::string>
helion_fly::run::serialize(ModuleOp module, BinaryFormat format,
                           const CompileOptions &options) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager pm(module.getContext());
  BinaryOptions pipeline;
  pipeline.format = format;
  pipeline.toolkit = options.toolkit;
  // So that the simulated device can say where a fault happened.
  pipeline.debugInfo = format == BinaryFormat::LLVM;
  buildBinaryPipeline(pm, pipeline);
  if (failed(pm.run(*copy)))
    return failure();
  FailureOr<std::string> object = failure();
  copy->walk([&](gpu::BinaryOp binary) {
    object = cast<gpu::ObjectAttr>(binary.getObjects()[0])
                 .getObject()
                 .getValue()
                 .str();
  });
  return object;
}
