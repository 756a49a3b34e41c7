# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""absent.py PATTERN PATH...: fails where a line of a file matches PATTERN.

Unlike `not grep` it also fails when a path doesn't exist or holds no file.
The pattern may not match the test that calls it, so that is passed over.
"""

import os
import re
import sys


def files(path):
    if os.path.isfile(path):
        yield path
    for folder, _, names in os.walk(path):
        for name in names:
            if name.endswith((".cpp", ".h", ".td", ".py", ".cfg", ".mlir", ".test")):
                yield os.path.join(folder, name)


def main(pattern, *paths):
    found = 0
    for path in paths:
        searched = list(files(path))
        if not searched:
            print(f"{path}: nothing to search")
            return 1
        for name in searched:
            if os.path.basename(name) == os.environ.get("ABSENT_CALLER"):
                continue
            with open(name, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    if re.search(pattern, line):
                        print(f"{name}:{number}: {line.rstrip()}")
                        found += 1
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
