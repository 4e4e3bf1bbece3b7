"""Layers of the U-shaped networks."""

from torch import Tensor, nn
from torch.nn import functional


def convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3 x 3 with normalisation. Dense: at these widths processors run it faster than a separable one."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions beside the identity (He et al., CVPR 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


def grown(x: Tensor) -> Tensor:
    """Twice the size."""
    return functional.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
