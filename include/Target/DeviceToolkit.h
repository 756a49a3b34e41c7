//===- DeviceToolkit.h - Where the device libraries and lld are -*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TARGET_DEVICETOOLKIT_H
#define TARGET_DEVICETOOLKIT_H

#include <string>

namespace mlir::fly {

/// The folder that `gpu-module-to-binary` gets as its toolkit, with
/// `amdgcn/bitcode` (AMD's device libraries) and `llvm/bin/ld.lld`. The build
/// makes it, and installation copies it, at `lib/helion-fly/toolkit`. It is
/// looked for beside the executable or shared object that this function is part
/// of, so that an installed tree can be moved, and then where the build made
/// it.
std::string getDeviceToolkit();

} // namespace mlir::fly

#endif // TARGET_DEVICETOOLKIT_H
