"""Samples of car-parts: renders, and real cars before their own background or another, with neighbours that are cutouts or cars."""

import random
from collections.abc import Iterator

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from .dataset import disturbed, glazed, repainted, shaken
from .faults import Layers, blobs, stray_box, with_ground, with_reflections
from .frames import Backgrounds, Frame, composed, cut, margin_region, to_linear
from .heads import HEADS
from .real_cars import RealCar
from .traffic import Box, Neighbour, Traffic, boxes_of, boxes_plane

HEAD = HEADS["car-parts"]
JITTER = 0.08
"""How far the detector's box may be off, as a share of its sides."""
Sample = tuple[torch.Tensor, dict[str, torch.Tensor]]


class PartsSamples(IterableDataset):
    """Endless pairs of input [5,H,W] and truth, as float32 tensors, drawn anew each time."""

    def __init__(
        self,
        frames: list[Frame],
        cars: list[RealCar],
        backgrounds: Backgrounds,
        cutouts: Traffic,
        real: Traffic | None,
        seed: int,
    ) -> None:
        """cutouts: neighbours among which the cars are renders; real: the same with real cars, None without any."""
        self.frames, self.cars, self.backgrounds, self.cutouts, self.real, self.seed = (
            frames,
            cars,
            backgrounds,
            cutouts,
            real,
            seed,
        )

    def __iter__(self) -> Iterator[Sample]:
        worker = get_worker_info()
        rng = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        while True:
            yield self.photo(rng) if self.cars and rng.random() < 0.5 else self.render(rng)

    def render(self, rng: random.Random) -> Sample:
        """A rendered car."""
        frame = rng.choice(self.frames)
        neighbours = self.neighbours(frame, rng) if rng.random() < 0.5 else []
        region = self.region(frame, rng)
        background = self.backgrounds.draw(frame, region, HEAD.size, rng)
        layers = composed(
            frame,
            region,
            HEAD.size,
            background,
            rng.random() < 0.65,
            neighbours,
            lambda car, glass: glazed(repainted(car, rng), glass, rng),
        )
        return sample(layers, matte_of(layers, rng), boxes_of(neighbours), region, rng)

    def photo(self, rng: random.Random) -> Sample:
        """A real car: in seven of ten where it was seen, with what the service took for it."""
        car = rng.choice(self.cars)
        neighbours = self.neighbours(car, rng) if rng.random() < 0.45 else []
        region = self.region(car, rng)
        boxes = boxes_of(neighbours)
        if rng.random() < 0.7:
            boxes += car.others
            background = to_linear(cut(car.photo, region, HEAD.size) / 255)
            layers = composed(car, region, HEAD.size, background, False, neighbours)
            if rng.random() < 0.5:
                # Paint of another colour: red stays red, since lamps distinguish front and rear.
                layers["rgb"] = layers["rgb"][..., [0, 2, 1]]
            matte = answered(car, layers, neighbours, region) if rng.random() < 0.6 else matte_of(layers, rng)
        else:
            background = (
                self.backgrounds.photo(HEAD.size, rng) if rng.random() < 0.7 else self.backgrounds.drawn(HEAD.size, rng)
            )
            layers = composed(
                car, region, HEAD.size, background, False, neighbours, lambda light, glass: repainted(light, rng)
            )
            matte = matte_of(layers, rng)
        layers["counts"] = cut(car.counts, region, HEAD.size) / 255
        return sample(layers, matte, boxes, region, rng)

    def neighbours(self, frame: Frame, rng: random.Random) -> list[Neighbour]:
        return (self.real if self.real and rng.random() < 0.6 else self.cutouts).draw(frame, rng)

    def region(self, frame: Frame, rng: random.Random) -> Box:
        return margin_region(frame, HEAD.margin, rng, JITTER)


def answered(car: RealCar, layers: Layers, neighbours: list[Neighbour], region: Box) -> np.ndarray:
    """The service's matte of the photo, with neighbours that were added since: [H,W]."""
    matte = cut(car.answer, region, HEAD.size) / 255
    for each in neighbours:
        if each.in_front:
            matte = matte * (1 - each.at(region, HEAD.size)[1])
    return np.maximum(matte, included(layers))


def matte_of(layers: Layers, rng: random.Random) -> np.ndarray:
    """A matte as the network would give it: [H,W]."""
    return np.maximum(shaken(layers["silhouette"], rng), included(layers))


def included(layers: Layers) -> np.ndarray:
    """The neighbours that the matte includes: [H,W]."""
    return layers["matte"] * (layers["matte"] > layers["silhouette"] + 0.02)


def sample(layers: Layers, matte: np.ndarray, boxes: list[Box], region: Box, rng: random.Random) -> Sample:
    """Disturbs a picture and mirrors every other one. layers: those of `composed`, and `counts` for real cars."""
    known = np.ones_like(matte)
    if rng.random() < 0.3:
        layers = layers | {"rgb": with_reflections(layers, rng)}
    if rng.random() < 0.4:
        layers, matte = with_ground(layers, matte, rng)
    if rng.random() < 0.2:
        boxes = [*boxes, stray_box(region, rng)]
    if rng.random() < 0.2:
        matte = matte * (1 - blobs(layers["silhouette"], rng))
    if rng.random() < 0.5:
        matte = np.maximum(matte, blobs(layers["silhouette"], rng))
    if rng.random() < 0.05:
        matte = np.zeros_like(matte)
    # The detector misses one vehicle in five.
    others = boxes_plane([box for box in boxes if rng.random() > 0.2], region, HEAD.size)
    picture = np.concatenate([disturbed(layers["rgb"], rng), matte[..., None], others[..., None]], -1)
    truth = {name: layers[name] for name in ("silhouette", "glass", "opacity")} | {
        "matte": matte,
        "counts": layers.get("counts", known),
    }
    if rng.random() < 0.5:
        picture, truth = picture[:, ::-1], {name: layer[:, ::-1] for name, layer in truth.items()}
    tensors = {name: torch.from_numpy(np.ascontiguousarray(layer, np.float32)) for name, layer in truth.items()}
    tensors["knows_glass"] = torch.tensor(float("counts" not in layers))
    return torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32)), tensors
