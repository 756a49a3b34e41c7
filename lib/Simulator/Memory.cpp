//===- Memory.cpp - Device memory with red zones and shadow state ---------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir::fly::sim;

Pages::~Pages() {
  if (start)
    munmap(start, length);
}

Pages &Pages::operator=(Pages &&other) noexcept {
  std::swap(start, other.start);
  std::swap(length, other.length);
  return *this;
}

uint64_t Pages::pageSize() { return sysconf(_SC_PAGESIZE); }

Pages Pages::map(uint64_t bytes, bool accessible) {
  Pages pages;
  if (bytes > (uint64_t(1) << 46))
    return pages;
  uint64_t length = llvm::alignTo(std::max<uint64_t>(bytes, 1), pageSize());
  void *start =
      mmap(nullptr, length, accessible ? PROT_READ | PROT_WRITE : PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return pages;
  pages.start = static_cast<char *>(start);
  pages.length = length;
  return pages;
}

bool Pages::makeAccessible(char *from, uint64_t bytes) {
  return mprotect(from, llvm::alignTo(bytes, pageSize()),
                  PROT_READ | PROT_WRITE) == 0;
}

bool Pages::makeInaccessible(char *from, uint64_t bytes) {
  return mprotect(from, llvm::alignTo(bytes, pageSize()), PROT_NONE) == 0;
}

void Pages::discard(char *from, uint64_t bytes) {
  if (start)
    madvise(from, bytes, MADV_DONTNEED);
}

Memory::Memory() : impl(std::make_unique<Impl>()) {}
Memory::~Memory() = default;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<Allocation *> Memory::Impl::find(uint64_t address,
                                                uint64_t bytes) const {
  auto it = llvm::upper_bound(
      allocations, address,
      [](uint64_t value, const std::unique_ptr<Allocation> &allocation) {
        return value < allocation->base;
      });
  if (it != allocations.begin()) {
    Allocation &allocation = **std::prev(it);
    if (allocation.contains(address, bytes)) {
      if (allocation.freed)
        return makeError("device memory '" + allocation.name +
                         "' has been freed");
      return &allocation;
    }
  }
  return makeError("no device memory at address 0x" +
                   llvm::Twine::utohexstr(address) + " with " +
                   llvm::Twine(bytes) + " bytes");
}

llvm::Expected<uint64_t> Memory::allocate(uint64_t bytes,
                                          llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  auto allocation = std::make_unique<Allocation>();
  uint64_t payload =
      llvm::alignTo(std::max<uint64_t>(bytes, 1), Pages::pageSize());
  if (payload >= bytes)
    allocation->pages =
        Pages::map(payload + 2 * Impl::redZone, /*accessible=*/false);
  if (allocation->pages.data())
    allocation->written = Pages::map(bytes, /*accessible=*/true);
  char *start = nullptr;
  if (allocation->pages.data() && allocation->written.data()) {
    start = allocation->pages.data() + Impl::redZone;
    if (!allocation->pages.makeAccessible(start, payload))
      start = nullptr;
  }
  if (!start)
    return makeError("can't allocate " + llvm::Twine(bytes) +
                     " bytes of device memory for '" + name + "'");
  allocation->base = reinterpret_cast<uint64_t>(start);
  allocation->size = bytes;
  allocation->name = name.str();
  uint64_t base = allocation->base;
  auto position = llvm::upper_bound(
      impl->allocations, base,
      [](uint64_t value, const std::unique_ptr<Allocation> &other) {
        return value < other->base;
      });
  impl->allocations.insert(position, std::move(allocation));
  return base;
}

llvm::Error Memory::free(uint64_t address) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, 0);
  if (!found)
    return found.takeError();
  Allocation &allocation = **found;
  if (allocation.base != address)
    return makeError("address 0x" + llvm::Twine::utohexstr(address) +
                     " is inside '" + allocation.name +
                     "', not its start: it can't be freed");
  // The addresses stay reserved so that no later allocation can hide a use.
  allocation.freed = true;
  char *start = reinterpret_cast<char *>(allocation.base);
  allocation.pages.discard(start, allocation.size);
  allocation.pages.makeInaccessible(start,
                                    std::max<uint64_t>(allocation.size, 1));
  allocation.written = Pages();
  allocation.owners = Pages();
  return llvm::Error::success();
}

llvm::Error Memory::write(uint64_t address, llvm::ArrayRef<char> data) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, data.size());
  if (!found)
    return found.takeError();
  if (data.empty())
    return llvm::Error::success();
  std::memcpy(reinterpret_cast<char *>(address), data.data(), data.size());
  std::memset((*found)->writtenAt(address), 1, data.size());
  return llvm::Error::success();
}

llvm::Error Memory::read(uint64_t address,
                         llvm::MutableArrayRef<char> data) const {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, data.size());
  if (!found)
    return found.takeError();
  if (!data.empty())
    std::memcpy(data.data(), reinterpret_cast<char *>(address), data.size());
  return llvm::Error::success();
}

llvm::Error Memory::poison(uint64_t address, uint64_t bytes, uint8_t value) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, bytes);
  if (!found)
    return found.takeError();
  if (!bytes)
    return llvm::Error::success();
  std::memset(reinterpret_cast<char *>(address), value, bytes);
  std::memset((*found)->writtenAt(address), 0, bytes);
  return llvm::Error::success();
}

llvm::Expected<bool> Memory::isInitialized(uint64_t address,
                                           uint64_t bytes) const {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, bytes);
  if (!found)
    return found.takeError();
  const char *written = (*found)->writtenAt(address);
  return std::all_of(written, written + bytes, [](char c) { return c != 0; });
}
