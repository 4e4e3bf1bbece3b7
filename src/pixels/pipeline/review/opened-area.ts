/** How much of a mask survives an opening by a disc (Serra, Image Analysis and Mathematical Morphology, 1982). */
import type { Size } from '../plane/region.ts';

/** Radii of a disc on pixels that need not be square. */
export interface Radii {
  readonly acrossPx: number;
  readonly downPx: number;
}

/** Of a column's reach: 5 × √(1 − (4 / 5)²) comes out below 3. */
const rounding = 1e-9;

/** Distances are kept as bytes. */
const farthest = 255;

/**
 * How many pixels of a mask are in a disc that fits into it. The mask goes on beyond the border, so that what the frame cuts is not
 * thin there.
 * @param mask row-major, 0 is outside
 * @param radii at most 254 down; smaller than a pixel: every pixel of the mask fits
 */
export function openedArea(mask: Uint8Array, size: Size, { acrossPx, downPx }: Radii): number {
  const { widthPx, heightPx } = size;
  // Of each column of the disc, from its middle outwards: how far it reaches up and down.
  const reaches = Uint8Array.from({ length: Math.floor(acrossPx) + 1 }, (_, across) =>
    across === 0 ? Math.floor(downPx) : Math.floor(downPx * Math.sqrt(1 - (across / acrossPx) ** 2) + rounding),
  );
  const toOutside = rowsAway(mask, size, false);
  const middles = new Uint8Array(mask.length);
  let found = false;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (mask[at] === 0 || !fitsAt(at, x)) continue;
      middles[at] = 1;
      found = true;
    }
  }
  if (!found) return 0;
  const toMiddle = rowsAway(middles, size, true);
  let area = 0;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at++) {
      if (mask[at] !== 0 && isCovered(at, x)) area++;
    }
  }
  return area;

  /** Whether a disc with its middle there meets nothing outside the mask. */
  function fitsAt(at: number, x: number): boolean {
    for (let across = 0; across < reaches.length; across++) {
      const reach = reaches[across];
      if (x >= across && toOutside[at - across] <= reach) return false;
      if (x + across < widthPx && toOutside[at + across] <= reach) return false;
    }
    return true;
  }

  function isCovered(at: number, x: number): boolean {
    for (let across = 0; across < reaches.length; across++) {
      const reach = reaches[across];
      if (x >= across && toMiddle[at - across] <= reach) return true;
      if (x + across < widthPx && toMiddle[at + across] <= reach) return true;
    }
    return false;
  }
}

/**
 * Of each pixel, how many rows away the nearest pixel of its column is that is set, or not set: 0 for itself, `farthest` at most.
 * @param isSet which of both is meant
 */
function rowsAway(mask: Uint8Array, { widthPx, heightPx }: Size, isSet: boolean): Uint8Array {
  const rows = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at++) {
    if ((mask[at] !== 0) === isSet) continue;
    rows[at] = at < widthPx ? farthest : Math.min(farthest, rows[at - widthPx] + 1);
  }
  for (let at = (heightPx - 1) * widthPx - 1; at >= 0; at--) {
    const after = rows[at + widthPx];
    if (after + 1 < rows[at]) rows[at] = after + 1;
  }
  return rows;
}
