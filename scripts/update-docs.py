#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps README.md and docs/*.md true.

In each Markdown file,

* a block fenced as ```console holds commands (lines that begin with "$ ", and
  the lines after one that ends with a backslash) and what they print. The
  commands are run, in the root of the repository, and the block is rewritten
  with what they print now. A command that fails is an error;
* a block after <!-- include FILE --> is rewritten with the contents of FILE;
* relative links must lead to a file.

With --check nothing is written: the exit code is 1 if anything would change.
"""

import argparse
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r"^<!-- include (\S+) -->$")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def run(command, folder):
    print(f"$ {command}", file=sys.stderr)
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail\n{command}"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nexit code {done.returncode}: {command}")
    return [line.rstrip() for line in done.stdout.rstrip().splitlines()]


def console(block, folder):
    """The lines of a console block with the output that its commands have."""
    lines, command = [], []
    for line in block:
        if not command and not line.startswith("$ "):
            continue
        command.append(line)
        if line.endswith("\\"):
            continue
        lines += command
        lines += run("\n".join(command)[2:], folder)
        command = []
    return lines


def updated(path, folder):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    result, position, include = [], 0, None
    while position < len(lines):
        line = lines[position]
        result.append(line)
        position += 1
        if match := INCLUDE.match(line):
            include = match.group(1)
        if not line.startswith("```"):
            continue
        end = lines.index("```", position)
        block = lines[position:end]
        if include:
            with open(os.path.join(ROOT, include), encoding="utf-8") as file:
                block = file.read().splitlines()
        elif line == "```console":
            block = console(block, folder)
        result += block + ["```"]
        position, include = end + 1, None
    return lines, result


def broken_links(path, lines):
    folder = os.path.dirname(path)
    for line in lines:
        for target in LINK.findall(line):
            if not os.path.exists(os.path.join(folder, target)):
                yield f"{os.path.relpath(path, ROOT)}: no such file: {target}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    files = arguments.files or [
        os.path.join(ROOT, "README.md"),
        *sorted(glob.glob(os.path.join(ROOT, "docs", "*.md"))),
    ]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        # The repository as a user has it, with the build folder in its place.
        for name in os.listdir(ROOT):
            if name != "build":
                os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
        os.symlink(os.path.abspath(arguments.build), os.path.join(folder, "build"))
        for path in map(os.path.abspath, files):
            before, after = updated(path, folder)
            problems += broken_links(path, after)
            if before == after:
                continue
            if arguments.check:
                name = os.path.relpath(path, ROOT)
                problems += difflib.unified_diff(
                    before, after, name, name + " as it should be", lineterm="", n=1
                )
            else:
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(after) + "\n")
    if problems:
        print("\n".join(problems))
        sys.exit("The documentation is out of date: run scripts/update-docs.py.")


if __name__ == "__main__":
    main()
