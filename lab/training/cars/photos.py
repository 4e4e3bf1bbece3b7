"""Photos of cars whose azimuth a person judged: the network's input, and any number of variants for training.

A photo is two PNG files that `npm run car-bodies` wrote: `NAME.view.png`, exactly what the service shows the network, and
`NAME.png`, the same with more room around, to cut variants from. Their azimuths come from files beside them.
"""

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from .azimuths import known_azimuths
from .dataset import disturbed, shaken
from .frames import Backgrounds, cut, to_linear, to_srgb


@dataclass
class Photo:
    """One photo as `car-bodies` wrote it. Arrays are uint8 [H,W,4]: RGB and the car's outline."""

    name: str
    azimuth: float
    """Degrees, as a person judged it."""
    shown: np.ndarray
    around: np.ndarray

    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the outline in `around`."""
        ys, xs = np.nonzero(self.around[..., 3] >= 128)
        return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def load_photos(folder: Path, azimuths: Path) -> list[Photo]:
    """The photos of a folder whose azimuth is known, in the order of their names.

    azimuths: a JSON file `{"photos": {NAME: {"azimuth_deg": 0 to 360 or null}}}`, or the folder of the hand-drawn labels.
    """
    photos = []
    for name, azimuth in sorted(known_azimuths(azimuths).items()):
        if azimuth is not None and (folder / f"{name}.png").exists():
            shown, around = (np.asarray(Image.open(folder / f"{name}{kind}.png")) for kind in (".view", ""))
            photos.append(Photo(name, azimuth, shown, around))
    return photos


def variant(
    photo: Photo, backgrounds: Backgrounds, size: tuple[int, int], margin: float, rng: random.Random
) -> np.ndarray:
    """A photo cut, lit and disturbed anew: RGB and outline [H,W,4], float32 0..1. `size` is (width, height)."""
    rows, columns = photo.around.shape[:2]
    left, top, right, bottom = photo.box()
    width, height = right - left, bottom - top
    jitter = [rng.uniform(-1, 1) * margin for _ in range(4)]
    region = (
        max(0, left - width * (margin + jitter[0])),
        max(0, top - height * (margin + jitter[1])),
        min(columns, right + width * (margin + jitter[2])),
        min(rows, bottom + height * (margin + jitter[3])),
    )
    rgb = cut(photo.around[..., :3], region, size) / 255
    outline = cut(photo.around[..., 3], region, size) / 255
    light = to_linear(rgb)
    if rng.random() < 0.5:
        light = light * outline[..., None] + another_background(backgrounds, size, rng) * (1 - outline)[..., None]
    if rng.random() < 0.5:
        # Paint of another colour: red stays red, since lamps distinguish front and rear.
        light = light[..., [0, 2, 1]]
    rgb = disturbed(to_srgb(np.clip(lit(light, rng), 0, 1)), rng)
    picture = np.concatenate([rgb, shaken(outline, rng)[..., None]], -1)
    return picture.astype(np.float32)


def another_background(backgrounds: Backgrounds, size: tuple[int, int], rng: random.Random) -> np.ndarray:
    """Another background, linear light [H,W,3]."""
    return backgrounds.photo(size, rng) if backgrounds.photos and rng.random() < 0.6 else backgrounds.drawn(size, rng)


def lit(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """Linear light [H,W,3] under a lamp or a shade from one side, and darker or brighter as a whole."""
    height, width = light.shape[:2]
    if rng.random() < 0.5:
        corners = np.array([rng.uniform(0.25, 1.6) for _ in range(4)], np.float32).reshape(2, 2)
        field = np.asarray(Image.fromarray(corners).resize((width, height), Image.Resampling.BICUBIC))
        light = light * np.clip(field, 0.1, 2)[..., None]
    return light * 2 ** rng.uniform(-1.2, 0.6)
