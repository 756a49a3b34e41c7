# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the executed tests notice a kernel that was made wrong.

The kernel is lowered to per-thread code, one detail of the text is changed, and
the result is executed like any other case. It must run and give wrong numbers,
while the unchanged text gives right ones.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, replace

from . import cases
from .cases import Case
from .device import Buffer
from .kernels import KERNELS, path_of

# The passes that bring a kernel to the form that is changed.
STAGE = "helion-to-fly{chip=CHIP}"


@dataclass(frozen=True)
class Mutant:
    case: Case
    # (pattern, replacement): each must occur, all occurrences are replaced.
    changes: tuple
    # A control: the results stay right.
    harmless: bool = False


# 125 vectors of 8 columns in two waves: three lanes of the second one are idle.
# Near -20, where a single leaked column decides the result.
TAIL = Case("softmax_decomposed", "f16", 4, 1000, config="waves = 2", kinds=("low",))

# What the load puts into missing columns. With -inf the mask of the sum is a
# formality, exp(-inf - max) is 0 already; the review's kernels loaded 0.
PAD = ("dense<0xFC00>", "dense<0.0>")

# The mask of a lane's vector.
MASK = r"(%\w+) = vector\.broadcast %\w+ : i1 to (vector<\dxi1>)"


def _mask_with_lanes(lanes):
    """A mask that counts lanes itself, modulo `lanes`."""
    return f"""%mutant_x = gpu.thread_id x
      %mutant_lanes = arith.constant {lanes} : index
      %mutant_lane = arith.remui %mutant_x, %mutant_lanes : index
      %mutant_end = arith.constant 125 : index
      %mutant_in = arith.cmpi ult, %mutant_lane, %mutant_end : index
      \\1 = vector.broadcast %mutant_in : i1 to \\2"""


NO_MASK = r"""%mutant_in = arith.constant true
      \1 = vector.broadcast %mutant_in : i1 to \2"""

# The coordinate of a thread in the layout.
THREAD = r"(%\w+) = fly\.make_int_tuple\((%\w+)\) : \(i32\) -> !fly\.int_tuple<\(\?,\*\)>"


def _threads_with_lanes(lanes):
    return f"""%mutant_lanes = arith.constant {lanes} : i32
      %mutant_lane = arith.remui \\2, %mutant_lanes : i32
      \\1 = fly.make_int_tuple(%mutant_lane) : (i32) -> !fly.int_tuple<(?,*)>"""


MUTANTS = {
    # The review's first finding, and the same code with the right number.
    "mask-lane-modulo-64": Mutant(TAIL, (PAD, (MASK, _mask_with_lanes(64)))),
    "mask-lane-modulo-128": Mutant(
        TAIL, (PAD, (MASK, _mask_with_lanes(128))), harmless=True
    ),
    "mask-dropped": Mutant(TAIL, (PAD, (MASK, NO_MASK))),
    "variance-mask-dropped": Mutant(
        Case("standardize", "f32", 3, 500, kinds=("shifted",)), ((MASK, NO_MASK),)
    ),
    # The maximum sees a 0 in the columns that don't exist.
    "load-pad-zero": Mutant(
        Case("amax", "f16", 3, 500, kinds=("low",)), (PAD,)
    ),
    # Rows of -inf, and lanes that hold none of their columns.
    "finite-identity": Mutant(
        Case("amax", "f32", 3, 500, kinds=("-inf",)),
        (("dense<0xFF800000>", "dense<-3.40282347E+38>"),),
    ),
    # Both waves take the first one's columns.
    "thread-modulo-64": Mutant(TAIL, ((THREAD, _threads_with_lanes(64)),)),
    "thread-modulo-128": Mutant(
        TAIL, ((THREAD, _threads_with_lanes(128)),), harmless=True
    ),
    # Vectors of 8 columns that start 4 columns apart.
    "overlapping-vectors": Mutant(
        TAIL, ((r"\(\(8E1,", "((4E1,"), (r"\{div=8\}", "{div=4}"))
    ),
}


def _specialization(case, arguments):
    """What fly-run would tell helion-specialize."""
    entries = []
    for argument in arguments:
        if not isinstance(argument, Buffer):
            continue
        shape = "x".join(map(str, argument.shape))
        strides = "x".join(map(str, argument.strides))
        # Allocations are aligned to 256 bytes.
        entries.append(f"{shape}@{strides}%256")
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


def lowered(case, context):
    """The text of the kernel's gpu.module."""
    source = _configured(case, path_of(KERNELS[case.kernel], context.examples))
    stage = STAGE.replace("CHIP", case.chip)
    pipeline = f"builtin.module({_specialization(case, case.inputs())},{stage})"
    command = [context.fly_opt, f"--pass-pipeline={pipeline}"]
    done = subprocess.run(
        command, input=source, capture_output=True, text=True, check=True
    )
    start = done.stdout.index(f"gpu.module @{case.kernel}_{case.dtype} ")
    end = done.stdout.find("\n  gpu.module ", start)
    return done.stdout[start : end if end >= 0 else done.stdout.rindex("}")]


def _execute(case, context, text, name):
    context.file = os.path.join(context.folder, name)
    with open(context.file, "w", encoding="utf-8") as file:
        file.write(text)
    # The text has its config already, and the simulated device must not stop
    # the mutant: its results count.
    case = replace(case, config="", options=("--checks=none",))
    return cases.run(case, context)


def run(mutant, context):
    """Returns a list of problems, empty if the mutant was noticed."""
    shutil.rmtree(context.folder, ignore_errors=True)
    os.makedirs(context.folder)
    text = lowered(mutant.case, context)
    problems = _execute(mutant.case, context, text, "unchanged.mlir")
    if problems:
        return ["the unchanged kernel fails:", *problems]
    for pattern, replacement in mutant.changes:
        text, count = re.subn(pattern, replacement, text)
        if not count:
            return [f"'{pattern}' does not occur in:", text]
    problems = _execute(mutant.case, context, text, "mutant.mlir")
    if mutant.harmless:
        return problems
    if not problems:
        return ["the mutant's results are right"]
    if not any("elements differ" in problem for problem in problems):
        return ["the mutant fails, but not by its results:", *problems]
    return []
