# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports ops, types, attributes and passes whose reference page has no summary
or no example."""

import glob
import os
import re
import sys

# "### `helion.load` (helion::LoadOp)", "### AxesAttr", "### `-helion-mask`".
SECTION = re.compile(r"^### (.*)$", re.MULTILINE)
SUMMARY = re.compile(r"^_.+_$", re.MULTILINE)
# A block of MLIR, or one in the running text of a type or an attribute.
BLOCK = re.compile(r"^```mlir$", re.MULTILINE)
INLINE = re.compile(r"`[^`\n]*[<(#!][^`\n]*`|^    \S.*<.*>", re.MULTILINE)


def problems(path):
    with open(path, encoding="utf-8") as file:
        # Enums are at the end; tablegen lists those of other dialects, too.
        parts = SECTION.split(file.read().split("\n## Enums\n")[0])
    is_pass = os.path.basename(os.path.dirname(path)) == "Passes"
    for title, text in zip(parts[1::2], parts[2::2]):
        is_op = title.startswith("`") and not is_pass
        if not SUMMARY.search(text):
            yield f"{title}: no summary"
        # Syntax that tablegen derives is no example.
        prose = re.sub(r"^Syntax.*?\n\n", "", text, flags=re.MULTILINE | re.DOTALL)
        if not BLOCK.search(text) and (is_op or is_pass or not INLINE.search(prose)):
            yield f"{title}: no example"


pages = sorted(glob.glob(os.path.join(sys.argv[1], "*", "*.md")))
found = [f"{os.path.basename(page)}: {line}" for page in pages for line in problems(page)]
print("\n".join(found))
# A folder without pages would pass for the wrong reason.
sys.exit(bool(found) or len(pages) < 8)
