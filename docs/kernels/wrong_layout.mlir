!matrix = !fly.memref<f32, global, (64,64):(64,1)>
!tiles = !fly.memref<f32, global, ((16,16),(4,4)):((64,1),(64,16))>

func.func @tiles(%m: !matrix, %t: !fly.tile<[16|16]>) {
  %0 = fly.zipped_divide(%m, %t) : (!matrix, !fly.tile<[16|16]>) -> !tiles
  return
}
