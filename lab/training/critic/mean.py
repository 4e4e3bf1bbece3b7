"""The mean of several checkpoints of one training (Izmailov et al., UAI 2018): steadier than the last one."""

import argparse
import sys
from pathlib import Path

import torch


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="mean", description=__doc__)
    parser.add_argument("--checkpoints", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(argv)
    all_ = [torch.load(file, map_location="cpu", weights_only=True)["network"] for file in options.checkpoints]
    mean = {
        name: (sum(each[name].float() for each in all_) / len(all_)).to(value.dtype) for name, value in all_[0].items()
    }
    torch.save({"network": mean}, options.out)


if __name__ == "__main__":
    main(sys.argv[1:])
