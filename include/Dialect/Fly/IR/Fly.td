//===- Fly.td - The fly dialect: everything ---------------*- tablegen -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_FLY_IR_FLY
#define DIALECT_FLY_IR_FLY

include "Dialect/Fly/IR/FlyBase.td"
include "Dialect/Fly/IR/FlyAttrs.td"
include "Dialect/Fly/IR/FlyTypes.td"
include "Dialect/Fly/IR/FlyLayoutOps.td"
include "Dialect/Fly/IR/FlyComposedOps.td"
include "Dialect/Fly/IR/FlyMemoryOps.td"
include "Dialect/Fly/IR/FlyMiscOps.td"
include "Dialect/Fly/IR/FlyAtomAttrs.td"
include "Dialect/Fly/IR/FlyAtomTypes.td"
include "Dialect/Fly/IR/FlyAtomOps.td"
include "Dialect/Fly/IR/FlyTiledTypes.td"
include "Dialect/Fly/IR/FlyTiledOps.td"

#endif // DIALECT_FLY_IR_FLY
