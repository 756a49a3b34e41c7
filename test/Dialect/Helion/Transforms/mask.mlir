// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-mask))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-mask,helion-mask))" \
// RUN:   | FileCheck %s

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
#lm = #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #lm>
!x = memref<?x1000xf32>

// A load leaves 0 in missing elements: nothing to do for a sum, nor for a sum of
// squares, whose pad is computed.
// CHECK-LABEL: helion.kernel @sums
// CHECK-NOT: mask_to
// CHECK: helion.load %{{[^:]*}} : memref
helion.kernel @sums(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %a = helion.reduce sum %v over n : !t -> !r
    %sq = arith.mulf %v, %v : !t
    %b = helion.reduce sum %sq over n : !t -> !r
    %c = arith.addf %a, %b : !r
    helion.store %c, %y[%m] : !r, memref<?xf32>[m]
  }
}

// Softmax: a pad of -inf saves the mask of the maximum; the terms of the sum
// depend on the maximum and need theirs. The store is not masked: it doesn't
// write missing elements.
// CHECK-LABEL: helion.kernel @softmax
// CHECK: %[[N:.*]] = helion.span @n
// CHECK: %[[V:.*]] = helion.load {{.*}} pad(0xFF800000 : f32)
// CHECK: helion.reduce maxnum %[[V]] over n
// CHECK: %[[E:.*]] = math.exp
// CHECK: %[[K:.*]] = helion.mask_to %[[E]], 0.000000e+00 : f32 on(%[[N]])
// CHECK: helion.reduce sum %[[K]] over n
// CHECK: arith.divf %[[E]]
// CHECK-NOT: mask_to
helion.kernel @softmax(%x: !x, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %max = helion.reduce max %v over n : !t -> !r
    %maxb = helion.broadcast %max : !r -> !t
    %d = arith.subf %v, %maxb : !t
    %e = math.exp %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    %sumb = helion.broadcast %sum : !r -> !t
    %q = arith.divf %e, %sumb : !t
    helion.store %q, %y[%m, %n] : !t, !x[m, n]
  }
}

// Both a maximum and a minimum of the same elements: no pad suits both, and one
// mask remains whichever is chosen.
// CHECK-LABEL: helion.kernel @max_and_min
// CHECK: helion.load {{.*}} pad(0xFF800000 : f32)
// CHECK: helion.reduce max %[[V:.*]] over n
// CHECK: %[[K:.*]] = helion.mask_to %[[V]], 0x7F800000 : f32
// CHECK: helion.reduce min %[[K]] over n
helion.kernel @max_and_min(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %a = helion.reduce max %v over n : !t -> !r
    %b = helion.reduce min %v over n : !t -> !r
    %c = arith.addf %a, %b : !r
    helion.store %c, %y[%m] : !r, memref<?xf32>[m]
  }
}

// A pad that was given stays.
// CHECK-LABEL: helion.kernel @given_pad
// CHECK: helion.load {{.*}} pad(1.000000e+00 : f32)
// CHECK: helion.mask_to {{.*}}, 0xFF800000 : f32
helion.kernel @given_pad(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] pad(1.0 : f32) : !x[m, n] -> !t
    %a = helion.reduce max %v over n : !t -> !r
    helion.store %a, %y[%m] : !r, memref<?xf32>[m]
  }
}

// The mean has the pad of no element: x - mean is masked although x is 0 there
// (upstream issue 722, layer norm at N = 1536).
// CHECK-LABEL: helion.kernel @centred
// CHECK: %[[SQ:.*]] = arith.mulf
// CHECK: helion.mask_to %[[SQ]], 0.000000e+00 : f32
// A product with a factor that is 0 isn't known to be 0: the other may be inf.
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: helion.mask_to %[[P]], 0.000000e+00 : f32
helion.kernel @centred(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %a = helion.reduce sum %v over n : !t -> !r
    %ab = helion.broadcast %a : !r -> !t
    %d = arith.subf %v, %ab : !t
    %sq = arith.mulf %d, %d : !t
    %b = helion.reduce sum %sq over n : !t -> !r
    %p = arith.mulf %v, %ab : !t
    %c = helion.reduce sum %p over n : !t -> !r
    %bc = arith.addf %b, %c : !r
    helion.store %bc, %y[%m] : !r, memref<?xf32>[m]
  }
}

// Constants are everywhere, also beyond the ends, and so is what they become:
// exp(0 * 1) is 1 there, the identity of a product.
// CHECK-LABEL: helion.kernel @folded
// CHECK-NOT: mask_to
helion.kernel @folded(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  %c1 = arith.constant 1.0 : f32
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %one = helion.full %c1 : !r
    %ones = helion.broadcast %one : !r -> !t
    %p = arith.mulf %v, %ones : !t
    %e = math.exp %p : !t
    %a = helion.reduce prod %e over n : !t -> !r
    helion.store %a, %y[%m] : !r, memref<?xf32>[m]
  }
}

// A select whose condition is the comparison of positions with a constant is
// unknown beyond the end: positions there are.
// CHECK-LABEL: helion.kernel @positions
// CHECK: %[[S:.*]] = arith.select
// CHECK: helion.mask_to %[[S]], 0.000000e+00 : f32
helion.kernel @positions(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %i = helion.index %n : !helion.handle<n> -> tensor<1024xi32, #helion.layout<[n], ((64,4),(4,4)):((4E0,0),(1E0,256E0))>>
    %ib = helion.broadcast %i : tensor<1024xi32, #helion.layout<[n], ((64,4),(4,4)):((4E0,0),(1E0,256E0))>> -> tensor<4x1024xi32, #l>
    %c = arith.constant dense<7> : tensor<4x1024xi32, #l>
    %one = arith.constant dense<1.0> : !t
    %p = arith.cmpi slt, %ib, %c : tensor<4x1024xi32, #l>
    %s = arith.select %p, %v, %one : tensor<4x1024xi1, #l>, !t
    %a = helion.reduce sum %s over n : !t -> !r
    helion.store %a, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
#lm = #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #lm>
!x = memref<?x1024xf32>

// A row as long as its block has no missing element, and needs no mask; a given
// one goes.
// CHECK-LABEL: helion.kernel @full_block
// CHECK-NOT: mask_to
// CHECK-NOT: pad(
helion.kernel @full_block(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %k = helion.mask_to %v, 0xFF800000 : f32 on(%n) : !t[n]
    %a = helion.reduce max %k over n : !t -> !r
    helion.store %a, %y[%m] : !r, memref<?xf32>[m]
  }
}

// With a window, the elements in front of a row are missing.
// CHECK-LABEL: helion.kernel @window
// CHECK: helion.load {{.*}} pad(0xFF800000 : f32)
helion.kernel @window(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024) window(%x[m, n], 4 : !x)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %a = helion.reduce max %v over n : !t -> !r
    helion.store %a, %y[%m] : !r, memref<?xf32>[m]
  }
}

// 16-bit loads get the pad in their own type.
// CHECK-LABEL: helion.kernel @widened
// CHECK: helion.load {{.*}} pad(0xFF80 : bf16)
// CHECK-NOT: mask_to
helion.kernel @widened(%x: memref<?x1000xbf16>, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?x1000xbf16>
  %N = helion.size %x, 1 : memref<?x1000xbf16>
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<?x1000xbf16>[m, n] -> tensor<4x1024xbf16, #l>
    %v = arith.extf %h : tensor<4x1024xbf16, #l> to !t
    %a = helion.reduce max %v over n : !t -> !r
    helion.store %a, %y[%m] : !r, memref<?xf32>[m]
  }
}

// -----

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
#lm = #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #lm>
!x = memref<?x?xf32>

// An accumulator is masked where its contributions arise, in the loop: after
// the loop nobody knows any more which elements were missing (the jsd leak: each
// missing element adds exp(0) = 1).
// CHECK-LABEL: helion.kernel @accumulator
// CHECK: helion.for %[[N:.*]] in @n iter_args(%[[ACC:.*]] =
// CHECK:   %[[E:.*]] = math.exp
// CHECK:   %[[K:.*]] = helion.mask_to %[[E]], 0.000000e+00 : f32 on(%[[N]])
// CHECK:   arith.addf %[[ACC]], %[[K]]
// CHECK: helion.reduce sum
helion.kernel @accumulator(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %zero) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %e = math.exp %v : !t
      %next = arith.addf %acc, %e : !t
      helion.yield %next : !t
    }
    %s = helion.reduce sum %sums over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// Contributions that are the identity in missing elements need no mask. The
// accumulator may be either operand.
// CHECK-LABEL: helion.kernel @padded_accumulator
// CHECK-NOT: mask_to
helion.kernel @padded_accumulator(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !t
    %sums = helion.for %n in @n iter_args(%acc = %zero) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %k = helion.mask_to %v, 0.0 : f32 on(%n) : !t[n]
      %next = arith.addf %k, %acc : !t
      helion.yield %next : !t
    }
    %s = helion.reduce sum %sums over n : !t -> !r
    helion.store %s, %y[%m] : !r, memref<?xf32>[m]
  }
}

// A reduction inside the loop is masked with the loop's handle.
// CHECK-LABEL: helion.kernel @inside
// CHECK: helion.for %[[N:.*]] in @n
// CHECK:   %[[E:.*]] = math.exp
// CHECK:   %[[K:.*]] = helion.mask_to %[[E]], 0.000000e+00 : f32 on(%[[N]])
// CHECK:   helion.reduce sum %[[K]]
helion.kernel @inside(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !r
    %sum = helion.for %n in @n iter_args(%acc = %zero) -> (!r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %e = math.exp %v : !t
      %s = helion.reduce sum %e over n : !t -> !r
      %next = arith.addf %acc, %s : !r
      helion.yield %next : !r
    }
    helion.store %sum, %y[%m] : !r, memref<?xf32>[m]
  }
}

// What a loop carries along its own axis is unknown in missing elements, even
// if it starts and goes on as a constant there: an earlier iteration may have
// had the element.
// CHECK-LABEL: helion.kernel @carried_inside
// CHECK: helion.for %[[N:.*]] in @n iter_args(%[[ACC:[^ ]*]] =
// CHECK:   %[[K:.*]] = helion.mask_to %[[ACC]], 0.000000e+00 : f32 on(%[[N]])
// CHECK:   helion.reduce sum %[[K]]
helion.kernel @carried_inside(%x: !x, %y: memref<?xf32>) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c0 = arith.constant 0.0 : f32
  helion.grid (%m in @m) layout #l {
    %zero = helion.full %c0 : !t
    %zeror = helion.full %c0 : !r
    %last, %sum = helion.for %n in @n iter_args(%acc = %zero, %sumacc = %zeror) -> (!t, !r) {
      %s = helion.reduce sum %acc over n : !t -> !r
      %next = arith.addf %sumacc, %s : !r
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      helion.yield %v, %next : !t, !r
    }
    helion.store %sum, %y[%m] : !r, memref<?xf32>[m]
  }
}
