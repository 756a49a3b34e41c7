// A module that knows nothing of GPUs: linalg on memrefs becomes parallel loops,
// and these a kernel. Host memory is registered in one piece.
//
// RUN: mlir-opt %s --pass-pipeline="builtin.module( \
// RUN:   func.func(convert-linalg-to-parallel-loops,canonicalize,gpu-map-parallel-loops), \
// RUN:   convert-parallel-loops-to-gpu,lower-affine,gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx942},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx942.so | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline="builtin.module( \
// RUN:   func.func(convert-linalg-to-parallel-loops,canonicalize,gpu-map-parallel-loops), \
// RUN:   convert-parallel-loops-to-gpu,lower-affine,gpu-kernel-outlining, \
// RUN:   rocdl-attach-target{chip=gfx1100},%{device},%{host}, \
// RUN:   gpu-module-to-binary{format=llvm toolkit=%{toolkit}})" \
// RUN:   | %{run}gfx1100.so | FileCheck %s

// CHECK:      [60.5, 60.5, 60.5]
// CHECK-NEXT: [60.5, 60.5, 60.5]
func.func @main() {
  %f0 = arith.constant 0.5 : f32
  %f1 = arith.constant 1.5 : f32
  %f2 = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<2x20xf32>
  %b = memref.alloc() : memref<20x3xf32>
  %c = memref.alloc() : memref<2x3xf32>
  %anyA = memref.cast %a : memref<2x20xf32> to memref<*xf32>
  %anyB = memref.cast %b : memref<20x3xf32> to memref<*xf32>
  %anyC = memref.cast %c : memref<2x3xf32> to memref<*xf32>
  gpu.host_register %anyA : memref<*xf32>
  gpu.host_register %anyB : memref<*xf32>
  gpu.host_register %anyC : memref<*xf32>
  linalg.fill ins(%f1 : f32) outs(%a : memref<2x20xf32>)
  linalg.fill ins(%f2 : f32) outs(%b : memref<20x3xf32>)
  linalg.fill ins(%f0 : f32) outs(%c : memref<2x3xf32>)
  linalg.matmul ins(%a, %b : memref<2x20xf32>, memref<20x3xf32>)
                outs(%c : memref<2x3xf32>)
  call @printMemrefF32(%anyC) : (memref<*xf32>) -> ()
  return
}
func.func private @printMemrefF32(memref<*xf32>)
