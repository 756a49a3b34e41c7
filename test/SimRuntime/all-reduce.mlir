// Shuffles, LDS and barriers, which gpu.all_reduce becomes, on memory of the
// host. The last wave is not full.
//
// RUN: mlir-opt %s --pass-pipeline="builtin.module(convert-linalg-to-loops, \
// RUN:   gpu-kernel-outlining,rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx942.so | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline="builtin.module(convert-linalg-to-loops, \
// RUN:   gpu-kernel-outlining,rocdl-attach-target{chip=gfx1100},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx1100.so | FileCheck %s

// CHECK: [4950, 14950, 24950]
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c100 = arith.constant 100 : index
  %data = memref.alloc() : memref<3x100xi32>
  %sum = memref.alloc() : memref<3xi32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c100 step %c1 {
      %row = arith.muli %i, %c100 : index
      %linear = arith.addi %row, %j : index
      %value = arith.index_cast %linear : index to i32
      memref.store %value, %data[%i, %j] : memref<3x100xi32>
    }
  }
  %anyData = memref.cast %data : memref<3x100xi32> to memref<*xi32>
  %anySum = memref.cast %sum : memref<3xi32> to memref<*xi32>
  gpu.host_register %anyData : memref<*xi32>
  gpu.host_register %anySum : memref<*xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c100, %sy = %c1, %sz = %c1) {
    %value = memref.load %data[%bx, %tx] : memref<3x100xi32>
    %total = gpu.all_reduce add %value uniform {} : (i32) -> (i32)
    memref.store %total, %sum[%bx] : memref<3xi32>
    gpu.terminator
  }
  gpu.host_unregister %anySum : memref<*xi32>
  gpu.host_unregister %anyData : memref<*xi32>
  call @printMemrefI32(%anySum) : (memref<*xi32>) -> ()
  return
}
func.func private @printMemrefI32(memref<*xi32>)
