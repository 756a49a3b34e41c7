# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that the comparison can fail, and that it doesn't without a reason."""

import io
import math
import unittest

import numpy as np

from . import data, tolerance
from .cases import Case, differences
from .device import Buffer
from .dtypes import BF16, DTYPES, F16, F32
from .emulation import Emulation
from .formulas import Formula
from .kernels import KERNELS
from .suites import LENGTHS, SUITES

# Standardization is tested on its own: its elements cancel around the mean.
COMBINATIONS = [
    (kernel, dtype)
    for kernel in KERNELS
    for dtype in ("f32", "f16", "bf16", "f64")
    if kernel != "standardize" and (dtype != "f64" or kernel == "sum")
]


def _lengths(kernel):
    if isinstance(KERNELS[kernel], Formula):
        return (1, 3, 65, 1000)
    return [n for n in LENGTHS if n <= 1025 or n == 6244]


def _rejected(case, outputs):
    return bool(differences(case, case.inputs(), outputs))


class Conversions(unittest.TestCase):
    def test_bf16_rounds_to_nearest_even(self):
        # 1 + 2^-8 is halfway between neighbours, 1 + 2^-8 + 2^-40 is not: going
        # through f32 would lose the difference.
        for value, bits in (
            (1.0, 0x3F80),
            (1.0 + 2.0**-8, 0x3F80),
            (1.0 + 2.0**-8 + 2.0**-40, 0x3F81),
            (1.0 + 3 * 2.0**-8, 0x3F82),
            (-(1.0 + 2.0**-8 + 2.0**-40), 0xBF81),
            (1.0 + 3 * 2.0**-8 - 2.0**-40, 0x3F81),
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (2.0**-133, 0x0001),
            (2.0**-134, 0x0000),
            (2.0**-134 * 1.5, 0x0001),
            (BF16.max, 0x7F7F),
            (2.0**128 - 2.0**119, 0x7F80),
            (math.inf, 0x7F80),
            (-math.inf, 0xFF80),
            (math.nan, 0x7FC0),
        ):
            self.assertEqual(int(BF16.from_float64(value)), bits, value)

    def test_bf16_round_trip(self):
        patterns = np.arange(65536, dtype=np.uint16)
        values = BF16.to_float64(patterns)
        back = BF16.from_float64(values)
        same = (back == patterns) | np.isnan(values)
        self.assertTrue(np.all(same))

    def test_order_counts_units_in_the_last_place(self):
        for dtype in (F16, F32, *DTYPES.values()):
            ones = dtype.from_float64([1.0, -1.0, 0.0, -0.0, dtype.max, np.inf])
            order = dtype.order(ones)
            self.assertEqual(order[0], -order[1])
            self.assertEqual(order[2], order[3])
            self.assertEqual(order[4] + 1, order[5])
            next_up = dtype.from_float64([1.0 + 2.0**-dtype.mantissa])
            self.assertEqual(dtype.order(next_up)[0], order[0] + 1)


class Comparison(unittest.TestCase):
    def check_all(self, judge):
        for kernel, dtype in COMBINATIONS:
            for cols in _lengths(kernel):
                case = Case(kernel, dtype, 7, cols)
                with self.subTest(str(case)):
                    judge(case, Emulation().run(case, case.inputs()))

    def test_accepts_right_results(self):
        def judge(case, outputs):
            self.assertEqual(differences(case, case.inputs(), outputs), [])

        self.check_all(judge)

    def test_rejects_all_zero(self):
        def judge(case, outputs):
            zeros = {p: np.zeros_like(o) for p, o in outputs.items()}
            self.assertTrue(_rejected(case, zeros))
            if case.cols < 3:
                return
            # Also where every value is finite.
            finite = Case(
                case.kernel, case.dtype, 3, case.cols, kinds=data.FINITE_ROWS
            )
            outputs = Emulation().run(finite, finite.inputs())
            zeros = {p: np.zeros_like(o) for p, o in outputs.items()}
            self.assertTrue(_rejected(finite, zeros))

        self.check_all(judge)

    def test_rejects_shift_by_one(self):
        def judge(case, outputs):
            for position, output in outputs.items():
                if output.shape[-1] < 3:
                    continue
                shifted = dict(outputs)
                shifted[position] = np.roll(output, 1, axis=-1)
                # A single column has the same statistics in every row.
                if np.array_equal(shifted[position], output):
                    continue
                self.assertTrue(_rejected(case, shifted))

        self.check_all(judge)

    def test_rejects_shift_by_one_vector(self):
        def judge(case, outputs):
            vector = 16 // DTYPES[case.dtype].bytes
            for position, output in outputs.items():
                if output.ndim < 2 or output.shape[-1] <= vector:
                    continue
                shifted = {**outputs, position: np.roll(output, vector, axis=-1)}
                self.assertTrue(_rejected(case, shifted))

        self.check_all(judge)

    def test_rejects_one_wrong_element(self):
        # Three units in the last place for 16-bit types, 2^-16 for others.
        def judge(case, outputs):
            for position, output in outputs.items():
                arguments = case.inputs()
                dtype = arguments[position].dtype
                values = dtype.to_float64(output)
                finite = np.argwhere(np.isfinite(values) & (np.abs(values) > 1e-3))
                if KERNELS[case.kernel].cancels or not len(finite):
                    continue
                where = tuple(finite[-1])
                wrong = output.copy()
                if dtype.bytes == 2:
                    wrong.view(np.uint16)[where] += 4
                elif np.issubdtype(wrong.dtype, np.integer):
                    wrong[where] += 1
                else:
                    wrong[where] *= 1 + 2.0**-12
                self.assertTrue(_rejected(case, {**outputs, position: wrong}))

        self.check_all(judge)

    def test_rejects_what_was_never_written(self):
        case = Case("softmax", "f32", 7, 65)
        outputs = Emulation().run(case, case.inputs())
        # NaN is expected here, but not the one that the buffer came with.
        row = data.SPECIAL_ROWS.index("NaN")
        outputs[1][row, 7] = F32.nan_fill
        self.assertTrue(_rejected(case, outputs))

    def test_rejects_wrong_special_values(self):
        case = Case("softmax", "f32", 7, 65)
        for kind in ("NaN", "+inf", "-inf"):
            outputs = Emulation().run(case, case.inputs())
            outputs[1][data.SPECIAL_ROWS.index(kind), 7] = 0
            self.assertTrue(_rejected(case, outputs), kind)
        # exp(-inf) is 0, exactly.
        outputs = Emulation().run(case, case.inputs())
        row = data.SPECIAL_ROWS.index("some -inf")
        col = np.argwhere(outputs[1][row] == 0)[0]
        outputs[1][row, col] = 1e-30
        self.assertTrue(_rejected(case, outputs))

    def test_rejects_saturation(self):
        reference = np.array([1e6])
        bound = tolerance.Tolerance(np.zeros(1), 2)
        for value, good in ((np.inf, True), (65504.0, False), (-np.inf, False)):
            actual = F16.from_float64([value])
            bad = tolerance.mismatches(actual, reference, F16, bound)
            self.assertEqual(not bad[0], good, value)


class Defects(unittest.TestCase):
    """Defects of real kernels. A tolerance of 1e-2 accepts most of them."""

    def test_accepts_padding_with_right_masks(self):
        for dtype in ("f32", "f16", "bf16"):
            case = Case("softmax", dtype, 7, 500)
            good = Emulation(chunk=512).run(case, case.inputs())
            self.assertEqual(differences(case, case.inputs(), good), [])

    def test_rejects_wrong_lane_modulus(self):
        # Columns that leak when a mask takes the lane modulo 64 in two or four
        # waves, see the review of the FlyDSL back end.
        for cols, chunk, leaked in (
            (500, 512, 12), (1000, 512, 24), (6244, 512, 100),
            (12672, 2048, 1152), (4100, 2048, 12),
        ):  # fmt: skip
            for dtype in ("f32", "f16", "bf16"):
                case = Case("softmax", dtype, 7, cols)
                emulation = Emulation(chunk, leaked)
                wrong = emulation.run(case, case.inputs())
                self.assertTrue(_rejected(case, wrong), str(case))

    def test_rejects_unmasked_variance(self):
        # 512 padded lanes of N = 1536 add (0 - mean)^2 each.
        for dtype in ("f32", "f16", "bf16"):
            case = Case("standardize", dtype, 2, 1536)
            good = Emulation(2048).run(case, case.inputs())
            self.assertEqual(differences(case, case.inputs(), good), [])
            wrong = Emulation(2048, leaked=1).run(case, case.inputs())
            self.assertTrue(_rejected(case, wrong))

    def test_rejects_zero_standardize(self):
        for dtype in ("f32", "f16", "bf16"):
            case = Case("standardize", dtype, 2, 1536)
            good = Emulation().run(case, case.inputs())
            for position, output in good.items():
                wrong = {**good, position: np.zeros_like(output)}
                self.assertTrue(_rejected(case, wrong))

    def test_rejects_finite_identity(self):
        # Only a stored maximum of a row of -inf shows it: in softmax such a
        # row is NaN either way.
        for cols in (500, 512):
            case = Case("amax", "f32", 7, cols)
            emulation = Emulation(512, identity=-F32.max)
            self.assertTrue(_rejected(case, emulation.run(case, case.inputs())))


class Buffers(unittest.TestCase):
    def test_guards_show_every_stray_write(self):
        values = F16.from_float64(np.arange(15.0).reshape(3, 5))
        buffer = Buffer(F16, values.shape, values, pad=2, offset=3)
        whole = buffer.allocation()
        self.assertTrue(np.array_equal(buffer.rows_of(whole), values))
        before = buffer.guards_of(whole)
        self.assertEqual(before.size, whole.size - values.size)
        for index in range(whole.size):
            changed = whole.copy()
            changed[index] = 1234
            in_row = not np.array_equal(buffer.rows_of(changed), values)
            in_guard = not np.array_equal(buffer.guards_of(changed), before)
            self.assertNotEqual(in_row, in_guard, index)


class Suites(unittest.TestCase):
    def test_matrix_covers_every_length_twice(self):
        cases = list(SUITES["matrix"]("softmax", "f32", "gfx942"))
        for cols in LENGTHS:
            rows = {c.rows for c in cases if c.cols == cols}
            self.assertGreaterEqual(len(rows), 2, cols)
        self.assertEqual({c.rows for c in cases}, {0, 1, 2, 3, 7, 64})

    def test_cases_do_not_share_folders(self):
        for suite in SUITES.values():
            names = [str(c) for c in suite("sum", "f16", "gfx942")]
            self.assertEqual(len(names), len(set(names)))


def main():
    output = io.StringIO()
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        __import__(__name__, fromlist=["_"])
    )
    result = unittest.TextTestRunner(stream=output).run(suite)
    print(output.getvalue())
    return 0 if result.wasSuccessful() and result.testsRun else 1
