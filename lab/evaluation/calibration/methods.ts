/** Chooses the range that a value's bytes represent, from its histogram. Beyond the range it is clipped. */
import type { Histogram } from './histogram.ts';

export type Range = readonly [low: number, high: number];

export type Method = (seen: Histogram) => Range;

/** All that was seen. One bright outlier makes every step coarse. */
const minMax: Method = ({ extent }) => [extent.low, extent.high];

/** All but a share of the numbers, half of it at either end; where the least is zero, at the upper end alone. */
function percentile(share: number): Method {
  return (seen) => {
    const { counts, extent, binWidth } = seen;
    const total = counts.reduce((sum, count) => sum + count, 0);
    const beyond = total * (1 - share);
    const oneSided = extent.low >= 0;
    const upper = fromTop(counts, oneSided ? beyond : beyond / 2);
    const lower = oneSided ? 0 : fromTop(counts.slice().reverse(), beyond / 2);
    return [extent.low + lower * binWidth, extent.high - upper * binWidth];
  };
}

/** How many bins from the end hold at most `beyond`. */
function fromTop(counts: Float64Array, beyond: number): number {
  let bins = 0;
  for (let left = beyond; bins < counts.length - 1; bins++) {
    left -= counts[counts.length - 1 - bins];
    if (left < 0) break;
  }
  return bins;
}

const levels = 256;

/**
 * The upper end whose cut and coarsened distribution differs least from what was seen, by Kullback and Leibler's
 * divergence (Migacz, 8-bit inference with TensorRT, GTC 2017). The lower end is as seen.
 */
const entropy: Method = ({ counts: all, extent, binWidth }) => {
  const counts = all.slice();
  // Half of all values are the zeros behind a Relu, which every range represents exactly: they must not outvote the rest.
  counts[0] = counts[1];
  let best = { divergence: Number.POSITIVE_INFINITY, bins: counts.length };
  for (let bins = levels; bins <= counts.length; bins += 16) {
    const divergence = divergenceOf(counts, bins);
    if (divergence < best.divergence) best = { divergence, bins };
  }
  return [extent.low, extent.low + best.bins * binWidth];
};

/** Divergence of the first `bins` bins, the last of which takes all beyond it, from the same in 256 steps. */
function divergenceOf(counts: Float64Array, bins: number): number {
  const seen = counts.slice(0, bins);
  for (let bin = bins; bin < counts.length; bin++) seen[bins - 1] += counts[bin];
  const total = seen.reduce((sum, count) => sum + count, 0);
  let divergence = 0;
  for (let level = 0; level < levels; level++) {
    const from = Math.floor((level * bins) / levels);
    const to = Math.floor(((level + 1) * bins) / levels);
    let kept = 0;
    let filled = 0;
    for (let bin = from; bin < to; bin++) {
      kept += counts[bin];
      if (seen[bin] > 0) filled++;
    }
    const coarse = filled > 0 ? kept / filled : 0;
    for (let bin = from; bin < to; bin++) {
      if (seen[bin] === 0) continue;
      // A bin that the coarse distribution leaves empty would make the divergence infinite.
      divergence += (seen[bin] / total) * Math.log(seen[bin] / Math.max(coarse, 1e-3));
    }
  }
  return divergence;
}

/** Methods by name. */
export const methods: Readonly<Record<string, Method>> = {
  minmax: minMax,
  'percentile-99.9': percentile(0.999),
  'percentile-99.99': percentile(0.9999),
  'percentile-99.999': percentile(0.99999),
  entropy,
};
