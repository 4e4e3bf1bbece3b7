/** The band: pixels where a matte is neither subject nor background, and some around them. */
import type { ValueMap } from './map.ts';

/** Pixels by which the band is widened in a picture of that width: 10 at 2048. */
export function bandRadiusPx(widthPx: number): number {
  return Math.max(1, Math.round(widthPx / 205));
}

/**
 * The band of a true alpha: 0.02 < alpha < 0.98, widened by a square of 2 × radius + 1 pixels.
 * @returns 1 in the band, 0 elsewhere, row-major
 */
export function bandOf({ widthPx, heightPx, values }: ValueMap, radiusPx = bandRadiusPx(widthPx)): Uint8Array {
  const across = new Uint8Array(values.length);
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    const soft = (x: number) => values[row + x] > 0.02 && values[row + x] < 0.98;
    widen(widthPx, radiusPx, soft, (x) => {
      across[row + x] = 1;
    });
  }
  const band = new Uint8Array(values.length);
  // How many of the rows from y - radius to y + radius are marked, column by column.
  const marked = new Int32Array(widthPx);
  for (let y = -radiusPx; y < heightPx; y++) {
    const entering = y + radiusPx;
    const leaving = y - radiusPx - 1;
    for (let x = 0; x < widthPx; x++) {
      if (entering < heightPx) marked[x] += across[entering * widthPx + x];
      if (leaving >= 0) marked[x] -= across[leaving * widthPx + x];
      if (y >= 0 && marked[x] > 0) band[y * widthPx + x] = 1;
    }
  }
  return band;
}

/** Calls `mark` once for each position within `radius` of one that is `chosen`. */
function widen(length: number, radius: number, chosen: (at: number) => boolean, mark: (at: number) => void): void {
  let next = 0;
  for (let at = 0; at < length; at++) {
    if (!chosen(at)) continue;
    const end = Math.min(length, at + radius + 1);
    for (next = Math.max(next, at - radius); next < end; next++) mark(next);
  }
}
