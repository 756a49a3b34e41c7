// Kernels that leave their argument as it is.
gpu.module @copies {
  gpu.func @f64(%x: !llvm.ptr<1>) kernel attributes {
      helion.launch = #helion.launch<block 1, grid [<extent 1, tile 1>], args [memref<3xf64>]>} {
    gpu.return
  }
  gpu.func @f16(%x: !llvm.ptr<1>) kernel attributes {
      helion.launch = #helion.launch<block 1, grid [<extent 1, tile 1>], args [memref<2x3xf16>]>} {
    gpu.return
  }
  gpu.func @bf16(%x: !llvm.ptr<1>) kernel attributes {
      helion.launch = #helion.launch<block 1, grid [<extent 1, tile 1>], args [memref<2x1x2xbf16>]>} {
    gpu.return
  }
  gpu.func @i64(%x: !llvm.ptr<1>) kernel attributes {
      helion.launch = #helion.launch<block 1, grid [<extent 1, tile 1>], args [memref<1xi64>]>} {
    gpu.return
  }
  gpu.func @i32(%x: !llvm.ptr<1>) kernel attributes {
      helion.launch = #helion.launch<block 1, grid [<extent 1, tile 1>], args [memref<i32>]>} {
    gpu.return
  }
  gpu.func @i8(%x: !llvm.ptr<1>) kernel attributes {
      helion.launch = #helion.launch<block 1, grid [<extent 1, tile 1>], args [memref<100xi8>]>} {
    gpu.return
  }
}
