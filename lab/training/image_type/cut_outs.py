"""Photographs cut out of their background, by the service's own matte network or by flood fill: what users send."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

MATTE_PX = 512
"""Side of the square that the matte network is shown: more than the side of a prepared picture."""

COVERAGE = (0.08, 0.75)
"""Accepted share of the picture under the matte; outside it the network found no subject, or everything."""


def cut_outs(
    photographs: list[Path], matte: Path | None, limit: int, rng: random.Random
) -> Iterator[tuple[str, Image.Image]]:
    """RGBA cut-outs of opaque photographs, cropped to the subject; nothing where no network is given."""
    if matte is None:
        return
    from native_runtime import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(matte, settings, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    made = 0
    for path in rng.sample(photographs, len(photographs)):
        image = Image.open(path)
        if made >= limit:
            return
        if image.mode != "RGB":
            continue
        square = np.asarray(image.resize((MATTE_PX, MATTE_PX), Image.Resampling.BILINEAR))
        alpha = Image.fromarray(session.run(None, {name: square[None]})[0][0]).resize(image.size, Image.Resampling.BOX)
        values = np.asarray(alpha)
        undecided = ((values > 40) & (values < 215)).mean()
        if COVERAGE[0] < (values > 127).mean() < COVERAGE[1] and undecided < 0.06:
            image.putalpha(alpha)
            made += 1
            yield (
                f"cut-out of {path.parent.name}/{path.name}",
                image.crop(alpha.point(lambda v: 255 if v > 12 else 0).getbbox()),
            )


def from_plain_background(image: Image.Image) -> Image.Image | None:
    """RGBA cut-out of a product shot on an even light background, by flood fill from the corners; None where that fails."""
    image = image.convert("RGB")
    marker = (255, 0, 255)
    filled = image.filter(ImageFilter.MedianFilter(3))
    for corner in ((0, 0), (image.width - 1, 0), (0, image.height - 1), (image.width - 1, image.height - 1)):
        if min(filled.getpixel(corner)) > 225:
            ImageDraw.floodfill(filled, corner, marker, thresh=24)
    subject = (np.asarray(filled) != np.array(marker)).any(axis=2)
    if not COVERAGE[0] < subject.mean() < COVERAGE[1]:
        return None
    alpha = Image.fromarray((subject * 255).astype(np.uint8)).filter(ImageFilter.MedianFilter(5))
    image.putalpha(alpha)
    return image.crop(alpha.getbbox())
