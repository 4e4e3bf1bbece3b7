/** The ways from a coarse matte to a cutout that are compared, each through the code that the service ships. */
import { cutoutRows, type RowWriter } from '../../src/pipeline/compose.ts';
import { alphaOf } from '../../src/pipeline/edges/alpha-source.ts';
import { edgeColours } from '../../src/pipeline/edges/colours.ts';
import type { Layer } from '../../src/pipeline/matte.ts';
import type { Picture } from '../../src/pipeline/picture.ts';
import { bicubicRows } from './bicubic.ts';

/**
 * Makes the rows of a cutout, RGBA with straight alpha.
 * @param picture upright RGB
 * @param layer the coarse matte of the whole of it
 * @param proxyRgb the picture at the size of the layer's matte, as networks see it: height × width × 3, 0 to 255
 */
export type Method = (picture: Picture, layer: Layer, proxyRgb: Uint8Array) => RowWriter;

/** What all others are divided by. */
export const reference = 'plain';

export const methods: Readonly<Record<string, Method>> = {
  /** Bilinear alpha, the photo's own colours. */
  [reference]: (picture, layer) => cutoutRows(picture, alphaOf(layer)),
  /** Bicubic alpha, the photo's own colours: for comparison, not in the service. */
  bicubic: (picture, layer) => bicubicRows(picture, layer),
  /** Alpha along the photo's edges, the photo's own colours. */
  guided: (picture, layer, guide) => cutoutRows(picture, alphaOf(layer, guide)),
  /** What the service does: alpha along the photo's edges, the subject's own colours on them. */
  refined: (picture, layer, guide) => cutoutRows(picture, alphaOf(layer, guide), edgeColours(layer.matte, guide)),
};

/** All rows of a cutout, read in strips as the PNG encoder reads them. */
export function pixelsOf(rows: RowWriter): Uint8Array {
  const stride = rows.widthPx * rows.channels;
  const pixels = new Uint8Array(rows.heightPx * stride);
  for (let y = 0; y < rows.heightPx; y += stripRows) {
    rows.write(Math.min(stripRows, rows.heightPx - y), pixels.subarray(y * stride));
  }
  return pixels;
}

const stripRows = 64;
