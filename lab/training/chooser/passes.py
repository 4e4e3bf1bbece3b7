"""Passes of the matte network over a picture at several sizes, as the service makes them."""

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
from devices import computes_bf16, device_of, processor_flags
from native_runtime import onnxruntime
from PIL import Image

FIRST = 1024
"""Pixels of a side of the full pass. The others see its picture, reduced, so that the photo is read once."""


class Passes:
    """Asks the prepared matte network: on a GPU where there is one, in bfloat16 by OpenVINO where that is installed and the processor
    has it, else in float32.
    """

    def __init__(self, matte: Path, threads: int) -> None:
        """matte: the `.onnx` file; `image` uint8 [N,H,W,3] in, `matte` uint8 [N,H,W] out."""
        if device_of("auto").kind == "cuda":
            self.matte_of = on_gpu(matte)
            return
        openvino = fastest()
        if openvino:
            settings = {"INFERENCE_PRECISION_HINT": "bf16", "INFERENCE_NUM_THREADS": threads}
            request = openvino.Core().compile_model(str(matte), "CPU", settings).create_infer_request()
            self.matte_of = lambda pictures: next(iter(request.infer({"image": pictures}).values()))
            return
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads
        session = onnxruntime.InferenceSession(str(matte), settings, providers=["CPUExecutionProvider"])
        self.matte_of = lambda pictures: session.run(["matte"], {"image": pictures})[0]

    def at(self, seen: np.ndarray, side: int) -> np.ndarray:
        """One pass: seen [FIRST,FIRST,3] uint8 to opacity [side,side] uint8."""
        picture = seen if side == FIRST else reduced(seen, side)
        return self.matte_of(picture[None])[0].copy()


def on_gpu(matte: Path) -> Callable[[np.ndarray], np.ndarray]:
    """The network in float16 on the GPU: its mattes differ from those in float32 by at most one level, here and there."""
    import torch
    from graph import Graph

    network = Graph(matte).half().to("cuda")
    return lambda pictures: network(torch.from_numpy(pictures.copy()).to("cuda")).cpu().numpy()


def fastest() -> ModuleType | None:
    """OpenVINO, where a pass in bfloat16 is faster than one in float32."""
    if not computes_bf16(processor_flags()):
        return None
    try:
        return importlib.import_module("openvino")
    except ImportError:
        return None


def reduced(pixels: np.ndarray, side: int) -> np.ndarray:
    """A square of other size, uint8, by area means where it shrinks in both directions."""
    shrinks = min(pixels.shape[:2]) > side
    way = Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR
    return np.asarray(Image.fromarray(pixels).resize((side, side), way))


def unknown_share(matte: np.ndarray) -> float:
    """Of the pixels that are not clear, how many are not opaque: as `src/pixels/pipeline/plane/unknown.ts`."""
    seen = matte >= 13
    return 1.0 if not seen.any() else float((seen & (matte <= 242)).sum() / seen.sum())


def wide_unknown_share(matte: np.ndarray) -> float:
    """Of the pixels that are not clear, how many are in cells of a 64th of a side that are unknown throughout: as `unknown.ts`."""
    seen = matte >= 13
    cells = matte.shape[0] // 64
    known = (~seen | (matte > 242)).reshape(64, cells, 64, cells).any((1, 3))
    wide = seen & ~known.repeat(cells, 0).repeat(cells, 1)
    return 1.0 if not seen.any() else float(wide.sum() / seen.sum())


def asks(matte: np.ndarray) -> bool:
    """Whether the service asks the chooser after this pass, [H,W] uint8: as `src/pixels/pipeline/passes/subject.ts`."""
    return bool((matte >= 128).mean() > 0.0002) and unknown_share(matte) > 0.1 and wide_unknown_share(matte) > 0.05


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of the subjects of two mattes of one size."""
    one, other = a >= 128, b >= 128
    return float((one & other).sum() / max(1, (one | other).sum()))
