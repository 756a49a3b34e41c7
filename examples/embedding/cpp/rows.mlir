// Input of row-compiler: one computation on rows per function.
//
//   row-compiler rows.mlir --emit=helion      the kernels
//   row-compiler rows.mlir --emit=isa         their assembly
//   row-compiler rows.mlir --emit=bin         a code object each, KERNEL.hsaco

func.func @softmax(%x: memref<?x?xf16>, %y: memref<?x?xf16>) {
  linalg.softmax dimension(1) ins(%x : memref<?x?xf16>) outs(%y : memref<?x?xf16>)
  return
}

func.func @row_sum(%x: memref<?x?xf32>, %sums: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sums : memref<?xf32>)
  linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%sums : memref<?xf32>) {
  ^bb0(%element: f32, %sum: f32):
    %next = arith.addf %sum, %element : f32
    linalg.yield %next : f32
  }
  return
}
