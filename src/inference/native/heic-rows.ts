/** Rows of samples as libheif gives them, in 8 bits. */
import type { HighDynamicRange } from '../../pixels/pipeline/colour/colour.ts';
import { highDynamicRangeToSrgb } from '../../pixels/pipeline/picture/high-dynamic-range.ts';
import type { Channels } from '../../pixels/pipeline/picture/picture.ts';

/** Writes a row into as many bytes as it has samples. */
export type RowToBytes = (row: Uint8Array | Uint16Array, into: Uint8Array) => void;

/**
 * Makes the conversion of a picture's rows: PQ and HLG become sRGB, other samples of more than 8 bits lose the low ones.
 * @param bits of a sample
 */
export function rowToBytes(range: HighDynamicRange | null, bits: number, channels: Channels): RowToBytes {
  if (range) {
    const toSrgb = highDynamicRangeToSrgb(range, 2 ** bits - 1);
    return (row, into) => toSrgb(row, channels, into);
  }
  if (bits <= 8) return (row, into) => into.set(row);
  const shift = bits - 8;
  return (row, into) => {
    for (let index = 0; index < row.length; index++) into[index] = row[index] >> shift;
  };
}
