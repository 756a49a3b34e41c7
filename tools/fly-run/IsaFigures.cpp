//===- IsaFigures.cpp - Figures read from AMDGPU assembly -----------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IsaFigures.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::helion_fly::run;
using llvm::StringRef;

// The rest of a mnemonic after "_load_" or "_store_": "dwordx4" on gfx9, "b128"
// on gfx11 and later.
static int64_t getAccessBits(StringRef suffix) {
  return llvm::StringSwitch<int64_t>(suffix)
      .Cases({"ubyte", "sbyte", "byte", "byte_d16_hi", "ubyte_d16",
              "ubyte_d16_hi", "sbyte_d16", "sbyte_d16_hi", "u8", "i8", "b8",
              "d16_u8", "d16_hi_u8", "d16_i8", "d16_hi_i8", "d16_hi_b8"},
             8)
      .Cases({"ushort", "sshort", "short", "short_d16", "short_d16_hi", "u16",
              "i16", "b16", "d16_b16", "d16_hi_b16"},
             16)
      .Cases({"dword", "b32"}, 32)
      .Cases({"dwordx2", "b64"}, 64)
      .Cases({"dwordx3", "b96"}, 96)
      .Cases({"dwordx4", "b128"}, 128)
      .Default(0);
}

static void countInstruction(StringRef mnemonic, IsaFigures &figures) {
  ++figures.instructions;
  // gfx12 splits the barrier into signal and wait.
  if (mnemonic == "s_barrier" || mnemonic == "s_barrier_signal")
    ++figures.barriers;
  if (mnemonic.starts_with("scratch_"))
    ++figures.scratchAccesses;
  if (mnemonic.starts_with("ds_read") || mnemonic.starts_with("ds_write") ||
      mnemonic.starts_with("ds_load") || mnemonic.starts_with("ds_store"))
    ++figures.ldsAccesses;
  StringRef rest = mnemonic;
  if (!rest.consume_front("global_") && !rest.consume_front("buffer_") &&
      !rest.consume_front("flat_"))
    return;
  if (rest.consume_front("load_")) {
    if (int64_t bits = getAccessBits(rest))
      ++figures.loads[bits];
  } else if (rest.consume_front("store_")) {
    if (int64_t bits = getAccessBits(rest))
      ++figures.stores[bits];
  }
}

// The keys of the kernel's metadata, which stands as YAML below the code.
static int64_t *findFigure(StringRef key, IsaFigures &figures) {
  return llvm::StringSwitch<int64_t *>(key)
      .Case(".vgpr_count", &figures.vgprs)
      .Case(".agpr_count", &figures.agprs)
      .Case(".sgpr_count", &figures.sgprs)
      .Case(".vgpr_spill_count", &figures.vgprSpills)
      .Case(".sgpr_spill_count", &figures.sgprSpills)
      .Case(".private_segment_fixed_size", &figures.scratchBytes)
      .Case(".group_segment_fixed_size", &figures.ldsBytes)
      .Default(nullptr);
}

IsaFigures mlir::helion_fly::run::parseIsa(StringRef assembly) {
  IsaFigures figures;
  bool inMetadata = false;
  llvm::SmallVector<StringRef> lines;
  assembly.split(lines, '\n');
  for (StringRef line : lines) {
    line = line.split(';').first.trim();
    if (line == ".amdgpu_metadata" || line == ".end_amdgpu_metadata") {
      inMetadata = line == ".amdgpu_metadata";
      continue;
    }
    if (inMetadata) {
      line.consume_front("- ");
      auto [key, value] = line.ltrim().split(':');
      int64_t number;
      if (int64_t *figure = findFigure(key, figures);
          figure && !value.trim().getAsInteger(10, number))
        *figure = number;
      continue;
    }
    StringRef mnemonic =
        line.take_until([](char c) { return llvm::isSpace(c); });
    if (mnemonic.empty() || mnemonic.ends_with(":") ||
        !llvm::isAlpha(mnemonic.front()) || !mnemonic.contains('_'))
      continue;
    countInstruction(mnemonic, figures);
  }
  return figures;
}

static int64_t getWidest(const std::map<int64_t, int64_t> &accesses) {
  return accesses.empty() ? 0 : accesses.rbegin()->first;
}

int64_t IsaFigures::getWidestLoad() const { return getWidest(loads); }

int64_t IsaFigures::getWidestStore() const { return getWidest(stores); }
