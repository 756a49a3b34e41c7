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


# File and arguments of each kernel, see `arguments`.
KERNELS = {
    "softmax": ("softmax", "x y"),
    "softmax_two_pass": ("softmax_two_pass", "x y"),
    "rms_norm": ("rms_norm", "x weight f32:1e-5 y row:f32"),
    "rms_norm_quantized": ("rms_norm_quantized", "x weight f32:1e-5 q row:f32"),
    "residual_rms_norm": ("residual_rms_norm", "x x weight f32:1e-5 y y"),
    "layer_norm": ("layer_norm", "x weight weight f32:1e-5 y row:f32 row:f32"),
    "welford": ("welford", "x weight weight f32:1e-5 y"),
    "sum": ("sum", "x row:bf16"),
    "long_sum_manual": ("long_sum", "x row:bf16"),
    "cross_entropy": ("cross_entropy", "x labels row:f32"),
    "kl_div": ("kl_div", "x x f32:1e-10 row:f32"),
    "jsd": ("jsd", "x x f32:0.5 f32:0.1 row:f32 row:f32"),
    "swiglu": ("glu", "x x y"),
    "geglu": ("glu", "x x y"),
    "softmax_backward": ("softmax_backward", "x x y"),
    "rms_norm_backward": ("rms_norm_backward", "x weight x row_in y parts"),
    "rms_norm_backward_dx": ("rms_norm_backward", "x weight x row_in y"),
    "rms_norm_backward_dweight": ("rms_norm_backward", "x x row_in parts"),
    "layer_norm_backward": ("layer_norm_backward", "x weight x row_in row_in y parts parts"),
    "column_sum": ("column_sum", "x column"),
    "argmax": ("arg_extrema", "x row:bf16 row:i32"),
    "row_statistics": ("row_statistics", "x row:f32 row:f32"),
    "amax": ("extrema", "x row:bf16"),
    "swiglu_backward": ("glu_backward", "x x x y y"),
    "geglu_backward": ("glu_backward", "x x x y y"),
}


def save_bf16(path, *shape):
    values = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    np.save(path, (values.view(np.uint32) >> 16).astype(np.uint16))
    return path


def arguments(kernel, folder, rows, columns):
    """The arguments of `kernel`, and the least bytes that it must move: each
    matrix and row value once. A weight is read from memory once, and from the
    caches after that."""
    result, least = [], 0
    for position, kind in enumerate(KERNELS[kernel][1].split()):
        path = os.path.join(folder, f"arg{position}.npy")
        if kind == "x":
            result.append(save_bf16(path, rows, columns))
            least += 2 * rows * columns
        elif kind == "y":
            result.append(f"empty:{rows}x{columns}xbf16")
            least += 2 * rows * columns
        elif kind == "q":
            result.append(f"empty:{rows}x{columns}xi8")
            least += rows * columns
        elif kind == "weight":
            result.append(save_bf16(path, columns))
        elif kind == "labels":
            np.save(path, np.arange(rows) % columns)
            result.append(path)
            least += 8 * rows
        elif kind == "row_in":
            np.save(path, np.ones(rows, dtype=np.float32))
            result.append(path)
            least += 4 * rows
        elif kind == "parts":
            # One row per 32 rows, as the kernels' block says.
            result.append(f"empty:{-(-rows // 32)}x{columns}xf32")
            least += 4 * -(-rows // 32) * columns
        elif kind == "column":
            result.append(f"empty:{columns}xbf16")
            least += 2 * columns
        elif kind.startswith("row:"):
            result.append(f"empty:{rows}x{kind[4:]}")
            least += rows * {"bf16": 2, "f32": 4, "i32": 4}[kind[4:]]
        else:
            result.append(kind)
    return result, least


def measure(options, kernel, rows, columns, folder):
    args, least = arguments(kernel, folder, rows, columns)
    report = os.path.join(folder, "report.json")
    command = [
        options.fly_run,
        os.path.join(SOURCE, "examples", f"{KERNELS[kernel][0]}.mlir"),
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
    kinds = KERNELS[kernel][1].split()
    moved = sum(
        buffer["bytes_loaded"] + buffer["bytes_stored"]
        for buffer in buffers
        if kinds[buffer["arg"]] != "weight"
    )
    isa, plan = figures["isa"], figures["plan"]
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
        "waves/SIMD": figures["occupancy"]["waves_per_simd"],
        "barriers": figures["counters"]["barriers_per_workgroup"],
        "load": isa["widest_load_bits"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--fly-run", default=os.path.join(SOURCE, "build/bin/fly-run"))
    parser.add_argument("--chip", default="gfx942")
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--dynamic", action="store_true", help="sizes not known to the compiler")
    parser.add_argument("--kernels", nargs="*", choices=KERNELS, default=list(KERNELS))
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
