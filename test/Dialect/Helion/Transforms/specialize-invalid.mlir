// Every line gives one kernel another wrong description.
// RUN: fly-opt %s -verify-diagnostics=only-expected --helion-specialize="kernel=count args=4x4"
// RUN: not fly-opt %s --helion-specialize="kernel=nope args=-" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4,-" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4x4@4,-" 2>&1 | FileCheck %s --check-prefix=STRIDES
// RUN: not fly-opt %s --helion-specialize="kernel=k args=-,8x512" 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4x4@8x2,-" 2>&1 | FileCheck %s --check-prefix=CONTIGUOUS
// RUN: not fly-opt %s --helion-specialize="kernel=k args=-,8x1000@1024x1" 2>&1 | FileCheck %s --check-prefix=IDENTITY
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4x-4,-" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4xfour,-" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4x4%%12,-" 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not fly-opt %s --helion-specialize="kernel=k args=4x2049,-" 2>&1 | FileCheck %s --check-prefix=BOUND

// UNKNOWN: error: there is no helion.kernel named 'nope'; the module has 'k', 'count'
// RANK: [[@LINE+9]]:1: error: 'helion.kernel' op argument #0 has rank 2 ('memref<?x?xf32, strided<[?, 1], offset: ?>>'), but 1 sizes are given
// STRIDES: error: 'helion.kernel' op argument #0 has rank 2 {{.*}} but 1 strides are given
// SIZE: error: 'helion.kernel' op argument #1 is declared with size 1000 in dimension 1, but is given 512
// CONTIGUOUS: error: 'helion.kernel' op argument #0 is declared with stride 1 in dimension 1, but is given 2; the kernel expects a contiguous last dimension
// IDENTITY: error: 'helion.kernel' op argument #1 is declared with stride 1000 in dimension 0, but is given 1024; the kernel expects a contiguous buffer
// NEGATIVE: error: 'helion.kernel' op memref argument 0: expected a size >= 0, got -4
// NUMBER: error: 'helion.kernel' op memref argument 0: expected sizes joined by 'x', got '4xfour'
// ALIGN: error: 'helion.kernel' op memref argument 0: expected an alignment in bytes that is a power of two, got '12'
// BOUND: error: 'helion.kernel' op argument #0 is given size 2049 in dimension 1, above the bound of axis 'n', 2048
helion.kernel @k(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>,
                 %y: memref<?x1000xf32>) {
  %N = helion.size %x, 1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  // BOUND: [[@LINE+1]]:3: note: the axis
  helion.axis @n extent(%N) tile bound(2048)
  helion.grid (%n in @n) {
  }
}

// expected-error@below {{has 2 memref arguments, but 1 are described; expected one entry each, '-' leaves one alone}}
helion.kernel @count(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %N = helion.size %x, 1 : memref<?x?xf32>
  helion.axis @n extent(%N) tile
  helion.grid (%n in @n) {
  }
}
