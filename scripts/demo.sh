#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a fresh Debian machine to a softmax kernel that runs: installs what is
# missing (as root or with sudo), builds, lowers examples/softmax.mlir through
# every stage for gfx942 and executes it on the simulated device. The stages and
# the code object end up in build/demo.
set -eu

cd "$(dirname "$0")/.."
scripts/setup.sh
[ -f build/build.ninja ] || cmake --preset ci
ninja -C build fly-opt fly-run
exec /usr/bin/python3 scripts/demo.py
