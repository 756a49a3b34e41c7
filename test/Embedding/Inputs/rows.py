# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays for the kernels of row-compiler, and what they must make of them.

    rows.py make FOLDER
    rows.py check FOLDER
"""

import sys

import numpy as np

ROWS, COLUMNS = 5, 333


def main():
    command, folder = sys.argv[1:]
    if command == "make":
        random = np.random.default_rng(7)
        x = random.standard_normal((ROWS, COLUMNS)).astype(np.float32)
        np.save(f"{folder}/x16.npy", x.astype(np.float16))
        np.save(f"{folder}/x32.npy", x)
        return
    x = np.load(f"{folder}/x16.npy").astype(np.float64)
    exp = np.exp(x - x.max(axis=1, keepdims=True))
    softmax = exp / exp.sum(axis=1, keepdims=True)
    actual = np.load(f"{folder}/softmax.npy")
    np.testing.assert_allclose(actual, softmax, rtol=2e-3, atol=1e-7)

    x = np.load(f"{folder}/x32.npy").astype(np.float64)
    actual = np.load(f"{folder}/sums.npy")
    np.testing.assert_allclose(actual, x.sum(axis=1), rtol=1e-4, atol=1e-4)


main()
