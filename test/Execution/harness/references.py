# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the kernels should compute, in float64, with PyTorch's NaN rules."""

import numpy as np

from .dtypes import F32
from .tolerance import accumulator


def _quiet(function):
    def wrapped(*args):
        with np.errstate(all="ignore"):
            return function(*args)

    return wrapped


@_quiet
def softmax(x):
    if x.shape[1] == 0:
        return x.copy()
    exponential = np.exp(x - np.max(x, axis=1, keepdims=True))
    return exponential / np.sum(exponential, axis=1, keepdims=True)


@_quiet
def rms_norm(x, weight, eps):
    """(y, inv_rms). Squares overflow where f32 does, as documented."""
    square = x * x
    square[square > F32.max] = np.inf
    total = np.sum(square, axis=1, keepdims=True)
    total[total > F32.max] = np.inf
    inverse = 1.0 / np.sqrt(total / np.float64(x.shape[1]) + eps)
    return x * inverse * weight, inverse[:, 0]


@_quiet
def row_sum(x, dtype):
    """(sum, sum of magnitudes), overflowing where the accumulator does."""
    total = np.sum(x, axis=1)
    limit = accumulator(dtype).max
    total[total > limit] = np.inf
    total[total < -limit] = -np.inf
    return total, np.sum(np.abs(x), axis=1)


@_quiet
def amax(x):
    """NaN wins, as in PyTorch; the identity is -inf."""
    return np.max(x, axis=1, initial=-np.inf)


@_quiet
def amin(x):
    return np.min(x, axis=1, initial=np.inf)


@_quiet
def standardize(x, eps):
    """(y, variance): mean first, then the mean of centred squares."""
    count = np.float64(x.shape[1])
    centred = x - np.sum(x, axis=1, keepdims=True) / count
    variance = np.sum(centred * centred, axis=1) / count
    return centred / np.sqrt(variance + eps)[:, None], variance


@_quiet
def add(x, w):
    return x + w


@_quiet
def exp(x):
    return np.exp(x)


@_quiet
def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))
