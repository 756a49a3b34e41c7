// Review finding 2: fast-math flags came from two places. A kernel has one
// attribute, and flags that make infinities or NaN undefined are rejected.

// RUN: fly-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'helion.kernel' op fastmath must not contain nnan or ninf, got <fast>}}
helion.kernel @fast(%y: memref<?xf32>) attributes {fastmath = #arith.fastmath<fast>} {
}

// -----

// expected-error @+1 {{'helion.kernel' op fastmath must not contain nnan or ninf, got <ninf,contract>}}
helion.kernel @ninf(%y: memref<?xf32>) attributes {fastmath = #arith.fastmath<ninf, contract>} {
}

// -----

// expected-error @+1 {{'helion.kernel' op fastmath must not contain nnan or ninf, got <nnan>}}
helion.kernel @nnan(%y: memref<?xf32>) attributes {fastmath = #arith.fastmath<nnan>} {
}
