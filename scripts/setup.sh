#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the Debian packages of scripts/packages.txt that are missing. Does
# nothing, and needs no rights, when all are there.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
packages=$(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$root/scripts/packages.txt")

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system: install the equivalents of these packages," >&2
  echo "then build with 'cmake --preset default && cmake --build build':" >&2
  echo "$packages" | tr '\n' ' ' >&2
  echo >&2
  exit 1
fi

missing=
for package in $packages; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null; then
  as_root=sudo
else
  echo "These packages are missing, and neither root nor sudo is at hand. Run" >&2
  echo "as root: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi

echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -q
# shellcheck disable=SC2086 # the list is meant to be split
if ! $as_root apt-get install -y -q --no-install-recommends $missing; then
  echo "Installation failed. LLVM 22 is in Debian 12's security archive; for" >&2
  echo "other releases see https://apt.llvm.org." >&2
  exit 1
fi
