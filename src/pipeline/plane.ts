/** One byte to a pixel: what networks answer with, and what is worked out from it. */

/** A picture of one channel. The name of a value says what its samples are; a plane of opacity is a `Matte`. */
export interface Plane {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row-major, without padding: `widthPx` × `heightPx` bytes. */
  readonly samples: Uint8Array;
}
