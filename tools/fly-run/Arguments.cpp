//===- Arguments.cpp - Arrays and scalars for a kernel --------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::helion_fly::run;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

int64_t Argument::getNumElements() const {
  return llvm::product_of(shape, int64_t(1));
}

uint64_t Argument::getViewAddress() const {
  return address + offset * array.type->bytes;
}

int64_t Argument::getAlignment() const {
  // Independent of `address`, which isn't known before compilation.
  int64_t allocation = fly::sim::Memory::allocationAlignment;
  int64_t bytes = offset * array.type->bytes;
  return bytes == 0 ? allocation : std::min(allocation, bytes & -bytes);
}

//===----------------------------------------------------------------------===//
// The text of --arg
//===----------------------------------------------------------------------===//

static Error argumentError(StringRef text, const Twine &what) {
  return llvm::createStringError("--arg=" + text + ": " + what);
}

// "64x1000", or "" for no dimensions.
static bool parseSizes(StringRef text, llvm::SmallVectorImpl<int64_t> &sizes) {
  if (text.empty())
    return true;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  for (StringRef part : parts) {
    int64_t size;
    if (part.getAsInteger(10, size) || size < 0)
      return false;
    sizes.push_back(size);
  }
  return true;
}

static void setContiguous(Argument &argument) {
  argument.shape = argument.array.shape;
  argument.strides.resize(argument.shape.size());
  int64_t stride = 1;
  for (size_t i = argument.shape.size(); i-- > 0;) {
    argument.strides[i] = stride;
    stride *= argument.shape[i];
  }
}

static Error parseEmpty(StringRef rest, Argument &argument) {
  auto [sizes, typeName] = rest.rsplit('x');
  if (!rest.contains('x')) {
    typeName = rest;
    sizes = "";
  }
  argument.array.type = lookupElementType(typeName);
  if (!argument.array.type || !parseSizes(sizes, argument.array.shape))
    return argumentError(argument.text,
                         "expected empty:SIZExSIZE...xTYPE, for instance "
                         "empty:64x1000xbf16, with a type of " +
                             listElementTypes());
  if (!countElements(argument.array.shape, argument.array.type->bytes))
    return argumentError(argument.text, "the array has more than 16 GiB");
  argument.isInitialized = false;
  // All bits set is NaN in every float type.
  argument.array.data.assign(
      argument.array.getNumElements() * argument.array.type->bytes, '\xff');
  setContiguous(argument);
  return Error::success();
}

// Elements from the array's start to the end of the view; nothing if that is no
// 64-bit number.
static std::optional<int64_t> getViewEnd(const Argument &argument) {
  if (llvm::is_contained(argument.shape, 0))
    return argument.offset;
  int64_t last = argument.offset;
  for (auto [size, stride] :
       llvm::zip_equal(argument.shape, argument.strides)) {
    int64_t distance;
    if (llvm::MulOverflow(size - 1, stride, distance) ||
        llvm::AddOverflow(last, distance, last))
      return std::nullopt;
  }
  if (llvm::AddOverflow(last, int64_t(1), last))
    return std::nullopt;
  return last;
}

static Error parseView(StringRef rest, Argument &argument) {
  llvm::SmallVector<StringRef> parts;
  rest.split(parts, ':');
  Expected<NpyArray> array = readNpy(parts.front());
  if (!array)
    return array.takeError();
  argument.array = std::move(*array);
  std::optional<StringRef> shape, strides, offset;
  for (StringRef part : llvm::drop_begin(parts)) {
    auto [key, value] = part.split('=');
    std::optional<StringRef> *slot = key == "shape"     ? &shape
                                     : key == "strides" ? &strides
                                     : key == "offset"  ? &offset
                                                        : nullptr;
    if (!slot)
      return argumentError(argument.text,
                           "unknown key '" + key +
                               "', expected shape, strides or offset");
    *slot = value;
  }
  if (!shape || !strides)
    return argumentError(argument.text,
                         "expected view:FILE.npy:shape=..:strides=..[:offset="
                         "..], for instance view:x.npy:shape=64x1000:strides="
                         "1024x1:offset=3");
  if (!parseSizes(*shape, argument.shape) ||
      !parseSizes(*strides, argument.strides) ||
      (offset &&
       (offset->getAsInteger(10, argument.offset) || argument.offset < 0)))
    return argumentError(argument.text,
                         "shape, strides and offset are numbers of elements "
                         "that aren't negative, for instance shape=64x1000");
  if (argument.shape.size() != argument.strides.size())
    return argumentError(argument.text, "the shape has " +
                                            Twine(argument.shape.size()) +
                                            " dimensions, the strides have " +
                                            Twine(argument.strides.size()));
  if (!countElements(argument.shape, argument.array.type->bytes))
    return argumentError(argument.text, "the view has more than 16 GiB");
  std::optional<int64_t> end = getViewEnd(argument);
  if (!end || *end > argument.array.getNumElements())
    return argumentError(argument.text,
                         "the view ends at element " +
                             (end ? Twine(*end) : Twine("2^63 or beyond")) +
                             ", but the file has " +
                             Twine(argument.array.getNumElements()));
  return Error::success();
}

static Expected<Argument> parseSame(StringRef text, StringRef rest,
                                    llvm::ArrayRef<Argument> previous) {
  unsigned index;
  if (rest.getAsInteger(10, index) || index >= previous.size() ||
      previous[index].isScalar())
    return argumentError(text, "expected same:INDEX with the number (from 0) "
                               "of an array among the arguments before it");
  Argument argument = previous[index];
  argument.text = text.str();
  argument.sameAs = argument.sameAs.value_or(index);
  return argument;
}

Expected<Argument>
mlir::helion_fly::run::parseArgument(StringRef text,
                                     llvm::ArrayRef<Argument> previous) {
  Argument argument;
  argument.text = text.str();
  StringRef rest = text;
  if (rest.consume_front("same:"))
    return parseSame(text, rest, previous);
  if (rest.consume_front("empty:")) {
    if (Error error = parseEmpty(rest, argument))
      return std::move(error);
    return argument;
  }
  if (rest.consume_front("view:")) {
    if (Error error = parseView(rest, argument))
      return std::move(error);
    return argument;
  }
  auto [type, digits] = text.split(':');
  if (!digits.empty() && (lookupElementType(type) || type == "index")) {
    argument.scalarType = type.str();
    argument.scalarText = digits.str();
    return argument;
  }
  Expected<NpyArray> array = readNpy(text);
  if (!array)
    return array.takeError();
  argument.array = std::move(*array);
  setContiguous(argument);
  return argument;
}

//===----------------------------------------------------------------------===//
// Against the kernel's types
//===----------------------------------------------------------------------===//

template <typename T> static std::string toText(const T &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << value;
  return text;
}

static Error bindError(unsigned index, const Twine &what) {
  return llvm::createStringError("argument " + Twine(index) + ": " + what);
}

static Error checkScalar(const Argument &argument, unsigned index, Type type) {
  if (isa<MemRefType>(type))
    return bindError(index, "the kernel takes an array, " + toText(type) +
                                ", found the scalar " + argument.text);
  if (toText(type) != argument.scalarType)
    return bindError(index, "the kernel takes " + toText(type) + ", found " +
                                argument.text);
  return Error::success();
}

static Error checkSizes(const Argument &argument, unsigned index,
                        MemRefType type) {
  for (auto [dim, size] : llvm::enumerate(argument.shape))
    if (!type.isDynamicDim(dim) && type.getDimSize(dim) != size)
      return bindError(index, "the kernel's " + toText(type) + " has size " +
                                  Twine(type.getDimSize(dim)) +
                                  " in dimension " + Twine(dim) +
                                  ", the array has " + Twine(size));
  llvm::SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return bindError(index, "the kernel's " + toText(type) +
                                " is not described by strides");
  int64_t contiguous = 1;
  for (size_t dim = strides.size(); dim-- > 0;) {
    int64_t size = argument.shape[dim];
    // The default layout of a memref with dynamic sizes has dynamic strides in
    // its description, but means contiguous.
    int64_t expected =
        type.getLayout().isIdentity() ? contiguous : strides[dim];
    contiguous *= size;
    if (size <= 1 || argument.getNumElements() == 0 ||
        ShapedType::isDynamic(expected) || expected == argument.strides[dim])
      continue;
    return bindError(index, "the kernel's " + toText(type) + " has stride " +
                                Twine(expected) + " in dimension " +
                                Twine(dim) + ", the array has " +
                                Twine(argument.strides[dim]));
  }
  return Error::success();
}

Error mlir::helion_fly::run::checkArgument(const Argument &argument,
                                           unsigned index, Type type) {
  if (argument.isScalar())
    return checkScalar(argument, index, type);
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return bindError(index, "the kernel takes the scalar " + toText(type) +
                                ", found the array " + argument.text);
  std::string elementName = toText(memref.getElementType());
  if (elementName != argument.array.type->name) {
    const ElementType *expected = lookupElementType(elementName);
    return bindError(index,
                     "the kernel's " + toText(type) + " has elements of type " +
                         elementName +
                         (expected ? " (NumPy '" + expected->descr.str() + "')"
                                   : std::string()) +
                         ", the array of " + argument.array.type->name +
                         " (NumPy '" + argument.array.type->descr + "')");
  }
  if (memref.getRank() != static_cast<int64_t>(argument.shape.size()))
    return bindError(index, "the kernel's " + toText(type) + " has " +
                                Twine(memref.getRank()) +
                                " dimensions, the array has " +
                                Twine(argument.shape.size()));
  return checkSizes(argument, index, memref);
}

//===----------------------------------------------------------------------===//
// On the device
//===----------------------------------------------------------------------===//

static Error allocateArray(fly::sim::Memory &memory, Argument &argument,
                           unsigned index) {
  Expected<uint64_t> address = memory.allocate(argument.array.data.size(),
                                               "arg" + std::to_string(index));
  if (!address)
    return address.takeError();
  argument.address = *address;
  if (argument.isInitialized)
    return memory.write(*address, argument.array.data);
  return memory.poison(*address, argument.array.data.size(), 0xff);
}

/// The bytes of the view's elements, as ranges from the array's start.
static void appendElements(const Argument &argument, size_t dim, int64_t first,
                           std::vector<std::pair<uint64_t, uint64_t>> &ranges) {
  if (dim == argument.shape.size()) {
    uint64_t bytes = argument.array.type->bytes;
    uint64_t begin = first * bytes;
    if (!ranges.empty() && ranges.back().first + ranges.back().second == begin)
      ranges.back().second += bytes;
    else
      ranges.emplace_back(begin, bytes);
    return;
  }
  for (int64_t i = 0; i < argument.shape[dim]; ++i)
    appendElements(argument, dim + 1, first + i * argument.strides[dim],
                   ranges);
}

/// Kernels must leave alone what is in an array, but in none of the views of it
/// that they get.
static Error restrictToViews(fly::sim::Memory &memory,
                             ArrayRef<Argument> arguments, unsigned root) {
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (index != root && argument.sameAs != root)
      continue;
    if (argument.getNumElements() * argument.array.type->bytes ==
        static_cast<int64_t>(argument.array.data.size()))
      return Error::success();
    appendElements(argument, 0, argument.offset, ranges);
  }
  return memory.restrict(arguments[root].address, ranges);
}

Error mlir::helion_fly::run::allocate(
    fly::sim::Memory &memory, llvm::MutableArrayRef<Argument> arguments) {
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (argument.isScalar())
      continue;
    if (argument.sameAs)
      argument.address = arguments[*argument.sameAs].address;
    else if (Error error = allocateArray(memory, argument, index))
      return error;
  }
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (!argument.isScalar() && !argument.sameAs)
      if (Error error = restrictToViews(memory, arguments, index))
        return error;
  return Error::success();
}

Error mlir::helion_fly::run::readBack(
    const fly::sim::Memory &memory, llvm::MutableArrayRef<Argument> arguments) {
  for (Argument &argument : arguments)
    if (!argument.isScalar())
      if (Error error = memory.read(argument.address, argument.array.data))
        return error;
  return Error::success();
}

static Expected<fly::sim::KernelArg> encodeScalar(const Argument &argument,
                                                  unsigned index, Type type) {
  llvm::APInt bits;
  StringRef text = argument.scalarText;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    llvm::APFloat value(floatType.getFloatSemantics());
    auto status =
        value.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return bindError(index, "'" + text + "' is not a number");
    }
    bits = value.bitcastToAPInt();
  } else {
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    int64_t value;
    if (text.getAsInteger(0, value) || !llvm::isIntN(width, value))
      return bindError(index, "'" + text + "' is not an integer of " +
                                  Twine(width) + " bits");
    bits = llvm::APInt(width, value, /*isSigned=*/true);
  }
  fly::sim::KernelArg arg;
  const char *data = reinterpret_cast<const char *>(bits.getRawData());
  arg.bytes.assign(data, data + llvm::divideCeil(bits.getBitWidth(), 8));
  return arg;
}

Error mlir::helion_fly::run::appendKernelArgs(
    const Argument &argument, unsigned index, Type type,
    std::vector<fly::sim::KernelArg> &kernelArgs) {
  if (Error error = checkArgument(argument, index, type))
    return error;
  if (argument.isScalar()) {
    Expected<fly::sim::KernelArg> arg = encodeScalar(argument, index, type);
    if (!arg)
      return arg.takeError();
    kernelArgs.push_back(std::move(*arg));
    return Error::success();
  }
  auto memref = cast<MemRefType>(type);
  kernelArgs.push_back(fly::sim::KernelArg::of(argument.getViewAddress()));
  for (int64_t dim = 0; dim < memref.getRank(); ++dim)
    if (memref.isDynamicDim(dim))
      kernelArgs.push_back(fly::sim::KernelArg::of(argument.shape[dim]));
  // Sizes determine the strides of the default layout.
  if (memref.getLayout().isIdentity())
    return Error::success();
  llvm::SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return bindError(index, toText(type) + " is not described by strides");
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (ShapedType::isDynamic(stride))
      kernelArgs.push_back(fly::sim::KernelArg::of(argument.strides[dim]));
  return Error::success();
}
