#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Deterministic figures of the example kernels, without a GPU.

For each kernel and row length: the schedule that was chosen, bytes moved over
the least possible, wave instructions per element, registers, resident waves,
barriers. They come from the compiled ISA and from the simulated device, so they
are the same on every run and machine. A few rows are enough: every row costs
the same.

    benchmarks/figures.py [--fly-run build/bin/fly-run] [--chip gfx942] [--rows 16]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LENGTHS = [64, 128, 256, 1000, 1024, 4095, 4096, 6244, 8192, 12672, 16384, 36864, 65536]
# Vector registers of a SIMD for one lane, allocation granule, most waves.
REGISTER_FILE = {
    "gfx90a": (512, 8, 8),
    "gfx942": (512, 8, 8),
    "gfx950": (512, 8, 8),
    "gfx1100": (1536, 24, 16),
    "gfx1201": (1536, 24, 16),
}


def save_bf16(path, rows, columns):
    values = np.random.default_rng(0).standard_normal((rows, columns)).astype(np.float32)
    np.save(path, (values.view(np.uint32) >> 16).astype(np.uint16))


def arguments(kernel, folder, rows, columns):
    """The arguments of `kernel`, and the least bytes that it must move."""
    x = os.path.join(folder, "x.npy")
    save_bf16(x, rows, columns)
    y = f"empty:{rows}x{columns}xbf16"
    row_bytes = 2 * rows * columns
    if kernel == "softmax":
        return [x, y], 2 * row_bytes
    if kernel == "rms_norm":
        weight = os.path.join(folder, "w.npy")
        save_bf16(weight, 1, columns)
        np.save(weight, np.load(weight)[0])
        # The weight is read from memory once, and from the caches after that.
        return [x, weight, "f32:1e-5", y, f"empty:{rows}xf32"], 2 * row_bytes + 4 * rows
    return [x, f"empty:{rows}xbf16"], row_bytes + 2 * rows


def measure(options, kernel, rows, columns, folder):
    args, least = arguments(kernel, folder, rows, columns)
    report = os.path.join(folder, "report.json")
    command = [
        options.fly_run,
        os.path.join(SOURCE, "examples", f"{kernel}.mlir"),
        f"--kernel={kernel}_bf16",
        f"--chip={options.chip}",
        f"--report={report}",
    ] + [f"--arg={arg}" for arg in args]
    if options.dynamic:
        command.append("--dynamic")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    with open(report, encoding="utf-8") as file:
        figures = json.load(file)
    buffers = figures["counters"]["buffers"]
    moved = sum(
        buffer["bytes_loaded"] + buffer["bytes_stored"]
        for buffer in buffers
        if not (kernel == "rms_norm" and buffer["arg"] == 1)
    )
    isa, plan = figures["isa"], figures["plan"]
    size, granule, most = REGISTER_FILE[options.chip]
    allocated = -(-max(isa["vgprs"], 1) // granule) * granule
    waves = figures["counters"]["waves"]
    return {
        "kernel": kernel,
        "N": columns,
        "strategy": plan["strategy"],
        "L": plan["threads_per_row"],
        "V": plan["vector_width"],
        "K": plan["groups"],
        "R": plan["rows"],
        "bytes/least": f"{moved / least:.3f}",
        # Of straight-line code, each executed once; loops count one trip.
        "inst/elem": f"{isa['instructions'] * waves / (rows * columns):.3f}",
        "VGPRs": isa["vgprs"],
        "spills": isa["vgpr_spills"] + isa["sgpr_spills"],
        "waves/SIMD": min(most, size // allocated),
        "barriers": figures["counters"]["barriers_per_workgroup"],
        "load": isa["widest_load_bits"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fly-run", default=os.path.join(SOURCE, "build/bin/fly-run"))
    parser.add_argument("--chip", default="gfx942", choices=sorted(REGISTER_FILE))
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--dynamic", action="store_true", help="sizes not known to the compiler")
    parser.add_argument("--kernels", nargs="*", default=["softmax", "rms_norm", "sum"])
    parser.add_argument("--lengths", nargs="*", type=int, default=LENGTHS)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in options.kernels:
            for columns in options.lengths:
                rows.append(measure(options, kernel, options.rows, columns, folder))
    widths = {key: max(len(key), *(len(str(row[key])) for row in rows)) for key in rows[0]}
    print("  ".join(key.rjust(widths[key]) for key in widths))
    for row in rows:
        print("  ".join(str(row[key]).rjust(widths[key]) for key in widths))


if __name__ == "__main__":
    main()
