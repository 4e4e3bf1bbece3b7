/** PNG row filters, W3C PNG Specification (Third Edition), section 9, and the checksum of what they give. */
import { bytes, layOut } from '../../kernels/memory.ts';

/** Filter types, as the byte before each row names them. */
export const filterNone = 0;
/** Difference to the row above. */
export const filterUp = 2;
/** Difference to left, above or upper left, whichever is nearest to their linear prediction. */
export const filterPaeth = 4;
/** The filter types that are written here. */
export type Filter = typeof filterNone | typeof filterUp | typeof filterPaeth;

/** Filtered rows, and the checksum of a zlib stream up to their end (RFC 1950 section 8.2). */
export interface FilteredRows {
  /** Each row led by its filter byte: rows × (stride + 1) bytes. They lie in the memory of the kernels. */
  readonly coded: Uint8Array;
  readonly adler32: number;
}

/** The checksum of no bytes. */
export const adler32OfNothing = 1;

/**
 * Filters rows for compression.
 * @param rows raw rows, `stride` bytes each
 * @param above the raw row above the first one; zeros at the top of the picture
 * @param pixelBytes bytes of one pixel
 * @param adler32 the checksum of all that was filtered before
 * @returns to be used up at once: see `layOut`
 */
export function filterRows(
  rows: Uint8Array,
  above: Uint8Array,
  stride: number,
  pixelBytes: number,
  filter: Filter,
  adler32: number,
): FilteredRows {
  const count = rows.length / stride;
  const { kernels, arrays } = layOut({ raw: bytes(rows.length + stride), coded: bytes(count * (stride + 1)) });
  const { raw, coded } = arrays;
  raw.set(above.subarray(0, stride));
  raw.set(rows, stride);
  for (let row = 0; row < count; row++) {
    const previous = raw.byteOffset + row * stride;
    const into = coded.byteOffset + row * (stride + 1) + 1;
    coded[row * (stride + 1)] = filter;
    if (filter === filterNone) coded.set(rows.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
    else if (filter === filterUp) kernels.filterUp(previous + stride, previous, stride, into);
    else kernels.filterPaeth(previous + stride, previous, stride, pixelBytes, into);
  }
  return { coded, adler32: kernels.adler32(adler32, coded.byteOffset, coded.length) >>> 0 };
}
