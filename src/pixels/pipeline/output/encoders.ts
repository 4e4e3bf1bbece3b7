/** The port through which the pipeline has pictures encoded: WASM codecs at the edge, libvips in the container. */
import type { Size } from '../plane/region.ts';

/** A picture as encoders take it: RGBA, straight alpha, row by row without padding. */
export interface WholePicture extends Size {
  readonly samples: Uint8Array;
}

/** One file on its way, whose rows come from the top to the bottom. */
export interface RowEncoder {
  /**
   * Takes the next rows.
   * @param rows RGBA, at least one, whole
   * @returns what of the file is complete; its first piece has all that is before the picture's data
   */
  write(rows: Uint8Array): readonly Uint8Array[];
  /** Ends the file, once all rows were written. @returns the rest of it */
  end(): Promise<readonly Uint8Array[]>;
}

export interface Encoders {
  /**
   * A JPEG, 4:2:0; alpha is ignored.
   * @param quality 1 to 100
   * @param scans `one`: sequential, which every reader takes. `many`: may be progressive, where that is smaller
   */
  jpeg(size: Size, quality: number, scans: 'one' | 'many'): RowEncoder;
  /** A WebP whose colours are lossy and whose alpha is exact. @param quality of the colours, 1 to 100 */
  webp(picture: WholePicture, quality: number): Promise<Uint8Array>;
}

/** Rows for what encodes pictures whole. */
export function gatheredRows(
  { widthPx, heightPx }: Size,
  encode: (picture: WholePicture) => Promise<Uint8Array>,
): RowEncoder {
  const samples = new Uint8Array(widthPx * heightPx * 4);
  let at = 0;
  return {
    write(rows) {
      samples.set(rows, at);
      at += rows.length;
      return [];
    },
    async end() {
      return [await encode({ widthPx, heightPx, samples })];
    },
  };
}
