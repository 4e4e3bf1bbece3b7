/** Coding-independent code points: ITU-T H.273 (07/2024), tables 2 and 3. */

/** How a picture's samples are to be understood, by number. */
export interface CodePoints {
  readonly primaries: number;
  readonly transfer: number;
  /** 0: the samples are RGB. */
  readonly matrix: number;
  readonly fullRange: boolean;
}

/** CIE 1931 x and y. */
export type Chromaticity = readonly [x: number, y: number];

/** The colours of three primaries and their white. */
export interface Chromaticities {
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
  readonly white: Chromaticity;
}

/** Linear light of a signal of 0 to 1: (a × signal + b)^gamma from `from` on, slope × signal below. */
export interface TransferCurve {
  readonly gamma: number;
  readonly a: number;
  readonly b: number;
  readonly slope: number;
  readonly from: number;
}

const d65: Chromaticity = [0.3127, 0.329];
const illuminantC: Chromaticity = [0.31, 0.316];
const smpte170m: Chromaticities = { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 };

/** BT.709, and so sRGB. */
export const srgbPrimaries: Chromaticities = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: d65 };
/** BT.2020 and BT.2100. */
export const bt2020Primaries: Chromaticities = {
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
  white: d65,
};

const primariesByNumber: Readonly<Record<number, Chromaticities>> = {
  1: srgbPrimaries,
  4: { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: illuminantC },
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: d65 },
  6: smpte170m,
  7: smpte170m,
  8: { red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: illuminantC },
  9: bt2020Primaries,
  10: { red: [1, 0], green: [0, 1], blue: [0, 0], white: [1 / 3, 1 / 3] },
  11: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] },
  12: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: d65 },
  22: { red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077], white: d65 },
};

/** The chromaticities of `ColourPrimaries`; null for those without any. */
export function primariesOf(number: number): Chromaticities | null {
  return primariesByNumber[number] ?? null;
}

/** A power of the signal. */
export function powerCurve(gamma: number): TransferCurve {
  return { gamma, a: 1, b: 0, slope: 0, from: 0 };
}

/** IEC 61966-2-1. */
const srgbCurve: TransferCurve = { gamma: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, slope: 1 / 12.92, from: 0.04045 };

/** `TransferCharacteristics` of sRGB, PQ (SMPTE ST 2084) and HLG (ARIB STD-B67). */
export const transfers = { srgb: 13, pq: 16, hlg: 18 };

/** The curve of cameras for BT.709 and its like is shown by displays of BT.1886, with black at 0. */
const bt1886 = powerCurve(2.4);

const curvesByNumber: Readonly<Record<number, TransferCurve>> = {
  1: bt1886,
  4: powerCurve(2.2),
  5: powerCurve(2.8),
  6: bt1886,
  7: { gamma: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, slope: 1 / 4, from: 0.0913 },
  8: powerCurve(1),
  11: bt1886,
  [transfers.srgb]: srgbCurve,
  14: bt1886,
  15: bt1886,
  17: { ...powerCurve(2.6), a: (52.37 / 48) ** (1 / 2.6) },
};

/** The curve of `TransferCharacteristics`; null for PQ, HLG, the logarithmic ones and those that say nothing. */
export function curveOf(number: number): TransferCurve | null {
  return curvesByNumber[number] ?? null;
}
