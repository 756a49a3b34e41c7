//===- InitAll.cpp - Registration of everything this project adds ---------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitAll.h"

#include "Conversion/FlyToROCDL/Passes.h"
#include "Conversion/HelionToFly/HelionToFly.h"
#include "Dialect/Fly/IR/Fly.h"
#include "Dialect/Fly/Transforms/Passes.h"
#include "Dialect/Fly/Translation/ExplicitModule.h"
#include "Dialect/FlyROCDL/IR/FlyROCDL.h"
#include "Dialect/Helion/IR/Helion.h"
#include "Dialect/Helion/Transforms/Passes.h"
#include "Pipelines/Pipelines.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"

void mlir::helion_fly::registerAllDialects(DialectRegistry &registry) {
  registry.insert<fly::FlyDialect, fly_rocdl::FlyROCDLDialect,
                  helion::HelionDialect>();
  // convert-gpu-to-rocdl takes the patterns of each dialect from it.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  ROCDL::registerROCDLTargetInterfaceExternalModels(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  fly::registerExplicitModuleTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerROCDLDialectTranslation(registry);
}

void mlir::helion_fly::registerAllPasses() {
  fly::registerFlyPasses();
  fly_rocdl::registerFlyToROCDLPasses();
  helion::registerHelionPasses();
  helion::registerHelionToFlyPasses();
  registerPipelines();
}
