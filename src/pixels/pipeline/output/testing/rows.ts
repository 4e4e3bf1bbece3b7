/** For tests: rows of samples that are there already, and all samples of rows. */
import type { RowWriter } from '../../rows/compose.ts';

/** Rows of a picture that is in memory. @param channels 4: RGBA; 1: grey */
export function rowsOf(widthPx: number, heightPx: number, channels: 1 | 4, samples: Uint8Array): RowWriter {
  let at = 0;
  return {
    widthPx,
    heightPx,
    channels,
    write(count, into) {
      const rows = samples.subarray(at, at + count * widthPx * channels);
      if (rows.length < count * widthPx * channels) throw new Error('There are no more rows');
      into.set(rows);
      at += rows.length;
    },
  };
}

/** All samples, read so many rows at a time. */
export function samplesOf(rows: RowWriter, rowsAtATime = 3): Uint8Array {
  const stride = rows.widthPx * rows.channels;
  const all = new Uint8Array(rows.heightPx * stride).fill(170);
  for (let top = 0; top < rows.heightPx; top += rowsAtATime) {
    rows.write(Math.min(rowsAtATime, rows.heightPx - top), all.subarray(top * stride));
  }
  return all;
}
