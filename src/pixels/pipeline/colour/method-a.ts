/** Tone mapping of HDR to SDR: Report ITU-R BT.2446-1, conversion method A, section 4.1. Colours are of BT.2020. */

/** Of the SDR display, in cd/m². */
const sdrPeak = 100;

/** Luma R'G'B' to Y', and the factors of its colour differences. */
export const luma = { red: 0.2627, green: 0.678, blue: 0.0593 };
export const differences = { blue: 1.8814, red: 1.4746 };

/**
 * Makes the curve of method A.
 * @param peak of the HDR display in cd/m²
 * @returns a function from Y' of HDR to Y' of SDR, both 0 to 1
 */
export function toneCurve(peak: number): (luma: number) => number {
  const hdr = brightness(peak);
  const sdr = brightness(sdrPeak);
  return (y) => (sdr ** knee(Math.log(1 + (hdr - 1) * y) / Math.log(hdr)) - 1) / (sdr - 1);
}

function brightness(peak: number): number {
  return 1 + 32 * (peak / 10_000) ** (1 / 2.4);
}

function knee(y: number): number {
  if (y <= 0.7399) return 1.077 * y;
  return y < 0.9909 ? -1.151 * y * y + 2.7811 * y - 0.6302 : 0.5 * y + 0.5;
}
