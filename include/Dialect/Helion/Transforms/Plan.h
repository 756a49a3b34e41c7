//===- Plan.h - How a kernel is spread over threads -------------*- C++ -*-===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one model of a chip's limits that helion-reduction-strategy (which fixes
// the rows of a workgroup) and helion-vectorize (which fixes the rest) share,
// so that they can't disagree about what fits.
//
//===----------------------------------------------------------------------===//

#ifndef DIALECT_HELION_TRANSFORMS_PLAN_H
#define DIALECT_HELION_TRANSFORMS_PLAN_H

#include "Dialect/Helion/IR/Helion.h"
#include "Target/TargetInfo.h"

namespace mlir::helion {

/// How a kernel traverses its column axis.
enum class ColumnKind {
  /// A `helion.span`: the threads of a workgroup hold the whole row.
  Persistent,
  /// A `helion.for`: the threads hold one chunk of the row at a time.
  Looped,
  /// The grid: every workgroup has its own columns.
  Grid
};

/// The roles of a kernel's axes, and what its memory accesses need.
struct KernelInfo {
  KernelOp kernel;
  SmallVector<AxisOp> gridAxes;
  /// The axis that vectors run along.
  AxisOp column;
  ColumnKind kind = ColumnKind::Grid;
  /// The last grid axis that isn't the column axis, or null. Null, too, where
  /// there is a serial axis.
  AxisOp row;
  /// The axis whose elements every workgroup takes one after the other, in a
  /// helion.for that isn't along the columns; null without one.
  AxisOp serial;
  /// The ops that address memory with a handle of the column axis, in program
  /// order.
  SmallVector<Operation *> accesses;
  /// Narrowest element type among `accesses`; null without any.
  Type narrowest;
  /// Bits that a thread must keep for each column of each of its rows.
  unsigned heldBits = 32;

  /// The axes of the kernel's layout, in order: those of the grid, then the
  /// serial axis, last the column axis.
  SmallVector<StringAttr> getLayoutAxes() const;
  /// Whether `axis` only splits the serial axis over workgroups: no tile runs
  /// over it.
  bool isPartition(AxisOp axis) const;
};

/// Finds the roles of a kernel's axes. Emits an error, located at the op, where
/// the kernel doesn't have the supported form: tiles over the grid's axes and
/// at most one more axis, reductions along that one; besides a serial axis, one
/// element of which is in the tiles at a time.
FailureOr<KernelInfo> analyzeKernel(KernelOp kernel);

/// The extent of `axis` where it is known at compile time.
std::optional<int64_t> getKnownExtent(AxisOp axis);

/// The buffer whose rows decide where the first vector of a row begins.
struct AlignmentWindow {
  TypedValue<MemRefType> buffer;
  SmallVector<StringAttr> axes;
};

/// The window that keeps vectors of `width` elements aligned, or nothing where
/// the rows of the buffer provably begin on a vector's boundary (or where no
/// buffer has contiguous rows).
std::optional<AlignmentWindow> findAlignmentWindow(const KernelInfo &info,
                                                   int64_t width);

/// What a plan is chosen from.
struct PlanRequest {
  ColumnKind kind = ColumnKind::Grid;
  /// Upper bound of the extent of the column axis.
  std::optional<int64_t> columns;
  /// Block of the column axis, where it is already decided (Looped, Grid).
  std::optional<int64_t> block;
  /// Rows that the grid visits in total, where known.
  std::optional<int64_t> totalRows;
  /// Rows of a workgroup, where already decided.
  std::optional<int64_t> rows;
  /// The chunk of reduction_loops that makes a row persistent by covering it.
  std::optional<int64_t> coveringChunk;
  /// Overrides from the kernel's config.
  std::optional<int64_t> vectorWidth, threadsPerRow, waves;
  /// Narrowest type that is moved along the column axis, which bounds V; null
  /// where there is none.
  Type narrowest;
  /// Bits that a thread must keep for each column of each of its rows.
  unsigned heldBits = 32;
  /// Whether rows may begin up to V - 1 elements after an aligned address.
  bool windowed = false;
};

/// Thread t holds row t / L and, as element v of vector k, column
/// (k * L + t mod L) * V + v.
struct Plan {
  /// R: rows of a workgroup.
  int64_t rows = 1;
  /// L: threads of a row.
  int64_t threadsPerRow = 1;
  /// V: contiguous elements of a vector.
  int64_t vectorWidth = 1;
  /// K: vectors that a thread holds.
  int64_t vectors = 1;

  int64_t getThreads() const { return rows * threadsPerRow; }
  /// Columns that the threads of a row cover.
  int64_t getColumns() const { return threadsPerRow * vectorWidth * vectors; }
};

/// Chooses R, L, V and K, or says which limit of the chip the request breaks.
FailureOr<Plan> choosePlan(const PlanRequest &request,
                           const fly::TargetInfo &target,
                           function_ref<InFlightDiagnostic()> emitError);

/// V for `request`, which decides about the window before the rest is chosen.
FailureOr<int64_t>
chooseVectorWidth(const PlanRequest &request,
                  function_ref<InFlightDiagnostic()> emitError);

/// Columns that one of a workgroup's `threads` threads may hold if each takes
/// `heldBits` bits of registers: half of what a thread has, since the other
/// half is needed to compute. The larger the workgroup, the less that is.
int64_t getColumnsPerThread(unsigned heldBits, int64_t threads,
                            const fly::TargetInfo &target);

/// Whether rows of at most `request.columns` columns stay in registers.
bool fitsRegisters(const PlanRequest &request, int64_t vectorWidth,
                   const fly::TargetInfo &target);

/// The request that `info` and the kernel's config make. `chunkOrBlock` and
/// `rows` are what the strategy has decided. Emits an error where the config
/// asks for an impossible vector width.
FailureOr<PlanRequest> getPlanRequest(const KernelInfo &info,
                                      std::optional<int64_t> block,
                                      std::optional<int64_t> rows);

/// The layout of `plan` on `axes`, with rows along axis number `rowAxis` (none
/// where the plan has one row) and columns along `columnAxis`.
LayoutAttr getLayout(MLIRContext *context, ArrayRef<StringAttr> axes,
                     std::optional<unsigned> rowAxis, unsigned columnAxis,
                     const Plan &plan);

/// The layout of `plan` for the kernel.
LayoutAttr getLayout(const KernelInfo &info, const Plan &plan);

/// Replaces the type of every tile in the kernel by `convert` of it, resizing
/// splat constants. Fails with a located error at other constants.
LogicalResult
convertTileTypes(KernelOp kernel,
                 function_ref<RankedTensorType(RankedTensorType)> convert);

} // namespace mlir::helion

#endif // DIALECT_HELION_TRANSFORMS_PLAN_H
