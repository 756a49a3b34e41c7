# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each header alone.

    headers.py LIST FOLDER -- compiler and its arguments

What a header includes first is compiled alone with it, so it needs no turn of
its own. They are compiled to objects, not only parsed, so that ccache remembers
them.
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys


def main():
    headers = pathlib.Path(sys.argv[1]).read_text().split()
    folder, command = pathlib.Path(sys.argv[2]), sys.argv[4:]

    included_first = set()
    for header in headers:
        first = re.search('^#include "(.*)"$|^#include', pathlib.Path(header).read_text(), re.M)
        if first and first.group(1):
            included_first.add(first.group(1))

    def compiles(numbered):
        number, header = numbered
        if any(header.endswith(f"/helion-fly/{first}") for first in included_first):
            return ""
        source = folder / f"header{number}.cpp"
        source.write_text(f'#include "{header}"\n')
        arguments = ["-c", str(source), "-o", str(source.with_suffix(".o"))]
        done = subprocess.run(
            [*command, *arguments], text=True, stderr=subprocess.PIPE
        )
        return "" if done.returncode == 0 else f"{header}:\n{done.stderr}"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures = "".join(pool.map(compiles, enumerate(headers)))
    sys.exit(failures or 0)


main()
