"""Writes what a training is shown, with the picture's features, which it leaves as they are: files of 100 samples."""

import argparse
import sys
from pathlib import Path

import torch
from exported import encoder_convolutions, load_convolutions
from torch.utils.data import DataLoader

from .dataset import Shown, load_samples
from .network import Critic

OF_A_FILE = 100


def started(chooser: Path) -> Critic:
    """A critic with the weights of the served pass chooser, as far as both are alike."""
    network = Critic()
    ups = [(network.up16[0], network.up16[1]), (network.up8[0], network.up8[1])]
    load_convolutions([*encoder_convolutions(network.encoder), *ups], chooser)
    return network.eval()


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="shelf", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--without", nargs="*", default=[], help="names of photos and scenes that are left out")
    parser.add_argument("--start", type=Path, required=True, help="the served pass chooser (.onnx)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--files", type=int, default=60)
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    network, without = started(options.start), set(options.without)
    photos, scenes = load_samples(options.photos, True, without), load_samples(options.scenes, False, without)
    print(f"{len(photos)} photos, {len(scenes)} scenes", flush=True)
    for number in range(options.files):
        file = options.out / f"{number:03}.pt"
        if file.exists():
            continue
        parts = []
        for seen, wrong in DataLoader(Shown(photos, scenes, number, OF_A_FILE), 20):
            parts.append((network.looked(seen.float() / 255).half(), seen[:, 3:], wrong.half()))
        torch.save([torch.cat(each) for each in zip(*parts)], file.with_suffix(".new"))
        file.with_suffix(".new").rename(file)
        print(f"{number + 1}/{options.files}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
