/** Rows of a result as a framing shows them: cut, widened, scaled down. */
import { bytes, doubles, layOut } from '../../kernels/memory.ts';
import type { RowWriter } from '../rows/compose.ts';
import { beginRows } from '../rows/row-steps.ts';
import type { Framing } from './framing.ts';
import { RowReader } from './row-reader.ts';

/**
 * The part of the plane that a framing shows. Beyond the picture all is 0. What is scaled down is the mean over the area of
 * each pixel, of colours times alpha and of alpha; a matte's is that of the cutout's alpha.
 * @param rows of the whole picture
 */
export function framedRows(rows: RowWriter, framing: Framing): RowWriter {
  const { widthPx, heightPx, boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = framing;
  if (widthPx !== boxWidthPx || heightPx !== boxHeightPx) return scaledRows(rows, framing);
  const isWhole = boxLeftPx === 0 && boxTopPx === 0 && widthPx === rows.widthPx && heightPx === rows.heightPx;
  return isWhole ? rows : cutRows(rows, framing);
}

/** Measured: microseconds that a pixel of the picture takes to be decoded, drawn and added. */
const pixelUs = 0.04;

/** Goes to the row in front of the first one that is shown. */
function* passRowsAbove(rows: RowWriter, reader: RowReader, firstRow: number): Generator<number, void, void> {
  yield* beginRows(rows);
  for (let above = 0; above < Math.min(firstRow, rows.heightPx); above++) {
    reader.at(above);
    yield rows.widthPx * pixelUs;
  }
}

function cutRows(rows: RowWriter, { widthPx, heightPx, boxLeftPx, boxTopPx }: Framing): RowWriter {
  const { channels } = rows;
  const reader = new RowReader(rows);
  const left = Math.max(0, boxLeftPx);
  const right = Math.min(rows.widthPx, boxLeftPx + widthPx);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels,
    cost: { begin: () => passRowsAbove(rows, reader, boxTopPx) },
    write(count, into) {
      into.fill(0, 0, count * widthPx * channels);
      for (let row = 0; row < count; row++, y++) {
        const seen = boxTopPx + y;
        if (seen < 0 || seen >= rows.heightPx || left >= right) continue;
        const pixels = reader.at(seen).subarray(left * channels, right * channels);
        into.set(pixels, (row * widthPx + left - boxLeftPx) * channels);
      }
    },
  };
}

/** Bytes of rows that are added in one call of a kernel, a row at least. */
const groupBytes = 128 * 1024;

function scaledRows(rows: RowWriter, framing: Framing): RowWriter {
  const { widthPx, heightPx, boxTopPx, boxHeightPx } = framing;
  const { channels } = rows;
  const reader = new RowReader(rows);
  const down = boxHeightPx / heightPx;
  const group = new RowGroup(rows);
  let y = 0;
  return {
    widthPx,
    heightPx,
    channels,
    cost: {
      rowUs: down * rows.widthPx * pixelUs,
      begin: () => passRowsAbove(rows, reader, Math.floor(boxTopPx)),
    },
    write(count, into) {
      into.fill(0, 0, count * widthPx * channels);
      for (let row = 0; row < count; row++, y++) {
        const from = boxTopPx + y * down;
        const to = boxTopPx + (y + 1) * down;
        const first = Math.max(0, Math.floor(from));
        const last = Math.min(rows.heightPx, Math.ceil(to));
        for (let seen = first; seen < last; seen++) {
          const share = Math.min(to, seen + 1) - Math.max(from, seen);
          group.add(reader.at(seen), share / down);
        }
        if (last > first) into.set(group.takeMeans(framing), row * widthPx * channels);
      }
    },
  };
}

/**
 * Rows that become one: alpha by the share of each row, and colours times alpha. Making a row may call kernels, so rows are
 * kept here until some are there.
 */
class RowGroup {
  readonly #widthPx: number;
  readonly #channels: number;
  readonly #stride: number;
  readonly #held: Uint8Array;
  readonly #shares: Float64Array;
  #count = 0;
  /** Of the rows before those that are held; null where there were none. */
  #sums: Float64Array | null = null;

  constructor({ widthPx, channels }: RowWriter) {
    this.#widthPx = widthPx;
    this.#channels = channels;
    this.#stride = widthPx * channels;
    const most = Math.max(1, Math.floor(groupBytes / this.#stride));
    this.#held = new Uint8Array(most * this.#stride);
    this.#shares = new Float64Array(most);
  }

  add(row: Uint8Array, share: number): void {
    if (this.#count === this.#shares.length) this.#sums = this.#added(0).sums.slice();
    this.#held.set(row, this.#count * this.#stride);
    this.#shares[this.#count++] = share;
  }

  /** Means of all that was added over the width of each pixel, as straight colours; then nothing is added any more. */
  takeMeans({ widthPx, boxLeftPx, boxWidthPx }: Framing): Uint8Array {
    const { kernels, sums, means } = this.#added(widthPx * this.#channels);
    means.fill(0);
    const source = [sums.byteOffset, this.#widthPx, this.#channels] as const;
    kernels.takeMeans(...source, boxLeftPx, boxWidthPx / widthPx, widthPx, means.byteOffset);
    this.#sums = null;
    return means;
  }

  /** Sums with the rows that are held, which then are not any more, and room for means. */
  #added(meansBytes: number) {
    const { kernels, arrays } = layOut({
      sums: doubles(this.#stride),
      rows: bytes(this.#count * this.#stride),
      shares: doubles(this.#count),
      means: bytes(meansBytes),
    });
    const { sums, rows, shares, means } = arrays;
    if (this.#sums) sums.set(this.#sums);
    else sums.fill(0);
    rows.set(this.#held.subarray(0, rows.length));
    shares.set(this.#shares.subarray(0, this.#count));
    const what = [sums.byteOffset, rows.byteOffset, this.#widthPx, this.#channels] as const;
    kernels.addShares(...what, shares.byteOffset, this.#count);
    this.#count = 0;
    return { kernels, sums, means };
  }
}
