//===- Fiber.cpp - A stack of its own for every lane ----------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"

#include "llvm/Support/Compiler.h"

#include <boost/context/detail/fcontext.hpp>

#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/asan_interface.h>
#endif

using namespace mlir::fly::sim;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

/// Tells the sanitizer that the next jump goes to the stack `[bottom, bottom +
/// size)`. `shadow` keeps what belongs to this stack; null if it is abandoned.
static void beginSwitch(void **shadow, const void *bottom, size_t size) {
#if LLVM_ADDRESS_SANITIZER_BUILD
  __sanitizer_start_switch_fiber(shadow, bottom, size);
#endif
}

/// After the jump; gives the bounds of the stack that was left.
static void endSwitch(void *shadow, const void **bottom, size_t *size) {
#if LLVM_ADDRESS_SANITIZER_BUILD
  __sanitizer_finish_switch_fiber(shadow, bottom, size);
#endif
}

struct Fiber::Trampoline {
  static void run(transfer_t transfer) {
    auto *fiber = static_cast<Fiber *>(transfer.data);
    fiber->outside = transfer.fctx;
    endSwitch(nullptr, &fiber->outsideBottom, &fiber->outsideSize);
    fiber->entry(fiber->arg);
    fiber->finish();
  }
};

void Fiber::start(char *newBottom, char *top, Entry newEntry, void *newArg) {
  bottom = newBottom;
  size = top - newBottom;
  entry = newEntry;
  arg = newArg;
  insideShadow = nullptr;
#if LLVM_ADDRESS_SANITIZER_BUILD
  // A fiber dropped earlier may have left its frames marked.
  __asan_unpoison_memory_region(bottom, size);
#endif
  inside = make_fcontext(top, size, Trampoline::run);
}

void Fiber::resume() {
  void *shadow = nullptr;
  beginSwitch(&shadow, bottom, size);
  inside = jump_fcontext(inside, this).fctx;
  endSwitch(shadow, nullptr, nullptr);
}

void Fiber::suspend() {
  beginSwitch(&insideShadow, outsideBottom, outsideSize);
  outside = jump_fcontext(outside, this).fctx;
  endSwitch(insideShadow, &outsideBottom, &outsideSize);
}

void Fiber::finish() {
  beginSwitch(nullptr, outsideBottom, outsideSize);
  jump_fcontext(outside, this);
  // Nobody resumes a finished fiber.
  __builtin_unreachable();
}
