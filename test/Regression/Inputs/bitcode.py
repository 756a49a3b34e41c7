# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bitcode.py FOLDER < MODULE: takes the LLVM bitcode out of `gpu.binary` ops.

Reads what `helion-to-binary=format=llvm` prints and writes FOLDER/KERNEL.bc.
"""

import os
import re
import sys

binary = re.compile(
    r'gpu\.binary @(\w+)\s+\[#gpu\.object<.*?, offload = "((?:[^"\\]|\\.)*)">'
)
escape = re.compile(rb"\\([0-9A-Fa-f]{2}|.)")


def decode(match):
    code = match.group(1)
    return bytes([int(code, 16)]) if len(code) == 2 else code


folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
found = binary.findall(sys.stdin.read())
for kernel, text in found:
    with open(os.path.join(folder, kernel + ".bc"), "wb") as file:
        file.write(escape.sub(decode, text.encode("ascii")))
if not found:
    sys.exit("no gpu.binary in the input")
