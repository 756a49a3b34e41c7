#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The simulated device's speed, as a ratio to plain C++ on the same machine.

Both compute a softmax of bf16 rows; the C++ is benchmarks/softmax.cpp, compiled
with -O2, on one thread. Processor time is compared, so that other work on the
machine matters little. Compilation is not in it.

    benchmarks/speed.py [--fly-run build/bin/fly-run] [--rows 4096] [--columns 4096]
"""

import argparse
import json
import os
import subprocess
import tempfile

import numpy as np

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measure_reference(options, folder):
    program = os.path.join(folder, "softmax")
    run([options.cxx, "-O2", os.path.join(SOURCE, "benchmarks", "softmax.cpp"), "-o", program])
    return float(run([program, str(options.rows), str(options.columns)]))


def measure_simulator(options, folder, flags):
    x = os.path.join(folder, "x.npy")
    values = np.random.default_rng(0).standard_normal((options.rows, options.columns), np.float32)
    np.save(x, (values.view(np.uint32) >> 16).astype(np.uint16))
    report = os.path.join(folder, "report.json")
    command = [
        options.fly_run,
        os.path.join(SOURCE, "examples", "softmax.mlir"),
        "--kernel=softmax_bf16",
        f"--chip={options.chip}",
        f"--arg={x}",
        f"--arg=empty:{options.rows}x{options.columns}xbf16",
        f"--report={report}",
        "--time",
        "--quiet",
    ]
    seconds = []
    for _ in range(options.repeat):
        run(command + flags)
        with open(report, encoding="utf-8") as file:
            seconds.append(json.load(file)["simulation_seconds"])
    return min(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fly-run", default=os.path.join(SOURCE, "build/bin/fly-run"))
    parser.add_argument("--cxx", default="clang++-22")
    parser.add_argument("--chip", default="gfx942")
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--repeat", type=int, default=3, help="runs, of which the fastest counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        reference = measure_reference(options, folder)
        elements = options.rows * options.columns
        print(f"softmax of {options.rows}x{options.columns} bf16")
        print(f"  C++, one thread          {1e9 * reference / elements:8.2f} ns per element")
        for name, flags in [
            ("no checks, one thread", ["--checks=none", "--host-threads=1"]),
            ("all checks, one thread", ["--host-threads=1"]),
        ]:
            seconds = measure_simulator(options, folder, flags)
            print(
                f"  {name:<24} {1e9 * seconds / elements:8.2f} ns per element,"
                f" {seconds / reference:6.1f} times the C++"
            )


if __name__ == "__main__":
    main()
