"""Judges view networks on photos: what share of front, rear and side views is within 30 degrees, and how many are half a turn off.

    python -m cars.judge_views --model view.onnx --photos FOLDER --azimuths labels.json

Writes JSON: for each side and for all of them n, the share within 30 degrees, half turns, and the median error in degrees.
"""

import argparse
import json
import sys
from pathlib import Path

from native_runtime import onnxruntime

from .azimuths import JudgedView, summary_of
from .photos import load_photos


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(
        prog="judge_views", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--model", type=Path, required=True, help="exported .onnx file")
    parser.add_argument("--photos", type=Path, required=True, help="folder that `npm run car-bodies` made")
    parser.add_argument(
        "--azimuths", type=Path, required=True, help="JSON file of their azimuths, or folder of hand-drawn labels"
    )
    parser.add_argument("--out", type=Path, help="JSON file; without it the summary is printed alone")
    options = parser.parse_args(argv)
    photos = load_photos(options.photos, options.azimuths)
    session = onnxruntime.InferenceSession(str(options.model), providers=["CPUExecutionProvider"])
    views = [
        JudgedView(photo.name, photo.azimuth, float(session.run(["view"], {"image": photo.shown[None]})[0][0, 0]))
        for photo in photos
    ]
    write_report(views, options.out)


def write_report(views: list[JudgedView], out: Path | None) -> None:
    """Prints the summary; writes it and every photo's answer where a file is named."""
    summary = summary_of(views)
    print(json.dumps(summary, indent=2))
    if out:
        rows = {view.photo: {"azimuth": view.azimuth, "answer": round(view.answer, 1)} for view in views}
        out.write_text(json.dumps({**summary, "photos": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
