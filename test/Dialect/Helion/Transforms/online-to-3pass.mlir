// RUN: fly-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-online-to-3pass{remarks}))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-online-to-3pass{remarks},helion-online-to-3pass{remarks}))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-online-to-3pass{disable}))" \
// RUN:   | FileCheck %s --check-prefix=DISABLED

// DISABLED: helion.for
// DISABLED-NOT: arith.max{{.*}} : tensor<?x?xf32

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!r2 = memref<?xf32>
!x = memref<?x?xf32>

// Two-pass softmax: the form in which users write it. Of unknown
// length, it is split.
// CHECK-LABEL: helion.kernel @plain(
// CHECK: %[[A:.*]] = helion.for %[[N:.*]] in @n iter_args(%[[ACC:[^ ]*]] = %{{.*}}) -> tensor<?x?xf32
// CHECK-NEXT: %[[V:.*]] = helion.load
// CHECK-NEXT: %[[K:.*]] = helion.mask_to %[[V]], 0xFF800000 : f32 on(%[[N]])
// CHECK-NEXT: %[[NEXT:.*]] = arith.maximumf %[[ACC]], %[[K]]
// CHECK-NEXT: helion.yield %[[NEXT]]
// CHECK: %[[MAX:.*]] = helion.reduce max %[[A]] over n
// CHECK: %[[B:.*]] = helion.for %[[N:.*]] in @n iter_args(%[[ACC:[^ ]*]] = %{{.*}}) -> tensor<?x?xf32
// CHECK-NEXT: %[[V:.*]] = helion.load
// CHECK-NEXT: %[[MB:.*]] = helion.broadcast %[[MAX]]
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[V]], %[[MB]]
// CHECK-NEXT: %[[E:.*]] = math.exp %[[D]]
// CHECK-NEXT: %[[K:.*]] = helion.mask_to %[[E]], 0.000000e+00 : f32 on(%[[N]])
// CHECK-NEXT: %[[NEXT:.*]] = arith.addf %[[ACC]], %[[K]]
// CHECK-NEXT: helion.yield %[[NEXT]]
// CHECK: %[[SUM:.*]] = helion.reduce sum %[[B]] over n
// CHECK: helion.for
// CHECK: helion.broadcast %[[MAX]]
// CHECK: helion.broadcast %[[SUM]]
helion.kernel @plain(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{online recurrence split into a maximum and a sum}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp %dm : !r
      %ds = arith.mulf %di, %sc : !r
      %mb = helion.broadcast %mn : !r -> !t
      %dd = arith.subf %v, %mb : !t
      %e = math.exp %dd : !t
      %ls = helion.reduce sum %e over n : !t -> !r
      %dn = arith.addf %ds, %ls : !r
      helion.yield %mn, %dn : !r, !r
    }
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %maxb = helion.broadcast %max : !r -> !t
      %d = arith.subf %v, %maxb : !t
      %e = math.exp %d : !t
      %sumb = helion.broadcast %sum : !r -> !t
      %q = arith.divf %e, %sumb : !t
      helion.store %q, %y[%m, %n] : !t, !x[m, n]
    }
  }
}

// exp2, and every operand in the other order.
// CHECK-LABEL: helion.kernel @swapped(
// CHECK: helion.reduce max
// CHECK: math.exp2
// CHECK: helion.reduce sum
helion.kernel @swapped(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{online recurrence split into a maximum and a sum}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %lm, %mi : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp2 %dm : !r
      %ds = arith.mulf %sc, %di : !r
      %mb = helion.broadcast %mn : !r -> !t
      %dd = arith.subf %v, %mb : !t
      %e = math.exp2 %dd : !t
      %ls = helion.reduce sum %e over n : !t -> !r
      %dn = arith.addf %ls, %ds : !r
      helion.yield %mn, %dn : !r, !r
    }
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %maxb = helion.broadcast %max : !r -> !t
      %d = arith.subf %v, %maxb : !t
      %e = math.exp %d : !t
      %sumb = helion.broadcast %sum : !r -> !t
      %q = arith.divf %e, %sumb : !t
      helion.store %q, %y[%m, %n] : !t, !x[m, n]
    }
  }
}

// Scaled logits are computed again with the rest of x; masks that the reductions
// imply anyway don't hide the recurrence.
// CHECK-LABEL: helion.kernel @scaled(
// CHECK: arith.mulf
// CHECK: helion.reduce max
// CHECK: arith.mulf
// CHECK: helion.reduce sum
helion.kernel @scaled(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{online recurrence split into a maximum and a sum}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v0 = helion.load %x[%m, %n] : !x[m, n] -> !t
      %v = arith.mulf %v0, %v0 : !t
      %kv = helion.mask_to %v, 0xFF800000 : f32 on(%n) : !t[n]
      %lm = helion.reduce max %kv over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp %dm : !r
      %ds = arith.mulf %di, %sc : !r
      %mb = helion.broadcast %mn : !r -> !t
      %dd = arith.subf %v, %mb : !t
      %e = math.exp %dd : !t
      %ke = helion.mask_to %e, 0.0 : f32 on(%n) : !t[n]
      %ls = helion.reduce sum %ke over n : !t -> !r
      %dn = arith.addf %ds, %ls : !r
      helion.yield %mn, %dn : !r, !r
    }
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %maxb = helion.broadcast %max : !r -> !t
      %d = arith.subf %v, %maxb : !t
      %e = math.exp %d : !t
      %sumb = helion.broadcast %sum : !r -> !t
      %q = arith.divf %e, %sumb : !t
      helion.store %q, %y[%m, %n] : !t, !x[m, n]
    }
  }
}

// A maximum that ignores NaN stays one.
// CHECK-LABEL: helion.kernel @maxnum(
// CHECK: arith.maxnumf
// CHECK: helion.reduce maxnum
helion.kernel @maxnum(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{online recurrence split into a maximum and a sum}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce maxnum %v over n : !t -> !r
      %mn = arith.maxnumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp %dm : !r
      %ds = arith.mulf %di, %sc : !r
      %mb = helion.broadcast %mn : !r -> !t
      %dd = arith.subf %v, %mb : !t
      %e = math.exp %dd : !t
      %ls = helion.reduce sum %e over n : !t -> !r
      %dn = arith.addf %ds, %ls : !r
      helion.yield %mn, %dn : !r, !r
    }
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %maxb = helion.broadcast %max : !r -> !t
      %d = arith.subf %v, %maxb : !t
      %e = math.exp %d : !t
      %sumb = helion.broadcast %sum : !r -> !t
      %q = arith.divf %e, %sumb : !t
      helion.store %q, %y[%m, %n] : !t, !x[m, n]
    }
  }
}

// A bound of at least min-n.
// CHECK-LABEL: helion.kernel @long_rows(
// CHECK: helion.reduce max
// CHECK: helion.for
// CHECK: helion.reduce sum
helion.kernel @long_rows(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile bound(2048)
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{online recurrence split into a maximum and a sum}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp %dm : !r
      %ds = arith.mulf %di, %sc : !r
      %mb = helion.broadcast %mn : !r -> !t
      %dd = arith.subf %v, %mb : !t
      %e = math.exp %dd : !t
      %ls = helion.reduce sum %e over n : !t -> !r
      %dn = arith.addf %ds, %ls : !r
      helion.yield %mn, %dn : !r, !r
    }
    helion.for %n in @n {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %maxb = helion.broadcast %max : !r -> !t
      %d = arith.subf %v, %maxb : !t
      %e = math.exp %d : !t
      %sumb = helion.broadcast %sum : !r -> !t
      %q = arith.divf %e, %sumb : !t
      helion.store %q, %y[%m, %n] : !t, !x[m, n]
    }
  }
}
