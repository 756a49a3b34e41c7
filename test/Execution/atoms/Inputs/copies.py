# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes copies.mlir on a chip and compares with NumPy.

    copies.py FOLDER CHIP
"""

import os
import subprocess
import sys

import numpy as np

SOURCE = os.path.join(os.path.dirname(__file__), "copies.mlir")


def run(folder, chip, kernel, *arguments):
    """The contents of the arguments after the kernel."""
    command = ["fly-run", SOURCE, f"--kernel={kernel}", f"--chip={chip}", "--quiet"]
    for i, array in enumerate(arguments):
        np.save(f"{folder}/{i}.npy", array)
        command.append(f"--arg={folder}/{i}.npy")
    command += [f"--save={i}:{folder}/{i}.npy" for i in range(len(arguments))]
    subprocess.run(command, check=True)
    return [np.load(f"{folder}/{i}.npy") for i in range(len(arguments))]


def main():
    folder, chip = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    random = np.random.default_rng(1)
    x = random.integers(-99, 99, 64)

    _, y = run(folder, chip, "through_lds", x.astype("f4"), np.zeros(64, "f4"))
    if not np.array_equal(y, x[::-1]):
        sys.exit(f"wrong: reversed through LDS on {chip}")

    columns = x.reshape(16, 4)
    _, total = run(folder, chip, "sum", x.astype("f4"), np.ones(4, "f4"))
    if not np.array_equal(total, 1 + columns.sum(0)):
        sys.exit(f"wrong: sums by atomics on {chip}")

    start = np.full(4, -50, "i4")
    _, least = run(folder, chip, "least", x.astype("i4"), start)
    if not np.array_equal(least[::2], np.minimum(columns.min(0), start)[::2]):
        sys.exit(f"wrong: minima by atomics on {chip}")
    if not np.array_equal(least[1::2], start[1::2]):
        sys.exit(f"wrong: atomics without effect on {chip}")
    print(chip, "passed")


if __name__ == "__main__":
    main()
