/** Where the subject of a result is, by its own alpha. */

import { faintUpTo } from '../plane/alpha.ts';
import type { Region } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { beginRows } from '../rows/row-steps.ts';
import { RowReader } from './row-reader.ts';

/** Measures rows of alpha on their way. */
export interface RowWatcher {
  add(row: Uint8Array, y: number): void;
}

/** Measured: microseconds that a pixel takes to be decoded, drawn and looked at. */
const pixelUs = 0.04;

/**
 * The smallest box of all pixels that are more than faint. Its steps are rows, for `inTurns` and `atOnce`.
 * @param rows all rows of the result, grey for a matte; they are read to their end
 * @param watchers are given each of them, top to bottom
 * @returns null where there is none
 */
export function* subjectBox(
  rows: RowWriter,
  watchers: readonly RowWatcher[] = [],
): Generator<number, Region | null, void> {
  const { widthPx, heightPx, channels } = rows;
  const reader = new RowReader(rows);
  yield* beginRows(rows);
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  for (let y = 0; y < heightPx; y++) {
    const row = reader.at(y);
    for (const watcher of watchers) watcher.add(row, y);
    yield widthPx * pixelUs;
    let first = channels - 1;
    while (first < row.length && row[first] <= faintUpTo) first += channels;
    if (first >= row.length) continue;
    // Pixels between the outermost known columns make the box no wider.
    const known = right * channels + channels - 1;
    let last = row.length - 1;
    while (last > known && row[last] <= faintUpTo) last -= channels;
    left = Math.min(left, Math.floor(first / channels));
    right = Math.max(right, Math.floor(last / channels));
    top = Math.min(top, y);
    bottom = y;
  }
  return bottom < 0 ? null : { leftPx: left, topPx: top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}
