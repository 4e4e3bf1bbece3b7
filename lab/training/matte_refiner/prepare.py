"""Composes renders of known alpha over photos, and runs the matte network on them. Goes on where it stopped.

Writes for each composite NNNN.photo.png (RGB), NNNN.alpha.png (the truth) and NNNN.coarse.png (the network's matte,
at its own size).
"""

import argparse
import io
import json
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
from native_runtime import onnxruntime
from PIL import Image

SEEN = 1024
"""Pixels of a side of what the matte network sees."""
LARGEST = 3
"""Times that a render is enlarged at most."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="prepare", description=__doc__)
    parser.add_argument(
        "--foregrounds", type=Path, nargs="+", required=True, help="folders that `foregrounds.render` made"
    )
    parser.add_argument("--backgrounds", type=Path, nargs="+", required=True, help="photos for backgrounds")
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--megapixels",
        type=float,
        nargs="+",
        default=[1, 2, 4],
        help="sizes that photos are enlarged to, in turn; 0: none",
    )
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    foregrounds = [file for folder in options.foregrounds for file in tuning_files(folder)]
    if not foregrounds:
        sys.exit("No foreground of the split `tuning` was found")
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = options.threads
    session = onnxruntime.InferenceSession(str(options.matte), settings, providers=["CPUExecutionProvider"])
    options.out.mkdir(parents=True, exist_ok=True)
    started, made = time.monotonic(), 0
    for index in range(options.count):
        if (options.out / f"{index:04}.coarse.png").exists():
            continue
        rng = random.Random(options.seed * 100_003 + index)
        # Every foreground in turn, so that none is seen twice before all are seen once.
        foreground, megapixels = (
            foregrounds[index % len(foregrounds)],
            options.megapixels[index % len(options.megapixels)],
        )
        photo, alpha = composite(foreground, rng.choice(options.backgrounds), megapixels, rng)
        write(photo, options.out / f"{index:04}.photo.png")
        write(alpha, options.out / f"{index:04}.alpha.png")
        write(coarse_matte(session, photo), options.out / f"{index:04}.coarse.png")
        made += 1
        left = (time.monotonic() - started) / made * (options.count - index - 1) / 60
        print(f"{index + 1}/{options.count}, {left:.1f} min left", flush=True)


def tuning_files(folder: Path) -> list[Path]:
    """Foregrounds of a folder that no measurement is made with."""
    lines = (folder / "subjects.jsonl").read_text().splitlines()
    records = {record["file"]: record for record in map(json.loads, lines)}
    return [folder / name for name, record in sorted(records.items()) if record["split"] == "tuning"]


def composite(
    foreground: Path, background: Path, megapixels: float, rng: random.Random
) -> tuple[np.ndarray, np.ndarray]:
    """A photo [H,W,3] and the alpha [H,W] of its subject, uint8: mixed in sRGB values as viewers do it.

    The subject fills between a quarter of the frame and all of it; half of the photos have noise and JPEG marks. Renders are
    smaller than photos: where `megapixels` asks for it they are enlarged, at most three times.
    """
    colours, alpha = read_foreground(foreground)
    if rng.random() < 0.5:
        colours, alpha = colours[:, ::-1], alpha[:, ::-1]
    scale = rng.choice([1, 1, rng.uniform(0.5, 1)])
    room = rng.choice([1, 1, rng.uniform(1, 2)])
    wanted = math.sqrt(megapixels * 1e6 / alpha.size) / (scale * room)
    scale *= min(LARGEST, max(1, wanted))
    colours, alpha = resized(colours, alpha, scale)
    height, width = alpha.shape
    frame = (round(width * room), round(height * room))
    left, top = (
        rng.randint(0, frame[0] - width),
        frame[1] - height if rng.random() < 0.6 else rng.randint(0, frame[1] - height),
    )
    with Image.open(background) as picture:
        behind = placed(picture.convert("RGB"), frame, rng)
    part = behind[top : top + height, left : left + width]
    share = alpha[..., None].astype(np.float32) / 255
    part[:] = np.rint(share * colours + (1 - share) * part).astype(np.uint8)
    truth = np.zeros(behind.shape[:2], np.uint8)
    truth[top : top + height, left : left + width] = alpha
    return (as_taken(behind, rng) if rng.random() < 0.5 else behind), truth


def read_foreground(file: Path) -> tuple[np.ndarray, np.ndarray]:
    """Straight colours [H,W,3] and alpha [H,W], uint8, of a 16-bit PNG."""
    with Image.open(file) as picture:
        rgba = np.asarray(picture.convert("RGBA"))
    return rgba[..., :3].copy(), rgba[..., 3].copy()


def resized(colours: np.ndarray, alpha: np.ndarray, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Premultiplied colours by area means, or between two samples where they grow."""
    if scale == 1:
        return colours, alpha
    size = (max(1, round(alpha.shape[1] * scale)), max(1, round(alpha.shape[0] * scale)))
    way = Image.Resampling.BOX if scale < 1 else Image.Resampling.BILINEAR
    layer = lambda values: np.asarray(Image.fromarray(values).resize(size, way))  # noqa: E731
    opacity = layer(alpha.astype(np.float32))
    premultiplied = [layer(colours[..., i] * (alpha / np.float32(255))) for i in range(3)]
    straight = np.stack(premultiplied, -1) / np.maximum(opacity[..., None] / 255, 1e-3)
    return np.clip(straight, 0, 255), np.rint(opacity).astype(np.uint8)


def placed(background: Image.Image, frame: tuple[int, int], rng: random.Random) -> np.ndarray:
    """A part of a photo that fills a frame: [H,W,3] uint8. Often enlarged, as a background out of focus."""
    least = max(frame[0] / background.width, frame[1] / background.height)
    scale = least * rng.uniform(1, 1.6)
    large = background.resize(
        (max(frame[0], round(background.width * scale)), max(frame[1], round(background.height * scale))),
        Image.Resampling.BICUBIC,
    )
    left, top = rng.randint(0, large.width - frame[0]), rng.randint(0, large.height - frame[1])
    if rng.random() < 0.5:
        large = large.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return np.asarray(large.crop((left, top, left + frame[0], top + frame[1]))).copy()


def as_taken(photo: np.ndarray, rng: random.Random) -> np.ndarray:
    """With a camera's noise and its JPEG."""
    noise = np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(0.5, 3), photo.shape)
    picture = Image.fromarray(np.clip(photo + noise, 0, 255).astype(np.uint8))
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=rng.randint(75, 95))
    with Image.open(buffer) as decoded:
        return np.asarray(decoded)


def coarse_matte(session: onnxruntime.InferenceSession, photo: np.ndarray) -> np.ndarray:
    """The matte network's answer for a photo, at its own size: [1024,1024] uint8."""
    shrinks = min(photo.shape[:2]) > SEEN
    filter_of_proxy = Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR
    seen = np.asarray(Image.fromarray(photo).resize((SEEN, SEEN), filter_of_proxy))
    (matte,) = session.run(["matte"], {session.get_inputs()[0].name: seen[None]})
    return matte[0]


def write(pixels: np.ndarray, file: Path) -> None:
    """Writes a PNG, whole or not at all."""
    Image.fromarray(pixels).save(f"{file}.new", "PNG", compress_level=1)
    Path(f"{file}.new").replace(file)


if __name__ == "__main__":
    main(sys.argv[1:])
