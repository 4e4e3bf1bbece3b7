"""Plants: leaves as thin sheets that let light through, stems and branches grown in code."""

import math

import numpy as np

from . import materials, shapes, strands
from .shapes import Mesh
from .subjects import Subject

OUTLINES = {
    "oval": [(0.0, 0.0), (0.16, 0.18), (0.24, 0.42), (0.19, 0.7), (0.08, 0.9), (0.0, 1.0)],
    "lance": [(0.0, 0.0), (0.06, 0.2), (0.075, 0.5), (0.05, 0.8), (0.0, 1.0)],
    "birch": [
        (0.0, 0.0),
        (0.22, 0.12),
        (0.33, 0.28),
        (0.26, 0.36),
        (0.27, 0.46),
        (0.19, 0.55),
        (0.18, 0.66),
        (0.1, 0.76),
        (0.0, 1.0),
    ],
    "maple": [
        (0.0, 0.0),
        (0.2, -0.08),
        (0.33, 0.06),
        (0.26, 0.18),
        (0.52, 0.3),
        (0.42, 0.4),
        (0.5, 0.56),
        (0.3, 0.48),
        (0.16, 0.56),
        (0.22, 0.76),
        (0.1, 0.74),
        (0.0, 1.0),
    ],
    "monstera": [
        (0.0, 0.0),
        (0.3, -0.12),
        (0.46, 0.06),
        (0.5, 0.2),
        (0.12, 0.24),
        (0.5, 0.34),
        (0.48, 0.46),
        (0.1, 0.42),
        (0.43, 0.58),
        (0.36, 0.7),
        (0.08, 0.6),
        (0.26, 0.82),
        (0.14, 0.94),
        (0.0, 1.0),
    ],
}
"""Right half of a leaf of length 1 that lies along +y: (half width, place along the rib)."""


def leaf(kind: str, fold: float = 0.15, droop: float = 0.2) -> Mesh:
    """One leaf of length 1; `fold` raises its halves, `droop` bends its tip down."""
    half = OUTLINES[kind]
    points: list[tuple[float, float]] = (
        [(0.0, y) for _, y in half] + [(x, y) for x, y in half] + [(-x, y) for x, y in half]
    )
    # The rib stays inside the outline, also between the fingers of a lobed leaf.
    points = [(x, min(max(y, 0.0), 1.0)) if x == 0 else (x, y) for x, y in points]
    flat = np.array(points)
    middle = np.abs(flat[:, 0])
    height = fold * middle - droop * np.clip(flat[:, 1], 0, 1) ** 2 - 0.6 * fold * middle**2
    count = len(half)
    faces: list[tuple[int, ...]] = []
    for index in range(count - 1):
        faces.append((index, count + index, count + index + 1, index + 1))
        faces.append((index + 1, 2 * count + index + 1, 2 * count + index, index))
    return np.column_stack([flat, height]), faces


def pot(radius: float, height: float, colour: tuple, soil: bool = True) -> None:
    """A flower pot whose upper rim lies at z = 0."""
    clay = materials.solid(
        "pot", colour, 0.75, other=tuple(0.7 * c for c in colour), scale=5, bump=0.006, bump_scale=50
    )
    profile = [
        (0, -height),
        (radius * 0.7, -height),
        (radius * 0.97, -0.28 * height),
        (radius * 1.1, -0.27 * height),
        (radius * 1.12, 0.0),
        (radius, 0.0),
        (radius * 0.95, -0.12 * height),
        (0, -0.12 * height),
    ]
    vessel = shapes.mesh_object("pot", shapes.lathe(profile, 72), clay, smooth=False)
    edge = vessel.modifiers.new("bevel", "BEVEL")
    edge.width, edge.segments, edge.limit_method = 0.012, 3, "ANGLE"
    if soil:
        earth = materials.solid(
            "soil", (0.03, 0.018, 0.01), 1.0, other=(0.07, 0.045, 0.028), scale=25, bump=0.04, bump_scale=30
        )
        shapes.ball("soil", (0, 0, -0.08 * height), (radius * 0.96, radius * 0.96, 0.06), earth)


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one plant into the scene."""
    {
        "fern": fern,
        "grass_pot": grass_pot,
        "birch_sapling": birch_sapling,
        "maple_sapling": maple_sapling,
        "palm": palm,
        "pine_bonsai": pine_bonsai,
        "monstera": monstera,
        "dandelions": dandelions,
    }[subject.parameters["plant"]](rng)


def fronds(
    count: int, length: float, rng: np.random.Generator, rise: float, weight: float, points: int = 40
) -> np.ndarray:
    """Arching stems from the middle outwards, [count,points,3]."""
    turn = np.arange(count) * 2.39996 + rng.normal(size=count) * 0.2
    steep = rise * rng.uniform(0.5, 1.5, count)
    heading = np.stack([np.cos(turn), np.sin(turn), steep], -1)
    roots = heading * (0.05, 0.05, 0)
    return strands.grow(
        roots, heading, length * rng.uniform(0.7, 1.1, count), points, rng, pull=(0, 0, -weight), noise=0.06
    )


def pinnate(
    stems: np.ndarray,
    blade: Mesh,
    width: float,
    rng: np.random.Generator,
    lean: float,
    taper: float,
    start: float = 0.12,
) -> Mesh:
    """Leaflets in pairs along stems [N,K,3]: `width` is the longest leaflet, `lean` tilts them towards the tip."""
    turns, places, sizes = [], [], []
    for stem in stems:
        count = len(stem)
        tangent = strands.unit(np.gradient(stem, axis=0))
        across = strands.unit(np.cross(tangent, (0, 0, 1.0)))
        along = np.linspace(0, 1, count)
        use = along > start
        size = width * np.clip(np.sin(np.pi * np.clip((along - start) / (1 - start), 0, 1) ** taper), 0.06, 1)
        for side in (-1, 1):
            way = side * across + lean * tangent + 0.12 * rng.normal(size=stem.shape) + (0, 0, -0.12)
            up = np.cross(side * across, tangent) * side + 0.1 * rng.normal(size=stem.shape)
            up = np.where(up[:, 2:] < 0, -up, up)
            turns.append(shapes.frames(way, up)[use])
            places.append(stem[use])
            sizes.append((size * rng.uniform(0.88, 1.08, count))[use])
    return shapes.scatter(blade, np.concatenate(turns), np.concatenate(places), np.concatenate(sizes))


def fern(rng: np.random.Generator) -> None:
    """Fronds with pinnae that bear leaflets of their own."""
    pot(0.36, 0.5, (0.4, 0.13, 0.06))
    stems = fronds(17, 1.35, rng, rise=1.3, weight=0.75, points=30)
    green = materials.leaf("fern", (0.045, 0.16, 0.02), (0.1, 0.24, 0.03))
    shapes.tube(
        "stems", list(stems), [np.linspace(0.012, 0.003, 30)] * 17, materials.solid("stem", (0.08, 0.1, 0.02), 0.6)
    )
    # One pinna is a stem of small leaflets; the frond then bears pinnae as it would bear leaves.
    line = np.column_stack([np.zeros(18), np.linspace(0, 1, 18), -0.1 * np.linspace(0, 1, 18) ** 2])
    small = np.random.default_rng(5)
    pinna = pinnate(line[None], leaf("oval", 0.1, 0.1), 0.2, small, 0.25, 0.45, start=0.02)
    shapes.mesh_object("fronds", pinnate(stems, pinna, 0.36, rng, 0.3, 0.6), green)


def grass_pot(rng: np.random.Generator) -> None:
    """Thin blades and a few ears."""
    pot(0.42, 0.6, (0.18, 0.2, 0.22))
    count = 1300
    turn, far = rng.uniform(0, 6.2832, count), 0.36 * np.sqrt(rng.random(count))
    roots = np.stack([far * np.cos(turn), far * np.sin(turn), np.full(count, -0.05)], -1)
    heading = roots * 1.6 + (0, 0, 1.0) + 0.16 * rng.normal(size=roots.shape)
    lines = strands.grow(roots, heading, rng.uniform(0.7, 1.7, count), 20, rng, pull=(0.05, 0, -0.32), noise=0.1)
    dry = (rng.random(count) < 0.2)[:, None]
    colours = strands.shades(np.where(dry, (0.42, 0.32, 0.12), (0.08, 0.2, 0.03)), count, 0.25, rng)
    strands.strand_object("blades", lines, 0.011, 0.0012, colours, materials.strands("blade", gloss=0.15, through=0.5))
    stalks = lines[rng.choice(count, 40, replace=False)]
    stalks = stalks + (stalks - stalks[:, :1]) * 0.12
    ears = strands.bundle(stalks[:, -4:], 26, 0.02, rng, clump=-0.5, rough=0.05, stray=0.3, shorten=0.7)
    strands.strand_object(
        "ears", ears, 0.003, 0.001, strands.shades((0.5, 0.38, 0.2), len(ears), 0.2, rng), materials.strands("ear")
    )


def tree(
    rng: np.random.Generator,
    height: float,
    levels: int,
    spread: float,
    branches: int,
    wiggle: float,
    rise: float,
    start: float = 0.3,
):
    """Branches by level as (paths [K,3], radii [K]); the last level bears the leaves."""
    trunk = strands.grow(
        np.zeros((1, 3)), np.array([[0.04, 0.02, 1.0]]), np.array([height]), 40, rng, pull=(0, 0, 0.1), noise=wiggle
    )[0]
    everything = [[(trunk, np.linspace(0.045, 0.012, 40) * height / 2)]]
    for level in range(1, levels):
        grown = []
        for path, radii in everything[-1]:
            count = branches if level == 1 else max(3, branches // (1 + level))
            for place in np.linspace(start if level == 1 else 0.2, 0.97, count):
                index = int(place * (len(path) - 1))
                tangent = path[min(index + 1, len(path) - 1)] - path[index - 1]
                around = strands.unit(np.cross(tangent, rng.normal(size=3)))
                heading = strands.unit(tangent) * 0.55 + around * spread + (0, 0, rise)
                full = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
                length = full * (0.55 if level == 1 else 0.5) * (1.1 - 0.75 * place) * rng.uniform(0.75, 1.15)
                line = strands.grow(
                    path[index][None], heading[None], np.array([length]), 18, rng, pull=(0, 0, 0.06), noise=wiggle * 1.2
                )[0]
                thick = radii[index] * 0.6
                grown.append((line, np.linspace(thick, max(0.0022, thick * 0.25), 18)))
        everything.append(grown)
    return everything


def leaves_on(twigs, blade: Mesh, each: int, size: float, rng: np.random.Generator, hang: float) -> Mesh:
    """Leaves along the outer part of twigs, on stalks that hang by `hang`."""
    turns, places, sizes = [], [], []
    for path, _ in twigs:
        index = rng.integers(len(path) // 4, len(path), each)
        tangent = strands.unit(np.gradient(path, axis=0))[index]
        way = tangent * 0.5 + strands.unit(rng.normal(size=(each, 3))) + (0, 0, -hang)
        turns.append(shapes.frames(way, np.array((0, 0, 1.0)) + 0.5 * rng.normal(size=(each, 3))))
        places.append(path[index] + strands.unit(way) * size * 0.12)
        sizes.append(size * rng.uniform(0.6, 1.15, each))
    return shapes.scatter(blade, np.concatenate(turns), np.concatenate(places), np.concatenate(sizes))


def branches_of(everything, material) -> None:
    """Draws all branches."""
    for number, level in enumerate(everything):
        shapes.tube(
            "branches", [path for path, _ in level], [radii for _, radii in level], material, 3 if number == 0 else 1
        )


def birch_sapling(rng: np.random.Generator) -> None:
    """White bark with dark bands, small toothed leaves that hang."""
    everything = tree(rng, 2.4, 3, 0.75, 22, 0.16, 0.25)
    branches_of(
        everything[:1], materials.solid("bark", (0.62, 0.58, 0.52), 0.8, other=(0.07, 0.06, 0.05), scale=9, bump=0.005)
    )
    branches_of(everything[1:], materials.solid("twig", (0.09, 0.05, 0.035), 0.7))
    green = materials.leaf("birch", (0.1, 0.22, 0.025), (0.25, 0.28, 0.03), 0.35)
    shapes.mesh_object("leaves", leaves_on(everything[-1], leaf("birch"), 8, 0.1, rng, 0.5), green)


def maple_sapling(rng: np.random.Generator) -> None:
    """Lobed leaves in autumn colours."""
    everything = tree(rng, 2.1, 3, 0.9, 15, 0.22, 0.2, 0.35)
    branches_of(
        everything, materials.solid("bark", (0.1, 0.07, 0.05), 0.85, other=(0.17, 0.13, 0.1), scale=20, bump=0.01)
    )
    red = materials.leaf("maple", (0.5, 0.09, 0.015), (0.55, 0.25, 0.02), 0.35)
    shapes.mesh_object("leaves", leaves_on(everything[-1], leaf("maple", 0.25, 0.25), 6, 0.19, rng, 0.35), red)


def palm(rng: np.random.Generator) -> None:
    """Feather leaves on a few thin trunks."""
    pot(0.36, 0.55, (0.5, 0.47, 0.42))
    green = materials.leaf("palm", (0.05, 0.17, 0.025), (0.12, 0.24, 0.04), 0.25, 0.35)
    bark = materials.solid("trunk", (0.14, 0.15, 0.05), 0.7, other=(0.07, 0.06, 0.03), scale=12)
    for number in range(3):
        foot = np.array((0.13 * math.cos(number * 2.1), 0.13 * math.sin(number * 2.1), -0.1))
        height = (0.75, 0.5, 0.3)[number]
        trunk = strands.grow(foot[None], np.array([[foot[0], foot[1], 1.2]]), np.array([height]), 12, rng)[0]
        shapes.tube("trunk", [trunk], [np.linspace(0.035, 0.025, 12)], bark)
        stems = fronds(9, 1.25, rng, rise=1.7, weight=0.6, points=46) + trunk[-1]
        shapes.tube("ribs", list(stems), [np.linspace(0.012, 0.002, 46)] * 9, bark)
        shapes.mesh_object("leaves", pinnate(stems, leaf("lance", 0.3, 0.3), 0.42, rng, 0.7, 0.8, 0.2), green)


def pine_bonsai(rng: np.random.Generator) -> None:
    """A crooked stem with pads of needles in a shallow bowl."""
    glaze = materials.solid("bowl", (0.02, 0.06, 0.1), 0.25, coat=0.8, other=(0.03, 0.09, 0.12), scale=4)
    bowl = [(0, -0.32), (0.5, -0.32), (0.68, -0.08), (0.72, 0.0), (0.66, 0.0), (0.6, -0.08), (0, -0.08)]
    shapes.mesh_object("bowl", shapes.lathe(bowl, 80, 6), glaze)
    moss = materials.solid("moss", (0.04, 0.08, 0.015), 1.0, other=(0.07, 0.12, 0.03), scale=14, bump=0.04)
    shapes.ball("moss", (0, 0, -0.1), (0.62, 0.62, 0.12), moss)
    trunk = shapes.spline(
        np.array(
            [
                (0.1, 0, -0.05),
                (-0.06, 0.04, 0.25),
                (0.18, -0.04, 0.5),
                (0.0, 0.02, 0.8),
                (-0.2, 0.05, 1.0),
                (-0.12, 0, 1.3),
            ]
        ),
        10,
    )
    bark = materials.solid("bark", (0.1, 0.06, 0.04), 0.9, other=(0.2, 0.14, 0.1), scale=16, bump=0.03, bump_scale=25)
    shapes.tube("trunk", [trunk], [np.linspace(0.1, 0.025, len(trunk))], bark, 5)
    tufts = []
    for place, way, length in (
        (0.42, (1, -0.2, 0.15), 0.65),
        (0.55, (-1, -0.3, 0.1), 0.6),
        (0.7, (0.7, 0.6, 0.2), 0.5),
        (0.8, (-1, 0.2, 0.0), 0.6),
        (0.95, (0.3, -0.3, 0.6), 0.3),
        (0.85, (0.8, -0.5, 0.2), 0.4),
    ):
        start = trunk[int(place * (len(trunk) - 1))]
        limb = strands.grow(
            start[None], np.array([way], float), np.array([length]), 16, rng, pull=(0, 0, 0.05), noise=0.25
        )[0]
        twigs = [limb]
        for index in rng.integers(5, 16, 26):
            heading = np.array(way) * 0.4 + rng.normal(size=3) * (0.8, 0.8, 0.25) + (0, 0, 0.25)
            twigs.append(
                strands.grow(limb[index][None], heading[None], rng.uniform(0.08, 0.22, 1), 8, rng, noise=0.2)[0]
            )
        shapes.tube(
            "limb", twigs, [np.linspace(0.02 if n == 0 else 0.006, 0.004, len(t)) for n, t in enumerate(twigs)], bark, 2
        )
        tufts += [(twig[-1 - back], strands.unit(twig[-1] - twig[0])) for twig in twigs for back in (0, 2, 4)]
    middle = np.repeat(np.array([tuft for tuft, _ in tufts]), 42, 0)
    ahead = np.repeat(np.array([way for _, way in tufts]), 42, 0)
    heading = ahead * 0.7 + strands.unit(rng.normal(size=middle.shape)) + (0, 0, 0.35)
    needles = strands.grow(
        middle + rng.normal(size=middle.shape) * 0.012,
        heading,
        rng.uniform(0.08, 0.15, len(middle)),
        5,
        rng,
        noise=0.05,
    )
    strands.strand_object(
        "needles",
        needles,
        0.0032,
        0.001,
        strands.shades((0.05, 0.13, 0.035), len(needles), 0.3, rng),
        materials.strands("needle"),
    )


def monstera(rng: np.random.Generator) -> None:
    """Large slit leaves on long stalks."""
    pot(0.32, 0.5, (0.62, 0.6, 0.56))
    count = 13
    stems = fronds(count, 0.95, rng, rise=1.5, weight=0.3, points=24)
    stalk = materials.solid("stalk", (0.09, 0.17, 0.03), 0.5)
    shapes.tube("stalks", list(stems), [np.linspace(0.02, 0.011, 24)] * count, stalk)
    ways = stems[:, -1] - stems[:, -5]
    ways = strands.unit(ways * (1, 1, 0.3)) + (0, 0, -0.25)
    blades = shapes.scatter(
        leaf("monstera", 0.3, 0.3),
        shapes.frames(ways, np.tile((0, -0.2, 1.0), (count, 1))),
        stems[:, -1],
        rng.uniform(0.5, 0.75, count),
    )
    green = materials.leaf("monstera", (0.02, 0.1, 0.018), (0.04, 0.15, 0.03), 0.15, 0.28)
    shapes.mesh_object("leaves", blades, green, smooth=False)


def dandelions(rng: np.random.Generator) -> None:
    """Seed heads: the finest strands of the set."""
    green = materials.leaf("dandelion", (0.05, 0.16, 0.02), (0.1, 0.22, 0.03))
    stalk = materials.solid("stalk", (0.16, 0.2, 0.05), 0.5, other=(0.25, 0.14, 0.07), scale=2)
    low = fronds(9, 0.8, rng, rise=0.8, weight=0.6, points=30)
    shapes.mesh_object("leaves", pinnate(low, leaf("oval"), 0.16, rng, 0.35, 0.7, 0.1), green)
    shapes.tube("ribs", list(low), [np.linspace(0.014, 0.004, 30)] * 9, stalk)
    seeds = materials.solid("seed", (0.12, 0.07, 0.03), 0.7)
    silk = materials.strands("silk", gloss=0.3, through=0.5)
    for number, (x, height, radius) in enumerate(
        ((0.0, 1.75, 0.33), (-0.5, 1.3, 0.29), (0.48, 1.2, 0.27), (0.22, 0.8, 0.2))
    ):
        top = np.array((x, rng.uniform(-0.25, 0.25), height))
        stem = shapes.spline(np.array([(0.06 * x, 0, 0), (x * 0.45, top[1] * 0.2, height * 0.5), top]), 14)
        shapes.tube("stalk", [stem], 0.017, stalk)
        core = radius * 0.16
        shapes.ball("core", tuple(top), core, seeds)
        ways = strands.unit(rng.normal(size=(170, 3)))
        if number == 3:
            ways = ways[ways[:, 0] < 0.35]  # wind has taken a part
        feet = top + ways * core
        crowns = top + ways * radius * 0.72
        stalks = np.linspace(feet, crowns, 4, axis=1)
        strands.strand_object("beaks", stalks, 0.0022, 0.0014, np.full((len(stalks), 3), 0.55), silk)
        around = np.repeat(ways, 26, 0)
        side = strands.unit(np.cross(around, rng.normal(size=around.shape)))
        rays = strands.grow(
            np.repeat(crowns, 26, 0),
            around * 0.75 + side,
            radius * 0.36 * rng.uniform(0.8, 1.1, len(around)),
            6,
            rng,
            noise=0.12,
        )
        strands.strand_object("pappus", rays, 0.0014, 0.0005, np.full((len(rays), 3), 0.8), silk)
