"""A file as Pillow decodes it: RGBA in sRGB, upright. For HEIC it decodes with libheif, as the service does."""

import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pillow_heif
from colours import through_profile, to_srgb
from PIL import Image, ImageOps, TiffImagePlugin
from signals import signal_of

pillow_heif.register_heif_opener()
FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP", "DIB", "AVIF", "HEIF")
#: NewSubfileType of TIFF, and its bit for a page that is a smaller copy of another.
SUBFILE_TYPE, REDUCED = 254, 1


class BeyondReference(Exception):
    """The file is of a kind that the reference cannot judge; says which."""


@dataclass
class Picture:
    #: H × W × 4, straight alpha.
    pixels: np.ndarray


def decode(path: Path) -> Picture:
    """Raises whatever Pillow does where it cannot read the file, BeyondReference where it cannot judge it."""
    data = path.read_bytes()
    image = Image.open(io.BytesIO(data), formats=FORMATS)
    if isinstance(image, TiffImagePlugin.TiffImageFile):
        take_full_page(image)
    frame = image.tile[0].extents if image.format == "GIF" and image.tile else None
    icc = image.info.get("icc_profile")
    image.load()
    if image.format == "PNG" and "transparency" in image.info:
        image.info["transparency"] = clear_colour(image.info["transparency"], data[24], data[25])
    signal = signal_of(data) or (("icc", icc) if icc else None)
    image = upright(image)
    colours, alpha = split(image, signal)
    if frame:
        alpha = only_within(frame, alpha)
    return Picture(np.dstack([colours, alpha]))


def clear_colour(stored, depth: int, colour_type: int):
    """tRNS as samples that Pillow has decoded: of its low bits (PNG, 11.3.1.1), scaled as the samples are."""
    if colour_type == 0 and depth < 16:
        stated = stored // 255 if depth == 1 and stored % 255 == 0 else stored
        return (stated & ((1 << depth) - 1)) * (255 // ((1 << depth) - 1))
    if colour_type == 2:
        return tuple(value >> 8 if depth == 16 else value & 255 for value in stored)
    return stored


def only_within(frame, alpha: np.ndarray) -> np.ndarray:
    """Clear where a GIF's first frame does not reach, as browsers show it; Pillow fills that with a colour."""
    left, top, right, bottom = frame
    kept = np.zeros_like(alpha)
    kept[top:bottom, left:right] = alpha[top:bottom, left:right]
    return kept


def take_full_page(image: TiffImagePlugin.TiffImageFile) -> None:
    # Further pages are asked for only where the first is a smaller copy: one that cannot be read does not matter otherwise.
    page = 0
    while image.tag_v2.get(SUBFILE_TYPE, 0) & REDUCED:
        page += 1
        try:
            image.seek(page)
        except EOFError:
            return image.seek(0)


#: Where Pillow alone finds an orientation, and no browser does: XMP, and a text that old ImageMagick wrote into PNG.
ELSEWHERE = ("xmp", "XML:com.adobe.xmp", "Raw profile type xmp", "Raw profile type exif")


def upright(image: Image.Image) -> Image.Image:
    for key in ELSEWHERE:
        image.info.pop(key, None)
    try:
        return ImageOps.exif_transpose(image)
    except (SyntaxError, ValueError, TypeError, OSError, KeyError, ZeroDivisionError):
        # A block that Pillow cannot read says nothing.
        return image


def split(image: Image.Image, signal):
    """Colours in sRGB, and alpha, of any mode that Pillow can judge."""
    mode = image.mode
    if mode.startswith("I;16"):
        samples = np.asarray(image).astype(np.uint16)
        colours, opaque = split(Image.fromarray((samples >> 8).astype(np.uint8), "L"), signal)
        return colours, np.where(samples == image.info.get("transparency", -1), np.uint8(0), opaque)
    if mode in ("I", "F"):
        raise BeyondReference("32 bits a sample")
    if mode == "CMYK":
        if not signal:
            raise BeyondReference("CMYK without a profile")
        return through_profile(image, signal[1]), np.full(image.size[::-1], 255, np.uint8)
    if mode == "LAB":
        raise BeyondReference("Lab")
    rgba = np.asarray(image.convert("RGBA"))
    if mode in ("1", "L", "LA", "La") and signal and signal[0] == "icc":
        return grey_through(Image.fromarray(rgba[:, :, 0], "L"), signal[1]), rgba[:, :, 3]
    return to_srgb(np.ascontiguousarray(rgba[:, :, :3]), signal), rgba[:, :, 3]


def grey_through(grey: Image.Image, profile: bytes) -> np.ndarray:
    of_rgb = profile[16:20] == b"RGB "
    return through_profile(grey.convert("RGB") if of_rgb else grey, profile)


__all__ = ["BeyondReference", "Picture", "decode"]
