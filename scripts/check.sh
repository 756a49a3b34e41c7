#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds everything and runs everything that is tested: formatting, lit tests,
# unit tests and executed kernels. Ends with a line "N passed, N failed"; the
# exit code is zero only if something ran and nothing failed. Arguments go to
# lit, for instance --filter=softmax.
set -eu

cd "$(dirname "$0")/.."
build=build
lit=/usr/lib/llvm-22/bin/lit

for tool in cmake ninja clang-22 clang-format-22 ccache "$lit"; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is missing: run scripts/setup.sh first" >&2
    exit 1
  fi
done

# Configuring again is only worth its second when ninja can't do it itself.
[ -f "$build/build.ninja" ] || cmake --preset ci
ninja -C "$build"

format=passed
if ! git ls-files -z '*.h' '*.cpp' '*.c' |
  xargs -0 clang-format-22 --dry-run -Werror; then
  format=failed
fi

results="$build/test/results.json"
rm -f "$results"
"$lit" -sv -o "$results" "$@" "$build/test" || true
# A lit that doesn't start leaves no results; that counts as a failure.
/usr/bin/python3 scripts/count_results.py "$results" "$format"
