// RUN: fly-opt %s -convert-approximate-math-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @approximate
func.func @approximate(%a: f32, %v: vector<8xf32>) -> (f32, vector<8xf32>) {
  // CHECK: llvm.call_intrinsic "llvm.log"(%{{.*}}) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %0 = math.log %a fastmath<afn> : f32
  // CHECK: llvm.call_intrinsic "llvm.exp2"(%{{.*}}) {fastmathFlags = #llvm.fastmath<contract, afn>} : (vector<8xf32>) -> vector<8xf32>
  %1 = math.exp2 %v fastmath<contract,afn> : vector<8xf32>
  return %0, %1 : f32, vector<8xf32>
}

// Without the flag, and on a type whose instruction would be inexact, the device
// library is called later.
// CHECK-LABEL: func.func @exact
func.func @exact(%a: f32, %d: f64) -> (f32, f64) {
  // CHECK: math.exp %
  %0 = math.exp %a fastmath<contract> : f32
  // CHECK: math.exp2 %
  %1 = math.exp2 %d fastmath<afn> : f64
  return %0, %1 : f32, f64
}
