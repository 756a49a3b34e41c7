// Accesses of every width, a barrier, LDS, and an array in scratch.
gpu.module @mixed {
  llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<128 x f32>
  gpu.func @mixed(%x: !llvm.ptr<1>) kernel attributes {
      known_block_size = array<i32: 128, 1, 1>,
      helion.launch = #helion.launch<block 128, grid [<extent 1, tile 1>], args [memref<64xi64>]>} {
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %first = arith.cmpi eq, %t, %zero : i32

    // Lanes exchange values through LDS.
    %lds = llvm.mlir.addressof @lds : !llvm.ptr<3>
    %mine = llvm.getelementptr %lds[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %value = arith.sitofp %t : i32 to f32
    llvm.store volatile %value, %mine : f32, !llvm.ptr<3>
    gpu.barrier
    %partner = arith.xori %t, %one : i32
    %theirs = llvm.getelementptr %lds[%partner] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, f32
    %other = llvm.load volatile %theirs : !llvm.ptr<3> -> f32

    // An index that isn't known keeps this array out of the registers.
    %stack = llvm.alloca %one x !llvm.array<128 x f32> : (i32) -> !llvm.ptr<5>
    %slot = llvm.getelementptr %stack[0, %t] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, !llvm.array<128 x f32>
    llvm.store volatile %other, %slot : f32, !llvm.ptr<5>
    %kept = llvm.load volatile %slot : !llvm.ptr<5> -> f32

    scf.if %first {
      %a = llvm.load volatile %x : !llvm.ptr<1> -> vector<4xi32>
      %b = llvm.load volatile %x : !llvm.ptr<1> -> vector<2xi32>
      %c = llvm.load volatile %x : !llvm.ptr<1> -> i16
      %d = llvm.load volatile %x : !llvm.ptr<1> -> i8
      llvm.store volatile %a, %x {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
      llvm.store volatile %b, %x {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<1>
      llvm.store volatile %kept, %x : f32, !llvm.ptr<1>
      llvm.store volatile %c, %x : i16, !llvm.ptr<1>
      llvm.store volatile %d, %x : i8, !llvm.ptr<1>
    }
    gpu.return
  }
}
