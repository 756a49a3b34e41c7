// RUN: fly-opt %s --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(helion.kernel(helion-online-to-3pass{remarks}))" \
// RUN:   | FileCheck %s
// RUN: fly-opt %s --pass-pipeline="builtin.module(helion.kernel(helion-online-to-3pass{remarks min-n=1000}))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MIN-N

// Loops that look like the recurrence and aren't, one per condition of the
// rewrite. None may change.
// CHECK-NOT: helion.mask_to

!t = tensor<?x?xf32, #helion.axes<m, n>>
!r = tensor<?xf32, #helion.axes<m>>
!r2 = memref<?xf32>
!x = memref<?x?xf32>

// MIN-N: remark: online recurrence split into a maximum and a sum
helion.kernel @short_rows(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile bound(1024)
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{axis 'n' has at most 1024 elements, below min-n = 2048}}
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

// L1
helion.kernel @third_value(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{it carries 3 values, expected a maximum and a sum (L1)}}
    %max, %sum, %third = helion.for %n in @n iter_args(%mi = %minf, %di = %zero, %ti = %zero) -> (!r, !r, !r) {
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
      helion.yield %mn, %dn, %ti : !r, !r, !r
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

// L2
helion.kernel @finite_start(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant -1.0e30 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{it doesn't start with a maximum of -inf and a sum of 0 (L2)}}
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

// L2
helion.kernel @sum_starts_at_one(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 1.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{(L2)}}
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

// L3
helion.kernel @state_used(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{its maximum or sum is used by more than the recurrence (L3)}}
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
      helion.store %mi, %z[%m] : !r, memref<?xf32>[m]
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

// L3
helion.kernel @sum_used(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{(L3)}}
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
      helion.store %di, %z[%m] : !r, memref<?xf32>[m]
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

// L4
helion.kernel @stores(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{its body has side effects (L4)}}
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
      helion.store %v, %y[%m, %n] : !t, !x[m, n]
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

// L6
helion.kernel @two_maxima(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{it treats NaN differently within a chunk and across chunks (L6)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
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

// L7: not rescaled.
helion.kernel @not_rescaled(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{its sum isn't updated as sum * scale + (sum of a chunk) (L7)}}
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
      %dn = arith.addf %di, %ls : !r
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

// L7: rescaled the wrong way round.
helion.kernel @inverse_scale(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{its sum isn't rescaled by exp(old maximum - new maximum) (L7)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mn, %mi : !r
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

// L7: two exponentials.
helion.kernel @exp_and_exp2(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{the terms of its sum aren't the exponential that rescales it (L7)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp2 %dm : !r
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

// L7: relative to the maximum of the chunk.
helion.kernel @local_maximum(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{the terms of its sum aren't exp(x - new maximum) of the x that is maximised (L7)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp %dm : !r
      %ds = arith.mulf %di, %sc : !r
      %mb = helion.broadcast %lm : !r -> !t
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

// L7: of other elements.
helion.kernel @other_elements(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{(L7)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over n : !t -> !r
      %mn = arith.maximumf %mi, %lm : !r
      %dm = arith.subf %mi, %mn : !r
      %sc = math.exp %dm : !r
      %ds = arith.mulf %di, %sc : !r
      %mb = helion.broadcast %mn : !r -> !t
      %w = helion.load %y[%m, %n] : !x[m, n] -> !t
      %dd = arith.subf %w, %mb : !t
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

// L7: a product of terms.
helion.kernel @product(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{(L7)}}
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
      %ls = helion.reduce prod %e over n : !t -> !r
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

// L3: the state must not be part of x.
helion.kernel @state_in_x(%x: !x, %y: !x, %z: memref<?xf32>, %extra: !r2) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !r
    %zero = helion.full %czero : !r
    // expected-remark@below {{(L3)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!r, !r) {
      %v0 = helion.load %x[%m, %n] : !x[m, n] -> !t
      %db = helion.broadcast %di : !r -> !t
      %v = arith.addf %v0, %db : !t
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

// L8
!qt = tensor<?x?xf128, #helion.axes<m, n>>
!qr = tensor<?xf128, #helion.axes<m>>
!qr2 = memref<?xf64>
!qx = memref<?x?xf64>
!dt = tensor<?x?xf64, #helion.axes<m, n>>
helion.kernel @f128_state(%x: !qx, %y: !qx, %z: memref<?xf64>, %extra: !qr2) {
  %M = helion.size %x, 0 : !qx
  %N = helion.size %x, 1 : !qx
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFFFF0000000000000000000000000000 : f128
  %czero = arith.constant 0.0 : f128
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !qr
    %zero = helion.full %czero : !qr
    // expected-remark@below {{its state is neither f32 nor f64 (L8)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!qr, !qr) {
      %w = helion.load %x[%m, %n] : !qx[m, n] -> !dt
      %v = arith.extf %w : !dt to !qt
      %lm = helion.reduce max %v over n : !qt -> !qr
      %mn = arith.maximumf %mi, %lm : !qr
      %dm = arith.subf %mi, %mn : !qr
      %sc = math.exp %dm : !qr
      %ds = arith.mulf %di, %sc : !qr
      %mb = helion.broadcast %mn : !qr -> !qt
      %dd = arith.subf %v, %mb : !qt
      %e = math.exp %dd : !qt
      %ls = helion.reduce sum %e over n : !qt -> !qr
      %dn = arith.addf %ds, %ls : !qr
      helion.yield %mn, %dn : !qr, !qr
    }
    helion.for %n in @n {
      %w = helion.load %x[%m, %n] : !qx[m, n] -> !dt
      %v = arith.extf %w : !dt to !qt
      %maxb = helion.broadcast %max : !qr -> !qt
      %d = arith.subf %v, %maxb : !qt
      %e = math.exp %d : !qt
      %sumb = helion.broadcast %sum : !qr -> !qt
      %q = arith.divf %e, %sumb : !qt
      %o = arith.truncf %q : !qt to !dt
      helion.store %o, %y[%m, %n] : !dt, !qx[m, n]
    }
  }
}

// L5: over the rows instead of the columns.
!c = tensor<?xf32, #helion.axes<n>>
helion.kernel @other_axis(%x: !x, %y: !x, %z: memref<?xf32>, %extra: f32) {
  %M = helion.size %x, 0 : !x
  %N = helion.size %x, 1 : !x
  helion.axis @m extent(%M) tile
  helion.axis @n extent(%N) tile
  %cinf = arith.constant 0xFF800000 : f32
  %czero = arith.constant 0.0 : f32
  helion.grid (%m in @m) {
    %minf = helion.full %cinf : !c
    %zero = helion.full %czero : !c
    // expected-remark@below {{it reduces over another axis than its own (L5)}}
    %max, %sum = helion.for %n in @n iter_args(%mi = %minf, %di = %zero) -> (!c, !c) {
      %v = helion.load %x[%m, %n] : !x[m, n] -> !t
      %lm = helion.reduce max %v over m : !t -> !c
      %mn = arith.maximumf %mi, %lm : !c
      %dm = arith.subf %mi, %mn : !c
      %sc = math.exp %dm : !c
      %ds = arith.mulf %di, %sc : !c
      %mb = helion.broadcast %mn : !c -> !t
      %dd = arith.subf %v, %mb : !t
      %e = math.exp %dd : !t
      %ls = helion.reduce sum %e over m : !t -> !c
      %dn = arith.addf %ds, %ls : !c
      helion.yield %mn, %dn : !c, !c
    }
  }
}
