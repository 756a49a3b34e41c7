# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The one place that says how far a result may be from the float64 reference.

A result passes if it lies between `round(ref - absolute)` and
`round(ref + absolute)`, widened by `ulps` units in the last place on both
sides. NaN and infinities must agree exactly. Every bound is relative to the
element or to the sum it belongs to: an all-zero output fails each of them.
"""

from dataclasses import dataclass

import numpy as np

from .dtypes import F32, F64

# Unit roundoff of the type that a kernel accumulates in.
ROUNDOFF = {"f32": 2.0**-24, "f64": 2.0**-53}

# The hardware's exp2 returns 0 instead of a subnormal f32.
FLUSHED = 2.0**-126

# Relative error of an f32 softmax: exponent, sum and quotient together.
SOFTMAX_F32 = 4e-6

# Relative error of a single f32 exponential over its whole range.
EXPONENTIAL_F32 = 1e-5

# 16-bit outputs: one unit in the last place for the double rounding through
# f32; a reciprocal or an approximate exponential may cost another one.
ULPS_16 = {False: 1, True: 2}


@dataclass(frozen=True)
class Tolerance:
    absolute: np.ndarray
    ulps: int


def accumulator(dtype):
    """The type in which a kernel of this type computes."""
    return F64 if dtype.name == "f64" else F32


def sum_error(dtype, cols):
    """Relative to the sum of magnitudes: covers any tree of partial sums."""
    roundoff = ROUNDOFF[accumulator(dtype).name]
    return 8 * roundoff * (1 + np.log2(max(cols, 1)))


def softmax(reference, dtype, fast):
    if dtype is F32:
        return Tolerance(SOFTMAX_F32 * np.abs(reference) + FLUSHED, 0)
    flushed = FLUSHED if dtype.name == "bf16" else 0.0
    return Tolerance(np.full(reference.shape, flushed), ULPS_16[fast])


def rms_norm(reference, dtype, cols, fast):
    # The square root halves the relative error of the sum; then follow a
    # division, an addition, rsqrt and two multiplications.
    relative = sum_error(dtype, cols) / 2 + 6 * ROUNDOFF["f32"]
    if dtype is F32:
        return Tolerance(relative * np.abs(reference) + FLUSHED, 0)
    return Tolerance(np.zeros(reference.shape), ULPS_16[fast])


def row_sum(magnitude, dtype, cols, fast):
    # Relative to the sum of magnitudes, since terms may cancel: that is the
    # error of the f32 accumulator, to which 16-bit outputs add their own.
    absolute = sum_error(dtype, cols) * magnitude
    return Tolerance(absolute, 0 if dtype in (F32, F64) else ULPS_16[fast])


def layer_norm(y, variance, x, dtype, cols):
    """(of y, of the variance). The mean's error shifts every element by the
    same amount and enters the variance squared only."""
    roundoff = ROUNDOFF["f32"]
    relative = sum_error(dtype, cols)
    magnitude = np.sum(np.abs(x), axis=1) / np.float64(x.shape[1])
    shift = (relative + 2 * roundoff) * magnitude
    spread = np.sqrt(variance)
    of_variance = (relative + 4 * roundoff) * variance + shift * (shift + spread)
    scale = 1 / np.sqrt(variance + 1e-5)
    of_y = shift[:, None] * scale[:, None] + np.abs(y) * (
        6 * roundoff + (of_variance / (variance + 1e-5))[:, None]
    )
    return (
        Tolerance(of_y, 0 if dtype is F32 else ULPS_16[False]),
        Tolerance(of_variance, 0),
    )


def elementwise(formula, reference, dtype):
    if formula == "add":
        # f32 is exact enough for a 16-bit sum to be rounded once.
        return Tolerance(np.zeros(reference.shape), 0)
    if dtype is not F32:
        return Tolerance(np.full(reference.shape, FLUSHED), ULPS_16[False])
    # The argument's rounding error counts up to 88 times.
    return Tolerance(EXPONENTIAL_F32 * np.abs(reference) + FLUSHED, 0)


def exact(reference):
    """One of the inputs is the result: nothing is rounded."""
    return Tolerance(np.zeros(reference.shape), 0)


def mismatches(actual, reference, dtype, tolerance):
    """Where `actual` (storage type) is not what `reference` allows."""
    value = dtype.to_float64(actual)
    absolute = np.nan_to_num(tolerance.absolute, nan=0.0, posinf=0.0)
    exact = dtype.from_float64(reference)
    low = dtype.from_float64(reference - absolute)
    high = dtype.from_float64(reference + absolute)
    order = dtype.order(actual)
    inside = (order >= dtype.order(low) - tolerance.ulps) & (
        order <= dtype.order(high) + tolerance.ulps
    )
    # Infinite for certain: no finite value is near, not even the largest.
    certain = (
        np.isinf(dtype.to_float64(low))
        & np.isinf(dtype.to_float64(high))
        & np.isinf(dtype.to_float64(exact))
    )
    good = np.where(certain, order == dtype.order(exact), inside)
    # Beyond the largest finite value only infinity is left in the order.
    good &= ~np.isnan(value) & ~np.isnan(reference)
    good |= np.isnan(value) & np.isnan(reference)
    return ~good
