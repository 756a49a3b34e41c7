//===- LayoutDrawing.cpp - Which cells a layout's drawing has -------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/Utils/LayoutDrawing.h"

#include "Dialect/Fly/IR/Fly.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fly;

/// More elements than this are not evaluated.
static constexpr int64_t kMaxElements = int64_t(1) << 18;
/// How many slices of a layout of more than two modes are shown.
static constexpr int64_t kMaxGrids = 8;

//===----------------------------------------------------------------------===//
// Run-time integers and sizes
//===----------------------------------------------------------------------===//

/// Replaces the `?` leaves of `tuple` by the values at the front of `values`.
static bool fillIn(IntTuple &tuple, ArrayRef<int64_t> &values) {
  if (!tuple.isLeaf()) {
    for (IntTuple &child : tuple.getMutableChildren())
      if (!fillIn(child, values))
        return false;
    return true;
  }
  Leaf &leaf = tuple.getLeaf();
  if (!leaf.isDynamic())
    return true;
  if (values.empty())
    return false;
  SmallVector<int32_t, 2> basis = leaf.basis;
  leaf = Leaf::getStatic(values.front());
  leaf.basis = std::move(basis);
  values = values.drop_front();
  return true;
}

/// Makes `layout` static, or notes why it can't be drawn.
static bool makeStatic(ComposedLayout &layout,
                       const LayoutDrawingOptions &options,
                       LayoutDrawing &drawing) {
  if (layout.isStatic())
    return true;
  ArrayRef<int64_t> values = options.runTime;
  bool isComplete = true;
  for (Stage &stage : layout.stages)
    isComplete &= isStaticMap(stage.inner) && fillIn(stage.offset, values);
  isComplete &= fillIn(layout.layout.shape, values) &&
                fillIn(layout.layout.stride, values);
  drawing.notes.push_back(
      isComplete ? "drawn for " + layout.str()
                 : "not drawn: some of its integers are known only at run time "
                   "(?); give values for them, in the order of the text, with "
                   "run-time=N,...");
  return isComplete;
}

/// The number of elements of `shape`; nothing, with a note, if there are none
/// or too many.
static std::optional<int64_t> getSize(const IntTuple &shape,
                                      LayoutDrawing &drawing) {
  int64_t size = 1;
  for (const Leaf &leaf : shape.getLeaves()) {
    if (leaf.value < 1) {
      drawing.notes.push_back("not drawn: no elements");
      return std::nullopt;
    }
    if (llvm::MulOverflow(size, leaf.value, size) || size > kMaxElements) {
      drawing.notes.push_back("not drawn: more than " +
                              std::to_string(kMaxElements) + " elements");
      return std::nullopt;
    }
  }
  return size;
}

static int64_t getModeSize(const Layout &layout, int64_t mode) {
  int64_t size = 1;
  for (const Leaf &leaf : layout.shape[mode].getLeaves())
    size *= leaf.value;
  return size;
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// An empty grid of `rows` times `columns`, cut to what the options allow. A
/// column stands for `group` positions.
static LayoutDrawing::Grid makeGrid(int64_t rows, int64_t columns,
                                    int64_t group,
                                    const LayoutDrawingOptions &options) {
  LayoutDrawing::Grid grid;
  int64_t shownRows = std::min(rows, options.maxRows);
  int64_t shownColumns = std::min(columns / group, options.maxColumns);
  grid.hiddenRows = rows - shownRows;
  grid.hiddenColumns = columns - shownColumns * group;
  for (int64_t row = 0; row < shownRows; ++row)
    grid.rowLabels.push_back(std::to_string(row));
  for (int64_t column = 0; column < shownColumns; ++column) {
    std::string label = std::to_string(column * group);
    if (group > 1)
      label += "-" + std::to_string(column * group + group - 1);
    grid.columnLabels.push_back(label);
  }
  grid.rows.assign(shownRows, std::vector<LayoutDrawing::Cell>(shownColumns));
  return grid;
}

/// Calls `draw` with the position in the modes from the third on of each grid,
/// and the grid's title.
static void
forEachGrid(ArrayRef<int64_t> extents, LayoutDrawing &drawing,
            function_ref<void(ArrayRef<int64_t>, StringRef title)> draw) {
  ArrayRef<int64_t> outer =
      extents.drop_front(std::min<size_t>(extents.size(), 2));
  int64_t count = 1;
  for (int64_t extent : outer)
    count *= extent;
  for (int64_t grid = 0; grid < std::min(count, kMaxGrids); ++grid) {
    SmallVector<int64_t> position;
    std::string title;
    int64_t rest = grid;
    for (auto [i, extent] : llvm::enumerate(outer)) {
      position.push_back(rest % extent);
      rest /= extent;
      title += (i ? ", mode " : "mode ") + std::to_string(i + 2) + " = " +
               std::to_string(position.back());
    }
    draw(position, title);
  }
  if (count > kMaxGrids)
    drawing.notes.push_back(std::to_string(count - kMaxGrids) +
                            " more tables like these are not shown");
}

LayoutDrawing fly::drawLayout(StringRef title, ComposedLayout composed,
                              const LayoutDrawingOptions &options) {
  LayoutDrawing drawing;
  drawing.title = title.str();
  if (!makeStatic(composed, options, drawing) ||
      !getSize(composed.layout.shape, drawing))
    return drawing;

  const Layout &layout = composed.layout;
  SmallVector<int64_t> extents;
  for (int64_t mode = 0; mode < layout.rank(); ++mode)
    extents.push_back(getModeSize(layout, mode));
  // A layout of one mode runs to the right.
  bool isRow = extents.size() == 1;
  forEachGrid(extents, drawing, [&](ArrayRef<int64_t> outer, StringRef name) {
    LayoutDrawing::Grid grid =
        makeGrid(isRow ? 1 : extents[0], isRow ? extents[0] : extents[1],
                 /*group=*/1, options);
    grid.title = name.str();
    for (auto [r, row] : llvm::enumerate(grid.rows))
      for (auto [c, cell] : llvm::enumerate(row)) {
        std::vector<IntTuple> coord;
        if (!isRow)
          coord.emplace_back(int64_t(r));
        coord.emplace_back(int64_t(c));
        llvm::append_range(coord, outer);
        Algebra algebra;
        IntTuple index = algebra.crd2idx(
            isRow ? coord.front() : IntTuple(std::move(coord)), composed);
        // All coordinates get the same rank, also those along one mode only.
        if (!composed.isComposed())
          index = algebra.add(algebra.coprofile(layout), index);
        if (!algebra.succeeded()) {
          cell.text = "!";
          std::string error = algebra.getError().str();
          if (!llvm::is_contained(drawing.notes, error))
            drawing.notes.push_back(std::move(error));
          continue;
        }
        cell.text = index.str();
        if (index.isLeaf() && !index.getLeaf().isBasis())
          cell.colour = index.getLeaf().value;
      }
    drawing.grids.push_back(std::move(grid));
  });
  return drawing;
}

//===----------------------------------------------------------------------===//
// Thread-value layouts
//===----------------------------------------------------------------------===//

namespace {
struct Owner {
  int64_t thread;
  int64_t value;
};
/// The owners of every element of a tile, in the tile's column-major order.
using Owners = std::vector<SmallVector<Owner, 1>>;
} // namespace

/// Where (thread, value) lies in `tile`, column-major; failure if outside.
static FailureOr<int64_t> locate(const ThreadValueLayout &tv, int64_t thread,
                                 int64_t value, bool toCoordinates) {
  if (!toCoordinates) {
    Algebra algebra;
    IntTuple index = algebra.crd2idx(
        std::vector<IntTuple>{IntTuple(thread), IntTuple(value)}, tv.layout);
    if (!algebra.succeeded() || !index.isLeaf())
      return failure();
    return index.getLeaf().value;
  }
  FailureOr<SmallVector<int64_t>> coord =
      coordinateAt(tv.layout, {thread, value}, tv.tile.size());
  if (failed(coord))
    return failure();
  int64_t index = 0, step = 1;
  for (auto [extent, position] : llvm::zip_equal(tv.tile, *coord)) {
    if (position < 0 || position >= extent)
      return failure();
    index += position * step;
    step *= extent;
  }
  return index;
}

static FailureOr<Owners> getOwners(const ThreadValueLayout &tv, int64_t size) {
  bool toCoordinates = llvm::any_of(tv.layout.stride.getLeaves(),
                                    [](const Leaf &l) { return l.isBasis(); });
  Owners owners(size);
  int64_t threads = getModeSize(tv.layout, 0);
  int64_t values = getModeSize(tv.layout, 1);
  for (int64_t thread = 0; thread < threads; ++thread)
    for (int64_t value = 0; value < values; ++value) {
      FailureOr<int64_t> index = locate(tv, thread, value, toCoordinates);
      if (failed(index) || *index < 0 || *index >= size)
        return failure();
      owners[*index].push_back({thread, value});
    }
  return owners;
}

/// The largest power of two g such that every aligned group of g elements along
/// the tile's last axis is held by the same threads as consecutive values.
static int64_t getGroup(const Owners &owners, int64_t rowStride,
                        int64_t columns) {
  auto continues = [&](int64_t index) {
    ArrayRef<Owner> left = owners[index - rowStride], right = owners[index];
    return left.size() == right.size() &&
           llvm::all_of(llvm::zip(left, right), [](auto pair) {
             auto [l, r] = pair;
             return l.thread == r.thread && l.value + 1 == r.value;
           });
  };
  int64_t group = 1;
  for (int64_t next = 2; columns % next == 0; group = next, next *= 2)
    for (int64_t index = 0; index < static_cast<int64_t>(owners.size());
         ++index)
      if ((index / rowStride) % columns % next && !continues(index))
        return group;
  return group;
}

static LayoutDrawing::Cell describe(ArrayRef<Owner> owners, int64_t group) {
  LayoutDrawing::Cell cell;
  if (owners.empty())
    return cell;
  cell.colour = owners.front().thread;
  llvm::raw_string_ostream os(cell.text);
  os << "T" << owners.front().thread << " V" << owners.front().value;
  if (group > 1)
    os << "-" << owners.front().value + group - 1;
  if (owners.size() > 1)
    os << " +" << owners.size() - 1;
  return cell;
}

LayoutDrawing fly::drawThreadValueLayout(const ThreadValueLayout &layout,
                                         const LayoutDrawingOptions &options) {
  ThreadValueLayout tv = layout;
  LayoutDrawing drawing;
  drawing.byThread = true;
  ComposedLayout plain{{}, tv.layout};
  if (!makeStatic(plain, options, drawing) ||
      !getSize(plain.layout.shape, drawing))
    return drawing;
  tv.layout = plain.layout;
  if (tv.layout.rank() != 2) {
    drawing.notes.push_back(
        "not drawn: expected the two modes (thread, value), got " +
        std::to_string(tv.layout.rank()));
    return drawing;
  }
  IntTuple tileShape = int64_t(1);
  if (!tv.tile.empty())
    tileShape = std::vector<IntTuple>(tv.tile.begin(), tv.tile.end());
  std::optional<int64_t> size = getSize(tileShape, drawing);
  if (!size)
    return drawing;
  FailureOr<Owners> owners = getOwners(tv, *size);
  if (failed(owners)) {
    drawing.notes.push_back("not drawn: the layout leads out of the tile " +
                            tileShape.str());
    return drawing;
  }

  bool isRow = tv.tile.size() < 2;
  int64_t rows = isRow ? 1 : tv.tile[0];
  int64_t columns = isRow ? *size : tv.tile[1];
  int64_t group = getGroup(*owners, rows, columns);
  bool isReplicated =
      llvm::any_of(*owners, [](ArrayRef<Owner> o) { return o.size() > 1; });
  if (isReplicated)
    drawing.notes.push_back("+n: n more owners hold a copy");
  int64_t gridIndex = 0;
  forEachGrid(tv.tile, drawing, [&](ArrayRef<int64_t>, StringRef name) {
    LayoutDrawing::Grid grid = makeGrid(rows, columns, group, options);
    grid.title = name.str();
    for (auto [r, row] : llvm::enumerate(grid.rows))
      for (auto [c, cell] : llvm::enumerate(row))
        cell = describe(
            (*owners)[gridIndex * rows * columns + c * group * rows + r],
            group);
    ++gridIndex;
    drawing.grids.push_back(std::move(grid));
  });
  return drawing;
}

//===----------------------------------------------------------------------===//
// The layouts of an IR
//===----------------------------------------------------------------------===//

/// The number of elements that `entry` takes of its mode.
static int64_t getExtent(const Tile::Entry &entry) {
  if (const auto *leaf = std::get_if<Leaf>(&entry))
    return leaf->value;
  if (const auto *layout = std::get_if<Layout>(&entry)) {
    Algebra algebra;
    return algebra.size(*layout).value;
  }
  int64_t extent = 1;
  for (const Tile::Entry &inner : std::get<Tile>(entry).entries)
    extent *= getExtent(inner);
  return extent;
}

static SmallVector<int64_t> getExtents(TileType tile) {
  return llvm::map_to_vector(tile.getAttr().getValue().entries, getExtent);
}

namespace {
/// Finds the layouts in types and attributes.
class Collector {
public:
  explicit Collector(const LayoutDrawingOptions &options) : options(options) {
    walker.addWalk([this](Attribute attr) {
      if (auto tv = dyn_cast<ThreadValueAttrInterface>(attr)) {
        addThreadValue(attr, "", tv.getThreadValueLayout());
        return WalkResult::skip();
      }
      if (auto layout = dyn_cast<LayoutAttr>(attr))
        addLayout({{}, layout.getValue()});
      if (auto layout = dyn_cast<ComposedLayoutAttr>(attr)) {
        addLayout(layout.getValue());
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });
    walker.addWalk([this](Type type) {
      if (auto copy = dyn_cast<TiledCopyType>(type)) {
        addThreadValue(
            type, "",
            {copy.getLayout().getValue(), getExtents(copy.getTile())});
        return WalkResult::skip();
      }
      if (auto mma = dyn_cast<MmaOpTypeInterface>(type))
        addOperands(type, mma);
      return WalkResult::advance();
    });
  }

  void collect(Operation *root) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      where = op;
      for (NamedAttribute attr : op->getAttrs())
        walker.walk<WalkOrder::PreOrder>(attr.getValue());
      for (Type type : op->getResultTypes())
        walker.walk<WalkOrder::PreOrder>(type);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            walker.walk<WalkOrder::PreOrder>(type);
    });
  }

  std::vector<LayoutDrawing> take() { return std::move(drawings); }

private:
  /// "text  (first seen: op at file:line)".
  std::string getTitle(const Twine &text) {
    std::string title;
    llvm::raw_string_ostream os(title);
    os << text << "  (" << where->getName();
    if (auto loc = where->getLoc()->findInstanceOf<FileLineColLoc>())
      os << ", line " << loc.getLine();
    os << ")";
    return title;
  }

  void addLayout(const ComposedLayout &layout) {
    drawings.push_back(drawLayout(getTitle(layout.str()), layout, options));
  }

  template <typename Thing>
  void addThreadValue(Thing thing, StringRef part,
                      const ThreadValueLayout &layout) {
    std::string text;
    llvm::raw_string_ostream(text) << thing << part;
    drawings.push_back(drawThreadValueLayout(layout, options));
    drawings.back().title = getTitle(text);
  }

  void addOperands(Type type, MmaOpTypeInterface mma) {
    auto [m, n, k] = mma.getShapeMNK();
    addThreadValue(type, ", A: M x K",
                   {mma.getThrValLayout(MmaOperand::A), {m, k}});
    addThreadValue(type, ", B: N x K",
                   {mma.getThrValLayout(MmaOperand::B), {n, k}});
    addThreadValue(type, ", C and D: M x N",
                   {mma.getThrValLayout(MmaOperand::C), {m, n}});
  }

  const LayoutDrawingOptions &options;
  AttrTypeWalker walker;
  Operation *where = nullptr;
  std::vector<LayoutDrawing> drawings;
};
} // namespace

std::vector<LayoutDrawing>
fly::drawLayouts(Operation *root, const LayoutDrawingOptions &options) {
  Collector collector(options);
  collector.collect(root);
  return collector.take();
}
