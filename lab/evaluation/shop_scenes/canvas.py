"""A picture in the making: what is behind, what the floor shows, and subjects over it."""

import numpy as np
from foregrounds.picture import srgb

from .cutouts import Cutout, laid
from .layers import WIDE


class Canvas:
    """Subjects are mixed in sRGB values, as viewers do it; shadows are light, and take their share of it."""

    def __init__(self, behind: np.ndarray) -> None:
        """`behind` is [H,W,3], sRGB-encoded, 0 to 1."""
        self.behind = behind.astype(np.float32)
        self.frame = (behind.shape[1], behind.shape[0])
        self.colours = np.zeros_like(self.behind)
        """Of the subjects, premultiplied."""
        self.alpha = np.zeros(behind.shape[:2], np.float32)

    def lay(self, subject: Cutout, left: int, top: int, side: int, shadow: float = 1, mirror: float = 0) -> None:
        """Puts a subject in front of all that is there; `shadow` and `mirror` are how much of them the floor shows, 0 to 1."""
        wide_left, wide_top = left - side * (WIDE - 1) // 2, top - side * (WIDE - 1) // 2
        if shadow > 0:
            lost = laid(subject.lost, self.frame, wide_left, wide_top, side * WIDE)[..., None]
            self.behind = srgb(linear(self.behind) * (1 - shadow * lost))
        if mirror > 0:
            image = subject.mirror * (1, 1, 1, mirror)
            premultiplied = np.concatenate([image[..., :3] * image[..., 3:], image[..., 3:]], -1).astype(np.float32)
            image = laid(premultiplied, self.frame, wide_left, wide_top, side * WIDE)
            self.behind = image[..., :3] + (1 - image[..., 3:]) * self.behind
        premultiplied = np.concatenate([subject.colours * subject.alpha[..., None], subject.alpha[..., None]], -1)
        over = laid(premultiplied, self.frame, left, top, side)
        self.colours = over[..., :3] + (1 - over[..., 3:]) * self.colours
        self.alpha = over[..., 3] + (1 - over[..., 3]) * self.alpha

    def picture(self) -> tuple[np.ndarray, np.ndarray]:
        """The picture [H,W,3] and the alpha [H,W] of its subjects, uint8."""
        mixed = self.colours + (1 - self.alpha[..., None]) * self.behind
        return as_bytes(mixed), as_bytes(self.alpha)


def linear(encoded: np.ndarray) -> np.ndarray:
    """Linear light of IEC 61966-2-1 values, both 0 to 1."""
    return np.where(encoded <= 0.04045, encoded / 12.92, ((np.maximum(encoded, 0) + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )


def as_bytes(values: np.ndarray) -> np.ndarray:
    """0..1 to 0..255, rounded."""
    return np.rint(np.clip(values, 0, 1) * 255).astype(np.uint8)
