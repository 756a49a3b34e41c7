//===- row-compiler.cpp - linalg on rows, through Helion-Fly ------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that is not part of Helion-Fly: it turns each function that holds
// one `linalg.softmax`, or a `linalg.generic` that reduces rows, into a
// `helion.kernel`, and has Helion-Fly's pipeline compile them in memory.
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"
#include "InitAll.h"
#include "Pipelines/Pipelines.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace {
enum class Emit { Helion, ISA, Bin };

/// Builds one kernel that works on rows. Types of 16 bits are computed in f32.
class RowKernel {
public:
  /// A kernel with the signature of `function`, whose argument `input` has the
  /// rows. The insertion point is left in its grid.
  RowKernel(func::FuncOp function, Value input)
      : builder(function), loc(function.getLoc()) {
    StringAttr name = function.getSymNameAttr();
    auto kernel = helion::KernelOp::create(builder, loc, name.getValue(),
                                           function.getFunctionType(), {}, {},
                                           {}, {}, {});
    Block *body = builder.createBlock(&kernel.getBody());
    for (BlockArgument argument : function.getArguments())
      arguments.map(argument,
                    body->addArgument(argument.getType(), argument.getLoc()));
    addAxis("m", helion::AxisKind::Tile, arguments.lookup(input), 0);
    addAxis("n", helion::AxisKind::Full, arguments.lookup(input), 1);
    auto grid = helion::GridOp::create(
        builder, loc,
        builder.getArrayAttr(FlatSymbolRefAttr::get(builder.getContext(), "m")),
        {});
    Block *gridBody = builder.createBlock(&grid.getBody());
    row = gridBody->addArgument(
        helion::HandleType::get(builder.getContext(),
                                builder.getStringAttr("m")),
        loc);
    helion::YieldOp::create(builder, loc);
    builder.setInsertionPointToStart(gridBody);
    columns = helion::SpanOp::create(builder, loc, "n");
  }

  /// A tile with one element per row, or per row and column.
  RankedTensorType getTile(int64_t rank, Type element) {
    StringAttr axes[] = {builder.getStringAttr("m"),
                         builder.getStringAttr("n")};
    SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
    return RankedTensorType::get(
        shape, element,
        helion::AxesAttr::get(builder.getContext(),
                              ArrayRef(axes).take_front(rank)));
  }

  Value load(Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    Value tile = helion::LoadOp::create(
        builder, loc, getTile(type.getRank(), type.getElementType()),
        arguments.lookup(buffer), getSubscripts(type), TypedAttr());
    if (type.getElementTypeBitWidth() >= 32)
      return tile;
    return arith::ExtFOp::create(
        builder, loc, getTile(type.getRank(), builder.getF32Type()), tile);
  }

  void store(Value tile, Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    auto stored = getTile(type.getRank(), type.getElementType());
    if (tile.getType() != stored)
      tile = arith::TruncFOp::create(builder, loc, stored, tile);
    helion::StoreOp::create(builder, loc, tile, arguments.lookup(buffer),
                            getSubscripts(type));
  }

  Value reduce(helion::ReduceKind kind, Value tile) {
    Type element = getElementTypeOrSelf(tile);
    return helion::ReduceOp::create(builder, loc, getTile(1, element), kind,
                                    tile, "n");
  }

  Value broadcast(Value tile) {
    return helion::BroadcastOp::create(
        builder, loc, getTile(2, getElementTypeOrSelf(tile)), tile);
  }

  /// Elementwise code is plain arith and math.
  template <typename OpT> Value create(ValueRange operands) {
    return OpT::create(builder, loc, operands.front().getType(), operands);
  }

private:
  void addAxis(StringRef name, helion::AxisKind kind, Value buffer,
               uint64_t dim) {
    Value size = helion::SizeOp::create(builder, loc, buffer, dim);
    helion::AxisOp::create(builder, loc, name, size, kind, {}, {}, {}, {}, {},
                           {});
  }

  SmallVector<Value> getSubscripts(MemRefType type) {
    if (type.getRank() == 1)
      return {row};
    return {row, columns};
  }

  OpBuilder builder;
  Location loc;
  IRMapping arguments;
  Value row, columns;
};
} // namespace

static LogicalResult lowerSoftmax(func::FuncOp function,
                                  linalg::SoftmaxOp softmax) {
  auto type = dyn_cast<MemRefType>(softmax.getInput().getType());
  if (!type || type.getRank() != 2 || softmax.getDimension() != 1)
    return softmax.emitError("expected a memref of rank 2 and dimension 1");
  RowKernel kernel(function, softmax.getInput());
  Value x = kernel.load(softmax.getInput());
  Value max = kernel.broadcast(kernel.reduce(helion::ReduceKind::Max, x));
  Value exp =
      kernel.create<math::ExpOp>(kernel.create<arith::SubFOp>({x, max}));
  Value sum = kernel.broadcast(kernel.reduce(helion::ReduceKind::Sum, exp));
  kernel.store(kernel.create<arith::DivFOp>({exp, sum}), softmax.getOutput());
  return success();
}

static LogicalResult lowerRowReduction(func::FuncOp function,
                                       linalg::FillOp fill,
                                       linalg::GenericOp generic) {
  MLIRContext *context = generic.getContext();
  AffineExpr m = getAffineDimExpr(0, context);
  AffineExpr n = getAffineDimExpr(1, context);
  SmallVector<AffineMap> rowReduction = {AffineMap::get(2, 0, {m, n}, context),
                                         AffineMap::get(2, 0, {m}, context)};
  Block *body = generic.getBody();
  if (!generic.hasPureBufferSemantics() ||
      generic.getIndexingMapsArray() != rowReduction ||
      !llvm::hasNItems(*body, 2))
    return generic.emitError("expected one operation that combines the columns "
                             "of a memref of rank 2");
  Operation &combiner = body->front();
  bool combinesBoth =
      combiner.getNumOperands() == 2 &&
      llvm::is_contained(combiner.getOperands(), body->getArgument(0)) &&
      llvm::is_contained(combiner.getOperands(), body->getArgument(1));
  auto kind =
      TypeSwitch<Operation *, std::optional<helion::ReduceKind>>(&combiner)
          .Case([](arith::AddFOp) { return helion::ReduceKind::Sum; })
          .Case([](arith::MaximumFOp) { return helion::ReduceKind::Max; })
          .Case([](arith::MinimumFOp) { return helion::ReduceKind::Min; })
          .Default(std::nullopt);
  if (!kind || !combinesBoth)
    return combiner.emitError(
        "expected addf, maximumf or minimumf of the element and the result");

  // What linalg combines the columns with is what the result holds before.
  Value result = generic.getDpsInits().front();
  Attribute initial;
  if (!fill || fill.getOutputs().front() != result ||
      !matchPattern(fill.getInputs().front(), m_Constant(&initial)) ||
      initial != helion::ReduceOp::getIdentity(
                     *kind, getElementTypeOrSelf(result.getType())))
    return generic.emitError("expected linalg.fill to set the result to the "
                             "identity of the reduction before");

  Value input = generic.getDpsInputs().front();
  RowKernel kernel(function, input);
  kernel.store(kernel.reduce(*kind, kernel.load(input)), result);
  return success();
}

static LogicalResult lowerFunction(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected a body of one block");
  linalg::FillOp fill;
  for (Operation &op : function.getBody().front()) {
    if (isa<arith::ConstantOp>(op))
      continue;
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
        softmax && isa<func::ReturnOp>(op.getNextNode()) && !fill)
      return lowerSoftmax(function, softmax);
    if (auto generic = dyn_cast<linalg::GenericOp>(op);
        generic && isa<func::ReturnOp>(op.getNextNode()))
      return lowerRowReduction(function, fill, generic);
    if (fill || !(fill = dyn_cast<linalg::FillOp>(op)))
      return op.emitError("expected one linalg.softmax, or one linalg.fill and "
                          "one linalg.generic");
  }
  return function.emitError("expected a linalg operation");
}

static LogicalResult lowerToHelion(ModuleOp module) {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (failed(lowerFunction(function)))
      return failure();
    function.erase();
  }
  return verify(module);
}

int main(int argc, char **argv) {
  llvm::InitLLVM initialize(argc, argv);
  llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::Required,
                                   llvm::cl::desc("<input.mlir>"));
  llvm::cl::opt<std::string> folder("folder", llvm::cl::init("."),
                                    llvm::cl::desc("Where code objects go"));
  llvm::cl::opt<std::string> chip("chip", llvm::cl::init("gfx942"),
                                  llvm::cl::desc("Processor to compile for"));
  llvm::cl::opt<Emit> emit(
      "emit", llvm::cl::init(Emit::ISA), llvm::cl::desc("What to write"),
      llvm::cl::values(clEnumValN(Emit::Helion, "helion", "Kernels"),
                       clEnumValN(Emit::ISA, "isa", "Assembly"),
                       clEnumValN(Emit::Bin, "bin", "Code object")));
  llvm::cl::ParseCommandLineOptions(argc, argv);

  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  math::MathDialect, memref::MemRefDialect>();
  helion_fly::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(input.getValue(), &context);
  if (!module || failed(lowerToHelion(*module)))
    return EXIT_FAILURE;

  if (emit == Emit::Helion) {
    module->print(llvm::outs());
    return EXIT_SUCCESS;
  }

  helion_fly::HelionToBinaryOptions options;
  options.chip = chip;
  options.toolkit = TOOLKIT;
  options.format = emit == Emit::ISA ? helion_fly::BinaryFormat::ISA
                                     : helion_fly::BinaryFormat::Bin;
  PassManager passes(&context);
  helion_fly::buildHelionToBinaryPipeline(passes, options);
  if (failed(passes.run(*module)))
    return EXIT_FAILURE;

  // Each kernel is a gpu.binary now, whose object holds the bytes.
  for (auto binary : module->getOps<gpu::BinaryOp>()) {
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    StringRef bytes = object.getObject().getValue();
    if (emit == Emit::ISA) {
      llvm::outs() << bytes;
      continue;
    }
    std::string error;
    auto file = openOutputFile(
        (folder + "/" + binary.getSymName() + ".hsaco").str(), &error);
    if (!file) {
      llvm::errs() << error << "\n";
      return EXIT_FAILURE;
    }
    file->os() << bytes;
    file->keep();
  }
  return EXIT_SUCCESS;
}
