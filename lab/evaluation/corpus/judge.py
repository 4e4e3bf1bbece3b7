"""Holds answers of the service against a reference.

A line of JSON in: {"file", "answers": {lane: path of a PNG}, "second": path of a PNG in sRGB or null}.
A line out: {"reference": [width, height] or null, "complaint", "beyond", "lanes": {lane: {"size", "mean", "far"}}, "apart"}.
`mean` and `far`, the 99.9th percentile, are of red, green, blue (multiplied by alpha) and alpha, of 255. `apart` is how far
the lanes are from each other, where both have an answer that can be read: {"colours", "alpha"}, the 99.9th percentile of
the one and the most of the other, or {"sizes"}.
"""

import json
import re
import sys
import warnings
from pathlib import Path

import numpy as np
from colours import to_srgb
from PIL import Image, PngImagePlugin
from reference import BeyondReference, decode
from signals import signal_of

warnings.simplefilter("ignore")
#: Profiles of some megabytes are among the pictures.
PngImagePlugin.MAX_TEXT_CHUNK = 1 << 25
Image.MAX_IMAGE_PIXELS = 268_402_689 // 2


def own(path: str) -> np.ndarray:
    """A PNG of the service, or of the second reference, in sRGB."""
    data = Path(path).read_bytes()
    rgba = np.asarray(Image.open(path).convert("RGBA"))
    colours = to_srgb(np.ascontiguousarray(rgba[:, :, :3]), signal_of(data))
    return np.dstack([colours, rgba[:, :, 3]])


def whole(path: str) -> np.ndarray | None:
    """The second reference; None where it is more than this process may hold."""
    try:
        return own(path)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


def difference(answer: np.ndarray, reference: np.ndarray) -> dict:
    height, width = answer.shape[:2]
    found = {"size": [width, height]}
    if answer.shape == reference.shape:
        apart = np.abs(shown(answer) - shown(reference))
        found |= {"mean": round(float(apart.mean()), 3), "far": round(float(np.percentile(apart, 99.9)), 1)}
    return found


def compared(path: str, reference: np.ndarray) -> dict:
    try:
        return difference(own(path), reference)
    except Exception as complaint:  # An answer that cannot be read is wrong, and says why.
        return {"size": [0, 0], "unread": in_words(complaint)}


def shown(rgba: np.ndarray) -> np.ndarray:
    alpha = rgba[:, :, 3:].astype(np.float32)
    return np.dstack([rgba[:, :, :3] * (alpha / 255), alpha])


def in_words(complaint: Exception) -> str:
    """One line without addresses of memory, the same in every run."""
    said = f"{type(complaint).__name__}: {complaint}".split("\n")[0]
    return re.sub(r" <[^>]* at 0x[0-9a-f]+>", "", said)[:160]


def apart(paths: dict[str, str]) -> dict | None:
    try:
        answers = [own(path) for path in paths.values()]
    except Exception:  # Each lane says of its own that it cannot be read.
        return None
    if len(answers) != 2:
        return None
    one, other = answers
    if one.shape != other.shape:
        return {"sizes": [list(answer.shape[1::-1]) for answer in answers]}
    distance = np.abs(shown(one) - shown(other))
    return {
        "colours": round(float(np.percentile(distance[:, :, :3], 99.9)), 1),
        "alpha": float(distance[:, :, 3].max()),
    }


def judge(order: dict) -> dict:
    said = {"reference": None, "complaint": None, "beyond": None, "lanes": {}, "apart": apart(order["answers"])}
    try:
        pixels = decode(Path(order["file"])).pixels
    except BeyondReference as beyond:
        said["beyond"] = str(beyond)
        pixels = None
    except Exception as complaint:  # Decoders raise what they like.
        # What Pillow has no code for is no damage.
        said["beyond" if "nsupported" in str(complaint) else "complaint"] = in_words(complaint)
        pixels = None
    if pixels is None and order.get("second"):
        pixels = whole(order["second"])
    if pixels is not None:
        said["reference"] = [pixels.shape[1], pixels.shape[0]]
        said["lanes"] = {lane: compared(path, pixels) for lane, path in order["answers"].items()}
    return said


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(judge(json.loads(line))), flush=True)
