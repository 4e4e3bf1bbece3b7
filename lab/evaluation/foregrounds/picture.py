"""From the renderer's premultiplied light to straight colour and alpha in a PNG of 16 bits a channel."""

import struct
import zlib
from pathlib import Path

import numpy as np

THIN = 0.02
"""Alpha under which dividing by it gives noise; colour comes from the neighbourhood there."""

NEIGHBOURHOOD = 31
"""Side of the box that colour is taken from, pixels."""


def straight(premultiplied: np.ndarray) -> np.ndarray:
    """Straight sRGB-encoded colour and alpha, [H,W,4] from 0 to 1, of premultiplied linear light [H,W,4].

    Alpha under 1/255 becomes 0 and over 254/255 becomes 1. Colour above 1, as highlights of thin hair have, is cut.
    """
    light = np.maximum(premultiplied[..., :3].astype(np.float64), 0)
    alpha = np.clip(premultiplied[..., 3].astype(np.float64), 0, 1)
    colour = light / np.maximum(alpha, THIN)[..., None]
    # Twice over, so that colour reaches further than the narrow box where the subject is only mist.
    blurred = box_blur(box_blur(np.concatenate([light, alpha[..., None]], -1), NEIGHBOURHOOD), NEIGHBOURHOOD)
    near = blurred[..., :3] / np.maximum(blurred[..., 3:], 1e-6)
    near[blurred[..., 3] < 1e-6] = 0
    colour = np.where((alpha < THIN)[..., None], near, colour)
    alpha = np.where(alpha < 1 / 255, 0, np.where(alpha > 254 / 255, 1, alpha))
    return np.concatenate([srgb(np.clip(colour, 0, 1)), alpha[..., None]], -1)


def box_blur(values: np.ndarray, side: int) -> np.ndarray:
    """Mean over a square of `side` pixels, zeros beyond the border, [H,W,C]."""
    for axis in (0, 1):
        pad = [(0, 0)] * values.ndim
        pad[axis] = (side // 2 + 1, side // 2)
        sums = np.cumsum(np.pad(values, pad), axis)
        ahead, behind = [slice(None)] * values.ndim, [slice(None)] * values.ndim
        ahead[axis], behind[axis] = slice(side, None), slice(None, -side)
        values = np.maximum(sums[tuple(ahead)] - sums[tuple(behind)], 0) / side
    return values


def srgb(linear: np.ndarray) -> np.ndarray:
    """IEC 61966-2-1 encoding of linear light, both 0 to 1."""
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.power(np.maximum(linear, 1e-9), 1 / 2.4) - 0.055)


def write_png(file: Path, values: np.ndarray) -> None:
    """RGBA PNG with 16 bits a channel of values [H,W,4] from 0 to 1. The file appears whole or not at all.

    Written by hand because Pillow has no 16-bit RGBA.
    """
    height, width = values.shape[:2]
    rows = np.ascontiguousarray((values * 65535 + 0.5).astype(">u2")).view(np.uint8).reshape(height, width * 8)
    up = rows.copy()
    up[1:] -= rows[:-1]
    filtered = np.concatenate([np.full((height, 1), 2, np.uint8), up], 1)
    header = struct.pack(">IIBBBBB", width, height, 16, 6, 0, 0, 0)
    body = zlib.compress(filtered.tobytes(), 6)
    chunks = ((b"IHDR", header), (b"sRGB", b"\0"), (b"IDAT", body), (b"IEND", b""))
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(data)
    unfinished.replace(file)


def read_png(file: Path) -> np.ndarray:
    """Values [H,W,4] from 0 to 1 of a file that `write_png` wrote; it knows that file's one filter only."""
    data, at, body = file.read_bytes(), 8, b""
    width = height = 0
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height = struct.unpack(">II", content[:8])
        if kind == b"IDAT":
            body += content
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, width * 8 + 1)
    if (rows[:, 0] != 2).any():
        raise ValueError(f"{file} was not written by this package")
    plain = np.cumsum(rows[:, 1:], 0, dtype=np.uint8)
    return np.ascontiguousarray(plain).view(">u2").reshape(height, width, 4) / 65535
