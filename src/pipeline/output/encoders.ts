/** The port through which the pipeline has whole pictures encoded: WASM codecs at the edge, libvips in the container. */
import type { Size } from '../region.ts';

/** A picture as encoders take it: RGBA, straight alpha, row by row without padding. */
export interface WholePicture extends Size {
  readonly samples: Uint8Array;
}

export interface Encoders {
  /**
   * A JPEG, 4:2:0; alpha is ignored.
   * @param quality 1 to 100
   * @param scans `one`: sequential, which every reader takes. `many`: may be progressive, where that is smaller
   */
  jpeg(picture: WholePicture, quality: number, scans: 'one' | 'many'): Promise<Uint8Array>;
  /** A WebP whose colours are lossy and whose alpha is exact. @param quality of the colours, 1 to 100 */
  webp(picture: WholePicture, quality: number): Promise<Uint8Array>;
}
