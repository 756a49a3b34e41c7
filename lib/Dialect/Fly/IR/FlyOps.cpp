//===- FlyOps.cpp - Registration of the fly dialect's ops -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::fly;

#include "Dialect/Fly/IR/FlyOpInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "Dialect/Fly/IR/FlyOps.cpp.inc"

void FlyDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/Fly/IR/FlyOps.cpp.inc"
      >();
}
