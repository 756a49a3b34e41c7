//===- Compare.cpp - Differences between arrays ---------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::helion_fly::run;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// Differences that are listed; the others are counted.
static constexpr size_t maxListed = 10;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics *getSemantics(const ElementType &type) {
  return llvm::StringSwitch<const llvm::fltSemantics *>(type.name)
      .Case("f64", &llvm::APFloat::IEEEdouble())
      .Case("f32", &llvm::APFloat::IEEEsingle())
      .Case("f16", &llvm::APFloat::IEEEhalf())
      .Case("bf16", &llvm::APFloat::BFloat())
      .Default(nullptr);
}

static uint64_t getBits(const NpyArray &array, int64_t element) {
  uint64_t bits = 0;
  std::memcpy(&bits, &array.data[element * array.type->bytes],
              array.type->bytes);
  return bits;
}

// 64-bit integers beyond 2^53 are rounded, but only for printing.
static double toDouble(uint64_t bits, const ElementType &type) {
  unsigned width = 8 * type.bytes;
  if (!type.isFloat)
    return static_cast<double>(llvm::APInt(width, bits).getSExtValue());
  llvm::APFloat value(*getSemantics(type), llvm::APInt(width, bits));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

// Numbers of the type in order: adjacent ones get adjacent integers, and both
// zeros the same.
static int64_t toOrdinal(uint64_t bits, unsigned width) {
  uint64_t sign = uint64_t(1) << (width - 1);
  auto magnitude = static_cast<int64_t>(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

static std::optional<uint64_t> getUlps(uint64_t found, uint64_t expected,
                                       const ElementType &type) {
  if (!type.isFloat || std::isnan(toDouble(found, type)) ||
      std::isnan(toDouble(expected, type)))
    return std::nullopt;
  // The distance of the largest numbers of opposite signs needs all 64 bits.
  auto a = static_cast<uint64_t>(toOrdinal(found, 8 * type.bytes));
  auto b = static_cast<uint64_t>(toOrdinal(expected, 8 * type.bytes));
  return static_cast<int64_t>(a) > static_cast<int64_t>(b) ? a - b : b - a;
}

static bool isClose(uint64_t foundBits, uint64_t expectedBits,
                    const ElementType &type, Tolerance tolerance) {
  if (foundBits == expectedBits)
    return true;
  double found = toDouble(foundBits, type);
  double expected = toDouble(expectedBits, type);
  if (std::isnan(found) || std::isnan(expected))
    return std::isnan(found) && std::isnan(expected);
  if (std::isinf(found) || std::isinf(expected))
    return found == expected;
  // Different integers may round to the same number.
  if (!type.isFloat && tolerance.relative == 0 && tolerance.absolute == 0)
    return false;
  return std::abs(found - expected) <=
         tolerance.absolute + tolerance.relative * std::abs(expected);
}

// For choosing the largest difference: nothing is farther away than NaN.
static double getDistance(double found, double expected) {
  double distance = std::abs(found - expected);
  return std::isnan(distance) ? INFINITY : distance;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static llvm::SmallVector<int64_t> getCoordinates(int64_t element,
                                                 ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> coordinates(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    coordinates[dim] = element % shape[dim];
    element /= shape[dim];
  }
  return coordinates;
}

ArrayDifferences mlir::helion_fly::run::compareArrays(unsigned index,
                                                      const NpyArray &found,
                                                      const NpyArray &expected,
                                                      Tolerance tolerance,
                                                      FindWriter findWriter) {
  const ElementType &type = *found.type;
  ArrayDifferences result;
  result.index = index;
  result.elements = found.getNumElements();
  int64_t largest = -1;
  double distance = -1;
  auto describe = [&](int64_t element) {
    uint64_t foundBits = getBits(found, element);
    uint64_t expectedBits = getBits(expected, element);
    return Difference{getCoordinates(element, found.shape),
                      toDouble(foundBits, type), toDouble(expectedBits, type),
                      getUlps(foundBits, expectedBits, type),
                      findWriter(index, element * type.bytes)};
  };
  for (int64_t element = 0; element < result.elements; ++element) {
    uint64_t foundBits = getBits(found, element);
    uint64_t expectedBits = getBits(expected, element);
    if (isClose(foundBits, expectedBits, type, tolerance))
      continue;
    ++result.differing;
    if (result.first.size() < maxListed)
      result.first.push_back(describe(element));
    double here =
        getDistance(toDouble(foundBits, type), toDouble(expectedBits, type));
    if (here > distance) {
      distance = here;
      largest = element;
    }
  }
  if (largest >= 0)
    result.largest = describe(largest);
  return result;
}

bool Comparison::isEqual() const {
  return llvm::all_of(arrays, [](const ArrayDifferences &array) {
    return array.differing == 0;
  });
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static llvm::Error compareError(StringRef with, const Twine &what) {
  return llvm::createStringError("--compare=" + with + ": " + what);
}

static std::string printShape(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  return text.empty() ? "no dimensions" : text;
}

Expected<ExpectedFile>
mlir::helion_fly::run::readExpected(StringRef with,
                                    ArrayRef<Argument> arguments) {
  ExpectedFile result;
  StringRef file = with;
  auto [number, rest] = with.split(':');
  if (!number.getAsInteger(10, result.index)) {
    file = rest;
    if (result.index >= arguments.size() || arguments[result.index].isScalar())
      return compareError(with, "argument " + number + " is no array");
  } else {
    llvm::SmallVector<unsigned> outputs;
    for (auto [index, argument] : llvm::enumerate(arguments))
      if (!argument.isScalar() && !argument.isInitialized && !argument.sameAs)
        outputs.push_back(index);
    if (outputs.size() != 1)
      return compareError(with, "the kernel fills " + Twine(outputs.size()) +
                                    " arrays (empty:), so say which one this "
                                    "is, for instance --compare=1:" +
                                    with);
    result.index = outputs.front();
  }
  Expected<NpyArray> array = readNpy(file);
  if (!array)
    return array.takeError();
  const NpyArray &own = arguments[result.index].array;
  if (array->type != own.type)
    return compareError(with, "the array is of " + array->type->name +
                                  ", argument " + Twine(result.index) + " of " +
                                  own.type->name);
  if (array->shape != own.shape)
    return compareError(with, "the array is " + printShape(array->shape) +
                                  ", argument " + Twine(result.index) + " is " +
                                  printShape(own.shape));
  result.array = std::move(*array);
  return result;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static void printDifference(const Difference &difference,
                            llvm::raw_ostream &os) {
  os << "[";
  llvm::interleaveComma(difference.coordinates, os);
  os << "] is " << llvm::format("%.9g", difference.found) << ", expected "
     << llvm::format("%.9g", difference.expected);
  if (difference.ulps)
    os << " (" << *difference.ulps << " ulp)";
  if (difference.writer) {
    const auto &[x, y, z] = difference.writer->workgroup;
    os << ", written by workgroup (" << x << "," << y << "," << z << "), wave "
       << difference.writer->wave << ", lane " << difference.writer->lane;
  }
  os << "\n";
}

void mlir::helion_fly::run::printComparison(const Comparison &comparison,
                                            llvm::raw_ostream &os) {
  for (const ArrayDifferences &array : comparison.arrays) {
    os << "  compared   arg " << array.index << " with " << comparison.with
       << ": ";
    if (array.differing)
      os << array.differing << " of " << array.elements
         << " elements differ by more than";
    else
      os << "equal, " << array.elements << " elements,";
    os << llvm::format(" rtol %g, atol %g\n", comparison.tolerance.relative,
                       comparison.tolerance.absolute);
    if (!array.differing)
      continue;
    for (const Difference &difference : array.first)
      printDifference(difference, os << "    ");
    if (array.differing > static_cast<int64_t>(array.first.size()))
      os << "    ... and " << array.differing - array.first.size() << " more\n";
    printDifference(*array.largest, os << "    largest difference: ");
  }
}

// JSON has no NaN and no infinity.
static llvm::json::Value toJSON(double value) {
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

static llvm::json::Object toJSON(const Difference &difference) {
  llvm::json::Object object{
      {"coordinates", llvm::json::Array(difference.coordinates)},
      {"found", ::toJSON(difference.found)},
      {"expected", ::toJSON(difference.expected)}};
  if (difference.ulps)
    object["ulps"] = *difference.ulps;
  if (difference.writer)
    object["writer"] = llvm::json::Object{
        {"workgroup", llvm::json::Array(difference.writer->workgroup)},
        {"wave", difference.writer->wave},
        {"lane", difference.writer->lane}};
  return object;
}

llvm::json::Value mlir::helion_fly::run::toJSON(const Comparison &comparison) {
  llvm::json::Array arrays;
  for (const ArrayDifferences &array : comparison.arrays) {
    llvm::json::Array first;
    for (const Difference &difference : array.first)
      first.push_back(::toJSON(difference));
    llvm::json::Object object{{"arg", array.index},
                              {"elements", array.elements},
                              {"differing", array.differing},
                              {"first", std::move(first)}};
    if (array.largest)
      object["largest"] = ::toJSON(*array.largest);
    arrays.push_back(std::move(object));
  }
  return llvm::json::Object{{"with", comparison.with},
                            {"rtol", comparison.tolerance.relative},
                            {"atol", comparison.tolerance.absolute},
                            {"equal", comparison.isEqual()},
                            {"arrays", std::move(arrays)}};
}
