"""Photographs cut out by the service's own matte network: the product shots on plain ground that users send."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

MATTE_PX = 1024
"""Side of the matte network's square input and output."""

COVERAGE = (0.08, 0.75)
"""Accepted share of the picture under the matte; outside it the network found no subject, or everything."""


def cut_outs(photographs: list[Path], matte: Path | None, limit: int, rng: random.Random) -> Iterator[tuple[str, Image.Image]]:
    """RGBA cut-outs of opaque photographs, cropped to the subject; nothing where no network is given."""
    if matte is None:
        return
    import onnxruntime

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
            yield f"cut-out of {path.parent.name}/{path.name}", image.crop(alpha.point(lambda v: 255 if v > 12 else 0).getbbox())
