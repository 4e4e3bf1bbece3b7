/** Rows of a result one at a time, made a band at a time. */
import type { RowWriter } from '../rows/compose.ts';
import { rowsAtOnce } from '../rows/row-steps.ts';

/** Bytes of a band, a row at least. */
const bandBytes = 256 * 1024;

/** Goes through rows from top to bottom; a row may be read several times before the next one is. */
export class RowReader {
  readonly #rows: RowWriter;
  readonly #stride: number;
  readonly #band: Uint8Array;
  /** Rows that the band holds, from `#top` to before `#end`. */
  #top = 0;
  #end = 0;

  constructor(rows: RowWriter) {
    this.#rows = rows;
    this.#stride = rows.widthPx * rows.channels;
    const count = rowsAtOnce(rows, Math.min(rows.heightPx, Math.max(1, Math.floor(bandBytes / this.#stride))));
    this.#band = new Uint8Array(count * this.#stride);
  }

  /** Row `y`, no earlier one than before. Its bytes are valid until the next call. */
  at(y: number): Uint8Array {
    while (y >= this.#end) this.#advance();
    const from = (y - this.#top) * this.#stride;
    return this.#band.subarray(from, from + this.#stride);
  }

  #advance(): void {
    this.#top = this.#end;
    const count = Math.min(this.#band.length / this.#stride, this.#rows.heightPx - this.#top);
    this.#rows.write(count, this.#band);
    this.#end += count;
  }
}
