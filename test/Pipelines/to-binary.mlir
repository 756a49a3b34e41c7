// From a gpu.module to each of the three formats on each chip, with the wave
// size that this project compiles for.

// RUN: fly-opt %s -fly-to-rocdl=chip=gfx90a -rocdl-to-binary=format=isa | FileCheck %s --check-prefixes=ISA,GFX9 -DCHIP=gfx90a
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx942 -rocdl-to-binary=format=isa | FileCheck %s --check-prefixes=ISA,GFX9 -DCHIP=gfx942
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx950 -rocdl-to-binary=format=isa | FileCheck %s --check-prefixes=ISA,GFX9 -DCHIP=gfx950
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx1100 -rocdl-to-binary=format=isa | FileCheck %s --check-prefixes=ISA,RDNA -DCHIP=gfx1100
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx1201 -rocdl-to-binary=format=isa | FileCheck %s --check-prefixes=ISA,RDNA -DCHIP=gfx1201
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx942 -rocdl-to-binary=format=bin | FileCheck %s --check-prefix=BIN
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx1201 -rocdl-to-binary | FileCheck %s --check-prefix=BIN
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx942 -rocdl-to-binary=format=llvm | FileCheck %s --check-prefix=LLVM

// ISA: gpu.binary @m
// ISA-SAME: chip = "[[CHIP]]"
// ISA-SAME: assembly = "
// GFX9-SAME: global_load_dwordx4
// GFX9-SAME: global_store_dwordx4
// GFX9-SAME: .wavefront_size: 64
// RDNA-SAME: global_load_b128
// RDNA-SAME: global_store_b128
// RDNA-SAME: .wavefront_size: 32

// An ELF file, and LLVM bitcode.
// BIN: gpu.binary @m
// BIN-SAME: bin = "\7FELF
// LLVM: gpu.binary @m
// LLVM-SAME: offload = "BC\C0\DE

gpu.module @m {
  gpu.func @k(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %thread = gpu.thread_id x
    %index = arith.index_cast %thread : index to i64
    %address = llvm.getelementptr %p[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
    %x = llvm.load %address : !llvm.ptr<1> -> vector<4xf32>
    %y = math.tanh %x : vector<4xf32>
    llvm.store %y, %address : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
}
