//===- SimRuntime.cpp - MLIR's GPU runtime entry points -------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C entry points that gpu-to-llvm and the translation of gpu.launch_func
// call, with the names and signatures of MLIR's RocmRuntimeWrappers.cpp.
// Streams and events are there for the host's sake: everything has been done
// when a call returns.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"

using namespace mlir::fly::sim;

/// A stream or an event: only its identity matters.
struct Handle {};

/// MLIR's descriptors of memrefs with one dimension, as C can return them.
struct FloatMemRef {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};
struct Int32MemRef {
  int32_t *allocated, *aligned;
  int64_t offset, size, stride;
};

static void fill(void *to, const void *pattern, size_t patternBytes,
                 size_t count) {
  std::vector<char> data;
  data.reserve(patternBytes * count);
  const auto *bytes = static_cast<const char *>(pattern);
  for (size_t i = 0; i < count; ++i)
    data.insert(data.end(), bytes, bytes + patternBytes);
  Device::get().copy(to, data.data(), data.size());
}

/// The bytes from a memref's first element to the end of its last.
static uint64_t getExtent(int64_t rank,
                          const StridedMemRefType<char, 1> &descriptor,
                          int64_t elementBytes) {
  const int64_t *sizes = descriptor.sizes;
  const int64_t *strides = sizes + rank;
  int64_t last = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (sizes[dim] == 0)
      return 0;
    if (strides[dim] < 0)
      Device::fail("a memref with a negative stride can't be registered");
    last += (sizes[dim] - 1) * strides[dim];
  }
  return (last + 1) * elementBytes;
}

static char *getStart(const StridedMemRefType<char, 1> &descriptor,
                      int64_t elementBytes) {
  return descriptor.data + descriptor.offset * elementBytes;
}

extern "C" {

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

DeviceModule *mgpuModuleLoad(void *data, size_t bytes) {
  return Device::get().loadModule(data, bytes);
}

DeviceModule *mgpuModuleLoadJIT(void * /*data*/, int /*optLevel*/) {
  Device::fail("the module is assembly; the simulated device runs LLVM "
               "bitcode: use --gpu-module-to-binary=format=llvm");
}

void mgpuModuleUnload(DeviceModule *module) {
  Device::get().unloadModule(module);
}

DeviceModule::Function *mgpuModuleGetFunction(DeviceModule *module,
                                              const char *name) {
  return Device::get().getFunction(module, name);
}

void mgpuLaunchKernel(DeviceModule::Function *function, intptr_t gridX,
                      intptr_t gridY, intptr_t gridZ, intptr_t blockX,
                      intptr_t blockY, intptr_t blockZ, int32_t dynamicLdsBytes,
                      Handle * /*stream*/, void **params, void **extra,
                      size_t numParams) {
  if (extra)
    Device::fail("kernel '" + function->info.name +
                 "': arguments in one buffer are not supported");
  Device::get().launch(*function, {gridX, gridY, gridZ},
                       {blockX, blockY, blockZ}, dynamicLdsBytes, params,
                       numParams);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

Handle *mgpuStreamCreate() { return new Handle; }
void mgpuStreamDestroy(Handle *stream) { delete stream; }
void mgpuStreamSynchronize(Handle * /*stream*/) {}
void mgpuStreamWaitEvent(Handle * /*stream*/, Handle * /*event*/) {}
Handle *mgpuEventCreate() { return new Handle; }
void mgpuEventDestroy(Handle *event) { delete event; }
void mgpuEventSynchronize(Handle * /*event*/) {}
void mgpuEventRecord(Handle * /*event*/, Handle * /*stream*/) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t bytes, Handle * /*stream*/, bool isHostShared) {
  return Device::get().allocate(bytes, isHostShared);
}

void mgpuMemFree(void *pointer, Handle * /*stream*/) {
  Device::get().free(pointer);
}

void mgpuMemcpy(void *to, void *from, size_t bytes, Handle * /*stream*/) {
  Device::get().copy(to, from, bytes);
}

void mgpuMemset32(void *to, int value, size_t count, Handle * /*stream*/) {
  fill(to, &value, sizeof(value), count);
}

void mgpuMemset16(void *to, int value, size_t count, Handle * /*stream*/) {
  auto half = static_cast<uint16_t>(value);
  fill(to, &half, sizeof(half), count);
}

void mgpuMemHostRegister(void *pointer, uint64_t bytes) {
  Device::get().registerHost(pointer, bytes);
}

void mgpuMemHostUnregister(void *pointer) {
  Device::get().unregisterHost(pointer);
}

void mgpuMemHostRegisterMemRef(int64_t rank,
                               StridedMemRefType<char, 1> *descriptor,
                               int64_t elementBytes) {
  Device::get().registerHost(getStart(*descriptor, elementBytes),
                             getExtent(rank, *descriptor, elementBytes));
}

void mgpuMemHostUnregisterMemRef(int64_t /*rank*/,
                                 StridedMemRefType<char, 1> *descriptor,
                                 int64_t elementBytes) {
  Device::get().unregisterHost(getStart(*descriptor, elementBytes));
}

/// Kernels use the host's addresses.
FloatMemRef mgpuMemGetDeviceMemRef1dFloat(float *allocated, float *aligned,
                                          int64_t offset, int64_t size,
                                          int64_t stride) {
  return {allocated, aligned, offset, size, stride};
}

Int32MemRef mgpuMemGetDeviceMemRef1dInt32(int32_t *allocated, int32_t *aligned,
                                          int64_t offset, int64_t size,
                                          int64_t stride) {
  return {allocated, aligned, offset, size, stride};
}

void mgpuSetDefaultDevice(int32_t device) {
  if (device != 0)
    Device::fail("there is no device " + llvm::Twine(device) +
                 ": the only one is 0");
}

} // extern "C"
