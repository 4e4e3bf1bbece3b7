"""Trains the chooser on scenes that `prepare` made. Goes on from its checkpoint."""

import argparse
import random
import sys
from pathlib import Path

import torch
from exported import load_encoder_decoder
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader
from training import Training, add_options

from .dataset import Augmented, Scene, load_scenes, seen_of
from .network import Chooser, mixed, thresholded

SHARP = 0.05
"""Difference of errors by which one candidate is clearly nearer than another."""
LEAST = 1e-3
"""Weights below count as this: what is not offered cannot be taught."""
SHOWN = 200
"""Scenes whose statistics an exported network gets."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders that `prepare` made")
    parser.add_argument(
        "--sides", type=int, nargs="+", default=[1024, 512], help="passes that it chooses from, the first one first"
    )
    parser.add_argument("--encoder", type=Path, required=True, help="efficientnet-lite0 weights (.pth)")
    parser.add_argument("--start", type=Path, help="checkpoint to start from, or the exported .onnx file")
    parser.add_argument(
        "--kept",
        type=float,
        default=0,
        help="share of the weights of --start that the result keeps; it is written as OUT with .mixed.pt at its end",
    )
    parser.add_argument("--decoder-only", action="store_true", help="leave the encoder of --start as it is")
    parser.add_argument(
        "--worse",
        type=float,
        default=8,
        help="how much more an error counts in the end by which a picture gets worse than its full pass",
    )
    parser.add_argument(
        "--folds",
        type=int,
        help="cross-validation instead: trains so many times without a part of the subjects, and judges by them",
    )
    add_options(parser, samples=24000, batch=16)
    options = parser.parse_args(argv)
    torch.manual_seed(options.seed)
    scenes = load_scenes(options.scenes, options.sides)
    print(f"{len(scenes)} scenes of {len({scene.subject for scene in scenes})} subjects", flush=True)
    if options.folds:
        cross_validate(scenes, options)
    else:
        network = beginning(scenes, options)
        before = {name: value.clone() for name, value in network.state_dict().items()}
        fit(network, scenes, options)
        if options.kept:
            torch.save(
                {"network": between(network.cpu().state_dict(), before, options.kept)},
                options.out.with_suffix(".mixed.pt"),
            )


def beginning(scenes: list[Scene], options: argparse.Namespace) -> Chooser:
    """A network that has learnt nothing but the encoder's published weights, or what a checkpoint or an exported file has."""
    network = Chooser(len(options.sides))
    network.encoder.load_published(options.encoder)
    if options.decoder_only:
        network.encoder.fix()
    if options.start and options.start.suffix == ".onnx":
        load_exported(network, options.start, scenes)
    elif options.start:
        network.load_state_dict(torch.load(options.start, map_location="cpu", weights_only=True)["network"])
    return network


def between(after: dict[str, Tensor], before: dict[str, Tensor], kept: float) -> dict[str, Tensor]:
    """Weights between those after a fine tuning and those before (Wortsman et al., CVPR 2022): what it teaches stays, and less is lost.

    kept: share of those before, 0 to 1.
    """
    return {
        name: value.lerp(before[name], kept) if value.is_floating_point() else value for name, value in after.items()
    }


def load_exported(network: Chooser, file: Path, scenes: list[Scene]) -> None:
    """Takes over the weights of an ONNX file that `export` wrote. Raises ValueError where it is another network."""
    shown = random.Random(1).sample(scenes, min(SHOWN, len(scenes)))
    seen = (seen_of(scene.picture[None], scene.passes[None]) for scene in shown)
    load_encoder_decoder(network, [(network.last, None)], file, seen)


def cross_validate(scenes: list[Scene], options: argparse.Namespace) -> None:
    """Prints errors of scenes whose subjects the network has not seen."""
    subjects = random.Random(options.seed).sample(found := sorted({scene.subject for scene in scenes}), len(found))
    folder = options.out
    for fold in range(options.folds):
        held = set(subjects[fold :: options.folds])
        options.out = folder / f"fold{fold}.pt"
        network = beginning(scenes, options)
        fit(network, [scene for scene in scenes if scene.subject not in held], options)
        unseen = [scene for scene in scenes if scene.subject in held]
        errors = [errors_of(network.eval(), scene) for scene in unseen]
        first, mine = (sum(values) / len(errors) for values in zip(*errors))
        worse, better = (sum(sign * (mine - first) > 1 / 3 for first, mine in errors) for sign in (1, -1))
        print(
            f"fold {fold}: {len(errors)} scenes, full pass {first:.2f} %, chooser {mine:.2f} %, {worse} worse and {better} better by a third of a percent",
            flush=True,
        )


@torch.no_grad()
def errors_of(network: Chooser, scene: Scene) -> tuple[float, float]:
    """Mean absolute differences of the full pass and of what the chooser mixes, in %."""
    passes, truth = scene.passes[None].float() / 255, scene.truth.float() / 255
    matte = mixed(thresholded(network.cpu()(seen_of(scene.picture[None], scene.passes[None]))), passes)
    first, mine = (float((values - truth).abs().mean() * 100) for values in (passes[:, :1], matte))
    return first, mine


def fit(network: Chooser, scenes: list[Scene], options: argparse.Namespace) -> None:
    """Trains a network on scenes in memory."""
    loader = DataLoader(Augmented(scenes), options.batch, shuffle=True, drop_last=True, num_workers=0)
    training = Training(network, network.learners(options.rate), options)
    for seen, passes, truth in training.batches(loader):
        seen, passes, truth = (training.device.sent(plane) for plane in (seen, passes, truth))
        with training.device.computing():
            weights = network(seen)
        loss, error, first = loss_of(weights, passes, truth, options.worse, training.step / training.steps)
        training.learn(loss, error=error, first=first)


def loss_of(
    weights: Tensor, passes: Tensor, truth: Tensor, worse: float, done: float, served: Tensor | None = None
) -> tuple[Tensor, float, float]:
    """Loss, error and the full pass's error.

    worse: how much more an error counts in the end by which a picture, or its soft edge, is worse than its full pass. done: share of the
    training, 0 to 1: it begins with what there is to gain, and ends with losing nothing. A picture counts by its error and, relative to
    what its full pass got wrong, by how much of that is left: small mistakes of a good pass must not grow for the sake of the
    large ones of a bad one. served: a matte [N,1,H,W] to which the network may only add; it then stands for the full pass.
    """
    matte = mixed(weights, passes)
    kept = passes[:, :1]
    if served is not None:
        matte, kept = torch.maximum(matte, served), served
    soft = functional.max_pool2d(((truth > 0.02) & (truth < 0.98)).float(), 3, 1, 1)
    band = functional.max_pool2d(soft, 7, 1, 3)
    wrong, wrong_first = (matte - truth).abs(), (kept - truth).abs()
    error, first = (((1 + 2 * soft) * each).mean((1, 2, 3)) for each in (wrong, wrong_first))
    along, along_first = ((band * each).sum((1, 2, 3)) / (band.sum((1, 2, 3)) + 64) for each in (wrong, wrong_first))
    lost, lost_along = functional.relu(error - first), functional.relu(along - along_first)
    counted = error + worse * done * lost
    loss = counted.mean() * 10 + (counted / (first + 0.02)).mean() * 0.3 + worse * done * lost_along.mean()
    return loss + taught(weights, passes, truth) * 10 * (1 - done), error.mean().item(), first.mean().item()


def taught(weights: Tensor, passes: Tensor, truth: Tensor) -> Tensor:
    """Cross-entropy to what is nearest to the truth at each place, by how much nearer than the full pass it is.

    The error of the mixture alone has next to no slope where the full pass has all the weight, and stays there.
    """
    candidates = torch.cat([passes, torch.zeros_like(truth), torch.ones_like(truth)], 1)
    errors = functional.interpolate((candidates - truth).abs(), weights.shape[-2:], mode="area")
    wanted = (-errors / SHARP).softmax(1)
    gain = errors[:, 0] - errors.amin(1)
    return -((wanted * weights.clamp(min=LEAST).log()).sum(1) * gain).mean()


if __name__ == "__main__":
    main(sys.argv[1:])
