/** Maps of numbers over a picture. */

/** Row-major values, 0 to 1. */
export interface ValueMap {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly values: Float32Array;
}

/** What a cutout should be: straight alpha and the subject's own colours. */
export interface Truth {
  readonly alpha: ValueMap;
  /** Straight RGB in sRGB values, height × width × 3, 0 to 1; 0 where alpha is 0. */
  readonly colours: Float32Array;
}
