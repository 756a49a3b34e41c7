//===- ExplicitModuleTest.cpp - GPU code that the host loads itself -------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Translation/ExplicitModule.h"

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace {

/// The LLVM IR of host code, or the error that there was.
std::string translate(StringRef text) {
  DialectRegistry registry;
  registry.insert<fly::FlyDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                  ROCDL::ROCDLDialect>();
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  fly::registerExplicitModuleTranslation(registry);
  MLIRContext context(registry);
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (error.empty())
      error = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return error;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> host =
      translateModuleToLLVMIR(*module, llvmContext);
  if (!host)
    return error;
  EXPECT_FALSE(llvm::verifyModule(*host, &llvm::errs()));
  std::string result;
  llvm::raw_string_ostream(result) << *host;
  return result;
}

void expectContains(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
}

constexpr const char *binary = R"(
  gpu.binary @kernels <#fly.explicit_module> [#gpu.object<#rocdl.target, bin = "ELF">]
)";

// The host decides when the module is loaded: there are no constructors.
TEST(ExplicitModuleTest, LoadsWhenAsked) {
  std::string ir = translate("module attributes {gpu.container_module} {" +
                             std::string(binary) + "}");
  expectContains(ir, "@kernels_binary = internal constant [3 x i8] c\"ELF\"");
  expectContains(ir, "define void @flydsl_gpu_module_init()");
  expectContains(ir, "call ptr @mgpuModuleLoad(ptr @kernels_binary, i64 3)");
  expectContains(ir, "define void @flydsl_gpu_module_load_to_device(i32 %0)");
  expectContains(ir, "call void @mgpuSetDefaultDevice(i32 %0)");
  EXPECT_EQ(ir.find("llvm.global_ctors"), std::string::npos) << ir;
}

TEST(ExplicitModuleTest, LaunchesFromTheLoadedModule) {
  std::string ir = translate("module attributes {gpu.container_module} {" +
                             std::string(binary) + R"(
    llvm.func @f(%n: i64, %p: !llvm.ptr) {
      gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 args(%p : !llvm.ptr)
      llvm.return
    }
  })");
  expectContains(ir, "load ptr, ptr @kernels_module");
  expectContains(ir, "@mgpuLaunchKernel(");
}

// All modules of a file are loaded by one call.
TEST(ExplicitModuleTest, LoadsAllModules) {
  std::string ir = translate(R"(module attributes {gpu.container_module} {
    gpu.binary @a <#fly.explicit_module> [#gpu.object<#rocdl.target, bin = "A">]
    gpu.binary @b <#fly.explicit_module> [#gpu.object<#rocdl.target, bin = "BB">]
  })");
  expectContains(ir, "@mgpuModuleLoad(ptr @a_binary, i64 1)");
  expectContains(ir, "@mgpuModuleLoad(ptr @b_binary, i64 2)");
}

TEST(ExplicitModuleTest, NeedsOneObject) {
  expectContains(translate(R"(module attributes {gpu.container_module} {
    gpu.binary @a <#fly.explicit_module> [
      #gpu.object<#rocdl.target, bin = "A">, #gpu.object<#rocdl.target<chip = "gfx942">, bin = "B">]
  })"),
                 "expected one object to embed, got 2");
}

TEST(ExplicitModuleTest, NeedsCode) {
  expectContains(translate(R"(module attributes {gpu.container_module} {
    gpu.binary @a <#fly.explicit_module> [#gpu.object<#rocdl.target, assembly = "s_endpgm">]
  })"),
                 "expected a code object to embed, got the format assembly");
}

} // namespace
