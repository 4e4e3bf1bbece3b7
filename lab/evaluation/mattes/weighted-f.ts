/** The weighted F-measure of Margolin et al. ("How to evaluate foreground maps?", CVPR 2014), beta² = 1. */
import type { ValueMap } from './map.ts';
import { type Nearest, nearestOf } from './nearest.ts';

const sigma = 5;
const reach = 3;

/**
 * Precision and recall in one number, 0 to 1: errors next to others of their kind count less inside the subject, errors
 * far from the subject count up to twice.
 * @param subject the truth: 1 in the subject, 0 elsewhere
 * @param nearest of the subject, where it is known already
 */
export function weightedF(prediction: ValueMap, subject: Uint8Array, nearest?: Nearest): number {
  const { widthPx, heightPx, values } = prediction;
  if (!subject.includes(1)) return 0;
  const { squared, pixel: nearestPixel } = nearest ?? nearestOf(subject, widthPx);
  const error = new Float32Array(values.length);
  for (let pixel = 0; pixel < error.length; pixel++) error[pixel] = Math.abs(values[pixel] - subject[pixel]);
  const carried = new Float32Array(values.length);
  for (let pixel = 0; pixel < error.length; pixel++) carried[pixel] = error[nearestPixel[pixel]];
  const spread = blurred(carried, widthPx, heightPx);
  let count = 0;
  let missed = 0;
  let invented = 0;
  for (let pixel = 0; pixel < error.length; pixel++) {
    if (subject[pixel] === 1) {
      count++;
      missed += Math.min(error[pixel], spread[pixel]);
    } else if (error[pixel] > 0) {
      invented += error[pixel] * (2 - Math.exp((Math.log(0.5) / 5) * Math.sqrt(squared[pixel])));
    }
  }
  const recall = 1 - missed / count;
  const precision = (count - missed) / (count - missed + invented + Number.EPSILON);
  return (2 * recall * precision) / (recall + precision + Number.EPSILON);
}

const bell = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)));
const weights = bell.map((weight) => weight / bell.reduce((sum, value) => sum + value, 0));

/** 7 × 7 Gaussian of 5 px; zero beyond the border. */
function blurred(values: Float32Array, widthPx: number, heightPx: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      let sum = 0;
      const last = Math.min(reach, widthPx - 1 - x);
      for (let offset = Math.max(-reach, -x); offset <= last; offset++) {
        sum += values[at + offset] * weights[offset + reach];
      }
      across[at] = sum;
    }
  }
  const result = new Float32Array(values.length);
  for (let y = 0; y < heightPx; y++) {
    for (let offset = Math.max(-reach, -y); offset <= Math.min(reach, heightPx - 1 - y); offset++) {
      const weight = weights[offset + reach];
      for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
        result[at] += across[at + offset * widthPx] * weight;
      }
    }
  }
  return result;
}
