#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums up a run of the test suite, for scripts/check.sh.

Takes lit's results (JSON) and the outcome of the format check, prints the line
"N passed, N failed", and exits with 0 only if a test ran and nothing failed.
"""

import json
import sys

# What is not run is not passed: tests here need nothing that may be missing.
PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
# Left out by the user's --filter.
IGNORED = {"EXCLUDED"}


def main():
    results, format_check = sys.argv[1:]
    try:
        with open(results, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except OSError as error:
        print(f"lit left no results: {error}", file=sys.stderr)
        tests = []
    codes = [test["code"] for test in tests if test["code"] not in IGNORED]
    passed = sum(code in PASSED for code in codes)
    failed = len(codes) - passed
    ran = bool(codes)
    if format_check == "passed":
        passed += 1
    else:
        print("FAIL: the files above are not formatted with clang-format-22")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if ran and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
