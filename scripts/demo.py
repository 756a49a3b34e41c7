#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Second half of demo.sh: compiles a softmax, runs it, checks its numbers.

Writes the IR after each pass, the assembly and the code object to build/demo.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# MLIR's header in front of what --mlir-print-ir-after-change prints.
DUMP = re.compile(r"^// -----// IR Dump After \w+ \(([\w-]+)[^)]*\).*//----- //$")


def bf16_to_float(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def float_to_bf16(values):
    """Rounds to nearest even; the values are finite."""
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def softmax(x):
    x = x.astype(np.float64)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def write_stages(folder, text):
    """Splits MLIR's dumps into one file for each pass that changed something;
    returns the names of the files and what is no dump."""
    names, other, stage = [], [], None
    for line in text.splitlines(keepends=True):
        header = DUMP.match(line.rstrip())
        if header:
            if stage:
                stage.close()
            names.append(f"{len(names) + 1:02}-{header.group(1)}.mlir")
            stage = open(os.path.join(folder, names[-1]), "w", encoding="utf-8")
        elif stage:
            stage.write(line)
        else:
            other.append(line)
    if stage:
        stage.close()
    return names, "".join(other)


def run(arguments, folder):
    """Runs fly-run, returns its report."""
    x, y, hsaco, source = (
        os.path.join(folder, name)
        for name in ("x.npy", "y.npy", "softmax.hsaco", "softmax.mlir")
    )
    shutil.copy(os.path.join(ROOT, "examples", "softmax.mlir"), source)
    command = [
        os.path.join(arguments.build, "bin", "fly-run"),
        source,
        "--kernel=softmax_bf16",
        f"--chip={arguments.chip}",
        f"--arg={x}",
        f"--arg=empty:{arguments.rows}x{arguments.columns}xbf16",
        f"--save=1:{y}",
        f"--emit-hsaco={hsaco}",
        f"--report={os.path.join(folder, 'report.json')}",
    ]
    dumps = [
        "--mlir-print-ir-after-all",
        "--mlir-print-ir-after-change",
        "--mlir-print-ir-module-scope",
        "--mlir-disable-threading",
    ]
    isa = subprocess.run(
        command + ["--print-isa", "--quiet"], stdout=subprocess.PIPE, text=True
    )
    done = subprocess.run(command + dumps, capture_output=True, text=True)
    names, messages = write_stages(folder, done.stderr)
    if isa.returncode or done.returncode:
        sys.exit(f"{messages}{done.stdout}fly-run failed: {' '.join(command)}")
    names.append(f"{len(names) + 1:02}-isa.s")
    with open(os.path.join(folder, names[-1]), "w", encoding="utf-8") as file:
        file.write(isa.stdout)
    print(f"Lowered examples/softmax.mlir (@softmax_bf16) in {len(names)} stages,")
    print(f"in {os.path.relpath(folder)}/:")
    for name in names + ["softmax.hsaco"]:
        print("  " + name)
    print("\nThe kernel on the simulated device:")
    print("  " + done.stdout.rstrip().replace("\n", "\n  "))
    return np.load(y)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--chip", default="gfx942")
    parser.add_argument("--rows", type=int, default=64)
    parser.add_argument("--columns", type=int, default=4095)
    arguments = parser.parse_args()
    folder = os.path.join(arguments.build, "demo")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)

    rng = np.random.default_rng(0)
    shape = (arguments.rows, arguments.columns)
    x = float_to_bf16(rng.normal(scale=3.0, size=shape))
    np.save(os.path.join(folder, "x.npy"), x)
    y = bf16_to_float(run(arguments, folder)).astype(np.float64)

    reference = softmax(bf16_to_float(x))
    error = np.max(np.abs(y - reference) / reference)
    # bf16 keeps 8 bits, so that rounding alone is off by up to 2^-8; computing
    # in f32 adds little.
    rounding = 2.0**-8
    bound = rounding * 1.01
    print(f"\nLargest relative error against float64: {error:.2e}")
    print(f"(rounding to bf16 alone: up to {rounding:.2e})")
    if not error <= bound:
        sys.exit("The kernel's numbers are wrong.")


if __name__ == "__main__":
    main()
