"""Trains the chooser on scenes that `prepare` made. Goes on from its checkpoint."""

import argparse
import random
import sys
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader
from training import Training, add_options

from .dataset import Augmented, Scene, load_scenes, seen_of
from .network import Chooser, mixed, settled


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders that `prepare` made")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512], help="looks that it chooses from, the first one first")
    parser.add_argument("--encoder", type=Path, required=True, help="efficientnet-lite0 weights (.pth)")
    parser.add_argument("--worse", type=float, default=4, help="how much more an error counts by which a picture gets worse than its first look")
    parser.add_argument("--folds", type=int, help="cross-validation instead: trains so many times without a part of the subjects, and judges by them")
    add_options(parser, samples=24000, batch=16)
    options = parser.parse_args(argv)
    torch.manual_seed(options.seed)
    scenes = load_scenes(options.scenes, options.sides)
    print(f"{len(scenes)} scenes of {len({scene.subject for scene in scenes})} subjects", flush=True)
    if options.folds:
        cross_validate(scenes, options)
    else:
        fit(beginning(options), scenes, options)


def beginning(options: argparse.Namespace) -> Chooser:
    """A network that has learnt nothing but the encoder's published weights."""
    network = Chooser(len(options.sides))
    network.encoder.load_published(options.encoder)
    return network


def cross_validate(scenes: list[Scene], options: argparse.Namespace) -> None:
    """Prints errors of scenes whose subjects the network has not seen."""
    subjects = random.Random(options.seed).sample(found := sorted({scene.subject for scene in scenes}), len(found))
    folder = options.out
    for fold in range(options.folds):
        held = set(subjects[fold :: options.folds])
        options.out = folder / f"fold{fold}.pt"
        network = beginning(options)
        fit(network, [scene for scene in scenes if scene.subject not in held], options)
        unseen = [scene for scene in scenes if scene.subject in held]
        errors = [errors_of(network.eval(), scene) for scene in unseen]
        first, mine = (sum(values) / len(errors) for values in zip(*errors))
        worse, better = (sum(sign * (mine - first) > 1 / 3 for first, mine in errors) for sign in (1, -1))
        print(f"fold {fold}: {len(errors)} scenes, first look {first:.2f} %, chooser {mine:.2f} %, {worse} worse and {better} better by a third of a percent", flush=True)


@torch.no_grad()
def errors_of(network: Chooser, scene: Scene) -> tuple[float, float]:
    """Mean absolute differences of the first look and of what the chooser mixes, in %."""
    looks, truth = scene.looks[None].float() / 255, scene.truth.float() / 255
    matte = mixed(settled(network.cpu()(seen_of(scene.picture[None], scene.looks[None]))), looks)
    return tuple(float((values - truth).abs().mean() * 100) for values in (looks[:, :1], matte))


def fit(network: Chooser, scenes: list[Scene], options: argparse.Namespace) -> None:
    """Trains a network on scenes in memory."""
    loader = DataLoader(Augmented(scenes), options.batch, shuffle=True, drop_last=True, num_workers=0)
    training = Training(network, network.learners(options.rate), options)
    for seen, looks, truth in training.batches(loader):
        seen, looks, truth = (training.device.sent(plane) for plane in (seen, looks, truth))
        with training.device.computing():
            weights = network(seen)
        loss, error, first = loss_of(weights, looks, truth, options.worse)
        training.learn(loss, error=error, first=first)


def loss_of(weights: Tensor, looks: Tensor, truth: Tensor, more: float) -> tuple[Tensor, float, float]:
    """Loss, error and the first look's error.

    more: how much more an error counts by which a picture is worse than its first look. A picture counts by its error and,
    relative to what its first look got wrong, by how much of that is left: small mistakes of a good look must not grow for the
    sake of the large ones of a bad one.
    """
    matte = mixed(weights, looks)
    soft = functional.max_pool2d(((truth > 0.02) & (truth < 0.98)).float(), 3, 1, 1)
    emphasis = 1 + 2 * soft
    error, first = ((emphasis * (values - truth).abs()).mean((1, 2, 3)) for values in (matte, looks[:, :1]))
    worse = functional.relu(error - first)
    loss = (error + more * worse).mean() * 10 + ((error + more * worse) / (first + 0.02)).mean() * 0.3
    return loss, error.mean().item(), first.mean().item()


if __name__ == "__main__":
    main(sys.argv[1:])
