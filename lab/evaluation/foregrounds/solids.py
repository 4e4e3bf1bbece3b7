"""Solid things with smooth outlines: their alpha is easy, and must stay so."""

import math

import numpy as np

from . import materials, shapes
from .shapes import Ellipsoid, Limb
from .subjects import Subject


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one thing into the scene."""
    {
        "turned_vase": turned_vase,
        "teapot": teapot,
        "sneaker": sneaker,
        "spindle_chair": spindle_chair,
        "mug": mug,
        "toy_robot": toy_robot,
        "headphones": headphones,
        "bath_duck": bath_duck,
    }[subject.parameters["thing"]](rng)


def turned_vase(rng: np.random.Generator) -> None:
    """Two-handled, glazed over bare clay."""
    outer = [
        (0.0, 0.0),
        (0.34, 0.0),
        (0.36, 0.06),
        (0.27, 0.14),
        (0.42, 0.45),
        (0.62, 0.95),
        (0.5, 1.4),
        (0.24, 1.66),
        (0.22, 1.8),
        (0.36, 2.0),
    ]
    inner = [(0.33, 2.0), (0.19, 1.8), (0.2, 1.66), (0.3, 1.4)]
    hue = rng.uniform(0.0, 0.12, 3)
    glaze = materials.solid(
        "glaze",
        tuple(hue + (0.0, 0.12, 0.16)),
        0.12,
        coat=1.0,
        other=tuple(hue + (0.1, 0.22, 0.2)),
        scale=2.5,
        detail=9,
    )
    shapes.mesh_object("vase", shapes.lathe([*outer, *inner], 128, 8), glaze)
    bare = materials.solid("clay", (0.4, 0.2, 0.1), 0.8, bump=0.006)
    shapes.tube("foot", [shapes.circle((0, 0, 0.03), 0.34, "z", 96)], 0.032, bare, 4, closed=True)
    for side in (-1, 1):
        path = np.array([(side * 0.5, 0, 1.35), (side * 0.75, 0, 1.5), (side * 0.68, 0, 1.8), (side * 0.27, 0, 1.84)])
        shapes.tube("handle", [shapes.spline(path, 12)], 0.045, glaze, 5)


def teapot(rng: np.random.Generator) -> None:
    """China with a painted band."""
    china = materials.striped("china", (0.78, 0.76, 0.7), (0.06, 0.12, 0.4), 1.9, "Z", 0.1, 1.0)
    white = materials.solid("white", (0.78, 0.76, 0.7), 0.1, coat=1.0)
    body = [(0.0, 0.0), (0.38, 0.0), (0.4, 0.05), (0.62, 0.3), (0.68, 0.58), (0.55, 0.88), (0.33, 1.0), (0.3, 1.0)]
    shapes.mesh_object("body", shapes.lathe(body, 128, 10), china)
    lid = [(0.33, 1.01), (0.3, 1.06), (0.16, 1.13), (0.05, 1.16), (0.04, 1.2), (0.09, 1.26), (0.08, 1.32), (0.0, 1.34)]
    shapes.mesh_object("lid", shapes.lathe(lid, 96, 8), white)
    spout = shapes.spline(np.array([(-0.5, 0, 0.35), (-0.8, 0, 0.45), (-0.95, 0, 0.75), (-1.15, 0, 0.98)]), 14)
    shapes.tube("spout", [spout], [np.linspace(0.17, 0.07, len(spout))], white, 8)
    shapes.ball("mouth", (-1.163, 0, 0.993), (0.045, 0.055, 0.03), materials.solid("dark", (0.02, 0.02, 0.02), 0.9))
    handle = shapes.spline(
        np.array([(0.5, 0, 0.85), (0.85, 0, 0.98), (1.05, 0, 0.7), (0.9, 0, 0.35), (0.6, 0, 0.3)]), 14
    )
    shapes.tube("handle", [handle], [0.055 + 0.015 * np.sin(np.linspace(0, math.pi, len(handle)))], white, 6)
    gold = materials.metal("gold", (0.85, 0.62, 0.25), 0.2)
    shapes.tube("gilding", [shapes.circle((0, 0, 1.005), 0.335, "z", 96)], 0.014, gold, 3, closed=True)
    shapes.ball("knob", (0, 0, 1.33), 0.05, gold)


def sneaker(rng: np.random.Generator) -> None:
    """A shoe towards -y: melted upper, lofted sole, laces."""
    parts = [
        Ellipsoid((0, -0.85, 0.3), (0.33, 0.4, 0.22)),
        Ellipsoid((0.02, -0.45, 0.38), (0.34, 0.5, 0.27)),
        Limb((0.02, -0.45, 0.48), (0, 0.15, 0.75), 0.22, 0.2),
        Ellipsoid((0, 0.2, 0.45), (0.29, 0.5, 0.34)),
        Ellipsoid((0, 0.5, 0.5), (0.28, 0.3, 0.4)),
        Limb((0, 0.25, 0.7), (0, 0.32, 0.95), 0.24, 0.21),
        Limb((0, 0.6, 0.75), (0, 0.66, 1.02), 0.14, 0.09),
    ]
    upper = shapes.sculpt(
        "upper", parts, materials.painted("upper", 0.65, bump=0.006, bump_scale=120, mottle=0.08), 0.011, 24
    )
    points = shapes.vertices_of(upper)
    points[:, 2] = np.maximum(points[:, 2], 0.12)
    points = shapes.dent(points, (0, 0.33, 1.22), 0.25, (0, 0, -0.25))
    shapes.move_vertices(upper, points)
    main, other, white = np.array((0.04, 0.1, 0.28)), np.array((0.65, 0.12, 0.03)), np.array((0.72, 0.7, 0.66))
    colours = np.tile(main, (len(points), 1))
    x, y, z = points.T
    colours[(y < -0.8 - 0.3 * (z - 0.2))] = white
    colours[(y > 0.6) & (z < 0.62)] = other
    wave = 0.34 + 0.2 * (y + 0.1) + 0.16 * np.sin(3 * (y + 0.3))
    colours[(np.abs(z - wave) < 0.045) & (np.abs(x) > 0.16) & (y > -0.55) & (y < 0.55)] = white
    tongue = (np.abs(x) < 0.11) & (y > -0.62) & (y < 0.2) & (z > 0.5)
    colours[tongue] = white * 0.8
    colours[(z > 0.86) & (np.hypot(x, y - 0.38) < 0.19)] = 0.012
    shapes.paint(upper, colours)
    rows, around = 14, 120
    t = np.linspace(0, 2 * math.pi, around, endpoint=False)
    length = -1.28 + 0.5 * (1 - np.cos(t)) * 2.2
    half = 0.05 + 0.33 * np.sin(np.clip((length + 1.3) / 2.35, 0, 1) ** 0.75 * math.pi) ** 0.55 * (
        1 - 0.12 * np.exp(-((length - 0.1) ** 2) / 0.1)
    )
    outline = np.stack([half * np.sign(np.sin(t)) * np.abs(np.sin(t)) ** 0.25, length], -1)
    layers = []
    for z_here, grow in zip(
        (0.0, 0.0, 0.02, 0.05, 0.08, 0.11, 0.14, 0.17, 0.2, 0.225, 0.235, 0.235, 0.22, 0.2),
        (0.0, 0.9, 0.97, 1.0, 0.985, 1.0, 0.99, 1.0, 0.99, 0.98, 0.95, 0.9, 0.85, 0.0),
    ):
        ring = outline * grow if grow else outline * 0
        if not grow:
            ring = np.tile(outline.mean(0), (around, 1))
        toe = 0.09 * np.clip((-0.75 - ring[:, 1]) / 0.5, 0, 1) ** 2
        layers.append(
            np.column_stack(
                [
                    ring[:, 0],
                    (ring[:, 1] - outline[:, 1].mean()) * 1 + outline[:, 1].mean() if grow else ring[:, 1],
                    z_here + toe,
                ]
            )
        )
    sole = np.concatenate(layers)
    shapes.mesh_object(
        "sole",
        (sole, shapes.sheet_faces(rows, around, wrap=True)),
        materials.striped("rubber", (0.72, 0.7, 0.66), (0.6, 0.58, 0.54), 22, "Z", 0.6, 0),
    )
    lace = materials.solid("lace", (0.75, 0.74, 0.7), 0.8, bump=0.004, bump_scale=150)
    laces = []
    for number in range(6):
        s = number / 5
        y_here, z_here = -0.52 + 0.55 * s, 0.69 + 0.23 * s
        way = 0.1 if number % 2 else -0.1
        laces.append(
            shapes.spline(
                np.array(
                    [
                        (-0.17, y_here, z_here - 0.08),
                        (0, y_here + way * 0.3, z_here + 0.02),
                        (0.17, y_here + way * 0.6, z_here - 0.08),
                    ]
                ),
                8,
            )
        )
    laces.append(
        shapes.spline(
            np.array(
                [
                    (0, 0.08, 0.95),
                    (-0.18, 0.0, 1.08),
                    (-0.3, -0.12, 0.95),
                    (-0.12, 0.0, 0.94),
                    (0, 0.08, 0.95),
                    (0.2, 0.0, 1.07),
                    (0.32, -0.1, 0.93),
                    (0.12, 0.02, 0.94),
                ]
            ),
            8,
        )
    )
    laces.append(
        shapes.spline(np.array([(0.05, 0.05, 0.95), (0.22, -0.2, 0.85), (0.33, -0.3, 0.62), (0.36, -0.26, 0.45)]), 8)
    )
    shapes.tube("laces", laces, 0.022, lace, 3)


def spindle_chair(rng: np.random.Generator) -> None:
    """A turned wooden chair with a cushion."""
    wood = materials.wood("wood", (0.3, 0.14, 0.05), (0.15, 0.06, 0.02), "Z", 0.5)
    shapes.box(
        "seat",
        (0, 0, 0.92),
        (1.05, 1.0, 0.09),
        materials.wood("seat", (0.32, 0.15, 0.055), (0.17, 0.07, 0.025), "Y", 0.5),
        0.04,
    )
    legs, radii = [], []
    for x in (-1, 1):
        for y in (-1, 1):
            path = np.linspace((x * 0.4, y * 0.38, 0.9), (x * 0.52, y * 0.5, 0.0), 40)
            legs.append(path)
            s = np.linspace(0, 1, 40)
            radii.append(0.035 + 0.014 * np.sin(s * math.pi) + 0.01 * np.cos(s * 40) * np.exp(-((s - 0.4) ** 2) / 0.02))
    shapes.tube("legs", legs, radii, wood, 5)
    rungs = [np.array([(-0.48, y, 0.35), (0.48, y, 0.35)]) for y in (-0.45, 0.45)] + [
        np.array([(x, -0.43, 0.48), (x, 0.43, 0.48)]) for x in (-0.46, 0.46)
    ]
    shapes.tube("rungs", rungs, 0.022, wood, 4)
    spindles = [
        np.linspace((x * 0.82, 0.43, 0.95), (x, 0.43 + 0.26 - 0.25 * x * x, 1.95), 20)
        for x in np.linspace(-0.46, 0.46, 9)
    ]
    shapes.tube("spindles", spindles, [0.016 + 0.008 * np.sin(np.linspace(0, math.pi, 20))] * 9, wood, 4)
    x = np.linspace(-0.62, 0.62, 60)
    rail = [
        np.stack(
            [x, 0.43 + 0.26 - 0.25 * x * x + (z - 1.98) * 0.25, np.full(60, z) + 0.06 * np.cos(x * 2.4) * (z > 2)], -1
        )
        for z in (1.93, 1.98, 2.03, 2.08)
    ]
    shapes.tube("rail", rail, 0.04, wood, 4)
    cushion = shapes.sculpt(
        "cushion",
        [Ellipsoid((x, y, 1.02), (0.34, 0.34, 0.1)) for x in (-0.17, 0.17) for y in (-0.15, 0.15)],
        materials.striped("linen", (0.62, 0.55, 0.42), (0.15, 0.22, 0.28), 5, "X", 0.9, 0),
        0.03,
        10,
    )
    cushion.location = (0, -0.03, 0)


def mug(rng: np.random.Generator) -> None:
    """Stoneware with coffee."""
    speckled = materials.solid(
        "stoneware", (0.6, 0.55, 0.46), 0.3, coat=0.4, other=(0.35, 0.28, 0.2), scale=30, detail=1
    )
    blue = materials.solid("glaze", (0.03, 0.12, 0.2), 0.12, coat=1.0)
    profile = [
        (0.0, 0.0),
        (0.46, 0.0),
        (0.52, 0.04),
        (0.53, 0.2),
        (0.53, 0.9),
        (0.54, 1.12),
        (0.52, 1.14),
        (0.49, 1.12),
        (0.48, 0.9),
        (0.47, 0.1),
        (0.0, 0.08),
    ]
    cup = shapes.mesh_object("mug", shapes.lathe(profile, 128, 4), speckled)
    del cup
    rings = [(0.535, 0.55), (0.542, 0.56), (0.551, 1.1), (0.545, 1.15), (0.51, 1.155), (0.482, 1.1), (0.478, 0.93)]
    shapes.mesh_object("dip", shapes.lathe(rings, 128, 4), blue)
    shapes.mesh_object(
        "coffee",
        shapes.lathe([(0.482, 0.95), (0.3, 0.945), (0, 0.945)], 96),
        materials.solid("coffee", (0.05, 0.02, 0.008), 0.08, other=(0.14, 0.07, 0.03), scale=3),
    )
    handle = shapes.spline(
        np.array([(0.5, 0, 0.95), (0.78, 0, 0.98), (0.92, 0, 0.68), (0.8, 0, 0.32), (0.5, 0, 0.25)]), 14
    )
    shapes.tube("handle", [handle], [np.full(len(handle), 0.075)], speckled, 6)


def toy_robot(rng: np.random.Generator) -> None:
    """Tin: boxes, springs for arms, lamps and an aerial."""
    tin = materials.solid("tin", (0.1, 0.3, 0.34), 0.3, 0.6, coat=0.8, other=(0.08, 0.25, 0.3), scale=4)
    red, steel = (
        materials.solid("red", (0.55, 0.04, 0.03), 0.3, coat=0.8),
        materials.metal("steel", (0.75, 0.75, 0.76), 0.22),
    )
    cream, dark = materials.solid("cream", (0.72, 0.66, 0.5), 0.35), materials.solid("dark", (0.02, 0.02, 0.02), 0.4)
    shapes.box("body", (0, 0, 0.95), (0.8, 0.52, 0.8), tin, 0.06)
    shapes.box("head", (0, 0, 1.66), (0.58, 0.46, 0.42), tin, 0.08)
    shapes.tube("neck", [np.array([(0, 0, 1.3), (0, 0, 1.5)])], 0.13, steel, 6)
    shapes.box("panel", (0, -0.26, 1.0), (0.56, 0.04, 0.42), cream, 0.02)
    for number, colour in enumerate(((0.6, 0.05, 0.03), (0.7, 0.5, 0.03), (0.05, 0.4, 0.1))):
        shapes.ball(
            "lamp", (-0.16 + 0.16 * number, -0.29, 1.1), 0.05, materials.solid("lamp", colour, 0.1, coat=1.0), 32
        )
    shapes.tube("dial", [shapes.circle((0, -0.285, 0.92), 0.1, "y", 48)], 0.014, dark, 3, closed=True)
    shapes.tube("needle", [np.array([(0, -0.29, 0.88), (0.05, -0.29, 0.97)])], 0.008, red, 2)
    for side in (-1, 1):
        shapes.tube("eye", [np.array([(side * 0.14, -0.2, 1.71), (side * 0.14, -0.27, 1.71)])], 0.085, steel, 6)
        shapes.ball(
            "lens",
            (side * 0.14, -0.275, 1.71),
            (0.065, 0.03, 0.065),
            materials.solid("lens", (0.8, 0.6, 0.1), 0.1, coat=1.0),
            32,
        )
        shapes.ball("ear", (side * 0.31, 0, 1.66), (0.06, 0.1, 0.1), red, 32)
        t = np.linspace(0, 1, 260)
        way = np.stack([side * (0.42 + 0.28 * np.sin(t * 1.5)), -0.1 * t, 1.22 - 0.55 * t], -1)
        coil = np.stack([np.cos(t * 75) * 0.07, np.sin(t * 75) * 0.07, np.zeros(260)], -1)
        shapes.tube("arm", [way + coil], 0.014, steel, 2)
        hand = way[-1]
        shapes.ball("wrist", tuple(hand), 0.095, red, 32)
        claws = [
            shapes.spline(np.array([hand, hand + (grip * 0.12, -0.05, -0.12), hand + (grip * 0.04, -0.08, -0.26)]), 8)
            for grip in (-1, 1)
        ]
        shapes.tube("claw", claws, 0.025, steel, 3)
        shapes.tube("leg", [np.array([(side * 0.2, 0, 0.6), (side * 0.21, 0, 0.2)])], 0.1, steel, 6)
        shapes.box("foot", (side * 0.22, -0.06, 0.1), (0.34, 0.56, 0.2), red, 0.06)
    shapes.tube("aerial", [np.array([(0, 0, 1.85), (0, 0, 2.2)])], 0.014, steel, 3)
    shapes.ball("tip", (0, 0, 2.22), 0.05, red, 32)
    bolts = [(x, -0.262, z) for x in (-0.35, 0.35) for z in (0.62, 1.28)]
    for bolt in bolts:
        shapes.ball("bolt", bolt, (0.026, 0.014, 0.026), steel, 20)


def headphones(rng: np.random.Generator) -> None:
    """A padded bow with two cups and a coiled cable."""
    dark, leather = (
        materials.solid("shell", (0.03, 0.032, 0.036), 0.3, coat=0.5),
        materials.solid("leather", (0.3, 0.15, 0.07), 0.55, bump=0.008, bump_scale=80),
    )
    steel = materials.metal("steel", (0.78, 0.78, 0.8), 0.2)
    t = np.linspace(0, math.pi, 90)
    bow = np.stack([0.78 * np.cos(t), np.zeros(90), 0.9 + 0.85 * np.sin(t)], -1)
    shapes.tube("bow", [bow + (0, y, 0) for y in (-0.05, 0.05)], 0.022, steel, 4)
    pad = bow[18:-18] * (0.97, 1, 1) - (0, 0, 0.03)
    shapes.tube("pad", [pad + (0, y, 0) for y in (-0.09, -0.03, 0.03, 0.09)], 0.06, leather, 5)
    for side in (-1, 1):
        shapes.tube("fork", [shapes.circle((side * 0.8, 0, 0.55), 0.36, "x", 60)[8:53] * (1, 1, 1)], 0.02, steel, 4)
        shapes.tube("slider", [np.array([(side * 0.78, 0, 1.0), (side * 0.8, 0, 0.88)])], 0.045, dark, 4)
        cup = shapes.lathe([(0, 0.16), (0.2, 0.15), (0.31, 0.08), (0.34, -0.02), (0.32, -0.08), (0, -0.08)], 96, 6)
        points = np.stack([cup[0][:, 2] * side + side * 0.8, cup[0][:, 1], cup[0][:, 0] * 1.15 + 0.55], -1)
        shapes.mesh_object("cup", (points, cup[1]), dark)
        ring = shapes.circle((side * 0.67, 0, 0.55), 0.24, "x", 72)
        ring[:, 2] = 0.55 + (ring[:, 2] - 0.55) * 1.15
        shapes.tube("cushion", [ring], 0.1, leather, 6, closed=True)
        shapes.ball("badge", (side * 0.955, 0, 0.55), (0.012, 0.1, 0.1), steel, 40)
    s = np.linspace(0, 1, 700)
    way = shapes.spline(
        np.array([(-0.8, 0, 0.2), (-0.75, -0.15, 0.02), (-0.3, -0.4, 0.0), (0.3, -0.35, 0.02), (0.75, -0.5, 0.02)]), 175
    )[:700]
    coil = (
        np.stack([np.zeros(700), np.cos(s * 260), np.sin(s * 260)], -1)
        * 0.035
        * np.clip(np.minimum(s, 1 - s) * 8, 0, 1)[:, None]
    )
    shapes.tube("cable", [way + coil], 0.011, dark, 2)


def bath_duck(rng: np.random.Generator) -> None:
    """Rubber, with a sailor's cap."""
    parts = [
        Ellipsoid((0, 0.1, 0.5), (0.62, 0.78, 0.46)),
        Limb((0, 0.6, 0.6), (0, 1.0, 0.95), 0.26, 0.06),
        Limb((0, -0.25, 0.8), (0, -0.3, 1.15), 0.3, 0.36),
        Ellipsoid((0, -0.32, 1.3), (0.43, 0.42, 0.4)),
        Ellipsoid((0.55, 0.2, 0.6), (0.14, 0.4, 0.24), (-15, 0, -12)),
        Ellipsoid((-0.55, 0.2, 0.6), (0.14, 0.4, 0.24), (-15, 0, 12)),
    ]
    shapes.sculpt("duck", parts, materials.solid("yellow", (0.78, 0.5, 0.02), 0.28, coat=0.4), 0.025, 10)
    beak = [
        Ellipsoid((0, -0.76, 1.25), (0.19, 0.2, 0.055), (-8, 0, 0)),
        Ellipsoid((0, -0.72, 1.18), (0.15, 0.15, 0.045), (8, 0, 0)),
    ]
    shapes.sculpt("beak", beak, materials.solid("orange", (0.65, 0.16, 0.01), 0.3, coat=0.4), 0.015, 5)
    eye = materials.eye("eye", (0.02, 0.1, 0.3), 0.35, 0.6)
    for side in (-1, 1):
        ball = shapes.ball("eye", (side * 0.2, -0.65, 1.42), 0.085, eye)
        ball.rotation_euler = (0, 0, side * 0.35)
    white, navy = (
        materials.solid("cap", (0.75, 0.74, 0.7), 0.6, bump=0.005),
        materials.solid("navy", (0.01, 0.02, 0.08), 0.5),
    )
    cap = shapes.mesh_object(
        "cap",
        shapes.lathe([(0.3, 0.0), (0.31, 0.08), (0.38, 0.16), (0.36, 0.22), (0.2, 0.24), (0, 0.23)], 80, 6),
        white,
    )
    band = shapes.tube("band", [shapes.circle((0, 0, 0.03), 0.305, "z", 72)], 0.035, navy, 4, closed=True)
    pompon = shapes.ball("pompon", (0, 0, 0.28), 0.07, materials.solid("pompon", (0.55, 0.03, 0.04), 0.9, bump=0.02))
    for part in (cap, band):
        part.location = (0, -0.28, 1.58)
    pompon.location = (0, -0.28, 1.86)
