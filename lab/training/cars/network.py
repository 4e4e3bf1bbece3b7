"""Networks of the car heads.

View and parts need to know what lamps, mirrors and other cars look like: their encoder is EfficientNet-Lite0, pretrained on ImageNet.
Renders teach the view where the camera stood, and unlearn what it knew of photos: whether a car is seen from the rear is
therefore asked of the published weights as well, which stay as they are. Shadow is geometry and light: a small U-shaped
network learns it from renders alone.
"""

from pathlib import Path

import torch
from efficientnet import FROZEN_BLOCKS, Encoder, EncoderDecoder, all_blocks
from layers import Residual, convolution, grown
from torch import Tensor, nn


class RearSense(nn.Module):
    """Rear (above 0) or front from the encoder's `first` features, [N,1]: published blocks as they are, and one linear layer."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(all_blocks()[FROZEN_BLOCKS:])
        self.rear = nn.Linear(Encoder.channels * 4, 1)
        self.requires_grad_(False)

    def train(self, mode: bool = True) -> "RearSense":
        """Nothing here learns by gradient: `tune_view` computes the linear layer."""
        return super().train(False)

    def forward(self, y: Tensor) -> Tensor:
        return self.rear(self.statistics(y))

    def statistics(self, y: Tensor) -> Tensor:
        """Means and largest values of the features, and means of the upper and the lower half: [N,768]."""
        for block in self.blocks:
            y = block(y)
        middle = y.shape[-2] // 2
        halves = (y[..., :middle, :].mean((-2, -1)), y[..., middle:, :].mean((-2, -1)))
        return torch.cat([y.mean((-2, -1)), y.amax((-2, -1)), *halves], 1)

    def load_published(self, file: Path) -> None:
        """Loads the published weights; the linear layer starts at zero."""
        published = torch.load(file, map_location="cpu", weights_only=True)
        for index, block in enumerate(self.blocks):
            prefix = f"_blocks.{index + FROZEN_BLOCKS}."
            block.load_state_dict(
                {name[len(prefix) :]: value for name, value in published.items() if name.startswith(prefix)}
            )
        nn.init.zeros_(self.rear.weight)
        nn.init.zeros_(self.rear.bias)


class PartsNetwork(EncoderDecoder):
    """Pictures [N,5,H,W] in 0..1, RGB, matte and boxes of other vehicles, to maps of logits [N,3,H,W].

    H and W are multiples of 32. About 2.8 million parameters.
    """

    PLANES = 2

    def __init__(self) -> None:
        super().__init__(self.PLANES)
        self.last = nn.Sequential(convolution(self.channels + 3 + self.PLANES, 16), nn.Conv2d(16, 3, 3, padding=1))

    def forward(self, x: Tensor) -> Tensor:
        return self.last(torch.cat([grown(self.features(x)), x - 0.5], 1))


class MapNetwork(nn.Module):
    """U-shaped network (Ronneberger et al., MICCAI 2015): [N,4,H,W] in 0..1 to maps of logits [N,outputs,H,W].

    H and W are multiples of 32. About 1.3 million parameters.
    """

    WIDTHS = (16, 32, 48, 80, 112)

    def __init__(self, outputs: int) -> None:
        super().__init__()
        down, before = [], 4
        for index, width in enumerate(self.WIDTHS):
            down.append(nn.Sequential(convolution(before, width, 2), *residuals(index, width)))
            before = width
        self.down = nn.ModuleList(down)
        up = []
        for skip in reversed(self.WIDTHS[:-1]):
            up.append(convolution(before + skip, skip))
            before = skip
        self.up = nn.ModuleList(up)
        self.last = nn.Sequential(convolution(before + 4, 16), nn.Conv2d(16, outputs, 3, padding=1))

    def forward(self, x: Tensor) -> Tensor:
        y, skips = x * 2 - 1, []
        for stage in self.down:
            y = stage(y)
            skips.append(y)
        skips.pop()
        for up in self.up:
            y = up(torch.cat([grown(y), skips.pop()], 1))
        return self.last(torch.cat([grown(y), x], 1))


def residuals(stage: int, width: int) -> list[nn.Module]:
    """None at half size, where they cost most and see least; two from a quarter of the size on."""
    return [] if stage == 0 else [Residual(width), Residual(width)]


BINS = 72


class ViewNetwork(nn.Module):
    """Pictures [N,4,H,W] in 0..1 to logits [N,BINS+2]: azimuth bins, elevation in degrees, rear (above 0) or front."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.neck = nn.Sequential(
            nn.Conv2d(self.encoder.channels, 192, 1, bias=False), nn.BatchNorm2d(192), nn.ReLU(inplace=True)
        )
        self.head = nn.Sequential(nn.Dropout(0.2), nn.Linear(192 * 4, BINS + 2))
        self.sense = RearSense()

    def forward(self, x: Tensor) -> Tensor:
        first = self.encoder.first(x)
        logits = self.answer(self.encoder.middle(first, x))
        rear = logits[:, BINS + 1 :] + self.sense(first)
        return torch.cat([logits[:, : BINS + 1], rear], 1)

    def answer(self, features: Tensor) -> Tensor:
        """Logits of the encoder's `middle` features alone, [N,BINS+2]."""
        y = self.neck(self.encoder.last(features))
        # Quarters, not the whole: the place of a lamp distinguishes front and rear.
        height, width = y.shape[-2:]
        halves = [y[..., : height // 2, :], y[..., height // 2 :, :]]
        parts = [half[..., side] for half in halves for side in (slice(0, width // 2), slice(width // 2, None))]
        return self.head(torch.cat([part.mean((-2, -1)) for part in parts], 1))
