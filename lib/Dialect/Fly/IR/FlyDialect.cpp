//===- FlyDialect.cpp - The fly dialect -----------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::fly;

#include "Dialect/Fly/IR/FlyAttrInterfaces.cpp.inc"
#include "Dialect/Fly/IR/FlyDialect.cpp.inc"
#include "Dialect/Fly/IR/FlyEnums.cpp.inc"
#include "Dialect/Fly/IR/FlyTypeInterfaces.cpp.inc"

void FlyDialect::initialize() {
  registerAttributes();
  registerOps();
  registerTypes();
  declarePromisedInterface<gpu::OffloadingLLVMTranslationAttrInterface,
                           ExplicitModuleAttr>();
}
