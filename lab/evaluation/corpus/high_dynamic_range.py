"""PQ and HLG (ITU-R BT.2100-2, tables 4 and 5) to sRGB, by conversion method A of Report ITU-R BT.2446-1, section 4.1."""

import numpy as np

PQ, HLG = 16, 18
#: cd/m²: of the display that a picture is taken to be made on, and of the one that it is shown on.
HDR_PEAK, SDR_PEAK = 1000, 100
LUMA = np.array([0.2627, 0.678, 0.0593])


def to_display_light(signal: np.ndarray, transfer: int, to_bt2020: np.ndarray) -> np.ndarray:
    """Light of BT.2020 from the coded signal, both 0 to 1, where 1 is the peak."""
    if transfer == PQ:
        m1, m2, c1, c2, c3 = 0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875
        root = signal ** (1 / m2)
        light = 10000 * (np.maximum(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1)
        return np.clip(light / HDR_PEAK, 0, 1) @ to_bt2020.T
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = np.where(signal <= 0.5, signal**2 / 3, (np.exp((signal - c) / a) + b) / 12) @ to_bt2020.T
    return scene * np.maximum(scene @ LUMA, 1e-9)[..., None] ** 0.2


def to_srgb_light(light: np.ndarray, to_bt709: np.ndarray) -> np.ndarray:
    """Light of BT.709 on a screen of SDR."""
    coded = np.clip(light, 0, 1) ** (1 / 2.4)
    luma = coded @ LUMA
    rho = [1 + 32 * (peak / 10000) ** (1 / 2.4) for peak in (HDR_PEAK, SDR_PEAK)]
    perceived = np.log(1 + (rho[0] - 1) * luma) / np.log(rho[0])
    bent = np.where(
        perceived <= 0.7399,
        1.077 * perceived,
        np.where(perceived < 0.9909, -1.151 * perceived**2 + 2.7811 * perceived - 0.6302, 0.5 * perceived + 0.5),
    )
    shown = (rho[1] ** bent - 1) / (rho[1] - 1)
    share = shown / np.maximum(1.1 * luma, 1e-9)
    blue = share * (coded[..., 2] - luma) / 1.8814
    red = share * (coded[..., 0] - luma) / 1.4746
    bright = shown - np.maximum(0.1 * red, 0)
    green = bright - (0.2627 * 1.4746 * red + 0.0593 * 1.8814 * blue) / 0.678
    signal = np.stack([bright + 1.4746 * red, green, bright + 1.8814 * blue], -1)
    return (np.clip(signal, 0, 1) ** 2.4) @ to_bt709.T
