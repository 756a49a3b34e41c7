# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls fly-run and looks after the arrays in memory."""

import json
import os
import shlex
import subprocess
from dataclasses import dataclass, field

import numpy as np


class RunFailed(Exception):
    """fly-run did not finish; the message holds what it said."""


@dataclass
class Result:
    outputs: dict
    report: dict


@dataclass
class Buffer:
    """An array argument inside a larger allocation.

    `pad` guard columns separate the rows and `offset` guard elements precede
    the first one. They hold NaN and must survive bit by bit; without any, an
    output is `empty:`, so that fly-run also checks that nothing reads it.
    """

    dtype: object
    shape: tuple
    values: np.ndarray = None  # None: an output
    pad: int = 0
    offset: int = 0

    @property
    def plain(self):
        return self.pad == 0 and self.offset == 0

    @property
    def strides(self):
        """Row-major; between rows lie the guard columns."""
        steps = [1]
        for size in reversed(self.shape[1:]):
            steps.append(steps[-1] * (size + (self.pad if len(steps) == 1 else 0)))
        return tuple(reversed(steps))

    def _extent(self):
        # A few guards after the last row do; strides may be huge.
        end = self.offset + min(self.pad, 64)
        if 0 in self.shape:
            return end
        return end + 1 + sum((n - 1) * s for n, s in zip(self.shape, self.strides))

    def allocation(self):
        """What the file holds: guards everywhere, the input's rows inside."""
        whole = np.full(self._extent(), self.dtype.nan_fill, dtype=self.dtype.storage)
        if self.values is not None:
            self.rows_of(whole)[...] = self.values
        return whole

    def rows_of(self, whole):
        item = whole.itemsize
        return np.lib.stride_tricks.as_strided(
            whole[self.offset :],
            shape=self.shape,
            strides=tuple(s * item for s in self.strides),
        )

    def guards_of(self, whole):
        """Bit patterns of everything that belongs to no row."""
        outside = np.ones(whole.size, dtype=bool)
        index = np.arange(whole.size)
        self.rows_of(outside)[...] = False
        return self.dtype.to_bits(whole)[index[outside]]


@dataclass
class Scalar:
    text: str


@dataclass
class Launch:
    fly_run: str
    file: str
    kernel: str
    chip: str
    arguments: list
    folder: str
    config: str = ""
    options: list = field(default_factory=list)
    # Argument positions that are the same memory as an earlier argument.
    aliases: dict = field(default_factory=dict)

    def _spell(self, position, argument):
        if isinstance(argument, Scalar):
            return argument.text
        shape = "x".join(map(str, argument.shape))
        path = os.path.join(self.folder, f"arg{position}.npy")
        if argument.values is None and argument.plain:
            return f"empty:{shape}x{argument.dtype.name}"
        if argument.plain:
            np.save(path, argument.values)
            return path
        np.save(path, argument.allocation())
        strides = "x".join(map(str, argument.strides))
        return (
            f"view:{path}:shape={shape}:strides={strides}" f":offset={argument.offset}"
        )

    def run(self):
        os.makedirs(self.folder, exist_ok=True)
        report = os.path.join(self.folder, "report.json")
        command = [
            self.fly_run,
            self.file,
            f"--kernel={self.kernel}",
            f"--chip={self.chip}",
            f"--report={report}",
        ]
        saved = {}
        for position, argument in enumerate(self.arguments):
            if position in self.aliases:
                command.append(f"--arg=same:{self.aliases[position]}")
                continue
            command.append("--arg=" + self._spell(position, argument))
        for position, argument in enumerate(self.arguments):
            if isinstance(argument, Scalar) or position in self.aliases:
                continue
            written = argument.values is None or position in self.aliases.values()
            if written or not argument.plain:
                saved[position] = os.path.join(self.folder, f"out{position}.npy")
                command.append(f"--save={position}:{saved[position]}")
        if self.config:
            command.append(f"--set-config={self.config}")
        command += self.options
        self.command = shlex.join(command)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RunFailed(
                f"exit code {done.returncode}\n{done.stdout}{done.stderr}".strip()
            )
        with open(report, encoding="utf-8") as file:
            figures = json.load(file)
        if figures["warnings"]:
            raise RunFailed(done.stdout.strip())
        outputs = {p: np.load(path) for p, path in saved.items()}
        return Result(outputs, figures)
