// RUN: fly-opt %s -fly-rocdl-cluster-attr -split-input-file -verify-diagnostics
// RUN: not fly-opt %s -fly-rocdl-waves-per-eu=waves=21 -split-input-file 2>&1 | FileCheck %s

// CHECK: error: expected 0 to 20 waves per execution unit, got 21

// expected-error @+1 {{expected 'rocdl.cluster_dims' to be a string of three positive numbers, like "2,1,1", got "2,1"}}
llvm.func @two() attributes {rocdl.cluster_dims = "2,1"} {
  llvm.return
}

// -----

// expected-error @+1 {{got "2,0,1"}}
llvm.func @zero() attributes {rocdl.cluster_dims = "2,0,1"} {
  llvm.return
}

// -----

// expected-error @+1 {{got 4 : i32}}
llvm.func @number() attributes {rocdl.cluster_dims = 4 : i32} {
  llvm.return
}
