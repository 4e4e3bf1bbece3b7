"""Trains the chooser on scenes that `prepare` made. Goes on from its checkpoint."""

import argparse
import sys
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader
from training import Training, add_options

from .dataset import Augmented, load_scenes
from .network import Chooser, mixed

WORSE = 2.0
"""How much more an error counts by which a picture is worse than its first look."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders that `prepare` made")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512], help="looks that it chooses from, the first one first")
    add_options(parser, samples=24000, batch=16)
    train(parser.parse_args(argv))


def train(options: argparse.Namespace) -> None:
    """Shows every scene anew each time."""
    torch.manual_seed(options.seed)
    scenes = load_scenes(options.scenes, options.sides)
    print(f"{len(scenes)} scenes", flush=True)
    fit(Chooser(len(options.sides)), scenes, options)


def fit(network: Chooser, scenes: list, options: argparse.Namespace) -> None:
    """Trains a network on scenes in memory."""
    loader = DataLoader(Augmented(scenes, 8), options.batch, shuffle=True, drop_last=True, num_workers=0)
    training = Training(network, [{"params": list(network.parameters()), "lr": options.rate}], options)
    for seen, looks, truth in training.batches(loader):
        seen, looks, truth = (training.device.sent(plane) for plane in (seen, looks, truth))
        with training.device.computing():
            weights = network(seen)
        loss, error, first = loss_of(weights.float(), looks, truth)
        training.learn(loss, error=error, first=first)


def loss_of(weights: Tensor, looks: Tensor, truth: Tensor) -> tuple[Tensor, float, float]:
    """Loss, error and the first look's error.

    A picture counts by its error and, relative to what its first look got wrong, by how much of that is left: small mistakes
    of a good look must not grow for the sake of the large ones of a bad one.
    """
    matte = mixed(weights, looks)
    soft = functional.max_pool2d(((truth > 0.02) & (truth < 0.98)).float(), 5, 1, 2)
    emphasis = 1 + 2 * soft
    error, first = ((emphasis * (values - truth).abs()).mean((1, 2, 3)) for values in (matte, looks[:, :1]))
    worse = functional.relu(error - first)
    loss = (error + WORSE * worse).mean() * 10 + ((error + WORSE * worse) / (first + 0.02)).mean() * 0.3
    return loss, error.mean().item(), first.mean().item()


if __name__ == "__main__":
    main(sys.argv[1:])
