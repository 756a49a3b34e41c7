// Case 3: a composition returned a layout that disagrees with its definition.
// A(B(i)) for i = 0..5 is 0, 6, 7, 8, 9, 15, which no layout gives: rejected.

// RUN: fly-opt %s -verify-diagnostics

func.func @no_layout(%a: !fly.layout<(4,6,8):(2,3,5)>, %b: !fly.layout<6:3>) {
  // expected-error @+2 {{'fly.composition' op cannot compose (4,6,8):(2,3,5) with 6:3: mode 0 of size 4 is not divisible by the stride 3}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = fly.composition(%a, %b) : (!fly.layout<(4,6,8):(2,3,5)>, !fly.layout<6:3>) -> !fly.layout<6:6>
  return
}
