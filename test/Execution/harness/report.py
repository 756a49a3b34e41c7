# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks on fly-run's report: traffic, access widths, registers, barriers."""

from .device import Buffer
from .kernels import KERNELS

# Accesses are aligned to this many bytes, so a row's first and last one may
# also touch its neighbours within the same segment.
SEGMENT = 16


def problems(case, arguments, figures):
    found = []
    for check in case.checks:
        found += CHECKS[check](case, arguments, figures)
    return found


def _no_spills(case, arguments, figures):
    """Registers hold everything: no scratch, whatever the shape."""
    isa = figures["isa"]
    return [
        f"{key} is {isa[key]}, expected 0"
        for key in ("vgpr_spills", "sgpr_spills", "scratch_bytes")
        if isa[key] != 0
    ]


def _read_once(case, arguments, figures):
    """A persistent kernel moves each element of a matrix once."""
    if figures["plan"]["strategy"] != "persistent":
        return [f"strategy is {figures['plan']['strategy']}, expected persistent"]
    found = []
    traffic = {b["arg"]: b for b in figures["counters"]["buffers"]}
    for position, argument in enumerate(arguments):
        if not isinstance(argument, Buffer) or len(argument.shape) != 2:
            continue
        rows, cols = argument.shape
        need = rows * cols * argument.dtype.bytes
        output = argument.values is None
        if case.in_place and (position == 0 or output):
            continue
        done = traffic[position]
        # Stores are exact. A load may fetch the rest of the segment in which a
        # row starts or ends.
        slack = 0 if output else rows * 2 * (SEGMENT - argument.dtype.bytes)
        key, other = ("bytes_stored", "bytes_loaded")
        if not output:
            key, other = other, key
        if not need <= done[key] <= need + slack:
            found.append(
                f"argument {position}: {key} is {done[key]}, expected"
                f" {need} to {need + slack}"
            )
        if done[other] != 0:
            found.append(f"argument {position}: {other} is {done[other]}, expected 0")
    return found


def _wide_loads(case, arguments, figures):
    """The widest load takes 128 bits, for odd row lengths too."""
    widest = figures["isa"]["widest_load_bits"]
    return [] if widest == 128 else [f"the widest load has {widest} bits, expected 128"]


def _few_barriers(case, arguments, figures):
    """One barrier per reduction that crosses waves, none within a wave."""
    crossing = figures["plan"]["waves"] > 1
    allowed = KERNELS[case.kernel].reductions if crossing else 0
    found = []
    for name, count in (
        ("in the ISA", figures["isa"]["barriers"]),
        ("executed per workgroup", figures["counters"]["barriers_per_workgroup"]),
    ):
        if count > allowed:
            found.append(f"{count} barriers {name}, expected at most {allowed}")
    return found


CHECKS = {
    "no-spills": _no_spills,
    "read-once": _read_once,
    "wide-loads": _wide_loads,
    "few-barriers": _few_barriers,
}
