"""The layers of the floor: what light a subject takes from it, and what it would mirror if it were polished."""

from pathlib import Path

import numpy as np
from foregrounds.picture import srgb
from PIL import Image

WIDE = 2
"""Times the picture's field that these layers show, around the same centre: shadows and mirror images end in it."""


def shadow_layer(catcher: np.ndarray) -> np.ndarray:
    """How much of the floor's light is left, 255 all of it, uint8 [H,W], of the renderer's pass [H,W,3]."""
    return np.rint(np.clip(catcher.mean(-1), 0, 1) * 255).astype(np.uint8)


def mirror_layer(combined: np.ndarray) -> np.ndarray:
    """What the floor mirrors: straight colour and alpha, uint8 [H,W,4], the right way up, of premultiplied light upside down."""
    light = combined[::-1].astype(np.float64)
    alpha = np.clip(light[..., 3:], 0, 1)
    colour = srgb(np.clip(light[..., :3] / np.maximum(alpha, 0.02), 0, 1))
    return np.rint(np.concatenate([colour, alpha], -1) * 255).astype(np.uint8)


def write_layer(file: Path, pixels: np.ndarray) -> None:
    """Writes an 8-bit PNG, whole or not at all."""
    unfinished = file.with_suffix(".part")
    Image.fromarray(pixels).save(unfinished, "PNG")
    unfinished.replace(file)
