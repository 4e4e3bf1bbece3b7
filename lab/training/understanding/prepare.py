"""Makes the matte network's passes of shop scenes that `shop_scenes.compose` wrote, as `chooser.prepare` keeps scenes. Goes on where it stopped."""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from chooser.passes import FIRST, Passes, reduced
from chooser.prepare import SMALL
from PIL import Image


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="prepare", description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True, help="folder that `shop_scenes.compose` wrote")
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512])
    parser.add_argument("--out", type=Path, required=True, help="folder; each side of the scenes gets one in it")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(argv)
    passes = Passes(options.matte, options.threads)
    records = list(map(json.loads, (options.scenes / "scenes.jsonl").read_text().splitlines()))
    for number, record in enumerate(records, 1):
        folder = options.out / record["side"].replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{record['scene']:04}"
        file = folder / f"{name}.npz"
        if file.exists():
            continue
        photo = next(options.scenes.glob(f"{name}.photo.*"))
        with Image.open(photo) as picture, Image.open(options.scenes / f"{name}.alpha.png") as alpha:
            seen, truth = (reduced(np.asarray(each), FIRST) for each in (picture.convert("RGB"), alpha))
        kept: dict = {f"look{side}": passes.at(seen, side) for side in options.sides}
        kept |= {
            "seen": reduced(seen, SMALL),
            "truth": truth,
            "subject": record["subject"],
            "source": "shop",
            "kind": record["kind"],
        }
        np.savez(f"{file}.new.npz", **kept)
        Path(f"{file}.new.npz").replace(file)
        if number % 25 == 0:
            print(f"{number}/{len(records)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
