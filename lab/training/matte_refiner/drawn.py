"""Tiles whose subject is drawn: shapes, strands, wires, leaves, lace, veils, over photos. What is rendered has few subjects; these never end."""

import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .network import TILE
from .prepare import as_taken

FINER = 2
"""Drawn so many times larger, so that what is reduced has soft edges."""
SIDE = TILE * FINER


def drawn_tile(backgrounds: list[Image.Image], rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """A photo [256,256,3] and the alpha [256,256] of what is drawn in it, uint8; surface and background are parts of `backgrounds`."""
    alpha = drawn_alpha(rng)
    surface, behind = (texture(rng.choice(backgrounds), rng) for _ in range(2))
    if rng.random() < 0.5:
        # Most surfaces are calmer than photos.
        surface = surface.mean((0, 1)) + rng.uniform(0, 0.6) * (surface - surface.mean((0, 1)))
    share = alpha[..., None].astype(np.float32) / 255
    photo = np.clip(np.rint(share * surface + (1 - share) * behind), 0, 255).astype(np.uint8)
    return (as_taken(photo, rng) if rng.random() < 0.5 else photo), alpha


def texture(background: Image.Image, rng: random.Random) -> np.ndarray:
    """A part of a photo, sharp or out of focus, in another light: [256,256,3] float32 in 0..255."""
    side = rng.uniform(0.5, 1) ** 2 * min(background.size)
    left, top = rng.uniform(0, background.width - side), rng.uniform(0, background.height - side)
    part = background.resize((TILE, TILE), Image.Resampling.BILINEAR, (left, top, left + side, top + side))
    if rng.random() < 0.4:
        part = part.filter(ImageFilter.GaussianBlur(rng.uniform(1, 8)))
    gains = np.array([rng.uniform(0.75, 1.3) for _ in range(3)], np.float32) * rng.uniform(0.7, 1.3)
    return np.clip(np.asarray(part) * gains + rng.uniform(-20, 40), 0, 255)


def drawn_alpha(rng: random.Random) -> np.ndarray:
    """Alpha of one of the kinds, [256,256] uint8: in focus, out of focus or moved."""
    layer = Image.new("L", (SIDE, SIDE))
    kind = rng.choice([solid, strands, strands, fur, wires, leaves, lace, veil])
    kind(layer, rng)
    alpha = layer.resize((TILE, TILE), Image.Resampling.BOX)
    blur = rng.random()
    if blur < 0.12:
        return moved(np.asarray(alpha), rng)
    if blur < 0.35:
        alpha = alpha.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 3)))
    return np.asarray(alpha).copy()


def outline(rng: random.Random) -> list[tuple[float, float]]:
    """A wavy closed line around a place in or beside the tile, of 96 points."""
    x, y = rng.uniform(-0.3, 1.3) * SIDE, rng.uniform(-0.3, 1.3) * SIDE
    radius = rng.uniform(0.2, 0.9) * SIDE
    waves = [(k, rng.uniform(0, 0.5 / k), rng.uniform(0, math.tau)) for k in range(1, rng.randint(2, 9))]
    points = []
    for angle in np.linspace(0, math.tau, 96, endpoint=False):
        length = radius * (1 + sum(height * math.sin(k * angle + phase) for k, height, phase in waves))
        points.append((x + length * math.cos(angle), y + length * math.sin(angle)))
    return points


def solid(layer: Image.Image, rng: random.Random) -> list[tuple[float, float]]:
    """One shape, sometimes with holes."""
    draw, points = ImageDraw.Draw(layer), outline(rng)
    draw.polygon(points, fill=255)
    for _ in range(rng.choice([0, 0, 1, 3])):
        x, y, radius = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(4, 70)
        draw.ellipse((x - radius, y - radius, x + radius * rng.uniform(0.5, 2), y + radius), fill=0)
    return points


def strands(layer: Image.Image, rng: random.Random) -> None:
    """Hair: long curves that leave a shape and go one way, more or less."""
    draw, points = ImageDraw.Draw(layer), solid(layer, rng)
    width, spread, way = rng.uniform(0.6, 3) * FINER, rng.uniform(0.1, 1.2), rng.uniform(0, math.tau)
    for _ in range(rng.randint(20, 250)):
        x, y = rng.choice(points)
        angle, turn = way + rng.gauss(0, spread), rng.gauss(0, 0.06)
        line = [(x, y)]
        for _ in range(rng.randint(8, 40)):
            angle += turn + rng.gauss(0, 0.05)
            x, y = x + 12 * math.cos(angle), y + 12 * math.sin(angle)
            line.append((x, y))
        draw.line(line, fill=rng.randint(120, 255), width=max(1, round(width * rng.uniform(0.4, 1.2))))


def fur(layer: Image.Image, rng: random.Random) -> None:
    """Short strokes all along a shape's edge, outwards and combed one way."""
    draw, points = ImageDraw.Draw(layer), solid(layer, rng)
    length, comb = rng.uniform(8, 60), rng.uniform(0, math.tau)
    middle = np.mean(points, 0)
    for (x, y), (next_x, next_y) in zip(points, points[1:] + points[:1], strict=True):
        for _ in range(rng.randint(4, 14)):
            along = rng.random()
            root = (x + along * (next_x - x), y + along * (next_y - y))
            out = math.atan2(root[1] - middle[1], root[0] - middle[0])
            angle = out + 0.6 * math.sin(comb - out) + rng.gauss(0, 0.35)
            far = length * rng.uniform(0.3, 1.2)
            tip = (root[0] + far * math.cos(angle), root[1] + far * math.sin(angle))
            draw.line([root, tip], fill=rng.randint(110, 255), width=rng.randint(1, 2 * FINER))


def wires(layer: Image.Image, rng: random.Random) -> None:
    """Lines and rings of one or several widths; sometimes at a shape."""
    draw = ImageDraw.Draw(layer)
    if rng.random() < 0.4:
        solid(layer, rng)
    grid, angle = rng.random() < 0.4, rng.uniform(0, math.pi)
    count = rng.randint(2, 20)
    for index in range(count):
        width = max(1, round(rng.uniform(0.7, 7) * FINER))
        if rng.random() < 0.25:
            x, y, radius = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(30, SIDE)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=255, width=width)
            continue
        way = angle + (index % 2) * math.pi / 2 if grid else rng.uniform(0, math.pi)
        x, y = rng.uniform(0, SIDE), rng.uniform(0, SIDE)
        across, down = 2 * SIDE * math.cos(way), 2 * SIDE * math.sin(way)
        draw.line([(x - across, y - down), (x + across, y + down)], fill=255, width=width)


def leaves(layer: Image.Image, rng: random.Random) -> None:
    """Pointed ovals at stems, in a cloud."""
    draw = ImageDraw.Draw(layer)
    x, y, far = rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(60, 260)
    length, slim = rng.uniform(10, 90), rng.uniform(0.1, 0.4)
    for _ in range(rng.randint(15, 140)):
        root = (x + rng.gauss(0, far), y + rng.gauss(0, far))
        angle, size = rng.uniform(0, math.tau), length * rng.uniform(0.5, 1.3)
        ahead, beside = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
        edge = [
            (along, side * slim * math.sin(math.pi * along))
            for side in (1, -1)
            for along in (np.linspace(0, 1, 9) if side > 0 else np.linspace(1, 0, 9))
        ]
        draw.polygon(
            [
                (root[0] + size * (a * ahead[0] + b * beside[0]), root[1] + size * (a * ahead[1] + b * beside[1]))
                for a, b in edge
            ],
            fill=255,
        )
        if rng.random() < 0.5:
            draw.line([root, (x, y)], fill=255, width=rng.randint(1, 3 * FINER))


def lace(layer: Image.Image, rng: random.Random) -> None:
    """A shape with holes in rows, as of lace, baskets or fences."""
    solid(layer, rng)
    draw = ImageDraw.Draw(layer)
    step, hole, angle = rng.uniform(10, 70), rng.uniform(0.2, 0.45), rng.uniform(0, math.pi)
    cos, sin = math.cos(angle), math.sin(angle)
    rows = int(SIDE / step) + 1
    for row in range(-rows, rows):
        for column in range(-rows, rows):
            across, down = (column + 0.5 * (row % 2)) * step, row * step
            x, y, radius = SIDE / 2 + across * cos - down * sin, SIDE / 2 + across * sin + down * cos, hole * step
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=0)


def veil(layer: Image.Image, rng: random.Random) -> None:
    """A shape one sees through, more or less in its parts."""
    solid(layer, rng)
    cells = Image.fromarray(np.array([[rng.randint(30, 230) for _ in range(5)] for _ in range(5)], np.uint8))
    opacity = np.asarray(cells.resize((SIDE, SIDE), Image.Resampling.BICUBIC), np.float32) / 255
    layer.paste(Image.fromarray(np.rint(np.asarray(layer) * opacity).astype(np.uint8)))


def moved(alpha: np.ndarray, rng: random.Random) -> np.ndarray:
    """Blurred along a line, as what moves is."""
    angle, length = rng.uniform(0, math.tau), rng.uniform(4, 40)
    steps = math.ceil(length)
    places = [(t * length * math.cos(angle), t * length * math.sin(angle)) for t in np.linspace(-0.5, 0.5, steps)]
    sum_ = np.zeros(alpha.shape, np.float32)
    for across, down in places:
        sum_ += np.roll(alpha, (round(down), round(across)), (0, 1))
    return np.rint(sum_ / steps).astype(np.uint8)
