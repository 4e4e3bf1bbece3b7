"""Teaches car-view what photos show and renders do not, rear views above all, starting from the exported network.

What comes before the network's last blocks is computed once for each variant of a photo or frame and kept in memory. The
last blocks learn from photos and renders in equal parts; features of the published weights distinguish rear and front by logistic
regression. With --folds, each photo is then judged by a network that has seen neither it nor another photo of the same car.
"""

import argparse
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from devices import Device, device_of
from efficientnet import TUNED_FROM
from torch import Tensor
from torch.nn import functional
from training import Training, add_options

from .azimuths import JudgedView, folds_of, known_azimuths, side_of
from .dataset import EXACT_DEGREES, Samples, read_panoramas
from .exported import load_exported
from .frames import Backgrounds, load_frames
from .heads import HEADS, SIDE, view_loss
from .judge_views import write_report
from .network import BINS, ViewNetwork
from .photos import Photo, load_photos, variant
from .traffic import Traffic

HEAD = HEADS["car-view"]
JUDGED_DEGREES = 18.0
"""How far an azimuth that was judged by eye may be off."""
AGREED_DEGREES = 30.0
"""Up to here the starting network's azimuth is the finer of the two: it is a few degrees off, the eye up to twenty."""
SHARES = {"rear": 0.4, "front": 0.35, "side": 0.25}
"""Of the photos in a batch."""
AT_ONCE = 16
KEPT_OF_START = 0.5
"""Share of the starting weights in the result."""
REAR_PENALTY = 1e-3
"""On the squared weights of the logistic regression, whose inputs are scaled to a mean square of 1 together."""


@dataclass
class Features:
    """Samples behind the frozen blocks."""

    maps: np.ndarray
    """float16 [M,C,h,w]: where the last blocks go on."""
    statistics: np.ndarray
    """[M,K]: what the published weights see."""
    views: np.ndarray
    """[M,2]: azimuth and elevation in degrees, the latter not a number where nobody knows it."""
    spreads: np.ndarray
    """[M]: how many degrees the azimuth may be off."""
    photos: np.ndarray
    """[M]: index of the photo, -1 for a frame."""


class TunedView(ViewNetwork):
    """The view network whose last blocks learn. Normalisation stays as it is: there are too few photos to measure it."""

    def train(self, mode: bool = True) -> "TunedView":
        super().train(False)
        self.head.train(mode)
        return self

    def learners(self, rate: float) -> list[dict]:
        """Freezes the first blocks; what learns, with its rates."""
        self.requires_grad_(False)
        last = [*self.encoder._blocks[TUNED_FROM:], self.neck]
        for module in (*last, self.head):
            module.requires_grad_(True)
        return [
            {"params": [each for module in last for each in module.parameters()], "lr": rate},
            {"params": list(self.head.parameters()), "lr": rate * 2},
        ]


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(
        prog="tune_view", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--start", type=Path, required=True, help="exported view network to start from")
    parser.add_argument("--encoder", type=Path, required=True, help="efficientnet-lite0 weights (.pth)")
    parser.add_argument("--photos", type=Path, required=True, help="folder that `npm run car-bodies` made")
    parser.add_argument("--azimuths", type=Path, required=True, help="JSON file of their azimuths")
    parser.add_argument(
        "--leave-out", type=Path, help="folder of the hand-drawn labels: nothing trains on these photos"
    )
    parser.add_argument(
        "--frames", type=Path, nargs="+", required=True, help="folders that `render --split train` made"
    )
    parser.add_argument("--panoramas", type=Path, required=True, help="folder of EXR files, for backgrounds")
    parser.add_argument(
        "--backgrounds", type=Path, nargs="*", default=[], help="photos for backgrounds, none with a car"
    )
    parser.add_argument(
        "--variants",
        type=int,
        nargs=2,
        default=(24, 4),
        metavar=("PHOTO", "FRAME"),
        help="of each photo and each frame",
    )
    parser.add_argument("--folds", type=int, default=0, help="judge by cross-validation over so many folds")
    parser.add_argument("--report", type=Path, help="JSON file of what --folds found")
    # What is exported is beside the checkpoint, with `.tuned.pt` at its end.
    add_options(parser, samples=3200, batch=32)
    parser.set_defaults(rate=4e-4)
    options = parser.parse_args(argv)
    photos = photos_to_learn(options)
    features = drawn_features(photos, options)
    if options.folds == 0:
        network = tuned(features, photos, options, options.out)
        torch.save({"network": network.state_dict()}, options.out.with_suffix(".tuned.pt"))
        return
    fold_of, views = folds_of({photo.name: photo.azimuth for photo in photos}, options.folds), []
    for fold in range(options.folds):
        seen = [index for index, photo in enumerate(photos) if fold_of[photo.name] != fold]
        network = tuned(only(features, seen), photos, options, options.out.with_suffix(f".fold{fold}.pt"))
        views += [judged(network, photo, options) for photo in photos if fold_of[photo.name] == fold]
    write_report(views, options.report)


def photos_to_learn(options: argparse.Namespace) -> list[Photo]:
    """All photos with a known azimuth but those that are left out."""
    left_out = set(known_azimuths(options.leave_out)) if options.leave_out else set()
    return [photo for photo in load_photos(options.photos, options.azimuths) if photo.name not in left_out]


def started(options: argparse.Namespace) -> TunedView:
    """The exported network. It has no answer to front or rear yet: both are as likely."""
    network = TunedView()
    torch.nn.init.zeros_(network.head[-1].weight)
    torch.nn.init.zeros_(network.head[-1].bias)
    load_exported(network, options.start)
    network.sense.load_published(options.encoder)
    return network.eval()


def drawn_features(photos: list[Photo], options: argparse.Namespace) -> Features:
    """Variants of every photo, half of them mirrored, and of every frame, behind the frozen blocks."""
    torch.set_num_threads(options.threads)
    device = device_of(options.device)
    network = device.placed(started(options))
    frames = [frame for folder in options.frames for frame in load_frames(folder)]
    panoramas = read_panoramas(options.panoramas, {frame.record["panorama"] for frame in frames})
    backgrounds = Backgrounds(sorted(options.backgrounds), panoramas)
    samples = Samples(frames, backgrounds, Traffic(frames, []), HEAD, training=True, in_traffic=0.4)
    of_photo, of_frame = options.variants
    total = len(photos) * of_photo + len(frames) * of_frame
    pictures: list[np.ndarray] = []
    maps, statistics, views, spreads, indices = [], [], [], [], []
    learnt = [azimuth_to_learn(photo.azimuth, judged(network, photo, options).answer) for photo in photos]

    def keep(picture: np.ndarray, view: tuple[float, float], spread: float, index: int) -> None:
        pictures.append(picture)
        views.append(view)
        spreads.append(spread)
        indices.append(index)
        if len(pictures) == AT_ONCE or len(indices) == total:
            seen = behind_frozen(network, np.stack(pictures), device)
            maps.append(seen[0].half().cpu().numpy())
            statistics.append(seen[1].cpu().numpy())
            pictures.clear()
        if len(indices) % 500 == 0 or len(indices) == total:
            print(f"features {len(indices)}/{total}", flush=True)

    for number in range(of_photo):
        rng = random.Random(options.seed * 1000 + number)
        for index, photo in enumerate(photos):
            picture = variant(photo, backgrounds, HEAD.size, HEAD.margin, rng).transpose(2, 0, 1)
            azimuth, spread = learnt[index]
            if number % 2:
                picture, azimuth = picture[..., ::-1], (360 - azimuth) % 360
            keep(picture, (azimuth, np.nan), spread, index)
    for _ in range(of_frame):
        for index in range(len(frames)):
            picture, truth = samples[index]
            keep(picture.numpy(), tuple(truth["view"].tolist()), EXACT_DEGREES, -1)
    views_learnt, spreads_learnt = (np.array(values, np.float32) for values in (views, spreads))
    return Features(np.concatenate(maps), np.concatenate(statistics), views_learnt, spreads_learnt, np.array(indices))


def azimuth_to_learn(judged: float, answered: float) -> tuple[float, float]:
    """What a photo teaches, and how far it may be off: the network's own azimuth where the eye agrees with it, else the eye's."""
    apart = abs((judged - answered + 180) % 360 - 180)
    return (answered, EXACT_DEGREES) if apart <= AGREED_DEGREES else (judged, JUDGED_DEGREES)


def behind_frozen(network: ViewNetwork, pictures: np.ndarray, device: Device) -> tuple[Tensor, Tensor]:
    """Maps and statistics of pictures [N,4,H,W] in 0..1."""
    with torch.no_grad(), device.computing():
        shown = device.sent(torch.from_numpy(np.ascontiguousarray(pictures)))
        first = network.encoder.first(shown)
        return network.encoder.middle(first, shown).float(), network.sense.statistics(first).float()


def only(features: Features, photos: list[int]) -> Features:
    """All frames, and of the photos only some."""
    kept = (features.photos < 0) | np.isin(features.photos, photos)
    arrays = (features.maps, features.statistics, features.views, features.spreads, features.photos)
    return Features(*(array[kept] for array in arrays))


def tuned(features: Features, photos: list[Photo], options: argparse.Namespace, out: Path) -> TunedView:
    """Fits the sense of rear and front, then trains the last blocks, from the checkpoint `out` on."""
    torch.manual_seed(options.seed)
    network = started(options)
    fit_rear(network, features)
    settings = argparse.Namespace(**{**vars(options), "out": out})
    training = Training(network, network.learners(options.rate), settings)
    for maps, truth in training.batches(drawn_batches(features, photos, options)):
        truth = {name: training.device.sent(values) for name, values in truth.items()}
        with training.device.computing():
            logits = network.answer(training.device.sent(maps))
        loss = view_loss(logits.float(), truth)
        training.learn(loss, loss=loss.item())
    return blended(network.cpu(), started(options)).eval()


def blended(network: TunedView, start: TunedView) -> TunedView:
    """Half the weights of before (Wortsman et al., CVPR 2022), so that less of the exact azimuth is forgotten."""
    before = start.state_dict()
    # What the start had no answer for stays whole: rear or front, in both ways.
    last = {"head.1.weight", "head.1.bias"}
    for name, value in network.state_dict().items():
        if not value.is_floating_point() or name.startswith("sense."):
            continue
        known = slice(0, BINS + 1) if name in last else slice(None)
        value[known] = KEPT_OF_START * before[name][known] + (1 - KEPT_OF_START) * value[known]
    return network


def fit_rear(network: TunedView, features: Features) -> None:
    """Sets the linear layer of the network's sense of rear and front: logistic regression, photos and frames, each end alike."""
    seen = torch.from_numpy(features.statistics)
    behind = -torch.cos(torch.from_numpy(features.views[:, 0]) * (np.pi / 180))
    of_photo = torch.from_numpy(features.photos) >= 0
    # A view from the side is neither. Photos and frames, fronts and rears weigh the same.
    weights = torch.zeros(len(seen))
    for group in (of_photo, ~of_photo):
        for end in (behind > SIDE, behind < -SIDE):
            weights[group & end] = 1 / max(1, int((group & end).sum()))
    weights = weights / weights.sum()
    mean, spread = seen.mean(0), (seen.std(0) + 1e-3) * seen.shape[1] ** 0.5
    scaled, rear = (seen - mean) / spread, (behind > 0).float()
    line = torch.nn.Linear(seen.shape[1], 1)
    torch.nn.init.zeros_(line.weight)
    torch.nn.init.zeros_(line.bias)
    solver = torch.optim.LBFGS(line.parameters(), max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        solver.zero_grad()
        wrong = functional.binary_cross_entropy_with_logits(line(scaled)[:, 0], rear, weights, reduction="sum")
        total = wrong + REAR_PENALTY * line.weight.square().sum()
        total.backward()
        return total

    solver.step(loss)
    layer = network.sense.rear
    layer.weight.data = line.weight.detach() / spread
    layer.bias.data = line.bias.detach() - (layer.weight.data * mean).sum(1)


def drawn_batches(features: Features, photos: list[Photo], options: argparse.Namespace):
    """Batches without end: half photos, drawn so that each side has its share, and half renders."""
    rng = np.random.default_rng(options.seed)
    of_photos, of_frames = np.flatnonzero(features.photos >= 0), np.flatnonzero(features.photos < 0)
    sides = np.array([side_of(photos[index].azimuth) for index in features.photos[of_photos]])
    weights = sum((sides == side) * (share / max(1, (sides == side).sum())) for side, share in SHARES.items())
    half = options.batch // 2
    while True:
        drawn = rng.choice(of_photos, half, p=weights / weights.sum())
        drawn = np.concatenate([drawn, rng.choice(of_frames, options.batch - half)])
        truth = {"view": torch.from_numpy(features.views[drawn]), "spread": torch.from_numpy(features.spreads[drawn])}
        yield torch.from_numpy(features.maps[drawn]).float(), truth


def judged(network: TunedView, photo: Photo, options: argparse.Namespace) -> JudgedView:
    """What the network answers to a photo as the service shows it."""
    device = device_of(options.device)
    picture = torch.from_numpy(photo.shown.transpose(2, 0, 1)[None].astype(np.float32) / 255)
    with torch.no_grad():
        view = HEAD.answers(network, device.sent(picture))["view"]
    return JudgedView(photo.name, photo.azimuth, float(view[0, 0]))


if __name__ == "__main__":
    main(sys.argv[1:])
