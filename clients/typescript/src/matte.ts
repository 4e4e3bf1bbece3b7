/** A matte laid on a picture of another size. */

/** RGBA, row by row, straight alpha: as `ImageData` has it. `data` is width × height × 4 bytes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** A matte, row by row. `data` is width × height bytes: 0 background, 255 subject. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/**
 * Makes a cutout of a picture, in place: its alpha is multiplied by the matte, read at the picture's size (bilinear,
 * half-pixel centres, rounded to nearest, as the service does), and transparent pixels become black. Soft pixels keep
 * the picture's colours.
 * @returns the same picture
 */
export function applyMatte<Picture extends Pixels>(picture: Picture, matte: Grey): Picture {
  const { width, height, data } = picture;
  const columns = places(width, matte.width);
  const rows = places(height, matte.height);
  for (let y = 0, at = 0; y < height; y++) {
    const upper = rows.first[y] * matte.width;
    const lower = rows.second[y] * matte.width;
    for (let x = 0; x < width; x++, at += 4) {
      const left = columns.first[x];
      const right = columns.second[x];
      const above = matte.data[upper + left] + (matte.data[lower + left] - matte.data[upper + left]) * rows.between[y];
      const beside =
        matte.data[upper + right] + (matte.data[lower + right] - matte.data[upper + right]) * rows.between[y];
      const alpha = Math.round(above + (beside - above) * columns.between[x]);
      data[at + 3] = Math.round((data[at + 3] * alpha) / 255);
      if (data[at + 3] === 0) data.fill(0, at, at + 3);
    }
  }
  return picture;
}

/** For each of `size` samples: its two neighbours of `from` samples, and the distance from the first, 0 to 1. */
function places(size: number, from: number) {
  const first = new Uint32Array(size);
  const second = new Uint32Array(size);
  const between = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const position = Math.min(Math.max(((at + 0.5) * from) / size - 0.5, 0), from - 1);
    first[at] = Math.floor(position);
    second[at] = Math.min(first[at] + 1, from - 1);
    between[at] = position - first[at];
  }
  return { first, second, between };
}
