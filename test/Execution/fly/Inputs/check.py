# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a kernel of examples/fly and compares its result with NumPy's.

    check.py KERNEL FOLDER CHIP [CHIP...]
"""

import json
import os
import subprocess
import sys

import numpy as np


class Kernel:
    def __init__(self, source, folder, chip):
        name = os.path.basename(source).removesuffix(".mlir")
        self.source, self.folder, self.chip = source, folder, chip
        self.command = ["fly-run", source, f"--chip={chip}", "--quiet"]
        self.path = os.path.join(folder, f"{name}-{chip}")

    def variant(self, old, new):
        """The kernel with a part of its text replaced."""
        with open(self.source, encoding="utf-8") as file:
            text = file.read()
        check(old in text, f"no {old} in {self.source}")
        path = os.path.join(self.folder, "variant.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        return Kernel(path, self.folder, self.chip)

    def bank_conflicts(self):
        counters = self.report["counters"]
        return sum(
            counters[kind].get("bank_conflicts", 0)
            for kind in ("lds_load", "lds_store")
        )

    def __call__(self, *inputs, out):
        """The output, an argument after the inputs, of this shape."""
        command = list(self.command)
        for i, array in enumerate(inputs):
            np.save(f"{self.path}-{i}.npy", array)
            command.append(f"--arg={self.path}-{i}.npy")
        command.append("--arg=empty:" + "x".join(map(str, out)) + "xf32")
        command.append(f"--save={len(inputs)}:{self.path}-out.npy")
        command.append(f"--report={self.path}.json")
        subprocess.run(command, check=True)
        with open(f"{self.path}.json", encoding="utf-8") as file:
            self.report = json.load(file)
        return np.load(f"{self.path}-out.npy")


def check(condition, what):
    if not condition:
        sys.exit(f"wrong: {what}")


def vector_add(kernel, random):
    # Sizes around those of a wave, a workgroup and a tile.
    for n in (1, 63, 256, 257, 1023, 1024, 1025, 5000):
        x, y = (random.standard_normal(n).astype("f4") for _ in range(2))
        check(np.array_equal(kernel(x, y, out=(n,)), x + y), f"x + y, n = {n}")


def transpose(kernel, random):
    x = random.standard_normal((256, 192)).astype("f4")
    check(np.array_equal(kernel(x, out=(192, 256)), x.T), "transpose")
    check(kernel.bank_conflicts() == 0, "bank conflicts")
    plain = kernel.variant("S<3,2,6>", "S<0,2,6>")
    check(np.array_equal(plain(x, out=(192, 256)), x.T), "without swizzle")
    check(plain.bank_conflicts() > 0, "no bank conflicts without swizzle")


def gemm(kernel, random):
    a, b = (random.standard_normal((64, 64)).astype("f2") for _ in range(2))
    exact = a.astype("f8") @ b.astype("f8").T
    # Products of f16 are exact in f32; each of the 64 sums is rounded.
    size = np.abs(a).astype("f8") @ np.abs(b).astype("f8").T
    bound = 64 * np.finfo("f4").eps * size
    c = kernel(a, b, out=(64, 64))
    check(np.all(np.abs(c - exact) <= bound), "a * transpose of b")
    # Another order of the atoms, but for each element the same order along K.
    other = kernel.variant(
        "%b_reg, %acc) :",
        "%b_reg, %acc) {traversalOrder = #fly<gemm_traversal_order kmn>} :",
    )
    check(np.array_equal(other(a, b, out=(64, 64)), c), "another traversal order")


CHECKS = {
    "vector_add": vector_add,
    "transpose": transpose,
    "gemm_mfma": gemm,
    "gemm_wmma": gemm,
}


def main():
    source, folder, *chips = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    name = os.path.basename(source).removesuffix(".mlir")
    for chip in chips:
        CHECKS[name](Kernel(source, folder, chip), np.random.default_rng(1))
        print(name, chip, "passed")


if __name__ == "__main__":
    main()
