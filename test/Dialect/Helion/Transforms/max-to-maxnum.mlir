// RUN: fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-mask))" | FileCheck %s

// Each function is one way in which the maximum of a row is used. `maxnum`
// ignores NaN, and is right only where the kernel can't tell.

#l = #helion.layout<[m, n], ((64,4),(4,4)):((4E1,1E0),(1E1,256E1))>
!t = tensor<4x1024xf32, #l>
!r = tensor<4xf32, #helion.layout<[m], ((64,4),(1,1)):((0,1E0),(0,0))>>
!x = memref<?x1000xf32>

// A NaN element makes the sum NaN, and with it the whole row, through exp(x - m)
// alone. Nobody sees m itself.
// CHECK-LABEL: helion.kernel @softmax(
// CHECK: helion.reduce maxnum %
helion.kernel @softmax(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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

// Log-sum-exp adds m to a logarithm that is NaN when m differs; the sign of a zero
// maximum may differ, which nsz allows.
// CHECK-LABEL: helion.kernel @lse(
// CHECK: helion.reduce maxnum %
helion.kernel @lse(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) attributes {fastmath = #arith.fastmath<nsz>} {
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
    %e = math.exp2 %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    %log = math.log2 %sum : !r
    %lse = arith.addf %max, %log : !r
    helion.store %lse, %z[%m] : !r, memref<?xf32>[m]
  }
}

// Without nsz it might be -0 instead of 0 where x holds both.
// CHECK-LABEL: helion.kernel @lse_signed_zero(
// CHECK: helion.reduce max %
helion.kernel @lse_signed_zero(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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
    %e = math.exp2 %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    %log = math.log2 %sum : !r
    %lse = arith.addf %max, %log : !r
    helion.store %lse, %z[%m] : !r, memref<?xf32>[m]
  }
}

// A maximum that is stored must be NaN.
// CHECK-LABEL: helion.kernel @stored(
// CHECK: helion.reduce max %
helion.kernel @stored(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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
    helion.store %max, %z[%m] : !r, memref<?xf32>[m]
  }
}

// x - m is NaN in the whole row with one form and in one element with the other.
// CHECK-LABEL: helion.kernel @difference_stored(
// CHECK: helion.reduce max %
helion.kernel @difference_stored(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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
    helion.store %e, %y[%m, %n] : !t, !x[m, n]
  }
}

// The NaN must come back through x, not through some other tile.
// CHECK-LABEL: helion.kernel @other_elements(
// CHECK: helion.reduce max %
helion.kernel @other_elements(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %v = helion.load %x[%m, %n] : !x[m, n] -> !t
    %max = helion.reduce max %v over n : !t -> !r
    %maxb = helion.broadcast %max : !r -> !t
    %w = helion.load %y[%m, %n] : !x[m, n] -> !t
    %d = arith.subf %w, %maxb : !t
    %e = math.exp %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
  }
}

// A select may leave the NaN out of the sum.
// CHECK-LABEL: helion.kernel @select(
// CHECK: helion.reduce max %
helion.kernel @select(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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
    %cb = helion.full %c : !t
    %p = arith.cmpf olt, %v, %cb : !t
    %s = arith.select %p, %d, %cb : tensor<4x1024xi1, #l>, !t
    %e = math.exp %s : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
  }
}

// A reduction that ignores NaN doesn't pass it on.
// CHECK-LABEL: helion.kernel @maxnum_loses_nan(
// CHECK: helion.reduce max %
helion.kernel @maxnum_loses_nan(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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
    %sum = helion.reduce minnum %e over n : !t -> !r
    helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
  }
}

// Conversions to integers don't pass NaN on either.
// CHECK-LABEL: helion.kernel @through_integers(
// CHECK: helion.reduce max %
helion.kernel @through_integers(%x: !x, %y: !x, %z: memref<?xf32>, %c: f32) {
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
    %i = arith.fptosi %e : !t to tensor<4x1024xi32, #l>
    %f = arith.sitofp %i : tensor<4x1024xi32, #l> to !t
    %sum = helion.reduce sum %f over n : !t -> !r
    helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
  }
}

// A row that is widened twice is the same row; masks and conversions don't hide
// NaN.
// CHECK-LABEL: helion.kernel @widened(
// CHECK: helion.reduce maxnum %
helion.kernel @widened(%x: memref<?x1000xbf16>, %z: memref<?xf32>) {
  %M = helion.size %x, 0 : memref<?x1000xbf16>
  %N = helion.size %x, 1 : memref<?x1000xbf16>
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) full block(1024)
  helion.grid (%m in @m) layout #l {
    %n = helion.span @n
    %h = helion.load %x[%m, %n] : memref<?x1000xbf16>[m, n] -> tensor<4x1024xbf16, #l>
    %v = arith.extf %h : tensor<4x1024xbf16, #l> to !t
    %k = helion.mask_to %v, 0xFF800000 : f32 on(%n) : !t[n]
    %max = helion.reduce max %k over n : !t -> !r
    %maxb = helion.broadcast %max : !r -> !t
    %v2 = arith.extf %h : tensor<4x1024xbf16, #l> to !t
    %d = arith.subf %v2, %maxb : !t
    %e = math.exp %d : !t
    %sum = helion.reduce sum %e over n : !t -> !r
    helion.store %sum, %z[%m] : !r, memref<?xf32>[m]
  }
}

// What goes into a loop isn't followed.
// CHECK-LABEL: helion.kernel @into_a_loop(
// CHECK: helion.reduce max %
helion.kernel @into_a_loop(%x: !x, %y: !x) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile block(4)
  helion.axis @n extent(%N) tile block(1024)
  %c = arith.constant 0xFF800000 : f32
  helion.grid (%m in @m) layout #l {
    %init = helion.full %c : !t
    %maxes = helion.for %n in @n iter_args(%acc = %init) -> (!t) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %next = arith.maximumf %acc, %v : !t
      helion.yield %next : !t
    }
    %max = helion.reduce max %maxes over n : !t -> !r
    helion.for %n in @n {
      %maxb = helion.broadcast %max : !r -> !t
      helion.store %maxb, %y[%m, %n] : !t, !x[m, n]
    }
  }
}
