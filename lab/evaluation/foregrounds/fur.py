"""Animals: a body melted from ellipsoids, eyes, a nose, and two coats of strands."""

from dataclasses import dataclass, field, replace

import numpy as np

from . import materials, shapes, strands
from .shapes import Ellipsoid, Limb, Point
from .subjects import Subject

Patch = tuple[Point, Point, tuple[float, float, float]]
"""Centre and radii of an ellipsoid, and the linear colour of the fur inside it."""


@dataclass(frozen=True)
class Body:
    """An animal that looks along -y. Lengths in units, the animal being about 2 high or long."""

    parts: list
    colour: Point
    eyes: list[tuple[Point, float]]
    """Centres and radii."""
    nose: tuple[Point, Point]
    """Centre and radii."""
    length: float
    """Of the undercoat; guard hairs are longer by half."""
    patches: list[Patch] = field(default_factory=list)
    bald: list[tuple[Point, Point]] = field(default_factory=list)
    """Ellipsoids without fur, such as paws."""
    short: list[tuple[Point, Point, float]] = field(default_factory=list)
    """Ellipsoids where the fur has a share of its length, as on a face."""
    iris: Point = (0.25, 0.12, 0.02)
    slit: bool = False
    stripes: float = 0
    """Bands of darker fur for each unit, 0 for none."""
    curl: float = 0
    lie: float = 1.1
    """How flat the fur lies; 0 stands on end."""
    down: float = 0.5
    """How much it hangs."""
    whiskers: bool = True
    beak: bool = False


def mirrored(*parts: Ellipsoid | Limb) -> list[Ellipsoid | Limb]:
    """Parts of the left side and the same on the right."""

    def flip(point: Point) -> Point:
        return (-point[0], point[1], point[2])

    right = [
        Ellipsoid(flip(p.centre), p.radii, (p.turn[0], -p.turn[1], -p.turn[2]))
        if isinstance(p, Ellipsoid)
        else Limb(flip(p.start), flip(p.end), p.start_radius, p.end_radius)
        for p in parts
    ]
    return [*parts, *right]


BODIES = {
    "cat": Body(
        parts=[
            Ellipsoid((0, 0.15, 0.62), (0.44, 0.5, 0.62)),
            Ellipsoid((0, -0.1, 0.85), (0.32, 0.3, 0.45)),
            Ellipsoid((0, -0.25, 1.5), (0.37, 0.34, 0.33)),
            Ellipsoid((0, -0.53, 1.39), (0.17, 0.12, 0.12)),
            *mirrored(
                Limb((0.2, -0.22, 1.7), (0.3, -0.2, 2.0), 0.14, 0.025),
                Limb((0.18, -0.32, 0.75), (0.17, -0.42, 0.1), 0.13, 0.1),
                Ellipsoid((0.17, -0.5, 0.07), (0.11, 0.16, 0.08)),
                Ellipsoid((0.36, 0.15, 0.35), (0.2, 0.4, 0.34)),
                Ellipsoid((0.36, -0.22, 0.08), (0.12, 0.24, 0.09)),
            ),
            Limb((0.1, 0.6, 0.15), (0.6, 0.6, 0.1), 0.12, 0.1),
            Limb((0.6, 0.6, 0.1), (0.85, 0.15, 0.1), 0.1, 0.07),
        ],
        colour=(0.33, 0.17, 0.07),
        eyes=[((0.155, -0.52, 1.55), 0.075), ((-0.155, -0.52, 1.55), 0.075)],
        nose=((0, -0.66, 1.42), (0.045, 0.03, 0.03)),
        length=0.17,
        patches=[
            ((0, -0.5, 1.33), (0.2, 0.2, 0.13), (0.7, 0.62, 0.5)),
            ((0, -0.4, 0.95), (0.2, 0.25, 0.35), (0.72, 0.64, 0.52)),
            ((0, -0.5, 0.06), (0.5, 0.25, 0.12), (0.7, 0.62, 0.5)),
        ],
        short=[((0, -0.5, 1.48), (0.3, 0.22, 0.28), 0.35)],
        iris=(0.3, 0.35, 0.06),
        slit=True,
        stripes=4.5,
    ),
    "terrier": Body(
        parts=[
            Ellipsoid((0, 0.25, 0.95), (0.34, 0.72, 0.34)),
            Ellipsoid((0, -0.3, 1.1), (0.28, 0.28, 0.38)),
            Ellipsoid((0, -0.58, 1.55), (0.27, 0.3, 0.27)),
            Ellipsoid((0, -0.88, 1.45), (0.14, 0.24, 0.13)),
            *mirrored(
                Ellipsoid((0.28, -0.48, 1.55), (0.06, 0.14, 0.24), (0, -14, 0)),
                Limb((0.2, -0.35, 0.9), (0.2, -0.42, 0.1), 0.14, 0.1),
                Limb((0.21, 0.75, 0.85), (0.22, 0.85, 0.1), 0.18, 0.1),
                Ellipsoid((0.2, -0.48, 0.06), (0.11, 0.15, 0.07)),
                Ellipsoid((0.22, 0.79, 0.06), (0.11, 0.15, 0.07)),
            ),
            Limb((0, 0.9, 1.1), (0, 1.1, 1.5), 0.1, 0.05),
        ],
        colour=(0.6, 0.54, 0.44),
        eyes=[((0.13, -0.83, 1.62), 0.055), ((-0.13, -0.83, 1.62), 0.055)],
        nose=((0, -1.13, 1.49), (0.065, 0.05, 0.05)),
        length=0.3,
        patches=[
            ((0.1, 0.2, 1.2), (0.5, 0.4, 0.3), (0.16, 0.07, 0.03)),
            ((0.3, -0.48, 1.55), (0.16, 0.25, 0.32), (0.14, 0.06, 0.025)),
            ((-0.3, -0.48, 1.55), (0.16, 0.25, 0.32), (0.14, 0.06, 0.025)),
        ],
        short=[((0, -0.82, 1.68), (0.24, 0.2, 0.16), 0.3)],
        iris=(0.05, 0.02, 0.01),
        lie=1.3,
        down=1.0,
    ),
    "lamb": Body(
        parts=[
            Ellipsoid((0, 0.3, 1.0), (0.46, 0.75, 0.45)),
            Ellipsoid((0, -0.42, 1.25), (0.26, 0.26, 0.36)),
            Ellipsoid((0, -0.7, 1.58), (0.22, 0.27, 0.22)),
            Ellipsoid((0, -0.93, 1.48), (0.13, 0.18, 0.13)),
            *mirrored(
                Ellipsoid((0.33, -0.58, 1.62), (0.2, 0.06, 0.085), (0, 20, 0)),
                Limb((0.22, -0.2, 0.8), (0.2, -0.25, 0.06), 0.15, 0.07),
                Limb((0.24, 0.75, 0.8), (0.23, 0.85, 0.06), 0.18, 0.07),
            ),
            Limb((0, 1.0, 1.05), (0, 1.15, 0.75), 0.09, 0.07),
        ],
        colour=(0.68, 0.6, 0.48),
        eyes=[((0.17, -0.83, 1.62), 0.045), ((-0.17, -0.83, 1.62), 0.045)],
        nose=((0, -1.1, 1.47), (0.06, 0.03, 0.035)),
        length=0.3,
        patches=[
            ((0, -0.95, 1.52), (0.26, 0.28, 0.28), (0.08, 0.06, 0.05)),
            ((0, 0.3, 0.15), (0.6, 1.2, 0.3), (0.09, 0.07, 0.06)),
        ],
        short=[
            ((0, -0.95, 1.52), (0.26, 0.3, 0.28), 0.18),
            ((0, 0.3, 0.12), (0.6, 1.2, 0.4), 0.15),
            ((0.36, -0.58, 1.62), (0.2, 0.15, 0.14), 0.2),
            ((-0.36, -0.58, 1.62), (0.2, 0.15, 0.14), 0.2),
        ],
        iris=(0.2, 0.14, 0.05),
        curl=0.022,
        lie=0.4,
        down=0.1,
        whiskers=False,
    ),
    "bear": Body(
        parts=[
            Ellipsoid((0, 0.05, 0.75), (0.62, 0.52, 0.7)),
            Ellipsoid((0, -0.08, 1.62), (0.46, 0.4, 0.38)),
            Ellipsoid((0, -0.45, 1.5), (0.2, 0.16, 0.16)),
            *mirrored(
                Ellipsoid((0.36, 0.0, 1.95), (0.15, 0.09, 0.15)),
                Limb((0.55, -0.05, 1.1), (0.78, -0.42, 0.6), 0.2, 0.17),
                Limb((0.36, -0.3, 0.25), (0.5, -0.75, 0.22), 0.26, 0.22),
            ),
        ],
        colour=(0.13, 0.058, 0.022),
        eyes=[((0.17, -0.43, 1.68), 0.05), ((-0.17, -0.43, 1.68), 0.05)],
        nose=((0, -0.61, 1.55), (0.075, 0.05, 0.055)),
        length=0.26,
        patches=[
            ((0, -0.5, 1.46), (0.25, 0.2, 0.2), (0.38, 0.22, 0.1)),
            ((0, -0.5, 0.75), (0.3, 0.25, 0.38), (0.26, 0.13, 0.055)),
        ],
        bald=[((0.53, -0.98, 0.22), (0.15, 0.1, 0.16)), ((-0.53, -0.98, 0.22), (0.15, 0.1, 0.16))],
        short=[((0, -0.5, 1.55), (0.26, 0.2, 0.22), 0.35)],
        iris=(0.04, 0.015, 0.006),
        lie=0.5,
        down=0.3,
        whiskers=False,
    ),
    "fox": Body(
        parts=[
            Ellipsoid((0, 0.3, 0.95), (0.3, 0.68, 0.3)),
            Ellipsoid((0, -0.3, 1.1), (0.25, 0.28, 0.36)),
            Ellipsoid((0, -0.6, 1.5), (0.26, 0.25, 0.23)),
            Limb((0, -0.7, 1.45), (0, -1.08, 1.38), 0.16, 0.06),
            *mirrored(
                Limb((0.15, -0.55, 1.65), (0.21, -0.5, 1.95), 0.12, 0.02),
                Limb((0.17, -0.32, 0.9), (0.17, -0.38, 0.08), 0.12, 0.07),
                Limb((0.18, 0.8, 0.85), (0.19, 0.95, 0.08), 0.16, 0.07),
                Ellipsoid((0.17, -0.44, 0.06), (0.08, 0.13, 0.06)),
                Ellipsoid((0.19, 0.9, 0.06), (0.08, 0.13, 0.06)),
            ),
            Limb((0, 0.95, 0.98), (0.05, 1.35, 0.75), 0.08, 0.15),
            Limb((0.05, 1.35, 0.75), (0.1, 1.85, 0.6), 0.15, 0.05),
        ],
        colour=(0.42, 0.13, 0.03),
        eyes=[((0.14, -0.8, 1.56), 0.05), ((-0.14, -0.8, 1.56), 0.05)],
        nose=((0, -1.14, 1.4), (0.045, 0.035, 0.035)),
        length=0.19,
        patches=[
            ((0, -0.85, 1.34), (0.2, 0.35, 0.11), (0.72, 0.65, 0.55)),
            ((0, -0.52, 1.05), (0.18, 0.2, 0.33), (0.72, 0.65, 0.55)),
            ((0, 0.3, 0.2), (0.5, 1.2, 0.36), (0.02, 0.014, 0.01)),
            ((0.1, 1.85, 0.6), (0.2, 0.25, 0.2), (0.75, 0.7, 0.62)),
            ((0.22, -0.5, 1.92), (0.1, 0.12, 0.13), (0.02, 0.014, 0.01)),
            ((-0.22, -0.5, 1.92), (0.1, 0.12, 0.13), (0.02, 0.014, 0.01)),
        ],
        short=[((0, -0.85, 1.45), (0.26, 0.4, 0.24), 0.3), ((0, 0.3, 0.15), (0.5, 1.2, 0.4), 0.35)],
        iris=(0.45, 0.2, 0.02),
        slit=True,
    ),
    "rabbit": Body(
        parts=[
            Ellipsoid((0, 0.28, 0.55), (0.46, 0.6, 0.52)),
            Ellipsoid((0, -0.25, 0.7), (0.3, 0.3, 0.4)),
            Ellipsoid((0, -0.48, 1.12), (0.26, 0.3, 0.27)),
            Ellipsoid((0, -0.7, 1.05), (0.15, 0.13, 0.12)),
            *mirrored(
                Ellipsoid((0.14, -0.32, 1.62), (0.1, 0.06, 0.36), (8, 10, 0)),
                Ellipsoid((0.33, 0.32, 0.35), (0.22, 0.4, 0.33)),
                Ellipsoid((0.34, -0.1, 0.08), (0.12, 0.34, 0.09)),
                Limb((0.15, -0.4, 0.5), (0.14, -0.52, 0.08), 0.12, 0.08),
            ),
            Ellipsoid((0, 0.9, 0.5), (0.16, 0.14, 0.16)),
        ],
        colour=(0.2, 0.16, 0.12),
        eyes=[((0.235, -0.58, 1.2), 0.065), ((-0.235, -0.58, 1.2), 0.065)],
        nose=((0, -0.83, 1.08), (0.035, 0.02, 0.025)),
        length=0.2,
        patches=[
            ((0, 0.98, 0.45), (0.25, 0.2, 0.2), (0.75, 0.7, 0.64)),
            ((0, -0.5, 0.45), (0.26, 0.3, 0.25), (0.6, 0.54, 0.46)),
        ],
        short=[((0, -0.7, 1.1), (0.28, 0.22, 0.24), 0.4), ((0, -0.32, 1.68), (0.36, 0.2, 0.42), 0.3)],
        iris=(0.06, 0.025, 0.01),
    ),
    "guinea_pig": Body(
        parts=[
            Ellipsoid((0, 0.3, 0.5), (0.52, 0.85, 0.47)),
            Ellipsoid((0, -0.55, 0.6), (0.4, 0.45, 0.4)),
            Ellipsoid((0, -0.92, 0.52), (0.22, 0.2, 0.2)),
            *mirrored(
                Ellipsoid((0.38, -0.42, 0.88), (0.15, 0.06, 0.11), (0, 30, 20)),
                Ellipsoid((0.3, -0.5, 0.1), (0.1, 0.18, 0.1)),
                Ellipsoid((0.36, 0.7, 0.1), (0.12, 0.24, 0.1)),
            ),
        ],
        colour=(0.7, 0.62, 0.5),
        eyes=[((0.32, -0.83, 0.72), 0.065), ((-0.32, -0.83, 0.72), 0.065)],
        nose=((0, -1.11, 0.55), (0.06, 0.03, 0.035)),
        length=0.42,
        patches=[
            ((0, 0.75, 0.6), (0.7, 0.4, 0.6), (0.03, 0.018, 0.012)),
            ((0.3, -0.5, 0.75), (0.35, 0.45, 0.4), (0.34, 0.13, 0.04)),
        ],
        short=[((0, -0.95, 0.6), (0.4, 0.32, 0.35), 0.3), ((0, 0, 0.05), (0.6, 1.2, 0.1), 0.1)],
        iris=(0.03, 0.01, 0.006),
        lie=1.5,
        down=1.2,
    ),
    "owl_chick": Body(
        parts=[
            Ellipsoid((0, 0.05, 0.75), (0.5, 0.46, 0.68)),
            Ellipsoid((0, -0.03, 1.5), (0.44, 0.4, 0.38)),
            *mirrored(
                Ellipsoid((0.47, 0.08, 0.75), (0.14, 0.3, 0.5), (0, 10, 0)),
                Ellipsoid((0.2, -0.28, 0.06), (0.13, 0.2, 0.07)),
            ),
        ],
        colour=(0.5, 0.45, 0.38),
        eyes=[((0.16, -0.38, 1.55), 0.095), ((-0.16, -0.38, 1.55), 0.095)],
        nose=((0, -0.46, 1.42), (0.05, 0.08, 0.08)),
        length=0.24,
        patches=[
            ((0.18, -0.42, 1.53), (0.2, 0.2, 0.2), (0.72, 0.68, 0.6)),
            ((-0.18, -0.42, 1.53), (0.2, 0.2, 0.2), (0.72, 0.68, 0.6)),
            ((0.5, 0.1, 0.7), (0.2, 0.4, 0.5), (0.2, 0.14, 0.09)),
            ((-0.5, 0.1, 0.7), (0.2, 0.4, 0.5), (0.2, 0.14, 0.09)),
        ],
        bald=[((0, -0.4, 0.02), (0.4, 0.3, 0.1))],
        short=[((0, -0.42, 1.52), (0.36, 0.2, 0.22), 0.35)],
        iris=(0.6, 0.3, 0.01),
        lie=0.25,
        down=0.3,
        whiskers=False,
        beak=True,
    ),
}


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one animal into the scene."""
    body = replace(BODIES[subject.parameters["body"]], **subject.parameters.get("coat", {}))
    skin = shapes.sculpt("skin", body.parts, materials.painted("skin", roughness=0.7), voxel=0.03, smooth=6)
    shapes.paint(skin, coat_colours(body, shapes.vertices_of(skin)) * 0.45)
    eye = materials.eye("eye", body.iris, 0.6 if not body.slit else 0.55, 1.1, body.slit)
    for centre, radius in body.eyes:
        ball = shapes.ball("eye", centre, radius, eye)
        ball.rotation_euler = (0, 0, np.arctan2(centre[0], 0.35) * 0.6)
    centre, radii = body.nose
    horn = materials.solid("nose", (0.4, 0.25, 0.06) if body.beak else (0.02, 0.014, 0.013), 0.3, bump=0.004)
    shapes.ball("nose", centre, radii, horn)
    grow_coat(body, skin, rng)


def coat_colours(body: Body, places: np.ndarray) -> np.ndarray:
    """Linear colour of the fur at places, both [N,3]."""
    colours = np.tile(np.array(body.colour), (len(places), 1))
    if body.stripes:
        wave = np.sin(
            6.2832 * body.stripes * (places[:, 2] * 0.55 + places[:, 1] * 0.8)
            + 2 * strands.wander(places, 0.7, 2.0)[:, 0]
        )
        colours *= np.where(wave > 0.3, 0.28, 1.0)[:, None]
    colours *= 1 + 0.25 * strands.wander(places, 1.3, 1.0)[:, :1]
    for centre, radii, colour in body.patches:
        share = shapes.within(places, centre, radii, 0.3)[:, None]
        colours = colours * (1 - share) + np.array(colour) * share
    return np.clip(colours, 0.003, 1)


def grow_coat(body: Body, skin, rng: np.random.Generator) -> None:
    """An even undercoat and fewer, longer, rougher guard hairs, which make the soft outline."""
    material = materials.strands("fur", gloss=0.2)
    coats = ((9000, 10, 1.0, 0.03, 0.55, 0.014, 0.0030, 0.04), (1500, 7, 1.5, 0.03, 0.15, 0.035, 0.0022, 0.15))
    for count, each, longer, spread, clump, rough, radius, stray in coats:
        roots, normals = shapes.surface_samples(skin, count, rng)
        keep = np.ones(len(roots), bool)
        for centre, size in body.eyes:
            keep &= np.linalg.norm(roots - centre, axis=1) > size * 1.25
        for centre, radii in (body.nose, *body.bald):
            keep &= shapes.within(roots, centre, np.array(radii) * 1.2, 0.01) < 0.5
        roots, normals = roots[keep], normals[keep]
        share = np.ones(len(roots))
        for centre, radii, part in body.short:
            inside = shapes.within(roots, centre, radii, 0.4)
            share *= 1 - inside * (1 - part)
        # Fur lies away from the nose, over the back and down.
        away = strands.unit(roots - np.array(body.nose[0]))
        flow = away - (away * normals).sum(1, keepdims=True) * normals
        flow = flow + np.array([0, 0, -body.down]) + 0.35 * strands.wander(roots, 1.1, 4.0)
        heading = normals + body.lie * flow * 0.8 + 0.16 * rng.normal(size=roots.shape)
        lengths = body.length * longer * share * rng.uniform(0.75, 1.2, len(roots))
        colliders = [(centre, (size * 1.15,) * 3) for centre, size in body.eyes]
        guides = strands.grow(
            roots - normals * 0.012,
            heading,
            lengths,
            7,
            rng,
            pull=(0, 0, -0.12 * body.down),
            noise=0.12,
            waves=0.12,
            colliders=colliders,
        )
        scale = float(np.clip(body.length / 0.2, 0.8, 1.4))
        lines = strands.bundle(guides, each, spread, rng, clump, rough * scale, body.curl * 0.8, 1.6, 0.35, stray)
        colours = strands.shades(np.repeat(coat_colours(body, roots), each, 0), len(lines), 0.18, rng)
        strands.strand_object("coat", lines, radius, 0.0004, colours, material)
    if body.whiskers:
        centre = np.array(body.nose[0])
        side = np.repeat([-1.0, 1.0], 9)
        roots = centre + np.stack([side * 0.07, np.full(18, 0.06), rng.uniform(-0.08, -0.02, 18)], -1)
        heading = np.stack([side, rng.uniform(-0.5, 0.1, 18), rng.uniform(-0.3, 0.45, 18)], -1)
        lines = strands.grow(roots, heading, rng.uniform(0.35, 0.55, 18), 12, rng, pull=(0, 0.1, -0.15), noise=0.05)
        strands.strand_object("whiskers", lines, 0.0035, 0.0006, np.full((18, 3), 0.7), materials.strands("whisker"))
