//===- Runtime.cpp - What compiled kernels call ---------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "Executor.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mlir::fly::sim;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static uint64_t convert(llvm::APInt bits, const llvm::fltSemantics &from,
                        const llvm::fltSemantics &to,
                        llvm::RoundingMode rounding) {
  llvm::APFloat value(from, bits);
  bool losesInfo;
  value.convert(to, rounding, &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

static constexpr auto nearestEven = llvm::RoundingMode::NearestTiesToEven;

uint16_t mlir::fly::sim::convertFloatToHalf(uint32_t bits) {
  return convert(llvm::APInt(32, bits), llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::IEEEhalf(), nearestEven);
}

uint16_t mlir::fly::sim::convertDoubleToHalf(uint64_t bits) {
  return convert(llvm::APInt(64, bits), llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::IEEEhalf(), nearestEven);
}

uint32_t mlir::fly::sim::convertHalfToFloat(uint16_t bits) {
  return convert(llvm::APInt(16, bits), llvm::APFloat::IEEEhalf(),
                 llvm::APFloat::IEEEsingle(), nearestEven);
}

uint16_t mlir::fly::sim::convertFloatToBFloat(uint32_t bits) {
  if ((bits & 0x7fffffff) > 0x7f800000)
    return bits >> 16 | 0x40;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

uint16_t mlir::fly::sim::convertDoubleToBFloat(uint64_t bits) {
  return convert(llvm::APInt(64, bits), llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::BFloat(), nearestEven);
}

uint16_t mlir::fly::sim::convertFloatToHalfTowardZero(uint32_t bits) {
  return convert(llvm::APInt(32, bits), llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::IEEEhalf(), llvm::RoundingMode::TowardZero);
}

//===----------------------------------------------------------------------===//
// Meeting the wave
//===----------------------------------------------------------------------===//

static void load(Lane *lane, uint32_t site, uint64_t address, void *value) {
  lane->operands[0] = address;
  lane->operands[1] = reinterpret_cast<uint64_t>(value);
  lane->rendezvous(site);
}

static void *atomic(Lane *lane, uint32_t site, uint64_t address) {
  lane->operands[0] = address;
  lane->rendezvous(site);
  return reinterpret_cast<void *>(lane->results[0]);
}

/// Memory copies and fills, and loads to LDS.
static void bulk(Lane *lane, uint32_t site, uint64_t a, uint64_t b,
                 uint64_t c) {
  lane->operands[0] = a;
  lane->operands[1] = b;
  lane->operands[2] = c;
  lane->rendezvous(site);
}

static void buffer(Lane *lane, uint32_t site, uint64_t resource,
                   uint32_t offset, uint32_t scalarOffset, uint32_t index,
                   uint64_t value) {
  lane->operands[0] = resource;
  lane->operands[1] = offset;
  lane->operands[2] = scalarOffset;
  lane->operands[3] = index;
  lane->operands[4] = value;
  lane->rendezvous(site);
}

static void *bufferAtomic(Lane *lane, uint32_t site, uint64_t resource,
                          uint32_t offset, uint32_t scalarOffset,
                          uint32_t index, uint64_t scratch) {
  buffer(lane, site, resource, offset, scalarOffset, index, scratch);
  return reinterpret_cast<void *>(lane->results[0]);
}

static uint64_t waveOp(Lane *lane, uint32_t site, uint64_t a, uint64_t b,
                       uint64_t c, uint64_t d) {
  lane->operands[0] = a;
  lane->operands[1] = b;
  lane->operands[2] = c;
  lane->operands[3] = d;
  lane->rendezvous(site);
  return lane->results[0];
}

static uint64_t secondResult(Lane *lane) { return lane->results[1]; }

static void enterBlock(Lane *lane, uint32_t block) {
  if (lane->visits[block]++ == 0)
    lane->visited[lane->numVisited++] = block;
}

static void meet(Lane *lane, uint32_t site) { lane->rendezvous(site); }

static void endLane(Lane *lane) { lane->exit(); }

static void exhausted(Lane *lane, uint32_t site) {
  lane->worker->reportStep(*lane, site);
  lane->exit();
}

static const void *makeResource(Lane *lane, uint64_t base, uint32_t stride,
                                uint64_t records, uint32_t flags) {
  return lane->worker->getBufferResource(
      {base, stride & 0x3fff, uint32_t(records), flags});
}

/// The descriptor as its four dwords, low half first.
static const void *makeResourceFromWords(Lane *lane, uint64_t low,
                                         uint64_t high) {
  return lane->worker->getBufferResource(
      {low & 0xffffffffffff, uint32_t(low >> 48) & 0x3fff, uint32_t(high),
       uint32_t(high >> 32)});
}

static uint32_t isShared(Lane *lane, uint64_t address) {
  return lane->worker->isShared(address);
}

static uint32_t isPrivate(Lane *lane, uint64_t address) {
  auto *data = reinterpret_cast<char *>(address);
  return data >= lane->stackBottom && data < lane->stackTop;
}

//===----------------------------------------------------------------------===//
// Arithmetic of single instructions
//===----------------------------------------------------------------------===//

/// The transcendental instructions take and give denormals as zero.
static float flush(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value)
                                                : value;
}

static float exp2Flushed(float x) { return flush(std::exp2(flush(x))); }
static float log2Flushed(float x) { return flush(std::log2(flush(x))); }
static float rcpFlushed(float x) { return flush(1.0F / flush(x)); }
static float sqrtFlushed(float x) { return std::sqrt(flush(x)); }
static float rsqFlushed(float x) {
  return float(1.0 / std::sqrt(double(flush(x))));
}

static constexpr double tau = 6.283185307179586476925286766559;

static float sinTurns(float x) {
  return std::isfinite(x) ? float(std::sin(std::fmod(double(x), 1.0) * tau))
                          : std::nanf("");
}

static float cosTurns(float x) {
  return std::isfinite(x) ? float(std::cos(std::fmod(double(x), 1.0) * tau))
                          : std::nanf("");
}

static int32_t frexpExp(double x) {
  if (!std::isfinite(x) || x == 0)
    return 0;
  int exponent;
  std::frexp(x, &exponent);
  return exponent;
}

static double frexpMant(double x) {
  if (!std::isfinite(x))
    return x;
  int exponent;
  return std::frexp(x, &exponent);
}

static uint32_t packHalves(float low, float high) {
  return convertFloatToHalfTowardZero(llvm::bit_cast<uint32_t>(low)) |
         uint32_t(convertFloatToHalfTowardZero(llvm::bit_cast<uint32_t>(high)))
             << 16;
}

/// Position of the first bit that differs from the sign, from the top.
static int32_t findHighestSigned(int32_t value) {
  uint32_t magnitude = value < 0 ? ~uint32_t(value) : uint32_t(value);
  return magnitude ? llvm::countl_zero(magnitude) : -1;
}

static uint32_t bitField(uint32_t value, uint32_t offset, uint32_t width) {
  offset &= 31;
  width &= 31;
  return (value >> offset) & ((uint32_t(1) << width) - 1);
}

static int32_t bitFieldSigned(int32_t value, uint32_t offset, uint32_t width) {
  width &= 31;
  if (!width)
    return 0;
  uint32_t field = bitField(value, offset, width);
  return int32_t(field << (32 - width)) >> (32 - width);
}

static uint32_t permuteBytes(uint32_t high, uint32_t low, uint32_t selectors) {
  uint64_t bytes = uint64_t(high) << 32 | low;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    uint32_t selector = selectors >> (8 * i) & 0xff;
    uint32_t byte;
    if (selector < 8)
      byte = bytes >> (8 * selector) & 0xff;
    else if (selector < 12) // sign of the words 0 to 3
      byte = bytes >> (16 * (selector - 8) + 15) & 1 ? 0xff : 0;
    else
      byte = selector == 12 ? 0 : 0xff;
    result |= byte << (8 * i);
  }
  return result;
}

static uint32_t alignByte(uint32_t high, uint32_t low, uint32_t amount) {
  return (uint64_t(high) << 32 | low) >> (8 * (amount & 3));
}

template <typename Function> static void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

llvm::ArrayRef<RuntimeSymbol> mlir::fly::sim::getRuntimeSymbols() {
  static const RuntimeSymbol symbols[] = {
      {"hf.load", addressOf(load)},
      {"hf.store", addressOf(load)},
      {"hf.atomic", addressOf(atomic)},
      {"hf.bulk", addressOf(bulk)},
      {"hf.buffer", addressOf(buffer)},
      {"hf.buffer.atomic", addressOf(bufferAtomic)},
      {"hf.wave", addressOf(waveOp)},
      {"hf.second", addressOf(secondResult)},
      {"hf.block", addressOf(enterBlock)},
      {"hf.meet", addressOf(meet)},
      {"hf.end", addressOf(endLane)},
      {"hf.exhausted", addressOf(exhausted)},
      {"hf.resource", addressOf(makeResource)},
      {"hf.resource.words", addressOf(makeResourceFromWords)},
      {"hf.is.shared", addressOf(isShared)},
      {"hf.is.private", addressOf(isPrivate)},
      {"hf.f32.to.f16", addressOf(convertFloatToHalf)},
      {"hf.f64.to.f16", addressOf(convertDoubleToHalf)},
      {"hf.f16.to.f32", addressOf(convertHalfToFloat)},
      {"hf.f32.to.bf16", addressOf(convertFloatToBFloat)},
      {"hf.f64.to.bf16", addressOf(convertDoubleToBFloat)},
      {"hf.exp2", addressOf(exp2Flushed)},
      {"hf.log2", addressOf(log2Flushed)},
      {"hf.rcp", addressOf(rcpFlushed)},
      {"hf.rsq", addressOf(rsqFlushed)},
      {"hf.sqrt", addressOf(sqrtFlushed)},
      {"hf.sin", addressOf(sinTurns)},
      {"hf.cos", addressOf(cosTurns)},
      {"hf.frexp.exp", addressOf(frexpExp)},
      {"hf.frexp.mant", addressOf(frexpMant)},
      {"hf.pkrtz", addressOf(packHalves)},
      {"hf.sffbh", addressOf(findHighestSigned)},
      {"hf.ubfe", addressOf(bitField)},
      {"hf.sbfe", addressOf(bitFieldSigned)},
      {"hf.perm", addressOf(permuteBytes)},
      {"hf.alignbyte", addressOf(alignByte)},
  };
  return symbols;
}
