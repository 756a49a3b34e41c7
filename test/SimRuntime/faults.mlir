// A kernel's fault is a message and ends the process, after what the host has
// printed so far.
//
// RUN: split-file %s %t
// RUN: mlir-opt %t/unregistered.mlir --pass-pipeline="builtin.module( \
// RUN:   gpu-kernel-outlining,rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | not %{run}gfx942.so 2>&1 | FileCheck %s --check-prefix=UNREGISTERED
// RUN: mlir-opt %t/missing-barrier.mlir --pass-pipeline="builtin.module( \
// RUN:   gpu-kernel-outlining,rocdl-attach-target{chip=gfx1100},%{device}, \
// RUN:   ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | not %{run}gfx1100.so 2>&1 | FileCheck %s --check-prefix=BARRIER

// UNREGISTERED: [1, 1]
// UNREGISTERED: simulated gfx942: kernel 'main_kernel': 1 faults
// UNREGISTERED: fault: out-of-bounds: 4-byte store outside any allocation
// UNREGISTERED-NOT: [1, 1]

// BARRIER: simulated gfx1100: kernel 'main_kernel': 192 faults
// BARRIER: missing-barrier.mlir:11:14: fault: uninitialized: 8-byte load at offset 1016 of LDS
// BARRIER: missing-barrier.mlir:9:5: fault: race: 8-byte store at offset 512 of LDS

//--- unregistered.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<2xf32>
  memref.store %one, %x[%c0] : memref<2xf32>
  memref.store %one, %x[%c1] : memref<2xf32>
  %any = memref.cast %x : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %one, %x[%tx] : memref<2xf32>
    gpu.terminator
  }
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(memref<*xf32>)

//--- missing-barrier.mlir
func.func @main() {
  %c1 = arith.constant 1 : index
  %c127 = arith.constant 127 : index
  %c128 = arith.constant 128 : index
  %y = gpu.alloc host_shared () : memref<128xindex>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1)
             workgroup(%shared : memref<128xindex, #gpu.address_space<workgroup>>) {
    memref.store %tx, %shared[%tx] : memref<128xindex, #gpu.address_space<workgroup>>
    %other = arith.subi %c127, %tx : index
    %value = memref.load %shared[%other] : memref<128xindex, #gpu.address_space<workgroup>>
    memref.store %value, %y[%tx] : memref<128xindex>
    gpu.terminator
  }
  return
}
