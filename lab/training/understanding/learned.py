"""What a training learned, by name: of a checkpoint, or of the ONNX file that `export` wrote."""

from pathlib import Path

import numpy as np
import onnx
import torch
from chooser.network import Chooser
from exported import encoder_convolutions, load_convolutions
from onnx import numpy_helper
from onnx_file import HALF
from torch import Tensor

from .network import is_own


def read(file: Path) -> dict[str, Tensor]:
    """Weights by name, fp32, to train on from them, to judge or to export: our own alone."""
    if file.suffix != ".onnx":
        return torch.load(file, map_location="cpu", weights_only=True)["network"]
    held = {each.name.removesuffix(HALF): each for each in onnx.load(str(file)).graph.initializer}
    return {
        name: torch.from_numpy(numpy_helper.to_array(each).astype(np.float32))
        for name, each in held.items()
        if is_own(name)
    }


def plain(file: Path, passes: int) -> Chooser:
    """A chooser without tokens, of a checkpoint or as served."""
    network = Chooser(passes)
    if file.suffix == ".onnx":
        ups = [(up[0], up[1]) for up in (network.up16, network.up8, network.up4, network.up2)]
        load_convolutions([*encoder_convolutions(network.encoder), *ups, (network.last, None)], file)
    else:
        network.load_state_dict(torch.load(file, map_location="cpu", weights_only=True)["network"])
    return network
