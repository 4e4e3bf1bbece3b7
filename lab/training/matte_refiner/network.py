"""The network: a U-shaped one (Ronneberger et al., MICCAI 2015) that may keep the coarse alpha wherever it knows no better."""

import torch
from layers import Residual, convolution, grown
from torch import Tensor, nn

TILE = 256
"""Pixels of a tile's side."""


class Refiner(nn.Module):
    """Tiles [N,4,H,W] in 0..1, RGB and coarse alpha, to alpha [N,1,H,W] in 0..1. H and W are multiples of 32.

    Fine detail is seen at full size by few channels, what it belongs to at a 32nd by many. The last layer gives an alpha
    and how much of it to take; it starts at almost nothing, so that training begins with the coarse alpha.
    """

    WIDTHS = (16, 32, 56, 96, 128)
    FINE = 8

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(convolution(4, self.FINE), convolution(self.FINE, self.FINE))
        down, before = [], self.FINE
        for stage, width in enumerate(self.WIDTHS):
            deep = [] if stage == 0 else [Residual(width)] if stage < 3 else [Residual(width), Residual(width)]
            down.append(nn.Sequential(convolution(before, width, 2), *deep))
            before = width
        self.down = nn.ModuleList(down)
        up = []
        for skip in reversed(self.WIDTHS[:-1]):
            up.append(convolution(before + skip, skip))
            before = skip
        self.up = nn.ModuleList(up)
        self.last = nn.Sequential(convolution(before + self.FINE + 4, self.FINE), nn.Conv2d(self.FINE, 2, 3, padding=1))
        nn.init.constant_(self.last[-1].bias[1:], -2)

    def forward(self, tiles: Tensor) -> Tensor:
        fine = self.fine(tiles * 2 - 1)
        y, skips = fine, []
        for stage in self.down:
            y = stage(y)
            skips.append(y)
        skips.pop()
        for up in self.up:
            y = up(torch.cat([grown(y), skips.pop()], 1))
        alpha, share = self.last(torch.cat([grown(y), fine, tiles], 1)).sigmoid().split(1, 1)
        coarse = tiles[:, 3:]
        return coarse + share * (alpha - coarse)
