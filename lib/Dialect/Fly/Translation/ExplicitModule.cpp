//===- ExplicitModule.cpp - GPU code that the host loads itself -----------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Translation/ExplicitModule.h"

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::fly;

static constexpr StringLiteral initName = "flydsl_gpu_module_init";
static constexpr StringLiteral loadName = "flydsl_gpu_module_load_to_device";

/// `flydsl_gpu_module_init`, which loads the code to the current device, and
/// `flydsl_gpu_module_load_to_device`, which loads it to that of a number.
static llvm::Function *getOrCreateInit(llvm::Module &module) {
  if (llvm::Function *init = module.getFunction(initName))
    return init;
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> builder(context);
  auto *init = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false),
      llvm::GlobalValue::ExternalLinkage, initName, module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", init));
  builder.CreateRetVoid();

  auto *deviceType = llvm::FunctionType::get(
      builder.getVoidTy(), {builder.getInt32Ty()}, /*isVarArg=*/false);
  auto *load = llvm::Function::Create(
      deviceType, llvm::GlobalValue::ExternalLinkage, loadName, module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", load));
  builder.CreateCall(
      module.getOrInsertFunction("mgpuSetDefaultDevice", deviceType),
      {load->getArg(0)});
  builder.CreateCall(init);
  builder.CreateRetVoid();
  return init;
}

namespace {

struct ExplicitModuleModel
    : public gpu::OffloadingLLVMTranslationAttrInterface::ExternalModel<
          ExplicitModuleModel, ExplicitModuleAttr> {
  LogicalResult embedBinary(Attribute, Operation *op,
                            llvm::IRBuilderBase &hostBuilder,
                            LLVM::ModuleTranslation &translation) const {
    auto binary = cast<gpu::BinaryOp>(op);
    if (binary.getObjects().size() != 1)
      return op->emitOpError("expected one object to embed, got ")
             << binary.getObjects().size();
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    if (object.getFormat() != gpu::CompilationTarget::Binary &&
        object.getFormat() != gpu::CompilationTarget::Fatbin)
      return op->emitOpError("expected a code object to embed, got the format ")
             << gpu::stringifyCompilationTarget(object.getFormat());

    llvm::Module &module = *translation.getLLVMModule();
    llvm::LLVMContext &context = module.getContext();
    llvm::Constant *bytes = llvm::ConstantDataArray::getString(
        context, object.getObject().getValue(), /*AddNull=*/false);
    auto *data =
        new llvm::GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                 llvm::GlobalValue::InternalLinkage, bytes,
                                 binary.getSymName() + "_binary");
    // Code objects are ELF files.
    data->setAlignment(llvm::Align(8));
    // Launches look the loaded module up under this name.
    auto *pointerType = llvm::PointerType::get(context, /*AddressSpace=*/0);
    auto *loaded =
        new llvm::GlobalVariable(module, pointerType, /*isConstant=*/false,
                                 llvm::GlobalValue::InternalLinkage,
                                 llvm::ConstantPointerNull::get(pointerType),
                                 binary.getSymName() + "_module");

    llvm::Function *init = getOrCreateInit(module);
    llvm::IRBuilder<> builder(init->getEntryBlock().getTerminator());
    llvm::FunctionCallee load = module.getOrInsertFunction(
        "mgpuModuleLoad", llvm::FunctionType::get(
                              pointerType, {pointerType, builder.getInt64Ty()},
                              /*isVarArg=*/false));
    llvm::Value *handle = builder.CreateCall(
        load, {data, builder.getInt64(object.getObject().size())});
    builder.CreateStore(handle, loaded);
    return success();
  }

  // Once its module is loaded, a kernel is launched as MLIR launches any. That
  // code asks the binary for its own kind of handler.
  LogicalResult launchKernel(Attribute attr, Operation *launch,
                             Operation *binary,
                             llvm::IRBuilderBase &hostBuilder,
                             LLVM::ModuleTranslation &translation) const {
    Attribute select =
        gpu::SelectObjectAttr::get(attr.getContext(), /*target=*/Attribute());
    auto handler =
        dyn_cast<gpu::OffloadingLLVMTranslationAttrInterface>(select);
    if (!handler)
      return launch->emitOpError(
          "expected the translation of gpu operations to be registered");
    OwningOpRef<gpu::BinaryOp> selecting = cast<gpu::BinaryOp>(binary).clone();
    selecting->setOffloadingHandlerAttr(select);
    return handler.launchKernel(launch, *selecting, hostBuilder, translation);
  }
};

} // namespace

void mlir::fly::registerExplicitModuleTranslation(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, FlyDialect *) {
    ExplicitModuleAttr::attachInterface<ExplicitModuleModel>(*context);
  });
  gpu::registerOffloadingLLVMTranslationInterfaceExternalModels(registry);
}
