/** Gradients of a matte, as Rhemann et al. compare them ("A perceptually motivated online benchmark", CVPR 2009). */
import type { ValueMap } from './map.ts';

const sigma = 1.4;
/** Where the bell falls below a hundredth. */
const reach = Math.ceil(sigma * Math.sqrt(-2 * Math.log(Math.sqrt(2 * Math.PI) * sigma * 0.01)));
const bell = Array.from({ length: reach + 1 }, (_, offset) => Math.exp(-(offset ** 2) / (2 * sigma ** 2)));
/** Weights by distance from the centre. The kernel of the field has two dimensions and L2 norm 1: their product. */
const smooth = Float64Array.from(bell, (weight) => weight / Math.sqrt(sumOverBoth(bell.map((value) => value ** 2))));
const steep = bell.map((weight, offset) => weight * offset);
const slope = Float64Array.from(steep, (weight) => weight / Math.sqrt(sumOverBoth(steep.map((value) => value ** 2))));

function sumOverBoth(byDistance: readonly number[]): number {
  return byDistance.reduce((sum, value, offset) => sum + value * (offset === 0 ? 1 : 2), 0);
}

/** Sum of the smoothing kernel over both directions. */
const evenSum = sumOverBoth([...smooth]);

/**
 * Length of the gradient at each pixel: first derivatives of a Gaussian of 1.4 px, kernels of 9 × 9 px divided by
 * their L2 norm, the border's value going on beyond it. Where nothing changes under the kernel nothing is computed.
 */
export function gradientLength({ widthPx, heightPx, values }: ValueMap): Float32Array {
  const smoothed = new Float32Array(values.length);
  const sloped = new Float32Array(values.length);
  const padded = new Float32Array(widthPx + 2 * reach);
  for (let y = 0; y < heightPx; y++) {
    const row = values.subarray(y * widthPx, (y + 1) * widthPx);
    padded.fill(row[0], 0, reach);
    padded.set(row, reach);
    padded.fill(row[widthPx - 1], reach + widthPx);
    filterRow(padded, smoothed.subarray(y * widthPx), sloped.subarray(y * widthPx), widthPx);
  }
  return lengthsDown(smoothed, sloped, widthPx, heightPx);
}

/** @param padded a row with `reach` more samples on both sides */
function filterRow(padded: Float32Array, smoothed: Float32Array, sloped: Float32Array, widthPx: number): void {
  /** The last sample so far that differs from the one before it. */
  let changed = 0;
  for (let at = 1; at < 2 * reach; at++) if (padded[at] !== padded[at - 1]) changed = at;
  for (let x = 0; x < widthPx; x++) {
    const last = x + 2 * reach;
    if (padded[last] !== padded[last - 1]) changed = last;
    if (changed <= x) {
      smoothed[x] = padded[last] * evenSum;
      continue;
    }
    let even = padded[x + reach] * smooth[0];
    let odd = 0;
    for (let offset = 1; offset <= reach; offset++) {
      const before = padded[x + reach - offset];
      const after = padded[x + reach + offset];
      even += (after + before) * smooth[offset];
      odd += (after - before) * slope[offset];
    }
    smoothed[x] = even;
    sloped[x] = odd;
  }
}

/** The second half of both kernels, down the columns. */
function lengthsDown(smoothed: Float32Array, sloped: Float32Array, widthPx: number, heightPx: number): Float32Array {
  const length = new Float32Array(smoothed.length);
  /** The last row so far, in each column, that differs from the one above it. */
  const changed = new Int32Array(widthPx);
  for (let y = 1 - reach; y < heightPx; y++) {
    const last = y + reach;
    const lastRow = last * widthPx;
    const here = y * widthPx;
    for (let x = 0; x < widthPx; x++) {
      if (last < heightPx) {
        const at = lastRow + x;
        if (smoothed[at] !== smoothed[at - widthPx] || sloped[at] !== sloped[at - widthPx]) changed[x] = last;
      }
      if (y < 0) continue;
      if (changed[x] <= y - reach || changed[x] === 0) {
        length[here + x] = Math.abs(sloped[here + x]) * evenSum;
        continue;
      }
      let across = sloped[here + x] * smooth[0];
      let down = 0;
      for (let offset = 1; offset <= reach; offset++) {
        const above = Math.max(0, y - offset) * widthPx + x;
        const below = Math.min(heightPx - 1, y + offset) * widthPx + x;
        across += (sloped[above] + sloped[below]) * smooth[offset];
        down += (smoothed[below] - smoothed[above]) * slope[offset];
      }
      length[here + x] = Math.sqrt(across * across + down * down);
    }
  }
  return length;
}
