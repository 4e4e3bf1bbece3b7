/** Rows of a picture as RGB, whatever it has. */
import type { Picture, RowSource } from '../picture/picture.ts';

/** Measured: microseconds that a pixel takes to be decoded and compared. */
export const rowPixelUs = 0.02;

/** Reads a picture row by row, top to bottom, as RGB. */
export class FlatRows {
  readonly #source: RowSource;
  readonly #channels: number;
  readonly #rgb: Uint8Array;
  #row: Uint8Array = new Uint8Array(0);

  constructor({ widthPx, channels, ...picture }: Pick<Picture, 'widthPx' | 'channels' | 'rows'>) {
    this.#source = picture.rows();
    this.#channels = channels;
    this.#rgb = new Uint8Array(channels === 4 ? widthPx * 3 : 0);
  }

  /** Passes over what is above the first row, in steps. */
  *begin(): Generator<number, void, void> {
    if (this.#source.begin) yield* this.#source.begin();
  }

  /** The next row: width × 3 bytes, valid until the next call. */
  next(): Uint8Array {
    this.#row = this.#source.next(1);
    if (this.#channels === 3) return this.#row;
    for (let from = 0, to = 0; to < this.#rgb.length; from += 4, to += 3) {
      this.#rgb[to] = this.#row[from];
      this.#rgb[to + 1] = this.#row[from + 1];
      this.#rgb[to + 2] = this.#row[from + 2];
    }
    return this.#rgb;
  }

  /** Whether the pixel of the last row is more than a little transparent. */
  isClear(x: number): boolean {
    return this.#channels === 4 && this.#row[x * 4 + 3] < 250;
  }
}
