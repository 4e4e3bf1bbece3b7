"""Signals read out of files, and colours by them."""

import io
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageCms

sys.path.insert(0, str(Path(__file__).parent))

from colours import to_srgb
from signals import signal_of

PIXELS = np.array([[[200, 60, 40], [0, 128, 255]]], np.uint8)


def png_with(*chunks) -> bytes:
    plain = io.BytesIO()
    Image.fromarray(PIXELS).save(plain, "PNG")
    data = plain.getvalue()
    added = b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
    return data[:33] + added + data[33:]


CICP = (b"cICP", bytes([12, 13, 0, 1]))
SRGB = (b"sRGB", b"\0")
GAMA = (b"gAMA", struct.pack(">I", 100000))
PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
ICCP = (b"iCCP", b"name\0\0" + zlib.compress(PROFILE))


@pytest.mark.parametrize(
    ("chunks", "signal"),
    [
        ((), None),
        ((GAMA,), ("gamma", 1.0, None)),
        ((GAMA, SRGB), ("srgb",)),
        ((GAMA, SRGB, ICCP), ("icc", PROFILE)),
        ((GAMA, SRGB, ICCP, CICP), ("cicp", 12, 13)),
    ],
)
def test_the_highest_of_a_png(chunks, signal):
    assert signal_of(png_with(*chunks)) == signal


@pytest.mark.parametrize("length", range(0, 80, 3))
def test_a_cut_file_says_what_it_says(length):
    signal_of(png_with(GAMA)[:length])


def test_the_colours_of_a_heic_are_those_of_its_primary_item():
    folder = Path(__file__).parents[3] / "test/fixtures/reports"
    assert signal_of((folder / "heic-nclx-p3.heic").read_bytes()) == ("cicp", 12, 13)


def test_nothing_is_converted_that_is_srgb():
    for signal in (None, ("srgb",), ("cicp", 1, 13), ("gamma", 0.45455, None), ("icc", b"no profile")):
        assert (to_srgb(PIXELS, signal) == PIXELS).all()


def test_display_p3_is_converted_as_its_profile_would():
    assert np.abs(to_srgb(PIXELS, ("cicp", 12, 13)).astype(int) - [[[217, 42, 23], [0, 130, 255]]]).max() <= 1


def test_linear_light_is_encoded():
    assert to_srgb(np.full((1, 1, 3), 55, np.uint8), ("gamma", 1.0, None)).tolist() == [[[128, 128, 128]]]


@pytest.mark.parametrize("transfer", [16, 18])
def test_high_dynamic_range_keeps_greys_grey_from_black_to_white(transfer):
    ramp = np.repeat(np.arange(0, 256, 5, dtype=np.uint8)[None, :, None], 3, 2)
    shown = to_srgb(ramp, ("cicp", 9, transfer)).astype(int)
    assert shown[0, 0].tolist() == [0, 0, 0] and shown[0, -1].tolist() == [255, 255, 255]
    assert np.ptp(shown, axis=2).max() <= 1 and (np.diff(shown[0, :, 0]) >= 0).all()


def test_white_of_203_cd_is_where_method_a_puts_it():
    # By hand: luma 0.514 of HDR becomes 0.686 of SDR, which sRGB codes as 171.
    assert to_srgb(np.full((1, 1, 3), 148, np.uint8), ("cicp", 9, 16)).tolist() == [[[171, 171, 171]]]
