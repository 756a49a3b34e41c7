# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels of examples/: their arguments, references and tolerances."""

import os

import numpy as np

from . import data, references, tolerance
from .device import Buffer, Scalar
from .dtypes import F32
from .formulas import FORMULAS

EPSILON = "1e-5"

INPUTS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "Inputs")


def path_of(spec, examples):
    """Kernels that are no examples live next to the tests."""
    own = os.path.join(INPUTS, spec.file)
    return own if os.path.exists(own) else os.path.join(examples, spec.file)


class Kernel:
    # Terms of its sums cancel: an element may be off by more than usual.
    cancels = False
    # Leading dimension of the 3-D arrays that the matrix is split into.
    batches = 1
    # How the kernel takes its columns: full, loop or grid.
    columns = "full"
    # Numbers of rows that show what the kernel does with them.
    rows = (7, 3, 1, 2)
    # Whether its sizes may be known at run time only.
    dynamic = True


class Softmax(Kernel):
    formula = "softmax"
    file = "softmax.mlir"
    reductions = 2

    def __init__(self, name):
        self.name = name

    def fast(self, dtype):
        """Whether the kernel's fast-math flags allow a reciprocal."""
        return self.name == "softmax" and dtype is not F32

    def row_kinds(self, dtype):
        return data.SPECIAL_ROWS

    def arguments(self, rng, x, dtype, pad, offset):
        return [
            Buffer(dtype, x.shape, x, pad, offset),
            Buffer(dtype, x.shape, None, pad, offset),
        ]

    def expected(self, arguments):
        """Output position -> (reference, dtype, tolerance)."""
        x = arguments[0]
        reference = references.softmax(x.dtype.to_float64(x.values))
        bound = tolerance.softmax(reference, x.dtype, self.fast(x.dtype))
        return {1: (reference, x.dtype, bound)}


class RmsNorm(Kernel):
    formula = "rms_norm"
    file = "rms_norm.mlir"
    reductions = 1

    def __init__(self, name):
        self.name = name

    def fast(self, dtype):
        return dtype is not F32

    def row_kinds(self, dtype):
        # f16 can't hold 1e20.
        huge = () if dtype.max < 1e20 else ("huge",)
        return data.SPECIAL_ROWS + ("zero", "large") + huge

    def arguments(self, rng, x, dtype, pad, offset):
        weight = dtype.from_float64(rng.standard_normal(x.shape[1]))
        arguments = [
            Buffer(dtype, x.shape, x, pad, offset),
            Buffer(dtype, weight.shape, weight, 0, offset),
            Scalar(f"f32:{EPSILON}"),
            Buffer(dtype, x.shape, None, pad, offset),
        ]
        if self.name == "rms_norm":
            arguments.append(Buffer(F32, (x.shape[0],), None, 0, offset))
        return arguments

    def expected(self, arguments):
        x, weight = arguments[0], arguments[1]
        eps = np.float64(np.float32(EPSILON))
        y, inverse = references.rms_norm(
            x.dtype.to_float64(x.values), weight.dtype.to_float64(weight.values), eps
        )
        cols = x.shape[1]
        fast = self.fast(x.dtype)
        result = {3: (y, x.dtype, tolerance.rms_norm(y, x.dtype, cols, fast))}
        if len(arguments) == 5:
            bound = tolerance.rms_norm(inverse, F32, cols, fast)
            result[4] = (inverse, F32, bound)
        return result


class Sum(Kernel):
    name = "sum"
    cancels = True
    formula = "sum"
    file = "sum.mlir"
    reductions = 1

    def fast(self, dtype):
        return dtype.bytes == 2

    def row_kinds(self, dtype):
        return data.SPECIAL_ROWS

    def arguments(self, rng, x, dtype, pad, offset):
        return [
            Buffer(dtype, x.shape, x, pad, offset),
            Buffer(dtype, (x.shape[0],), None, 0, offset),
        ]

    def expected(self, arguments):
        x = arguments[0]
        total, magnitude = references.row_sum(x.dtype.to_float64(x.values), x.dtype)
        bound = tolerance.row_sum(magnitude, x.dtype, x.shape[1], self.fast(x.dtype))
        return {1: (total, x.dtype, bound)}


class Extremum(Kernel):
    file = "extrema.mlir"
    reductions = 1

    def __init__(self, name):
        self.name = self.formula = name

    def fast(self, dtype):
        return False

    def row_kinds(self, dtype):
        return data.SPECIAL_ROWS

    def arguments(self, rng, x, dtype, pad, offset):
        return [
            Buffer(dtype, x.shape, x, pad, offset),
            Buffer(dtype, (x.shape[0],), None, 0, offset),
        ]

    def expected(self, arguments):
        x = arguments[0]
        function = getattr(references, self.formula)
        reference = function(x.dtype.to_float64(x.values))
        return {1: (reference, x.dtype, tolerance.exact(reference))}


class Standardize(Kernel):
    name = formula = "standardize"
    file = "standardize.mlir"
    reductions = 2

    def fast(self, dtype):
        return False

    def row_kinds(self, dtype):
        return ("shifted", "normal")

    def arguments(self, rng, x, dtype, pad, offset):
        return [
            Buffer(dtype, x.shape, x, pad, offset),
            Scalar(f"f32:{EPSILON}"),
            Buffer(dtype, x.shape, None, pad, offset),
            Buffer(F32, (x.shape[0],), None, 0, offset),
        ]

    def expected(self, arguments):
        x = arguments[0]
        values = x.dtype.to_float64(x.values)
        y, variance = references.standardize(values, np.float64(np.float32(EPSILON)))
        cols = x.shape[1]
        bound = tolerance.layer_norm(y, variance, values, x.dtype, cols)
        return {2: (y, x.dtype, bound[0]), 3: (variance, F32, bound[1])}


class Elementwise(Kernel):
    file = "elementwise.mlir"
    reductions = 0
    columns = "grid"

    def __init__(self, name, inputs=1):
        self.name = self.formula = name
        self.inputs = inputs

    def fast(self, dtype):
        return False

    def row_kinds(self, dtype):
        return data.SPECIAL_ROWS + ("thresholds",)

    def arguments(self, rng, x, dtype, pad, offset):
        others = [
            dtype.from_float64(rng.standard_normal(x.shape))
            for _ in range(1, self.inputs)
        ]
        inputs = [Buffer(dtype, v.shape, v, pad, offset) for v in (x, *others)]
        return inputs + [Buffer(dtype, x.shape, None, pad, offset)]

    def expected(self, arguments):
        inputs = arguments[: self.inputs]
        values = [a.dtype.to_float64(a.values) for a in inputs]
        reference = getattr(references, self.formula)(*values)
        dtype = inputs[0].dtype
        bound = tolerance.elementwise(self.formula, reference, dtype)
        return {self.inputs: (reference, dtype, bound)}


KERNELS = {
    k.name: k
    for k in (
        Softmax("softmax"),
        Softmax("softmax_decomposed"),
        RmsNorm("rms_norm"),
        RmsNorm("rms_norm_inference"),
        Sum(),
        Extremum("amax"),
        Extremum("amin"),
        Standardize(),
        Elementwise("add", inputs=2),
        Elementwise("exp"),
        Elementwise("sigmoid"),
        *FORMULAS,
    )
}
