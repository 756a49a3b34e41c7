# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One execution of a kernel: data, launch, comparison."""

import os
import re
import shutil
from dataclasses import dataclass

import numpy as np

from . import data, tolerance
from .device import Launch, RunFailed
from .dtypes import DTYPES
from .kernels import KERNELS, path_of


@dataclass(frozen=True)
class Case:
    kernel: str
    dtype: str
    rows: int
    cols: int
    chip: str = "gfx942"
    # Guard columns between rows, and elements in front of the first row.
    pad: int = 0
    offset: int = 0
    config: str = ""
    options: tuple = ()
    # The output is the input's memory.
    in_place: bool = False
    # Kind of the first row, and which kinds there are (None: the kernel's).
    first: int = 0
    kinds: tuple = None
    # What the report must say, see report.py.
    checks: tuple = ()

    def __str__(self):
        text = f"{self.kernel}_{self.dtype} {self.rows}x{self.cols} {self.chip}"
        if self.pad or self.offset:
            text += f" pad={self.pad} offset={self.offset}"
        if self.in_place:
            text += " in place"
        if self.config:
            text += f" [{self.config}]"
        return " ".join((text, *self.options))

    def inputs(self):
        """The argument list of the kernel, outputs without values."""
        spec, dtype = KERNELS[self.kernel], DTYPES[self.dtype]
        kinds = self.kinds or spec.row_kinds(dtype)
        rng = data.rng_for(self.kernel, self.dtype, self.rows, self.cols, self.first)
        count = self.rows * spec.batches
        x = data.rows(rng, dtype, count, self.cols, kinds, self.first)
        return spec.arguments(rng, x, dtype, self.pad, self.offset)


def differences(case, arguments, outputs):
    """Compares outputs (position -> rows) with the reference."""
    problems = []
    spec = KERNELS[case.kernel]
    for position, (reference, dtype, bound) in spec.expected(arguments).items():
        actual = outputs[position]
        bad = tolerance.mismatches(actual, reference, dtype, bound)
        # Any byte may be a result.
        unwritten = (dtype.to_bits(actual) == dtype.to_bits(dtype.nan_fill)) & (
            dtype.bytes > 1
        )
        count = int(np.sum(unwritten))
        if count:
            problems.append(
                f"argument {position}: {count} elements were never written,"
                f" the first at {_first(unwritten)}"
            )
        if np.any(bad):
            where = _first(bad)
            problems.append(
                f"argument {position}: {int(np.sum(bad))} of {bad.size} "
                f"elements differ, the first at {where}: got"
                f" {dtype.to_float64(actual)[where]!r}, expected"
                f" {reference[where]!r}"
            )
    return problems


def _first(mask):
    return tuple(int(i) for i in np.argwhere(mask)[0])


def launch_for(case, context, arguments, folder):
    aliases = {}
    if case.in_place:
        output = next(p for p, a in enumerate(arguments) if _is_output(a))
        aliases[output] = 0
    spec = KERNELS[case.kernel]
    return Launch(
        fly_run=context.fly_run,
        file=context.file or path_of(spec, context.examples),
        kernel=f"{case.kernel}_{case.dtype}",
        chip=case.chip,
        arguments=arguments,
        folder=folder,
        config=case.config,
        options=list(case.options),
        aliases=aliases,
    )


def _is_output(argument):
    return getattr(argument, "values", 0) is None


def run(case, context):
    """Returns a list of problems, empty if the case passes."""
    from . import report

    arguments = case.inputs()
    name = re.sub(r"[^\w.]+", "_", str(case)).strip("_")
    folder = os.path.join(context.folder, name)
    launch = launch_for(case, context, arguments, folder)
    problems = []
    try:
        result = launch.run()
        rows = {}
        for position, argument in enumerate(arguments):
            source = launch.aliases.get(position, position)
            if source not in result.outputs:
                continue
            whole = result.outputs[source]
            holder = arguments[source]
            if holder.plain:
                rows[position] = whole
                continue
            rows[position] = holder.rows_of(whole)
            before = holder.guards_of(holder.allocation())
            changed = np.sum(holder.guards_of(whole) != before)
            if changed:
                problems.append(
                    f"argument {position}: {int(changed)} guard elements outside"
                    " the rows were overwritten"
                )
        problems += differences(case, arguments, rows)
        problems += report.problems(case, arguments, result.report)
    except RunFailed as failure:
        problems.append(str(failure))
    if problems:
        problems.append(f"to repeat: {launch.command}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return problems
