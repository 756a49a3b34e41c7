//===- HelionToFly.cpp - Lowering of helion to fly ------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/HelionToFly/HelionToFly.h"

#include "Access.h"
#include "Dialect/FlyROCDL/IR/FlyROCDL.h"
#include "Dialect/Helion/Transforms/Passes.h"
#include "KernelState.h"
#include "Reduction.h"

#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::helion {
#define GEN_PASS_DEF_CONVERTHELIONTOFLY
#include "Conversion/HelionToFly/Passes.h.inc"
} // namespace mlir::helion

using namespace mlir;
using namespace mlir::helion;

namespace {

/// Emits the device function of one kernel, op by op. A tile value maps to the
/// thread's vectors, a handle to the start of its block (i32), any other value
/// to itself.
class KernelLowering {
public:
  KernelLowering(KernelOp kernel, LayoutAttr layout,
                 const fly::TargetInfo &target)
      : builder(kernel), kernel(kernel),
        state(builder, kernel, layout, target) {}

  LogicalResult run();

  unsigned numWide = 0, numUnmasked = 0, numBarriers = 0;

private:
  /// The device function with its arguments; fills `state.buffers`.
  gpu::GPUFuncOp createFunction();
  void setLaunchAttributes(gpu::GPUFuncOp function);
  LogicalResult createAxes();
  LogicalResult createWindow(Axis &axis);

  LogicalResult lowerBlock(Block &block);
  LogicalResult lower(Operation *op);
  LogicalResult lower(SpanOp op);
  LogicalResult lower(ForOp op);
  LogicalResult lower(SizeOp op);
  LogicalResult lower(LoadOp op);
  LogicalResult lower(StoreOp op);
  LogicalResult lower(FullOp op);
  LogicalResult lower(BroadcastOp op);
  LogicalResult lower(IndexOp op);
  LogicalResult lower(BlockIdOp op);
  LogicalResult lower(MaskToOp op);
  LogicalResult lower(ReduceOp op);
  LogicalResult lower(ReduceWithOp op);
  /// The threads that hold the elements of `reduce`'s tiles along its axis.
  FailureOr<int64_t> getReducedThreads(ReductionOpInterface reduce);
  LogicalResult lower(arith::ConstantOp op);
  LogicalResult lower(math::ClampFOp op);
  LogicalResult lowerElementwise(Operation *op);

  /// The type of each vector of a tile.
  static Type getVectorType(RankedTensorType tile);
  SmallVector<Type> convertTypes(TypeRange types);
  /// What the loop's iteration carries to the next one.
  SmallVector<Value> getYielded(ForOp op);
  ArrayRef<Value> get(Value value) { return values.find(value)->second; }
  Value getOne(Value value) { return get(value).front(); }
  SmallVector<Value> getAll(ValueRange range) {
    SmallVector<Value> all;
    for (Value value : range)
      llvm::append_range(all, get(value));
    return all;
  }
  void set(Value value, ValueRange converted) {
    // Copied first: `converted` may lie in the map, which grows.
    SmallVector<Value> copy = llvm::to_vector(converted);
    values[value] = std::move(copy);
  }
  Axis &getAxis(StringAttr name) { return state.axes.find(name)->second; }
  FailureOr<Access> createAccess(Operation *op, Value buffer,
                                 ValueRange subscripts, RankedTensorType tile);

  OpBuilder builder;
  KernelOp kernel;
  KernelState state;
  DenseMap<Value, SmallVector<Value>> values;
  /// Iteration number of the innermost loop, and how many loops enclose.
  Value iteration;
  unsigned loopDepth = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// The device function
//===----------------------------------------------------------------------===//

gpu::GPUFuncOp KernelLowering::createFunction() {
  MLIRContext *context = builder.getContext();
  Location loc = kernel.getLoc();
  Type i64 = builder.getI64Type();

  // A memref becomes a pointer and what of its shape is not known.
  SmallVector<Type> types;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref) {
      types.push_back(type.isIndex() ? i64 : type);
      continue;
    }
    types.push_back(fly::PtrType::get(memref.getElementType(),
                                      fly::AddressSpace::Global,
                                      kernel.getArgAlignment(index)));
    types.append(memref.getNumDynamicDims(), i64);
    // The strides of a contiguous memref follow from its sizes.
    SmallVector<int64_t> strides;
    int64_t offset;
    (void)memref.getStridesAndOffset(strides, offset);
    if (!memref.getLayout().isIdentity())
      types.append(llvm::count_if(strides, ShapedType::isDynamic), i64);
  }

  auto module = gpu::GPUModuleOp::create(builder, loc, kernel.getSymName());
  builder.setInsertionPointToStart(module.getBody());
  auto function = gpu::GPUFuncOp::create(builder, loc, kernel.getSymName(),
                                         FunctionType::get(context, types, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  function.setKnownBlockSizeAttr(builder.getDenseI32ArrayAttr(
      {static_cast<int32_t>(state.getNumThreads()), 1, 1}));
  builder.setInsertionPointToStart(&function.getBody().front());

  unsigned next = 0;
  for (auto [index, argument] : llvm::enumerate(kernel.getArguments())) {
    Value value = function.getArgument(next++);
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (!memref) {
      if (argument.getType().isIndex())
        value = state.castInt(loc, value, builder.getIndexType());
      set(argument, value);
      continue;
    }
    Buffer buffer;
    buffer.type = memref;
    buffer.pointer = value;
    buffer.alignment = kernel.getArgAlignment(index);
    SmallVector<int64_t> strides;
    int64_t offset;
    (void)memref.getStridesAndOffset(strides, offset);
    auto unpack = [&](ArrayRef<int64_t> known, SmallVectorImpl<Value> &out) {
      for (int64_t number : known)
        out.push_back(ShapedType::isDynamic(number)
                          ? function.getArgument(next++)
                          : state.i64(loc, number));
    };
    unpack(memref.getShape(), buffer.sizes);
    if (memref.getLayout().isIdentity()) {
      Value stride = state.i64(loc, 1);
      for (Value size : llvm::reverse(buffer.sizes)) {
        buffer.strides.push_back(stride);
        stride = state.mul(loc, stride, size);
      }
      std::reverse(buffer.strides.begin(), buffer.strides.end());
    } else {
      unpack(strides, buffer.strides);
    }
    state.buffers.insert({argument, std::move(buffer)});
  }
  Value thread = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x);
  state.threadId = state.castInt(loc, thread, builder.getI32Type());
  return function;
}

void KernelLowering::setLaunchAttributes(gpu::GPUFuncOp function) {
  MLIRContext *context = builder.getContext();
  SmallVector<GridDimAttr> grid;
  for (auto ref : kernel.getGrid().getAxes().getAsRange<FlatSymbolRefAttr>()) {
    Axis &axis = getAxis(ref.getAttr());
    // A window moves every block down, so that the last one may be needed once
    // more.
    int64_t slack = axis.shift ? axis.windowWidth - 1 : 0;
    int64_t extent = axis.extent.value_or(0), arg = -1, dim = 0;
    if (!axis.extent) {
      auto size = axis.op.getExtent().getDefiningOp<SizeOp>();
      arg = cast<BlockArgument>(size.getBuffer()).getArgNumber();
      dim = size.getDim();
    }
    grid.push_back(
        GridDimAttr::get(context, extent, arg, dim, axis.block, slack));
  }
  function->setAttr(HelionDialect::getLaunchAttrName(),
                    LaunchAttr::get(context, state.getNumThreads(), grid,
                                    kernel.getArgumentTypes()));

  StringAttr column = state.layout.getAxes().back();
  StringRef strategy = "elementwise";
  kernel.walk([&](Operation *op) {
    auto loop = dyn_cast<ForOp>(op);
    auto reduce = dyn_cast<ReductionOpInterface>(op);
    if (loop && loop.getAxisAttr().getAttr() == column)
      strategy = "looped";
    else if (reduce && reduce.getAxisAttr() == column && strategy != "looped")
      strategy = "persistent";
    else if (loop && strategy == "elementwise")
      strategy = "columns";
  });
  int64_t perRow = state.layout.getThreadsAlong(column);
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  function->setAttr(
      HelionDialect::getPlanAttrName(),
      builder.getDictionaryAttr(
          {builder.getNamedAttr("strategy", builder.getStringAttr(strategy)),
           number("threads_per_row", perRow),
           number("vector_width", state.layout.getVectorWidth()),
           number("groups", state.layout.getNumVectors()),
           number("rows", state.getNumThreads() / perRow),
           number("waves", llvm::divideCeil(perRow, state.target.waveSize))}));
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::createAxes() {
  Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
  SmallVector<StringAttr> gridAxes;
  for (auto ref : kernel.getGrid().getAxes().getAsRange<FlatSymbolRefAttr>())
    gridAxes.push_back(ref.getAttr());

  for (AxisOp op : kernel.getBody().getOps<AxisOp>()) {
    Location loc = op.getLoc();
    if (!op.getBlock())
      return op.emitOpError("has no block size; run helion-reduction-strategy "
                            "and helion-vectorize first");
    Axis axis;
    axis.op = op;
    axis.block = *op.getBlock();
    axis.extent = op.getStaticExtent();
    if (auto size = op.getExtent().getDefiningOp<SizeOp>();
        size && !axis.extent) {
      int64_t known = size.getBuffer().getType().getDimSize(size.getDim());
      if (!ShapedType::isDynamic(known))
        axis.extent = known;
    }
    Value extent = state.castInt(loc, getOne(op.getExtent()), i64);
    // Part of the workgroup's block, or the block itself.
    AxisOp outer = op;
    if (FlatSymbolRefAttr within = op.getWithinAttr())
      outer = kernel.lookupAxis(within.getAttr());
    const StringAttr *found = llvm::find(gridAxes, outer.getSymNameAttr());
    Value limit = extent;
    axis.reach = axis.extent.value_or(0);
    if (found != gridAxes.end()) {
      auto size = op.getExtent().getDefiningOp<SizeOp>();
      if (!axis.extent && (!size || !isa<BlockArgument>(size.getBuffer())))
        return op.emitOpError("runs over the grid, but its extent is neither "
                              "static nor the size of a kernel argument: the "
                              "launch can't know the number of workgroups");
      auto dimension = static_cast<gpu::Dimension>(found - gridAxes.begin());
      Value id = state.castInt(
          loc, gpu::BlockIdOp::create(builder, loc, dimension), i64);
      axis.reach = outer.getBlock().value_or(axis.block);
      axis.origin = state.mul(loc, id, state.i64(loc, axis.reach));
      limit = state.sub(loc, extent, axis.origin);
      // Positions beyond the block don't matter, but 32 bits must hold them.
      limit = builder.createOrFold<arith::MinSIOp>(loc, limit,
                                                   state.i64(loc, axis.reach));
    } else if (axis.extent &&
               *axis.extent > std::numeric_limits<int32_t>::max() / 2) {
      return op.emitOpError("has extent ")
             << *axis.extent
             << ", above the 2^30 elements that one workgroup can traverse";
    }
    axis.limit = state.castInt(loc, limit, i32);
    state.axes.insert({op.getSymNameAttr(), axis});
  }
  for (auto &entry : state.axes)
    if (entry.second.op.getWindow() && failed(createWindow(entry.second)))
      return failure();
  return success();
}

LogicalResult KernelLowering::createWindow(Axis &axis) {
  Location loc = axis.op.getLoc();
  Type i32 = builder.getI32Type();
  const Buffer &buffer = state.buffers.find(axis.op.getWindow())->second;
  axis.windowWidth = *axis.op.getWindowWidth();

  // The address of the thread's row in elements, as far as it decides the
  // remainder modulo the window: 32 bits are enough.
  Value first, row;
  if (buffer.alignment % (axis.windowWidth * buffer.getElementBytes()) != 0) {
    Value address = fly::PtrToIntOp::create(builder, loc, buffer.pointer);
    address = state.castInt(loc, address, i32);
    first = arith::ShRUIOp::create(
        builder, loc, address,
        state.i32(loc, llvm::Log2_64(buffer.getElementBytes())));
  }
  SmallVector<Value> starts(state.layout.getAxes().size(), state.i32(loc, 0));
  SmallVector<Value> positions =
      state.getCoordinates(loc, state.layout, starts, 0);
  auto names = axis.op.getWindowAxes()->getAsRange<StringAttr>();
  for (auto [dim, name] : llvm::enumerate(names)) {
    if (name == axis.op.getSymNameAttr())
      continue;
    const StringAttr *found = llvm::find(state.layout.getAxes(), name);
    if (found == state.layout.getAxes().end() || !getAxis(name).isGrid())
      return axis.op.emitOpError("has a window whose rows run over axis '")
             << name.getValue() << "', which is not an axis of the grid";
    Value stride = state.castInt(loc, buffer.strides[dim], i32);
    Value origin = state.castInt(loc, getAxis(name).origin, i32);
    first = state.add(loc, first, state.mul(loc, origin, stride));
    row = state.add(loc, row,
                    state.mul(loc,
                              positions[found - state.layout.getAxes().begin()],
                              stride));
  }
  Value mask = state.i32(loc, axis.windowWidth - 1);
  if (!first)
    first = state.i32(loc, 0);
  axis.firstShift = builder.createOrFold<arith::AndIOp>(loc, first, mask);
  axis.shift = builder.createOrFold<arith::AndIOp>(
      loc, state.add(loc, first, row), mask);
  if (axis.origin) {
    // A block begins with the last elements of the one below it.
    Value below = state.sub(loc, Value(), axis.origin);
    below = builder.createOrFold<arith::MaxSIOp>(
        loc, below, state.i64(loc, -axis.windowWidth));
    axis.lower = state.castInt(loc, below, i32);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type KernelLowering::getVectorType(RankedTensorType tile) {
  int64_t width = getLayout(tile).getVectorWidth();
  if (width == 1)
    return tile.getElementType();
  return VectorType::get({width}, tile.getElementType());
}

SmallVector<Type> KernelLowering::convertTypes(TypeRange types) {
  SmallVector<Type> converted;
  for (Type type : types) {
    if (isTile(type)) {
      auto tile = cast<RankedTensorType>(type);
      converted.append(getLayout(tile).getNumVectors(), getVectorType(tile));
    } else {
      converted.push_back(type);
    }
  }
  return converted;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::run() {
  gpu::GPUFuncOp function = createFunction();
  Block &prologue = kernel.getBody().front();
  GridOp grid = kernel.getGrid();
  for (Operation &op : prologue)
    if (!isa<AxisOp, GridOp>(op) && failed(lower(&op)))
      return failure();
  if (failed(createAxes()))
    return failure();
  for (BlockArgument handle : grid.getBody().getArguments())
    set(handle, state.i32(grid.getLoc(), 0));
  setLaunchAttributes(function);
  if (failed(lowerBlock(grid.getBody().front())))
    return failure();
  gpu::ReturnOp::create(builder, kernel.getLoc());
  return success();
}

LogicalResult KernelLowering::lowerBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(lower(&op)))
      return failure();
  return success();
}

LogicalResult KernelLowering::lower(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<SpanOp, ForOp, SizeOp, LoadOp, StoreOp, FullOp, BroadcastOp,
            IndexOp, BlockIdOp, MaskToOp, ReduceOp, ReduceWithOp,
            arith::ConstantOp, math::ClampFOp>(
          [&](auto typed) { return lower(typed); })
      .Default([&](Operation *other) { return lowerElementwise(other); });
}

LogicalResult KernelLowering::lower(SpanOp op) {
  set(op.getHandle(), state.i32(op.getLoc(), 0));
  return success();
}

LogicalResult KernelLowering::lower(ForOp op) {
  Location loc = op.getLoc();
  Axis &axis = getAxis(op.getAxisAttr().getAttr());
  Value block = state.i32(loc, axis.block);
  // A window may push the last elements of a row into one more block.
  Value length = axis.limit;
  if (axis.shift)
    length = state.add(loc, length, state.i32(loc, axis.windowWidth - 1));
  Value trips = builder.createOrFold<arith::CeilDivSIOp>(loc, length, block);
  auto loop = scf::ForOp::create(builder, loc, state.i32(loc, 0), trips,
                                 state.i32(loc, 1), getAll(op.getInits()));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value outer = std::exchange(iteration, loop.getInductionVar());
  ++loopDepth;
  set(op.getHandle(), state.mul(loc, loop.getInductionVar(), block));
  unsigned next = 0;
  auto bind = [&](ValueRange targets, ValueRange sources) {
    next = 0;
    for (Value target : targets) {
      unsigned count = convertTypes(target.getType()).size();
      set(target, sources.slice(next, count));
      next += count;
    }
  };
  bind(ValueRange(op.getRegionIterArgs()), loop.getRegionIterArgs());
  if (failed(lowerBlock(op.getBody().front())))
    return failure();
  // A loop that carries nothing comes with its terminator.
  if (loop.getNumResults() != 0)
    scf::YieldOp::create(builder, loc, getYielded(op));
  --loopDepth;
  iteration = outer;
  bind(op.getResults(), loop.getResults());
  return success();
}

SmallVector<Value> KernelLowering::getYielded(ForOp op) {
  Location loc = op.getLoc();
  ValueRange yielded = op.getBody().front().getTerminator()->getOperands();
  Axis &axis = getAxis(op.getAxisAttr().getAttr());
  if (!axis.shift)
    return getAll(yielded);
  // In the block that a window may add, some rows have no elements: what they
  // carry stays as it was. A tile over the axis itself has masks of its own.
  Value exists;
  SmallVector<Value> values;
  for (auto [carried, next] : llvm::zip(op.getRegionIterArgs(), yielded)) {
    auto tile = dyn_cast<RankedTensorType>(next.getType());
    if (tile && getAxisDim(tile, op.getAxisAttr().getAttr())) {
      llvm::append_range(values, get(next));
      continue;
    }
    if (!exists)
      exists = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt,
          state.sub(loc, getOne(op.getHandle()), axis.shift), axis.limit);
    for (auto [before, after] : llvm::zip(get(carried), get(next)))
      values.push_back(
          arith::SelectOp::create(builder, loc, exists, after, before));
  }
  return values;
}

LogicalResult KernelLowering::lower(SizeOp op) {
  auto buffer = state.buffers.find(op.getBuffer());
  if (buffer == state.buffers.end())
    return op.emitOpError("expects a kernel argument as its buffer");
  set(op.getSize(),
      state.castInt(op.getLoc(), buffer->second.sizes[op.getDim()],
                    builder.getIndexType()));
  return success();
}

FailureOr<Access> KernelLowering::createAccess(Operation *op, Value buffer,
                                               ValueRange subscripts,
                                               RankedTensorType tile) {
  auto found = state.buffers.find(buffer);
  if (found == state.buffers.end())
    return op->emitOpError("expects a kernel argument as its buffer");
  if (found->second.getElementBits() % 8 != 0)
    return op->emitOpError("expects elements of whole bytes, got ")
           << found->second.type.getElementType();
  return Access::create(state, op, found->second, subscripts,
                        getAll(subscripts), getLayout(tile));
}

LogicalResult KernelLowering::lower(LoadOp op) {
  RankedTensorType tile = op.getResult().getType();
  FailureOr<Access> access =
      createAccess(op, op.getBuffer(), op.getSubscripts(), tile);
  if (failed(access))
    return failure();
  TypedAttr pad =
      op.getPad().value_or(builder.getZeroAttr(tile.getElementType()));
  set(op.getResult(), access->load(pad));
  numWide += access->numWide;
  numUnmasked += access->numUnmasked;
  return success();
}

LogicalResult KernelLowering::lower(StoreOp op) {
  FailureOr<Access> access = createAccess(
      op, op.getBuffer(), op.getSubscripts(), op.getValue().getType());
  if (failed(access))
    return failure();
  // Of the threads that hold copies of an element one stores it, while others
  // may still load it, or may load it next.
  bool isReadToo = llvm::any_of(op.getBuffer().getUsers(), [](Operation *user) {
    return isa<LoadOp>(user);
  });
  bool needsBarriers =
      isReadToo && KernelState::hasCopies(getLayout(op.getValue().getType()));
  auto barrier = [&] {
    gpu::BarrierOp::create(builder, op.getLoc());
    ++numBarriers;
  };
  if (needsBarriers)
    barrier();
  access->store(get(op.getValue()));
  if (needsBarriers)
    barrier();
  numWide += access->numWide;
  numUnmasked += access->numUnmasked;
  return success();
}

LogicalResult KernelLowering::lower(FullOp op) {
  Value value = getOne(op.getValue());
  Type type = getVectorType(op.getResult().getType());
  if (isa<VectorType>(type))
    value = vector::BroadcastOp::create(builder, op.getLoc(), type, value);
  set(op.getResult(),
      SmallVector<Value>(getLayout(op.getResult().getType()).getNumVectors(),
                         value));
  return success();
}

LogicalResult KernelLowering::lower(BroadcastOp op) {
  RankedTensorType source = op.getSource().getType();
  RankedTensorType result = op.getResult().getType();
  LayoutAttr from = getLayout(source), to = getLayout(result);
  // Either the thread's elements differ along the source's axes as they do in
  // the result, or the source has a single one for all of them.
  if (from.getVectorWidth() == to.getVectorWidth() &&
      from.getNumVectors() == to.getNumVectors()) {
    set(op.getResult(), get(op.getSource()));
    return success();
  }
  Value value = getOne(op.getSource());
  Type type = getVectorType(result);
  if (isa<VectorType>(type))
    value = vector::BroadcastOp::create(builder, op.getLoc(), type, value);
  set(op.getResult(), SmallVector<Value>(to.getNumVectors(), value));
  return success();
}

LogicalResult KernelLowering::lower(IndexOp op) {
  Location loc = op.getLoc();
  RankedTensorType tile = op.getResult().getType();
  LayoutAttr layout = getLayout(tile);
  Axis &axis = getAxis(op.getHandle().getType().getAxis());
  Type element = tile.getElementType();
  SmallVector<Value> vectors;
  for (int64_t k = 0; k < layout.getNumVectors(); ++k) {
    Value position = state.castInt(
        loc,
        state.getCoordinates(loc, layout, getOne(op.getHandle()), k).front(),
        element);
    if (axis.origin)
      position =
          state.add(loc, position, state.castInt(loc, axis.origin, element));
    Type type = getVectorType(tile);
    if (auto vectorType = dyn_cast<VectorType>(type)) {
      Value first = vector::BroadcastOp::create(builder, loc, type, position);
      SmallVector<Attribute> steps;
      for (int64_t v = 0; v < vectorType.getNumElements(); ++v)
        steps.push_back(builder.getIntegerAttr(element, v));
      Value step = arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(vectorType, steps));
      position = arith::AddIOp::create(builder, loc, first, step);
    }
    vectors.push_back(position);
  }
  set(op.getResult(), vectors);
  return success();
}

LogicalResult KernelLowering::lower(BlockIdOp op) {
  Location loc = op.getLoc();
  Axis &axis = getAxis(op.getHandle().getType().getAxis());
  Value first =
      state.castInt(loc, getOne(op.getHandle()), builder.getI64Type());
  first = state.add(loc, axis.origin, first);
  Value id = builder.createOrFold<arith::DivSIOp>(loc, first,
                                                  state.i64(loc, axis.block));
  set(op.getResult(), state.castInt(loc, id, builder.getIndexType()));
  return success();
}

LogicalResult KernelLowering::lower(MaskToOp op) {
  Location loc = op.getLoc();
  RankedTensorType tile = op.getType();
  LayoutAttr layout = getLayout(tile);
  std::optional<unsigned> vectorDim = KernelState::getVectorDim(layout);
  Type type = getVectorType(tile);
  Attribute fillAttr = op.getFill();
  if (auto vectorType = dyn_cast<VectorType>(type))
    fillAttr = DenseElementsAttr::get(vectorType, fillAttr);
  Value fill =
      arith::ConstantOp::create(builder, loc, cast<TypedAttr>(fillAttr));

  // The starts of the masked axes' blocks; those of the others don't matter.
  SmallVector<Value> starts(layout.getAxes().size(), state.i32(loc, 0));
  SmallVector<bool> masked(layout.getAxes().size(), false);
  for (Value handle : op.getHandles()) {
    unsigned dim =
        *getAxisDim(tile, cast<HandleType>(handle.getType()).getAxis());
    starts[dim] = getOne(handle);
    masked[dim] = true;
  }
  SmallVector<Value> vectors;
  for (auto [k, value] : llvm::enumerate(get(op.getValue()))) {
    SmallVector<Value> coordinates =
        state.getCoordinates(loc, layout, starts, k);
    Value mask;
    for (auto [dim, name] : llvm::enumerate(layout.getAxes())) {
      if (!masked[dim])
        continue;
      Axis &axis = getAxis(name);
      Value exists;
      if (vectorDim == dim) {
        Bounds bounds =
            getBounds(state, loc, axis, layout, dim, k, coordinates[dim],
                      getConstantIntValue(starts[dim]) == int64_t(0));
        if (bounds.all) {
          ++numUnmasked;
          continue;
        }
        exists = getElementMask(state, loc, bounds, layout.getVectorWidth());
      } else {
        exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       coordinates[dim], axis.limit);
        if (isa<VectorType>(type))
          exists = vector::BroadcastOp::create(
              builder, loc,
              VectorType::get({layout.getVectorWidth()}, builder.getI1Type()),
              exists);
      }
      mask = state.conjunction(loc, mask, exists);
    }
    vectors.push_back(
        mask ? arith::SelectOp::create(builder, loc, mask, value, fill)
                   .getResult()
             : value);
  }
  set(op.getResult(), vectors);
  return success();
}

FailureOr<int64_t>
KernelLowering::getReducedThreads(ReductionOpInterface reduce) {
  auto tile = cast<RankedTensorType>(reduce.getTiles().front().get().getType());
  LayoutAttr layout = getLayout(tile);
  StringAttr axis = reduce.getAxisAttr();
  unsigned dim = *getAxisDim(tile, axis);
  int64_t threads = layout.getThreadsAlong(axis);
  std::optional<unsigned> vectorDim = KernelState::getVectorDim(layout);
  SmallVector<int64_t> shape = layout.getTileShape();
  if (vectorDim && *vectorDim != dim)
    return reduce->emitOpError("reduces over axis '")
           << axis.getValue() << "', but the threads' vectors extend along '"
           << layout.getAxes()[*vectorDim].getValue()
           << "'; only the contiguous axis of a tile can be reduced";
  if (threads * layout.getVectorWidth() * layout.getNumVectors() != shape[dim])
    return reduce->emitOpError("reduces over axis '")
           << axis.getValue() << "', whose " << shape[dim]
           << " elements are not held by adjacent threads in layout " << layout;
  return threads;
}

/// One element along the axis, as where a workgroup takes rows one by one.
static bool isOfOneElement(ReductionOpInterface reduce) {
  auto tile = cast<RankedTensorType>(reduce.getTiles().front().get().getType());
  return tile.getDimSize(*getAxisDim(tile, reduce.getAxisAttr())) == 1;
}

LogicalResult KernelLowering::lower(ReduceOp op) {
  if (isOfOneElement(op)) {
    set(op.getResult(), get(op.getSource()));
    return success();
  }
  FailureOr<int64_t> threads = getReducedThreads(op);
  if (failed(threads))
    return failure();
  Location loc = op.getLoc();
  arith::FastMathFlags flags = kernel.getFastMathFlags();
  Value value =
      reduceThread(builder, loc, op.getKind(), get(op.getSource()), flags);
  unsigned barriers = 0;
  value = reduceThreads(state, loc, op.getKind(), value, *threads, iteration,
                        /*needsEntryBarrier=*/loopDepth > 1, flags, barriers);
  numBarriers += barriers;
  set(op.getResult(), value);
  return success();
}

LogicalResult KernelLowering::lower(ReduceWithOp op) {
  if (isOfOneElement(op)) {
    for (auto [result, source] : llvm::zip(op.getResults(), op.getSources()))
      set(result, get(source));
    return success();
  }
  FailureOr<int64_t> threads = getReducedThreads(op);
  if (failed(threads))
    return failure();
  Location loc = op.getLoc();
  // A copy whose region has the kernel's fast-math flags, and uses scalars from
  // outside as they were lowered.
  auto lowered = cast<ReduceWithOp>(op->clone());
  for (Operation &nested : lowered.getCombiner().front()) {
    if (auto fast = dyn_cast<arith::ArithFastMathInterface>(nested))
      nested.setAttr(fast.getFastMathAttrName(),
                     arith::FastMathFlagsAttr::get(builder.getContext(),
                                                   kernel.getFastMathFlags()));
    for (OpOperand &operand : nested.getOpOperands())
      if (operand.get().getParentRegion() != &lowered.getCombiner())
        operand.set(getOne(operand.get()));
  }
  auto combineTwo = [&](ValueRange lhs, ValueRange rhs) {
    return lowered.createCombination(builder, loc, lhs, rhs);
  };
  SmallVector<ArrayRef<Value>> components;
  for (Value source : op.getSources())
    components.push_back(get(source));
  SmallVector<Value> tuple = reduceThread(builder, loc, components, combineTwo);
  unsigned barriers = 0;
  tuple = reduceThreads(state, loc, tuple, combineTwo, *threads, iteration,
                        /*needsEntryBarrier=*/loopDepth > 1, barriers);
  numBarriers += barriers;
  lowered->destroy();
  for (auto [result, value] : llvm::zip(op.getResults(), tuple))
    set(result, value);
  return success();
}

LogicalResult KernelLowering::lower(arith::ConstantOp op) {
  auto tile = dyn_cast<RankedTensorType>(op.getType());
  if (!tile || !isTile(tile)) {
    set(op.getResult(), builder.clone(*op)->getResults());
    return success();
  }
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  if (!splat)
    return op.emitOpError("expects the same value everywhere for a tile, got ")
           << op.getValue();
  Attribute value = splat.getSplatValue<Attribute>();
  Type type = getVectorType(tile);
  if (auto vectorType = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vectorType, value);
  Value constant =
      arith::ConstantOp::create(builder, op.getLoc(), cast<TypedAttr>(value));
  set(op.getResult(),
      SmallVector<Value>(getLayout(tile).getNumVectors(), constant));
  return success();
}

LogicalResult KernelLowering::lower(math::ClampFOp op) {
  // As the op's name says: its description, and math-expand-ops with it, swap
  // the two. convert-gpu-to-rocdl makes a median of it, an instruction that
  // there is for scalars only.
  Location loc = op.getLoc();
  arith::FastMathFlags flags = kernel.getFastMathFlags();
  SmallVector<Value> vectors;
  for (auto [k, value] : llvm::enumerate(get(op.getValue()))) {
    Value low = get(op.getMin())[k], high = get(op.getMax())[k];
    Value raised = arith::MaximumFOp::create(builder, loc, value, low, flags);
    vectors.push_back(
        arith::MinimumFOp::create(builder, loc, raised, high, flags));
  }
  set(op.getResult(), vectors);
  return success();
}

LogicalResult KernelLowering::lowerElementwise(Operation *op) {
  auto isTileType = [](Type type) { return isTile(type); };
  bool hasTile = llvm::any_of(op->getOperandTypes(), isTileType) ||
                 llvm::any_of(op->getResultTypes(), isTileType);
  bool hasRegion = op->getNumRegions() != 0;
  if (hasRegion ||
      !isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
      (hasTile && (!OpTrait::hasElementwiseMappableTraits(op) ||
                   op->getNumResults() != 1)))
    return op->emitOpError("has no lowering to the fly dialect; a kernel may "
                           "use helion ops and elementwise arith and math ops");

  // Fast-math is the kernel's alone.
  NamedAttrList attributes(op->getAttrs());
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    attributes.set(fast.getFastMathAttrName(),
                   arith::FastMathFlagsAttr::get(builder.getContext(),
                                                 kernel.getFastMathFlags()));
  auto clone = [&](ValueRange operands, TypeRange types) {
    OperationState cloned(op->getLoc(), op->getName(), operands, types,
                          attributes);
    return builder.create(cloned);
  };
  if (!hasTile) {
    set(op->getResult(0),
        clone(getAll(op->getOperands()), op->getResultTypes())->getResults());
    return success();
  }
  auto tile = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> vectors;
  for (int64_t k = 0; k < getLayout(tile).getNumVectors(); ++k) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      ArrayRef<Value> converted = get(operand);
      operands.push_back(converted.size() == 1 ? converted.front()
                                               : converted[k]);
    }
    // Elements that don't exist are computed as well. They often hold 0, and a
    // division by it is undefined even if nobody looks at the result.
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op)) {
      Location loc = op->getLoc();
      Type type = operands[1].getType();
      Value zero =
          arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
      Value one =
          arith::ConstantOp::create(builder, loc, builder.getOneAttr(type));
      Value isZero = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, operands[1], zero);
      operands[1] =
          arith::SelectOp::create(builder, loc, isZero, one, operands[1]);
    }
    vectors.push_back(clone(operands, getVectorType(tile))->getResult(0));
  }
  set(op->getResult(0), vectors);
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertHelionToFlyPass
    : helion::impl::ConvertHelionToFlyBase<ConvertHelionToFlyPass> {
  using ConvertHelionToFlyBase::ConvertHelionToFlyBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<const fly::TargetInfo *> target =
        fly::lookupTarget(chip, [&] { return module.emitError(); });
    if (failed(target))
      return signalPassFailure();
    for (KernelOp kernel :
         llvm::make_early_inc_range(module.getBody()->getOps<KernelOp>())) {
      if (failed(lowerKernel(kernel, **target)))
        return signalPassFailure();
      kernel.erase();
    }
  }

  LogicalResult lowerKernel(KernelOp kernel, const fly::TargetInfo &target) {
    LayoutAttr layout = kernel.getGrid().getLayoutAttr();
    if (!layout)
      return kernel.emitOpError("is not scheduled: its grid has no layout; run "
                                "helion-vectorize first");
    WalkResult scheduled = kernel.walk([](Operation *op) {
      for (Type type : op->getResultTypes())
        if (isTile(type) && !getLayout(cast<RankedTensorType>(type))) {
          op->emitOpError("has a tile without a layout, ")
              << type << "; run helion-vectorize first";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (scheduled.wasInterrupted())
      return failure();
    int64_t threads = layout.getNumThreads();
    if (threads > target.maxThreadsPerWorkgroup)
      return kernel.emitOpError("needs ")
             << threads << " threads per workgroup, above the "
             << target.maxThreadsPerWorkgroup << " of " << target.chip;
    if (failed(verifyMasked(kernel)))
      return failure();
    KernelLowering lowering(kernel, layout, target);
    if (failed(lowering.run()))
      return failure();
    numWideAccesses += lowering.numWide;
    numElidedMasks += lowering.numUnmasked;
    this->numBarriers += lowering.numBarriers;
    return success();
  }
};
} // namespace
