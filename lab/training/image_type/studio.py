"""Cut-outs put before the plain backgrounds of shops: white, near white, grey, black or a colour, lit and shaded as there; stamps and artwork."""

from __future__ import annotations

import io
import random

import numpy as np
from PIL import Image, ImageFilter

SIDES_PX = ((400, 400), (440, 330), (330, 440), (448, 280), (300, 420), (300, 300))


def plain_colour(rng: random.Random) -> np.ndarray:
    """Colour of the paper or sweep, float32 [3]; half are white or nearly so."""
    pick = rng.random()
    if pick < 0.32:
        return np.full(3, 255, np.float32)
    if pick < 0.72:
        level = rng.uniform(*((232, 254) if pick < 0.47 else (100, 232) if pick < 0.62 else (0, 22)))
        return np.array([level + rng.uniform(-4, 4) for _ in range(3)], np.float32)
    return np.array([rng.uniform(0, 255) for _ in range(3)], np.float32)


def lit_background(width: int, height: int, rng: random.Random) -> np.ndarray:
    """The empty sweep, float32 [H,W,3]: one colour, often with a soft gradient or darker corners."""
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    background = np.broadcast_to(plain_colour(rng), (height, width, 3)).copy()
    if rng.random() < 0.45:
        background += (rng.uniform(-28, 28) * (down - 0.5) + rng.uniform(-10, 10) * (across - 0.5))[..., None]
    if rng.random() < 0.35:
        away = (across - rng.uniform(0.3, 0.7)) ** 2 + (down - rng.uniform(0.3, 0.7)) ** 2
        background *= (1 - rng.uniform(0.05, 0.5) * away)[..., None]
    return background


def shadow(alpha: np.ndarray, rng: random.Random) -> np.ndarray:
    """How much light the background loses, float32 [H,W] in 0..1: a contact shadow under the subject, a cast one beside it, or both."""
    height, width = alpha.shape
    rows, columns = np.flatnonzero(alpha.max(1) > 0.1), np.flatnonzero(alpha.max(0) > 0.1)
    lost = np.zeros((height, width), np.float32)
    if len(rows) == 0:
        return lost
    if rng.random() < 0.75:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        across, down = max(4.0, len(columns) * rng.uniform(0.3, 0.6)), max(3.0, len(rows) * rng.uniform(0.03, 0.14))
        lost = rng.uniform(0.15, 0.7) * np.exp(
            -(((x - columns.mean()) / across) ** 2) - ((y - rows[-1] + down * 0.3) / down) ** 2
        )
    if rng.random() < 0.4:
        soft = Image.fromarray((alpha * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(rng.uniform(2, 18)))
        cast = np.roll(
            np.asarray(soft, np.float32) / 255,
            (rng.randint(0, height // 20), rng.randint(-width // 12, width // 12)),
            (0, 1),
        )
        lost = np.maximum(lost, cast * rng.uniform(0.1, 0.5))
    return lost


def in_studio(subject: Image.Image, rng: random.Random, grain: bool) -> Image.Image:
    """RGB picture of an RGBA cut-out before a plain background. grain: whether it may get a camera's noise."""
    width, height = rng.choice(SIDES_PX)
    share = rng.uniform(0.4, 0.95)
    scale = min(width * share / subject.width, height * share / subject.height, 2.0)
    size = max(8, round(subject.width * scale)), max(8, round(subject.height * scale))
    placed = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    place = round((width - size[0]) * rng.uniform(0.3, 0.7)), round((height - size[1]) * rng.uniform(0.4, 0.8))
    placed.paste(subject.resize(size, Image.Resampling.BOX if scale < 1 else Image.Resampling.BICUBIC), place)
    values = np.asarray(placed, np.float32)
    alpha = values[..., 3] / 255
    is_cut_out = rng.random() < 0.3
    background = lit_background(width, height, rng)
    if is_cut_out:
        background[:] = background[0, 0]
    else:
        background *= 1 - shadow(alpha, rng)[..., None]
    picture = values[..., :3] * rng.uniform(0.85, 1.15) * alpha[..., None] + background * (1 - alpha[..., None])
    if grain and rng.random() < 0.7:
        noise = np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(0.5, 3), (height, width, 3))
        picture += noise * (alpha[..., None] if is_cut_out else 1)
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def as_stamp(cut_out: Image.Image, rng: random.Random) -> Image.Image:
    """Small RGBA cut-out as old drawing programs and chats ship it: 60 to 200 px, mostly with hard edges and no room around."""
    scale = rng.uniform(60, 200) / max(cut_out.size)
    size = max(12, round(cut_out.width * scale)), max(12, round(cut_out.height * scale))
    small = cut_out.resize(size, Image.Resampling.BOX if scale < 1 else Image.Resampling.BICUBIC)
    if rng.random() < 0.7:
        small.putalpha(small.getchannel("A").point(lambda v: 255 if v > 127 else 0))
    if rng.random() < 0.25:
        small = small.quantize(rng.choice((64, 128, 256)), method=Image.Quantize.FASTOCTREE).convert("RGBA")
    return small


def as_artwork(drawing: Image.Image, rng: random.Random) -> Image.Image:
    """RGB picture of an RGBA drawing as it left its program: sharp on one colour or a slight gradient, PNG or JPEG of good quality."""
    width, height = rng.choice(SIDES_PX)
    scale = rng.uniform(0.45, 0.9) * min(width / drawing.width, height / drawing.height)
    size = max(8, round(drawing.width * scale)), max(8, round(drawing.height * scale))
    drawing = drawing.resize(size, Image.Resampling.LANCZOS)
    if rng.random() < 0.25:
        ink = tuple(rng.randrange(256) for _ in range(3))
        drawing = Image.merge("RGBA", (*Image.new("RGB", size, ink).split(), drawing.getchannel("A")))
    background = np.broadcast_to(plain_colour(rng), (height, width, 3)).copy()
    if rng.random() < 0.25:
        background += (np.linspace(-1, 1, height)[:, None, None] * rng.uniform(-6, 6)).astype(np.float32)
    picture = Image.fromarray(np.clip(background, 0, 255).astype(np.uint8))
    picture.paste(
        drawing,
        (round((width - size[0]) * rng.uniform(0.3, 0.7)), round((height - size[1]) * rng.uniform(0.3, 0.7))),
        drawing,
    )
    if rng.random() < 0.4:
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=rng.randint(75, 95))
        picture = Image.open(buffer).convert("RGB")
    return picture
