// RUN: fly-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-mask))"

helion.kernel @no_layout(%x: memref<?xf32>) {
  %N = helion.size %x, 0 : memref<?xf32>
  helion.axis @n extent(%N) tile block(256)
  // expected-error@below {{has no layout yet, expected one; run helion-vectorize first}}
  helion.grid (%n in @n) {
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
!x = memref<?x?xf32>

// Elements that no iteration has would add a 1 each.
helion.kernel @starts_at_one(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c1 = arith.constant 1.0 : f32
  helion.grid (%m in @m) layout #l {
    %one = helion.full %c1 : !t
    %sums = helion.for %n in @n iter_args(%acc = %one) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %next = arith.addf %acc, %v : !t
      helion.yield %next : !t
    }
    // expected-error@below {{reduces over axis 'n' a tile that doesn't start as the identity; expected a tile of the loop's iteration, or an accumulator that starts as the identity 0.000000e+00 : f32 and is combined as sum combines}}
    %s = helion.reduce sum %sums over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
!x = memref<?x?xf32>

// exp(acc) changes elements that the iteration doesn't have, too.
helion.kernel @changed_otherwise(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %zero) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %e = math.exp %acc : !t
      %next = arith.addf %e, %v : !t
      helion.yield %next : !t
    }
    // expected-error@below {{a tile that is changed by more than combining it with a contribution}}
    %s = helion.reduce sum %sums over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
!x = memref<?x?xf32>

// A sum can't be accumulated with maxima.
helion.kernel @other_combiner(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %zero) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %next = arith.maximumf %acc, %v : !t
      helion.yield %next : !t
    }
    // expected-error@below {{a tile that is changed by more than combining it with a contribution}}
    %s = helion.reduce sum %sums over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
!x = memref<?x?xf32>

helion.kernel @after_the_loop(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %zero) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %next = arith.addf %acc, %v : !t
      helion.yield %next : !t
    }
    %sq = arith.mulf %sums, %sums : !t
    // expected-error@below {{a tile that is computed after the loop from what it carries}}
    %s = helion.reduce sum %sq over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
!x = memref<?x?xf32>

// What a region makes of an accumulator and a missing element isn't known.
helion.kernel @accumulator_of_a_region(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %none = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %none) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %next = arith.addf %acc, %v : !t
      helion.yield %next : !t
    }
    // expected-error@below {{reduces over axis 'n' a tile that a loop carries, which a combiner that is a region can't take; expected a tile of the loop's iteration}}
    %s = helion.reduce_with %sums over n identity [0.0 : f32] : !t -> !r {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      helion.yield %c : f32
    }
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}
