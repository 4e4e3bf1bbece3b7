"""The network: the pass chooser, to which tokens of DINOv2 say what belongs to a subject."""

import torch
from chooser.network import KEPT, Chooser
from efficientnet import FROZEN_BLOCKS
from layers import Residual, grown
from torch import Tensor, nn
from torch.nn import functional

from .dinov2 import LINEAR, PATCH, WIDTH, Dinov2

TOKENS = 32
"""Tokens of a side: as many as the chooser has features of a side at stride 8."""
PICTURE_SIDE = TOKENS * PATCH
"""Pixels of a side of what DINOv2 sees."""
MIXED = 192


LAYERS = ("chooser.", "narrowed.", "beside.", "mixing.", "told.")


def is_own(name: str) -> bool:
    """Whether a weight is our own: not of DINOv2 as it was published, nor a constant of a graph."""
    return name.startswith(LAYERS) or (name.startswith("tokens.") and (".up." in name or ".down." in name))


class Adapted(nn.Module):
    """A linear layer that stays as it is, and beside it one of low rank that learns (LoRA; Hu et al., ICLR 2022)."""

    def __init__(self, layer: nn.Linear, rank: int) -> None:
        super().__init__()
        self.layer = layer
        self.down = nn.Linear(layer.in_features, rank, bias=False)
        self.up = nn.Linear(rank, layer.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x) + self.up(self.down(x))


def adapt(tokens: Dinov2, rank: int) -> None:
    """Puts adapters beside all linear layers of a network."""
    for block in tokens.blocks:
        for name in LINEAR:
            setattr(block, name, Adapted(getattr(block, name), rank))


class Understanding(nn.Module):
    """Seen [N,3+K,256,256] as the chooser's, and the same picture [N,3,448,448] in 0..1, to the chooser's weights."""

    def __init__(self, chooser: Chooser, tokens: Dinov2, free: bool) -> None:
        """chooser: what it goes on from, as which it begins. tokens: the network whose tokens are used. free: nothing and everything are
        offered everywhere, not only where passes are uncertain.
        """
        super().__init__()
        self.chooser, self.tokens, self.free = chooser, tokens, free
        self.narrowed = nn.Conv2d(WIDTH, MIXED, 1)
        self.beside = nn.Conv2d(chooser.passes + 1, MIXED, 3, padding=1)
        self.mixing = nn.Sequential(Residual(MIXED), Residual(MIXED), Residual(MIXED))
        self.told = nn.Conv2d(MIXED, 72, 1)
        nn.init.zeros_(self.told.weight)
        nn.init.zeros_(self.told.bias)

    def forward(self, seen: Tensor, picture: Tensor) -> Tensor:
        chooser = self.chooser
        logits = chooser.last(chooser.drop(self.features(seen, self.understood(seen, picture)))).float()
        ahead = torch.zeros(1, chooser.passes + 2, 1, 1, device=logits.device)
        ahead[:, 0] = KEPT
        logits = logits + ahead
        return (logits if self.free else logits + chooser.offered(seen[:, 3:])).softmax(1)

    def understood(self, seen: Tensor, picture: Tensor) -> Tensor:
        """What tokens and passes say together, [N,192,32,32]."""
        passes = functional.interpolate(seen[:, 3:], (TOKENS, TOKENS), mode="area")
        unknown = functional.interpolate(1 - (2 * seen[:, 3:4] - 1).abs(), (TOKENS, TOKENS), mode="area")
        return self.mixing(self.narrowed(self.tokens(picture)) + self.beside(torch.cat([passes, unknown], 1)))

    def features(self, x: Tensor, understood: Tensor) -> Tensor:
        """As the chooser's, with what was understood added at stride 8."""
        chooser, planes = self.chooser, x[:, 3:]
        with torch.no_grad():
            half = chooser.encoder.run(chooser.encoder.stem(x), 0, 1)
            quarter = chooser.encoder.run(half, 1, 3)
            eighth = chooser.encoder.run(quarter, 3, FROZEN_BLOCKS)
        sixteenth = chooser.encoder.middle(eighth, x)
        y = chooser.up16(torch.cat([grown(chooser.encoder.last(sixteenth)), sixteenth], 1))
        y = chooser.up8(torch.cat([grown(y), eighth, functional.avg_pool2d(planes, 8)], 1)) + self.told(understood)
        for up, skip, share in ((chooser.up4, quarter, 4), (chooser.up2, half, 2)):
            y = up(torch.cat([grown(y), skip, functional.avg_pool2d(planes, share)], 1))
        return y

    def learners(self, rate: float) -> list[dict]:
        """Parameters that learn, with their rates: pretrained ones, and adapters, at a third."""
        slow: list[Tensor] = []
        rest: list[Tensor] = []
        for name, each in self.named_parameters():
            if each.requires_grad:
                (slow if name.startswith(("chooser.encoder.", "tokens.")) else rest).append(each)
        return [{"params": slow, "lr": rate / 3}, {"params": rest, "lr": rate}]

    def own(self) -> dict[str, Tensor]:
        """Its weights without those that DINOv2 was published with."""
        return {name: value for name, value in self.state_dict().items() if is_own(name)}

    def take(self, found: dict[str, Tensor]) -> None:
        """Takes over what `own` gave; counters of batches may be missing. Raises ValueError where it is of a network with other layers."""
        here, there = (
            {name for name, value in weights.items() if value.is_floating_point()} for weights in (self.own(), found)
        )
        if here != there:
            raise ValueError(f"These are weights of another network: {min(here ^ there)} is in one of them alone")
        self.load_state_dict(found, strict=False)
