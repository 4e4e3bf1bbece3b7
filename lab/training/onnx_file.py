"""The ONNX file that is served: what a training writes in the end."""

from collections.abc import Container
from pathlib import Path

import numpy as np
import onnx
import torch
from native_runtime import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

OPSET = 17
HALF = ".fp16"
"""Ends the name of a weight that is stored as such."""


def write_served(served: nn.Module, shape: tuple[int, int, int], names: tuple[str, list[str]], file: Path) -> None:
    """Writes a network and compares the file's answers with its own.

    served: takes bytes [N,H,W,C] and answers a tensor or several, each with N first. shape: H, W and C. names: of the input and of the
    outputs. Weights are stored as fp16 and cast when the file is loaded.
    """
    entry, outputs = names
    pictures = torch.randint(0, 256, (2, *shape), dtype=torch.uint8, generator=torch.manual_seed(1))
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        served,
        (pictures,),
        str(file),
        input_names=[entry],
        output_names=outputs,
        dynamic_axes={name: {0: "N"} for name in (entry, *outputs)},
        opset_version=OPSET,
        dynamo=False,
    )
    model = halved(onnx.load(str(file)))
    model.doc_string = ""
    onnx.save(model, str(file))
    answers = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"]).run(
        None, {entry: pictures.numpy()}
    )
    with torch.no_grad():
        wanted = served(pictures)
    pairs = zip(answers, [wanted] if isinstance(wanted, Tensor) else wanted)
    difference = max(np.abs(got.astype(np.float64) - own.double().numpy()).max() for got, own in pairs)
    print(f"{file}: {file.stat().st_size} bytes, largest difference to the checkpoint {difference:.3g}")


def halved(model: onnx.ModelProto, kept: Container[str] = ()) -> onnx.ModelProto:
    """Stores every float32 weight of more than 64 elements as fp16 with a cast behind it: half the bytes, same maths. Those `kept` stay."""
    graph, casts = model.graph, []
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size <= 64 or weight.name in kept:
            continue
        stored = numpy_helper.from_array(values.astype(np.float16), f"{weight.name}{HALF}")
        graph.initializer.remove(weight)
        graph.initializer.append(stored)
        casts.append(helper.make_node("Cast", [stored.name], [weight.name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
    onnx.checker.check_model(model)
    return model
