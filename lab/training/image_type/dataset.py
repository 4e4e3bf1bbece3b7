"""Training variants of the prepared pictures, and the plain rendering used for calibration, test and service.

Both classes go through the same chain, so that shortcuts carry no information: background under transparency, crop,
aspect, resolution, grey-scale, colour, noise, JPEG quality. Three steps depend on the label: photographs get text or a
frame laid over them (they stay photographs), are cut to a shape on a plain background more often, and their cut-outs are put
before the plain backgrounds of shops more often, with a camera's noise. Small stamps of both and artwork as it left its program
skip the chain: that is how the service gets them.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageFont, ImageOps

from .manifest import LABELS, Picture, read_manifest
from .studio import as_artwork, as_stamp, in_studio

SIZE_PX = 224
"""Side of the network's square input."""

GREY = (128, 128, 128)
"""Colour under transparent pixels in service."""

RESAMPLERS = (Image.Resampling.BILINEAR, Image.Resampling.BOX, Image.Resampling.BICUBIC, Image.Resampling.LANCZOS)


def flatten(image: Image.Image, background: Image.Image | tuple[int, int, int]) -> Image.Image:
    """RGB picture with transparency composited over a colour or an equally large picture."""
    if image.mode != "RGBA":
        return image.convert("RGB")
    base = Image.new("RGB", image.size, background) if isinstance(background, tuple) else background.convert("RGB")
    base.paste(image, (0, 0), image)
    return base


def stretched(image: Image.Image, size: int = SIZE_PX) -> np.ndarray:
    """uint8 [size,size,3]: the whole picture over mid-grey, stretched to a square (antialiased bilinear)."""
    return np.asarray(flatten(image, GREY).resize((size, size), Image.Resampling.BILINEAR))


def random_background(size: tuple[int, int], rng: random.Random) -> Image.Image:
    """A plain or two-colour background for transparent pictures; white and mid-grey are the most frequent."""
    pick = rng.random()
    if pick < 0.35:
        return Image.new("RGB", size, "white")
    if pick < 0.60:
        return Image.new("RGB", size, GREY)
    if pick < 0.67:
        return Image.new("RGB", size, "black")
    first, second = (tuple(rng.randrange(256) for _ in range(3)) for _ in range(2))
    if pick < 0.88:
        return Image.new("RGB", size, first)
    ramp = Image.linear_gradient("L").rotate(rng.choice([0, 90, 180, 270])).resize(size)
    return ImageOps.colorize(ramp, first, second)


def padded(image: Image.Image, rng: random.Random) -> Image.Image:
    """Transparent picture on a larger transparent canvas, at a random place."""
    grow = rng.choice([0, 0, 0.1, 0.3, 0.8])
    width, height = (
        int(image.width * (1 + grow * rng.uniform(0.3, 1))),
        int(image.height * (1 + grow * rng.uniform(0.3, 1))),
    )
    canvas = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    canvas.paste(image, (rng.randint(0, width - image.width), rng.randint(0, height - image.height)))
    return canvas


def random_crop(image: Image.Image, rng: random.Random) -> Image.Image:
    """A crop of 35 to 100 % of the area with a changed aspect, or the whole picture (one time in three)."""
    if rng.random() < 0.33:
        return image
    area, aspect = rng.uniform(0.35, 1), rng.uniform(0.7, 1.4)
    width = min(image.width, max(32, int(image.width * (area * aspect) ** 0.5)))
    height = min(image.height, max(32, int(image.height * (area / aspect) ** 0.5)))
    left, top = rng.randint(0, image.width - width), rng.randint(0, image.height - height)
    return image.crop((left, top, left + width, top + height))


def outline(size: tuple[int, int], rng: random.Random) -> list[tuple[float, float]]:
    """A random closed outline with soft bends or points, as if cut with scissors."""
    turns = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    radius = 1 + sum(
        rng.uniform(-0.35, 0.35) / n**0.5 * np.cos(n * turns + rng.uniform(0, 6.28)) for n in rng.sample(range(1, 9), 3)
    )
    radius = np.clip(radius / radius.max(), 0.15, 1) * 0.5
    return [(size[0] * (0.5 + r * np.cos(t)), size[1] * (0.5 + r * np.sin(t))) for r, t in zip(radius, turns)]


def hard_edged(image: Image.Image) -> Image.Image:
    """The same RGBA picture with alpha 0 or 255 only, as old stamps and GIFs have it."""
    image = image.copy()
    image.putalpha(image.getchannel("A").point(lambda v: 255 if v > 127 else 0))
    return image


def on_plain_background(image: Image.Image, rng: random.Random) -> Image.Image:
    """The picture seen through an ellipse, a rounded rectangle or a random outline, transparent around it."""
    mask = Image.new("L", (image.width * 2, image.height * 2), 0)
    draw, edge = ImageDraw.Draw(mask), rng.uniform(0, 0.12)
    box = (mask.width * edge, mask.height * edge, mask.width * (1 - edge), mask.height * (1 - edge))
    pick = rng.random()
    if pick < 0.5:
        draw.polygon(outline(mask.size, rng), fill=255)
    elif pick < 0.75:
        draw.ellipse(box, fill=255)
    else:
        draw.rounded_rectangle(box, radius=rng.uniform(0, 0.3) * min(mask.size), fill=255)
    cut = image.convert("RGBA")
    cut.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    return cut


def with_text_or_frame(image: Image.Image, rng: random.Random) -> Image.Image:
    """Photograph with a caption, a watermark, a band or a frame: still a photograph."""
    image = image.copy()
    draw = ImageDraw.Draw(image, "RGBA")
    colour = rng.choice([(255, 255, 255), (0, 0, 0), tuple(rng.randrange(256) for _ in range(3))])
    if rng.random() < 0.3:
        return ImageOps.expand(image, border=max(2, int(min(image.size) * rng.uniform(0.02, 0.12))), fill=colour)
    size = max(9, image.height * rng.uniform(0.05, 0.16))
    font = ImageFont.load_default(size=size)
    top = rng.uniform(0, 0.85) * image.height
    if rng.random() < 0.4:
        draw.rectangle((0, top, image.width, top + size * 1.4), fill=(*(255 - c for c in colour), rng.randint(90, 255)))
    text = "".join(
        rng.choice("ABCDEFGHIJKLMNOPRSTU abcdefghiklmnoprstu 0123456789%!.") for _ in range(rng.randint(4, 24))
    )
    draw.text((rng.uniform(0, 0.3) * image.width, top), text, font=font, fill=(*colour, rng.randint(120, 255)))
    return image


def degraded(image: Image.Image, rng: random.Random) -> Image.Image:
    """Colour, sharpness, noise, resolution and JPEG changes that any picture may have met on its way."""
    if rng.random() < 0.10:
        image = image.convert("L").convert("RGB")
    if rng.random() < 0.35:
        for enhance in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color):
            image = enhance(image).enhance(rng.uniform(0.65, 1.4))
    if rng.random() < 0.08:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 1.8)))
    if rng.random() < 0.10:
        image = image.filter(ImageFilter.UnsharpMask(2, rng.randint(50, 160)))
    scale = rng.uniform(48, 448) / max(image.size)
    if scale < 1 or rng.random() < 0.3:
        image = image.resize(
            (max(16, round(image.width * scale)), max(16, round(image.height * scale))), rng.choice(RESAMPLERS)
        )
    if rng.random() < 0.10:
        noise = np.random.default_rng(rng.randrange(1 << 30)).normal(
            0, rng.uniform(2, 14), (image.height, image.width, rng.choice([1, 3]))
        )
        image = Image.fromarray(np.clip(np.asarray(image, dtype=np.float32) + noise, 0, 255).astype(np.uint8))
    if rng.random() < 0.65:
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=rng.randint(50, 95), subsampling=rng.choice([0, 2]))
        image = Image.open(buffer).convert("RGB")
    return image


def variant(image: Image.Image, label: str, rng: random.Random, size: int = SIZE_PX) -> np.ndarray:
    """One random training example, uint8 [size,size,3]."""
    if rng.random() < 0.5:
        image = ImageOps.mirror(image)
    if image.mode != "RGBA":
        image = random_crop(image, rng)
        if rng.random() < (0.20 if label == "photo" else 0.10):
            image = on_plain_background(image, rng)
        elif label == "photo" and rng.random() < 0.15:
            image = with_text_or_frame(image, rng)
    if image.mode == "RGBA":
        if label == "graphic" and rng.random() < 0.3:
            return np.asarray(as_artwork(image, rng).resize((size, size), Image.Resampling.BILINEAR))
        if rng.random() < (0.3 if label == "photo" else 0.1):
            return stretched(as_stamp(image, rng), size)
        if rng.random() < 0.25:
            image = hard_edged(image)
        if rng.random() < 0.2:
            image = image.rotate(rng.uniform(-30, 30), expand=True, resample=Image.Resampling.BICUBIC)
        if rng.random() < (0.45 if label == "photo" else 0.15):
            studio = in_studio(image, rng, grain=label == "photo")
            return np.asarray(degraded(studio, rng).resize((size, size), rng.choice(RESAMPLERS[:2])))
        image = padded(image, rng)
        image = random_crop(flatten(image, random_background(image.size, rng)), rng)
    return np.asarray(degraded(image, rng).resize((size, size), rng.choice(RESAMPLERS[:2])))


def numbered_variant(root: Path, picture: Picture, seed: str, size: int) -> np.ndarray:
    """The variant of a prepared picture that a seed gives."""
    return variant(Image.open(root / picture.file), picture.label, random.Random(seed), size)


def make_variants(
    root: Path, pictures: list[Picture], counts: dict[str, int], out: Path, seed: int, size: int, workers: int
) -> None:
    """Write variants.npy (uint8 [M,size,size,3]) and rows.npy (int32 [M]: row of `pictures`), order shuffled."""
    rows = np.repeat(np.arange(len(pictures)), [counts[p.label] for p in pictures]).astype(np.int32)
    np.random.default_rng(seed).shuffle(rows)
    out.mkdir(parents=True, exist_ok=True)
    pixels = np.lib.format.open_memmap(out / "variants.npy", "w+", np.uint8, (len(rows), size, size, 3))
    seeds = [f"{seed}/{number}" for number in range(len(rows))]
    with ProcessPoolExecutor(workers) as pool:
        made = pool.map(
            numbered_variant, repeat(root), (pictures[row] for row in rows), seeds, repeat(size), chunksize=32
        )
        for number, pixel in enumerate(made):
            pixels[number] = pixel
            if number % 1000 == 0:
                print(f"variants {number}/{len(rows)}", flush=True)
    np.save(out / "rows.npy", rows)


def source_weights(pictures: list[Picture], rows: np.ndarray) -> np.ndarray:
    """Sampling weight of each variant, float64 [M], sum 1: classes equal, sources by `weight` and the square root of their pictures."""
    pictures_of, variants_of = Counter(p.source for p in pictures), Counter(pictures[r].source for r in rows)
    factor = {p.source: p.weight for p in pictures}
    weight = np.array([factor[s] * pictures_of[s] ** 0.5 / variants_of[s] for s in (pictures[r].source for r in rows)])
    is_photo = np.array([pictures[r].label == LABELS[0] for r in rows])
    for chosen in (is_photo, ~is_photo):
        weight[chosen] /= 2 * weight[chosen].sum()
    return weight


def main(argv: list[str]) -> int:
    """Command line entry: render the variants of the train split."""
    parser = argparse.ArgumentParser(
        prog="dataset", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of prepare: pictures and manifest.jsonl")
    parser.add_argument("--out", type=Path, required=True, help="folder for variants.npy and rows.npy")
    parser.add_argument("--photo-variants", type=int, default=12)
    parser.add_argument("--graphic-variants", type=int, default=2)
    parser.add_argument("--size", type=int, default=SIZE_PX)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args(argv)
    pictures = [p for p in read_manifest(options.data / "manifest.jsonl") if p.split == "train"]
    make_variants(
        options.data,
        pictures,
        {"photo": options.photo_variants, "graphic": options.graphic_variants},
        options.out,
        options.seed,
        options.size,
        options.workers,
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
