"""Trains car-parts on renders and on real cars. Goes on from its checkpoint."""

import argparse
import sys
from itertools import islice
from pathlib import Path

import torch
from exported import load_encoder_decoder
from torch.utils.data import DataLoader
from training import Training, add_options

from .azimuths import folds_of, known_azimuths
from .dataset import read_panoramas
from .frames import Backgrounds, load_frames
from .heads import parts_loss
from .network import PartsNetwork
from .parts_samples import PartsSamples
from .real_cars import load_real_cars
from .traffic import Traffic

FOLDS = 5
SHOWN = 12
"""Batches whose statistics an exported network gets."""
SIDE_VIEW = 90.0
"""Azimuth of photos without a known one: it deals them out to the folds like others that are not from the rear."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train_parts", description=__doc__)
    parser.add_argument(
        "--frames", type=Path, nargs="+", required=True, help="folders that `render --split train` made"
    )
    parser.add_argument("--panoramas", type=Path, required=True, help="folder of EXR files, for backgrounds")
    parser.add_argument(
        "--backgrounds", type=Path, nargs="*", default=[], help="photos for backgrounds, none with a car"
    )
    parser.add_argument("--cutouts", type=Path, nargs="*", default=[], help="people, as pictures with transparency")
    parser.add_argument("--encoder", type=Path, required=True, help="efficientnet-lite0 weights (.pth)")
    parser.add_argument("--bodies", type=Path, help="folder that `npm run car-bodies` made; without it no real cars")
    parser.add_argument("--photos", type=Path, help="folder of their photos")
    parser.add_argument(
        "--azimuths", type=Path, default=Path(__file__).with_name("azimuths.json"), help="JSON file that names them"
    )
    parser.add_argument(
        "--unseen", type=int, choices=range(FOLDS), help=f"one of {FOLDS} folds, whose photos are left out"
    )
    parser.add_argument("--start", type=Path, help="checkpoint to start from, or the exported .onnx file")
    parser.add_argument("--decoder-only", action="store_true", help="leave the encoder of --start as it is")
    add_options(parser, samples=12800, batch=16)
    train(parser.parse_args(argv))


def train(options: argparse.Namespace) -> None:
    """Draws every sample anew."""
    torch.manual_seed(options.seed)
    frames = [frame for folder in options.frames for frame in load_frames(folder)]
    panoramas = read_panoramas(options.panoramas, {frame.record["panorama"] for frame in frames})
    cars = load_real_cars(options.bodies, options.photos, seen_photos(options)) if options.bodies else []
    traffic, real = (Traffic(each, sorted(options.cutouts)) if each else None for each in (frames, cars))
    samples = PartsSamples(
        frames, cars, Backgrounds(sorted(options.backgrounds), panoramas), traffic, real, options.seed
    )
    network = PartsNetwork()
    network.encoder.load_published(options.encoder)
    if options.decoder_only:
        network.encoder.fix()
    loader = DataLoader(samples, options.batch, num_workers=1)
    if options.start and options.start.suffix == ".onnx":
        shown = (picture for picture, _ in islice(loader, SHOWN))
        load_encoder_decoder(
            network, [(network.last[0][0], network.last[0][1]), (network.last[1], None)], options.start, shown
        )
    elif options.start:
        network.load_state_dict(torch.load(options.start, map_location="cpu", weights_only=True)["network"])
    print(f"car-parts: {len(frames)} frames, {len(cars)} real cars", flush=True)
    training = Training(network, network.learners(options.rate), options)
    for picture, truth in training.batches(loader):
        truth = {name: training.device.sent(layer) for name, layer in truth.items()}
        with training.device.computing():
            logits = network(training.device.sent(picture))
        loss = parts_loss(logits.float(), truth)
        training.learn(loss, loss=loss.item())


def seen_photos(options: argparse.Namespace) -> list[str]:
    """Names of the photos that are learnt from: those with a body, less the fold that stays unseen."""
    azimuths = {
        name: SIDE_VIEW if azimuth is None else azimuth for name, azimuth in known_azimuths(options.azimuths).items()
    }
    folds = folds_of(azimuths, FOLDS)
    return [
        name
        for name in sorted(folds)
        if folds[name] != options.unseen and (options.bodies / f"{name}.body.png").exists()
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
