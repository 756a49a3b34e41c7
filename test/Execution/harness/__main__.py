# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command line of the executed tests; `--help` lists it."""

import argparse
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from . import cases, selftest
from .dtypes import DTYPES
from .kernels import KERNELS
from .suites import SUITES


def _parse():
    parser = argparse.ArgumentParser(prog="harness", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("selftest", help="the comparison itself; runs no kernel")
    run = commands.add_parser("run", help="execute a suite of cases")
    run.add_argument("suite", choices=SUITES)
    run.add_argument("--kernel", choices=KERNELS, required=True)
    run.add_argument("--dtype", choices=DTYPES, required=True)
    run.add_argument("--chip", default="gfx942")
    run.add_argument("--folder", required=True, help="scratch space, emptied first")
    run.add_argument("--fly-run", default="fly-run")
    run.add_argument("--examples", required=True)
    run.add_argument("--file", help="take the kernel from this file instead")
    run.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    return parser.parse_args()


def _run(context):
    shutil.rmtree(context.folder, ignore_errors=True)
    os.makedirs(context.folder)
    todo = list(SUITES[context.suite](context.kernel, context.dtype, context.chip))
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


def main():
    arguments = _parse()
    if arguments.command == "selftest":
        return selftest.main()
    return _run(arguments)


sys.exit(main())
