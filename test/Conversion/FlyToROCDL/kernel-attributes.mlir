// RUN: fly-opt %s -fly-rocdl-cluster-attr -fly-rocdl-waves-per-eu=waves=2 | FileCheck %s

// CHECK-LABEL: llvm.func @cluster(
// CHECK-SAME: attributes {passthrough = {{\[}}["amdgpu-cluster-dims", "2,1,1"]]}
llvm.func @cluster() attributes {rocdl.cluster_dims = "2,1,1"} {
  llvm.return
}

// What LLVM is told already stays.
// CHECK-LABEL: llvm.func @more(
// CHECK-SAME: passthrough = ["noinline", ["amdgpu-cluster-dims", "1,2,4"]]
llvm.func @more() attributes {passthrough = ["noinline"], rocdl.cluster_dims = "1,2,4"} {
  llvm.return
}

// CHECK-LABEL: llvm.func @kernel(
// CHECK-SAME: rocdl.waves_per_eu = 2 : i32
llvm.func @kernel() attributes {rocdl.kernel} {
  llvm.return
}

// A kernel's own wish counts.
// CHECK-LABEL: llvm.func @own(
// CHECK-SAME: rocdl.waves_per_eu = 4 : i32
llvm.func @own() attributes {rocdl.kernel, rocdl.waves_per_eu = 4 : i32} {
  llvm.return
}

// CHECK-LABEL: llvm.func @helper(
// CHECK-NOT: rocdl.waves_per_eu
llvm.func @helper() {
  llvm.return
}
