/** A picture under the rows of an answer. */

import type { Picture, RowSource } from '../picture/picture.ts';
import type { Size } from '../plane/region.ts';
import { axisTaps, type Taps } from '../plane/taps.ts';
import type { RowWriter } from '../rows/compose.ts';

/**
 * Lays a picture under rows (Porter and Duff, 1984: the rows over it), in gamma-encoded values. It covers all of the
 * canvas, centred; what reaches beyond is cut off.
 * @param rows RGBA, straight alpha
 * @param background in the colours of `rows`; where it is transparent, white
 * @returns RGBA, opaque
 */
export function onBackground(rows: RowWriter, background: Picture): RowWriter {
  const { widthPx, heightPx, channels } = rows;
  const under = new CoverRows(background, rows);
  const colours = new Float32Array(widthPx * 3);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels,
    cost: rows.cost,
    write(count, into) {
      rows.write(count, into);
      for (let row = 0; row < count; row++, y++) {
        under.read(y, colours);
        layOn(into.subarray(row * widthPx * 4, (row + 1) * widthPx * 4), colours);
      }
    },
  };
}

function layOn(rgba: Uint8Array, colours: Float32Array): void {
  for (let at = 0, from = 0; at < rgba.length; at += 4, from += 3) {
    const own = rgba[at + 3];
    if (own === 255) continue;
    const rest = 255 - own;
    for (let channel = 0; channel < 3; channel++) {
      rgba[at + channel] = (rgba[at + channel] * own + colours[from + channel] * rest) / 255 + 0.5;
    }
    rgba[at + 3] = 255;
  }
}

/** A picture at the smallest size that covers a canvas: means over areas where that shrinks it, bilinear where it grows. */
class CoverRows {
  readonly #source: RowSource;
  readonly #channels: number;
  readonly #columns: Taps;
  readonly #lines: Taps;
  /** The two rows of the picture that were last read, as wide as the canvas; row `y` is in place `y & 1`. */
  readonly #held: readonly [Float32Array, Float32Array];
  /** Rows that were read. */
  #read = 0;

  constructor(picture: Picture, canvas: Size) {
    const scale = Math.max(canvas.widthPx / picture.widthPx, canvas.heightPx / picture.heightPx);
    const taps = (lengthPx: number, wantedPx: number) => {
      const shown = Math.min(lengthPx, wantedPx / scale);
      const from = (lengthPx - shown) / 2;
      return axisTaps(lengthPx, wantedPx, { from, to: from + shown });
    };
    this.#source = picture.rows();
    this.#channels = picture.channels;
    this.#columns = taps(picture.widthPx, canvas.widthPx);
    this.#lines = taps(picture.heightPx, canvas.heightPx);
    this.#held = [new Float32Array(canvas.widthPx * 3), new Float32Array(canvas.widthPx * 3)];
  }

  /** Writes the colours of row `y`, 0 to 255. Rows are asked for from top to bottom. */
  read(y: number, into: Float32Array): void {
    const { first, count, weights, stride } = this.#lines;
    into.fill(0);
    for (let tap = 0; tap < count[y]; tap++) {
      const weight = weights[y * stride + tap];
      if (weight === 0) continue;
      const row = this.#row(first[y] + tap);
      for (let at = 0; at < into.length; at++) into[at] += row[at] * weight;
    }
  }

  #row(y: number): Float32Array {
    const held = this.#held[y & 1];
    for (; this.#read <= y; this.#read++) {
      if (this.#read < y - 1) {
        this.#source.skip(y - 1 - this.#read);
        this.#read = y - 1;
      }
      const pixels = this.#source.next(1);
      this.#widen(this.#channels === 4 ? onWhite(pixels) : pixels, this.#held[this.#read & 1]);
    }
    return held;
  }

  #widen(rgb: Uint8Array | Float32Array, into: Float32Array): void {
    const { first, count, weights, stride } = this.#columns;
    for (let x = 0, at = 0; at < into.length; x++, at += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let tap = 0, from = first[x] * 3; tap < count[x]; tap++, from += 3) {
        const weight = weights[x * stride + tap];
        red += rgb[from] * weight;
        green += rgb[from + 1] * weight;
        blue += rgb[from + 2] * weight;
      }
      into[at] = red;
      into[at + 1] = green;
      into[at + 2] = blue;
    }
  }
}

function onWhite(rgba: Uint8Array): Float32Array {
  const rgb = new Float32Array((rgba.length / 4) * 3);
  for (let from = 0, at = 0; from < rgba.length; from += 4, at += 3) {
    const alpha = rgba[from + 3];
    for (let channel = 0; channel < 3; channel++) {
      rgb[at + channel] = 255 + ((rgba[from + channel] - 255) * alpha) / 255;
    }
  }
  return rgb;
}
