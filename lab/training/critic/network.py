"""The critic: sees a picture and an answer, and says where the answer is wrong and how likely it failed."""

import torch
from efficientnet import FROZEN_BLOCKS, Encoder
from layers import convolution, grown
from torch import Tensor, nn
from torch.nn import functional

SEEN = 256
FAILS_FROM = 0.04
"""Share of the subject that is wrong from which on an answer counts as failed, as often as not."""


class Critic(nn.Module):
    """Seen [N,4,SEEN,SEEN] in 0..1, red, green, blue and the answer, to a map [N,2,SEEN/8,SEEN/8] of logits, lost and added, and
    logits [N] of a failure. The answer is shown twice: the weights that it begins with are those of a network that saw two passes.
    """

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder(2)
        self.up16 = convolution(Encoder.channels + 112, 112)
        self.up8 = convolution(112 + 40 + 2, 72)
        self.last = nn.Conv2d(72, 2, 3, padding=1)
        self.whole = nn.Sequential(
            nn.Linear(2 * Encoder.channels + 4, 48), nn.ReLU(), nn.Dropout(0.2), nn.Linear(48, 1)
        )
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.constant_(self.last.bias, -4.0)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        return self.judged(self.looked(seen), seen[:, 3:])

    @torch.no_grad()
    def looked(self, seen: Tensor) -> Tensor:
        """The picture's features [N,40,SEEN/8,SEEN/8] that training leaves as they are."""
        return self.encoder.first(seen[:, :3])

    def judged(self, eighth: Tensor, answer: Tensor) -> tuple[Tensor, Tensor]:
        """Those and the answer [N,1,SEEN,SEEN] to what `forward` says."""
        encoder, twice = self.encoder, torch.cat([answer, answer], 1)
        sixteenth = encoder.run(eighth + encoder.outline(twice), FROZEN_BLOCKS, 11)
        deep = encoder.last(sixteenth)
        y = self.up16(torch.cat([grown(deep), sixteenth], 1))
        y = self.up8(torch.cat([grown(y), eighth, functional.avg_pool2d(twice, 8)], 1))
        logits = self.last(y)
        subject = answer.mean((2, 3))
        shares = logits.sigmoid().detach().mean((2, 3)) / (subject + 0.005)
        told = [shares + 1e-3, shares.sum(1, keepdim=True) + 1e-3, subject + 0.01]
        pooled = [deep.mean((2, 3)), deep.amax((2, 3)), *(each.log() for each in told)]
        return logits, self.whole(torch.cat(pooled, 1))[:, 0]
