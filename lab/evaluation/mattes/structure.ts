/** The S-measure of Fan et al. ("Structure-measure: a new way to evaluate foreground maps", ICCV 2017), alpha 0.5. */
import type { ValueMap } from './map.ts';

const tiny = Number.EPSILON;

/**
 * How much of the structure of a mask a prediction has, 0 to 1.
 * @param subject the truth: 1 in the subject, 0 elsewhere
 */
export function structureMeasure({ widthPx, heightPx, values }: ValueMap, subject: Uint8Array): number {
  let count = 0;
  let rows = 0;
  let columns = 0;
  for (let y = 0, pixel = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, pixel++) {
      if (subject[pixel] === 0) continue;
      count++;
      rows += y;
      columns += x;
    }
  }
  if (count === 0 || count === values.length) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return count === 0 ? 1 - mean : mean;
  }
  const share = count / values.length;
  const inside = objectScore(values, subject, 1, count);
  const outside = objectScore(values, subject, 0, values.length - count);
  // The centroid's own row and column belong to the upper and left quarters.
  const splitX = roundedToEven(columns / count) + 1;
  const splitY = roundedToEven(rows / count) + 1;
  let region = 0;
  for (const [top, bottom] of [
    [0, splitY],
    [splitY, heightPx],
  ]) {
    for (const [left, right] of [
      [0, splitX],
      [splitX, widthPx],
    ]) {
      const part = { left, right, top, bottom };
      region += (((right - left) * (bottom - top)) / values.length) * likeness(values, subject, widthPx, part);
    }
  }
  return Math.max(0, 0.5 * (share * inside + (1 - share) * outside) + 0.5 * region);
}

/** How high and even the prediction is in the subject (1), or its complement in the background (0). */
function objectScore(values: Float32Array, subject: Uint8Array, side: 0 | 1, count: number): number {
  let sum = 0;
  for (let pixel = 0; pixel < values.length; pixel++) {
    if (subject[pixel] === side) sum += side === 1 ? values[pixel] : 1 - values[pixel];
  }
  const mean = sum / count;
  let squares = 0;
  for (let pixel = 0; pixel < values.length; pixel++) {
    if (subject[pixel] === side) squares += ((side === 1 ? values[pixel] : 1 - values[pixel]) - mean) ** 2;
  }
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  return (2 * mean) / (mean * mean + 1 + deviation + tiny);
}

interface Part {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Structural similarity of prediction and mask in one part of the picture. */
function likeness(values: Float32Array, subject: Uint8Array, widthPx: number, part: Part): number {
  const { left, right, top, bottom } = part;
  const count = (right - left) * (bottom - top);
  if (count === 0) return 0;
  let x = 0;
  let y = 0;
  for (let row = top; row < bottom; row++) {
    for (let pixel = row * widthPx + left; pixel < row * widthPx + right; pixel++) {
      x += values[pixel];
      y += subject[pixel];
    }
  }
  x /= count;
  y /= count;
  let [xx, yy, xy] = [0, 0, 0];
  for (let row = top; row < bottom; row++) {
    for (let pixel = row * widthPx + left; pixel < row * widthPx + right; pixel++) {
      const [dx, dy] = [values[pixel] - x, subject[pixel] - y];
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
  }
  const free = count - 1 + tiny;
  const shared = (4 * x * y * xy) / free;
  const apart = ((x * x + y * y) * (xx + yy)) / free;
  if (shared !== 0) return shared / (apart + tiny);
  return apart === 0 ? 1 : 0;
}

function roundedToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
