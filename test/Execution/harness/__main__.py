# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command line of the executed tests; `--help` lists it."""

import argparse
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from . import cases, mutants, selftest
from .data import ROW_KINDS
from .dtypes import DTYPES
from .kernels import KERNELS
from .report import CHECKS
from .suites import SUITES


def _parse():
    parser = argparse.ArgumentParser(prog="harness", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("selftest", help="the comparison itself; runs no kernel")
    suite = commands.add_parser("run", help="execute a suite of cases")
    suite.add_argument("suite", choices=SUITES)
    _add_common(suite)
    case = commands.add_parser("case", help="execute the cases given here")
    _add_common(case)
    case.add_argument(
        "--shape", type=_shape, action="append", required=True, help="as 7x769"
    )
    case.add_argument("--pad", type=int, default=0, help="guard columns")
    case.add_argument("--offset", type=int, default=0, help="elements in front")
    case.add_argument("--config", default="")
    case.add_argument("--rows", type=_kinds, help="kinds of rows: low,normal")
    case.add_argument("--check", action="append", default=[], choices=CHECKS)
    case.add_argument(
        "--option", action="append", default=[], help="passed on to fly-run"
    )
    mutant = commands.add_parser("mutant", help="expect changed kernels to fail")
    mutant.add_argument("mutant", nargs="+", choices=mutants.MUTANTS)
    _add_places(mutant)
    mutant.add_argument("--fly-opt", default="fly-opt")
    return parser.parse_args()


def _shape(text):
    rows, cols = text.split("x")
    return int(rows), int(cols)


def _kinds(text):
    kinds = tuple(text.split(","))
    for kind in kinds:
        if kind not in ROW_KINDS:
            raise argparse.ArgumentTypeError(
                f"unknown kind '{kind}'; known are {', '.join(ROW_KINDS)}"
            )
    return kinds


def _add_places(parser):
    parser.add_argument("--folder", required=True, help="scratch space, emptied first")
    parser.add_argument("--fly-run", default="fly-run")
    parser.add_argument("--examples", required=True)
    parser.add_argument("--file", help="take the kernel from this file instead")


def _add_common(parser):
    parser.add_argument("--kernel", choices=KERNELS, required=True)
    parser.add_argument("--dtype", choices=DTYPES, required=True)
    parser.add_argument("--chip", default="gfx942")
    _add_places(parser)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))


def _todo(context):
    which = (context.kernel, context.dtype)
    if context.command == "run":
        return list(SUITES[context.suite](*which, context.chip))
    return [
        cases.Case(
            *which,
            *shape,
            chip=context.chip,
            pad=context.pad,
            offset=context.offset,
            config=context.config,
            options=tuple(context.option),
            kinds=context.rows,
            checks=tuple(context.check),
        )
        for shape in context.shape
    ]


def _run(context):
    shutil.rmtree(context.folder, ignore_errors=True)
    os.makedirs(context.folder)
    todo = _todo(context)
    failed = 0
    with ThreadPoolExecutor(context.jobs) as pool:
        for case, problems in zip(
            todo, pool.map(lambda case: cases.run(case, context), todo)
        ):
            if not problems:
                continue
            failed += 1
            print(f"FAILED: {case}")
            for problem in problems:
                print("  " + problem.replace("\n", "\n  "))
    print(f"{len(todo) - failed} of {len(todo)} cases passed")
    return 1 if failed or not todo else 0


def _mutate(context):
    missed = 0
    for name in context.mutant:
        problems = mutants.run(mutants.MUTANTS[name], context)
        if problems:
            missed += 1
            print(f"FAILED: {name}", *problems, sep="\n  ")
    print(f"{len(context.mutant) - missed} of {len(context.mutant)} mutants judged right")
    return 1 if missed else 0


def main():
    arguments = _parse()
    if arguments.command == "selftest":
        return selftest.main()
    if arguments.command == "mutant":
        return _mutate(arguments)
    return _run(arguments)


sys.exit(main())
