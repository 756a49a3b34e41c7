# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes and prints small arrays.

    npy.py make FILE TYPE SHAPE [fortran]   0, 1, 2, ...
    npy.py show FILE                        type, shape and values
    npy.py sum FILE                         shape and sum
"""

import sys

import numpy as np


def main():
    command, path, *rest = sys.argv[1:]
    if command == "show":
        array = np.load(path)
        print(array.dtype.str, array.shape, array.ravel().tolist())
        return
    if command == "sum":
        array = np.load(path)
        print(array.shape, f"{array.sum(dtype=np.float64):.4f}")
        return
    shape = [int(size) for size in rest[1].split("x")] if rest[1] else []
    array = np.arange(np.prod(shape, dtype=int)).astype(rest[0]).reshape(shape)
    np.save(path, np.asfortranarray(array) if rest[2:] == ["fortran"] else array)


main()
