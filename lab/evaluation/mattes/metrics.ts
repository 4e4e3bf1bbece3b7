/** How far a cutout is from the truth, a row of numbers for each. Definitions and their sources: README.md here. */
import { bandOf } from './band.ts';
import { areAlike } from './coarse.ts';
import { connectivityDifference } from './connectivity.ts';
import { gradientLength } from './gradient.ts';
import type { Truth, ValueMap } from './map.ts';
import { type Nearest, nearestOf } from './nearest.ts';
import { structureMeasure } from './structure.ts';
import { weightedF } from './weighted-f.ts';

/** Not a number where there is nothing to measure. */
export type Row = Readonly<Record<string, number>>;

/** Truth with what all its comparisons share. */
export interface Measured {
  readonly truth: Truth;
  /** 1 in the band. */
  readonly band: Uint8Array;
  /** Null where only edges are asked for. */
  readonly gradient: Float32Array | null;
  /** 1 where the truth is more subject than background, and the nearest such pixel; null where it is not asked for. */
  readonly subject: { readonly mask: Uint8Array; readonly nearest: Nearest | null } | null;
}

/**
 * @param ofSubject whether it is also measured if the right subject was found
 * @param edgesOnly leaves out what takes longest: Grad, Conn, and all of the subject
 */
export function measured(truth: Truth, ofSubject: boolean, edgesOnly = false): Measured {
  if (edgesOnly) return { truth, band: bandOf(truth.alpha), gradient: null, subject: null };
  return {
    truth,
    band: bandOf(truth.alpha),
    gradient: gradientLength(truth.alpha),
    subject: ofSubject ? subjectOf(truth.alpha) : null,
  };
}

function subjectOf({ widthPx, values }: ValueMap): Measured['subject'] {
  const mask = new Uint8Array(values.length);
  for (let pixel = 0; pixel < values.length; pixel++) mask[pixel] = Number(values[pixel] >= 0.5);
  return { mask, nearest: mask.includes(1) ? nearestOf(mask, widthPx) : null };
}

/**
 * All metrics of one cutout.
 * @param rgba straight alpha, height × width × 4, 0 to 255
 * @param photo what was cut out, RGB, height × width × 3, 0 to 255
 */
export function measure(against: Measured, rgba: Uint8Array, photo: Uint8Array): Row {
  const { truth, band, subject } = against;
  const { widthPx, heightPx } = truth.alpha;
  const values = new Float32Array(widthPx * heightPx);
  for (let pixel = 0; pixel < values.length; pixel++) values[pixel] = rgba[pixel * 4 + 3] / 255;
  const alpha: ValueMap = { widthPx, heightPx, values };
  const row = {
    ...matteErrors(against, alpha),
    colour_error: colourError(truth, rgba),
    visible_error: visibleError(truth, band, rgba),
    recoloured: recoloured(truth.alpha, rgba, photo),
    difference: meanDistance(values, truth.alpha.values),
    lost: lostSubject(values, truth.alpha.values),
  };
  if (!subject) return row;
  return {
    ...row,
    mae: meanDistance(alpha.values, subject.mask),
    s_measure: structureMeasure(alpha, subject.mask),
    weighted_f: subject.nearest ? weightedF(alpha, subject.mask, subject.nearest) : 0,
  };
}

/** SAD, Grad and Conn in thousands, and MSE: in the whole picture and in the band (Rhemann et al., CVPR 2009). */
export function matteErrors({ truth, band, gradient }: Measured, alpha: ValueMap): Row {
  const exact = truth.alpha.values;
  if (!gradient) return { band_sad: bandSad(exact, band, alpha.values) };
  const gradients = gradientLength(alpha);
  const connectivity = connectivityDifference(alpha.values, exact, alpha.widthPx);
  const all = { sad: 0, squares: 0, grad: 0, conn: 0 };
  const within = { sad: 0, squares: 0, grad: 0, conn: 0 };
  let bandPixels = 0;
  for (let pixel = 0; pixel < exact.length; pixel++) {
    const error = Math.abs(alpha.values[pixel] - exact[pixel]);
    const gradientError = (gradients[pixel] - gradient[pixel]) ** 2;
    all.sad += error;
    all.squares += error * error;
    all.grad += gradientError;
    all.conn += connectivity[pixel];
    if (band[pixel] === 0) continue;
    bandPixels++;
    within.sad += error;
    within.squares += error * error;
    within.grad += gradientError;
    within.conn += connectivity[pixel];
  }
  return {
    sad: all.sad / 1000,
    band_sad: within.sad / 1000,
    mse: all.squares / exact.length,
    band_mse: within.squares / bandPixels,
    grad: all.grad / 1000,
    band_grad: within.grad / 1000,
    conn: all.conn / 1000,
    band_conn: within.conn / 1000,
  };
}

function bandSad(exact: Float32Array, band: Uint8Array, values: Float32Array): number {
  return values.reduce((sum, value, pixel) => sum + band[pixel] * Math.abs(value - exact[pixel]), 0) / 1000;
}

/** Where 0.05 < a* < 0.95: how far colours are from the subject's own, weighted by a*, 0 to 255. */
export function colourError({ alpha, colours }: Truth, rgba: Uint8Array): number {
  let sum = 0;
  let weight = 0;
  for (let pixel = 0; pixel < alpha.values.length; pixel++) {
    const opacity = alpha.values[pixel];
    if (!(opacity > 0.05 && opacity < 0.95)) continue;
    for (let channel = 0; channel < 3; channel++) {
      sum += (opacity * Math.abs(rgba[pixel * 4 + channel] - colours[pixel * 3 + channel] * 255)) / 3;
    }
    weight += opacity;
  }
  return sum / weight;
}

/** A true alpha that is 255 in bytes. */
const opaqueFrom = 254.5 / 255;
/** A change of any of red, green and blue beyond this many of 255 is seen. */
const seenBeyond = 20;

/**
 * Of the pixels that are opaque in truth and kept at all, the share whose colour is not the photo's any more, 0 to 1.
 * @param photo RGB, height × width × 3, 0 to 255
 */
export function recoloured({ values }: ValueMap, rgba: Uint8Array, photo: Uint8Array): number {
  let kept = 0;
  let changed = 0;
  for (let pixel = 0; pixel < values.length; pixel++) {
    if (values[pixel] < opaqueFrom || rgba[pixel * 4 + 3] === 0) continue;
    kept++;
    const changeOf = (channel: number) => Math.abs(rgba[pixel * 4 + channel] - photo[pixel * 3 + channel]);
    if (Math.max(changeOf(0), changeOf(1), changeOf(2)) > seenBeyond) changed++;
  }
  return changed / kept;
}

/** Backgrounds on which a cutout is viewed, RGB 0 to 1. */
const backgrounds = [
  [1, 1, 1],
  [0, 0, 0],
  [1, 0, 0],
];

/** Difference that a viewer sees on white, black and red: mean over the band and over RGB, 0 to 255. */
export function visibleError({ alpha, colours }: Truth, band: Uint8Array, rgba: Uint8Array): number {
  let sum = 0;
  let pixels = 0;
  for (let pixel = 0; pixel < band.length; pixel++) {
    if (band[pixel] === 0) continue;
    pixels++;
    const opacity = rgba[pixel * 4 + 3] / 255;
    const exact = alpha.values[pixel];
    for (let channel = 0; channel < 3; channel++) {
      const shown = (opacity * rgba[pixel * 4 + channel]) / 255 - exact * colours[pixel * 3 + channel];
      for (const colour of backgrounds) sum += Math.abs(shown - (opacity - exact) * colour[channel]);
    }
  }
  return (sum / (pixels * 3 * backgrounds.length)) * 255;
}

/** MAE: mean distance of a prediction from a mask or an alpha, 0 to 1. */
export function meanDistance(values: Float32Array, truth: Uint8Array | Float32Array): number {
  let sum = 0;
  for (let pixel = 0; pixel < values.length; pixel++) sum += Math.abs(values[pixel] - truth[pixel]);
  return sum / values.length;
}

/** 1 where two alphas, 0 to 1, do not agree on what the subject is, else 0. */
function lostSubject(values: Float32Array, exact: Float32Array): 0 | 1 {
  const bytesOf = (alpha: Float32Array) => Uint8Array.from(alpha, (value) => value * 255 + 0.5);
  return areAlike(bytesOf(values), bytesOf(exact)) ? 0 : 1;
}
