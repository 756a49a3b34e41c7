// Device memory, asynchronous copies and fills, and dynamic LDS.
//
// RUN: mlir-opt %s --pass-pipeline="builtin.module(gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx942.so | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline="builtin.module(gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx1100},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx1100.so | FileCheck %s

// Every thread adds 7 to the element of the next one, the last to the first's.
// CHECK: [8, 9, 10, 11, 12, 13, 14, 7]
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %seven = arith.constant 7 : i32
  %lds = arith.constant 32 : i32
  %host = memref.alloc() : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %value = arith.index_cast %i : index to i32
    memref.store %value, %host[%i] : memref<8xi32>
  }
  %t0 = gpu.wait async
  %x, %t1 = gpu.alloc async [%t0] () : memref<8xi32>
  %y, %t2 = gpu.alloc async [%t1] () : memref<8xi32>
  %t3 = gpu.memcpy async [%t2] %x, %host : memref<8xi32>, memref<8xi32>
  %t4 = gpu.memset async [%t3] %y, %seven : memref<8xi32>, i32
  %t5 = gpu.launch async [%t4]
      blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1)
      dynamic_shared_memory_size %lds {
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %shared = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>>
        to memref<8xi32, #gpu.address_space<workgroup>>
    %value = memref.load %x[%tx] : memref<8xi32>
    memref.store %value, %shared[%tx] : memref<8xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %next = arith.addi %tx, %c1 : index
    %index = arith.remui %next, %c8 : index
    %other = memref.load %shared[%index] : memref<8xi32, #gpu.address_space<workgroup>>
    %before = memref.load %y[%tx] : memref<8xi32>
    %sum = arith.addi %before, %other : i32
    memref.store %sum, %y[%tx] : memref<8xi32>
    gpu.terminator
  }
  %t6 = gpu.memcpy async [%t5] %host, %y : memref<8xi32>, memref<8xi32>
  %t7 = gpu.dealloc async [%t6] %x : memref<8xi32>
  %t8 = gpu.dealloc async [%t7] %y : memref<8xi32>
  gpu.wait [%t8]
  %any = memref.cast %host : memref<8xi32> to memref<*xi32>
  call @printMemrefI32(%any) : (memref<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(memref<*xi32>)
