"""Checkpoints from which training goes on, small enough to be handed from one machine to the next."""

from pathlib import Path

import torch

MOST_BYTES = 16_000_000


def save(file: Path, network, optimiser, schedule, step: int) -> None:
    """Writes a checkpoint of at most MOST_BYTES, whole or not at all.

    Weights are stored as fp16, as they are served, and the optimiser's means as bf16. Where that is too much the means are
    left out: they come back within some dozen steps. Raises ValueError where the weights alone are too much.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    new = Path(f"{file}.new")
    state = {"network": halved(network.state_dict(), torch.float16), "schedule": schedule.state_dict(), "step": step}
    torch.save({**state, "optimiser": halved(optimiser.state_dict(), torch.bfloat16)}, new)
    if new.stat().st_size > MOST_BYTES:
        torch.save(state, new)
    if new.stat().st_size > MOST_BYTES:
        new.unlink()
        raise ValueError(f"The weights take more than {MOST_BYTES} bytes")
    new.replace(file)


def resume(file: Path, network, optimiser, schedule) -> int:
    """Takes a checkpoint over. Returns its step, 0 without one."""
    if not file.exists():
        return 0
    state = torch.load(file, map_location="cpu", weights_only=True)
    network.load_state_dict(state["network"])
    schedule.load_state_dict(state["schedule"])
    if "optimiser" in state:
        # Each mean gets the width of its weights again.
        optimiser.load_state_dict(state["optimiser"])
    else:
        for group, rate in zip(optimiser.param_groups, schedule.get_last_lr()):
            group["lr"] = rate
    return state["step"]


def halved(state, width: torch.dtype):
    """A state with its fp32 tensors of more than one number at 16 bits."""
    if isinstance(state, torch.Tensor):
        return state.to(width) if state.dtype == torch.float32 and state.numel() > 1 else state
    if isinstance(state, dict):
        return {key: halved(value, width) for key, value in state.items()}
    if isinstance(state, list):
        return [halved(value, width) for value in state]
    return state
