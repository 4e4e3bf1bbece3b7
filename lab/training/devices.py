"""What a training computes on: a GPU where there is one, else the processor, each at its fastest width of numbers."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

NARROW_FLAGS = {"amx_bf16", "avx512_bf16"}
"""Processor flags of which one is enough: without them bf16 is computed in fp32 and converted, which costs time."""


@dataclass(frozen=True)
class Device:
    """A place to compute."""

    kind: str
    """`cpu` or `cuda`."""
    narrow: bool
    """Whether most layers are computed in bf16; weights, losses and the optimiser stay fp32."""

    def placed(self, network):
        """The network there, its weights in channels-last memory: never slower, on processors a quarter faster."""
        import torch

        return network.to(self.kind, memory_format=torch.channels_last)

    def sent(self, values):
        """A tensor there; pictures [N,C,H,W] in channels-last memory."""
        import torch

        if values.ndim == 4:
            return values.to(self.kind, memory_format=torch.channels_last, non_blocking=True)
        return values.to(self.kind, non_blocking=True)

    def computing(self):
        """A context in which layers compute at this device's width."""
        import torch

        return torch.autocast(self.kind, torch.bfloat16) if self.narrow else contextlib.nullcontext()


def device_of(wanted: str) -> Device:
    """The device of `--device`: `cpu`, `cuda`, or `auto`, a GPU where there is one.

    Raises RuntimeError where `cuda` is wanted and there is none.
    """
    import torch

    if wanted == "cuda" and not torch.cuda.is_available():
        raise RuntimeError("There is no GPU that PyTorch can use: leave --device out")
    if wanted != "cpu" and torch.cuda.is_available():
        return Device("cuda", torch.cuda.is_bf16_supported())
    return Device("cpu", computes_bf16(processor_flags()))


def processor_flags(file: Path = Path("/proc/cpuinfo")) -> set[str]:
    """What the processor can do, as Linux names it; empty elsewhere."""
    if not file.exists():
        return set()
    for line in file.read_text().splitlines():
        name, _, flags = line.partition(":")
        if name.strip() == "flags":
            return set(flags.split())
    return set()


def computes_bf16(flags: set[str]) -> bool:
    """Whether a processor with these flags computes in bf16 itself."""
    return not NARROW_FLAGS.isdisjoint(flags)
