"""Heads with shoulders under hair that is grown strand by strand: length, parting, curl, wind, flyaways."""

import numpy as np

from . import materials, shapes, strands
from .shapes import Ellipsoid, Limb
from .subjects import Subject

SCALP = np.array((0, 0.06, 0.12))
"""Centre of the skull. The face looks along -y; a head is about 1.1 high, the chin at z = -0.55."""

SCALP_RADII = np.array((0.365, 0.445, 0.425))

COLLIDERS: list[strands.Collider] = [
    ((0, 0.06, 0.12), (0.395, 0.475, 0.455)),
    ((0, -0.12, -0.18), (0.32, 0.37, 0.42)),
    ((0, 0.12, -0.6), (0.28, 0.28, 0.4)),
    ((0, 0.13, -1.08), (0.98, 0.34, 0.3)),
    ((0, 0.07, -1.55), (0.84, 0.46, 0.75)),
]
"""Skull, face, neck, shoulders, chest."""


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one person, down to the chest, into the scene."""
    style = subject.parameters
    model_head(style, rng)
    colour = np.array(style["hair"])
    material = materials.strands("hair", roughness=0.18, gloss=0.35)
    for name, guides, each, options in hairdo(style, rng):
        lines = strands.bundle(guides, each, rng=rng, **options)
        root, tip = (0.0021, 0.0008) if name != "brow" else (0.003, 0.0008)
        strands.strand_object(name, lines, root, tip, strands.shades(colour, len(lines), 0.22, rng), material)


def model_head(style: dict, rng: np.random.Generator) -> None:
    """Skin, eyes and shirt. Proportions vary a little with the generator."""
    wide, long = rng.uniform(0.94, 1.06), rng.uniform(0.95, 1.05)
    parts = [
        Ellipsoid((0, 0.06, 0.12), (0.37, 0.45, 0.43)),
        Ellipsoid((0, -0.1, -0.17), (0.3 * wide, 0.34, 0.37 * long)),
        Ellipsoid((0, -0.31, -0.48 * long), (0.12 * wide, 0.11, 0.09)),
        Limb((0, -0.43, 0.06), (0, -0.51, -0.13), 0.035, 0.055),
        Ellipsoid((0, -0.5, -0.15), (0.075, 0.06, 0.045)),
        Limb((-0.2, -0.35, 0.11), (0.2, -0.35, 0.11), 0.055, 0.055),
        Limb((-0.085, -0.405, -0.285), (0.085, -0.405, -0.285), 0.03, 0.03),
        Limb((-0.07, -0.4, -0.325), (0.07, -0.4, -0.325), 0.034, 0.034),
        Limb((0, 0.1, -0.3), (0, 0.13, -0.9), 0.22, 0.24),
        Ellipsoid((0, 0.08, -1.5), (0.76, 0.38, 0.68)),
        Ellipsoid((0, 0.08, -2.0), (0.66, 0.36, 0.6)),
    ]
    for side in (-1, 1):
        parts += [
            Ellipsoid((side * 0.17, -0.26, -0.1), (0.12, 0.13, 0.13)),
            Ellipsoid((side * 0.375, 0.06, -0.03), (0.035, 0.085, 0.125), (12, side * 8, side * -18)),
            Limb((side * 0.2, -0.05, -0.38), (side * 0.1, -0.26, -0.47), 0.09, 0.07),
            Limb((side * 0.1, 0.16, -0.68), (side * 0.62, 0.15, -0.98), 0.18, 0.18),
            Limb((side * 0.66, 0.14, -1.04), (side * 0.9, 0.12, -2.4), 0.22, 0.19),
        ]
    skin = shapes.sculpt(
        "head",
        parts,
        materials.painted("skin", roughness=0.48, bump=0.0025, bump_scale=90, mottle=0.12),
        voxel=0.017,
        smooth=7,
    )
    points = shapes.vertices_of(skin)
    for side in (-1, 1):
        points = shapes.dent(points, (side * 0.155, -0.36, 0.02), 0.09, (0, 0.075, 0))
    points = shapes.dent(points, (0, -0.45, -0.305), 0.02, (0, 0.02, 0))
    shapes.move_vertices(skin, points)
    base = np.array(style["skin"])
    colours = np.tile(base, (len(points), 1))
    red = base * (1.0, 0.72, 0.7)
    patches = [
        ((0, -0.46, -0.29), (0.115, 0.08, 0.026), base * (0.75, 0.38, 0.4)),
        ((0, -0.46, -0.326), (0.1, 0.08, 0.03), base * (0.78, 0.4, 0.42)),
        ((0, -0.55, -0.14), (0.09, 0.1, 0.06), red),
        ((0.2, -0.38, -0.13), (0.14, 0.2, 0.11), red),
        ((-0.2, -0.38, -0.13), (0.14, 0.2, 0.11), red),
        ((0.155, -0.38, 0.03), (0.12, 0.12, 0.085), base * 0.72),
        ((-0.155, -0.38, 0.03), (0.12, 0.12, 0.085), base * 0.72),
    ]
    for centre, radii, colour in patches:
        share = shapes.within(points, centre, radii, 0.5)[:, None]
        colours = colours * (1 - share) + colour * share
    # Under thin hair the scalp would show as bald dots if it stayed lighter than the hair.
    crown = hairline(points) < points[:, 2]
    colours[crown] = 0.5 * np.array(style["hair"]) + 0.12 * base
    # The collar is low in front, and soft over a few vertices, else it would be a saw.
    collar = -0.8 - 0.1 * np.cos(np.clip(points[:, 0] * 5, -3, 3)) - 0.12 * np.clip((0.2 - points[:, 1]) / 0.2, 0, 1)
    shirt = np.clip((collar - points[:, 2]) / 0.02 + 0.5, 0, 1)[:, None]
    colours = colours * (1 - shirt) + np.array(style["shirt"]) * shirt
    shapes.paint(skin, colours)
    eye = materials.eye(
        "eye", [(0.09, 0.04, 0.015), (0.1, 0.17, 0.24), (0.1, 0.13, 0.05)][int(rng.integers(3))], 0.2, 0.5
    )
    lid = materials.solid("lid", tuple(base * 0.62), 0.5)
    for side in (-1, 1):
        shapes.ball("eye", (side * 0.155, -0.315, 0.015), 0.082, eye)
        cap, faces = shapes.lathe([(0.089 * np.sin(t), 0.089 * np.cos(t)) for t in np.linspace(0, 1.0, 14)], 40)
        for tilt in (0.3, 2.9):
            turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
            shapes.mesh_object("lid", (cap @ turn.T + (side * 0.155, -0.315, 0.015), faces), lid)


def hairline(points: np.ndarray) -> np.ndarray:
    """Height above which hair grows, by how far back a point is, [N]; out of reach beside the head."""
    height = np.interp(
        points[:, 1], (-0.5, -0.3, -0.12, 0.0, 0.12, 0.3, 0.55), (0.4, 0.34, 0.2, 0.06, -0.06, -0.22, -0.26)
    )
    return np.where(np.abs(points[:, 0]) > 0.41, 9.0, height)


def scalp_roots(count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Roots and normals on the part of the skull that bears hair, both [about count,3]."""
    normals = strands.unit(rng.normal(size=(count * 3, 3)))
    roots = SCALP + normals * SCALP_RADII
    grows = roots[:, 2] > hairline(roots)
    return roots[grows][:count], strands.unit(normals / SCALP_RADII)[grows][:count]


def hairdo(style: dict, rng: np.random.Generator):
    """Yields (name, guides [N,K,3], strands for each guide, options of the bundle)."""
    brow_x = np.repeat([-1, 1], 60) * rng.uniform(0.06, 0.25, 120)
    brow = np.stack(
        [
            brow_x,
            -0.405 + np.abs(brow_x) ** 2 * 0.9,
            0.135 - 0.4 * (np.abs(brow_x) - 0.15) ** 2 + rng.normal(size=120) * 0.01,
        ],
        -1,
    )
    sideways = np.stack([np.sign(brow_x), np.full(120, -0.3), rng.uniform(0, 0.4, 120)], -1)
    yield (
        "brow",
        strands.grow(brow, sideways, np.full(120, 0.08), 6, rng, noise=0.1),
        4,
        {"spread": 0.008, "rough": 0.004},
    )

    kind, length = style["style"], style["length"]
    lash = {
        "stray": style.get("stray", 0.06),
        "curl": style.get("curl", style.get("wave", 0.0)),
        "turns": style.get("turns", 1.0),
    }
    wind = np.array(style.get("wind", (0, 0, 0)))
    if kind == "afro":
        roots, normals = scalp_roots(2600, rng)
        guides = strands.grow(
            roots,
            normals + 0.2 * rng.normal(size=roots.shape),
            length * rng.uniform(0.8, 1.1, len(roots)),
            40,
            rng,
            noise=0.5,
        )
        yield "hair", guides, 15, {"spread": 0.03, "clump": 0.1, "rough": 0.05, **lash}
        return
    if kind == "short":
        roots, normals = scalp_roots(1900, rng)
        comb = np.stack([0.35 * np.sign(roots[:, 0] - 0.1), -0.25 + roots[:, 1], 0.35 - np.abs(roots[:, 0])], -1)
        heading = normals * 0.9 + comb + 0.35 * strands.wander(roots, 1.2, 1.0)
        longer = np.where(roots[:, 2] > 0.3, 1.0, 0.5) * length * rng.uniform(0.7, 1.15, len(roots))
        guides = strands.grow(roots, heading, longer, 14, rng, pull=(0, 0, -0.25), noise=0.25, colliders=COLLIDERS[:2])
        yield "hair", guides, 24, {"spread": 0.03, "clump": 0.55, "rough": 0.02, "stray": 0.1}
        if style.get("beard"):
            yield "beard", beard(rng), 14, {"spread": 0.02, "clump": 0.3, "rough": 0.02, "stray": 0.1}
        return
    if kind == "pigtails":
        yield from pigtails(style, lash, rng)
        return
    roots, normals = scalp_roots(1500, rng)
    side = np.sign(roots[:, 0] - style.get("parting", 0))
    comb = np.stack([0.9 * side, np.full(len(roots), 0.25), np.full(len(roots), 0.05)], -1)
    lift = style.get("lift", 0.25)
    heading = normals * (0.3 + lift) + comb * 0.8 + 0.12 * rng.normal(size=roots.shape)
    lengths = length * rng.uniform(0.8, 1.05, len(roots))
    if style.get("fringe"):
        front = (roots[:, 1] < -0.02) & (np.abs(roots[:, 0]) < 0.27) & (roots[:, 2] > 0.2)
        heading[front] = normals[front] + np.array((0, -0.9, 0.2))
        # The fringe ends above the eyes however far back its roots are.
        lengths[front] = 0.36 + 0.85 * np.maximum(0, roots[front, 1] + 0.38)
        lengths[~front] -= 0.75 * np.maximum(0, 0.2 - roots[~front, 2])
    pull = np.array((0, 0.04, -3.2 * (1 - 0.6 * lift))) + wind
    colliders = COLLIDERS if kind == "long" else COLLIDERS[:4]
    guides = strands.grow(
        roots, heading, lengths, 26, rng, pull=tuple(pull), noise=0.28, waves=0.25, colliders=colliders
    )
    guides = clear_face(guides, style)
    yield "hair", guides, 32, {"spread": 0.034, "clump": 0.3, "rough": 0.035, **lash}


def clear_face(guides: np.ndarray, style: dict) -> np.ndarray:
    """Draws strands that would hang before the eyes aside like a curtain, all but a fringe."""
    x, y, z = guides[..., 0], guides[..., 1], guides[..., 2]
    top, full = (0.1, -0.05) if style.get("fringe") else (0.42, 0.08)
    lower = np.clip((top - z) / (top - full), 0, 1)
    before = np.clip((-0.12 - y) / 0.2, 0, 1) * lower * (np.abs(x) < 0.36)
    guides[..., 0] += np.where(x >= 0, 1, -1) * before * (0.36 - np.abs(x))
    return guides


def beard(rng: np.random.Generator) -> np.ndarray:
    """Guides of a short beard and moustache, [N,8,3]."""
    angle, height = rng.uniform(-1.25, 1.25, 900), rng.uniform(-0.55, -0.2, 900)
    roots = np.stack([0.27 * np.sin(angle), -0.1 - 0.32 * np.cos(angle), height], -1)
    around_mouth = (np.abs(roots[:, 0]) < 0.12) & (height > -0.36) & (height < -0.255)
    too_high = (np.abs(roots[:, 0]) < 0.2) & (height > -0.225)
    roots = roots[~(around_mouth | too_high)]
    sink = np.sqrt(np.clip(1 - ((roots[:, 2] + 0.17) / 0.4) ** 2, 0.1, 1))[:, None]
    roots = np.concatenate([roots[:, :1] * sink, -0.1 + (roots[:, 1:2] + 0.1) * sink, roots[:, 2:]], 1)
    normals = strands.unit(roots - (0, -0.1, -0.17))
    return strands.grow(
        roots, normals + (0, -0.2, -0.7), rng.uniform(0.1, 0.2, len(roots)), 8, rng, pull=(0, 0, -0.3), noise=0.3
    )


def pigtails(style: dict, lash: dict, rng: np.random.Generator):
    """Hair drawn tight to two bands, and the two tails."""
    roots, _ = scalp_roots(1500, rng)
    side = np.where(roots[:, 0] >= style["parting"], 1.0, -1.0)
    band = np.stack([side * 0.47, np.full(len(roots), 0.2), np.full(len(roots), 0.12)], -1)
    steps = np.linspace(0, 1, 18)[None, :, None]
    way = roots[:, None] * (1 - steps) + band[:, None] * steps
    # On the way to the band the hair stays on the skull.
    out = (way - SCALP) / (SCALP_RADII * 1.05)
    depth = np.linalg.norm(out, axis=-1, keepdims=True)
    way = np.where(depth < 1, SCALP + out / np.maximum(depth, 1e-6) * SCALP_RADII * 1.05, way)
    yield "hair", way, 28, {"spread": 0.022, "clump": 0.5, "rough": 0.012, "shorten": 0.0, "stray": 0.05}
    tie = materials.solid("band", (0.6, 0.04, 0.12), 0.6, bump=0.005)
    for hand in (-1, 1):
        start = np.array((hand * 0.46, 0.2, 0.12))
        roots = start + rng.normal(size=(420, 3)) * 0.035
        heading = np.array((hand * 1.0, 0.1, 0.25)) + 0.45 * rng.normal(size=roots.shape)
        lengths = style["length"] * rng.uniform(0.75, 1.1, 420)
        tail = strands.grow(
            roots, heading, lengths, 26, rng, pull=(hand * 0.1, 0, -2.6), noise=0.3, waves=0.15, colliders=COLLIDERS
        )
        yield "tail", tail, 34, {"spread": 0.025, "clump": 0.3, "rough": 0.04, **lash}
        ring = shapes.circle((0, 0, 0), 0.075, "x", 40) + start
        shapes.tube("band", [ring], 0.035, tie, 4, closed=True)
