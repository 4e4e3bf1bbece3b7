/** Whether a colour is rather the car's or the background's, by histograms of both. */
import { backgroundUpTo, missedFrom, undecidedFrom } from '../alpha.ts';
import { grown } from '../morphology.ts';
import type { Size } from '../region.ts';

/** Steps of each channel. */
const steps = 16;
/** Share of a histogram that a colour has at least, so that one that is in neither says nothing. */
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
  const bins = Uint16Array.from(alpha, (_, at) => binOf(colours, at * 3));
  const near = grown(
    alpha.map((value) => (value >= undecidedFrom ? 1 : 0)),
    size,
    edgeSide,
  );
  const car = shares(bins, (at) => alpha[at] >= missedFrom);
  const background = shares(bins, (at) => near[at] === 0 && alpha[at] <= backgroundUpTo);
  const likeness = car.map((share, bin) => Math.log((share + leastShare) / (background[bin] + leastShare)));
  return Float32Array.from(bins, (bin) => likeness[bin]);
}

function binOf(colours: Uint8Array, at: number): number {
  return ((colours[at] >> 4) * steps + (colours[at + 1] >> 4)) * steps + (colours[at + 2] >> 4);
}

/** Shares of the bins among the pixels that count, each blurred into its neighbours. */
function shares(bins: Uint16Array, counts: (at: number) => boolean): Float64Array {
  let histogram = new Float64Array(steps ** 3);
  let total = 0;
  for (const [at, bin] of bins.entries()) {
    if (!counts(at)) continue;
    histogram[bin]++;
    total++;
  }
  for (const stride of [1, steps, steps * steps]) histogram = blurred(histogram, stride);
  return histogram.map((count) => count / Math.max(1, total));
}

/** Along one channel by 1, 2, 1; at the ends the last one counts for the missing one. */
function blurred(histogram: Float64Array, stride: number): Float64Array<ArrayBuffer> {
  return Float64Array.from(histogram, (count, bin) => {
    const place = Math.floor(bin / stride) % steps;
    const before = place > 0 ? histogram[bin - stride] : count;
    const after = place < steps - 1 ? histogram[bin + stride] : count;
    return (before + 2 * count + after) / 4;
  });
}
