# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types: storage as .npy, conversion from float64, order of values."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class DType:
    """`storage` is what .npy files hold; bf16 has no NumPy type, so it is kept
    as bit patterns like in fly-run."""

    name: str
    storage: np.dtype
    bits: np.dtype
    mantissa: int
    max: float

    @property
    def bytes(self):
        return self.storage.itemsize

    @property
    def is_integer(self):
        return self.name.startswith("i")

    def from_float64(self, values):
        """Rounds once, to nearest even. Going through f32 would round twice."""
        values = np.asarray(values, dtype=np.float64)
        if self.is_integer:
            with np.errstate(invalid="ignore"):
                return np.rint(values).astype(self.storage)
        if self.name != "bf16":
            with np.errstate(over="ignore", invalid="ignore"):
                return values.astype(self.storage)
        return _bf16_from_float64(values)

    def to_float64(self, array):
        if self.name != "bf16":
            return array.astype(np.float64)
        wide = array.astype(np.uint32) << np.uint32(16)
        with np.errstate(invalid="ignore"):  # quiets signalling NaNs
            return wide.view(np.float32).astype(np.float64)

    def to_bits(self, array):
        return np.ascontiguousarray(array).view(self.bits)

    def order(self, array):
        """Consecutive integers for consecutive values, the same one for both
        zeros: a difference is a distance in units of the last place."""
        if self.is_integer:
            return array.astype(np.int64)
        magnitude = self.to_bits(array).astype(np.int64)
        sign = np.int64(1) << np.int64(self.bytes * 8 - 1)
        if self.bytes == 8:
            negative = magnitude < 0
            magnitude = magnitude & np.int64(0x7FFFFFFFFFFFFFFF)
        else:
            negative = (magnitude & sign) != 0
            magnitude = magnitude & ~sign
        return np.where(negative, -magnitude, magnitude)

    @property
    def nan_fill(self):
        """What fly-run fills `empty:` arguments with."""
        ones = np.full(1, -1, dtype=np.int64).view(self.bits)[0]
        return np.array([ones], dtype=self.bits).view(self.storage)[0]


def _bf16_from_float64(values):
    # Rounding to odd at f32 precision keeps enough information for the second
    # rounding to be the only one that counts.
    with np.errstate(over="ignore", invalid="ignore"):
        single = values.astype(np.float32)
    bits = single.view(np.uint32).astype(np.int64)
    back = single.astype(np.float64)
    finite = np.isfinite(values)
    # |single| > |value|: step down to the truncated neighbour.
    over = finite & (np.abs(back) > np.abs(values))
    bits = np.where(over, bits - 1, bits)
    inexact = finite & (back != values)
    bits = np.where(inexact, bits | 1, bits)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    nan = np.isnan(values)
    result = np.where(nan, 0x7FC0, rounded).astype(np.uint16)
    return result


F16 = DType("f16", np.dtype("<f2"), np.dtype("<u2"), 10, 65504.0)
BF16 = DType("bf16", np.dtype("<u2"), np.dtype("<u2"), 7, float(2.0**128 - 2.0**120))
F32 = DType("f32", np.dtype("<f4"), np.dtype("<u4"), 23, float(np.finfo("f4").max))
F64 = DType("f64", np.dtype("<f8"), np.dtype("<u8"), 52, float(np.finfo("f8").max))

I8 = DType("i8", np.dtype("i1"), np.dtype("i1"), 0, 127.0)
I32 = DType("i32", np.dtype("<i4"), np.dtype("<i4"), 0, float(2**31 - 1))
I64 = DType("i64", np.dtype("<i8"), np.dtype("<i8"), 0, float(2**63))

# What kernels compute on; labels and indices are integers.
DTYPES = {t.name: t for t in (F16, BF16, F32, F64)}
