//===- Plan.cpp - How a kernel is spread over threads ---------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/Transforms/Plan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::helion;

/// Threads of a workgroup unless something asks for another number: enough
/// waves to hide latency, few enough that several workgroups share a CU.
static constexpr int64_t defaultThreads = 256;

/// Vectors that a thread of a row of at most one wave should hold at most.
static constexpr int64_t maxVectorsBelowWave = 4;

/// Vectors beyond which a row gets twice the threads, while there are any. One
/// more, which an alignment window may need, isn't worth another wave.
static constexpr int64_t maxVectors = 8;

/// No axis is longer, as far as plans are concerned: it keeps the arithmetic
/// below from overflowing and is far beyond what fits a workgroup.
static constexpr int64_t maxExtent = int64_t(1) << 40;

/// Elements per thread of a chunk whose size nobody has chosen.
static constexpr int64_t defaultElementsPerThread = 8;

/// Workgroups per compute unit below which rows are spread over more
/// workgroups, and vectors over more threads.
static constexpr int64_t workgroupsPerCU = 4;

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

SmallVector<StringAttr> KernelInfo::getLayoutAxes() const {
  SmallVector<StringAttr> axes;
  AxisOp serialAxis = serial;
  for (AxisOp axis : gridAxes)
    if (axis != column && !isPartition(axis))
      axes.push_back(axis.getSymNameAttr());
  if (serialAxis)
    axes.push_back(serialAxis.getSymNameAttr());
  axes.push_back(AxisOp(column).getSymNameAttr());
  return axes;
}

bool KernelInfo::isPartition(AxisOp axis) const {
  AxisOp serialAxis = serial;
  return serialAxis && serialAxis.getWithin() == axis.getSymName();
}

std::optional<int64_t> mlir::helion::getKnownExtent(AxisOp axis) {
  if (std::optional<int64_t> extent = axis.getStaticExtent())
    return extent;
  if (auto size = axis.getExtent().getDefiningOp<SizeOp>()) {
    int64_t dim =
        cast<MemRefType>(size.getBuffer().getType()).getDimSize(size.getDim());
    if (!ShapedType::isDynamic(dim))
      return dim;
  }
  return std::nullopt;
}

/// The subscripts of a load or store, and the buffer they address.
static std::pair<Value, OperandRange> getAccess(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return {load.getBuffer(), load.getSubscripts()};
  auto store = cast<StoreOp>(op);
  return {store.getBuffer(), store.getSubscripts()};
}

static bool isHandleOf(Value value, StringAttr axis) {
  auto handle = dyn_cast<HandleType>(value.getType());
  return handle && handle.getAxis() == axis;
}

/// The axis and handle of an op that traverses an axis other than the grid.
static std::optional<std::pair<StringAttr, ColumnKind>>
getTraversal(Operation *op) {
  if (auto span = dyn_cast<SpanOp>(op))
    return std::make_pair(span.getAxisAttr().getAttr(), ColumnKind::Persistent);
  if (auto loop = dyn_cast<ForOp>(op))
    return std::make_pair(loop.getAxisAttr().getAttr(), ColumnKind::Looped);
  return std::nullopt;
}

/// The axes that the kernel traverses, in program order, each with the first op
/// that does.
static llvm::MapVector<StringAttr, Operation *> getTraversals(KernelOp kernel) {
  llvm::MapVector<StringAttr, Operation *> traversals;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto traversal = getTraversal(op))
      traversals.insert({traversal->first, op});
  });
  return traversals;
}

/// Whether matrices that are addressed by a handle of `axis` are contiguous
/// along another axis. What has one element per element of `axis` doesn't
/// count.
static bool isNeverContiguous(KernelOp kernel, StringAttr axis) {
  bool isAddressed = false;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (!isa<LoadOp, StoreOp>(op))
      return WalkResult::advance();
    OperandRange subscripts = getAccess(op).second;
    if (subscripts.size() == 1 ||
        llvm::none_of(subscripts, [&](Value s) { return isHandleOf(s, axis); }))
      return WalkResult::advance();
    isAddressed = true;
    bool isLast = isHandleOf(subscripts.back(), axis) ||
                  !isa<HandleType>(subscripts.back().getType());
    return isLast ? WalkResult::interrupt() : WalkResult::advance();
  });
  return isAddressed && !result.wasInterrupted();
}

static LogicalResult findColumn(KernelInfo &info) {
  auto traversals = getTraversals(info.kernel);
  info.column = info.gridAxes.back();
  if (traversals.empty())
    return success();

  auto [firstName, first] = traversals.front();
  auto setColumn = [&](StringAttr name, Operation *op) {
    info.column = info.kernel.lookupAxis(name);
    info.kind = getTraversal(op)->second;
  };
  if (traversals.size() == 1) {
    // Threads side by side take columns that are adjacent in memory: those of
    // the grid, if the loop runs across them.
    AxisOp axis = info.kernel.lookupAxis(firstName);
    if (isa<ForOp>(first) && axis.getBlock().value_or(1) == 1 &&
        isNeverContiguous(info.kernel, firstName))
      info.serial = axis;
    else
      setColumn(firstName, first);
  } else {
    auto [lastName, last] = traversals.back();
    bool isLastSerial = isa<SpanOp>(first) && isa<ForOp>(last);
    bool isFirstSerial = isa<ForOp>(first) && first->isProperAncestor(last);
    if (traversals.size() > 2 || (!isFirstSerial && !isLastSerial)) {
      InFlightDiagnostic diag = last->emitOpError("traverses axis '")
                                << lastName.getValue()
                                << "', but the kernel also traverses '"
                                << firstName.getValue()
                                << "'; supported are kernels whose tiles run "
                                   "over the grid's axes and one more, and a "
                                   "helion.for around that";
      diag.attachNote(first->getLoc()) << "the other axis is traversed here";
      return diag;
    }
    info.serial = info.kernel.lookupAxis(isLastSerial ? lastName : firstName);
    setColumn(isLastSerial ? firstName : lastName, isLastSerial ? first : last);
  }

  WalkResult result = info.kernel.walk([&](ForOp loop) {
    AxisOp axis = info.kernel.lookupAxis(loop.getAxisAttr().getAttr());
    int64_t depth = 0;
    for (auto parent = loop->getParentOfType<ForOp>(); parent;
         parent = parent->getParentOfType<ForOp>())
      ++depth;
    int64_t expected = info.serial && axis == info.column ? 1 : 0;
    if (depth == expected)
      return WalkResult::advance();
    if (depth > expected)
      loop.emitOpError("is inside another helion.for; supported are kernels "
                       "that traverse one axis besides the grid's, in loops "
                       "that follow each other, and a helion.for around these");
    else
      loop.emitOpError("runs over axis '")
          << axis.getSymName() << "' outside the helion.for over axis '"
          << AxisOp(info.serial).getSymName() << "', expected it inside";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult verifyTile(const KernelInfo &info, Operation *op,
                                Value value) {
  if (!isTile(value.getType()))
    return success();
  auto tile = cast<RankedTensorType>(value.getType());
  SmallVector<StringAttr> known = info.getLayoutAxes();
  for (StringAttr axis : getAxes(tile))
    if (!llvm::is_contained(known, axis))
      return op->emitOpError("has a tile over axis '")
             << axis.getValue()
             << "', which no helion.grid, helion.span or helion.for traverses: "
             << tile;
  return success();
}

static LogicalResult verifyReduction(const KernelInfo &info,
                                     ReductionOpInterface reduce) {
  StringAttr column = AxisOp(info.column).getSymNameAttr();
  if (info.kind != ColumnKind::Grid && reduce.getAxisAttr() == column)
    return success();
  AxisOp serial = info.serial;
  if (serial && reduce.getAxisAttr() == serial.getSymNameAttr())
    return success();
  InFlightDiagnostic diag =
      reduce->emitOpError("reduces over axis '")
      << reduce.getAxisAttr().getValue()
      << "', which the grid splits into tiles; supported are reductions over "
         "the axis of a helion.span or helion.for";
  if (info.kind != ColumnKind::Grid)
    diag << " ('" << column.getValue() << "')";
  return diag;
}

static unsigned getStorageBits(Type type) {
  return std::max(8u, type.getIntOrFloatBitWidth());
}

/// A tile that a loop carries over its own axis is an accumulator: its elements
/// belong to no block, so that no handle fits them.
static LogicalResult verifyAccumulators(ForOp loop) {
  StringAttr axis = loop.getAxisAttr().getAttr();
  SmallVector<Value> pending;
  llvm::SmallPtrSet<Operation *, 8> visited;
  auto follow = [&](ValueRange values) {
    for (Value value : values)
      if (isTile(value.getType()) &&
          getAxisDim(cast<RankedTensorType>(value.getType()), axis))
        pending.push_back(value);
  };
  follow(loop.getResults());
  while (!pending.empty()) {
    for (Operation *user : pending.pop_back_val().getUsers()) {
      auto reduce = dyn_cast<ReductionOpInterface>(user);
      if ((reduce && reduce.getAxisAttr() == axis) || isa<ForOp>(user) ||
          !visited.insert(user).second)
        continue;
      bool isElsewhere = user->getBlock() != loop->getBlock();
      if (isa<StoreOp>(user) || isElsewhere) {
        InFlightDiagnostic diag = user->emitOpError("uses a tile over axis '")
                                  << axis.getValue()
                                  << "' that a helion.for over this axis has "
                                     "accumulated over its blocks; expected it "
                                     "to be reduced over '"
                                  << axis.getValue() << "' after the loop";
        diag.attachNote(loop.getLoc()) << "the loop";
        return diag;
      }
      follow(user->getResults());
    }
  }
  return success();
}

/// Elements of `type` that one access can move.
static int64_t getMaxVectorWidth(Type type) {
  unsigned bits = getStorageBits(type);
  if (!llvm::isPowerOf2_32(bits))
    return 1;
  return std::max(1u, fly::TargetInfo::maxAccessBits / bits);
}

/// The tile along `column` whose registers `value` is held in, or null where it
/// needs none for itself: a broadcast repeats what its source holds, and one
/// scalar fills a tile.
static Value getHeldTile(Value value, StringAttr column) {
  while (auto broadcast = value.getDefiningOp<BroadcastOp>())
    value = broadcast.getSource();
  if (!isTile(value.getType()) ||
      !getAxisDim(cast<RankedTensorType>(value.getType()), column) ||
      isa_and_nonnull<FullOp, arith::ConstantOp>(value.getDefiningOp()))
    return {};
  return value;
}

/// Bits that the tiles take for each column; null ones need none.
static unsigned getBitsPerColumn(const llvm::SmallSetVector<Value, 8> &held) {
  unsigned bits = 0;
  for (Value tile : held)
    if (tile)
      bits += getStorageBits(getElementTypeOrSelf(tile.getType()));
  return bits;
}

/// Bits per column that live across `reduce`: tiles that exist before and are
/// used after it, and loads after it, which will be issued early to hide their
/// latency.
static unsigned getBitsAcross(Operation *reduce, StringAttr column) {
  llvm::SmallSetVector<Value, 8> held;
  for (Operation *op = reduce->getNextNode(); op; op = op->getNextNode()) {
    if (auto load = dyn_cast<LoadOp>(op))
      held.insert(getHeldTile(load.getResult(), column));
    for (Value operand : op->getOperands()) {
      Value tile = getHeldTile(operand, column);
      if (!tile)
        continue;
      Operation *definition = tile.getDefiningOp();
      if (definition && definition->getBlock() == reduce->getBlock() &&
          definition->isBeforeInBlock(reduce))
        held.insert(tile);
    }
  }
  return getBitsPerColumn(held);
}

/// Bits per column that live as long as the loops around `op` run, or `op`
/// itself: what they carry, and tiles from outside that they use.
static unsigned getCarriedBits(Operation *op, StringAttr column) {
  llvm::SmallSetVector<Value, 8> held;
  for (; op && !isa<GridOp>(op); op = op->getParentOp()) {
    auto loop = dyn_cast<ForOp>(op);
    if (!loop)
      continue;
    for (Value carried : loop.getRegionIterArgs())
      held.insert(getHeldTile(carried, column));
    loop.walk([&](Operation *user) {
      for (Value operand : user->getOperands()) {
        Value tile = user == loop ? Value() : getHeldTile(operand, column);
        if (tile && !loop.getBody().isAncestor(tile.getParentRegion()))
          held.insert(tile);
      }
    });
  }
  return getBitsPerColumn(held);
}

/// Bits that a thread keeps for each column that it owns: across reductions, as
/// accumulators, or at least what it has loaded. 16-bit elements are packed,
/// narrower ones don't count for less.
static unsigned computeHeldBits(GridOp grid, StringAttr column) {
  unsigned held = 16;
  grid.walk([&](Operation *op) {
    unsigned bits = 0;
    if (isa<ReductionOpInterface>(op)) {
      bits = getBitsAcross(op, column);
    } else if (auto load = dyn_cast<LoadOp>(op)) {
      if (getHeldTile(load.getResult(), column))
        bits = getStorageBits(getElementTypeOrSelf(load.getResult().getType()));
    }
    held = std::max(held, bits + getCarriedBits(op, column));
  });
  return held;
}

FailureOr<KernelInfo> mlir::helion::analyzeKernel(KernelOp kernel) {
  KernelInfo info;
  info.kernel = kernel;
  GridOp grid = kernel.getGrid();
  for (auto ref : grid.getAxes().getAsRange<FlatSymbolRefAttr>())
    info.gridAxes.push_back(kernel.lookupAxis(ref.getAttr()));
  if (failed(findColumn(info)))
    return failure();
  for (AxisOp axis : llvm::reverse(info.gridAxes))
    if (axis != info.column && !info.serial) {
      info.row = axis;
      break;
    }

  StringAttr column = info.column.getSymNameAttr();
  WalkResult result = grid.walk([&](Operation *op) {
    for (Value value : op->getResults())
      if (failed(verifyTile(info, op, value)))
        return WalkResult::interrupt();
    if (auto loop = dyn_cast<ForOp>(op);
        loop && failed(verifyAccumulators(loop)))
      return WalkResult::interrupt();
    if (auto reduce = dyn_cast<ReductionOpInterface>(op))
      return failed(verifyReduction(info, reduce)) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
    if (!isa<LoadOp, StoreOp>(op))
      return WalkResult::advance();
    auto [buffer, subscripts] = getAccess(op);
    if (llvm::none_of(subscripts,
                      [&](Value s) { return isHandleOf(s, column); }))
      return WalkResult::advance();
    info.accesses.push_back(op);
    Type element = cast<MemRefType>(buffer.getType()).getElementType();
    if (!info.narrowest ||
        getStorageBits(element) < getStorageBits(info.narrowest))
      info.narrowest = element;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  info.heldBits = computeHeldBits(grid, column);
  return info;
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// Whether the access reads or writes rows of contiguous elements along
/// `column`, and every other subscript is a handle.
static bool hasContiguousRows(Operation *access, StringAttr column) {
  auto [buffer, subscripts] = getAccess(access);
  SmallVector<int64_t> strides;
  int64_t offset;
  return isHandleOf(subscripts.back(), column) &&
         llvm::all_of(subscripts,
                      [](Value s) { return isa<HandleType>(s.getType()); }) &&
         succeeded(cast<MemRefType>(buffer.getType())
                       .getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

/// Whether every row of the buffer begins at a multiple of the vector's size.
/// Vectors above 128 bits are moved in 128-bit pieces.
static bool hasAlignedRows(KernelOp kernel, Value buffer, int64_t width) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t bytes = getStorageBits(type.getElementType()) / 8;
  int64_t needed =
      std::min<int64_t>(width * bytes, fly::TargetInfo::maxAccessBits / 8);
  auto argument = dyn_cast<BlockArgument>(buffer);
  int64_t alignment = argument && argument.getOwner()->getParentOp() == kernel
                          ? kernel.getArgAlignment(argument.getArgNumber())
                          : bytes;
  if (alignment % needed != 0)
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  // A number that divides the stride of the dimension at hand: in a contiguous
  // buffer, the product of the sizes below it that are known.
  uint64_t below = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    int64_t size = type.getDimSize(dim);
    uint64_t divisor = 1;
    if (!ShapedType::isDynamic(strides[dim]))
      divisor = strides[dim];
    else if (type.getLayout().isIdentity())
      divisor = below;
    if (dim != type.getRank() - 1 && size != 1 &&
        divisor % (needed / bytes) != 0)
      return false;
    if (!ShapedType::isDynamic(size))
      below *= size;
  }
  return true;
}

std::optional<AlignmentWindow>
mlir::helion::findAlignmentWindow(const KernelInfo &info, int64_t width) {
  if (width == 1)
    return std::nullopt;
  StringAttr column = AxisOp(info.column).getSymNameAttr();
  // The buffer of highest rank, since a weight along the columns only says
  // nothing about the rows; what is loaded before what is stored, since a load
  // waits for memory and a store doesn't.
  Operation *anchor = nullptr;
  auto rank = [](Operation *access) {
    return std::make_pair(getAccess(access).second.size(),
                          isa<LoadOp>(access) ? 1 : 0);
  };
  for (Operation *access : info.accesses)
    if (hasContiguousRows(access, column) &&
        (!anchor || rank(access) > rank(anchor)))
      anchor = access;
  if (!anchor)
    return std::nullopt;
  auto [buffer, subscripts] = getAccess(anchor);
  // A window is that of a thread's only row.
  if (AxisOp serial = info.serial;
      serial && llvm::any_of(subscripts, [&](Value subscript) {
        return isHandleOf(subscript, serial.getSymNameAttr());
      }))
    return std::nullopt;
  if (hasAlignedRows(info.kernel, buffer, width))
    return std::nullopt;
  AlignmentWindow window;
  window.buffer = cast<TypedValue<MemRefType>>(buffer);
  for (Value subscript : subscripts)
    window.axes.push_back(cast<HandleType>(subscript.getType()).getAxis());
  return window;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

int64_t mlir::helion::getColumnsPerThread(unsigned heldBits, int64_t threads,
                                          const fly::TargetInfo &target) {
  // Packed 16-bit columns are unpacked, some at a time, to be combined.
  return target.vgprBudget(threads) / 2 * 32 / std::max(heldBits, 24u);
}

FailureOr<int64_t>
mlir::helion::chooseVectorWidth(const PlanRequest &request,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (!request.narrowest)
    return request.vectorWidth.value_or(1);
  int64_t widest = getMaxVectorWidth(request.narrowest);
  if (request.vectorWidth && *request.vectorWidth > widest)
    return emitError() << "vector_width = " << *request.vectorWidth << " makes "
                       << *request.vectorWidth *
                              getStorageBits(request.narrowest)
                       << "-bit accesses; at most " << widest << ' '
                       << request.narrowest
                       << " elements fit a 128-bit access; use vector_width = "
                       << widest;
  return request.vectorWidth.value_or(widest);
}

static int64_t getSlack(const PlanRequest &request, int64_t vectorWidth) {
  return request.windowed ? vectorWidth - 1 : 0;
}

/// Threads that a row may have beside `rows - 1` others.
static int64_t getMaxThreadsPerRow(int64_t rows,
                                   const fly::TargetInfo &target) {
  int64_t threads = target.maxThreadsPerWorkgroup / rows;
  return threads == 0 ? 0 : llvm::bit_floor<uint64_t>(threads);
}

bool mlir::helion::fitsRegisters(const PlanRequest &request,
                                 int64_t vectorWidth,
                                 const fly::TargetInfo &target) {
  if (!request.columns)
    return false;
  int64_t threads = getMaxThreadsPerRow(request.rows.value_or(1), target);
  int64_t perThread = getColumnsPerThread(
      request.heldBits, target.maxThreadsPerWorkgroup, target);
  // Register files hold whole vectors.
  return *request.columns + getSlack(request, vectorWidth) <=
         threads * (perThread - perThread % vectorWidth);
}

/// The number of threads, a power of two up to `limit`, that leaves the fewest
/// lanes idle when `groups` vectors are dealt out, at most
/// `maxVectorsBelowWave` to each; among equals the most threads.
static std::optional<int64_t> dealOut(int64_t groups, int64_t limit) {
  std::optional<int64_t> best;
  auto covered = [&](int64_t threads) {
    return threads * llvm::divideCeil(groups, threads);
  };
  for (int64_t threads = 1; threads <= limit; threads *= 2)
    if (llvm::divideCeil(groups, threads) <= maxVectorsBelowWave &&
        (!best || covered(threads) <= covered(*best)))
      best = threads;
  return best;
}

/// L for a row that is held whole.
static int64_t choosePersistentThreads(int64_t groups, int64_t limit,
                                       bool windowed,
                                       const fly::TargetInfo &target) {
  int64_t wave = target.waveSize;
  if (std::optional<int64_t> threads = dealOut(groups, std::min(wave, limit)))
    return *threads;
  int64_t spare = windowed ? 1 : 0;
  int64_t threads = std::min(wave, limit);
  auto vectors = [&] { return int64_t(llvm::divideCeil(groups, threads)); };
  while (threads < limit && vectors() > maxVectors + spare)
    threads *= 2;
  return threads;
}

/// L for one block of a row.
static int64_t chooseBlockThreads(int64_t groups, int64_t rows, int64_t limit) {
  int64_t preferred = std::max<int64_t>(
      1,
      llvm::bit_floor<uint64_t>(std::max<int64_t>(1, defaultThreads / rows)));
  if (std::optional<int64_t> threads =
          dealOut(groups, std::min(preferred, limit)))
    return *threads;
  int64_t threads = std::min(preferred, limit);
  while (threads < limit &&
         llvm::divideCeil(groups, threads) > maxVectorsBelowWave)
    threads *= 2;
  return threads;
}

/// The rows that give the workgroup its default size, fewer where the kernel
/// would otherwise leave compute units without work, but a full wave at least.
static int64_t chooseRows(int64_t threadsPerRow,
                          std::optional<int64_t> totalRows,
                          const fly::TargetInfo &target) {
  int64_t rows = std::max<int64_t>(1, defaultThreads / threadsPerRow);
  if (!totalRows)
    return rows;
  int64_t wanted = workgroupsPerCU * target.computeUnits;
  while (rows > 1 && rows / 2 * threadsPerRow >= target.waveSize &&
         static_cast<int64_t>(llvm::divideCeil(*totalRows, rows)) < wanted)
    rows /= 2;
  return rows;
}

/// Vectors per row of a block whose size nobody has chosen.
static int64_t chooseBlockGroups(const PlanRequest &request,
                                 int64_t vectorWidth, int64_t threads,
                                 const fly::TargetInfo &target) {
  int64_t vectors = 1;
  std::optional<int64_t> rowGroups;
  if (request.columns)
    rowGroups = std::max<int64_t>(
        1, llvm::divideCeil(*request.columns + getSlack(request, vectorWidth),
                            vectorWidth));
  if (request.kind == ColumnKind::Looped) {
    vectors = std::max<int64_t>(1, defaultElementsPerThread / vectorWidth);
  } else if (rowGroups && request.totalRows) {
    // Several vectors per thread amortise the address computation, but only
    // where enough workgroups remain.
    int64_t wanted = workgroupsPerCU * target.computeUnits;
    int64_t totalGroups = std::min<uint64_t>(
        llvm::SaturatingMultiply<uint64_t>(*rowGroups, *request.totalRows),
        maxExtent);
    while (vectors < maxVectorsBelowWave &&
           totalGroups / (2 * vectors * defaultThreads) >= wanted)
      vectors *= 2;
  }
  int64_t groups = threads * vectors;
  return rowGroups ? std::min(groups, *rowGroups) : groups;
}

FailureOr<Plan>
mlir::helion::choosePlan(const PlanRequest &request,
                         const fly::TargetInfo &target,
                         function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<int64_t> width = chooseVectorWidth(request, emitError);
  if (failed(width))
    return failure();
  int64_t maxThreads = target.maxThreadsPerWorkgroup;
  if (request.rows && *request.rows > maxThreads)
    return emitError() << *request.rows
                       << " rows per workgroup need as many threads, above the "
                       << maxThreads << " that a workgroup of " << target.chip
                       << " can have; at most " << maxThreads << " rows fit";

  Plan plan;
  plan.vectorWidth = *width;
  std::optional<int64_t> wanted = request.threadsPerRow;
  if (request.waves)
    wanted = *request.waves * target.waveSize;
  StringRef threadsKey = request.waves ? "waves" : "threads_per_row";
  if (wanted && *wanted * request.rows.value_or(1) > maxThreads) {
    InFlightDiagnostic diag = emitError()
                              << threadsKey << " = "
                              << (request.waves ? *request.waves : *wanted);
    if (request.rows && *request.rows > 1)
      diag << " with " << *request.rows << " rows per workgroup";
    return diag << " makes " << *wanted * request.rows.value_or(1)
                << " threads, above the " << maxThreads
                << " that a workgroup of " << target.chip
                << " can have; at most "
                << getMaxThreadsPerRow(request.rows.value_or(1), target)
                << " threads per row fit";
  }

  // The vectors that a row needs.
  int64_t rows = request.rows.value_or(1);
  int64_t limit = getMaxThreadsPerRow(rows, target);
  int64_t groups;
  if (request.kind == ColumnKind::Persistent) {
    if (!request.columns)
      return emitError() << "a persistent row needs an upper bound of its "
                            "extent; declare the axis with bound(...)";
    groups =
        llvm::divideCeil(*request.columns + getSlack(request, *width), *width);
  } else if (request.block) {
    groups = llvm::divideCeil(*request.block, *width);
  } else {
    int64_t threads = wanted.value_or(
        std::max<int64_t>(1, llvm::bit_floor<uint64_t>(
                                 std::max<int64_t>(1, defaultThreads / rows))));
    groups = chooseBlockGroups(request, *width, threads, target);
  }
  groups = std::max<int64_t>(groups, 1);

  if (wanted)
    plan.threadsPerRow = *wanted;
  else if (request.kind == ColumnKind::Persistent)
    plan.threadsPerRow =
        choosePersistentThreads(groups, limit, request.windowed, target);
  else
    plan.threadsPerRow = chooseBlockThreads(groups, rows, limit);
  auto getHeld = [&](int64_t threads) {
    return static_cast<int64_t>(llvm::divideCeil(groups, threads)) * *width;
  };
  // Some kernels hold so much for each column that it takes more threads.
  while (!wanted && plan.threadsPerRow < limit &&
         getHeld(plan.threadsPerRow) >
             getColumnsPerThread(request.heldBits, plan.threadsPerRow * rows,
                                 target))
    plan.threadsPerRow *= 2;
  plan.vectors = llvm::divideCeil(groups, plan.threadsPerRow);
  plan.rows = request.rows
                  ? *request.rows
                  : chooseRows(plan.threadsPerRow, request.totalRows, target);

  int64_t perThread =
      getColumnsPerThread(request.heldBits, plan.getThreads(), target);
  int64_t held = getHeld(plan.threadsPerRow);
  if (held > perThread) {
    int64_t vectors = perThread / plan.vectorWidth;
    InFlightDiagnostic diag = emitError()
                              << (request.kind == ColumnKind::Persistent
                                      ? "a persistent row of "
                                      : "a block of ")
                              << (request.kind == ColumnKind::Persistent
                                      ? *request.columns
                                      : groups * *width)
                              << " columns";
    if (request.coveringChunk)
      diag << " (one chunk of reduction_loops = [" << *request.coveringChunk
           << "] covers it)";
    if (wanted)
      diag << " with " << threadsKey << " = "
           << (request.waves ? *request.waves : *wanted);
    if (rows > 1)
      diag << " and " << rows << " rows per workgroup";
    return diag << " leaves " << held << " to each thread, above the "
                << perThread << " of " << request.heldBits
                << " bits that its registers hold on " << target.chip
                << "; at most "
                << (wanted ? plan.threadsPerRow : limit) * vectors *
                       plan.vectorWidth
                << " columns fit";
  }
  return plan;
}

FailureOr<PlanRequest>
mlir::helion::getPlanRequest(const KernelInfo &info,
                             std::optional<int64_t> block,
                             std::optional<int64_t> rows) {
  PlanRequest request;
  request.kind = info.kind;
  if (std::optional<int64_t> bound = AxisOp(info.column).getExtentBound())
    request.columns = std::min(*bound, maxExtent);
  if (block)
    request.block = std::min(*block, maxExtent);
  request.rows = rows;
  request.narrowest = info.narrowest;
  request.heldBits = info.heldBits;
  std::optional<int64_t> total = 1;
  for (AxisOp axis : info.gridAxes) {
    if (axis == info.column)
      continue;
    std::optional<int64_t> extent = getKnownExtent(axis);
    if (extent && info.isPartition(axis) && axis.getBlock())
      extent = llvm::divideCeil(*extent, *axis.getBlock());
    if (total && extent)
      total = std::min<uint64_t>(
          llvm::SaturatingMultiply<uint64_t>(*total, *extent), maxExtent);
    else
      total = std::nullopt;
  }
  request.totalRows = total;
  if (!info.row)
    request.rows = 1;
  KernelOp kernel = info.kernel;
  if (ConfigAttr config = kernel.getConfigAttr()) {
    request.vectorWidth = config.getVectorWidth();
    request.threadsPerRow = config.getThreadsPerRow();
    request.waves = config.getWaves();
  }
  FailureOr<int64_t> width =
      chooseVectorWidth(request, [&] { return kernel.emitOpError(); });
  if (failed(width))
    return failure();
  request.windowed = findAlignmentWindow(info, *width).has_value();
  return request;
}

//===----------------------------------------------------------------------===//
// The layout
//===----------------------------------------------------------------------===//

LayoutAttr mlir::helion::getLayout(MLIRContext *context,
                                   ArrayRef<StringAttr> axes,
                                   std::optional<unsigned> rowAxis,
                                   unsigned columnAxis, const Plan &plan) {
  auto tuple = [](std::initializer_list<fly::IntTuple> modes) {
    return fly::IntTuple(std::vector<fly::IntTuple>(modes));
  };
  auto along = [](int64_t step, unsigned axis) {
    return fly::IntTuple(
        fly::Leaf::getBasis(step, {static_cast<int32_t>(axis)}));
  };
  fly::Layout layout;
  fly::IntTuple values = tuple({plan.vectorWidth, plan.vectors});
  fly::IntTuple valueStrides =
      tuple({along(1, columnAxis),
             along(plan.threadsPerRow * plan.vectorWidth, columnAxis)});
  fly::IntTuple threads = plan.threadsPerRow;
  fly::IntTuple threadStrides = along(plan.vectorWidth, columnAxis);
  if (rowAxis) {
    threads = tuple({threads, plan.rows});
    threadStrides = tuple({threadStrides, along(1, *rowAxis)});
  }
  layout.shape = tuple({threads, values});
  layout.stride = tuple({threadStrides, valueStrides});
  return LayoutAttr::get(context, axes, fly::LayoutAttr::get(context, layout));
}

LayoutAttr mlir::helion::getLayout(const KernelInfo &info, const Plan &plan) {
  SmallVector<StringAttr> axes = info.getLayoutAxes();
  auto indexOf = [&](AxisOp axis) -> unsigned {
    return llvm::find(axes, axis.getSymNameAttr()) - axes.begin();
  };
  std::optional<unsigned> row;
  if (info.row)
    row = indexOf(info.row);
  KernelOp kernel = info.kernel;
  return getLayout(kernel.getContext(), axes, row, indexOf(info.column), plan);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult mlir::helion::convertTileTypes(
    KernelOp kernel, function_ref<RankedTensorType(RankedTensorType)> convert) {
  auto convertValue = [&](Value value) {
    if (isTile(value.getType()))
      value.setType(convert(cast<RankedTensorType>(value.getType())));
  };
  WalkResult result = kernel.walk([&](Operation *op) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op);
        constant && isTile(constant.getType())) {
      auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
      if (!splat) {
        constant.emitOpError("expects the same value everywhere, since the "
                             "size of a tile is the compiler's choice");
        return WalkResult::interrupt();
      }
      auto type = convert(cast<RankedTensorType>(constant.getType()));
      constant.setValueAttr(splat.resizeSplat(type));
    }
    for (Value value : op->getResults())
      convertValue(value);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value value : block.getArguments())
          convertValue(value);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
