/** One byte to a pixel: what networks answer with, and what is worked out from it. */
import { bytes, layOut } from '../../kernels/memory.ts';

/** A picture of one channel. The name of a value says what its samples are; a plane of opacity is a `Matte`. */
export interface Plane {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row-major, without padding: `widthPx` × `heightPx` bytes. */
  readonly samples: Uint8Array;
}

/** How many samples of a plane are `low` to `high`, both 0 to 255. */
export function countBetween({ samples }: Plane, low: number, high: number): number {
  const { kernels, arrays } = layOut({ samples: bytes(samples.length) });
  arrays.samples.set(samples);
  return kernels.countBetween(arrays.samples.byteOffset, samples.length, low, high);
}

/** One row of a plane, not copied. */
export function rowOf({ widthPx, samples }: Plane, row: number): Uint8Array {
  return samples.subarray(row * widthPx, (row + 1) * widthPx);
}
