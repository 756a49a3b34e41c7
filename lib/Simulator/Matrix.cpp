//===- Matrix.cpp - Matrix instructions of a wave -------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "Runtime.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace mlir::fly::sim;

static unsigned getBits(MatrixElement element) {
  switch (element) {
  case MatrixElement::F64:
    return 64;
  case MatrixElement::F32:
  case MatrixElement::I32:
    return 32;
  case MatrixElement::F16:
  case MatrixElement::BF16:
    return 16;
  case MatrixElement::I4:
  case MatrixElement::U4:
    return 4;
  default:
    return 8;
  }
}

static bool isInteger(MatrixElement element) {
  return element >= MatrixElement::I8;
}

unsigned MatrixOp::getInputBytes() const {
  return inputElements * getBits(a) / 8;
}

unsigned MatrixOp::getAccBytes() const {
  return accElements * getBits(acc) / 8;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T> static T loadAt(const char *data, unsigned index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void storeAt(char *data, unsigned index, const T &value) {
  std::memcpy(data + index * sizeof(T), &value, sizeof(T));
}

static const llvm::fltSemantics &getSemantics(MatrixElement element) {
  switch (element) {
  case MatrixElement::E4M3:
    return llvm::APFloat::Float8E4M3FN();
  case MatrixElement::E5M2:
    return llvm::APFloat::Float8E5M2();
  case MatrixElement::E4M3FNUZ:
    return llvm::APFloat::Float8E4M3FNUZ();
  default:
    return llvm::APFloat::Float8E5M2FNUZ();
  }
}

/// APFloat gives the value of one byte; a matrix has too many for that.
static const double *getFloat8Table(MatrixElement element) {
  auto make = [](MatrixElement kind) {
    std::vector<double> table;
    for (unsigned bits = 0; bits < 256; ++bits) {
      llvm::APFloat value(getSemantics(kind), llvm::APInt(8, bits));
      bool lossy;
      value.convert(llvm::APFloat::IEEEdouble(),
                    llvm::APFloat::rmNearestTiesToEven, &lossy);
      table.push_back(value.convertToDouble());
    }
    return table;
  };
  static const std::vector<double> tables[] = {
      make(MatrixElement::E4M3), make(MatrixElement::E5M2),
      make(MatrixElement::E4M3FNUZ), make(MatrixElement::E5M2FNUZ)};
  return tables[unsigned(element) - unsigned(MatrixElement::E4M3)].data();
}

static double decodeFloat(MatrixElement element, const char *data,
                          unsigned index, bool flush) {
  auto checked = [&](double value, double smallest) {
    return flush && std::fabs(value) < smallest ? std::copysign(0.0, value)
                                                : value;
  };
  switch (element) {
  case MatrixElement::F64:
    return loadAt<double>(data, index);
  case MatrixElement::F32:
    return checked(loadAt<float>(data, index), 0x1p-126);
  case MatrixElement::F16:
    return checked(llvm::bit_cast<float>(
                       convertHalfToFloat(loadAt<uint16_t>(data, index))),
                   0x1p-14);
  case MatrixElement::BF16:
    return checked(
        llvm::bit_cast<float>(uint32_t(loadAt<uint16_t>(data, index)) << 16),
        0x1p-126);
  default:
    return getFloat8Table(element)[loadAt<uint8_t>(data, index)];
  }
}

static int64_t decodeInteger(MatrixElement element, const char *data,
                             unsigned index) {
  switch (element) {
  case MatrixElement::I32:
    return loadAt<int32_t>(data, index);
  case MatrixElement::I8:
    return loadAt<int8_t>(data, index);
  case MatrixElement::U8:
    return loadAt<uint8_t>(data, index);
  default: {
    int nibble = loadAt<uint8_t>(data, index / 2) >> (4 * (index % 2)) & 15;
    return element == MatrixElement::I4 && nibble > 7 ? nibble - 16 : nibble;
  }
  }
}

//===----------------------------------------------------------------------===//
// Lane layouts
//===----------------------------------------------------------------------===//

namespace {

/// An element of A (row, k), of B (column, k), or of D (row, column).
struct Place {
  unsigned block, row, column;
};

} // namespace

static Place getInputPlace(const MatrixOp &op, unsigned lane, unsigned element,
                           unsigned rows) {
  if (op.layout == MatrixLayout::Wmma11)
    return {0, lane % rows, element};
  unsigned rest = lane / rows;
  return {rest % op.blocks, lane % rows,
          rest / op.blocks * op.inputElements + element};
}

static Place getAccPlace(const MatrixOp &op, unsigned lane, unsigned element) {
  unsigned column = lane % op.n;
  unsigned group = lane / op.n;
  switch (op.layout) {
  case MatrixLayout::Mfma: {
    unsigned groups = std::min(64 / op.n, op.m / 4);
    unsigned perBlock = op.m / groups;
    unsigned inBlock = element % perBlock;
    return {group / groups + element / perBlock,
            4 * groups * (inBlock / 4) + 4 * (group % groups) + inBlock % 4,
            column};
  }
  case MatrixLayout::MfmaF64:
    return {group % op.blocks, lane / 16 + 4 * element, column};
  case MatrixLayout::Wmma11:
    return {0, 2 * element + group, column};
  case MatrixLayout::Wmma12:
    return {0, op.accElements * group + element, column};
  }
  return {0, 0, 0};
}

/// The lane whose B register a lane's place takes.
static unsigned permuteLane(unsigned pattern, unsigned lane) {
  if (pattern == 0)
    return lane;
  if (pattern <= 2)
    return 32 * (pattern - 1) + lane % 32;
  return 16 * (pattern - 4) + lane % 16;
}

int mlir::fly::sim::findUnequalCopy(const MatrixOp &op,
                                    llvm::ArrayRef<MatrixLane> lanes) {
  if (op.layout != MatrixLayout::Wmma11)
    return -1;
  unsigned bytes = op.getInputBytes();
  for (unsigned lane = 16; lane < lanes.size(); ++lane)
    if (std::memcmp(lanes[lane].a, lanes[lane % 16].a, bytes) ||
        std::memcmp(lanes[lane].b, lanes[lane % 16].b, bytes))
      return int(lane);
  return -1;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

namespace {

/// A and B as [block][row or column][k].
template <typename T> struct Inputs {
  std::vector<T> a, b;

  template <typename Decode>
  Inputs(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes, Decode decode)
      : a(op.blocks * op.m * op.k), b(op.blocks * op.n * op.k) {
    for (unsigned lane = 0; lane < lanes.size(); ++lane) {
      const char *fromB = lanes[permuteLane(op.permuteB, lane)].b;
      for (unsigned element = 0; element < op.inputElements; ++element) {
        Place place = getInputPlace(op, lane, element, op.m);
        a[(place.block * op.m + place.row) * op.k + place.column] =
            decode(op.a, lanes[lane].a, element);
        place = getInputPlace(op, lane, element, op.n);
        b[(place.block * op.n + place.row) * op.k + place.column] =
            decode(op.b, fromB, element);
      }
    }
  }

  const T *rowOfA(const MatrixOp &op, const Place &place) const {
    unsigned block =
        (place.block >> op.broadcast << op.broadcast) + op.broadcastBlock;
    return &a[(block * op.m + place.row) * op.k];
  }
  const T *columnOfB(const MatrixOp &op, const Place &place) const {
    return &b[(place.block * op.n + place.column) * op.k];
  }
};

} // namespace

/// Calls `compute` with the place and the number of every element of D.
template <typename Compute>
static void forEachResult(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes,
                          Compute compute) {
  bool half = op.layout == MatrixLayout::Wmma11 && getBits(op.acc) == 16;
  unsigned step = half ? 2 : 1;
  for (unsigned lane = 0; lane < lanes.size(); ++lane)
    for (unsigned element = 0; element < op.accElements; element += step) {
      unsigned index = element + (half && op.high);
      compute(lanes[lane], getAccPlace(op, lane, element / step), index);
    }
}

static void runInteger(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes) {
  Inputs<int64_t> inputs(op, lanes, decodeInteger);
  forEachResult(
      op, lanes,
      [&](const MatrixLane &lane, const Place &place, unsigned index) {
        const int64_t *a = inputs.rowOfA(op, place);
        const int64_t *b = inputs.columnOfB(op, place);
        int64_t sum = loadAt<int32_t>(lane.c, index);
        for (unsigned k = 0; k < op.k; ++k)
          sum += a[k] * b[k];
        if (op.clamp)
          sum = std::clamp<int64_t>(sum, std::numeric_limits<int32_t>::min(),
                                    std::numeric_limits<int32_t>::max());
        storeAt(lane.d, index, uint32_t(uint64_t(sum)));
      });
}

/// Every step is rounded to T.
template <typename T>
static void runFused(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes) {
  T signA = op.negate & 1 ? -1 : 1, signB = op.negate & 2 ? -1 : 1;
  Inputs<T> inputs(op, lanes,
                   [](MatrixElement, const char *data, unsigned index) {
                     return loadAt<T>(data, index);
                   });
  forEachResult(
      op, lanes,
      [&](const MatrixLane &lane, const Place &place, unsigned index) {
        const T *a = inputs.rowOfA(op, place);
        const T *b = inputs.columnOfB(op, place);
        T sum = loadAt<T>(lane.c, index);
        if (op.negate & 4)
          sum = -sum;
        for (unsigned k = 0; k < op.k; ++k)
          sum = std::fma(signA * a[k], signB * b[k], sum);
        storeAt(lane.d, index, sum);
      });
}

static void runNarrow(const MatrixOp &op, llvm::ArrayRef<MatrixLane> lanes) {
  Inputs<double> inputs(
      op, lanes, [&](MatrixElement element, const char *data, unsigned index) {
        return decodeFloat(element, data, index, op.flush);
      });
  forEachResult(
      op, lanes,
      [&](const MatrixLane &lane, const Place &place, unsigned index) {
        const double *a = inputs.rowOfA(op, place);
        const double *b = inputs.columnOfB(op, place);
        double sum = 0;
        for (unsigned k = 0; k < op.k; ++k)
          sum += a[k] * b[k];
        sum += decodeFloat(op.acc, lane.c, index, op.flush);
        switch (op.acc) {
        case MatrixElement::F16:
          storeAt(lane.d, index,
                  convertDoubleToHalf(llvm::bit_cast<uint64_t>(sum)));
          break;
        case MatrixElement::BF16:
          storeAt(lane.d, index,
                  convertDoubleToBFloat(llvm::bit_cast<uint64_t>(sum)));
          break;
        default: {
          auto rounded = float(sum);
          if (op.flush && std::fabs(rounded) < 0x1p-126F)
            rounded = std::copysign(0.0F, rounded);
          storeAt(lane.d, index, rounded);
          break;
        }
        }
      });
}

void mlir::fly::sim::runMatrix(const MatrixOp &op,
                               llvm::ArrayRef<MatrixLane> lanes) {
  // The half of the registers that gets no result: C's, or unknown (a NaN).
  if (op.layout == MatrixLayout::Wmma11 && getBits(op.acc) == 16)
    for (const MatrixLane &lane : lanes)
      for (unsigned i = !op.high; i < op.accElements; i += 2)
        storeAt(lane.d, i,
                op.tied ? loadAt<uint16_t>(lane.c, i) : uint16_t(0x7fff));
  if (isInteger(op.a))
    return runInteger(op, lanes);
  if (op.a == MatrixElement::F64)
    return runFused<double>(op, lanes);
  if (op.a == MatrixElement::F32)
    return runFused<float>(op, lanes);
  runNarrow(op, lanes);
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

namespace {

class Parser {
public:
  Parser(const llvm::IntrinsicInst &call, llvm::StringRef chip,
         unsigned waveSize, std::string &reason)
      : call(call), chip(chip), waveSize(waveSize), reason(reason) {}

  std::optional<MatrixCall> parse();

private:
  std::optional<MatrixCall> parseMfma();
  std::optional<MatrixCall> parseWmma();
  std::optional<MatrixCall> fail(const llvm::Twine &text) {
    reason = text.str();
    return std::nullopt;
  }
  std::optional<MatrixCall> failMissing() {
    return fail("it does not exist on " + chip);
  }
  bool parseShape(llvm::StringRef &text, MatrixOp &op);
  std::optional<MatrixElement> parseElement(llvm::StringRef text) const;
  unsigned getOperandBits(unsigned index) const {
    return call.getArgOperand(index)->getType()->getPrimitiveSizeInBits();
  }
  unsigned immediate(unsigned index) const {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))
        ->getZExtValue();
  }

  const llvm::IntrinsicInst &call;
  llvm::StringRef chip;
  unsigned waveSize;
  std::string &reason;
};

} // namespace

/// "16x16x4", and what follows it.
bool Parser::parseShape(llvm::StringRef &text, MatrixOp &op) {
  return !text.consumeInteger(10, op.m) && text.consume_front("x") &&
         !text.consumeInteger(10, op.n) && text.consume_front("x") &&
         !text.consumeInteger(10, op.k);
}

std::optional<MatrixElement> Parser::parseElement(llvm::StringRef text) const {
  bool fnuz = chip.starts_with("gfx94");
  return llvm::StringSwitch<std::optional<MatrixElement>>(text)
      .Case("f64", MatrixElement::F64)
      .Case("f32", MatrixElement::F32)
      .Case("f16", MatrixElement::F16)
      .Case("bf16", MatrixElement::BF16)
      .Case("fp8", fnuz ? MatrixElement::E4M3FNUZ : MatrixElement::E4M3)
      .Case("bf8", fnuz ? MatrixElement::E5M2FNUZ : MatrixElement::E5M2)
      .Cases({"i8", "iu8"}, MatrixElement::I8)
      .Case("iu4", MatrixElement::I4)
      .Case("i32", MatrixElement::I32)
      .Default(std::nullopt);
}

/// The generation of a chip with MFMA; 0 for one without.
static unsigned getMfmaGeneration(llvm::StringRef chip) {
  return llvm::StringSwitch<unsigned>(chip)
      .Case("gfx908", 1)
      .Case("gfx90a", 2)
      .StartsWith("gfx94", 3)
      .StartsWith("gfx95", 4)
      .Default(0);
}

std::optional<MatrixCall> Parser::parseMfma() {
  llvm::StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.amdgcn.mfma.");
  if (name.starts_with("scale."))
    return fail("scaled matrices are not simulated");
  // "f32.16x16x16f16", "f32.16x16x16bf16.1k", "f32.16x16x32.fp8.bf8".
  auto [accName, rest] = name.split('.');
  MatrixOp op;
  if (!parseShape(rest, op))
    return fail("");
  rest.consume_front(".");
  llvm::SmallVector<llvm::StringRef> types;
  rest.split(types, '.');
  bool is1k = types.size() > 1 && types[1] == "1k";
  std::optional<MatrixElement> acc = parseElement(accName);
  std::optional<MatrixElement> a = parseElement(types[0]);
  std::optional<MatrixElement> b =
      types.size() > 1 && !is1k ? parseElement(types[1]) : a;
  if (!acc || !a || !b)
    return fail(types[0] == "xf32" ? "its rounding is not documented" : "");
  op.acc = *acc;
  op.a = *a;
  op.b = *b;
  op.inputElements = getOperandBits(0) / getBits(op.a);
  op.accElements = getOperandBits(2) / getBits(op.acc);
  op.blocks = 64 * op.inputElements / (op.m * op.k);

  unsigned generation = getMfmaGeneration(chip), first = 1, last = 4;
  unsigned inputBits = getOperandBits(0);
  bool isBF16 = op.a == MatrixElement::BF16;
  if (inputBits == 128)
    first = 4;
  else if (getBits(op.a) == 8 && inputBits == 64)
    first = 3;
  else if (is1k || op.a == MatrixElement::F64)
    first = 2;
  else if (isBF16 || (op.a == MatrixElement::I8 && op.blocks == 1))
    last = 2;
  if (generation < first || generation > last)
    return failMissing();

  op.flush = generation <= 2 && (op.a == MatrixElement::F16 || isBF16);
  op.broadcast = immediate(3);
  op.broadcastBlock = immediate(4);
  if (op.broadcast > 4 || 1U << op.broadcast > op.blocks ||
      op.broadcastBlock >= 1U << op.broadcast)
    return fail("it has " + llvm::Twine(op.blocks) +
                " blocks, which CBSZ and ABID don't fit");
  unsigned last3 = immediate(5);
  if (op.a == MatrixElement::F64) {
    op.layout = MatrixLayout::MfmaF64;
    op.negate = last3;
    if (last3 && generation < 3)
      return fail("BLGP must be zero for f64 on " + chip);
  } else {
    op.permuteB = last3;
    if (last3 == 3)
      return fail("BLGP 3, a rotation, is not simulated");
  }
  return MatrixCall{op, 0, 1, 2};
}

std::optional<MatrixCall> Parser::parseWmma() {
  llvm::StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.amdgcn.wmma.");
  bool is11 = chip.starts_with("gfx11");
  if (!is11 && !(chip.starts_with("gfx12") && chip.size() == 7))
    return failMissing();
  if (waveSize != 32)
    return fail("it is simulated for waves of 32 lanes only");
  auto [accName, rest] = name.split('.');
  MatrixOp op;
  if (!parseShape(rest, op) || !rest.consume_front("."))
    return fail("");
  llvm::SmallVector<llvm::StringRef> types;
  rest.split(types, '.');
  std::optional<MatrixElement> acc = parseElement(accName);
  std::optional<MatrixElement> a = parseElement(types[0]);
  if (!acc || !a)
    return fail("");
  op.acc = *acc;
  op.a = op.b = *a;
  MatrixCall result{op, 0, 1, 2};
  MatrixOp &parsed = result.op;
  if (isInteger(op.a)) {
    result.a = 1;
    result.b = 3;
    result.c = 4;
    auto unsignedElement =
        getBits(op.a) == 8 ? MatrixElement::U8 : MatrixElement::U4;
    if (!immediate(0))
      parsed.a = unsignedElement;
    if (!immediate(2))
      parsed.b = unsignedElement;
    parsed.clamp = immediate(5);
  } else if (getBits(op.a) == 8) {
    std::optional<MatrixElement> b = parseElement(types[1]);
    if (!b)
      return fail("");
    parsed.b = *b;
  } else if (getBits(op.acc) == 16) {
    parsed.high = immediate(3);
    parsed.tied = llvm::is_contained(types, "tied");
  }
  parsed.layout = is11 ? MatrixLayout::Wmma11 : MatrixLayout::Wmma12;
  parsed.inputElements = getOperandBits(result.a) / getBits(parsed.a);
  parsed.accElements = getOperandBits(result.c) / getBits(parsed.acc);

  bool wide = is11 && getBits(parsed.acc) == 16;
  bool new12 = getBits(op.a) == 8 && !isInteger(op.a);
  if (is11 ? new12 || op.k != 16 : parsed.tied || op.k > 32)
    return failMissing();
  if (parsed.inputElements != (is11 ? op.k : op.k / 2) ||
      parsed.accElements != (wide ? 16U : 8U))
    return fail("operands of these types don't exist on " + chip);
  return result;
}

std::optional<MatrixCall> Parser::parse() {
  return call.getCalledFunction()->getName().starts_with("llvm.amdgcn.mfma.")
             ? parseMfma()
             : parseWmma();
}

std::optional<MatrixCall>
mlir::fly::sim::parseMatrixCall(const llvm::IntrinsicInst &call,
                                const std::string &chip, unsigned waveSize,
                                std::string &reason) {
  return Parser(call, chip, waveSize, reason).parse();
}
