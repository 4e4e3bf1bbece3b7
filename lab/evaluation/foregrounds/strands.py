"""Strands grown in numbers: guides that follow the body, bundles of strands around the guides, one curves object."""

from collections.abc import Sequence

import bpy
import numpy as np

from . import shapes

Collider = tuple[shapes.Point, shapes.Point]
"""Centre and radii of an ellipsoid that no strand enters."""


def unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors of length 1 along the last axis."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def wander(places: np.ndarray, scale: float, seed: float) -> np.ndarray:
    """A smooth field of directions, each part within -1 to 1, at places [N,3]; `scale` in waves per unit."""
    phase = seed * 1.7
    x, y, z = (places * scale * 6.2832).T
    return (
        np.stack(
            [
                np.sin(y + phase) * np.cos(z * 0.7 - phase) + 0.5 * np.sin(2.3 * z + x + phase),
                np.sin(z * 1.1 + 2 * phase) * np.cos(x * 0.8 + phase) + 0.5 * np.sin(2.1 * x - y),
                np.sin(x * 0.9 - phase) * np.cos(y * 1.2 + phase) + 0.5 * np.sin(1.9 * y + z),
            ],
            -1,
        )
        / 1.5
    )


def grow(
    roots: np.ndarray,
    directions: np.ndarray,
    lengths: np.ndarray,
    points: int,
    rng: np.random.Generator,
    pull: shapes.Point = (0, 0, 0),
    noise: float = 0.0,
    waves: float = 0.0,
    colliders: Sequence[Collider] = (),
) -> np.ndarray:
    """Guides [N,points,3] from roots along directions.

    `pull` (weight and wind) and `noise` are added to the direction over the whole length; `waves` bends neighbours alike.
    """
    step = (lengths / (points - 1))[:, None]
    line = [roots]
    heading = unit(directions)
    for _ in range(points - 1):
        bend = np.array(pull) + noise * rng.normal(size=roots.shape) + waves * wander(line[-1], 0.9, 0.3)
        heading = unit(heading + bend / (points - 1) * 3)
        place = line[-1] + heading * step
        for centre, radii in colliders:
            away = (place - centre) / radii
            depth = np.linalg.norm(away, axis=1, keepdims=True)
            inside = depth[:, 0] < 1
            place[inside] = (np.array(centre) + away / np.maximum(depth, 1e-6) * np.array(radii))[inside]
        heading = unit(unit(place - line[-1]) * 0.7 + heading * 0.3)
        line.append(place)
    return np.stack(line, 1)


def bundle(
    guides: np.ndarray,
    each: int,
    spread: float,
    rng: np.random.Generator,
    clump: float = 0.4,
    rough: float = 0.02,
    curl: float = 0.0,
    turns: float = 3.0,
    shorten: float = 0.3,
    stray: float = 0.05,
) -> np.ndarray:
    """Strands [N*each,K,3] around guides [N,K,3].

    `spread` is the bundle's radius at the root, `clump` (0..1) how far tips close up, `rough` the strand's own wandering,
    `curl` the radius of a helix of `turns`, `shorten` the largest share cut off, `stray` the share of flyaways.
    """
    count, points = len(guides) * each, guides.shape[1]
    lines = np.repeat(guides, each, 0)
    along = np.linspace(0, 1, points)[None, :, None]
    cut = 1 - shorten * rng.random((count, 1)) ** 2
    where = np.linspace(0, 1, points)[None] * cut * (points - 1)
    low = np.minimum(where.astype(int), points - 2)
    part = (where - low)[..., None]
    rows = np.arange(count)[:, None]
    lines = lines[rows, low] * (1 - part) + lines[rows, low + 1] * part
    offset = unit(rng.normal(size=(count, 3))) * spread * np.sqrt(rng.random((count, 1)))
    loose = (rng.random(count) < stray)[:, None, None]
    lines = lines + offset[:, None] * np.where(loose, 1 + 2.0 * along, 1 - clump * along)
    path = np.cumsum(rng.normal(size=(count, points, 3)), 1) / np.sqrt(points)
    lines = lines + path * along * np.where(loose, rough * 3.5, rough)
    if curl:
        tangent = unit(np.gradient(lines, axis=1))
        side = unit(np.cross(tangent, np.array([0.3, 0.5, 0.8])))
        other = np.cross(tangent, side)
        phase = np.repeat(rng.random(len(guides)) * 6.2832, each) + rng.normal(size=count) * 0.35
        speed = np.repeat(rng.uniform(0.8, 1.25, len(guides)), each)
        angle = (phase[:, None] + speed[:, None] * turns * 6.2832 * np.linspace(0, 1, points)[None])[..., None]
        size = curl * np.minimum(1, along * 4) * np.where(loose, 1.5, 1.0)
        lines = lines + size * (np.cos(angle) * side + np.sin(angle) * other)
    return lines.astype(np.float32)


def strand_object(
    name: str, lines: np.ndarray, root: float, tip: float, colours: np.ndarray, material
) -> bpy.types.Object:
    """One object of strands [N,K,3] that thin from radius `root` to `tip`, with linear colours [N,3]."""
    count, points = lines.shape[:2]
    data = bpy.data.hair_curves.new(name)
    data.add_curves([points] * count)
    data.attributes["position"].data.foreach_set("vector", np.ascontiguousarray(lines, np.float32).ravel())
    widths = np.tile(root + (tip - root) * np.linspace(0, 1, points) ** 1.5, count).astype(np.float32)
    data.attributes.new("radius", "FLOAT", "POINT").data.foreach_set("value", widths)
    tint = np.concatenate([np.clip(colours, 0, 1), np.ones((count, 1))], 1).astype(np.float32)
    data.attributes.new("tint", "FLOAT_COLOR", "CURVE").data.foreach_set("color", tint.ravel())
    return shapes.link(name, data, material)


def shades(base: np.ndarray, count: int, variation: float, rng: np.random.Generator) -> np.ndarray:
    """Colours [count,3] around one colour [3] or one for each strand [count,3], `variation` brighter or darker."""
    return np.asarray(base) * np.exp(rng.normal(size=(count, 1)) * variation)
