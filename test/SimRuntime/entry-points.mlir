// The entry points that MLIR's own tests of its ROCm runtime call by name, events
// between streams, and fills with 16 bits.
//
// RUN: mlir-opt %s --pass-pipeline="builtin.module(convert-linalg-to-loops,gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx90a},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx90a.so | FileCheck %s

func.func @double(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %value = memref.load %x[%tx] : memref<?xf32>
    %sum = arith.addf %value, %value : f32
    memref.store %sum, %x[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}

// CHECK: [3, 3, 3]
// CHECK: 0.5
func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %i0 = arith.constant 0 : i32
  %f = arith.constant 1.5 : f32
  call @mgpuSetDefaultDevice(%i0) : (i32) -> ()

  %x = memref.alloc(%c3) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%x : memref<?xf32>)
  %any = memref.cast %x : memref<?xf32> to memref<*xf32>
  gpu.host_register %any : memref<*xf32>
  %y = call @mgpuMemGetDeviceMemRef1dFloat(%x) : (memref<?xf32>) -> memref<?xf32>
  call @double(%y) : (memref<?xf32>) -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()

  // The copy waits for two streams.
  %half = arith.constant 0.5 : f16
  %host = memref.alloc() : memref<2xf16>
  %t0 = gpu.wait async
  %z, %t1 = gpu.alloc async [%t0] () : memref<2xf16>
  %t2 = gpu.memset async [%t1] %z, %half : memref<2xf16>, f16
  %t3 = gpu.wait async
  %t4 = gpu.wait async [%t2, %t3]
  %t5 = gpu.memcpy async [%t4] %host, %z : memref<2xf16>, memref<2xf16>
  %t6 = gpu.dealloc async [%t5] %z : memref<2xf16>
  gpu.wait [%t6]
  %c1 = arith.constant 1 : index
  %first = memref.load %host[%c1] : memref<2xf16>
  %wide = arith.extf %first : f16 to f32
  vector.print %wide : f32
  return
}
func.func private @mgpuSetDefaultDevice(i32)
func.func private @mgpuMemGetDeviceMemRef1dFloat(memref<?xf32>) -> memref<?xf32>
func.func private @printMemrefF32(memref<*xf32>)
