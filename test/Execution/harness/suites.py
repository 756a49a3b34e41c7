# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which cases are run. Every suite yields cases for one kernel and type."""

from .cases import Case
from .kernels import KERNELS

LENGTHS = (
    1, 2, 3, 5, 31, 63, 64, 65, 127, 128, 129, 255, 257, 500, 512, 700, 769, 1000,
    1023, 1024, 1025, 2000, 2049, 4095, 4096, 4097, 6244, 8192, 12672, 16384,
)  # fmt: skip

# Guard columns that leave rows aligned in every, some, or hardly any case.
PADS = (1, 8, 3, 16, 5)


def matrix(kernel, dtype, chip):
    """Every row length: plain arrays with few rows, padded ones with more."""
    for i, cols in enumerate(LENGTHS):
        # Long rows occupy a whole workgroup each, more of them show nothing new.
        many = 7 if cols > 1025 else (7, 64)[i % 2]
        yield Case(
            kernel, dtype, many, cols, chip, checks=("no-spills", "few-barriers")
        )
        yield Case(
            kernel,
            dtype,
            (1, 2, 3)[i % 3],
            cols,
            chip,
            pad=PADS[i % len(PADS)],
            first=i,
            checks=("no-spills",),
        )
    yield Case(kernel, dtype, 0, 1000, chip)
    yield Case(kernel, dtype, 3, 0, chip)
    yield Case(kernel, dtype, 0, 0, chip)


def chips(kernel, dtype, chip):
    """A sample of the matrix for a chip, around its wave size and beyond."""
    for i, cols in enumerate((1, 3, 31, 33, 65, 500, 1025, 4095, 12672)):
        yield Case(
            kernel,
            dtype,
            7,
            cols,
            chip,
            pad=(0, 1)[i % 2],
            checks=("no-spills", "few-barriers"),
        )


def dynamic(kernel, dtype, chip):
    """Sizes and strides known at run time only."""
    for i, cols in enumerate((0, 1, 3, 64, 500, 1025, 4095, 6244)):
        yield Case(
            kernel, dtype, 7, cols, chip, pad=(0, 3)[i % 2], options=("--dynamic",)
        )


def views(kernel, dtype, chip):
    """Rows that start anywhere: unaligned bases, odd strides."""
    for cols in (1, 64, 255, 1000, 1024, 4095):
        for offset, pad in ((1, 0), (3, 1), (7, 9), (8, 0)):
            yield Case(kernel, dtype, 7, cols, chip, pad=pad, offset=offset)


def in_place(kernel, dtype, chip):
    """The output overwrites the input."""
    for cols in (64, 1000, 4096):
        yield Case(kernel, dtype, 7, cols, chip, in_place=True)
    # A row that doesn't start aligned is loaded together with the end of its
    # neighbour, which is then ignored. The simulated device can't know that,
    # and calls it a race with the workgroup that writes the neighbour.
    for cols in (1, 65, 1001, 4095):
        for pad in (0, 3):
            options = ("--checks=none",)
            yield Case(
                kernel, dtype, 7, cols, chip, pad=pad, in_place=True, options=options
            )


def seeds(kernel, dtype, chip):
    """Lanes, waves and workgroups run in other orders, one wave late."""
    for seed in range(1, 21):
        cols = (700, 4097)[seed % 2]
        yield Case(kernel, dtype, 7, cols, chip, options=(f"--seed={seed}",))


def configs(kernel, dtype, chip):
    """Schedules that the defaults would not choose."""
    widest = 128 // {"f32": 32, "f64": 64}.get(dtype, 16)
    for width in (w for w in (1, 2, 4, 8) if w <= widest):
        for cols in (500, 769):
            yield Case(kernel, dtype, 7, cols, chip, config=f"vector_width = {width}")
    for waves in (1, 2, 4, 16):
        # A wave alone may hold a long row, too, but need not.
        for cols in (500, 1000, 6244)[: 2 if waves == 1 else 3]:
            yield Case(kernel, dtype, 3, cols, chip, config=f"waves = {waves}", pad=1)
    for rows, waves in ((1, 4), (2, 2), (4, 2), (8, 1), (16, 1)):
        for count in sorted({1, max(rows - 1, 1), rows + 1}):
            config = f"rows_per_workgroup = {rows}, waves = {waves}"
            yield Case(kernel, dtype, count, 1000, chip, config=config)
    for lanes in (2, 8, 32):
        config = f"threads_per_row = {lanes}"
        yield Case(kernel, dtype, 9, 31, chip, config=config)


def looped(kernel, dtype, chip):
    """Rows taken chunk by chunk, by several waves: where masks once used
    another lane than loads did."""
    for chunk, cols in (
        (512, 500), (512, 1000), (512, 6244), (512, 512), (512, 513),
        (2048, 4100), (2048, 12672), (2048, 4096),
    ):  # fmt: skip
        yield Case(
            kernel, dtype, 7, cols, chip, config=f"reduction_loops = [{chunk}]"
        )
        config = f"reduction_loops = [{chunk}], waves = 2"
        yield Case(kernel, dtype, 3, cols, chip, pad=3, config=config)


def traffic(kernel, dtype, chip):
    """Each element read once and written once, with 128-bit accesses."""
    checks = ("read-once", "wide-loads", "no-spills", "few-barriers")
    for cols in (256, 769, 1000, 4095, 4096, 6244, 16384):
        yield Case(kernel, dtype, 7, cols, chip, checks=checks)
        yield Case(kernel, dtype, 3, cols, chip, pad=1, offset=1, checks=checks)


def limits(kernel, dtype, chip):
    """Around the longest rows that stay in registers, aligned and not."""
    checks = ("no-spills", "few-barriers")
    for cols in (24576, 32768, 49152, 65529, 65536, 65537):
        yield Case(kernel, dtype, 1, cols, chip, checks=checks)


def extra_block(kernel, dtype, chip):
    """Rows that need one more block of the grid where they begin unaligned: the
    last block holds few columns, in some rows none."""
    for rows, cols in ((5, 2046), (9, 2047), (3, 4093), (17, 4095), (2, 2048)):
        for offset, pad in ((0, 0), (1, 0), (5, 1)):
            yield Case(
                kernel,
                dtype,
                rows,
                cols,
                chip,
                pad=pad,
                offset=offset,
                config="block_sizes = [0, 1024]",
            )


def elementwise(kernel, dtype, chip):
    """Tiles that end anywhere in both directions."""
    for rows, cols in ((1, 1), (3, 64), (15, 255), (16, 512), (8, 300), (70, 1025)):
        yield Case(kernel, dtype, rows, cols, chip, checks=("no-spills",))
        yield Case(kernel, dtype, rows, cols, chip, pad=3, offset=1)
    yield Case(kernel, dtype, 0, 5, chip)
    yield Case(kernel, dtype, 5, 0, chip)


def family(kernel, dtype, chip):
    """A selection of everything above, for kernels that share their machinery:
    each type takes lengths of its own."""
    turn = ("f32", "f16", "bf16", "f64").index(dtype)
    spec = KERNELS[kernel]
    rows = spec.rows
    for i, cols in enumerate((1, 3, 64, 65, 127, 500, 769, 1000, 1025, 4095, 4096)):
        yield Case(
            kernel,
            dtype,
            rows[(i + turn) % 4],
            cols,
            (chip, "gfx1201")[(i + turn) % 2],
            pad=PADS[(i + turn) % 5] if (i + turn) % 3 else 0,
            offset=(0, 1)[(i + turn) % 5 == 0],
            first=i,
            checks=("no-spills",),
        )
    dynamic = ((0, 6244), (1, 12672), (513, 8193), (33, 5000))[turn]
    for cols in dynamic if spec.dynamic else ():
        yield Case(kernel, dtype, 3, cols, chip, options=("--dynamic",))
    yield Case(kernel, dtype, 0, 1000, chip)
    yield Case(kernel, dtype, 3, 0, chip)
    columns = spec.columns
    if columns == "persistent":
        for config, cols in (("waves = 4", 1000), ("threads_per_row = 8", 31)):
            yield Case(kernel, dtype, 5, cols, chip, config=config)
    if columns in ("grid", "persistent"):
        return
    # Chunks of a row, one and several waves per row, several rows per workgroup.
    key = {"full": "reduction_loops = [{}]", "loop": "block_sizes = [0, {}]"}[columns]
    for chunk, cols, config in (
        (512, 1000, "waves = 2"), (512, 513, ""), (2048, 6244, "waves = 4"),
        (256, 100, "rows_per_workgroup = 4"),
    ):  # fmt: skip
        if spec.batches > 1:
            config = config if columns == "full" else ""
            if "rows" in config:
                continue
        config = ", ".join(filter(None, (key.format(chunk), config)))
        yield Case(kernel, dtype, 3, cols, chip, pad=turn, config=config)
    if columns == "full":
        for config, cols in (("waves = 4", 1000), ("threads_per_row = 8", 31)):
            yield Case(kernel, dtype, 5, cols, chip, config=config)


def long(kernel, dtype, chip):
    """Few rows that no workgroup holds: N = 130000 as in Helion's example."""
    for rows, cols, pad in ((4, 130000, 0), (1, 131071, 0), (2, 65537, 1)):
        yield Case(kernel, dtype, rows, cols, chip, pad=pad, checks=("no-spills",))


SUITES = {
    f.__name__: f
    for f in (
        matrix, chips, dynamic, views, in_place, seeds, configs, looped, traffic,
        elementwise, extra_block, limits, family, long,
    )  # fmt: skip
}
