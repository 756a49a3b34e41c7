// y = x + c, one workgroup for each row, as the passes would leave it. The
// arguments are sizes and strides as convert-helion-to-fly orders them.
gpu.module @add {
  gpu.func @add(%x: !llvm.ptr<1>, %xm: i64, %xn: i64, %x_stride: i64,
                %y: !llvm.ptr<1>, %ym: i64, %yn: i64, %y_stride: i64, %c: f32) kernel
      attributes {
        known_block_size = array<i32: 64, 1, 1>,
        helion.plan = {strategy = "persistent", threads_per_row = 64 : i64},
        helion.launch = #helion.launch<block 64, grid [<arg 0 dim 0, tile 1>],
          args [memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32, strided<[?, 1]>>, f32]>} {
    %block = gpu.block_id x
    %thread = gpu.thread_id x
    %row = arith.index_cast %block : index to i64
    %column = arith.index_cast %thread : index to i64
    %inside = arith.cmpi slt, %column, %xn : i64
    scf.if %inside {
      %x_row = arith.muli %row, %x_stride : i64
      %x_offset = arith.addi %x_row, %column : i64
      %x_address = llvm.getelementptr %x[%x_offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %value = llvm.load %x_address : !llvm.ptr<1> -> f32
      %sum = arith.addf %value, %c : f32
      %y_row = arith.muli %row, %y_stride : i64
      %y_offset = arith.addi %y_row, %column : i64
      %y_address = llvm.getelementptr %y[%y_offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      llvm.store %sum, %y_address : f32, !llvm.ptr<1>
    }
    gpu.return
  }
}
