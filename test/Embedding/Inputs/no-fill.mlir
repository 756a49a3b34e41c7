func.func @row_max(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%element: f32, %max: f32):
    %next = arith.maximumf %max, %element : f32
    linalg.yield %next : f32
  }
  return
}
