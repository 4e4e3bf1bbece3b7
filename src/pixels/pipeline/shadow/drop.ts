/** The shadow of a thing that floats before a wall: its own alpha, moved down and blurred. */

import type { Region } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { blur, reach } from './blur.ts';
import { type Shade, sizeOf } from './shade.ts';

/** Shares of the subject's size. */
const downShare = 0.02;
const blurShare = 0.03;

/** Most cells of a side that a pass over the alpha keeps. */
const mostCells = 1024;
/** Cells of a deviation at least, where the kept alpha has them: values between cells are right to a level of 255 then. */
const cellsOfDeviation = 4;

/** The alpha of a result in squares of pixels, as means. */
export class CoarseAlpha {
  readonly #channels: number;
  readonly #heightPx: number;
  readonly #cellPx: number;
  readonly #widthPx: number;
  readonly #samples: Uint8Array;
  readonly #sums: Uint32Array;

  /** @param rows of the whole picture, alpha last */
  constructor({ widthPx, heightPx, channels }: RowWriter) {
    this.#channels = channels;
    this.#heightPx = heightPx;
    this.#cellPx = Math.ceil(Math.max(widthPx, heightPx) / mostCells);
    this.#widthPx = Math.ceil(widthPx / this.#cellPx);
    this.#sums = new Uint32Array(this.#widthPx);
    this.#samples = new Uint8Array(this.#widthPx * Math.ceil(heightPx / this.#cellPx));
  }

  /** Adds row `y`; all of them, top to bottom. */
  add(row: Uint8Array, y: number): void {
    const cellPx = this.#cellPx;
    const sums = this.#sums;
    const cellBytes = cellPx * this.#channels;
    let at = this.#channels - 1;
    for (let cell = 0; cell < sums.length; cell++) {
      const end = Math.min(row.length, (cell + 1) * cellBytes);
      let sum = 0;
      for (; at < end; at += this.#channels) sum += row[at];
      sums[cell] += sum;
    }
    if ((y + 1) % cellPx !== 0 && y !== this.#heightPx - 1) return;
    const start = Math.floor(y / cellPx) * this.#widthPx;
    for (let cell = 0; cell < sums.length; cell++) this.#samples[start + cell] = sums[cell] / cellPx ** 2 + 0.5;
    sums.fill(0);
  }

  /** The shadow of what is in a box. */
  shade(box: Region): Shade {
    const size = sizeOf(box);
    const deviationPx = size * blurShare;
    const own = this.#cellPx;
    const joined = Math.max(1, Math.floor(deviationPx / (cellsOfDeviation * own)));
    const cellPx = joined * own;
    const deviation = deviationPx / cellPx;
    const margin = Math.ceil(deviation * reach) + 1;
    const [left, top] = [Math.floor(box.leftPx / own), Math.floor(box.topPx / own)];
    const [right, bottom] = [(box.leftPx + box.widthPx) / own, (box.topPx + box.heightPx) / own].map(Math.ceil);
    const widthPx = Math.ceil((right - left) / joined) + 2 * margin;
    const heightPx = Math.ceil((bottom - top) / joined) + 2 * margin;
    const values = new Float32Array(widthPx * heightPx);
    for (let y = top; y < bottom; y++) {
      const line = (margin + Math.floor((y - top) / joined)) * widthPx + margin;
      for (let x = left; x < right; x++) {
        values[line + Math.floor((x - left) / joined)] += this.#samples[y * this.#widthPx + x];
      }
    }
    const full = 255 * joined ** 2;
    for (let at = 0; at < values.length; at++) values[at] /= full;
    const cells = { widthPx, heightPx, values };
    blur(cells, deviation, deviation);
    return {
      cells,
      cellPx,
      leftPx: left * own - margin * cellPx,
      topPx: top * own - margin * cellPx + size * downShare,
      fromPx: Number.NEGATIVE_INFINITY,
    };
  }
}
