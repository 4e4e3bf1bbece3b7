"""What the matte network says of a picture at several sizes, as the service asks it."""

from pathlib import Path

import numpy as np
import onnxruntime
from PIL import Image

FIRST = 1024
"""Pixels of a side of the first look. The others see its picture, reduced, so that the photo is read once."""


class Looks:
    """Asks the prepared matte network."""

    def __init__(self, matte: Path, threads: int) -> None:
        """matte: the `.onnx` file; `image` uint8 [N,H,W,3] in, `matte` uint8 [N,H,W] out."""
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(matte), settings, providers=["CPUExecutionProvider"])

    def at(self, seen: np.ndarray, side: int) -> np.ndarray:
        """One look: seen [FIRST,FIRST,3] uint8 to opacity [side,side] uint8."""
        picture = seen if side == FIRST else reduced(seen, side)
        (matte,) = self.session.run(["matte"], {"image": picture[None]})
        return matte[0]


def reduced(pixels: np.ndarray, side: int) -> np.ndarray:
    """A square of other size, uint8, by area means where it shrinks in both directions."""
    shrinks = min(pixels.shape[:2]) > side
    way = Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR
    return np.asarray(Image.fromarray(pixels).resize((side, side), way))


def unknown_share(matte: np.ndarray) -> float:
    """Of the pixels that are not clear, how many are not opaque: as `src/pipeline/looks/unknown.ts`."""
    seen = matte >= 13
    return 1.0 if not seen.any() else float((seen & (matte <= 242)).sum() / seen.sum())


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of what two mattes of one size take for subject."""
    one, other = a >= 128, b >= 128
    return float((one & other).sum() / max(1, (one | other).sum()))
