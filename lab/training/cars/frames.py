"""Rendered frames and the pictures that are made of them: layers cut to a region and laid over a background."""

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from PIL import Image

MATTE_MARGIN = 0.12
"""Room around the detector's box in the crop that the matte sees, as the service has it."""


@dataclass
class Frame:
    """One render. Arrays are uint8."""

    rgba: np.ndarray
    """[H,W,4], premultiplied, sRGB-encoded; alpha is opacity, glass included."""
    layers: np.ndarray
    """[H,W,3]: silhouette, glass, shadow."""
    record: dict

    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the silhouette."""
        ys, xs = np.nonzero(self.layers[..., 0] >= 128)
        return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


class Standing(Protocol):
    """Something beside the car."""

    box: tuple[float, float, float, float]
    in_front: bool
    in_matte: bool
    is_vehicle: bool

    def at(self, region: tuple[float, float, float, float], size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        """Premultiplied linear light [H,W,3] and alpha [H,W] of a region of the frame."""
        ...


def load_frames(folder: Path, limit: int | None = None) -> list[Frame]:
    """All frames of a folder that `render` made, in order."""
    frames = []
    for line in (folder / "frames.jsonl").read_text().splitlines()[:limit]:
        record = json.loads(line)
        stem = folder / record["name"]
        rgba = np.asarray(Image.open(f"{stem}.rgba.png"))
        layers = np.asarray(Image.open(f"{stem}.layers.png"))
        if (layers[..., 0] >= 128).sum() > 200:
            frames.append(Frame(rgba, layers, record))
    return frames


def to_linear(encoded: np.ndarray) -> np.ndarray:
    """IEC 61966-2-1 decoding, 0..1."""
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def to_srgb(linear: np.ndarray) -> np.ndarray:
    """IEC 61966-2-1 encoding, 0..1."""
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)


def cut(picture: np.ndarray, region: tuple[float, float, float, float], size: tuple[int, int]) -> np.ndarray:
    """A region (left, top, right, bottom, beyond the picture reads as 0) at `size` (width, height)."""
    left, top, right, bottom = region
    mode = {2: "L", 3: "RGB", 4: "RGBA"}[picture.ndim if picture.ndim == 2 else picture.shape[-1]]
    if mode == "RGBA":
        # Pillow would take the alpha channel for a straight one and resize accordingly.
        channels = [cut(picture[..., index], region, size) for index in range(4)]
        return np.stack(channels, -1)
    image = Image.fromarray(np.ascontiguousarray(picture), mode)
    width, height = right - left, bottom - top
    data = (width / size[0], 0, left, 0, height / size[1], top)
    if width <= size[0] * 1.3:
        return np.asarray(image.transform(size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR))
    inside = image.crop((round(left), round(top), round(right), round(bottom)))
    return np.asarray(inside.resize(size, Image.Resampling.BOX))


def margin_region(
    frame: Frame, margin: float, rng: random.Random, jitter: float, neighbours: Sequence[Standing] = ()
) -> tuple[float, float, float, float]:
    """The matte's box with a margin on each side, shaken by `jitter`, kept inside the frame as the service does.

    Neighbours that the matte includes as a part of the car widen the box as far as the matte's crop reaches.
    """
    left, top, right, bottom = frame.box()
    width, height = right - left, bottom - top
    for neighbour in [each for each in neighbours if each.in_matte]:
        across, down = width * MATTE_MARGIN, height * MATTE_MARGIN
        left, top = max(left - across, min(left, neighbour.box[0])), max(top - down, min(top, neighbour.box[1]))
        right, bottom = (
            min(right + across, max(right, neighbour.box[2])),
            min(bottom + down, max(bottom, neighbour.box[3])),
        )

    def side(length: int) -> float:
        return length * (margin + rng.uniform(-jitter, jitter))

    rows, columns = frame.layers.shape[:2]
    return (
        max(0, left - side(width)),
        max(0, top - side(height)),
        min(columns, right + side(width)),
        min(rows, bottom + side(height)),
    )


def panorama_plate(
    panorama: np.ndarray,
    record: dict,
    region: tuple[float, float, float, float],
    frame_size: tuple[int, int],
    size: tuple[int, int],
) -> np.ndarray:
    """What the panorama shows behind the frame: linear light [H,W,3], exposed to a mean of 0.4.

    panorama: equirectangular [h,w,3], linear. `frame_size` and `size` are (width, height).
    """
    left, top, right, bottom = region
    columns = left + (np.arange(size[0]) + 0.5) * (right - left) / size[0]
    rows = top + (np.arange(size[1]) + 0.5) * (bottom - top) / size[1]
    reach = math.tan(math.radians(record["field_of_view"]) / 2)
    x = ((columns / frame_size[0]) * 2 - 1) + 2 * record["shift"][0]
    y = (1 - rows / frame_size[1] * 2) * frame_size[1] / frame_size[0] + 2 * record["shift"][1]
    rays = np.stack(np.broadcast_arrays(x[None] * reach, y[:, None] * reach, -1.0), -1)
    matrix = np.array(record["matrix"])[:3, :3]
    rays = rays @ matrix.T
    rays /= np.linalg.norm(rays, axis=-1, keepdims=True)
    turned = np.arctan2(rays[..., 1], rays[..., 0]) - math.radians(record["world_yaw"])
    u = (0.5 - turned / (2 * math.pi)) % 1
    v = 0.5 - np.arcsin(np.clip(rays[..., 2], -1, 1)) / math.pi
    plate = looked_up(panorama, u, v)
    return np.clip(plate * (0.4 / max(1e-3, plate.mean())), 0, 1)


def looked_up(panorama: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Bilinear samples of an equirectangular picture at u (around, wraps) and v (down), both 0..1."""
    height, width = panorama.shape[:2]
    x, y = u * width - 0.5, np.clip(v * height - 0.5, 0, height - 1)
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    across, down = (x - left)[..., None], (y - top)[..., None]
    below = np.minimum(top + 1, height - 1)
    upper = panorama[top, left % width] * (1 - across) + panorama[top, (left + 1) % width] * across
    lower = panorama[below, left % width] * (1 - across) + panorama[below, (left + 1) % width] * across
    return upper * (1 - down) + lower * down


def procedural_background(size: tuple[int, int], horizon: float, rng: random.Random) -> np.ndarray:
    """Asphalt, gravel or a studio floor under a plain sky or wall: linear light [H,W,3]."""
    width, height = size
    noise = np.random.default_rng(rng.randrange(1 << 30))
    ground = np.array([rng.uniform(0.05, 0.7)] * 3) * np.array([rng.uniform(0.85, 1.15) for _ in range(3)])
    wall = np.array([rng.uniform(0.1, 0.95)] * 3) * np.array([rng.uniform(0.8, 1.2) for _ in range(3)])
    if rng.random() < 0.4:
        wall = ground * rng.uniform(0.9, 1.2)
    texture = np.zeros((height, width))
    strength = rng.choice([0, 0.05, 0.15, 0.3])
    for octave in range(5):
        coarse = noise.standard_normal((max(2, height >> octave), max(2, width >> (octave + 1))))
        texture += np.asarray(
            Image.fromarray(coarse.astype(np.float32)).resize((width, height), Image.Resampling.BICUBIC)
        )
    line = np.clip((np.arange(height) / height - horizon) * rng.choice([4, 20, 200]), 0, 1)[:, None, None]
    floor = ground * (1 + strength * texture[..., None] / 2)
    return np.clip(line * floor + (1 - line) * wall, 0, 1)


class Backgrounds:
    """Backgrounds of one side of the split: photos, panoramas and drawn floors."""

    def __init__(self, photos: list[Path], panoramas: dict[str, np.ndarray]) -> None:
        self.photos = [np.asarray(Image.open(file).convert("RGB").resize((900, 675))) for file in photos]
        self.panoramas = panoramas

    def draw(
        self, frame: Frame, region: tuple[float, float, float, float], size: tuple[int, int], rng: random.Random
    ) -> np.ndarray:
        """Linear light [H,W,3] behind a region of a frame."""
        chance = rng.random()
        if chance < 0.4 and frame.record["panorama"] in self.panoramas:
            rows, columns = frame.layers.shape[:2]
            panorama = self.panoramas[frame.record["panorama"]]
            return panorama_plate(panorama, frame.record, region, (columns, rows), size)
        if chance < 0.7 and self.photos:
            return self.photo(size, rng)
        return self.drawn(size, rng)

    def photo(self, size: tuple[int, int], rng: random.Random) -> np.ndarray:
        """A part of one of the photos: linear light [H,W,3]. `size` is (width, height)."""
        photo = rng.choice(self.photos)
        height, width = photo.shape[:2]
        share = rng.uniform(0.3, 1)
        w, h = width * share, height * share
        x, y = rng.uniform(0, width - w), rng.uniform(0, height - h)
        return to_linear(cut(photo, (x, y, x + w, y + h), size) / 255)

    def drawn(self, size: tuple[int, int], rng: random.Random) -> np.ndarray:
        """A drawn floor under a wall or sky: linear light [H,W,3]. `size` is (width, height)."""
        return procedural_background(size, rng.uniform(0.1, 0.6), rng)


def composed(
    frame: Frame,
    region: tuple[float, float, float, float],
    size: tuple[int, int],
    background: np.ndarray,
    shadow: bool,
    neighbours: Sequence[Standing] = (),
    varied: Callable[[np.ndarray, np.ndarray], np.ndarray] = lambda car, glass: car,
) -> dict[str, np.ndarray]:
    """A picture of the car before the background, and its truth at `size`.

    Returns `rgb` [H,W,3] sRGB-encoded 0..1, and [H,W] in 0..1: `silhouette` of what can be seen of the car, `matte` (the
    silhouette with the neighbours that a matte would include), `glass`, `opacity` (1 outside glass),
    `shadow`, `visible` (where the shadow is known: not behind the car or its neighbours).

    varied: may change the car before it is laid down: premultiplied linear light with alpha [H,W,4] and glass [H,W].
    """
    rgba = cut(frame.rgba, region, size).astype(np.float32) / 255
    layers = cut(frame.layers, region, size).astype(np.float32) / 255
    silhouette, glass, shade = layers[..., 0], layers[..., 1], layers[..., 2]
    car = varied(np.concatenate([to_linear(rgba[..., :3]), rgba[..., 3:]], -1), glass)
    alpha = car[..., 3]
    lost = shade * (1 - silhouette) if shadow else np.zeros_like(shade)
    opacity = np.where(silhouette > 0.02, np.clip(alpha / np.maximum(silhouette, 0.02), 0, 1), 1)
    light, included, hidden = background * (1 - lost)[..., None], np.zeros_like(shade), np.zeros_like(shade)
    for neighbour in [each for each in neighbours if not each.in_front]:
        its_light, its_alpha = neighbour.at(region, size)
        light = its_light + light * (1 - its_alpha)[..., None]
        hidden = np.maximum(hidden, its_alpha)
        if neighbour.in_matte:
            included = np.maximum(included, its_alpha)
    light = car[..., :3] + light * (1 - alpha)[..., None]
    for neighbour in [each for each in neighbours if each.in_front]:
        its_light, its_alpha = neighbour.at(region, size)
        light = its_light + light * (1 - its_alpha)[..., None]
        silhouette, glass, included = silhouette * (1 - its_alpha), glass * (1 - its_alpha), included * (1 - its_alpha)
        hidden = np.maximum(hidden, its_alpha)
        if neighbour.in_matte:
            included = np.maximum(included, its_alpha)
    return {
        "rgb": to_srgb(np.clip(light, 0, 1)),
        "silhouette": silhouette,
        "matte": np.maximum(silhouette, included),
        "glass": glass,
        "opacity": 1 - glass * (1 - opacity),
        "shadow": shade,
        "visible": (1 - layers[..., 0]) * (1 - hidden),
    }
