/** Rows that are made in steps, so that others have their turns between them. */
import type { RowWriter } from './compose.ts';

/** Measured: microseconds that a pixel of a result takes to be decoded, drawn and compressed. */
export const pixelUs = 0.06;
/** Microseconds of rows that are made at once. */
const stepUs = 20_000;

/** How many of so many rows are made at once. */
export function rowsAtOnce({ cost }: RowWriter, count: number): number {
  return cost?.rowUs === undefined ? count : Math.max(1, Math.min(count, Math.floor(stepUs / cost.rowUs)));
}

/** Goes over what is above the first row. */
export function* beginRows({ cost }: RowWriter): Generator<number, void, void> {
  if (cost?.begin) yield* cost.begin();
}

/**
 * Writes the next rows. Steps are of what rows take beside their own pixels.
 * @param into has room for `count` rows
 */
export function* writeRows(rows: RowWriter, count: number, into: Uint8Array): Generator<number, void, void> {
  const stride = rows.widthPx * rows.channels;
  for (let done = 0; done < count; ) {
    const next = rowsAtOnce(rows, count - done);
    rows.write(next, into.subarray(done * stride, (done + next) * stride));
    done += next;
    yield next * (rows.cost?.rowUs ?? 0);
  }
}
