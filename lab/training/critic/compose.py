"""Cutouts of `prepare`, and others with exact alpha, before backgrounds: the truth is known, and the network's passes over them are its own failures.

Writes NAME.npz as `prepare` does.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from chooser.passes import Passes, reduced
from PIL import Image

from .prepare import LOW, LOWEST, SEEN


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="compose", description=__doc__)
    parser.add_argument("--cutouts", type=Path, nargs="+", required=True, help="RGBA files")
    parser.add_argument("--backgrounds", type=Path, nargs="+", required=True)
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=800)
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    passes = Passes(options.matte, 1)
    for number in range(options.count):
        file = options.out / f"c{number:04}.npz"
        if file.exists():
            continue
        random = np.random.default_rng(number)
        subject = options.cutouts[number % len(options.cutouts)]
        picture, truth = scene(subject, options.backgrounds, random)
        answers = [reduced(passes.at(reduced(picture, side), 1024), SEEN) for side in (LOW, LOWEST)]
        np.savez_compressed(file, picture=reduced(picture, SEEN), truth=reduced(truth, SEEN), answers=np.stack(answers))
        if number % 50 == 0:
            print(f"{number}/{options.count}", flush=True)


def scene(subject: Path, backgrounds: list[Path], random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A picture [LOW,LOW,3] and its alpha [LOW,LOW]."""
    with Image.open(subject) as opened:
        cutout = opened.convert("RGBA")
    cutout = cutout.crop(cutout.getchannel("A").point(lambda value: 255 * (value > 12)).getbbox())
    if random.random() < 0.5:
        cutout = cutout.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    scale = random.uniform(0.35, 1.1) * LOW / max(cutout.size)
    size = [max(8, round(each * scale)) for each in cutout.size]
    cutout = cutout.resize(size, Image.Resampling.LANCZOS)
    layer = Image.new("RGBA", (LOW, LOW))
    places = ((-0.15, 1.15) if each < LOW else (0, 1) for each in size)
    layer.paste(cutout, tuple(int(random.uniform(*place) * (LOW - each)) for place, each in zip(places, size)))
    pixels = np.asarray(layer).astype(np.float32)
    alpha, colours = pixels[..., 3:] / 255, pixels[..., :3]
    behind = background(backgrounds, colours, alpha, random)
    # A shadow below, as often as not.
    if random.random() < 0.4:
        moved = np.roll(alpha[..., 0], (random.integers(0, 30), random.integers(-20, 20)), (0, 1))
        soft = np.asarray(
            Image.fromarray((moved * 255).astype(np.uint8))
            .resize((24, 24), Image.Resampling.BOX)
            .resize((LOW, LOW), Image.Resampling.BICUBIC)
        )
        behind = behind * (1 - random.uniform(0.2, 0.6) * soft[..., None] / 255)
    mixed = colours * alpha + behind * (1 - alpha)
    return np.clip(mixed + random.normal(0, random.uniform(0, 6), mixed.shape), 0, 255).astype(np.uint8), pixels[
        ..., 3
    ].astype(np.uint8)


def background(files: list[Path], colours: np.ndarray, alpha: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A photograph's part, a plain or shaded paper, often near a colour of the subject."""
    if random.random() < 0.6:
        with Image.open(files[random.integers(len(files))]) as opened:
            photo = opened.convert("RGB")
        wide = random.uniform(0.4, 1) * min(photo.size)
        left, top = (random.uniform(0, each - wide) for each in photo.size)
        part = np.asarray(
            photo.resize((LOW, LOW), Image.Resampling.BILINEAR, (left, top, left + wide, top + wide))
        ).astype(np.float32)
        if random.random() < 0.35:
            inside = (colours * alpha).sum((0, 1)) / max(1, alpha.sum())
            part = part + random.uniform(0.3, 1) * (inside - part.mean((0, 1)))
        return np.clip(part, 0, 255)
    opaque = colours[alpha[..., 0] > 0.9]
    if random.random() < 0.6 and len(opaque):
        tone = opaque[random.integers(len(opaque))] + random.normal(0, 8, 3)
    else:
        tone = np.full(3, random.choice([252, 245, 225, 190, 128, 60, 20])) + random.normal(0, 5, 3)
    y, x = np.mgrid[:LOW, :LOW] / LOW - 0.5
    shade = 1 + random.normal(0, 0.15) * x + random.normal(0, 0.2) * y - random.uniform(0, 0.4) * (x * x + y * y)
    return np.clip(tone * shade[..., None], 0, 255).astype(np.float32)


if __name__ == "__main__":
    main(sys.argv[1:])
