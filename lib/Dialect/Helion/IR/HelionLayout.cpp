//===- HelionLayout.cpp - The schedule of a tile --------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Helion/IR/Helion.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::helion;

namespace {
/// One leaf of a thread-value layout: `size` steps of `stride` along `axis`, or
/// no step at all (axis -1).
struct Mode {
  int64_t size;
  int64_t stride;
  int axis;
};

/// A thread-value layout as flat lists of modes, fastest first.
struct Modes {
  SmallVector<Mode> thread, value;
};
} // namespace

static void flatten(const fly::IntTuple &shape, const fly::IntTuple &stride,
                    SmallVectorImpl<Mode> &modes) {
  if (!shape.isLeaf()) {
    for (int64_t i = 0; i < shape.rank(); ++i)
      flatten(shape[i], stride[i], modes);
    return;
  }
  const fly::Leaf &step = stride.getLeaf();
  modes.push_back({shape.getLeaf().value, step.value,
                   step.isBasis() ? step.basis.front() : -1});
}

static Modes flatten(fly::LayoutAttr tv) {
  const fly::Layout &layout = tv.getValue();
  Modes modes;
  flatten(layout.shape[0], layout.stride[0], modes.thread);
  flatten(layout.shape[1], layout.stride[1], modes.value);
  return modes;
}

/// Adds to `coordinates` what position `index` of `modes` contributes.
static void addContribution(ArrayRef<Mode> modes, int64_t index,
                            MutableArrayRef<int64_t> coordinates) {
  for (const Mode &mode : modes) {
    if (mode.axis >= 0)
      coordinates[mode.axis] += index % mode.size * mode.stride;
    index /= mode.size;
  }
}

/// Checks that the modes along each axis count through its elements once:
/// sorted by stride, each steps over what the ones before it cover. A hole
/// would be an element that no thread stores, an overlap one that is summed
/// twice.
static LogicalResult
verifyEveryElementOnce(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<StringAttr> axes, const Modes &modes) {
  // Positions within a tile, and thread numbers, are 32-bit on the device.
  constexpr int64_t limit = std::numeric_limits<int32_t>::max();
  for (auto [index, axis] : llvm::enumerate(axes)) {
    SmallVector<Mode> steps;
    for (const Mode &mode : llvm::concat<const Mode>(modes.thread, modes.value))
      if (mode.axis == static_cast<int>(index) && mode.size > 1)
        steps.push_back(mode);
    llvm::sort(steps, [](const Mode &lhs, const Mode &rhs) {
      return std::tie(lhs.stride, lhs.size) < std::tie(rhs.stride, rhs.size);
    });
    int64_t covered = 1;
    for (const Mode &mode : steps) {
      if (mode.stride != covered)
        return emitError() << "expected every element along axis '"
                           << axis.getValue()
                           << "' to be held once: " << covered
                           << " are covered by smaller steps, got a "
                           << "step of " << mode.stride;
      if (mode.size > limit / covered)
        return emitError() << "expected at most " << limit
                           << " elements along axis '" << axis.getValue()
                           << "'";
      covered *= mode.size;
    }
  }
  int64_t threads = 1;
  for (const Mode &mode : modes.thread) {
    if (mode.size > limit / threads)
      return emitError() << "expected at most " << limit << " threads";
    threads *= mode.size;
  }
  for (const Mode &mode : modes.value)
    if (mode.axis < 0 && mode.size > 1)
      return emitError() << "expected " << mode.size
                         << " values of a thread to step along an axis, got "
                            "stride 0";
  return success();
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getAxes(), printer, [&](StringAttr axis) {
    printer.printKeywordOrString(axis.getValue());
  });
  printer << "], ";
  fly::printLayoutBody(printer, getTv());
  printer << '>';
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> axes,
                                 fly::LayoutAttr tv) {
  for (auto [index, axis] : llvm::enumerate(axes))
    if (llvm::is_contained(axes.take_front(index), axis))
      return emitError() << "axis '" << axis.getValue()
                         << "' is named twice, expected distinct axes";
  const fly::Layout &layout = tv.getValue();
  if (!layout.isStatic())
    return emitError() << "expected a static thread-value layout, got "
                       << layout.str();
  if (layout.shape.isLeaf() || layout.rank() != 2)
    return emitError() << "expected a layout of rank 2, (thread, value), got "
                       << layout.str();
  const fly::IntTuple &value = layout.shape[1];
  if (value.isLeaf() || value.rank() != 2 || value.depth() != 1)
    return emitError() << "expected the value mode to be a pair (V, K), got "
                       << value.str();
  for (const fly::Leaf &size : layout.shape.getLeaves())
    if (size.isBasis() || size.isNone() || size.value < 1)
      return emitError() << "expected positive sizes, got "
                         << layout.shape.str();
  for (const fly::Leaf &stride : layout.stride.getLeaves()) {
    if (stride.isNone() || (!stride.isBasis() && stride.value != 0) ||
        stride.basis.size() > 1)
      return emitError()
             << "expected strides that are 0 or step along one axis "
                "(as 8E1), got "
             << layout.stride.str();
    if (stride.isBasis() &&
        stride.basis.front() >= static_cast<int64_t>(axes.size()))
      return emitError() << "stride steps along axis " << stride.basis.front()
                         << ", but only " << axes.size() << " axes are named";
  }
  const fly::Leaf &element = layout.stride[1][0].getLeaf();
  if (layout.shape[1][0].getLeaf().value != 1 && element.value != 1)
    return emitError() << "expected the elements of a vector to be contiguous "
                          "(stride 1), got "
                       << layout.stride[1].str();
  return verifyEveryElementOnce(emitError, axes, flatten(tv));
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getAxes().size())
    return emitError() << "expected one axis per dimension: the tensor has "
                       << shape.size() << " dimensions, the encoding names "
                       << getAxes().size() << " axes";
  SmallVector<int64_t> tile = getTileShape();
  if (ArrayRef<int64_t>(tile) != shape) {
    InFlightDiagnostic diag = emitError()
                              << "expected the shape that the layout "
                              << getTv().getValue().str() << " covers (";
    llvm::interleave(tile, diag, "x");
    diag << "), got ";
    llvm::interleave(shape, diag, "x");
    return diag;
  }
  return success();
}

fly::ThreadValueLayout LayoutAttr::getThreadValueLayout() const {
  return {getTv().getValue(), getTileShape()};
}

int64_t LayoutAttr::getNumThreads() const {
  int64_t threads = 1;
  for (const Mode &mode : flatten(getTv()).thread)
    threads *= mode.size;
  return threads;
}

int64_t LayoutAttr::getVectorWidth() const {
  return getTv().getValue().shape[1][0].getLeaf().value;
}

int64_t LayoutAttr::getNumVectors() const {
  return getTv().getValue().shape[1][1].getLeaf().value;
}

SmallVector<int64_t> LayoutAttr::getCoordinates(int64_t thread, int64_t vector,
                                                int64_t element) const {
  Modes modes = flatten(getTv());
  SmallVector<int64_t> coordinates(getAxes().size(), 0);
  addContribution(modes.thread, thread, coordinates);
  addContribution(modes.value, vector * getVectorWidth() + element,
                  coordinates);
  return coordinates;
}

SmallVector<int64_t> LayoutAttr::getTileShape() const {
  Modes modes = flatten(getTv());
  SmallVector<int64_t> shape(getAxes().size(), 1);
  for (const Mode &mode : llvm::concat<const Mode>(modes.thread, modes.value))
    if (mode.axis >= 0)
      shape[mode.axis] += (mode.size - 1) * mode.stride;
  return shape;
}

int64_t LayoutAttr::getThreadsAlong(StringAttr axis) const {
  int64_t threads = 1;
  for (const Mode &mode : flatten(getTv()).thread) {
    if (mode.size == 1)
      continue;
    if (mode.axis < 0 || getAxes()[mode.axis] != axis)
      break;
    threads *= mode.size;
  }
  return threads;
}

LayoutAttr LayoutAttr::project(ArrayRef<StringAttr> axes) const {
  auto project = [&](auto &&self, fly::IntTuple &shape, fly::IntTuple &stride,
                     bool dropConstant) -> void {
    if (!shape.isLeaf()) {
      for (int64_t i = 0; i < shape.rank(); ++i)
        self(self, shape.getMutableChildren()[i],
             stride.getMutableChildren()[i], dropConstant);
      return;
    }
    fly::Leaf &step = stride.getLeaf();
    if (step.isBasis()) {
      const StringAttr *kept = llvm::find(axes, getAxes()[step.basis.front()]);
      step = kept == axes.end()
                 ? fly::Leaf::getStatic(0)
                 : fly::Leaf::getBasis(
                       step.value, {static_cast<int32_t>(kept - axes.begin())});
    }
    if (dropConstant && !step.isBasis())
      shape.getLeaf() = fly::Leaf::getStatic(1);
  };
  fly::Layout layout = getTv().getValue();
  auto &shape = layout.shape.getMutableChildren();
  auto &stride = layout.stride.getMutableChildren();
  project(project, shape[0], stride[0], /*dropConstant=*/false);
  project(project, shape[1], stride[1], /*dropConstant=*/true);
  return get(getContext(), axes,
             fly::LayoutAttr::get(getContext(), std::move(layout)));
}
