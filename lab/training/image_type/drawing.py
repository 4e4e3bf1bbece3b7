"""Pictures drawn without a browser: SVG rasters, line art, abstract backgrounds, views of panoramas."""

from __future__ import annotations

import io
import math
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

Named = Iterator[tuple[str, Image.Image]]


def rasterise(svg: bytes, largest_px: int) -> Image.Image | None:
    """RGBA raster of an SVG that fits a square of `largest_px`, or None where the renderer refuses it."""
    command = ["rsvg-convert", "--keep-aspect-ratio", "--width", str(largest_px), "--height", str(largest_px)]
    try:
        done = subprocess.run(command, input=svg, capture_output=True, timeout=20, check=False)
        image = Image.open(io.BytesIO(done.stdout)).convert("RGBA")
    except (OSError, subprocess.TimeoutExpired):
        return None
    visible = np.asarray(image.getchannel("A")) > 16
    return image if visible.mean() > 0.01 and min(image.size) >= 16 else None


def perspective_view(panorama: np.ndarray, yaw: float, pitch: float, field: float, size: int) -> np.ndarray:
    """Pinhole view [size,size,3] of an equirectangular panorama [H,W,3]; angles in radians, bilinear."""
    height, width = panorama.shape[:2]
    axis = np.linspace(-1, 1, size) * math.tan(field / 2)
    x, y = np.meshgrid(axis, -axis)
    z = np.ones_like(x)
    y, z = y * math.cos(pitch) + z * math.sin(pitch), z * math.cos(pitch) - y * math.sin(pitch)
    longitude = np.arctan2(x, z) + yaw
    latitude = np.arctan2(y, np.hypot(x, z))
    column = (longitude / (2 * math.pi)) % 1 * width
    row = np.clip((0.5 - latitude / math.pi) * height, 0, height - 1.001)
    c0, r0 = np.floor(column).astype(int), np.floor(row).astype(int)
    fc, fr = (column - c0)[..., None], (row - r0)[..., None]
    c0, c1 = c0 % width, (c0 + 1) % width
    top = panorama[r0, c0] * (1 - fc) + panorama[r0, c1] * fc
    bottom = panorama[r0 + 1, c0] * (1 - fc) + panorama[r0 + 1, c1] * fc
    return top * (1 - fr) + bottom * fr


def panorama_views(files: list[Path], views: int, rng: random.Random) -> Named:
    """Photographs cut from high-range environment maps, exposed by the median and tone-mapped."""
    import OpenEXR

    for path in files:
        with OpenEXR.File(str(path)) as exr:
            channels = exr.channels()
            linear = channels["RGB"].pixels if "RGB" in channels else np.dstack([channels[c].pixels for c in "RGB"])
        linear = np.clip(np.nan_to_num(linear.astype(np.float32)), 0, 1e4)[..., :3]
        for view in range(views):
            shot = perspective_view(linear, rng.uniform(0, 6.28), rng.uniform(-0.35, 0.35), rng.uniform(1.0, 1.7), 224)
            shot = shot * (rng.uniform(0.18, 0.35) / max(float(np.median(shot.mean(-1))), 1e-4))
            encoded = np.clip(shot / (1 + shot) * 1.25, 0, 1) ** (1 / 2.2)
            yield f"{path.name}#{view}", Image.fromarray((encoded * 255 + 0.5).astype(np.uint8))


def pencil(grey: Image.Image, softness: float) -> np.ndarray:
    """Pencil look (0..1) by colour dodge: the picture divided by its own inverted blur."""
    base = np.asarray(grey, dtype=np.float32) / 255
    blur = np.asarray(grey.filter(ImageFilter.GaussianBlur(softness)), dtype=np.float32) / 255
    return np.clip(base / np.maximum(blur, 0.02), 0, 1) ** 3


def ink(grey: Image.Image, softness: float) -> np.ndarray:
    """Ink lines (0..1) from a thresholded difference of Gaussians (XDoG-like)."""
    fine = np.asarray(grey.filter(ImageFilter.GaussianBlur(softness)), dtype=np.float32) / 255
    wide = np.asarray(grey.filter(ImageFilter.GaussianBlur(softness * 1.6)), dtype=np.float32) / 255
    return np.clip(1 + np.tanh((fine - 0.97 * wide - 0.012) * 60), 0, 1)


def hatching(grey: Image.Image, rng: random.Random) -> np.ndarray:
    """Cross-hatched drawing (0..1): more line directions where the picture is darker."""
    tone = np.asarray(grey.filter(ImageFilter.GaussianBlur(2)), dtype=np.float32) / 255
    y, x = np.mgrid[: tone.shape[0], : tone.shape[1]]
    page, period = np.ones_like(tone), rng.uniform(4, 8)
    wobble = (
        np.asarray(Image.effect_noise(grey.size, 60).filter(ImageFilter.GaussianBlur(6)), dtype=np.float32) / 255 * 8
    )
    for step, angle in enumerate((0.7, 2.3, 1.5, 0.0)):
        wave = np.sin((x * math.cos(angle) + y * math.sin(angle) + wobble) * 2 * math.pi / period)
        page = np.where((tone < 0.75 - 0.19 * step) & (wave > 0.55), page * 0.3, page)
    return np.minimum(page, ink(grey, 1.2))


def posterised(image: Image.Image, rng: random.Random) -> Image.Image:
    """Flat-colour cartoon: smoothed, reduced to a few colours, outlined."""
    flat = (
        image.filter(ImageFilter.MedianFilter(7))
        .filter(ImageFilter.ModeFilter(7))
        .quantize(rng.choice([5, 8, 12]), method=Image.Quantize.MEDIANCUT)
        .convert("RGB")
        .filter(ImageFilter.ModeFilter(9))
    )
    if rng.random() < 0.5:
        lines = ink(image.convert("L"), 1.5)[..., None]
        flat = Image.fromarray((np.asarray(flat) * lines).astype(np.uint8))
    return flat


def paper(size: tuple[int, int], rng: random.Random) -> np.ndarray:
    """Paper [H,W,3] in 0..1: white to yellowish, with grain and uneven light."""
    tint = np.array([1.0, rng.uniform(0.95, 1.0), rng.uniform(0.85, 1.0)], dtype=np.float32) * rng.uniform(0.85, 1.0)
    grain = np.asarray(Image.effect_noise(size, rng.uniform(4, 30)), dtype=np.float32) / 255 - 0.5
    light = (
        np.asarray(Image.effect_noise((8, 8), 30).resize(size, Image.Resampling.BICUBIC), dtype=np.float32) / 255 - 0.5
    )
    return np.clip(tint + 0.25 * grain[..., None] + 0.2 * light[..., None], 0, 1)


def line_art(photographs: list[Path], limit: int, rng: random.Random) -> Named:
    """Pencil, ink, hatched and flat-colour drawings made from photographs; half of the line drawings lie on paper."""
    for number in range(limit):
        path = rng.choice(photographs)
        image = Image.open(path)
        if image.mode == "RGBA":
            image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        image = image.convert("RGB")
        grey = image.convert("L")
        style = rng.choice(["pencil", "ink", "hatching", "posterised"])
        if style == "posterised":
            yield f"{style} {number} of {path.name}", posterised(image, rng)
            continue
        strokes = {
            "pencil": lambda grey=grey: pencil(grey, rng.uniform(3, 10)),
            "ink": lambda grey=grey: ink(grey, rng.uniform(0.7, 2)),
            "hatching": lambda grey=grey: hatching(grey, rng),
        }[style]()
        colour = np.array([rng.random() * 0.5 if rng.random() < 0.3 else 0.05 for _ in range(3)], dtype=np.float32)
        sheet = paper(grey.size, rng) if rng.random() < 0.5 else np.ones((*strokes.shape, 3), np.float32)
        page = sheet * strokes[..., None] + colour * (1 - strokes[..., None])
        yield f"{style} {number} of {path.name}", Image.fromarray((np.clip(page, 0, 1) * 255).astype(np.uint8))


def _soft_shape(rng: random.Random, width: int, height: int, blur: bool) -> str:
    """One random SVG shape: blob, wave, polygon or circle."""
    fill = rng.choice(
        [
            f"url(#g{rng.randrange(3)})",
            f"hsla({rng.randrange(360)},{rng.randrange(30, 95)}%,{rng.randrange(20, 85)}%,{rng.uniform(0.3, 1):.2f})",
        ]
    )
    effect = ' filter="url(#blur)"' if blur and rng.random() < 0.7 else ""
    kind = rng.choice(["circle", "polygon", "wave", "wave"])
    if kind == "circle":
        return f'<circle cx="{rng.uniform(0, width)}" cy="{rng.uniform(0, height)}" r="{rng.uniform(10, height * 0.7)}" fill="{fill}"{effect}/>'
    if kind == "polygon":
        points = " ".join(
            f"{rng.uniform(-50, width + 50):.0f},{rng.uniform(-50, height + 50):.0f}"
            for _ in range(rng.randrange(3, 6))
        )
        return f'<polygon points="{points}" fill="{fill}"{effect}/>'
    start = rng.uniform(0, height)
    curve = " ".join(
        f"S {width * (i + 0.6) / 4:.0f} {start + rng.uniform(-120, 120):.0f} {width * (i + 1) / 4:.0f} {start + rng.uniform(-90, 90):.0f}"
        for i in range(4)
    )
    return f'<path d="M 0 {start:.0f} {curve} L {width} {height} L 0 {height} Z" fill="{fill}"{effect}/>'


def abstract_backgrounds(limit: int, rng: random.Random) -> Named:
    """Gradient and low-polygon wallpapers, some blurred, some with grain."""
    for number in range(limit):
        width, height = rng.choice([(448, 252), (448, 280), (448, 336), (336, 448), (400, 400)])
        hue = rng.randrange(360)
        stops = [
            "".join(
                f'<stop offset="{o}" stop-color="hsl({(hue + rng.randrange(-70, 70)) % 360},{rng.randrange(25, 95)}%,{rng.randrange(10, 90)}%)"/>'
                for o in (0, 0.5, 1)
            )
            for _ in range(3)
        ]
        gradients = "".join(
            f'<linearGradient id="g{i}" x1="{rng.random():.2f}" y1="{rng.random():.2f}" x2="{rng.random():.2f}" y2="1">{s}</linearGradient>'
            for i, s in enumerate(stops)
        )
        blur = rng.random() < 0.45
        shapes = "".join(_soft_shape(rng, width, height, blur) for _ in range(rng.choice([0, 2, 4, 7, 12, 30])))
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><defs>{gradients}<filter id="blur" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="{rng.uniform(4, 45):.1f}"/></filter></defs><rect width="100%" height="100%" fill="url(#g0)"/>{shapes}</svg>'
        image = rasterise(svg.encode(), 448)
        if image is None:
            continue
        if rng.random() < 0.3:
            noise = np.asarray(Image.effect_noise(image.size, rng.uniform(5, 25)), dtype=np.float32)[..., None] - 128
            image = Image.fromarray(
                np.clip(np.asarray(image.convert("RGB"), dtype=np.float32) + noise, 0, 255).astype(np.uint8)
            )
        yield f"abstract {number}", image.convert("RGB")
