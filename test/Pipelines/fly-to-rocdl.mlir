// RUN: fly-opt %s -fly-to-rocdl=chip=gfx1100 -split-input-file | FileCheck %s

// Control flow, vectors and math end as llvm and rocdl operations; the target
// carries the chip, the wave size and the default code object version.
// CHECK: gpu.module @m [#rocdl.target<O = 3, chip = "gfx1100", features = "+wavefrontsize32", abi = "500", flags = {no_wave64}>]
// CHECK: llvm.func @k
// CHECK-SAME: rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 32, 1, 1>
// CHECK-NOT: {{scf|arith|vector|math}}.
// CHECK: llvm.cond_br
// CHECK: llvm.return
gpu.module @m {
  gpu.func @k(%p: !llvm.ptr<1>, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    scf.for %i = %zero to %n step %one {
      %x = llvm.load %p : !llvm.ptr<1> -> vector<4xbf16>
      %wide = arith.extf %x : vector<4xbf16> to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      %half = arith.truncf %sum : f32 to bf16
      %root = math.sqrt %half : bf16
      llvm.store %root, %p : bf16, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

// No fast-math flag appears that the kernel didn't ask for.
// CHECK-LABEL: llvm.func @flags
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK: llvm.fmul %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
gpu.module @m {
  gpu.func @flags(%p: !llvm.ptr<1>, %x: f32) kernel {
    %a = arith.addf %x, %x : f32
    %b = arith.mulf %a, %x fastmath<contract> : f32
    llvm.store %b, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
