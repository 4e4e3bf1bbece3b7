"""Composes subjects of known alpha over photos, a part of them hard on purpose, and keeps the matte network's passes at several sizes.

Writes a scene as NNNN.npz: `seen` [512,512,3], `truth` [1024,1024] and a `look` (pass) [side,side] for each size, all uint8; and
`subject`, `source`, `kind`. Goes on where it stopped, and asks for sizes that a scene lacks.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

import numpy as np
from matte_refiner.prepare import as_taken, placed, read_foreground, resized, tuning_files
from PIL import Image, ImageFilter

from .cutouts import cleaned, read
from .passes import FIRST, Passes, reduced

SMALL = 512
"""Pixels of a side of the picture that is kept."""
KINDS = ("plain", "plain", "pair", "close", "close", "dark", "alike", "blurred")
"""What is made hard, in turn: nothing, two subjects, larger than the frame, dark on dark, background in the subject's colour, out of focus."""
ASKED_KINDS = ("behind", "group")
"""Made where they are asked for: another subject, smaller and mostly less sharp, that is part of the background; three to five subjects of
about one size, all of them wanted."""

AS_TAKEN = "as taken"
"""A photograph itself, whose full pass counts as the truth."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="prepare", description=__doc__)
    parser.add_argument(
        "--renders",
        type=Path,
        nargs="*",
        default=[],
        help="folders that `foregrounds.render` made; the tuning half is used",
    )
    parser.add_argument(
        "--cutouts", type=Path, nargs="*", default=[], help="RGBA pictures, or text files with a path a line"
    )
    parser.add_argument(
        "--photos",
        type=Path,
        help="folder of `cutouts`: the photos that it took, as they are; their full pass counts as the truth",
    )
    parser.add_argument("--backgrounds", type=Path, required=True, help="text file with a path a line")
    parser.add_argument(
        "--kinds",
        nargs="+",
        choices=sorted({*KINDS, *ASKED_KINDS}),
        default=KINDS,
        help="what is made hard, in turn; all but `behind` and `group` when left out",
    )
    parser.add_argument(
        "--empty", action="store_true", help="parts of the backgrounds alone, in which there is no subject"
    )
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    subjects = [("render", file) for folder in options.renders for file in tuning_files(folder)]
    subjects += [("cutout", file) for listed in options.cutouts for file in files_of(listed)]
    backgrounds = files_of(options.backgrounds)
    subjects += [("photo", file) for file in (cut_photos(options.photos) if options.photos else [])]
    subjects += [("ground", file) for file in (backgrounds if options.empty else [])]
    passes = Passes(options.matte, options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    # Every subject before any comes again, in an order that is no alphabet's.
    order = random.Random(options.seed).sample(subjects, len(subjects))
    started, made = time.monotonic(), 0
    for index in range(options.count):
        file = options.out / f"{index:04}.npz"
        kept = dict(np.load(file)) if file.exists() else {}
        missing = [side for side in options.sides if f"look{side}" not in kept]
        if not missing:
            continue
        source, subject = order[index % len(order)]
        rng = random.Random(options.seed * 100_003 + index)
        kind = options.kinds[(index + index // len(order)) % len(options.kinds)]
        if source == "photo":
            kind, photo, alpha = AS_TAKEN, read(subject), None
        elif source == "ground":
            with Image.open(subject) as picture:
                kind, photo = "empty", placed(picture.convert("RGB"), (1211, 908), rng)
            alpha = np.zeros(photo.shape[:2], np.uint8)
        else:
            more = rng.randint(2, 4) if kind == "group" else int(kind in ("pair", "behind"))
            others = [rng.choice(subjects)[1] for _ in range(more)]
            photo, alpha = composite([subject, *others], rng.choice(backgrounds), kind, rng)
        seen = reduced(photo, FIRST)
        kept |= {f"look{side}": passes.at(seen, side) for side in missing}
        truth = cleaned(kept[f"look{FIRST}"]) if alpha is None else reduced(alpha, FIRST)
        kept |= {"seen": reduced(seen, SMALL), "truth": truth, "subject": subject.stem, "source": source, "kind": kind}
        np.savez(f"{file}.new.npz", **kept)
        Path(f"{file}.new.npz").replace(file)
        made += 1
        left = (time.monotonic() - started) / made * (options.count - index - 1) / 60
        print(f"{index + 1}/{options.count} {subject.stem} {kind}, {left:.1f} min left", flush=True)


def cut_photos(folder: Path) -> list[Path]:
    """Photos on which two passes agreed and left little unknown."""
    records = map(json.loads, (folder / "cutouts.jsonl").read_text().splitlines())
    return [Path(record["file"]) for record in records if record["taken"]]


def files_of(listed: Path) -> list[Path]:
    """A picture itself, or the paths that a text file holds."""
    if listed.suffix != ".txt":
        return [listed]
    return [Path(line) for line in listed.read_text().splitlines() if line]


def composite(subjects: list[Path], background: Path, kind: str, rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """A photo [H,W,3] and the alpha [H,W] of its subjects, uint8, about a megapixel: mixed in sRGB values."""
    first = cut_out_of(subjects[0], rng)
    aspect = rng.choice([4 / 3, 3 / 2, 1]) ** (1 if first[1].shape[1] > first[1].shape[0] else -1)
    width = round((1.1e6 * aspect) ** 0.5)
    frame = (width, round(width / aspect))
    with Image.open(background) as picture:
        behind = placed(picture.convert("RGB"), frame, rng).astype(np.float32)
    layer, truth = laid(first, frame, kind, rng)
    if kind == "behind":
        other, alpha = laid(cut_out_of(subjects[1], rng), frame, "pair", rng)
        behind = alpha[..., None] * other + (1 - alpha[..., None]) * behind
        soft = ImageFilter.GaussianBlur(rng.choice([0, 1, 2, 4]))
        behind = np.asarray(Image.fromarray(as_bytes(behind)).filter(soft), np.float32)
    for subject in subjects[1:] if kind in ("pair", "group") else []:
        other, alpha = laid(cut_out_of(subject, rng), frame, kind, rng)
        over = (alpha / np.maximum(alpha + truth * (1 - alpha), 1e-6))[..., None]
        layer, truth = over * other + (1 - over) * layer, alpha + truth * (1 - alpha)
    if kind == "dark":
        light = rng.uniform(0.15, 0.4)
        layer, behind = layer * light, behind * light * 0.9
    share = truth[..., None]
    if kind == "alike":
        mean = (layer * share).sum((0, 1)) / max(1, share.sum())
        behind = np.clip(behind + (mean - behind.mean((0, 1))) * 0.85, 0, 255)
    photo, alpha = as_bytes(share * layer + (1 - share) * behind), as_bytes(truth * 255)
    if kind == "blurred":
        # Out of focus as a whole: the alpha of what is seen is as soft as the picture.
        soft = ImageFilter.GaussianBlur(rng.uniform(2, 6))
        photo, alpha = (np.asarray(Image.fromarray(pixels).filter(soft)) for pixels in (photo, alpha))
    return (as_taken(photo, rng) if rng.random() < 0.5 else photo), alpha


def cut_out_of(subject: Path, rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """What a subject shows, half of the time mirrored: straight colours [H,W,3] and alpha [H,W], uint8."""
    colours, alpha = shown(*read_foreground(subject))
    return (colours[:, ::-1], alpha[:, ::-1]) if rng.random() < 0.5 else (colours, alpha)


def laid(
    subject: tuple[np.ndarray, np.ndarray], frame: tuple[int, int], kind: str, rng: random.Random
) -> tuple[np.ndarray, np.ndarray]:
    """A subject somewhere in a frame of (width, height): colours [H,W,3] of 0 to 255 and alpha [H,W] of 0 to 1, float32."""
    colours, alpha = subject
    least, most = {"close": (1.15, 1.9), "pair": (0.35, 0.7), "group": (0.4, 0.6)}.get(kind, (0.4, 0.95))
    scale = min(4, rng.uniform(least, most) * min(frame[0] / alpha.shape[1], frame[1] / alpha.shape[0]))
    colours, alpha = resized(np.ascontiguousarray(colours), np.ascontiguousarray(alpha), scale)
    layer, truth = np.zeros((frame[1], frame[0], 3), np.float32), np.zeros((frame[1], frame[0]), np.float32)
    height, width = alpha.shape
    left = round((frame[0] - width) * rng.random())
    top = (
        frame[1] - height
        if cut_below(alpha) or (rng.random() < 0.5 and kind != "close")
        else round((frame[1] - height) * rng.random())
    )
    to = (slice(max(0, top), min(frame[1], top + height)), slice(max(0, left), min(frame[0], left + width)))
    part = (slice(to[0].start - top, to[0].stop - top), slice(to[1].start - left, to[1].stop - left))
    truth[to], layer[to] = alpha[part] / np.float32(255), colours[part]
    return layer, truth


def cut_below(alpha: np.ndarray) -> bool:
    """Whether a subject goes on below what is shown of it, as in a portrait."""
    return bool((alpha[-1] > 128).mean() > 0.2)


def as_bytes(values: np.ndarray) -> np.ndarray:
    """Rounded to 0 to 255."""
    return np.rint(values).clip(0, 255).astype(np.uint8)


def shown(colours: np.ndarray, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The part of a cutout that shows something."""
    rows, columns = np.flatnonzero((alpha > 8).any(1)), np.flatnonzero((alpha > 8).any(0))
    part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    return colours[part], alpha[part]


if __name__ == "__main__":
    main(sys.argv[1:])
