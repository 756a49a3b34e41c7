// RUN: fly-opt %s -split-input-file -verify-diagnostics -fly-to-rocdl=chip=gfx942

// A block that the chip can't launch is found before anything is lowered.
gpu.module @too_many_threads {
  // expected-error @+1 {{'gpu.func' op has a workgroup of 64 x 32 x 1 = 2048 threads, above the limit of gfx942, 1024 threads}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 32, 1>} {
    gpu.return
  }
}

// -----

// The target of an earlier run isn't overruled silently.
// expected-error @+1 {{'gpu.module' op has a target for gfx90a, but is to be compiled for gfx942}}
gpu.module @other_chip [#rocdl.target<chip = "gfx90a">] {
  gpu.func @k() kernel {
    gpu.return
  }
}

// -----

// expected-error @+1 {{'gpu.module' op has the target #nvvm.target<chip = "sm_90">, expected none or a #rocdl.target for gfx942}}
gpu.module @other_vendor [#nvvm.target<chip = "sm_90">] {
  gpu.func @k() kernel {
    gpu.return
  }
}

// -----

// The conversions to LLVM leave what they don't know; it is reported by name
// and place.
gpu.module @no_lowering {
  gpu.func @k(%x: f32, %p: !llvm.ptr<1>) kernel {
    // expected-error @+1 {{no lowering for 'math.isinf' on gfx942: expected only operations of the llvm and rocdl dialects at this point}}
    %y = math.isinf %x : f32
    llvm.store %y, %p : i1, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// MLIR has no lgamma; in the generic form, too, the operation is named.
gpu.module @unknown_math {
  gpu.func @k(%x: f32, %p: !llvm.ptr<1>) kernel {
    // expected-error @+1 {{unregistered operation 'math.lgamma' found in dialect ('math') that does not allow unknown operations}}
    %y = "math.lgamma"(%x) : (f32) -> f32
    llvm.store %y, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// 64 KiB are all that this chip has; the second block is one too many.
gpu.module @too_much_lds {
  llvm.mlir.global external @fits() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<65536 x i8>
  // expected-error @+1 {{'llvm.mlir.global' op brings the LDS of the kernel to 65540 bytes, above the limit of gfx942, 65536 bytes}}
  llvm.mlir.global external @too_much() {addr_space = 3 : i32} : i32
  gpu.func @k() kernel {
    gpu.return
  }
}
