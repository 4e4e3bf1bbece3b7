"""Export the trained network as one ONNX file.

Input `image` uint8 [N,S,S,3], output `probabilities` float32 [N,2] = photo, graphic. Normalisation, softmax and
temperature are inside. Large weights are stored as float16 and cast to float32 at load, where the runtime folds the
casts away, so arithmetic is float32. The same network.pt gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from native_runtime import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from .network import ImageType, imagenet_backbone

OPSET = 17
LEAST_HALF_ELEMENTS = 256
"""Smaller tensors (biases, temperature) stay float32: they cost nothing and some are added late."""


def load_network(weights: Path) -> ImageType:
    """Network in evaluation mode with trained weights."""
    network = ImageType(imagenet_backbone())
    network.load_state_dict(torch.load(weights, weights_only=True))
    return network.eval()


def traced(network: ImageType, size: int) -> onnx.ModelProto:
    """ONNX graph of the network with a free batch dimension."""
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (torch.zeros(2, size, size, 3, dtype=torch.uint8),),
            buffer,
            input_names=["image"],
            output_names=["probabilities"],
            dynamic_axes={"image": {0: "N"}, "probabilities": {0: "N"}},
            opset_version=OPSET,
            dynamo=False,
        )
    return onnx.load_from_string(buffer.getvalue())


def with_half_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same graph with large float32 initialisers stored as float16 behind Cast nodes."""
    casts, stored = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < LEAST_HALF_ELEMENTS:
            stored.append(tensor)
            continue
        if np.abs(values).max() > 6e4:
            raise ValueError(f"Expected weights within float16 range but {tensor.name} reaches {np.abs(values).max()}")
        stored.append(numpy_helper.from_array(values.astype(np.float16), tensor.name + ".half"))
        casts.append(
            helper.make_node(
                "Cast", [tensor.name + ".half"], [tensor.name], name=tensor.name + ".cast", to=TensorProto.FLOAT
            )
        )
    nodes = casts + list(model.graph.node)
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(stored)
    model.graph.node.extend(nodes)
    for node in model.graph.node:
        node.ClearField("doc_string")
    model.producer_name, model.producer_version, model.doc_string = "edgematte-training", "", ""
    onnx.checker.check_model(model)
    return model


def largest_difference(file: Path, network: ImageType, size: int) -> float:
    """Largest difference of a probability between the file and the network, on noise and on even pictures."""
    rng = np.random.default_rng(0)
    images = np.concatenate(
        [rng.integers(0, 256, (3, size, size, 3)), np.full((1, size, size, 3), 255), np.full((1, size, size, 3), 128)]
    ).astype(np.uint8)
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    with torch.inference_mode():
        expected = network(torch.from_numpy(images)).numpy()
    return float(np.abs(session.run(None, {"image": images})[0] - expected).max())


def main(argv: list[str]) -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(
        prog="export", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", type=Path, required=True, help="folder of train: network.pt and training.json")
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file to write")
    options = parser.parse_args(argv)
    size = json.loads((options.run / "training.json").read_text())["size_px"]
    network = load_network(options.run / "network.pt")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(with_half_weights(traced(network, size)).SerializeToString(deterministic=True))
    difference = largest_difference(options.out, network, size)
    digest = hashlib.sha256(options.out.read_bytes()).hexdigest()
    print(
        f"{options.out.name}: {options.out.stat().st_size} bytes, sha256 {digest}, largest difference to torch {difference:.5f}"
    )
    return 0 if difference < 0.01 else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
