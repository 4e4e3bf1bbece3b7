"""Train the head, then the last stages, then fit the temperature.

The frozen lower half of the network is run once per variant and its output cached on disk (44 kB each), which makes
an epoch over the upper half several times cheaper than one over the whole network. Every long step resumes: cached
features chunk by chunk, fine-tuning epoch by epoch.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
from checkpoints import resume, save
from devices import Device, device_of
from PIL import Image
from torch import nn
from training import add_device_options

from .dataset import source_weights, stretched, variant
from .manifest import LABELS, Picture, read_manifest
from .metrics import accuracy, auc, expected_calibration_error, negative_log_likelihood
from .network import CUT, ImageType, freeze_batch_statistics, imagenet_backbone
from .served import load_start

CHUNK = 32


def cache_lower(
    network: ImageType, pixels: np.ndarray, folder: Path, name: str, device: Device
) -> tuple[np.ndarray, np.ndarray]:
    """Cached output of the frozen half for pictures [M,S,S,3]: float16 [M,112,h,w] and float32 [M,304]; resumes."""
    count, edge = len(pixels), -(-pixels.shape[1] // 16)
    files = folder / f"{name}-lower.npy", folder / f"{name}-shallow.npy"
    mode = "r+" if files[0].exists() else "w+"
    if mode == "w+":
        lower = np.lib.format.open_memmap(files[0], mode, np.float16, (count, 112, edge, edge))
        shallow = np.lib.format.open_memmap(files[1], mode, np.float32, (count, 304))
    else:
        lower, shallow = (np.load(f, mmap_mode=mode) for f in files)
    done_file = folder / f"{name}-done.txt"
    start = int(done_file.read_text()) if done_file.exists() else 0
    with torch.inference_mode(), device.computing():
        for begin in range(start, count, CHUNK):
            features, taps = network.lower(torch.from_numpy(np.array(pixels[begin : begin + CHUNK])).to(device.kind))
            lower[begin : begin + CHUNK], shallow[begin : begin + CHUNK] = (
                features.half().cpu().numpy(),
                taps.float().cpu().numpy(),
            )
            if begin // CHUNK % 20 == 0:
                lower.flush()
                shallow.flush()
                done_file.write_text(str(begin))
                print(f"{name}: features {begin}/{count}", flush=True)
    done_file.write_text(str(count))
    return lower, shallow


def plain_pixels(root: Path, pictures: list[Picture], size: int) -> np.ndarray:
    """uint8 [N,size,size,3] of whole pictures as the service will send them."""
    return np.stack([stretched(Image.open(root / p.file), size) for p in pictures])


def calibration_pixels(
    root: Path, pictures: list[Picture], size: int, variants: dict[str, int], seed: int
) -> tuple[np.ndarray, list[Picture]]:
    """Every picture plain, and after these `variants[label]` training-like variants of each, to watch the training by."""
    repeated = [p for p in pictures for _ in range(variants[p.label])]
    changed = [
        variant(Image.open(root / p.file), p.label, random.Random(f"{seed}/calibration/{n}"), size)
        for n, p in enumerate(repeated)
    ]
    return np.concatenate([plain_pixels(root, pictures, size), np.stack(changed)]), [*pictures, *repeated]


def targets(pictures: list[Picture]) -> np.ndarray:
    """int64 [N]: 0 photo, 1 graphic."""
    return np.array([LABELS.index(p.label) for p in pictures])


def batches(weights: np.ndarray, draws: int, size: int, rng: np.random.Generator):
    """Index batches drawn with replacement by weight."""
    drawn = rng.choice(len(weights), draws, p=weights)
    for begin in range(0, draws - size + 1, size):
        yield np.sort(drawn[begin : begin + size])


def upper_statistics(network: ImageType, lower: np.ndarray, shallow: np.ndarray, device: Device) -> torch.Tensor:
    """Head input [M,944] of cached features."""
    with torch.inference_mode():
        parts = [
            network.upper(
                *(device.sent(torch.from_numpy(np.array(part[b : b + 64])).float()) for part in (lower, shallow))
            )
            for b in range(0, len(lower), 64)
        ]
    return torch.cat(parts).clone()


def report(name: str, labels: np.ndarray, logits: torch.Tensor, temperature: float = 1.0) -> None:
    """Print the four metrics of a set of logits [N,2]."""
    scores = torch.softmax(logits / temperature, 1)[:, 1].cpu().numpy()
    print(
        f"{name}: auc {auc(labels, scores):.4f} accuracy {accuracy(labels, scores):.4f} ece {expected_calibration_error(labels, scores):.4f} nll {negative_log_likelihood(labels, scores):.4f}",
        flush=True,
    )


def loss_of(logits: torch.Tensor, labels: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Cross entropy, smoothed for photographs alone: what is surely drawn shall come near 0, which the cut by colour needs."""
    wanted = nn.functional.one_hot(labels, len(LABELS)).to(logits.dtype)
    wanted[labels == 0] = wanted[labels == 0] * (1 - smoothing) + smoothing / len(LABELS)
    return nn.functional.cross_entropy(logits, wanted)


def train_head(
    network: ImageType,
    inputs: torch.Tensor,
    labels: torch.Tensor,
    weights: np.ndarray,
    epochs: int,
    smoothing: float,
    seed: int,
) -> None:
    """Fit the head alone on cached statistics [M,944]."""
    rng = np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(network.head.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    network.head.train()
    for epoch in range(epochs):
        if epoch % 10 == 0:
            print(f"head epoch {epoch}/{epochs}", flush=True)
        for index in batches(weights, len(inputs), 256, rng):
            loss = loss_of(network.head(inputs[index]), labels[index], smoothing)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        schedule.step()
    network.head.eval()


def fine_tune(
    network: ImageType,
    cache: tuple[np.ndarray, np.ndarray],
    labels: torch.Tensor,
    weights: np.ndarray,
    options: argparse.Namespace,
    device: Device,
    watch,
) -> bool:
    """Train the blocks from CUT on together with the head; batch statistics of the blocks stay fixed. False where the minutes end first."""
    checkpoint = options.out / "fine-tune.pt"
    steps_per_epoch = options.draws // options.batch
    groups = [
        {"params": network.blocks[CUT:].parameters(), "lr": options.rate},
        {"params": network.head.parameters(), "lr": options.rate * 3},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [options.rate, options.rate * 3], total_steps=options.epochs * steps_per_epoch + 1, pct_start=0.2
    )
    first, started = resume(checkpoint, network, optimiser, schedule), time.monotonic()
    for epoch in range(first, options.epochs):
        if time.monotonic() - started >= options.minutes * 60:
            return False
        network.train()
        freeze_batch_statistics(network)
        total = 0.0
        for step, index in enumerate(
            batches(
                weights, steps_per_epoch * options.batch, options.batch, np.random.default_rng(options.seed + epoch)
            )
        ):
            features, shallow = (device.sent(torch.from_numpy(part[index]).float()) for part in cache)
            if step % 2:  # A mirrored feature map is almost exactly that of the mirrored picture.
                features = features.flip(3)
            with device.computing():
                logits = network.head(network.upper(features, shallow))
            loss = loss_of(logits.float(), labels[index], options.smoothing)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
            if step % 25 == 0:
                print(f"epoch {epoch} step {step}/{steps_per_epoch} loss {total / (step + 1):.4f}", flush=True)
        save(checkpoint, network, optimiser, schedule, epoch + 1)
        network.eval()
        watch(f"epoch {epoch}")
    return True


def blend(network: ImageType, start: dict[str, torch.Tensor], keep: float) -> None:
    """Mix the weights with those of the start (Wortsman et al., CVPR 2022): less forgotten, more robust to new packages."""
    state = network.state_dict()
    network.load_state_dict(
        {k: v * (1 - keep) + start[k] * keep if v.is_floating_point() else v for k, v in state.items()}
    )


def fit_temperature(logits: torch.Tensor, labels: np.ndarray) -> float:
    """Temperature with the smallest negative log-likelihood (Guo et al. 2017), every picture counting once."""
    truth = torch.from_numpy(labels)
    candidates = np.exp(np.linspace(np.log(0.3), np.log(5), 400))
    losses = [nn.functional.cross_entropy(logits / t, truth).item() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def main(argv: list[str]) -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(
        prog="train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of prepare")
    parser.add_argument("--variants", type=Path, required=True, help="folder of dataset")
    parser.add_argument("--out", type=Path, required=True, help="folder for caches, checkpoints and network.pt")
    parser.add_argument(
        "--start",
        type=Path,
        help="network.pt of an earlier run, or the served model.onnx, to go on from in place of training the head",
    )
    parser.add_argument("--keep", type=float, default=0.0, help="share of the weights of --start in the result")
    parser.add_argument("--head-epochs", type=int, default=40)
    parser.add_argument("--epochs", type=int, default=0, help="epochs of fine-tuning; 0 trains the head only")
    parser.add_argument("--draws", type=int, default=8000, help="variants drawn per fine-tuning epoch")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--smoothing", type=float, default=0.03)
    parser.add_argument("--seed", type=int, default=1)
    add_device_options(parser)
    options = parser.parse_args(argv)
    device = device_of(options.device)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    options.out.mkdir(parents=True, exist_ok=True)

    manifest = read_manifest(options.data / "manifest.jsonl")
    training = [p for p in manifest if p.split == "train"]
    calibration = [p for p in manifest if p.split == "calibration"]
    rows = np.load(options.variants / "rows.npy")
    pixels = np.load(options.variants / "variants.npy", mmap_mode="r")
    network = ImageType(imagenet_backbone()).eval()
    if options.start:
        load_start(network, options.start)
    network = device.placed(network)
    start = {name: value.clone() for name, value in network.state_dict().items()}
    cache = cache_lower(network, pixels, options.out, "train", device)
    plain = len(calibration)
    held_pixels, calibration = calibration_pixels(
        options.data, calibration, pixels.shape[1], {"photo": 2, "graphic": 0}, options.seed
    )
    held = cache_lower(network, held_pixels, options.out, "calibration", device)
    labels, held_labels = device.sent(torch.from_numpy(targets(training)[rows])), targets(calibration)
    weights = source_weights(training, rows)

    def held_logits() -> torch.Tensor:
        with torch.inference_mode():
            return network.head(upper_statistics(network, *held, device)).cpu()

    if not options.start:
        train_head(
            network,
            upper_statistics(network, *cache, device),
            labels,
            weights,
            options.head_epochs,
            options.smoothing,
            options.seed,
        )
    report("calibration split, before fine-tuning", held_labels, held_logits())
    if options.epochs and not fine_tune(
        network,
        cache,
        labels,
        weights,
        options,
        device,
        lambda name: report(f"calibration split, {name}", held_labels, held_logits()),
    ):
        print("The minutes are over: the same command goes on")
        return 0
    if options.start and options.keep:
        blend(network, start, options.keep)
        report(f"calibration split, with {options.keep} of the start", held_labels, held_logits())
    temperature = fit_temperature(held_logits()[:plain], held_labels[:plain])
    network.temperature.fill_(temperature)
    report("calibration split, with temperature", held_labels, held_logits(), temperature)
    torch.save(network.cpu().state_dict(), options.out / "network.pt")
    settings = {key: value for key, value in vars(options).items() if not isinstance(value, Path) and value != math.inf}
    (options.out / "training.json").write_text(
        json.dumps(
            {"temperature": round(temperature, 4), "size_px": int(pixels.shape[1]), "variants": len(rows), **settings},
            indent=2,
        )
        + "\n"
    )
    print(f"temperature {temperature:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
