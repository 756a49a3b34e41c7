//===- Specialize.cpp - Static sizes for a kernel's buffers -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mlir::helion {
#define GEN_PASS_DEF_HELIONSPECIALIZEPASS
#include "Dialect/Helion/Transforms/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Parses integers and `?` joined by `x`.
static LogicalResult parseList(StringRef text, StringRef what, int64_t minimum,
                               SmallVectorImpl<int64_t> &values,
                               function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<StringRef> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    if (part == "?") {
      values.push_back(ShapedType::kDynamic);
      continue;
    }
    int64_t value;
    if (part.getAsInteger(10, value))
      return emitError() << "expected " << what << "s joined by 'x', got '"
                         << text << "'";
    if (value < minimum)
      return emitError() << "expected a " << what << " >= " << minimum
                         << ", got " << value;
    values.push_back(value);
  }
  return success();
}

FailureOr<ArgSpec>
mlir::helion::parseArgSpec(StringRef text,
                           function_ref<InFlightDiagnostic()> emitError) {
  ArgSpec spec;
  if (text == "-")
    return spec;
  auto [layout, alignment] = text.split('%');
  auto [shape, strides] = layout.split('@');
  if (failed(parseList(shape, "size", 0, spec.sizes, emitError)))
    return failure();
  if (layout.contains('@') &&
      failed(parseList(strides, "stride", 0, spec.strides, emitError)))
    return failure();
  if (text.contains('%')) {
    int64_t value;
    if (alignment.getAsInteger(10, value) || value <= 0 ||
        !llvm::isPowerOf2_64(value))
      return emitError() << "expected an alignment in bytes that is a power of "
                            "two, got '"
                         << alignment << "'";
    spec.alignment = value;
  }
  return spec;
}

//===----------------------------------------------------------------------===//
// Specialisation
//===----------------------------------------------------------------------===//

/// Strides of a contiguous buffer, dynamic where a size is.
static SmallVector<int64_t> getContiguousStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (int64_t dim = sizes.size() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride = ShapedType::isDynamic(stride) || ShapedType::isDynamic(sizes[dim])
                 ? ShapedType::kDynamic
                 : stride * sizes[dim];
  }
  return strides;
}

/// The type of argument `index` of `kernel` under `spec`.
static FailureOr<MemRefType> specializeType(KernelOp kernel, unsigned index,
                                            const ArgSpec &spec) {
  auto declared = cast<MemRefType>(kernel.getArgumentTypes()[index]);
  auto emitError = [&] {
    return kernel.emitOpError("argument #") << index << ' ';
  };
  int64_t rank = declared.getRank();
  for (auto [what, list] : {std::make_pair("sizes", ArrayRef(spec.sizes)),
                            std::make_pair("strides", ArrayRef(spec.strides))})
    if (!list.empty() && static_cast<int64_t>(list.size()) != rank)
      return emitError() << "has rank " << rank << " (" << declared << "), but "
                         << list.size() << ' ' << what << " are given";

  SmallVector<int64_t> sizes(declared.getShape());
  for (auto [dim, size] : llvm::enumerate(spec.sizes)) {
    if (ShapedType::isDynamic(size))
      continue;
    if (!ShapedType::isDynamic(sizes[dim]) && sizes[dim] != size)
      return emitError() << "is declared with size " << sizes[dim]
                         << " in dimension " << dim << ", but is given "
                         << size;
    sizes[dim] = size;
  }

  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(declared.getStridesAndOffset(strides, offset)))
    return emitError() << "has no strided layout: " << declared;
  bool isContiguous = declared.getLayout().isIdentity();
  if (isContiguous)
    strides = getContiguousStrides(sizes);
  for (auto [dim, stride] : llvm::enumerate(spec.strides)) {
    // The stride of a single element is never used.
    if (ShapedType::isDynamic(stride) || sizes[dim] == 1 ||
        llvm::is_contained(sizes, 0))
      continue;
    if (!ShapedType::isDynamic(strides[dim]) && strides[dim] != stride) {
      InFlightDiagnostic diag =
          emitError() << "is declared with stride " << strides[dim]
                      << " in dimension " << dim << ", but is given " << stride;
      if (isContiguous)
        diag << "; the kernel expects a contiguous buffer";
      else if (static_cast<int64_t>(dim) == rank - 1 && strides[dim] == 1)
        diag << "; the kernel expects a contiguous last dimension";
      return diag;
    }
    strides[dim] = stride;
  }
  MemRefLayoutAttrInterface layout;
  if (!isContiguous &&
      ArrayRef(strides) != ArrayRef(getContiguousStrides(sizes)))
    layout = StridedLayoutAttr::get(kernel.getContext(), /*offset=*/0, strides);
  return MemRefType::get(sizes, declared.getElementType(), layout,
                         declared.getMemorySpace());
}

/// Checks the bounds of axes whose extent is a size of `argument`.
static LogicalResult verifyBounds(KernelOp kernel, BlockArgument argument,
                                  MemRefType type) {
  for (auto axis : kernel.getBody().getOps<AxisOp>()) {
    auto size = axis.getExtent().getDefiningOp<SizeOp>();
    if (!size || size.getBuffer() != argument || !axis.getBound())
      continue;
    int64_t extent = type.getDimSize(size.getDim());
    int64_t bound = *axis.getBound();
    if (ShapedType::isDynamic(extent) || extent <= bound)
      continue;
    InFlightDiagnostic diag = kernel.emitOpError("argument #")
                              << argument.getArgNumber() << " is given size "
                              << extent << " in dimension " << size.getDim()
                              << ", above the bound of axis '"
                              << axis.getSymName() << "', " << bound;
    diag.attachNote(axis.getLoc()) << "the axis";
    return diag;
  }
  return success();
}

LogicalResult mlir::helion::specializeKernel(KernelOp kernel,
                                             ArrayRef<ArgSpec> specs) {
  SmallVector<Type> types(kernel.getArgumentTypes());
  SmallVector<std::pair<unsigned, const ArgSpec *>> changed;
  size_t buffers = llvm::count_if(types, llvm::IsaPred<MemRefType>);
  if (specs.size() != buffers)
    return kernel.emitOpError("has ")
           << buffers << " memref arguments, but " << specs.size()
           << " are described; expected one entry each, '-' leaves one alone";
  Block &body = kernel.getBody().front();
  size_t next = 0;
  for (unsigned index = 0; index < types.size(); ++index) {
    if (!isa<MemRefType>(types[index]))
      continue;
    const ArgSpec &spec = specs[next++];
    if (spec.sizes.empty())
      continue;
    FailureOr<MemRefType> type = specializeType(kernel, index, spec);
    if (failed(type) ||
        failed(verifyBounds(kernel, body.getArgument(index), *type)))
      return failure();
    types[index] = *type;
    changed.emplace_back(index, &spec);
  }

  Builder builder(kernel.getContext());
  kernel.setFunctionType(builder.getFunctionType(types, {}));
  for (auto [index, spec] : changed) {
    body.getArgument(index).setType(types[index]);
    if (spec->alignment)
      kernel.setArgAttr(index, HelionDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(*spec->alignment));
  }
  SmallVector<SizeOp> known;
  kernel.walk([&](SizeOp size) {
    auto type = cast<MemRefType>(size.getBuffer().getType());
    if (!type.isDynamicDim(size.getDim()))
      known.push_back(size);
  });
  for (SizeOp size : known) {
    OpBuilder constants(size);
    Value constant = arith::ConstantIndexOp::create(
        constants, size.getLoc(),
        cast<MemRefType>(size.getBuffer().getType()).getDimSize(size.getDim()));
    size.getSize().replaceAllUsesWith(constant);
    size.erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct HelionSpecializePass
    : helion::impl::HelionSpecializePassBase<HelionSpecializePass> {
  using HelionSpecializePassBase::HelionSpecializePassBase;

  void runOnOperation() override {
    if (failed(specialize()))
      signalPassFailure();
  }

private:
  LogicalResult specialize();
};
} // namespace

LogicalResult HelionSpecializePass::specialize() {
  ModuleOp module = getOperation();
  auto target = SymbolTable(module).lookup<KernelOp>(kernel);
  if (!target) {
    InFlightDiagnostic diag =
        module.emitError("there is no helion.kernel named '")
        << kernel << "'; the module has ";
    auto kernels = module.getOps<KernelOp>();
    if (kernels.empty())
      return diag << "none";
    llvm::interleaveComma(kernels, diag, [&](KernelOp candidate) {
      diag << "'" << candidate.getSymName() << "'";
    });
    return diag;
  }
  SmallVector<ArgSpec> specs;
  for (auto [index, text] : llvm::enumerate(args)) {
    FailureOr<ArgSpec> spec = parseArgSpec(text, [&, index = index] {
      return target.emitOpError("memref argument ") << index << ": ";
    });
    if (failed(spec))
      return failure();
    numArguments += spec->sizes.empty() ? 0 : 1;
    specs.push_back(std::move(*spec));
  }
  auto countSizes = [&] {
    int64_t count = 0;
    target.walk([&](SizeOp) { ++count; });
    return count;
  };
  int64_t before = countSizes();
  if (failed(specializeKernel(target, specs)))
    return failure();
  numSizes += before - countSizes();
  return success();
}
