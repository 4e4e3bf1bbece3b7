"""EfficientNet-Lite0 (Tan and Le, ICML 2019; the Lite variants drop squeeze-and-excitation and use ReLU6), pretrained on ImageNet, with
further input planes: the encoder of networks that must recognise things.
"""

from pathlib import Path

import torch
from layers import convolution, grown
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
"""The first block that photos train: the output of those before is computed once for each sample and kept."""


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
        self.learns = True

    def fix(self) -> None:
        """From now on nothing of it learns: a decoder that is tuned alone leaves its bytes as they were, and a repository keeps them once.

        To be called before weights are loaded from an exported file, whose normalisations, and so its bytes, would change otherwise.
        """
        self.learns = False
        self.requires_grad_(False)

    def frozen(self) -> list[nn.Module]:
        """What keeps its weights and statistics."""
        if not self.learns:
            return list(self.children())
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
        self.load_state_dict(
            {name: value for name, value in published.items() if name in self.state_dict()}, strict=False
        )
        for module in self.frozen():
            module.requires_grad_(False)


class EncoderDecoder(nn.Module):
    """A U-shaped network (Ronneberger et al., MICCAI 2015) whose way down is the encoder."""

    channels = 24

    def __init__(self, planes: int) -> None:
        """planes: further planes of the pictures, behind red, green and blue."""
        super().__init__()
        self.encoder = Encoder(planes)
        self.up16 = convolution(Encoder.channels + 112, 112)
        self.up8 = convolution(112 + 40 + planes, 72)
        self.up4 = convolution(72 + 24 + planes, 48)
        self.up2 = convolution(48 + 16 + planes, self.channels)

    def features(self, x: Tensor) -> Tensor:
        """Pictures [N,3+planes,H,W] in 0..1, H and W multiples of 32, to features [N,24,H/2,W/2]."""
        encoder, planes = self.encoder, x[:, 3:]
        with torch.no_grad():
            half = encoder.run(encoder.stem(x), 0, 1)
            quarter = encoder.run(half, 1, 3)
            eighth = encoder.run(quarter, 3, FROZEN_BLOCKS)
        sixteenth = encoder.middle(eighth, x)
        y = self.up16(torch.cat([grown(encoder.last(sixteenth)), sixteenth], 1))
        for up, skip, share in ((self.up8, eighth, 8), (self.up4, quarter, 4), (self.up2, half, 2)):
            y = up(torch.cat([grown(y), skip, functional.avg_pool2d(planes, share)], 1))
        return y

    def learners(self, rate: float) -> list[dict]:
        """Parameters with their rates; the pretrained encoder learns at a third."""
        slow = [each for each in self.encoder.parameters() if each.requires_grad]
        rest = [each for name, each in self.named_parameters() if not name.startswith("encoder.")]
        return [{"params": slow, "lr": rate / 3}, {"params": rest, "lr": rate}]


def all_blocks() -> list[Block]:
    """The blocks of EfficientNet-Lite0 up to 192 channels."""
    blocks, inputs = [], 32
    for kernel, stride, expansion, outputs, repeats in STAGES:
        for index in range(repeats):
            blocks.append(Block(inputs, outputs, kernel, stride if index == 0 else 1, expansion))
            inputs = outputs
    return blocks
