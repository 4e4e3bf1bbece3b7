/** A result of a part of a picture, in its place in the whole. */

import type { Region, Size } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { beginRows } from '../rows/row-steps.ts';

/** Measured: microseconds that a pixel takes to be decoded and drawn. */
const pixelUs = 0.04;

/**
 * Lays rows of what was seen into the picture. Outside of the box all samples are 0: transparent, and without colour.
 * @param rows of `seen`
 * @param seen the part of the picture that they show; it contains the box
 */
export function inPlace(rows: RowWriter, seen: Region, box: Region, { widthPx, heightPx }: Size): RowWriter {
  const { channels } = rows;
  const [firstRow, endRow] = [box.topPx, box.topPx + box.heightPx];
  const from = (box.leftPx - seen.leftPx) * channels;
  const bytes = box.widthPx * channels;
  const stride = seen.widthPx * channels;
  let band = new Uint8Array(0);
  const next = (count: number): Uint8Array => {
    if (band.length < count * stride) band = new Uint8Array(count * stride);
    rows.write(count, band);
    return band;
  };
  let [y, passed] = [0, seen.topPx];
  return {
    widthPx,
    heightPx,
    channels,
    cost: {
      *begin() {
        yield* beginRows(rows);
        // What was seen above the box.
        for (; passed < firstRow; passed++) {
          next(1);
          yield seen.widthPx * pixelUs;
        }
      },
    },
    write(count, into) {
      into.fill(0, 0, count * widthPx * channels);
      const [first, end] = [Math.max(firstRow, y), Math.min(endRow, y + count)];
      if (first < end) {
        for (; passed < first; passed++) next(1);
        const given = next(end - first);
        passed = end;
        for (let row = first; row < end; row++) {
          const start = (row - first) * stride + from;
          into.set(given.subarray(start, start + bytes), ((row - y) * widthPx + box.leftPx) * channels);
        }
      }
      y += count;
    },
  };
}
