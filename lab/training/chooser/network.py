"""The network: it sees the picture and its passes, and answers the share of each pass, place by place."""

import torch
from efficientnet import EncoderDecoder
from torch import Tensor, nn
from torch.nn import functional

SEEN = 256
"""Pixels of a side of what it sees."""
PLACES = SEEN // 2
"""Weights of a side that it answers."""
KEPT = 1.0
"""Logit by which the full pass is ahead before anything is learned."""
OPEN_FROM = 0.04
"""Mean uncertainty, or difference of the passes, around a place from which on nothing and everything are offered; in full at twice of it."""
AROUND = 8
"""Places of a side of that mean: edges that all passes see alike are thinner."""

LEAST_WEIGHT = 0.06
"""Less than this is noise of what was learned."""


class Chooser(EncoderDecoder):
    """Seen [N,3+K,SEEN,SEEN] in 0..1, red, green, blue and K passes, to weights [N,K+2,PLACES,PLACES] that sum to one: the passes, nothing,
    everything. About 2.8 million parameters.
    """

    def __init__(self, passes: int) -> None:
        """passes: how many, K; the first is kept where nothing speaks against it."""
        super().__init__(passes)
        self.passes = passes
        self.drop = nn.Dropout2d(0.1)
        self.last = nn.Conv2d(self.channels, passes + 2, 3, padding=1)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, seen: Tensor) -> Tensor:
        logits = self.last(self.drop(self.features(seen))).float()
        ahead = torch.zeros(1, self.passes + 2, 1, 1, device=logits.device)
        ahead[:, 0] = KEPT
        return (logits + ahead + self.offered(seen[:, 3:])).softmax(1)

    def offered(self, passes: Tensor) -> Tensor:
        """Added to the logits: nothing and everything are offered only where passes are uncertain, or differ, over more than an edge."""
        uncertainty = (1 - (2 * passes - 1).abs()).amax(1, keepdim=True)
        differing = passes.amax(1, keepdim=True) - passes.amin(1, keepdim=True)
        cells = functional.avg_pool2d(torch.maximum(uncertainty, differing), 2 * AROUND)
        near = functional.max_pool2d(cells, 3, 1, 1)
        wide = functional.interpolate(near, (PLACES, PLACES), mode="bilinear", align_corners=False)
        gate = ((wide - OPEN_FROM) / OPEN_FROM).clamp(1e-4, 1).log().float()
        return torch.cat([torch.zeros_like(gate).expand(-1, self.passes, -1, -1), gate, gate], 1)


def thresholded(weights: Tensor) -> Tensor:
    """Weights without the smallest ones, so that a pass that is chosen alone is used unchanged; they still sum to one."""
    left = functional.relu(weights - LEAST_WEIGHT)
    return left / left.sum(1, keepdim=True)


def mixed(weights: Tensor, passes: Tensor) -> Tensor:
    """Weights [N,K+2,P,P] raised bilinearly, times the passes [N,K,H,W], nothing and everything: [N,1,H,W]."""
    raised = functional.interpolate(weights, passes.shape[-2:], mode="bilinear", align_corners=False)
    return (raised[:, :-2] * passes).sum(1, keepdim=True) + raised[:, -1:]
