"""Judges an exported critic on judged answers: flagged by the signs of the matte, by the critic, and by either.

Its limit is chosen on one half of the photographs, so that both together flag at most a share of the sellable answers, and judged
on the other half; and the other way round.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
from native_runtime import onnxruntime
from PIL import Image, ImageOps

QUALITIES = ("not", "sell", "retouch")
REVIEW_FROM = 0.5


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="evaluate", description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--verdicts", type=Path, required=True)
    parser.add_argument("--first", type=Path, nargs="+", required=True, help="PHOTOS=OUT, OUT of `npm run uncertainty`")
    parser.add_argument("--second", type=Path, nargs="+", required=True)
    parser.add_argument("--most", type=float, default=0.05, help="share of sellable answers, at most")
    options = parser.parse_args(argv)
    verdicts = json.loads(options.verdicts.read_text())
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(options.model), settings, providers=["CPUExecutionProvider"])
    rows, spent = [], []
    for half, pairs in enumerate((options.first, options.second)):
        for name, photo, cutout, by_signs in (each for pair in pairs for each in answers_of(str(pair))):
            if name not in verdicts:
                continue
            seen = shown(photo, cutout)
            before = time.process_time()
            failed = float(session.run(["failed"], {"image": seen[None]})[0][0])
            spent.append(time.process_time() - before)
            rows.append((half, verdicts[name]["quality"], by_signs, failed))
    half, quality, signs, failed = (np.array(each) for each in zip(*rows))
    limits = [limit_of(failed, signs, (half != of) & (quality == "sell"), options.most) for of in (0, 1)]
    critic = failed >= np.array(limits)[half]
    print(f"{np.median(spent) * 1000:.0f} CPU ms a run; limits {limits[0]:.3f}, {limits[1]:.3f}")
    for name, flagged in (("signs", signs), ("critic", critic), ("either", signs | critic)):
        for part, of in (("all", half >= 0), ("first", half == 0), ("second", half == 1)):
            counts = (
                f"{word} {(flagged & of & (quality == word)).sum()}/{(of & (quality == word)).sum()}"
                for word in QUALITIES
            )
            print(f"{name:7} {part:7}", ", ".join(counts))
    bad, good = failed[(quality == "not") & ~signs], failed[(quality == "sell") & ~signs]
    print(f"area under ROC, not flagged by signs: {(bad[:, None] > good).mean():.3f}")


def limit_of(failed: np.ndarray, signs: np.ndarray, sellable: np.ndarray, most: float) -> float:
    """The least limit by which, with the signs, at most a share of the sellable answers is flagged."""
    spare = max(0, int(most * sellable.sum()) - int((signs & sellable).sum()))
    left = np.sort(failed[sellable & ~signs])[::-1]
    return float(np.nextafter(left[spare], 2))


def answers_of(pair: str):
    """Name, photograph and cutout of each answer of `PHOTOS=OUT`, and whether its signs ask for a review.

    Then the service has asked no critic.
    """
    photos, out = (Path(each) for each in pair.split("="))
    files = {file.stem: file for file in photos.iterdir() if file.suffix in (".jpg", ".jpeg", ".png", ".webp")}
    for row in json.loads((out / "measured.json").read_text()):
        by_signs = row["uncertainty"] >= REVIEW_FROM and "failed" not in row
        yield row["name"], files[row["name"]], out / "cutouts" / f"{row['name']}.png", by_signs


def shown(photo: Path, cutout: Path) -> np.ndarray:
    """[256,256,4] uint8: the photograph over mid-grey and the answer's alpha, both stretched."""
    picture = ImageOps.exif_transpose(Image.open(photo)).convert("RGBA")
    grey = Image.new("RGBA", picture.size, (128, 128, 128, 255))
    grey.alpha_composite(picture)
    planes = (grey.convert("RGB"), Image.open(cutout).getchannel("A"))
    return np.dstack([np.asarray(each.resize((256, 256), Image.Resampling.BOX)) for each in planes])


if __name__ == "__main__":
    main(sys.argv[1:])
