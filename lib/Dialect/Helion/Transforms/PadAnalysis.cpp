//===- PadAnalysis.cpp - What missing elements hold ---------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadAnalysis.h"
#include "Dialect/Helion/Transforms/Passes.h"
#include "Dialect/Helion/Transforms/Plan.h"

#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

using namespace mlir;
using namespace mlir::helion;

//===----------------------------------------------------------------------===//
// PadState
//===----------------------------------------------------------------------===//

static unsigned getNumEntries(Type type) {
  return isTile(type) ? 1 + cast<RankedTensorType>(type).getRank() : 1;
}

PadState PadState::getUnknown(Type type) { return getConstant(type, {}); }

PadState PadState::getConstant(Type type, Attribute value) {
  PadState state;
  state.entries.assign(getNumEntries(type), value);
  return state;
}

PadState PadState::join(const PadState &lhs, const PadState &rhs) {
  if (lhs.isUninitialized())
    return rhs;
  if (rhs.isUninitialized())
    return lhs;
  PadState result;
  for (auto [l, r] : llvm::zip_equal(lhs.entries, rhs.entries))
    result.entries.push_back(l == r ? l : Attribute());
  return result;
}

void PadState::print(raw_ostream &os) const {
  os << '[';
  llvm::interleaveComma(entries, os, [&](Attribute entry) {
    if (entry)
      os << entry;
    else
      os << "unknown";
  });
  os << ']';
}

//===----------------------------------------------------------------------===//
// The data flow
//===----------------------------------------------------------------------===//

namespace {
class PadLattice : public dataflow::Lattice<PadState> {
public:
  using Lattice::Lattice;
};

class PadDataFlow : public dataflow::SparseForwardDataFlowAnalysis<PadLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const PadLattice *> operands,
                               ArrayRef<PadLattice *> results) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<PadLattice *> arguments,
                                    unsigned firstIndex) override;
  void setToEntryState(PadLattice *lattice) override {
    set(lattice, PadState::getUnknown(lattice->getAnchor().getType()));
  }

private:
  void set(PadLattice *lattice, const PadState &state) {
    propagateIfChanged(lattice, lattice->join(state));
  }
  PadState getCarried(ForOp loop, unsigned index, ProgramPoint *point);
};
} // namespace

/// What `op` makes of one entry of its operands' states. Runs the op's folder
/// on a copy, because a folder may change the op that it runs on.
static Attribute foldEntry(Operation *op, ArrayRef<const PadLattice *> states,
                           unsigned entry) {
  SmallVector<Attribute> scalars, constants;
  for (auto [operand, lattice] : llvm::zip_equal(op->getOperands(), states)) {
    ArrayRef<Attribute> entries = lattice->getValue().entries;
    Attribute scalar = entries[isTile(operand.getType()) ? entry : 0];
    scalars.push_back(scalar);
    auto tile = dyn_cast<RankedTensorType>(operand.getType());
    constants.push_back(scalar && tile ? DenseElementsAttr::get(tile, scalar)
                                       : scalar);
  }
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> folded;
  LogicalResult status = copy->fold(constants, folded);
  copy->erase();
  if (failed(status) || folded.size() != 1)
    return {};
  if (auto value = dyn_cast<Value>(folded.front())) {
    for (auto [operand, scalar] : llvm::zip_equal(op->getOperands(), scalars))
      if (operand == value)
        return scalar;
    return {};
  }
  auto attribute = cast<Attribute>(folded.front());
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    return splat.getSplatValue<Attribute>();
  return isa<FloatAttr, IntegerAttr>(attribute) ? attribute : Attribute();
}

/// Whether `op` computes each element of its only result from the same element
/// of its operands.
static bool isElementwise(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !op->hasTrait<OpTrait::Elementwise>())
    return false;
  auto isKnownSize = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || (isTile(type) && shaped.hasStaticShape());
  };
  return llvm::all_of(op->getOperandTypes(), isKnownSize) &&
         llvm::all_of(op->getResultTypes(), isKnownSize);
}

static PadState transferLoad(LoadOp load) {
  Type type = load.getResult().getType();
  Attribute pad = load.getPadAttr();
  if (!pad)
    pad = Builder(type.getContext()).getZeroAttr(getElementTypeOrSelf(type));
  PadState state = PadState::getConstant(type, pad);
  state.entries.front() = {};
  return state;
}

static PadState transferBroadcast(BroadcastOp broadcast,
                                  const PadState &source) {
  auto from = cast<RankedTensorType>(broadcast.getSource().getType());
  auto to = cast<RankedTensorType>(broadcast.getResult().getType());
  PadState state;
  state.entries.push_back(source.entries.front());
  // Beyond the end of an axis that the source lacks lie copies of elements that
  // exist.
  for (StringAttr axis : getAxes(to)) {
    std::optional<unsigned> dim = getAxisDim(from, axis);
    state.entries.push_back(source.entries[dim ? 1 + *dim : 0]);
  }
  return state;
}

static PadState transferMask(MaskToOp mask, PadState state) {
  auto tile = cast<RankedTensorType>(mask.getResult().getType());
  for (Value handle : mask.getHandles())
    if (auto dim =
            getAxisDim(tile, cast<HandleType>(handle.getType()).getAxis()))
      state.entries[1 + *dim] = mask.getFillAttr();
  return state;
}

/// The state of a value that a loop carries. Which elements of the loop's own
/// axis are missing differs from one iteration to the next, so that nothing can
/// be said about them.
PadState PadDataFlow::getCarried(ForOp loop, unsigned index,
                                 ProgramPoint *point) {
  Value init = loop.getInits()[index];
  Value yielded = loop.getBody().front().getTerminator()->getOperand(index);
  PadState state =
      PadState::join(getLatticeElementFor(point, init)->getValue(),
                     getLatticeElementFor(point, yielded)->getValue());
  if (state.isUninitialized() || !isTile(init.getType()))
    return state;
  if (auto dim = getAxisDim(cast<RankedTensorType>(init.getType()),
                            loop.getAxisAttr().getAttr()))
    state.entries[1 + *dim] = {};
  return state;
}

void PadDataFlow::visitNonControlFlowArguments(Operation *op,
                                               const RegionSuccessor &successor,
                                               ArrayRef<PadLattice *> arguments,
                                               unsigned firstIndex) {
  auto loop = dyn_cast<ForOp>(op);
  if (!loop)
    return setAllToEntryStates(arguments);
  ProgramPoint *point = getProgramPointBefore(&loop.getBody().front());
  setToEntryState(arguments.front());
  for (auto [index, lattice] : llvm::enumerate(arguments.drop_front()))
    set(lattice, getCarried(loop, index, point));
}

LogicalResult PadDataFlow::visitOperation(Operation *op,
                                          ArrayRef<const PadLattice *> operands,
                                          ArrayRef<PadLattice *> results) {
  if (auto loop = dyn_cast<ForOp>(op)) {
    for (auto [index, lattice] : llvm::enumerate(results))
      set(lattice, getCarried(loop, index, getProgramPointAfter(op)));
    return success();
  }
  if (llvm::any_of(operands, [](const PadLattice *lattice) {
        return lattice->getValue().isUninitialized();
      }))
    return success();
  if (auto load = dyn_cast<LoadOp>(op)) {
    set(results.front(), transferLoad(load));
  } else if (auto full = dyn_cast<FullOp>(op)) {
    set(results.front(),
        PadState::getConstant(full.getResult().getType(),
                              operands.front()->getValue().entries.front()));
  } else if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    set(results.front(),
        transferBroadcast(broadcast, operands.front()->getValue()));
  } else if (auto mask = dyn_cast<MaskToOp>(op)) {
    set(results.front(), transferMask(mask, operands.front()->getValue()));
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    Attribute value = constant.getValue();
    if (auto splat = dyn_cast<SplatElementsAttr>(value))
      value = splat.getSplatValue<Attribute>();
    if (!isa<FloatAttr, IntegerAttr>(value))
      value = {};
    set(results.front(), PadState::getConstant(constant.getType(), value));
  } else if (isElementwise(op)) {
    PadState state;
    for (unsigned i = 0, e = getNumEntries(op->getResult(0).getType()); i != e;
         ++i)
      state.entries.push_back(foldEntry(op, operands, i));
    set(results.front(), state);
  } else {
    // Reductions too: they combine missing elements of the other axes with
    // elements that are missing along both.
    setAllToEntryStates(results);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// PadAnalysis
//===----------------------------------------------------------------------===//

PadAnalysis::PadAnalysis(KernelOp kernel)
    : solver(DataFlowConfig().setInterprocedural(false)) {
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<PadDataFlow>();
  // Only an analysis that fails to initialise makes the solver fail; these two
  // can't. What was never reached stays without a state, that is, unknown.
  (void)solver.initializeAndRun(kernel);
}

const PadState *PadAnalysis::getState(Value value) const {
  const auto *lattice = solver.lookupState<PadLattice>(value);
  return lattice && !lattice->getValue().isUninitialized()
             ? &lattice->getValue()
             : nullptr;
}

Attribute PadAnalysis::getPad(Value tile, StringAttr axis) const {
  const PadState *state = getState(tile);
  auto dim = getAxisDim(cast<RankedTensorType>(tile.getType()), axis);
  return state && dim ? state->entries[1 + *dim] : Attribute();
}

Attribute PadAnalysis::getValue(Value tile) const {
  const PadState *state = getState(tile);
  return state ? state->entries.front() : Attribute();
}

//===----------------------------------------------------------------------===//
// Requirements
//===----------------------------------------------------------------------===//

bool mlir::helion::isAlwaysFull(AxisOp axis) {
  if (!axis.getBlock() || axis.getWindow())
    return false;
  // A block that is visited has a first element.
  if (axis.getKind() == AxisKind::Tile && *axis.getBlock() == 1)
    return true;
  std::optional<int64_t> extent = getKnownExtent(axis);
  if (!extent)
    return false;
  int64_t block = *axis.getBlock();
  return axis.getKind() == AxisKind::Full ? *extent == block
                                          : *extent % block == 0;
}

static bool isIdentity(const MaskRequirement &requirement, Attribute value) {
  if (!value)
    return false;
  if (value == requirement.identity)
    return true;
  ReductionOpInterface reduction = requirement.reduce;
  auto reduce = dyn_cast<ReduceOp>(reduction.getOperation());
  auto number = dyn_cast<FloatAttr>(value);
  return reduce && reduce.getKind() == ReduceKind::Sum && number &&
         number.getValue().isZero();
}

/// Whether `op` combines two tiles as `kind` combines two elements.
static bool isCombine(Operation *op, ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Sum:
    return isa<arith::AddFOp, arith::AddIOp>(op);
  case ReduceKind::Prod:
    return isa<arith::MulFOp, arith::MulIOp>(op);
  case ReduceKind::Max:
    return isa<arith::MaximumFOp, arith::MaxSIOp>(op);
  case ReduceKind::Min:
    return isa<arith::MinimumFOp, arith::MinSIOp>(op);
  case ReduceKind::MaxNum:
    return isa<arith::MaxNumFOp, arith::MaxSIOp>(op);
  case ReduceKind::MinNum:
    return isa<arith::MinNumFOp, arith::MinSIOp>(op);
  }
  llvm_unreachable("unknown reduction kind");
}

/// A tile that a loop over the reduced axis carries, reduced after the loop.
/// Every element of it counts, so that each iteration must leave those alone
/// that don't exist in it: the tile starts as the identity, and is changed only
/// by combining it with a contribution that holds the identity in missing
/// elements. (A mask on the accumulator itself would erase what earlier
/// iterations found.)
static void requireAccumulator(MaskRequirement &requirement, ForOp loop,
                               unsigned index, const PadAnalysis &analysis) {
  StringAttr axis = requirement.reduce.getAxisAttr();
  requirement.kind = MaskRequirement::Impossible;
  auto reduce = dyn_cast<ReduceOp>(requirement.reduce.getOperation());
  if (!reduce) {
    requirement.reason = "a loop carries, which a combiner that is a region "
                         "can't take";
    return;
  }
  Value init = loop.getInits()[index];
  if (!isIdentity(requirement, analysis.getValue(init)) ||
      !isIdentity(requirement, analysis.getPad(init, axis))) {
    requirement.reason = "doesn't start as the identity";
    return;
  }
  Value yielded = loop.getBody().front().getTerminator()->getOperand(index);
  BlockArgument carried = loop.getRegionIterArgs()[index];
  Operation *combine = yielded.getDefiningOp();
  if (!combine || !isCombine(combine, reduce.getKind()) ||
      !llvm::is_contained(combine->getOperands(), Value(carried)) ||
      !carried.hasOneUse()) {
    requirement.reason =
        "is changed by more than combining it with a contribution";
    return;
  }
  requirement.operand =
      &combine->getOpOperand(combine->getOperand(0) == carried ? 1 : 0);
  requirement.pad = analysis.getPad(requirement.operand->get(), axis);
  requirement.kind = isIdentity(requirement, requirement.pad)
                         ? MaskRequirement::Satisfied
                         : MaskRequirement::Missing;
}

static MaskRequirement getRequirement(ReductionOpInterface reduce,
                                      unsigned index, AxisOp axis,
                                      const PadAnalysis &analysis) {
  MaskRequirement requirement;
  requirement.reduce = reduce;
  requirement.identity = reduce.getIdentities()[index];
  if (isAlwaysFull(axis))
    return requirement;
  StringAttr name = reduce.getAxisAttr();
  OpOperand &operand = reduce.getTiles()[index];
  Value source = operand.get();
  if (auto loop = source.getDefiningOp<ForOp>();
      loop && loop.getAxisAttr().getAttr() == name) {
    requireAccumulator(requirement, loop,
                       cast<OpResult>(source).getResultNumber(), analysis);
    return requirement;
  }
  requirement.operand = &operand;
  requirement.pad = analysis.getPad(source, name);
  if (isIdentity(requirement, requirement.pad)) {
    requirement.kind = MaskRequirement::Satisfied;
    return requirement;
  }
  requirement.kind = MaskRequirement::Missing;
  // A tile axis has a handle inside its loop or grid only.
  bool hasHandle = axis.getKind() == AxisKind::Full;
  for (Operation *op = reduce->getParentOp(); op && !hasHandle;
       op = op->getParentOp()) {
    if (auto loop = dyn_cast<ForOp>(op))
      hasHandle = loop.getAxisAttr().getAttr() == name;
    else if (auto grid = dyn_cast<GridOp>(op))
      hasHandle = llvm::is_contained(grid.getAxes(),
                                     Attribute(FlatSymbolRefAttr::get(name)));
  }
  if (!hasHandle) {
    requirement.kind = MaskRequirement::Impossible;
    requirement.reason = "is computed after the loop from what it carries";
  }
  return requirement;
}

SmallVector<MaskRequirement>
mlir::helion::getMaskRequirements(KernelOp kernel,
                                  const PadAnalysis &analysis) {
  SmallVector<MaskRequirement> requirements;
  kernel.walk([&](ReductionOpInterface reduce) {
    AxisOp axis = kernel.lookupAxis(reduce.getAxisAttr());
    for (unsigned i = 0, e = reduce.getTiles().size(); i != e; ++i)
      requirements.push_back(getRequirement(reduce, i, axis, analysis));
  });
  return requirements;
}

bool mlir::helion::isRedundant(MaskToOp mask, const PadAnalysis &analysis) {
  auto kernel = mask->getParentOfType<KernelOp>();
  return llvm::all_of(mask.getHandles(), [&](Value handle) {
    StringAttr axis = cast<HandleType>(handle.getType()).getAxis();
    return isAlwaysFull(kernel.lookupAxis(axis)) ||
           analysis.getPad(mask.getValue(), axis) == mask.getFillAttr();
  });
}

LogicalResult mlir::helion::verifyMasked(KernelOp kernel) {
  PadAnalysis analysis(kernel);
  for (MaskRequirement &requirement : getMaskRequirements(kernel, analysis)) {
    ReductionOpInterface reduce = requirement.reduce;
    if (requirement.kind == MaskRequirement::Impossible) {
      InFlightDiagnostic diag = reduce->emitOpError("reduces over axis '");
      diag << reduce.getAxisAttr().getValue() << "' a tile that "
           << requirement.reason << "; expected a tile of the loop's iteration";
      if (auto simple = dyn_cast<ReduceOp>(reduce.getOperation()))
        diag << ", or an accumulator that starts as the identity "
             << requirement.identity << " and is combined as "
             << stringifyReduceKind(simple.getKind()) << " combines";
      return diag;
    }
    if (requirement.kind != MaskRequirement::Missing)
      continue;
    InFlightDiagnostic diag = reduce->emitOpError("reduces over axis '")
                              << reduce.getAxisAttr().getValue()
                              << "' a tile whose missing elements may hold ";
    if (requirement.pad)
      diag << requirement.pad;
    else
      diag << "any value";
    return diag << " instead of the identity " << requirement.identity
                << "; run helion-mask";
  }
  return success();
}
