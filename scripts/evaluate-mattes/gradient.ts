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

/**
 * Length of the gradient at each pixel: first derivatives of a Gaussian of 1.4 px, kernels of 9 × 9 px divided by
 * their L2 norm, the border's value going on beyond it.
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
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      let even = padded[x + reach] * smooth[0];
      let odd = 0;
      for (let offset = 1; offset <= reach; offset++) {
        const before = padded[x + reach - offset];
        const after = padded[x + reach + offset];
        even += (after + before) * smooth[offset];
        odd += (after - before) * slope[offset];
      }
      smoothed[at] = even;
      sloped[at] = odd;
    }
  }
  const length = new Float32Array(values.length);
  const across = new Float64Array(widthPx);
  const down = new Float64Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    const here = y * widthPx;
    for (let x = 0; x < widthPx; x++) {
      across[x] = sloped[here + x] * smooth[0];
      down[x] = 0;
    }
    for (let offset = 1; offset <= reach; offset++) {
      const above = Math.max(0, y - offset) * widthPx;
      const below = Math.min(heightPx - 1, y + offset) * widthPx;
      const even = smooth[offset];
      const odd = slope[offset];
      for (let x = 0; x < widthPx; x++) {
        across[x] += (sloped[above + x] + sloped[below + x]) * even;
        down[x] += (smoothed[below + x] - smoothed[above + x]) * odd;
      }
    }
    for (let x = 0; x < widthPx; x++) length[here + x] = Math.sqrt(across[x] * across[x] + down[x] * down[x]);
  }
  return length;
}
