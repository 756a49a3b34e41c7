# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels of found-by-use.mlir and compares them with NumPy."""

import os
import subprocess
import sys

import numpy as np

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "found-by-use.mlir")
rng = np.random.default_rng(0)


def run(kernel, arrays, expected, out, *options):
    """Runs `kernel` on `arrays` (or texts); argument `out` must be `expected`."""
    arguments = []
    for index, array in enumerate(arrays):
        if isinstance(array, np.ndarray):
            path = os.path.join(folder, f"{kernel}{index}.npy")
            np.save(path, array)
            array = path
        arguments.append(f"--arg={array}")
    result = os.path.join(folder, f"{kernel}.npy")
    subprocess.run(
        ["fly-run", source, f"--kernel={kernel}", "--quiet", *arguments]
        + [f"--save={out}:{result}", *options],
        check=True,
    )
    np.testing.assert_allclose(np.load(result), expected, rtol=1e-5)


def matrix(rows, columns):
    return rng.uniform(0.5, 1.5, (rows, columns)).astype(np.float32)


x = matrix(3, 37)
run("clamp", [x, "empty:3x37xf32"], np.clip(x, 0, 1), 1)

for rows, columns, row in ((5, 133, 3), (4, 1001, 2), (9, 7, 2)):
    x, z = matrix(rows, columns), matrix(rows, columns)
    for together in (1, 2, 4):
        run(
            "scale_by_row",
            [x, z, f"index:{row}", f"empty:{rows}x{columns}xf32"],
            x * z[row],
            3,
            f"--set-config=rows_per_workgroup = {together}",
        )

x = matrix(5, 333)
sums = x.sum(axis=1, dtype=np.float64)
run("row_sum", [x, "empty:5xf32"], sums, 1, "--dynamic")
old = matrix(1, 5)[0]
for waves in (1, 4):
    run("accumulate", [x, old], old + sums, 1, f"--set-config=waves = {waves}")
