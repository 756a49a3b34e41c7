#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""softmax.py make FOLDER writes x.npy; softmax.py check FOLDER compares y.npy
with a softmax in float64. bf16 arrays are files of their bits."""

import sys

import numpy as np

command, folder = sys.argv[1:]
if command == "make":
    x = np.random.default_rng(0).normal(size=(64, 1001)).astype(np.float32)
    np.save(f"{folder}/x.npy", (x.view(np.uint32) >> 16).astype(np.uint16))
else:
    x, y = (
        (np.load(f"{folder}/{name}.npy").astype(np.uint32) << 16)
        .view(np.float32)
        .astype(np.float64)
        for name in "xy"
    )
    exp = np.exp(x - x.max(axis=1, keepdims=True))
    reference = exp / exp.sum(axis=1, keepdims=True)
    error = np.abs(y / reference - 1).max()
    # bf16 has 8 bits of precision; computing in f32 adds little to the rounding.
    right = error <= 1.01 * 2.0**-8
    print("right up to the rounding to bf16" if right else f"wrong by {error:.1e}")
    sys.exit(not right)
