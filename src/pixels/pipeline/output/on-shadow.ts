/** A shadow under the rows of an answer. */

import { axisTaps, type Taps } from '../plane/taps.ts';
import type { RowWriter } from '../rows/compose.ts';
import type { Shade } from '../shadow/shade.ts';
import type { Framing } from './framing.ts';

/**
 * Lays a black shadow under rows (Porter and Duff, 1984: the rows over it).
 * @param rows RGBA, straight alpha, as the framing shows them
 * @param opacity 0 to 1, where the shadow is darkest
 * @returns RGBA, straight alpha
 */
export function onShadow(rows: RowWriter, framing: Framing, shade: Shade, opacity: number): RowWriter {
  const { widthPx, heightPx, channels } = rows;
  const shadow = new ShadowRows(shade, framing);
  const values = new Float32Array(widthPx);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels,
    cost: rows.cost,
    write(count, into) {
      rows.write(count, into);
      for (let row = 0; row < count; row++, y++) {
        if (shadow.read(y, values))
          layUnder(into.subarray(row * widthPx * 4, (row + 1) * widthPx * 4), values, opacity);
      }
    },
  };
}

function layUnder(rgba: Uint8Array, values: Float32Array, opacity: number): void {
  for (let x = 0, at = 0; x < values.length; x++, at += 4) {
    const own = rgba[at + 3];
    if (own === 255 || values[x] === 0) continue;
    const sum = own + (255 - own) * values[x] * opacity;
    // What is hidden keeps the colour 0.
    if (own > 0) for (let channel = at; channel < at + 3; channel++) rgba[channel] = (rgba[channel] * own) / sum + 0.5;
    rgba[at + 3] = sum + 0.5;
  }
}

/** A shadow at the size of an answer: means over areas where its cells are smaller, bilinear where they are larger. */
class ShadowRows {
  readonly #shade: Shade;
  readonly #columns: Taps;
  readonly #lines: Taps;
  readonly #line: Float64Array;
  /** First row that may show any of it. */
  readonly #from: number;

  constructor(shade: Shade, { widthPx, heightPx, boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx }: Framing) {
    const { cells, cellPx, leftPx, topPx, fromPx } = shade;
    const left = (boxLeftPx - leftPx) / cellPx;
    const top = (boxTopPx - topPx) / cellPx;
    this.#shade = shade;
    this.#columns = axisTaps(cells.widthPx, widthPx, { from: left, to: left + boxWidthPx / cellPx });
    this.#lines = axisTaps(cells.heightPx, heightPx, { from: top, to: top + boxHeightPx / cellPx });
    this.#line = new Float64Array(cells.widthPx);
    this.#from = ((fromPx - boxTopPx) * heightPx) / boxHeightPx;
  }

  /** Writes row `y`, 0 to 1. @returns false where the row has none of it */
  read(y: number, into: Float32Array): boolean {
    const { widthPx, values } = this.#shade.cells;
    const lines = this.#lines;
    if (y < this.#from || lines.count[y] === 0) return false;
    const line = this.#line.fill(0);
    for (let tap = 0; tap < lines.count[y]; tap++) {
      const weight = lines.weights[y * lines.stride + tap];
      const start = (lines.first[y] + tap) * widthPx;
      for (let at = 0; at < widthPx; at++) line[at] += values[start + at] * weight;
    }
    const { first, count, weights, stride } = this.#columns;
    for (let x = 0; x < into.length; x++) {
      let sum = 0;
      for (let tap = 0; tap < count[x]; tap++) sum += line[first[x] + tap] * weights[x * stride + tap];
      into[x] = sum;
    }
    return true;
  }
}
