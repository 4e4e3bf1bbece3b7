/** One byte to a pixel: what networks answer with, and what is worked out from it. */

/** A picture of one channel. The name of a value says what its samples are; a plane of opacity is a `Matte`. */
export interface Plane {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row-major, without padding: `widthPx` × `heightPx` bytes. */
  readonly samples: Uint8Array;
}

/** One row of a plane, not copied. */
export function rowOf({ widthPx, samples }: Plane, row: number): Uint8Array {
  return samples.subarray(row * widthPx, (row + 1) * widthPx);
}
