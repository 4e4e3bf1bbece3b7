/** PNG row filters: W3C PNG Specification (Third Edition), section 9. */

export const filterNone = 0;
export const filterUp = 2;
export const filterPaeth = 4;
export type Filter = typeof filterNone | typeof filterUp | typeof filterPaeth;

/**
 * Filters rows for compression.
 * @param rows raw rows, `stride` bytes each
 * @param above the raw row above the first one; zeros at the top of the picture
 * @param pixelBytes bytes of one pixel
 * @param into filtered rows, each led by its filter byte: rows × (stride + 1) bytes
 */
export function filterRows(
  rows: Uint8Array,
  above: Uint8Array,
  stride: number,
  pixelBytes: number,
  filter: Filter,
  into: Uint8Array,
): void {
  for (let from = 0, to = 0; from < rows.length; from += stride, to += stride + 1) {
    const row = rows.subarray(from, from + stride);
    const previous = from === 0 ? above : rows.subarray(from - stride, from);
    const filtered = into.subarray(to + 1, to + 1 + stride);
    into[to] = filter;
    if (filter === filterNone) filtered.set(row);
    else if (filter === filterUp) for (let i = 0; i < stride; i++) filtered[i] = row[i] - previous[i];
    else filterPaethRow(row, previous, pixelBytes, filtered);
  }
}

function filterPaethRow(row: Uint8Array, previous: Uint8Array, pixelBytes: number, into: Uint8Array): void {
  // Left of the first pixel everything is zero, and the Paeth predictor then chooses the byte above.
  for (let i = 0; i < pixelBytes; i++) into[i] = row[i] - previous[i];
  for (let i = pixelBytes; i < row.length; i++) {
    const left = row[i - pixelBytes];
    const up = previous[i];
    const corner = previous[i - pixelBytes];
    let leftDistance = up - corner;
    let upDistance = left - corner;
    let cornerDistance = leftDistance + upDistance;
    if (leftDistance < 0) leftDistance = -leftDistance;
    if (upDistance < 0) upDistance = -upDistance;
    if (cornerDistance < 0) cornerDistance = -cornerDistance;
    const predicted =
      leftDistance <= upDistance && leftDistance <= cornerDistance ? left : upDistance <= cornerDistance ? up : corner;
    into[i] = row[i] - predicted;
  }
}
