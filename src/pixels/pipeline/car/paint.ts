/** Whether a colour is rather the car's or the background's, by histograms of both. */

import { binOf, histogramOf } from '../colour/histogram.ts';
import { backgroundUpTo, missedFrom, undecidedFrom } from '../plane/alpha.ts';
import { grown } from '../plane/morphology.ts';
import type { Size } from '../plane/region.ts';

/** Bits of each channel by which colours differ. */
const bits = 4;
/** Least share of a colour in a histogram, so that a colour in neither does not count. */
const leastShare = 2e-5;
/** Side of the square around what may be the car that is no background, in pixels. */
const edgeSide = 9;

/**
 * How much more often a colour is seen in the car than around it.
 * @param colours RGB, 0 to 255
 * @param alpha of the same pixels: the car so far
 * @returns of each pixel the natural logarithm of the ratio of both shares: above 0 it is rather the car's
 */
export function likenessToCar(colours: Uint8Array, alpha: Uint8Array, size: Size): Float32Array {
  const bins = new Uint16Array(alpha.length);
  for (let at = 0; at < bins.length; at++) bins[at] = binOf(colours, at, bits);
  const near = grown(
    alpha.map((value) => (value >= undecidedFrom ? 1 : 0)),
    size,
    edgeSide,
  );
  const car = shares(bins, (at) => alpha[at] >= missedFrom);
  const background = shares(bins, (at) => near[at] === 0 && alpha[at] <= backgroundUpTo);
  const likeness = car.map((share, bin) => Math.log((share + leastShare) / (background[bin] + leastShare)));
  const ofPixels = new Float32Array(bins.length);
  for (let at = 0; at < bins.length; at++) ofPixels[at] = likeness[bins[at]];
  return ofPixels;
}

/** Shares of the bins among the pixels that count. */
function shares(bins: Uint16Array, counts: (at: number) => boolean): Float64Array {
  const counted = bins.filter((_, at) => counts(at));
  return histogramOf(counted, bits).map((count) => count / Math.max(1, counted.length));
}
