"""Trains the refiner on composites that `prepare` made. Goes on from its checkpoint."""

import argparse
import sys
import time
from pathlib import Path

import torch
from checkpoints import rate_at, resume, save
from PIL import Image
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from .dataset import Tiles, load_composites
from .network import Refiner

LEAST_ERROR = 0.02
"""Mean error of a coarse tile, 0 to 1, below which being better counts less and less."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("--composites", type=Path, nargs="+", required=True, help="folders that `prepare` made")
    parser.add_argument("--grounds", type=Path, nargs="*", default=[], help="photos for tiles that are drawn")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint file")
    parser.add_argument("--start", type=Path, help="checkpoint whose weights a new training begins with")
    parser.add_argument("--samples", type=int, default=60000, help="tiles to see in all")
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1, help="on busy machines one is fastest")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args(argv))


def train(options: argparse.Namespace) -> None:
    """AdamW with a warm-up and a cosine."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    composites = load_composites(options.composites)
    grounds = [small(file) for file in options.grounds]
    loader = DataLoader(Tiles(composites, True, grounds), options.batch, shuffle=True, drop_last=True, num_workers=0)
    # Channels last: a third faster on processors.
    network = Refiner().to(device, memory_format=torch.channels_last)
    if options.start:
        network.load_state_dict(torch.load(options.start, map_location=device, weights_only=True)["network"])
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.01)
    steps = options.samples // options.batch
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate_at(step, steps))
    step, started = resume(options.out, network, optimiser, schedule), time.monotonic()
    first, mean, coarse_mean = step, None, None
    print(f"{len(composites)} composites, {steps} steps of {options.batch} on {device.type}, from step {step}", flush=True)
    network.train()
    while step < steps:
        for tiles, truth in loader:
            tiles, truth = tiles.to(device, memory_format=torch.channels_last), truth.to(device)
            with torch.autocast(device.type, torch.bfloat16):
                alpha = network(tiles)
            loss = loss_of(alpha.float(), truth, tiles[:, 3:])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5)
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                errors = [(values.float() - truth).abs().mean().item() for values in (alpha, tiles[:, 3:])]
            mean = errors[0] if mean is None else 0.98 * mean + 0.02 * errors[0]
            coarse_mean = errors[1] if coarse_mean is None else 0.98 * coarse_mean + 0.02 * errors[1]
            step += 1
            if step % 20 == 0 or step == steps:
                left = (time.monotonic() - started) / (step - first) * (steps - step) / 60
                print(f"step {step}/{steps}, error {mean:.4f}, {mean / coarse_mean:.3f} of the coarse one, {left:.1f} min left", flush=True)
            if step % 200 == 0 or step == steps:
                save(options.out, network, optimiser, schedule, step)
            if step == steps:
                break


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
    # What lies beside the band is judged as well: colours do not end where it does.
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
