//===- Plugin.cpp - Dialects and passes for stock mlir-opt ----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitAll.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"

using namespace mlir;

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "HelionFly", HELION_FLY_VERSION,
          [](DialectRegistry *registry) {
            helion_fly::registerAllDialects(*registry);
          }};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "HelionFly", HELION_FLY_VERSION,
          helion_fly::registerAllPasses};
}
