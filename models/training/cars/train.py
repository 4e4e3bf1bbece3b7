"""Trains one car network on rendered frames. Goes on from its checkpoint."""

import argparse
import sys
import time
from pathlib import Path

import torch
from checkpoints import rate_at, resume, save
from torch.utils.data import DataLoader

from .dataset import Samples, read_panoramas
from .frames import Grounds, load_frames
from .heads import HEADS
from .traffic import Traffic


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("head", choices=sorted(HEADS))
    parser.add_argument("--frames", type=Path, nargs="+", required=True, help="folders that `render --split train` made")
    parser.add_argument("--panoramas", type=Path, required=True, help="folder of EXR files, for backgrounds")
    parser.add_argument("--grounds", type=Path, nargs="*", default=[], help="photos for backgrounds, none with a car")
    parser.add_argument("--cutouts", type=Path, nargs="*", default=[], help="pictures with transparency: people and cars beside the car")
    parser.add_argument("--encoder", type=Path, help="efficientnet-lite0 weights (.pth), which car-view starts from")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint file")
    parser.add_argument("--samples", type=int, default=20000, help="samples to see in all")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1, help="on busy machines one is fastest")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args(argv))


def train(options: argparse.Namespace) -> None:
    """AdamW with a warm-up and a cosine."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    head = HEADS[options.head]
    frames = [frame for folder in options.frames for frame in load_frames(folder)]
    panoramas = read_panoramas(options.panoramas, {frame.record["panorama"] for frame in frames})
    grounds = Grounds(sorted(options.grounds), panoramas)
    traffic = Traffic(frames, sorted(options.cutouts))
    samples = Samples(frames, grounds, traffic, head, training=True, in_traffic=0.4)
    loader = DataLoader(samples, options.batch, shuffle=True, drop_last=True, num_workers=0)
    network = head.make().to(device)
    optimiser = torch.optim.AdamW(learners(network, options), weight_decay=0.01)
    steps = options.samples // options.batch
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate_at(step, steps))
    step, started = resume(options.out, network, optimiser, schedule), time.monotonic()
    first, mean = step, None
    print(f"{head.name}: {len(frames)} frames, {steps} steps of {options.batch} on {device.type}, from step {step}", flush=True)
    network.train()
    while step < steps:
        for picture, truth in loader:
            truth = {name: layer.to(device) for name, layer in truth.items()}
            # Half the numbers' width is twice the pace on processors too; the loss keeps full width.
            with torch.autocast(device.type, torch.bfloat16):
                logits = network(picture.to(device))
            loss = head.loss(logits.float(), truth)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 5)
            optimiser.step()
            schedule.step()
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
            step += 1
            if step % 20 == 0 or step == steps:
                left = (time.monotonic() - started) / (step - first) * (steps - step) / 60
                print(f"step {step}/{steps}, loss {mean:.4f}, {left:.1f} min left", flush=True)
            if step % 200 == 0 or step == steps:
                save(options.out, network, optimiser, schedule, step)
            if step == steps:
                break


def learners(network: torch.nn.Module, options: argparse.Namespace) -> list[dict]:
    """Parameters with their rates; a pretrained encoder learns at a third."""
    encoder = getattr(network, "encoder", None)
    if encoder is None:
        return [{"params": list(network.parameters()), "lr": options.rate}]
    if options.encoder is None:
        sys.exit(f"{options.head} starts from published weights: name them with --encoder")
    encoder.load_published(options.encoder)
    slow = [each for each in encoder.parameters() if each.requires_grad]
    rest = [each for name, each in network.named_parameters() if not name.startswith("encoder.")]
    return [{"params": slow, "lr": options.rate / 3}, {"params": rest, "lr": options.rate}]


if __name__ == "__main__":
    main(sys.argv[1:])
