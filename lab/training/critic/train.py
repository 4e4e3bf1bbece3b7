"""Trains the critic on files of `shelf`, beginning with the weights of the served pass chooser. New files are taken in as they come."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import torch
from exported import encoder_convolutions, take_statistics
from torch import Tensor, nn
from torch.nn import functional
from training import Training, add_options

from .network import FAILS_FROM, Critic
from .shelf import started


class Judging(nn.Module):
    """The critic behind the features that stay as they are."""

    def __init__(self, critic: Critic) -> None:
        super().__init__()
        self.critic = critic

    def forward(self, shown: list[Tensor]) -> tuple[Tensor, Tensor]:
        return self.critic.judged(shown[0].float(), shown[1].float() / 255)


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    add_options(parser, 16000, 32)
    parser.add_argument("--shelf", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True, help="the served pass chooser (.onnx)")
    options = parser.parse_args(argv)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    network = started(options.start)
    held_out = torch.load(options.shelf / "000.pt")
    for module in network.encoder.frozen():
        module.requires_grad_(False)
    if not options.out.exists():
        pairs = [*encoder_convolutions(network.encoder), (None, network.up16[1]), (None, network.up8[1])]
        network.train()
        learning = [pair for pair in pairs if pair[1] is not None and pair[1].training]
        take_statistics(Judging(network), learning, [[each[at : at + 50] for each in held_out] for at in (0, 50)])
    slow = [each for each in network.encoder.parameters() if each.requires_grad]
    rest = [each for name, each in network.named_parameters() if not name.startswith("encoder.")]
    groups = [{"params": slow, "lr": options.rate / 3}, {"params": rest, "lr": options.rate}]
    training = Training(Judging(network), groups, options)
    for shown in training.batches(Shelf(options.shelf, options.batch)):
        logits, failed = training.network(shown)
        loss, found = loss_of(logits, failed, shown)
        training.learn(loss, loss=loss.item(), right=found)
        if training.step % 100 == 0:
            tell(training.network, held_out)


class Shelf:
    """Batches of all the files that are there but the first, in a new order each time."""

    def __init__(self, folder: Path, batch: int) -> None:
        self.folder, self.batch, self.files = folder, batch, {}

    def __iter__(self) -> Iterator[list[Tensor]]:
        for file in sorted(self.folder.glob("*.pt"))[1:]:
            self.files.setdefault(file.name, None)
            if self.files[file.name] is None:
                self.files[file.name] = torch.load(file)
        places = torch.tensor(
            [(number, at) for number, each in enumerate(self.files.values()) for at in range(len(each[0]))]
        )
        kept = list(self.files.values())
        # At most so many before new files are looked for.
        for some in places[torch.randperm(len(places))][:3200].split(self.batch):
            if len(some) == self.batch:
                yield [torch.stack([kept[number][plane][at] for number, at in some.tolist()]) for plane in range(3)]


def shares_of(shown: list[Tensor]) -> Tensor:
    """Share of the subject that is wrong."""
    wrong, subject = shown[2].float(), shown[1].float().mean((1, 2, 3)) / 255
    lost = wrong[:, 0].mean((1, 2))
    return wrong.sum(1).mean((1, 2)) / torch.maximum(subject, lost).clamp(min=0.005)


def loss_of(logits: Tensor, failed: Tensor, shown: list[Tensor]) -> tuple[Tensor, float]:
    """The loss, and the share of answers that fall on the right side of the limit."""
    wrong, subject = shown[2].float(), shown[1].float().mean((1, 2, 3)) / 255
    wanted = (2.5 * ((shares_of(shown) + 1e-4) / FAILS_FROM).log()).sigmoid()
    places = functional.binary_cross_entropy_with_logits(logits, wrong, reduction="none").mean((1, 2, 3))
    each = places * 4 / (0.15 + subject + wrong.mean((1, 2, 3)))
    whole = functional.binary_cross_entropy_with_logits(failed, wanted)
    return each.mean() + whole, ((failed > 0) == (wanted > 0.5)).float().mean().item()


@torch.no_grad()
def tell(network: nn.Module, shown: list[Tensor]) -> None:
    """Prints how many of unseen damages are found where one in twenty right answers is called failed."""
    network.eval()
    _, failed = network(shown)
    network.train()
    shares = shares_of(shown)
    right, bad = failed[shares < 0.01], failed[shares > 0.06]
    limit = right.quantile(0.95)
    print(f"unseen: {len(right)} right, {len(bad)} bad, {(bad > limit).float().mean():.2f} of them found", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
