# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the executed tests notice a kernel that was made wrong.

The kernel is lowered to `stage`, one detail of the text is changed, and the
result is executed like any other case. It must run and give wrong numbers;
the unchanged text must give right ones.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, replace

from . import cases
from .device import Buffer
from .kernels import KERNELS, path_of


@dataclass(frozen=True)
class Mutation:
    # Passes that bring the kernel to the form that is changed.
    stage: str
    pattern: str
    replacement: str


def _specialization(case, arguments):
    """What fly-run would tell helion-specialize."""
    entries = []
    for argument in arguments:
        if not isinstance(argument, Buffer):
            continue
        shape = "x".join(map(str, argument.shape))
        strides = "x".join(map(str, argument.strides))
        # Allocations are aligned to 256 bytes.
        start = argument.offset * argument.dtype.bytes
        align = min(256, start & -start) if start else 256
        entries.append(f"{shape}@{strides}%{align}")
    kernel = f"{case.kernel}_{case.dtype}"
    return f"helion-specialize{{kernel={kernel} args={','.join(entries)}}}"


def _configured(case, source):
    """The source with the case's config, as --set-config would set it."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    if not case.config:
        return text
    start = text.index(f"helion.kernel @{case.kernel}_{case.dtype}(")
    body = text.index("{\n", start)
    config = f"config = #helion.config<{case.config}>"
    given = text.find("attributes {", start, body)
    if given < 0:
        return f"{text[:body]}attributes {{{config}}} {text[body:]}"
    given += len("attributes {")
    return f"{text[:given]}{config}, {text[given:]}"


def lowered(case, context, mutation):
    """The kernel's text at the mutation's stage."""
    source = _configured(case, path_of(KERNELS[case.kernel], context.examples))
    stage = mutation.stage.replace("CHIP", case.chip)
    pipeline = f"builtin.module({_specialization(case, case.inputs())},{stage})"
    command = [context.fly_opt, f"--pass-pipeline={pipeline}"]
    done = subprocess.run(
        command, input=source, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stderr}")
    return done.stdout


def _execute(case, context, text, name):
    context.file = os.path.join(context.folder, name)
    with open(context.file, "w", encoding="utf-8") as file:
        file.write(text)
    # The text has its config already.
    return cases.run(replace(case, config=""), context)


def run(case, context, mutation):
    """Returns a list of problems, empty if the mutant was noticed."""
    shutil.rmtree(context.folder, ignore_errors=True)
    os.makedirs(context.folder)
    text = lowered(case, context, mutation)
    problems = _execute(case, context, text, "unchanged.mlir")
    if problems:
        return ["the unchanged kernel fails:", *problems]
    mutant, count = re.subn(mutation.pattern, mutation.replacement, text)
    if not count:
        return [f"'{mutation.pattern}' does not occur in:", text]
    problems = _execute(case, context, mutant, "mutant.mlir")
    if not problems:
        return [f"{count} places changed, and the results are still right"]
    if not any("elements differ" in problem for problem in problems):
        return ["the mutant fails, but not by its results:", *problems]
    return []
