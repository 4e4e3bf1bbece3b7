"""Checkpoints from which training goes on, and the rate at which it learns."""

import math
import os
from pathlib import Path

import torch


def resume(file: Path, network, optimiser, schedule) -> int:
    """Takes a checkpoint over. Returns its step, 0 without one."""
    if not file.exists():
        return 0
    state = torch.load(file, map_location="cpu", weights_only=True)
    network.load_state_dict(state["network"])
    optimiser.load_state_dict(state["optimiser"])
    schedule.load_state_dict(state["schedule"])
    return state["step"]


def save(file: Path, network, optimiser, schedule, step: int) -> None:
    """Writes a checkpoint, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    state = {"network": network.state_dict(), "optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}
    torch.save({**state, "step": step}, f"{file}.new")
    os.replace(f"{file}.new", file)


def rate_at(step: int, steps: int) -> float:
    """Share of the highest rate: a warm-up over the first twentieth, then half a cosine."""
    warm = max(1, steps // 20)
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + math.cos(math.pi * min(1, (step - warm) / max(1, steps - warm))))
