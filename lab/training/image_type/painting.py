"""Painted pictures: photographs redrawn with brushes or polygons, and painted scenes that no camera ever saw.

They teach the network that smooth shading and natural subjects alone do not make a photograph: what counts is the
texture of a camera. Every filter is strong enough to be seen at the network's resolution.
"""

from __future__ import annotations

import colorsys
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

Named = Iterator[tuple[str, Image.Image]]

SIDE_PX = 448


def box_mean(values: np.ndarray, radius: int) -> np.ndarray:
    """Mean over the (radius+1)-wide window that starts at each pixel, [H,W] -> [H+radius,W+radius] after edge padding."""
    padded = np.pad(values, radius, mode="edge")
    total = np.pad(padded, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    side = radius + 1
    return (total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]) / side**2


def oil(image: Image.Image, rng: random.Random) -> Image.Image:
    """Kuwahara filter: each pixel takes the mean of the quietest of its four neighbouring squares."""
    radius = rng.randint(4, 9)
    pixels = np.asarray(image, dtype=np.float64)
    height, width = pixels.shape[:2]
    grey = pixels.mean(2)
    spread = box_mean(grey**2, radius) - box_mean(grey, radius) ** 2
    means = np.stack([box_mean(pixels[:, :, c], radius) for c in range(3)], axis=2)
    corners = [(y, x) for y in (0, radius) for x in (0, radius)]
    quietest = np.argmin([spread[y : y + height, x : x + width] for y, x in corners], axis=0)
    result = np.choose(quietest[:, :, None], [means[y : y + height, x : x + width] for y, x in corners])
    return Image.fromarray(np.clip(result, 0, 255).astype(np.uint8))


def recoloured(image: Image.Image, rng: random.Random) -> Image.Image:
    """Stronger, shifted or two-tone colours, as an illustrator chooses them; unchanged four times in ten."""
    pick = rng.random()
    if pick < 0.4:
        return image
    if pick < 0.75:
        hue, saturation, value = image.convert("HSV").split()
        turn = rng.randint(20, 235) if pick > 0.6 else 0
        turned = hue.point([(v + turn) % 256 for v in range(256)])
        return Image.merge("HSV", (turned, saturation.point(lambda v: min(255, int(v * 1.5))), value)).convert("RGB")
    dark, middle, light = (_colour(rng, 0.15), _colour(rng, 0.55), _colour(rng, 0.95))
    return ImageOps.colorize(ImageOps.autocontrast(image.convert("L")), dark, light, middle)


def _colour(rng: random.Random, value: float) -> tuple[int, int, int]:
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.2, 0.9), value)
    return int(red * 255), int(green * 255), int(blue * 255)


def strokes(image: Image.Image, rng: random.Random) -> Image.Image:
    """Brush strokes from coarse to fine along the edges of the picture."""
    grey = np.asarray(image.convert("L").filter(ImageFilter.GaussianBlur(3)), dtype=np.float32)
    down, right = np.gradient(grey)
    along = np.arctan2(right, -down)
    canvas = image.filter(ImageFilter.GaussianBlur(24))
    draw = ImageDraw.Draw(canvas)
    finest = rng.choice([3, 5, 7])
    for size in (26, 15, 9, 5, 3):
        if size < finest:
            break
        soft = np.asarray(image.filter(ImageFilter.GaussianBlur(size / 2)), dtype=np.int16)
        for _ in range(int(image.width * image.height / size**2 * 1.3)):
            x, y = rng.randrange(image.width), rng.randrange(image.height)
            angle, length = along[y, x] + rng.gauss(0, 0.3), size * rng.uniform(1, 3)
            jitter = rng.randint(-14, 14)
            colour = tuple(int(min(255, max(0, c + jitter))) for c in soft[y, x])
            step = np.cos(angle) * length, np.sin(angle) * length
            draw.line((x - step[0], y - step[1], x + step[0], y + step[1]), fill=colour, width=max(1, int(size * 0.7)))
    return canvas


def low_poly(image: Image.Image, rng: random.Random) -> Image.Image:
    """Flat triangles between random points, denser at edges."""
    from matplotlib.tri import Triangulation

    count = rng.choice([120, 300, 700, 1400])
    edges = (
        np.asarray(
            image.convert("L").filter(ImageFilter.GaussianBlur(2)).filter(ImageFilter.FIND_EDGES), dtype=np.float64
        )
        + 3
    )
    chooser = np.random.default_rng(rng.randrange(1 << 30))
    places = chooser.choice(edges.size, count, replace=False, p=(edges / edges.sum()).ravel())
    points = np.stack([places % image.width, places // image.width], 1).astype(np.float64) + chooser.random((count, 2))
    frame = [
        (0, 0),
        (image.width, 0),
        (0, image.height),
        (image.width, image.height),
        (image.width / 2, 0),
        (image.width / 2, image.height),
        (0, image.height / 2),
        (image.width, image.height / 2),
    ]
    points = np.concatenate([points, np.array(frame, dtype=np.float64)])
    soft = image.filter(ImageFilter.GaussianBlur(4)).load()
    canvas = Image.new("RGB", image.size)
    draw = ImageDraw.Draw(canvas)
    for corners in points[Triangulation(points[:, 0], points[:, 1]).triangles]:
        x, y = (int(min(limit - 1, max(0, v))) for v, limit in zip(corners.mean(0), image.size))
        draw.polygon([tuple(c) for c in corners], fill=soft[x, y])
    return canvas


def cartoon(image: Image.Image, rng: random.Random) -> Image.Image:
    """Few flat colours, with or without ink lines."""
    smooth = image.filter(ImageFilter.MedianFilter(5)).filter(ImageFilter.ModeFilter(rng.choice([7, 9, 11])))
    flat = (
        smooth.quantize(rng.choice([5, 8, 12, 20]), dither=Image.Dither.NONE)
        .convert("RGB")
        .filter(ImageFilter.ModeFilter(5))
    )
    if rng.random() < 0.5:
        ink = (
            smooth.convert("L")
            .filter(ImageFilter.GaussianBlur(1.2))
            .filter(ImageFilter.FIND_EDGES)
            .point(lambda v: 255 if v > 26 else 0)
            .filter(ImageFilter.MaxFilter(3))
        )
        flat = ImageChops.multiply(flat, ImageOps.invert(ink.filter(ImageFilter.GaussianBlur(0.6))).convert("RGB"))
    return flat


def noise_field(size: tuple[int, int], cells: int, rng: random.Random, octaves: int = 4) -> np.ndarray:
    """Smooth noise in 0..1, [H,W]."""
    chooser = np.random.default_rng(rng.randrange(1 << 30))
    total = np.zeros((size[1], size[0]))
    for octave in range(octaves):
        grid = chooser.random((cells * 2**octave + 2, cells * 2**octave + 2)) * 255
        total += (
            np.asarray(Image.fromarray(grid.astype(np.uint8)).resize(size, Image.Resampling.BICUBIC), dtype=np.float64)
            / 2**octave
        )
    return (total - total.min()) / max(1e-6, total.max() - total.min())


def ramp(
    size: tuple[int, int], top: tuple[int, int, int], bottom: tuple[int, int, int], power: float = 1.0
) -> np.ndarray:
    """Vertical gradient, float64 [H,W,3]."""
    share = np.linspace(0, 1, size[1])[:, None, None] ** power
    return np.broadcast_to(np.array(top) * (1 - share) + np.array(bottom) * share, (size[1], size[0], 3)).copy()


def landscape(size: tuple[int, int], rng: random.Random) -> Image.Image:
    """Sky, sun, and ridges that fade with distance: flat, shaded or textured like a digital painting."""
    width, height = size
    hue, step = rng.random(), rng.uniform(-0.15, 0.15)

    def tint(h: float, s: float, v: float) -> tuple[int, ...]:
        return tuple(int(c * 255) for c in colorsys.hsv_to_rgb(h % 1, s, v))

    night = rng.random() < 0.3
    canvas = ramp(
        size,
        tint(hue, 0.7, 0.15 if night else rng.uniform(0.4, 0.9)),
        tint(hue + step, 0.4, 0.45 if night else rng.uniform(0.8, 1)),
        rng.uniform(0.6, 1.6),
    )
    ys, xs = np.mgrid[0:height, 0:width]
    if rng.random() < 0.7:
        x, y, radius = rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.6) * height, rng.uniform(0.02, 0.16) * width
        far = np.hypot(xs - x, ys - y)
        glow = np.clip(1 - far / (radius * rng.uniform(2, 6)), 0, 1)[..., None] ** 2
        canvas += glow * np.array(tint(hue + step, 0.3, 0.7))
        canvas[far < radius] = tint(hue + step, rng.uniform(0, 0.4), 1)
    if night or rng.random() < 0.2:
        for _ in range(rng.randint(40, 300)):
            x, y = rng.randrange(width - 2), rng.randrange(height // 2)
            canvas[y : y + rng.randint(1, 2), x : x + rng.randint(1, 2)] = rng.randint(150, 255)
    if rng.random() < 0.5:
        cloud = np.clip(noise_field(size, rng.randint(2, 6), rng) - rng.uniform(0.4, 0.6), 0, 1)[
            ..., None
        ] * rng.uniform(1, 3)
        canvas += cloud * np.array(tint(hue + step, 0.2, 1)) * 0.8
    layers, shade = rng.randint(2, 7), rng.random()
    chooser = np.random.default_rng(rng.randrange(1 << 30))
    for layer in range(layers):
        near = (layer + 1) / layers
        line = sum(
            np.sin(np.linspace(0, f * 6.28, width) + chooser.random() * 6.28) * chooser.normal() / f
            for f in (1, 2, 3, 5, 8, 13, 27)
        )
        if rng.random() < 0.4:
            line += np.abs(np.sin(np.linspace(0, rng.uniform(20, 80), width))) * rng.uniform(0.1, 0.8)
        level = height * (0.35 + 0.55 * near) - line * height * rng.uniform(0.02, 0.09)
        mask = ys > level[None]
        colour = np.array(
            tint(hue + step * (1 - near) + 0.05 * layer, 0.3 + 0.5 * near, (0.75 - 0.6 * near) * (0.6 if night else 1)),
            dtype=np.float64,
        )
        body = np.broadcast_to(colour, canvas.shape).copy()
        if shade < 0.7:
            body *= 1 + np.clip((ys - level[None]) / height, 0, 1)[..., None] * rng.uniform(-1, 1.5)
        if shade > 0.35:
            body *= 0.75 + 0.5 * noise_field(size, rng.randint(6, 30), rng)[..., None]
        canvas[mask] = body[mask]
    image = Image.fromarray(np.clip(canvas, 0, 255).astype(np.uint8))
    return oil(image, rng) if rng.random() < 0.3 else image


def waves(size: tuple[int, int], rng: random.Random) -> Image.Image:
    """Glowing ribbons and lights over a dark or bright gradient: the desktop wallpaper."""
    width, height = size
    canvas = ramp(size, _colour(rng, rng.uniform(0.05, 0.9)), _colour(rng, rng.uniform(0.05, 0.9)))
    if rng.random() < 0.5:
        canvas = canvas * (0.5 + noise_field(size, rng.randint(1, 4), rng, 2)[..., None])
    ys, xs = np.mgrid[0:height, 0:width]
    for _ in range(rng.randint(2, 9)):
        phase, bends = rng.uniform(0, 6.28), rng.uniform(0.5, 2.5)
        centre = height * (
            rng.uniform(0.2, 0.8)
            + rng.uniform(0.05, 0.3) * np.sin(xs / width * 6.28 * bends + phase)
            + rng.uniform(-0.5, 0.5) * (xs / width - 0.5)
        )
        thick = height * rng.uniform(0.01, 0.2) * (0.4 + 0.6 * np.abs(np.sin(xs / width * 3 + phase)))
        if rng.random() < 0.5:
            weight = np.exp(-(((ys - centre) / thick) ** 2))
        else:
            weight = (
                np.clip((ys - centre) / (thick * rng.uniform(1, 6)), 0, 1)
                * (ys > centre)
                * np.clip(1 - (ys - centre) / (thick * 8), 0, 1)
            )
        canvas += (
            weight[..., None]
            * (np.array(_colour(rng, rng.uniform(0.3, 1))) - canvas * rng.choice([0, 0.5, 1]))
            * rng.uniform(0.3, 0.9)
        )
    for _ in range(rng.choice([0, 0, 5, 20, 50])):
        x, y, radius = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.005, 0.12) * width
        far = np.hypot(xs - x, ys - y)
        disc = np.clip(1 - far / radius, 0, 1) if rng.random() < 0.4 else np.clip((radius - far) / 2, 0, 1) * 0.4
        canvas += disc[..., None] * np.array(_colour(rng, 1)) * rng.uniform(0.2, 0.8)
    image = Image.fromarray(np.clip(canvas, 0, 255).astype(np.uint8))
    if rng.random() < 0.3:
        image = image.rotate(rng.choice([90, 180, 270]), expand=True)
    return image


def spheres(size: tuple[int, int], rng: random.Random) -> Image.Image:
    """Shaded, glossy balls and boxes over a floor with soft shadows: the computer-drawn still life."""
    width, height = size
    floor = rng.uniform(0.4, 0.7)
    canvas = ramp(size, _colour(rng, rng.uniform(0.3, 1)), _colour(rng, rng.uniform(0.5, 1)))
    ground = ramp(size, _colour(rng, 0.5), _colour(rng, 0.9))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float64)
    below = ys > floor * height
    if rng.random() < 0.5:
        depth = 1 / np.maximum(0.02, (ys / height - floor))
        checks = (np.floor((xs / width - 0.5) * depth * 2) + np.floor(depth)) % 2
        ground *= (0.6 + 0.4 * checks)[..., None]
    canvas[below] = ground[below]
    light = np.array([rng.uniform(-0.7, 0.7), -rng.uniform(0.4, 1), rng.uniform(0.4, 1)])
    light /= np.linalg.norm(light)
    for near in sorted(rng.random() for _ in range(rng.randint(1, 14))):
        radius = width * (0.02 + 0.16 * near * rng.uniform(0.4, 1))
        x, y = rng.uniform(0, width), height * (floor + (1 - floor) * near * 0.9) - radius
        shadow = np.exp(
            -(((xs - x + light[0] * radius) / (radius * 1.1)) ** 2 + ((ys - y - radius) / (radius * 0.3)) ** 2)
        )
        canvas *= 1 - 0.6 * (shadow * below)[..., None]
        u, v = (xs - x) / radius, (ys - y) / radius
        inside = u**2 + v**2 < 1
        w = np.sqrt(np.clip(1 - u**2 - v**2, 0, 1))
        diffuse = np.clip(u * light[0] + v * light[1] + w * light[2], 0, 1)
        mirror = np.clip(2 * diffuse * w - light[2], 0, 1)
        base = np.array(_colour(rng, rng.uniform(0.4, 1)))
        shaded = (
            base * (0.2 + 0.8 * diffuse[..., None])
            + 255 * rng.choice([0, 0.4, 0.9]) * (mirror ** rng.choice([8, 30, 80]))[..., None]
        )
        canvas[inside] = shaded[inside]
    return Image.fromarray(np.clip(canvas, 0, 255).astype(np.uint8))


def painted(photographs: list[Path], limit: int, rng: random.Random) -> Named:
    """Pictures in turn redrawn from opaque photographs and made up; each generator as often as the others."""
    redrawn, made_up = [oil, strokes, low_poly, cartoon], [landscape, waves, spheres]
    opaque = [p for p in photographs if Image.open(p).mode == "RGB"]
    for number in range(limit):
        shape = rng.choice([(SIDE_PX, 252), (SIDE_PX, 280), (SIDE_PX, 336), (336, SIDE_PX), (SIDE_PX, SIDE_PX)])
        if number % 7 < 4 and opaque:
            path = rng.choice(opaque)
            image = ImageOps.contain(Image.open(path), (SIDE_PX, SIDE_PX), Image.Resampling.BICUBIC)
            if min(image.size) < 32:
                continue
            way = redrawn[number % 7]
            yield f"{way.__name__} of {path.parent.name}/{path.name}", recoloured(way(image, rng), rng)
        else:
            way = made_up[number % 7 - 4]
            yield f"{way.__name__} {number}", way(shape, rng)
