"""Photographs of flat things: prints, stamps and screens in perspective, lit unevenly, before a photographed scene."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageOps

FRAME_PX = 448


def on_paper(shown: Image.Image, rng: random.Random) -> Image.Image:
    """A print with a margin and the texture of paper, RGBA."""
    border = round(max(shown.size) * rng.choice([0, 0.04, 0.1]))
    print_ = ImageOps.expand(shown, border, tuple(rng.randint(225, 255) for _ in range(3)))
    values = np.asarray(print_, np.float32)
    texture = np.random.default_rng(rng.randrange(1 << 30)).normal(
        0, rng.uniform(1, 5), (print_.height, print_.width, 1)
    )
    return Image.fromarray(np.clip(values * rng.uniform(0.85, 0.97) + texture, 0, 255).astype(np.uint8)).convert("RGBA")


def as_stamp(shown: Image.Image, rng: random.Random) -> Image.Image:
    """A postage stamp with a white margin and perforated edges, RGBA."""
    stamp = on_paper(ImageOps.expand(shown, round(max(shown.size) * 0.07), (244, 240, 230)), rng)
    alpha, holes = Image.new("L", stamp.size, 255), rng.randint(10, 20)
    draw, step = ImageDraw.Draw(alpha), max(stamp.size) / holes
    for number in range(holes + 1):
        for x, y in (
            (number * step, 0),
            (number * step, stamp.height),
            (0, number * step),
            (stamp.width, number * step),
        ):
            draw.ellipse((x - step * 0.28, y - step * 0.28, x + step * 0.28, y + step * 0.28), fill=0)
    stamp.putalpha(alpha)
    return stamp


def on_screen(shown: Image.Image, rng: random.Random) -> Image.Image:
    """A screen with its frame, and the waves that its pixels make with a camera's, RGBA."""
    values = np.asarray(shown, np.float32)
    y, x = np.mgrid[0 : shown.height, 0 : shown.width].astype(np.float32)
    waves = sum(
        rng.uniform(0.02, 0.08) * np.sin(x * rng.uniform(-0.9, 0.9) + y * rng.uniform(-0.9, 0.9) + rng.uniform(0, 6))
        for _ in range(2)
    )
    lit = values * rng.uniform(0.7, 1.05) * (1 + waves)[..., None] + rng.uniform(4, 26)
    screen = Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8))
    level = rng.choice([12, 24, 40, 190])
    return ImageOps.expand(screen, round(max(shown.size) * rng.uniform(0.02, 0.08)), (level, level, level + 3)).convert(
        "RGBA"
    )


def perspective(flat: Image.Image, rng: random.Random) -> Image.Image:
    """The flat thing somewhere in a transparent frame, seen from an angle, RGBA [FRAME_PX,FRAME_PX]."""
    scale = FRAME_PX * rng.uniform(0.5, 0.95) / max(flat.size)
    half_width, half_height, turn = flat.width * scale / 2, flat.height * scale / 2, rng.gauss(0, 0.25)
    middle = FRAME_PX / 2 + rng.uniform(-30, 30), FRAME_PX / 2 + rng.uniform(-30, 30)
    corners = []
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = x * half_width * rng.uniform(0.84, 1.06), y * half_height * rng.uniform(0.84, 1.06)
        corners.append(
            (middle[0] + x * np.cos(turn) - y * np.sin(turn), middle[1] + x * np.sin(turn) + y * np.cos(turn))
        )
    rows, wanted = [], []
    for (x, y), (u, v) in zip(corners, ((0, 0), (flat.width, 0), (flat.width, flat.height), (0, flat.height))):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return flat.transform(
        (FRAME_PX, FRAME_PX),
        Image.Transform.PERSPECTIVE,
        np.linalg.solve(rows, wanted).tolist(),
        Image.Resampling.BICUBIC,
    )


def photograph_of(shown: Image.Image, scene: Image.Image, rng: random.Random) -> Image.Image:
    """RGB photograph of a flat picture before a scene: its shadow, uneven light, glare, a lens and a camera's noise."""
    made = rng.choice([on_paper, on_paper, as_stamp, on_screen])(shown, rng)
    placed = perspective(made, rng)
    behind = np.asarray(
        ImageOps.fit(scene, (FRAME_PX, FRAME_PX)).filter(ImageFilter.GaussianBlur(rng.choice([0, 1, 3]))), np.float32
    )
    alpha = np.asarray(placed.getchannel("A"), np.float32)[..., None] / 255
    soft = placed.getchannel("A").filter(ImageFilter.GaussianBlur(rng.uniform(2, 10)))
    fall = np.roll(np.asarray(soft, np.float32), (rng.randint(0, 12), rng.randint(-10, 10)), (0, 1))[..., None] / 255
    picture = np.asarray(placed.convert("RGB"), np.float32) * alpha + behind * (1 - rng.uniform(0.1, 0.6) * fall) * (
        1 - alpha
    )
    y, x = np.mgrid[-1 : 1 : FRAME_PX * 1j, -1 : 1 : FRAME_PX * 1j].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    picture *= (rng.uniform(0.8, 1) + rng.uniform(0.05, 0.25) * (x * np.cos(turn) + y * np.sin(turn)))[..., None]
    picture *= np.array([rng.uniform(0.9, 1.06) for _ in range(3)], np.float32)
    if rng.random() < 0.4:
        glare = np.exp(
            -(((x - rng.uniform(-0.6, 0.6)) ** 2 + (y - rng.uniform(-0.6, 0.6)) ** 2) / rng.uniform(0.02, 0.3))
        )
        picture += (rng.uniform(20, 110) * glare)[..., None]
    lens = Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).filter(
        ImageFilter.GaussianBlur(rng.uniform(0.3, 1.1))
    )
    noise = np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(1.5, 5), (FRAME_PX, FRAME_PX, 3))
    return Image.fromarray(np.clip(np.asarray(lens, np.float32) + noise, 0, 255).astype(np.uint8))


def photographed(
    shown: list[Path], scenes: list[Path], limit: int, rng: random.Random
) -> Iterator[tuple[str, Image.Image]]:
    """Yield (name, picture) of prepared pictures, photographs and graphics, photographed before prepared photographs."""
    for _ in range(limit):
        path, scene = rng.choice(shown), rng.choice(scenes)
        flat = Image.open(path).convert("RGBA")
        paper = Image.new("RGBA", flat.size, rng.choice(["white", "white", "#f2ead8", "#dde6f0"]))
        paper.alpha_composite(flat)
        yield (
            f"{path.parent.name}/{path.name} before {scene.parent.name}/{scene.name}",
            photograph_of(paper.convert("RGB"), Image.open(scene).convert("RGB"), rng),
        )
