# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that are one NumPy function of their arguments.

Evaluated in float64 the function is the reference, in float32 it stands in for
the kernel in the self-test. It returns one (value, error) pair per output: how
far f32 arithmetic may be from the value, without the rounding to a 16-bit type.
"""

import numpy as np

from . import data, tolerance
from .device import Buffer, Scalar
from .dtypes import F32, I8, I32, I64
from .tolerance import EXPONENTIAL_F32, FLUSHED, ROUNDOFF, SOFTMAX_F32, Tolerance

U = ROUNDOFF["f32"]

# Rows that one workgroup of a backward kernel adds up.
PART = 32


def _sum_error(cols):
    return tolerance.sum_error(F32, cols)


class Formula:
    """`inputs` and `outputs` say what follows the matrix x: "matrix",
    "probabilities", "weight" (one per column), "labels" (of rows), "row" (one
    f32 per row), "row:x" (of x's type), "matrix:i8", "position" (one i32 per row), "parts" (one f32 per column and PART
    rows) or "f32:VALUE", a scalar."""

    def __init__(
        self,
        name,
        file,
        function,
        inputs=(),
        outputs=("matrix",),
        reductions=0,
        columns="full",
        kinds=data.FINITE_ROWS,
        prepare=None,
        cancels=False,
        batches=1,
        rounds=False,
        rows=(7, 3, 1, 2),
        dynamic=True,
        exact=False,
    ):
        self.name = self.formula = name
        self.file = file
        self.function = function
        self.inputs = inputs
        self.outputs = outputs
        self.reductions = reductions
        # How the kernel takes its columns: full, loop, grid, or persistent (a
        # full axis that must fit registers).
        self.columns = columns
        self.kinds = kinds
        self.prepare = prepare
        # Terms of its sums cancel: an element may be off by more than usual.
        self.cancels = cancels
        # Leading dimensions of the 3-D arrays that the matrix is split into.
        self.batches = batches
        # `function` also takes `rounded`, the conversion to x's type and back.
        self.rounds = rounds
        # Numbers of rows that show what the kernel does with them.
        self.rows = rows
        # Whether its sizes may be known at run time only.
        self.dynamic = dynamic
        # Its results are some of its inputs: nothing is rounded.
        self.exact = exact

    def fast(self, dtype):
        return dtype.bytes == 2

    def row_kinds(self, dtype):
        return self.kinds

    def _input(self, kind, rng, shape, dtype):
        """(type, values) of an argument that follows x."""
        rows, cols = shape
        if kind == "labels":
            return I64, rng.integers(0, max(cols, 1), rows)
        if kind == "probabilities":
            return dtype, dtype.from_float64(rng.random(shape))
        if kind == "row":
            return F32, F32.from_float64(0.5 + rng.random(rows))
        sizes = {"matrix": shape, "weight": (cols,)}
        values = rng.standard_normal(sizes[kind])
        if kind == "matrix" and self.prepare:
            values = self.prepare(values)
        return dtype, dtype.from_float64(values)

    def arguments(self, rng, x, dtype, pad, offset):
        if self.prepare:
            x = dtype.from_float64(self.prepare(dtype.to_float64(x)))
        rows, cols = x.shape

        def buffer(of, shape, values=None):
            if len(shape) == 1:
                return Buffer(of, shape, values, 0, offset)
            if self.batches > 1:
                shape = (self.batches, rows // self.batches, cols)
                values = None if values is None else values.reshape(shape)
            return Buffer(of, shape, values, pad, offset)

        arguments = [buffer(dtype, x.shape, x)]
        for kind in self.inputs:
            if kind.startswith("f32:"):
                arguments.append(Scalar(kind))
                continue
            of, values = self._input(kind, rng, x.shape, dtype)
            arguments.append(buffer(of, values.shape, values))
        for kind in self.outputs:
            if kind in ("matrix", "matrix:i8"):
                of = dtype if kind == "matrix" else I8
                arguments.append(buffer(of, x.shape))
            elif kind == "parts":
                arguments.append(buffer(F32, (-(-rows // PART), cols)))
            elif kind == "weight":
                arguments.append(buffer(dtype, (cols,)))
            else:
                of = {"row:x": dtype, "position": I32}.get(kind, F32)
                arguments.append(buffer(of, (rows,)))
        return arguments

    def _evaluate(self, arguments, compute):
        """Output position -> (value, error), computed in the type `compute`."""
        first = 1 + len(self.inputs)
        values = []
        for argument in arguments[:first]:
            if isinstance(argument, Scalar):
                value = np.float32(argument.text.split(":")[1]).astype(compute)
            elif argument.dtype is I64:
                value = argument.values
            else:
                value = argument.dtype.to_float64(argument.values).astype(compute)
            values.append(value)
        dtype = arguments[0].dtype
        options = {}
        if self.rounds:
            options["rounded"] = lambda v: dtype.to_float64(
                dtype.from_float64(v)
            ).astype(compute)
        with np.errstate(all="ignore"):
            return dict(enumerate(self.function(*values, **options), first))

    def expected(self, arguments):
        """Output position -> (reference, dtype, tolerance)."""
        fast = self.fast(arguments[0].dtype)
        expected = {}
        for position, (value, error) in self._evaluate(arguments, np.float64).items():
            dtype = arguments[position].dtype
            exact = dtype is F32 or dtype.is_integer or self.exact
            ulps = 0 if exact else tolerance.ULPS_16[fast]
            error = np.broadcast_to(error, value.shape)
            expected[position] = (value, dtype, Tolerance(error, ulps))
        return expected

    def emulate(self, arguments):
        """What f32 arithmetic gives: output position -> storage type."""
        results = self._evaluate(arguments, np.float32)
        return {
            position: arguments[position].dtype.from_float64(value)
            for position, (value, _) in results.items()
        }


def _column(row):
    return row[..., None]


def softmax(x):
    top = np.max(x, axis=-1, keepdims=True, initial=-np.inf)
    e = np.exp(x - top)
    y = e / np.sum(e, axis=-1, keepdims=True)
    return [(y, SOFTMAX_F32 * np.abs(y) + FLUSHED)]


def row_sum(x):
    magnitude = np.sum(np.abs(x), axis=1)
    return [(np.sum(x, axis=1), _sum_error(x.shape[1]) * magnitude)]


def _layer_norm(x, eps):
    """(centred / deviation, its error), (mean, error), (1 / deviation, error)."""
    count = x.dtype.type(x.shape[1])
    mean = np.sum(x, axis=1) / count
    centred = x - _column(mean)
    variance = np.sum(centred * centred, axis=1) / count
    rstd = 1 / np.sqrt(variance + eps)
    of_y, of_variance = tolerance.layer_norm(
        centred * _column(rstd), variance, x, F32, x.shape[1]
    )
    of_mean = (_sum_error(x.shape[1]) + 2 * U) * np.sum(np.abs(x), axis=1) / count
    relative = of_variance.absolute / (variance + eps) / 2 + 4 * U
    return (
        (centred * _column(rstd), of_y.absolute),
        (mean, of_mean),
        (rstd, relative * rstd),
    )


def layer_norm(x, weight, bias, eps):
    (normed, error), mean, rstd = _layer_norm(x, eps)
    scaled = normed * weight
    error = error * np.abs(weight) + 3 * U * (np.abs(scaled) + np.abs(bias))
    return [(scaled + bias, error), mean, rstd]


def layer_norm_nobias(x, weight, eps):
    return layer_norm(x, weight, np.zeros_like(weight), eps)


def welford(x, weight, bias, eps):
    # Merging chunks costs a few more roundings of the mean and the variance.
    y, error = layer_norm(x, weight, bias, eps)[0]
    return [(y, 2 * error)]


def kl_div(x, target, eps):
    log = np.log(np.maximum(target, eps))
    loss = target * (log - x)
    # The logarithm near 1 has an absolute error.
    magnitude = np.abs(target) * (np.abs(log) + np.abs(x) + 1)
    total = np.sum(loss, axis=1)
    error = (_sum_error(x.shape[1]) + 8 * U) * np.sum(magnitude, axis=1)
    return [(total, error)]


def kl_div_none(x, target, eps):
    log = np.log(np.maximum(target, eps))
    magnitude = np.abs(target) * (np.abs(log) + np.abs(x) + 1)
    return [(target * (log - x), 8 * U * magnitude)]


def kl_div_log_target(x, target):
    p = np.exp(target)
    magnitude = np.sum(p * (np.abs(target) + np.abs(x)), axis=1)
    error = (_sum_error(x.shape[1]) + EXPONENTIAL_F32) * magnitude
    return [(np.sum(p * (target - x), axis=1), error + FLUSHED)]


def _loss_and_gradient(loss, loss_magnitude, dx, dx_magnitude, scale):
    relative = _sum_error(loss.shape[1]) + 2 * EXPONENTIAL_F32
    return [
        (scale * np.sum(v, axis=1), scale * relative * np.sum(m, axis=1) + FLUSHED)
        for v, m in ((loss, loss_magnitude), (dx, dx_magnitude))
    ]


def jsd(x, y, beta, scale):
    q, p = np.exp(x), np.exp(y)
    bp, rq = beta * p, (1 - beta) * q
    log = np.log(bp + rq)
    dx = rq * (x - log)
    loss = bp * (y - log) + dx
    of_dx = rq * (np.abs(x) + np.abs(log) + 1)
    of_loss = bp * (np.abs(y) + np.abs(log) + 1) + of_dx
    return _loss_and_gradient(loss, of_loss, dx, of_dx, scale)


def jsd_forward(x, y, scale):
    p = np.exp(y)
    magnitude = p * (np.abs(y) + np.abs(x))
    return _loss_and_gradient(p * (y - x), magnitude, -p, p, scale)


def jsd_reverse(x, y, scale):
    q = np.exp(x)
    loss = q * (x - y)
    magnitude = q * (np.abs(y) + np.abs(x))
    return _loss_and_gradient(loss, magnitude, loss + q, magnitude + q, scale)


def _gated(a, b, exponent, steps):
    """a * b / (1 + exp(exponent)). Beyond 88 the exponential overflows, so that
    a tiny result becomes 0."""
    y = a / (1 + np.exp(exponent)) * b
    return [(y, steps * EXPONENTIAL_F32 * np.abs(y) + 256 * FLUSHED * np.abs(b))]


def swiglu(a, b):
    return _gated(a, b, -a, 1)


def geglu(a, b):
    k, s = a.dtype.type(0.044715), a.dtype.type(1.5957691216057308)
    return _gated(a, b, -s * (a * (1 + k * (a * a))), 4)


def cross_entropy(x, labels):
    own = np.zeros(x.shape[0], dtype=x.dtype)
    if x.shape[1]:
        own = x[np.arange(x.shape[0]), labels]
    top = np.max(x, axis=1, initial=-np.inf)
    total = np.sum(np.exp(x - _column(top)), axis=1)
    error = _sum_error(x.shape[1]) + 2 * EXPONENTIAL_F32
    error = error + 4 * U * (np.abs(top) + np.log(total) + np.abs(own))
    return [(top + np.log(total) - own, error)]


def residual_rms_norm(x, residual, weight, eps, rounded):
    total = rounded(x + residual)
    squares = np.sum(total * total, axis=1) / total.dtype.type(x.shape[1])
    y = total * _column(1 / np.sqrt(squares + eps)) * weight
    relative = _sum_error(x.shape[1]) / 2 + 6 * U
    return [(y, relative * np.abs(y) + FLUSHED), (total, 0.0)]


def softmax_backward(y, dy):
    terms = y * dy
    s = _column(np.sum(terms, axis=1))
    of_s = _column(np.sum(np.abs(terms), axis=1)) * _sum_error(y.shape[1])
    d = dy - s
    error = np.abs(y) * (of_s + 4 * U * (np.abs(dy) + np.abs(s)))
    return [(y * d, error + FLUSHED)]


def _parts(terms):
    """Sums of PART rows each, and their errors."""
    starts = range(0, terms.shape[0], PART)
    shape = (len(starts), terms.shape[1])
    sums = [np.sum(terms[i : i + PART], axis=0) for i in starts]
    sizes = [np.sum(np.abs(terms[i : i + PART]), axis=0) for i in starts]
    error = (2 * PART + 8) * U * np.array(sizes).reshape(shape)
    return np.array(sums).reshape(shape), error


def rms_norm_backward_dx(x, weight, dy, inv):
    inv = _column(inv)
    wdy = weight * dy
    terms = wdy * x
    factor = inv * inv * _column(np.sum(terms, axis=1)) / x.dtype.type(x.shape[1])
    magnitude = _column(np.sum(np.abs(terms), axis=1)) / x.shape[1]
    of_factor = (_sum_error(x.shape[1]) + 6 * U) * inv * inv * magnitude
    error = inv * (of_factor * np.abs(x) + 6 * U * np.abs(wdy) + 4 * U * np.abs(x * factor))
    return [((wdy - x * factor) * inv, error)]


def rms_norm_backward_dweight(x, dy, inv):
    return [_parts(dy * (x * _column(inv)))]


def rms_norm_backward(x, weight, dy, inv):
    return rms_norm_backward_dx(x, weight, dy, inv) + rms_norm_backward_dweight(
        x, dy, inv
    )


def layer_norm_backward_dx(x, weight, dy, mean, rstd):
    rstd = _column(rstd)
    xhat = (x - _column(mean)) * rstd
    count = x.dtype.type(x.shape[1])
    wdy = weight * dy
    c1 = _column(np.sum(wdy * xhat, axis=1)) / count
    c2 = _column(np.sum(wdy, axis=1)) / count
    relative = _sum_error(x.shape[1]) + 6 * U
    of_c1 = relative * _column(np.sum(np.abs(wdy * xhat), axis=1)) / count
    of_c2 = relative * _column(np.sum(np.abs(wdy), axis=1)) / count
    error = of_c1 * np.abs(xhat) + of_c2
    error = error + 8 * U * (np.abs(wdy) + np.abs(xhat * c1) + np.abs(c2))
    return [((wdy - (xhat * c1 + c2)) * rstd, error * rstd)]


def layer_norm_backward_dweight(x, dy, mean, rstd):
    xhat = (x - _column(mean)) * _column(rstd)
    return [_parts(dy * xhat), _parts(dy)]


def layer_norm_backward(x, weight, dy, mean, rstd):
    return layer_norm_backward_dx(
        x, weight, dy, mean, rstd
    ) + layer_norm_backward_dweight(x, dy, mean, rstd)


def column_sum(x):
    error = 2 * max(x.shape[0], 1) * U * np.sum(np.abs(x), axis=0)
    return [(np.sum(x, axis=0), error)]


def swiglu_backward(a, b, dc):
    s = 1 / (1 + np.exp(-a))
    slope = s * (1 + a * (1 - s))
    relative = 2 * EXPONENTIAL_F32
    of_slope = relative * s * (1 + np.abs(a) * (1 - s)) + 4 * U * s * np.abs(a)
    return [
        (dc * b * slope, np.abs(dc * b) * (of_slope + 256 * FLUSHED)),
        (dc * (a * s), np.abs(dc) * (relative * np.abs(a * s) + 256 * FLUSHED)),
    ]


def geglu_backward(a, b, dc):
    k, c = a.dtype.type(0.044715), a.dtype.type(1.5957691216057308)
    s = 1 / (1 + np.exp(-c * (a * (1 + k * (a * a)))))
    du = c * (1 + 3 * (k * (a * a)))
    change = (a * s) * (1 - s) * du
    relative = 8 * EXPONENTIAL_F32
    of_slope = relative * (s + np.abs(change)) + 8 * U * np.abs(a * s * du)
    return [
        (dc * b * (s + change), np.abs(dc * b) * (of_slope + 2**14 * FLUSHED)),
        (dc * (a * s), np.abs(dc) * (relative * np.abs(a * s) + 256 * FLUSHED)),
    ]


def _extreme(x, function, start):
    """Values and positions as torch.max and torch.min give them."""
    if x.shape[1] == 0:
        rows = x.shape[0]
        return [(np.full(rows, start), 0.0), (np.full(rows, 2.0**31 - 1), 0.0)]
    # Both NumPy functions stop at the first NaN.
    at = function(x, axis=1)
    return [(x[np.arange(x.shape[0]), at], 0.0), (at.astype(np.float64), 0.0)]


def argmax(x):
    return _extreme(x, np.argmax, -np.inf)


def argmin(x):
    return _extreme(x, np.argmin, np.inf)


def prod(x):
    # Products of many factors leave f32's range; each rounding is relative.
    with np.errstate(over="ignore", under="ignore"):
        y = np.prod(x, axis=1)
    y = np.where(np.abs(y) > F32.max, np.sign(y) * np.inf, y)
    return [(y, 2 * max(x.shape[1], 1) * U * np.abs(y) + FLUSHED)]


def row_statistics(x):
    count = x.dtype.type(x.shape[1])
    # The merged mean of nothing is its identity.
    mean = np.sum(x, axis=1) / np.maximum(count, 1)
    centred = x - _column(mean)
    variance = np.sum(centred * centred, axis=1) / count
    _, of_variance = tolerance.layer_norm(centred, variance, x, F32, x.shape[1])
    of_mean = (_sum_error(x.shape[1]) + 4 * U) * np.sum(np.abs(x), axis=1) / count
    return [(mean, of_mean), (variance, 2 * of_variance.absolute + FLUSHED)]


def rms_norm_quantized(x, weight, eps):
    squares = np.sum(x * x, axis=1) / x.dtype.type(x.shape[1])
    y = x * _column(1 / np.sqrt(squares + eps)) * weight
    scale = np.max(np.abs(y), axis=1, initial=0) / x.dtype.type(127)
    scale = np.maximum(scale, x.dtype.type(1e-30))
    relative = _sum_error(x.shape[1]) / 2 + 8 * U
    # Not rounded to an integer yet: the comparison does that to both bounds.
    q = y / _column(scale)
    return [(q, 2 * relative * np.abs(q)), (scale, relative * scale)]


SPECIAL = data.SPECIAL_ROWS
NORM = ("shifted", "normal", "large")

# Rows of few and of many workgroups, the last of them part of one.
PARTS = {"rows": (65, 3, 33, 32), "cancels": True, "kinds": NORM}

LOSS = {"columns": "loop", "cancels": True, "prepare": lambda v: -np.abs(v)}

FORMULAS = (
    Formula("batch_softmax", "batch_softmax.mlir", softmax, reductions=2,
            kinds=SPECIAL, batches=2),
    Formula("softmax_two_pass", "softmax_two_pass.mlir", softmax, reductions=4,
            kinds=SPECIAL, columns="loop"),
    *(
        Formula(name, "long_sum.mlir", row_sum, outputs=("row:x",), reductions=1,
                columns=columns, kinds=SPECIAL, cancels=True)
        for name, columns in (
            ("long_sum", "full"), ("long_sum_looped", "full"),
            ("long_sum_manual", "loop"),
        )
    ),
    Formula("layer_norm", "layer_norm.mlir", layer_norm,
            ("weight", "weight", "f32:1e-5"), ("matrix", "row", "row"),
            reductions=2, kinds=NORM, cancels=True),
    Formula("layer_norm_nobias", "layer_norm.mlir", layer_norm_nobias,
            ("weight", "f32:1e-5"), ("matrix", "row", "row"), reductions=2,
            kinds=NORM, cancels=True),
    Formula("welford", "welford.mlir", welford, ("weight", "weight", "f32:1e-5"),
            reductions=3, columns="loop", kinds=NORM, cancels=True),
    Formula("residual_rms_norm", "residual_rms_norm.mlir", residual_rms_norm,
            ("matrix", "weight", "f32:1e-5"), ("matrix", "matrix"), reductions=1,
            kinds=SPECIAL + ("zero",), rounds=True),
    Formula("rms_norm_quantized", "rms_norm_quantized.mlir", rms_norm_quantized,
            ("weight", "f32:1e-5"), ("matrix:i8", "row"), reductions=2,
            kinds=("low", "normal", "large", "zero")),
    Formula("kl_div", "kl_div.mlir", kl_div, ("probabilities", "f32:1e-10"), ("row",),
            reductions=1, **LOSS),
    Formula("kl_div_log_target", "kl_div.mlir", kl_div_log_target, ("matrix",),
            ("row",), reductions=1, **LOSS),
    Formula("kl_div_none", "kl_div.mlir", kl_div_none, ("probabilities", "f32:1e-10"),
            **{**LOSS, "columns": "grid"}),
    Formula("jsd", "jsd.mlir", jsd, ("matrix", "f32:0.25", "f32:0.125"),
            ("row", "row"), reductions=2, **LOSS),
    Formula("jsd_forward", "jsd.mlir", jsd_forward, ("matrix", "f32:0.125"),
            ("row", "row"), reductions=2, **LOSS),
    Formula("jsd_reverse", "jsd.mlir", jsd_reverse, ("matrix", "f32:0.125"),
            ("row", "row"), reductions=2, **LOSS),
    Formula("swiglu", "glu.mlir", swiglu, ("matrix",), columns="grid",
            kinds=SPECIAL + ("thresholds",)),
    Formula("geglu", "glu.mlir", geglu, ("matrix",), columns="grid",
            kinds=SPECIAL + ("thresholds",)),
    Formula("softmax_backward", "softmax_backward.mlir", softmax_backward,
            ("matrix",), reductions=1, cancels=True),
    Formula("rms_norm_backward", "rms_norm_backward.mlir", rms_norm_backward,
            ("weight", "matrix", "row"), ("matrix", "parts"), reductions=1,
            columns="persistent", dynamic=False, **PARTS),
    Formula("rms_norm_backward_dx", "rms_norm_backward.mlir",
            rms_norm_backward_dx, ("weight", "matrix", "row"), reductions=1,
            kinds=NORM, cancels=True),
    Formula("rms_norm_backward_dweight", "rms_norm_backward.mlir",
            rms_norm_backward_dweight, ("matrix", "row"), ("parts",),
            columns="grid", **PARTS),
    Formula("layer_norm_backward", "layer_norm_backward.mlir",
            layer_norm_backward, ("weight", "matrix", "row", "row"),
            ("matrix", "parts", "parts"), reductions=2, columns="persistent",
            dynamic=False, **PARTS),
    Formula("layer_norm_backward_dx", "layer_norm_backward.mlir",
            layer_norm_backward_dx, ("weight", "matrix", "row", "row"),
            reductions=2, kinds=NORM, cancels=True),
    Formula("layer_norm_backward_dweight", "layer_norm_backward.mlir",
            layer_norm_backward_dweight, ("matrix", "row", "row"),
            ("parts", "parts"), columns="grid", **PARTS),
    Formula("column_sum", "column_sum.mlir", column_sum, outputs=("weight",),
            columns="grid", rows=(65, 3, 1, 32), cancels=True, kinds=SPECIAL),
    Formula("swiglu_backward", "glu_backward.mlir", swiglu_backward,
            ("matrix", "matrix"), ("matrix", "matrix"), columns="grid",
            cancels=True),
    Formula("geglu_backward", "glu_backward.mlir", geglu_backward,
            ("matrix", "matrix"), ("matrix", "matrix"), columns="grid",
            cancels=True),
    Formula("argmax", "arg_extrema.mlir", argmax, outputs=("row:x", "position"),
            reductions=1, kinds=SPECIAL + ("ties",), exact=True),
    Formula("argmin", "arg_extrema.mlir", argmin, outputs=("row:x", "position"),
            reductions=1, kinds=SPECIAL + ("ties",), exact=True),
    Formula("prod", "extrema.mlir", prod, outputs=("row:x",), reductions=1,
            kinds=("near one", "twos"), cancels=True),
    Formula("row_statistics", "row_statistics.mlir", row_statistics,
            outputs=("row", "row"), reductions=1, kinds=NORM, cancels=True),
    Formula("cross_entropy", "cross_entropy.mlir", cross_entropy, ("labels",),
            ("row",), reductions=3, kinds=SPECIAL, cancels=True),
)  # fmt: skip
