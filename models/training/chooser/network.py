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
"""Mean doubt around a place from which on nothing and everything are offered in full; from half of it on, a little."""
NEVER = -30.0
"""Logit of what is not offered."""
KINSHIPS = ((0.07, None), (0.1, 0.15))
"""Widths of the two kinships: of colour, and of place; None where places count alike."""
FROM_SURE = 0.85
"""Opacity above which all looks are sure of the subject; they are sure of the ground below one minus it."""


class Chooser(nn.Module):
    """Seen [N,3 + 2K,SEEN,SEEN] in 0..1 to weights [N,K + 2,PLACES,PLACES] that sum to one: the looks, nothing, everything.

    What is computed of a picture without weights, `features`, is apart from what is learned, `weights`: training needs the
    first but once a scene.
    """

    WIDTHS = (24, 32, 48)

    def __init__(self, looks: int, extremes: bool = False) -> None:
        """looks: how many, K; the first is kept where nothing speaks against it. extremes: whether nothing and everything are offered."""
        super().__init__()
        self.looks, self.extremes = looks, extremes
        fine, middle, coarse = self.WIDTHS
        self.fine = nn.Sequential(convolution(8 + 5 * looks, fine), Residual(fine))
        self.middle = nn.Sequential(convolution(fine, middle, 2), Residual(middle))
        self.coarse = nn.Sequential(convolution(middle, coarse, 2), Residual(coarse))
        self.whole = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(coarse, coarse, 1), nn.ReLU())
        self.up_middle = convolution(coarse + middle, middle)
        self.up_fine = convolution(middle + fine, fine)
        self.drop = nn.Dropout2d(0.15)
        self.last = nn.Conv2d(fine, looks + 2, 3, padding=1)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)
        across = torch.linspace(0, 1, PLACES)
        places = torch.cartesian_prod(across, across)
        self.register_buffer("apart", ((places[:, None] - places) ** 2).sum(-1), persistent=False)

    def forward(self, seen: Tensor) -> Tensor:
        return self.weights(self.features(seen))

    def features(self, seen: Tensor) -> Tensor:
        """[N,8 + 5K,PLACES,PLACES]: means of what is seen; kinship; edges of photo and mattes and their agreement; doubt around."""
        means = functional.avg_pool2d(seen, SEEN // PLACES)
        photo, mattes = edges(seen[:, :3].mean(1, keepdim=True)), edges(seen[:, 3 : 3 + self.looks])
        drawn = functional.avg_pool2d(torch.cat([photo, mattes, mattes * photo], 1), SEEN // PLACES)
        around = functional.avg_pool2d(means[:, 3 + self.looks :], 5, 1, 2, count_include_pad=False)
        return torch.cat([means, self.kinship(seen), drawn, around], 1)

    def kinship(self, seen: Tensor) -> Tensor:
        """[N,4,PLACES,PLACES]: whether a place has the colour of what all looks call subject or ground, and how much is known of it."""
        mattes = seen[:, 3 : 3 + self.looks]
        margin = 1 - FROM_SURE
        sure = [(mattes.amin(1, keepdim=True) - FROM_SURE) / margin, (margin - mattes.amax(1, keepdim=True)) / margin]
        subject, ground = (functional.avg_pool2d(share.clamp(0, 1), SEEN // PLACES).flatten(2) for share in sure)
        colours = functional.avg_pool2d(seen[:, :3], SEEN // PLACES).flatten(2).transpose(1, 2)
        squares = (colours * colours).sum(-1, keepdim=True)
        differing = (squares + squares.transpose(1, 2) - 2 * colours @ colours.transpose(1, 2)).clamp(min=0)
        found = []
        for colour, place in KINSHIPS:
            exponent = -differing / (2 * colour**2)
            kin = (exponent if place is None else exponent - self.apart / (2 * place**2)).exp()
            to_subject, to_ground = subject @ kin, ground @ kin
            known = to_subject + to_ground + 0.1
            found += [(to_subject + 0.05) / known * 2 - 1, known.log() / 4]
        return torch.cat(found, 1).unflatten(2, (PLACES, PLACES))

    def weights(self, features: Tensor) -> Tensor:
        """The learned part."""
        fine = self.fine(features * 2 - 1)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        coarse = coarse + self.whole(coarse)
        y = self.up_middle(torch.cat([grown(coarse), middle], 1))
        y = self.up_fine(torch.cat([grown(y), fine], 1))
        logits = self.last(self.drop(y)).float()
        ahead = torch.zeros(1, self.looks + 2, 1, 1, device=logits.device)
        ahead[:, 0] = KEPT
        return (logits + ahead + self.offered(features)).softmax(1)

    def offered(self, features: Tensor) -> Tensor:
        """What is added to the logits: nothing and everything are there only where a look doubts over a whole place."""
        doubt = features[:, 3 + self.looks : 3 + 2 * self.looks].amax(1, keepdim=True)
        wide = functional.avg_pool2d(doubt, 3, 1, 1)
        gate = ((wide - LEAST_DOUBT / 2) / LEAST_DOUBT).clamp(1e-4, 1).log() if self.extremes else torch.full_like(wide, NEVER)
        return torch.cat([torch.zeros_like(gate).expand(-1, self.looks, -1, -1), gate, gate], 1)


def edges(plane: Tensor) -> Tensor:
    """How much a plane changes from pixel to pixel: the range of each 3 x 3."""
    return functional.max_pool2d(plane, 3, 1, 1) + functional.max_pool2d(-plane, 3, 1, 1)


def mixed(weights: Tensor, looks: Tensor) -> Tensor:
    """Weights [N,K + 2,P,P] raised bilinearly, times the looks [N,K,H,W], nothing and everything: [N,1,H,W]."""
    raised = functional.interpolate(weights, looks.shape[-2:], mode="bilinear", align_corners=False)
    return (raised[:, :-2] * looks).sum(1, keepdim=True) + raised[:, -1:]
