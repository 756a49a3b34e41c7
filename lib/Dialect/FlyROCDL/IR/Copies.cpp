//===- Copies.cpp - Copy instructions of AMD GPUs -------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chips.h"
#include "Dialect/Fly/IR/Atomics.h"
#include "Dialect/FlyROCDL/IR/FlyROCDL.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fly;
using namespace mlir::fly_rocdl;

using Tuple = std::vector<IntTuple>;

static SmallVector<StateField> getOffsetFields(MLIRContext *context,
                                               bool hasImmediate) {
  Type i32 = IntegerType::get(context, 32);
  SmallVector<StateField> fields = {{"soffset", i32}};
  if (hasImmediate)
    fields.push_back({"imm_offset", i32});
  return fields;
}

/// Fails unless the copy is from `srcName` (true of `isSrc`) to LDS.
static LogicalResult verifyToLds(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name, StringRef srcName, bool isSrc,
                                 Attribute src, Attribute dst) {
  if (isSrc && isAddressSpace(dst, AddressSpace::Shared))
    return success();
  return emitError() << name << " copies from " << srcName
                     << " to shared memory, got " << src << " and " << dst;
}

//===----------------------------------------------------------------------===//
// cdna3.buffer_copy
//===----------------------------------------------------------------------===//

LogicalResult
BufferCopyType::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t bitSize, int64_t cache) {
  if (!llvm::is_contained({8, 16, 32, 64, 96, 128}, bitSize))
    return emitError() << "expected a buffer copy of 8, 16, 32, 64, 96 or 128 "
                          "bits, got "
                       << bitSize;
  if (cache < 0 || !llvm::isInt<32>(cache))
    return emitError() << "expected cache policy bits of at least 0, got "
                       << cache;
  return success();
}

bool BufferCopyType::isStatic() const { return false; }

SmallVector<StateField> BufferCopyType::getStateFields() const {
  return getOffsetFields(getContext(), /*hasImmediate=*/false);
}

LogicalResult
BufferCopyType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                             Attribute src, Attribute dst) const {
  if (isa<BufferDescAttr>(src) == isa<BufferDescAttr>(dst))
    return emitError()
           << "buffer_copy needs a buffer resource as either source "
              "or destination, got "
           << src << " and " << dst;
  Attribute other = isa<BufferDescAttr>(src) ? dst : src;
  if (!isAddressSpace(other, AddressSpace::Register))
    return emitError() << "buffer_copy moves between a buffer resource and "
                          "registers, got "
                       << other;
  return success();
}

//===----------------------------------------------------------------------===//
// cdna3.buffer_copy_lds
//===----------------------------------------------------------------------===//

LogicalResult
BufferCopyLdsType::verify(function_ref<InFlightDiagnostic()> emitError,
                          int64_t bitSize) {
  if (bitSize != 32 && bitSize != 128)
    return emitError() << "unsupported bitSize = " << bitSize
                       << " for BufferCopyLDS; expected 32 or 128";
  return success();
}

bool BufferCopyLdsType::isStatic() const { return false; }

SmallVector<StateField> BufferCopyLdsType::getStateFields() const {
  return getOffsetFields(getContext(), /*hasImmediate=*/true);
}

LogicalResult
BufferCopyLdsType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                                Attribute src, Attribute dst) const {
  return verifyToLds(emitError, "buffer_copy_lds", "a buffer resource",
                     isa<BufferDescAttr>(src), src, dst);
}

LogicalResult
BufferCopyLdsType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                              StringRef chip) const {
  return fly_rocdl::verifyChip(
      emitError, chip,
      getBitSize() == 32 ? GFX90A | GFX942 | GFX950 : unsigned(GFX950), *this);
}

//===----------------------------------------------------------------------===//
// cdna3.buffer_atomic
//===----------------------------------------------------------------------===//

Type BufferAtomicType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  AtomicOp op;
  Type valueType;
  if (parser.parseLess() || parseAtomicSignature(parser, op, valueType) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<BufferAtomicType>(loc, parser.getContext(), op,
                                             valueType);
}

void BufferAtomicType::print(AsmPrinter &printer) const {
  printer << '<' << stringifyAtomicOp(getOp()) << ", " << getValueType() << '>';
}

LogicalResult
BufferAtomicType::verify(function_ref<InFlightDiagnostic()> emitError,
                         AtomicOp op, Type valueType) {
  if (failed(verifyAtomicSignature(emitError, op, valueType)))
    return failure();
  if (isa<Float16Type, BFloat16Type>(valueType))
    return emitError() << "expected a buffer atomic on two elements of 16 bits "
                          "at once, like vector<2x"
                       << valueType << ">, got " << valueType;
  return success();
}

bool BufferAtomicType::isStatic() const { return false; }

int64_t BufferAtomicType::getBitSize() const {
  return getAtomicBits(getValueType());
}

SmallVector<StateField> BufferAtomicType::getStateFields() const {
  return getOffsetFields(getContext(), /*hasImmediate=*/false);
}

LogicalResult
BufferAtomicType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                               Attribute src, Attribute dst) const {
  if (!isa<AddressSpaceAttr>(src) || !isa<BufferDescAttr>(dst))
    return emitError() << "buffer_atomic combines values with a buffer "
                          "resource as the destination, got "
                       << src << " and " << dst;
  return success();
}

LogicalResult BufferAtomicType::verifyElementType(
    function_ref<InFlightDiagnostic()> emitError, Type elementType) const {
  return verifyAtomicElement(emitError, getValueType(), elementType);
}

LogicalResult
BufferAtomicType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                             StringRef chip) const {
  constexpr unsigned cdna = GFX90A | GFX942 | GFX950;
  constexpr unsigned rdna = GFX11 | GFX12 | GFX1250;
  unsigned chips = cdna | rdna;
  Type element = getElementTypeOrSelf(getValueType());
  if (element.isF64())
    chips = cdna | GFX1250;
  else if (element.isF32() && getOp() != AtomicOp::Add)
    chips = rdna;
  else if (element.isF16())
    chips = cdna | GFX12 | GFX1250;
  else if (element.isBF16())
    chips = GFX950 | GFX12 | GFX1250;
  return fly_rocdl::verifyChip(emitError, chip, chips, *this);
}

//===----------------------------------------------------------------------===//
// cdna4.lds_read_trans
//===----------------------------------------------------------------------===//

Type LdsReadTransType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t granularity, bitSize;
  // `16b` is read as an integer and a keyword.
  if (parser.parseLess() || parser.parseKeyword("trans") ||
      parser.parseEqual() || parser.parseInteger(granularity) ||
      parser.parseKeyword("b") || parser.parseComma() ||
      parser.parseInteger(bitSize) || parser.parseGreater())
    return {};
  return parser.getChecked<LdsReadTransType>(loc, parser.getContext(),
                                             granularity, bitSize);
}

void LdsReadTransType::print(AsmPrinter &printer) const {
  printer << "<trans = " << getTransGranularity() << "b, " << getBitSize()
          << '>';
}

LogicalResult
LdsReadTransType::verify(function_ref<InFlightDiagnostic()> emitError,
                         int64_t transGranularity, int64_t bitSize) {
  if (bitSize == 64 && llvm::is_contained({4, 8, 16}, transGranularity))
    return success();
  if (bitSize == 96 && transGranularity == 6)
    return success();
  return emitError() << "unsupported (bitSize, transGranularity) = (" << bitSize
                     << ", " << transGranularity
                     << "); expected (64, 4), (64, 8), (96, 6) or (64, 16)";
}

bool LdsReadTransType::isStatic() const { return true; }

LogicalResult
LdsReadTransType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                               Attribute src, Attribute dst) const {
  if (isAddressSpace(src, AddressSpace::Shared) &&
      isAddressSpace(dst, AddressSpace::Register))
    return success();
  return emitError()
         << "lds_read_trans copies from shared memory to registers, got " << src
         << " and " << dst;
}

Layout LdsReadTransType::getThrLayout() const {
  return {int64_t(16), int64_t(1)};
}

Layout LdsReadTransType::getThrBitLayout(CopySide side) const {
  int64_t bits = getBitSize(), granularity = getTransGranularity();
  if (side == CopySide::Src)
    return {Tuple{16, bits}, Tuple{bits, 1}};
  return {Tuple{16, Tuple{granularity, bits / granularity}},
          Tuple{granularity, Tuple{1, 16 * granularity}}};
}

LogicalResult
LdsReadTransType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                             StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX950, *this);
}

//===----------------------------------------------------------------------===//
// Asynchronous loads to LDS
//===----------------------------------------------------------------------===//

static LogicalResult
verifyAsyncBits(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                int64_t bitSize) {
  if (llvm::is_contained({32, 96, 128}, bitSize))
    return success();
  return emitError() << "unsupported bitSize = " << bitSize << " for " << name
                     << "; expected 32, 96 or 128";
}

LogicalResult
BufferLoadAsyncLdsType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t bitSize) {
  return verifyAsyncBits(emitError, "BufferLoadAsyncLDS", bitSize);
}

bool BufferLoadAsyncLdsType::isStatic() const { return false; }

SmallVector<StateField> BufferLoadAsyncLdsType::getStateFields() const {
  return getOffsetFields(getContext(), /*hasImmediate=*/true);
}

LogicalResult BufferLoadAsyncLdsType::verifySpaces(
    function_ref<InFlightDiagnostic()> emitError, Attribute src,
    Attribute dst) const {
  return verifyToLds(emitError, "buffer_load_async_lds", "a buffer resource",
                     isa<BufferDescAttr>(src), src, dst);
}

LogicalResult
GlobalLoadAsyncLdsType::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t bitSize) {
  return verifyAsyncBits(emitError, "GlobalLoadAsyncLDS", bitSize);
}

bool GlobalLoadAsyncLdsType::isStatic() const { return true; }

LogicalResult GlobalLoadAsyncLdsType::verifySpaces(
    function_ref<InFlightDiagnostic()> emitError, Attribute src,
    Attribute dst) const {
  return verifyToLds(emitError, "global_load_async_lds", "global memory",
                     isAddressSpace(src, AddressSpace::Global), src, dst);
}

//===----------------------------------------------------------------------===//
// gfx1250.tdm
//===----------------------------------------------------------------------===//

LogicalResult TdmType::verify(function_ref<InFlightDiagnostic()> emitError,
                              int64_t rank, int64_t numWarps,
                              int64_t padInterval, int64_t padAmount,
                              int64_t cache, bool barrier, bool timeout) {
  if (rank < 1 || rank > 5)
    return emitError() << "expected a rank of 1 to 5, got " << rank;
  if (numWarps <= 0 || !llvm::isPowerOf2_64(numWarps))
    return emitError() << "numWarps must be a positive power of two, got "
                       << numWarps;
  if (padInterval < 0 || padAmount < 0)
    return emitError() << "padInterval and padAmount must be non-negative, got "
                       << padInterval << " and " << padAmount;
  if ((padInterval == 0) != (padAmount == 0))
    return emitError() << "padInterval and padAmount must both be zero or both "
                          "non-zero, got "
                       << padInterval << " and " << padAmount;
  if (padInterval != 0 && !llvm::isPowerOf2_64(padInterval))
    return emitError()
           << "padInterval must be a power of two (in elements), got "
           << padInterval;
  if (cache < 0 || !llvm::isInt<32>(cache))
    return emitError() << "expected cache policy bits of at least 0, got "
                       << cache;
  return success();
}

bool TdmType::isStatic() const { return false; }

/// The copy is of as many bits as the tile has.
int64_t TdmType::getBitSize() const { return 1; }
bool TdmType::copiesWholeTile() const { return true; }
Layout TdmType::getThrBitLayout(CopySide) const {
  return getSingleThreadBitLayout(1);
}

SmallVector<StateField> TdmType::getStateFields() const {
  Type i32 = IntegerType::get(getContext(), 32);
  Type i64 = IntegerType::get(getContext(), 64);
  return {{"workgroup_mask", i32}, {"extent_0", i32},  {"extent_1", i32},
          {"extent_2", i32},       {"extent_3", i32},  {"extent_4", i32},
          {"stride_0", i64},       {"stride_1", i64},  {"stride_2", i64},
          {"stride_3", i64},       {"imm_offset", i64}};
}

LogicalResult
TdmType::verifySpaces(function_ref<InFlightDiagnostic()> emitError,
                      Attribute src, Attribute dst) const {
  auto isPair = [](Attribute a, Attribute b) {
    return isAddressSpace(a, AddressSpace::Global) &&
           isAddressSpace(b, AddressSpace::Shared);
  };
  if (isPair(src, dst) || isPair(dst, src))
    return success();
  return emitError() << "tdm copies between global and shared memory, got "
                     << src << " and " << dst;
}

LogicalResult TdmType::verifyChip(function_ref<InFlightDiagnostic()> emitError,
                                  StringRef chip) const {
  return fly_rocdl::verifyChip(emitError, chip, GFX1250, *this);
}
