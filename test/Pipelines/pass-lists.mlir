// What each named pipeline expands to.

// RUN: fly-opt %s -helion-to-fly=chip=gfx942 -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=FLY
// RUN: fly-opt %s -helion-to-rocdl=chip=gfx90a -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=WHOLE
// RUN: fly-opt %s -helion-to-binary="chip=gfx90a format=llvm opt-level=1 abi=600 toolkit=/dir 3pass-min-n=64 disable-3pass remarks debug-info" -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefixes=WHOLE,OPTIONS
// RUN: fly-opt %s -fly-to-rocdl=chip=gfx942 -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=ROCDL
// RUN: fly-opt %s -rocdl-to-binary="format=isa toolkit=/dir" -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=BINARY
// RUN: fly-opt %s -flydsl-to-binary="chip=gfx942 format=isa toolkit=/dir fast unsafe-math wave64=true waves-per-eu=2 opt-level=2" -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=FLYDSL

// FLY: builtin.module(
// FLY-NEXT: helion-fly-verify-target{chip=gfx942 wave-size=0},
// FLY-NEXT: helion.kernel(
// FLY-NEXT: helion-online-to-3pass{disable=false min-n=2048 remarks=false},
// FLY-NEXT: helion-fast-math,
// FLY-NEXT: helion-reduction-strategy{chip=gfx942 remarks=false},
// FLY-NEXT: helion-vectorize{chip=gfx942 remarks=false},
// FLY-NEXT: helion-mask{remarks=false}
// FLY-NEXT: ),
// FLY-NEXT: convert-helion-to-fly{chip=gfx942},
// FLY-NEXT: canonicalize
// FLY-NEXT: cse
// FLY-NEXT: )

// The longer pipelines are the shorter ones in a row, with all their options.
// WHOLE: helion-fly-verify-target{chip=gfx90a wave-size=0},
// WHOLE: helion-online-to-3pass
// OPTIONS-SAME: {disable=true min-n=64 remarks=true}
// WHOLE: convert-helion-to-fly{chip=gfx90a},
// WHOLE: fly-layout-lowering
// WHOLE: helion-fly-verify-lowered{chip=gfx90a}
// WHOLE: rocdl-attach-target
// OPTIONS-SAME: O=1 abi=600 chip=gfx90a
// OPTIONS: ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}
// OPTIONS: helion-fly-verify-toolkit{needs-linker=false toolkit=/dir}
// OPTIONS: gpu-module-to-binary{format=llvm
// OPTIONS-SAME: toolkit=/dir}

// ROCDL: builtin.module(
// ROCDL-NEXT: helion-fly-verify-target{chip=gfx942 wave-size=0},
// ROCDL-NEXT: fly-rewrite-func-signature,
// ROCDL-NEXT: fly-canonicalize,
// ROCDL-NEXT: fly-layout-lowering,
// ROCDL-NEXT: fly-int-swizzle-simplify,
// ROCDL-NEXT: canonicalize
// ROCDL-NEXT: fly-convert-atom-call-to-ssa-form,
// ROCDL-NEXT: fly-promote-regmem-to-vectorssa,
// ROCDL-NEXT: fly-lower-subgroup-reduce{chip=gfx942},
// ROCDL-NEXT: convert-fly-to-rocdl{chip=gfx942},
// ROCDL-NEXT: canonicalize
// ROCDL-NEXT: gpu.module(
// ROCDL-NEXT: math-extend-to-supported-types
// ROCDL-NEXT: convert-approximate-math-to-llvm
// ROCDL-NEXT: convert-scf-to-cf
// ROCDL-NEXT: cse,
// ROCDL-NEXT: convert-vector-to-llvm
// ROCDL-NEXT: convert-gpu-to-rocdl{ chipset=gfx942 index-bitwidth=0 runtime=HIP use-bare-ptr-memref-call-conv=true},
// ROCDL-NEXT: reconcile-unrealized-casts,
// ROCDL-NEXT: canonicalize
// ROCDL-NEXT: cse,
// ROCDL-NEXT: helion-fly-verify-lowered{chip=gfx942}
// ROCDL-NEXT: ),
// ROCDL-NEXT: rocdl-attach-target{O=3 abi=500 chip=gfx942 correct-sqrt=true daz=false fast=false features=+wavefrontsize64 finite-only=false module= triple=amdgcn-amd-amdhsa unsafe-math=false wave64=true}
// ROCDL-NEXT: )

// BINARY: builtin.module(
// BINARY-NEXT: gpu.module(
// BINARY-NEXT: helion-fly-verify-toolkit{needs-linker=false toolkit=/dir}
// BINARY-NEXT: ),
// BINARY-NEXT: gpu-module-to-binary{format=isa {{.*}}toolkit=/dir}
// BINARY-NEXT: )

// FlyDSL's order: fly-to-rocdl, then the host's code.
// FLYDSL: helion-fly-verify-target{chip=gfx942 wave-size=64},
// FLYDSL-NEXT: fly-rewrite-func-signature,
// FLYDSL: convert-fly-to-rocdl{chip=gfx942},
// FLYDSL: helion-fly-verify-lowered{chip=gfx942}
// FLYDSL-NEXT: ),
// FLYDSL-NEXT: gpu.module(
// FLYDSL-NEXT: fly-rocdl-cluster-attr,
// FLYDSL-NEXT: fly-rocdl-waves-per-eu{waves=2}
// FLYDSL-NEXT: ),
// FLYDSL-NEXT: rocdl-attach-target{O=2 abi=500 chip=gfx942 correct-sqrt=true daz=false fast=true features=+wavefrontsize64 finite-only=false module= triple=amdgcn-amd-amdhsa unsafe-math=true wave64=true},
// FLYDSL-NEXT: convert-scf-to-cf
// FLYDSL-NEXT: convert-cf-to-llvm
// FLYDSL-NEXT: gpu-to-llvm{intersperse-sizes-for-kernels=false use-bare-pointers-for-host=true use-bare-pointers-for-kernels=true},
// FLYDSL-NEXT: convert-vector-to-llvm
// FLYDSL-NEXT: convert-arith-to-llvm
// FLYDSL-NEXT: convert-func-to-llvm
// FLYDSL-NEXT: reconcile-unrealized-casts,
// FLYDSL-NEXT: gpu.module(
// FLYDSL-NEXT: helion-fly-verify-toolkit
// FLYDSL-NEXT: ),
// FLYDSL-NEXT: gpu-module-to-binary{format=isa
