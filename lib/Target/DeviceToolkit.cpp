//===- DeviceToolkit.cpp - Where the device libraries and lld are ---------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/DeviceToolkit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir::fly;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

// The file that holds this code: a shared object (a plugin), or the executable,
// for which dladdr may only know the name it was started under.
static std::string getOwnFile() {
  void *address = reinterpret_cast<void *>(&getDeviceToolkit);
  std::string executable = fs::getMainExecutable(nullptr, address);
  Dl_info info;
  llvm::SmallString<256> object;
  if (dladdr(address, &info) && info.dli_fname &&
      llvm::StringRef(info.dli_fname).contains(".so") &&
      !fs::real_path(info.dli_fname, object))
    return object.str().str();
  return executable;
}

std::string mlir::fly::getDeviceToolkit() {
  llvm::SmallString<256> folder(path::parent_path(getOwnFile()));
  // A tool in bin/ or a shared object in lib/.
  path::append(folder, "..", "lib", "helion-fly", "toolkit");
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  if (fs::is_directory(folder))
    return folder.str().str();
  return HELION_FLY_TOOLKIT;
}
