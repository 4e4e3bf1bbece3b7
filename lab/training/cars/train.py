"""Trains car-shadow or car-view on rendered frames. Goes on from its checkpoint."""

import argparse
import sys
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from training import Training, add_options

from .dataset import Samples, read_panoramas
from .frames import Backgrounds, load_frames
from .heads import HEADS
from .traffic import Traffic


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("head", choices=("car-shadow", "car-view"))
    parser.add_argument(
        "--frames", type=Path, nargs="+", required=True, help="folders that `render --split train` made"
    )
    parser.add_argument("--panoramas", type=Path, required=True, help="folder of EXR files, for backgrounds")
    parser.add_argument(
        "--backgrounds", type=Path, nargs="*", default=[], help="photos for backgrounds, none with a car"
    )
    parser.add_argument(
        "--cutouts", type=Path, nargs="*", default=[], help="pictures with transparency: people and cars beside the car"
    )
    parser.add_argument("--encoder", type=Path, help="efficientnet-lite0 weights (.pth), which car-view starts from")
    add_options(parser, samples=20000, batch=16)
    train(parser.parse_args(argv))


def train(options: argparse.Namespace) -> None:
    """Draws every sample anew."""
    torch.manual_seed(options.seed)
    head = HEADS[options.head]
    frames = [frame for folder in options.frames for frame in load_frames(folder)]
    panoramas = read_panoramas(options.panoramas, {frame.record["panorama"] for frame in frames})
    backgrounds = Backgrounds(sorted(options.backgrounds), panoramas)
    traffic = Traffic(frames, sorted(options.cutouts))
    samples = Samples(frames, backgrounds, traffic, head, training=True, in_traffic=0.4)
    loader = DataLoader(samples, options.batch, shuffle=True, drop_last=True, num_workers=0)
    network = head.make()
    print(f"{head.name}: {len(frames)} frames", flush=True)
    training = Training(network, learners(network, options), options)
    for picture, truth in training.batches(loader):
        truth = {name: training.device.sent(layer) for name, layer in truth.items()}
        with training.device.computing():
            logits = network(training.device.sent(picture))
        loss = head.loss(logits.float(), truth)
        training.learn(loss, loss=loss.item())


def learners(network: torch.nn.Module, options: argparse.Namespace) -> list[dict]:
    """Parameters with their rates; a pretrained encoder learns at a third."""
    encoder = getattr(network, "encoder", None)
    if encoder is None:
        return [{"params": list(network.parameters()), "lr": options.rate}]
    if options.encoder is None:
        sys.exit(f"{options.head} starts from published weights: name them with --encoder")
    encoder.load_published(options.encoder)
    network.sense.load_published(options.encoder)
    slow = [each for each in encoder.parameters() if each.requires_grad]
    rest = [each for name, each in network.named_parameters() if each.requires_grad and not name.startswith("encoder.")]
    return [{"params": slow, "lr": options.rate / 3}, {"params": rest, "lr": options.rate}]


if __name__ == "__main__":
    main(sys.argv[1:])
