# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes matrix atoms, one wave each, and compares with NumPy.

    check.py FOLDER CHIP

Each lane loads what the atom's thread-value layouts say that it holds, and
stores what they say that it gets. The layouts are written down here once more,
and the simulator knows the instructions, not the atoms: all must agree. The
matrices hold small integers, which every type represents and every sum keeps.
"""

import os
import subprocess
import sys

import numpy as np

# 0, 1, 2 and 3 as 8-bit floats; the highest bit is the sign.
SMALL = {
    "f8E4M3FNUZ": [0, 0x40, 0x48, 0x4C],
    "f8E5M2FNUZ": [0, 0x40, 0x44, 0x46],
    "f8E4M3FN": [0, 0x38, 0x40, 0x44],
    "f8E5M2": [0, 0x3C, 0x40, 0x42],
}


def storage(element):
    """How memory holds elements: NumPy lacks some types."""
    return "i8" if element in SMALL else element


def encode(values, element):
    if element in SMALL:
        table = np.array(SMALL[element], "u1")
        return (table[np.abs(values)] | ((values < 0) * 0x80).astype("u1")).view("i1")
    if element == "bf16":
        return (values.astype("f4").view("u4") >> 16).astype("u2")
    return values.astype({"f32": "f4", "f16": "f2", "i8": "i1"}[element])


class Mfma:
    wave = 64

    def __init__(self, m, k, a, b=None):
        b = b or a
        acc = "i32" if a == "i8" else "f32"
        self.m, self.n, self.k, self.a, self.b, self.acc = m, m, k, a, b, acc
        self.type = f"cdna3.mfma<{m}x{m}x{k}, ({a}, {b}) -> {acc}>"
        groups = 64 // m
        lane = k // groups
        self.factor = f"(({m},{groups}),{lane}):((1,{m * lane}),{m})"
        self.result = (
            f"(({m},{groups}),(4,{m // 4 // groups})):(({m},4),(1,{4 * groups}))"
        )
        self.per_lane = lane


class Wmma:
    wave = 32
    m = n = k = 16

    def __init__(self, family, a):
        acc = "i32" if a == "i8" else "f32"
        self.a, self.b, self.acc = a, a, acc
        sign = "true" if a == "i8" else "false"
        self.type = (
            f"{family}.wmma<16x16x16, ({a}, {a}) -> {acc}, signA = {sign}, "
            f"signB = {sign}, clamp = false>"
        )
        if family == "gfx11":
            self.factor = "((16,2),16):((1,0),16)"
            self.result = "((16,2),8):((16,1),2)"
            self.per_lane = 16
        else:
            self.factor = "((16,2),8):((1,128),16)"
            self.result = "((16,2),8):((16,8),1)"
            self.per_lane = 8


GFX90A = [
    Mfma(16, 4, "f32"),
    Mfma(32, 2, "f32"),
    Mfma(16, 16, "f16"),
    Mfma(32, 8, "f16"),
    Mfma(16, 8, "bf16"),
    Mfma(32, 4, "bf16"),
    Mfma(16, 16, "bf16"),
    Mfma(32, 8, "bf16"),
    Mfma(16, 16, "i8"),
    Mfma(32, 8, "i8"),
]
GFX942 = [
    Mfma(16, 4, "f32"),
    Mfma(32, 8, "bf16"),
    Mfma(16, 32, "i8"),
    Mfma(32, 16, "i8"),
    Mfma(16, 32, "f8E4M3FNUZ"),
    Mfma(16, 32, "f8E4M3FNUZ", "f8E5M2FNUZ"),
    Mfma(32, 16, "f8E5M2FNUZ", "f8E4M3FNUZ"),
    Mfma(32, 16, "f8E5M2FNUZ"),
]
GFX950 = [
    Mfma(16, 32, "f16"),
    Mfma(32, 16, "f16"),
    Mfma(16, 32, "bf16"),
    Mfma(32, 16, "bf16"),
    Mfma(16, 64, "i8"),
    Mfma(32, 32, "i8"),
    Mfma(16, 32, "f8E4M3FN", "f8E5M2"),
    Mfma(32, 16, "f8E5M2", "f8E4M3FN"),
]
ATOMS = {
    "gfx90a": GFX90A,
    "gfx942": GFX942,
    "gfx950": GFX950,
    "gfx1100": [Wmma("gfx11", a) for a in ("f16", "bf16", "i8")],
    "gfx1201": [Wmma("gfx120x", a) for a in ("f16", "bf16")],
}


def vector(element, count):
    return element if count == 1 else f"vector<{count}x{element}>"


def kernel(atom):
    lines = []
    held = {}
    for name, element, rows in (("a", atom.a, atom.m), ("b", atom.b, atom.n)):
        stored = storage(element)
        flat = f"!fly.memref<{stored}, global, {rows * atom.k}:1>"
        view = f"!fly.memref<{stored}, global, {atom.factor}>"
        lines += view_of(name, flat, view, stored, atom.factor)
        for i in range(atom.per_lane):
            coord = f"!fly.int_tuple<(?,{i})>"
            lines += [
                f"%{name}c{i} = fly.make_coord(%t) : (i32) -> {coord}",
                f"%{name}x{i} = fly.memref.load(%{name}v, %{name}c{i}) : "
                f"({view}, {coord}) -> {stored}",
            ]
        value = f"%{name}x0"
        kind = vector(stored, atom.per_lane)
        if atom.per_lane > 1:
            parts = ", ".join(f"%{name}x{i}" for i in range(atom.per_lane))
            lines.append(f"%{name}f = vector.from_elements {parts} : {kind}")
            value = f"%{name}f"
        held[name] = value, kind
    count = atom.m * atom.n // atom.wave
    acc = vector(atom.acc, count)
    one = "1.0" if atom.acc == "f32" else "1"
    mma = f"!fly.mma_atom<!fly_rocdl.{atom.type}>"
    flat = f"!fly.memref<{atom.acc}, global, {atom.m * atom.n}:1>"
    view = f"!fly.memref<{atom.acc}, global, {atom.result}>"
    lines += [
        f"%c = arith.constant dense<{one}> : {acc}",
        f"%atom = fly.make_mma_atom : {mma}",
        f"%r = fly.mma_atom_call_ssa(%atom, {held['a'][0]}, {held['b'][0]}, %c) : "
        f"({mma}, {held['a'][1]}, {held['b'][1]}, {acc}) -> {acc}",
    ]
    lines += view_of("d", flat, view, atom.acc, atom.result)
    for i in range(count):
        coord = f"!fly.int_tuple<(?,{i})>"
        lines += [
            f"%dc{i} = fly.make_coord(%t) : (i32) -> {coord}",
            f"%dx{i} = vector.extract %r[{i}] : {atom.acc} from {acc}",
            f"fly.memref.store(%dx{i}, %dv, %dc{i}) : ({atom.acc}, {view}, {coord}) "
            "-> ()",
        ]
    a, b = storage(atom.a), storage(atom.b)
    body = "\n    ".join(lines)
    return f"""
gpu.module @atom {{
  gpu.func @atom(%a: !fly.memref<{a}, global, {atom.m * atom.k}:1>,
                 %b: !fly.memref<{b}, global, {atom.n * atom.k}:1>,
                 %d: {flat}) kernel attributes {{
      known_block_size = array<i32: {atom.wave}, 1, 1>,
      helion.launch = #helion.launch<block {atom.wave}, grid [<extent 1, tile 1>],
        args [memref<{atom.k}x{atom.m}x{a}>, memref<{atom.k}x{atom.n}x{b}>,
              memref<{atom.n}x{atom.m}x{atom.acc}>]>}} {{
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    {body}
    gpu.return
  }}
}}
"""


def view_of(name, flat, view, element, layout):
    pointer = f"!fly.ptr<{element}, global>"
    return [
        f"%{name}p = fly.get_iter(%{name}) : ({flat}) -> {pointer}",
        f"%{name}l = fly.static : !fly.layout<{layout}>",
        f"%{name}v = fly.make_view(%{name}p, %{name}l) : ({pointer}, "
        f"!fly.layout<{layout}>) -> {view}",
    ]


def main():
    folder, chip = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    random = np.random.default_rng(1)
    for atom in ATOMS[chip]:
        source = os.path.join(folder, "atom.mlir")
        with open(source, "w", encoding="utf-8") as file:
            file.write(kernel(atom))
        a = random.integers(-3, 4, (atom.m, atom.k))
        b = random.integers(-3, 4, (atom.n, atom.k))
        # Atoms see their matrices column by column.
        np.save(f"{folder}/a.npy", encode(np.ascontiguousarray(a.T), atom.a))
        np.save(f"{folder}/b.npy", encode(np.ascontiguousarray(b.T), atom.b))
        command = ["fly-run", source, f"--chip={chip}", "--quiet"]
        command += [f"--arg={folder}/a.npy", f"--arg={folder}/b.npy"]
        command += [f"--arg=empty:{atom.n}x{atom.m}x{atom.acc}"]
        command += [f"--save=2:{folder}/d.npy"]
        subprocess.run(command, check=True)
        if not np.array_equal(np.load(f"{folder}/d.npy").T, a @ b.T + 1):
            sys.exit(f"wrong: {atom.type} on {chip}")
        print(atom.type, "passed")


if __name__ == "__main__":
    main()
