"""The network: a small U-shaped one (Ronneberger et al., MICCAI 2015) that says how much of which look is taken where."""

import torch
from layers import Residual, convolution, grown
from torch import Tensor, nn
from torch.nn import functional

SEEN = 128
"""Pixels of a side of what it sees."""
PLACES = 32
"""Weights of a side that it answers."""
KEPT = 3.0
"""Logit by which the first look is ahead before anything is learned."""
LEAST_DOUBT = 0.1
"""Share of doubt around a place from which on nothing and everything are offered, half by half."""


class Chooser(nn.Module):
    """Seen [N,3 + 2K,SEEN,SEEN] in 0..1 to weights [N,K + 2,PLACES,PLACES] that sum to one: the looks, nothing, everything."""

    WIDTHS = (16, 24, 32, 48)

    def __init__(self, looks: int) -> None:
        """looks: how many, K; the first is the one that is kept where nothing speaks against it."""
        super().__init__()
        self.looks = looks
        down, before = [], 3 + 2 * looks
        for stage, width in enumerate(self.WIDTHS):
            down.append(nn.Sequential(convolution(before, width, 2), *([] if stage == 0 else [Residual(width)])))
            before = width
        self.down = nn.ModuleList(down)
        self.around = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(before, before, 1), nn.ReLU(inplace=True))
        up = []
        for skip in reversed(self.WIDTHS[1:-1]):
            up.append(convolution(before + skip, skip))
            before = skip
        self.up = nn.ModuleList(up)
        self.drop = nn.Dropout2d(0.1)
        self.last = nn.Conv2d(before, looks + 2, 3, padding=1)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, seen: Tensor) -> Tensor:
        y, skips = seen * 2 - 1, []
        for stage in self.down:
            y = stage(y)
            skips.append(y)
        y = y + self.around(y)
        skips.pop()
        for up in self.up:
            y = up(torch.cat([grown(y), skips.pop()], 1))
        logits = self.last(self.drop(y))
        ahead = torch.zeros(1, self.looks + 2, 1, 1)
        ahead[:, 0] = KEPT
        return (logits + ahead.to(logits.device) + self.offered(seen)).softmax(1)

    def offered(self, seen: Tensor) -> Tensor:
        """What is added to the logits: nothing and everything are there only where the looks doubt over a whole place."""
        doubt = seen[:, 3 + self.looks :].amax(1, keepdim=True)
        wide = functional.avg_pool2d(functional.avg_pool2d(doubt, SEEN // PLACES), 3, 1, 1)
        gate = ((wide - LEAST_DOUBT / 2) / LEAST_DOUBT).clamp(1e-4, 1).log()
        return torch.cat([torch.zeros_like(gate).expand(-1, self.looks, -1, -1), gate, gate], 1)


def mixed(weights: Tensor, looks: Tensor) -> Tensor:
    """Weights [N,K + 2,P,P] raised bilinearly, times the looks [N,K,H,W], nothing and everything: [N,1,H,W]."""
    raised = functional.interpolate(weights, looks.shape[-2:], mode="bilinear", align_corners=False)
    return (raised[:, :-2] * looks).sum(1, keepdim=True) + raised[:, -1:]
