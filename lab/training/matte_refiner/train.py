"""Trains the refiner on composites that `prepare` made. Goes on from its checkpoint."""

import argparse
import sys
from pathlib import Path

import torch
from PIL import Image
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader
from training import Training, add_options

from .dataset import Tiles, load_composites
from .network import Refiner

LEAST_ERROR = 0.02
"""Mean error of a coarse tile, 0 to 1, below which being better counts less and less."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("--composites", type=Path, nargs="+", required=True, help="folders that `prepare` made")
    parser.add_argument("--backgrounds", type=Path, nargs="*", default=[], help="photos for tiles that are drawn")
    parser.add_argument("--start", type=Path, help="checkpoint whose weights a new training begins with")
    add_options(parser, samples=60000, batch=12)
    train(parser.parse_args(argv))


def train(options: argparse.Namespace) -> None:
    """Draws every tile anew."""
    torch.manual_seed(options.seed)
    composites = load_composites(options.composites)
    backgrounds = [small(file) for file in options.backgrounds]
    loader = DataLoader(
        Tiles(composites, True, backgrounds), options.batch, shuffle=True, drop_last=True, num_workers=0
    )
    network = Refiner()
    if options.start:
        network.load_state_dict(torch.load(options.start, map_location="cpu", weights_only=True)["network"])
    print(f"{len(composites)} composites", flush=True)
    training = Training(network, [{"params": list(network.parameters()), "lr": options.rate}], options)
    for tiles, truth in training.batches(loader):
        tiles, truth = training.device.sent(tiles), training.device.sent(truth)
        with training.device.computing():
            alpha = network(tiles)
        loss = loss_of(alpha.float(), truth, tiles[:, 3:])
        with torch.no_grad():
            error, coarse = ((values.float() - truth).abs().mean().item() for values in (alpha, tiles[:, 3:]))
        training.learn(loss, error=error, coarse=coarse)


def small(file: Path) -> Image.Image:
    """A photo of at most 1,200 pixels a side."""
    with Image.open(file) as picture:
        photo = picture.convert("RGB")
    photo.thumbnail((1200, 1200))
    return photo


def loss_of(alpha: Tensor, truth: Tensor, coarse: Tensor) -> Tensor:
    """Absolute error, most where something is soft, and that of three levels of a Laplacian pyramid (Hou and Liu, ICCV 2019).

    Each tile counts by what share of the coarse error is left: one of a smooth outline, which is nearly right, must not get
    worse for the sake of one of hair.
    """
    soft = ((truth > 0.02) & (truth < 0.98)) | ((coarse > 0.02) & (coarse < 0.98))
    # Pixels beside the band are judged as well: colours do not end where it does.
    weight = functional.max_pool2d(soft.float(), 9, 1, 4) + 0.1
    weight = weight / weight.sum((1, 2, 3), keepdim=True)
    plain, coarse_error = ((weight * (values - truth).abs()).sum((1, 2, 3)) for values in (alpha, coarse))
    return ((plain + 0.5 * pyramid(alpha - truth)) / (coarse_error + LEAST_ERROR)).mean()


def pyramid(error: Tensor) -> Tensor:
    """Mean absolute detail of each tile's error over three scales, [N]: linear, so that the pyramid of a difference is enough."""
    total = error.new_zeros(len(error))
    for level in range(3):
        smaller = functional.avg_pool2d(error, 2)
        detail = error - functional.interpolate(smaller, scale_factor=2, mode="bilinear", align_corners=False)
        total = total + (2**level) * detail.abs().mean((1, 2, 3))
        error = smaller
    return total


if __name__ == "__main__":
    main(sys.argv[1:])
