//===- ExecutedTest.cpp - Lowered layouts, executed -----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op of the algebra is made twice on the same random operands: once with
// all numbers in the types, so that type inference computes the result; and
// once with some of them as run-time integers, lowered by the passes and
// executed. Both must be the same. The functions of all cases are one module,
// which is compiled once.
//
//===----------------------------------------------------------------------===//

#include "../Algebra/RandomLayouts.h"

#include "Dialect/Fly/IR/FlyOps.h"
#include "Dialect/Fly/Transforms/Passes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

#include "gtest/gtest.h"

#include <map>

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly::test;

namespace {

/// Which numbers of an operand may become run-time integers.
enum class Unknown { Any, Sizes, Strides, None };

struct Operand {
  /*implicit*/ Operand(Datum datum, Unknown unknown = Unknown::Any)
      : datum(std::move(datum)), unknown(unknown) {}

  Datum datum;
  Unknown unknown;
};

/// An op with its attributes as text, and its operands.
struct Case {
  std::string op;
  std::string attributes;
  std::vector<Operand> operands;
};

/// What a case is when all its numbers are known.
struct Expected {
  Case description;
  Datum result;
};

class ExecutedTest : public ::testing::Test {
protected:
  ExecutedTest() {
    context.loadDialect<FlyDialect, arith::ArithDialect, func::FuncDialect,
                        LLVM::LLVMDialect>();
    registerBuiltinDialectTranslation(context);
    registerLLVMDialectTranslation(context);
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  /// Adds the case, if all its numbers make sense to the op.
  void add(Case description);
  /// Compiles and calls what was added.
  void run();

  RandomLayouts random{20261201};
  std::map<std::string, int> numAdded;

private:
  Location getLoc() { return UnknownLoc::get(&context); }
  Type getType(const Datum &datum) {
    return datum.getType(&context, [&]() { return emitError(getLoc()); });
  }
  /// Makes the op, with the type that is inferred; nothing if there is none.
  Value makeOp(OpBuilder &builder, const Case &description,
               ValueRange operands);
  /// Makes an operand, some numbers of which are loaded at run time.
  Value makeOperand(OpBuilder &builder, const Operand &operand, Value inputs,
                    std::vector<int64_t> &numbers);
  Value makeTuple(OpBuilder &builder, const IntTuple &tuple, bool mayHide,
                  Value inputs, std::vector<int64_t> &numbers);
  IntTuple hide(const IntTuple &tuple, std::vector<int64_t> &numbers);
  /// Stores the run-time integers of a result.
  void storeResult(OpBuilder &builder, Value result, Value outputs);
  void check(const Expected &expected, Type type,
             const std::vector<int64_t> &found);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::vector<Expected> expected;
  std::vector<std::vector<int64_t>> inputs;
  std::vector<Type> resultTypes;
};

} // namespace

//===----------------------------------------------------------------------===//
// Making functions
//===----------------------------------------------------------------------===//

Value ExecutedTest::makeOp(OpBuilder &builder, const Case &description,
                           ValueRange operands) {
  OperationState state(getLoc(), "fly." + description.op);
  state.addOperands(operands);
  if (!description.attributes.empty()) {
    auto attributes =
        cast<DictionaryAttr>(parseAttribute(description.attributes, &context));
    state.addAttributes(attributes.getValue());
  }
  // Inferred below; until then any type will do.
  bool isComparison =
      description.op == "elem_less" || description.op == "equal";
  state.addTypes(isComparison
                     ? Type(builder.getI1Type())
                     : fly::IntTupleType::get(&context, IntTuple(int64_t(0))));
  Operation *op = Operation::create(state);
  if (auto inferring = dyn_cast<InferTypeOpInterface>(op)) {
    SmallVector<Type> types;
    if (failed(inferring.inferReturnTypes(
            &context, std::nullopt, op->getOperands(),
            op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
            op->getRegions(), types))) {
      op->destroy();
      return {};
    }
    op->getResult(0).setType(types.front());
  }
  builder.insert(op);
  return op->getResult(0);
}

/// An element of the array that all numbers are passed in.
static Value getElement(OpBuilder &builder, Location loc, Value array,
                        size_t index) {
  return LLVM::GEPOp::create(
      builder, loc, array.getType(), builder.getI64Type(), array,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
}

/// Makes some of the integers unknown, with a divisor that is true.
IntTuple ExecutedTest::hide(const IntTuple &tuple,
                            std::vector<int64_t> &numbers) {
  if (!tuple.isLeaf()) {
    std::vector<IntTuple> children;
    for (const IntTuple &child : tuple.getChildren())
      children.push_back(hide(child, numbers));
    return children;
  }
  const Leaf &leaf = tuple.getLeaf();
  if (!leaf.isStatic() || leaf.isNone() || leaf.isBasis() || !random.chance(50))
    return tuple;
  numbers.push_back(leaf.value);
  int64_t divisor = random.chance(50) && leaf.value != 0 ? leaf.value : 1;
  return Leaf::getDynamic(random.chance(30) ? 64 : 32, std::abs(divisor));
}

Value ExecutedTest::makeTuple(OpBuilder &builder, const IntTuple &tuple,
                              bool mayHide, Value inputs,
                              std::vector<int64_t> &numbers) {
  size_t next = numbers.size();
  IntTuple hidden = mayHide ? hide(tuple, numbers) : tuple;
  SmallVector<Value> integers;
  for (const Leaf &leaf : hidden.getLeaves()) {
    if (!leaf.isDynamic())
      continue;
    Value integer =
        LLVM::LoadOp::create(builder, getLoc(), builder.getI64Type(),
                             getElement(builder, getLoc(), inputs, next++));
    if (leaf.dynamicWidth == 32)
      integer = arith::TruncIOp::create(builder, getLoc(), builder.getI32Type(),
                                        integer);
    integers.push_back(integer);
  }
  return MakeIntTupleOp::create(
      builder, getLoc(), fly::IntTupleType::get(&context, hidden), integers);
}

Value ExecutedTest::makeOperand(OpBuilder &builder, const Operand &operand,
                                Value inputs, std::vector<int64_t> &numbers) {
  auto makeStatic = [&](const Datum &part) -> Value {
    return StaticOp::create(builder, getLoc(), getType(part));
  };
  const Datum &datum = operand.datum;
  bool isAny = operand.unknown == Unknown::Any;
  bool hasUnknownSizes = isAny || operand.unknown == Unknown::Sizes;
  bool hasUnknownStrides = isAny || operand.unknown == Unknown::Strides;
  if (datum.kind == Datum::Kind::Tuple)
    return makeTuple(builder, datum.tuple, isAny, inputs, numbers);
  if (datum.kind != Datum::Kind::Layout)
    return makeStatic(datum);
  Value shape =
      makeTuple(builder, datum.layout.shape, hasUnknownSizes, inputs, numbers);
  Value stride = makeTuple(builder, datum.layout.stride, hasUnknownStrides,
                           inputs, numbers);
  Value layout = makeOp(builder, {"make_layout", "", {}}, {shape, stride});
  for (const Stage &stage : llvm::reverse(datum.stages)) {
    Value offset =
        makeTuple(builder, stage.offset, hasUnknownStrides, inputs, numbers);
    layout = makeOp(builder, {"make_composed_layout", "", {}},
                    {makeStatic(Datum::of(stage.inner)), offset, layout});
  }
  return layout;
}

void ExecutedTest::storeResult(OpBuilder &builder, Value result,
                               Value outputs) {
  SmallVector<Value> integers;
  auto addTuple = [&](Value tuple) {
    auto type = cast<fly::IntTupleType>(tuple.getType());
    SmallVector<Type> types;
    for (const Leaf &leaf : type.getValue().getLeaves())
      if (leaf.isDynamic())
        types.push_back(builder.getIntegerType(leaf.dynamicWidth));
    if (types.empty())
      return;
    auto leaves = GetLeavesOp::create(builder, getLoc(), types, tuple,
                                      /*dynamicOnly=*/true);
    llvm::append_range(integers, leaves.getResults());
  };
  if (result.getType().isInteger(1)) {
    integers.push_back(result);
  } else if (isa<fly::IntTupleType>(result.getType())) {
    addTuple(result);
  } else {
    while (isa<ComposedLayoutType>(result.getType())) {
      addTuple(makeOp(builder, {"composed_get_offset", "", {}}, result));
      result = makeOp(builder, {"composed_get_outer", "", {}}, result);
    }
    addTuple(makeOp(builder, {"get_shape", "", {}}, result));
    addTuple(makeOp(builder, {"get_stride", "", {}}, result));
  }
  for (auto [i, integer] : llvm::enumerate(integers)) {
    Value wide = integer;
    if (integer.getType().isInteger(1))
      wide = arith::ExtUIOp::create(builder, getLoc(), builder.getI64Type(),
                                    integer);
    else if (!integer.getType().isInteger(64))
      wide = arith::ExtSIOp::create(builder, getLoc(), builder.getI64Type(),
                                    integer);
    LLVM::StoreOp::create(builder, getLoc(), wide,
                          getElement(builder, getLoc(), outputs, i));
  }
}

void ExecutedTest::add(Case description) {
  OpBuilder builder(&context);
  builder.setInsertionPointToEnd(module->getBody());
  auto pointer = LLVM::LLVMPointerType::get(&context);
  auto function = func::FuncOp::create(
      builder, getLoc(), "f" + std::to_string(expected.size()),
      builder.getFunctionType({pointer, pointer}, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);

  // With everything known, the result's type is the result.
  SmallVector<Value> operands;
  for (const Operand &operand : description.operands)
    operands.push_back(
        StaticOp::create(builder, getLoc(), getType(operand.datum)));
  Value known = makeOp(builder, description, operands);
  // Comparisons have a result of their own.
  if (!known) {
    function.erase();
    return;
  }
  Datum result;
  if (known.getType().isInteger(1)) {
    Algebra algebra;
    const IntTuple &a = description.operands[0].datum.tuple;
    const IntTuple &b = description.operands[1].datum.tuple;
    result = Datum::of(IntTuple(description.op == "equal"
                                    ? algebra.equal(a, b)
                                    : algebra.elementsLess(a, b)));
  } else {
    result = *Datum::fromType(known.getType());
  }

  std::vector<int64_t> numbers;
  operands.clear();
  for (const Operand &operand : description.operands)
    operands.push_back(
        makeOperand(builder, operand, body->getArgument(0), numbers));
  // With less known, fewer pairs compose; that's no difference of the lowering.
  Value unknown = makeOp(builder, description, operands);
  if (!unknown) {
    function.erase();
    return;
  }
  resultTypes.push_back(unknown.getType());
  storeResult(builder, unknown, body->getArgument(1));
  func::ReturnOp::create(builder, getLoc());
  ++numAdded[description.op];
  inputs.push_back(std::move(numbers));
  expected.push_back({std::move(description), std::move(result)});
}

//===----------------------------------------------------------------------===//
// Executing
//===----------------------------------------------------------------------===//

/// Puts numbers where the type has run-time integers; each must be divisible as
/// the type says.
static void fill(IntTuple &tuple, ArrayRef<int64_t> &numbers) {
  if (!tuple.isLeaf()) {
    for (IntTuple &child : tuple.getMutableChildren())
      fill(child, numbers);
    return;
  }
  Leaf &leaf = tuple.getLeaf();
  if (!leaf.isDynamic())
    return;
  EXPECT_EQ(numbers.front() % leaf.value, 0)
      << numbers.front() << " is no multiple of " << leaf.value;
  SmallVector<int32_t, 2> basis = leaf.basis;
  leaf = Leaf::getBasis(numbers.front(), basis);
  numbers = numbers.drop_front();
}

void ExecutedTest::check(const Expected &expected, Type type,
                         const std::vector<int64_t> &found) {
  const Datum &known = expected.result;
  if (type.isInteger(1)) {
    EXPECT_EQ(IntTuple(found.front()), known.tuple);
    return;
  }
  Datum actual = *Datum::fromType(type);
  ArrayRef<int64_t> numbers = found;
  for (Stage &stage : actual.stages)
    fill(stage.offset, numbers);
  if (actual.kind == Datum::Kind::Tuple) {
    fill(actual.tuple, numbers);
    EXPECT_EQ(actual.tuple.str(), known.tuple.str());
    return;
  }
  fill(actual.layout.shape, numbers);
  fill(actual.layout.stride, numbers);
  // Known neighbours merge, unknown ones don't: the function is the same.
  ASSERT_EQ(size(actual.layout), size(known.layout)) << actual.layout.str();
  Algebra algebra;
  for (int64_t i = 0, e = size(known.layout); i < e; ++i)
    ASSERT_EQ(algebra.crd2idx(IntTuple(i), actual.getFullLayout()).str(),
              algebra.crd2idx(IntTuple(i), known.getFullLayout()).str())
        << actual.getFullLayout().str() << " at " << i;
}

void ExecutedTest::run() {
  ASSERT_TRUE(succeeded(verify(*module)));
  PassManager manager(&context);
  manager.addPass(createFlyCanonicalizePass());
  manager.addPass(createFlyLayoutLoweringPass());
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  ASSERT_TRUE(succeeded(manager.run(*module)));

  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(*module, *llvmContext);
  ASSERT_TRUE(translated);
  auto jit = llvm::orc::LLJITBuilder().create();
  ASSERT_TRUE(static_cast<bool>(jit)) << llvm::toString(jit.takeError());
  llvm::Error error = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(
      std::move(translated), std::move(llvmContext)));
  ASSERT_FALSE(error) << llvm::toString(std::move(error));
  for (size_t i = 0; i < expected.size() && !HasFatalFailure(); ++i) {
    auto function = (*jit)->lookup("f" + std::to_string(i));
    ASSERT_TRUE(static_cast<bool>(function))
        << llvm::toString(function.takeError());
    std::string text;
    llvm::raw_string_ostream os(text);
    os << expected[i].description.op;
    for (const Operand &operand : expected[i].description.operands)
      os << ' ' << getType(operand.datum);
    os << " -> " << resultTypes[i];
    SCOPED_TRACE(text);
    std::vector<int64_t> outputs(64, -1);
    function->toPtr<void (*)(const int64_t *, int64_t *)>()(inputs[i].data(),
                                                            outputs.data());
    check(expected[i], resultTypes[i], outputs);
  }
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

// Arithmetic and structure of tuples.
TEST_F(ExecutedTest, Tuples) {
  for (int round = 0; round < 60; ++round) {
    IntTuple shape = random.shape();
    auto sameShape = [&](int64_t first, int64_t last) {
      std::function<IntTuple(const IntTuple &)> make =
          [&](const IntTuple &t) -> IntTuple {
        if (t.isLeaf())
          return random.number(first, last);
        std::vector<IntTuple> children;
        for (const IntTuple &child : t.getChildren())
          children.push_back(make(child));
        return children;
      };
      return Datum::of(make(shape));
    };
    Datum a = sameShape(0, 40), b = sameShape(0, 40), c = sameShape(1, 9);
    add({"int_tuple_add", "", {a, b}});
    add({"int_tuple_sub", "", {a, b}});
    add({"int_tuple_mul", "", {a, b}});
    add({"int_tuple_div", "", {a, c}});
    add({"int_tuple_mod", "", {a, c}});
    add({"ceil_div", "", {a, c}});
    add({"shape_div",
         "",
         {Datum::of(shape),
          Datum::of(IntTuple(int64_t(1 << random.number(0, 3))))}});
    add({"int_tuple_product", "", {c}});
    add({"int_tuple_product_each", "", {c}});
    add({"elem_less", "", {a, b}});
    add({"equal", "", {a, random.chance(50) ? a : b}});
    add({"append", "{n = 5 : i32}", {a, Datum::of(IntTuple(int64_t(7)))}});
    add({"prepend", "", {a, b}});
    add({"get", "{mode = array<i32: 0>}", {a}});
    add({"take", "{begin = 0 : i32, end = 1 : i32}", {a}});
    add({"group", "{begin = 0 : i32, end = -1 : i32}", {a}});
    add({"select", "{indices = array<i32: 0>}", {a}});
  }
  EXPECT_EQ(numAdded.size(), 17u);
  run();
}

// What a layout is asked for, and coordinates.
TEST_F(ExecutedTest, Queries) {
  for (int round = 0; round < 80; ++round) {
    Datum l = Datum::of(random.layout());
    Datum bijection = Datum::of(random.bijection());
    Datum index =
        Datum::of(IntTuple(random.number(0, size(bijection.layout) - 1)));
    add({"size", "", {l}});
    add({"cosize", "", {l}});
    add({"coshape", "", {l}});
    add({"get_shape", "", {l}});
    add({"get_stride", "", {l}});
    add({"crd2idx", "", {index, l}});
    add({"idx2crd", "", {index, bijection}});
    add({"get_flat_coord", "", {index, bijection}});
    add({"get_1d_coord", "", {index, bijection}});
    add({"make_ordered_layout",
         "",
         {Datum::of(random.shape()),
          {Datum::of(IntTuple(int64_t(0))), Unknown::None}}});
    Datum swizzle = Datum::of(
        InnerMap(Swizzle{random.number(0, 3), random.number(0, 3), 3}));
    add({"crd2idx", "", {Datum::of(IntTuple(random.number(0, 999))), swizzle}});
    CoordSwizzle coords;
    coords.mask = random.number(0, 3);
    coords.baseRow = random.number(0, 2);
    coords.modeRow = {0};
    coords.baseCol = random.number(0, 2);
    coords.modeCol = {1};
    add({"crd2idx",
         "",
         {Datum::of(IntTuple({random.number(0, 63), random.number(0, 63)})),
          Datum::of(InnerMap(coords))}});
  }
  EXPECT_EQ(numAdded.size(), 10u);
  run();
}

/// Whatever is made of one layout, plain or composed with a swizzle.
static Datum maybeComposed(RandomLayouts &random, Layout layout) {
  if (random.chance(60))
    return Datum::of(std::move(layout));
  Swizzle swizzle = {random.number(1, 2), random.number(0, 2), 3};
  return Datum::of(
      ComposedLayout{{Stage{swizzle, random.number(0, 9)}}, std::move(layout)});
}

// Whether sizes divide is up to whoever gives them at run time; here those that
// are divided are known, so that only what divides is tried.
TEST_F(ExecutedTest, Algebra) {
  for (int round = 0; round < 80; ++round) {
    Datum any = maybeComposed(random, random.layout());
    Operand a = {maybeComposed(random, random.bijection()), Unknown::Strides};
    Datum injection = Datum::of(random.injection());
    Operand block = {maybeComposed(random, random.injection()),
                     Unknown::Strides};
    Operand b = {Datum::of(random.injection()), Unknown::None};
    Datum codomain = Datum::of(IntTuple(random.number(1, 200)));
    std::vector<IntTuple> coord(any.layout.rank(), IntTuple(Leaf::getNone()));
    coord[0] = random.number(0, size(any.layout[0]) - 1);
    int64_t tile = int64_t(1) << random.number(0, 2);
    Datum tiler = Datum::of(IntTuple(int64_t(0)));
    tiler.kind = Datum::Kind::Tile;
    tiler.tile.entries = {Leaf::getStatic(tile)};
    add({"coalesce", "", {any}});
    add({"composition", "", {a, b}});
    add({"composition", "", {a, tiler}});
    add({"complement", "", {injection, codomain}});
    add({"slice", "", {any, Datum::of(IntTuple(coord))}});
    add({"logical_divide", "", {a, tiler}});
    add({"zipped_divide", "", {a, tiler}});
    add({"logical_product", "", {block, b}});
    add({"blocked_product", "", {block, b}});
    add({"raked_product", "", {block, b}});
    add({"make_layout_like", "", {{injection, Unknown::Sizes}}});
    add({"make_identity_layout", "", {Datum::of(injection.layout.shape)}});
    add({"recast_layout",
         "{new_type_bits = 16 : i32, old_type_bits = 8 : i32}",
         {a}});
    add({"append", "", {any, b}});
  }
  for (const char *op :
       {"coalesce", "composition", "complement", "slice", "logical_divide",
        "zipped_divide", "logical_product", "blocked_product", "raked_product",
        "make_layout_like", "make_identity_layout", "recast_layout", "append"})
    EXPECT_GT(numAdded[op], 4) << op;
  run();
}

// Layouts as kernels have them: known tiles, an unknown number of them and
// unknown strides of rows.
TEST_F(ExecutedTest, Kernels) {
  for (int round = 0; round < 80; ++round) {
    int64_t tile = int64_t(1) << random.number(0, 4);
    int64_t columns = tile * random.number(1, 9), rows = random.number(1, 5);
    Datum l = maybeComposed(random, {IntTuple({rows, columns}),
                                     IntTuple({columns + tile, int64_t(1)})});
    Datum order = Datum::of(IntTuple({int64_t(0), int64_t(1)}));
    Datum tiler = Datum::of(IntTuple(int64_t(0)));
    tiler.kind = Datum::Kind::Tile;
    tiler.tile.bracketed = true;
    tiler.tile.entries = {Leaf::getStatic(1), Leaf::getStatic(tile)};
    for (const char *op :
         {"logical_divide", "zipped_divide", "tiled_divide", "flat_divide"})
      add({op, "", {l, tiler}});
    add({"recast_layout",
         "{new_type_bits = 8 : i32, old_type_bits = 16 : i32}",
         {{l, Unknown::Sizes}}});
    for (const char *op : {"zipped_product", "tiled_product", "flat_product"})
      add({op,
           "",
           {Datum::of(Layout{tile, int64_t(1)}),
            Datum::of(Layout{rows, int64_t(1)})}});
    add({"tile_to_shape",
         "",
         {Datum::of(Layout{IntTuple({int64_t(1), tile}),
                           IntTuple({tile, int64_t(1)})}),
          Datum::of(IntTuple({rows, columns})),
          {order, Unknown::None}}});
  }
  EXPECT_EQ(numAdded.size(), 9u);
  for (const auto &[op, count] : numAdded)
    EXPECT_GT(count, 30) << op;
  run();
}
