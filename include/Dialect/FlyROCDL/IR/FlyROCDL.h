//===- FlyROCDL.h - The fly_rocdl dialect -----------------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLYROCDL_IR_FLYROCDL_H
#define DIALECT_FLYROCDL_IR_FLYROCDL_H

#include "Dialect/Fly/IR/FlyOps.h"

#include "Dialect/FlyROCDL/IR/FlyROCDLDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/FlyROCDL/IR/FlyROCDLAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/FlyROCDL/IR/FlyROCDLTypes.h.inc"

#define GET_OP_CLASSES
#include "Dialect/FlyROCDL/IR/FlyROCDLOps.h.inc"

#endif // DIALECT_FLYROCDL_IR_FLYROCDL_H
