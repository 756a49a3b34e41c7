# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NumPy stand-ins for the kernels, right ones and defective ones.

The self-test shows with them that the comparison accepts what a good kernel
computes in f32 and rejects each way in which kernels have been wrong.
"""

import numpy as np

from .dtypes import F64
from .formulas import Formula
from .kernels import EPSILON, KERNELS


class Emulation:
    """A row is padded to `chunk` columns, as a tile would be. `leaked` padded
    columns escape the mask, `identity` is the maximum's start."""

    def __init__(self, chunk=None, leaked=0, identity=-np.inf):
        self.chunk = chunk
        self.leaked = leaked
        self.identity = identity

    def _padded(self, x, fill):
        if self.chunk is None:
            return x
        cols = x.shape[1]
        dead = -cols % self.chunk
        pad = np.full((x.shape[0], dead), fill, dtype=x.dtype)
        pad[:, : self.leaked] = 0
        return np.concatenate([x, pad], axis=1)

    def run(self, case, arguments):
        """Output position -> array in the storage type."""
        spec = KERNELS[case.kernel]
        if isinstance(spec, Formula):
            return spec.emulate(arguments)
        dtype = arguments[0].dtype
        compute = np.float64 if dtype is F64 else np.float32
        x = dtype.to_float64(arguments[0].values).astype(compute)
        with np.errstate(all="ignore"):
            return getattr(self, "_" + spec.formula)(x, dtype, arguments)

    def _softmax(self, x, dtype, arguments):
        cols = x.shape[1]
        start = np.full((x.shape[0], 1), self.identity, dtype=x.dtype)
        padded = np.concatenate([self._padded(x, self.identity), start], axis=1)
        top = np.max(padded, axis=1, keepdims=True)
        e = np.exp(x - top)
        full = self._padded(e, 0)
        if self.leaked:
            full[:, cols : cols + self.leaked] = np.exp(0 - top)
        total = np.sum(full, axis=1, keepdims=True, dtype=x.dtype)
        return {1: dtype.from_float64((e / total).astype(np.float64))}

    def _rms_norm(self, x, dtype, arguments):
        weight = arguments[1].dtype.to_float64(arguments[1].values).astype(x.dtype)
        total = np.sum(x * x, axis=1, keepdims=True, dtype=x.dtype)
        mean = total / x.dtype.type(x.shape[1])
        inverse = 1 / np.sqrt(mean + np.float32(EPSILON))
        y = dtype.from_float64((x * inverse * weight).astype(np.float64))
        outputs = {3: y, 4: inverse[:, 0].astype(np.float32)}
        return {p: o for p, o in outputs.items() if p < len(arguments)}

    def _sum(self, x, dtype, arguments):
        total = np.sum(x, axis=1, dtype=x.dtype)
        return {1: dtype.from_float64(total.astype(np.float64))}

    def _amax(self, x, dtype, arguments):
        start = np.full((x.shape[0], 1), self.identity, dtype=x.dtype)
        padded = np.concatenate([self._padded(x, self.identity), start], axis=1)
        return {1: dtype.from_float64(np.max(padded, axis=1).astype(np.float64))}

    def _amin(self, x, dtype, arguments):
        return {1: dtype.from_float64(np.min(x, axis=1).astype(np.float64))}

    def _standardize(self, x, dtype, arguments):
        count = x.dtype.type(x.shape[1])
        total = np.sum(x, axis=1, keepdims=True, dtype=x.dtype)
        mean = total / count
        centred = x - mean
        padded = self._padded(centred, 0)
        if self.leaked:
            cols = x.shape[1]
            padded[:, cols : cols + self.leaked] = -mean
        squares = np.sum(padded * padded, axis=1, dtype=x.dtype)
        variance = squares / count
        scale = 1 / np.sqrt(variance + np.float32(EPSILON))
        y = dtype.from_float64((centred * scale[:, None]).astype(np.float64))
        return {2: y, 3: variance.astype(np.float32)}

    def _add(self, x, dtype, arguments):
        w = dtype.to_float64(arguments[1].values).astype(x.dtype)
        return {2: dtype.from_float64((x + w).astype(np.float64))}

    def _exp(self, x, dtype, arguments):
        return {1: dtype.from_float64(np.exp(x).astype(np.float64))}

    def _sigmoid(self, x, dtype, arguments):
        y = 1 / (1 + np.exp(-x))
        return {1: dtype.from_float64(y.astype(np.float64))}
