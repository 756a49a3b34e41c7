//===- KernelAttributes.cpp - What kernels tell the back end --------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/FlyToROCDL/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

namespace mlir::fly_rocdl {
#define GEN_PASS_DEF_FLYROCDLCLUSTERATTRPASS
#define GEN_PASS_DEF_FLYROCDLWAVESPEREUPASS
#include "Conversion/FlyToROCDL/Passes.h.inc"
} // namespace mlir::fly_rocdl

using namespace mlir;

static constexpr StringLiteral clusterDims = "rocdl.cluster_dims";
static constexpr StringLiteral wavesPerEUName = "rocdl.waves_per_eu";

/// `X,Y,Z`, as LLVM reads it: positive numbers.
static bool isClusterDims(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  return parts.size() == 3 && llvm::all_of(parts, [](StringRef part) {
           unsigned dim;
           return !part.trim().getAsInteger(10, dim) && dim > 0;
         });
}

namespace {

struct FlyROCDLClusterAttrPass
    : public fly_rocdl::impl::FlyROCDLClusterAttrPassBase<
          FlyROCDLClusterAttrPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](LLVM::LLVMFuncOp function) {
      Attribute attr = function->getAttr(clusterDims);
      if (!attr)
        return WalkResult::advance();
      auto dims = dyn_cast<StringAttr>(attr);
      if (!dims || !isClusterDims(dims.getValue())) {
        function.emitOpError("expected '")
            << clusterDims << "' to be a string of three positive numbers, "
            << "like \"2,1,1\", got " << attr;
        return WalkResult::interrupt();
      }
      Builder builder(function.getContext());
      SmallVector<Attribute> passthrough;
      if (ArrayAttr old = function.getPassthroughAttr())
        llvm::append_range(passthrough, old);
      passthrough.push_back(builder.getArrayAttr(
          {builder.getStringAttr("amdgpu-cluster-dims"), dims}));
      function.setPassthroughAttr(builder.getArrayAttr(passthrough));
      function->removeAttr(clusterDims);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

struct FlyROCDLWavesPerEUPass
    : public fly_rocdl::impl::FlyROCDLWavesPerEUPassBase<
          FlyROCDLWavesPerEUPass> {
  using Base::Base;

  void runOnOperation() override {
    if (waves == 0)
      return;
    // More waves than any chip's execution unit holds.
    constexpr int64_t maxWaves = 20;
    if (waves < 0 || waves > maxWaves) {
      getOperation()->emitError("expected 0 to ")
          << maxWaves << " waves per execution unit, got " << waves.getValue();
      return signalPassFailure();
    }
    getOperation()->walk([&](LLVM::LLVMFuncOp function) {
      if (!function->hasAttr(ROCDL::ROCDLDialect::getKernelFuncAttrName()) ||
          function->hasAttr(wavesPerEUName))
        return;
      function->setAttr(
          wavesPerEUName,
          Builder(function.getContext()).getI32IntegerAttr(waves));
    });
  }
};

} // namespace
