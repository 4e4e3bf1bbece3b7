"""Cloth with holes or threads finer than pixels. Its alpha is drawn in the material, so that folds add up as in truth."""

import math

import numpy as np

from . import materials, shapes, strands
from .subjects import Subject


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one piece of cloth into the scene."""
    {"lace_curtain": lace_curtain, "lace_doily": lace_doily, "tulle_veil": tulle_veil, "fringed_shawl": fringed_shawl}[
        subject.parameters["cloth"]
    ](rng)


def sheet(name: str, points: np.ndarray, plane: np.ndarray, material):
    """A cloth from points [R,C,3], with its flat coordinates [R,C,2] in units for the pattern."""
    rows, columns = points.shape[:2]
    made = shapes.mesh_object(name, (points.reshape(-1, 3), shapes.sheet_faces(rows, columns)), material)
    layer = made.data.attributes.new("plane", "FLOAT_VECTOR", "POINT")
    flat = np.concatenate([plane.reshape(-1, 2), np.zeros((rows * columns, 1))], 1).astype(np.float32)
    layer.data.foreach_set("vector", flat.ravel())
    return made


class Pattern(materials.Nodes):
    """Nodes over the flat coordinates of a cloth; a part of the pattern is a socket, 1 where there is thread."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.plane = self.add("ShaderNodeAttribute", attribute_name="plane").outputs["Vector"]
        self.axes = self.add("ShaderNodeSeparateXYZ", {0: self.plane}).outputs

    def net(self, scale: float, thread: float, even: float = 0.6):
        """Irregular cells, `scale` in a unit, with threads of that share of a cell."""
        inputs = {"Vector": self.plane, "Scale": scale, "Randomness": 1 - even}
        edge = self.add("ShaderNodeTexVoronoi", inputs, feature="DISTANCE_TO_EDGE").outputs[0]
        return self.math("LESS_THAN", edge, thread)

    def threads(self, axis: str, scale: float, share: float):
        """Parallel threads across an axis."""
        wave = self.math("FRACT", self.math("MULTIPLY", self.axes[axis], scale))
        return self.math("LESS_THAN", wave, share)

    def flowers(self, cell: float, petals: int, size: float, shift: float = 0.0):
        """Rosettes in a square lattice of side `cell`; `size` is their radius as a share of it."""
        placed = []
        for axis in "XY":
            moved = self.math("MULTIPLY_ADD", self.axes[axis], 1 / cell, shift)
            placed.append(self.math("SUBTRACT", self.math("FRACT", moved), 0.5))
        x, y = placed
        far = self.math("SQRT", self.math("ADD", self.math("MULTIPLY", x, x), self.math("MULTIPLY", y, y)))
        turn = self.math("MULTIPLY", self.math("ARCTAN2", y, x), petals / 2)
        petal = self.math("ABSOLUTE", self.math("COSINE", turn))
        edge = self.math("MULTIPLY_ADD", petal, size * 0.62, size * 0.38)
        inside = self.math("LESS_THAN", far, edge)
        hole = self.math("LESS_THAN", self.math("ABSOLUTE", self.math("SUBTRACT", far, size * 0.3)), size * 0.07)
        rim = self.math(
            "LESS_THAN",
            self.math("ABSOLUTE", self.math("SUBTRACT", far, self.math("MULTIPLY", edge, 0.72))),
            size * 0.05,
        )
        return self.math("SUBTRACT", inside, self.math("MAXIMUM", hole, rim))

    def band(self, axis: str, low: float, high: float):
        """All of the cloth between two places of an axis."""
        above = self.math("GREATER_THAN", self.axes[axis], low)
        return self.math("MULTIPLY", above, self.math("LESS_THAN", self.axes[axis], high))

    def any_of(self, *parts):
        """Thread where any part has it."""
        result = parts[0]
        for part in parts[1:]:
            result = self.math("MAXIMUM", result, part)
        return result

    def cloth(self, alpha, colour, other, through: float = 0.35, thread_scale: float = 240.0):
        """The finished material: threads that let light through, holes that are clear."""
        weave = self.add("ShaderNodeTexNoise", {"Vector": self.plane, "Scale": thread_scale, "Detail": 2.0}).outputs[0]
        tone = self.blend(weave, colour, other)
        normal = self.bump(weave, 0.004)
        top = self.add("ShaderNodeBsdfDiffuse", {"Color": tone, "Normal": normal}).outputs[0]
        back = self.add("ShaderNodeBsdfTranslucent", {"Color": tone}).outputs[0]
        thread = self.add("ShaderNodeMixShader", {0: through, 1: top, 2: back}).outputs[0]
        clear = self.add("ShaderNodeBsdfTransparent").outputs[0]
        return self.finish(self.add("ShaderNodeMixShader", {0: alpha, 1: clear, 2: thread}).outputs[0])


def hanging(
    wide: float, high: float, folds: np.ndarray, columns: int, rows: int, gather: float
) -> tuple[np.ndarray, np.ndarray]:
    """A cloth that hangs from a rod in folds: points and flat coordinates. `gather` draws it together at the top."""
    u, v = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows))
    depth = np.zeros_like(u)
    for number, size in enumerate(folds):
        depth += size * np.sin(
            2 * math.pi * (number + 4) * u * (1 + 0.04 * number) + number * 1.7 + 0.5 * (1 - v) * math.sin(number)
        )
    depth *= 0.55 + 0.45 * (1 - v)
    pull = 1 - gather * v**3
    points = np.stack([(u - 0.5) * wide * pull, depth, v * high + 0.012 * np.sin(2 * math.pi * 3 * u) * (1 - v)], -1)
    return points, np.stack([u * wide * 1.5, v * high], -1)


def lace_curtain(rng: np.random.Generator) -> None:
    """Flowers on a net, hanging from a rod."""
    folds = np.array([0.0, 0.05, 0.035, 0.06, 0.02, 0.035, 0.015]) * rng.uniform(0.7, 1.3, 7)
    points, plane = hanging(1.55, 2.0, folds, 420, 160, 0.04)
    lace = Pattern("lace")
    hem = lace.any_of(lace.band("Y", -1, 0.03), lace.band("Y", 1.9, 3))
    alpha = lace.any_of(lace.net(44, 0.05), lace.flowers(0.34, 6, 0.36), lace.flowers(0.17, 4, 0.16, 0.5), hem)
    sheet("curtain", points, plane, lace.cloth(alpha, (0.78, 0.75, 0.68), (0.68, 0.64, 0.56)))
    wood = materials.wood("rod", (0.24, 0.12, 0.05), (0.12, 0.05, 0.02), "X")
    shapes.tube("rod", [np.array([(-0.9, 0, 2.05), (0.9, 0, 2.05)])], 0.032, wood, 5)
    for x in (-0.92, 0.92):
        shapes.ball("end", (x, 0, 2.05), 0.06, wood)
    rings = [shapes.circle((x, 0, 2.04), 0.06, "x", 32) for x in np.linspace(-0.72, 0.72, 13)]
    shapes.tube("rings", rings, 0.007, materials.metal("brass", (0.75, 0.55, 0.25), 0.25), 2, closed=True)


def lace_doily(rng: np.random.Generator) -> None:
    """A round cloth over a small table, its scalloped border hanging."""
    rings, around = 170, 540
    r, t = np.meshgrid(np.linspace(0.004, 1, rings), np.linspace(0, 2 * math.pi, around, endpoint=True), indexing="ij")
    edge = 1.02 + 0.035 * np.abs(np.sin(12 * t))
    far = r * edge
    table = 0.62
    over = np.clip((far - table) / 0.42, 0, 1)
    wave = 0.1 * np.sin(7 * t + 0.6) + 0.05 * np.sin(11 * t)
    reach = np.minimum(far, table) + np.maximum(0, far - table) * (0.3 + wave * 1.4)
    drop = -np.maximum(0, far - table) * (0.92 - 0.2 * wave) * over**0.3
    points = np.stack([reach * np.cos(t), reach * np.sin(t), drop + 0.004], -1)
    lace = Pattern("doily")
    x, y = lace.axes["X"], lace.axes["Y"]
    far_socket = lace.math("SQRT", lace.math("ADD", lace.math("MULTIPLY", x, x), lace.math("MULTIPLY", y, y)))
    turn = lace.math("ARCTAN2", y, x)
    spokes = lace.math("LESS_THAN", lace.math("ABSOLUTE", lace.math("SINE", lace.math("MULTIPLY", turn, 36.0))), 0.22)
    loops = lace.math("LESS_THAN", lace.math("FRACT", lace.math("MULTIPLY", far_socket, 15.0)), 0.16)
    petal = lace.math("ABSOLUTE", lace.math("COSINE", lace.math("MULTIPLY", turn, 6.0)))
    star = lace.math("LESS_THAN", far_socket, lace.math("MULTIPLY_ADD", petal, 0.24, 0.2))
    ring_low = lace.math("LESS_THAN", lace.math("ABSOLUTE", lace.math("SUBTRACT", far_socket, 0.6)), 0.03)
    hem = lace.math("LESS_THAN", lace.math("ABSOLUTE", lace.math("SUBTRACT", far_socket, 1.0)), 0.028)
    alpha = lace.any_of(
        spokes, loops, ring_low, hem, lace.math("MULTIPLY", star, lace.net(70, 0.12)), lace.flowers(0.16, 5, 0.3)
    )
    sheet(
        "doily",
        points,
        np.stack([far * np.cos(t), far * np.sin(t)], -1),
        lace.cloth(alpha, (0.8, 0.78, 0.72), (0.7, 0.66, 0.58)),
    )
    wood = materials.wood("table", (0.2, 0.09, 0.035), (0.09, 0.035, 0.014), "X", coat=0.7)
    leg = [(0, -0.06), (0.6, -0.06), (0.61, -0.02), (0.6, 0.0), (0, 0.0)]
    shapes.mesh_object("top", shapes.lathe(leg, 96), wood)
    post = [
        (0.05, -0.06),
        (0.1, -0.2),
        (0.05, -0.35),
        (0.12, -0.6),
        (0.06, -0.8),
        (0.3, -1.0),
        (0.34, -1.05),
        (0, -1.05),
    ]
    shapes.mesh_object("post", shapes.lathe(post, 64, 8), wood)


def tulle_veil(rng: np.random.Generator) -> None:
    """Tulle in layers over a hat stand: thin where it is single, dense where it folds."""
    columns, rows = 460, 170
    for layer, (size, colour) in enumerate(((1.0, (0.8, 0.77, 0.74)), (0.72, (0.8, 0.76, 0.73)))):
        u, v = np.meshgrid(np.linspace(-2.75, 2.75, columns), np.linspace(0, 1, rows))
        dome = 0.36 + 0.012 * layer
        length = 1.7 * size
        s = v * (dome * math.pi / 2 + length)
        on_dome = np.minimum(s / dome, math.pi / 2)
        below = np.maximum(0, s - dome * math.pi / 2)
        ruffle = (
            below
            * (0.17 * np.sin(9 * u + layer + 0.8 * below) + 0.08 * np.sin(17 * u + 2 * layer) + 0.04 * np.sin(31 * u))
            * 0.75
        )
        far = dome * np.sin(on_dome) + below * 0.3 + ruffle
        height = dome * np.cos(on_dome) - below * 0.96
        # u = 0 is the back; the veil is open at the front.
        points = np.stack([far * np.sin(u), far * np.cos(u), height], -1)
        tulle = Pattern("tulle")
        threads = tulle.any_of(tulle.threads("X", 95, 0.13), tulle.threads("Y", 95, 0.13))
        border = tulle.any_of(
            tulle.band("Y", s.max() - 0.05, 9),
            tulle.math("GREATER_THAN", tulle.math("ABSOLUTE", tulle.axes["X"]), 3.45),
        )
        scallop = tulle.math("MULTIPLY", tulle.band("Y", s.max() - 0.32, 9), tulle.flowers(0.2, 5, 0.36))
        alpha = tulle.any_of(threads, border, scallop)
        sheet(
            "veil",
            points,
            np.stack([u * 1.27, s], -1),
            tulle.cloth(alpha, colour, tuple(0.9 * c for c in colour), 0.45),
        )
    linen = materials.solid(
        "stand", (0.5, 0.42, 0.32), 0.85, other=(0.45, 0.37, 0.28), scale=20, bump=0.004, bump_scale=120
    )
    parts = [
        shapes.Ellipsoid((0, 0, 0.02), (0.3, 0.33, 0.31)),
        shapes.Limb((0, 0, -0.2), (0, 0.02, -0.55), 0.17, 0.15),
        shapes.Ellipsoid((0, 0.02, -0.95), (0.46, 0.28, 0.4)),
    ]
    shapes.sculpt("stand", parts, linen, 0.025, 8)
    wood = materials.wood("foot", (0.2, 0.1, 0.04), (0.1, 0.045, 0.02), "Z")
    shapes.tube("pole", [np.array([(0, 0.02, -1.2), (0, 0.02, -1.62)])], 0.04, wood, 4)
    shapes.mesh_object(
        "foot", shapes.lathe([(0, -1.72), (0.34, -1.72), (0.33, -1.66), (0.08, -1.6), (0, -1.6)], 64), wood
    )
    comb = np.stack(
        [
            0.2 * np.sin(np.linspace(-1.2, 1.2, 40)),
            -0.12 + 0.05 * np.cos(np.linspace(-1.2, 1.2, 40)),
            np.full(40, 0.36),
        ],
        -1,
    )
    pearls = materials.solid("pearl", (0.75, 0.7, 0.64), 0.15, coat=1.0)
    for place in comb[::3]:
        shapes.ball("pearl", tuple(place), 0.028, pearls, 20)


def fringed_shawl(rng: np.random.Generator) -> None:
    """Loose knitting over a bar with a fringe of yarn."""
    columns, rows = 300, 260
    u, v = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    s = v * 1.15
    bar = 0.09
    bend = np.clip(s / bar, -math.pi / 2, math.pi / 2)
    below = np.maximum(0, np.abs(s) - bar * math.pi / 2) * np.sign(s)
    wave = np.abs(below) * (0.13 * np.sin(7 * u + 1.2 * np.sign(s)) + 0.07 * np.sin(13 * u + 2))
    points = np.stack(
        [
            u * (1.05 + 0.04 * np.sin(3 * v)),
            bar * np.sin(bend) + below * 0.05 + wave,
            bar * np.cos(bend) - np.abs(below),
        ],
        -1,
    )
    points[..., 0] += 0.18 * v * np.abs(v)
    wool = Pattern("knit")
    stitches = wool.net(30, 0.16, 0.9)
    stripes = wool.any_of(wool.threads("Y", 4.2, 0.3), wool.band("Y", 1.08, 2), wool.band("Y", -2, -1.08))
    alpha = wool.any_of(stitches, wool.math("MULTIPLY", stripes, wool.net(60, 0.22, 0.9)))
    material = wool.cloth(alpha, (0.4, 0.06, 0.08), (0.3, 0.035, 0.055), 0.15, 150)
    sheet("shawl", points, np.stack([u * 1.1, s], -1), material)
    yarn = materials.strands("yarn", gloss=0.1)
    ends = np.concatenate([points[0, 2::5], points[-1, 2::5]])
    roots = np.repeat(ends, 3, 0) + rng.normal(size=(len(ends) * 3, 3)) * 0.008
    heading = np.array((0, 0, -1.0)) + 0.14 * rng.normal(size=roots.shape)
    guides = strands.grow(roots, heading, rng.uniform(0.32, 0.46, len(roots)), 16, rng, pull=(0, 0, -0.3), noise=0.3)
    lines = strands.bundle(guides, 9, 0.007, rng, clump=-0.6, rough=0.02, curl=0.004, turns=8, stray=0.08, shorten=0.15)
    strands.strand_object(
        "fringe", lines, 0.0032, 0.0024, strands.shades((0.42, 0.06, 0.08), len(lines), 0.2, rng), yarn
    )
    wood = materials.wood("bar", (0.34, 0.19, 0.08), (0.2, 0.1, 0.04), "X")
    shapes.tube("bar", [np.array([(-1.35, 0, 0), (1.35, 0, 0)])], 0.075, wood, 5)
