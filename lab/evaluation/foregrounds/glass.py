"""Vessels of glass. Alpha is the share of light that does not leave through it; what it bends is lost, by nature of RGBA."""

import math

import numpy as np

from . import materials, shapes
from .subjects import Subject


def build(subject: Subject, rng: np.random.Generator) -> None:
    """Puts one vessel, with what it holds, into the scene."""
    {"bottle": bottle, "wine_glass": wine_glass, "tumbler": tumbler, "carafe": carafe}[subject.parameters["vessel"]](
        rng
    )


def wall(
    outside: list[tuple[float, float]], thick: float, floor: float, rounding: int = 8
) -> list[tuple[float, float]]:
    """Closed profile of a vessel from its outer line, bottom to rim; the inner wall follows at a distance."""
    outer = shapes.spline(np.array(outside, float), rounding)
    slope = np.gradient(outer, axis=0)
    normal = np.stack([-slope[:, 1], slope[:, 0]], -1) / np.maximum(np.linalg.norm(slope, axis=1), 1e-9)[:, None]
    inner = (outer + normal * thick)[::-1]
    inner = inner[(inner[:, 1] > floor) & (inner[:, 0] > 0)]
    return [*map(tuple, outer), *map(tuple, inner), (0.0, floor)]


def inside(
    profile: list[tuple[float, float]], floor: float, level: float, gap: float = 0.004
) -> list[tuple[float, float]]:
    """Profile of a liquid that fills a vessel of that outer line up to a level, a hair's breadth off the glass."""
    outer = shapes.spline(np.array(profile, float), 8)
    heights = np.linspace(floor + gap, level, 40)
    order = np.argsort(outer[:, 1])
    radii = np.interp(heights, outer[order, 1], outer[order, 0])
    return [(0, heights[0]), *[(float(r), float(h)) for r, h in zip(radii, heights)], (0, level)]


def bottle(rng: np.random.Generator) -> None:
    """Green glass with a paper label and a cork."""
    line = [
        (0.0, 0.0),
        (0.36, 0.0),
        (0.39, 0.06),
        (0.39, 0.6),
        (0.385, 1.15),
        (0.3, 1.4),
        (0.15, 1.58),
        (0.125, 1.75),
        (0.125, 2.1),
    ]
    tint = [(0.55, 0.85, 0.6), (0.88, 0.66, 0.4), (0.85, 0.95, 0.93)][int(rng.integers(3))]
    shapes.mesh_object("bottle", shapes.lathe(wall(line, 0.03, 0.07), 128), materials.glass("green glass", tint))
    collar = [(0.127, 1.98), (0.155, 1.99), (0.155, 2.06), (0.127, 2.07)]
    shapes.mesh_object("collar", shapes.lathe(collar, 96), materials.glass("collar", tint))
    turn = np.linspace(-1.25, 1.25, 60)
    heights = np.linspace(0.35, 0.95, 12)
    t, z = np.meshgrid(turn, heights)
    paper = np.stack([0.397 * np.sin(t), -0.397 * np.cos(t), z], -1).reshape(-1, 3)
    shapes.mesh_object(
        "label",
        (paper, shapes.sheet_faces(12, 60)),
        materials.striped("label", (0.72, 0.66, 0.52), (0.25, 0.06, 0.04), 3.1, "Z", 0.8, 0),
    )
    cork = materials.solid("cork", (0.4, 0.25, 0.13), 0.9, other=(0.28, 0.16, 0.08), scale=18, bump=0.01)
    shapes.mesh_object("cork", shapes.lathe([(0, 1.9), (0.09, 1.9), (0.1, 2.22), (0.09, 2.24), (0, 2.24)], 64), cork)


def wine_glass(rng: np.random.Generator) -> None:
    """A thin bowl on a stem with a little red wine."""
    bowl = [(0.035, 0.86), (0.2, 0.95), (0.4, 1.2), (0.44, 1.45), (0.4, 1.7), (0.345, 1.92)]
    outer = shapes.spline(np.array(bowl), 10)
    inner = outer[::-1] - np.array((0.014, 0.0))
    inner = inner[inner[:, 0] > 0.04]
    foot = [(0.0, 0.0), (0.38, 0.0), (0.385, 0.012), (0.2, 0.035), (0.06, 0.07), (0.032, 0.2), (0.03, 0.7)]
    profile = [*map(tuple, shapes.spline(np.array(foot), 6)), *map(tuple, outer), *map(tuple, inner), (0.0, 0.91)]
    shapes.mesh_object("glass", shapes.lathe(profile, 144), materials.glass("crystal", (0.98, 0.99, 0.99), 1.52))
    shapes.mesh_object(
        "wine",
        shapes.lathe(inside([(r - 0.02, z) for r, z in bowl], 0.92, 1.28), 96),
        materials.glass("wine", (0.4, 0.02, 0.05), 1.34),
    )


def tumbler(rng: np.random.Generator) -> None:
    """A fluted glass of juice with ice and a straw."""
    rows, around = 60, 240
    t = np.linspace(0, 2 * math.pi, around, endpoint=False)
    heights = np.concatenate([np.linspace(0, 1.35, rows), np.linspace(1.35, 0.12, rows)])
    base = np.concatenate([np.linspace(0.36, 0.47, rows), np.linspace(0.44, 0.34, rows)])
    flute = np.concatenate([0.018 * np.clip((1.0 - np.linspace(0, 1.35, rows)) * 6, 0, 1), np.zeros(rows)])
    radius = base[:, None] + flute[:, None] * np.abs(np.cos(8 * t))[None]
    points = np.stack([radius * np.cos(t), radius * np.sin(t), np.repeat(heights[:, None], around, 1)], -1).reshape(
        -1, 3
    )
    faces = shapes.sheet_faces(2 * rows, around, wrap=True)
    last = (2 * rows - 1) * around
    faces += [tuple(range(around))[::-1], tuple(range(last, last + around))]
    shapes.mesh_object("tumbler", (points, faces), materials.glass("glass", (0.97, 0.99, 0.98)))
    juice = materials.solid("juice", (0.65, 0.22, 0.01), 0.15, other=(0.7, 0.28, 0.02), scale=3)
    shapes.mesh_object(
        "juice", shapes.lathe([(0, 0.13), (0.335, 0.13), (0.405, 0.85), (0.395, 0.87), (0, 0.87)], 96), juice
    )
    ice = materials.glass("ice", (0.95, 0.98, 1.0), 1.31, 0.02)
    for number in range(4):
        place = (0.2 * math.cos(number * 1.7), 0.2 * math.sin(number * 1.7), 0.92 + 0.07 * number)
        shapes.box("ice", place, (0.24, 0.24, 0.22), ice, 0.04, tuple(rng.uniform(-40, 40, 3)))
    straw = np.array([(-0.2, -0.08, 0.2), (0.22, 0.1, 1.55), (0.27, 0.13, 1.68), (0.52, 0.26, 1.85)])
    shapes.tube(
        "straw", [straw], 0.035, materials.striped("straw", (0.75, 0.72, 0.68), (0.6, 0.03, 0.04), 8.0, "Z", 0.5, 0), 5
    )
    slice_ = materials.solid("lemon", (0.75, 0.55, 0.04), 0.5, bump=0.01)
    ring = shapes.circle((0.42, -0.14, 1.33), 0.2, "y", 60)
    shapes.tube("peel", [ring], 0.024, slice_, 3, closed=True)
    flesh = materials.leaf("flesh", (0.75, 0.6, 0.12), (0.7, 0.5, 0.05), 0.5)
    disc = np.concatenate([[(0.42, -0.14, 1.33)], ring])
    shapes.mesh_object("flesh", (disc, [(0, n, n % 60 + 1) for n in range(1, 61)]), flesh)


def carafe(rng: np.random.Generator) -> None:
    """Water in a carafe with a handle and a ball stopper."""
    line = [(0.0, 0.0), (0.5, 0.0), (0.58, 0.12), (0.55, 0.45), (0.36, 0.85), (0.2, 1.15), (0.18, 1.4), (0.29, 1.68)]
    clear = materials.glass("glass", (0.93, 0.97, 0.97))
    shapes.mesh_object("carafe", shapes.lathe(wall(line, 0.028, 0.06), 144), clear)
    shapes.mesh_object(
        "water",
        shapes.lathe(inside([(max(0, r - 0.036), z) for r, z in line], 0.075, 0.72), 96),
        materials.glass("water", (0.85, 0.94, 0.98), 1.33),
    )
    path = shapes.spline(
        np.array([(0.2, 0, 1.45), (0.45, 0, 1.5), (0.68, 0, 1.2), (0.68, 0, 0.8), (0.46, 0, 0.62)]), 12
    )
    shapes.tube("handle", [path], 0.042, materials.glass("handle", (0.5, 0.75, 0.9)), 5)
    shapes.ball("stopper", (0, 0, 1.86), 0.2, materials.glass("stopper", (0.45, 0.7, 0.9)), 64)
    rim = materials.metal("rim", (0.85, 0.7, 0.4), 0.2)
    shapes.tube("rim", [shapes.circle((0, 0, 1.69), 0.283, "z", 96)], 0.014, rim, 3, closed=True)
