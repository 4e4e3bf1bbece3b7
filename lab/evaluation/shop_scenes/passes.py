"""Reads what the renderer writes."""

from pathlib import Path

import numpy as np
import OpenEXR


def read_passes(file: Path) -> dict[str, np.ndarray]:
    """Channels of a multi-layer EXR by pass: `Combined` [H,W,4], and `Shadow Catcher` [H,W,3] where it was asked for."""
    found: dict[str, dict[str, np.ndarray]] = {}
    for part in OpenEXR.File(str(file), separate_channels=True).parts:
        for name, channel in part.channels.items():
            *_, layer, component = f"{part.name()}.{name}".split(".")
            found.setdefault(layer, {})[component] = np.asarray(channel.pixels, np.float32)
    orders = {"Combined": "RGBA", "Shadow Catcher": "RGB"}
    return {
        layer: np.stack([found[layer][each] for each in order], -1) for layer, order in orders.items() if layer in found
    }
