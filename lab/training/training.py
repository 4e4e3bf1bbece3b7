"""One training, whatever the network: options, rate, checkpoints, progress, and the end by samples or by minutes."""

import argparse
import math
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import torch
from checkpoints import resume, save
from devices import device_of

SAVED_EVERY = 200
SHOWN_EVERY = 20


def add_options(parser: argparse.ArgumentParser, samples: int, batch: int) -> None:
    """Adds the options of every training, with this network's defaults."""
    parser.add_argument("--out", type=Path, required=True, help="checkpoint file; goes on from it")
    parser.add_argument("--samples", type=int, default=samples, help="samples to see in all")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    add_device_options(parser)


def add_device_options(parser: argparse.ArgumentParser) -> None:
    """Adds where to compute and for how long."""
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda"), default="auto", help="auto uses a GPU where there is one"
    )
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many; the same command goes on")
    parser.add_argument("--threads", type=int, default=1, help="of the processor; on busy machines one is fastest")


class Training:
    """AdamW with a warm-up and a cosine, from the checkpoint on to the last sample or minute.

    Its device is where the network has to be: pictures come to it with `device.sent`, layers run inside `device.computing`.
    """

    def __init__(self, network: torch.nn.Module, groups: list[dict], options: argparse.Namespace) -> None:
        """groups: parameters and rates as optimisers take them. options: those of `add_options`."""
        torch.set_num_threads(options.threads)
        self.options, self.device = options, device_of(options.device)
        self.network = self.device.placed(network)
        self.steps = options.samples // options.batch
        self.optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimiser, lambda step: rate_at(step, self.steps))
        self.step = resume(options.out, network, self.optimiser, self.schedule)
        self.first, self.started = self.step, time.monotonic()
        self.means: dict[str, float] = {}
        width = "bf16" if self.device.narrow else "fp32"
        print(
            f"{self.steps} steps of {options.batch} on {self.device.kind} in {width}, from step {self.step}", flush=True
        )

    def batches(self, loader: Iterable) -> Iterator:
        """Batches until the training ends. After each the caller hands its loss to `learn`."""
        self.network.train()
        while not self.ended():
            for batch in loader:
                yield batch
                if self.step % SAVED_EVERY == 0 or self.ended():
                    save(self.options.out, self.network, self.optimiser, self.schedule, self.step)
                if self.ended():
                    return

    def learn(self, loss: torch.Tensor, /, **shown: float) -> None:
        """One step down the slope of a loss. shown: numbers whose means are printed."""
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5)
        self.optimiser.step()
        self.schedule.step()
        self.step += 1
        for name, value in shown.items():
            self.means[name] = value if name not in self.means else 0.98 * self.means[name] + 0.02 * value
        if self.step % SHOWN_EVERY == 0 or self.ended():
            spent = time.monotonic() - self.started
            left = spent / (self.step - self.first) * (self.steps - self.step) / 60
            means = ", ".join(f"{name} {value:.4f}" for name, value in self.means.items())
            print(f"step {self.step}/{self.steps}, {means}, {left:.1f} min left", flush=True)

    def ended(self) -> bool:
        """Whether the last sample was seen or the last minute has gone."""
        return self.step >= self.steps or time.monotonic() - self.started >= self.options.minutes * 60


def rate_at(step: int, steps: int) -> float:
    """Share of the highest rate: a warm-up over the first twentieth, then half a cosine."""
    warm = max(1, steps // 20)
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + math.cos(math.pi * min(1, (step - warm) / max(1, steps - warm))))
