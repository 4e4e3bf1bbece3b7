"""Pixels to sRGB by what a file says of its colours."""

import io

import numpy as np
from high_dynamic_range import HLG, PQ, to_display_light, to_srgb_light
from PIL import Image, ImageCms

SRGB = ImageCms.createProfile("sRGB")
D65 = (0.3127, 0.329)
#: White, red, green, blue as cHRM has them, by code point of ITU-T H.273.
PRIMARIES = {
    1: (*D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06),
    4: (0.31, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08),
    5: (*D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06),
    6: (*D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07),
    7: (*D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07),
    9: (*D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046),
    11: (0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    12: (*D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
}
#: Transfers that are shown as sRGB's own: those of BT.709, BT.601 and BT.2020 too.
LIKE_SRGB = {1, 2, 6, 13, 14, 15}
EXPONENTS = {4: 2.2, 5: 2.8, 8: 1.0}
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
#: gAMA of sRGB's own, as far as encoders round it.
SRGB_GAMMA, ROUNDING = 0.45455, 0.0005


def to_srgb(pixels: np.ndarray, signal) -> np.ndarray:
    """RGB of 8 bits, H × W × 3, in sRGB. A profile that is none, or not of RGB, counts as nothing said."""
    if signal is None or signal[0] == "srgb":
        return pixels
    if signal[0] == "icc":
        return through_profile(Image.fromarray(pixels, "RGB"), signal[1])
    if signal[0] == "gamma":
        _, exponent, chromaticities = signal
        own = chromaticities is None or np.allclose(chromaticities, PRIMARIES[1], atol=0.001)
        if own and abs(exponent - SRGB_GAMMA) <= ROUNDING:
            return pixels
        light = decode_power(pixels, 1 / exponent)
        return encode_srgb(light, chromaticities or PRIMARIES[1])
    _, primaries, transfer = signal
    chromaticities = PRIMARIES.get(primaries, PRIMARIES[1])
    if transfer in (PQ, HLG):
        return from_high_dynamic_range(pixels, chromaticities, transfer)
    if transfer in EXPONENTS:
        return encode_srgb(decode_power(pixels, EXPONENTS[transfer]), chromaticities)
    if chromaticities == PRIMARIES[1] or transfer not in LIKE_SRGB:
        return pixels
    return encode_srgb(decode_srgb(pixels), chromaticities)


def through_profile(image: Image.Image, profile: bytes) -> np.ndarray:
    """RGB of an RGB, L or CMYK image through a profile; as it is where lcms cannot use the profile for it."""
    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        converted = ImageCms.profileToProfile(image, opened, SRGB, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        converted = None
    return np.asarray(converted if converted is not None else image.convert("RGB"))


#: Of the pictures that are converted at a time.
ROWS = 128


def from_high_dynamic_range(pixels: np.ndarray, chromaticities, transfer: int) -> np.ndarray:
    to_bt2020 = between(chromaticities, PRIMARIES[9])
    to_bt709 = between(PRIMARIES[9], PRIMARIES[1])
    parts = []
    for top in range(0, len(pixels), ROWS):
        light = to_display_light(pixels[top : top + ROWS] / 255.0, transfer, to_bt2020)
        parts.append(encode_srgb(to_srgb_light(light, to_bt709), PRIMARIES[1]))
    return np.concatenate(parts)


def decode_power(pixels: np.ndarray, exponent: float) -> np.ndarray:
    return (np.arange(256) / 255.0)[pixels] ** exponent


def decode_srgb(pixels: np.ndarray) -> np.ndarray:
    level = np.arange(256) / 255.0
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)[pixels]


def encode_srgb(light: np.ndarray, chromaticities) -> np.ndarray:
    if tuple(chromaticities) != PRIMARIES[1]:
        light = light @ between(chromaticities, PRIMARIES[1]).T
    light = np.clip(light, 0, 1)
    level = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    return np.rint(level * 255).astype(np.uint8)


def between(chromaticities, others) -> np.ndarray:
    """From linear RGB of the one to that of the others."""
    return np.linalg.inv(to_xyz(others)) @ to_xyz(chromaticities)


def to_xyz(chromaticities) -> np.ndarray:
    """From linear RGB to XYZ, the white adapted to D50 by Bradford, as ICC profiles do."""
    white, *corners = [np.array([x / y, 1, (1 - x - y) / y]) for x, y in zip(chromaticities[::2], chromaticities[1::2])]
    columns = np.stack(corners, axis=1)
    matrix = columns * np.linalg.solve(columns, white)
    d50 = np.array([0.9642, 1, 0.8249])
    scale = (BRADFORD @ d50) / (BRADFORD @ white)
    return np.linalg.inv(BRADFORD) @ np.diag(scale) @ BRADFORD @ matrix
