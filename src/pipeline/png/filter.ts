/** PNG row filters: W3C PNG Specification (Third Edition), section 9. */

/** Filter types, as the byte before each row names them. */
export const filterNone = 0;
/** Difference to the row above. */
export const filterUp = 2;
/** Difference to left, above or upper left, whichever is nearest to their linear prediction. */
export const filterPaeth = 4;
/** The filter types that are written here. */
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

/** One channel at a time, so that left and upper left neighbour stay in registers; outside the picture all is zero. */
function filterPaethRow(row: Uint8Array, previous: Uint8Array, pixelBytes: number, into: Uint8Array): void {
  for (let channel = 0; channel < pixelBytes; channel++) {
    let left = 0;
    let corner = 0;
    for (let i = channel; i < row.length; i += pixelBytes) {
      const up = previous[i];
      const value = row[i];
      const upStep = up - corner;
      const leftStep = left - corner;
      const leftDistance = Math.abs(upStep);
      const upDistance = Math.abs(leftStep);
      const cornerDistance = Math.abs(upStep + leftStep);
      const nearest = upDistance <= cornerDistance ? up : corner;
      into[i] = value - (leftDistance <= upDistance && leftDistance <= cornerDistance ? left : nearest);
      left = value;
      corner = up;
    }
  }
}
