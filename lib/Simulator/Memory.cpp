//===- Memory.cpp - Device memory with red zones and shadow state ---------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Race.h"

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

bool Memory::Impl::isDevice(uint64_t address) const {
  return llvm::any_of(
      allocations, [&](const std::unique_ptr<Allocation> &allocation) {
        if (!allocation->pages.data())
          return allocation->contains(address, 1);
        auto start = reinterpret_cast<uint64_t>(allocation->pages.data());
        return address >= start && address - start < allocation->pages.size();
      });
}

void Memory::Impl::insert(std::unique_ptr<Allocation> allocation) {
  auto position = llvm::upper_bound(
      allocations, allocation->base,
      [](uint64_t value, const std::unique_ptr<Allocation> &other) {
        return value < other->base;
      });
  allocations.insert(position, std::move(allocation));
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
  impl->insert(std::move(allocation));
  return base;
}

llvm::Error Memory::free(uint64_t address) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, 0);
  if (!found)
    return found.takeError();
  Allocation &allocation = **found;
  if (!allocation.pages.data())
    return makeError("'" + allocation.name +
                     "' is the host's memory: it can't be freed here");
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
  if (char *written = (*found)->writtenAt(address))
    std::memset(written, 1, data.size());
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
  if (char *written = (*found)->writtenAt(address))
    std::memset(written, 0, bytes);
  return llvm::Error::success();
}

llvm::Error
    Memory::restrict(uint64_t address,
                     llvm::ArrayRef<std::pair<uint64_t, uint64_t>> ranges) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  for (auto [offset, bytes] : ranges) {
    llvm::Expected<Allocation *> found = impl->find(address + offset, bytes);
    if (!found)
      return found.takeError();
  }
  llvm::Expected<Allocation *> found = impl->find(address, 0);
  if (!found)
    return found.takeError();
  Allocation &allocation = **found;
  allocation.visible =
      Pages::map(std::max<uint64_t>(allocation.size, 1), /*accessible=*/true);
  if (!allocation.visible.data())
    return makeError("not enough host memory to restrict '" + allocation.name +
                     "'");
  for (auto [offset, bytes] : ranges)
    std::memset(allocation.visible.data() + (address - allocation.base) +
                    offset,
                1, bytes);
  return llvm::Error::success();
}

llvm::Expected<bool> Memory::isInitialized(uint64_t address,
                                           uint64_t bytes) const {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, bytes);
  if (!found)
    return found.takeError();
  const char *written = (*found)->writtenAt(address);
  return !written ||
         std::all_of(written, written + bytes, [](char c) { return c != 0; });
}

std::optional<Writer> Memory::getWriter(uint64_t address) const {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, 1);
  if (!found) {
    llvm::consumeError(found.takeError());
    return std::nullopt;
  }
  const uint64_t *owner = (*found)->ownersAt(address);
  if (!owner)
    return std::nullopt;
  std::optional<Accessor> accessor = getLastWriter(*owner);
  if (!accessor)
    return std::nullopt;
  return Writer{accessor->workgroup, accessor->thread};
}

llvm::Error Memory::registerHost(uint64_t address, uint64_t bytes,
                                 llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  for (const std::unique_ptr<Allocation> &other : impl->allocations)
    if (address < other->end() && other->base < address + bytes)
      return makeError("the memory at 0x" + llvm::Twine::utohexstr(address) +
                       " with " + llvm::Twine(bytes) +
                       " bytes is accessible to kernels already, as '" +
                       other->name + "'");
  auto allocation = std::make_unique<Allocation>();
  allocation->base = address;
  allocation->size = bytes;
  allocation->name = name.str();
  impl->insert(std::move(allocation));
  return llvm::Error::success();
}

llvm::Error Memory::unregisterHost(uint64_t address) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  auto found = llvm::find_if(
      impl->allocations, [&](const std::unique_ptr<Allocation> &allocation) {
        return !allocation->pages.data() && allocation->base == address;
      });
  if (found == impl->allocations.end())
    return makeError("no host memory was registered at 0x" +
                     llvm::Twine::utohexstr(address));
  // The host can use the addresses for anything from now on.
  impl->allocations.erase(found);
  return llvm::Error::success();
}

llvm::Error Memory::markInitialized(uint64_t address, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  llvm::Expected<Allocation *> found = impl->find(address, bytes);
  if (!found)
    return found.takeError();
  if (char *written = (*found)->writtenAt(address); written && bytes)
    std::memset(written, 1, bytes);
  return llvm::Error::success();
}

llvm::Error Memory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(impl->mutex);
  Allocation *source = nullptr, *target = nullptr;
  auto find = [&](uint64_t address, Allocation *&allocation) -> llvm::Error {
    if (!impl->isDevice(address))
      return llvm::Error::success();
    llvm::Expected<Allocation *> found = impl->find(address, bytes);
    if (!found)
      return found.takeError();
    allocation = *found;
    return llvm::Error::success();
  };
  if (llvm::Error error = find(from, source))
    return error;
  if (llvm::Error error = find(to, target))
    return error;
  if (!bytes)
    return llvm::Error::success();
  std::memmove(reinterpret_cast<char *>(to),
               reinterpret_cast<const char *>(from), bytes);
  char *written = target ? target->writtenAt(to) : nullptr;
  if (!written)
    return llvm::Error::success();
  if (const char *known = source ? source->writtenAt(from) : nullptr)
    std::memmove(written, known, bytes);
  else
    std::memset(written, 1, bytes);
  return llvm::Error::success();
}
