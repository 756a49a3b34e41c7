# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows on which wrong masks, identities and NaN rules show."""

import zlib

import numpy as np


def _normal(rng, cols):
    return rng.standard_normal(cols)


def _low(rng, cols):
    # A padded 0 would win the maximum, and exp(0 - max) swamp the sum.
    return -20.0 + rng.uniform(-1.0, 1.0, cols)


def _high(rng, cols):
    # exp overflows unless the maximum is subtracted.
    return 60.0 + rng.uniform(-1.0, 1.0, cols)


def _some_minus_inf(rng, cols):
    row = rng.standard_normal(cols)
    row[rng.random(cols) < 0.3] = -np.inf
    if cols:
        row[rng.integers(cols)] = rng.standard_normal()
    return row


def _one_nan(rng, cols):
    row = rng.standard_normal(cols)
    if cols:
        row[rng.integers(cols)] = np.nan
    return row


def _one_inf(rng, cols):
    row = rng.standard_normal(cols)
    if cols:
        row[rng.integers(cols)] = np.inf
    return row


def _minus_inf(rng, cols):
    return np.full(cols, -np.inf)


def _plus_inf(rng, cols):
    return np.full(cols, np.inf)


def _zero(rng, cols):
    return np.zeros(cols)


def _large(rng, cols):
    # Squares overflow in f16, not in f32.
    return 300.0 + rng.uniform(-1.0, 1.0, cols)


def _huge(rng, cols):
    # Squares overflow in f32: the result is documented, as PyTorch's.
    return np.full(cols, 1e20)


def _shifted(rng, cols):
    # A mean well away from 0: x - mean is not 0 in padded lanes.
    return -2.3 + 0.5 * rng.standard_normal(cols)


def _thresholds(rng, cols):
    # Around the ends of the exponential's range.
    edges = (0.0, 1.0, 20.0, 88.0, 89.0, 104.0, np.inf)
    values = np.array([s * e for e in edges for s in (1.0, -1.0)] + [np.nan])
    return np.resize(values, cols)


def _ties(rng, cols):
    # Every value many times: only the position tells them apart.
    return rng.integers(-2, 3, cols).astype(np.float64)


def _near_one(rng, cols):
    # Their product stays in range however many there are, and a padded 0 shows.
    return np.exp(rng.uniform(-1.0, 1.0, cols) / np.sqrt(max(cols, 1)))


def _twos(rng, cols):
    # A padded 1 would be invisible in a product of ones.
    return np.where(np.arange(cols) < 12, 2.0, 1.0)


ROW_KINDS = {
    "low": _low,
    "normal": _normal,
    "high": _high,
    "some -inf": _some_minus_inf,
    "NaN": _one_nan,
    "+inf": _one_inf,
    "-inf": _minus_inf,
    "all-inf": _plus_inf,
    "zero": _zero,
    "large": _large,
    "huge": _huge,
    "shifted": _shifted,
    "thresholds": _thresholds,
    "ties": _ties,
    "near one": _near_one,
    "twos": _twos,
}

# Consecutive rows take consecutive kinds; the most telling come first.
SPECIAL_ROWS = ("low", "normal", "high", "some -inf", "NaN", "+inf", "-inf")
FINITE_ROWS = ("low", "normal", "high")


def rng_for(*key):
    """A generator that depends on the key only, so that a case can be repeated
    alone."""
    return np.random.default_rng(zlib.crc32(repr(key).encode()))


def rows(rng, dtype, count, cols, kinds, first):
    values = np.zeros((count, cols))
    for r in range(count):
        kind = kinds[(first + r) % len(kinds)]
        values[r] = ROW_KINDS[kind](rng, cols)
    return dtype.from_float64(values)
