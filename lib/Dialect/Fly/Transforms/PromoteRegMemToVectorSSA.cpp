//===- PromoteRegMemToVectorSSA.cpp - Register allocations as vectors -----===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Fly/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fly {
#define GEN_PASS_DEF_FLYPROMOTEREGMEMTOVECTORSSAPASS
#include "Dialect/Fly/Transforms/Passes.h.inc"
} // namespace mlir::fly

using namespace mlir;
using namespace mlir::fly;

namespace {

/// A load or store of an allocation, at a known place in it.
struct Access {
  MakePtrOp root;
  int64_t bitOffset;
};

/// The current content of each allocation.
using State = llvm::MapVector<Operation *, Value>;

class Promoter {
public:
  explicit Promoter(Operation *function) : function(function) {}

  /// Finds the allocations that can be promoted, and promotes them.
  LogicalResult run();
  int64_t getNumPromoted() const { return static_cast<int64_t>(roots.size()); }

private:
  bool findAccesses(MakePtrOp root, Value pointer, int64_t bitOffset,
                    SmallVectorImpl<std::pair<Operation *, int64_t>> &found);
  bool isSupported(Operation *access, MakePtrOp root);
  LogicalResult promote(Block &block, State &state);
  LogicalResult promoteRegionOp(Operation *op, State &state);
  LogicalResult promoteFor(scf::ForOp op, State &state);
  LogicalResult promoteIf(scf::IfOp op, State &state);
  LogicalResult promoteWhile(scf::WhileOp op, State &state);
  void promoteLoad(PtrLoadOp op, const Access &access, State &state);
  void promoteStore(PtrStoreOp op, const Access &access, State &state);
  /// The allocations outside of `op` that it stores to, inside of its regions.
  SmallVector<Operation *> getStoredRoots(Operation *op, const State &state);

  Operation *function;
  llvm::SetVector<Operation *> roots;
  llvm::DenseMap<Operation *, Access> accesses;
};

} // namespace

static VectorType getVectorType(MakePtrOp root) {
  return VectorType::get({root.getAllocSize()},
                         root.getResult().getType().getElementType());
}

/// Elements of an access, and their type.
static std::pair<int64_t, Type> getElements(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return {vector.getNumElements(), vector.getElementType()};
  return {1, type};
}

//===----------------------------------------------------------------------===//
// Which allocations
//===----------------------------------------------------------------------===//

static Type getAccessType(Operation *op) {
  if (auto load = dyn_cast<PtrLoadOp>(op))
    return load.getType();
  return cast<PtrStoreOp>(op).getValue().getType();
}

/// Follows the uses of `pointer`; false if one of them isn't understood.
bool Promoter::findAccesses(
    MakePtrOp root, Value pointer, int64_t bitOffset,
    SmallVectorImpl<std::pair<Operation *, int64_t>> &found) {
  for (OpOperand &use : pointer.getUses()) {
    Operation *user = use.getOwner();
    if (isa<PtrLoadOp>(user)) {
      found.emplace_back(user, bitOffset);
    } else if (auto store = dyn_cast<PtrStoreOp>(user)) {
      if (store.getPtr() != pointer)
        return false;
      found.emplace_back(user, bitOffset);
    } else if (isa<RecastIterOp, GetIterOp>(user)) {
      if (!findAccesses(root, user->getResult(0), bitOffset, found))
        return false;
    } else if (auto view = dyn_cast<MakeViewOp>(user)) {
      if (!findAccesses(root, view.getResult(), bitOffset, found))
        return false;
    } else if (auto add = dyn_cast<AddOffsetOp>(user)) {
      IntTuple offset =
          cast<fly::IntTupleType>(add.getOffset().getType()).getValue();
      if (!offset.isLeaf() || !offset.getLeaf().isStatic())
        return false;
      int64_t bits = offset.getLeaf().value *
                     cast<PtrType>(add.getIter().getType()).getElementBits();
      if (!findAccesses(root, add.getResult(), bitOffset + bits, found))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// Whether the access is a whole number of its elements inside the vector, and
/// in code that the promotion goes through.
bool Promoter::isSupported(Operation *op, MakePtrOp root) {
  VectorType vector = getVectorType(root);
  int64_t totalBits =
      vector.getNumElements() * vector.getElementType().getIntOrFloatBitWidth();
  auto [count, elementType] = getElements(getAccessType(op));
  int64_t bits = elementType.getIntOrFloatBitWidth();
  int64_t offset = accesses.lookup(op).bitOffset;
  if (offset < 0 || offset % bits != 0 || totalBits % bits != 0 ||
      offset + count * bits > totalBits)
    return false;
  for (Operation *parent = op->getParentOp(); parent != root->getParentOp();
       parent = parent->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp>(parent))
      return false;
  return op->getBlock()->getParent()->hasOneBlock();
}

LogicalResult Promoter::run() {
  SmallVector<MakePtrOp> candidates;
  function->walk([&](MakePtrOp op) {
    PtrType type = op.getResult().getType();
    if (type.isIn(AddressSpace::Register) && type.getSwizzle().isTrivial())
      candidates.push_back(op);
  });
  for (MakePtrOp root : candidates) {
    SmallVector<std::pair<Operation *, int64_t>> found;
    if (!root->getParentRegion()->hasOneBlock() ||
        !findAccesses(root, root.getResult(), 0, found))
      continue;
    for (auto [op, bitOffset] : found)
      accesses[op] = {root, bitOffset};
    if (llvm::all_of(found, [&](const auto &access) {
          return isSupported(access.first, root);
        })) {
      roots.insert(root);
      continue;
    }
    for (auto [op, bitOffset] : found)
      accesses.erase(op);
  }
  if (roots.empty())
    return success();
  for (Region &region : function->getRegions())
    for (Block &block : region) {
      State state;
      if (failed(promote(block, state)))
        return failure();
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// The vector as elements of another type of the same total size.
static Value bitcast(OpBuilder &builder, Location loc, Value vector,
                     Type elementType) {
  auto type = cast<VectorType>(vector.getType());
  if (type.getElementType() == elementType)
    return vector;
  int64_t bits =
      type.getNumElements() * type.getElementType().getIntOrFloatBitWidth();
  return vector::BitCastOp::create(
      builder, loc,
      VectorType::get({bits / elementType.getIntOrFloatBitWidth()},
                      elementType),
      vector);
}

void Promoter::promoteLoad(PtrLoadOp op, const Access &access, State &state) {
  OpBuilder builder(op);
  auto [count, elementType] = getElements(op.getType());
  Value vector = bitcast(builder, op.getLoc(), state[access.root], elementType);
  int64_t offset = access.bitOffset / elementType.getIntOrFloatBitWidth();
  Value result = vector;
  if (!isa<VectorType>(op.getType()))
    result = vector::ExtractOp::create(builder, op.getLoc(), vector, offset);
  else if (count != cast<VectorType>(vector.getType()).getNumElements())
    result = vector::ExtractStridedSliceOp::create(
        builder, op.getLoc(), vector, ArrayRef<int64_t>(offset),
        ArrayRef<int64_t>(count), ArrayRef<int64_t>(1));
  op.getResult().replaceAllUsesWith(result);
  op.erase();
}

void Promoter::promoteStore(PtrStoreOp op, const Access &access, State &state) {
  OpBuilder builder(op);
  auto [count, elementType] = getElements(op.getValue().getType());
  Value &current = state[access.root];
  Value vector = bitcast(builder, op.getLoc(), current, elementType);
  int64_t offset = access.bitOffset / elementType.getIntOrFloatBitWidth();
  Value result = op.getValue();
  if (!isa<VectorType>(result.getType()))
    result =
        vector::InsertOp::create(builder, op.getLoc(), result, vector, offset);
  else if (count != cast<VectorType>(vector.getType()).getNumElements())
    result = vector::InsertStridedSliceOp::create(
        builder, op.getLoc(), result, vector, ArrayRef<int64_t>(offset),
        ArrayRef<int64_t>(1));
  current = bitcast(builder, op.getLoc(), result,
                    getVectorType(access.root).getElementType());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult Promoter::promote(Block &block, State &state) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (roots.contains(&op)) {
      OpBuilder builder(&op);
      state[&op] = ub::PoisonOp::create(builder, op.getLoc(),
                                        getVectorType(cast<MakePtrOp>(op)));
      continue;
    }
    if (auto it = accesses.find(&op); it != accesses.end()) {
      Access access = it->second;
      if (auto load = dyn_cast<PtrLoadOp>(op))
        promoteLoad(load, access, state);
      else
        promoteStore(cast<PtrStoreOp>(op), access, state);
      continue;
    }
    if (op.getNumRegions() > 0 && failed(promoteRegionOp(&op, state)))
      return failure();
  }
  return success();
}

SmallVector<Operation *> Promoter::getStoredRoots(Operation *op,
                                                  const State &state) {
  llvm::SetVector<Operation *> stored;
  op->walk([&](PtrStoreOp store) {
    if (auto it = accesses.find(store); it != accesses.end())
      stored.insert(it->second.root);
  });
  // In the order of allocation; allocations inside of `op` aren't in the state.
  SmallVector<Operation *> result;
  for (const auto &[root, value] : state)
    if (stored.contains(root))
      result.push_back(root);
  return result;
}

LogicalResult Promoter::promoteRegionOp(Operation *op, State &state) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return promoteFor(loop, state);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return promoteIf(branch, state);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return promoteWhile(loop, state);
  // isSupported has kept accesses to outer allocations out of other ops.
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      State inner;
      if (failed(promote(block, inner)))
        return failure();
    }
  return success();
}

/// Appends the current contents of `stored` to the operands of a terminator.
static void appendContents(Operation *terminator, ArrayRef<Operation *> stored,
                           State &state) {
  SmallVector<Value> values;
  for (Operation *root : stored)
    values.push_back(state[root]);
  terminator->insertOperands(terminator->getNumOperands(), values);
}

/// Makes `newOp` take the place of `oldOp`; its results beyond those of `oldOp`
/// are the new contents of `stored`.
static void replaceRegionOp(Operation *oldOp, Operation *newOp,
                            ArrayRef<Operation *> stored, State &state) {
  unsigned numOld = oldOp->getNumResults();
  oldOp->replaceAllUsesWith(newOp->getResults().take_front(numOld));
  for (auto [i, root] : llvm::enumerate(stored))
    state[root] = newOp->getResult(numOld + i);
  newOp->setDiscardableAttrs(oldOp->getDiscardableAttrDictionary());
  oldOp->erase();
}

/// Adds a block argument for the content of each of `stored`.
static void addArguments(Block &block, ArrayRef<Operation *> stored,
                         State &state) {
  for (Operation *root : stored)
    state[root] =
        block.addArgument(getVectorType(cast<MakePtrOp>(root)), root->getLoc());
}

LogicalResult Promoter::promoteFor(scf::ForOp op, State &state) {
  SmallVector<Operation *> stored = getStoredRoots(op, state);
  if (stored.empty()) {
    State inner = state;
    return promote(*op.getBody(), inner);
  }
  OpBuilder builder(op);
  SmallVector<Value> inits(op.getInitArgs());
  for (Operation *root : stored)
    inits.push_back(state[root]);
  auto newOp = scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(),
                                  op.getUpperBound(), op.getStep(), inits,
                                  /*bodyBuilder=*/nullptr, op.getUnsignedCmp());
  newOp.getRegion().takeBody(op.getRegion());
  State inner = state;
  addArguments(*newOp.getBody(), stored, inner);
  if (failed(promote(*newOp.getBody(), inner)))
    return failure();
  appendContents(newOp.getBody()->getTerminator(), stored, inner);
  replaceRegionOp(op, newOp, stored, state);
  return success();
}

LogicalResult Promoter::promoteIf(scf::IfOp op, State &state) {
  SmallVector<Operation *> stored = getStoredRoots(op, state);
  OpBuilder builder(op);
  SmallVector<Type> types(op.getResultTypes());
  for (Operation *root : stored)
    types.push_back(getVectorType(cast<MakePtrOp>(root)));
  scf::IfOp newOp = op;
  if (!stored.empty()) {
    newOp = scf::IfOp::create(builder, op.getLoc(), types, op.getCondition(),
                              /*addThenBlock=*/false, /*addElseBlock=*/false);
    newOp.getThenRegion().takeBody(op.getThenRegion());
    newOp.getElseRegion().takeBody(op.getElseRegion());
    if (newOp.getElseRegion().empty()) {
      builder.createBlock(&newOp.getElseRegion());
      scf::YieldOp::create(builder, op.getLoc());
    }
  }
  for (Region *region : {&newOp.getThenRegion(), &newOp.getElseRegion()}) {
    if (region->empty())
      continue;
    State inner = state;
    if (failed(promote(region->front(), inner)))
      return failure();
    appendContents(region->front().getTerminator(), stored, inner);
  }
  if (!stored.empty())
    replaceRegionOp(op, newOp, stored, state);
  return success();
}

LogicalResult Promoter::promoteWhile(scf::WhileOp op, State &state) {
  SmallVector<Operation *> stored = getStoredRoots(op, state);
  scf::WhileOp newOp = op;
  if (!stored.empty()) {
    OpBuilder builder(op);
    SmallVector<Value> inits(op.getInits());
    SmallVector<Type> types(op.getResultTypes());
    for (Operation *root : stored) {
      inits.push_back(state[root]);
      types.push_back(getVectorType(cast<MakePtrOp>(root)));
    }
    newOp = scf::WhileOp::create(builder, op.getLoc(), types, inits);
    newOp.getBefore().takeBody(op.getBefore());
    newOp.getAfter().takeBody(op.getAfter());
  }
  for (Region *region : {&newOp.getBefore(), &newOp.getAfter()}) {
    State inner = state;
    addArguments(region->front(), stored, inner);
    if (failed(promote(region->front(), inner)))
      return failure();
    appendContents(region->front().getTerminator(), stored, inner);
  }
  if (!stored.empty())
    replaceRegionOp(op, newOp, stored, state);
  return success();
}

namespace {
struct FlyPromoteRegMemToVectorSSAPass
    : public fly::impl::FlyPromoteRegMemToVectorSSAPassBase<
          FlyPromoteRegMemToVectorSSAPass> {
  void runOnOperation() override {
    SmallVector<FunctionOpInterface> functions;
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!function.isExternal())
        functions.push_back(function);
    });
    for (FunctionOpInterface function : functions) {
      Promoter promoter(function);
      if (failed(promoter.run()))
        return signalPassFailure();
      numPromoted += promoter.getNumPromoted();
    }
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
  }
};
} // namespace
