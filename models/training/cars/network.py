"""Networks of the car heads.

View and parts need to know what lamps, mirrors and other cars look like: their encoder is EfficientNet-Lite0 (Tan and Le, ICML
2019; the Lite variants drop squeeze-and-excitation and use ReLU6), pretrained on ImageNet, with further input planes.
Renders teach the view where the camera stood, and unlearn what it knew of photos: whether a car is seen from the rear is
therefore asked of the published weights as well, which stay as they are. Shadow is geometry and light: a small U-shaped
network learns it from renders alone.
"""

from pathlib import Path

import torch
from layers import Residual, convolution, grown
from torch import Tensor, nn
from torch.nn import functional

STAGES = (
    # kernel, stride, expansion, channels, blocks
    (3, 1, 1, 16, 1),
    (3, 2, 6, 24, 2),
    (5, 2, 6, 40, 2),
    (3, 2, 6, 80, 3),
    (5, 1, 6, 112, 3),
    (5, 2, 6, 192, 4),
)
FROZEN_BLOCKS = 5
"""Blocks that stay as published, to stride 8: edges and textures, which photos teach better than renders."""

TUNED_FROM = 11
"""The block from which photos teach: what lies before is computed once for each sample and kept."""


class Same(nn.Conv2d):
    """Convolution with TensorFlow's SAME padding for even inputs: more at the end."""

    def forward(self, x: Tensor) -> Tensor:
        total = self.kernel_size[0] - self.stride[0]
        before = total // 2
        return super().forward(functional.pad(x, (before, total - before, before, total - before)))


class Block(nn.Module):
    """Inverted residual (Sandler et al., CVPR 2018); names as in the published weights."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, expansion: int) -> None:
        super().__init__()
        width = inputs * expansion
        self.expand = expansion > 1
        if self.expand:
            self._expand_conv = nn.Conv2d(inputs, width, 1, bias=False)
            self._bn0 = nn.BatchNorm2d(width, eps=1e-3)
        self._depthwise_conv = Same(width, width, kernel, stride, groups=width, bias=False)
        self._bn1 = nn.BatchNorm2d(width, eps=1e-3)
        self._project_conv = nn.Conv2d(width, outputs, 1, bias=False)
        self._bn2 = nn.BatchNorm2d(outputs, eps=1e-3)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        y = x
        if self.expand:
            y = functional.relu6(self._bn0(self._expand_conv(y)))
        y = functional.relu6(self._bn1(self._depthwise_conv(y)))
        y = self._bn2(self._project_conv(y))
        return x + y if self.residual else y


class Encoder(nn.Module):
    """Picture with further planes, [N,3+planes,H,W] in 0..1, to features [N,192,H/32,W/32]."""

    channels = 192

    def __init__(self, planes: int = 1) -> None:
        super().__init__()
        self._conv_stem = Same(3, 32, 3, 2, bias=False)
        self._bn0 = nn.BatchNorm2d(32, eps=1e-3)
        self._blocks = nn.ModuleList(all_blocks())
        self.outline = nn.Conv2d(planes, 40, 8, 8)
        nn.init.zeros_(self.outline.bias)

    def frozen(self) -> list[nn.Module]:
        """What keeps its published weights and statistics."""
        return [self._conv_stem, self._bn0, *self._blocks[:FROZEN_BLOCKS]]

    def train(self, mode: bool = True) -> "Encoder":
        """Trains all but what is frozen."""
        super().train(mode)
        for module in self.frozen():
            module.eval()
        return self

    def forward(self, x: Tensor) -> Tensor:
        return self.last(self.middle(self.first(x), x))

    def first(self, x: Tensor) -> Tensor:
        """Picture to the features of the frozen blocks, [N,40,H/8,W/8]."""
        return self.run(self.stem(x), 0, FROZEN_BLOCKS)

    def stem(self, x: Tensor) -> Tensor:
        """Picture to the features that the blocks begin with, [N,32,H/2,W/2]."""
        # The published weights were trained on (value - 127) / 128.
        return functional.relu6(self._bn0(self._conv_stem(x[:, :3] * (255 / 128) - 127 / 128)))

    def middle(self, y: Tensor, x: Tensor) -> Tensor:
        """Those and the picture's further planes to the features that photos teach from, [N,112,H/16,W/16]."""
        return self.run(y + self.outline(x[:, 3:]), FROZEN_BLOCKS, TUNED_FROM)

    def last(self, y: Tensor) -> Tensor:
        """Those to [N,192,H/32,W/32]."""
        return self.run(y, TUNED_FROM, len(self._blocks))

    def run(self, y: Tensor, start: int, end: int) -> Tensor:
        for block in self._blocks[start:end]:
            y = block(y)
        return y

    def load_published(self, file: Path) -> None:
        """Takes over the published weights and freezes the first blocks."""
        published = torch.load(file, map_location="cpu", weights_only=True)
        self.load_state_dict({name: value for name, value in published.items() if name in self.state_dict()}, strict=False)
        for module in self.frozen():
            module.requires_grad_(False)


def all_blocks() -> list[Block]:
    """The blocks of EfficientNet-Lite0 up to 192 channels."""
    blocks, inputs = [], 32
    for kernel, stride, expansion, outputs, repeats in STAGES:
        for index in range(repeats):
            blocks.append(Block(inputs, outputs, kernel, stride if index == 0 else 1, expansion))
            inputs = outputs
    return blocks


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
        """Takes over the published weights; the linear layer says nothing yet."""
        published = torch.load(file, map_location="cpu", weights_only=True)
        for index, block in enumerate(self.blocks):
            prefix = f"_blocks.{index + FROZEN_BLOCKS}."
            block.load_state_dict({name[len(prefix) :]: value for name, value in published.items() if name.startswith(prefix)})
        nn.init.zeros_(self.rear.weight)
        nn.init.zeros_(self.rear.bias)


class PartsNetwork(nn.Module):
    """Pictures [N,5,H,W] in 0..1, RGB, matte and boxes of other vehicles, to maps of logits [N,3,H,W].

    A U-shaped network (Ronneberger et al., MICCAI 2015) whose way down is the encoder. H and W are multiples of 32. About 2.8
    million parameters.
    """

    PLANES = 2

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder(self.PLANES)
        self.up16 = convolution(Encoder.channels + 112, 112)
        self.up8 = convolution(112 + 40 + self.PLANES, 72)
        self.up4 = convolution(72 + 24 + self.PLANES, 48)
        self.up2 = convolution(48 + 16 + self.PLANES, 24)
        self.last = nn.Sequential(convolution(24 + 3 + self.PLANES, 16), nn.Conv2d(16, 3, 3, padding=1))

    def forward(self, x: Tensor) -> Tensor:
        encoder, planes = self.encoder, x[:, 3:]
        with torch.no_grad():
            half = encoder.run(encoder.stem(x), 0, 1)
            quarter = encoder.run(half, 1, 3)
            eighth = encoder.run(quarter, 3, FROZEN_BLOCKS)
        sixteenth = encoder.middle(eighth, x)
        y = self.up16(torch.cat([grown(encoder.last(sixteenth)), sixteenth], 1))
        for up, skip, share in ((self.up8, eighth, 8), (self.up4, quarter, 4), (self.up2, half, 2)):
            y = up(torch.cat([grown(y), skip, functional.avg_pool2d(planes, share)], 1))
        return self.last(torch.cat([grown(y), x - 0.5], 1))


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
        self.neck = nn.Sequential(nn.Conv2d(self.encoder.channels, 192, 1, bias=False), nn.BatchNorm2d(192), nn.ReLU(inplace=True))
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
        # Quarters, not the whole: where a lamp sits tells front from rear.
        height, width = y.shape[-2:]
        halves = [y[..., : height // 2, :], y[..., height // 2 :, :]]
        parts = [half[..., side] for half in halves for side in (slice(0, width // 2), slice(width // 2, None))]
        return self.head(torch.cat([part.mean((-2, -1)) for part in parts], 1))
