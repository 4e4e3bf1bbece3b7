/** Gaussian blur of a plane of numbers. */
import type { Size } from '../plane/region.ts';

/** Values of cells, row by row. */
export interface ShadowPlane extends Size {
  readonly values: Float32Array;
}

/** Standard deviations beyond which a Gaussian counts as 0. */
export const reach = 3;

/** Blurs along both axes, in place; beyond the cells all is 0. @param across deviation in cells, above 0 @param down the same */
export function blur({ widthPx, heightPx, values }: ShadowPlane, across: number, down: number): void {
  const rows = { lines: heightPx, stride: widthPx, length: widthPx, step: 1 };
  const columns = { lines: widthPx, stride: 1, length: heightPx, step: widthPx };
  blurLines(values, rows, weightsOf(across));
  blurLines(values, columns, weightsOf(down));
}

interface Lines {
  readonly lines: number;
  /** From the start of one to that of the next. */
  readonly stride: number;
  readonly length: number;
  /** From one value of a line to the next. */
  readonly step: number;
}

/** @param weights from the middle outwards, of one side */
function blurLines(values: Float32Array, { lines, stride, length, step }: Lines, weights: Float64Array): void {
  const reached = weights.length - 1;
  // Nothing on either side, so that no sum has to check where it ends.
  const line = new Float64Array(length + 2 * reached);
  for (let index = 0; index < lines; index++) {
    const start = index * stride;
    let isEmpty = true;
    for (let at = 0; at < length; at++) {
      line[reached + at] = values[start + at * step];
      if (line[reached + at] !== 0) isEmpty = false;
    }
    // Of a line along the ground most rows are.
    if (isEmpty) continue;
    for (let at = 0; at < length; at++) {
      const middle = at + reached;
      let sum = line[middle] * weights[0];
      for (let tap = 1; tap <= reached; tap++) sum += (line[middle - tap] + line[middle + tap]) * weights[tap];
      values[start + at * step] = sum;
    }
  }
}

/** A Gaussian at whole cells, from its middle outwards; both sides together sum to 1. */
function weightsOf(deviation: number): Float64Array {
  const reached = Math.ceil(deviation * reach);
  const weights = Float64Array.from({ length: reached + 1 }, (_, at) => Math.exp(-0.5 * (at / deviation) ** 2));
  const sum = weights.reduce((total, weight) => total + 2 * weight, -weights[0]);
  return weights.map((weight) => weight / sum);
}
